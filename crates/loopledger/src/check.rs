//! Conditions on a report, for a job that must fail when a figure is too high or too low.
//!
//! An unknown figure neither meets a condition nor fails it: the answer is [`Verdict::Unknown`],
//! unless what is known already decides, as a sum of 12 or more does for `> 10`.

use crate::view::{GroupView, MoneyView, RatioView, ReportView, SumFigure};
use loopledger_model::{Currency, UnknownReason};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// `METRIC OP NUMBER`, with a currency behind an amount, and `variant=NAME:` before it where one
/// variant is meant.
///
/// ```
/// use loopledger::check::Condition;
///
/// let condition: Condition = "variant=hard8: costPerAcceptedArtifact > 0.50 USD".parse()?;
/// assert_eq!(condition.variant.as_deref(), Some("hard8"));
/// assert!("costPerArtifact > 1".parse::<Condition>().is_err());
/// # Ok::<(), loopledger::check::ConditionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// As it was written.
    pub text: String,
    /// The variant that is meant; `None` for all attempts together.
    pub variant: Option<String>,
    metric: Metric,
    operator: Operator,
    limit: Decimal,
    currency: Option<Currency>,
}

/// Why a text is no condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// It has another shape.
    #[error("{0:?} is not METRIC OP NUMBER, as costPerAcceptedArtifact > 0.50 is")]
    Shape(String),
    /// There is no such metric.
    #[error("there is no metric {0:?}; there are {names}", names = Metric::names())]
    UnknownMetric(String),
    /// The limit is no decimal number.
    #[error("{0:?} is not a decimal number of at most 28 digits")]
    Number(String),
    /// A currency stands behind something that is not an amount of money.
    #[error("{metric} is not an amount of money, so {currency} has no place behind it")]
    NoMoney {
        /// The metric.
        metric: String,
        /// The currency.
        currency: String,
    },
}

/// What came of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The condition does not hold.
    Passed,
    /// It holds, and was to fail.
    Failed,
    /// It cannot be decided.
    Unknown,
}

/// A condition, judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// The condition as it was written.
    pub condition: String,
    /// What came of it.
    pub verdict: Verdict,
    /// The figure as decimal text, divided for display; `null` if unknown.
    pub value: Option<String>,
    /// What the figure comes to at least, where it is unknown and a part is known.
    pub at_least: Option<String>,
    /// The currency of either; `null` where the figure is not an amount of money.
    pub currency: Option<String>,
    /// Why the figure is unknown, or why it decides nothing, as a stable code: that of an unknown
    /// measurement, `nothing_read`, `no_such_variant`, `several_results`, `not_in_result_record`,
    /// `other_currency` or `too_many_digits`; `null` where there is nothing to explain.
    pub reason: Option<String>,
}

/// What every condition came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckView {
    /// `failed` if one condition failed, else `unknown` if one cannot be decided, else `passed`.
    pub verdict: Verdict,
    /// The conditions, in the order in which they were given.
    pub conditions: Vec<Judgement>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
}

/// Figures of a report by their names in its JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Metric {
    Plain(usize),
    /// `stopReasons.` and one of them.
    StopReason(String),
}

type Ask = fn(&GroupView) -> Figure;
type AskResult = fn(&crate::view::RecordedResultView) -> Figure;

/// Name, whether it is an amount of money, how a group of attempts tells it, and how a result
/// record does.
struct Known {
    name: &'static str,
    is_money: bool,
    of_group: Ask,
    of_result: Option<AskResult>,
}

/// A figure as far as it is known.
#[derive(Debug, Clone, Default)]
struct Figure {
    value: Option<Quantity>,
    at_least: Option<Quantity>,
    reason: Option<String>,
}

/// `number / divisor`, and what is shown of it.
#[derive(Debug, Clone)]
struct Quantity {
    number: Decimal,
    divisor: u64,
    shown: String,
    currency: Option<String>,
}

const KNOWN: [Known; 26] = [
    known("attempts", |it| Figure::count(Some(it.attempts)))
        .or_result(|it| Figure::count(Some(it.attempts))),
    known("acceptedArtifacts", |it| {
        Figure::count(it.accepted_artifacts)
    })
    .or_result(|it| Figure::count(it.accepted_artifacts)),
    known("reviewed", |it| Figure::count(Some(it.reviewed))),
    known("costPerAcceptedArtifact", |it| {
        Figure::ratio(&it.cost_per_accepted_artifact, &it.model_cost)
    })
    .money()
    .or_result(|it| Figure::recorded(&it.cost_per_accepted_artifact)),
    known("modelCost", |it| Figure::money(&it.model_cost))
        .money()
        .or_result(|it| Figure::recorded(&it.total_model_cost)),
    // Its name in the result record.
    known("totalModelCost", |it| Figure::money(&it.model_cost))
        .money()
        .or_result(|it| Figure::recorded(&it.total_model_cost)),
    known("toolCost", |it| Figure::money(&it.tool_cost)).money(),
    known("sandboxSeconds", |it| Figure::sum(&it.sandbox_seconds))
        .or_result(|it| Figure::recorded(&it.sandbox_seconds)),
    known("latency.p95Ms", |it| Figure::p95(&it.latency))
        .or_result(|it| Figure::recorded(&it.p95_latency_ms)),
    // Its name in the result record.
    known("p95LatencyMs", |it| Figure::p95(&it.latency))
        .or_result(|it| Figure::recorded(&it.p95_latency_ms)),
    known("tokens.inputUncached", |it| {
        Figure::sum(&it.tokens.input_uncached)
    }),
    known("tokens.cacheRead", |it| Figure::sum(&it.tokens.cache_read)),
    known("tokens.cacheWrite", |it| {
        Figure::sum(&it.tokens.cache_write)
    }),
    known("tokens.output", |it| Figure::sum(&it.tokens.output)),
    known("tokens.reasoning", |it| Figure::sum(&it.tokens.reasoning)),
    known("toolCallsProposed", |it| {
        Figure::sum(&it.tool_calls_proposed)
    }),
    known("toolCallsExecuted", |it| {
        Figure::sum(&it.tool_calls_executed)
    }),
    known("toolCallsSuppressed", |it| {
        Figure::sum(&it.tool_calls_suppressed)
    }),
    known("outcomes.accepted", |it| Figure::outcome(it, 0)),
    known("outcomes.rejected", |it| Figure::outcome(it, 1)),
    known("outcomes.failed", |it| Figure::outcome(it, 2)),
    known("outcomes.capped", |it| Figure::outcome(it, 3)),
    known("outcomes.unknown", |it| Figure::outcome(it, 4)),
    known("notStopped", |it| Figure::count(Some(it.not_stopped))),
    known("stopReasonUnknown", |it| {
        Figure::count(Some(it.stop_reason_unknown))
    }),
    known("unknownLatencies", |it| {
        Figure::count(Some(it.latency.unknown))
    }),
];

const STOP_REASONS: &str = "stopReasons.";

const fn known(name: &'static str, of_group: Ask) -> Known {
    Known {
        name,
        is_money: false,
        of_group,
        of_result: None,
    }
}

impl Known {
    const fn money(self) -> Self {
        Self {
            is_money: true,
            ..self
        }
    }

    const fn or_result(self, of_result: AskResult) -> Self {
        Self {
            of_result: Some(of_result),
            ..self
        }
    }
}

/// Judges every condition.
pub fn check(report: &ReportView, conditions: &[Condition]) -> CheckView {
    let conditions: Vec<Judgement> = conditions
        .iter()
        .map(|condition| condition.judge(report))
        .collect();
    let has = |verdict| conditions.iter().any(|it| it.verdict == verdict);
    CheckView {
        verdict: if has(Verdict::Failed) {
            Verdict::Failed
        } else if has(Verdict::Unknown) {
            Verdict::Unknown
        } else {
            Verdict::Passed
        },
        conditions,
    }
}

impl Condition {
    fn judge(&self, report: &ReportView) -> Judgement {
        let figure = self.figure(report);
        let quantity = figure.value.as_ref().or(figure.at_least.as_ref());
        let is_other_currency = quantity.is_some_and(|quantity| {
            let wanted = self.currency.as_ref().map(Currency::code);
            wanted.is_some() && wanted != quantity.currency.as_deref()
        });
        let holds = match quantity {
            None => Err(figure.reason.clone()),
            Some(_) if is_other_currency => Err(Some("other_currency".to_owned())),
            Some(quantity) => match quantity.compare(self.limit) {
                None => Err(Some("too_many_digits".to_owned())),
                Some(order) if figure.value.is_some() => Ok(self.operator.holds(order)),
                Some(order) => self.operator.holds_from(order).ok_or(figure.reason.clone()),
            },
        };
        Judgement {
            condition: self.text.clone(),
            verdict: match holds {
                Ok(true) => Verdict::Failed,
                Ok(false) => Verdict::Passed,
                Err(_) => Verdict::Unknown,
            },
            value: figure.value.as_ref().map(|it| it.shown.clone()),
            at_least: figure.at_least.as_ref().map(|it| it.shown.clone()),
            currency: quantity.and_then(|it| it.currency.clone()),
            reason: match holds {
                Ok(_) => figure.reason,
                Err(reason) => reason,
            },
        }
    }

    fn figure(&self, report: &ReportView) -> Figure {
        let group = match &self.variant {
            None => report.total.as_ref(),
            Some(name) => {
                let is_meant = |group: &&GroupView| group.variant.as_deref() == Some(name);
                let mut groups = report.variants.iter().filter(is_meant);
                let first = groups.next();
                // One name under two manifests is two variants.
                if first.is_none() || groups.next().is_some() {
                    return Figure::unknown("no_such_variant");
                }
                first
            }
        };
        if let Some(group) = group {
            return match &self.metric {
                Metric::Plain(index) => KNOWN
                    .get(*index)
                    .map_or_else(Figure::default, |known| (known.of_group)(group)),
                Metric::StopReason(reason) => {
                    let count = group.stop_reasons.get(reason).copied().unwrap_or_default();
                    if group.stop_reason_unknown == 0 {
                        Figure::count(Some(count))
                    } else {
                        Figure {
                            at_least: Quantity::count(count),
                            ..Figure::unknown(UnknownReason::PartUnknown.code())
                        }
                    }
                }
            };
        }
        let result = match report.recorded_results.as_slice() {
            [] => return Figure::unknown("nothing_read"),
            [result] => result,
            _ => return Figure::unknown("several_results"),
        };
        if !result.benchmark_executed {
            return Figure::unknown(UnknownReason::NotRun.code());
        }
        match &self.metric {
            Metric::Plain(index) => KNOWN
                .get(*index)
                .and_then(|known| known.of_result)
                .map_or_else(
                    || Figure::unknown("not_in_result_record"),
                    |ask| ask(result),
                ),
            Metric::StopReason(reason) => Figure::count(Some(
                result.stop_reasons.get(reason).copied().unwrap_or_default(),
            )),
        }
    }
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let shape = || ConditionError::Shape(text.to_owned());
        let (variant, rest) = match text.trim_start().strip_prefix("variant=") {
            Some(rest) => {
                // A variant's name may hold a colon; a metric's does not.
                let (name, rest) = rest.rsplit_once(':').ok_or_else(shape)?;
                (Some(name.trim().to_owned()), rest)
            }
            None => (None, text),
        };
        let at = rest.find(['<', '>', '=', '!']).ok_or_else(shape)?;
        let (name, rest) = rest.split_at_checked(at).ok_or_else(shape)?;
        let (operator, rest) = Operator::at_start(rest).ok_or_else(shape)?;
        let metric = Metric::named(name.trim())?;
        let mut words = rest.split_whitespace();
        let number = words.next().ok_or_else(shape)?;
        let currency = words.next();
        if words.next().is_some() {
            return Err(shape());
        }
        let limit = Decimal::from_str_exact(number)
            .map_err(|_| ConditionError::Number(number.to_owned()))?;
        if let Some(currency) = currency
            && !metric.is_money()
        {
            return Err(ConditionError::NoMoney {
                metric: metric.to_string(),
                currency: currency.to_owned(),
            });
        }
        Ok(Self {
            text: text.trim().to_owned(),
            variant,
            metric,
            operator,
            limit,
            currency: currency.map(Currency::new),
        })
    }
}

impl Metric {
    fn named(name: &str) -> Result<Self, ConditionError> {
        if let Some(index) = KNOWN.iter().position(|known| known.name == name) {
            return Ok(Self::Plain(index));
        }
        match name.strip_prefix(STOP_REASONS) {
            Some(reason) if !reason.is_empty() => Ok(Self::StopReason(reason.to_owned())),
            _ => Err(ConditionError::UnknownMetric(name.to_owned())),
        }
    }

    fn names() -> String {
        let names: Vec<_> = KNOWN.iter().map(|known| known.name).collect();
        format!("{}, {STOP_REASONS}REASON", names.join(", "))
    }

    fn is_money(&self) -> bool {
        match self {
            Self::Plain(index) => KNOWN.get(*index).is_some_and(|known| known.is_money),
            Self::StopReason(_) => false,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(index) => f.write_str(KNOWN.get(*index).map_or("", |known| known.name)),
            Self::StopReason(reason) => write!(f, "{STOP_REASONS}{reason}"),
        }
    }
}

impl Operator {
    fn at_start(text: &str) -> Option<(Self, &str)> {
        [
            (">=", Self::GreaterOrEqual),
            ("<=", Self::LessOrEqual),
            ("==", Self::Equal),
            ("!=", Self::NotEqual),
            (">", Self::Greater),
            ("<", Self::Less),
        ]
        .into_iter()
        .find_map(|(sign, operator)| Some((operator, text.strip_prefix(sign)?)))
    }

    /// Whether it holds for a figure that compares so with the limit.
    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
        }
    }

    /// Whether it holds for every figure from one on that compares so with the limit; `None` where
    /// it does for some of them only.
    fn holds_from(self, order: Ordering) -> Option<bool> {
        let is_decided = match self {
            Self::GreaterOrEqual | Self::Less => order.is_ge(),
            _ => order.is_gt(),
        };
        is_decided.then(|| self.holds(Ordering::Greater))
    }
}

impl Figure {
    fn unknown(reason: &str) -> Self {
        Self {
            reason: Some(reason.to_owned()),
            ..Self::default()
        }
    }

    fn of(
        value: Option<Quantity>,
        at_least: Option<Quantity>,
        reason: Option<UnknownReason>,
    ) -> Self {
        Self {
            // What is at least so much and known is shown once.
            at_least: at_least.filter(|_| value.is_none()),
            reason: reason
                .filter(|_| value.is_none())
                .map(|reason| reason.code().to_owned()),
            value,
        }
    }

    fn count(count: Option<u64>) -> Self {
        let reason = count.is_none().then_some(UnknownReason::AbsentField);
        Self::of(count.and_then(Quantity::count), None, reason)
    }

    fn sum(sum: &SumFigure<impl ToString>) -> Self {
        let quantity = |it: &Option<_>| Quantity::plain(&it.as_ref().map(ToString::to_string)?);
        Self::of(quantity(&sum.value), quantity(&sum.lower_bound), sum.reason)
    }

    fn money(sum: &SumFigure<MoneyView>) -> Self {
        let quantity = |it: &Option<MoneyView>| Quantity::money(it.as_ref()?, 1);
        Self::of(quantity(&sum.value), quantity(&sum.lower_bound), sum.reason)
    }

    fn ratio(ratio: &RatioView, total: &SumFigure<MoneyView>) -> Self {
        let value = ratio.value.as_ref().and_then(|value| {
            // Compared exactly, shown as the report shows it.
            let exact = Quantity::money(total.value.as_ref()?, ratio.denominator?)?;
            Some(Quantity {
                shown: value.amount.clone(),
                ..exact
            })
        });
        let at_least = ratio.lower_bound.as_ref().and_then(|bound| {
            let quantity = Quantity::money(bound, 1)?;
            // It was divided for display, so that its last digit may be rounded up.
            let unit = Decimal::try_from_i128_with_scale(1, quantity.number.scale()).ok()?;
            Some(Quantity {
                number: quantity.number.checked_sub(unit)?,
                ..quantity
            })
        });
        Self::of(value, at_least, ratio.reason)
    }

    fn p95(latency: &crate::view::LatencyView) -> Self {
        let value = latency.p95_ms.as_deref().and_then(Quantity::plain);
        Self::of(value, None, latency.reason)
    }

    fn outcome(group: &GroupView, index: usize) -> Self {
        Self::count(group.outcomes.get(index).map(|outcome| outcome.attempts))
    }

    fn recorded(figure: &crate::view::Figure<String>) -> Self {
        let value = figure.value.as_deref().and_then(Quantity::plain);
        Self::of(value, None, figure.reason)
    }
}

impl Quantity {
    fn plain(text: &str) -> Option<Self> {
        Some(Self {
            number: Decimal::from_str_exact(text).ok()?,
            divisor: 1,
            shown: text.to_owned(),
            currency: None,
        })
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "every way to a quantity looks the same"
    )]
    fn count(count: u64) -> Option<Self> {
        Some(Self {
            number: count.into(),
            divisor: 1,
            shown: count.to_string(),
            currency: None,
        })
    }

    fn money(money: &MoneyView, divisor: u64) -> Option<Self> {
        Some(Self {
            divisor,
            currency: Some(money.currency.clone()),
            ..Self::plain(&money.amount)?
        })
    }

    /// How it compares with a limit, exactly; `None` where that takes too many digits.
    fn compare(&self, limit: Decimal) -> Option<Ordering> {
        let (ours, theirs) = (self.number.normalize(), limit.normalize());
        let scale = ours.scale().max(theirs.scale());
        let raised = |number: Decimal, times: u64| {
            number
                .mantissa()
                .checked_mul(10_i128.checked_pow(scale - number.scale())?)?
                .checked_mul(i128::from(times))
        };
        Some(raised(ours, 1)?.cmp(&raised(theirs, self.divisor)?))
    }
}

#[cfg(test)]
mod tests {
    use super::{Condition, Operator, Quantity};
    use rust_decimal::Decimal;
    use std::cmp::Ordering;

    fn check_error(text: &str, message: &str) {
        let error = text.parse::<Condition>().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }

    #[test]
    fn says_what_is_wrong_with_a_condition() {
        check_error("costPerAcceptedArtifact", "METRIC OP NUMBER");
        check_error("attempts > ", "METRIC OP NUMBER");
        check_error("attempts > 1 USD EUR", "METRIC OP NUMBER");
        check_error("attempts > 1e3", "\"1e3\" is not a decimal number");
        check_error("attempts > NaN", "\"NaN\" is not a decimal number");
        check_error("attempts > 1 USD", "attempts is not an amount of money");
        check_error("variant=a attempts > 1", "METRIC OP NUMBER");
        check_error("cost > 1", "there are attempts, acceptedArtifacts");
        check_error("stopReasons. > 1", "stopReasons.REASON");
    }

    #[test]
    fn a_variant_may_hold_any_sign() {
        let condition: Condition = "variant=a:b>=2: attempts == 1".parse().unwrap();
        assert_eq!(condition.variant.as_deref(), Some("a:b>=2"));
        assert_eq!(condition.operator, Operator::Equal);
    }

    #[test]
    fn a_bound_decides_only_what_every_larger_figure_does() {
        use Operator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        let above = [
            (Greater, Some(true)),
            (GreaterOrEqual, Some(true)),
            (Less, Some(false)),
            (LessOrEqual, Some(false)),
            (Equal, Some(false)),
            (NotEqual, Some(true)),
        ];
        let equal = [
            (Greater, None),
            (GreaterOrEqual, Some(true)),
            (Less, Some(false)),
            (LessOrEqual, None),
            (Equal, None),
            (NotEqual, None),
        ];
        for (order, cases) in [(Ordering::Greater, above), (Ordering::Equal, equal)] {
            for (operator, expected) in cases {
                assert_eq!(
                    operator.holds_from(order),
                    expected,
                    "{operator:?} {order:?}"
                );
            }
        }
        for (operator, _) in above {
            assert_eq!(operator.holds_from(Ordering::Less), None, "{operator:?}");
        }
    }

    #[test]
    fn compares_a_quotient_without_dividing() {
        // 1 / 3 is above 0.3333333333 by less than a report shows.
        let third = Quantity {
            divisor: 3,
            ..Quantity::plain("1").unwrap()
        };
        let compare = |limit: &str| third.compare(Decimal::from_str_exact(limit).unwrap());
        assert_eq!(compare("0.3333333333333333"), Some(Ordering::Greater));
        assert_eq!(compare("0.3333333333333334"), Some(Ordering::Less));
    }
}
