//! Verdicts of reviews, put where the attempts have theirs.

use super::{Attempt, Disagreement, Ledger};
use loopledger_model::{Place, Review, UnknownReason};

/// Decisions about one attempt that differ, so that none of them counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// The decisions with who made them, in words of the records: `Ana: accepted; Ben: rejected`.
    pub sides: String,
    /// Where the first of them stands.
    pub first_at: Option<Place>,
    /// Where the one that differs stands.
    pub other_at: Option<Place>,
}

impl Ledger {
    /// Gives an attempt the verdict of its reviewers; an index that is none is passed over.
    ///
    /// Files of the artifact that the attempt's own record names stay.
    pub fn decide(&mut self, attempt: usize, mut review: Review) {
        let Some(Attempt { record, .. }) = self.attempts.get_mut(attempt) else {
            return;
        };
        if let Some(own) = record.review.take()
            && !own.artifacts.is_empty()
        {
            review.artifacts = own.artifacts;
        }
        record.review = Some(review);
    }

    /// Leaves an attempt unreviewed because its reviewers differ, and says so: its record names
    /// `review` among its unknowns, as ambiguous. An index that is none is passed over.
    pub fn dispute(&mut self, attempt: usize, dispute: Dispute) {
        let Some(Attempt { record, .. }) = self.attempts.get_mut(attempt) else {
            return;
        };
        if let Some(review) = &mut record.review {
            review.decision = None;
            review.reason = None;
            review.reviewer = None;
        }
        record
            .unknown
            .insert("review".to_owned(), UnknownReason::Ambiguous);
        self.disagreements.push(Disagreement {
            attempt_id: record.attempt_id.clone(),
            field: "review".to_owned(),
            kept: "null".to_owned(),
            kept_at: dispute.first_at,
            other: dispute.sides,
            other_at: dispute.other_at,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Sources;
    use loopledger_model::{Artifact, AttemptRecord, Decision, Outcome};

    fn review(decision: Option<Decision>, path: &str) -> Review {
        Review {
            rubric: None,
            rubric_version: None,
            decision,
            reason: None,
            reviewer: None,
            artifacts: vec![Artifact {
                path: path.to_owned(),
                sha256: None,
            }],
        }
    }

    fn ledger(own: Option<Review>) -> Ledger {
        let mut record = AttemptRecord::new("a".to_owned(), UnknownReason::AbsentField);
        record.review = own;
        Ledger::new(&Sources {
            records: &[&record],
            ..Sources::default()
        })
    }

    #[test]
    fn a_verdict_decides_the_outcome() {
        let mut ledger = ledger(None);
        ledger.decide(0, review(Some(Decision::Accepted), "seen.md"));
        assert_eq!(ledger.attempts[0].record().outcome(), Outcome::Accepted);
        assert_eq!(ledger.summary().accepted_artifacts(), Some(1));
    }

    #[test]
    fn the_records_artifacts_stay() {
        let mut ledger = ledger(Some(review(None, "own.md")));
        ledger.decide(0, review(Some(Decision::Accepted), "seen.md"));
        let review = ledger.attempts[0].record().review.as_ref().unwrap();
        assert_eq!(review.artifacts[0].path, "own.md");
    }

    #[test]
    fn a_dispute_leaves_the_attempt_unreviewed_and_says_why() {
        let mut ledger = ledger(Some(review(Some(Decision::Accepted), "own.md")));
        ledger.dispute(
            0,
            Dispute {
                sides: "Ana: accepted; Ben: rejected".to_owned(),
                first_at: None,
                other_at: None,
            },
        );
        let record = ledger.attempts[0].record();
        assert_eq!(record.decision(), None);
        assert_eq!(record.unknown["review"], UnknownReason::Ambiguous);
        assert_eq!(ledger.summary().accepted_artifacts(), None);
        let [found] = ledger.disagreements.as_slice() else {
            panic!("one disagreement")
        };
        assert_eq!(
            (found.field.as_str(), found.other.as_str()),
            ("review", "Ana: accepted; Ben: rejected")
        );
    }
}
