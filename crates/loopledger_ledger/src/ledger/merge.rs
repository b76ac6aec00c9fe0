//! Completing what one source says by what another one knows.

use super::Disagreement;
use loopledger_model::{
    AttemptRecord, Measured, Money, Place, StopReason, Tokens, ToolCallCounts, UnknownReason,
};
use serde::Serialize;

/// Collects what two sources disagree about.
#[derive(Debug)]
pub(super) struct Notes<'a> {
    pub(super) attempt_id: &'a str,
    pub(super) found: Vec<Disagreement>,
}

impl<'a> Notes<'a> {
    pub(super) fn new(attempt_id: &'a str) -> Self {
        Self {
            attempt_id,
            found: Vec::new(),
        }
    }

    pub(super) fn add(
        &mut self,
        field: &str,
        (kept, kept_at): (String, Option<&Place>),
        (other, other_at): (String, Option<&Place>),
    ) {
        self.found.push(Disagreement {
            attempt_id: self.attempt_id.to_owned(),
            field: field.to_owned(),
            kept,
            kept_at: kept_at.cloned(),
            other,
            other_at: other_at.cloned(),
        });
    }
}

/// Takes the second value where the first is unknown. Returns whether both are known and differ.
pub(super) fn fill<T: Clone + PartialEq>(first: &mut Measured<T>, second: &Measured<T>) -> bool {
    match (&*first, second) {
        (Measured::Known { value: a, .. }, Measured::Known { value: b, .. }) => a != b,
        (Measured::Known { .. }, Measured::Unknown { .. }) => false,
        (Measured::Unknown { .. }, Measured::Known { .. }) => {
            *first = second.clone();
            false
        }
        (Measured::Unknown { reason, .. }, Measured::Unknown { .. }) => {
            // That a field is not there says less than why another source lacks the value.
            if matches!(
                reason,
                UnknownReason::AbsentField | UnknownReason::NullField
            ) {
                *first = second.clone();
            }
            false
        }
    }
}

/// [`fill`], with a note where the two differ.
pub(super) fn fill_noted<T: Clone + PartialEq>(
    notes: &mut Notes<'_>,
    field: &str,
    first: &mut Measured<T>,
    second: &Measured<T>,
    show: impl Fn(&T) -> String,
) {
    if fill(first, second) {
        let side = |it: &Measured<T>| it.value().map(&show).unwrap_or_default();
        notes.add(
            field,
            (side(first), first.place()),
            (side(second), second.place()),
        );
    }
}

/// Completes tokens.
///
/// The categories of input belong together, and so do those of output: where a source does not
/// state a category, its tokens are counted in the first one. Values of two sources are therefore
/// mixed only where that cannot count tokens twice.
pub(super) fn fill_tokens(
    notes: &mut Notes<'_>,
    first: &mut Tokens<Measured<u64>>,
    second: &Tokens<Measured<u64>>,
) {
    fill_categories(
        notes,
        "tokens.inputUncached",
        [
            &mut first.input_uncached,
            &mut first.cache_read,
            &mut first.cache_write,
        ],
        [
            &second.input_uncached,
            &second.cache_read,
            &second.cache_write,
        ],
    );
    fill_categories(
        notes,
        "tokens.output",
        [&mut first.output, &mut first.reasoning],
        [&second.output, &second.reasoning],
    );
}

fn fill_categories<const N: usize>(
    notes: &mut Notes<'_>,
    field: &str,
    first: [&mut Measured<u64>; N],
    second: [&Measured<u64>; N],
) {
    let ours = first.each_ref().map(|it| it.value().copied());
    let theirs = second.map(|it| it.value().copied());
    let is_wide_known = ours.first().is_some_and(Option::is_some);
    let is_other_wide_known = theirs.first().is_some_and(Option::is_some);
    let agrees = |(a, b): (&Option<u64>, &Option<u64>)| a.is_none() || b.is_none() || a == b;
    let agree = ours.iter().zip(&theirs).all(agrees);
    let narrow_agree = ours.iter().zip(&theirs).skip(1).all(agrees);
    let is_covered = |(a, b): (&Option<u64>, &Option<u64>)| a.is_none() || b.is_some();
    let is_second_complete = ours.iter().zip(&theirs).all(is_covered);
    let is_first_complete = theirs.iter().zip(&ours).all(is_covered);
    let is_same_total = total(&ours) == total(&theirs);

    let keep = match (is_wide_known, is_other_wide_known) {
        // The first category of the second source may hold what the first source states apart.
        (false, true) => agree && !is_second_complete,
        (false, false) => false,
        (true, false) => agree,
        (true, true) => {
            if !agree && is_same_total && narrow_agree && is_second_complete != is_first_complete {
                if is_second_complete {
                    // The same tokens, of which the second source states more shares.
                    for (first, second) in first.into_iter().zip(second) {
                        *first = second.clone();
                    }
                }
                return;
            }
            false
        }
    };
    if keep {
        return;
    }
    if agree {
        // What both state is the same, so both count it in the same way.
        for (first, second) in first.into_iter().zip(second) {
            fill(first, second);
        }
        return;
    }
    let place = |mut group: std::slice::Iter<'_, &Measured<u64>>| {
        group
            .find(|it| it.is_known())
            .and_then(|it| it.place().cloned())
    };
    let first = first.map(|it| &*it);
    notes.add(
        field,
        (show_shares(&ours), place(first.iter()).as_ref()),
        (show_shares(&theirs), place(second.iter()).as_ref()),
    );
}

fn total(shares: &[Option<u64>]) -> u128 {
    shares.iter().flatten().copied().map(u128::from).sum()
}

fn show_shares(shares: &[Option<u64>]) -> String {
    let shares: Vec<_> = shares
        .iter()
        .map(|share| share.map_or_else(|| "null".to_owned(), |share| share.to_string()))
        .collect();
    shares.join(" + ")
}

/// Completes counts of tool calls, which are independent of each other.
pub(super) fn fill_tool_calls(
    notes: &mut Notes<'_>,
    first: &mut ToolCallCounts,
    second: &ToolCallCounts,
) {
    let ToolCallCounts {
        proposed,
        executed,
        suppressed,
    } = first;
    for (field, ours, theirs) in [
        ("toolCalls.proposed", proposed, &second.proposed),
        ("toolCalls.executed", executed, &second.executed),
        ("toolCalls.suppressed", suppressed, &second.suppressed),
    ] {
        fill_noted(notes, field, ours, theirs, ToString::to_string);
    }
}

/// Completes one record by another of the same attempt.
pub(super) fn absorb(notes: &mut Notes<'_>, first: &mut AttemptRecord, second: &AttemptRecord) {
    let places = (first.place.clone(), second.place.as_ref());
    let mut options = Options { notes, places };
    options.fill(
        "experimentId",
        &mut first.experiment_id,
        second.experiment_id.as_ref(),
    );
    options.fill(
        "manifestDigest",
        &mut first.manifest_digest,
        second.manifest_digest.as_ref(),
    );
    options.fill("taskId", &mut first.task_id, second.task_id.as_ref());
    options.fill(
        "variantId",
        &mut first.variant_id,
        second.variant_id.as_ref(),
    );
    options.fill("retryOf", &mut first.retry_of, second.retry_of.as_ref());
    options.fill("model", &mut first.model, second.model.as_ref());
    options.fill(
        "sourceRevision",
        &mut first.source_revision,
        second.source_revision.as_ref(),
    );
    options.fill(
        "concurrency",
        &mut first.concurrency,
        second.concurrency.as_ref(),
    );
    options.fill(
        "detectorRevision",
        &mut first.detector_revision,
        second.detector_revision.as_ref(),
    );
    options.fill(
        "effectiveConfiguration",
        &mut first.effective_configuration,
        second.effective_configuration.as_ref(),
    );
    options.fill("status", &mut first.status, second.status.as_ref());
    match (&mut first.trace, &second.trace) {
        (Some(first), Some(second)) => {
            first.file = first.file.take().or_else(|| second.file.clone());
            options.fill("trace", &mut first.thread_id, second.thread_id.as_ref());
            options.fill("trace", &mut first.run_id, second.run_id.as_ref());
        }
        (first @ None, Some(second)) => *first = Some(second.clone()),
        (_, None) => {}
    }
    match (&mut first.review, &second.review) {
        (Some(ours), Some(theirs)) if ours.decision.is_none() => *ours = theirs.clone(),
        (Some(ours), Some(theirs))
            if theirs.decision.is_none() || ours.decision == theirs.decision => {}
        (ours, theirs) => options.fill("review", ours, theirs.as_ref()),
    }
    if first.credit != second.credit {
        let Options { notes, places } = &mut options;
        notes.add(
            "credit",
            (first.credit.to_string(), places.0.as_ref()),
            (second.credit.to_string(), places.1),
        );
    }
    fill_measurements(notes, first, second);
}

/// Completes the measurements of a record by those of another description of the attempt.
fn fill_measurements(notes: &mut Notes<'_>, first: &mut AttemptRecord, second: &AttemptRecord) {
    fill_noted(
        notes,
        "startedAt",
        &mut first.started_at,
        &second.started_at,
        ToString::to_string,
    );
    fill_noted(
        notes,
        "endedAt",
        &mut first.ended_at,
        &second.ended_at,
        ToString::to_string,
    );
    fill_tokens(notes, &mut first.tokens, &second.tokens);
    fill_tool_calls(notes, &mut first.tool_calls, &second.tool_calls);
    fill_noted(
        notes,
        "modelCost",
        &mut first.model_cost,
        &second.model_cost,
        show_money,
    );
    fill_noted(
        notes,
        "toolCost",
        &mut first.tool_cost,
        &second.tool_cost,
        show_money,
    );
    fill_noted(
        notes,
        "sandboxSeconds",
        &mut first.sandbox_seconds,
        &second.sandbox_seconds,
        ToString::to_string,
    );
    fill_noted(
        notes,
        "latencyMs",
        &mut first.latency_ms,
        &second.latency_ms,
        ToString::to_string,
    );
    fill_noted(
        notes,
        "stopReason",
        &mut first.stop_reason,
        &second.stop_reason,
        |it| show_stop_reason(it.as_ref()),
    );
}

pub(super) fn show_stop_reason(reason: Option<&StopReason>) -> String {
    reason.map_or_else(|| "null".to_owned(), ToString::to_string)
}

fn show_money(money: &Money) -> String {
    format!("{} {}", money.amount, money.currency)
}

struct Options<'n, 'a> {
    notes: &'n mut Notes<'a>,
    places: (Option<Place>, Option<&'n Place>),
}

impl Options<'_, '_> {
    fn fill<T: Clone + PartialEq + Serialize>(
        &mut self,
        field: &str,
        first: &mut Option<T>,
        second: Option<&T>,
    ) {
        match (&*first, second) {
            (Some(a), Some(b)) if a != b => {
                let (kept_at, other_at) = &self.places;
                self.notes
                    .add(field, (json(a), kept_at.as_ref()), (json(b), *other_at));
            }
            (None, Some(second)) => *first = Some(second.clone()),
            _ => {}
        }
    }
}

fn json<T: Serialize>(value: &T) -> String {
    // Plain data with string keys always has a JSON form.
    serde_json::to_string(value).unwrap_or_default()
}
