//! `--revision` and `--config`.

use super::{check_failure, corpus, loopledger, printed_json};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const READS: &str = "faults/26-batch-crosses-warn-and-stop.json";

/// A configuration file of its own for each test.
fn config(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("config");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn decisions(arguments: &[&str]) -> Value {
    let arguments = [&["inspect", "--json"], arguments].concat();
    printed_json(&arguments)["files"][0]["sessions"][0]["decisions"].clone()
}

#[test]
fn the_default_revision_counts_the_whole_batch() {
    assert_eq!(
        decisions(&[READS]),
        json!([[1, "stop", "tool_frequency", ["read_file"], 50]])
    );
}

#[test]
fn an_older_revision_stops_counting_at_the_warning() {
    assert_eq!(
        decisions(&[READS, "--revision", "2026-08-22"]),
        json!([[1, "warn", "tool_frequency", ["read_file"], 30]])
    );
}

#[test]
fn a_config_file_gives_the_limits() {
    let path = config(
        "override.yaml",
        "loop_detection:\n  tool_freq_overrides:\n    bash: {warn: 150, hard_limit: 300}\n",
    );
    assert_eq!(
        decisions(&["faults/30-batch-science.json", "--config", &path]),
        json!([])
    );
}

#[test]
fn an_unknown_revision() {
    check_failure(
        &["inspect", READS, "--revision", "2026-01-01"],
        4,
        "unknown revision \"2026-01-01\"; known are 2026-08-22, 2026-09-08, 2026-09-10, 2026-09-16",
    );
}

#[test]
fn a_report_checks_its_settings_too() {
    check_failure(
        &["report", READS, "--revision", "x"],
        4,
        "unknown revision \"x\"",
    );
}

#[test]
fn a_config_that_breaks_a_rule_is_named_by_its_line() {
    let path = config(
        "broken.yaml",
        "models: []\nloop_detection:\n  warn_threshold: 9\n",
    );
    check_failure(
        &["inspect", READS, "--config", &path],
        4,
        "broken.yaml:2: loop_detection.hard_limit: the hard limit 5 is below the warning threshold 9",
    );
}

#[test]
fn a_config_without_the_section() {
    let path = config("other.yaml", "models: []\nsandbox: {}\n");
    check_failure(
        &["inspect", READS, "--config", &path],
        4,
        "there is no loop_detection section",
    );
}

#[test]
fn a_config_that_is_no_config() {
    check_failure(
        &["inspect", READS, "--config", READS],
        4,
        "no loop_detection section",
    );
}

#[test]
fn a_config_that_is_not_there() {
    check_failure(
        &["inspect", READS, "--config", "none.yaml"],
        3,
        "cannot read none.yaml",
    );
}

#[test]
fn a_config_among_the_files_is_what_a_run_falls_back_to() {
    let path = config("dropped.yaml", "loop_detection:\n  warn_threshold: 2\n");
    assert!(corpus().join("deerflow/threads").is_dir());
    let output = loopledger(&["replay", "--json", "deerflow/threads/thread-loop", &path])
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let answer: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(answer["replays"][0]["configurationSource"], "config_file");
    assert_eq!(answer["replays"][0]["decisions"][0]["response"], 1);
}
