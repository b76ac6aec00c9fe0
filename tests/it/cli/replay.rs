//! `loopledger replay`.

use super::{check_failure, printed, printed_json};
use serde_json::json;

#[test]
fn a_table_of_recorded_decisions_that_are_repeated() {
    insta::assert_snapshot!(printed(&[
        "replay",
        "deerflow/threads",
        "deerflow/attempts.jsonl"
    ]));
}

#[test]
fn a_table_of_an_export_that_has_lost_calls() {
    insta::assert_snapshot!(printed(&["replay", "faults/29-polling.json"]));
}

#[test]
fn one_run_by_its_key() {
    let answer = printed_json(&[
        "replay",
        "--json",
        "deerflow/threads",
        "--run",
        "thread-clean/run-clean",
    ]);
    let replays = answer["replays"].as_array().unwrap();
    assert_eq!(replays.len(), 1);
    assert_eq!(replays[0]["run"]["runId"], "run-clean");
    assert_eq!(replays[0]["decisions"], json!([]));
}

#[test]
fn a_run_that_is_not_there() {
    check_failure(
        &["replay", "deerflow/threads", "--run", "x/y"],
        4,
        "no run \"x/y\" is loaded",
    );
}

#[test]
fn another_limit_changes_what_was_recorded() {
    let answer = printed_json(&[
        "replay",
        "--json",
        "deerflow/threads/thread-burst",
        "--revision",
        "2026-09-10",
    ]);
    let replay = &answer["replays"][0];
    assert_eq!(replay["revision"], "2026-09-10");
    // The recorded run stopped at the third call under limits of its own; these are the defaults.
    assert_eq!(replay["changes"][0]["change"], "removed");
    assert_eq!(replay["whatIfAfter"], 0);
}
