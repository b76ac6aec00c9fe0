//! `loopledger experiment`.

use super::{check_failure, loopledger};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The experiment that the tests in the browser walk through, and its digest as Python finds it.
const DIGEST: &str = "5ef6531f15bd52cd75e432622d207b137a63a7518653ba68a11b331dfb2e8fc2";

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("e2e/fixtures/experiment");
    folder.join(name).to_str().unwrap().to_owned()
}

/// A folder of its own for a test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("experiment")
            .join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The fixture, frozen.
    fn frozen(&self) -> String {
        let path = self.path("frozen.json");
        let manifest = fixture("experiment.json");
        answer(&["experiment", "freeze", &manifest, "--out", &path], 0);
        path
    }

    /// The frozen fixture with one piece of its text changed.
    fn changed(&self, piece: &str, other: &str) -> String {
        let text = fs::read_to_string(self.frozen()).unwrap();
        assert!(text.contains(piece), "{piece}");
        let path = self.path("changed.json");
        fs::write(&path, text.replacen(piece, other, 1)).unwrap();
        path
    }

    /// The fixture's attempts, each with these fields changed.
    fn attempts(&self, change: impl Fn(usize, &mut Value)) -> String {
        let text = fs::read_to_string(fixture("attempts.jsonl")).unwrap();
        let lines = text.lines().enumerate().map(|(index, line)| {
            let mut attempt: Value = serde_json::from_str(line).unwrap();
            change(index, &mut attempt);
            format!("{attempt}\n")
        });
        let path = self.path("attempts.jsonl");
        fs::write(&path, lines.collect::<String>()).unwrap();
        path
    }
}

/// What the command prints, and that it ends so.
fn answer(arguments: &[&str], code: i32) -> String {
    let output = loopledger(arguments)
        .assert()
        .code(code)
        .get_output()
        .clone();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_manifest_is_made_from_options() {
    let place = Place::new("new");
    fs::write(
        place.0.join("tasks.txt"),
        "a=First\n- works\n\nb\n- is short\n",
    )
    .unwrap();
    let (out, tasks) = (place.path("m.json"), place.path("tasks.txt"));
    let arguments = [
        "experiment",
        "new",
        &out,
        "--id",
        "loops",
        "--tasks",
        &tasks,
        "--task",
        "c=Third",
        "--criterion",
        "is tested",
        "--source-revision",
        "abc",
        "--model",
        "m-1",
        "--concurrency",
        "2",
        "--rubric",
        "delivery",
        "--rubric-criterion",
        "whole",
        "--variant",
        "higher:hard_limit=8",
    ];
    assert_eq!(answer(&arguments, 0).trim(), out);
    let made: Value = serde_json::from_str(&place.read("m.json")).unwrap();
    assert_eq!(
        made["tasks"],
        json!([
            {"taskId": "a", "title": "First", "acceptanceCriteria": ["works", "is tested"]},
            {"taskId": "b", "title": null, "acceptanceCriteria": ["is short", "is tested"]},
            {"taskId": "c", "title": "Third", "acceptanceCriteria": ["is tested"]},
        ])
    );
    assert_eq!(
        made["variants"],
        json!([{"variantId": "higher", "setting": "hard_limit", "value": "8"}])
    );
    answer(&["experiment", "freeze", &out], 0);
    let before = place.read("m.json");
    check_failure(&arguments, 3, "is there already");
    assert_eq!(place.read("m.json"), before);
}

#[test]
fn what_a_new_manifest_lacks_is_said() {
    let place = Place::new("lacking");
    let out = place.path("m.json");
    let said = answer(&["experiment", "new", &out, "--id", "loops"], 0);
    for code in ["no_tasks", "no_rubric", "no_concurrency", "no_variants"] {
        assert!(said.contains(&format!("[{code}]")), "{said}");
    }
}

#[test]
fn freezing_gives_the_digest_that_anyone_finds() {
    let place = Place::new("freeze");
    let path = place.frozen();
    let said = answer(&["experiment", "check", &path], 0);
    assert!(said.contains(DIGEST), "{said}");
    // The recipe of docs/experiment.md, as it stands there.
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/experiment.md");
    let docs = fs::read_to_string(docs).unwrap();
    let (_, recipe) = docs.split_once("python3 -c '").unwrap();
    let (recipe, _) = recipe.split_once("' experiment.json").unwrap();
    for manifest in [path, fixture("experiment.json")] {
        let output = Command::new("python3")
            .args(["-c", recipe, &manifest])
            .output()
            .unwrap();
        let found = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            found.trim(),
            DIGEST,
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn freezing_again_changes_nothing() {
    let place = Place::new("again");
    let path = place.frozen();
    let before = place.read("frozen.json");
    answer(
        &[
            "experiment",
            "freeze",
            &path,
            "--frozen-at",
            "2026-12-01T00:00:00Z",
        ],
        0,
    );
    assert_eq!(place.read("frozen.json"), before);
    assert_eq!(place.names(), ["frozen.json"]);
}

#[test]
fn the_time_is_written_where_it_is_given() {
    let place = Place::new("time");
    let (manifest, out) = (fixture("experiment.json"), place.path("m.json"));
    let freeze = [
        "experiment",
        "freeze",
        &manifest,
        "--out",
        &out,
        "--frozen-at",
    ];
    check_failure(&[&freeze[..], &["tomorrow"]].concat(), 4, "tomorrow");
    answer(&[&freeze[..], &["2026-12-01T01:00:00+01:00"]].concat(), 0);
    let frozen: Value = serde_json::from_str(&place.read("m.json")).unwrap();
    assert_eq!(frozen["frozen"]["frozenAt"], "2026-12-01T00:00:00Z");
    assert_eq!(frozen["frozen"]["digest"], DIGEST);
}

/// Checks that a changed manifest is named so, and neither passes nor is frozen again.
fn check_change(name: &str, piece: &str, other: &str, named: &str) {
    let place = Place::new(name);
    let path = place.changed(piece, other);
    let before = place.read("changed.json");
    let said = answer(&["experiment", "check", &path], 5);
    assert!(said.contains("changed since"), "{said}");
    assert!(said.contains(named), "{said}");
    let said = answer(&["experiment", "freeze", &path], 5);
    assert!(said.contains(named), "{said}");
    assert_eq!(place.read("changed.json"), before);
}

#[test]
fn a_changed_task_is_named_with_its_field() {
    check_change(
        "changed-task",
        "\"No address is lost\"",
        "\"Few addresses are lost\"",
        "task address-book, acceptanceCriteria: [changed]",
    );
}

#[test]
fn another_change_is_named() {
    check_change(
        "changed-variant",
        "\"value\": \"8\"",
        "\"value\": \"9\"",
        "variant hard-limit-8, value: [changed]",
    );
    check_change(
        "changed-field",
        "\"concurrency\": 2",
        "\"concurrency\": 3",
        "manifest, concurrency: [changed]",
    );
    check_change(
        "changed-form",
        "\"value\": \"8\"",
        "\"value\": 8",
        "manifest, /variants/0/value: [other_form]",
    );
    check_change(
        "changed-note",
        "\"concurrency\": 2",
        "\"note\": 1, \"concurrency\": 2",
        "manifest, /note: [other_form]",
    );
    check_change(
        "changed-block",
        DIGEST,
        &"0".repeat(64),
        "manifest, digest: [block_edited]",
    );
}

/// Checks that a manifest with a fault is not frozen, and that the fault is named.
fn check_fault(name: &str, piece: &str, other: &str, named: &str) {
    let place = Place::new(name);
    let text = fs::read_to_string(fixture("experiment.json")).unwrap();
    assert!(text.contains(piece), "{piece}");
    let path = place.path("m.json");
    fs::write(&path, text.replacen(piece, other, 1)).unwrap();
    let said = answer(&["experiment", "check", &path], 5);
    assert!(said.contains(named), "{said}");
    answer(&["experiment", "freeze", &path], 5);
    assert!(!place.read("m.json").contains("frozen"));
}

#[test]
fn faults_are_named() {
    let setting = "\"setting\": \"hard_limit\"";
    check_fault(
        "f-unknown",
        setting,
        "\"setting\": \"mood\"",
        "[unknown_setting]",
    );
    check_fault(
        "f-two",
        setting,
        "\"setting\": \"hard_limit, warn_threshold\"",
        "[two_settings]",
    );
    check_fault(
        "f-same",
        "\"value\": \"8\"",
        "\"value\": \"5\"",
        "[same_as_baseline]",
    );
    check_fault(
        "f-criteria",
        "[\n        \"Every failed job is listed\"\n      ]",
        "[]",
        "of job-queue: [no_criteria]",
    );
    check_fault(
        "f-duplicate",
        "\"taskId\": \"job-queue\"",
        "\"taskId\": \"lost-login\"",
        "of lost-login: [duplicate_task]",
    );
    check_fault(
        "f-lost",
        "\"taskId\": \"job-queue\",",
        "",
        "/tasks/7/taskId: [not_read]",
    );
}

#[test]
fn attempts_under_the_manifest_pass() {
    let place = Place::new("attempts");
    let frozen = place.frozen();
    let attempts = place.attempts(|_, attempt| {
        attempt["manifestDigest"] = DIGEST.into();
        if attempt["modelCost"].is_null() {
            attempt["modelCost"] = json!({"amount": "0.1", "currency": "USD"});
            attempt["unknown"] = json!({});
        }
    });
    answer(&["experiment", "check", &frozen, &attempts], 0);
}

#[test]
fn what_attempts_lack_is_said() {
    let place = Place::new("attempts-lacking");
    let frozen = place.frozen();
    let attempts = place.attempts(|index, attempt| {
        attempt["manifestDigest"] = match index {
            0 => "0".repeat(64).into(),
            1 => Value::Null,
            _ => DIGEST.into(),
        };
        if attempt["taskId"] == "lost-login" && attempt["variantId"] == "hard-limit-8" {
            attempt["taskId"] = "found-login".into();
        }
    });
    let said = answer(&["experiment", "check", &frozen, &attempts], 5);
    for piece in [
        "1 attempt under another digest: b-address-book-1\n",
        "1 attempt without a digest: b-address-book-2\n",
        "3 attempts of no task of the manifest: h-lost-login-1, h-lost-login-2, h-lost-login-3\n",
        "modelCost lacking, no_price_for_model 1: b-chart-rain-2\n",
        "no attempt",
    ] {
        assert!(said.contains(piece), "{piece} in {said}");
    }
}

#[test]
fn a_file_without_a_manifest_is_refused() {
    let attempts = fixture("attempts.jsonl");
    loopledger(&["experiment", "check", &attempts])
        .assert()
        .code(1);
    loopledger(&["experiment", "freeze", &attempts])
        .assert()
        .code(1);
    loopledger(&["experiment", "check", "none.json"])
        .assert()
        .code(3);
}
