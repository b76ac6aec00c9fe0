//! The shared experiment compared, refused, and taken along.

use loopledger::view::ReportView;
use loopledger::{FileMeta, Reading, Redaction, Session};
use serde_json::Value;
use std::path::PathBuf;

fn experiment() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("e2e/fixtures/experiment")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(experiment().join(name)).unwrap()
}

fn add(session: &mut Session, name: &str, text: String) {
    session.add(Reading::new(FileMeta::new(name), text.into_bytes()));
}

fn loaded(names: &[&str]) -> Session {
    let mut session = Session::new();
    for name in names {
        add(&mut session, name, text(name));
    }
    session
}

const WHOLE: [&str; 3] = [
    "experiment-frozen.json",
    "attempts-one-currency.jsonl",
    "review-ortega.json",
];

fn codes(session: &mut Session) -> Vec<String> {
    let refusals = session.compare(None).refusals;
    refusals.into_iter().map(|refusal| refusal.code).collect()
}

#[test]
fn the_answer_is_the_one_that_the_browser_is_held_against() {
    let answer = serde_json::to_value(loaded(&WHOLE).compare(None)).unwrap();
    let expected: Value = serde_json::from_str(&text("comparison.json")).unwrap();
    assert_eq!(answer, expected);
}

#[test]
fn the_order_of_the_files_changes_nothing() {
    let mut reversed = WHOLE;
    reversed.reverse();
    assert_eq!(
        loaded(&reversed).compare(None),
        loaded(&WHOLE).compare(None)
    );
}

#[test]
fn without_a_manifest_nothing_is_compared() {
    assert_eq!(codes(&mut loaded(&WHOLE[1..])), ["no_manifest"]);
}

#[test]
fn a_manifest_that_was_never_frozen_is_refused() {
    let mut session = loaded(&["experiment.json", "attempts-one-currency.jsonl"]);
    assert_eq!(codes(&mut session), ["not_frozen"]);
}

#[test]
fn a_frozen_copy_stands_for_one_that_is_not() {
    let names = [&["experiment.json"], &WHOLE[..]].concat();
    assert!(loaded(&names).compare(None).comparison.is_some());
}

#[test]
fn a_changed_task_is_named() {
    let changed = text("experiment-frozen.json").replacen("No address is lost", "Most are kept", 1);
    let mut session = loaded(&WHOLE[1..]);
    add(&mut session, "experiment.json", changed);
    let refusals = session.compare(None).refusals;
    assert_eq!(refusals[0].code, "changed_after_freezing");
    assert_eq!(
        refusals[0].mismatches[0].subject,
        "task address-book acceptanceCriteria"
    );
}

#[test]
fn two_manifests_are_refused() {
    let other = text("experiment.json").replace("identical-calls-2026-10", "another");
    let mut session = loaded(&WHOLE);
    add(&mut session, "other.json", other);
    assert_eq!(codes(&mut session), ["several_manifests"]);
}

#[test]
fn a_variant_that_there_is_not_is_refused() {
    let answer = loaded(&WHOLE).compare(Some("nobody"));
    assert_eq!(answer.refusals[0].code, "unknown_variant");
    assert_eq!(answer.choices.len(), 1);
}

#[test]
fn redaction_leaves_the_comparison_as_it_was() {
    let session = loaded(&WHOLE);
    let compared = |mut session: Session| session.compare(None).comparison.unwrap().metrics;
    assert_eq!(
        compared(session.to_redacted(Redaction::default())),
        compared(session)
    );
}

/// Everything of a report but where it was read.
fn said(report: &ReportView) -> Value {
    fn without_places(value: Value) -> Value {
        match value {
            Value::Object(members) => members
                .into_iter()
                // A sum that was added up elsewhere is reported here.
                .filter(|(key, _)| !key.to_lowercase().ends_with("place") && key != "origin")
                .map(|(key, value)| (key, without_places(value)))
                .collect(),
            Value::Array(items) => items.into_iter().map(without_places).collect(),
            Value::String(text) if text.starts_with("{\"attempts\":") => {
                let mut record: Value = serde_json::from_str(&text).unwrap();
                record.as_object_mut().unwrap().remove("loopledger");
                record
            }
            other => other,
        }
    }
    without_places(serde_json::to_value(report).unwrap())
}

/// Attempts with an unknown and a foreign price come back from an export.
fn check_round_trip(name: &str, export: fn(&mut Session) -> String) {
    let mut session = loaded(&[
        "experiment-frozen.json",
        "attempts.jsonl",
        "review-ortega.json",
    ]);
    let mut again = loaded(&["experiment-frozen.json"]);
    add(&mut again, name, export(&mut session));
    assert_eq!(said(&again.report()), said(&session.report()));
    assert_eq!(again.compare(None), session.compare(None));
    assert_eq!(export(&mut again), export(&mut session));
}

#[test]
fn attempts_come_back_from_json_lines() {
    check_round_trip("attempts.jsonl", Session::attempts_jsonl);
}

#[test]
fn attempts_come_back_from_comma_separated_values() {
    check_round_trip("attempts.csv", Session::attempts_csv);
}

#[test]
fn the_result_record_comes_back() {
    let mut session = loaded(&WHOLE);
    let record = session.result_json();
    let mut again = Session::new();
    add(&mut again, "result.json", record.clone());
    let read = &again.report().recorded_results[0];
    assert!(record.starts_with(read.json.trim_end_matches('}')));
}

#[test]
fn the_summary_has_intervals_and_refusals() {
    let mut session = loaded(&WHOLE);
    let summary = session.summary_markdown(None);
    assert!(summary.contains("| modelCost | <code>8.550168 USD</code> | <code>10.339528 USD</code> | <code>1.78936</code> | <code>0.147077 to 3.37978</code> | higher |"), "{summary}");
    assert!(summary.contains("do not tell the two apart"), "{summary}");
    let mut session = loaded(&WHOLE[1..]);
    let summary = session.summary_markdown(None);
    assert!(
        summary.contains("- There is no manifest. (`no_manifest`)"),
        "{summary}"
    );
}
