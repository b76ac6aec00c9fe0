//! DeerFlow's thread state, a list of states, the history of one thread, and bare message lists.
//!
//! A state keeps the messages as the guards left them: a stopped message has no calls any more,
//! only a marker in its text. The history of a thread repeats each message in every checkpoint;
//! it is one conversation, told once.

use super::message::{
    Interner, Message, MessageKind, Surroundings, forced_stop, message, message_id, response,
    tool_call, tool_result,
};
use crate::content;
use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record, Source};
use crate::time;
use crate::usage::is_known;
use indexmap::IndexMap;
use jiff::Timestamp;
use loopledger_json::{Node, Value};
use loopledger_model::trace::{
    Agent, CallOutcome, ContentDigest, Intervention, InterventionAction, Response, Run, ToolCall,
    TraceSource,
};
use loopledger_model::{Measured, StopReason, UnknownReason};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub(crate) const WANTS_STATE: &str = "values with a list of messages";
pub(crate) const WANTS_MESSAGES: &str =
    "messages with a type of ai, human, system or tool, and content";

/// Whether an object is a thread's state: LangChain messages under `values`.
pub(crate) fn is_state(node: &Node<'_>) -> bool {
    state_messages(node).is_some_and(|messages| {
        messages.is_empty() || messages.iter().take(50).any(|node| message(node).is_some())
    })
}

/// Whether a value is a list of LangChain messages, an assistant's or a tool's among them.
pub(crate) fn is_message_list(node: &Node<'_>) -> bool {
    let Some(items) = node.array() else {
        return false;
    };
    let mut count = 0;
    let mut has_agent = false;
    for node in items.iter().take(200) {
        if let Some(message) = message(node) {
            count += 1;
            has_agent |= message.kind != MessageKind::Other;
        }
    }
    has_agent && count * 2 > items.len().min(200)
}

fn state_messages<'n, 'a>(node: &'n Node<'a>) -> Option<&'n [Node<'a>]> {
    node.get("values")?.get("messages")?.array()
}

/// What was read and what was not.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    pub(crate) list: Vec<Run>,
    pub(crate) read: u64,
    pub(crate) rejected: u64,
}

/// Reads one state, or a list of them.
pub(crate) fn read_states(
    context: &mut Context,
    source: &Source<'_>,
    states: &[(&Node<'_>, String)],
) -> Runs {
    let mut out = Runs::default();
    let mut histories: IndexMap<Option<String>, Vec<usize>> = IndexMap::new();
    for (index, (state, pointer)) in states.iter().enumerate() {
        if !is_state(state) {
            out.rejected += 1;
            let found = state
                .get("values")
                .map_or("no values", |values| values.value.kind());
            context.report(
                Severity::Error,
                "not_a_state",
                source.place(state.start, pointer.as_str()),
                WANTS_STATE,
                found,
            );
            continue;
        }
        out.read += 1;
        let is_checkpoint = state.get("checkpoint_id").is_some()
            || state.get("checkpoint").is_some_and(|node| !node.is_null());
        if is_checkpoint {
            histories.entry(thread_id(state)).or_default().push(index);
        } else {
            let group = [(*state, pointer.as_str())];
            out.list.push(run_of_states(context, source, &group));
        }
    }
    for (_, indices) in histories {
        let group: Vec<_> = oldest_first(states, indices);
        if group.len() > 1 {
            let (newest, pointer) = group.last().copied().unwrap_or(group[0]);
            context.report(
                Severity::Info,
                "history_joined",
                source.place(newest.start, pointer),
                "one state of the thread",
                format!(
                    "{} checkpoints of it, read as one conversation",
                    group.len()
                ),
            );
        }
        out.list.push(run_of_states(context, source, &group));
    }
    out.list.sort_by_key(|run| run.line);
    out
}

/// Checkpoints of one thread in the order in which they were written. The interface lists the
/// newest first.
fn oldest_first<'s, 'a>(
    states: &'s [(&'s Node<'a>, String)],
    indices: Vec<usize>,
) -> Vec<(&'s Node<'a>, &'s str)> {
    let mut group: Vec<_> = indices
        .into_iter()
        .filter_map(|index| states.get(index))
        .map(|(state, pointer)| (*state, pointer.as_str()))
        .collect();
    let written = |state: &Node<'_>| {
        state
            .get("created_at")
            .or_else(|| state.get("checkpoint")?.get("ts"))
            .and_then(|node| time::timestamp(node).ok())
    };
    group.reverse();
    if group.iter().all(|(state, _)| written(state).is_some()) {
        group.sort_by_key(|(state, _)| written(state));
    }
    group
}

fn thread_id(state: &Node<'_>) -> Option<String> {
    [
        "/thread_id",
        "/metadata/thread_id",
        "/checkpoint/thread_id",
        "/config/configurable/thread_id",
    ]
    .iter()
    .find_map(|pointer| field::text(state.pointer(pointer)?))
    .map(std::borrow::Cow::into_owned)
}

/// One run from the states of one thread, oldest first.
fn run_of_states(context: &mut Context, source: &Source<'_>, states: &[(&Node<'_>, &str)]) -> Run {
    let mut conversation = Conversation::default();
    for (state, pointer) in states {
        conversation.open_chunk = None;
        for (index, node) in state_messages(state).unwrap_or_default().iter().enumerate() {
            let pointer = format!("{pointer}/values/messages/{index}");
            conversation.add(context, source, node, &pointer);
        }
    }
    let mut run = conversation.into_run(source, TraceSource::ThreadState);
    let Some((newest, pointer)) = states.last().copied() else {
        return run;
    };
    let record = Record {
        source,
        node: newest,
        pointer,
    };
    run.line = record.line();
    run.thread_id = thread_id(newest);
    run.run_id = ["/run_id", "/metadata/run_id"]
        .iter()
        .find_map(|pointer| field::text(newest.pointer(pointer)?))
        .map(std::borrow::Cow::into_owned);
    if newest.get("checkpoint").is_some() || newest.get("checkpoint_id").is_some() {
        // A checkpoint is written when the last step is done.
        run.ended_at = record.time(context, "created_at");
    }
    run.artifacts = newest
        .pointer("/values/artifacts")
        .and_then(Node::array)
        .unwrap_or_default()
        .iter()
        .filter_map(Node::str)
        .map(|path| field::text_of(path).into_owned())
        .collect();
    run
}

/// Reads a bare list of messages.
pub(crate) fn read_messages(
    context: &mut Context,
    source: &Source<'_>,
    list: &Node<'_>,
    pointer: &str,
) -> Runs {
    let mut conversation = Conversation::default();
    for (index, node) in list.array().unwrap_or_default().iter().enumerate() {
        conversation.add(context, source, node, &format!("{pointer}/{index}"));
    }
    let (read, rejected) = (conversation.read, conversation.rejected);
    let mut run = conversation.into_run(source, TraceSource::MessageDump);
    run.line = source.line_at(list.start);
    Runs {
        list: vec![run],
        read,
        rejected,
    }
}

/// Messages in the order in which they first stood; of a repeated id the last version.
#[derive(Debug, Default)]
struct Conversation {
    intern: Interner,
    entries: Vec<Entry>,
    by_id: FxHashMap<String, usize>,
    /// The chunk before, which a further chunk may continue.
    open_chunk: Option<OpenChunk>,
    read: u64,
    rejected: u64,
}

/// A message that comes in chunks.
#[derive(Debug)]
struct OpenChunk {
    entry: usize,
    id: Option<String>,
    pieces: Vec<Piece>,
    /// What was said so far.
    words: Option<Vec<u8>>,
}

/// A piece of a call.
#[derive(Debug)]
struct Piece {
    index: Option<u64>,
    /// Whether it names the tool, as the first piece of a call does.
    is_start: bool,
    call: ToolCall,
}

#[derive(Debug)]
enum Entry {
    Ai {
        response: Box<Response>,
        stop: Option<StopReason>,
    },
    Tool {
        tool_call_id: String,
        outcome: CallOutcome,
        returned: Option<ContentDigest>,
    },
}

impl Conversation {
    fn add(&mut self, context: &mut Context, source: &Source<'_>, node: &Node<'_>, pointer: &str) {
        let record = Record {
            source,
            node,
            pointer,
        };
        let Some(view) = message(node) else {
            self.rejected += 1;
            return context.report(
                Severity::Error,
                "not_a_message",
                record.place(),
                WANTS_MESSAGES,
                field::found(source, node),
            );
        };
        self.read += 1;
        match view.kind {
            MessageKind::Other => self.open_chunk = None,
            MessageKind::Tool => {
                self.open_chunk = None;
                let result = tool_result(record, view, None);
                let (outcome, returned) = (result.outcome(), result.content);
                let Some(tool_call_id) = result.tool_call_id else {
                    return;
                };
                self.put(
                    message_id(view.body),
                    Entry::Tool {
                        tool_call_id,
                        outcome,
                        returned,
                    },
                );
            }
            MessageKind::Ai => self.add_response(context, record, view),
        }
    }

    fn add_response(
        &mut self,
        context: &mut Context,
        record: Record<'_, '_>,
        view: Message<'_, '_>,
    ) {
        let caller = self.intern.get("lead_agent");
        let read = response(
            context,
            &mut self.intern,
            record,
            view,
            Surroundings {
                pointer: "",
                caller,
                metadata: None,
                created_at: None::<Timestamp>,
            },
        );
        let stop = forced_stop(view.body);
        let pieces = self.pieces(record, view);
        let words = view.is_chunk.then(|| content::words(view.body)).flatten();
        if let Some(open) = self
            .open_chunk
            .as_mut()
            .filter(|_| view.is_chunk)
            .filter(|open| open.id == read.id)
        {
            // A chunk right after one of the same message goes on with it.
            if let Some(Entry::Ai {
                response: known,
                stop: known_stop,
            }) = self.entries.get_mut(open.entry)
            {
                open.join(known, read, pieces, words);
                *known_stop = stop.or(known_stop.take());
            }
            return;
        }
        let id = read.id.clone();
        let entry = self.put(
            id.clone(),
            Entry::Ai {
                response: Box::new(read),
                stop,
            },
        );
        self.open_chunk = view.is_chunk.then_some(OpenChunk {
            entry,
            id,
            pieces,
            words,
        });
    }

    /// The pieces of calls that a chunk brings.
    fn pieces(&mut self, record: Record<'_, '_>, view: Message<'_, '_>) -> Vec<Piece> {
        if !view.is_chunk {
            return Vec::new();
        }
        view.body
            .get("tool_call_chunks")
            .and_then(Node::array)
            .unwrap_or_default()
            .iter()
            .filter(|chunk| chunk.object().is_some())
            .map(|chunk| Piece {
                index: chunk.get("index").and_then(|node| field::count(node).ok()),
                is_start: chunk.get("name").is_some_and(|name| !name.is_null()),
                call: tool_call(&mut self.intern, record, chunk),
            })
            .collect()
    }

    fn put(&mut self, id: Option<String>, entry: Entry) -> usize {
        if let Some(id) = id {
            if let Some(&index) = self.by_id.get(&id) {
                if let Some(known) = self.entries.get_mut(index) {
                    let earlier = std::mem::replace(known, entry);
                    keep_stopped_calls(known, earlier);
                }
                return index;
            }
            self.by_id.insert(id, self.entries.len());
        }
        self.entries.push(entry);
        self.entries.len() - 1
    }

    fn into_run(self, source: &Source<'_>, kind: TraceSource) -> Run {
        let mut outcomes: FxHashMap<String, (CallOutcome, Option<ContentDigest>)> =
            FxHashMap::default();
        let mut responses = Vec::new();
        let mut interventions = Vec::new();
        let mut last_stop = None;
        for entry in self.entries {
            match entry {
                Entry::Tool {
                    tool_call_id,
                    outcome,
                    returned,
                } => {
                    outcomes.insert(tool_call_id, (outcome, returned));
                }
                Entry::Ai { response, stop } => {
                    if let Some(reason) = &stop {
                        interventions.push(Intervention {
                            response: responses.len(),
                            line: response.line,
                            action: InterventionAction::HardStop,
                            layer: None,
                            tools: Vec::new(),
                            count: None,
                            threshold: None,
                            stop_reason: Some(reason.clone()),
                        });
                    }
                    last_stop = stop.map(|reason| {
                        let mut place = source.place(0, response.pointer.as_str());
                        place.line = Some(response.line);
                        place.byte = Some(response.byte);
                        (reason, place)
                    });
                    responses.push(*response);
                }
            }
        }
        for call in responses
            .iter_mut()
            .flat_map(|response| response.tool_calls.iter_mut())
        {
            if let Some((outcome, returned)) = call.id.as_ref().and_then(|id| outcomes.get(id)) {
                call.outcome = *outcome;
                call.result = *returned;
            }
        }
        Run {
            file: Arc::clone(source.file),
            source: kind,
            thread_id: None,
            run_id: None,
            agent: Agent::Lead,
            responses,
            other_spend: Vec::new(),
            interventions,
            started_at: Measured::unknown(UnknownReason::AbsentField),
            ended_at: Measured::unknown(UnknownReason::AbsentField),
            status: None,
            stop_reason: match last_stop {
                Some((reason, place)) => Measured::reported(Some(reason), place),
                None => Measured::unknown(UnknownReason::AbsentField),
            },
            artifacts: Vec::new(),
            usage_total: None,
            has_terminal_record: true,
            is_truncated: false,
            unreadable_records: self.rejected,
            line: 1,
        }
    }
}

/// The later version of a message that the loop detector stopped has lost its calls. An earlier
/// checkpoint still has them: they were proposed, counted, and did not run.
fn keep_stopped_calls(later: &mut Entry, earlier: Entry) {
    if let (
        Entry::Ai {
            response,
            stop: Some(StopReason::LoopCapped),
        },
        Entry::Ai {
            response: before, ..
        },
    ) = (later, earlier)
        && response.tool_calls.is_empty()
    {
        response.tool_calls = before
            .tool_calls
            .into_iter()
            .map(|call| ToolCall {
                outcome: CallOutcome::Suppressed,
                result: None,
                ..call
            })
            .collect();
    }
}

impl OpenChunk {
    /// Adds a chunk: pieces of arguments are joined by their index; usage and the reason to stop
    /// come with the last chunk.
    fn join(
        &mut self,
        known: &mut Response,
        read: Response,
        pieces: Vec<Piece>,
        words: Option<Vec<u8>>,
    ) {
        if let Some(more) = words {
            let words = self.words.get_or_insert_default();
            words.extend(more);
            known.words = Some(content::digest(words));
        }
        for piece in pieces {
            let slot = match piece.index {
                Some(_) => self
                    .pieces
                    .iter_mut()
                    .find(|known| known.index == piece.index),
                None if piece.is_start => None,
                None => self.pieces.last_mut(),
            };
            match slot {
                None => self.pieces.push(piece),
                Some(slot) => {
                    if let (Some(args), Some(more)) = (&slot.call.args, &piece.call.args)
                        && let Some(joined) = joined_strings(args, more)
                    {
                        slot.call.args = Some(joined);
                    }
                    if slot.call.id.is_none() {
                        slot.call.id = piece.call.id;
                    }
                }
            }
        }
        if !self.pieces.is_empty() {
            known.tool_calls = self.pieces.iter().map(|piece| piece.call.clone()).collect();
        } else if known.tool_calls.is_empty() {
            known.tool_calls = read.tool_calls;
        }
        if is_known(&read.tokens) {
            known.tokens = read.tokens;
            known.cache_write_1h = read.cache_write_1h;
        }
        known.finish_reason = read.finish_reason.or(known.finish_reason.take());
        known.model = known.model.take().or(read.model);
    }
}

/// Two JSON strings as one, as source text.
fn joined_strings(first: &str, second: &str) -> Option<Box<str>> {
    let first = first
        .strip_suffix('"')
        .filter(|text| text.starts_with('"'))?;
    let second = second
        .strip_prefix('"')
        .filter(|text| text.ends_with('"'))?;
    Some(format!("{first}{second}").into())
}

/// Whether a document is an object whose `messages` are a list of LangChain messages.
pub(crate) fn has_message_list(node: &Node<'_>) -> bool {
    matches!(node.value, Value::Object(_)) && node.get("messages").is_some_and(is_message_list)
}
