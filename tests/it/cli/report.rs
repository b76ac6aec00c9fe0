//! `loopledger report`.

use super::{DEERFLOW, keys, printed, printed_json};
use serde_json::{Value, json};

#[test]
fn a_table_of_recorded_runs() {
    insta::assert_snapshot!(printed(&[&["report"], &DEERFLOW[..]].concat()));
}

#[test]
fn a_table_of_nothing_accepted() {
    insta::assert_snapshot!(printed(&["report", "faults/17-nothing-accepted.json"]));
}

#[test]
fn a_table_of_an_unknown_price() {
    insta::assert_snapshot!(printed(&[
        "report",
        "faults/08-unknown-price-is-not-zero.json"
    ]));
}

#[test]
fn the_result_record_has_its_keys_in_order() {
    let answer = printed_json(&["report", "--json", "faults/15-failed-attempts-count.json"]);
    let record = answer["report"]["resultRecord"].as_str().unwrap();
    let places: Vec<usize> = [
        "\"attempts\":4,",
        "\"acceptedArtifacts\":2,",
        "\"totalModelCost\":10.0,",
        "\"sandboxSeconds\":null,",
        "\"p95LatencyMs\":null,",
        "\"costPerAcceptedArtifact\":5,",
        "\"stopReasons\":{\"loop_capped\":1},",
        "\"benchmarkExecuted\":true",
    ]
    .iter()
    .map(|part| {
        record
            .find(part)
            .unwrap_or_else(|| panic!("no {part} in {record}"))
    })
    .collect();
    assert!(places.is_sorted(), "{record}");
    assert_eq!(places[0], 1);
}

#[test]
fn the_answer_holds_report_attempts_and_files() {
    let answer = printed_json(&[&["report", "--json"], &DEERFLOW[..]].concat());
    assert_eq!(keys(&answer), ["attempts", "files", "report"]);
    assert_eq!(answer["attempts"].as_array().map(Vec::len), Some(4));
    assert_eq!(answer["report"]["total"]["modelCost"]["value"], json!(null));
}

#[test]
fn the_figures_that_were_worked_out_by_hand() {
    let expected: Value =
        serde_json::from_slice(loopledger_tests::file("deerflow/expected.json")).unwrap();
    let answer = printed_json(&[&["report", "--json"], &DEERFLOW[..]].concat());
    let report = &answer["report"];
    check_group(&report["total"], &expected["report"]["total"]);
    for variant in report["variants"].as_array().unwrap() {
        check_group(
            variant,
            &expected["report"][variant["variant"].as_str().unwrap()],
        );
    }
    assert_eq!(report["variants"].as_array().map(Vec::len), Some(2));
}

/// Compares what was worked out with what is answered; an amount is an object in the answer, and
/// what was worked out as a plain number is the value of a sum.
fn check_group(found: &Value, expected: &Value) {
    for (key, expected) in expected.as_object().unwrap() {
        match (key.as_str(), expected) {
            ("outcomes", _) => {
                for view in found["outcomes"].as_array().unwrap() {
                    let outcome = view["outcome"].as_str().unwrap();
                    assert_eq!(view["attempts"], expected[outcome], "{outcome}");
                }
            }
            ("toolCalls", _) => {
                for (part, key) in [
                    ("proposed", "toolCallsProposed"),
                    ("executed", "toolCallsExecuted"),
                    ("suppressed", "toolCallsSuppressed"),
                ] {
                    assert_eq!(found[key]["value"], expected[part], "{key}");
                }
            }
            ("tokens", Value::Object(categories)) => {
                for (category, expected) in categories {
                    assert_eq!(&found["tokens"][category]["value"], expected, "{category}");
                }
            }
            (_, Value::Object(parts)) => {
                for (part, expected) in parts {
                    let found = match part.as_str() {
                        "currency" => match &found[key]["value"] {
                            Value::Null => &found[key]["lowerBound"]["currency"],
                            value => &value["currency"],
                        },
                        _ => match &found[key][part] {
                            Value::Object(money) if money.contains_key("amount") => {
                                &money["amount"]
                            }
                            other => other,
                        },
                    };
                    assert_eq!(found, expected, "{key}.{part}");
                }
            }
            _ => assert_eq!(&found[key], expected, "{key}"),
        }
    }
}
