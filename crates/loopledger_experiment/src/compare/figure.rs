//! One side's figure: known to the digit, or unknown with the reason.

use super::metric::Unit;
use super::{Kind, Metric, is_undecided};
use loopledger_ledger::quantile::Latencies;
use loopledger_ledger::sum::{DecimalSum, MoneySum, Tally};
use loopledger_model::{AttemptRecord, Currency, Decision, Measured, Money, UnknownReason};
use rust_decimal::Decimal;

/// A figure of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Its value, or why there is none.
    pub value: Result<Amount, WhyNull>,
    /// Where it is unknown, what is known of the sum that it is made of, by currency: the least that
    /// the sum can be.
    pub at_least: Vec<Amount>,
    /// Attempts in which it was measured.
    pub measured: u64,
    /// Attempts of the side.
    pub of: u64,
}

/// A value with its currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    /// The value; a quotient is rounded to ten decimals.
    pub value: Decimal,
    /// The currency of an amount of money.
    pub currency: Option<Currency>,
}

/// Decimals of a quotient.
const SCALE: u32 = 10;

/// Why there is no value, no difference or no interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyNull {
    /// A measurement is unknown.
    Unknown(UnknownReason),
    /// Amounts are in different currencies, which are not added or subtracted.
    MixedCurrencies,
    /// Nobody has judged some of the attempts.
    NotReviewed,
    /// There are fewer tasks than [`MIN_TASKS`](super::bootstrap::MIN_TASKS).
    TooFewTasks,
    /// Too many resamples had no accepted artifact to divide by.
    NothingAcceptedInResamples,
    /// A percentile has no interval.
    Percentile,
}

impl WhyNull {
    /// The reason's stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unknown(reason) => reason.code(),
            Self::MixedCurrencies => "mixed_currencies",
            Self::NotReviewed => "not_reviewed",
            Self::TooFewTasks => "too_few_tasks",
            Self::NothingAcceptedInResamples => "nothing_accepted_in_resamples",
            Self::Percentile => "percentile",
        }
    }
}

/// A metric over some attempts.
pub(super) fn figure(metric: &Metric, records: &[&AttemptRecord]) -> Figure {
    match metric {
        Metric::AcceptanceRate => {
            let mut figure = accepted(records);
            figure.value = figure.value.and_then(|accepted| {
                divided(
                    accepted,
                    records.len() as u64,
                    WhyNull::Unknown(UnknownReason::NotRun),
                )
            });
            figure
        }
        Metric::P95Latency => {
            let mut latencies = Latencies::default();
            for record in records {
                latencies.add(&record.latency_ms);
            }
            let p95 = latencies.p95();
            Figure {
                // Some latencies are unknown: the percentile of the others is not that of all.
                value: match (p95.value(), latencies.unmeasured()) {
                    (Some(value), 0) => Ok(plain(*value)),
                    (Some(_), _) => Err(WhyNull::Unknown(UnknownReason::PartUnknown)),
                    (None, _) => Err(WhyNull::Unknown(
                        p95.reason().unwrap_or(UnknownReason::NoSamples),
                    )),
                },
                at_least: Vec::new(),
                measured: latencies.samples(),
                of: records.len() as u64,
            }
        }
        _ => {
            let mut figure = match metric.unit() {
                Unit::Money => money(metric, records),
                _ => number(metric, records),
            };
            let attempts = records.len() as u64;
            match metric.kind() {
                Kind::PerAttempt => {
                    figure.value = figure.value.and_then(|sum| {
                        divided(sum, attempts, WhyNull::Unknown(UnknownReason::NotRun))
                    });
                }
                Kind::PerAccepted => {
                    let accepted = accepted(records).value;
                    figure.value = match (figure.value, accepted) {
                        (Ok(sum), Ok(accepted)) => divided(
                            sum,
                            accepted.value.try_into().unwrap_or_default(),
                            WhyNull::Unknown(UnknownReason::NothingAccepted),
                        ),
                        (Err(why), _) | (_, Err(why)) => Err(why),
                    };
                }
                Kind::Total | Kind::Percentile => {}
            }
            figure
        }
    }
}

/// Accepted artifacts.
pub(super) fn accepted(records: &[&AttemptRecord]) -> Figure {
    let accepted = records
        .iter()
        .filter(|record| record.decision() == Some(Decision::Accepted))
        .count();
    let undecided = records.iter().filter(|record| is_undecided(record)).count();
    let accepted = plain(Decimal::from(accepted));
    Figure {
        value: if undecided == 0 {
            Ok(accepted.clone())
        } else {
            Err(WhyNull::NotReviewed)
        },
        at_least: if undecided == 0 {
            Vec::new()
        } else {
            vec![accepted]
        },
        measured: (records.len() - undecided) as u64,
        of: records.len() as u64,
    }
}

fn money(metric: &Metric, records: &[&AttemptRecord]) -> Figure {
    let mut sum = MoneySum::default();
    for record in records {
        let term = match metric {
            Metric::ToolCost => &record.tool_cost,
            _ => &record.model_cost,
        };
        if record.credit {
            sum.add_credit(term);
        } else {
            sum.add(term);
        }
    }
    let amount = |money: &Money| Amount {
        value: money.amount,
        currency: Some(money.currency.clone()),
    };
    let value = if sum.known_part().len() > 1 {
        Err(WhyNull::MixedCurrencies)
    } else {
        value(&sum.total()).map(amount)
    };
    summed(
        value,
        sum.at_least().iter().map(amount).collect(),
        sum.tally(),
    )
}

fn number(metric: &Metric, records: &[&AttemptRecord]) -> Figure {
    let mut sum = DecimalSum::default();
    for term in records.iter().filter_map(|record| metric.measured(record)) {
        sum.add(&term);
    }
    let total = sum.total();
    let known = sum.known_part().map(plain);
    summed(
        value(&total).map(|value| plain(*value)),
        known.into_iter().collect(),
        sum.tally(),
    )
}

fn summed(value: Result<Amount, WhyNull>, at_least: Vec<Amount>, tally: &Tally) -> Figure {
    Figure {
        at_least: if value.is_ok() { Vec::new() } else { at_least },
        value,
        measured: tally.measured(),
        of: tally.terms(),
    }
}

fn value<T>(total: &Measured<T>) -> Result<&T, WhyNull> {
    match total {
        Measured::Known { value, .. } => Ok(value),
        Measured::Unknown { reason, .. } => Err(WhyNull::Unknown(*reason)),
    }
}

fn divided(sum: Amount, by: u64, otherwise: WhyNull) -> Result<Amount, WhyNull> {
    let value = sum.value.checked_div(Decimal::from(by)).ok_or(otherwise)?;
    Ok(Amount { value, ..sum })
}

impl Figure {
    /// Rounds a quotient, once its difference was taken.
    pub(super) fn round(&mut self) {
        if let Ok(amount) = &mut self.value {
            amount.value = rounded(amount.value);
        }
    }
}

/// A quotient as it is shown.
pub(super) fn rounded(value: Decimal) -> Decimal {
    value.round_dp(SCALE).normalize()
}

fn plain(value: Decimal) -> Amount {
    Amount {
        value,
        currency: None,
    }
}
