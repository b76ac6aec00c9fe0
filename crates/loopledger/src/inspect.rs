//! What was read from each file: the answer to `loopledger inspect`.

use crate::view::{DiagnosticView, MoneyView, TriedView};
use loopledger_model::{Tokens, UnknownReason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that was read, file by file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectView {
    /// The files, in the order in which they were given.
    pub files: Vec<InspectFile>,
}

/// What was read from one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectFile {
    /// The name it was given.
    pub name: String,
    /// Stable code of its format; `null` where it was refused.
    pub format: Option<String>,
    /// What made it that format; `null` where it was refused.
    pub why: Option<String>,
    /// Records that were read.
    pub records_read: u64,
    /// Records that were rejected.
    pub records_rejected: u64,
    /// Attempt records among them.
    pub attempts: u64,
    /// Result records among them.
    pub results: u64,
    /// Agent executions: runs with their model responses, or run rows without them.
    pub sessions: Vec<InspectSession>,
    /// What was wrong, and where.
    pub diagnostics: Vec<DiagnosticView>,
    /// Why each format did not fit, where the file was refused.
    pub tried: Vec<TriedView>,
}

/// One agent's execution as a file records it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectSession {
    /// The run's id, else the thread's, else `default`; a subagent's task follows after a slash, and
    /// the thread's id stands before it where sessions of the file would share theirs.
    pub id: String,
    /// The thread's id.
    pub thread_id: Option<String>,
    /// The run's id.
    pub run_id: Option<String>,
    /// The delegated task's id, for a subagent.
    pub subagent_task: Option<String>,
    /// Model responses of the agent itself; `null` where the file does not list them.
    pub responses: Option<u64>,
    /// Tool calls that they propose; `null` where the file does not list them.
    pub tool_calls: Option<u64>,
    /// Tool calls that a guard took out; `null` where the file cannot tell.
    pub suppressed_tool_calls: Option<u64>,
    /// Tokens of the agent and of the middleware that worked for it; a category is `null` unless
    /// every response states it.
    pub tokens: Tokens<Option<u64>>,
    /// Why a value is not known, by its name: a category of tokens, `modelCost`, `toolCalls`,
    /// `suppressedToolCalls`, or `stopReasons` where none may only mean that none is shown.
    pub unknown: BTreeMap<String, UnknownReason>,
    /// What the model calls cost, from a price table that was given; `null` without one.
    pub model_cost: Option<MoneyView>,
    /// Stop reasons that the file shows, with their counts.
    pub stop_reasons: BTreeMap<String, u64>,
    /// What the detector decides, replayed to the end: ordinal of the response among the session's
    /// responses from 0, `warn` or `stop`, layer, tools, count.
    pub decisions: Vec<(u64, String, String, Vec<String>, u64)>,
}
