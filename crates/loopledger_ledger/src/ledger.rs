//! The attempts to be accounted for, out of everything that was read.
//!
//! An attempt may be described by an attempt record, by a recorded trace and by a run row, in one
//! file each or in several. They are joined by the run's id, and each attempt is counted once.
//!
//! - A record's own values come first, then those of a trace, then those of a run row; each value
//!   keeps the origin that it came with. Where two known values differ the first is kept, and a
//!   [`Disagreement`] says so.
//! - A run without a record is an attempt of its own, whose id is the run's; nobody has reviewed it.
//! - The same run or record in two files counts once. A whole copy is preferred to a torn one, and
//!   an event journal to a thread state, which has lost the calls of a stopped response. A thread
//!   state adds nothing to a thread whose runs are there themselves.
//! - A trace's tokens, tool calls and cost are known only if every paying model response has them
//!   and no record of the trace is missing or unreadable.
//! - A run row counts a response without usage as 0 tokens (`runtime/journal.py`, revision
//!   2026-09-08). A row without tokens is therefore `sentinel_zero` unless it says that the model
//!   was never called, and a row is not asked where the trace shows a response without usage.
//!   The row of a run that had not ended is `stream_partial`.
//! - The status of a row comes before that of an event journal, whose `run.end` always says
//!   `success`.
//! - A latency is end to end: the record's own, or derived from the first to the last record of the
//!   one whole event journal of the attempt. A row's times are not used, because it is written
//!   after the run has ended. Sandbox time is never derived.
//! - A latency of 0 of an attempt that failed is `sentinel_zero`: it was not measured. A negative
//!   duration, and a negative amount in a record that declares no credit, are `parse_error`.
//! - Verdicts of evaluation reports come by [`Ledger::evaluate`], before those of reviews.
//! - Verdicts of reviews come last, by [`Ledger::decide`] and [`Ledger::dispute`]: what several
//!   reviewers come to is for whoever merges them to say.

mod account;
mod evaluate;
mod join;
mod merge;
mod verdict;

pub use evaluate::{Remark, RemarkKind};
pub use verdict::Dispute;

use crate::summary::{Group, GroupBy, Summary, summarise};
use loopledger_model::trace::Run;
use loopledger_model::{
    AttemptRecord, Measured, Money, Place, PriceTable, RunRow, RunStatus, Tokens, UnknownReason,
};
use rust_decimal::Decimal;

/// Everything that was read about attempts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sources<'a> {
    /// Attempt records, in the order of the files.
    pub records: &'a [&'a AttemptRecord],
    /// Traced runs, those of subagents included, in the order of the files.
    pub runs: &'a [&'a Run],
    /// Run rows, in the order of the files.
    pub rows: &'a [&'a RunRow],
    /// Attempt records and run rows that could not be read.
    pub unreadable: &'a [Unreadable],
    /// The user's price table, if one was supplied.
    pub prices: Option<&'a PriceTable>,
}

/// A record of an attempt that could not be read. There was an attempt, and what it cost is lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// Why: [`ParseError`](UnknownReason::ParseError), or
    /// [`TruncatedFile`](UnknownReason::TruncatedFile) for the torn end of a file.
    pub reason: UnknownReason,
    /// Where it stands.
    pub place: Place,
}

/// The attempts that were made, each exactly once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The attempts: those with a record first, in the order of the records, then the others in the
    /// order of their runs and rows.
    pub attempts: Vec<Attempt>,
    /// Records of further attempts that could not be read; they make every sum unknown.
    pub unreadable: Vec<Unreadable>,
    /// Where the sources contradict each other.
    pub disagreements: Vec<Disagreement>,
    /// Indices of runs in [`Sources::runs`] that belong to no attempt, because another source covers
    /// the same spend: second copies, and thread states of threads whose runs are there themselves.
    pub covered_runs: Vec<usize>,
}

/// One attempt with everything that the sources know of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    record: AttemptRecord,
    runs: Vec<usize>,
    rows: Vec<usize>,
    tokens_at_least: Tokens<Option<u64>>,
    model_cost_at_least: Vec<Money>,
}

/// Two sources that say different things about an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The attempt's id.
    pub attempt_id: String,
    /// What they disagree about: a field of the attempt record, such as `tokens.output`, or
    /// `attemptId` where two attempts have the same id, or `trace` where two claim the same run.
    pub field: String,
    /// What counts.
    pub kept: String,
    /// Where that stands.
    pub kept_at: Option<Place>,
    /// What does not count.
    pub other: String,
    /// Where that stands.
    pub other_at: Option<Place>,
}

impl Ledger {
    /// Joins the sources under the rules of this module.
    pub fn new(sources: &Sources<'_>) -> Self {
        join::assemble(sources)
    }

    /// What all attempts came to.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for attempt in &self.attempts {
            summary.add(attempt);
        }
        for unreadable in &self.unreadable {
            summary.add_unreadable(unreadable);
        }
        summary
    }

    /// What the attempts of each group came to.
    pub fn groups(&self, by: GroupBy) -> Vec<Group> {
        summarise(&self.attempts, &self.unreadable, by)
    }
}

impl Attempt {
    /// An attempt of which there is nothing but its record.
    ///
    /// Values that cannot have been measured become unknown: a latency of 0 of an attempt that
    /// failed, negative durations, and negative amounts without a declared credit.
    pub fn new(record: AttemptRecord) -> Self {
        let mut attempt = Self {
            record,
            runs: Vec::new(),
            rows: Vec::new(),
            tokens_at_least: Tokens::default(),
            model_cost_at_least: Vec::new(),
        };
        attempt.reject_impossible();
        attempt
    }

    /// The attempt as a record: what its own record says, completed by what the other sources know.
    pub fn record(&self) -> &AttemptRecord {
        &self.record
    }

    /// Indices of the attempt's runs in [`Sources::runs`]: each lead agent before its subagents.
    pub fn runs(&self) -> &[usize] {
        &self.runs
    }

    /// Indices of the attempt's rows in [`Sources::rows`].
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// The least that the tokens can be where they are unknown but some of the responses are not.
    pub fn tokens_at_least(&self) -> &Tokens<Option<u64>> {
        &self.tokens_at_least
    }

    /// The least that the model calls can have cost where that is unknown, by currency; empty where
    /// nothing is known.
    pub fn model_cost_at_least(&self) -> &[Money] {
        &self.model_cost_at_least
    }

    fn reject_impossible(&mut self) {
        let AttemptRecord {
            latency_ms,
            sandbox_seconds,
            model_cost,
            tool_cost,
            status,
            credit,
            ..
        } = &mut self.record;
        let failed = status.as_ref().is_some_and(RunStatus::is_failure);
        if failed {
            reject(latency_ms, UnknownReason::SentinelZero, Decimal::is_zero);
        }
        for duration in [latency_ms, sandbox_seconds] {
            reject(duration, UnknownReason::ParseError, |it| {
                it.is_sign_negative() && !it.is_zero()
            });
        }
        if !*credit {
            for cost in [model_cost, tool_cost] {
                reject(cost, UnknownReason::ParseError, |it| {
                    it.amount.is_sign_negative() && !it.amount.is_zero()
                });
            }
        }
        self.record.name_unknowns();
    }
}

fn reject<T>(
    measured: &mut Measured<T>,
    reason: UnknownReason,
    is_impossible: impl FnOnce(&T) -> bool,
) {
    if let Measured::Known { value, origin } = measured
        && is_impossible(value)
    {
        *measured = Measured::unknown_at(reason, origin.place().clone());
    }
}

#[cfg(test)]
mod tests;
