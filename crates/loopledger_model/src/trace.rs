//! What an agent did: runs of model responses, each with its proposed tool calls.
//!
//! A trace is what a file *says*; what a detector makes of it is not part of it.

use crate::tokens::{Count, Tokens};
use crate::{Measured, RunStatus, StopReason, UnknownReason};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One agent's execution: its model responses in order.
///
/// A subagent has a run of its own, because it has a detector of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The file that the run was read from.
    pub file: Arc<str>,
    /// What kind of file that is.
    pub source: TraceSource,
    /// The thread's id; `None` where the source names none.
    pub thread_id: Option<String>,
    /// The run's id; `None` where the source names none.
    pub run_id: Option<String>,
    /// Whose execution it is.
    pub agent: Agent,
    /// The model responses of this agent, in the order in which they were recorded; the ordinal of
    /// a response in this list is what decisions refer to.
    pub responses: Vec<Response>,
    /// Model calls that were paid for within the run and that the detector never saw: middleware
    /// (titles, summaries) and subagent calls that no subagent run of the file accounts for.
    pub other_spend: Vec<Response>,
    /// What the recorded run's own detector and guards did.
    pub interventions: Vec<Intervention>,
    /// First and last recorded time.
    pub started_at: Measured<Timestamp>,
    /// See [`started_at`](Self::started_at).
    pub ended_at: Measured<Timestamp>,
    /// How the run ended, where the file says so.
    pub status: Option<RunStatus>,
    /// Which guard stopped it: known where the file shows one.
    pub stop_reason: Measured<Option<StopReason>>,
    /// Files that the run presented as its results.
    pub artifacts: Vec<String>,
    /// What all [`responses`](Self::responses) used together, where the source says it only as a
    /// whole; their own tokens are unknown then, and this stands for them.
    /// [`other_spend`](Self::other_spend) is beside it.
    pub usage_total: Option<RunUsage>,
    /// Whether the file has the record that ends a run. Without it the run may have gone on, or
    /// the file may be a part of a longer one. A state or a message list has no such record; it is
    /// `true` there.
    pub has_terminal_record: bool,
    /// Whether the end of the file is torn off.
    pub is_truncated: bool,
    /// Records of the run that could not be read; a sum over the run is then unknown.
    pub unreadable_records: u64,
    /// Line of the run's first record, counted from 1.
    pub line: u64,
}

/// Tokens of a whole run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunUsage {
    /// The tokens.
    pub tokens: Tokens<Count>,
    /// The model that used them, where the source says it.
    pub model: Option<Arc<str>>,
    /// Line of the record, counted from 1.
    pub line: u64,
    /// Byte offset of the record in the file.
    pub byte: u64,
    /// JSON pointer to the usage inside the record.
    pub pointer: String,
}

/// What kind of file a run was read from; this decides how exact its replay is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TraceSource {
    /// DeerFlow's event journal: keeps the proposed calls of a stopped response, so that replay is
    /// exact under any limits.
    EventJournal,
    /// A thread-state export: a stopped response has lost its calls there.
    ThreadState,
    /// A bare list of messages: as a thread state, without ids and times of the thread.
    MessageDump,
    /// A trajectory of mini-SWE-agent or SWE-agent: keeps every response as the model proposed it,
    /// since no guard takes calls out there, so that replay is exact under any limits. It has no
    /// interventions of a loop detector, because none was running.
    Trajectory,
}

/// Whose execution a run is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Agent {
    /// The agent that the user talks to.
    Lead,
    /// An agent that the lead agent delegated to.
    Subagent {
        /// The id of the delegated task.
        task_id: String,
        /// The subagent's name, where the source says it.
        name: Option<String>,
    },
}

/// One assistant message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The message's id.
    pub id: Option<String>,
    /// Line of the record, counted from 1.
    pub line: u64,
    /// Byte offset of the record in the file.
    pub byte: u64,
    /// JSON pointer to the message inside the record or document; empty where it is the record.
    pub pointer: String,
    /// Who asked the model: `lead_agent`, `middleware:title`, `subagent:general-purpose`, …
    pub caller: Arc<str>,
    /// The model that answered, as the provider names it.
    pub model: Option<Arc<str>>,
    /// The calls it proposed, in model order.
    pub tool_calls: Vec<ToolCall>,
    /// What stands for the arguments of [`tool_calls`](Self::tool_calls) where they were taken out
    /// of the file; `None` where the file is as it was recorded.
    pub redacted: Option<Box<RedactedCalls>>,
    /// What it used; empty or absent usage is unknown, not 0.
    pub tokens: Tokens<Count>,
    /// Of the tokens written to a cache, those kept for an hour, which cost more; unknown where
    /// the source does not split them by retention.
    pub cache_write_1h: Count,
    /// Time that the model call took, in milliseconds.
    pub latency_millis: Result<u64, UnknownReason>,
    /// Digest of what it said beside its calls, without reasoning: of the empty text where it said
    /// nothing; `None` where the file does not tell.
    pub words: Option<ContentDigest>,
    /// Why the model stopped generating, as the provider says it.
    pub finish_reason: Option<Arc<str>>,
    /// When the response was recorded.
    pub created_at: Option<Timestamp>,
}

/// One proposed tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// The call's id, by which its result is found.
    pub id: Option<String>,
    /// The tool's name as JSON source text (`"bash"`, quotes included); `None` where the field is
    /// absent. Absent, `null` and a string are three different keys upstream.
    pub name: Option<Arc<str>>,
    /// The arguments as JSON source text, untouched: `1` and `1.0`, big integers and key order
    /// decide what is identical. `None` where the field is absent.
    pub args: Option<Box<str>>,
    /// Whether the arguments are whole; a journal cuts those of subagents after 8,192 characters,
    /// and their key cannot be known then.
    pub is_args_truncated: bool,
    /// What became of the call.
    pub outcome: CallOutcome,
    /// Digest of its result; `None` where there is none, or where the file does not keep it.
    pub result: Option<ContentDigest>,
}

/// What is kept of a text that is only ever asked whether it is equal to another one: the first
/// eight bytes of the SHA-256 of its UTF-8, or a number that stands for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentDigest(pub [u8; 8]);

/// What is left of the arguments of a response's calls: enough to decide as if they were there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedactedCalls {
    /// What upstream makes of the whole call set.
    pub call_set: RedactedKey,
    /// What it makes of each call as a call set of its own, in the order of
    /// [`Response::tool_calls`].
    pub calls: Vec<RedactedCall>,
}

/// What is left of the arguments of one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedactedCall {
    /// Their size as JSON source text, in bytes; `None` where the call had none.
    pub args_bytes: Option<u64>,
    /// What upstream makes of the call alone.
    pub key: RedactedKey,
}

/// A key under each of upstream's two rules for `read_file`; every other tool has the same under
/// both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedactedKey {
    /// Up to revision 2026-09-10: `read_file` by its path and blocks of 200 lines.
    pub bucket: RedactedDigest,
    /// From revision 2026-09-16 on: by its path and exact lines.
    pub exact_lines: RedactedDigest,
}

/// What upstream made of arguments that are not there any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedactedDigest {
    /// It made a key, of which this is the digest, or a number that stands for the digest.
    Digest([u8; 6]),
    /// It raised; the stable code of the exception.
    Raised(String),
    /// The arguments were cut already where they were recorded, so that nobody knows.
    Unknown,
}

/// What became of a proposed call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallOutcome {
    /// It ran: there is a result.
    Executed {
        /// Line of the result's record.
        line: u64,
        /// Byte offset of the result's record.
        byte: u64,
        /// Whether the source says that the result is an error.
        is_error: bool,
        /// When the result was recorded.
        at: Option<Timestamp>,
    },
    /// There is no result, and the file would have it if there were one: a guard took the call out.
    Suppressed,
    /// The file cannot tell (it ends before the result would stand, or keeps no results).
    Unknown,
}

/// What the recorded run's own guards did at some point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intervention {
    /// Ordinal of the response that it concerns, in [`Run::responses`].
    pub response: usize,
    /// Line of the record, counted from 1.
    pub line: u64,
    /// What was done.
    pub action: InterventionAction,
    /// The detector's layer; `None` for other guards.
    pub layer: Option<Layer>,
    /// The tools that it names.
    pub tools: Vec<String>,
    /// The count that it reports.
    pub count: Option<u64>,
    /// The threshold that it reports.
    pub threshold: Option<u64>,
    /// The stop reason that goes with it.
    pub stop_reason: Option<StopReason>,
}

/// What a guard did.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum InterventionAction {
    /// It queued a warning for the next model request.
    Warn,
    /// It took the proposed calls out and ended the run.
    HardStop,
}

/// The detector's two layers.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// Identical call sets in the history window.
    IdenticalCallSet,
    /// Calls of one tool in the frequency window.
    ToolFrequency,
}

impl Layer {
    /// Upstream's spelling.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::IdenticalCallSet => "identical_call_set",
            Self::ToolFrequency => "tool_frequency",
        }
    }
}

impl TraceSource {
    /// Whether the calls of a stopped response are still there, so that a replay is exact under
    /// any limits.
    pub fn keeps_proposed_calls(self) -> bool {
        matches!(self, Self::EventJournal | Self::Trajectory)
    }
}
