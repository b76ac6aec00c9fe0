//! Our review: what one reviewer decided.

use super::attempt_record::{KnownKeys, artifacts, decision, report_duplicate_keys};
use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record};
use loopledger_json::Node;
use loopledger_model::trace::{InterventionAction, Layer};
use loopledger_model::{AttemptDecision, Decision, Judgement, ReviewRecord, Verdict};
use rustc_hash::FxHashMap;

pub(crate) const WANTS: &str = "schema loopledger.review/v1 and a reviewer";

const SCHEMA_PREFIX: &str = "loopledger.review/";

const FIELDS: [&str; 9] = [
    "schema",
    "experimentId",
    "manifestDigest",
    "rubric",
    "rubricVersion",
    "reviewer",
    "isBlind",
    "decisions",
    "judgements",
];

const DECISION_FIELDS: [&str; 5] = ["attemptId", "taskId", "decision", "reason", "artifacts"];

const JUDGEMENT_FIELDS: [&str; 7] = [
    "run", "response", "action", "layer", "tools", "verdict", "note",
];

/// Whether an object is a review, of whatever version.
pub(crate) fn is_record(node: &Node<'_>) -> bool {
    match node.get("schema").and_then(Node::str) {
        Some(schema) => schema.to_display().starts_with(SCHEMA_PREFIX),
        None => {
            node.get("reviewer").is_some()
                && ["decisions", "judgements"]
                    .iter()
                    .any(|key| node.get(key).and_then(Node::array).is_some())
        }
    }
}

/// Reads a review. `Err` names what it should have been.
pub(crate) fn read_record(
    context: &mut Context,
    keys: &mut KnownKeys,
    record: Record<'_, '_>,
) -> Result<ReviewRecord, &'static str> {
    match record.get("schema").and_then(Node::str) {
        Some(schema) if schema == *ReviewRecord::SCHEMA => {}
        Some(_) => return Err("schema loopledger.review/v1, the only version there is"),
        None => record.report_key(
            context,
            Severity::Warning,
            "absent_field",
            "schema",
            ReviewRecord::SCHEMA,
        ),
    }
    let reviewer = record.text(context, "reviewer");
    let Some(reviewer) = reviewer.filter(|name| !name.trim().is_empty()) else {
        return Err("a review that names its reviewer");
    };
    report_duplicate_keys(context, record);
    keys.check(context, record, &FIELDS, "a review");
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
    Ok(ReviewRecord {
        experiment_id: record.text(context, "experimentId"),
        manifest_digest: record.text(context, "manifestDigest"),
        rubric: record.text(context, "rubric"),
        rubric_version: record.text(context, "rubricVersion"),
        is_blind: record.flag(context, "isBlind") == Some(true),
        decisions: decisions(context, keys, record),
        judgements: judgements(context, keys, record),
        place: Some(record.place()),
        ..ReviewRecord::new(reviewer)
    })
}

/// The items of a list, one record after the other.
fn each<'s, 'a>(
    context: &mut Context,
    record: Record<'s, 'a>,
    key: &str,
    mut read: impl FnMut(&mut Context, Record<'_, 'a>),
) {
    let Some(node) = record.get(key).filter(|node| !node.is_null()) else {
        return;
    };
    let Some(items) = node.array() else {
        record.report_key(context, Severity::Error, "not_an_array", key, "an array");
        return;
    };
    for (index, node) in items.iter().enumerate() {
        let pointer = format!("{}/{key}/{index}", record.pointer);
        read(
            context,
            Record {
                source: record.source,
                node,
                pointer: &pointer,
            },
        );
    }
}

fn decisions(
    context: &mut Context,
    keys: &mut KnownKeys,
    record: Record<'_, '_>,
) -> Vec<AttemptDecision> {
    let mut out: Vec<AttemptDecision> = Vec::new();
    let mut by_attempt: FxHashMap<String, usize> = FxHashMap::default();
    each(context, record, "decisions", |context, item| {
        let Some(read) = attempt_decision(context, keys, item) else {
            return;
        };
        let first = by_attempt.get(&read.attempt_id);
        let first = first.and_then(|&index| out.get(index));
        if let Some(first) = first {
            report_repeated(
                context,
                item,
                "repeated_decision",
                first.decision == read.decision,
                &format!("the attempt {}", read.attempt_id),
            );
            // The same decision counts once; two that differ are both kept, so that the conflict
            // is seen by whoever merges them.
            if first.decision == read.decision {
                return;
            }
        } else {
            by_attempt.insert(read.attempt_id.clone(), out.len());
        }
        out.push(read);
    });
    out
}

fn attempt_decision(
    context: &mut Context,
    keys: &mut KnownKeys,
    item: Record<'_, '_>,
) -> Option<AttemptDecision> {
    let attempt_id = item.text(context, "attemptId");
    let (Some(attempt_id), true) = (attempt_id, item.get("decision").is_some()) else {
        report_incomplete(
            context,
            item,
            "a decision with its attemptId and its decision",
        );
        return None;
    };
    keys.check(context, item, &DECISION_FIELDS, "a decision");
    if item.get("decision").is_some_and(Node::is_null) {
        item.report_key(
            context,
            Severity::Error,
            "unknown_decision",
            "decision",
            "accepted or rejected",
        );
    }
    let verdict = decision(context, item, "decision")?;
    let reason = reason(context, item, "reason");
    if verdict == Decision::Rejected && reason.is_none() {
        item.report_key(
            context,
            Severity::Error,
            "rejection_without_reason",
            "reason",
            "why the artifact was rejected; without a reason the decision does not count",
        );
        return None;
    }
    Some(AttemptDecision {
        attempt_id,
        task_id: item.text(context, "taskId"),
        decision: verdict,
        reason,
        artifacts: artifacts(context, item),
        place: Some(item.place()),
    })
}

fn judgements(
    context: &mut Context,
    keys: &mut KnownKeys,
    record: Record<'_, '_>,
) -> Vec<Judgement> {
    let mut out: Vec<Judgement> = Vec::new();
    let mut by_place: FxHashMap<(String, u64), Vec<usize>> = FxHashMap::default();
    each(context, record, "judgements", |context, item| {
        let Some(read) = judgement(context, keys, item) else {
            return;
        };
        let same = by_place.entry((read.run.clone(), read.response));
        let same = same.or_default();
        let first = same.iter().filter_map(|&index| out.get(index));
        if let Some(first) = first.into_iter().find(|first| first.is_about_same(&read)) {
            let is_same = first.verdict == read.verdict;
            report_repeated(
                context,
                item,
                "repeated_judgement",
                is_same,
                &format!("response {} of {}", read.response, read.run),
            );
            if is_same {
                return;
            }
        }
        same.push(out.len());
        out.push(read);
    });
    out
}

fn judgement(
    context: &mut Context,
    keys: &mut KnownKeys,
    item: Record<'_, '_>,
) -> Option<Judgement> {
    if item.node.object().is_none() {
        report_incomplete(context, item, "an object");
        return None;
    }
    keys.check(context, item, &JUDGEMENT_FIELDS, "a judgement");
    let run = item.text(context, "run");
    let response = item.measured(context, "response", field::count);
    let action = word(
        context,
        item,
        "action",
        "warn or hard_stop",
        |text| match text {
            "warn" => Some(InterventionAction::Warn),
            "hard_stop" => Some(InterventionAction::HardStop),
            _ => None,
        },
    );
    let layer = word(
        context,
        item,
        "layer",
        "identical_call_set or tool_frequency",
        |text| match text {
            "identical_call_set" => Some(Layer::IdenticalCallSet),
            "tool_frequency" => Some(Layer::ToolFrequency),
            _ => None,
        },
    );
    let verdict = word(
        context,
        item,
        "verdict",
        "right, false_positive or unsure",
        |text| match text {
            "right" => Some(Verdict::Right),
            "false_positive" => Some(Verdict::FalsePositive),
            "unsure" => Some(Verdict::Unsure),
            _ => None,
        },
    );
    let (Some(run), Some(response), Some(action), Some(layer), Some(verdict)) =
        (run, response.value().copied(), action, layer, verdict)
    else {
        report_incomplete(
            context,
            item,
            "a judgement with its run, response, action, layer and verdict",
        );
        return None;
    };
    let mut tools = Vec::new();
    each(context, item, "tools", |context, tool| {
        match field::text(tool.node) {
            Some(tool) => tools.push(tool.into_owned()),
            None => context.report(
                Severity::Error,
                "not_a_text",
                tool.place(),
                "the name of a tool",
                field::found(tool.source, tool.node),
            ),
        }
    });
    tools.sort();
    Some(Judgement {
        run,
        response,
        action,
        layer,
        tools,
        verdict,
        note: reason(context, item, "note"),
        place: Some(item.place()),
    })
}

/// A text that says something.
fn reason(context: &mut Context, record: Record<'_, '_>, key: &str) -> Option<String> {
    record
        .text(context, key)
        .filter(|text| !text.trim().is_empty())
}

/// One of several words; anything else is reported.
fn word<T>(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
    expected: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Option<T> {
    let text = record.text(context, key)?;
    let value = read(&text);
    if value.is_none() {
        record.report_key(context, Severity::Error, "unknown_word", key, expected);
    }
    value
}

fn report_incomplete(context: &mut Context, item: Record<'_, '_>, expected: &str) {
    context.report(
        Severity::Error,
        "incomplete_item",
        item.place(),
        expected,
        field::found(item.source, item.node),
    );
}

fn report_repeated(
    context: &mut Context,
    item: Record<'_, '_>,
    code: &'static str,
    is_same: bool,
    what: &str,
) {
    let (severity, found) = if is_same {
        (Severity::Warning, format!("{what} again, decided the same"))
    } else {
        (Severity::Error, format!("{what} again, decided otherwise"))
    };
    context.report(
        severity,
        code,
        item.place(),
        "one verdict of a reviewer on each",
        found,
    );
}
