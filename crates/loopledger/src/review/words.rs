//! What merged reviews are called in records.

use crate::view::review::{JudgementVoteView, NotAppliedView, VoteView};
use loopledger_experiment::review::{KappaUnknown, NotApplied, Open, Vote, VoteSource, WhyNot};
use loopledger_model::{Decision, Judgement};

pub(super) fn decision(decision: Decision) -> &'static str {
    match decision {
        Decision::Accepted => "accepted",
        Decision::Rejected => "rejected",
    }
}

pub(super) fn open(why: Open) -> &'static str {
    match why {
        Open::Disagreement => "disagreement",
        Open::Conflict => "conflict",
        Open::SeveralRubrics => "several_rubrics",
    }
}

pub(super) fn kappa_unknown(why: KappaUnknown) -> &'static str {
    match why {
        KappaUnknown::NoCases => "no_cases",
        KappaUnknown::ExpectedAgreementIsOne => "expected_agreement_is_one",
    }
}

pub(super) fn vote(vote: &Vote) -> VoteView {
    VoteView {
        reviewer: vote.reviewer.clone(),
        decision: vote.decision,
        reason: vote.reason.clone(),
        source: match vote.source {
            VoteSource::AttemptRecord => "attempt_record",
            VoteSource::Review => "review",
        }
        .to_owned(),
        place: vote.place.clone(),
    }
}

pub(super) fn judgements(votes: &[(String, Judgement)]) -> Vec<JudgementVoteView> {
    votes
        .iter()
        .map(|(reviewer, judgement)| JudgementVoteView {
            reviewer: reviewer.clone(),
            verdict: judgement.verdict,
            note: judgement.note.clone(),
            place: judgement.place.clone(),
        })
        .collect()
}

pub(super) fn not_applied(refused: &NotApplied) -> NotAppliedView {
    NotAppliedView {
        reviewer: refused.reviewer.clone(),
        attempt_id: refused.attempt_id.clone(),
        decision: refused.decision,
        why: match refused.why {
            WhyNot::OtherManifest => "other_manifest",
            WhyNot::OtherExperiment => "other_experiment",
            WhyNot::OtherRubric => "other_rubric",
            WhyNot::OtherTask => "other_task",
            WhyNot::OtherArtifact => "other_artifact",
            WhyNot::UnknownAttempt => "unknown_attempt",
        }
        .to_owned(),
        expected: refused.expected.clone(),
        found: refused.found.clone(),
        place: refused.place.clone(),
    }
}
