//! Our proposal: one changed limit, with what was looked at before.

use super::attempt_record::{KnownKeys, effective_configuration, report_duplicate_keys};
use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record, pointer_step};
use loopledger_json::{Node, Number};
use loopledger_model::{InQuestion, InputFile, Proposal, WorstCase, WorstCount};

pub(crate) const WANTS: &str = "schema loopledger.proposal/v1";

/// What a proposal must be, for a message.
const WHOLE: &str = "a proposal with every one of its fields";

const FIELDS: [&str; 19] = [
    "schema",
    "setting",
    "tool",
    "from",
    "to",
    "configuration",
    "detectorRevision",
    "attempts",
    "attemptsWithoutRun",
    "stoppedBefore",
    "stoppedAfter",
    "stopsInQuestion",
    "warningsInQuestion",
    "stopsUntold",
    "isInspected",
    "worstCaseBefore",
    "worstCaseAfter",
    "manifestDigest",
    "files",
];

/// Whether an object is a proposal, of whatever version.
pub(crate) fn is_record(node: &Node<'_>) -> bool {
    node.get("schema")
        .and_then(Node::str)
        .is_some_and(|schema| schema.to_display().starts_with("loopledger.proposal/"))
}

/// Reads a proposal. `Err` names what it should have been: one of whose numbers one is missing
/// says less than it seems to, and does not count.
pub(crate) fn read_record(
    context: &mut Context,
    keys: &mut KnownKeys,
    record: Record<'_, '_>,
) -> Result<Proposal, &'static str> {
    if !record
        .get("schema")
        .and_then(Node::str)
        .is_some_and(|schema| schema == *Proposal::SCHEMA)
    {
        return Err("schema loopledger.proposal/v1, the only version there is");
    }
    report_duplicate_keys(context, record);
    keys.check(context, record, &FIELDS, "a proposal");
    read(context, record).ok_or(WHOLE)
}

fn read(context: &mut Context, record: Record<'_, '_>) -> Option<Proposal> {
    Some(Proposal {
        schema: Proposal::SCHEMA.to_owned(),
        setting: text(context, record, "setting")?,
        tool: text_or_null(context, record, "tool").ok()?,
        from: whole(context, record, "from")?,
        to: whole(context, record, "to")?,
        configuration: match effective_configuration(context, record, "configuration") {
            Some(configuration) => configuration,
            None => return missing(context, record, "configuration", "the limits in force"),
        },
        detector_revision: text(context, record, "detectorRevision")?,
        attempts: count(context, record, "attempts")?,
        attempts_without_run: count(context, record, "attemptsWithoutRun")?,
        stopped_before: count(context, record, "stoppedBefore")?,
        stopped_after: count(context, record, "stoppedAfter")?,
        stops_in_question: in_question(context, record, "stopsInQuestion")?,
        warnings_in_question: in_question(context, record, "warningsInQuestion")?,
        stops_untold: count(context, record, "stopsUntold")?,
        is_inspected: match record.flag(context, "isInspected") {
            Some(flag) => flag,
            None => return missing(context, record, "isInspected", "true or false"),
        },
        worst_case_before: worst_case(context, record, "worstCaseBefore")?,
        worst_case_after: worst_case(context, record, "worstCaseAfter")?,
        manifest_digest: text_or_null(context, record, "manifestDigest").ok()?,
        files: files(context, record)?,
        place: Some(record.place()),
    })
}

/// A field is not there, which was reported.
struct Missing;

/// Reports a field that a proposal cannot do without.
fn missing<T>(context: &mut Context, record: Record<'_, '_>, key: &str, wants: &str) -> Option<T> {
    record.report_key(context, Severity::Error, "incomplete_proposal", key, wants);
    None
}

fn text(context: &mut Context, record: Record<'_, '_>, key: &str) -> Option<String> {
    let text = record.get(key).and_then(Node::str);
    match text {
        Some(text) => Some(field::text_of(text).into_owned()),
        None => missing(context, record, key, "a text"),
    }
}

fn text_or_null(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
) -> Result<Option<String>, Missing> {
    match record.get(key) {
        Some(node) if node.is_null() => Ok(None),
        _ => text(context, record, key).map(Some).ok_or(Missing),
    }
}

fn whole(context: &mut Context, record: Record<'_, '_>, key: &str) -> Option<i64> {
    let number = record.get(key).and_then(Node::number);
    match number.and_then(Number::to_i64) {
        Some(number) => Some(number),
        None => missing(context, record, key, "a whole number"),
    }
}

fn count(context: &mut Context, record: Record<'_, '_>, key: &str) -> Option<u64> {
    match record.get(key).map(field::count) {
        Some(Ok(count)) => Some(count),
        _ => missing(context, record, key, "a count"),
    }
}

/// An object under a key.
fn inside<T>(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
    read: impl FnOnce(&mut Context, Record<'_, '_>) -> Option<T>,
) -> Option<T> {
    let Some(node) = record.get(key).filter(|node| node.object().is_some()) else {
        return missing(context, record, key, "an object");
    };
    let pointer = format!("{}{}", record.pointer, pointer_step(key));
    let child = Record {
        source: record.source,
        node,
        pointer: &pointer,
    };
    read(context, child)
}

fn in_question(context: &mut Context, record: Record<'_, '_>, key: &str) -> Option<InQuestion> {
    inside(context, record, key, |context, child| {
        Some(InQuestion {
            count: count(context, child, "count")?,
            looked_at: count(context, child, "lookedAt")?,
            false_positives: count(context, child, "falsePositives")?,
            right: count(context, child, "right")?,
            unsure: count(context, child, "unsure")?,
        })
    })
}

fn worst_case(context: &mut Context, record: Record<'_, '_>, key: &str) -> Option<WorstCase> {
    inside(context, record, key, |context, child| {
        Some(WorstCase {
            same_call: worst_count(context, child, "sameCall")?,
            one_tool: worst_count(context, child, "oneTool")?,
            all_tools: worst_count(context, child, "allTools")?,
        })
    })
}

fn worst_count(context: &mut Context, record: Record<'_, '_>, key: &str) -> Option<WorstCount> {
    inside(context, record, key, |context, child| {
        let is_null = child.get("calls").is_some_and(Node::is_null);
        Some(WorstCount {
            calls: if is_null {
                None
            } else {
                Some(count(context, child, "calls")?)
            },
            reason: text_or_null(context, child, "reason").ok()?,
        })
    })
}

fn files(context: &mut Context, record: Record<'_, '_>) -> Option<Vec<InputFile>> {
    let Some(items) = record.get("files").and_then(Node::array) else {
        return missing(context, record, "files", "an array");
    };
    let mut files = Vec::new();
    for (index, node) in items.iter().enumerate() {
        let pointer = format!("{}/files/{index}", record.pointer);
        let item = Record {
            source: record.source,
            node,
            pointer: &pointer,
        };
        files.push(InputFile {
            name: text(context, item, "name")?,
            sha256: text(context, item, "sha256")?,
        });
    }
    Some(files)
}
