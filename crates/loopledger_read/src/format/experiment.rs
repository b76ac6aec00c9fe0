//! Our experiment manifest.

mod form;

use super::attempt_record::{KnownKeys, effective_configuration, report_duplicate_keys};
use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record};
use loopledger_json::{Node, Value};
use loopledger_model::Experiment;
use loopledger_model::experiment::{Baseline, Frozen, FrozenPart, Part, Rubric, Task, Variant};
use std::collections::BTreeMap;

pub(crate) const WANTS: &str = "schema loopledger.experiment/v1 and an experimentId";

const FIELDS: [&str; 10] = [
    "schema",
    "experimentId",
    "tasks",
    "sourceRevision",
    "modelConfiguration",
    "concurrency",
    "rubric",
    "baseline",
    "variants",
    "frozen",
];

/// Whether an object is an experiment manifest, of whatever version.
pub(crate) fn is_record(node: &Node<'_>) -> bool {
    match node.get("schema").and_then(Node::str) {
        Some(schema) => schema.to_display().starts_with("loopledger.experiment/"),
        None => {
            node.get("experimentId").is_some()
                && node.get("tasks").is_some()
                && node.get("baseline").is_some()
        }
    }
}

/// Reads a manifest. `Err` names what it should have been.
pub(crate) fn read_record(
    context: &mut Context,
    keys: &mut KnownKeys,
    record: Record<'_, '_>,
) -> Result<Experiment, &'static str> {
    match record.get("schema").and_then(Node::str) {
        Some(schema) if schema == *Experiment::SCHEMA => {}
        Some(_) => return Err("schema loopledger.experiment/v1, the only version there is"),
        None => record.report_key(
            context,
            Severity::Warning,
            "absent_field",
            "schema",
            Experiment::SCHEMA,
        ),
    }
    let Some(experiment_id) = record.text(context, "experimentId") else {
        return Err("an experiment manifest with an experimentId");
    };
    report_duplicate_keys(context, record);
    keys.check(context, record, &FIELDS, "an experiment manifest");
    let Some(baseline) = baseline(context, record) else {
        return Err("an experiment manifest whose baseline has a variantId and a configuration");
    };
    Ok(Experiment {
        schema: Experiment::SCHEMA.to_owned(),
        experiment_id,
        tasks: items(context, record, "tasks", |context, item| {
            Some(Task {
                task_id: item.text(context, "taskId")?,
                title: item.text(context, "title"),
                acceptance_criteria: texts(item, "acceptanceCriteria"),
            })
        }),
        source_revision: record.text(context, "sourceRevision"),
        model_configuration: match record.get("modelConfiguration") {
            Some(node) if matches!(node.value, Value::Object(_) | Value::Array(_)) => {
                Some(record.source.slice(node).to_owned())
            }
            _ => record.text(context, "modelConfiguration"),
        },
        concurrency: record
            .measured(context, "concurrency", field::count)
            .value()
            .copied(),
        rubric: rubric(context, record),
        baseline,
        variants: items(context, record, "variants", |context, item| {
            Some(Variant {
                variant_id: item.text(context, "variantId")?,
                setting: item.text(context, "setting")?,
                // JSON text, or the value itself.
                value: match item.get("value") {
                    Some(node) => match &node.value {
                        Value::Str(text) => field::text_of(*text).into_owned(),
                        _ => item.source.slice(node).to_owned(),
                    },
                    None => return None,
                },
            })
        }),
        frozen: frozen(context, record),
        other_forms: form::other_forms(record.node),
        place: Some(record.place()),
    })
}

/// What was frozen. Whatever cannot be read of it is left empty, which no digest equals: a broken
/// block must not pass for a manifest that was never frozen.
fn frozen(context: &mut Context, record: Record<'_, '_>) -> Option<Frozen> {
    let node = record.get("frozen").filter(|node| !node.is_null())?;
    if node.object().is_none() {
        record.report_key(
            context,
            Severity::Error,
            "not_an_object",
            "frozen",
            "an object",
        );
    }
    let pointer = format!("{}/frozen", record.pointer);
    let child = Record {
        source: record.source,
        node,
        pointer: &pointer,
    };
    Some(Frozen {
        digest: child.text(context, "digest").unwrap_or_default(),
        frozen_at: child.text(context, "frozenAt"),
        fields: digests(child),
        parts: items(context, child, "parts", |context, item| {
            Some(FrozenPart {
                part: match &*item.text(context, "part")? {
                    "task" => Part::Task,
                    "rubric" => Part::Rubric,
                    "baseline" => Part::Baseline,
                    "variant" => Part::Variant,
                    _ => return None,
                },
                id: item.text(context, "id")?,
                digest: item.text(context, "digest")?,
                fields: digests(item),
            })
        }),
    })
}

fn digests(record: Record<'_, '_>) -> BTreeMap<String, String> {
    let members = record.get("fields").and_then(Node::object);
    members
        .unwrap_or_default()
        .iter()
        .filter_map(|member| {
            let digest = field::text(&member.value)?.into_owned();
            Some((field::text_of(member.key).into_owned(), digest))
        })
        .collect()
}

fn baseline(context: &mut Context, record: Record<'_, '_>) -> Option<Baseline> {
    let node = record.get("baseline")?;
    let pointer = format!("{}/baseline", record.pointer);
    let child = Record {
        source: record.source,
        node,
        pointer: &pointer,
    };
    Some(Baseline {
        variant_id: child.text(context, "variantId")?,
        configuration: effective_configuration(context, child, "configuration")?,
    })
}

fn rubric(context: &mut Context, record: Record<'_, '_>) -> Option<Rubric> {
    let node = record
        .get("rubric")
        .filter(|node| node.object().is_some())?;
    let pointer = format!("{}/rubric", record.pointer);
    let child = Record {
        source: record.source,
        node,
        pointer: &pointer,
    };
    Some(Rubric {
        rubric: child.text(context, "rubric")?,
        rubric_version: child.text(context, "rubricVersion"),
        criteria: texts(child, "criteria"),
    })
}

fn texts(record: Record<'_, '_>, key: &str) -> Vec<String> {
    let items = record.get(key).and_then(Node::array).unwrap_or_default();
    items
        .iter()
        .filter_map(field::text)
        .map(std::borrow::Cow::into_owned)
        .collect()
}

fn items<T>(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
    mut read: impl FnMut(&mut Context, Record<'_, '_>) -> Option<T>,
) -> Vec<T> {
    let Some(node) = record.get(key) else {
        record.report_key(context, Severity::Error, "absent_field", key, "an array");
        return Vec::new();
    };
    let mut out = Vec::new();
    for (index, node) in node.array().unwrap_or_default().iter().enumerate() {
        let pointer = format!("{}/{key}/{index}", record.pointer);
        let item = Record {
            source: record.source,
            node,
            pointer: &pointer,
        };
        match read(context, item) {
            Some(value) => out.push(value),
            None => context.report(
                Severity::Error,
                "incomplete_item",
                item.place(),
                "an object with all required fields",
                field::found(item.source, node),
            ),
        }
    }
    out
}
