//! `loopledger schema`.

use super::{check_failure, keys, printed_json};
use serde_json::Value;

/// What is required of an object must be there, and what is there must be described.
fn check(schema: &Value, answer: &Value) {
    let described = keys(&schema["properties"]);
    assert_eq!(described, keys(answer));
    let required = schema["required"].as_array().unwrap();
    assert_eq!(required.len(), described.len());
}

#[test]
fn every_kind_is_a_schema() {
    for kind in [
        "attempt",
        "result",
        "experiment",
        "review",
        "inspect",
        "review-answer",
        "replay",
        "report",
        "opinions",
    ] {
        let schema = printed_json(&["schema", kind]);
        assert_eq!(
            schema["$schema"], "https://json-schema.org/draft/2020-12/schema",
            "{kind}"
        );
        assert!(schema["properties"].is_object(), "{kind}");
    }
}

#[test]
fn the_schemas_of_answers_are_those_of_what_the_commands_print() {
    for (command, kind) in [
        ("inspect", "inspect"),
        ("replay", "replay"),
        ("report", "report"),
        ("opinions", "opinions"),
        ("review", "review-answer"),
    ] {
        let schema = printed_json(&["schema", kind]);
        check(
            &schema,
            &printed_json(&[command, "--json", "deerflow/threads"]),
        );
    }
}

#[test]
fn an_unknown_kind() {
    check_failure(&["schema", "trace"], 2, "invalid value 'trace'");
}
