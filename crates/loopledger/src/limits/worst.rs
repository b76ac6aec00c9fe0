//! The worst case as it is shown.

use crate::report::money_view;
use crate::view::limits::{WorstCaseFigure, WorstCaseView};
use crate::view::{MoneyView, RatioView};
use loopledger_detect::{Bound, Config, Exposure, Revision};
use loopledger_ledger::summary::{Ratio, Summary};
use loopledger_model::{Currency, Money, UnknownReason, WorstCount};
use rust_decimal::Decimal;

/// What a call of a tool costs: the tool cost of all attempts over their executed calls.
pub(super) fn cost_per_call(summary: &Summary) -> RatioView {
    let cost = summary.tool_cost.total();
    let calls = summary.tool_calls.executed.total();
    let value = match (cost.value(), calls.value()) {
        (Some(cost), Some(&calls)) => product(cost, 1, calls),
        _ => None,
    };
    RatioView {
        reason: match &value {
            Some(_) => None,
            None => cost
                .reason()
                .or(calls.reason())
                // Nothing was executed, so that there is nothing to divide by.
                .or(Some(UnknownReason::NotRun)),
        },
        value,
        numerator: cost.value().map(money_view),
        denominator: calls.value().copied(),
        lower_bound: None,
    }
}

/// The worst case under a configuration; `tools` are those that the runs call.
pub(super) fn worst_case(
    revision: Revision,
    config: &Config,
    tool: Option<&str>,
    tools: &[String],
    cost_per_call: &RatioView,
) -> WorstCaseView {
    let exposure = Exposure::new(revision, config);
    let overridden = config.tool_freq_overrides.keys();
    let all = tools.iter().chain(overridden).map(String::as_str);
    let figure = |bound| figure(bound, cost_per_call);
    WorstCaseView {
        same_call: figure(exposure.same_call(tool)),
        one_tool: figure(exposure.one_tool(tool)),
        all_tools: figure(exposure.all_tools(all)),
    }
}

fn figure(bound: Bound, cost_per_call: &RatioView) -> WorstCaseFigure {
    let bound = match bound {
        Bound::AtMost(calls) => WorstCount {
            calls: Some(calls),
            reason: None,
        },
        Bound::Unbounded(reason) => WorstCount {
            calls: None,
            reason: Some(reason.as_str().to_owned()),
        },
        _ => WorstCount {
            calls: None,
            reason: Some("underived".to_owned()),
        },
    };
    let cost = bound.calls.and_then(|calls| {
        let total = cost_per_call.numerator.as_ref()?;
        let total = Money {
            amount: total.amount.parse().ok()?,
            currency: Currency::new(&total.currency),
        };
        // Multiplied before it is divided, so that only the shown figure is rounded.
        product(&total, calls, cost_per_call.denominator?)
    });
    WorstCaseFigure { bound, cost }
}

fn product(total: &Money, times: u64, over: u64) -> Option<MoneyView> {
    let numerator = Money {
        amount: total.amount.checked_mul(Decimal::from(times))?,
        currency: total.currency.clone(),
    };
    let amount = Ratio::new(numerator, over)?.divide(Ratio::SCALE)?;
    Some(MoneyView {
        amount: amount.normalize().to_string(),
        currency: total.currency.to_string(),
    })
}
