//! SWE-agent's trajectories (`.traj`).
//!
//! - A step is a response with at most one action; the tool is the action's first word, and the
//!   whole action its argument. A step that the model had no part in (`exit_cost`, …) is none.
//! - Tokens are told only for the whole attempt, without saying which of them came from a cache.
//! - A file of several attempts (`attempts`) repeats the chosen one beside them, which is not
//!   counted again; each one is the retry of the one before.

use super::message::Interner;
use super::trajectory::{CostSum, Names, Trajectories, cost, end, model_of_config};
use crate::content;
use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record};
use loopledger_json::Node;
use loopledger_model::tokens::Count;
use loopledger_model::trace::{
    Agent, CallOutcome, ContentDigest, Response, Run, RunUsage, ToolCall, TraceSource,
};
use loopledger_model::{AttemptRecord, Measured, Tokens, UnknownReason};
use std::sync::Arc;

pub(crate) const WANTS: &str =
    "a trajectory of steps with action and observation beside info (SWE-agent)";

/// Whether a document is a trajectory.
pub(crate) fn is_trajectory(root: &Node<'_>) -> bool {
    let is_one = |node: &Node<'_>| {
        let Some(steps) = node.get("trajectory").and_then(Node::array) else {
            return false;
        };
        let is_step = |step: &Node<'_>| {
            step.get("action").is_some()
                && ["observation", "response", "thought"]
                    .iter()
                    .any(|key| step.get(key).is_some())
        };
        match steps {
            [] => node.get("info").is_some() && node.get("messages").is_none(),
            _ => steps.iter().any(is_step),
        }
    };
    is_one(root) || attempts(root).iter().any(is_one)
}

fn attempts<'n, 'a>(root: &'n Node<'a>) -> &'n [Node<'a>] {
    let list = root
        .get("attempts")
        .and_then(Node::array)
        .unwrap_or_default();
    if list.iter().any(|node| node.get("trajectory").is_some()) {
        list
    } else {
        &[]
    }
}

/// Reads a trajectory, or several attempts of one.
pub(crate) fn read_trajectory(
    context: &mut Context,
    root: Record<'_, '_>,
    is_torn: bool,
) -> Trajectories {
    let stated = root.text(context, "instance_id");
    let model = |node: &Node<'_>| {
        let config = node.get("replay_config")?.str()?;
        model_of_config(&config.to_display())
    };
    let of_root = model(root.node);
    let names = Names::of(root.source.file, stated.as_deref(), of_root.as_deref());
    let mut out = Trajectories::default();
    let list = attempts(root.node);
    if list.is_empty() {
        read_one(context, root, &names, of_root, is_torn, &mut out);
        return out;
    }
    let mut before: Option<String> = None;
    for (index, node) in list.iter().enumerate() {
        let pointer = format!("/attempts/{index}");
        let record = Record {
            node,
            pointer: &pointer,
            ..root
        };
        let model = model(node).or_else(|| of_root.clone());
        let names = names.numbered(index + 1);
        let is_torn = is_torn && index + 1 == list.len();
        read_one(context, record, &names, model, is_torn, &mut out);
        if let Some(attempt) = out.attempts.last_mut() {
            attempt.retry_of = before.replace(attempt.attempt_id.clone());
        }
    }
    out
}

fn read_one(
    context: &mut Context,
    root: Record<'_, '_>,
    names: &Names,
    model: Option<String>,
    is_torn: bool,
    out: &mut Trajectories,
) {
    let info_pointer = format!("{}/info", root.pointer);
    let info = root.get("info").map(|node| Record {
        node,
        pointer: &info_pointer,
        ..root
    });
    let stats_pointer = format!("{info_pointer}/model_stats");
    let stats = info
        .and_then(|info| info.node.get("model_stats"))
        .map(|node| Record {
            node,
            pointer: &stats_pointer,
            ..root
        });
    let ended = end(context, info, root);
    let mut intern = Interner::default();
    let mut responses = Vec::new();
    let mut rejected = 0;
    let steps = root
        .get("trajectory")
        .and_then(Node::array)
        .unwrap_or_default();
    for (index, node) in steps.iter().enumerate() {
        let pointer = format!("{}/trajectory/{index}", root.pointer);
        let step = Record {
            node,
            pointer: &pointer,
            ..root
        };
        if node.object().is_none() || step.get("action").is_none() {
            rejected += 1;
            let found = crate::sniff::describe(node);
            let expected = "a step with an action";
            context.report(Severity::Error, "not_a_step", step.place(), expected, found);
            continue;
        }
        out.read += 1;
        responses.extend(response(&mut intern, step));
    }
    let place = root.place();
    let mut record: AttemptRecord = names.clone().record(root, model.clone());
    record.model_cost = match stats {
        None if is_torn => Measured::unknown_at(UnknownReason::TruncatedFile, place.clone()),
        _ => cost(
            context,
            stats,
            root,
            responses.len(),
            &[] as &[(&str, CostSum)],
        ),
    };
    record.name_unknowns();
    out.attempts.push(record);
    out.rejected += rejected + u64::from(is_torn);
    out.runs.push(Run {
        file: Arc::clone(root.source.file),
        source: TraceSource::Trajectory,
        thread_id: names.thread_id.clone(),
        run_id: Some(names.run_id.clone()),
        agent: Agent::Lead,
        usage_total: stats.map(|stats| total(context, stats, model, responses.len())),
        responses,
        other_spend: Vec::new(),
        interventions: Vec::new(),
        started_at: Measured::unknown(UnknownReason::AbsentField),
        ended_at: Measured::unknown(UnknownReason::AbsentField),
        status: ended.status,
        stop_reason: ended.stop_reason,
        artifacts: Vec::new(),
        has_terminal_record: ended.is_over && !is_torn,
        is_truncated: is_torn,
        unreadable_records: rejected,
        line: root.line(),
    });
}

/// What the whole attempt used, as far as it was counted: 0 beside responses is not measured.
fn total(
    context: &mut Context,
    stats: Record<'_, '_>,
    model: Option<String>,
    responses: usize,
) -> RunUsage {
    let mut read = |key: &str| -> Count {
        match stats.measured(context, key, field::count) {
            Measured::Known { value: 0, .. } if responses > 0 => Err(UnknownReason::SentinelZero),
            Measured::Known { value, .. } => Ok(value),
            Measured::Unknown { reason, .. } => Err(reason),
        }
    };
    let absent = Err(UnknownReason::AbsentField);
    let tokens = Tokens {
        input_uncached: read("tokens_sent"),
        cache_read: absent,
        cache_write: absent,
        output: read("tokens_received"),
        reasoning: absent,
    };
    if responses > 0 && tokens.input_uncached == Err(UnknownReason::SentinelZero) {
        let expected = "tokens, or null where none were counted";
        stats.report_key(
            context,
            Severity::Info,
            "sentinel_zero",
            "tokens_sent",
            expected,
        );
    }
    RunUsage {
        tokens,
        model: model.map(Into::into),
        line: stats.line(),
        byte: stats.byte(),
        pointer: stats.pointer.to_owned(),
    }
}

fn response(intern: &mut Interner, step: Record<'_, '_>) -> Option<Response> {
    let string = |key: &str| step.get(key).and_then(Node::str);
    let action = string("action").map(|text| text.to_display().into_owned());
    let action = action.unwrap_or_default();
    let is_silent = string("response").is_none_or(|text| text.raw().is_empty());
    let name = action.split_whitespace().next();
    if is_silent && name.is_none_or(|name| name.starts_with("exit_") || name == "skipped") {
        return None;
    }
    let digest = |key: &str| -> Option<ContentDigest> {
        let mut text = Vec::new();
        string(key)?.decode_into(&mut text);
        Some(content::digest(&text))
    };
    let outcome = if step.get("observation").is_some_and(|node| !node.is_null()) {
        CallOutcome::Executed {
            line: step.line(),
            byte: step.byte(),
            is_error: false,
            at: None,
        }
    } else {
        CallOutcome::Unknown
    };
    let calls = name.map(|name| ToolCall {
        id: None,
        // Plain text always has a JSON form.
        name: serde_json::to_string(name)
            .ok()
            .map(|name| intern.get(&name)),
        args: step
            .get("action")
            .map(|action| format!("{{\"command\": {}}}", step.source.slice(action)).into()),
        is_args_truncated: false,
        outcome,
        result: digest("observation"),
    });
    let unknown = Err(UnknownReason::AbsentField);
    Some(Response {
        id: None,
        line: step.line(),
        byte: step.byte(),
        pointer: step.pointer.to_owned(),
        caller: intern.get("agent"),
        model: None,
        tool_calls: calls.into_iter().collect(),
        redacted: None,
        tokens: Tokens::splat(unknown),
        cache_write_1h: unknown,
        latency_millis: unknown,
        words: digest("thought").or_else(|| digest("response")),
        finish_reason: None,
        created_at: None,
    })
}
