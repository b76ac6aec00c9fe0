//! Attempts to comma-separated values.

use super::{COLUMNS, ESCAPED, NONE, NULL};
use loopledger_model::{AttemptRecord, Decision, Measured, Money, Outcome, StopReason};
use serde::Serialize;
use std::fmt::Display;

/// The attempts as comma-separated values, a header line and one line an attempt, each ended by CR
/// and LF; [`read`](crate::read) makes the same attempts of it.
pub fn write_attempts_csv(attempts: &[&AttemptRecord]) -> String {
    let mut text = String::new();
    row(&mut text, COLUMNS.iter().map(|column| (*column).to_owned()));
    for attempt in attempts {
        row(&mut text, fields(attempt));
    }
    text
}

fn fields(record: &AttemptRecord) -> [String; COLUMNS.len()] {
    let AttemptRecord {
        schema,
        experiment_id,
        manifest_digest,
        task_id,
        attempt_id,
        variant_id,
        retry_of,
        started_at,
        ended_at,
        model,
        source_revision,
        concurrency,
        detector_revision,
        effective_configuration,
        tokens,
        tool_calls,
        model_cost,
        tool_cost,
        sandbox_seconds,
        latency_ms,
        status,
        stop_reason,
        review,
        trace,
        credit,
        unknown,
        place: _,
    } = record;
    let review = review.as_ref();
    let trace = trace.as_ref();
    let of_trace = |part: Option<&Option<String>>| text(part.and_then(Option::as_ref));
    let of_review = of_trace;
    let unknown = unknown
        .iter()
        .map(|(field, reason)| format!("{field}={reason}"))
        .collect::<Vec<_>>()
        .join(";");
    let [model_amount, model_currency] = money(model_cost);
    let [tool_amount, tool_currency] = money(tool_cost);
    [
        escaped(attempt_id),
        text(task_id.as_ref()),
        text(variant_id.as_ref()),
        text(retry_of.as_ref()),
        outcome(record.outcome()).to_owned(),
        match record.decision() {
            Some(Decision::Accepted) => "accepted".to_owned(),
            Some(Decision::Rejected) => "rejected".to_owned(),
            None => String::new(),
        },
        of_review(review.map(|it| &it.reason)),
        of_review(review.map(|it| &it.reviewer)),
        status
            .as_ref()
            .map_or_else(String::new, |it| escaped(it.as_str())),
        stop(stop_reason),
        text(model.as_ref()),
        number(&tokens.input_uncached),
        number(&tokens.cache_read),
        number(&tokens.cache_write),
        number(&tokens.output),
        number(&tokens.reasoning),
        number(&tool_calls.proposed),
        number(&tool_calls.executed),
        number(&tool_calls.suppressed),
        model_amount,
        model_currency,
        tool_amount,
        tool_currency,
        number(sandbox_seconds),
        number(latency_ms),
        number(started_at),
        number(ended_at),
        text(experiment_id.as_ref()),
        text(manifest_digest.as_ref()),
        text(source_revision.as_ref()),
        concurrency.map_or_else(String::new, |it| it.to_string()),
        text(detector_revision.as_ref()),
        effective_configuration
            .as_ref()
            .map_or_else(String::new, json),
        of_review(review.map(|it| &it.rubric)),
        of_review(review.map(|it| &it.rubric_version)),
        review.map_or_else(String::new, |it| json(&it.artifacts)),
        of_trace(trace.map(|it| &it.file)),
        of_trace(trace.map(|it| &it.thread_id)),
        of_trace(trace.map(|it| &it.run_id)),
        credit.to_string(),
        schema.clone(),
        unknown,
    ]
}

/// A number or a time.
fn number<T: Display>(measured: &Measured<T>) -> String {
    measured.value().map_or_else(String::new, T::to_string)
}

fn money(measured: &Measured<Money>) -> [String; 2] {
    match measured.value() {
        Some(money) => [money.amount.to_string(), escaped(money.currency.code())],
        None => [String::new(), String::new()],
    }
}

fn stop(measured: &Measured<Option<StopReason>>) -> String {
    match measured.value() {
        None => String::new(),
        Some(None) => NONE.to_owned(),
        Some(Some(reason)) if [NONE, NULL].contains(&reason.as_str()) => format!("'{reason}"),
        Some(Some(reason)) => escaped(reason.as_str()),
    }
}

fn json(value: &impl Serialize) -> String {
    // Plain data; writing it as JSON cannot fail. JSON of an object or array begins like no formula.
    serde_json::to_string(value).unwrap_or_default()
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "accepted",
        Outcome::Rejected => "rejected",
        Outcome::Failed => "failed",
        Outcome::Capped => "capped",
        Outcome::Unknown => "unknown",
    }
}

fn text(text: Option<&String>) -> String {
    text.map_or_else(String::new, |text| escaped(text))
}

/// A text that no spreadsheet runs, and that an absent one differs from.
fn escaped(text: &str) -> String {
    if text.is_empty() || text.starts_with(ESCAPED) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

fn row(text: &mut String, fields: impl IntoIterator<Item = String>) {
    for (index, field) in fields.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            text.push('"');
            text.push_str(&field.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&field);
        }
    }
    text.push_str("\r\n");
}
