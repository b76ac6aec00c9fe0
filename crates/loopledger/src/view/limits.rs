//! What the sweep of one limit comes to.

use super::{MoneyView, RatioView, ReplaySettings, SumFigure};
use loopledger_model::{EffectiveConfiguration, InQuestion, WorstCount};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A setting that can be swept; `enabled` and `max_tracked_threads` are not.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum LimitSetting {
    /// Identical call sets that give a warning.
    #[serde(rename = "warn_threshold")]
    WarnThreshold,
    /// Identical call sets that give a hard stop.
    #[serde(rename = "hard_limit")]
    HardLimit,
    /// Length of the history window.
    #[serde(rename = "window_size")]
    WindowSize,
    /// Calls of one tool that give a warning.
    #[serde(rename = "tool_freq_warn")]
    ToolFreqWarn,
    /// Calls of one tool that give a hard stop.
    #[serde(rename = "tool_freq_hard_limit")]
    ToolFreqHardLimit,
    /// Calls of a single tool that give a warning.
    #[serde(rename = "tool_freq_overrides.warn")]
    OverrideWarn,
    /// Calls of a single tool that give a hard stop.
    #[serde(rename = "tool_freq_overrides.hard_limit")]
    OverrideHardLimit,
}

/// What is to be swept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweepRequest {
    /// The rules of every run, of which one setting is changed.
    pub settings: ReplaySettings,
    /// Only the attempts of this variant; `null` for all attempts.
    pub variant: Option<String>,
    /// The setting.
    pub setting: LimitSetting,
    /// The tool, for a setting of a single tool. One that has no override gets one, whose other
    /// threshold is that of all tools. `null` for the other settings.
    pub tool: Option<String>,
    /// The first value.
    pub from: i64,
    /// The last value, at most; not below the first.
    pub to: i64,
    /// The distance of two values, at least 1.
    pub step: u64,
}

/// How far a sweep is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweepProgress {
    /// Responses that were judged, once for each value.
    pub done: u64,
    /// Responses that there are to judge.
    pub total: u64,
    /// Whether nothing is left to do.
    pub is_done: bool,
}

/// What there is to sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweepBasis {
    /// Variants of the loaded attempts, in order of first appearance.
    pub variants: Vec<String>,
    /// Attempts with a run that is judged again.
    pub attempts: u64,
    /// Attempts without one; nothing is known of them here.
    pub attempts_without_run: u64,
    /// Runs that are judged again, those of subagents included.
    pub runs: u64,
    /// Model responses of these runs.
    pub responses: u64,
    /// Runs that are left out, because another copy of them counts.
    pub covered_runs: u64,
    /// Keys of the runs whose replay is not exact; see `isExact` of a run.
    pub inexact_runs: Vec<String>,
    /// Tools that the runs call, by name.
    pub tools: Vec<String>,
    /// The rules in force, each with how many runs follow it.
    pub rules: Vec<SweepRules>,
    /// What a call of a tool costs: the tool cost of these attempts over their executed calls.
    pub cost_per_call: RatioView,
}

/// Rules that runs follow before one setting is changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweepRules {
    /// Upstream revision, by date.
    pub revision: String,
    /// The limits.
    pub configuration: EffectiveConfiguration,
    /// Where they come from, as in a replay.
    pub configuration_source: String,
    /// How many runs follow them.
    pub runs: u64,
}

/// One setting over a range of values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweepView {
    /// What was swept.
    pub request: SweepRequest,
    /// Over what.
    pub basis: SweepBasis,
    /// The value in force, once for each of the rules.
    pub current: Vec<i64>,
    /// What can run at most with the value in force, once for each of the rules.
    pub worst_case_now: Vec<WorstCaseView>,
    /// What reviewers said of the warnings and stops of these runs.
    pub judged: SweepJudged,
    /// The values, in order.
    pub values: Vec<SweepValue>,
}

/// Judgements that a sweep goes by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweepJudged {
    /// Stops that were recorded, or that the rules in force give.
    pub stops: u64,
    /// Of these, stops that were judged.
    pub stops_looked_at: u64,
    /// Of these, stops that were judged false positives.
    pub false_positive_stops: u64,
    /// Of the judged stops, those that were judged right.
    pub right_stops: u64,
    /// Warnings that were recorded, or that the rules in force give.
    pub warnings: u64,
    /// Of these, warnings that were judged.
    pub warnings_looked_at: u64,
    /// Of these, warnings that were judged false positives.
    pub false_positive_warnings: u64,
    /// Of the judged warnings, those that were judged right.
    pub right_warnings: u64,
    /// Judgements of these runs that meet none of these warnings and stops.
    pub unmatched: u64,
    /// Stops whose calls the file has lost, so that no replay can tell whether they would go.
    pub stops_untold: u64,
}

/// What one value comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweepValue {
    /// The value.
    pub value: i64,
    /// Whether it is in force in all runs.
    pub is_current: bool,
    /// The rules of DeerFlow's configuration that it breaks, each in one English sentence; empty
    /// where it breaks none.
    pub errors: Vec<String>,
    /// The figures; `null` where the value breaks a rule.
    pub figures: Option<SweepFigures>,
}

/// The figures of one value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweepFigures {
    /// Attempts with a warning before any stop.
    pub warned: SweepCount,
    /// Attempts with a run that is stopped.
    pub stopped: SweepCount,
    /// What was recorded after the first warning of each run.
    pub after_warning: SpendAfter,
    /// What was recorded after the stop of each run.
    pub after_stop: SpendAfter,
    /// Runs that would go on beyond the stop that was recorded; what they would do there is known
    /// to nobody.
    pub goes_on: u64,
    /// Stops that would go.
    pub stops: InQuestion,
    /// Warnings that would go.
    pub warnings: InQuestion,
    /// Whether the value loosens the detector, so that it must be looked at first.
    pub gate: Gate,
    /// What can run at most, once for each of the rules.
    pub worst_case: Vec<WorstCaseView>,
}

/// Attempts that something happens to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweepCount {
    /// How many.
    pub attempts: u64,
    /// Of these, attempts in which it follows a response at which the record went another way, so
    /// that it is *what if*.
    pub what_if: u64,
    /// The earliest response at which it happens, counted from 0; `null` where it never does.
    pub first_response: Option<u64>,
}

/// What runs spent after a response, as it was recorded: their own calls, tokens and model cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpendAfter {
    /// How many of the runs go another way than the record there, so that their part is *what if*.
    pub what_if: u64,
    /// Tool calls that ran. After a stop, those of the stopped response are counted, because it
    /// would have suppressed them.
    pub calls: SumFigure<u64>,
    /// Tokens of every category.
    pub tokens: SumFigure<u64>,
    /// Model cost by the user's price table.
    pub cost: SumFigure<MoneyView>,
    /// Model cost by currency, where there is more than one; known parts only.
    pub cost_by_currency: Vec<MoneyView>,
}

/// Whether a value may be recommended.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// It is the value in force.
    Current,
    /// It takes no warning and no stop away, and raises no hard limit.
    Tightens,
    /// It loosens the detector, and nothing that was recorded would go: the data give no reason.
    NoReason,
    /// Something that would go was not looked at.
    Unlooked,
    /// All that would go was looked at.
    Inspected,
}

/// What can run at most before the detector must stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorstCaseView {
    /// One and the same call, alone in each response.
    pub same_call: WorstCaseFigure,
    /// The calls of the tool in question, or of any tool without an override, in a run that calls
    /// no other.
    pub one_tool: WorstCaseFigure,
    /// The calls of all tools of the runs, and of those with an override, together.
    pub all_tools: WorstCaseFigure,
}

/// A number of calls and what it would cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorstCaseFigure {
    /// The number, or why there is none.
    pub bound: WorstCount,
    /// The number times the measured cost per call; `null` where either is unknown.
    pub cost: Option<MoneyView>,
}

/// The attempts that one value does something to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweepRow {
    /// The attempt.
    pub attempt_id: String,
    /// Its task.
    pub task_id: Option<String>,
    /// Its variant.
    pub variant_id: Option<String>,
    /// Key of the run.
    pub run: String,
    /// Whether it is a subagent's.
    pub is_subagent: bool,
    /// Whether its replay is exact.
    pub is_exact: bool,
    /// The response of the first warning, counted from 0; `null` without one.
    pub warned_at: Option<u64>,
    /// The response of the stop; `null` without one.
    pub stopped_at: Option<u64>,
    /// The response of the stop that was recorded; `null` without one.
    pub recorded_stop: Option<u64>,
    /// The response after which everything is *what if*; `null` where the replay goes as recorded.
    pub what_if_after: Option<u64>,
    /// The stop that would go, if any.
    pub lost_stop: Option<SweptStop>,
    /// The limits of the run with the changed setting, to replay it.
    pub configuration: EffectiveConfiguration,
}

/// A stop that would go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SweptStop {
    /// Its response.
    pub response: u64,
    /// `right`, `false_positive` or `unsure`; `null` where nobody judged it.
    pub verdict: Option<String>,
}

impl LimitSetting {
    /// Every setting, in the order of the configuration.
    pub const ALL: [Self; 7] = [
        Self::WarnThreshold,
        Self::HardLimit,
        Self::WindowSize,
        Self::ToolFreqWarn,
        Self::ToolFreqHardLimit,
        Self::OverrideWarn,
        Self::OverrideHardLimit,
    ];

    /// Upstream's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WarnThreshold => "warn_threshold",
            Self::HardLimit => "hard_limit",
            Self::WindowSize => "window_size",
            Self::ToolFreqWarn => "tool_freq_warn",
            Self::ToolFreqHardLimit => "tool_freq_hard_limit",
            Self::OverrideWarn => "tool_freq_overrides.warn",
            Self::OverrideHardLimit => "tool_freq_overrides.hard_limit",
        }
    }

    /// The setting of a name; `None` for any other text.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|setting| setting.as_str() == name)
    }

    /// The value that a configuration has; that of all tools where a tool has no override.
    pub fn value_in(self, configuration: &EffectiveConfiguration, tool: Option<&str>) -> i64 {
        let limits = tool.and_then(|tool| configuration.tool_freq_overrides.get(tool));
        match self {
            Self::WarnThreshold => configuration.warn_threshold,
            Self::HardLimit => configuration.hard_limit,
            Self::WindowSize => configuration.window_size,
            Self::ToolFreqWarn => configuration.tool_freq_warn,
            Self::ToolFreqHardLimit => configuration.tool_freq_hard_limit,
            Self::OverrideWarn => limits.map_or(configuration.tool_freq_warn, |limits| limits.warn),
            Self::OverrideHardLimit => limits
                .map_or(configuration.tool_freq_hard_limit, |limits| {
                    limits.hard_limit
                }),
        }
    }

    /// Whether it is one of a single tool's.
    pub fn is_of_tool(self) -> bool {
        matches!(self, Self::OverrideWarn | Self::OverrideHardLimit)
    }

    /// Whether it gives warnings, and no stops.
    pub fn is_warning(self) -> bool {
        matches!(
            self,
            Self::WarnThreshold | Self::ToolFreqWarn | Self::OverrideWarn
        )
    }
}

impl SweepFigures {
    /// What is in question: stops, and warnings where the setting gives warnings alone.
    pub fn in_question(&self, setting: LimitSetting) -> InQuestion {
        if setting.is_warning() {
            self.warnings
        } else {
            self.stops
        }
    }
}
