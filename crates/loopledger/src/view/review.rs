//! The review, as screens and tables show it.

use super::{Figure, MoneyView};
use loopledger_model::trace::{InterventionAction, Layer};
use loopledger_model::{Artifact, Decision, Outcome, Place, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What there is to review, and what reviewers decided: the answer to `loopledger review`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewView {
    /// What a review that is written here is about.
    pub subject: ReviewSubjectView,
    /// The attempts to be reviewed, those of a task together, in the order of the manifest's tasks,
    /// then in that of the records.
    pub attempts: Vec<ReviewAttemptView>,
    /// Attempts that belong to another experiment, or to another frozen manifest, than
    /// [`subject`](Self::subject), so that they are no part of this review.
    pub other_attempts: u64,
    /// Warnings and stops of every run, those to look at first first.
    pub interventions: Vec<ReviewInterventionView>,
    /// Recorded warnings and stops that cannot be judged, because their record does not say which
    /// layer they are of.
    pub interventions_without_layer: u64,
    /// The reviews, in the order in which they were loaded; the draft last.
    pub reviews: Vec<ReviewerView>,
    /// Attempts about which reviewers disagree, or contradict themselves.
    pub disagreements: Vec<DisputedAttemptView>,
    /// Warnings and stops about which reviewers disagree, or contradict themselves.
    pub disputed_interventions: Vec<DisputedInterventionView>,
    /// Decisions that do not count, and why.
    pub not_applied: Vec<NotAppliedView>,
    /// How far each pair of reviewers agrees, by name.
    pub agreement: Vec<AgreementView>,
}

/// What a review is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewSubjectView {
    /// The experiment; `null` outside one.
    pub experiment_id: Option<String>,
    /// SHA-256 of the frozen manifest; `null` outside a frozen experiment.
    pub manifest_digest: Option<String>,
    /// The rubric's id; `null` where none is stated.
    pub rubric: Option<String>,
    /// The rubric's version; `null` where none is stated.
    pub rubric_version: Option<String>,
    /// The rubric's criteria; empty where no manifest is loaded.
    pub criteria: Vec<String>,
}

/// An attempt to be reviewed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewAttemptView {
    /// Its id.
    pub attempt_id: String,
    /// Its task; `null` where the source does not say.
    pub task_id: Option<String>,
    /// Its variant; `null` where the source does not say. Not for a blind reviewer's eyes, and
    /// neither is the id.
    pub variant_id: Option<String>,
    /// Its number for a blind reviewer, counted from 1: attempts of a task stand in an order that
    /// does not follow from their variants.
    pub blind_number: u64,
    /// What was asked for; `null` without a manifest.
    pub title: Option<String>,
    /// What an artifact must do to be accepted; empty without a manifest.
    pub acceptance_criteria: Vec<String>,
    /// The files that the attempt delivered, as far as a record or a review names them.
    pub artifacts: Vec<Artifact>,
    /// Key of the run that can be replayed; `null` where no trace was read.
    pub run: Option<String>,
    /// The last things that were said, in order; empty where no trace was read.
    pub messages: Vec<ReviewMessageView>,
    /// What became of it, the reviews included.
    pub outcome: Outcome,
    /// How the run ended; `null` where the source does not say.
    pub status: Option<String>,
    /// Which guard stopped it. A known `none` is the empty string.
    pub stop_reason: Figure<String>,
    /// What the model calls cost.
    pub model_cost: Figure<MoneyView>,
    /// What counts; `null` while nothing does.
    pub decision: Option<Decision>,
    /// Why nothing counts although somebody decided: `disagreement`, `conflict` or
    /// `several_rubrics`; `null` otherwise.
    pub open: Option<String>,
    /// Who decided what, by name.
    pub votes: Vec<VoteView>,
    /// Where the attempt stands; `null` where it has no record of its own.
    pub place: Option<Place>,
}

/// Something that an attempt said last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewMessageView {
    /// `response` of the model, or `result` of a tool.
    pub kind: String,
    /// Ordinal of the model response, counted from 0; of a result, that of the response that asked
    /// for it.
    pub response: u64,
    /// Whose result it is; `null` for a response.
    pub tool: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// One reviewer's decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoteView {
    /// Who; the empty string where an attempt record does not say.
    pub reviewer: String,
    /// What.
    pub decision: Decision,
    /// Why; `null` where no reason is given.
    pub reason: Option<String>,
    /// `attempt_record` or `review`.
    pub source: String,
    /// Where it stands; `null` for the draft.
    pub place: Option<Place>,
}

/// A warning or a stop to be judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewInterventionView {
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
    /// The count that reached the threshold.
    pub count: u64,
    /// The threshold.
    pub threshold: i64,
    /// Where the response stands.
    pub place: Place,
    /// Whether the run recorded it.
    pub is_recorded: bool,
    /// Whether the replay under the run's effective configuration comes to it.
    pub is_replayed: bool,
    /// Whether it lies after the first difference between the recorded run and its replay, so that
    /// the run would have gone differently.
    pub is_what_if: bool,
    /// The attempt that the run belongs to; `null` where it belongs to none.
    pub attempt_id: Option<String>,
    /// [`ReviewAttemptView::blind_number`] of that attempt.
    pub blind_number: Option<u64>,
    /// Its task.
    pub task_id: Option<String>,
    /// Its variant; not for a blind reviewer's eyes.
    pub variant_id: Option<String>,
    /// Results that the file keeps of the identical calls that were counted; 0 where it keeps none.
    pub results: u64,
    /// How many of them are different from each other; `null` where fewer than two are known.
    pub distinct_results: Option<u64>,
    /// Why it comes where it does: `accepted_attempt` for a stop on an attempt that was accepted,
    /// `changing_results` for a stop although the results kept changing, `stop` for any other stop,
    /// `warning` for a warning.
    pub why_first: String,
    /// What counts; `null` while nothing does.
    pub verdict: Option<Verdict>,
    /// Why nothing counts although somebody judged: `disagreement` or `conflict`; `null` otherwise.
    pub open: Option<String>,
    /// Who judged how, by name.
    pub votes: Vec<JudgementVoteView>,
}

/// One reviewer's judgement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JudgementVoteView {
    /// Who.
    pub reviewer: String,
    /// Whether the warning or stop was right.
    pub verdict: Verdict,
    /// A note; `null` where there is none.
    pub note: Option<String>,
    /// Where it stands; `null` for the draft.
    pub place: Option<Place>,
}

/// One review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewerView {
    /// Whose.
    pub reviewer: String,
    /// Handle of its file within the session; `null` for the draft.
    pub file_id: Option<u64>,
    /// Its file's name; `null` for the draft.
    pub file: Option<String>,
    /// Whether the reviewer saw no variant.
    pub is_blind: bool,
    /// Decisions on attempts.
    pub decisions: u64,
    /// Judgements on warnings and stops.
    pub judgements: u64,
    /// Where it stands; `null` for the draft.
    pub place: Option<Place>,
    /// The review as its file says it, as JSON text; to be written on from.
    pub json: String,
}

/// An attempt about which reviewers disagree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisputedAttemptView {
    /// The attempt.
    pub attempt_id: String,
    /// Its task; `null` where nobody says.
    pub task_id: Option<String>,
    /// `disagreement`, `conflict` or `several_rubrics`.
    pub why: String,
    /// Reviewers who contradict themselves.
    pub conflicts: Vec<String>,
    /// Who decided what.
    pub votes: Vec<VoteView>,
}

/// A warning or a stop about which reviewers disagree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisputedInterventionView {
    /// The run's stable key.
    pub run: String,
    /// Ordinal of the response, counted from 0.
    pub response: u64,
    /// What the detector did.
    pub action: InterventionAction,
    /// Its layer.
    pub layer: Layer,
    /// `disagreement` or `conflict`.
    pub why: String,
    /// Reviewers who contradict themselves.
    pub conflicts: Vec<String>,
    /// Who judged how.
    pub votes: Vec<JudgementVoteView>,
}

/// A decision that does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotAppliedView {
    /// Who decided.
    pub reviewer: String,
    /// About which attempt.
    pub attempt_id: String,
    /// What was decided.
    pub decision: Decision,
    /// Why it does not count: `other_manifest`, `other_experiment`, `other_rubric`, `other_task`,
    /// `other_artifact` or `unknown_attempt`.
    pub why: String,
    /// What would have counted; `null` where there is nothing to name.
    pub expected: Option<String>,
    /// What the review has in its place; `null` where it has nothing.
    pub found: Option<String>,
    /// Where the decision stands; `null` for the draft.
    pub place: Option<Place>,
}

/// How far two reviewers agree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgreementView {
    /// The reviewer whose name comes first.
    pub first: String,
    /// The other one.
    pub second: String,
    /// Attempts that both decided: the *n* of everything here.
    pub attempts: u64,
    /// On how many of them both decided the same.
    pub agreeing: u64,
    /// Attempts that both accept.
    pub both_accept: u64,
    /// Attempts that only the first one accepts.
    pub only_first_accepts: u64,
    /// Attempts that only the second one accepts.
    pub only_second_accepts: u64,
    /// Attempts that both reject.
    pub both_reject: u64,
    /// The share of attempts on which both decided the same, from 0 to 1; `null` where there is none
    /// that both decided.
    pub agreement: Option<f64>,
    /// Cohen's kappa, from −1 to 1; `null` where there is none.
    pub kappa: Option<f64>,
    /// Why there is no kappa: `no_cases`, or `expected_agreement_is_one` where each of the two decided
    /// everything alike; `null` where there is one.
    pub kappa_reason: Option<String>,
}
