//! Limits that count, whatever is called.

use crate::detector::Mark;
use crate::sequence::Settled;

/// `max_steps` of smolagents.
pub(crate) const SMOLAGENTS: u64 = 20;
/// `max_iter` of crewAI.
pub(crate) const CREWAI: u64 = 25;

/// Tool calls beyond a limit do not run.
pub(crate) fn tool_calls(run: &Settled, limit: u64) -> Vec<Mark> {
    let mut count = 0;
    let mut marks = Vec::new();
    for (ordinal, step) in run.steps.iter().enumerate() {
        for index in 0..step.calls.len() {
            count += 1;
            if count > limit {
                marks.push(Mark::stop(ordinal, index, "tool_calls", count));
            }
        }
    }
    marks
}

/// The response after the last one that is allowed is not asked for.
pub(crate) fn model_calls(run: &Settled, limit: u64, rule: &'static str) -> Vec<Mark> {
    let next = usize::try_from(limit).unwrap_or(usize::MAX);
    let last = next.checked_sub(1).and_then(|last| run.steps.get(last));
    match last {
        Some(last) if next < run.steps.len() => {
            vec![Mark::stop(next - 1, last.calls.len(), rule, limit)]
        }
        _ => Vec::new(),
    }
}
