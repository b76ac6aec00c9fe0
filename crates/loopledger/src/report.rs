//! The ledger's figures as they are shown.

use crate::inspect::InspectSession;
use crate::view::{
    AttemptView, DecisionView, DisagreementView, Figure, GroupView, LatencyView, MoneyView,
    OutcomeView, PriceTableView, RatioView, RecordedResultView, ReportView, SumFigure, UnknownView,
};
use indexmap::IndexMap;
use loopledger_ledger::ledger::{Attempt, Ledger};
use loopledger_ledger::price::{Span, Usage, price_by_name};
use loopledger_ledger::result;
use loopledger_ledger::sum::{CountSum, DecimalSum, MoneySum, Tally};
use loopledger_ledger::summary::{GroupBy, Ratio, Summary};
use loopledger_model::tokens::Count;
use loopledger_model::trace::{Agent, CallOutcome, Run};
use loopledger_model::{
    Decision, Measured, Money, Outcome, Place, PriceTable, ResultRecord, RunRow, StopReason,
    Tokens, UnknownReason,
};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// Outcomes in the order in which they are shown.
const OUTCOMES: [Outcome; 5] = [
    Outcome::Accepted,
    Outcome::Rejected,
    Outcome::Failed,
    Outcome::Capped,
    Outcome::Unknown,
];

/// Decimals of a quotient that would be 0 with fewer.
const SMALLEST_SCALE: u32 = 27;

/// What everything came to. `lists_attempts` says whether a file was read that lists attempts,
/// be it none.
pub(crate) fn report(
    ledger: &Ledger,
    lists_attempts: bool,
    results: Vec<&ResultRecord>,
    prices: Vec<&PriceTable>,
) -> ReportView {
    let is_empty = ledger.attempts.is_empty() && ledger.unreadable.is_empty() && !lists_attempts;
    let summary = ledger.summary();
    let record = (!is_empty).then(|| result::result_record(&summary));
    ReportView {
        total: (!is_empty).then(|| group_view(None, &summary)),
        variants: variants(ledger),
        result_record: record
            .as_ref()
            .map(|record| result::to_json(record, Some(&result::result_details(&summary)))),
        result_record_alone: record.as_ref().map(|record| result::to_json(record, None)),
        recorded_results: results.into_iter().map(recorded_result).collect(),
        unknowns: unknowns(ledger),
        price_tables: prices
            .into_iter()
            .map(|table| PriceTableView {
                file: table.file.to_string(),
                sha256: table.sha256.clone(),
                date: table.date.clone(),
                models: table.models.len() as u64,
            })
            .collect(),
        disagreements: ledger
            .disagreements
            .iter()
            .map(|disagreement| DisagreementView {
                attempt: disagreement.attempt_id.clone(),
                field: disagreement.field.clone(),
                kept: disagreement.kept.clone(),
                kept_place: disagreement.kept_at.clone(),
                other: disagreement.other.clone(),
                other_place: disagreement.other_at.clone(),
            })
            .collect(),
        manifest_digests: summary
            .manifests
            .iter()
            .map(|digest| digest.clone().unwrap_or_else(|| "none".to_owned()))
            .collect(),
    }
}

/// The groups of attempts by variant, in order of first appearance; none where no attempt names a
/// variant.
fn variants(ledger: &Ledger) -> Vec<GroupView> {
    if !ledger
        .attempts
        .iter()
        .any(|attempt| attempt.record().variant_id.is_some())
    {
        return Vec::new();
    }
    let mut groups = ledger.groups(GroupBy::Variant);
    groups.sort_by_key(|group| {
        ledger
            .attempts
            .iter()
            .position(|attempt| {
                let record = attempt.record();
                record.variant_id == group.key.variant_id
                    && record.experiment_id == group.key.experiment_id
                    && record.manifest_digest == group.key.manifest_digest
            })
            .unwrap_or(usize::MAX)
    });
    groups
        .iter()
        .map(|group| group_view(group.key.variant_id.clone(), &group.summary))
        .collect()
}

fn group_view(variant: Option<String>, summary: &Summary) -> GroupView {
    let known_part = summary.model_cost.known_part();
    GroupView {
        variant,
        attempts: summary.attempts,
        accepted_artifacts: summary.accepted_artifacts(),
        reviewed: summary.reviewed,
        outcomes: OUTCOMES
            .into_iter()
            .map(|outcome| {
                let total = summary.outcomes.get(&outcome);
                OutcomeView {
                    outcome,
                    attempts: total.map_or(0, |total| total.attempts),
                    model_cost: money_sum(
                        total.map_or(&MoneySum::default(), |total| &total.model_cost),
                    ),
                }
            })
            .collect(),
        model_cost: money_sum(&summary.model_cost),
        model_cost_by_currency: if known_part.len() > 1 {
            known_part.iter().map(money_view).collect()
        } else {
            Vec::new()
        },
        tool_cost: money_sum(&summary.tool_cost),
        cost_per_accepted_artifact: ratio_view(summary),
        sandbox_seconds: decimal_sum(&summary.sandbox_seconds),
        latency: latency_view(summary),
        tokens: Tokens {
            input_uncached: count_sum(&summary.tokens.input_uncached),
            cache_read: count_sum(&summary.tokens.cache_read),
            cache_write: count_sum(&summary.tokens.cache_write),
            output: count_sum(&summary.tokens.output),
            reasoning: count_sum(&summary.tokens.reasoning),
        },
        tool_calls_proposed: count_sum(&summary.tool_calls.proposed),
        tool_calls_executed: count_sum(&summary.tool_calls.executed),
        tool_calls_suppressed: count_sum(&summary.tool_calls.suppressed),
        stop_reasons: summary
            .stop_reasons
            .by_reason
            .iter()
            .map(|(reason, count)| (reason.to_string(), *count))
            .collect(),
        not_stopped: summary.stop_reasons.none,
        stop_reason_unknown: summary.stop_reasons.unknown,
    }
}

fn ratio_view(summary: &Summary) -> RatioView {
    let ratio = summary.cost_per_accepted();
    let divided = |ratio: &Ratio| {
        let amount = ratio.divide(Ratio::SCALE)?;
        // A cost is never shown as 0 because it is small.
        let amount = if amount.is_zero() && !ratio.numerator.amount.is_zero() {
            ratio.divide(SMALLEST_SCALE)?
        } else {
            amount
        };
        Some(MoneyView {
            amount: amount.to_string(),
            currency: ratio.numerator.currency.to_string(),
        })
    };
    let value = ratio.quotient.as_ref().ok().and_then(divided);
    RatioView {
        reason: match &ratio.quotient {
            Err(reason) => Some(*reason),
            Ok(_) if value.is_none() => Some(UnknownReason::Ambiguous),
            Ok(_) => None,
        },
        value,
        numerator: ratio.total.value().map(money_view),
        denominator: ratio.accepted,
        lower_bound: match ratio.at_least.as_slice() {
            [bound] => divided(bound),
            _ => None,
        },
    }
}

fn latency_view(summary: &Summary) -> LatencyView {
    let p95 = summary.latencies.p95();
    LatencyView {
        p95_ms: p95.value().map(ToString::to_string),
        reason: p95.reason(),
        samples: summary.latencies.samples(),
        unknown: summary.latencies.unmeasured(),
        equals_maximum: summary.latencies.is_p95_maximum(),
    }
}

fn money_sum(sum: &MoneySum) -> SumFigure<MoneyView> {
    let total = sum.total();
    let at_least = sum.at_least();
    sum_figure(
        sum.tally(),
        &total,
        total.value().map(money_view),
        match at_least.as_slice() {
            [money] => Some(money_view(money)),
            _ => None,
        },
    )
}

fn count_sum(sum: &CountSum) -> SumFigure<u64> {
    let total = sum.total();
    sum_figure(sum.tally(), &total, total.value().copied(), sum.at_least())
}

fn decimal_sum(sum: &DecimalSum) -> SumFigure<String> {
    let total = sum.total();
    sum_figure(
        sum.tally(),
        &total,
        total.value().map(ToString::to_string),
        sum.known_part().map(|known| known.to_string()),
    )
}

fn sum_figure<T, U>(
    tally: &Tally,
    total: &Measured<T>,
    value: Option<U>,
    lower_bound: Option<U>,
) -> SumFigure<U> {
    SumFigure {
        value,
        reason: total.reason(),
        reasons: tally
            .unknown()
            .iter()
            .map(|(reason, unknowns)| (*reason, unknowns.count))
            .collect(),
        lower_bound,
        measured: tally.measured(),
        of: tally.terms(),
        origin: match (tally.measured(), tally.priced()) {
            (0, _) => None,
            (_, 0) => Some("reported".to_owned()),
            (measured, priced) if measured == priced => Some("priced".to_owned()),
            _ => Some("mixed".to_owned()),
        },
        place: total.place().cloned(),
    }
}

/// A result record as it was read.
fn recorded_result(record: &ResultRecord) -> RecordedResultView {
    let place = record
        .place
        .clone()
        .unwrap_or_else(|| Place::file("".into()));
    // Where nothing was run, no metric was measured, whatever stands there.
    let measured = |value: Option<Decimal>| value.filter(|_| record.benchmark_executed);
    let figure = |value: Option<Decimal>, key: &str| Figure {
        value: value.map(|value| value.to_string()),
        reason: match value {
            Some(_) => None,
            None if record.benchmark_executed => Some(UnknownReason::NullField),
            None => Some(UnknownReason::NotRun),
        },
        origin: value.map(|_| "reported".to_owned()),
        place: Some(place.at(key)),
    };
    RecordedResultView {
        benchmark_executed: record.benchmark_executed,
        attempts: record.attempts,
        accepted_artifacts: record.accepted_artifacts,
        total_model_cost: figure(measured(record.total_model_cost), "/totalModelCost"),
        sandbox_seconds: figure(measured(record.sandbox_seconds), "/sandboxSeconds"),
        p95_latency_ms: figure(measured(record.p95_latency_ms), "/p95LatencyMs"),
        cost_per_accepted_artifact: figure(
            measured(record.cost_per_accepted_artifact),
            "/costPerAcceptedArtifact",
        ),
        stop_reasons: record
            .stop_reasons
            .iter()
            .map(|(reason, count)| (reason.to_string(), *count))
            .collect(),
        json: result::to_json(
            &ResultRecord {
                total_model_cost: measured(record.total_model_cost),
                sandbox_seconds: measured(record.sandbox_seconds),
                p95_latency_ms: measured(record.p95_latency_ms),
                cost_per_accepted_artifact: measured(record.cost_per_accepted_artifact),
                ..record.clone()
            },
            None,
        ),
        place,
    }
}

/// Every unknown of every attempt, by field and reason.
fn unknowns(ledger: &Ledger) -> Vec<UnknownView> {
    let mut found: IndexMap<(&'static str, UnknownReason), UnknownView> = IndexMap::new();
    for attempt in &ledger.attempts {
        let record = attempt.record();
        let calls = &record.tool_calls;
        let tokens = &record.tokens;
        for (field, reason, place) in [
            unknown("modelCost", &record.model_cost),
            unknown("toolCost", &record.tool_cost),
            unknown("tokens.inputUncached", &tokens.input_uncached),
            unknown("tokens.cacheRead", &tokens.cache_read),
            unknown("tokens.cacheWrite", &tokens.cache_write),
            unknown("tokens.output", &tokens.output),
            unknown("tokens.reasoning", &tokens.reasoning),
            unknown("toolCalls.proposed", &calls.proposed),
            unknown("toolCalls.executed", &calls.executed),
            unknown("toolCalls.suppressed", &calls.suppressed),
            unknown("sandboxSeconds", &record.sandbox_seconds),
            unknown("latencyMs", &record.latency_ms),
            unknown("stopReason", &record.stop_reason),
        ]
        .into_iter()
        .flatten()
        {
            found
                .entry((field, reason))
                .or_insert_with(|| UnknownView {
                    field: field.to_owned(),
                    reason,
                    attempts: Vec::new(),
                    place: place.or(record.place.as_ref()).cloned(),
                })
                .attempts
                .push(record.attempt_id.clone());
        }
    }
    for unreadable in &ledger.unreadable {
        found
            .entry(("record", unreadable.reason))
            .or_insert_with(|| UnknownView {
                field: "record".to_owned(),
                reason: unreadable.reason,
                attempts: Vec::new(),
                place: Some(unreadable.place.clone()),
            });
    }
    found.into_values().collect()
}

fn unknown<'m, T>(
    field: &'static str,
    measured: &'m Measured<T>,
) -> Option<(&'static str, UnknownReason, Option<&'m Place>)> {
    Some((field, measured.reason()?, measured.place()))
}

/// An attempt as a row of the table; `run` is the key of the run that can be replayed for it.
pub(crate) fn attempt_view(attempt: &Attempt, run: Option<String>) -> AttemptView {
    let record = attempt.record();
    let review = record.review.as_ref();
    let decimal = |measured: &Measured<Decimal>| figure(measured, ToString::to_string);
    AttemptView {
        attempt_id: record.attempt_id.clone(),
        task_id: record.task_id.clone(),
        variant_id: record.variant_id.clone(),
        retry_of: record.retry_of.clone(),
        outcome: record.outcome(),
        decision: record.decision().map(|decision| {
            match decision {
                Decision::Accepted => "accepted",
                Decision::Rejected => "rejected",
            }
            .to_owned()
        }),
        decision_reason: review.and_then(|review| review.reason.clone()),
        reviewer: review.and_then(|review| review.reviewer.clone()),
        status: record
            .status
            .as_ref()
            .map(|status| status.as_str().to_owned()),
        stop_reason: figure(&record.stop_reason, |reason| {
            reason.as_ref().map(ToString::to_string).unwrap_or_default()
        }),
        model: record.model.clone(),
        tokens: Tokens {
            input_uncached: figure(&record.tokens.input_uncached, |count| *count),
            cache_read: figure(&record.tokens.cache_read, |count| *count),
            cache_write: figure(&record.tokens.cache_write, |count| *count),
            output: figure(&record.tokens.output, |count| *count),
            reasoning: figure(&record.tokens.reasoning, |count| *count),
        },
        tool_calls_proposed: figure(&record.tool_calls.proposed, |count| *count),
        tool_calls_executed: figure(&record.tool_calls.executed, |count| *count),
        tool_calls_suppressed: figure(&record.tool_calls.suppressed, |count| *count),
        model_cost: figure(&record.model_cost, money_view),
        tool_cost: figure(&record.tool_cost, money_view),
        sandbox_seconds: decimal(&record.sandbox_seconds),
        latency_ms: decimal(&record.latency_ms),
        started_at: figure(&record.started_at, ToString::to_string),
        ended_at: figure(&record.ended_at, ToString::to_string),
        run,
        effective_configuration: record.effective_configuration.clone(),
        unknown: record.unknown.clone(),
        // A record is plain data; writing it as JSON cannot fail.
        json: serde_json::to_string(record).unwrap_or_default(),
        place: record.place.clone(),
    }
}

pub(crate) fn figure<T, U>(measured: &Measured<T>, show: impl FnOnce(&T) -> U) -> Figure<U> {
    Figure {
        value: measured.value().map(show),
        reason: measured.reason(),
        origin: match measured {
            Measured::Known { origin, .. } => Some(origin.code().to_owned()),
            Measured::Unknown { .. } => None,
        },
        place: measured.place().cloned(),
    }
}

pub(crate) fn money_view(money: &Money) -> MoneyView {
    MoneyView {
        amount: money.amount.to_string(),
        currency: money.currency.to_string(),
    }
}

/// A run as `inspect` shows it.
///
/// Its tokens are those of the responses that were read; a report treats a run with unreadable
/// records as unknown.
pub(crate) fn inspect_run(
    run: &Run,
    decisions: Vec<DecisionView>,
    prices: Option<&PriceTable>,
) -> InspectSession {
    let mut unknown = BTreeMap::new();
    let (tokens, cost) = spend(run, prices);
    for (name, total) in tokens.named() {
        if let Some(reason) = total.reason() {
            unknown.insert(name.to_owned(), reason);
        }
    }
    if let Some(reason) = cost.reason() {
        unknown.insert("modelCost".to_owned(), reason);
    }
    if let Some(reason) = run.stop_reason.reason() {
        unknown.insert("stopReasons".to_owned(), reason);
    }
    let calls = || {
        run.responses
            .iter()
            .flat_map(|response| &response.tool_calls)
    };
    let suppressed = suppressed(run);
    if suppressed.is_none() {
        unknown.insert(
            "suppressedToolCalls".to_owned(),
            if run.is_truncated {
                UnknownReason::TruncatedFile
            } else {
                UnknownReason::AbsentField
            },
        );
    }
    let (subagent_task, id) = session_id(run);
    InspectSession {
        id,
        thread_id: run.thread_id.clone(),
        run_id: run.run_id.clone(),
        subagent_task,
        responses: Some(run.responses.len() as u64),
        tool_calls: Some(calls().count() as u64),
        suppressed_tool_calls: suppressed,
        tokens: tokens.map(|total| total.value().copied()),
        unknown,
        model_cost: cost.value().map(money_view),
        stop_reasons: stop_reasons(run.stop_reason.value()),
        decisions: decisions
            .into_iter()
            .map(|decision| {
                let DecisionView {
                    response,
                    action,
                    layer,
                    tools,
                    count,
                    ..
                } = decision;
                (response, action, layer, tools, count)
            })
            .collect(),
    }
}

/// What the model calls of a run used, and what that cost.
fn spend(run: &Run, prices: Option<&PriceTable>) -> (Tokens<Measured<u64>>, Measured<Money>) {
    let mut tokens = Tokens::<CountSum>::default();
    let mut cost = MoneySum::default();
    let mut add = |usage: &Usage, model: Option<&str>, place: &Place| {
        let sums = std::mem::take(&mut tokens);
        tokens = sums.zip(usage.tokens, |mut sum, count| {
            sum.add(&measured(count, place));
            sum
        });
        cost.add(&price_by_name(prices, model, usage, place).amount);
    };
    let place = |line: u64, byte: u64, pointer: &str| Place {
        file: run.file.clone(),
        line: Some(line),
        byte: Some(byte),
        pointer: (!pointer.is_empty()).then(|| pointer.to_owned()),
    };
    let own = if run.usage_total.is_some() {
        [].as_slice()
    } else {
        run.responses.as_slice()
    };
    for response in own.iter().chain(&run.other_spend) {
        let usage = Usage {
            tokens: response.tokens,
            cache_write_1h: response.cache_write_1h,
            span: Span::Request,
        };
        let at = place(response.line, response.byte, &response.pointer);
        add(&usage, response.model.as_deref(), &at);
    }
    if let Some(total) = &run.usage_total {
        let usage = Usage {
            tokens: total.tokens,
            cache_write_1h: Err(UnknownReason::AbsentField),
            span: Span::Total,
        };
        let at = place(total.line, total.byte, &total.pointer);
        add(&usage, total.model.as_deref(), &at);
    }
    (tokens.map(|sum| sum.total()), cost.total())
}

/// Calls of the agent that a guard took out; `None` where the file cannot tell: a state export has
/// lost them, and a file that ends early may have lost the results of others.
pub(crate) fn suppressed(run: &Run) -> Option<u64> {
    let calls = || {
        run.responses
            .iter()
            .flat_map(|response| &response.tool_calls)
    };
    let is_told = run.source.keeps_proposed_calls()
        && !run.is_truncated
        && run.unreadable_records == 0
        && calls().all(|call| call.outcome != CallOutcome::Unknown);
    is_told.then(|| {
        calls()
            .filter(|call| call.outcome == CallOutcome::Suppressed)
            .count() as u64
    })
}

fn session_id(run: &Run) -> (Option<String>, String) {
    let id = run
        .run_id
        .as_deref()
        .or(run.thread_id.as_deref())
        .unwrap_or("default");
    match &run.agent {
        Agent::Lead => (None, id.to_owned()),
        Agent::Subagent { task_id, .. } => (Some(task_id.clone()), format!("{id}/{task_id}")),
    }
}

/// A run row as `inspect` shows it: a session of which the responses are not listed.
pub(crate) fn inspect_row(row: &RunRow, prices: Option<&PriceTable>) -> InspectSession {
    let mut unknown = BTreeMap::new();
    for (name, count) in row.tokens.named() {
        if let Err(reason) = count {
            unknown.insert(name.to_owned(), *reason);
        }
    }
    let mut cost = MoneySum::default();
    let total = [(row.model.clone().unwrap_or_default(), row.tokens)];
    let by_model = if row.tokens_by_model.is_empty() {
        total.as_slice()
    } else {
        row.tokens_by_model.as_slice()
    };
    for (model, tokens) in by_model {
        let usage = Usage {
            tokens: *tokens,
            cache_write_1h: Err(UnknownReason::AbsentField),
            span: Span::Total,
        };
        cost.add(&price_by_name(prices, Some(model), &usage, &row.place).amount);
    }
    let cost = cost.total();
    if let Some(reason) = cost.reason() {
        unknown.insert("modelCost".to_owned(), reason);
    }
    if let Some(reason) = row.stop_reason.reason() {
        unknown.insert("stopReasons".to_owned(), reason);
    }
    for field in ["toolCalls", "suppressedToolCalls"] {
        unknown.insert(field.to_owned(), UnknownReason::AbsentField);
    }
    InspectSession {
        id: row.run_id.clone(),
        thread_id: row.thread_id.clone(),
        run_id: Some(row.run_id.clone()),
        subagent_task: None,
        responses: row.llm_call_count.value().copied(),
        tool_calls: None,
        suppressed_tool_calls: None,
        tokens: row.tokens.map(Result::ok),
        unknown,
        model_cost: cost.value().map(money_view),
        stop_reasons: stop_reasons(row.stop_reason.value()),
        decisions: Vec::new(),
    }
}

fn stop_reasons(reason: Option<&Option<StopReason>>) -> BTreeMap<String, u64> {
    reason
        .and_then(Option::as_ref)
        .map(|reason| (reason.to_string(), 1))
        .into_iter()
        .collect()
}

pub(crate) fn measured(count: Count, place: &Place) -> Measured<u64> {
    match count {
        Ok(count) => Measured::reported(count, place.clone()),
        Err(reason) => Measured::unknown_at(reason, place.clone()),
    }
}
