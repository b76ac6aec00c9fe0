//! Why a run stopped, as upstream spells it.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// Why a guard stopped a run.
///
/// The spelling on the wire is DeerFlow's (revision 2026-09-08); text that it does not write is
/// kept as it is.
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
            Self::Other(text) => text,
        }
    }

    /// Whether a limit cut the run short. A capped run may still end as `success`.
    pub fn is_cap(&self) -> bool {
        match self {
            Self::OrphanRecovered | Self::ScheduledTaskOrphanRecovered => false,
            Self::Other(text) => text.ends_with("_capped"),
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
