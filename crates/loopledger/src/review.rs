//! Offers what there is to review, and takes what was decided.

mod changing;
mod items;
mod words;

use crate::Session;
use crate::view::review::{
    AgreementView, DisputedAttemptView, DisputedInterventionView, ReviewSubjectView, ReviewView,
    ReviewerView,
};
use loopledger_experiment::review::{
    Agreement, AttemptKey, Conclusion, Merged, MergedAttempt, RubricName, agreements, merge,
};
use loopledger_ledger::ledger::{Dispute, Ledger};
use loopledger_model::{AttemptRecord, Experiment, ReviewRecord};
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl Session {
    /// Sets the review that is being written, or takes it away; it counts like a loaded one, and
    /// stays when files come and go.
    pub fn set_review_draft(&mut self, draft: Option<ReviewRecord>) {
        self.draft = draft;
        self.changed();
    }

    /// The review that is being written.
    pub fn review_draft(&self) -> Option<&ReviewRecord> {
        self.draft.as_ref()
    }

    /// What there is to review, and what reviewers decided.
    pub fn review(&mut self) -> ReviewView {
        let ledger = self.ledger();
        let merged = self.merged_reviews();
        let subject = self.subject(&ledger);
        let (attempts, other_attempts) = self.review_attempts(&ledger, &merged, &subject);
        let (interventions, interventions_without_layer) =
            self.review_interventions(&ledger, &merged, &attempts);
        ReviewView {
            attempts,
            other_attempts,
            interventions,
            interventions_without_layer,
            reviews: self.reviewers(),
            disagreements: merged
                .attempts
                .iter()
                .filter_map(|attempt| {
                    let Conclusion::Open(why) = attempt.conclusion else {
                        return None;
                    };
                    Some(DisputedAttemptView {
                        attempt_id: attempt.key.attempt_id.clone(),
                        task_id: attempt.key.task_id.clone(),
                        why: words::open(why).to_owned(),
                        conflicts: attempt.conflicts.clone(),
                        votes: attempt.votes.iter().map(words::vote).collect(),
                    })
                })
                .collect(),
            disputed_interventions: merged
                .interventions
                .iter()
                .filter_map(|intervention| {
                    let Conclusion::Open(why) = intervention.conclusion else {
                        return None;
                    };
                    let key = &intervention.key;
                    Some(DisputedInterventionView {
                        run: key.run.clone(),
                        response: key.response,
                        action: key.action,
                        layer: key.layer,
                        why: words::open(why).to_owned(),
                        conflicts: intervention.conflicts.clone(),
                        votes: words::judgements(&intervention.votes),
                    })
                })
                .collect(),
            not_applied: merged.not_applied.iter().map(words::not_applied).collect(),
            agreement: agreements(&merged).into_iter().map(agreement).collect(),
            subject,
        }
    }

    /// What reviewers decided, the draft included.
    pub(crate) fn merged_reviews(&mut self) -> Arc<Merged> {
        if self.merged.is_none() {
            // The two are made together.
            self.ledger = None;
            self.ledger();
        }
        self.merged.clone().unwrap_or_default()
    }

    /// Every review, loaded ones before the draft.
    pub(crate) fn review_records(&self) -> Vec<&ReviewRecord> {
        self.reads()
            .flat_map(|read| &read.reviews)
            .chain(&self.draft)
            .collect()
    }

    /// Merges the reviews, and gives the attempts the verdicts that follow.
    pub(crate) fn apply_reviews(&self, ledger: &mut Ledger) -> Merged {
        let reviews = self.review_records();
        let records: Vec<&AttemptRecord> = ledger
            .attempts
            .iter()
            .map(loopledger_ledger::ledger::Attempt::record)
            .collect();
        let rubric = self.frozen_rubric(&records, &reviews);
        let merged = merge(&records, &reviews, rubric.as_ref());
        let by_key: FxHashMap<AttemptKey, usize> = records
            .iter()
            .enumerate()
            .map(|(index, record)| (AttemptKey::of(record), index))
            .collect();
        for attempt in &merged.attempts {
            if !attempt.is_from_reviews() {
                continue;
            }
            let Some(&index) = by_key.get(&attempt.key) else {
                continue;
            };
            match attempt.review() {
                Some(review) => ledger.decide(index, review),
                None => ledger.dispute(index, dispute(attempt)),
            }
        }
        merged
    }

    /// The manifests of the experiments that attempts and reviews belong to.
    fn manifests<'s>(
        &'s self,
        records: &'s [&AttemptRecord],
        reviews: &'s [&ReviewRecord],
    ) -> impl Iterator<Item = &'s Experiment> {
        self.reads()
            .flat_map(|read| &read.experiments)
            .filter(move |manifest| {
                let id = Some(manifest.experiment_id.as_str());
                records
                    .iter()
                    .any(|record| record.experiment_id.as_deref() == id)
                    || reviews
                        .iter()
                        .any(|review| review.experiment_id.as_deref() == id)
            })
    }

    /// The rubric that the loaded manifests name; `None` where they name none, or several.
    fn frozen_rubric(
        &self,
        records: &[&AttemptRecord],
        reviews: &[&ReviewRecord],
    ) -> Option<RubricName> {
        let mut rubrics = self
            .manifests(records, reviews)
            .filter_map(|manifest| manifest.rubric.as_ref())
            .map(|rubric| RubricName {
                rubric: Some(rubric.rubric.clone()),
                version: rubric.rubric_version.clone(),
            });
        let first = rubrics.next()?;
        rubrics.all(|other| other == first).then_some(first)
    }

    /// What a review that is written now is about: the experiment of the first attempt, by the
    /// rubric of its manifest, else of the first review that states one.
    fn subject(&self, ledger: &Ledger) -> ReviewSubjectView {
        let reviews = self.review_records();
        let first = ledger
            .attempts
            .first()
            .map(loopledger_ledger::ledger::Attempt::record);
        let (experiment_id, manifest_digest) = match (first, reviews.first()) {
            (Some(record), _) => (record.experiment_id.clone(), record.manifest_digest.clone()),
            (None, Some(review)) => (review.experiment_id.clone(), review.manifest_digest.clone()),
            (None, None) => (None, None),
        };
        let rubric = self
            .reads()
            .flat_map(|read| &read.experiments)
            .filter(|manifest| Some(&manifest.experiment_id) == experiment_id.as_ref())
            .find_map(|manifest| manifest.rubric.as_ref());
        if let Some(rubric) = rubric {
            return ReviewSubjectView {
                experiment_id,
                manifest_digest,
                rubric: Some(rubric.rubric.clone()),
                rubric_version: rubric.rubric_version.clone(),
                criteria: rubric.criteria.clone(),
            };
        }
        let stated = self
            .reads()
            .flat_map(|read| &read.reviews)
            .map(|review| (&review.rubric, &review.rubric_version))
            .chain(
                ledger
                    .attempts
                    .iter()
                    .filter_map(|attempt| attempt.record().review.as_ref())
                    .map(|review| (&review.rubric, &review.rubric_version)),
            )
            .find(|(rubric, _)| rubric.is_some());
        ReviewSubjectView {
            experiment_id,
            manifest_digest,
            rubric: stated.and_then(|(rubric, _)| rubric.clone()),
            rubric_version: stated.and_then(|(_, version)| version.clone()),
            criteria: Vec::new(),
        }
    }

    fn reviewers(&self) -> Vec<ReviewerView> {
        let loaded = self.files.iter().flat_map(|file| {
            let reviews = file.read().map(|read| read.reviews.as_slice());
            reviews
                .unwrap_or_default()
                .iter()
                .map(move |review| (Some(file), review))
        });
        loaded
            .chain(self.draft.iter().map(|draft| (None, draft)))
            .map(|(file, review)| ReviewerView {
                reviewer: review.reviewer.clone(),
                file_id: file.map(|file| file.id),
                file: file.map(|file| file.name.to_string()),
                is_blind: review.is_blind,
                decisions: review.decisions.len() as u64,
                judgements: review.judgements.len() as u64,
                place: review.place.clone(),
                // A record is plain data; writing it as JSON cannot fail.
                json: serde_json::to_string(review).unwrap_or_default(),
            })
            .collect()
    }
}

/// Who said what, for the list of what sources disagree about.
fn dispute(attempt: &MergedAttempt) -> Dispute {
    let sides: Vec<String> = attempt
        .votes
        .iter()
        .map(|vote| {
            let name = match vote.reviewer.as_str() {
                "" => "?",
                name => name,
            };
            let decision = words::decision(vote.decision);
            match &vote.reason {
                Some(reason) => format!("{name}: {decision} ({reason})"),
                None => format!("{name}: {decision}"),
            }
        })
        .collect();
    let first = attempt.votes.first();
    let other = attempt
        .votes
        .iter()
        .find(|vote| first.is_some_and(|first| first.decision != vote.decision));
    Dispute {
        sides: sides.join("; "),
        first_at: first.and_then(|vote| vote.place.clone()),
        other_at: other.and_then(|vote| vote.place.clone()),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a share of counts, which is only shown"
)]
fn agreement(pair: Agreement) -> AgreementView {
    let Agreement {
        first,
        second,
        both_accept,
        only_first_accepts,
        only_second_accepts,
        both_reject,
        kappa,
    } = pair;
    let (attempts, agreeing) = (kappa.cases(), kappa.agreeing());
    AgreementView {
        first,
        second,
        attempts,
        agreeing,
        both_accept: both_accept.into(),
        only_first_accepts: only_first_accepts.into(),
        only_second_accepts: only_second_accepts.into(),
        both_reject: both_reject.into(),
        agreement: (attempts > 0).then(|| agreeing as f64 / attempts as f64),
        kappa: kappa.value().ok(),
        kappa_reason: kappa
            .value()
            .err()
            .map(|why| words::kappa_unknown(why).to_owned()),
    }
}
