//! The result record: what a benchmark came to, as JSON.
//!
//! ```
//! use loopledger_ledger::result::{result_record, to_json};
//! use loopledger_ledger::summary::Summary;
//!
//! let nothing = result_record(&Summary::default());
//! assert_eq!(
//!     to_json(&nothing, None),
//!     concat!(
//!         r#"{"attempts":0,"acceptedArtifacts":0,"totalModelCost":null,"sandboxSeconds":null,"#,
//!         r#""p95LatencyMs":null,"costPerAcceptedArtifact":null,"stopReasons":{},"#,
//!         r#""benchmarkExecuted":false}"#
//!     )
//! );
//! ```

use crate::quantile::Latencies;
use crate::sum::{CountSum, Tally, Unknowns};
use crate::summary::{Ratio, Summary};
use loopledger_model::{Measured, Money, Outcome, Place, ResultRecord, Tokens, UnknownReason};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What stands beside the eight keys of a result record, under the key `loopledger`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultDetails {
    /// Always `loopledger.result/v1`.
    #[schemars(extend("const" = ResultDetails::SCHEMA))]
    pub schema: String,
    /// The currency of every amount of the record: an ISO 4217 code, or `XXX` where the sources
    /// state none; `null` where no amount is known or the currencies differ.
    pub currency: Option<String>,
    /// The attempts by outcome.
    pub outcomes: OutcomeCounts,
    /// Attempts with a verdict, of all attempts.
    pub reviewed: u64,
    /// Records of further attempts that could not be read; they make every sum unknown.
    pub unreadable_records: u64,
    /// Digests of the manifests that the attempts were made under, in ascending order; `null` for
    /// attempts outside a frozen experiment. More than one means that they must not be compared.
    pub manifest_digests: Vec<Option<String>>,
    /// What `totalModelCost` is the sum of.
    pub total_model_cost: CostDetails,
    /// What the tools cost.
    pub tool_cost: CostDetails,
    /// What `sandboxSeconds` is the sum of.
    pub sandbox_seconds: SecondsDetails,
    /// What `p95LatencyMs` was taken of.
    pub p95_latency_ms: LatencyDetails,
    /// What was divided by what.
    pub cost_per_accepted_artifact: RatioDetails,
    /// The attempts that `stopReasons` does not count.
    pub stop_reasons: StopReasonDetails,
    /// Tokens by category.
    pub tokens: Tokens<CountDetails>,
    /// Tool calls, in three counts.
    pub tool_calls: ToolCallDetails,
    /// The reason of each `null`, by key; keys of this object have their own names, such as
    /// `tokens.output`.
    pub unknown: BTreeMap<String, UnknownReason>,
}

/// How many attempts had each outcome; they add up to all attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeCounts {
    /// The artifact was accepted.
    pub accepted: u64,
    /// The artifact was rejected.
    pub rejected: u64,
    /// The attempt ended with an error, ran out of time or was cancelled.
    pub failed: u64,
    /// A limit cut the attempt short.
    pub capped: u64,
    /// Nobody has judged it.
    pub unknown: u64,
}

/// How much of a sum was measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Coverage {
    /// Attempts in which it was measured.
    pub measured: u64,
    /// All attempts, those whose record could not be read included.
    pub of: u64,
    /// Why it was not measured in the others, by reason.
    pub unknown: Vec<UnknownDetails>,
}

/// Attempts that lack a measurement for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnknownDetails {
    /// The reason.
    pub reason: UnknownReason,
    /// How many attempts it holds for.
    pub count: u64,
    /// Where the first of them lacks it, by file name and position; `null` where that is no place.
    pub first: Option<Place>,
}

/// A sum of money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostDetails {
    /// The total; `null` where an attempt's cost is unknown or the currencies differ.
    pub total: Option<Money>,
    /// The least that the total can be, by currency; empty where nothing is known.
    pub at_least: Vec<Money>,
    /// Attempts whose cost was priced from the user's table, not reported.
    pub priced: u64,
    /// How much of it was measured.
    pub coverage: Coverage,
}

/// A sum of seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondsDetails {
    /// What the measured attempts come to, a decimal string: the least that the total can be;
    /// `null` where none was measured.
    pub at_least: Option<String>,
    /// How much of it was measured.
    pub coverage: Coverage,
}

/// A percentile of latencies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LatencyDetails {
    /// How the percentile was taken: always `nearest_rank`.
    pub method: String,
    /// The number of samples.
    pub samples: u64,
    /// Whether the percentile is the maximum, because there are fewer than 20 samples.
    pub is_maximum: bool,
    /// How many attempts gave a sample.
    pub coverage: Coverage,
}

/// A fraction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RatioDetails {
    /// The model cost of all attempts, whatever their end; `null` where it is unknown.
    pub numerator: Option<Money>,
    /// Accepted artifacts; `null` where nobody reviewed anything.
    pub denominator: Option<u64>,
    /// The number of decimals after which the quotient was rounded, half to even.
    pub scale: u32,
    /// The least that the quotient can be where its numerator is unknown, by currency.
    pub at_least: Vec<Money>,
}

/// Attempts without a stop reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StopReasonDetails {
    /// Attempts that no guard stopped.
    pub none: u64,
    /// Attempts of which nobody knows.
    pub unknown: u64,
}

/// A sum of counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountDetails {
    /// The total; `null` where an attempt's count is unknown.
    pub total: Option<u64>,
    /// The least that the total can be; `null` where nothing is known.
    pub at_least: Option<u64>,
    /// How much of it was measured.
    pub coverage: Coverage,
}

/// Sums of tool calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolCallDetails {
    /// Calls that model responses proposed.
    pub proposed: CountDetails,
    /// Calls that ran and left a result.
    pub executed: CountDetails,
    /// Calls that were proposed and that a guard took out.
    pub suppressed: CountDetails,
}

/// The result record of a summary.
pub fn result_record(summary: &Summary) -> ResultRecord {
    let cost = summary.cost_per_accepted();
    let by_reason = summary.stop_reasons.by_reason.iter();
    ResultRecord {
        attempts: summary.attempts,
        accepted_artifacts: summary.accepted_artifacts(),
        total_model_cost: cost.total.value().map(|money| money.amount),
        currency: summary.currency(),
        sandbox_seconds: summary.sandbox_seconds.total().value().copied(),
        p95_latency_ms: summary.latencies.p95().value().copied(),
        cost_per_accepted_artifact: cost.quotient.ok().and_then(|ratio| divide(&ratio)),
        stop_reasons: by_reason
            .map(|(reason, count)| (reason.clone(), *count))
            .collect(),
        benchmark_executed: summary.is_executed(),
        place: None,
    }
}

/// What stands beside a result record: counts of what was measured, lower bounds and reasons.
pub fn result_details(summary: &Summary) -> ResultDetails {
    let outcome = |outcome| summary.outcomes.get(&outcome).map_or(0, |it| it.attempts);
    let cost = summary.cost_per_accepted();
    let divided = |ratio: &Ratio| {
        Some(Money {
            amount: divide(ratio)?,
            currency: ratio.numerator.currency.clone(),
        })
    };
    ResultDetails {
        schema: ResultDetails::SCHEMA.to_owned(),
        currency: summary.currency().map(|it| it.code().to_owned()),
        outcomes: OutcomeCounts {
            accepted: outcome(Outcome::Accepted),
            rejected: outcome(Outcome::Rejected),
            failed: outcome(Outcome::Failed),
            capped: outcome(Outcome::Capped),
            unknown: outcome(Outcome::Unknown),
        },
        reviewed: summary.reviewed,
        unreadable_records: summary.unreadable,
        manifest_digests: summary.manifests.iter().cloned().collect(),
        total_model_cost: cost_details(&summary.model_cost),
        tool_cost: cost_details(&summary.tool_cost),
        sandbox_seconds: SecondsDetails {
            at_least: summary
                .sandbox_seconds
                .known_part()
                .map(|it| it.to_string()),
            coverage: coverage(summary.sandbox_seconds.tally()),
        },
        p95_latency_ms: latency_details(&summary.latencies),
        cost_per_accepted_artifact: RatioDetails {
            numerator: cost.total.value().cloned(),
            denominator: cost.accepted,
            scale: Ratio::SCALE,
            at_least: cost.at_least.iter().filter_map(divided).collect(),
        },
        stop_reasons: StopReasonDetails {
            none: summary.stop_reasons.none,
            unknown: summary.stop_reasons.unknown,
        },
        tokens: summary.tokens.clone().map(|sum| count_details(&sum)),
        tool_calls: ToolCallDetails {
            proposed: count_details(&summary.tool_calls.proposed),
            executed: count_details(&summary.tool_calls.executed),
            suppressed: count_details(&summary.tool_calls.suppressed),
        },
        unknown: reasons(summary),
    }
}

/// A result record as JSON text, on one line: its eight keys in their order, amounts as numbers
/// digit for digit, and what stands beside them, if it is asked for.
pub fn to_json(record: &ResultRecord, details: Option<&ResultDetails>) -> String {
    let ResultRecord {
        attempts,
        accepted_artifacts,
        total_model_cost,
        // The details name the currency; the record's own eight keys do not.
        currency: _,
        sandbox_seconds,
        p95_latency_ms,
        cost_per_accepted_artifact,
        stop_reasons,
        benchmark_executed,
        place: _,
    } = record;
    let mut json = String::from("{");
    member(&mut json, "attempts", attempts);
    member(&mut json, "acceptedArtifacts", number(*accepted_artifacts));
    member(&mut json, "totalModelCost", number(*total_model_cost));
    member(&mut json, "sandboxSeconds", number(*sandbox_seconds));
    member(&mut json, "p95LatencyMs", number(*p95_latency_ms));
    member(
        &mut json,
        "costPerAcceptedArtifact",
        number(*cost_per_accepted_artifact),
    );
    member(&mut json, "stopReasons", text(stop_reasons));
    member(&mut json, "benchmarkExecuted", benchmark_executed);
    if let Some(details) = details {
        member(&mut json, "loopledger", text(details));
    }
    json.push('}');
    json
}

impl ResultDetails {
    /// The value of [`schema`](Self::schema).
    pub const SCHEMA: &'static str = "loopledger.result/v1";
}

fn member(json: &mut String, key: &str, value: impl std::fmt::Display) {
    let comma = if json.len() > 1 { "," } else { "" };
    // Writing to a string cannot fail.
    let _ = write!(json, "{comma}\"{key}\":{value}");
}

fn number<T: std::fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}

fn text<T: Serialize>(value: &T) -> String {
    // Plain data whose map keys are strings always has a JSON form.
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// The quotient with as many decimals as fit, at most [`Ratio::SCALE`].
fn divide(ratio: &Ratio) -> Option<Decimal> {
    (0..=Ratio::SCALE)
        .rev()
        .find_map(|scale| ratio.divide(scale))
}

fn cost_details(sum: &crate::sum::MoneySum) -> CostDetails {
    CostDetails {
        total: sum.total().value().cloned(),
        at_least: sum.at_least(),
        priced: sum.tally().priced(),
        coverage: coverage(sum.tally()),
    }
}

fn count_details(sum: &CountSum) -> CountDetails {
    CountDetails {
        total: sum.total().value().copied(),
        at_least: sum.at_least(),
        coverage: coverage(sum.tally()),
    }
}

fn latency_details(latencies: &Latencies) -> LatencyDetails {
    LatencyDetails {
        method: "nearest_rank".to_owned(),
        samples: latencies.samples(),
        is_maximum: latencies.is_p95_maximum(),
        coverage: Coverage {
            measured: latencies.samples(),
            of: latencies.samples() + latencies.unmeasured(),
            unknown: unknown_details(latencies.unknown()),
        },
    }
}

fn coverage(tally: &Tally) -> Coverage {
    Coverage {
        measured: tally.measured(),
        of: tally.terms(),
        unknown: unknown_details(tally.unknown()),
    }
}

fn unknown_details(unknown: &BTreeMap<UnknownReason, Unknowns>) -> Vec<UnknownDetails> {
    let unknown = unknown.iter();
    unknown
        .map(|(reason, unknowns)| UnknownDetails {
            reason: *reason,
            count: unknowns.count,
            first: unknowns.first.clone(),
        })
        .collect()
}

fn reasons(summary: &Summary) -> BTreeMap<String, UnknownReason> {
    fn reason<T>(measured: &Measured<T>) -> Option<UnknownReason> {
        measured.reason()
    }
    let cost = summary.cost_per_accepted();
    let calls = &summary.tool_calls;
    let mut all = vec![
        (
            "acceptedArtifacts".to_owned(),
            cost.accepted
                .is_none()
                .then_some(UnknownReason::AbsentField),
        ),
        ("totalModelCost".to_owned(), reason(&cost.total)),
        ("toolCost".to_owned(), reason(&summary.tool_cost.total())),
        (
            "sandboxSeconds".to_owned(),
            reason(&summary.sandbox_seconds.total()),
        ),
        ("p95LatencyMs".to_owned(), reason(&summary.latencies.p95())),
        (
            "costPerAcceptedArtifact".to_owned(),
            cost.quotient.as_ref().err().copied(),
        ),
        (
            "toolCalls.proposed".to_owned(),
            reason(&calls.proposed.total()),
        ),
        (
            "toolCalls.executed".to_owned(),
            reason(&calls.executed.total()),
        ),
        (
            "toolCalls.suppressed".to_owned(),
            reason(&calls.suppressed.total()),
        ),
    ];
    for (name, sum) in summary.tokens.named() {
        all.push((format!("tokens.{name}"), reason(&sum.total())));
    }
    all.into_iter()
        .filter_map(|(name, reason)| Some((name, reason?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Attempt;
    use loopledger_model::{AttemptRecord, Currency, StopReason};

    fn place() -> Place {
        Place::file("attempts.jsonl".into())
    }

    fn attempt(cost: Measured<Money>) -> Attempt {
        let mut record = AttemptRecord::new("a".to_owned(), UnknownReason::AbsentField);
        record.model_cost = cost;
        record.latency_ms = Measured::reported("1200.50".parse().unwrap(), place());
        record.sandbox_seconds = Measured::reported("0.1".parse().unwrap(), place());
        record.stop_reason = Measured::reported(Some(StopReason::LoopCapped), place());
        Attempt::new(record)
    }

    fn dollars(amount: &str) -> Measured<Money> {
        let currency = Currency::new("USD");
        let amount = amount.parse().unwrap();
        Measured::reported(Money { amount, currency }, place())
    }

    #[test]
    fn amounts_keep_their_digits() {
        let attempts = [
            attempt(dollars("0.1000000000000000000000001")),
            attempt(dollars("0.20")),
        ];
        assert_eq!(
            to_json(&result_record(&Summary::of(&attempts)), None),
            concat!(
                r#"{"attempts":2,"acceptedArtifacts":null,"#,
                r#""totalModelCost":0.3000000000000000000000001,"sandboxSeconds":0.2,"#,
                r#""p95LatencyMs":1200.5,"costPerAcceptedArtifact":null,"#,
                r#""stopReasons":{"loop_capped":2},"benchmarkExecuted":true}"#
            )
        );
    }

    #[test]
    fn details_say_what_is_missing_and_where() {
        let lost = Measured::unknown_at(UnknownReason::NullField, place().at("/modelCost"));
        let summary = Summary::of(&[attempt(dollars("3.0")), attempt(lost)]);
        let details = result_details(&summary);
        assert_eq!(details.currency.as_deref(), Some("USD"));
        assert_eq!(details.total_model_cost.total, None);
        assert_eq!(
            details.total_model_cost.coverage,
            Coverage {
                measured: 1,
                of: 2,
                unknown: vec![UnknownDetails {
                    reason: UnknownReason::NullField,
                    count: 1,
                    first: Some(place().at("/modelCost")),
                }],
            }
        );
        assert_eq!(
            details.unknown.get("totalModelCost"),
            Some(&UnknownReason::NullField)
        );
        assert!(details.p95_latency_ms.is_maximum);

        let json = to_json(&result_record(&summary), Some(&details));
        let (_, sibling) = json.split_once(r#","benchmarkExecuted":true,"#).unwrap();
        assert!(sibling.starts_with(
            r#""loopledger":{"schema":"loopledger.result/v1","currency":"USD","outcomes":"#
        ));
        assert!(sibling.contains(r#""atLeast":[{"amount":"3.0","currency":"USD"}]"#));
    }
}
