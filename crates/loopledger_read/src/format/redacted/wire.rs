//! The lines of a redacted trace, as they stand in a file.
//!
//! Only what is named here is ever written, so that a field which a reader learns tomorrow is left
//! out until somebody decides that it may stay.

use crate::timestamp_from_text;
use jiff::Timestamp;
use loopledger_model::trace::{InterventionAction, Layer};
use loopledger_model::{
    Decision, EffectiveConfiguration, Measured, Money, Place, Proposal, Tokens, UnknownReason,
    Verdict,
};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// One line: an object with one key besides `schema`, which is the kind of the record.
///
/// It is read by that key and not as an enum, because that makes the viewer much smaller.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    File(FileLine),
    Run(Box<RunLine>),
    Response(Box<ResponseLine>),
    Intervention(InterventionLine),
    Attempt(Box<AttemptLine>),
    RunRow(Box<RunRowLine>),
    Result(ResultLine),
    Experiment(ExperimentLine),
    Review(ReviewLine),
    Proposal(Box<Proposal>),
    Evaluation(EvaluationLine),
    Prices(PricesLine),
    Configuration(ConfigurationLine),
    Diagnostic(DiagnosticLine),
}

/// What the original file was; the first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct FileLine {
    pub(super) format: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
    pub(super) records_read: u64,
    pub(super) records_rejected: u64,
    /// How many lines follow, so that a torn file is noticed.
    pub(super) lines: u64,
    /// Whether reasons, reviewers and artifacts of reviews were kept.
    pub(super) keeps_reviews: bool,
    /// `upstream` or `opaque`.
    pub(super) digests: String,
}

/// Where something stood in the original file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct At {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) byte: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pointer: Option<String>,
}

/// A measurement: `value`, or `unknown` with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Known<T> {
    pub(super) value: Option<T>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) unknown: Option<UnknownReason>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) derived: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<At>,
}

/// A count, or the reason why it is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Counted {
    Known(u64),
    Unknown(UnknownReason),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RunLine {
    pub(super) at: At,
    pub(super) source: SourceKind,
    pub(super) thread_id: Option<String>,
    pub(super) run_id: Option<String>,
    pub(super) subagent: Option<Subagent>,
    pub(super) started_at: Known<Time>,
    pub(super) ended_at: Known<Time>,
    pub(super) status: Option<String>,
    pub(super) stop_reason: Known<String>,
    pub(super) artifacts: u64,
    pub(super) usage_total: Option<UsageTotal>,
    pub(super) has_terminal_record: bool,
    pub(super) is_truncated: bool,
    pub(super) unreadable_records: u64,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SourceKind {
    EventJournal,
    ThreadState,
    MessageDump,
    Trajectory,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Subagent {
    pub(super) task_id: String,
    pub(super) name: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct UsageTotal {
    pub(super) at: At,
    pub(super) model: Option<String>,
    pub(super) tokens: Tokens<Counted>,
}

/// A model response of the latest run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ResponseLine {
    pub(super) at: At,
    /// Whether it was paid for within the run, and the detector never saw it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_other_spend: bool,
    pub(super) id: Option<String>,
    pub(super) caller: String,
    pub(super) model: Option<String>,
    /// Absent where no call is proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) call_set: Option<Key>,
    pub(super) calls: Vec<CallLine>,
    /// Sixteen hex digits that stand for what it said; absent where nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<String>,
    pub(super) tokens: Tokens<Counted>,
    pub(super) cache_write_1h: Counted,
    pub(super) latency_ms: Counted,
    pub(super) finish_reason: Option<String>,
    pub(super) created_at: Option<Time>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CallLine {
    pub(super) id: Option<String>,
    /// The name's JSON source text, in a string, because it may hold what JSON writers refuse;
    /// `null` where the call has no name.
    pub(super) name: Option<String>,
    pub(super) args_bytes: Option<u64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_cut: bool,
    pub(super) key: Key,
    pub(super) outcome: Outcome,
    /// Sixteen hex digits that stand for the result; absent where nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<String>,
}

/// Digests under both rules for `read_file`; the second is absent where both say the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Key {
    pub(super) bucket: DigestText,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) exact_lines: Option<DigestText>,
}

/// Twelve hex digits, or why there are none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum DigestText {
    Digest(String),
    Raised(String),
    Unknown(UnknownReason),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Outcome {
    pub(super) what: OutcomeKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result_at: Option<At>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) recorded_at: Option<Time>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OutcomeKind {
    Executed,
    Failed,
    Suppressed,
    Unknown,
}

/// What a guard did in the latest run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct InterventionLine {
    pub(super) at: At,
    pub(super) response: u64,
    pub(super) action: ActionKind,
    pub(super) layer: Option<LayerKind>,
    pub(super) tools: Vec<String>,
    pub(super) count: Option<u64>,
    pub(super) threshold: Option<u64>,
    pub(super) stop_reason: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ActionKind {
    Warn,
    HardStop,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum LayerKind {
    IdenticalCallSet,
    ToolFrequency,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AttemptLine {
    pub(super) at: Option<At>,
    pub(super) experiment_id: Option<String>,
    pub(super) manifest_digest: Option<String>,
    pub(super) task_id: Option<String>,
    pub(super) attempt_id: String,
    pub(super) variant_id: Option<String>,
    pub(super) retry_of: Option<String>,
    pub(super) started_at: Known<Time>,
    pub(super) ended_at: Known<Time>,
    pub(super) model: Option<String>,
    pub(super) source_revision: Option<String>,
    pub(super) concurrency: Option<u64>,
    pub(super) detector_revision: Option<String>,
    pub(super) effective_configuration: Option<EffectiveConfiguration>,
    pub(super) tokens: Tokens<Known<u64>>,
    pub(super) tool_calls: ToolCalls,
    pub(super) model_cost: Known<Amount>,
    pub(super) tool_cost: Known<Amount>,
    pub(super) sandbox_seconds: Known<String>,
    pub(super) latency_ms: Known<String>,
    pub(super) status: Option<String>,
    pub(super) stop_reason: Known<String>,
    pub(super) review: Option<ReviewPart>,
    pub(super) trace: Option<TracePart>,
    pub(super) credit: bool,
    pub(super) unknown: BTreeMap<String, UnknownReason>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ToolCalls {
    pub(super) proposed: Known<u64>,
    pub(super) executed: Known<u64>,
    pub(super) suppressed: Known<u64>,
}

/// An exact amount, or a rate, as decimal text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Amount {
    pub(super) amount: String,
    pub(super) currency: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ReviewPart {
    pub(super) rubric: Option<String>,
    pub(super) rubric_version: Option<String>,
    pub(super) decision: Option<ReviewDecision>,
    pub(super) reason: Option<String>,
    pub(super) reviewer: Option<String>,
    pub(super) artifacts: Vec<ArtifactPart>,
}

/// A verdict of an evaluation report.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct EvaluationLine {
    pub(super) at: At,
    pub(super) task_id: String,
    pub(super) model: Option<String>,
    pub(super) decision: Option<ReviewDecision>,
    pub(super) reason: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReviewDecision {
    Accepted,
    Rejected,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ArtifactPart {
    pub(super) path: String,
    pub(super) sha256: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TracePart {
    pub(super) file: Option<String>,
    pub(super) thread_id: Option<String>,
    pub(super) run_id: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RunRowLine {
    pub(super) at: At,
    pub(super) run_id: String,
    pub(super) thread_id: Option<String>,
    pub(super) status: Option<String>,
    pub(super) stop_reason: Known<String>,
    pub(super) has_error: bool,
    pub(super) model: Option<String>,
    pub(super) tokens: Tokens<Counted>,
    pub(super) tokens_by_model: Vec<ModelTokens>,
    pub(super) llm_call_count: Known<u64>,
    pub(super) created_at: Known<Time>,
    pub(super) updated_at: Known<Time>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ModelTokens {
    pub(super) model: String,
    pub(super) tokens: Tokens<Counted>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ResultLine {
    pub(super) at: Option<At>,
    pub(super) attempts: u64,
    pub(super) accepted_artifacts: Option<u64>,
    pub(super) total_model_cost: Option<String>,
    pub(super) currency: Option<String>,
    pub(super) sandbox_seconds: Option<String>,
    pub(super) p95_latency_ms: Option<String>,
    pub(super) cost_per_accepted_artifact: Option<String>,
    /// In the order of the file.
    pub(super) stop_reasons: Vec<(String, u64)>,
    pub(super) benchmark_executed: bool,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ExperimentLine {
    pub(super) at: Option<At>,
    pub(super) experiment_id: String,
    pub(super) tasks: Vec<TaskPart>,
    pub(super) source_revision: Option<String>,
    pub(super) concurrency: Option<u64>,
    pub(super) rubric: Option<RubricPart>,
    pub(super) baseline_variant_id: String,
    pub(super) baseline_configuration: EffectiveConfiguration,
    pub(super) variants: Vec<VariantPart>,
    /// Digest of the frozen original, which attempts carry too.
    pub(super) frozen_digest: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ReviewLine {
    pub(super) at: Option<At>,
    pub(super) experiment_id: Option<String>,
    pub(super) manifest_digest: Option<String>,
    pub(super) rubric: Option<String>,
    pub(super) rubric_version: Option<String>,
    pub(super) reviewer: String,
    pub(super) is_blind: bool,
    pub(super) decisions: Vec<DecisionPart>,
    pub(super) judgements: Vec<JudgementPart>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DecisionPart {
    pub(super) at: Option<At>,
    pub(super) attempt_id: String,
    pub(super) task_id: Option<String>,
    pub(super) decision: ReviewDecision,
    pub(super) reason: Option<String>,
    pub(super) artifacts: Vec<ArtifactPart>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct JudgementPart {
    pub(super) at: Option<At>,
    pub(super) run: String,
    pub(super) response: u64,
    pub(super) action: InterventionAction,
    pub(super) layer: Layer,
    pub(super) tools: Vec<String>,
    pub(super) verdict: Verdict,
    pub(super) note: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TaskPart {
    pub(super) task_id: String,
    pub(super) acceptance_criteria: u64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RubricPart {
    pub(super) rubric: String,
    pub(super) rubric_version: Option<String>,
    pub(super) criteria: u64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct VariantPart {
    pub(super) variant_id: String,
    pub(super) setting: String,
    pub(super) value: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PricesLine {
    /// Whether they are a `config.yaml`'s.
    pub(super) is_configuration: bool,
    pub(super) sha256: String,
    pub(super) date: Option<String>,
    pub(super) models: Vec<PricePart>,
    /// Name and model, in the order of the file.
    pub(super) aliases: Vec<(String, String)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PricePart {
    pub(super) at: At,
    pub(super) model: String,
    pub(super) currency: String,
    pub(super) base: RatesPart,
    pub(super) tiers: Vec<TierPart>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TierPart {
    pub(super) above_input_tokens: u64,
    pub(super) rates: RatesPart,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RatesPart {
    pub(super) input: Option<String>,
    pub(super) output: Option<String>,
    pub(super) cache_read: Option<String>,
    pub(super) cache_write: Option<String>,
    pub(super) cache_write_1h: Option<String>,
    pub(super) reasoning: Option<String>,
}

/// The `loop_detection` section of a `config.yaml`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ConfigurationLine {
    pub(super) line: u64,
    pub(super) section: ConfigurationValue,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ConfigurationValue {
    pub(super) line: u64,
    pub(super) kind: ConfigurationKind,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ConfigurationKind {
    Null,
    Bool(bool),
    Int(String),
    Float(String),
    Text(String),
    List(Vec<ConfigurationValue>),
    Map(Vec<ConfigurationEntry>),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ConfigurationEntry {
    pub(super) key: String,
    pub(super) line: u64,
    pub(super) value: ConfigurationValue,
}

/// What was wrong with the original file; what stood there is left out.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DiagnosticLine {
    pub(super) at: At,
    pub(super) severity: SeverityKind,
    pub(super) code: String,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SeverityKind {
    Error,
    Warning,
    Info,
}

/// A time, read like the times of every other format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Time(pub(super) Timestamp);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        timestamp_from_text(&text)
            .map(Self)
            .map_err(|_| serde::de::Error::custom("a time was expected"))
    }
}

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CountOrReason;

        impl Visitor<'_> for CountOrReason {
            type Value = Counted;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a count, or why there is none")
            }

            fn visit_u64<E>(self, count: u64) -> Result<Counted, E> {
                Ok(Counted::Known(count))
            }

            fn visit_str<E: serde::de::Error>(self, code: &str) -> Result<Counted, E> {
                UnknownReason::from_code(code)
                    .map(Counted::Unknown)
                    .ok_or_else(|| E::custom("no such reason"))
            }
        }

        deserializer.deserialize_any(CountOrReason)
    }
}

impl From<&Place> for At {
    fn from(place: &Place) -> Self {
        Self {
            line: place.line,
            byte: place.byte,
            pointer: place.pointer.clone(),
        }
    }
}

impl<T> Known<T> {
    pub(super) fn of<U>(measured: &Measured<U>, show: impl FnOnce(&U) -> Option<T>) -> Self {
        Self {
            value: measured.value().and_then(show),
            unknown: measured.reason(),
            derived: matches!(
                measured,
                Measured::Known {
                    origin: loopledger_model::Origin::Derived(_),
                    ..
                }
            ),
            at: measured.place().map(At::from),
        }
    }
}

impl Amount {
    pub(super) fn of(money: &Money) -> Self {
        Self {
            amount: money.amount.to_string(),
            currency: money.currency.code().to_owned(),
        }
    }
}

impl From<Decision> for ReviewDecision {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Accepted => Self::Accepted,
            Decision::Rejected => Self::Rejected,
        }
    }
}

impl From<ReviewDecision> for Decision {
    fn from(decision: ReviewDecision) -> Self {
        match decision {
            ReviewDecision::Accepted => Self::Accepted,
            ReviewDecision::Rejected => Self::Rejected,
        }
    }
}
