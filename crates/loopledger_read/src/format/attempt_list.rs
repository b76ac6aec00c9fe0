//! Attempts as people write them by hand: the short form.
//!
//! JSON Lines, an array, or an object with `attempts` (also `runs` or `results`), each item with as
//! many of these fields as are known; everything else is unknown, and nothing is filled in:
//!
//! | field | meaning |
//! |---|---|
//! | `id` | the attempt's id; without it, `task` and `attempt` make one |
//! | `task`, `attempt`, `variant`, `experiment`, `retry_of` | what was tried, which try it was, under what |
//! | `accepted` | `true`, `false`, or `null` where nobody decided; `reason`, `reviewer`, `rubric` beside it |
//! | `cost`, `currency` | what the model calls cost; without `currency` the amount has none (`cost_usd` has) |
//! | `tool_cost`, `sandbox_seconds`, `latency_ms` | further measurements; a latency of 0 means that none was taken |
//! | `status`, `stop_reason` | how it ended; `"stop_reason": null` says that no guard stopped it |
//! | `model`, `usage` | tokens, in OpenAI's, Anthropic's, LangChain's or our own names |
//! | `tool_calls` | calls proposed, or an object with `proposed`, `executed`, `suppressed` |
//! | `started_at`, `ended_at`, `thread_id`, `run_id`, `artifacts`, `credit`, `note` | as in an attempt record |
//!
//! Beside `attempts` there may be `prices`: `{"model": {"input_per_million": 3, …}}`.

use super::attempt_record::{KnownKeys, artifacts, money, non_negative};
use super::run_rows;
use crate::diagnostic::Severity;
use crate::field::{self, Bad};
use crate::source::{Context, Record};
use crate::usage::{Convention, usage};
use loopledger_json::{Node, Value};
use loopledger_model::tokens::Count;
use loopledger_model::{
    AttemptRecord, Currency, Decision, Measured, Money, Place, Review, RunStatus, TraceLink,
    UnknownReason,
};
use rust_decimal::Decimal;

pub(crate) const WANTS: &str =
    "attempts with an id or a task, and accepted, cost, latency_ms, stop_reason or usage";

const FIELDS: [&str; 38] = [
    "id",
    "attempt_id",
    "task",
    "task_id",
    "attempt",
    "variant",
    "variant_id",
    "experiment",
    "experiment_id",
    "retry_of",
    "accepted",
    "reason",
    "reviewer",
    "rubric",
    "rubric_version",
    "artifacts",
    "cost",
    "cost_usd",
    "model_cost",
    "currency",
    "tool_cost",
    "sandbox_seconds",
    "latency_ms",
    "status",
    "stop_reason",
    "model",
    "provider",
    "usage",
    "tokens",
    "tool_calls",
    "started_at",
    "ended_at",
    "thread_id",
    "run_id",
    "credit",
    "note",
    "source_revision",
    "concurrency",
];

/// Whether an object is an attempt in the short form: it names the attempt, measures something,
/// and most of its fields are those of the short form.
pub(crate) fn is_attempt(node: &Node<'_>) -> bool {
    is_likely_attempt(node)
        && [
            "accepted",
            "cost",
            "cost_usd",
            "model_cost",
            "latency_ms",
            "stop_reason",
            "usage",
            "tokens",
        ]
        .iter()
        .any(|key| node.get(key).is_some())
}

/// The same among other attempts: one that measures nothing is an attempt too.
fn is_likely_attempt(node: &Node<'_>) -> bool {
    let Some(members) = node.object() else {
        return false;
    };
    let known = members
        .iter()
        .filter(|member| FIELDS.iter().any(|key| member.key == **key))
        .count();
    ["id", "attempt_id", "task", "task_id", "attempt"]
        .iter()
        .any(|key| node.get(key).is_some())
        && node.get("role").is_none()
        && node.get("type").is_none()
        && known * 5 >= members.len() * 3
}

/// Reads an attempt; `ordinal` counts those of the file from 1.
pub(crate) fn read_attempt(
    context: &mut Context,
    keys: &mut KnownKeys,
    record: Record<'_, '_>,
    ordinal: u64,
) -> Result<AttemptRecord, &'static str> {
    if !is_likely_attempt(record.node) {
        return Err(WANTS);
    }
    keys.check(context, record, &FIELDS, "the short form of an attempt");
    let first_text = |context: &mut Context, names: &[&str]| {
        names.iter().find_map(|key| record.text(context, key))
    };
    let task_id = first_text(context, &["task_id", "task"]);
    let attempt_id = first_text(context, &["id", "attempt_id"]).unwrap_or_else(|| {
        let attempt = record.text(context, "attempt");
        match (&task_id, attempt) {
            (Some(task), Some(attempt)) => format!("{task}#{attempt}"),
            (None, Some(attempt)) => attempt,
            (Some(task), None) => format!("{task}#{ordinal}"),
            (None, None) => format!("#{ordinal}"),
        }
    });
    let credit = record.flag(context, "credit") == Some(true);
    let mut out = AttemptRecord::new(attempt_id, UnknownReason::AbsentField);
    out.task_id = task_id;
    out.experiment_id = first_text(context, &["experiment_id", "experiment"]);
    out.variant_id = first_text(context, &["variant_id", "variant"]);
    out.retry_of = record.text(context, "retry_of");
    out.model = record.text(context, "model");
    out.source_revision = record.text(context, "source_revision");
    out.concurrency = record
        .measured(context, "concurrency", field::count)
        .value()
        .copied();
    out.started_at = record.time(context, "started_at");
    out.ended_at = record.time(context, "ended_at");
    out.model_cost = cost(context, record, credit);
    out.tool_cost = amount(context, record, "tool_cost", credit, None);
    out.sandbox_seconds = record.measured(context, "sandbox_seconds", non_negative);
    out.latency_ms = latency(context, record);
    out.status = record
        .text(context, "status")
        .map(|status| RunStatus::new(&status));
    out.stop_reason = run_rows::stop_reason(context, record, "stop_reason");
    read_tokens(context, record, &mut out);
    read_tool_calls(context, record, &mut out);
    out.review = review(context, record);
    let (thread_id, run_id) = (
        record.text(context, "thread_id"),
        record.text(context, "run_id"),
    );
    if thread_id.is_some() || run_id.is_some() {
        out.trace = Some(TraceLink {
            file: None,
            thread_id,
            run_id,
        });
    }
    out.credit = credit;
    out.place = Some(record.place());
    out.name_unknowns();
    Ok(out)
}

fn cost(context: &mut Context, record: Record<'_, '_>, credit: bool) -> Measured<Money> {
    match record.first_of(&["cost", "model_cost", "cost_usd"]) {
        Some((key @ "cost_usd", _)) => {
            amount(context, record, key, credit, Some(Currency::new("USD")))
        }
        Some((key, _)) => amount(context, record, key, credit, None),
        None => Measured::unknown_at(UnknownReason::AbsentField, record.place_of_key("cost")),
    }
}

/// An amount in the currency that it names, or that the attempt names, or in none.
fn amount(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
    credit: bool,
    currency: Option<Currency>,
) -> Measured<Money> {
    let currency = currency.or_else(|| {
        let code = record.get("currency")?.str()?.to_display();
        (!code.trim().is_empty()).then(|| Currency::new(&code))
    });
    record
        .measured(context, key, |node| money(node, credit))
        .map(|money| match currency {
            Some(currency) if !money.currency.is_stated() => Money { currency, ..money },
            _ => money,
        })
}

/// A latency. Nothing takes 0 milliseconds from end to end, so that a 0 means "not taken".
fn latency(context: &mut Context, record: Record<'_, '_>) -> Measured<Decimal> {
    record.measured(context, "latency_ms", |node| {
        let value = non_negative(node)?;
        if value.is_zero() {
            return Err(Bad::Value {
                code: "sentinel_zero",
                expected: "a latency, or null where none was taken",
                reason: UnknownReason::SentinelZero,
            });
        }
        Ok(value)
    })
}

fn read_tokens(context: &mut Context, record: Record<'_, '_>, out: &mut AttemptRecord) {
    let Some((key, node)) = record.first_of(&["usage", "tokens"]) else {
        return;
    };
    let place = record.place_of_key(key);
    if node.object().is_none() {
        let reason = if node.is_null() {
            UnknownReason::NullField
        } else {
            record.report_key(
                context,
                Severity::Error,
                "not_an_object",
                key,
                "an object with token counts, input and output apart",
            );
            UnknownReason::ParseError
        };
        out.tokens = loopledger_model::Tokens::splat(Measured::unknown_at(reason, place));
        return;
    }
    let read = usage(
        context,
        record,
        node,
        &format!("/{key}"),
        Convention::of(node),
    );
    out.tokens = read.tokens.map(|count| measured(count, &place));
}

/// A count at a place.
pub(crate) fn measured(count: Count, place: &Place) -> Measured<u64> {
    match count {
        Ok(value) => Measured::reported(value, place.clone()),
        Err(reason) => Measured::unknown_at(reason, place.clone()),
    }
}

fn read_tool_calls(context: &mut Context, record: Record<'_, '_>, out: &mut AttemptRecord) {
    let Some(node) = record.get("tool_calls") else {
        return;
    };
    if node.object().is_none() {
        out.tool_calls.proposed = record.measured(context, "tool_calls", field::count);
        return;
    }
    let pointer = format!("{}/tool_calls", record.pointer);
    let child = Record {
        source: record.source,
        node,
        pointer: &pointer,
    };
    out.tool_calls.proposed = child.measured(context, "proposed", field::count);
    out.tool_calls.executed = child.measured(context, "executed", field::count);
    out.tool_calls.suppressed = child.measured(context, "suppressed", field::count);
}

fn review(context: &mut Context, record: Record<'_, '_>) -> Option<Review> {
    let decision = record.flag(context, "accepted").map(|accepted| {
        if accepted {
            Decision::Accepted
        } else {
            Decision::Rejected
        }
    });
    let (rubric, rubric_version, reason, reviewer) = (
        record.text(context, "rubric"),
        record.text(context, "rubric_version"),
        record.text(context, "reason"),
        record.text(context, "reviewer"),
    );
    let artifacts = artifacts(context, record);
    let is_empty = decision.is_none()
        && artifacts.is_empty()
        && [&rubric, &rubric_version, &reason, &reviewer]
            .iter()
            .all(|text| text.is_none());
    (!is_empty).then_some(Review {
        rubric,
        rubric_version,
        decision,
        reason,
        reviewer,
        artifacts,
    })
}

/// Whether an object holds attempts under `attempts`, if only none.
pub(crate) fn is_wrapper(node: &Node<'_>) -> bool {
    match node.get("attempts").map(|node| &node.value) {
        Some(Value::Array(items)) => {
            items.is_empty() || items.iter().take(50).any(is_likely_attempt)
        }
        _ => false,
    }
}
