//! A run as DeerFlow's database or REST interface lists it.

use crate::tokens::{Count, Tokens};
use crate::{Measured, Place, RunStatus, StopReason};
use jiff::Timestamp;

/// One row of DeerFlow's `runs` table, or of `GET /api/threads/{t}/runs`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunRow {
    /// Where the row stands.
    pub place: Place,
    /// The run's id.
    pub run_id: String,
    /// The thread's id.
    pub thread_id: Option<String>,
    /// How the run ended; success is not acceptance.
    pub status: Option<RunStatus>,
    /// The guard that stopped it: `Known(None)` where the row says `null`, unknown where the field
    /// is absent.
    pub stop_reason: Measured<Option<StopReason>>,
    /// The error text, shortened by upstream.
    pub error: Option<String>,
    /// The model that the row names; the rows of the REST interface name none.
    pub model: Option<String>,
    /// Whole-run totals: agent, subagents and middleware.
    pub tokens: Tokens<Count>,
    /// Totals by model, as far as the row splits them.
    pub tokens_by_model: Vec<(String, Tokens<Count>)>,
    /// Model calls of the run.
    pub llm_call_count: Measured<u64>,
    /// When the row was made.
    pub created_at: Measured<Timestamp>,
    /// When the row was last written; may be later than the run's end.
    pub updated_at: Measured<Timestamp>,
}
