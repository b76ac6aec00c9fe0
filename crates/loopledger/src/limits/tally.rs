//! What runs come to under one value.

use super::Judged;
use super::run::{Outcome, Seen, SweptRun};
use crate::replay::response_place;
use crate::report;
use crate::view::MoneyView;
use crate::view::limits::{Gate, SpendAfter, SweepCount, SweepFigures, SweepJudged};
use loopledger_ledger::price::{Span, Usage, price_by_name};
use loopledger_ledger::sum::{CountSum, MoneySum};
use loopledger_model::tokens::Count;
use loopledger_model::trace::{CallOutcome, Run};
use loopledger_model::{
    Currency, InQuestion, Measured, Place, PriceTable, Tokens, UnknownReason, Verdict,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A run with what can be asked of it under each value.
pub(super) struct RunTally<'r> {
    swept: &'r SweptRun,
    run: &'r Run,
    prices: Option<&'r PriceTable>,
    /// In the order of [`SweptRun::seen`].
    verdicts: Vec<Option<Verdict>>,
    unmatched: u64,
    /// Calls that ran from each response on, and whether that is known of all of them.
    calls: Vec<(u64, bool)>,
    /// What the responses after one used.
    spent: BTreeMap<usize, Spent>,
}

/// What responses used.
#[derive(Debug, Clone, Default)]
struct Spent {
    tokens: CountSum,
    cost: MoneySum,
}

/// The figures of one value while runs are added to them.
#[derive(Debug, Default)]
pub(super) struct ValueTally {
    warned: FxHashMap<usize, Happened>,
    stopped: FxHashMap<usize, Happened>,
    after_warning: After,
    after_stop: After,
    goes_on: u64,
    stops: InQuestion,
    warnings: InQuestion,
}

/// What happens to an attempt.
#[derive(Debug, Clone, Copy)]
struct Happened {
    first: u64,
    is_what_if: bool,
}

#[derive(Debug, Default)]
struct After {
    what_if: u64,
    calls: CountSum,
    spent: Spent,
    /// Runs after whose response nothing follows, which cost nothing in whatever currency.
    costless: u64,
}

impl<'r> RunTally<'r> {
    pub(super) fn new(
        swept: &'r SweptRun,
        run: &'r Run,
        prices: Option<&'r PriceTable>,
        judgements: &[Judged],
    ) -> Self {
        let mut verdicts: Vec<Option<Verdict>> = vec![None; swept.seen.len()];
        let mut unmatched = 0;
        for judgement in judgements {
            let index = swept.seen.iter().position(|seen| {
                (seen.mark.response, seen.mark.is_stop) == (judgement.response, judgement.is_stop)
            });
            match index.and_then(|index| verdicts.get_mut(index)) {
                Some(verdict) => {
                    *verdict = Some(match *verdict {
                        Some(other) if other != judgement.verdict => Verdict::Unsure,
                        _ => judgement.verdict,
                    });
                }
                None => unmatched += 1,
            }
        }
        Self {
            swept,
            run,
            prices,
            verdicts,
            unmatched,
            calls: calls_from(run),
            spent: BTreeMap::new(),
        }
    }

    fn seen(&self) -> impl Iterator<Item = (&'r Seen, Option<Verdict>)> {
        self.swept.seen.iter().zip(self.verdicts.iter().copied())
    }

    pub(super) fn count_judged(&self, judged: &mut SweepJudged) {
        judged.unmatched += self.unmatched;
        for (seen, verdict) in self.seen() {
            judged.stops_untold += u64::from(seen.is_lost);
            let (all, looked_at, false_positives, right) = if seen.mark.is_stop {
                (
                    &mut judged.stops,
                    &mut judged.stops_looked_at,
                    &mut judged.false_positive_stops,
                    &mut judged.right_stops,
                )
            } else {
                (
                    &mut judged.warnings,
                    &mut judged.warnings_looked_at,
                    &mut judged.false_positive_warnings,
                    &mut judged.right_warnings,
                )
            };
            *all += 1;
            *looked_at += u64::from(verdict.is_some());
            *false_positives += u64::from(verdict == Some(Verdict::FalsePositive));
            *right += u64::from(verdict == Some(Verdict::Right));
        }
    }

    /// The first stop that would go, and what was said of it.
    pub(super) fn lost_stop(
        &self,
        outcome: &Outcome,
        lets_pass: bool,
    ) -> Option<(u64, Option<Verdict>)> {
        self.seen()
            .find(|(seen, _)| seen.mark.is_stop && seen.would_go(outcome, lets_pass))
            .map(|(seen, verdict)| (seen.mark.response, verdict))
    }

    /// Adds the run as it goes under one value.
    pub(super) fn add_to(&mut self, total: &mut ValueTally, outcome: &Outcome, lets_pass: bool) {
        for (seen, verdict) in self.seen() {
            if seen.would_go(outcome, lets_pass) {
                let question = if seen.mark.is_stop {
                    &mut total.stops
                } else {
                    &mut total.warnings
                };
                add_verdict(question, verdict);
            }
        }
        let attempt = self.swept.attempt;
        let stopped_at = outcome.stopped_at();
        if let Some(recorded) = self.swept.recorded_stop
            && !self.swept.has_lost_stop
            && stopped_at.is_none_or(|stop| stop > recorded)
        {
            total.goes_on += 1;
        }
        if let Some(response) = outcome.warned_at() {
            happen(&mut total.warned, attempt, response, outcome);
            self.add_after(&mut total.after_warning, outcome, response, response + 1);
        }
        if let Some(response) = stopped_at {
            happen(&mut total.stopped, attempt, response, outcome);
            // Its own calls would have been suppressed.
            self.add_after(&mut total.after_stop, outcome, response, response);
        }
    }

    /// Adds what was recorded after a response; calls count from `calls_from` on.
    fn add_after(&mut self, after: &mut After, outcome: &Outcome, response: u64, calls_from: u64) {
        after.what_if += u64::from(outcome.what_if_after.is_some());
        let place = Place {
            line: Some(self.run.line),
            ..Place::file(self.run.file.clone())
        };
        let unknown = |reason| Measured::unknown_at(reason, place.clone());
        if self
            .swept
            .recorded_stop
            .is_some_and(|stop| response >= stop)
        {
            // The run was stopped there, so that there is nothing after it.
            after.calls.add(&unknown(UnknownReason::NotRun));
            after.spent.tokens.add(&unknown(UnknownReason::NotRun));
            let reason = UnknownReason::NotRun;
            let cost = Measured::unknown_at(reason, place.clone());
            after.spent.cost.add(&cost);
            return;
        }
        let from = usize::try_from(calls_from).unwrap_or(usize::MAX);
        let (calls, is_known) = self.calls.get(from).copied().unwrap_or((0, true));
        let lost = loss(self.run);
        match lost.or((!is_known).then_some(UnknownReason::AbsentField)) {
            Some(reason) => after.calls.add_at_least(&unknown(reason), Some(calls)),
            None => after.calls.add(&Measured::derived(calls, place.clone())),
        }
        let response = usize::try_from(response).unwrap_or(usize::MAX);
        let spent = self.spent_after(response);
        let (mut tokens, mut cost) = (spent.tokens.total(), spent.cost.total());
        let (tokens_at_least, cost_at_least) = (spent.tokens.at_least(), spent.cost.at_least());
        let is_end = spent.tokens.tally().terms() == 0;
        if is_end {
            // The run ended there of itself.
            tokens = Measured::derived(0, place.clone());
        }
        if let Some(reason) = lost {
            tokens = Measured::unknown_at(reason, place.clone());
            cost = Measured::unknown_at(reason, place);
        }
        after.spent.tokens.add_at_least(&tokens, tokens_at_least);
        if is_end && lost.is_none() {
            after.costless += 1;
        } else {
            after.spent.cost.add_at_least(&cost, &cost_at_least);
        }
    }

    /// What the responses after one used.
    fn spent_after(&mut self, response: usize) -> Spent {
        if let Some(spent) = self.spent.get(&response) {
            return spent.clone();
        }
        // From the nearest point behind it that is known already.
        let known = self.spent.range(response..).next();
        let (end, mut spent) = match known {
            Some((&end, spent)) => (end.saturating_add(1), spent.clone()),
            None => (self.run.responses.len(), Spent::default()),
        };
        let responses = self.run.responses.get(response.saturating_add(1)..end);
        for it in responses.unwrap_or_default() {
            let place = response_place(self.run, it);
            spent.tokens.add(&match all_tokens(&it.tokens) {
                Ok(count) => Measured::reported(count, place.clone()),
                Err(reason) => Measured::unknown_at(reason, place.clone()),
            });
            let usage = Usage {
                tokens: it.tokens,
                cache_write_1h: it.cache_write_1h,
                span: Span::Request,
            };
            let priced = price_by_name(self.prices, it.model.as_deref(), &usage, &place);
            let at_least = priced.at_least.as_slice();
            spent.cost.add_at_least(&priced.amount, at_least);
        }
        self.spent.insert(response, spent.clone());
        spent
    }
}

impl ValueTally {
    /// The figures, without the gate and the worst case.
    pub(super) fn figures(&self) -> SweepFigures {
        SweepFigures {
            warned: count(&self.warned),
            stopped: count(&self.stopped),
            after_warning: self.after_warning.view(),
            after_stop: self.after_stop.view(),
            goes_on: self.goes_on,
            stops: self.stops,
            warnings: self.warnings,
            gate: Gate::Tightens,
            worst_case: Vec::new(),
        }
    }
}

impl After {
    fn view(&self) -> SpendAfter {
        let known = self.spent.cost.known_part();
        let mut cost = report::money_sum(&self.spent.cost);
        if self.spent.cost.tally().terms() == 0 && self.costless > 0 {
            cost.value = Some(MoneyView {
                amount: "0".to_owned(),
                currency: Currency::UNSTATED.to_owned(),
            });
            cost.reason = None;
        }
        cost.measured += self.costless;
        cost.of += self.costless;
        SpendAfter {
            what_if: self.what_if,
            calls: report::count_sum(&self.calls),
            tokens: report::count_sum(&self.spent.tokens),
            cost,
            cost_by_currency: if known.len() > 1 {
                known.iter().map(report::money_view).collect()
            } else {
                Vec::new()
            },
        }
    }
}

fn add_verdict(question: &mut InQuestion, verdict: Option<Verdict>) {
    question.count += 1;
    question.looked_at += u64::from(verdict.is_some());
    match verdict {
        Some(Verdict::FalsePositive) => question.false_positives += 1,
        Some(Verdict::Right) => question.right += 1,
        Some(Verdict::Unsure) => question.unsure += 1,
        None => {}
    }
}

fn happen(to: &mut FxHashMap<usize, Happened>, attempt: usize, response: u64, outcome: &Outcome) {
    let is_what_if = outcome.is_what_if(response);
    to.entry(attempt)
        .and_modify(|happened| {
            happened.first = happened.first.min(response);
            // It happens for certain where it does so in one of the runs.
            happened.is_what_if &= is_what_if;
        })
        .or_insert(Happened {
            first: response,
            is_what_if,
        });
}

fn count(happened: &FxHashMap<usize, Happened>) -> SweepCount {
    SweepCount {
        attempts: happened.len() as u64,
        what_if: happened.values().filter(|it| it.is_what_if).count() as u64,
        first_response: happened.values().map(|it| it.first).min(),
    }
}

/// The calls that ran from each response on, and whether that is known of all of them.
fn calls_from(run: &Run) -> Vec<(u64, bool)> {
    let mut from = vec![(0, true)];
    let mut calls = 0;
    let mut is_known = true;
    for response in run.responses.iter().rev() {
        for call in &response.tool_calls {
            match call.outcome {
                CallOutcome::Executed { .. } => calls += 1,
                CallOutcome::Suppressed => {}
                CallOutcome::Unknown => is_known = false,
            }
        }
        from.push((calls, is_known));
    }
    from.reverse();
    from
}

/// Tokens of every category. One that the source does not tell apart is counted in a wider one.
fn all_tokens(tokens: &Tokens<Count>) -> Count {
    let mut all = tokens.input_uncached?.checked_add(tokens.output?);
    for part in [tokens.cache_read, tokens.cache_write, tokens.reasoning] {
        match part {
            Ok(count) => all = all.and_then(|all| all.checked_add(count)),
            Err(
                UnknownReason::AbsentField | UnknownReason::NullField | UnknownReason::SentinelZero,
            ) => {}
            Err(reason) => return Err(reason),
        }
    }
    all.ok_or(UnknownReason::Ambiguous)
}

/// Why a part of a run's file is lost, if one is.
fn loss(run: &Run) -> Option<UnknownReason> {
    if run.unreadable_records > 0 {
        Some(UnknownReason::ParseError)
    } else if run.is_truncated {
        Some(UnknownReason::TruncatedFile)
    } else {
        None
    }
}
