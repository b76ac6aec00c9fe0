//! Our attempts as comma-separated values (RFC 4180): what a spreadsheet can open, and what is read
//! back without a loss.
//!
//! - The first line names the columns; `attemptId`, `modelCost` and `unknown` make it ours, and any
//!   others may be missing or stand in another order.
//! - An unknown measurement is an empty field, and the column `unknown` names the reason of each:
//!   `modelCost=no_price_for_model;latencyMs=sentinel_zero`. It is never 0.
//! - An absent text is an empty field, an empty text is one apostrophe.
//! - A spreadsheet runs text that begins like a formula, so that a text beginning with `=`, `+`,
//!   `-`, `@`, a tab, a line end or an apostrophe has an apostrophe before it, which is taken off on
//!   reading. Numbers have none.
//! - `stopReason` is `none` where it is known that no guard stopped the run.
//! - `outcome` follows from the others and is not read.
//! - `effectiveConfiguration` and `artifacts` hold JSON.

mod read;
mod write;

pub(crate) use read::{is_header, read_csv};
pub use write::write_attempts_csv;

/// The columns, in the order in which they are written.
const COLUMNS: [&str; 42] = [
    "attemptId",
    "taskId",
    "variantId",
    "retryOf",
    "outcome",
    "decision",
    "decisionReason",
    "reviewer",
    "status",
    "stopReason",
    "model",
    "tokens.inputUncached",
    "tokens.cacheRead",
    "tokens.cacheWrite",
    "tokens.output",
    "tokens.reasoning",
    "toolCalls.proposed",
    "toolCalls.executed",
    "toolCalls.suppressed",
    "modelCost",
    "modelCost.currency",
    "toolCost",
    "toolCost.currency",
    "sandboxSeconds",
    "latencyMs",
    "startedAt",
    "endedAt",
    "experimentId",
    "manifestDigest",
    "sourceRevision",
    "concurrency",
    "detectorRevision",
    "effectiveConfiguration",
    "rubric",
    "rubricVersion",
    "artifacts",
    "trace.file",
    "trace.threadId",
    "trace.runId",
    "credit",
    "schema",
    "unknown",
];

/// What is written for a known absence of a stop reason.
const NONE: &str = "none";

/// What others write for an unknown measurement.
const NULL: &str = "null";

/// Letters at the start of a text that a spreadsheet may take for a formula, and the apostrophe
/// itself, so that taking one off is always right.
const ESCAPED: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\''];

#[cfg(test)]
mod tests;
