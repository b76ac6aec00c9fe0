//! `loopledger opinions`.

use super::{check_failure, printed, printed_json};
use serde_json::json;

const ALTERNATION: &str = "../../web/examples/alternation";

#[test]
fn a_table_of_all_detectors() {
    insta::assert_snapshot!(printed(&["opinions", ALTERNATION]));
}

#[test]
fn limits_that_are_off_by_default_can_be_given() {
    let answer = printed_json(&[
        "opinions",
        "--json",
        ALTERNATION,
        "--tool-call-limit",
        "4",
        "--model-call-limit",
        "7",
        "--smolagents-max-steps",
        "3",
    ]);
    let stops: Vec<_> = answer["opinions"][0]["lanes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|lane| lane["parameters"].as_array().unwrap().len() == 1)
        .map(|lane| json!([lane["id"], lane["verdict"], lane["firstStop"]]))
        .collect();
    assert_eq!(
        json!(stops),
        json!([
            ["roo-code", "judged", null],
            ["opencode", "judged", null],
            ["opencode-session", "judged", null],
            ["goose", "off", null],
            ["crewai", "judged", null],
            ["langchain-tool-calls", "judged", 4],
            ["langchain-model-calls", "judged", 6],
            ["smolagents", "judged", 2],
            ["crewai-max-iter", "judged", null],
        ])
    );
}

#[test]
fn a_run_that_is_not_there() {
    check_failure(
        &["opinions", ALTERNATION, "--run", "x/y"],
        4,
        "no run \"x/y\" is loaded",
    );
}
