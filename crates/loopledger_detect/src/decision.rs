//! What the detector decides, and what it decides about.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::call_set::CallSetDigest;

/// The stop reason of a run that a hard stop ended, as upstream writes it (2026-08-22 and later).
pub const LOOP_CAPPED: &str = "loop_capped";

/// What a decision does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The calls are run; a warning is queued and reaches the model with the next request.
    Warn,
    /// The calls are suppressed and the run ends on this response.
    HardStop,
}

/// Which of the two windows a decision comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// The history window: identical call sets, one per model response.
    IdenticalCallSet,
    /// The frequency window: tool names, one per tool call.
    ToolFrequency,
}

/// A warning or a hard stop. Upstream: the `changes` of a `middleware:loop_detection` event,
/// 2026-09-08 and later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What is done.
    pub action: Action,
    /// Which window it comes from.
    pub layer: Layer,
    /// The tools concerned: of every call of the response, in its order and with repetitions, for
    /// [`Layer::IdenticalCallSet`] (a call without a name is `?`); the one tool that reached its
    /// threshold for [`Layer::ToolFrequency`].
    pub tools: Vec<ToolName>,
    /// How many equal call sets, or calls of the tool, the window held when it was decided.
    pub count: u64,
    /// The threshold that the count reached.
    pub threshold: i64,
}

/// What became of one model response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was counted: the response proposes no tool call, or the configuration turns the
    /// detector off.
    Skipped,
    /// The response was counted.
    Counted(Counted),
    /// Upstream's hook raises an exception on this response.
    Raised(HookError),
}

/// What was counted for a response, and what was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The response's call set.
    pub digest: CallSetDigest,
    /// How many times the history window holds this call set now, this response included.
    pub repetitions: u64,
    /// The decision, if any.
    pub decision: Option<Decision>,
    /// The warning that was a candidate until a later call of the same response brought the hard
    /// stop of [`decision`](Self::decision); it is neither given nor remembered. Always `None` up
    /// to 2026-08-22, where a warning ends the response's accounting.
    pub superseded: Option<Decision>,
}

/// What makes upstream's hook raise, which ends the run with an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HookError {
    /// A line number of `read_file` is infinite. Nothing was counted.
    #[error("a line number of read_file is infinite")]
    InfiniteLine,
    /// A call's name is a list or an object, which only a hand-made message can have. Nothing was
    /// counted.
    #[error("the tool name is a {kind}")]
    UnhashableName {
        /// Python's word for the kind: `list` or `dict`.
        kind: &'static str,
    },
    /// The arguments nest deeper than [`loopledger_json::MAX_DEPTH`]. Nothing was counted.
    #[error("the arguments nest too deeply")]
    NestedTooDeep,
    /// `max_tracked_threads` is below 1, so that the windows are dropped before they are used;
    /// only an unchecked configuration has that.
    #[error("max_tracked_threads leaves room for no thread")]
    NoTrackedThread,
    /// The length of the frequency window is negative; only an unchecked configuration has that.
    #[error("the frequency window has a negative length")]
    NegativeFrequencyWindow,
}

/// A tool's name as it is counted and shown: any Python string, which may hold lone surrogates.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolName(Arc<[u8]>);

/// A warning that waits for the next model request of its run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The same call set was repeated; the text names no tool.
    IdenticalCallSet,
    /// A tool was called often.
    ToolFrequency {
        /// The tool.
        tool: ToolName,
        /// How many calls of it the window held.
        count: u64,
    },
}

impl Action {
    /// Upstream's word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Warn => "warn",
            Self::HardStop => "hard_stop",
        }
    }
}

impl Layer {
    /// Upstream's word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::IdenticalCallSet => "identical_call_set",
            Self::ToolFrequency => "tool_frequency",
        }
    }
}

impl Outcome {
    /// The decision, where there is one.
    pub fn decision(&self) -> Option<&Decision> {
        self.counted()?.decision.as_ref()
    }

    /// What was counted; `None` where nothing was.
    pub fn counted(&self) -> Option<&Counted> {
        match self {
            Self::Counted(counted) => Some(counted),
            Self::Skipped | Self::Raised(_) => None,
        }
    }
}

impl Decision {
    /// Whether the response's calls are suppressed.
    pub fn is_hard_stop(&self) -> bool {
        self.action == Action::HardStop
    }
}

impl HookError {
    /// The error's stable code, for reports and translation.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InfiniteLine => "infinite_line",
            Self::UnhashableName { .. } => "unhashable_name",
            Self::NestedTooDeep => "nested_too_deep",
            Self::NoTrackedThread => "no_tracked_thread",
            Self::NegativeFrequencyWindow => "negative_frequency_window",
        }
    }

    /// The exception as Python shows it: its type, and its text where that is fixed.
    pub fn python(&self) -> String {
        match self {
            Self::InfiniteLine => {
                "OverflowError: cannot convert float infinity to integer".to_owned()
            }
            Self::UnhashableName { kind } => format!("TypeError: unhashable type: '{kind}'"),
            Self::NestedTooDeep => "RecursionError".to_owned(),
            Self::NoTrackedThread => "KeyError".to_owned(),
            Self::NegativeFrequencyWindow => "IndexError: pop from an empty deque".to_owned(),
        }
    }
}

impl ToolName {
    /// The name of this decoded text (WTF-8).
    pub fn new(wtf8: &[u8]) -> Self {
        Self(Arc::from(wtf8))
    }

    /// The name's code points as WTF-8: UTF-8, but for lone surrogates.
    pub fn as_wtf8(&self) -> &[u8] {
        &self.0
    }

    /// The name to show; a lone surrogate is shown as U+FFFD.
    pub fn to_display(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_display())
    }
}

impl fmt::Debug for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_display(), f)
    }
}

impl Borrow<[u8]> for ToolName {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

impl From<&str> for ToolName {
    fn from(name: &str) -> Self {
        Self::new(name.as_bytes())
    }
}

impl PartialEq<str> for ToolName {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other.as_bytes()
    }
}
