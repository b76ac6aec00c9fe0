//! The review: what one reviewer decided about attempts, and about warnings and stops.

use crate::Place;
use crate::attempt::{Artifact, Decision};
use crate::trace::{InterventionAction, Layer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The published review, version 1: one JSON object, the work of one reviewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewRecord {
    /// Always `loopledger.review/v1`.
    #[schemars(extend("const" = ReviewRecord::SCHEMA))]
    pub schema: String,
    /// The experiment whose attempts were reviewed; `null` outside one.
    pub experiment_id: Option<String>,
    /// SHA-256 of the frozen manifest's canonical form; `null` outside a frozen experiment.
    pub manifest_digest: Option<String>,
    /// The rubric's id; `null` where there is none.
    pub rubric: Option<String>,
    /// The rubric's version.
    pub rubric_version: Option<String>,
    /// Who decided.
    pub reviewer: String,
    /// Whether the reviewer did not see which variant an attempt belongs to.
    pub is_blind: bool,
    /// Verdicts on attempts, in the order in which they were first given.
    pub decisions: Vec<AttemptDecision>,
    /// Verdicts on warnings and stops, in the order in which they were first given.
    pub judgements: Vec<Judgement>,
    /// Where the review stands, if it was read.
    #[serde(skip)]
    #[schemars(skip)]
    pub place: Option<Place>,
}

/// One reviewer's verdict on an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttemptDecision {
    /// The attempt.
    pub attempt_id: String,
    /// Its task; `null` where the source does not say.
    pub task_id: Option<String>,
    /// Accepted or rejected.
    pub decision: Decision,
    /// Why; required for a rejection.
    pub reason: Option<String>,
    /// The files that were judged.
    pub artifacts: Vec<Artifact>,
    /// Where the decision stands, if it was read.
    #[serde(skip)]
    #[schemars(skip)]
    pub place: Option<Place>,
}

/// One reviewer's verdict on a warning or a stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// The stable key of the run: thread, run and subagent's task.
    pub run: String,
    /// Ordinal of the response in the run, counted from 0.
    pub response: u64,
    /// What the detector did.
    pub action: InterventionAction,
    /// The detector's layer.
    pub layer: Layer,
    /// The tools that it named, sorted.
    pub tools: Vec<String>,
    /// Whether it was right.
    pub verdict: Verdict,
    /// A note.
    pub note: Option<String>,
    /// Where the judgement stands, if it was read.
    #[serde(skip)]
    #[schemars(skip)]
    pub place: Option<Place>,
}

/// Whether a warning or a stop was right.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It met a loop.
    Right,
    /// It met useful work.
    FalsePositive,
    /// The reviewer cannot tell.
    Unsure,
}

impl ReviewRecord {
    /// The value of [`schema`](Self::schema).
    pub const SCHEMA: &'static str = "loopledger.review/v1";

    /// A review in which nothing is decided yet.
    pub fn new(reviewer: String) -> Self {
        Self {
            schema: Self::SCHEMA.to_owned(),
            experiment_id: None,
            manifest_digest: None,
            rubric: None,
            rubric_version: None,
            reviewer,
            is_blind: false,
            decisions: Vec::new(),
            judgements: Vec::new(),
            place: None,
        }
    }
}

impl Judgement {
    /// Whether two judgements are about the same warning or stop.
    pub fn is_about_same(&self, other: &Self) -> bool {
        (self.response, self.action, self.layer) == (other.response, other.action, other.layer)
            && self.run == other.run
            && self.tools == other.tools
    }
}

impl Verdict {
    /// The wire spelling.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::FalsePositive => "false_positive",
            Self::Unsure => "unsure",
        }
    }
}
