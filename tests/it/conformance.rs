//! The recorded answers of upstream's detector, for every revision that has any.

use std::path::Path;

use loopledger_conformance::Report;

/// Runs a vector file of the corpus and checks how many vectors it holds, so that none gets lost.
fn check(file: &str, expected: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus/conformance")
        .join(file);
    // A file that cannot be read has no vectors, and that is a failure.
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut report = Report::default();
    report.run_file(file, &text);
    let failures: Vec<_> = report
        .failures
        .iter()
        .map(|failure| format!("{}: {}", failure.vector, failure.difference))
        .collect();
    assert_eq!((failures, report.passed), (Vec::new(), expected));
}

#[test]
fn digests_of_edge_inputs() {
    check("call-set-digests.json", 68);
}

#[test]
fn cases_of_2026_08_22() {
    check("cases-2026-08-22.json", 40);
}

#[test]
fn cases_of_2026_09_08() {
    check("cases-2026-09-08.json", 40);
}

#[test]
fn cases_of_2026_09_10() {
    check("cases-2026-09-10.json", 40);
}

#[test]
fn random_traces_of_2026_08_22() {
    check("random-2026-08-22.jsonl", 120);
}

#[test]
fn random_traces_of_2026_09_08() {
    check("random-2026-09-08.jsonl", 120);
}

#[test]
fn random_traces_of_2026_09_10() {
    check("random-2026-09-10.jsonl", 120);
}

/// Runs one made-up vector and checks the difference that is found.
fn check_difference(vector: &str, expected: &str) {
    let mut report = Report::default();
    report.run_file("made-up.json", vector);
    let differences: Vec<_> = report
        .failures
        .iter()
        .map(|failure| failure.difference.as_str())
        .collect();
    assert_eq!(differences, [expected]);
}

#[test]
fn wrong_digest_is_found() {
    check_difference(
        r#"[{"label": "x", "calls": [], "hash": "d75171398899"}]"#,
        r#"hash: recorded "d75171398899", answered "d75171398898""#,
    );
}

#[test]
fn wrong_count_is_found() {
    check_difference(
        r#"[{"config": {}, "steps": [{"tool_calls": [{"name": "bash", "args": {}}]}],
             "results": [{"outcome": "none", "freq": {"bash": 2}}]}]"#,
        "step 0: freq.bash: recorded 2, answered 1",
    );
}

#[test]
fn unknown_field_is_found() {
    check_difference(
        r#"{"config": {}, "steps": [{"tool_calls": []}], "expect": [{"mood": "good"}]}"#,
        "step 0: mood: not a known field here",
    );
}

#[test]
fn file_without_vectors_is_found() {
    check_difference("[]", "no vectors");
}
