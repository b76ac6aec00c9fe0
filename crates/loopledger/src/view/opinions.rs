//! Second opinions, as screens and tables show them.

use super::{Figure, MoneyView, ReplaySettings, RunView};
use loopledger_model::Tokens;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a second opinion follows. Limits that are `null` are upstream's; where upstream has none,
/// the detector is off.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpinionSettings {
    /// The rules of `DeerFlow`'s own lane.
    pub rules: ReplaySettings,
    /// goose, `max_repetitions`: how often a call may come in a row.
    pub goose_max_repetitions: Option<u64>,
    /// `LangChain`, `ToolCallLimitMiddleware`: tool calls of a run.
    pub tool_call_limit: Option<u64>,
    /// `LangChain`, `ModelCallLimitMiddleware`: model calls of a run.
    pub model_call_limit: Option<u64>,
    /// smolagents, `max_steps`: model calls of a run.
    pub smolagents_max_steps: Option<u64>,
    /// crewAI, `max_iter`: model calls of a run.
    pub crewai_max_iter: Option<u64>,
}

/// Several runs with the opinions on them: the answer to `loopledger opinions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Opinions {
    /// One for each run, in the order of the files.
    pub opinions: Vec<OpinionsView>,
}

/// What several detectors say about one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpinionsView {
    /// The run.
    pub run: RunView,
    /// The attempt that it belongs to; `null` where it belongs to none.
    pub attempt_id: Option<String>,
    /// The verdict on that attempt, `accepted` or `rejected`; `null` where there is none.
    pub decision: Option<String>,
    /// Ordinal of the response at which the recorded run first intervened; what others say beyond
    /// it is *what if*. `null` where it never did.
    pub recorded_intervention: Option<u64>,
    /// `DeerFlow` first, then the others in a fixed order.
    pub lanes: Vec<OpinionLane>,
    /// Detectors that cannot be replayed.
    pub unplayed: Vec<UnplayedView>,
}

/// What one detector says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpinionLane {
    /// Stable id: `deerflow`, `openhands`, …
    pub id: String,
    /// The project.
    pub project: String,
    /// What the project calls the detector.
    pub name: String,
    /// Where its rule was read.
    pub source: OpinionSource,
    /// Its limits; empty for `DeerFlow`, whose limits are those of the replay.
    pub parameters: Vec<OpinionParameter>,
    /// What a stop does at home: `ends_run`, `skips_call` (the model is told), `asks_user`.
    pub stop_effect: String,
    /// Codes of what a replay of it cannot see.
    pub blind: Vec<String>,
    /// `judged`, `undecided` (the file leaves open what decides), `off` (it has no limit unless
    /// somebody sets one).
    pub verdict: String,
    /// Why it is undecided: `redacted_arguments`, `cut_arguments`, `unknown_results`,
    /// `unknown_words`, `unknown_user_messages`. Empty otherwise.
    pub unseen: Vec<String>,
    /// Where it speaks, in order; after a stop that ends the run it says nothing more. Empty unless
    /// judged.
    pub marks: Vec<OpinionMark>,
    /// Ordinal of the response of its first warning; `null` where there is none, or where it is
    /// undecided or off.
    pub first_warn: Option<u64>,
    /// Ordinal of the response of its first stop; `null` like [`first_warn`](Self::first_warn).
    pub first_stop: Option<u64>,
    /// What was recorded after its first stop; `null` without one.
    pub after_stop: Option<AfterStop>,
    /// Whether it stops an attempt that was accepted, so that somebody should look at the stop;
    /// `null` where it is undecided or off, or the attempt has no verdict.
    pub is_candidate_false_positive: Option<bool>,
}

/// Where a rule was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpinionSource {
    /// The repository at GitHub, `owner/name`.
    pub repository: String,
    /// The file in it.
    pub file: String,
    /// The commit that was read, or the date of `DeerFlow`'s revision; `null` where none was.
    pub revision: Option<String>,
    /// `read`; `partly`: the rest is from a description of a later state; `described`: the whole
    /// rule is from a description of its state of August 2026.
    pub seen: String,
}

/// A limit of a detector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpinionParameter {
    /// Its name.
    pub name: String,
    /// What was judged by; `null` where upstream has no default and none was given.
    pub value: Option<u64>,
    /// Upstream's default; `null` where it has none.
    pub default: Option<u64>,
}

/// What a detector does at some response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpinionMark {
    /// Ordinal of the response, from 0.
    pub step: u64,
    /// `warn` or `stop`.
    pub kind: String,
    /// Code of the rule.
    pub rule: String,
    /// What the rule counted: repetitions, calls, or the calls of a cycle.
    pub count: u64,
    /// How many calls of the response run before it speaks.
    pub calls_before: u64,
    /// Whether it lies beyond the recorded run's first intervention, so that nobody knows whether
    /// it would have come to it.
    pub is_what_if: bool,
}

/// What the recorded run did after a detector's first stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AfterStop {
    /// Model responses after that of the stop; `null` where the end of the run is missing.
    pub responses: Figure<u64>,
    /// Tool calls that were proposed from the stop on; `null` where the end of the run is missing.
    pub tool_calls: Figure<u64>,
    /// Tokens of those responses by category.
    pub tokens: Tokens<Figure<u64>>,
    /// What those responses cost, priced.
    pub model_cost: Figure<MoneyView>,
    /// Whether the stop lies beyond the recorded run's first intervention.
    pub is_what_if: bool,
}

/// A detector that cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnplayedView {
    /// Stable id.
    pub id: String,
    /// The project.
    pub project: String,
    /// Code of what it needs that no trace has.
    pub needs: String,
    /// Where it is described.
    pub source: OpinionSource,
}
