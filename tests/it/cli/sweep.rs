//! `loopledger sweep`.

use super::{check_failure, loopledger, printed, printed_json};
use serde_json::{Value, json};

/// The shared experiment, from the corpus's folder: its attempts, their runs, and one review.
const EXPERIMENT: [&str; 4] = [
    "../e2e/fixtures/experiment/experiment.json",
    "../e2e/fixtures/experiment/attempts.jsonl",
    "../e2e/fixtures/experiment/runs",
    "../e2e/fixtures/experiment/review-ortega.json",
];

/// The sweep of the baseline's hard limit.
fn sweep<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["sweep"];
    arguments.extend(EXPERIMENT);
    arguments.extend(["--variant", "baseline", "--setting", "hard_limit"]);
    arguments.extend(more);
    arguments
}

fn value(view: &Value, value: i64) -> Value {
    let values = view["values"].as_array().unwrap();
    values
        .iter()
        .find(|it| it["value"] == value)
        .unwrap()
        .clone()
}

#[test]
fn a_limit_over_a_range() {
    let view = printed_json(&sweep(&["--from", "2", "--to", "8", "--json"]));
    assert_eq!(view["current"], json!([5]));
    assert_eq!(value(&view, 2)["figures"], Value::Null);
    assert_eq!(value(&view, 2)["errors"].as_array().unwrap().len(), 1);
    // Each of the fifteen runs that were stopped at their sixth response had its fifth call run.
    let four = &value(&view, 4)["figures"];
    assert_eq!(four["stopped"]["attempts"], 15);
    assert_eq!(four["afterStop"]["calls"]["value"], 15);
    let five = &value(&view, 5)["figures"];
    assert_eq!(five["afterStop"]["calls"]["value"], Value::Null);
    assert_eq!(five["afterStop"]["calls"]["reason"], "not_run");
    let eight = &value(&view, 8)["figures"];
    assert_eq!(eight["goesOn"], 15);
    let stops = json!({"count": 15, "lookedAt": 15, "falsePositives": 9, "right": 6, "unsure": 0});
    assert_eq!(eight["stops"], stops);
    assert_eq!(eight["gate"], "inspected");
    assert_eq!(eight["worstCase"][0]["sameCall"]["bound"]["calls"], 7);
    assert_eq!(
        eight["worstCase"][0]["allTools"]["bound"],
        json!({"calls": null, "reason": "tools_take_turns"})
    );
}

#[test]
fn the_table_says_what_is_in_force_and_what_is_invalid() {
    let table = printed(&sweep(&["--from", "2", "--to", "6"]));
    assert!(table.contains("5 (in force)"), "{table}");
    assert!(table.contains("2  invalid"), "{table}");
    assert!(table.contains("below the warning threshold 3"), "{table}");
    assert!(table.contains("null (not_run) (0 of 15)"), "{table}");
}

#[test]
fn every_line_of_csv_has_the_same_fields() {
    let csv = printed(&sweep(&["--from", "2", "--to", "6", "--csv"]));
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 6);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    let field = |name: &str| lines[0].iter().position(|it| *it == name).unwrap();
    // An unknown is an empty field, and its reason stands beside it.
    let five = &lines[4];
    assert_eq!(five[field("callsAfterStop")], "");
    assert_eq!(five[field("callsAfterStopReason")], "not_run");
    assert_eq!(lines[3][field("callsAfterStop")], "15");
}

#[test]
fn markdown_is_a_table() {
    let text = printed(&sweep(&["--from", "4", "--to", "5", "--markdown"]));
    assert!(
        text.starts_with("## hard_limit over 36 attempts of variant baseline"),
        "{text}"
    );
    assert!(text.contains("\n| 4 | 15 | 4 | 15 | 50377 |"), "{text}");
}

#[test]
fn a_proposal_carries_what_it_rests_on() {
    let proposal = printed_json(&sweep(&["--propose", "8"]));
    assert_eq!(proposal["schema"], "loopledger.proposal/v1");
    assert_eq!((&proposal["from"], &proposal["to"]), (&json!(5), &json!(8)));
    assert_eq!(proposal["isInspected"], true);
    assert_eq!(proposal["files"].as_array().unwrap().len(), 75);
}

#[test]
fn a_proposal_that_nobody_looked_at_says_so() {
    let arguments = [
        "sweep",
        EXPERIMENT[1],
        EXPERIMENT[2],
        "--variant",
        "baseline",
        "--setting",
        "hard_limit",
        "--propose",
        "8",
    ];
    let output = loopledger(&arguments)
        .assert()
        .success()
        .get_output()
        .clone();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("no recommendation"), "{complaint}");
    assert!(complaint.contains("0 of 15"), "{complaint}");
    let proposal: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(proposal["isInspected"], false);
}

#[test]
fn runs_under_several_rules_give_no_proposal() {
    let arguments = [
        "sweep",
        EXPERIMENT[1],
        EXPERIMENT[2],
        "--setting",
        "hard_limit",
        "--propose",
        "8",
    ];
    check_failure(&arguments, 4, "2 different configurations");
}

#[test]
fn a_limit_that_is_none() {
    let unknown = [
        "sweep",
        EXPERIMENT[1],
        "--setting",
        "mood",
        "--from",
        "1",
        "--to",
        "2",
    ];
    check_failure(&unknown, 2, "known are warn_threshold");
}
