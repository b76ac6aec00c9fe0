//! The example workflows of `examples/ci`: their steps run, and they ask for no more than they
//! need.
//!
//! The step that installs the program is left out, because the program is there already; it is
//! recognised by `cargo xtask install`.

use loopledger_tests::file;
use saphyr_parser::{Event, Parser};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn workflow(name: &str) -> (String, Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/ci");
    let text = fs::read_to_string(path.join(name)).unwrap();
    let mut events = Parser::new_from_str(&text).map(|event| event.unwrap().0);
    let value = loop {
        match events.next().unwrap() {
            Event::StreamStart | Event::DocumentStart(_) => {}
            event => break node(event, &mut events),
        }
    };
    (text, value)
}

/// A YAML node as JSON; every scalar as text.
fn node<'e>(event: Event<'e>, events: &mut impl Iterator<Item = Event<'e>>) -> Value {
    match event {
        Event::Scalar(text, ..) => Value::String(text.into_owned()),
        Event::SequenceStart(..) => {
            let mut items = Vec::new();
            loop {
                match events.next().unwrap() {
                    Event::SequenceEnd => return Value::Array(items),
                    event => items.push(node(event, events)),
                }
            }
        }
        Event::MappingStart(..) => {
            let mut map = Map::new();
            loop {
                match events.next().unwrap() {
                    Event::MappingEnd => return Value::Object(map),
                    key => {
                        let Value::String(key) = node(key, events) else {
                            panic!("a key that is no text");
                        };
                        let value = events.next().unwrap();
                        map.insert(key, node(value, events));
                    }
                }
            }
        }
        other => panic!("{other:?}"),
    }
}

/// A repository with results, in a folder of its own.
fn repository(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let results = folder.join("results");
    fs::create_dir_all(&results).unwrap();
    // The cost of its one accepted artifact is known, once the other variant is left out.
    let text = String::from_utf8(file("deerflow/attempts.jsonl").to_vec()).unwrap();
    let lines: Vec<_> = text
        .lines()
        .filter(|line| !line.contains("tool-freq-3"))
        .collect();
    fs::write(results.join("attempts.jsonl"), lines.join("\n")).unwrap();
    folder
}

/// The program, and a viewer that stands in for the one that an installed program brings along.
fn tools(folder: &Path) -> PathBuf {
    let test = env::current_exe().unwrap();
    let built = test.parent().and_then(Path::parent).unwrap();
    let viewer = folder.join("viewer");
    fs::create_dir_all(&viewer).unwrap();
    fs::write(viewer.join("index.html"), "<html><head></head></html>").unwrap();
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).unwrap();
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = bundle ]; then set -- \"$@\" --viewer '{}'; fi\nexec '{}' \"$@\"\n",
        viewer.display(),
        built.join("loopledger").display()
    );
    let program = bin.join("loopledger");
    fs::write(&program, script).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    bin
}

/// Runs the steps as a job does: each in a shell that stops at the first failure.
fn run(folder: &Path, variables: &Value, scripts: &[&str]) {
    let bin = tools(folder);
    let path = env::var_os("PATH").unwrap();
    let path = env::join_paths(std::iter::once(bin).chain(env::split_paths(&path))).unwrap();
    assert!(!scripts.is_empty());
    for script in scripts {
        if script.contains("cargo xtask install") {
            continue;
        }
        let mut shell = Command::new("bash");
        shell
            .args(["-e", "-o", "pipefail", "-c", script])
            .current_dir(folder)
            .env("PATH", &path)
            .env("GITHUB_STEP_SUMMARY", folder.join("summary.md"));
        for (name, value) in variables.as_object().unwrap() {
            shell.env(name, value.as_str().unwrap());
        }
        let output = shell.output().unwrap();
        assert!(
            output.status.success(),
            "{script}\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

fn check_site(site: &Path) {
    let listing = fs::read(site.join("listing.json")).unwrap();
    let listing: Value = serde_json::from_slice(&listing).unwrap();
    let listed = &listing["files"][0];
    assert_eq!(listed["name"], "results/attempts.jsonl");
    assert_eq!(listed["format"], "loopledger-trace");
    let address = listed["address"].as_str().unwrap();
    assert!(site.join(address).is_file());
    assert!(site.join("index.html").is_file());
    assert!(site.join("robots.txt").is_file());
}

#[test]
fn the_steps_for_github_pages_make_a_site_and_a_summary() {
    let (_, workflow) = workflow("github-pages.yml");
    let folder = repository("github-pages");
    let steps = workflow["jobs"]["check"]["steps"].as_array().unwrap();
    let scripts: Vec<&str> = steps.iter().filter_map(|it| it["run"].as_str()).collect();
    run(&folder, &workflow["env"], &scripts);
    let uploaded = steps.iter().find(|step| step["with"]["path"].is_string());
    let uploaded = uploaded.unwrap()["with"]["path"].as_str().unwrap();
    check_site(&folder.join(uploaded));
    let summary = fs::read_to_string(folder.join("summary.md")).unwrap();
    assert!(summary.starts_with("## Loopledger"), "{summary}");
}

#[test]
fn the_scripts_for_gitlab_pages_make_a_site_and_a_summary() {
    let (_, workflow) = workflow("gitlab-pages.yml");
    let folder = repository("gitlab-pages");
    let texts = |value: &'_ Value| -> Vec<String> {
        let items = value.as_array().unwrap().iter();
        items.map(|it| it.as_str().unwrap().to_owned()).collect()
    };
    let install = texts(&workflow["default"]["before_script"]).join("\n");
    assert!(install.contains("cargo xtask install"));
    for job in ["check", "pages"] {
        let scripts = texts(&workflow[job]["script"]);
        let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
        run(&folder, &workflow["variables"], &scripts);
    }
    let [site] = &texts(&workflow["pages"]["artifacts"]["paths"])[..] else {
        panic!("{workflow}");
    };
    check_site(&folder.join(site));
    assert!(folder.join("summary.md").is_file());
}

#[test]
fn github_is_asked_for_no_more_than_each_job_needs() {
    let (_, workflow) = workflow("github-pages.yml");
    let permissions = |value: &Value| -> Vec<String> {
        let map = value.as_object().unwrap().iter();
        map.map(|(name, value)| format!("{name}: {}", value.as_str().unwrap()))
            .collect()
    };
    assert_eq!(permissions(&workflow["permissions"]), ["contents: read"]);
    for (name, job) in workflow["jobs"].as_object().unwrap() {
        let asked = job.get("permissions").map(permissions).unwrap_or_default();
        let expected: &[&str] = match name.as_str() {
            "deploy" => &["id-token: write", "pages: write"],
            _ => &[],
        };
        assert_eq!(asked, expected, "{name}");
    }
}

#[test]
fn every_action_is_named_by_its_commit() {
    let (text, _) = workflow("github-pages.yml");
    let mut actions = 0;
    for line in text.lines() {
        let Some((_, action)) = line.split_once("uses: ") else {
            continue;
        };
        let (_, commit) = action.split_once('@').unwrap();
        let (commit, version) = commit.split_once(" # v").unwrap();
        assert!(commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert!(!version.is_empty());
        actions += 1;
    }
    assert_eq!(actions, 3);
}
