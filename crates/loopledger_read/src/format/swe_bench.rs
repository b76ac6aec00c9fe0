//! Reports of SWE-bench's evaluation: of one task or several (`report.json`), of a run
//! (`<model>.<run>.json`), and the older lists of a run (`results.json`).
//!
//! - `resolved` is the verdict of the task's tests. A rejection's reason is what the report shows:
//!   no patch, a patch that did not apply, or the tests that fail.
//! - A task whose evaluation ended with an error has no verdict; one that was not submitted
//!   (`incomplete_ids`) is not in the report at all.
//! - What contradicts itself is no verdict either, and is reported.

use crate::diagnostic::{Severity, shortened};
use crate::field;
use crate::source::{Context, Record, pointer_step};
use loopledger_json::Node;
use loopledger_model::{Decision, Evaluation};
use rustc_hash::FxHashMap;

pub(crate) const WANTS: &str = "tasks with resolved and what became of their patch, or lists of \
                                tasks such as resolved_ids (SWE-bench)";

/// Tests that a reason names; the rest are counted.
const NAMED_TESTS: usize = 3;

/// The lists of a run's report, the newer form and the older, with what they say.
const LISTS: [(&str, Option<Decision>, Option<&str>); 13] = [
    ("resolved_ids", Some(Decision::Accepted), None),
    (
        "unresolved_ids",
        Some(Decision::Rejected),
        Some("not resolved: tests fail, or the patch does not apply"),
    ),
    (
        "empty_patch_ids",
        Some(Decision::Rejected),
        Some("empty patch"),
    ),
    (
        "error_ids",
        None,
        Some("the evaluation ended with an error"),
    ),
    ("resolved", Some(Decision::Accepted), None),
    ("no_generation", Some(Decision::Rejected), Some("no patch")),
    (
        "no_apply",
        Some(Decision::Rejected),
        Some("the patch did not apply"),
    ),
    ("test_timeout", None, Some("the tests ran out of time")),
    ("test_errored", None, Some("the tests ended with an error")),
    (
        "install_fail",
        None,
        Some("the environment could not be installed"),
    ),
    (
        "reset_failed",
        None,
        Some("the environment could not be reset"),
    ),
    ("no_logs", None, Some("the evaluation left no log")),
    (
        "applied",
        Some(Decision::Rejected),
        Some("not resolved: tests fail"),
    ),
];

/// Whether a document is a report of either kind.
pub(crate) fn is_report(root: &Node<'_>) -> bool {
    is_of_run(root) || is_of_tasks(root)
}

fn is_of_run(root: &Node<'_>) -> bool {
    let is_list = |key: &str| root.get(key).is_some_and(|node| node.array().is_some());
    let has = |key: &str| root.get(key).is_some();
    (is_list("resolved_ids")
        && [
            "unresolved_ids",
            "submitted_ids",
            "completed_ids",
            "total_instances",
        ]
        .iter()
        .any(|key| has(key)))
        || (is_list("resolved")
            && ["no_generation", "no_logs", "applied", "generated"]
                .iter()
                .any(|key| is_list(key)))
}

fn is_of_tasks(root: &Node<'_>) -> bool {
    let Some(members) = root.object() else {
        return false;
    };
    let sample = members.iter().take(50);
    let (fitting, others) = sample.fold((0, 0), |(fitting, others), member| {
        if is_task(&member.value) {
            (fitting + 1, others)
        } else {
            (
                fitting,
                others + usize::from(member.value.object().is_some()),
            )
        }
    });
    fitting > others
}

fn is_task(node: &Node<'_>) -> bool {
    let patch = [
        "patch_is_None",
        "patch_exists",
        "patch_successfully_applied",
    ];
    let has = |key: &str| node.get(key).is_some();
    let has_patch = patch.iter().any(|key| has(key));
    (has("resolved") && (has_patch || has("tests_status"))) || (has_patch && has("tests_status"))
}

/// Reads a report; the number is that of the tasks that could not be read.
pub(crate) fn read_report(context: &mut Context, root: Record<'_, '_>) -> (Vec<Evaluation>, u64) {
    let model = root.get("model_name_or_path").and_then(field::text);
    let model = model.map(std::borrow::Cow::into_owned);
    if is_of_run(root.node) {
        return of_run(context, root, model.as_deref());
    }
    let mut out = Vec::new();
    let mut rejected = 0;
    for member in root.node.object().unwrap_or_default() {
        let task_id = field::text_of(member.key).into_owned();
        let pointer = pointer_step(&task_id);
        let task = Record {
            node: &member.value,
            pointer: &pointer,
            ..root
        };
        if !is_task(task.node) {
            if task.node.object().is_some() {
                rejected += 1;
                let found = crate::sniff::describe(task.node);
                let expected = "a task with resolved and what became of its patch";
                context.report(
                    Severity::Error,
                    "other_record",
                    task.place(),
                    expected,
                    found,
                );
            }
            continue;
        }
        let own = task.get("model_name_or_path").and_then(field::text);
        let (decision, reason) = verdict(context, task);
        out.push(Evaluation {
            task_id,
            model: own
                .map(std::borrow::Cow::into_owned)
                .or_else(|| model.clone()),
            decision,
            reason,
            place: task.place(),
        });
    }
    (out, rejected)
}

fn verdict(context: &mut Context, task: Record<'_, '_>) -> (Option<Decision>, Option<String>) {
    let resolved = task.flag(context, "resolved");
    let is_none = task.flag(context, "patch_is_None") == Some(true);
    let is_absent = task.flag(context, "patch_exists") == Some(false);
    let is_unapplied = task.flag(context, "patch_successfully_applied") == Some(false);
    let failing: Vec<String> = ["FAIL_TO_PASS", "PASS_TO_PASS"]
        .iter()
        .filter_map(|kind| failures(task.node, kind))
        .collect();
    let rejected = |reason: String| (Some(Decision::Rejected), Some(reason));
    match resolved {
        None => (None, Some("resolved is neither true nor false".to_owned())),
        Some(true) if is_none || is_absent || is_unapplied || !failing.is_empty() => {
            task.report_key(
                context,
                Severity::Error,
                "contradicting_report",
                "resolved",
                "false where the patch did not apply or tests fail",
            );
            (None, Some("the report contradicts itself".to_owned()))
        }
        Some(true) => (Some(Decision::Accepted), None),
        Some(false) if is_none || is_absent => rejected("no patch".to_owned()),
        Some(false) if is_unapplied => {
            rejected("the patch did not apply, or the tests did not run".to_owned())
        }
        Some(false) if failing.is_empty() => rejected("not resolved".to_owned()),
        Some(false) => rejected(failing.join("; ")),
    }
}

/// Which tests of a kind fail, in words; `None` where none does.
fn failures(task: &Node<'_>, kind: &str) -> Option<String> {
    let tests = task.get("tests_status")?.get(kind)?;
    let failing = tests.get("failure")?.array()?;
    let passing = tests
        .get("success")
        .and_then(Node::array)
        .unwrap_or_default();
    if failing.is_empty() {
        return None;
    }
    let mut names: Vec<String> = failing
        .iter()
        .take(NAMED_TESTS)
        .filter_map(field::text)
        .map(|name| shortened(&name))
        .collect();
    if failing.len() > NAMED_TESTS {
        names.push(format!("{} more", failing.len() - NAMED_TESTS));
    }
    let all = failing.len() + passing.len();
    Some(format!(
        "{kind}: {} of {all} fail: {}",
        failing.len(),
        names.join(", ")
    ))
}

fn of_run(
    context: &mut Context,
    root: Record<'_, '_>,
    model: Option<&str>,
) -> (Vec<Evaluation>, u64) {
    let mut out: Vec<Evaluation> = Vec::new();
    let mut by_task: FxHashMap<String, usize> = FxHashMap::default();
    let mut rejected = 0;
    // In the older form a task stands in `applied` whatever its tests said.
    let is_older = root.get("resolved_ids").is_none();
    for (key, decision, reason) in LISTS {
        let Some(list) = root.get(key) else {
            continue;
        };
        if key.ends_with("_ids") == is_older {
            continue;
        }
        let Some(items) = list.array() else {
            rejected += 1;
            root.report_key(
                context,
                Severity::Error,
                "not_a_list",
                key,
                "a list of tasks",
            );
            continue;
        };
        let count_key = key.replace("_ids", "_instances");
        let counted = root
            .get(&count_key)
            .and_then(|node| field::count(node).ok());
        if counted.is_some_and(|count| count != items.len() as u64) {
            let expected = format!("{} tasks, as many as {key} lists", items.len());
            root.report_key(
                context,
                Severity::Warning,
                "counts_differ",
                &count_key,
                &expected,
            );
        }
        for (index, item) in items.iter().enumerate() {
            let pointer = format!("/{key}/{index}");
            let place = root.place_of(item, &pointer);
            let Some(task_id) = field::text(item) else {
                rejected += 1;
                let found = field::found(root.source, item);
                context.report(Severity::Error, "not_a_text", place, "a task's id", found);
                continue;
            };
            if let Some(known) = by_task.get(&*task_id).and_then(|at| out.get_mut(*at)) {
                if known.decision != decision && !is_older {
                    let expected = "a task in one list only";
                    let found = format!("{} in {key} too", known.task_id);
                    context.report(
                        Severity::Error,
                        "contradicting_report",
                        place,
                        expected,
                        found,
                    );
                    known.decision = None;
                    known.reason = Some("the report contradicts itself".to_owned());
                }
                continue;
            }
            by_task.insert(task_id.clone().into_owned(), out.len());
            out.push(Evaluation {
                task_id: task_id.into_owned(),
                model: model.map(str::to_owned),
                decision,
                reason: reason.map(str::to_owned),
                place,
            });
        }
    }
    (out, rejected)
}
