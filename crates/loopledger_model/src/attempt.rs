//! One try at a task, counted whatever its end.

use crate::money::decimal_number;
use crate::{EffectiveConfiguration, Measured, Money, Place, StopReason, Tokens, UnknownReason};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The published attempt record, version 1: one JSON object a line.
///
/// Every field is always present. A measurement that was not made is `null`, and
/// [`unknown`](Self::unknown) names the reason under the field's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttemptRecord {
    /// Always `loopledger.attempt/v1`.
    #[schemars(extend("const" = AttemptRecord::SCHEMA))]
    pub schema: String,
    /// The experiment that the attempt belongs to; `null` outside one.
    pub experiment_id: Option<String>,
    /// SHA-256 of the frozen manifest's canonical form; `null` outside a frozen experiment.
    pub manifest_digest: Option<String>,
    /// The task that was tried; `null` where the source does not say.
    pub task_id: Option<String>,
    /// The attempt's own id, unique within the experiment.
    pub attempt_id: String,
    /// The variant under which it ran, the baseline included; `null` where the source does not say.
    pub variant_id: Option<String>,
    /// The attempt that this one retries; `null` for a first try.
    pub retry_of: Option<String>,
    /// When it started (RFC 3339, UTC).
    #[schemars(with = "Option<String>")]
    pub started_at: Measured<Timestamp>,
    /// When it ended (RFC 3339, UTC).
    #[schemars(with = "Option<String>")]
    pub ended_at: Measured<Timestamp>,
    /// The model, as the provider names it; `null` where the source does not say.
    pub model: Option<String>,
    /// Revision of the source tree that the task was tried on.
    pub source_revision: Option<String>,
    /// How many attempts ran at the same time.
    pub concurrency: Option<u64>,
    /// Upstream revision of the detector that judged the run, by date.
    pub detector_revision: Option<String>,
    /// The limits in force; `null` where the source does not say.
    pub effective_configuration: Option<EffectiveConfiguration>,
    /// Tokens of every model call of the attempt: agent, subagents and middleware.
    pub tokens: Tokens<Measured<u64>>,
    /// Tool calls, in three counts.
    pub tool_calls: ToolCallCounts,
    /// What the model calls cost.
    pub model_cost: Measured<Money>,
    /// What the tools cost.
    pub tool_cost: Measured<Money>,
    /// How long a sandbox was held, in seconds.
    #[serde(serialize_with = "decimal_number")]
    #[schemars(with = "Option<f64>")]
    pub sandbox_seconds: Measured<rust_decimal::Decimal>,
    /// End-to-end latency, in milliseconds.
    #[serde(serialize_with = "decimal_number")]
    #[schemars(with = "Option<f64>")]
    pub latency_ms: Measured<rust_decimal::Decimal>,
    /// How the run ended; success is not acceptance.
    pub status: Option<RunStatus>,
    /// The guard that stopped the run; known and `null` inside where no guard did.
    #[serde(serialize_with = "flat_stop_reason")]
    #[schemars(with = "Option<StopReason>")]
    pub stop_reason: Measured<Option<StopReason>>,
    /// The verdict; `null` where nobody reviewed the attempt.
    pub review: Option<Review>,
    /// Where the attempt's trace is; `null` where the record names none.
    pub trace: Option<TraceLink>,
    /// Whether negative amounts are meant: the record declares a credit.
    pub credit: bool,
    /// The reason of each `null` among the measurements, by field name
    /// (`modelCost`, `tokens.reasoning`, …).
    pub unknown: BTreeMap<String, UnknownReason>,
    /// Where the record stands; not part of the published form.
    #[serde(skip)]
    #[schemars(skip)]
    pub place: Option<Place>,
}

/// Tool calls of an attempt: three counts that are never mixed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolCallCounts {
    /// Calls that model responses proposed.
    pub proposed: Measured<u64>,
    /// Calls that ran and left a result.
    pub executed: Measured<u64>,
    /// Calls that were proposed and did not run, because a guard took them out.
    pub suppressed: Measured<u64>,
}

/// How a run ended, as upstream's run rows say it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RunStatus {
    /// Not started yet.
    Pending,
    /// Still running when recorded.
    Running,
    /// Ended without an error; says nothing about acceptance.
    Success,
    /// Ended with an error.
    Error,
    /// Ran out of time.
    Timeout,
    /// Cancelled.
    Interrupted,
    /// Anything else, as the source spells it.
    Other(String),
}

/// Somebody's verdict on an attempt's artifact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The rubric's id; `null` where the source does not say.
    pub rubric: Option<String>,
    /// The rubric's version.
    pub rubric_version: Option<String>,
    /// Accepted or rejected; `null` where the reviewer left it open.
    pub decision: Option<Decision>,
    /// Why; required for a rejection.
    pub reason: Option<String>,
    /// Who decided.
    pub reviewer: Option<String>,
    /// The files that make up the artifact. An attempt delivers one artifact, however many files
    /// it consists of.
    pub artifacts: Vec<Artifact>,
}

/// A reviewer's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The artifact meets the acceptance criteria.
    Accepted,
    /// It does not.
    Rejected,
}

/// A file of an artifact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    /// Its path, as the run reported it.
    pub path: String,
    /// SHA-256 of its bytes, lower-case hex; `null` where it was not taken.
    pub sha256: Option<String>,
}

/// Where an attempt's trace is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceLink {
    /// A file name.
    pub file: Option<String>,
    /// The thread's id.
    pub thread_id: Option<String>,
    /// The run's id.
    pub run_id: Option<String>,
}

/// Where an attempt's money went: every attempt has exactly one outcome.
///
/// An accepted attempt is accepted even if it was capped; otherwise a cap outranks a failure, a
/// failure outranks a rejection, and an attempt that nobody judged is unknown.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Its artifact was accepted.
    Accepted,
    /// Its artifact was rejected.
    Rejected,
    /// It ended with an error, ran out of time or was cancelled.
    Failed,
    /// A limit cut it short.
    Capped,
    /// Nobody has judged it.
    Unknown,
}

impl AttemptRecord {
    /// The value of [`schema`](Self::schema).
    pub const SCHEMA: &'static str = "loopledger.attempt/v1";

    /// A record of which nothing is known but its id; every measurement is unknown for the same
    /// reason.
    pub fn new(attempt_id: String, reason: UnknownReason) -> Self {
        Self {
            schema: Self::SCHEMA.to_owned(),
            experiment_id: None,
            manifest_digest: None,
            task_id: None,
            attempt_id,
            variant_id: None,
            retry_of: None,
            started_at: Measured::unknown(reason),
            ended_at: Measured::unknown(reason),
            model: None,
            source_revision: None,
            concurrency: None,
            detector_revision: None,
            effective_configuration: None,
            tokens: Tokens::unknown(reason),
            tool_calls: ToolCallCounts {
                proposed: Measured::unknown(reason),
                executed: Measured::unknown(reason),
                suppressed: Measured::unknown(reason),
            },
            model_cost: Measured::unknown(reason),
            tool_cost: Measured::unknown(reason),
            sandbox_seconds: Measured::unknown(reason),
            latency_ms: Measured::unknown(reason),
            status: None,
            stop_reason: Measured::unknown(reason),
            review: None,
            trace: None,
            credit: false,
            unknown: BTreeMap::new(),
            place: None,
        }
    }

    /// The reviewer's decision, if there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.review.as_ref().and_then(|review| review.decision)
    }

    /// What became of the attempt.
    pub fn outcome(&self) -> Outcome {
        let capped = matches!(
            self.stop_reason.value(),
            Some(Some(reason)) if reason.is_cap()
        );
        match self.decision() {
            Some(Decision::Accepted) => Outcome::Accepted,
            _ if capped => Outcome::Capped,
            _ if self.status.as_ref().is_some_and(RunStatus::is_failure) => Outcome::Failed,
            Some(Decision::Rejected) => Outcome::Rejected,
            None => Outcome::Unknown,
        }
    }

    /// Fills [`unknown`](Self::unknown) from the measurements; to be called before the record is
    /// written.
    pub fn name_unknowns(&mut self) {
        fn note<T>(
            unknown: &mut BTreeMap<String, UnknownReason>,
            name: &str,
            measured: &Measured<T>,
        ) {
            if let Some(reason) = measured.reason() {
                unknown.insert(name.to_owned(), reason);
            }
        }
        let mut unknown = BTreeMap::new();
        note(&mut unknown, "startedAt", &self.started_at);
        note(&mut unknown, "endedAt", &self.ended_at);
        for (name, count) in self.tokens.named() {
            note(&mut unknown, &format!("tokens.{name}"), count);
        }
        note(
            &mut unknown,
            "toolCalls.proposed",
            &self.tool_calls.proposed,
        );
        note(
            &mut unknown,
            "toolCalls.executed",
            &self.tool_calls.executed,
        );
        note(
            &mut unknown,
            "toolCalls.suppressed",
            &self.tool_calls.suppressed,
        );
        note(&mut unknown, "modelCost", &self.model_cost);
        note(&mut unknown, "toolCost", &self.tool_cost);
        note(&mut unknown, "sandboxSeconds", &self.sandbox_seconds);
        note(&mut unknown, "latencyMs", &self.latency_ms);
        note(&mut unknown, "stopReason", &self.stop_reason);
        self.unknown = unknown;
    }
}

impl RunStatus {
    /// Reads the wire spelling.
    pub fn new(text: &str) -> Self {
        match text {
            "pending" => Self::Pending,
            "running" => Self::Running,
            "success" => Self::Success,
            "error" => Self::Error,
            "timeout" => Self::Timeout,
            "interrupted" => Self::Interrupted,
            other => Self::Other(other.to_owned()),
        }
    }

    /// The wire spelling.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Success => "success",
            Self::Error => "error",
            Self::Timeout => "timeout",
            Self::Interrupted => "interrupted",
            Self::Other(text) => text,
        }
    }

    /// Whether the run ended, and not well: an error, a timeout or a cancellation.
    pub fn is_failure(&self) -> bool {
        match self {
            Self::Error | Self::Timeout | Self::Interrupted => true,
            Self::Other(text) => matches!(
                text.as_str(),
                "failed" | "failure" | "cancelled" | "canceled" | "crashed" | "timed_out"
            ),
            Self::Pending | Self::Running | Self::Success => false,
        }
    }
}

impl Serialize for RunStatus {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl JsonSchema for RunStatus {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RunStatus".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "examples": ["success", "error", "timeout", "interrupted"]
        })
    }
}

fn flat_stop_reason<S: serde::Serializer>(
    reason: &Measured<Option<StopReason>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match reason.value() {
        Some(Some(reason)) => serializer.serialize_some(reason),
        _ => serializer.serialize_none(),
    }
}
