//! Comma-separated values to attempts.

use super::{COLUMNS, ESCAPED, NONE, NULL};
use crate::diagnostic::{Severity, shortened};
use crate::field::exact_decimal;
use crate::items::MAX_RECORDS;
use crate::source::Context;
use crate::time::timestamp_from_text;
use crate::{FileRead, Format, ReadError};
use csv::{ByteRecord, ReaderBuilder};
use loopledger_model::{
    AttemptRecord, Currency, Decision, Measured, Money, Place, Review, RunStatus, StopReason,
    Tokens, ToolCallCounts, TraceLink, UnknownReason,
};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The columns without which a file is none of ours.
const NEEDED: [&str; 3] = ["attemptId", "modelCost", "unknown"];

/// Whether a line is the header of attempts as comma-separated values.
pub(crate) fn is_header(line: &[u8]) -> bool {
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(line);
    let mut header = ByteRecord::new();
    reader
        .read_byte_record(&mut header)
        .is_ok_and(|found| found)
        && NEEDED
            .iter()
            .all(|needed| header.iter().any(|column| column == needed.as_bytes()))
}

/// Reads attempts; `body` begins at this byte of the file.
///
/// # Errors
/// [`ReadError::TooMany`] where there are more than [`MAX_RECORDS`].
pub(crate) fn read_csv(
    file: &Arc<str>,
    body: &[u8],
    base: u64,
) -> Result<(FileRead, Context), ReadError> {
    let mut context = Context::new(file);
    let mut out = FileRead::new(
        Arc::clone(file),
        Format::AttemptRecords,
        "its first line has the columns of our attempts as comma-separated values".to_owned(),
    );
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(body);
    let mut record = ByteRecord::new();
    let mut columns: Vec<String> = Vec::new();
    while reader.read_byte_record(&mut record).unwrap_or(false) {
        let place = place(file, body, base, record.position());
        if columns.is_empty() {
            columns = header(&mut context, &record, &place);
            continue;
        }
        if out.records_read + out.records_rejected >= MAX_RECORDS {
            return Err(ReadError::TooMany {
                limit: "MAX_RECORDS",
                allowed: MAX_RECORDS,
                line: place.line.unwrap_or_default(),
                byte: place.byte.unwrap_or_default(),
            });
        }
        if let Some(attempt) = row(&mut context, &columns, &record, &place) {
            out.attempts.push(attempt);
            out.records_read += 1;
        } else {
            out.records_rejected += 1;
        }
    }
    Ok((out, context))
}

/// Where a record begins. The parser counts what is left of the line end before it to the record.
fn place(file: &Arc<str>, body: &[u8], base: u64, position: Option<&csv::Position>) -> Place {
    let mut place = Place::file(Arc::clone(file));
    let Some(position) = position else {
        return place;
    };
    let start = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let ends = body.get(start..).unwrap_or_default().iter();
    let ends = ends.take_while(|byte| matches!(byte, b'\r' | b'\n'));
    let (mut byte, mut line) = (position.byte(), position.line());
    for end in ends {
        byte += 1;
        line += u64::from(*end == b'\n');
    }
    place.byte = Some(base + byte);
    place.line = Some(line);
    place
}

fn header(context: &mut Context, record: &ByteRecord, place: &Place) -> Vec<String> {
    let columns: Vec<String> = record
        .iter()
        .map(|column| String::from_utf8_lossy(column).into_owned())
        .collect();
    for (index, column) in columns.iter().enumerate() {
        if !COLUMNS.contains(&&**column) {
            context.report(
                Severity::Info,
                "unknown_field",
                place.clone(),
                "a column of our attempts",
                format!("{}, which is not read", shortened(column)),
            );
        }
        if columns.iter().take(index).any(|other| other == column) {
            context.report(
                Severity::Warning,
                "duplicate_key",
                place.clone(),
                "each column once",
                format!("{} again, of which the first counts", shortened(column)),
            );
        }
    }
    columns
}

fn row(
    context: &mut Context,
    columns: &[String],
    record: &ByteRecord,
    place: &Place,
) -> Option<AttemptRecord> {
    let refuse = |context: &mut Context, code, expected: String, found: String| {
        context.report(Severity::Error, code, place.clone(), expected, found);
    };
    if record.len() != columns.len() {
        refuse(
            context,
            "csv_fields",
            format!("{} fields, as the first line has", columns.len()),
            format!("{} fields", record.len()),
        );
        return None;
    }
    let mut fields: BTreeMap<&str, &str> = BTreeMap::new();
    for (column, field) in columns.iter().zip(record) {
        let Ok(field) = std::str::from_utf8(field) else {
            refuse(
                context,
                "not_utf8",
                "text in UTF-8".to_owned(),
                format!("other bytes in {}", shortened(column)),
            );
            return None;
        };
        fields.entry(column).or_insert(field);
    }
    let row = Row { fields, place };
    let Some(attempt_id) = row.text("attemptId") else {
        refuse(
            context,
            "absent_field",
            "an attemptId".to_owned(),
            "an empty field".to_owned(),
        );
        return None;
    };
    Some(row.attempt(context, attempt_id))
}

/// A row's fields by their columns.
struct Row<'r> {
    fields: BTreeMap<&'r str, &'r str>,
    place: &'r Place,
}

impl Row<'_> {
    fn attempt(&self, context: &mut Context, attempt_id: String) -> AttemptRecord {
        let unknown = self.reasons(context);
        let unknown = &unknown;
        let count = |context: &mut Context, column: &str| {
            self.measured(context, unknown, column, "a count", |text| {
                text.parse::<u64>().ok()
            })
        };
        let decimal = |context: &mut Context, column: &str| {
            self.measured(context, unknown, column, "a decimal number", exact_decimal)
        };
        let time = |context: &mut Context, column: &str| {
            self.measured(context, unknown, column, "a time with its zone", |text| {
                timestamp_from_text(text).ok()
            })
        };
        let money = |context: &mut Context, column: &str| {
            let currency = self.text(&format!("{column}.currency"));
            let currency = currency.map_or_else(Currency::unstated, |code| Currency::new(&code));
            decimal(context, column).map(|amount| Money { amount, currency })
        };
        let stop_reason = self.measured(context, unknown, "stopReason", "a text", |text| {
            Some((text != NONE).then(|| StopReason::new(&unescaped(text))))
        });
        let mut out = AttemptRecord {
            schema: AttemptRecord::SCHEMA.to_owned(),
            experiment_id: self.text("experimentId"),
            manifest_digest: self.text("manifestDigest"),
            task_id: self.text("taskId"),
            attempt_id,
            variant_id: self.text("variantId"),
            retry_of: self.text("retryOf"),
            started_at: time(context, "startedAt"),
            ended_at: time(context, "endedAt"),
            model: self.text("model"),
            source_revision: self.text("sourceRevision"),
            concurrency: self.parsed(context, "concurrency", "a count", |text| text.parse().ok()),
            detector_revision: self.text("detectorRevision"),
            effective_configuration: self.json(context, "effectiveConfiguration"),
            tokens: Tokens {
                input_uncached: count(context, "tokens.inputUncached"),
                cache_read: count(context, "tokens.cacheRead"),
                cache_write: count(context, "tokens.cacheWrite"),
                output: count(context, "tokens.output"),
                reasoning: count(context, "tokens.reasoning"),
            },
            tool_calls: ToolCallCounts {
                proposed: count(context, "toolCalls.proposed"),
                executed: count(context, "toolCalls.executed"),
                suppressed: count(context, "toolCalls.suppressed"),
            },
            model_cost: money(context, "modelCost"),
            tool_cost: money(context, "toolCost"),
            sandbox_seconds: decimal(context, "sandboxSeconds"),
            latency_ms: decimal(context, "latencyMs"),
            status: self.text("status").map(|text| RunStatus::new(&text)),
            stop_reason,
            review: self.review(context),
            trace: self.trace(),
            credit: self
                .parsed(context, "credit", "true or false", |text| {
                    text.to_ascii_lowercase().parse().ok()
                })
                .unwrap_or(false),
            unknown: BTreeMap::new(),
            place: Some(self.place.clone()),
        };
        out.name_unknowns();
        out
    }

    /// A field that is there and not empty.
    fn field(&self, column: &str) -> Option<&str> {
        self.fields
            .get(column)
            .copied()
            .filter(|field| !field.is_empty())
    }

    fn text(&self, column: &str) -> Option<String> {
        self.field(column).map(unescaped)
    }

    /// The reasons of what is unknown, by field.
    fn reasons(&self, context: &mut Context) -> BTreeMap<String, UnknownReason> {
        let mut reasons = BTreeMap::new();
        for part in self.field("unknown").unwrap_or_default().split(';') {
            if part.is_empty() {
                continue;
            }
            let (field, code) = part.split_once('=').unwrap_or((part, ""));
            match UnknownReason::from_code(code) {
                Some(reason) => {
                    reasons.insert(field.to_owned(), reason);
                }
                None => context.report(
                    Severity::Warning,
                    "unknown_reason_code",
                    self.place.at("/unknown"),
                    "the code of a reason, such as absent_field",
                    shortened(code),
                ),
            }
        }
        reasons
    }

    /// A measurement: unknown where the field is empty or says `null`, for the reason that the row
    /// names. Where it names one beside a value, the two contradict each other and the value does
    /// not count.
    fn measured<T>(
        &self,
        context: &mut Context,
        unknown: &BTreeMap<String, UnknownReason>,
        column: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Measured<T> {
        let place = self.place.at(&format!("/{column}"));
        let field = self.field(column).filter(|field| *field != NULL);
        let reason = unknown.get(column).copied();
        match (field, reason) {
            (None, Some(reason)) => Measured::unknown_at(reason, place),
            (None, None) if self.fields.contains_key(column) => {
                Measured::unknown_at(UnknownReason::NullField, place)
            }
            (None, None) => Measured::unknown_at(UnknownReason::AbsentField, place),
            (Some(_), Some(reason)) => {
                context.report(
                    Severity::Warning,
                    "value_declared_unknown",
                    place.clone(),
                    format!("an empty field, because unknown says {reason} for {column}"),
                    "a value",
                );
                Measured::unknown_at(reason, place)
            }
            (Some(field), None) => {
                if let Some(value) = read(field) {
                    return Measured::reported(value, place);
                }
                self.report(context, column, expected, field);
                Measured::unknown_at(UnknownReason::ParseError, place)
            }
        }
    }

    fn parsed<T>(
        &self,
        context: &mut Context,
        column: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let field = self.field(column)?;
        let value = read(field);
        if value.is_none() {
            self.report(context, column, expected, field);
        }
        value
    }

    fn json<T: DeserializeOwned>(&self, context: &mut Context, column: &str) -> Option<T> {
        self.parsed(context, column, "the JSON of an attempt record", |text| {
            serde_json::from_str(text).ok()
        })
    }

    fn report(&self, context: &mut Context, column: &str, expected: &str, found: &str) {
        context.report(
            Severity::Error,
            "csv_value",
            self.place.at(&format!("/{column}")),
            expected,
            shortened(found),
        );
    }

    fn review(&self, context: &mut Context) -> Option<Review> {
        let decision = self.parsed(
            context,
            "decision",
            "accepted or rejected",
            |text| match text {
                "accepted" => Some(Decision::Accepted),
                "rejected" => Some(Decision::Rejected),
                _ => None,
            },
        );
        let artifacts: Option<Vec<_>> = self.json(context, "artifacts");
        let (reason, reviewer) = (self.text("decisionReason"), self.text("reviewer"));
        let (rubric, rubric_version) = (self.text("rubric"), self.text("rubricVersion"));
        let texts = [&reason, &reviewer, &rubric, &rubric_version];
        if decision.is_none() && artifacts.is_none() && texts.iter().all(|text| text.is_none()) {
            return None;
        }
        Some(Review {
            rubric,
            rubric_version,
            decision,
            reason,
            reviewer,
            artifacts: artifacts.unwrap_or_default(),
        })
    }

    fn trace(&self) -> Option<TraceLink> {
        let trace = TraceLink {
            file: self.text("trace.file"),
            thread_id: self.text("trace.threadId"),
            run_id: self.text("trace.runId"),
        };
        (trace != TraceLink::default()).then_some(trace)
    }
}

/// A text without the apostrophe that was put before it.
fn unescaped(text: &str) -> String {
    match text.strip_prefix('\'') {
        Some(rest)
            if rest.is_empty() || rest == NONE || rest == NULL || rest.starts_with(ESCAPED) =>
        {
            rest.to_owned()
        }
        // Somebody else's apostrophe.
        _ => text.to_owned(),
    }
}
