//! Reviews of an experiment: what they decide, where they differ, and how far reviewers agree.

use loopledger::model::trace::{InterventionAction, Layer};
use loopledger::model::{AttemptDecision, Decision, Outcome, ReviewRecord};
use loopledger::view::review::{AgreementView, ReviewView};
use loopledger::{FileMeta, Reading, Session};
use std::path::PathBuf;

fn experiment() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("e2e/fixtures/experiment")
}

fn add(session: &mut Session, name: &str) {
    let bytes = std::fs::read(experiment().join(name)).unwrap();
    session.add(Reading::new(FileMeta::new(name), bytes));
}

/// The shared experiment with these files besides its attempts and their runs.
fn loaded(names: &[&str]) -> Session {
    let mut session = Session::new();
    add(&mut session, "attempts.jsonl");
    let mut runs: Vec<_> = std::fs::read_dir(experiment().join("runs"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    runs.sort();
    for run in runs {
        add(&mut session, &format!("runs/{run}"));
    }
    for name in names {
        add(&mut session, name);
    }
    session
}

fn draft(reviewer: &str, decisions: &[(&str, Decision)]) -> ReviewRecord {
    ReviewRecord {
        experiment_id: Some("identical-calls-2026-10".to_owned()),
        rubric: Some("delivery".to_owned()),
        rubric_version: Some("3".to_owned()),
        decisions: decisions
            .iter()
            .map(|(attempt_id, decision)| AttemptDecision {
                attempt_id: (*attempt_id).to_owned(),
                task_id: None,
                decision: *decision,
                reason: (*decision == Decision::Rejected).then(|| "no".to_owned()),
                artifacts: Vec::new(),
                place: None,
            })
            .collect(),
        ..ReviewRecord::new(reviewer.to_owned())
    }
}

fn outcome(session: &mut Session, attempt: &str) -> Outcome {
    let attempts = session.attempts();
    let found = attempts.iter().find(|it| it.attempt_id == attempt);
    found.unwrap().outcome
}

#[test]
fn a_loaded_review_decides_attempts() {
    let mut session = loaded(&["experiment.json", "review-ortega.json"]);
    let total = session.report().total.unwrap();
    assert_eq!(total.reviewed, 72);
    assert_eq!(outcome(&mut session, "b-address-book-1"), Outcome::Accepted);
}

#[test]
fn reviewers_who_differ_leave_an_attempt_unreviewed_with_a_finding() {
    let mut session = loaded(&["experiment.json", "review-ortega.json", "review-lind.json"]);
    let report = session.report();
    assert_eq!(report.total.unwrap().reviewed, 70);
    let findings: Vec<_> = report
        .disagreements
        .iter()
        .map(|it| (it.attempt.as_str(), it.field.as_str(), it.kept.as_str()))
        .collect();
    assert_eq!(
        findings,
        [
            ("b-build-cache-2", "review", "null"),
            ("h-build-cache-2", "review", "null"),
        ]
    );
    let disputed = &report.disagreements[0];
    assert_eq!(
        disputed.other,
        "a.lind: rejected (Cannot be used as it is); m.ortega: accepted"
    );
    assert_eq!(
        disputed.other_place.as_ref().unwrap().file.as_ref(),
        "review-ortega.json"
    );
}

#[test]
fn agreement_is_told_with_its_number_of_attempts() {
    let mut session = loaded(&["experiment.json", "review-ortega.json", "review-lind.json"]);
    let ReviewView { agreement, .. } = session.review();
    let [
        AgreementView {
            first,
            second,
            attempts,
            agreeing,
            both_accept,
            only_first_accepts,
            only_second_accepts,
            both_reject,
            kappa,
            ..
        },
    ] = agreement.as_slice()
    else {
        panic!("one pair")
    };
    assert_eq!((first.as_str(), second.as_str()), ("a.lind", "m.ortega"));
    assert_eq!((*attempts, *agreeing), (72, 70));
    let table = [
        both_accept,
        only_first_accepts,
        only_second_accepts,
        both_reject,
    ];
    assert_eq!(table, [&38, &0, &2, &32]);
    // What scikit-learn 1.9.1 says of the same decisions (`sklearn.metrics.cohen_kappa_score`).
    assert!((kappa.unwrap() - 0.944_099_378_881_987_6).abs() < 1e-15);
}

#[test]
fn reviews_alone_are_compared_without_attempts() {
    let mut session = Session::new();
    add(&mut session, "review-ortega.json");
    add(&mut session, "review-lind.json");
    let view = session.review();
    assert_eq!(view.agreement[0].attempts, 72);
    assert_eq!(view.disagreements.len(), 2);
}

#[test]
fn a_draft_counts_like_a_file_and_stays() {
    let mut session = loaded(&["experiment.json"]);
    session.set_review_draft(Some(draft(
        "Ana",
        &[("b-address-book-1", Decision::Rejected)],
    )));
    assert_eq!(outcome(&mut session, "b-address-book-1"), Outcome::Rejected);
    add(&mut session, "review-ortega.json");
    assert_eq!(outcome(&mut session, "b-address-book-1"), Outcome::Unknown);
    session.set_review_draft(None);
    assert_eq!(outcome(&mut session, "b-address-book-1"), Outcome::Accepted);
}

#[test]
fn a_review_under_another_manifest_is_said_and_not_applied() {
    let mut session = loaded(&["experiment.json"]);
    let mut review = draft("Ana", &[("b-address-book-1", Decision::Accepted)]);
    review.manifest_digest = Some("00".to_owned());
    session.set_review_draft(Some(review));
    assert_eq!(outcome(&mut session, "b-address-book-1"), Outcome::Unknown);
    assert_eq!(session.review().not_applied[0].why, "other_manifest");
}

#[test]
fn a_review_by_another_version_of_the_rubric_is_said_and_not_applied() {
    let mut session = loaded(&["experiment.json"]);
    let mut review = draft("Ana", &[("b-address-book-1", Decision::Accepted)]);
    review.rubric_version = Some("2".to_owned());
    session.set_review_draft(Some(review));
    assert_eq!(outcome(&mut session, "b-address-book-1"), Outcome::Unknown);
    let refused = &session.review().not_applied[0];
    assert_eq!(
        (refused.why.as_str(), refused.expected.as_deref()),
        ("other_rubric", Some("delivery 3"))
    );
}

#[test]
fn an_attempt_comes_with_what_is_needed_to_judge_it() {
    let mut session = loaded(&["experiment.json", "review-ortega.json"]);
    let view = session.review();
    assert_eq!(view.subject.criteria.len(), 2);
    let attempt = &view.attempts[0];
    assert_eq!(attempt.attempt_id, "b-address-book-1");
    assert_eq!(
        attempt.title.as_deref(),
        Some("Merge the two address books into one")
    );
    assert_eq!(attempt.acceptance_criteria.len(), 2);
    assert_eq!(
        attempt.artifacts[0].path,
        "/mnt/user-data/outputs/address-book.md"
    );
    let last = attempt.messages.last().unwrap();
    assert_eq!(last.kind, "response");
    let excerpt = session.excerpt(&last.place).unwrap();
    assert!(
        excerpt
            .lines
            .iter()
            .any(|line| line.text.contains("Done: merge the two address books"))
    );
}

#[test]
fn a_blind_number_stays_in_its_task_and_follows_from_no_variant() {
    let mut session = loaded(&["experiment.json"]);
    let view = session.review();
    let numbers = |task: &str, variant: &str| -> Vec<u64> {
        view.attempts
            .iter()
            .filter(|it| it.task_id.as_deref() == Some(task))
            .filter(|it| it.variant_id.as_deref() == Some(variant))
            .map(|it| it.blind_number)
            .collect()
    };
    let mut all = [
        numbers("address-book", "baseline"),
        numbers("address-book", "hard-limit-8"),
    ];
    // In the order of the records the baseline would have 1, 2 and 3.
    all[0].sort_unstable();
    assert_ne!(all[0], [1, 2, 3]);
    let mut together = all.concat();
    together.sort_unstable();
    assert_eq!(together, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn stops_on_accepted_attempts_come_first() {
    let mut session = loaded(&["experiment.json"]);
    let stopped = session.review().interventions;
    let stop = stopped
        .iter()
        .find(|it| it.action == InterventionAction::HardStop)
        .unwrap();
    assert_eq!(stop.layer, Layer::IdenticalCallSet);
    let last_stop = stopped
        .iter()
        .rfind(|it| it.action == InterventionAction::HardStop)
        .unwrap();
    let attempt = last_stop.attempt_id.clone().unwrap();
    session.set_review_draft(Some(draft("Ana", &[(&attempt, Decision::Accepted)])));
    let first = session.review().interventions.swap_remove(0);
    assert_eq!(
        (first.attempt_id, first.why_first.as_str()),
        (Some(attempt), "accepted_attempt")
    );
}

#[test]
fn every_recorded_decision_is_offered_once() {
    let mut session = loaded(&["experiment.json"]);
    let view = session.review();
    let recorded: u64 = session.runs().iter().map(|run| run.interventions).sum();
    let offered = view
        .interventions
        .iter()
        .filter(|it| it.is_recorded)
        .count();
    assert_eq!(offered as u64, recorded);
    assert!(view.interventions.iter().all(|it| it.is_replayed));
}

#[test]
fn judgements_come_to_the_interventions_that_they_are_about() {
    let mut session = loaded(&["experiment.json", "review-ortega.json"]);
    let view = session.review();
    let judged = view
        .interventions
        .iter()
        .filter(|it| it.verdict.is_some())
        .count();
    let stops = view
        .interventions
        .iter()
        .filter(|it| it.action == InterventionAction::HardStop)
        .count();
    assert_eq!(judged, stops);
}

#[test]
fn a_review_that_is_written_reads_back_the_same() {
    let mut session = loaded(&["experiment.json", "review-ortega.json"]);
    let before = session.review();
    let json = before.reviews[0].json.clone();
    let mut again = loaded(&["experiment.json"]);
    again.add(Reading::new(
        FileMeta::new("review-ortega.json"),
        json.into_bytes(),
    ));
    let after = again.review();
    assert_eq!(
        after
            .attempts
            .iter()
            .map(|it| it.decision)
            .collect::<Vec<_>>(),
        before
            .attempts
            .iter()
            .map(|it| it.decision)
            .collect::<Vec<_>>()
    );
    assert_eq!(after.reviews[0].json, before.reviews[0].json);
}

#[test]
fn a_redacted_review_decides_the_same_and_keeps_reviewers_apart() {
    let names = ["experiment.json", "review-ortega.json", "review-lind.json"];
    let mut session = loaded(&names);
    let mut redacted = session.to_redacted(loopledger::Redaction::default());
    assert_eq!(
        redacted.report().total.unwrap().reviewed,
        session.report().total.unwrap().reviewed
    );
    let (one, other) = (session.review().agreement, redacted.review().agreement);
    assert_eq!(other[0].kappa, one[0].kappa);
    let text = other[0].first.clone();
    assert!(text.starts_with("redacted-"), "{text}");
}
