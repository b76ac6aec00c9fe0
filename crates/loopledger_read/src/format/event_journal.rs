//! DeerFlow's event journal: one JSON record for everything that happens in a run.
//!
//! Field names and rules: `contracts/run_event_stream_contract.json` and
//! `backend/docs/RUN_EVENT_STREAM.md`, revision 2026-09-08.
//! Records are taken in file order, because `seq` cannot be relied on across processes.
//! What the journal does not show stays unknown: whether the run succeeded (`run.end` always says
//! so), and every stop but those of the loop detector and the safety filter. Run rows know both.

use super::message::{
    Interner, Message, MessageKind, Surroundings, message, recorded_at, response, tool_call,
    tool_result,
};
use crate::content;
use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record};
use crate::usage::{Convention, Usage, is_known, usage};
use indexmap::IndexMap;
use jiff::Timestamp;
use loopledger_json::Node;
use loopledger_model::trace::{
    Agent, CallOutcome, ContentDigest, Intervention, InterventionAction, Layer, Response, Run,
    RunUsage, TraceSource,
};
use loopledger_model::{Measured, Place, RunStatus, StopReason, Tokens, UnknownReason};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What a record of a journal has.
pub(crate) const WANTS: &str = "records with event_type and content, of a run_id or thread_id";

/// Whether an object is a record of a journal.
pub(crate) fn is_record(node: &Node<'_>) -> bool {
    node.get("event_type")
        .is_some_and(|kind| kind.str().is_some())
        && (node.get("run_id").is_some() || node.get("thread_id").is_some())
        && (node.get("content").is_some() || node.get("category").is_some())
}

/// A journal as far as it was read.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    runs: IndexMap<RunKey, RunBuilder>,
    last: Option<usize>,
    /// Unreadable records that stand before the next readable one.
    pending_unreadable: u64,
    intern: Interner,
}

type RunKey = (Option<Box<str>>, Option<Box<str>>);

#[derive(Debug)]
struct RunBuilder {
    place: Place,
    line: u64,
    lead: AgentBuilder,
    subagents: IndexMap<String, SubagentBuilder>,
    /// The call that an id stands for.
    calls: FxHashMap<Box<str>, CallAt>,
    /// Subagent tokens that the result of the lead agent's `task` call reports.
    task_results: Vec<TaskResult>,
    /// Whether the spend of a subagent could not be told from another's.
    has_spilled: bool,
    is_new: bool,
    end: End,
    first_time: Option<(Timestamp, Place)>,
    last_time: Option<(Timestamp, Place)>,
    artifacts: Vec<String>,
    unreadable: u64,
    is_truncated: bool,
}

/// What a run's records say about its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Missing,
    Ended,
    Failed,
}

#[derive(Debug, Default)]
struct AgentBuilder {
    responses: Vec<Response>,
    other_spend: Vec<Response>,
    interventions: Vec<Intervention>,
    stop_reason: Option<(StopReason, Place)>,
    /// Ordinal in `responses` or `other_spend` of each message id.
    seen: FxHashMap<Box<str>, Seen>,
    /// Responses after which a record could not be read.
    gaps: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
enum Seen {
    Response(usize),
    OtherSpend(usize),
}

#[derive(Debug)]
struct SubagentBuilder {
    agent: AgentBuilder,
    name: Option<String>,
    is_open: bool,
    line: u64,
    status: Option<RunStatus>,
    is_ended: bool,
    first_time: Option<(Timestamp, Place)>,
    last_time: Option<(Timestamp, Place)>,
    /// How many responses each of the two kinds of record has told.
    from_responses: usize,
    from_steps: usize,
    seen_steps: FxHashSet<u64>,
    end_usage: Option<RunUsage>,
    unreadable: u64,
    is_truncated: bool,
}

#[derive(Debug, Clone, Copy)]
struct CallAt {
    /// `None` is the lead agent, otherwise an index into `subagents`.
    subagent: Option<usize>,
    response: usize,
    call: usize,
}

#[derive(Debug)]
struct TaskResult {
    task_id: String,
    usage: Option<RunUsage>,
    stop_reason: Option<(StopReason, Place)>,
}

impl Journal {
    /// Reads one record. `Err` names what it should have been.
    pub(crate) fn record(
        &mut self,
        context: &mut Context,
        record: Record<'_, '_>,
    ) -> Result<(), &'static str> {
        if !is_record(record.node) {
            return Err("a record of an event journal");
        }
        let run = self.run_of(record);
        let unreadable = std::mem::take(&mut self.pending_unreadable);
        let last = self.last.replace(run);
        if unreadable > 0 && last != Some(run) {
            // What could not be read stands between two runs and may belong to either.
            if let Some((_, builder)) = self.runs.get_index_mut(run) {
                builder.note_unreadable(unreadable);
            }
        }
        match self.runs.get_index_mut(run) {
            Some((_, builder)) => builder.record(context, &mut self.intern, record),
            None => Ok(()),
        }
    }

    /// How many runs there are so far.
    pub(crate) fn runs(&self) -> usize {
        self.runs.len()
    }

    /// Notes that a record could not be read.
    pub(crate) fn unreadable(&mut self) {
        self.pending_unreadable += 1;
        if let Some((_, run)) = self.last.and_then(|last| self.runs.get_index_mut(last)) {
            run.note_unreadable(1);
        }
    }

    /// The runs, each followed by its subagents'.
    pub(crate) fn finish(self, context: &mut Context, is_torn: bool) -> Vec<Run> {
        let mut runs = Vec::new();
        let last = self.last;
        for (index, (key, mut builder)) in self.runs.into_iter().enumerate() {
            if is_torn && Some(index) == last {
                builder.is_truncated = true;
                for subagent in builder.subagents.values_mut() {
                    subagent.is_truncated = subagent.is_open;
                }
            }
            builder.finish(context, key, &mut runs);
        }
        runs
    }

    fn run_of(&mut self, record: Record<'_, '_>) -> usize {
        let text = |key| record.get(key).and_then(field::text);
        let (thread_id, run_id) = (text("thread_id"), text("run_id"));
        if let Some(last) = self.last
            && let Some(((last_thread, last_run), _)) = self.runs.get_index(last)
            && last_thread.as_deref() == thread_id.as_deref()
            && last_run.as_deref() == run_id.as_deref()
        {
            return last;
        }
        let key: RunKey = (thread_id.map(Into::into), run_id.map(Into::into));
        let entry = self.runs.entry(key);
        let index = entry.index();
        entry.or_insert_with(|| RunBuilder::new(record));
        index
    }
}

impl RunBuilder {
    fn new(record: Record<'_, '_>) -> Self {
        Self {
            place: record.place(),
            line: record.line(),
            lead: AgentBuilder::default(),
            subagents: IndexMap::new(),
            calls: FxHashMap::default(),
            task_results: Vec::new(),
            has_spilled: false,
            is_new: true,
            end: End::Missing,
            first_time: None,
            last_time: None,
            artifacts: Vec::new(),
            unreadable: 0,
            is_truncated: false,
        }
    }

    fn record(
        &mut self,
        context: &mut Context,
        intern: &mut Interner,
        record: Record<'_, '_>,
    ) -> Result<(), &'static str> {
        let Some(kind) = record.get("event_type").and_then(Node::str) else {
            return Err(WANTS);
        };
        let kind = kind.to_display();
        if self.is_new {
            self.is_new = false;
            note_page(context, record, &kind);
        }
        let at = recorded_at(context, record, "created_at");
        note_time(&mut self.first_time, &mut self.last_time, at, record);
        match &*kind {
            "llm.ai.response" | "ai_message" => {
                return self.ai_response(context, intern, record, at);
            }
            "llm.tool.result" => self.tool_result(context, record, at),
            "subagent.start" => self.subagent_start(record, at),
            "subagent.step" => self.subagent_step(context, intern, record, at),
            "subagent.end" => self.subagent_end(context, intern, record, at),
            "middleware:loop_detection" => self.loop_detection(context, record),
            "middleware:safety_termination" => {
                self.lead.intervene(record, None, StopReason::SafetyCapped);
            }
            "run.delivery" => self.delivery(record),
            "run.end" if self.end == End::Missing => self.end = End::Ended,
            "run.error" => self.end = End::Failed,
            // The contract: readers pass over types that they do not know.
            _ => {}
        }
        Ok(())
    }

    fn note_unreadable(&mut self, count: u64) {
        self.unreadable += count;
        self.lead.note_gap();
        for subagent in self.subagents.values_mut().filter(|agent| agent.is_open) {
            subagent.unreadable += count;
            subagent.agent.note_gap();
        }
    }

    fn ai_response(
        &mut self,
        context: &mut Context,
        intern: &mut Interner,
        record: Record<'_, '_>,
        at: Option<Timestamp>,
    ) -> Result<(), &'static str> {
        let view = record.get("content").and_then(|payload| {
            message(payload)
                .filter(|message| message.kind == MessageKind::Ai)
                .or_else(|| untyped_message(payload))
        });
        let Some(view) = view else {
            return Err("a response whose content is an assistant message");
        };
        let metadata = record
            .get("metadata")
            .filter(|metadata| metadata.object().is_some());
        let caller = metadata
            .and_then(|metadata| metadata.get("caller"))
            .and_then(Node::str)
            .map(field::text_of);
        let caller = caller.as_deref().filter(|caller| !caller.is_empty());
        let caller_name = intern.get(caller.unwrap_or("lead_agent"));
        let read = response(
            context,
            intern,
            record,
            view,
            Surroundings {
                pointer: "/content",
                caller: caller_name,
                metadata,
                created_at: at,
            },
        );
        match caller {
            None | Some("lead_agent") => {
                if let Some(index) = self.lead.push(context, record, read) {
                    self.index_calls(None, index);
                }
            }
            Some(caller) if caller.starts_with("subagent:") => {
                let name = caller.trim_start_matches("subagent:").to_owned();
                self.subagent_response(context, record, metadata, &name, read);
            }
            Some(caller) => {
                if !caller.starts_with("middleware:") {
                    context.report(
                        Severity::Warning,
                        "unknown_caller",
                        record.place_of_offset(record.node.start, "/metadata/caller"),
                        "lead_agent, subagent:NAME or middleware:NAME",
                        caller,
                    );
                }
                self.lead.push_other(context, record, read);
            }
        }
        Ok(())
    }

    /// A subagent's response goes to the subagent's run where it is clear whose it is; otherwise it
    /// is spend of the lead agent's run.
    fn subagent_response(
        &mut self,
        context: &mut Context,
        record: Record<'_, '_>,
        metadata: Option<&Node<'_>>,
        name: &str,
        read: Response,
    ) {
        let stated = metadata
            .and_then(|metadata| metadata.get("task_id"))
            .and_then(field::text);
        let index = match stated {
            Some(task_id) => Some(self.subagent_index(&task_id, record)),
            None => self.only_open_subagent(Some(name)),
        };
        let found = index.and_then(|index| Some((index, self.subagents.get_index_mut(index)?.1)));
        let Some((index, subagent)) = found else {
            self.has_spilled = true;
            context.report(
                Severity::Info,
                "subagent_not_told_apart",
                record.place(),
                "exactly one open task of the subagent, or a task_id",
                format!("a response of subagent:{name}"),
            );
            self.lead.push_other(context, record, read);
            return;
        };
        subagent.name.get_or_insert_with(|| name.to_owned());
        let ordinal = subagent.from_responses;
        let has_step = ordinal < subagent.agent.responses.len();
        if has_step {
            // The step of this response was recorded before it: it knows less.
            if subagent.agent.is_repeated(context, record, &read) {
                return;
            }
            if let Some(id) = &read.id {
                let seen = Seen::Response(ordinal);
                subagent.agent.seen.insert(id.as_str().into(), seen);
            }
            if let Some(slot) = subagent.agent.responses.get_mut(ordinal) {
                merge_step(slot, read);
            }
            subagent.from_responses += 1;
            self.index_calls(Some(index), ordinal);
        } else if let Some(ordinal) = subagent.agent.push(context, record, read) {
            subagent.from_responses = ordinal + 1;
            self.index_calls(Some(index), ordinal);
        }
    }

    fn index_calls(&mut self, subagent: Option<usize>, response: usize) {
        let agent = match subagent {
            None => Some(&self.lead),
            Some(index) => self.subagents.get_index(index).map(|(_, sub)| &sub.agent),
        };
        let calls = agent
            .and_then(|agent| agent.responses.get(response))
            .map(|response| response.tool_calls.as_slice())
            .unwrap_or_default();
        for (call, tool_call) in calls.iter().enumerate() {
            if let Some(id) = &tool_call.id {
                self.calls.insert(
                    id.as_str().into(),
                    CallAt {
                        subagent,
                        response,
                        call,
                    },
                );
            }
        }
    }

    fn tool_result(
        &mut self,
        context: &mut Context,
        record: Record<'_, '_>,
        at: Option<Timestamp>,
    ) {
        let Some(payload) = record
            .get("content")
            .filter(|payload| payload.object().is_some())
        else {
            return record.report_key(
                context,
                Severity::Error,
                "not_a_message",
                "content",
                "a tool message",
            );
        };
        let view = message(payload).unwrap_or(Message {
            kind: MessageKind::Tool,
            body: payload,
            step: "",
            is_chunk: false,
        });
        let result = tool_result(record, view, at);
        let Some(id) = &result.tool_call_id else {
            return;
        };
        self.note_task_result(context, record, view.body, id);
        let Some(call_at) = self.calls.get(id.as_str()).copied() else {
            context.report(
                Severity::Info,
                "result_without_call",
                record.place_of(payload, "/content/tool_call_id"),
                "the id of a call that a response of this file proposes",
                id.as_str(),
            );
            return;
        };
        let agent = match call_at.subagent {
            None => Some(&mut self.lead),
            Some(index) => self
                .subagents
                .get_index_mut(index)
                .map(|(_, subagent)| &mut subagent.agent),
        };
        if let Some(call) = agent
            .and_then(|agent| agent.responses.get_mut(call_at.response))
            .and_then(|response| response.tool_calls.get_mut(call_at.call))
            && call.outcome == CallOutcome::Unknown
        {
            call.outcome = result.outcome();
            call.result = result.content;
        }
    }

    /// The result of a `task` call may say what the subagent used and why it stopped.
    fn note_task_result(
        &mut self,
        context: &mut Context,
        record: Record<'_, '_>,
        body: &Node<'_>,
        task_id: &str,
    ) {
        let Some(extra) = body.get("additional_kwargs") else {
            return;
        };
        let filled = extra
            .get("subagent_token_usage")
            .filter(|node| node.object().is_some_and(|members| !members.is_empty()));
        let usage = filled.map(|node| {
            let pointer = "/content/additional_kwargs/subagent_token_usage";
            let Usage { tokens, .. } = whole_usage(context, record, node, pointer);
            RunUsage {
                tokens,
                model: extra
                    .get("subagent_model_name")
                    .and_then(Node::str)
                    .map(|model| field::text_of(model).into()),
                line: record.line(),
                byte: record.byte(),
                pointer: format!("{}{pointer}", record.pointer),
            }
        });
        let stop_reason = extra
            .get("subagent_stop_reason")
            .and_then(Node::str)
            .map(|reason| {
                let pointer = "/content/additional_kwargs/subagent_stop_reason";
                let place = record.place_of_offset(extra.start, pointer);
                (StopReason::new(&field::text_of(reason)), place)
            });
        if usage.is_some() || stop_reason.is_some() {
            self.task_results.push(TaskResult {
                task_id: task_id.to_owned(),
                usage,
                stop_reason,
            });
        }
    }

    fn subagent_index(&mut self, task_id: &str, record: Record<'_, '_>) -> usize {
        if let Some(index) = self.subagents.get_index_of(task_id) {
            return index;
        }
        let name = self.subagent_type(task_id);
        let builder = SubagentBuilder {
            agent: AgentBuilder::default(),
            name,
            is_open: true,
            line: record.line(),
            status: None,
            is_ended: false,
            first_time: None,
            last_time: None,
            from_responses: 0,
            from_steps: 0,
            seen_steps: FxHashSet::default(),
            end_usage: None,
            unreadable: 0,
            is_truncated: false,
        };
        self.subagents.insert_full(task_id.to_owned(), builder).0
    }

    /// The subagent's name, from the call that started it: upstream uses the call's id as task id.
    fn subagent_type(&self, task_id: &str) -> Option<String> {
        let at = self.calls.get(task_id)?;
        let agent = match at.subagent {
            None => &self.lead,
            Some(index) => &self.subagents.get_index(index)?.1.agent,
        };
        let call = agent.responses.get(at.response)?.tool_calls.get(at.call)?;
        let args = loopledger_json::parse(call.args.as_deref()?).ok()?;
        let name = args.get("subagent_type")?.str()?;
        Some(field::text_of(name).into_owned())
    }

    /// The one task that is open, if it is one: among those of the name where names are known.
    fn only_open_subagent(&self, name: Option<&str>) -> Option<usize> {
        let open: Vec<_> = self
            .subagents
            .values()
            .enumerate()
            .filter(|(_, subagent)| subagent.is_open)
            .collect();
        if let [(index, subagent)] = open.as_slice() {
            let fits = match (&subagent.name, name) {
                (Some(known), Some(name)) => known == name,
                _ => true,
            };
            return fits.then_some(*index);
        }
        let mut named = open
            .iter()
            .filter(|(_, subagent)| name.is_some() && subagent.name.as_deref() == name);
        let is_all_named = open.iter().all(|(_, subagent)| subagent.name.is_some());
        match (named.next(), named.next()) {
            (Some((index, _)), None) if is_all_named => Some(*index),
            _ => None,
        }
    }

    fn task_id(record: Record<'_, '_>) -> Option<String> {
        let of = |key: &str| record.get(key)?.get("task_id").and_then(field::text);
        Some(of("content").or_else(|| of("metadata"))?.into_owned())
    }

    fn subagent_start(&mut self, record: Record<'_, '_>, at: Option<Timestamp>) {
        let Some(task_id) = Self::task_id(record) else {
            return;
        };
        let index = self.subagent_index(&task_id, record);
        if let Some((_, subagent)) = self.subagents.get_index_mut(index) {
            subagent.is_open = true;
            note_time(
                &mut subagent.first_time,
                &mut subagent.last_time,
                at,
                record,
            );
        }
    }

    fn subagent_step(
        &mut self,
        context: &mut Context,
        intern: &mut Interner,
        record: Record<'_, '_>,
        at: Option<Timestamp>,
    ) {
        let (Some(task_id), Some(payload)) = (Self::task_id(record), record.get("content")) else {
            return;
        };
        let index = self.subagent_index(&task_id, record);
        let Some((_, subagent)) = self.subagents.get_index_mut(index) else {
            return;
        };
        note_time(
            &mut subagent.first_time,
            &mut subagent.last_time,
            at,
            record,
        );
        if let Some(Ok(message_index)) = payload.get("message_index").map(field::count)
            && !subagent.seen_steps.insert(message_index)
        {
            return context.report(
                Severity::Info,
                "repeated_step",
                record.place_of(payload, "/content/message_index"),
                "a step that was not recorded before",
                format!("step {message_index} of {task_id} again"),
            );
        }
        let kind = payload.get("kind").and_then(Node::str);
        if kind.is_some_and(|kind| kind == *"tool") {
            let name = payload
                .get("tool_name")
                .map(|name| record.source.slice(name));
            subagent.tool_step(record, name, at, step_text(payload));
            return;
        }
        if !kind.is_some_and(|kind| kind == *"ai") {
            return;
        }
        let items = payload
            .get("tool_calls")
            .and_then(Node::array)
            .unwrap_or_default();
        let tool_calls = items
            .iter()
            .filter(|item| item.object().is_some())
            .map(|item| {
                let mut call = tool_call(intern, record, item);
                call.is_args_truncated =
                    item.get("args_truncated").and_then(Node::bool) == Some(true);
                call
            })
            .collect();
        let caller = match &subagent.name {
            Some(name) => format!("subagent:{name}"),
            None => "subagent".to_owned(),
        };
        let step = Response {
            id: None,
            line: record.line(),
            byte: record.byte(),
            pointer: format!("{}/content", record.pointer),
            caller: intern.get(&caller),
            model: None,
            tool_calls,
            redacted: None,
            tokens: Tokens::splat(Err(UnknownReason::AbsentField)),
            cache_write_1h: Err(UnknownReason::AbsentField),
            latency_millis: Err(UnknownReason::AbsentField),
            words: step_text(payload),
            finish_reason: None,
            created_at: at,
        };
        let ordinal = subagent.from_steps;
        subagent.from_steps += 1;
        match subagent.agent.responses.get(ordinal) {
            // The response itself was recorded before its step, and says more.
            Some(known) => {
                if known.tool_calls.len() != step.tool_calls.len() && !step.tool_calls.is_empty() {
                    context.report(
                        Severity::Warning,
                        "step_differs",
                        record.place_of(payload, "/content/tool_calls"),
                        format!("the {} calls of the response", known.tool_calls.len()),
                        format!("{} calls", step.tool_calls.len()),
                    );
                }
            }
            None => subagent.agent.responses.push(step),
        }
    }

    fn subagent_end(
        &mut self,
        context: &mut Context,
        intern: &mut Interner,
        record: Record<'_, '_>,
        at: Option<Timestamp>,
    ) {
        let (Some(task_id), Some(payload)) = (Self::task_id(record), record.get("content")) else {
            return;
        };
        let usage = payload
            .get("usage")
            .filter(|node| node.object().is_some_and(|members| !members.is_empty()))
            .map(|node| {
                let Usage { tokens, .. } = whole_usage(context, record, node, "/content/usage");
                RunUsage {
                    tokens,
                    model: payload
                        .get("model_name")
                        .and_then(Node::str)
                        .map(|model| intern.get(&field::text_of(model))),
                    line: record.line(),
                    byte: record.byte(),
                    pointer: format!("{}/content/usage", record.pointer),
                }
            });
        let index = self.subagent_index(&task_id, record);
        let Some((_, subagent)) = self.subagents.get_index_mut(index) else {
            return;
        };
        note_time(
            &mut subagent.first_time,
            &mut subagent.last_time,
            at,
            record,
        );
        subagent.is_open = false;
        subagent.is_ended = true;
        subagent.end_usage = usage;
        subagent.status =
            payload
                .get("status")
                .and_then(Node::str)
                .map(|status| match &*status.to_display() {
                    "completed" => RunStatus::Success,
                    "failed" => RunStatus::Error,
                    "cancelled" => RunStatus::Interrupted,
                    "timed_out" | "polling_timed_out" => RunStatus::Timeout,
                    other => RunStatus::new(other),
                });
    }

    fn loop_detection(&mut self, context: &mut Context, record: Record<'_, '_>) {
        let Some(payload) = record.get("content") else {
            return;
        };
        let changes = payload.get("changes");
        let change = |key: &str| changes.and_then(|changes| changes.get(key));
        let action = payload.get("action").and_then(Node::str);
        let action = match action.map(loopledger_json::JsonStr::to_display).as_deref() {
            Some("warn") => InterventionAction::Warn,
            Some("hard_stop") => InterventionAction::HardStop,
            other => {
                return context.report(
                    Severity::Warning,
                    "unknown_action",
                    record.place_of(payload, "/content/action"),
                    "warn or hard_stop",
                    other.unwrap_or("nothing"),
                );
            }
        };
        let layer = change("detection_layer").and_then(Node::str);
        let detail = Detail {
            action,
            layer: match layer.map(loopledger_json::JsonStr::to_display).as_deref() {
                Some("identical_call_set") => Some(Layer::IdenticalCallSet),
                Some("tool_frequency") => Some(Layer::ToolFrequency),
                _ => None,
            },
            tools: change("tool_names")
                .and_then(Node::array)
                .unwrap_or_default()
                .iter()
                .filter_map(field::text)
                .map(std::borrow::Cow::into_owned)
                .collect(),
            count: change("count").and_then(|node| field::count(node).ok()),
            threshold: change("threshold").and_then(|node| field::count(node).ok()),
        };
        let is_subagent = change("is_subagent").and_then(Node::bool) == Some(true);
        let agent = if is_subagent {
            let agent_id = change("agent_id").and_then(field::text);
            let by_id = agent_id
                .as_deref()
                .and_then(|id| self.subagents.get_index_of(id));
            let index = by_id
                .or_else(|| self.only_open_subagent(agent_id.as_deref()))
                .or_else(|| self.only_open_subagent(None));
            index
                .and_then(|index| self.subagents.get_index_mut(index))
                .map(|(_, subagent)| &mut subagent.agent)
        } else {
            Some(&mut self.lead)
        };
        let is_placed = agent
            .is_some_and(|agent| agent.intervene(record, Some(detail), StopReason::LoopCapped));
        if !is_placed {
            context.report(
                Severity::Warning,
                "intervention_without_response",
                record.place(),
                "a response that the detector judged, before its decision",
                "none that it could be",
            );
        }
    }

    fn delivery(&mut self, record: Record<'_, '_>) {
        let payload = record.get("content");
        let paths = payload
            .and_then(|payload| payload.get("paths"))
            .and_then(Node::array)
            .unwrap_or_default();
        for path in paths.iter().filter_map(Node::str) {
            let path = field::text_of(path);
            if !self.artifacts.iter().any(|known| **known == *path) {
                self.artifacts.push(path.into_owned());
            }
        }
    }

    fn finish(mut self, context: &mut Context, (thread_id, run_id): RunKey, runs: &mut Vec<Run>) {
        self.settle_task_results();
        if self.end == End::Missing {
            context.report(
                Severity::Info,
                "run_without_end",
                self.place.clone(),
                "a run.end or run.error record of the run",
                "none: the run may have gone on, or the file is a part of a journal",
            );
        }
        let fate = Fate {
            // A call of the last response may have been running when the run failed.
            is_complete: self.end == End::Ended && !self.is_truncated,
        };
        self.lead.settle(fate);
        let status = (self.end == End::Failed).then_some(RunStatus::Error);
        let file = Arc::clone(&self.place.file);
        let has_spilled = self.has_spilled;
        let run = |agent: AgentBuilder, line: u64, kind: Agent| Run {
            file: Arc::clone(&file),
            source: TraceSource::EventJournal,
            thread_id: thread_id.as_deref().map(str::to_owned),
            run_id: run_id.as_deref().map(str::to_owned),
            agent: kind,
            responses: agent.responses,
            other_spend: agent.other_spend,
            interventions: agent.interventions,
            started_at: Measured::unknown(UnknownReason::AbsentField),
            ended_at: Measured::unknown(UnknownReason::AbsentField),
            status: None,
            stop_reason: match agent.stop_reason {
                Some((reason, place)) => Measured::reported(Some(reason), place),
                None => Measured::unknown(UnknownReason::AbsentField),
            },
            artifacts: Vec::new(),
            usage_total: None,
            has_terminal_record: false,
            is_truncated: false,
            unreadable_records: 0,
            line,
        };
        runs.push(Run {
            started_at: time_of(self.first_time),
            ended_at: time_of(self.last_time),
            status,
            artifacts: self.artifacts,
            has_terminal_record: self.end != End::Missing,
            is_truncated: self.is_truncated,
            unreadable_records: self.unreadable,
            ..run(self.lead, self.line, Agent::Lead)
        });
        for (task_id, mut subagent) in self.subagents {
            subagent.agent.settle(Fate {
                is_complete: subagent.is_ended && subagent.status == Some(RunStatus::Success),
            });
            let has_own_usage = subagent
                .agent
                .responses
                .iter()
                .any(|response| is_known(&response.tokens));
            // Where responses account for the spend, or are counted with the lead agent's, the
            // total would count it twice.
            let usage_total = subagent
                .end_usage
                .filter(|_| !has_own_usage && !has_spilled);
            let name = subagent.name;
            runs.push(Run {
                started_at: time_of(subagent.first_time),
                ended_at: time_of(subagent.last_time),
                status: subagent.status,
                usage_total,
                has_terminal_record: subagent.is_ended,
                is_truncated: subagent.is_truncated,
                unreadable_records: subagent.unreadable,
                ..run(
                    subagent.agent,
                    subagent.line,
                    Agent::Subagent { task_id, name },
                )
            });
        }
    }

    /// Uses what the results of `task` calls say, where no record of the subagent says it.
    fn settle_task_results(&mut self) {
        for result in std::mem::take(&mut self.task_results) {
            let TaskResult {
                task_id,
                usage,
                stop_reason,
            } = result;
            if let Some(subagent) = self.subagents.get_mut(&task_id) {
                if subagent.end_usage.is_none() {
                    subagent.end_usage = usage;
                }
                if subagent.agent.stop_reason.is_none() {
                    subagent.agent.stop_reason = stop_reason;
                }
            } else if let Some(usage) = usage
                && !self.has_spilled
            {
                let name = self.subagent_type(&task_id);
                let caller = name.map_or("subagent".to_owned(), |name| format!("subagent:{name}"));
                let RunUsage {
                    tokens,
                    model,
                    line,
                    byte,
                    pointer,
                } = usage;
                self.lead.other_spend.push(Response {
                    id: None,
                    line,
                    byte,
                    pointer,
                    caller: caller.into(),
                    model,
                    tool_calls: Vec::new(),
                    redacted: None,
                    tokens,
                    cache_write_1h: Err(UnknownReason::AbsentField),
                    latency_millis: Err(UnknownReason::AbsentField),
                    words: None,
                    finish_reason: None,
                    created_at: None,
                });
            }
        }
    }
}

/// What an audit record of the loop detector says.
#[derive(Debug)]
struct Detail {
    action: InterventionAction,
    layer: Option<Layer>,
    tools: Vec<String>,
    count: Option<u64>,
    threshold: Option<u64>,
}

/// What is known about the end of an agent's records.
#[derive(Debug, Clone, Copy)]
struct Fate {
    /// Whether the results of the last response's calls would be there.
    is_complete: bool,
}

impl AgentBuilder {
    /// Adds a response; `None` where it repeats one, which then keeps the fuller of both.
    fn push(
        &mut self,
        context: &mut Context,
        record: Record<'_, '_>,
        read: Response,
    ) -> Option<usize> {
        if self.is_repeated(context, record, &read) {
            return None;
        }
        let index = self.responses.len();
        if let Some(id) = &read.id {
            self.seen.insert(id.as_str().into(), Seen::Response(index));
        }
        self.responses.push(read);
        Some(index)
    }

    fn push_other(&mut self, context: &mut Context, record: Record<'_, '_>, read: Response) {
        if self.is_repeated(context, record, &read) {
            return;
        }
        if let Some(id) = &read.id {
            let seen = Seen::OtherSpend(self.other_spend.len());
            self.seen.insert(id.as_str().into(), seen);
        }
        self.other_spend.push(read);
    }

    /// Whether a response was recorded before, as a callback that fires twice does it: the same
    /// message id, the same calls, the same usage. Its spend counts once. A model that gives two
    /// answers one id has still given two.
    fn is_repeated(
        &mut self,
        context: &mut Context,
        record: Record<'_, '_>,
        read: &Response,
    ) -> bool {
        let Some(id) = read.id.as_deref() else {
            return false;
        };
        let known = match self.seen.get(id) {
            None => return false,
            Some(Seen::Response(index)) => self.responses.get_mut(*index),
            Some(Seen::OtherSpend(index)) => self.other_spend.get_mut(*index),
        };
        let Some(known) = known.filter(|known| known.caller == read.caller) else {
            return false;
        };
        let found = format!("{id} again, first on line {}", known.line);
        let is_known_before = is_known(&known.tokens);
        let has_same_usage =
            known.tokens == read.tokens || !is_known_before || !is_known(&read.tokens);
        if !has_same_usage || !has_same_calls(known, read) {
            context.report(
                Severity::Warning,
                "reused_message_id",
                record.place(),
                "a message id of its own for every answer",
                found,
            );
            return false;
        }
        context.report(
            Severity::Info,
            "repeated_response",
            record.place(),
            "a message id that was not recorded before",
            found,
        );
        if !is_known_before {
            known.tokens = read.tokens;
            known.cache_write_1h = read.cache_write_1h;
        }
        true
    }

    fn note_gap(&mut self) {
        if let Some(last) = self.responses.len().checked_sub(1)
            && self.gaps.last() != Some(&last)
        {
            self.gaps.push(last);
        }
    }

    /// Attaches what a guard did to the response before it; `false` where there is none.
    fn intervene(
        &mut self,
        record: Record<'_, '_>,
        detail: Option<Detail>,
        stop_reason: StopReason,
    ) -> bool {
        let Some(response) = self.responses.len().checked_sub(1) else {
            return false;
        };
        let detail = detail.unwrap_or(Detail {
            action: InterventionAction::HardStop,
            layer: None,
            tools: Vec::new(),
            count: None,
            threshold: None,
        });
        let is_stop = detail.action == InterventionAction::HardStop;
        if is_stop {
            self.stop_reason = Some((stop_reason.clone(), record.place()));
        }
        let Detail {
            action,
            layer,
            tools,
            count,
            threshold,
        } = detail;
        self.interventions.push(Intervention {
            response,
            line: record.line(),
            action,
            layer,
            tools,
            count,
            threshold,
            stop_reason: is_stop.then_some(stop_reason),
        });
        true
    }

    /// Decides what became of the calls without a result.
    fn settle(&mut self, fate: Fate) {
        let last = self.responses.len().checked_sub(1);
        let stopped: Vec<usize> = self
            .interventions
            .iter()
            .filter(|done| done.action == InterventionAction::HardStop)
            .map(|done| done.response)
            .collect();
        for (index, response) in self.responses.iter_mut().enumerate() {
            let is_stopped = stopped.contains(&index);
            let is_past = if Some(index) == last {
                fate.is_complete
            } else {
                true
            };
            let is_gone = is_stopped || (is_past && self.gaps.binary_search(&index).is_err());
            for call in &mut response.tool_calls {
                if is_gone && call.outcome == CallOutcome::Unknown {
                    call.outcome = CallOutcome::Suppressed;
                }
            }
        }
    }
}

impl SubagentBuilder {
    /// A tool step has no call id: it is the result of the earliest call of that tool that has none.
    fn tool_step(
        &mut self,
        record: Record<'_, '_>,
        name: Option<&str>,
        at: Option<Timestamp>,
        content: Option<ContentDigest>,
    ) {
        let waiting = self
            .agent
            .responses
            .iter_mut()
            .rev()
            .take(1)
            .flat_map(|response| response.tool_calls.iter_mut())
            .find(|call| {
                call.outcome == CallOutcome::Unknown
                    && (name.is_none() || call.name.as_deref() == name)
            });
        if let Some(call) = waiting {
            call.outcome = CallOutcome::Executed {
                line: record.line(),
                byte: record.byte(),
                is_error: false,
                at,
            };
            call.result = content;
        }
    }
}

fn has_same_calls(known: &Response, read: &Response) -> bool {
    known.tool_calls.len() == read.tool_calls.len()
        && known
            .tool_calls
            .iter()
            .zip(&read.tool_calls)
            .all(|(a, b)| a.id == b.id && a.name == b.name && a.args == b.args)
}

/// A response without its `type`, as older journals may have it.
fn untyped_message<'n, 'a>(payload: &'n Node<'a>) -> Option<Message<'n, 'a>> {
    payload.get("content")?;
    if payload.get("type").is_some() {
        return None;
    }
    Some(Message {
        kind: MessageKind::Ai,
        body: payload,
        step: "",
        is_chunk: false,
    })
}

/// Digest of what a step says; `None` where it is cut or does not say whether it is.
fn step_text(payload: &Node<'_>) -> Option<ContentDigest> {
    let is_whole = payload.get("truncated").and_then(Node::bool) == Some(false);
    let text = payload.get("text").filter(|_| is_whole)?.str()?;
    Some(content::digest(&text.to_wtf8()))
}

/// The response that a step stands for, once the response itself is known.
fn merge_step(slot: &mut Response, mut read: Response) {
    for (call, known) in read.tool_calls.iter_mut().zip(&slot.tool_calls) {
        call.outcome = known.outcome;
        call.result = known.result;
    }
    *slot = read;
}

/// The usage of a whole task: totals under LangChain's names or short ones.
fn whole_usage(
    context: &mut Context,
    record: Record<'_, '_>,
    node: &Node<'_>,
    pointer: &str,
) -> Usage {
    let has_short_names = node.get("input_tokens").is_none()
        && node.get("input").is_some()
        && node.get("prompt_tokens").is_none();
    if !has_short_names {
        return usage(context, record, node, pointer, Convention::of(node));
    }
    let count = |key: &str| match node.get(key).map(field::count) {
        None => Err(UnknownReason::AbsentField),
        Some(Ok(count)) => Ok(count),
        Some(Err(field::Bad::Null)) => Err(UnknownReason::NullField),
        Some(Err(field::Bad::Value { reason, .. })) => Err(reason),
    };
    let mut whole = Usage::unknown(UnknownReason::AbsentField);
    whole.tokens.input_uncached = count("input");
    whole.tokens.output = count("output");
    whole
}

/// A journal's first record starts a run; another one means that the file is a page of a journal.
fn note_page(context: &mut Context, record: Record<'_, '_>, kind: &str) {
    let Some(Ok(seq)) = record.get("seq").map(field::count) else {
        return;
    };
    if kind != "run.start" && seq > 1 {
        context.report(
            Severity::Warning,
            "journal_page",
            record.place_of_key("seq"),
            "run.start as the run's first record",
            format!("{kind} with seq {seq}: what came before is not in the file"),
        );
    }
}

fn note_time(
    first: &mut Option<(Timestamp, Place)>,
    last: &mut Option<(Timestamp, Place)>,
    at: Option<Timestamp>,
    record: Record<'_, '_>,
) {
    let Some(at) = at else { return };
    if first.as_ref().is_none_or(|(known, _)| at < *known) {
        *first = Some((at, record.place_of_key("created_at")));
    }
    if last.as_ref().is_none_or(|(known, _)| at >= *known) {
        match last {
            // On a line of its own the pointer is the same in every record.
            Some((known, place)) if record.pointer.is_empty() => {
                *known = at;
                place.line = Some(record.line());
                place.byte = record
                    .get("created_at")
                    .map(|node| record.source.byte_at(node.start));
            }
            _ => *last = Some((at, record.place_of_key("created_at"))),
        }
    }
}

fn time_of(time: Option<(Timestamp, Place)>) -> Measured<Timestamp> {
    match time {
        Some((time, place)) => Measured::reported(time, place),
        None => Measured::unknown(UnknownReason::AbsentField),
    }
}
