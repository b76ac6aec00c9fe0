//! The reader's own review, before it is a file.

use loopledger::model::review::{AttemptDecision, Judgement, ReviewRecord};
use loopledger::model::{Artifact, Decision, Verdict};
use loopledger::view::review::{ReviewInterventionView, ReviewSubjectView};
use std::rc::Rc;
use yew::Reducible;

/// The review that is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    record: Rc<ReviewRecord>,
    /// Whether there is anything that no file holds yet.
    is_unsaved: bool,
}

/// What happens to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DraftAction {
    /// The reviewer has a name.
    Named(String),
    /// The reviewer wants to see no variant, or does not mind.
    Blinded(bool),
    /// An attempt is accepted or rejected; a rejection without a reason changes nothing.
    Decided {
        /// What the review is about, for its first verdict.
        subject: ReviewSubjectView,
        /// The attempt.
        attempt_id: String,
        /// Its task.
        task_id: Option<String>,
        /// The files that were looked at.
        artifacts: Vec<Artifact>,
        /// The decision.
        decision: Decision,
        /// Why.
        reason: String,
    },
    /// The decision about an attempt is taken back.
    Undecided(String),
    /// A warning or a stop is judged.
    Judged {
        /// What the review is about, for its first verdict.
        subject: ReviewSubjectView,
        /// The warning or stop.
        about: Rc<ReviewInterventionView>,
        /// The verdict.
        verdict: Verdict,
    },
    /// A note on a warning or a stop that is judged.
    Noted {
        /// The warning or stop.
        about: Rc<ReviewInterventionView>,
        /// The note.
        note: String,
    },
    /// The judgement of a warning or a stop is taken back.
    Unjudged(Rc<ReviewInterventionView>),
    /// A review is to be written on: what the browser kept, or a file.
    Resumed {
        /// The review.
        record: Box<ReviewRecord>,
        /// Whether a file holds it.
        is_saved: bool,
    },
    /// Everything is in a file now.
    Saved,
    /// Everything is to be forgotten.
    Forgotten,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            record: Rc::new(ReviewRecord::new(String::new())),
            is_unsaved: false,
        }
    }
}

impl Draft {
    /// The review as it is so far.
    pub fn record(&self) -> &Rc<ReviewRecord> {
        &self.record
    }

    /// Whether there is anything that no file holds yet.
    pub fn is_unsaved(&self) -> bool {
        self.is_unsaved
    }

    /// Whether nothing is decided.
    pub fn is_empty(&self) -> bool {
        self.record.decisions.is_empty() && self.record.judgements.is_empty()
    }

    /// What counts as this reviewer's: nothing without a name.
    pub fn counted(&self) -> Option<Rc<ReviewRecord>> {
        let is_named = !self.record.reviewer.trim().is_empty();
        (is_named && !self.is_empty()).then(|| Rc::clone(&self.record))
    }

    /// The decision about an attempt.
    pub fn decision(&self, attempt_id: &str) -> Option<&AttemptDecision> {
        let mut decisions = self.record.decisions.iter();
        decisions.find(|decision| decision.attempt_id == attempt_id)
    }

    /// The judgement of a warning or a stop.
    pub fn judgement(&self, about: &ReviewInterventionView) -> Option<&Judgement> {
        let mut judgements = self.record.judgements.iter();
        judgements.find(|judgement| is_about(judgement, about))
    }

    /// Whether what is decided belongs to something else than what is loaded now.
    pub fn is_about_other(&self, subject: &ReviewSubjectView) -> bool {
        !self.is_empty()
            && (self.record.experiment_id != subject.experiment_id
                || self.record.manifest_digest != subject.manifest_digest
                || self.record.rubric != subject.rubric
                || self.record.rubric_version != subject.rubric_version)
    }
}

fn is_about(judgement: &Judgement, about: &ReviewInterventionView) -> bool {
    (judgement.response, judgement.action, judgement.layer)
        == (about.response, about.action, about.layer)
        && judgement.run == about.run
        && judgement.tools == about.tools
}

/// A text that says something.
fn said(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The first verdict says what the review is about.
fn begin(record: &mut ReviewRecord, subject: ReviewSubjectView) {
    if record.decisions.is_empty() && record.judgements.is_empty() {
        record.experiment_id = subject.experiment_id;
        record.manifest_digest = subject.manifest_digest;
        record.rubric = subject.rubric;
        record.rubric_version = subject.rubric_version;
    }
}

impl Reducible for Draft {
    type Action = DraftAction;

    fn reduce(self: Rc<Self>, action: DraftAction) -> Rc<Self> {
        let mut record = (*self.record).clone();
        match action {
            DraftAction::Named(name) => record.reviewer = name,
            DraftAction::Blinded(is_blind) => record.is_blind = is_blind,
            DraftAction::Decided {
                subject,
                attempt_id,
                task_id,
                artifacts,
                decision,
                reason,
            } => {
                let reason = said(&reason);
                if decision == Decision::Rejected && reason.is_none() {
                    return self;
                }
                begin(&mut record, subject);
                let decided = AttemptDecision {
                    attempt_id,
                    task_id,
                    decision,
                    reason,
                    artifacts,
                    place: None,
                };
                let mut decisions = record.decisions.iter_mut();
                match decisions.find(|it| it.attempt_id == decided.attempt_id) {
                    Some(earlier) => *earlier = decided,
                    None => record.decisions.push(decided),
                }
            }
            DraftAction::Undecided(attempt_id) => {
                record.decisions.retain(|it| it.attempt_id != attempt_id);
            }
            DraftAction::Judged {
                subject,
                about,
                verdict,
            } => {
                begin(&mut record, subject);
                let mut judgements = record.judgements.iter_mut();
                match judgements.find(|it| is_about(it, &about)) {
                    Some(earlier) => earlier.verdict = verdict,
                    None => record.judgements.push(Judgement {
                        run: about.run.clone(),
                        response: about.response,
                        action: about.action,
                        layer: about.layer,
                        tools: about.tools.clone(),
                        verdict,
                        note: None,
                        place: None,
                    }),
                }
            }
            DraftAction::Noted { about, note } => {
                let mut judgements = record.judgements.iter_mut();
                if let Some(judgement) = judgements.find(|it| is_about(it, &about)) {
                    judgement.note = said(&note);
                }
            }
            DraftAction::Unjudged(about) => {
                record.judgements.retain(|it| !is_about(it, &about));
            }
            DraftAction::Resumed { record, is_saved } => {
                return Rc::new(Self {
                    is_unsaved: !(is_saved
                        || (record.decisions.is_empty() && record.judgements.is_empty())),
                    record: Rc::new(*record),
                });
            }
            DraftAction::Saved => {
                return if self.is_unsaved {
                    Rc::new(Self {
                        record: Rc::clone(&self.record),
                        is_unsaved: false,
                    })
                } else {
                    self
                };
            }
            DraftAction::Forgotten => return Rc::new(Self::default()),
        }
        if record == *self.record {
            return self;
        }
        let is_empty = record.decisions.is_empty() && record.judgements.is_empty();
        Rc::new(Self {
            record: Rc::new(record),
            is_unsaved: !is_empty || (self.is_unsaved && !self.is_empty()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loopledger::model::Place;
    use loopledger::model::trace::{InterventionAction, Layer};

    fn subject(id: &str) -> ReviewSubjectView {
        ReviewSubjectView {
            experiment_id: Some(id.to_owned()),
            ..ReviewSubjectView::default()
        }
    }

    fn decided(attempt: &str, decision: Decision, reason: &str) -> DraftAction {
        DraftAction::Decided {
            subject: subject("e"),
            attempt_id: attempt.to_owned(),
            task_id: None,
            artifacts: Vec::new(),
            decision,
            reason: reason.to_owned(),
        }
    }

    fn stop(response: u64) -> Rc<ReviewInterventionView> {
        Rc::new(ReviewInterventionView {
            number: 1,
            run: "t/r".to_owned(),
            response,
            action: InterventionAction::HardStop,
            layer: Layer::IdenticalCallSet,
            tools: vec!["bash".to_owned()],
            count: 5,
            threshold: 5,
            place: Place::file("run.jsonl".into()),
            is_recorded: true,
            is_replayed: true,
            is_what_if: false,
            attempt_id: None,
            blind_number: None,
            task_id: None,
            variant_id: None,
            results: 0,
            distinct_results: None,
            why_first: "stop".to_owned(),
            verdict: None,
            open: None,
            votes: Vec::new(),
        })
    }

    fn judged(response: u64, verdict: Verdict) -> DraftAction {
        DraftAction::Judged {
            subject: subject("e"),
            about: stop(response),
            verdict,
        }
    }

    /// What a new draft is after these.
    fn after(actions: impl IntoIterator<Item = DraftAction>) -> Rc<Draft> {
        let draft = Rc::new(Draft::default());
        actions.into_iter().fold(draft, Reducible::reduce)
    }

    #[test]
    fn a_rejection_without_a_reason_is_refused() {
        for reason in ["", " \n"] {
            let draft = after([decided("a", Decision::Rejected, reason)]);
            assert_eq!(*draft, Draft::default());
        }
    }

    #[test]
    fn an_acceptance_needs_no_reason() {
        let draft = after([decided("a", Decision::Accepted, " ")]);
        let decision = draft.decision("a").unwrap();
        assert_eq!(
            (decision.decision, &decision.reason),
            (Decision::Accepted, &None)
        );
    }

    #[test]
    fn a_later_decision_takes_the_place_of_an_earlier_one() {
        let draft = after([
            decided("a", Decision::Accepted, ""),
            decided("b", Decision::Accepted, ""),
            decided("a", Decision::Rejected, "wrong"),
        ]);
        let all: Vec<_> = draft
            .record()
            .decisions
            .iter()
            .map(|it| (it.attempt_id.as_str(), it.decision))
            .collect();
        assert_eq!(all, [("a", Decision::Rejected), ("b", Decision::Accepted)]);
    }

    #[test]
    fn the_first_verdict_says_what_the_review_is_about() {
        let mut later = decided("b", Decision::Accepted, "");
        if let DraftAction::Decided { subject: about, .. } = &mut later {
            *about = subject("f");
        }
        let draft = after([decided("a", Decision::Accepted, ""), later]);
        assert_eq!(draft.record().experiment_id.as_deref(), Some("e"));
        assert!(draft.is_about_other(&subject("f")));
        assert!(!draft.is_about_other(&subject("e")));
    }

    #[test]
    fn nothing_counts_without_a_name() {
        let draft = after([decided("a", Decision::Accepted, "")]);
        assert_eq!(draft.counted(), None);
        let named = draft.reduce(DraftAction::Named("Ana".to_owned()));
        assert!(named.counted().is_some());
    }

    #[test]
    fn judgements_are_changed_noted_and_taken_back() {
        let noted = DraftAction::Noted {
            about: stop(4),
            note: "polls ".to_owned(),
        };
        let draft = after([
            judged(4, Verdict::Right),
            judged(7, Verdict::Unsure),
            judged(4, Verdict::FalsePositive),
            noted,
        ]);
        let judgement = draft.judgement(&stop(4)).unwrap();
        assert_eq!(
            (judgement.verdict, judgement.note.as_deref()),
            (Verdict::FalsePositive, Some("polls"))
        );
        let draft = draft.reduce(DraftAction::Unjudged(stop(4)));
        assert_eq!(draft.judgement(&stop(4)), None);
        assert_eq!(draft.record().judgements.len(), 1);
    }

    #[test]
    fn a_note_alone_is_no_judgement() {
        let draft = after([DraftAction::Noted {
            about: stop(4),
            note: "polls".to_owned(),
        }]);
        assert_eq!(*draft, Draft::default());
    }

    #[test]
    fn what_is_decided_is_unsaved_until_it_is_saved() {
        let draft = after([decided("a", Decision::Accepted, "")]);
        assert!(draft.is_unsaved());
        let draft = draft.reduce(DraftAction::Saved);
        assert!(!draft.is_unsaved());
        let draft = draft.reduce(decided("a", Decision::Rejected, "wrong"));
        assert!(draft.is_unsaved());
    }

    #[test]
    fn a_name_alone_is_nothing_to_save() {
        let draft = after([DraftAction::Named("Ana".to_owned())]);
        assert!(!draft.is_unsaved());
    }

    #[test]
    fn a_decision_that_is_taken_back_after_saving_is_a_change() {
        let draft = after([
            decided("a", Decision::Accepted, ""),
            decided("b", Decision::Accepted, ""),
            DraftAction::Saved,
            DraftAction::Undecided("a".to_owned()),
        ]);
        assert!(draft.is_unsaved());
    }

    #[test]
    fn what_changes_nothing_is_the_same() {
        let draft = after([decided("a", Decision::Accepted, "")]);
        let again = Rc::clone(&draft).reduce(decided("a", Decision::Accepted, ""));
        assert!(Rc::ptr_eq(&draft, &again));
    }

    #[test]
    fn a_resumed_review_is_as_saved_as_it_was_and_a_forgotten_one_is_gone() {
        let written = after([decided("a", Decision::Accepted, "")]);
        let resumed = |is_saved| {
            let record = Box::new((**written.record()).clone());
            after([DraftAction::Resumed { record, is_saved }])
        };
        assert!(resumed(true).decision("a").is_some());
        assert!(!resumed(true).is_unsaved());
        // What only the browser holds is in no file.
        assert!(resumed(false).is_unsaved());
        assert_eq!(
            *resumed(true).reduce(DraftAction::Forgotten),
            Draft::default()
        );
    }
}
