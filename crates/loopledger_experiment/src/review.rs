//! What reviewers decided, and how far they agree.
//!
//! Reviews of several reviewers become one: for each attempt, and for each warning and stop, what
//! each of them decided and what follows. The order in which the reviews are given changes nothing
//! but which of two equal verdicts of one reviewer is kept.
//!
//! - One reviewer's decision counts, and so do several that are the same.
//! - Decisions that differ decide nothing, and neither does a reviewer who contradicts himself:
//!   both are named. The same verdict of the same reviewer in two files counts once.
//! - Decisions under different rubrics, or different versions of one, are not merged. What does not
//!   state its rubric is not taken for one of another.
//! - A decision inside an attempt record is one like those of a file. It differs in that nothing
//!   changes where it stands alone.
//! - Agreement is Cohen's kappa (J. Cohen, *A Coefficient of Agreement for Nominal Scales*,
//!   Educational and Psychological Measurement 20, 1960) for each pair of reviewers, over the
//!   attempts that both decided.

mod agreement;
mod kappa;

pub use agreement::{Agreement, agreements};
pub use kappa::{Kappa, KappaUnknown};

use loopledger_model::trace::{InterventionAction, Layer};
use loopledger_model::{
    Artifact, AttemptDecision, AttemptRecord, Decision, Judgement, Place, Review, ReviewRecord,
    Verdict,
};
use std::collections::BTreeMap;

/// What stands between the names of several reviewers.
const NAMES: &str = ", ";

/// Which attempt a decision is about: an attempt's id is unique within an experiment only.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttemptKey {
    /// The experiment; `None` outside one.
    pub experiment_id: Option<String>,
    /// SHA-256 of the frozen manifest; `None` outside a frozen experiment.
    pub manifest_digest: Option<String>,
    /// The task; `None` where the source does not say.
    pub task_id: Option<String>,
    /// The attempt.
    pub attempt_id: String,
}

/// A rubric, as far as it is stated.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RubricName {
    /// Its id.
    pub rubric: Option<String>,
    /// Its version.
    pub version: Option<String>,
}

/// What one reviewer decided about an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    /// Who; empty where an attempt record does not say.
    pub reviewer: String,
    /// What.
    pub decision: Decision,
    /// Why.
    pub reason: Option<String>,
    /// The files that were judged.
    pub artifacts: Vec<Artifact>,
    /// By which rubric.
    pub rubric: RubricName,
    /// Whether the reviewer saw no variant.
    pub is_blind: bool,
    /// Where it was said.
    pub source: VoteSource,
    /// Where it stands; `None` for what was not read from a file.
    pub place: Option<Place>,
}

/// Where a decision was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VoteSource {
    /// Inside the attempt's own record.
    AttemptRecord,
    /// In a review.
    Review,
}

/// What reviewers decided about an attempt, and what follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedAttempt {
    /// The attempt.
    pub key: AttemptKey,
    /// One vote of each reviewer, by name; both votes of one who contradicts himself.
    pub votes: Vec<Vote>,
    /// Reviewers who contradict themselves, by name.
    pub conflicts: Vec<String>,
    /// What follows.
    pub conclusion: Conclusion<Decision>,
}

/// What reviewers decided about a warning or a stop, and what follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedIntervention {
    /// The warning or the stop.
    pub key: InterventionKey,
    /// One judgement of each reviewer, by name; both of one who contradicts himself.
    pub votes: Vec<(String, Judgement)>,
    /// Reviewers who contradict themselves, by name.
    pub conflicts: Vec<String>,
    /// What follows.
    pub conclusion: Conclusion<Verdict>,
}

/// A warning or a stop of a run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InterventionKey {
    /// The run's stable key.
    pub run: String,
    /// Ordinal of the response, counted from 0.
    pub response: u64,
    /// What the detector did.
    pub action: InterventionAction,
    /// Its layer.
    pub layer: Layer,
    /// The tools that it named, sorted.
    pub tools: Vec<String>,
}

/// What follows from the verdicts of several reviewers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion<T> {
    /// Everybody who decided said this.
    Agreed(T),
    /// Nothing, for this reason.
    Open(Open),
}

/// Why verdicts decide nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Open {
    /// Two reviewers differ.
    Disagreement,
    /// One reviewer contradicts himself.
    Conflict,
    /// They were given by different rubrics, or by different versions of one.
    SeveralRubrics,
}

/// A decision that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotApplied {
    /// Who decided.
    pub reviewer: String,
    /// About which attempt.
    pub attempt_id: String,
    /// What was decided.
    pub decision: Decision,
    /// Why it does not count.
    pub why: WhyNot,
    /// What would have counted.
    pub expected: Option<String>,
    /// What stands there.
    pub found: Option<String>,
    /// Where the decision stands.
    pub place: Option<Place>,
}

/// Why a decision does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WhyNot {
    /// It was made under another frozen manifest.
    OtherManifest,
    /// It belongs to another experiment.
    OtherExperiment,
    /// It was made by another rubric, or another version, than the experiment's.
    OtherRubric,
    /// It is about another task's attempt.
    OtherTask,
    /// A file of the artifact is another one than that of the attempt record.
    OtherArtifact,
    /// No such attempt is there.
    UnknownAttempt,
}

/// Everything that several reviews come to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    /// Attempts that somebody decided, by key.
    pub attempts: Vec<MergedAttempt>,
    /// Warnings and stops that somebody judged, by key.
    pub interventions: Vec<MergedIntervention>,
    /// Decisions of reviews that were left out, in the order of the reviews.
    pub not_applied: Vec<NotApplied>,
}

impl AttemptKey {
    /// The key of a recorded attempt.
    pub fn of(record: &AttemptRecord) -> Self {
        Self {
            experiment_id: record.experiment_id.clone(),
            manifest_digest: record.manifest_digest.clone(),
            task_id: record.task_id.clone(),
            attempt_id: record.attempt_id.clone(),
        }
    }
}

impl RubricName {
    /// Whether two rubrics state different things; what is not stated is not different.
    pub fn is_other(&self, other: &Self) -> bool {
        differs(self.rubric.as_ref(), other.rubric.as_ref())
            || differs(self.version.as_ref(), other.version.as_ref())
    }
}

impl std::fmt::Display for RubricName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.rubric.as_deref().unwrap_or("null"))?;
        if let Some(version) = &self.version {
            write!(f, " {version}")?;
        }
        Ok(())
    }
}

impl InterventionKey {
    /// What a judgement is about.
    pub fn of(judgement: &Judgement) -> Self {
        let mut tools = judgement.tools.clone();
        tools.sort();
        Self {
            run: judgement.run.clone(),
            response: judgement.response,
            action: judgement.action,
            layer: judgement.layer,
            tools,
        }
    }
}

impl MergedAttempt {
    /// The verdict as an attempt record has it; `None` where nothing follows.
    ///
    /// Of several reviewers all are named; each one's reason stays his own.
    pub fn review(&self) -> Option<Review> {
        let Conclusion::Agreed(decision) = self.conclusion else {
            return None;
        };
        let named: Vec<&str> = self
            .votes
            .iter()
            .map(|vote| vote.reviewer.as_str())
            .filter(|name| !name.is_empty())
            .collect();
        let mut reasons: Vec<&Vote> = Vec::new();
        for vote in &self.votes {
            if vote.reason.is_some() && !reasons.iter().any(|other| other.reason == vote.reason) {
                reasons.push(vote);
            }
        }
        let reason = match reasons.as_slice() {
            [] => None,
            [only] => only.reason.clone(),
            several => Some(
                several
                    .iter()
                    .map(|vote| {
                        let reason = vote.reason.as_deref().unwrap_or_default();
                        match vote.reviewer.as_str() {
                            "" => reason.to_owned(),
                            name => format!("{name}: {reason}"),
                        }
                    })
                    .collect::<Vec<_>>()
                    .join("; "),
            ),
        };
        let stated = |pick: fn(&RubricName) -> &Option<String>| {
            self.votes
                .iter()
                .find_map(|vote| pick(&vote.rubric).clone())
        };
        Some(Review {
            rubric: stated(|rubric| &rubric.rubric),
            rubric_version: stated(|rubric| &rubric.version),
            decision: Some(decision),
            reason,
            reviewer: (!named.is_empty()).then(|| named.join(NAMES)),
            artifacts: self
                .votes
                .iter()
                .map(|vote| &vote.artifacts)
                .find(|artifacts| !artifacts.is_empty())
                .cloned()
                .unwrap_or_default(),
        })
    }

    /// Whether a review had a part in it, and not the attempt's own record alone.
    pub fn is_from_reviews(&self) -> bool {
        self.votes
            .iter()
            .any(|vote| vote.source == VoteSource::Review)
    }
}

/// Merges reviews, with the decisions that stand in attempt records.
///
/// `rubric` is what the experiment froze, where there is one; decisions by another are left out.
/// Without any attempt every decision counts for itself, so that reviews can be compared alone.
pub fn merge(
    attempts: &[&AttemptRecord],
    reviews: &[&ReviewRecord],
    rubric: Option<&RubricName>,
) -> Merged {
    let mut merged = Merged::default();
    let mut votes: BTreeMap<AttemptKey, Vec<Vote>> = BTreeMap::new();
    for record in attempts {
        for vote in embedded(record, reviews) {
            if rubric.is_none_or(|rubric| !rubric.is_other(&vote.rubric)) {
                votes.entry(AttemptKey::of(record)).or_default().push(vote);
            }
        }
    }
    for review in reviews {
        for decision in &review.decisions {
            match target(attempts, review, decision, rubric) {
                Ok(key) => votes.entry(key).or_default().push(vote(review, decision)),
                Err(why) => merged.not_applied.push(why),
            }
        }
    }
    merged.attempts = votes.into_iter().map(conclude_attempt).collect();
    merged.interventions = interventions(reviews);
    merged
}

/// The decision that stands in an attempt's own record.
///
/// Where the record was written after a merge it names all of its reviewers; each of whom there is a
/// review is asked for himself then.
fn embedded(record: &AttemptRecord, reviews: &[&ReviewRecord]) -> Vec<Vote> {
    let Some(review) = &record.review else {
        return Vec::new();
    };
    let Some(decision) = review.decision else {
        return Vec::new();
    };
    let reviewer = review.reviewer.as_deref().unwrap_or_default().trim();
    let parts: Vec<&str> = reviewer.split(NAMES).collect();
    let is_joined = parts.len() > 1
        && parts
            .iter()
            .all(|part| reviews.iter().any(|review| review.reviewer.trim() == *part));
    let names = if is_joined { parts } else { vec![reviewer] };
    names
        .into_iter()
        .map(|name| Vote {
            reviewer: name.to_owned(),
            decision,
            reason: review.reason.clone(),
            artifacts: review.artifacts.clone(),
            rubric: RubricName {
                rubric: review.rubric.clone(),
                version: review.rubric_version.clone(),
            },
            is_blind: false,
            source: VoteSource::AttemptRecord,
            place: record.place.as_ref().map(|place| place.at("/review")),
        })
        .collect()
}

fn vote(review: &ReviewRecord, decision: &AttemptDecision) -> Vote {
    Vote {
        reviewer: review.reviewer.trim().to_owned(),
        decision: decision.decision,
        reason: decision.reason.clone(),
        artifacts: decision.artifacts.clone(),
        rubric: rubric_of(review),
        is_blind: review.is_blind,
        source: VoteSource::Review,
        place: decision.place.clone(),
    }
}

fn rubric_of(review: &ReviewRecord) -> RubricName {
    RubricName {
        rubric: review.rubric.clone(),
        version: review.rubric_version.clone(),
    }
}

/// The attempt that a decision is about, or why it is about none of them.
fn target(
    attempts: &[&AttemptRecord],
    review: &ReviewRecord,
    decision: &AttemptDecision,
    rubric: Option<&RubricName>,
) -> Result<AttemptKey, NotApplied> {
    let refuse = |why, expected: Option<String>, found: Option<String>| NotApplied {
        reviewer: review.reviewer.trim().to_owned(),
        attempt_id: decision.attempt_id.clone(),
        decision: decision.decision,
        why,
        expected,
        found,
        place: decision.place.clone(),
    };
    let own = rubric_of(review);
    if let Some(rubric) = rubric
        && rubric.is_other(&own)
    {
        let (expected, found) = (rubric.to_string(), own.to_string());
        return Err(refuse(WhyNot::OtherRubric, Some(expected), Some(found)));
    }
    let key = AttemptKey {
        experiment_id: review.experiment_id.clone(),
        manifest_digest: review.manifest_digest.clone(),
        task_id: decision.task_id.clone(),
        attempt_id: decision.attempt_id.clone(),
    };
    if attempts.is_empty() {
        return Ok(key);
    }
    let mut refusal = refuse(WhyNot::UnknownAttempt, None, None);
    for record in attempts {
        if record.attempt_id != decision.attempt_id {
            continue;
        }
        let mismatch = if record.manifest_digest != review.manifest_digest {
            Some((
                WhyNot::OtherManifest,
                record.manifest_digest.clone(),
                review.manifest_digest.clone(),
            ))
        } else if differs(record.experiment_id.as_ref(), review.experiment_id.as_ref()) {
            Some((
                WhyNot::OtherExperiment,
                record.experiment_id.clone(),
                review.experiment_id.clone(),
            ))
        } else if differs(record.task_id.as_ref(), decision.task_id.as_ref()) {
            Some((
                WhyNot::OtherTask,
                record.task_id.clone(),
                decision.task_id.clone(),
            ))
        } else {
            other_artifact(record, decision)
        };
        match mismatch {
            None => return Ok(AttemptKey::of(record)),
            Some((why, expected, found)) => refusal = refuse(why, expected, found),
        }
    }
    Err(refusal)
}

/// A file that the reviewer saw and that is not the one of the attempt's record.
fn other_artifact(
    record: &AttemptRecord,
    decision: &AttemptDecision,
) -> Option<(WhyNot, Option<String>, Option<String>)> {
    let known = record.review.as_ref().map(|review| &review.artifacts)?;
    decision.artifacts.iter().find_map(|seen| {
        let known = known.iter().find(|known| known.path == seen.path)?;
        differs(known.sha256.as_ref(), seen.sha256.as_ref()).then(|| {
            (
                WhyNot::OtherArtifact,
                known.sha256.clone(),
                seen.sha256.clone(),
            )
        })
    })
}

/// Whether both are stated and different.
fn differs<T: PartialEq>(a: Option<T>, b: Option<T>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if a != b)
}

fn conclude_attempt((key, all): (AttemptKey, Vec<Vote>)) -> MergedAttempt {
    let (votes, conflicts) = one_each(all, |vote| vote.reviewer.as_str(), |vote| vote.decision);
    let is_several = votes.iter().enumerate().any(|(index, vote)| {
        votes
            .iter()
            .skip(index + 1)
            .any(|other| vote.rubric.is_other(&other.rubric))
    });
    let conclusion = if is_several {
        Conclusion::Open(Open::SeveralRubrics)
    } else {
        conclude(&conflicts, votes.iter().map(|vote| vote.decision))
    };
    MergedAttempt {
        key,
        votes,
        conflicts,
        conclusion,
    }
}

fn interventions(reviews: &[&ReviewRecord]) -> Vec<MergedIntervention> {
    let mut all: BTreeMap<InterventionKey, Vec<(String, Judgement)>> = BTreeMap::new();
    for review in reviews {
        let reviewer = review.reviewer.trim();
        for judgement in &review.judgements {
            let of_key = all.entry(InterventionKey::of(judgement)).or_default();
            of_key.push((reviewer.to_owned(), judgement.clone()));
        }
    }
    all.into_iter()
        .map(|(key, all)| {
            let (votes, conflicts) = one_each(
                all,
                |(reviewer, _)| reviewer.as_str(),
                |(_, judgement)| judgement.verdict,
            );
            let conclusion = conclude(
                &conflicts,
                votes.iter().map(|(_, judgement)| judgement.verdict),
            );
            MergedIntervention {
                key,
                votes,
                conflicts,
                conclusion,
            }
        })
        .collect()
}

/// Sorts votes by reviewer and drops repeated ones; also who has more than one left.
fn one_each<V, T: PartialEq>(
    all: Vec<V>,
    reviewer: impl Fn(&V) -> &str,
    verdict: impl Fn(&V) -> T,
) -> (Vec<V>, Vec<String>) {
    let mut votes: Vec<V> = Vec::with_capacity(all.len());
    let mut conflicts: Vec<String> = Vec::new();
    for vote in all {
        let mut same = votes
            .iter()
            .filter(|other| reviewer(other) == reviewer(&vote))
            .peekable();
        if same.peek().is_some() {
            if same.any(|other| verdict(other) == verdict(&vote)) {
                continue;
            }
            let name = reviewer(&vote).to_owned();
            if !conflicts.contains(&name) {
                conflicts.push(name);
            }
        }
        votes.push(vote);
    }
    votes.sort_by(|a, b| reviewer(a).cmp(reviewer(b)));
    conflicts.sort();
    (votes, conflicts)
}

fn conclude<T: PartialEq>(
    conflicts: &[String],
    mut verdicts: impl Iterator<Item = T>,
) -> Conclusion<T> {
    if !conflicts.is_empty() {
        return Conclusion::Open(Open::Conflict);
    }
    match verdicts.next() {
        Some(first) if verdicts.all(|other| other == first) => Conclusion::Agreed(first),
        _ => Conclusion::Open(Open::Disagreement),
    }
}

#[cfg(test)]
mod tests;
