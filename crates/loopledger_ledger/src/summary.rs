//! What a group of attempts came to.
//!
//! A summary is built attempt by attempt and merges with another one; in which order and grouping
//! that happens makes no difference, so that the work can be split.

use crate::ledger::{Attempt, Unreadable};
use crate::quantile::Latencies;
use crate::sum::{CountSum, DecimalSum, MoneySum};
use loopledger_model::{
    Currency, Decision, Measured, Money, Outcome, StopReason, Tokens, UnknownReason,
};
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

/// What a group of attempts came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Attempts of any end: accepted, rejected, failed, capped, cancelled and retried.
    pub attempts: u64,
    /// Records of further attempts that could not be read. Each is an unknown term of every sum.
    pub unreadable: u64,
    /// The attempts by outcome; every attempt has exactly one.
    pub outcomes: BTreeMap<Outcome, OutcomeTotal>,
    /// Attempts with a verdict.
    pub reviewed: u64,
    /// Accepted artifacts; an attempt delivers at most one.
    pub accepted: u64,
    /// What the model calls cost.
    pub model_cost: MoneySum,
    /// What the tools cost.
    pub tool_cost: MoneySum,
    /// How long sandboxes were held, in seconds.
    pub sandbox_seconds: DecimalSum,
    /// Tokens by category.
    pub tokens: Tokens<CountSum>,
    /// Tool calls, in three counts that are never mixed.
    pub tool_calls: ToolCallSums,
    /// End-to-end latencies, in milliseconds.
    pub latencies: Latencies,
    /// Why attempts stopped.
    pub stop_reasons: StopReasonCounts,
    /// The digests of the manifests that the attempts were made under; `None` for attempts outside
    /// a frozen experiment. More than one means that the attempts must not be compared.
    pub manifests: BTreeSet<Option<String>>,
}

/// The attempts of one outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutcomeTotal {
    /// How many there are.
    pub attempts: u64,
    /// What their model calls cost.
    pub model_cost: MoneySum,
}

/// Sums of tool calls.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolCallSums {
    /// Calls that model responses proposed.
    pub proposed: CountSum,
    /// Calls that ran and left a result.
    pub executed: CountSum,
    /// Calls that were proposed and that a guard took out.
    pub suppressed: CountSum,
}

/// How many attempts each guard stopped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StopReasonCounts {
    /// Attempts by the reason that stopped them.
    pub by_reason: BTreeMap<StopReason, u64>,
    /// Attempts that no guard stopped.
    pub none: u64,
    /// Attempts of which nobody knows.
    pub unknown: u64,
}

/// What attempts are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GroupBy {
    /// Experiment and manifest digest.
    Experiment,
    /// Experiment, manifest digest and variant.
    Variant,
}

/// Attempts that may be compared with each other, and what they came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What the attempts have in common.
    pub key: GroupKey,
    /// What they came to.
    pub summary: Summary,
}

/// What the attempts of a group have in common. Attempts under different manifest digests are never
/// in one group.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupKey {
    /// The experiment; `None` outside one.
    pub experiment_id: Option<String>,
    /// The digest of the frozen manifest; `None` outside a frozen experiment.
    pub manifest_digest: Option<String>,
    /// The variant; `None` where the records do not say, and where variants are not told apart.
    pub variant_id: Option<String>,
}

/// Total model cost of all attempts over accepted artifacts, with both kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostPerAccepted {
    /// The numerator: the model cost of all attempts, whatever their end.
    pub total: Measured<Money>,
    /// The denominator; `None` where nobody reviewed anything.
    pub accepted: Option<u64>,
    /// The quotient, or why there is none.
    pub quotient: Result<Ratio, UnknownReason>,
    /// Where the quotient is unknown for its numerator, the least that it can be, by currency.
    pub at_least: Vec<Ratio>,
}

/// An amount of money over a count: an exact fraction, divided for display only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratio {
    /// The amount.
    pub numerator: Money,
    /// The count.
    pub denominator: NonZeroU64,
}

impl Summary {
    /// The summary of some attempts; records that could not be read are to be added to it.
    pub fn of<'a>(attempts: impl IntoIterator<Item = &'a Attempt>) -> Self {
        let mut summary = Self::default();
        for attempt in attempts {
            summary.add(attempt);
        }
        summary
    }

    /// Adds an attempt.
    pub fn add(&mut self, attempt: &Attempt) {
        let record = attempt.record();
        let cost_at_least = attempt.model_cost_at_least();
        let add_cost = |sum: &mut MoneySum| {
            if record.credit {
                sum.add_credit(&record.model_cost);
            } else {
                sum.add_at_least(&record.model_cost, cost_at_least);
            }
        };
        self.attempts += 1;
        let outcome = self.outcomes.entry(record.outcome()).or_default();
        outcome.attempts += 1;
        add_cost(&mut outcome.model_cost);
        add_cost(&mut self.model_cost);
        if record.credit {
            self.tool_cost.add_credit(&record.tool_cost);
        } else {
            self.tool_cost.add(&record.tool_cost);
        }
        let decision = record.decision();
        self.reviewed += u64::from(decision.is_some());
        self.accepted += u64::from(decision == Some(Decision::Accepted));
        self.sandbox_seconds.add(&record.sandbox_seconds);
        let terms = record.tokens.clone();
        let terms = terms.zip(*attempt.tokens_at_least(), |term, at_least| {
            (term, at_least)
        });
        self.zip_tokens(terms, |sum, (term, at_least)| {
            sum.add_at_least(term, *at_least);
        });
        self.tool_calls.proposed.add(&record.tool_calls.proposed);
        self.tool_calls.executed.add(&record.tool_calls.executed);
        self.tool_calls
            .suppressed
            .add(&record.tool_calls.suppressed);
        self.latencies.add(&record.latency_ms);
        self.stop_reasons.add(&record.stop_reason);
        self.manifests.insert(record.manifest_digest.clone());
    }

    /// Adds a record that could not be read: an attempt was made, and all that it used is unknown.
    pub fn add_unreadable(&mut self, unreadable: &Unreadable) {
        fn lost<T>(unreadable: &Unreadable) -> Measured<T> {
            Measured::unknown_at(unreadable.reason, unreadable.place.clone())
        }
        self.unreadable += 1;
        self.model_cost.add(&lost(unreadable));
        self.tool_cost.add(&lost(unreadable));
        self.sandbox_seconds.add(&lost(unreadable));
        let count = lost(unreadable);
        self.zip_tokens(Tokens::splat(count.clone()), CountSum::add);
        self.tool_calls.proposed.add(&count);
        self.tool_calls.executed.add(&count);
        self.tool_calls.suppressed.add(&count);
        self.latencies.add(&lost(unreadable));
        self.stop_reasons.unknown += 1;
    }

    /// Adds the attempts of another summary.
    pub fn merge(&mut self, other: &Self) {
        let Self {
            attempts,
            unreadable,
            outcomes,
            reviewed,
            accepted,
            model_cost,
            tool_cost,
            sandbox_seconds,
            tokens,
            tool_calls,
            latencies,
            stop_reasons,
            manifests,
        } = other;
        self.attempts += attempts;
        self.unreadable += unreadable;
        for (outcome, total) in outcomes {
            let ours = self.outcomes.entry(*outcome).or_default();
            ours.attempts += total.attempts;
            ours.model_cost.merge(&total.model_cost);
        }
        self.reviewed += reviewed;
        self.accepted += accepted;
        self.model_cost.merge(model_cost);
        self.tool_cost.merge(tool_cost);
        self.sandbox_seconds.merge(sandbox_seconds);
        self.zip_tokens(tokens.clone(), CountSum::merge);
        self.tool_calls.proposed.merge(&tool_calls.proposed);
        self.tool_calls.executed.merge(&tool_calls.executed);
        self.tool_calls.suppressed.merge(&tool_calls.suppressed);
        self.latencies.merge(latencies);
        for (reason, count) in &stop_reasons.by_reason {
            *self
                .stop_reasons
                .by_reason
                .entry(reason.clone())
                .or_default() += count;
        }
        self.stop_reasons.none += stop_reasons.none;
        self.stop_reasons.unknown += stop_reasons.unknown;
        self.manifests.extend(manifests.iter().cloned());
    }

    /// Whether anything was run. If not, every metric is unknown.
    pub fn is_executed(&self) -> bool {
        self.attempts > 0
    }

    /// Accepted artifacts; `None` where attempts were made and nobody reviewed any.
    pub fn accepted_artifacts(&self) -> Option<u64> {
        (self.attempts == 0 || self.reviewed > 0).then_some(self.accepted)
    }

    /// Whether the attempts were made under different manifests, so that they must not be compared.
    pub fn is_mixed(&self) -> bool {
        self.manifests.len() > 1
    }

    /// The total model cost of all attempts over accepted artifacts.
    pub fn cost_per_accepted(&self) -> CostPerAccepted {
        let total = self.model_cost.total();
        let accepted = self.accepted_artifacts();
        let quotient = match (accepted, total.value()) {
            _ if !self.is_executed() => Err(total.reason().unwrap_or(UnknownReason::NotRun)),
            (None, _) => Err(UnknownReason::AbsentField),
            (Some(0), _) => Err(UnknownReason::NothingAccepted),
            (Some(accepted), Some(money)) => {
                Ratio::new(money.clone(), accepted).ok_or(UnknownReason::NothingAccepted)
            }
            (Some(_), None) => Err(total.reason().unwrap_or(UnknownReason::PartUnknown)),
        };
        let mut at_least = Vec::new();
        if quotient.is_err() && self.accepted > 0 {
            // A record that cannot be read may be that of an accepted artifact.
            let most_accepted = self.accepted.saturating_add(self.unreadable);
            let known = self.model_cost.at_least().into_iter();
            at_least.extend(known.filter_map(|money| Ratio::new(money, most_accepted)));
        }
        CostPerAccepted {
            total,
            accepted,
            quotient,
            at_least,
        }
    }

    /// The currency of the model cost: the one in which every known part of it stands.
    pub fn currency(&self) -> Option<Currency> {
        let known = self.model_cost.known_part();
        let at_least = self.model_cost.at_least();
        let mut currencies = known.iter().chain(&at_least).map(|money| &money.currency);
        let first = currencies.next()?;
        currencies
            .all(|other| other == first)
            .then(|| first.clone())
    }

    fn zip_tokens<T>(&mut self, terms: Tokens<T>, add: impl Fn(&mut CountSum, &T)) {
        let sums = std::mem::take(&mut self.tokens);
        self.tokens = sums.zip(terms, |mut sum, term| {
            add(&mut sum, &term);
            sum
        });
    }
}

impl StopReasonCounts {
    fn add(&mut self, reason: &Measured<Option<StopReason>>) {
        match reason.value() {
            Some(Some(reason)) => *self.by_reason.entry(reason.clone()).or_default() += 1,
            Some(None) => self.none += 1,
            None => self.unknown += 1,
        }
    }
}

/// Summarises attempts by group, in the order of their keys.
///
/// A record that could not be read may belong to any group that has records in the same file, and
/// makes the sums of each of them unknown; without such a group it is a group of its own. Merging
/// the groups therefore does not give [`Ledger::summary`](crate::ledger::Ledger::summary).
pub fn summarise(attempts: &[Attempt], unreadable: &[Unreadable], by: GroupBy) -> Vec<Group> {
    let mut groups: BTreeMap<GroupKey, Summary> = BTreeMap::new();
    let mut files: BTreeMap<&str, BTreeSet<GroupKey>> = BTreeMap::new();
    for attempt in attempts {
        let record = attempt.record();
        let key = GroupKey {
            experiment_id: record.experiment_id.clone(),
            manifest_digest: record.manifest_digest.clone(),
            variant_id: match by {
                GroupBy::Experiment => None,
                GroupBy::Variant => record.variant_id.clone(),
            },
        };
        if let Some(place) = &record.place {
            files.entry(&place.file).or_default().insert(key.clone());
        }
        groups.entry(key).or_default().add(attempt);
    }
    let nowhere = BTreeSet::from([GroupKey {
        experiment_id: None,
        manifest_digest: None,
        variant_id: None,
    }]);
    for unreadable in unreadable {
        let keys = files.get(&*unreadable.place.file).unwrap_or(&nowhere);
        for key in keys {
            groups
                .entry(key.clone())
                .or_default()
                .add_unreadable(unreadable);
        }
    }
    groups
        .into_iter()
        .map(|(key, summary)| Group { key, summary })
        .collect()
}

impl Ratio {
    /// The decimals that [`ResultRecord`](loopledger_model::ResultRecord) shows.
    pub const SCALE: u32 = 12;

    /// An amount over a count; `None` for a count of 0.
    pub fn new(numerator: Money, denominator: u64) -> Option<Self> {
        Some(Self {
            numerator,
            denominator: NonZeroU64::new(denominator)?,
        })
    }

    /// The quotient with at most so many decimals, rounded once, half to even, and without trailing
    /// zeros; `None` where a decimal cannot hold it.
    ///
    /// ```
    /// use loopledger_ledger::summary::Ratio;
    /// use loopledger_model::{Currency, Money};
    ///
    /// let dollars = |amount: &str| Money {
    ///     amount: amount.parse().unwrap(),
    ///     currency: Currency::new("USD"),
    /// };
    /// let quotient = |amount, count| {
    ///     let ratio = Ratio::new(dollars(amount), count).unwrap();
    ///     ratio.divide(Ratio::SCALE).unwrap().to_string()
    /// };
    /// assert_eq!(quotient("10.0", 2), "5");
    /// assert_eq!(quotient("2", 3), "0.666666666667");
    /// ```
    pub fn divide(&self, scale: u32) -> Option<Decimal> {
        let amount = self.numerator.amount;
        let divisor = u128::from(self.denominator.get());
        let mut quotient = amount.mantissa().unsigned_abs();
        let mut remainder = quotient % divisor;
        quotient /= divisor;
        let mut decimals = amount.scale();
        // Long division, digit by digit; the remainder is below 2^64, so ten of it fit.
        while decimals < scale && remainder != 0 {
            quotient = quotient
                .checked_mul(10)?
                .checked_add(remainder * 10 / divisor)?;
            remainder = remainder * 10 % divisor;
            decimals += 1;
        }
        // What is cut off, as a digit and whether anything follows it.
        let mut digit = 0;
        let mut is_more = false;
        if decimals > scale {
            while decimals > scale {
                is_more |= digit != 0;
                digit = quotient % 10;
                quotient /= 10;
                decimals -= 1;
            }
            is_more |= remainder != 0;
        } else {
            digit = remainder * 10 / divisor;
            is_more = !(remainder * 10).is_multiple_of(divisor);
        }
        if digit > 5 || (digit == 5 && (is_more || !quotient.is_multiple_of(2))) {
            quotient = quotient.checked_add(1)?;
        }
        let quotient = i128::try_from(quotient).ok()?;
        let signed = if amount.is_sign_negative() {
            -quotient
        } else {
            quotient
        };
        let quotient = Decimal::try_from_i128_with_scale(signed, decimals).ok()?;
        Some(quotient.normalize())
    }
}

#[cfg(test)]
mod tests;
