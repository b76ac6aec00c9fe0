//! `loopledger bundle` and `loopledger redact`.

use super::{check_failure, corpus, loopledger, printed};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A viewer as far as a bundle looks at it.
const PAGE: &str = "<!DOCTYPE html>\n<html>\n  <head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">\n    <script type=\"module\" src=\"./boot.js\" integrity=\"sha384-x\"></script>\n  </head>\n</html>\n";

/// A folder of its own for a test, with a viewer in it.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("publish")
            .join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        let place = Self(folder);
        place.write("viewer/index.html", PAGE);
        place.write("viewer/boot.js", "// starts");
        place.write("viewer/build.json", "{\"profile\":\"release\"}");
        place
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    /// Every name beside the viewer, those that begin with a dot too.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The arguments of a bundle of these files into `site`.
    fn bundle<'a>(&self, arguments: &[&'a str]) -> Vec<String> {
        let mut all: Vec<String> = vec!["bundle".to_owned()];
        all.extend(arguments.iter().map(|it: &&'a str| (*it).to_owned()));
        all.extend(
            [
                "--out",
                &self.path("site"),
                "--viewer",
                &self.path("viewer"),
            ]
            .map(str::to_owned),
        );
        all
    }

    fn listing(&self) -> Value {
        serde_json::from_str(&self.read("site/listing.json")).unwrap()
    }
}

fn texts(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

#[test]
fn a_bundle_is_the_viewer_with_the_data_and_a_listing() {
    let place = Place::new("whole");
    let arguments = place.bundle(&["deerflow/threads", "deerflow/attempts.jsonl"]);
    let said = printed(&texts(&arguments));
    insta::assert_snapshot!(said.replace(&place.path(""), "PLACE/"));
    let page = place.read("site/index.html");
    assert!(page.contains("<meta name=\"loopledger-listing\" content=\"listing.json\">"));
    assert!(page.contains("integrity=\"sha384-x\""));
    assert!(page.contains("Content-Security-Policy"));
    assert!(place.has("site/boot.js"));
    assert!(!place.has("site/build.json"));
    assert!(place.read("site/robots.txt").contains("Disallow: /"));
    insta::assert_json_snapshot!(place.listing());
    let address = place.listing()["files"][4]["address"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        place.read(&format!("site/{address}")),
        fs::read_to_string(corpus().join("deerflow/attempts.jsonl")).unwrap()
    );
    assert_eq!(place.names(), ["site", "viewer"]);
}

#[test]
fn files_of_one_name_are_kept_apart() {
    let place = Place::new("same-names");
    place.write("a/x.jsonl", "{\"id\":\"a\",\"cost\":1}\n");
    place.write("b/x.jsonl", "{\"id\":\"b\",\"cost\":2}\n");
    let (a, b) = (place.path("a/x.jsonl"), place.path("b/x.jsonl"));
    printed(&texts(&place.bundle(&[&a, &b])));
    let listing = place.listing();
    let names: Vec<_> = (0..2)
        .map(|index| &listing["files"][index]["name"])
        .collect();
    assert_eq!(names, ["x.jsonl", "x (2).jsonl"]);
    let second = listing["files"][1]["address"].as_str().unwrap().to_owned();
    assert!(place.read(&format!("site/{second}")).contains("\"b\""));
}

#[test]
fn a_bundle_names_no_folder_of_the_machine() {
    let place = Place::new("no-folders");
    place.write("secret/x.jsonl", "{\"id\":\"a\",\"cost\":1}\n");
    printed(&texts(&place.bundle(&[&place.path("secret/x.jsonl")])));
    assert!(!place.read("site/listing.json").contains("secret"));
}

#[test]
fn a_redacted_bundle_holds_no_arguments() {
    let place = Place::new("redacted");
    let mut arguments = place.bundle(&["deerflow/threads/thread-loop"]);
    arguments.push("--redact".to_owned());
    printed(&texts(&arguments));
    let listing = place.listing();
    assert_eq!(listing["files"][0]["format"], "loopledger-trace");
    let address = listing["files"][0]["address"].as_str().unwrap();
    let text = place.read(&format!("site/{address}"));
    let original = corpus().join("deerflow/threads/thread-loop/runs/run-loop.jsonl");
    let original = fs::read_to_string(original).unwrap();
    assert!(original.contains("\"args\""));
    assert!(!text.contains("\"args\""), "{text}");
}

#[test]
fn a_folder_that_is_there_is_not_touched() {
    let place = Place::new("there");
    place.write("site/mine.txt", "mine");
    let mut arguments = place.bundle(&["deerflow/attempts.jsonl"]);
    check_failure(&texts(&arguments), 3, "is there already");
    arguments.push("--overwrite".to_owned());
    check_failure(&texts(&arguments), 3, "is no bundle");
    assert_eq!(place.read("site/mine.txt"), "mine");
    assert_eq!(place.names(), ["site", "viewer"]);
}

#[test]
fn an_earlier_bundle_is_replaced_where_that_is_asked_for() {
    let place = Place::new("earlier");
    let mut arguments = place.bundle(&["deerflow/threads"]);
    printed(&texts(&arguments));
    check_failure(&texts(&arguments), 3, "is there already");
    arguments[1] = "deerflow/attempts.jsonl".to_owned();
    arguments.push("--overwrite".to_owned());
    printed(&texts(&arguments));
    let addresses = fs::read_dir(place.0.join("site/data")).unwrap().count();
    assert_eq!(addresses, 1);
    assert_eq!(place.names(), ["site", "viewer"]);
}

#[test]
fn nothing_is_written_into_or_over_an_input() {
    let place = Place::new("inputs");
    let text = "{\"id\":\"a\",\"cost\":1}\n";
    place.write("data/x.jsonl", text);
    let check = |input: &str, out: &str| {
        let (input, out, viewer) = (place.path(input), place.path(out), place.path("viewer"));
        let arguments = [
            "bundle",
            &input,
            "--out",
            &out,
            "--viewer",
            &viewer,
            "--overwrite",
        ];
        check_failure(&arguments, 3, "lie in one another");
    };
    check("data", "data/site");
    check("data", "data");
    check("data/x.jsonl", "data");
    check("data/../data", "data/deep/site");
    check("data", "viewer/site");
    assert_eq!(place.read("data/x.jsonl"), text);
}

#[test]
fn a_strict_bundle_of_a_malformed_record_is_not_written() {
    let place = Place::new("strict");
    let mut arguments = place.bundle(&["faults/38-torn-tail.jsonl"]);
    arguments.push("--strict".to_owned());
    let output = loopledger(&texts(&arguments))
        .assert()
        .code(5)
        .get_output()
        .clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("json_syntax"), "{said}");
    assert_eq!(place.names(), ["viewer"]);
}

#[test]
fn a_file_that_is_refused_is_left_out() {
    let place = Place::new("refused");
    let arguments = place.bundle(&["faults/README.md", "faults/15-failed-attempts-count.json"]);
    loopledger(&texts(&arguments)).assert().code(1);
    assert_eq!(place.listing()["files"].as_array().unwrap().len(), 1);
    let only = place.bundle(&["faults/README.md"]);
    let place = Place::new("refused");
    loopledger(&texts(&only)).assert().code(1);
    assert_eq!(place.names(), ["viewer"]);
}

#[test]
fn without_a_viewer_it_says_where_to_get_one() {
    let place = Place::new("no-viewer");
    let out = place.path("site");
    let arguments = ["bundle", "deerflow/attempts.jsonl", "--out", &out];
    check_failure(&arguments, 3, "cargo xtask cli");
    assert!(!place.has("site"));
}

#[test]
fn a_bundle_is_no_viewer_for_another() {
    let place = Place::new("again");
    printed(&texts(&place.bundle(&["deerflow/attempts.jsonl"])));
    let (viewer, out) = (place.path("site"), place.path("other"));
    let arguments = [
        "bundle",
        "deerflow/attempts.jsonl",
        "--out",
        &out,
        "--viewer",
        &viewer,
    ];
    check_failure(&arguments, 3, "is that of a bundle already");
}

#[test]
fn redacted_files_keep_their_names_and_figures() {
    let place = Place::new("redact");
    let out = place.path("out");
    let said = printed(&[
        "redact",
        "faults/41-gzip.jsonl.gz",
        "deerflow/threads",
        "--out",
        &out,
    ]);
    insta::assert_snapshot!(said.replace(&place.path(""), "PLACE/"));
    let decisions = |arguments: &[&str]| {
        let answer = super::printed_json(arguments);
        let files = answer["files"].as_array().unwrap();
        let sessions = files
            .iter()
            .flat_map(|file| file["sessions"].as_array().unwrap());
        sessions.cloned().collect::<Vec<_>>()
    };
    assert_eq!(
        decisions(&["inspect", "--json", &place.path("out/threads")]),
        decisions(&["inspect", "--json", "deerflow/threads"])
    );
    assert_eq!(
        decisions(&["inspect", "--json", &place.path("out/41-gzip.jsonl.gz")]),
        decisions(&["inspect", "--json", "faults/41-gzip.jsonl.gz"])
    );
    check_failure(
        &["redact", "deerflow/threads", "--out", &out],
        3,
        "is there already",
    );
}

#[test]
fn a_redacted_report_quotes_nothing() {
    let place = Place::new("quotes");
    place.write(
        "a.jsonl",
        "{\"schema\":\"loopledger.attempt/v1\",\"attemptId\":\"a\",\"modelCost\":\"Kanarienvogel\",\"review\":{\"decision\":\"rejected\",\"reason\":\"Kanarienvogel\"}}\n",
    );
    place.write("b.txt", "Kanarienvogel");
    let files = [place.path("a.jsonl"), place.path("b.txt")];
    for command in ["inspect", "report", "check"] {
        for more in [&[][..], &["--json"]] {
            let said = |redact: &[&str]| {
                let arguments = [&[command, &files[0], &files[1]], more, redact].concat();
                let output = loopledger(&arguments).assert().code(1).get_output().clone();
                String::from_utf8(output.stdout).unwrap()
            };
            assert!(!said(&["--redact"]).contains("Kanarienvogel"), "{command}");
            if command != "check" || more.is_empty() {
                assert!(said(&[]).contains("Kanarienvogel"), "{command}");
            }
        }
    }
}
