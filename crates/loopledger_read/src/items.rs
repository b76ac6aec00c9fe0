//! Items of a file, one after the other, whichever way they are strung together.

use crate::diagnostic::Severity;
use crate::field;
use crate::format::attempt_record::KnownKeys;
use crate::format::event_journal::Journal;
use crate::format::redacted::RedactedTrace;
use crate::format::{
    attempt_list, attempt_record, experiment, proposal, result_record, review, run_rows,
    terminal_bench,
};
use crate::source::{Context, Record};
use crate::{FileRead, Format, ReadError};
use loopledger_model::{AttemptRecord, Experiment, Proposal, ResultRecord, ReviewRecord, RunRow};
use rustc_hash::FxHashSet;

/// A file may hold so many attempts, runs, rows of runs, results, experiments and verdicts together:
/// each takes some kilobytes, and a browser has 4 GiB for everything. Records of a run's journal are
/// not counted.
pub const MAX_RECORDS: u64 = 100_000;

/// Reads the items of one format.
#[derive(Debug)]
pub(crate) struct ItemReader {
    format: Format,
    journal: Journal,
    redacted: RedactedTrace,
    keys: KnownKeys,
    attempts: Vec<AttemptRecord>,
    attempt_ids: FxHashSet<(Option<String>, String)>,
    run_rows: Vec<RunRow>,
    results: Vec<ResultRecord>,
    experiments: Vec<Experiment>,
    reviews: Vec<ReviewRecord>,
    proposals: Vec<Proposal>,
    /// Decisions and judgements of the reviews together.
    verdicts: usize,
    read: u64,
    rejected: u64,
}

impl ItemReader {
    pub(crate) fn new(format: Format) -> Self {
        Self {
            format,
            journal: Journal::default(),
            redacted: RedactedTrace::default(),
            keys: KnownKeys::default(),
            attempts: Vec::new(),
            attempt_ids: FxHashSet::default(),
            run_rows: Vec::new(),
            results: Vec::new(),
            experiments: Vec::new(),
            reviews: Vec::new(),
            proposals: Vec::new(),
            verdicts: 0,
            read: 0,
            rejected: 0,
        }
    }

    pub(crate) fn format(&self) -> Format {
        self.format
    }

    fn kept(&self) -> u64 {
        let kept = self.attempts.len()
            + self.run_rows.len()
            + self.results.len()
            + self.experiments.len()
            + self.reviews.len()
            + self.proposals.len()
            + self.verdicts
            + self.journal.runs();
        kept as u64
    }

    /// Reads an item; one that is none of the format is reported and counted. Behind one too many,
    /// the file is refused and nothing more is read.
    pub(crate) fn item(&mut self, context: &mut Context, record: Record<'_, '_>) {
        if context.refusal.is_some() {
            return;
        }
        let keys = &mut self.keys;
        let result = match self.format {
            Format::EventJournal => self.journal.record(context, record),
            Format::RedactedTrace => self.redacted.record(record),
            Format::RunRows => {
                run_rows::read_row(context, record).map(|row| self.run_rows.push(row))
            }
            Format::AttemptRecords => attempt_record::read_record(context, keys, record)
                .map(|attempt| self.attempt(context, record, attempt)),
            Format::AttemptList => {
                let ordinal = self.attempts.len() as u64 + 1;
                attempt_list::read_attempt(context, keys, record, ordinal)
                    .map(|attempt| self.attempt(context, record, attempt))
            }
            Format::TerminalBench => terminal_bench::read_trial(context, record)
                .map(|attempt| self.attempt(context, record, attempt)),
            Format::ResultRecord => result_record::read_record(context, keys, record)
                .map(|result| self.results.push(result)),
            Format::Experiment => experiment::read_record(context, keys, record)
                .map(|experiment| self.experiments.push(experiment)),
            Format::Review => review::read_record(context, keys, record).map(|review| {
                self.verdicts += review.decisions.len() + review.judgements.len();
                self.reviews.push(review);
            }),
            Format::Proposal => proposal::read_record(context, keys, record)
                .map(|proposal| self.proposals.push(proposal)),
            Format::ThreadState
            | Format::MessageDump
            | Format::MiniSweAgent
            | Format::SweAgent
            | Format::SweBenchReport
            | Format::Config
            | Format::PriceTable => Err("an item of a list"),
        };
        if self.kept() > MAX_RECORDS {
            context.refusal = Some(ReadError::TooMany {
                limit: "MAX_RECORDS",
                allowed: MAX_RECORDS,
                line: record.line(),
                byte: record.byte(),
            });
        }
        match result {
            Ok(()) => self.read += 1,
            Err(expected) => {
                let found = match record.node.object() {
                    Some(_) => crate::sniff::describe(record.node),
                    None => field::found(record.source, record.node),
                };
                context.report(
                    Severity::Error,
                    "other_record",
                    record.place(),
                    expected,
                    found,
                );
                self.unreadable();
            }
        }
    }

    /// Keeps an attempt. One that repeats another's id is kept too: which of them counts is not
    /// decided here.
    fn attempt(&mut self, context: &mut Context, record: Record<'_, '_>, attempt: AttemptRecord) {
        let key = (attempt.experiment_id.clone(), attempt.attempt_id.clone());
        if !self.attempt_ids.insert(key) {
            context.report(
                Severity::Warning,
                "repeated_attempt_id",
                record.place(),
                "an attempt id that is no other attempt's",
                format!("{} again", attempt.attempt_id),
            );
        }
        self.attempts.push(attempt);
    }

    /// Counts a record that cannot be read.
    pub(crate) fn unreadable(&mut self) {
        self.rejected += 1;
        self.journal.unreadable();
        self.redacted.unreadable();
    }

    pub(crate) fn finish(self, context: &mut Context, is_torn: bool, file: &mut FileRead) {
        if self.format == Format::RedactedTrace {
            self.redacted.finish(context, is_torn, file);
            return;
        }
        file.records_read = self.read;
        file.records_rejected = self.rejected;
        file.runs = self.journal.finish(context, is_torn);
        file.attempts = self.attempts;
        file.run_rows = self.run_rows;
        file.results = self.results;
        file.experiments = self.experiments;
        file.reviews = self.reviews;
        file.proposals = self.proposals;
    }
}
