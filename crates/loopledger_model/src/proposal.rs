//! The proposal: one changed limit, with what was looked at before it was proposed.

use crate::{EffectiveConfiguration, Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The published proposal, version 1: one JSON object.
///
/// It carries what it rests on, so that nobody has to take it on trust: how many stops would go,
/// how many of them somebody looked at, and what can run at worst before and after.
/// Every field is always present; an unknown is `null`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// Always `loopledger.proposal/v1`.
    #[schemars(extend("const" = Proposal::SCHEMA))]
    pub schema: String,
    /// The setting, under upstream's name; `tool_freq_overrides.warn` and
    /// `tool_freq_overrides.hard_limit` for one of a single tool's.
    pub setting: String,
    /// The tool whose override it is; `null` for the settings of all tools.
    pub tool: Option<String>,
    /// The value in force.
    pub from: i64,
    /// The value that is proposed.
    pub to: i64,
    /// The limits in force, of which one is to change.
    pub configuration: EffectiveConfiguration,
    /// Upstream revision of the detector that judged the runs, by date.
    pub detector_revision: String,
    /// The attempts whose runs were judged again.
    pub attempts: u64,
    /// Attempts of which no run is there, so that nothing is known of them here.
    pub attempts_without_run: u64,
    /// Attempts that are stopped under the value in force.
    pub stopped_before: u64,
    /// Attempts that are stopped under the proposed one.
    pub stopped_after: u64,
    /// The stops that would go.
    pub stops_in_question: InQuestion,
    /// The warnings that would go.
    pub warnings_in_question: InQuestion,
    /// Stops whose calls the file has lost, so that no replay can tell whether they would go. They
    /// are in question too.
    pub stops_untold: u64,
    /// Whether everything in question was looked at. Without that a proposal is no recommendation.
    pub is_inspected: bool,
    /// What can run at most before the detector must stop, now.
    pub worst_case_before: WorstCase,
    /// The same under the proposed value.
    pub worst_case_after: WorstCase,
    /// SHA-256 of the frozen manifest that the attempts belong to; `null` outside a frozen
    /// experiment, and where they belong to several.
    pub manifest_digest: Option<String>,
    /// The files that it rests on, in the order in which they were loaded.
    pub files: Vec<InputFile>,
    /// Where the proposal stands, if it was read.
    #[serde(skip)]
    #[schemars(skip)]
    pub place: Option<Place>,
}

/// Warnings or stops that a changed limit would take away, and what reviewers say of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InQuestion {
    /// How many there are.
    pub count: u64,
    /// Of these, how many somebody judged; the sum of the three that follow.
    pub looked_at: u64,
    /// Of these, how many were judged false positives.
    pub false_positives: u64,
    /// Of these, how many were judged right: they would be lost.
    pub right: u64,
    /// Of these, how many nobody could decide on, or reviewers disagree on.
    pub unsure: u64,
}

/// What can run at most before the detector must stop: in one run, whatever its agent does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorstCase {
    /// One and the same call, alone in each response.
    pub same_call: WorstCount,
    /// The calls of one tool, in a run that calls no other.
    pub one_tool: WorstCount,
    /// The calls of all tools that were called in the loaded runs or have an override, together.
    pub all_tools: WorstCount,
}

/// A number of calls, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorstCount {
    /// The number; `null` where no stop is certain, or none is derived.
    pub calls: Option<u64>,
    /// Why there is no number: `detector_off`, `tools_take_turns`, `warning_ends_accounting` or
    /// `underived`; `null` where there is one.
    pub reason: Option<String>,
}

/// A file that something rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InputFile {
    /// Its name.
    pub name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
}

impl Proposal {
    /// The value of [`schema`](Self::schema).
    pub const SCHEMA: &'static str = "loopledger.proposal/v1";
}
