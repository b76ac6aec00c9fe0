//! What a trace or a run row says that one run used.

use super::merge::{Notes, fill, fill_tokens};
use crate::price::{Cost, Span, Usage, price_by_name};
use crate::sum::{CountSum, MoneySum};
use loopledger_model::tokens::Count;
use loopledger_model::trace::{Agent, CallOutcome, Response, Run};
use loopledger_model::{
    Measured, Money, Place, PriceTable, RunRow, RunStatus, Tokens, ToolCallCounts, UnknownReason,
};

/// What an attempt, or a run of it, used.
#[derive(Debug, Clone)]
pub(super) struct Used {
    pub(super) tokens: Tokens<Measured<u64>>,
    pub(super) tokens_at_least: Tokens<Option<u64>>,
    pub(super) tool_calls: ToolCallCounts,
    pub(super) cost: Measured<Money>,
    pub(super) cost_at_least: Vec<Money>,
}

impl Used {
    /// Completes what a trace says by what the run's row says.
    pub(super) fn complete(&mut self, row: &Self, notes: &mut Notes<'_>) {
        fill_tokens(notes, &mut self.tokens, &row.tokens);
        fill(&mut self.cost, &row.cost);
        if self.cost_at_least.is_empty() {
            self.cost_at_least.clone_from(&row.cost_at_least);
        }
    }

    /// What several runs used together; `None` without runs.
    pub(super) fn sum(parts: &[Self]) -> Option<Self> {
        let mut account = Account::default();
        for part in parts {
            let tokens = part.tokens.clone().zip(part.tokens_at_least, |a, b| (a, b));
            let sums = std::mem::take(&mut account.tokens);
            account.tokens = sums.zip(tokens, |mut sum, (term, at_least)| {
                sum.add_at_least(&term, at_least);
                sum
            });
            account.proposed.add(&part.tool_calls.proposed);
            account.executed.add(&part.tool_calls.executed);
            account.suppressed.add(&part.tool_calls.suppressed);
            account.cost.add_at_least(&part.cost, &part.cost_at_least);
        }
        (!parts.is_empty()).then(|| account.used())
    }
}

/// The sums over a run's model responses, or over its row.
#[derive(Debug, Default)]
pub(super) struct Account {
    tokens: Tokens<CountSum>,
    proposed: CountSum,
    executed: CountSum,
    suppressed: CountSum,
    cost: MoneySum,
    /// Whether a model response has no usage. A run row counted it as 0.
    has_silent_response: bool,
}

impl Account {
    /// What a run and its subagents used, by the trace.
    pub(super) fn from_trace(runs: &[&Run], prices: Option<&PriceTable>) -> Self {
        let mut account = Self::default();
        // Responses of subagents whose task nobody could tell stand with the lead agent. The steps
        // of those tasks are the same responses, without their usage.
        let is_pooled = runs
            .iter()
            .flat_map(|run| &run.other_spend)
            .any(|response| response.caller.starts_with("subagent:"));
        for run in runs {
            if !(is_pooled && has_no_usage(run)) {
                account.add_spend(run, prices);
            }
            account.add_tool_calls(run);
        }
        account
    }

    /// Makes every sum unknown, because two copies of a run contradict each other; what was added
    /// stays as what it comes to at least.
    pub(super) fn doubt(&mut self, place: &Place) {
        let reason = UnknownReason::Ambiguous;
        self.add_tokens(&Tokens::splat(Err(reason)), place);
        self.lose_cost(reason, place);
        let unknown = Measured::unknown_at(reason, place.clone());
        self.proposed.add(&unknown);
        self.executed.add(&unknown);
        self.suppressed.add(&unknown);
    }

    /// What a run used, by its row.
    pub(super) fn from_row(row: &RunRow, prices: Option<&PriceTable>) -> Self {
        let mut account = Self::default();
        let trusted = |tokens: &Tokens<Count>| trust(row, tokens);
        let tokens = trusted(&row.tokens);
        account.add_tokens(&tokens, &row.place);
        let unknown = Measured::unknown_at(UnknownReason::AbsentField, row.place.clone());
        account.proposed.add(&unknown);
        account.executed.add(&unknown);
        account.suppressed.add(&unknown);

        let is_one_request = row.llm_call_count.value() == Some(&1);
        for (model, tokens) in &row.tokens_by_model {
            let usage = Usage {
                tokens: trusted(tokens),
                cache_write_1h: Err(UnknownReason::AbsentField),
                span: if is_one_request {
                    Span::Request
                } else {
                    Span::Total
                },
            };
            account.add_cost(&price_by_name(prices, Some(model), &usage, &row.place));
        }
        if row.tokens_by_model.is_empty() {
            let reason = UnknownReason::NoPriceForModel;
            account.lose_cost(reason, &row.place);
        } else if !is_split_complete(row) {
            account.lose_cost(UnknownReason::Ambiguous, &row.place);
        }
        account
    }

    /// Whether a row may complete what the trace lacks: a response without usage is 0 in it.
    pub(super) fn may_be_completed_by_row(&self) -> bool {
        !self.has_silent_response
    }

    pub(super) fn used(&self) -> Used {
        Used {
            tokens: self.tokens.clone().map(|sum| sum.total()),
            tokens_at_least: self.tokens.clone().map(|sum| sum.at_least()),
            tool_calls: ToolCallCounts {
                proposed: self.proposed.total(),
                executed: self.executed.total(),
                suppressed: self.suppressed.total(),
            },
            cost: self.cost.total(),
            cost_at_least: self.cost.at_least(),
        }
    }

    fn add_spend(&mut self, run: &Run, prices: Option<&PriceTable>) {
        // A total of all responses stands for their own tokens, which are unknown then.
        let own = match &run.usage_total {
            None => run.responses.as_slice(),
            Some(total) => {
                let place = Place {
                    line: Some(total.line),
                    byte: Some(total.byte),
                    pointer: (!total.pointer.is_empty()).then(|| total.pointer.clone()),
                    ..Place::file(run.file.clone())
                };
                self.add_tokens(&total.tokens, &place);
                let usage = Usage {
                    tokens: total.tokens,
                    cache_write_1h: Err(UnknownReason::AbsentField),
                    span: Span::Total,
                };
                let model = total.model.as_deref();
                self.add_cost(&price_by_name(prices, model, &usage, &place));
                &[]
            }
        };
        for response in own.iter().chain(&run.other_spend) {
            let place = response_place(run, response);
            self.add_tokens(&response.tokens, &place);
            self.has_silent_response |=
                response.tokens.input_uncached.is_err() || response.tokens.output.is_err();
            let usage = Usage {
                tokens: response.tokens,
                cache_write_1h: response.cache_write_1h,
                span: Span::Request,
            };
            self.add_cost(&price_by_name(
                prices,
                response.model.as_deref(),
                &usage,
                &place,
            ));
        }
        if let Some(reason) = loss(run) {
            // What was lost is a term of every sum, and an unknown one.
            let place = run_place(run);
            self.add_tokens(&Tokens::splat(Err(reason)), &place);
            self.lose_cost(reason, &place);
        }
    }

    fn add_tool_calls(&mut self, run: &Run) {
        let place = run_place(run);
        // What middleware asks for is no call of the agent, and what subagents ask for stands in
        // runs of their own.
        let calls = || {
            run.responses
                .iter()
                .flat_map(|response| &response.tool_calls)
        };
        let count = |is_counted: fn(CallOutcome) -> bool| {
            let number = calls().filter(|call| is_counted(call.outcome)).count();
            // A count of things in memory fits 64 bits.
            u64::try_from(number).unwrap_or(u64::MAX)
        };
        let term = |number: u64, unknown: Option<UnknownReason>| match unknown {
            None => Measured::derived(number, place.clone()),
            Some(reason) => Measured::unknown_at(reason, place.clone()),
        };
        let lost = loss(run);
        let has_open = calls().any(|call| call.outcome == CallOutcome::Unknown);
        let open = lost.or(has_open.then_some(UnknownReason::AbsentField));
        // What a guard took out of a response is not in a thread state at all.
        let keeps_proposed = run.source.keeps_proposed_calls();
        let hidden = (!keeps_proposed).then_some(UnknownReason::AbsentField);

        self.proposed.add(&term(count(|_| true), lost.or(hidden)));
        self.executed.add(&term(
            count(|outcome| matches!(outcome, CallOutcome::Executed { .. })),
            open,
        ));
        self.suppressed.add(&term(
            count(|outcome| outcome == CallOutcome::Suppressed),
            open.or(hidden),
        ));
    }

    fn add_tokens(&mut self, tokens: &Tokens<Count>, place: &Place) {
        let sums = std::mem::take(&mut self.tokens);
        self.tokens = sums.zip(*tokens, |mut sum, count| {
            sum.add(&match count {
                Ok(count) => Measured::reported(count, place.clone()),
                Err(reason) => Measured::unknown_at(reason, place.clone()),
            });
            sum
        });
    }

    fn add_cost(&mut self, cost: &Cost) {
        self.cost
            .add_at_least(&cost.amount, cost.at_least.as_slice());
    }

    fn lose_cost(&mut self, reason: UnknownReason, place: &Place) {
        self.cost.add(&Measured::unknown_at(reason, place.clone()));
    }
}

/// Whether a subagent's run is known by its steps alone, which carry no usage.
fn has_no_usage(run: &Run) -> bool {
    matches!(run.agent, Agent::Subagent { .. })
        && run.usage_total.is_none()
        && run.responses.iter().all(|response| {
            response
                .tokens
                .named()
                .iter()
                .all(|(_, count)| count.is_err())
        })
}

/// Why a part of a run's file is lost, if one is.
pub(super) fn loss(run: &Run) -> Option<UnknownReason> {
    if run.unreadable_records > 0 {
        Some(UnknownReason::ParseError)
    } else if run.is_truncated {
        Some(UnknownReason::TruncatedFile)
    } else {
        None
    }
}

/// Where a run stands.
pub(super) fn run_place(run: &Run) -> Place {
    Place {
        line: Some(run.line),
        ..Place::file(run.file.clone())
    }
}

fn response_place(run: &Run, response: &Response) -> Place {
    let Response {
        line,
        byte,
        pointer,
        ..
    } = response;
    Place {
        file: run.file.clone(),
        line: Some(*line),
        byte: Some(*byte),
        pointer: (!pointer.is_empty()).then(|| pointer.clone()),
    }
}

/// A row's counts as far as they can be trusted.
fn trust(row: &RunRow, tokens: &Tokens<Count>) -> Tokens<Count> {
    if matches!(row.status, Some(RunStatus::Pending | RunStatus::Running)) {
        return Tokens::splat(Err(UnknownReason::StreamPartial));
    }
    let is_never_called = row.llm_call_count.value() == Some(&0);
    let is_zero = |count: &Count| count.is_ok_and(|count| count == 0);
    let is_empty = tokens
        .named()
        .iter()
        .all(|(_, count)| is_zero(count) || count.is_err());
    if is_empty && !is_never_called {
        return tokens.map(|count| count.and(Err(UnknownReason::SentinelZero)));
    }
    *tokens
}

/// Whether the split by model comes to the row's totals.
fn is_split_complete(row: &RunRow) -> bool {
    let input = |tokens: &Tokens<Count>| {
        sum_known([tokens.input_uncached, tokens.cache_read, tokens.cache_write])
    };
    let output = |tokens: &Tokens<Count>| sum_known([tokens.output, tokens.reasoning]);
    let split = row.tokens_by_model.iter().map(|(_, tokens)| tokens);
    let (inputs, outputs) = split.fold((0, 0), |(inputs, outputs), tokens| {
        (inputs + input(tokens), outputs + output(tokens))
    });
    inputs == input(&row.tokens) && outputs == output(&row.tokens)
}

fn sum_known<const N: usize>(counts: [Count; N]) -> u128 {
    counts.iter().flatten().copied().map(u128::from).sum()
}
