//! DeerFlow's run rows: `GET /api/threads/{t}/runs`, or rows of the `runs` table.
//!
//! Upstream's own totals count a call without usage as 0 and start at 0, so that a total of 0 may
//! mean "not measured": it is taken for that. `cache_read_tokens` is written only where it is not 0,
//! so that its absence says nothing.

use crate::diagnostic::Severity;
use crate::field::{self, Bad};
use crate::source::{Context, Record, pointer_step};
use loopledger_json::Node;
use loopledger_model::tokens::Count;
use loopledger_model::{Measured, RunRow, RunStatus, StopReason, Tokens, UnknownReason};

pub(crate) const WANTS: &str = "run_id and status, with stop_reason, token totals or timestamps";

/// Whether an object is a run row.
pub(crate) fn is_row(node: &Node<'_>) -> bool {
    const OTHERS: [&str; 9] = [
        "stop_reason",
        "total_tokens",
        "total_input_tokens",
        "llm_call_count",
        "token_usage_by_model",
        "assistant_id",
        "multitask_strategy",
        "message_count",
        "lead_agent_tokens",
    ];
    // What people write about an attempt, and upstream never does about a run.
    const NOT: [&str; 8] = [
        "id",
        "task",
        "accepted",
        "cost",
        "cost_usd",
        "latency_ms",
        "usage",
        "event_type",
    ];
    let is_text = |key: &str| node.get(key).is_some_and(|value| value.str().is_some());
    is_text("run_id")
        && NOT.iter().all(|key| node.get(key).is_none())
        && (is_text("status") || node.get("stop_reason").is_some())
        && (OTHERS.iter().any(|key| node.get(key).is_some())
            || node.get("artifacts").is_some()
            || (node.get("created_at").is_some() && node.get("thread_id").is_some()))
}

/// Reads a row. `Err` names what it should have been.
pub(crate) fn read_row(
    context: &mut Context,
    record: Record<'_, '_>,
) -> Result<RunRow, &'static str> {
    let Some(run_id) = record.get("run_id").and_then(field::text) else {
        return Err(WANTS);
    };
    let run_id = run_id.into_owned();
    let status = record
        .text(context, "status")
        .map(|status| RunStatus::new(&status));
    let tokens_by_model = by_model(context, record);
    Ok(RunRow {
        place: record.place(),
        run_id,
        thread_id: record.text(context, "thread_id"),
        status,
        stop_reason: stop_reason(context, record, "stop_reason"),
        error: record
            .text(context, "error")
            .filter(|text| !text.is_empty()),
        model: record.text(context, "model_name"),
        tokens: totals(context, record, &tokens_by_model),
        tokens_by_model,
        llm_call_count: record.measured(context, "llm_call_count", field::count),
        created_at: record.time(context, "created_at"),
        updated_at: record.time(context, "updated_at"),
    })
}

/// A stop reason: `null` says that no guard stopped the run, an absent field says nothing.
pub(crate) fn stop_reason(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
) -> Measured<Option<StopReason>> {
    record.measured(context, key, |node| {
        if node.is_null() {
            return Ok(None);
        }
        match node.str() {
            Some(text) => Ok(Some(StopReason::new(&field::text_of(text)))),
            None => Err(Bad::Value {
                code: "not_a_text",
                expected: "a stop reason or null",
                reason: UnknownReason::ParseError,
            }),
        }
    })
}

fn count(
    context: &mut Context,
    record: Record<'_, '_>,
    node: Option<&Node<'_>>,
    pointer: &str,
) -> Count {
    let Some(node) = node else {
        return Err(UnknownReason::AbsentField);
    };
    field::count(node).map_err(|bad| match bad {
        Bad::Null => UnknownReason::NullField,
        Bad::Value {
            code,
            expected,
            reason,
        } => {
            let found = field::found(record.source, node);
            let place = record.place_of_offset(node.start, pointer);
            context.report(Severity::Error, code, place, expected, found);
            reason
        }
    })
}

/// Input and output as far as cached input is known to be separate.
fn split(input: Count, output: Count, cache_read: Count) -> Tokens<Count> {
    let (input, output) = match (input, output) {
        (Ok(0), Ok(0)) => (
            Err(UnknownReason::SentinelZero),
            Err(UnknownReason::SentinelZero),
        ),
        known => known,
    };
    let uncached = match (input, cache_read) {
        (Ok(input), Ok(cached)) => input.checked_sub(cached).ok_or(UnknownReason::Ambiguous),
        (input, _) => input,
    };
    Tokens {
        input_uncached: uncached,
        cache_read: match (input, uncached) {
            (Ok(_), Err(reason)) => Err(reason),
            _ => cache_read,
        },
        cache_write: Err(UnknownReason::AbsentField),
        output,
        reasoning: Err(UnknownReason::AbsentField),
    }
}

fn by_model(context: &mut Context, record: Record<'_, '_>) -> Vec<(String, Tokens<Count>)> {
    let Some(node) = record.get("token_usage_by_model") else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for member in loopledger_json::dict_members(node.object().unwrap_or_default()) {
        let name = field::text_of(member.key).into_owned();
        let pointer = format!("/token_usage_by_model{}", pointer_step(&name));
        let usage = &member.value;
        let mut figure =
            |key: &str| count(context, record, usage.get(key), &format!("{pointer}/{key}"));
        let (input, output) = (figure("input_tokens"), figure("output_tokens"));
        let cache_read = figure("cache_read_tokens");
        out.push((name, split(input, output, cache_read)));
    }
    out
}

fn totals(
    context: &mut Context,
    record: Record<'_, '_>,
    by_model: &[(String, Tokens<Count>)],
) -> Tokens<Count> {
    let mut figure = |key: &str| count(context, record, record.get(key), &pointer_step(key));
    let (input, output) = (figure("total_input_tokens"), figure("total_output_tokens"));
    // Only where every model states its cached input is the run's known.
    let cache_read = by_model
        .iter()
        .map(|(_, tokens)| tokens.cache_read)
        .reduce(|a, b| a?.checked_add(b?).ok_or(UnknownReason::ParseError))
        .unwrap_or(Err(UnknownReason::AbsentField));
    split(input, output, cache_read)
}
