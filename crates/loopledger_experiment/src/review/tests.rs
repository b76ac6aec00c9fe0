use super::*;
use loopledger_model::UnknownReason;

fn attempt(id: &str) -> AttemptRecord {
    AttemptRecord {
        experiment_id: Some("e".to_owned()),
        manifest_digest: Some("d0".to_owned()),
        task_id: Some("t".to_owned()),
        ..AttemptRecord::new(id.to_owned(), UnknownReason::AbsentField)
    }
}

fn decided(id: &str, decision: Decision, reviewer: &str) -> AttemptRecord {
    AttemptRecord {
        review: Some(Review {
            rubric: None,
            rubric_version: None,
            decision: Some(decision),
            reason: None,
            reviewer: Some(reviewer.to_owned()),
            artifacts: Vec::new(),
        }),
        ..attempt(id)
    }
}

/// A review under the experiment of [`attempt`]: `+id` accepts, `-id` rejects.
fn review(reviewer: &str, decisions: &[&str]) -> ReviewRecord {
    ReviewRecord {
        experiment_id: Some("e".to_owned()),
        manifest_digest: Some("d0".to_owned()),
        rubric: Some("r".to_owned()),
        rubric_version: Some("1".to_owned()),
        decisions: decisions
            .iter()
            .map(|text| AttemptDecision {
                attempt_id: text[1..].to_owned(),
                task_id: None,
                decision: if text.starts_with('+') {
                    Decision::Accepted
                } else {
                    Decision::Rejected
                },
                reason: text.starts_with('-').then(|| format!("{reviewer} says no")),
                artifacts: Vec::new(),
                place: None,
            })
            .collect(),
        ..ReviewRecord::new(reviewer.to_owned())
    }
}

fn merged(attempts: &[AttemptRecord], reviews: &[ReviewRecord]) -> Merged {
    let attempts: Vec<_> = attempts.iter().collect();
    let reviews: Vec<_> = reviews.iter().collect();
    merge(&attempts, &reviews, None)
}

/// What follows for each attempt, in a line.
fn check(attempts: &[AttemptRecord], reviews: &[ReviewRecord], expected: &[&str]) {
    let conclusions: Vec<_> = merged(attempts, reviews)
        .attempts
        .iter()
        .map(|attempt| format!("{} {:?}", attempt.key.attempt_id, attempt.conclusion))
        .collect();
    assert_eq!(conclusions, expected);
}

#[test]
fn one_reviewers_decision_counts() {
    check(
        &[attempt("a")],
        &[review("Ana", &["+a"])],
        &["a Agreed(Accepted)"],
    );
}

#[test]
fn the_same_decision_of_two_counts() {
    check(
        &[attempt("a")],
        &[review("Ana", &["-a"]), review("Ben", &["-a"])],
        &["a Agreed(Rejected)"],
    );
}

#[test]
fn reviewers_who_differ_decide_nothing() {
    check(
        &[attempt("a")],
        &[review("Ana", &["-a"]), review("Ben", &["+a"])],
        &["a Open(Disagreement)"],
    );
}

#[test]
fn a_decision_in_the_record_is_one_of_a_reviewer() {
    check(
        &[decided("a", Decision::Accepted, "Cleo")],
        &[review("Ana", &["-a"])],
        &["a Open(Disagreement)"],
    );
}

#[test]
fn the_same_verdict_of_one_reviewer_counts_once() {
    let merged = merged(
        &[attempt("a")],
        &[review("Ana", &["+a"]), review(" Ana ", &["+a"])],
    );
    assert_eq!(merged.attempts[0].votes.len(), 1);
    assert_eq!(merged.attempts[0].conflicts, Vec::<String>::new());
}

#[test]
fn a_reviewer_who_contradicts_himself_is_named() {
    let merged = merged(
        &[attempt("a")],
        &[review("Ana", &["+a"]), review("Ana", &["-a"])],
    );
    let [of_a] = merged.attempts.as_slice() else {
        panic!("one attempt")
    };
    assert_eq!(of_a.conclusion, Conclusion::Open(Open::Conflict));
    assert_eq!(of_a.conflicts, ["Ana"]);
    assert_eq!(of_a.votes.len(), 2);
}

#[test]
fn the_order_of_the_reviews_changes_nothing() {
    let reviews = [
        review("Ben", &["+a", "-b"]),
        review("Ana", &["-a", "-b"]),
        review("Cleo", &["+b"]),
    ];
    let mut turned = reviews.clone();
    turned.reverse();
    let attempts = [attempt("b"), attempt("a")];
    assert_eq!(merged(&attempts, &reviews), merged(&attempts, &turned));
}

/// Why the only decision does not count, with what would have and what did not.
fn check_refused(attempt: AttemptRecord, review: ReviewRecord, why: WhyNot, sides: [&str; 2]) {
    let merged = merged(&[attempt], &[review]);
    assert_eq!(merged.attempts, []);
    let [refused] = merged.not_applied.as_slice() else {
        panic!("one refusal: {:?}", merged.not_applied)
    };
    let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "null".to_owned());
    assert_eq!(
        (refused.why, side(&refused.expected), side(&refused.found)),
        (why, sides[0].to_owned(), sides[1].to_owned())
    );
}

#[test]
fn a_review_under_another_manifest_is_left_out() {
    let mut other = review("Ana", &["+a"]);
    other.manifest_digest = Some("d1".to_owned());
    check_refused(attempt("a"), other, WhyNot::OtherManifest, ["d0", "d1"]);
    let mut without = review("Ana", &["+a"]);
    without.manifest_digest = None;
    check_refused(attempt("a"), without, WhyNot::OtherManifest, ["d0", "null"]);
}

#[test]
fn a_review_of_another_experiment_is_left_out() {
    let mut other = review("Ana", &["+a"]);
    other.experiment_id = Some("f".to_owned());
    check_refused(attempt("a"), other, WhyNot::OtherExperiment, ["e", "f"]);
}

#[test]
fn a_decision_about_another_tasks_attempt_is_left_out() {
    let mut other = review("Ana", &["+a"]);
    other.decisions[0].task_id = Some("u".to_owned());
    check_refused(attempt("a"), other, WhyNot::OtherTask, ["t", "u"]);
}

#[test]
fn a_decision_about_another_file_is_left_out() {
    let artifact = |sha256: &str| Artifact {
        path: "report.md".to_owned(),
        sha256: Some(sha256.to_owned()),
    };
    let mut record = decided("a", Decision::Accepted, "Cleo");
    if let Some(review) = &mut record.review {
        review.decision = None;
        review.artifacts = vec![artifact("aa")];
    }
    let mut other = review("Ana", &["+a"]);
    other.decisions[0].artifacts = vec![artifact("bb")];
    check_refused(record, other, WhyNot::OtherArtifact, ["aa", "bb"]);
}

#[test]
fn a_decision_about_no_attempt_is_left_out() {
    check_refused(
        attempt("a"),
        review("Ana", &["+b"]),
        WhyNot::UnknownAttempt,
        ["null", "null"],
    );
}

#[test]
fn another_version_of_the_frozen_rubric_is_left_out() {
    let rubric = RubricName {
        rubric: Some("r".to_owned()),
        version: Some("2".to_owned()),
    };
    let (record, review) = (attempt("a"), review("Ana", &["+a"]));
    let merged = merge(&[&record], &[&review], Some(&rubric));
    assert_eq!(merged.attempts, []);
    assert_eq!(merged.not_applied[0].why, WhyNot::OtherRubric);
    assert_eq!(merged.not_applied[0].expected.as_deref(), Some("r 2"));
}

#[test]
fn decisions_by_two_versions_are_not_merged() {
    let mut second = review("Ben", &["+a"]);
    second.rubric_version = Some("2".to_owned());
    let reviews = [review("Ana", &["+a"]), second];
    check(&[attempt("a")], &reviews, &["a Open(SeveralRubrics)"]);
    let merged = merged(&[attempt("a")], &reviews);
    assert_eq!(agreements(&merged)[0].kappa.cases(), 0);
}

#[test]
fn reviews_are_compared_without_attempts() {
    check(
        &[],
        &[review("Ana", &["+a", "-b"]), review("Ben", &["+a"])],
        &["a Agreed(Accepted)", "b Agreed(Rejected)"],
    );
}

#[test]
fn reasons_keep_their_reviewers() {
    let merged = merged(
        &[attempt("a")],
        &[review("Ana", &["-a"]), review("Ben", &["-a"])],
    );
    let review = merged.attempts[0].review().unwrap();
    assert_eq!(review.reviewer.as_deref(), Some("Ana, Ben"));
    assert_eq!(
        review.reason.as_deref(),
        Some("Ana: Ana says no; Ben: Ben says no")
    );
}

#[test]
fn a_record_written_after_a_merge_is_no_further_reviewer() {
    let reviews = [review("Ana", &["+a"]), review("Ben", &["+a"])];
    let merged = merged(&[decided("a", Decision::Accepted, "Ana, Ben")], &reviews);
    let names: Vec<_> = merged.attempts[0]
        .votes
        .iter()
        .map(|vote| vote.reviewer.as_str())
        .collect();
    assert_eq!(names, ["Ana", "Ben"]);
}

#[test]
fn a_pair_is_counted_over_what_both_decided() {
    let merged = merged(
        &["a", "b", "c", "d", "x"].map(attempt),
        &[
            review("Ana", &["+a", "+b", "-c", "-d", "+x"]),
            review("Ben", &["+a", "-b", "-c", "+d"]),
        ],
    );
    let [pair] = agreements(&merged).try_into().unwrap();
    let Agreement {
        both_accept,
        only_first_accepts,
        only_second_accepts,
        both_reject,
        kappa,
        ..
    } = pair;
    assert_eq!(
        [
            both_accept,
            only_first_accepts,
            only_second_accepts,
            both_reject
        ],
        [1, 1, 1, 1]
    );
    assert_eq!((kappa.cases(), kappa.agreeing()), (4, 2));
    assert_eq!(kappa.exact(), Ok((0, 1)));
}

#[test]
fn a_conflict_is_no_case_of_a_pair() {
    let merged = merged(
        &[attempt("a"), attempt("b")],
        &[
            review("Ana", &["+a", "+b"]),
            review("Ana", &["-a"]),
            review("Ben", &["+a", "+b"]),
        ],
    );
    assert_eq!(agreements(&merged)[0].kappa.cases(), 1);
}

fn judged(reviewer: &str, verdict: Verdict) -> ReviewRecord {
    ReviewRecord {
        judgements: vec![Judgement {
            run: "t/r".to_owned(),
            response: 4,
            action: InterventionAction::HardStop,
            layer: Layer::IdenticalCallSet,
            tools: vec!["web_search".to_owned(), "bash".to_owned()],
            verdict,
            note: None,
            place: None,
        }],
        ..review(reviewer, &[])
    }
}

#[test]
fn interventions_are_merged_like_attempts() {
    let conclusion = |reviews: &[ReviewRecord]| merged(&[], reviews).interventions[0].conclusion;
    assert_eq!(
        conclusion(&[judged("Ana", Verdict::Right), judged("Ben", Verdict::Right)]),
        Conclusion::Agreed(Verdict::Right)
    );
    assert_eq!(
        conclusion(&[
            judged("Ana", Verdict::Right),
            judged("Ben", Verdict::FalsePositive)
        ]),
        Conclusion::Open(Open::Disagreement)
    );
    assert_eq!(
        conclusion(&[
            judged("Ana", Verdict::Right),
            judged("Ana", Verdict::Unsure)
        ]),
        Conclusion::Open(Open::Conflict)
    );
}

#[test]
fn the_order_of_tools_is_no_difference() {
    let mut other = judged("Ben", Verdict::Right);
    other.judgements[0].tools.reverse();
    assert_eq!(
        merged(&[], &[judged("Ana", Verdict::Right), other])
            .interventions
            .len(),
        1
    );
}
