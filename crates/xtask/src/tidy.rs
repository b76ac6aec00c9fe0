//! `cargo xtask tidy`: rules of this repository that no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use toml::{Table, Value};

use crate::arguments::Arguments;
use crate::console::say;
use crate::{process, repository, tools};

/// Which packages of the workspace a package may use. Arrows point only downwards.
const EDGES: &[(&str, &[&str])] = &[
    ("loopledger_json", &[]),
    ("loopledger_model", &["loopledger_json"]),
    (
        "loopledger_detect",
        &["loopledger_json", "loopledger_model"],
    ),
    (
        "loopledger_ledger",
        &["loopledger_json", "loopledger_model"],
    ),
    (
        "loopledger_experiment",
        &[
            "loopledger_detect",
            "loopledger_json",
            "loopledger_ledger",
            "loopledger_model",
        ],
    ),
    (
        "loopledger_opinion",
        &["loopledger_json", "loopledger_model"],
    ),
    ("loopledger_read", &["loopledger_json", "loopledger_model"]),
    (
        "loopledger",
        &[
            "loopledger_detect",
            "loopledger_experiment",
            "loopledger_json",
            "loopledger_ledger",
            "loopledger_model",
            "loopledger_opinion",
            "loopledger_read",
        ],
    ),
    ("loopledger_cli", &["loopledger"]),
    ("loopledger_component", &["loopledger"]),
    ("loopledger_wasm", &["loopledger", "loopledger_tests"]),
    ("loopledger_web", &["loopledger"]),
    (
        "loopledger_conformance",
        &["loopledger_detect", "loopledger_json"],
    ),
    (
        "loopledger_tests",
        &["loopledger", "loopledger_cli", "loopledger_conformance"],
    ),
    ("xtask", &["loopledger_conformance"]),
];

/// Packages of others that only some of ours may use, and why.
const RESERVED: &[(&[&str], &[&str], &str)] = &[
    (
        &["anyhow"],
        &["loopledger_cli", "loopledger_tests", "xtask"],
        "a library has errors of its own",
    ),
    (
        &["clap"],
        &["loopledger_cli"],
        "only the command line has arguments",
    ),
    (
        &[
            "js-sys",
            "serde-wasm-bindgen",
            "wasm-bindgen",
            "wasm-bindgen-futures",
            "web-sys",
        ],
        &["loopledger_wasm", "loopledger_web"],
        "the core knows no browser",
    ),
    (
        &[
            "fluent-bundle",
            "gloo",
            "plotters",
            "unic-langid",
            "yew",
            "yew-router",
        ],
        &["loopledger_web"],
        "only the viewer draws",
    ),
    (
        &["csv", "flate2", "memchr", "saphyr-parser"],
        &["loopledger_json", "loopledger_read"],
        "file formats belong to the readers",
    ),
    (
        &["md-5"],
        &["loopledger_detect"],
        "MD5 is there for upstream's keys alone",
    ),
    (
        &["rustc-build-sysroot", "rustc_version"],
        &["xtask"],
        "only the chores build a compiler's library",
    ),
    (
        &["wit-bindgen"],
        &["loopledger_component"],
        "only the component speaks WIT",
    ),
    (
        &["wit-component"],
        &["xtask"],
        "only the chores wrap a module into a component",
    ),
    (
        &["toml"],
        &["loopledger_tests", "xtask"],
        "no format that is read here is TOML",
    ),
];

/// Folders of one machine, which mean nothing on another one.
const MACHINE_PATHS: [&str; 4] = ["/work/", "/root/", "/home/", "/Users/"];

/// Recorded runs speak of the machines that they ran on.
const RECORDINGS: [&str; 4] = [
    "tests/corpus/",
    "tests/data/",
    "tests/e2e/fixtures/",
    "web/examples/",
];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    Arguments::new(arguments).finish()?;
    check(&repository::root())?;
    say!("Tidy.");
    Ok(())
}

/// Fails with every fault that there is.
pub(crate) fn check(root: &Path) -> Result<()> {
    let mut faults = Vec::new();
    for folder in members(root)? {
        let file = folder.join("Cargo.toml");
        let text = fs::read_to_string(&file)?;
        let manifest: Table = text
            .parse()
            .with_context(|| format!("{} is not TOML", file.display()))?;
        check_package(&manifest, &mut faults);
        if !folder.join("README.md").is_file() {
            let name = folder.strip_prefix(root).unwrap_or(&folder);
            faults.push(format!("{} has no README.md", name.display()));
        }
    }
    check_versions(root, &mut faults)?;
    check_files(root, &mut faults)?;
    if !faults.is_empty() {
        bail!("not tidy:\n- {}", faults.join("\n- "));
    }
    Ok(())
}

/// The folders of all packages.
fn members(root: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = vec![root.join("tests"), root.join("web")];
    for entry in fs::read_dir(root.join("crates"))? {
        folders.push(entry?.path());
    }
    folders.retain(|folder| folder.join("Cargo.toml").is_file());
    folders.sort();
    Ok(folders)
}

fn check_package(manifest: &Table, faults: &mut Vec<String>) {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let package = manifest.get("package").and_then(Value::as_table);
    let name = text(package.and_then(|package| package.get("name"))).unwrap_or_default();
    let Some((_, allowed)) = EDGES.iter().find(|(package, _)| *package == name) else {
        faults.push(format!(
            "the package {name} is new: say in xtask's tidy.rs what it may use"
        ));
        return;
    };
    let inherits = |table: Option<&Value>| {
        table
            .and_then(|table| table.get("workspace"))
            .and_then(Value::as_bool)
            == Some(true)
    };
    if !inherits(manifest.get("lints")) {
        faults.push(format!("{name} does not inherit the workspace's lints"));
    }
    for (kind, dependency, value) in dependencies(manifest) {
        let ours = EDGES.iter().any(|(package, _)| *package == dependency);
        if ours && !allowed.contains(&dependency.as_str()) {
            faults.push(format!("{name} may not use {dependency} ({kind})"));
        }
        // Tests may use any crate of others.
        if kind != "dev-dependencies" {
            for (reserved, users, why) in RESERVED {
                if reserved.contains(&dependency.as_str()) && !users.contains(&name.as_str()) {
                    faults.push(format!("{name} may not use {dependency}: {why}"));
                }
            }
        }
        // Chores are no part of what is published, and their few crates serve nothing else.
        if name != "xtask" && !inherits(Some(&value)) {
            faults.push(format!(
                "{name} names a version of {dependency}, which belongs to the workspace's Cargo.toml"
            ));
        }
    }
}

/// Each dependency with the kind of its table, those of one target included.
fn dependencies(manifest: &Table) -> Vec<(&'static str, String, Value)> {
    let mut tables = vec![manifest.clone()];
    if let Some(targets) = manifest.get("target").and_then(Value::as_table) {
        tables.extend(targets.values().filter_map(Value::as_table).cloned());
    }
    let mut found = Vec::new();
    for table in &tables {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let entries = table.get(kind).and_then(Value::as_table);
            for (name, value) in entries.into_iter().flatten() {
                found.push((kind, name.clone(), value.clone()));
            }
        }
    }
    found
}

/// Trunk's configuration cannot read Cargo.lock, so that one version stands there twice.
fn check_versions(root: &Path, faults: &mut Vec<String>) -> Result<()> {
    let trunk: Table = fs::read_to_string(root.join("Trunk.toml"))?
        .parse()
        .context("Trunk.toml is not TOML")?;
    let configured = trunk
        .get("tools")
        .and_then(|tools| tools.get("wasm_bindgen"))
        .and_then(Value::as_str);
    let locked = tools::wasm_bindgen_version()?;
    if configured != Some(locked.as_str()) {
        faults.push(format!(
            "Trunk.toml asks for wasm-bindgen {}, Cargo.lock for {locked}",
            configured.unwrap_or("of any version")
        ));
    }
    Ok(())
}

/// Looks for folders of one machine in everything that git tracks.
fn check_files(root: &Path, faults: &mut Vec<String>) -> Result<()> {
    let list = process::output(
        process::command("git")
            .current_dir(root)
            .args(["ls-files", "-z"]),
    )
    .context("tidy looks at the files that git tracks")?;
    for name in list.split('\0').filter(|name| !name.is_empty()) {
        let recording = RECORDINGS.iter().any(|folder| name.starts_with(folder));
        if recording || name == "crates/xtask/src/tidy.rs" {
            continue;
        }
        // What is not text, or was deleted and not yet committed, says nothing.
        let text = fs::read_to_string(root.join(name)).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            if let Some(path) = machine_path(line) {
                faults.push(format!(
                    "{name}:{} names {path}, a folder of one machine",
                    number + 1
                ));
            }
        }
    }
    Ok(())
}

fn machine_path(line: &str) -> Option<&'static str> {
    MACHINE_PATHS.into_iter().find(|path| {
        line.match_indices(path).any(|(at, _)| {
            let before = line.get(..at).and_then(|text| text.chars().next_back());
            !before.is_some_and(|c| c.is_alphanumeric() || "._-/}*)".contains(c))
        })
    })
}

#[cfg(test)]
mod tests {
    use toml::Table;

    use super::{check, check_package, machine_path};
    use crate::repository;

    fn faults(manifest: &str) -> Vec<String> {
        let manifest: Table = manifest.parse().unwrap();
        let mut faults = Vec::new();
        check_package(&manifest, &mut faults);
        faults
    }

    #[test]
    fn this_repository_is_tidy() {
        if let Err(error) = check(&repository::root()) {
            panic!("{error}");
        }
    }

    #[test]
    fn an_arrow_upwards_is_a_fault() {
        let faults = faults(
            "package.name = 'loopledger_model'\nlints.workspace = true\n\
             dependencies.loopledger_read.workspace = true",
        );
        assert_eq!(
            faults,
            ["loopledger_model may not use loopledger_read (dependencies)"]
        );
    }

    #[test]
    fn a_reserved_crate_is_a_fault_for_one_target_too() {
        let faults = faults(
            "package.name = 'loopledger_read'\nlints.workspace = true\n\
             [target.'cfg(unix)'.dependencies]\nanyhow.workspace = true",
        );
        assert_eq!(
            faults,
            ["loopledger_read may not use anyhow: a library has errors of its own"]
        );
    }

    #[test]
    fn versions_and_lints_come_from_the_workspace() {
        let faults = faults("package.name = 'loopledger_read'\ndependencies.serde = '1'");
        assert_eq!(faults.len(), 2, "{faults:?}");
    }

    #[test]
    fn a_new_package_must_be_placed() {
        assert_eq!(faults("package.name = 'loopledger_new'").len(), 1);
    }

    #[test]
    fn finds_folders_of_one_machine() {
        assert_eq!(machine_path("see /work/shared"), Some("/work/"));
        assert_eq!(machine_path("\"/home/me\": 1"), Some("/home/"));
        assert_eq!(
            machine_path("target/work/x, https://a.b/home/, my/root/"),
            None
        );
    }
}
