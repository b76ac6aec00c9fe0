//! `loopledger inspect`.

use super::{keys, printed, printed_json};
use serde_json::json;

const LOOP: &str = "deerflow/threads/thread-loop/runs/run-loop.jsonl";

#[test]
fn a_table_of_a_journal_and_a_list() {
    insta::assert_snapshot!(printed(&["inspect", LOOP, "deerflow/runs.json"]));
}

#[test]
fn a_table_of_broken_lines() {
    insta::assert_snapshot!(printed(&["inspect", "faults/38-torn-tail.jsonl"]));
}

#[test]
fn every_key_that_programs_rely_on() {
    let answer = printed_json(&["inspect", "--json", LOOP, "faults/38-torn-tail.jsonl"]);
    assert_eq!(keys(&answer), ["files"]);
    let file = &answer["files"][0];
    for key in ["name", "format", "sessions", "diagnostics"] {
        assert!(keys(file).contains(&key), "{key}");
    }
    let session = &file["sessions"][0];
    for key in [
        "id",
        "responses",
        "toolCalls",
        "suppressedToolCalls",
        "tokens",
        "modelCost",
        "stopReasons",
        "decisions",
    ] {
        assert!(keys(session).contains(&key), "{key}");
    }
    assert_eq!(
        keys(&session["tokens"]),
        [
            "cacheRead",
            "cacheWrite",
            "inputUncached",
            "output",
            "reasoning"
        ]
    );
    let diagnostic = &answer["files"][1]["diagnostics"][0];
    for key in ["severity", "code", "line", "byte", "pointer", "message"] {
        assert!(keys(diagnostic).contains(&key), "{key}");
    }
}

#[test]
fn the_figures_of_a_journal() {
    let answer = printed_json(&["inspect", "--json", LOOP]);
    let file = &answer["files"][0];
    assert_eq!(
        (&file["name"], &file["format"]),
        (&json!(LOOP), &json!("deerflow-event-journal"))
    );
    let session = &file["sessions"][0];
    assert_eq!(session["id"], "run-loop");
    assert_eq!(session["responses"], 5);
    assert_eq!(session["toolCalls"], 5);
    assert_eq!(session["suppressedToolCalls"], 1);
    assert_eq!(
        session["tokens"],
        json!({ "inputUncached": 3800, "cacheRead": 3200, "cacheWrite": null, "output": 200, "reasoning": null })
    );
    assert_eq!(session["modelCost"], json!(null));
    assert_eq!(session["stopReasons"], json!({ "loop_capped": 1 }));
    assert_eq!(
        session["decisions"],
        json!([
            [2, "warn", "identical_call_set", ["bash"], 3],
            [4, "stop", "identical_call_set", ["bash"], 5]
        ])
    );
}

#[test]
fn a_cost_is_an_amount_with_its_currency() {
    let prices = r#"{"gpt-demo":{"input_cost_per_token":0.000002,"cache_read_input_token_cost":0.0000005,"output_cost_per_token":0.000008,"litellm_provider":"x"}}"#;
    let output = super::loopledger(&["inspect", "--json", LOOP, "-"])
        .write_stdin(prices)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let answer: serde_json::Value = serde_json::from_slice(&output).unwrap();
    // 3800 × 0.000002 + 3200 × 0.0000005 + 200 × 0.000008
    let cost = &answer["files"][0]["sessions"][0]["modelCost"];
    assert_eq!(keys(cost), ["amount", "currency"]);
    let amount: f64 = cost["amount"].as_str().unwrap().parse().unwrap();
    assert!((amount - 0.0108).abs() < 1e-12, "{cost}");
    assert_eq!(cost["currency"], "USD");
}

#[test]
fn a_diagnostic_says_where() {
    let answer = printed_json(&["inspect", "--json", "faults/38-torn-tail.jsonl"]);
    let diagnostic = &answer["files"][0]["diagnostics"][0];
    assert_eq!(diagnostic["severity"], "error");
    assert_eq!(diagnostic["code"], "json_syntax");
    assert_eq!(
        (&diagnostic["line"], &diagnostic["byte"]),
        (&json!(3), &json!(104))
    );
}
