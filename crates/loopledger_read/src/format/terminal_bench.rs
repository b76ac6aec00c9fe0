//! Terminal-Bench's `results.json`: one object for each trial of a task.
//!
//! Its token totals are 0 where the agent does not report any, so that a 0 is taken for
//! "not measured". `is_resolved` is the verdict of the task's own tests.

use super::attempt_list::measured;
use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record};
use loopledger_json::Node;
use loopledger_model::{
    AttemptRecord, Decision, Measured, Review, RunStatus, Tokens, UnknownReason,
};

pub(crate) const WANTS: &str = "trials with task_id, is_resolved and failure_mode";

/// Whether an object is a trial.
pub(crate) fn is_trial(node: &Node<'_>) -> bool {
    ["task_id", "is_resolved", "failure_mode"]
        .iter()
        .all(|key| node.get(key).is_some())
}

/// Reads a trial. `Err` names what it should have been.
pub(crate) fn read_trial(
    context: &mut Context,
    record: Record<'_, '_>,
) -> Result<AttemptRecord, &'static str> {
    let Some(task_id) = record.text(context, "task_id") else {
        return Err(WANTS);
    };
    let attempt_id = record
        .text(context, "trial_name")
        .or_else(|| record.text(context, "id"))
        .unwrap_or_else(|| task_id.clone());
    let mut out = AttemptRecord::new(attempt_id, UnknownReason::AbsentField);
    out.task_id = Some(task_id);
    out.started_at = record.time(context, "trial_started_at");
    out.ended_at = record.time(context, "trial_ended_at");
    let failure = record
        .text(context, "failure_mode")
        .filter(|mode| mode != "unset" && mode != "none");
    out.status = Some(match failure.as_deref() {
        None => RunStatus::Success,
        Some("agent_timeout" | "test_timeout") => RunStatus::Timeout,
        Some(_) => RunStatus::Error,
    });
    out.review = record
        .flag(context, "is_resolved")
        .map(|is_resolved| Review {
            rubric: Some("is_resolved".to_owned()),
            rubric_version: None,
            decision: Some(if is_resolved {
                Decision::Accepted
            } else {
                Decision::Rejected
            }),
            reason: match (is_resolved, failure) {
                (true, _) => None,
                (false, Some(mode)) => Some(mode),
                (false, None) => Some("tests failed".to_owned()),
            },
            reviewer: None,
            artifacts: Vec::new(),
        });
    out.tokens = tokens(context, record);
    out.place = Some(record.place());
    out.name_unknowns();
    Ok(out)
}

fn tokens(context: &mut Context, record: Record<'_, '_>) -> Tokens<Measured<u64>> {
    let mut input = record.measured(context, "total_input_tokens", field::count);
    let mut output = record.measured(context, "total_output_tokens", field::count);
    if input.value() == Some(&0) && output.value() == Some(&0) {
        record.report_key(
            context,
            Severity::Info,
            "sentinel_zero",
            "total_input_tokens",
            "tokens, or null where none were counted",
        );
        for total in [&mut input, &mut output] {
            let place = total.place().cloned().unwrap_or_else(|| record.place());
            *total = Measured::unknown_at(UnknownReason::SentinelZero, place);
        }
    }
    let absent = measured(Err(UnknownReason::AbsentField), &record.place());
    Tokens {
        input_uncached: input,
        cache_read: absent.clone(),
        cache_write: absent.clone(),
        output,
        reasoning: absent,
    }
}
