//! The difference between both sides, with its interval.

use super::bootstrap::{Interval, NoInterval, Pair, Part, Resampling, Statistic, intervals, tail};
use super::figure::{figure, rounded};
use super::{Amount, Figure, Kind, Metric, Stop, TaskAttempts, WhyNull, stop};
use loopledger_model::{AttemptRecord, Decision};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// A metric of both sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The metric.
    pub metric: Metric,
    /// The baseline's figure.
    pub baseline: Figure,
    /// The variant's figure.
    pub variant: Figure,
    /// Variant less baseline, or why there is no difference.
    pub difference: Result<Difference, WhyNull>,
}

/// Variant less baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The difference of both figures.
    pub amount: Amount,
    /// Its 95 % interval, or why there is none.
    pub interval: Result<Interval, WhyNull>,
    /// Resamples in which a side had nothing accepted to divide by; they count towards the ends of
    /// the interval.
    pub undefined: u32,
}

/// What an interval says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The variant's figure is higher.
    Higher,
    /// The variant's figure is lower.
    Lower,
    /// The data do not tell the two apart.
    Undecided,
    /// There is no difference, or no interval for it.
    Unknown,
}

impl Verdict {
    /// The verdict's stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Higher => "higher",
            Self::Lower => "lower",
            Self::Undecided => "undecided",
            Self::Unknown => "unknown",
        }
    }
}

impl Compared {
    /// What the interval says. One that touches zero tells nothing apart.
    pub fn verdict(&self) -> Verdict {
        match self.difference.as_ref().map(|found| &found.interval) {
            Ok(Ok(interval)) if interval.low > 0.0 => Verdict::Higher,
            Ok(Ok(interval)) if interval.high < 0.0 => Verdict::Lower,
            Ok(Ok(_)) => Verdict::Undecided,
            _ => Verdict::Unknown,
        }
    }
}

/// Every metric over these tasks.
pub(super) fn metrics(tasks: &[TaskAttempts<'_>], resampling: Resampling) -> Vec<Compared> {
    let of = |side: for<'t> fn(&'t TaskAttempts<'_>) -> &'t [&'t AttemptRecord]| {
        tasks.iter().flat_map(side).copied().collect::<Vec<_>>()
    };
    let baseline: Vec<&AttemptRecord> = of(|task| &task.baseline);
    let variant: Vec<&AttemptRecord> = of(|task| &task.variant);
    let stops: BTreeSet<Stop> = baseline
        .iter()
        .chain(&variant)
        .map(|record| stop(record))
        .filter(|stop| *stop != Stop::Unknown)
        .collect();
    let mut compared: Vec<Compared> = Metric::ALWAYS
        .into_iter()
        .chain(stops.into_iter().map(Metric::StopShare))
        .map(|metric| {
            let mut baseline = figure(&metric, &baseline);
            let mut variant = figure(&metric, &variant);
            let mut difference = difference(&baseline, &variant);
            if matches!(metric.kind(), Kind::PerAttempt | Kind::PerAccepted) {
                baseline.round();
                variant.round();
                if let Ok(difference) = &mut difference {
                    difference.amount.value = rounded(difference.amount.value);
                }
            }
            Compared {
                metric,
                baseline,
                variant,
                difference,
            }
        })
        .collect();
    add_intervals(&mut compared, tasks, resampling);
    compared
}

/// The difference of two figures, without its interval so far.
fn difference(baseline: &Figure, variant: &Figure) -> Result<Difference, WhyNull> {
    let (baseline, variant) = (baseline.value.as_ref(), variant.value.as_ref());
    let baseline = baseline.map_err(|why| *why)?;
    let variant = variant.map_err(|why| *why)?;
    if baseline.currency != variant.currency {
        return Err(WhyNull::MixedCurrencies);
    }
    let value = variant.value.checked_sub(baseline.value);
    Ok(Difference {
        amount: Amount {
            value: value.ok_or(WhyNull::Unknown(loopledger_model::UnknownReason::Ambiguous))?,
            currency: variant.currency.clone(),
        },
        interval: Err(WhyNull::Percentile),
        undefined: 0,
    })
}

fn add_intervals(compared: &mut [Compared], tasks: &[TaskAttempts<'_>], resampling: Resampling) {
    let mut meant = Vec::new();
    let mut series = Vec::new();
    for compared in compared {
        let Ok(difference) = &mut compared.difference else {
            continue;
        };
        let statistic = match compared.metric.kind() {
            Kind::Percentile => continue,
            Kind::Total => Statistic::Total,
            Kind::PerAttempt | Kind::PerAccepted => Statistic::Ratio,
        };
        let pairs = tasks.iter().map(|task| Pair {
            baseline: part(&compared.metric, &task.baseline),
            variant: part(&compared.metric, &task.variant),
        });
        series.push((statistic, pairs.collect()));
        meant.push(difference);
    }
    let found = intervals(&series, resampling, tail(tasks.len()));
    for (difference, found) in meant.into_iter().zip(found) {
        difference.interval = match found {
            Ok(interval) => {
                difference.undefined = interval.undefined;
                Ok(interval)
            }
            Err(NoInterval::TooFewTasks) => Err(WhyNull::TooFewTasks),
            Err(NoInterval::NothingToDivideBy { undefined }) => {
                difference.undefined = undefined;
                Err(WhyNull::NothingAcceptedInResamples)
            }
        };
    }
}

/// What a task adds to a metric of which every term is known.
fn part(metric: &Metric, records: &[&AttemptRecord]) -> Part {
    let accepted = || {
        let decisions = records.iter().map(|record| record.decision());
        double(Decimal::from(
            decisions
                .filter(|decision| *decision == Some(Decision::Accepted))
                .count(),
        ))
    };
    Part {
        numerator: match metric {
            Metric::AcceptanceRate => accepted(),
            // The metric's total over the task, exact before it becomes a double.
            Metric::CostPerAccepted => total(&Metric::ModelCost, records),
            Metric::MeanLatency | Metric::StopShare(_) => records
                .iter()
                .filter_map(|record| metric.measured(record)?.value().copied())
                .map(double)
                .fold(0.0, |sum, term| sum + term),
            _ => total(metric, records),
        },
        denominator: match metric.kind() {
            Kind::PerAccepted => accepted(),
            _ => double(Decimal::from(records.len())),
        },
    }
}

fn total(metric: &Metric, records: &[&AttemptRecord]) -> f64 {
    let total = figure(metric, records).value;
    total.map_or(0.0, |total| double(total.value))
}

/// The nearest double, by way of the decimal's text, so that every platform rounds alike.
fn double(value: Decimal) -> f64 {
    // A decimal's text is always a number.
    value.to_string().parse().unwrap_or(f64::NAN)
}
