//! Our attempt records: [`AttemptRecord`] in its published form.

use super::run_rows;
use crate::diagnostic::Severity;
use crate::field::{self, Bad};
use crate::source::{Context, Record, pointer_step};
use indexmap::{IndexMap, IndexSet};
use loopledger_json::{Node, Value};
use loopledger_model::{
    Artifact, AttemptRecord, Currency, Decision, EffectiveConfiguration, Measured, Money, Review,
    RunStatus, StopReason, Tokens, ToolCallCounts, ToolFreqOverride, TraceLink, UnknownReason,
};
use rust_decimal::Decimal;

pub(crate) const WANTS: &str = "schema loopledger.attempt/v1 and an attemptId";

const SCHEMA_PREFIX: &str = "loopledger.attempt/";

const FIELDS: [&str; 26] = [
    "schema",
    "experimentId",
    "manifestDigest",
    "taskId",
    "attemptId",
    "variantId",
    "retryOf",
    "startedAt",
    "endedAt",
    "model",
    "sourceRevision",
    "concurrency",
    "detectorRevision",
    "effectiveConfiguration",
    "tokens",
    "toolCalls",
    "modelCost",
    "toolCost",
    "sandboxSeconds",
    "latencyMs",
    "status",
    "stopReason",
    "review",
    "trace",
    "credit",
    "unknown",
];

/// The objects inside a record, with their fields.
const PARTS: [(&str, &[&str], &str); 6] = [
    (
        "tokens",
        &[
            "inputUncached",
            "cacheRead",
            "cacheWrite",
            "output",
            "reasoning",
        ],
        "tokens",
    ),
    (
        "toolCalls",
        &["proposed", "executed", "suppressed"],
        "toolCalls",
    ),
    ("modelCost", &["amount", "currency"], "modelCost"),
    ("toolCost", &["amount", "currency"], "toolCost"),
    (
        "review",
        &[
            "rubric",
            "rubricVersion",
            "decision",
            "reason",
            "reviewer",
            "artifacts",
        ],
        "review",
    ),
    ("trace", &["file", "threadId", "runId"], "trace"),
];

/// Whether an object is one of our attempt records, of whatever version.
pub(crate) fn is_record(node: &Node<'_>) -> bool {
    match node.get("schema").and_then(Node::str) {
        Some(schema) => schema.to_display().starts_with(SCHEMA_PREFIX),
        None => {
            node.get("attemptId").is_some()
                && ["modelCost", "tokens", "review", "stopReason", "latencyMs"]
                    .iter()
                    .any(|key| node.get(key).is_some())
        }
    }
}

/// Keys that were already reported, once for a file.
#[derive(Debug, Default)]
pub(crate) struct KnownKeys {
    reported: IndexSet<String>,
}

impl KnownKeys {
    /// Reports the keys of an object that are none of ours, each once for a file.
    pub(crate) fn check(
        &mut self,
        context: &mut Context,
        record: Record<'_, '_>,
        known: &[&str],
        what: &str,
    ) {
        for member in record.node.object().unwrap_or_default() {
            if known.iter().any(|key| member.key == **key) {
                continue;
            }
            let key = field::text_of(member.key);
            if self.reported.insert(format!("{what}: {key}")) {
                context.report(
                    Severity::Info,
                    "unknown_field",
                    record.place_of_offset(member.key_start, &pointer_step(&key)),
                    format!("a field of {what}"),
                    format!("{key}, which is not read"),
                );
            }
        }
    }
}

/// Reads a record. `Err` names what it should have been.
pub(crate) fn read_record(
    context: &mut Context,
    keys: &mut KnownKeys,
    record: Record<'_, '_>,
) -> Result<AttemptRecord, &'static str> {
    match record.get("schema").and_then(Node::str) {
        Some(schema) if schema == *AttemptRecord::SCHEMA => {}
        Some(_) => return Err("schema loopledger.attempt/v1, the only version there is"),
        None => record.report_key(
            context,
            Severity::Warning,
            "absent_field",
            "schema",
            AttemptRecord::SCHEMA,
        ),
    }
    let Some(attempt_id) = record.text(context, "attemptId") else {
        return Err("an attempt record with an attemptId");
    };
    report_duplicate_keys(context, record);
    keys.check(context, record, &FIELDS, "an attempt record");
    for key in FIELDS.iter().skip(1) {
        if record.get(key).is_none() {
            record.report_key(
                context,
                Severity::Warning,
                "absent_field",
                key,
                "the field, if only as null",
            );
        }
    }
    for (key, known, what) in PARTS {
        let pointer = format!("{}/{key}", record.pointer);
        if let Some(child) = child(record, key, &pointer) {
            keys.check(context, child, known, what);
        }
    }
    let credit = record.flag(context, "credit") == Some(true);
    let reasons = Reasons::read(context, record);
    let tokens = tokens(context, &reasons, record);
    let tool_calls = tool_calls(context, &reasons, record);
    let mut stop_reason = run_rows::stop_reason(context, record, "stopReason");
    if let Some(reason) = reasons.get("stopReason") {
        stop_reason = Measured::unknown_at(reason, record.place_of_key("stopReason"));
    }
    let amount = |context: &mut Context, key: &str| {
        let money = record.measured(context, key, |node| money(node, credit));
        reasons.apply(context, record, key, money)
    };
    let model_cost = amount(context, "modelCost");
    let tool_cost = amount(context, "toolCost");
    let duration = |context: &mut Context, key: &str| {
        let value = record.measured(context, key, non_negative);
        reasons.apply(context, record, key, value)
    };
    let sandbox_seconds = duration(context, "sandboxSeconds");
    let latency_ms = duration(context, "latencyMs");
    let time = |context: &mut Context, key: &str| {
        let value = record.time(context, key);
        reasons.apply(context, record, key, value)
    };
    let started_at = time(context, "startedAt");
    let ended_at = time(context, "endedAt");
    let mut out = AttemptRecord {
        schema: AttemptRecord::SCHEMA.to_owned(),
        experiment_id: record.text(context, "experimentId"),
        manifest_digest: record.text(context, "manifestDigest"),
        task_id: record.text(context, "taskId"),
        attempt_id,
        variant_id: record.text(context, "variantId"),
        retry_of: record.text(context, "retryOf"),
        started_at,
        ended_at,
        model: record.text(context, "model"),
        source_revision: record.text(context, "sourceRevision"),
        concurrency: record
            .measured(context, "concurrency", field::count)
            .value()
            .copied(),
        detector_revision: record.text(context, "detectorRevision"),
        effective_configuration: effective_configuration(context, record, "effectiveConfiguration"),
        tokens,
        tool_calls,
        model_cost,
        tool_cost,
        sandbox_seconds,
        latency_ms,
        status: record
            .text(context, "status")
            .map(|status| RunStatus::new(&status)),
        stop_reason,
        review: review(context, record),
        trace: trace(context, record),
        credit,
        unknown: std::collections::BTreeMap::new(),
        place: Some(record.place()),
    };
    out.name_unknowns();
    Ok(out)
}

/// The reasons that a record gives for its nulls.
struct Reasons(IndexMap<String, UnknownReason>);

impl Reasons {
    fn read(context: &mut Context, record: Record<'_, '_>) -> Self {
        let mut reasons = IndexMap::new();
        let node = record.get("unknown");
        for member in node.and_then(Node::object).unwrap_or_default() {
            let name = field::text_of(member.key).into_owned();
            let code = member.value.str().map(loopledger_json::JsonStr::to_display);
            if let Some(reason) = code.as_deref().and_then(UnknownReason::from_code) {
                reasons.insert(name, reason);
            } else {
                let found = field::found(record.source, &member.value);
                let pointer = format!("/unknown{}", pointer_step(&name));
                context.report(
                    Severity::Warning,
                    "unknown_reason_code",
                    record.place_of(&member.value, &pointer),
                    "the code of a reason, such as absent_field",
                    found,
                );
            }
        }
        Self(reasons)
    }

    fn get(&self, name: &str) -> Option<UnknownReason> {
        self.0.get(name).copied()
    }

    /// The reason that the record names, where the value is `null`; where it names one beside a
    /// value, the two contradict each other and the value does not count.
    fn apply<T>(
        &self,
        context: &mut Context,
        record: Record<'_, '_>,
        name: &str,
        measured: Measured<T>,
    ) -> Measured<T> {
        let Some(reason) = self.get(name) else {
            return measured;
        };
        let place = match measured.place() {
            Some(place) => place.clone(),
            None => record.place(),
        };
        if measured.is_known() {
            context.report(
                Severity::Warning,
                "value_declared_unknown",
                place.clone(),
                format!("null, because unknown says {reason} for {name}"),
                "a value",
            );
        }
        Measured::unknown_at(reason, place)
    }
}

fn child<'s, 'a>(record: Record<'s, 'a>, key: &str, pointer: &'s str) -> Option<Record<'s, 'a>> {
    let node = record
        .node
        .get(key)
        .filter(|node| node.object().is_some())?;
    Some(Record {
        source: record.source,
        node,
        pointer,
    })
}

/// Counts in an object: the field itself absent or `null` makes each of them so.
fn counts<const N: usize>(
    context: &mut Context,
    reasons: &Reasons,
    record: Record<'_, '_>,
    key: &str,
    names: [&str; N],
) -> [Measured<u64>; N] {
    let pointer = format!("{}/{key}", record.pointer);
    let child = child(record, key, &pointer);
    if child.is_none() && record.get(key).is_some_and(|node| !node.is_null()) {
        record.report_key(context, Severity::Error, "not_an_object", key, "an object");
    }
    names.map(|name| {
        let measured = match child {
            Some(child) => child.measured(context, name, field::count),
            None => Measured::unknown_at(
                match record.get(key).map(|node| &node.value) {
                    None => UnknownReason::AbsentField,
                    Some(Value::Null) => UnknownReason::NullField,
                    Some(_) => UnknownReason::ParseError,
                },
                record.place_of_key(key),
            ),
        };
        reasons.apply(context, record, &format!("{key}.{name}"), measured)
    })
}

fn tokens(
    context: &mut Context,
    reasons: &Reasons,
    record: Record<'_, '_>,
) -> Tokens<Measured<u64>> {
    let names = [
        "inputUncached",
        "cacheRead",
        "cacheWrite",
        "output",
        "reasoning",
    ];
    let [input_uncached, cache_read, cache_write, output, reasoning] =
        counts(context, reasons, record, "tokens", names);
    Tokens {
        input_uncached,
        cache_read,
        cache_write,
        output,
        reasoning,
    }
}

fn tool_calls(context: &mut Context, reasons: &Reasons, record: Record<'_, '_>) -> ToolCallCounts {
    let names = ["proposed", "executed", "suppressed"];
    let [proposed, executed, suppressed] = counts(context, reasons, record, "toolCalls", names);
    ToolCallCounts {
        proposed,
        executed,
        suppressed,
    }
}

/// An amount: `{"amount":"1.25","currency":"USD"}`, or a bare number without a currency.
pub(crate) fn money(node: &Node<'_>, credit: bool) -> Result<Money, Bad> {
    let (amount, currency) = match &node.value {
        Value::Object(_) => (
            node.get("amount").ok_or(Bad::Value {
                code: "not_an_amount",
                expected: "an object with amount and currency",
                reason: UnknownReason::ParseError,
            })?,
            node.get("currency").and_then(Node::str),
        ),
        _ => (node, None),
    };
    let amount = field::decimal(amount)?;
    if amount < Decimal::ZERO && !credit {
        return Err(Bad::Value {
            code: "negative_amount",
            expected: "an amount of at least 0, or \"credit\": true beside it",
            reason: UnknownReason::ParseError,
        });
    }
    Ok(Money {
        amount,
        currency: currency
            .map_or_else(Currency::unstated, |code| Currency::new(&code.to_display())),
    })
}

/// A duration.
pub(crate) fn non_negative(node: &Node<'_>) -> Result<Decimal, Bad> {
    let value = field::decimal(node)?;
    if value < Decimal::ZERO {
        return Err(Bad::Value {
            code: "negative_duration",
            expected: "a duration of at least 0",
            reason: UnknownReason::ParseError,
        });
    }
    Ok(value)
}

fn review(context: &mut Context, record: Record<'_, '_>) -> Option<Review> {
    let pointer = format!("{}/review", record.pointer);
    let Some(child) = child(record, "review", &pointer) else {
        if record.get("review").is_some_and(|node| !node.is_null()) {
            record.report_key(
                context,
                Severity::Error,
                "not_an_object",
                "review",
                "an object",
            );
        }
        return None;
    };
    let decision = decision(context, child, "decision");
    let reason = child
        .text(context, "reason")
        .filter(|reason| !reason.trim().is_empty());
    if decision == Some(Decision::Rejected) && reason.is_none() {
        child.report_key(
            context,
            Severity::Warning,
            "rejection_without_reason",
            "reason",
            "why the artifact was rejected",
        );
    }
    Some(Review {
        rubric: child.text(context, "rubric"),
        rubric_version: child.text(context, "rubricVersion"),
        decision,
        reason,
        reviewer: child.text(context, "reviewer"),
        artifacts: artifacts(context, child),
    })
}

pub(super) fn decision(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
) -> Option<Decision> {
    match record.text(context, key)?.as_str() {
        "accepted" => Some(Decision::Accepted),
        "rejected" => Some(Decision::Rejected),
        _ => {
            record.report_key(
                context,
                Severity::Error,
                "unknown_decision",
                key,
                "accepted, rejected or null",
            );
            None
        }
    }
}

/// Files of an artifact: objects with `path` and `sha256`, or bare paths.
pub(crate) fn artifacts(context: &mut Context, record: Record<'_, '_>) -> Vec<Artifact> {
    let Some(node) = record.get("artifacts") else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (index, item) in node.array().unwrap_or_default().iter().enumerate() {
        let pointer = format!("{}/artifacts/{index}", record.pointer);
        let item = Record {
            source: record.source,
            node: item,
            pointer: &pointer,
        };
        let (path, sha256) = match &item.node.value {
            Value::Str(path) => (Some(field::text_of(*path).into_owned()), None),
            _ => (item.text(context, "path"), item.text(context, "sha256")),
        };
        match path {
            Some(path) => out.push(Artifact { path, sha256 }),
            None => context.report(
                Severity::Error,
                "not_an_artifact",
                item.place(),
                "a path, or an object with path and sha256",
                field::found(item.source, item.node),
            ),
        }
    }
    out
}

fn trace(context: &mut Context, record: Record<'_, '_>) -> Option<TraceLink> {
    let pointer = format!("{}/trace", record.pointer);
    let child = child(record, "trace", &pointer)?;
    Some(TraceLink {
        file: child.text(context, "file"),
        thread_id: child.text(context, "threadId"),
        run_id: child.text(context, "runId"),
    })
}

/// The limits in force. Nothing is filled in: a configuration that lacks a limit is no
/// configuration.
pub(crate) fn effective_configuration(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
) -> Option<EffectiveConfiguration> {
    let pointer = format!("{}{}", record.pointer, pointer_step(key));
    let Some(child) = child(record, key, &pointer) else {
        if record.get(key).is_some_and(|node| !node.is_null()) {
            record.report_key(context, Severity::Error, "not_an_object", key, "an object");
        }
        return None;
    };
    let limit = |context: &mut Context, key: &str| -> Option<i64> {
        let value = child
            .get(key)
            .and_then(Node::number)
            .and_then(loopledger_json::Number::to_i64);
        if value.is_none() {
            child.report_key(
                context,
                Severity::Error,
                "incomplete_configuration",
                key,
                "a whole number",
            );
        }
        value
    };
    let enabled = child.flag(context, "enabled");
    if enabled.is_none() {
        child.report_key(
            context,
            Severity::Error,
            "incomplete_configuration",
            "enabled",
            "true or false",
        );
    }
    let warn_threshold = limit(context, "warn_threshold");
    let hard_limit = limit(context, "hard_limit");
    let window_size = limit(context, "window_size");
    let max_tracked_threads = limit(context, "max_tracked_threads");
    let tool_freq_warn = limit(context, "tool_freq_warn");
    let tool_freq_hard_limit = limit(context, "tool_freq_hard_limit");
    let overrides = child.get("tool_freq_overrides").and_then(Node::object);
    if overrides.is_none() {
        child.report_key(
            context,
            Severity::Error,
            "incomplete_configuration",
            "tool_freq_overrides",
            "an object, empty where there are none",
        );
    }
    let mut tool_freq_overrides = IndexMap::new();
    for member in loopledger_json::dict_members(overrides?) {
        let limit = |key: &str| member.value.get(key)?.number()?.to_i64();
        let name = field::text_of(member.key).into_owned();
        let (Some(warn), Some(hard_limit)) = (limit("warn"), limit("hard_limit")) else {
            let pointer = format!("/tool_freq_overrides{}", pointer_step(&name));
            context.report(
                Severity::Error,
                "incomplete_configuration",
                child.place_of_offset(member.value.start, &pointer),
                "whole numbers for warn and hard_limit",
                field::found(child.source, &member.value),
            );
            return None;
        };
        tool_freq_overrides.insert(name, ToolFreqOverride { warn, hard_limit });
    }
    Some(EffectiveConfiguration {
        enabled: enabled?,
        warn_threshold: warn_threshold?,
        hard_limit: hard_limit?,
        window_size: window_size?,
        max_tracked_threads: max_tracked_threads?,
        tool_freq_warn: tool_freq_warn?,
        tool_freq_hard_limit: tool_freq_hard_limit?,
        tool_freq_overrides,
    })
}

/// Reports repeated keys of an object and of everything in it; the last one counts, as in Python.
pub(crate) fn report_duplicate_keys(context: &mut Context, record: Record<'_, '_>) {
    let mut open = vec![(record.node, record.pointer.to_owned())];
    while let Some((node, pointer)) = open.pop() {
        match &node.value {
            Value::Object(members) => {
                let mut seen = IndexSet::with_capacity(members.len());
                for member in members {
                    let key = field::text_of(member.key).into_owned();
                    let step = format!("{pointer}{}", pointer_step(&key));
                    if !seen.insert(key) {
                        context.report(
                            Severity::Info,
                            "duplicate_key",
                            record.source.place(member.key_start, step.as_str()),
                            "every key once",
                            "the key again; its last value counts",
                        );
                    }
                    if matches!(member.value.value, Value::Object(_) | Value::Array(_)) {
                        open.push((&member.value, step));
                    }
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    open.push((item, format!("{pointer}/{index}")));
                }
            }
            _ => {}
        }
    }
}

/// Stop reasons by count, as a result record has them.
pub(crate) fn stop_reason_counts(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
) -> IndexMap<StopReason, u64> {
    let mut out = IndexMap::new();
    let Some(node) = record.get(key) else {
        return out;
    };
    for member in loopledger_json::dict_members(node.object().unwrap_or_default()) {
        let name = field::text_of(member.key);
        match field::count(&member.value) {
            Ok(count) => {
                out.insert(StopReason::new(&name), count);
            }
            Err(_) => context.report(
                Severity::Error,
                "not_a_count",
                record.place_of(
                    &member.value,
                    &format!("{}{}", pointer_step(key), pointer_step(&name)),
                ),
                "a whole number of at least 0",
                field::found(record.source, &member.value),
            ),
        }
    }
    out
}
