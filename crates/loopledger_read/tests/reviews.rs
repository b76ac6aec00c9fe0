//! Reviews: what is read, and every fault at its place.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use loopledger_model::trace::{InterventionAction, Layer};
use loopledger_model::{Decision, ReviewRecord, Verdict};
use loopledger_read::{FileRead, Format, Severity};
use support::{read_text, try_read};

const ACCEPTED: &str =
    r#"{"attemptId":"a","taskId":"t","decision":"accepted","reason":null,"artifacts":[]}"#;
const REJECTED: &str = r#"{"attemptId":"b","taskId":null,"decision":"rejected","reason":"wrong","artifacts":[{"path":"/out/b.md","sha256":"00"}]}"#;
const JUDGED: &str = r#"{"run":"t/r","response":4,"action":"hard_stop","layer":"identical_call_set","tools":["bash"],"verdict":"false_positive","note":"it polls"}"#;

/// A review with these decisions and judgements, each on a line of its own from line 2 on.
fn text(decisions: &[&str], judgements: &[&str]) -> String {
    format!(
        "{{\"schema\":\"loopledger.review/v1\",\"experimentId\":\"e\",\"manifestDigest\":\"d0\",\"rubric\":\"r\",\"rubricVersion\":\"1\",\"reviewer\":\"Ana\",\"isBlind\":true,\"decisions\":[\n{}],\n\"judgements\":[\n{}]}}",
        decisions.join(",\n"),
        judgements.join(",\n")
    )
}

fn review(file: &FileRead) -> &ReviewRecord {
    assert_eq!(file.format, Format::Review);
    &file.reviews[0]
}

/// The one complaint about a review, with its line and pointer, and how many verdicts are left.
fn check(
    decisions: &[&str],
    judgements: &[&str],
    expected: (Severity, &str, u64, &str),
    left: usize,
) {
    let file = read_text(&text(decisions, judgements));
    let [found] = file.diagnostics.as_slice() else {
        panic!("one diagnostic: {:?}", file.diagnostics)
    };
    assert_eq!(
        (
            found.severity,
            found.code.as_ref(),
            found.place.line.unwrap(),
            found.place.pointer.as_deref().unwrap_or_default()
        ),
        expected
    );
    let review = review(&file);
    assert_eq!(review.decisions.len() + review.judgements.len(), left);
}

#[test]
fn a_review_is_read_as_it_was_written() {
    let text = text(&[ACCEPTED, REJECTED], &[JUDGED]);
    let file = read_text(&text);
    assert_eq!(file.diagnostics, []);
    let review = review(&file);
    assert_eq!(review.decisions[1].decision, Decision::Rejected);
    let place = review.decisions[1].place.as_ref().unwrap();
    assert_eq!(
        (place.line, place.pointer.as_deref()),
        (Some(3), Some("/decisions/1"))
    );
    let judgement = &review.judgements[0];
    assert_eq!(
        (judgement.action, judgement.layer, judgement.verdict),
        (
            InterventionAction::HardStop,
            Layer::IdenticalCallSet,
            Verdict::FalsePositive
        )
    );
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(value(&serde_json::to_string(review).unwrap()), value(&text));
}

#[test]
fn several_reviews_in_one_file() {
    let one = text(&[ACCEPTED], &[]).replace('\n', "");
    let other = one.replace("Ana", "Ben");
    for text in [
        format!("{one}\n{other}\n"),
        format!("[{one},{other}]"),
        format!(r#"{{"reviews":[{one},{other}]}}"#),
    ] {
        let file = read_text(&text);
        let names: Vec<_> = file.reviews.iter().map(|it| it.reviewer.as_str()).collect();
        assert_eq!(names, ["Ana", "Ben"], "{text}");
    }
}

#[test]
fn a_rejection_without_a_reason_does_not_count() {
    for reason in ["null", "\"  \""] {
        check(
            &[ACCEPTED, &REJECTED.replace("\"wrong\"", reason)],
            &[],
            (
                Severity::Error,
                "rejection_without_reason",
                3,
                "/decisions/1/reason",
            ),
            1,
        );
    }
}

#[test]
fn an_unknown_decision_does_not_count() {
    for decision in ["\"maybe\"", "null"] {
        check(
            &[&ACCEPTED.replace("\"accepted\"", decision)],
            &[],
            (
                Severity::Error,
                "unknown_decision",
                2,
                "/decisions/0/decision",
            ),
            0,
        );
    }
}

#[test]
fn a_decision_about_nothing_does_not_count() {
    check(
        &[r#"{"taskId":"t","decision":"accepted","reason":null,"artifacts":[]}"#],
        &[],
        (Severity::Error, "incomplete_item", 2, "/decisions/0"),
        0,
    );
    check(
        &["17"],
        &[],
        (Severity::Error, "incomplete_item", 2, "/decisions/0"),
        0,
    );
}

#[test]
fn the_same_decision_twice_is_named_and_counts_once() {
    check(
        &[ACCEPTED, ACCEPTED],
        &[],
        (Severity::Warning, "repeated_decision", 3, "/decisions/1"),
        1,
    );
}

#[test]
fn contradicting_decisions_are_named_and_both_kept() {
    check(
        &[REJECTED, &ACCEPTED.replace("\"a\"", "\"b\"")],
        &[],
        (Severity::Error, "repeated_decision", 3, "/decisions/1"),
        2,
    );
}

#[test]
fn judgements_twice_are_named_too() {
    check(
        &[],
        &[JUDGED, JUDGED],
        (Severity::Warning, "repeated_judgement", 5, "/judgements/1"),
        1,
    );
    check(
        &[],
        &[JUDGED, &JUDGED.replace("false_positive", "right")],
        (Severity::Error, "repeated_judgement", 5, "/judgements/1"),
        2,
    );
}

#[test]
fn a_judgement_without_a_verdict_does_not_count() {
    check(
        &[],
        &[
            r#"{"run":"t/r","response":4,"action":"warn","layer":"tool_frequency","tools":[],"note":null}"#,
        ],
        (Severity::Error, "incomplete_item", 4, "/judgements/0"),
        0,
    );
}

#[test]
fn a_word_that_is_none_is_named_where_it_stands() {
    let file = read_text(&text(
        &[],
        &[
            &JUDGED.replace("hard_stop", "stop"),
            &JUDGED.replace("4", "-1"),
        ],
    ));
    let found: Vec<_> = file
        .diagnostics
        .iter()
        .map(|it| {
            (
                it.code.as_ref(),
                it.place.pointer.as_deref().unwrap_or_default(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("unknown_word", "/judgements/0/action"),
            ("incomplete_item", "/judgements/0"),
            ("negative_count", "/judgements/1/response"),
            ("incomplete_item", "/judgements/1"),
        ]
    );
}

#[test]
fn unknown_fields_are_named() {
    check(
        &[&ACCEPTED.replace("\"artifacts\"", "\"stars\":5,\"artifacts\"")],
        &[],
        (Severity::Info, "unknown_field", 2, "/decisions/0/stars"),
        1,
    );
}

#[test]
fn absent_fields_are_named() {
    let file = read_text(&text(&[], &[]).replace("\"rubric\":\"r\",", ""));
    let [found] = file.diagnostics.as_slice() else {
        panic!("one diagnostic: {:?}", file.diagnostics)
    };
    assert_eq!(
        (found.code.as_ref(), found.place.pointer.as_deref()),
        ("absent_field", Some("/rubric"))
    );
}

#[test]
fn a_review_of_nobody_or_of_another_version_is_none() {
    for (from, to) in [("\"Ana\"", "\" \""), ("review/v1", "review/v2")] {
        let file = read_text(&text(&[ACCEPTED], &[]).replace(from, to));
        assert_eq!(file.format, Format::Review);
        assert_eq!((file.reviews.len(), file.records_rejected), (0, 1), "{to}");
    }
}

#[test]
fn what_is_torn_off_is_told() {
    let text = text(&[ACCEPTED, REJECTED], &[]);
    let file = try_read("input", text.get(..text.len() - 60).unwrap());
    assert!(file.is_err());
}
