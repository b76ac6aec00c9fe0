//! Files, runs, attempts and what they came to.

use super::types::layer;
use super::{json, list};
use crate::bindings::exports::loopledger::core::records::{
    Attempt, File, Group, MeasuredCount, MeasuredMoney, MeasuredText, Money, Outcome, Place,
    Progress, Replay, ReplayDecision, Report, Run,
};
use loopledger::model::{self, UnknownReason};
use loopledger::view::{self, Figure, MoneyView, SumFigure};

impl From<Place> for model::Place {
    fn from(place: Place) -> Self {
        Self {
            file: place.file.into(),
            line: place.line,
            byte: place.byte,
            pointer: place.pointer,
        }
    }
}

impl From<loopledger::Progress> for Progress {
    fn from(progress: loopledger::Progress) -> Self {
        Self {
            done_bytes: progress.done_bytes,
            total_bytes: progress.total_bytes,
            is_done: progress.is_done,
        }
    }
}

impl From<view::FileView> for File {
    fn from(file: view::FileView) -> Self {
        Self {
            json: json(&file),
            id: file.id,
            name: file.name,
            format: file.format,
            records_read: file.records_read,
            records_rejected: file.records_rejected,
        }
    }
}

impl From<view::RunView> for Run {
    fn from(run: view::RunView) -> Self {
        Self {
            json: json(&run),
            key: run.key,
            file: run.file,
            thread_id: run.thread_id,
            run_id: run.run_id,
            is_exact: run.is_exact,
            responses: run.responses,
            tool_calls: run.tool_calls,
        }
    }
}

impl From<view::ReplayView> for Replay {
    fn from(replay: view::ReplayView) -> Self {
        Self {
            json: json(&replay),
            revision: replay.revision,
            configuration: (&replay.configuration).into(),
            configuration_source: replay.configuration_source,
            tool_freq_window: replay.tool_freq_window,
            decisions: list(replay.decisions),
            recorded: list(replay.recorded),
            what_if_after: replay.what_if_after,
        }
    }
}

impl From<view::DecisionView> for ReplayDecision {
    fn from(decision: view::DecisionView) -> Self {
        Self {
            response: decision.response,
            action: decision.action,
            layer: layer(&decision.layer),
            tools: decision.tools,
            count: decision.count,
            threshold: decision.threshold,
            line: decision.line,
        }
    }
}

impl From<view::AttemptView> for Attempt {
    fn from(attempt: view::AttemptView) -> Self {
        Self {
            json: json(&attempt),
            attempt_id: attempt.attempt_id,
            task_id: attempt.task_id,
            variant_id: attempt.variant_id,
            outcome: attempt.outcome.into(),
            stop_reason: measured(attempt.stop_reason),
            tool_calls_proposed: measured(attempt.tool_calls_proposed),
            tool_calls_executed: measured(attempt.tool_calls_executed),
            tool_calls_suppressed: measured(attempt.tool_calls_suppressed),
            model_cost: measured(attempt.model_cost),
            tool_cost: measured(attempt.tool_cost),
            sandbox_seconds: measured(attempt.sandbox_seconds),
            latency_ms: measured(attempt.latency_ms),
        }
    }
}

impl From<model::Outcome> for Outcome {
    fn from(outcome: model::Outcome) -> Self {
        match outcome {
            model::Outcome::Accepted => Self::Accepted,
            model::Outcome::Rejected => Self::Rejected,
            model::Outcome::Failed => Self::Failed,
            model::Outcome::Capped => Self::Capped,
            model::Outcome::Unknown => Self::Unknown,
        }
    }
}

impl From<view::ReportView> for Report {
    fn from(report: view::ReportView) -> Self {
        Self {
            json: json(&report),
            total: report.total.map(Into::into),
            variants: list(report.variants),
            result_record: report.result_record,
        }
    }
}

impl From<view::GroupView> for Group {
    fn from(group: view::GroupView) -> Self {
        let cost = group.cost_per_accepted_artifact;
        Self {
            variant: group.variant,
            attempts: group.attempts,
            accepted_artifacts: group.accepted_artifacts,
            model_cost: sum(group.model_cost),
            tool_cost: sum(group.tool_cost),
            cost_per_accepted_artifact: known_or(cost.value, cost.reason),
            sandbox_seconds: sum(group.sandbox_seconds),
        }
    }
}

fn measured<T, M: From<Result<T, String>>>(figure: Figure<T>) -> M {
    known_or(figure.value, figure.reason)
}

fn sum<T, M: From<Result<T, String>>>(figure: SumFigure<T>) -> M {
    known_or(figure.value, figure.reason)
}

/// What has no value has a reason; the empty code stands where a view had neither.
fn known_or<T, M: From<Result<T, String>>>(value: Option<T>, reason: Option<UnknownReason>) -> M {
    let reason = reason.map_or("", UnknownReason::code);
    value.ok_or_else(|| reason.to_owned()).into()
}

impl From<Result<MoneyView, String>> for MeasuredMoney {
    fn from(value: Result<MoneyView, String>) -> Self {
        match value {
            Ok(MoneyView { amount, currency }) => Self::Known(Money { amount, currency }),
            Err(reason) => Self::Unknown(reason),
        }
    }
}

impl From<Result<u64, String>> for MeasuredCount {
    fn from(value: Result<u64, String>) -> Self {
        match value {
            Ok(count) => Self::Known(count),
            Err(reason) => Self::Unknown(reason),
        }
    }
}

impl From<Result<String, String>> for MeasuredText {
    fn from(value: Result<String, String>) -> Self {
        match value {
            Ok(text) => Self::Known(text),
            Err(reason) => Self::Unknown(reason),
        }
    }
}
