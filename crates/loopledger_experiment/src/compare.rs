//! A baseline against one change: refused unless nothing but that change can be the cause.
//!
//! Both sides are the attempts of a frozen experiment that name the variant. Every statistic is a
//! sum over tasks, or a quotient of two such sums, so that both sides of a task are resampled
//! together ([`bootstrap`]).

pub mod bootstrap;
mod difference;
mod figure;
mod metric;
mod refusal;
mod tails;

pub use difference::{Compared, Difference, Verdict};
pub use figure::{Amount, Figure, WhyNull};
pub use metric::{Kind, Metric, Unit};
pub use refusal::{Mismatch, Refusal, RefusalCode, Reservation, ReservationCode, Side};

use bootstrap::Resampling;
use loopledger_ledger::ledger::Unreadable;
use loopledger_model::{
    AttemptRecord, Decision, EffectiveConfiguration, Experiment, Outcome, StopReason,
};
use std::collections::BTreeMap;

/// What is compared.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
    /// The manifest.
    pub experiment: &'a Experiment,
    /// What freezing fixed.
    pub freeze: Freeze<'a>,
    /// The baseline's limits and the variant's, as the manifest has them; the variant's are `None`
    /// where its change cannot be applied.
    pub configurations: (
        &'a EffectiveConfiguration,
        Option<&'a EffectiveConfiguration>,
    ),
    /// The variant's id.
    pub variant_id: &'a str,
    /// Every attempt that is known.
    pub attempts: &'a [&'a AttemptRecord],
    /// Records of attempts that could not be read.
    pub unreadable: &'a [Unreadable],
    /// How intervals are found.
    pub resampling: Resampling,
}

/// What is known of a manifest's freezing.
#[derive(Debug, Clone, Copy)]
pub struct Freeze<'a> {
    /// The digest that was taken when it was frozen; `None` where it never was.
    pub digest: Option<&'a str>,
    /// What differs from then.
    pub changes: &'a [Mismatch],
}

/// A comparison that was not refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Every metric, in a fixed order.
    pub metrics: Vec<Compared>,
    /// Each frozen task with both sides, in the manifest's order.
    pub pairs: Vec<TaskPair>,
    /// Rejection reasons, most frequent first; `None` for rejections without one.
    pub rejections: Vec<Counted<Option<String>>>,
    /// Stop reasons, most frequent first.
    pub stops: Vec<Counted<Stop>>,
    /// What limits the comparison without forbidding it.
    pub reservations: Vec<Reservation>,
    /// Attempts that belong to neither side.
    pub others: u64,
    /// How intervals were found.
    pub resampling: Resampling,
}

/// A task and both sides of it.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskPair {
    /// The task's id.
    pub task_id: String,
    /// Under the baseline.
    pub baseline: TaskSide,
    /// Under the variant.
    pub variant: TaskSide,
}

/// What one side made of a task.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskSide {
    /// Attempts at it.
    pub attempts: u64,
    /// Accepted artifacts.
    pub accepted: Figure,
    /// What the model calls cost.
    pub model_cost: Figure,
    /// Calls that ran.
    pub executed: Figure,
}

/// How often something was counted on either side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted<T> {
    /// What was counted.
    pub what: T,
    /// On the baseline's side.
    pub baseline: u64,
    /// On the variant's side.
    pub variant: u64,
}

/// Why an attempt stopped, as far as anybody knows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// A guard stopped it.
    Reason(StopReason),
    /// No guard did.
    None,
    /// Nobody knows.
    Unknown,
}

/// The attempts of both sides.
#[derive(Debug)]
struct Sides<'a> {
    baseline: Vec<&'a AttemptRecord>,
    variant: Vec<&'a AttemptRecord>,
    /// Attempts that belong to neither.
    others: u64,
}

/// Compares the baseline with one variant.
///
/// # Errors
/// Every reason why the two must not be compared, each with what differs.
pub fn compare(inputs: &Inputs<'_>) -> Result<Comparison, Vec<Refusal>> {
    let sides = Sides::of(inputs);
    let refusals = refusal::refusals(inputs, &sides);
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let tasks = inputs.experiment.tasks.iter().map(|task| &*task.task_id);
    let tasks: Vec<TaskAttempts<'_>> = tasks.map(|task| sides.of_task(task)).collect();
    Ok(Comparison {
        metrics: difference::metrics(&tasks, inputs.resampling),
        pairs: tasks.iter().map(TaskAttempts::pair).collect(),
        rejections: counted(&sides, rejection),
        stops: counted(&sides, |record| Some(stop(record))),
        reservations: refusal::reservations(inputs, &sides),
        others: sides.others,
        resampling: inputs.resampling,
    })
}

impl<'a> Sides<'a> {
    fn of(inputs: &Inputs<'a>) -> Self {
        let experiment = inputs.experiment;
        let mut sides = Self {
            baseline: Vec::new(),
            variant: Vec::new(),
            others: 0,
        };
        for record in inputs.attempts {
            let is_ours = record
                .experiment_id
                .as_ref()
                .is_none_or(|id| *id == experiment.experiment_id);
            match record.variant_id.as_deref().filter(|_| is_ours) {
                Some(id) if id == experiment.baseline.variant_id => sides.baseline.push(record),
                Some(id) if id == inputs.variant_id => sides.variant.push(record),
                _ => sides.others += 1,
            }
        }
        sides
    }

    fn both(&self) -> impl Iterator<Item = (Side, &'a AttemptRecord)> {
        let baseline = self.baseline.iter().map(|record| (Side::Baseline, *record));
        baseline.chain(self.variant.iter().map(|record| (Side::Variant, *record)))
    }

    fn of_task<'t>(&self, task_id: &'t str) -> TaskAttempts<'t>
    where
        'a: 't,
    {
        let of = |records: &[&'a AttemptRecord]| {
            let records = records.iter().copied();
            records
                .filter(|record| record.task_id.as_deref() == Some(task_id))
                .collect()
        };
        TaskAttempts {
            task_id,
            baseline: of(&self.baseline),
            variant: of(&self.variant),
        }
    }
}

/// The attempts at one task.
#[derive(Debug)]
struct TaskAttempts<'a> {
    task_id: &'a str,
    baseline: Vec<&'a AttemptRecord>,
    variant: Vec<&'a AttemptRecord>,
}

impl TaskAttempts<'_> {
    fn pair(&self) -> TaskPair {
        let side = |records: &[&AttemptRecord]| TaskSide {
            attempts: records.len() as u64,
            accepted: figure::accepted(records),
            model_cost: figure::figure(&Metric::ModelCost, records),
            executed: figure::figure(&Metric::CallsExecuted, records),
        };
        TaskPair {
            task_id: self.task_id.to_owned(),
            baseline: side(&self.baseline),
            variant: side(&self.variant),
        }
    }
}

/// Whether the attempt's acceptance is open: nobody judged it, or reviewers left it open. A failed or
/// capped attempt that nobody reviewed delivered nothing that was accepted.
fn is_undecided(record: &AttemptRecord) -> bool {
    record.decision().is_none() && (record.outcome() == Outcome::Unknown || record.review.is_some())
}

/// The reason of a rejection; `None` where there is no rejection, `Some(None)` where it has no reason.
#[expect(clippy::option_option, reason = "the inner one is what is counted")]
fn rejection(record: &AttemptRecord) -> Option<Option<String>> {
    let review = record.review.as_ref()?;
    (review.decision == Some(Decision::Rejected)).then(|| review.reason.clone())
}

fn stop(record: &AttemptRecord) -> Stop {
    match record.stop_reason.value() {
        Some(Some(reason)) => Stop::Reason(reason.clone()),
        Some(None) => Stop::None,
        None => Stop::Unknown,
    }
}

/// Counts something on both sides; the most frequent first, then by its own order.
fn counted<T: Ord>(
    sides: &Sides<'_>,
    what: impl Fn(&AttemptRecord) -> Option<T>,
) -> Vec<Counted<T>> {
    let mut counts: BTreeMap<T, (u64, u64)> = BTreeMap::new();
    for (side, record) in sides.both() {
        if let Some(what) = what(record) {
            let (baseline, variant) = counts.entry(what).or_default();
            match side {
                Side::Baseline => *baseline += 1,
                Side::Variant => *variant += 1,
            }
        }
    }
    let mut counts: Vec<Counted<T>> = counts
        .into_iter()
        .map(|(what, (baseline, variant))| Counted {
            what,
            baseline,
            variant,
        })
        .collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.baseline + count.variant));
    counts
}

#[cfg(test)]
mod tests;
