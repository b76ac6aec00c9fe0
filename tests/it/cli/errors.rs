//! Exit codes, as `--help` documents them.

use super::{check_failure, loopledger, printed};
use serde_json::Value;

#[test]
fn zero_although_single_records_are_broken() {
    printed(&["report", "faults/38-torn-tail.jsonl"]);
}

#[test]
fn one_where_a_file_is_nothing_we_read_and_the_others_count() {
    let output = loopledger(&[
        "report",
        "--json",
        "faults/README.md",
        "faults/15-failed-attempts-count.json",
    ])
    .assert()
    .code(1)
    .get_output()
    .stdout
    .clone();
    let answer: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(answer["report"]["total"]["attempts"], 4);
    assert_eq!(answer["files"][0]["format"], Value::Null);
}

#[test]
fn a_refused_file_is_told_with_every_format_that_was_tried() {
    let output = loopledger(&["inspect", "faults/36-timestamps.json"])
        .assert()
        .code(1);
    insta::assert_snapshot!(String::from_utf8(output.get_output().stdout.clone()).unwrap());
}

#[test]
fn two_where_the_command_line_is_not_understood() {
    check_failure(&["inspect"], 2, "<FILE>");
    check_failure(&["weigh", "x"], 2, "weigh");
}

#[test]
fn three_where_a_file_cannot_be_opened() {
    check_failure(&["inspect", "none.jsonl"], 3, "cannot read none.jsonl");
}

#[test]
fn help_documents_the_exit_codes() {
    insta::assert_snapshot!(printed(&["--help"]));
}
