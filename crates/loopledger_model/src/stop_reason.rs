//! Why a run stopped, as upstream spells it.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// Why a guard stopped a run.
///
/// The spelling on the wire is DeerFlow's (revision 2026-09-08), or that of another program whose
/// limits we know: mini-SWE-agent (`LimitsExceeded`, `TimeExceeded`) and SWE-agent (`exit_cost`, …).
/// Text that none of them writes is kept as it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The loop detector's hard stop, either window.
    LoopCapped,
    /// The token budget's hard stop.
    TokenCapped,
    /// The provider's safety filter.
    SafetyCapped,
    /// No subagent may be started any more.
    SubagentLimitCapped,
    /// The model's answer reached its length limit.
    ModelLengthCapped,
    /// A subagent reached its turn limit.
    TurnCapped,
    /// The run was found without its worker and closed.
    OrphanRecovered,
    /// As above, for a scheduled task.
    ScheduledTaskOrphanRecovered,
    /// mini-SWE-agent's limit of steps or of cost; the file does not tell which of them.
    LimitsExceeded,
    /// mini-SWE-agent's limit of time.
    TimeExceeded,
    /// SWE-agent's limit of cost or of model calls for one task.
    ExitCost,
    /// SWE-agent's limit of cost for all tasks.
    ExitTotalCost,
    /// The model's context was full (SWE-agent).
    ExitContext,
    /// SWE-agent's limit of time for all commands together.
    ExitTotalExecutionTime,
    /// Anything else, as the source spells it.
    Other(String),
}

impl StopReason {
    /// Reads the wire spelling.
    pub fn new(text: &str) -> Self {
        match text {
            "loop_capped" => Self::LoopCapped,
            "token_capped" => Self::TokenCapped,
            "safety_capped" => Self::SafetyCapped,
            "subagent_limit_capped" => Self::SubagentLimitCapped,
            "model_length_capped" => Self::ModelLengthCapped,
            // The second is an older spelling of the first.
            "turn_capped" | "max_turns_reached" => Self::TurnCapped,
            "orphan_recovered" => Self::OrphanRecovered,
            "scheduled_task_orphan_recovered" => Self::ScheduledTaskOrphanRecovered,
            "LimitsExceeded" => Self::LimitsExceeded,
            "TimeExceeded" => Self::TimeExceeded,
            "exit_cost" => Self::ExitCost,
            "exit_total_cost" => Self::ExitTotalCost,
            "exit_context" => Self::ExitContext,
            "exit_total_execution_time" => Self::ExitTotalExecutionTime,
            other => Self::Other(other.to_owned()),
        }
    }

    /// The wire spelling.
    pub fn as_str(&self) -> &str {
        match self {
            Self::LoopCapped => "loop_capped",
            Self::TokenCapped => "token_capped",
            Self::SafetyCapped => "safety_capped",
            Self::SubagentLimitCapped => "subagent_limit_capped",
            Self::ModelLengthCapped => "model_length_capped",
            Self::TurnCapped => "turn_capped",
            Self::OrphanRecovered => "orphan_recovered",
            Self::ScheduledTaskOrphanRecovered => "scheduled_task_orphan_recovered",
            Self::LimitsExceeded => "LimitsExceeded",
            Self::TimeExceeded => "TimeExceeded",
            Self::ExitCost => "exit_cost",
            Self::ExitTotalCost => "exit_total_cost",
            Self::ExitContext => "exit_context",
            Self::ExitTotalExecutionTime => "exit_total_execution_time",
            Self::Other(text) => text,
        }
    }

    /// Whether a limit cut the run short. A capped run may still end as `success`.
    pub fn is_cap(&self) -> bool {
        match self {
            Self::OrphanRecovered | Self::ScheduledTaskOrphanRecovered => false,
            // Subclasses of the agents name their limits themselves: `CostLimitExceeded`, ….
            Self::Other(text) => ["_capped", "LimitExceeded", "LimitsExceeded"]
                .iter()
                .any(|end| text.ends_with(end) && !text.starts_with("Rate")),
            _ => true,
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for StopReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for StopReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::new(&text))
    }
}

impl JsonSchema for StopReason {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "StopReason".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "examples": [
                "loop_capped", "token_capped", "safety_capped", "subagent_limit_capped",
                "model_length_capped", "turn_capped", "orphan_recovered"
            ]
        })
    }
}
