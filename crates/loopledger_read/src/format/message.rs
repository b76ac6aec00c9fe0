//! LangChain messages, in the three encodings that their writers use.
//!
//! 1. `model_dump()` and the API: `{"type":"ai","content":…,"tool_calls":[…],…}`.
//! 2. `messages_to_dict`: `{"type":"ai","data":{…}}`.
//! 3. `dumpd`: `{"lc":1,"type":"constructor","id":["langchain",…,"AIMessage"],"kwargs":{…}}`.

use crate::content;
use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record};
use crate::time;
use crate::usage::{Convention, Usage, usage};
use jiff::Timestamp;
use loopledger_json::{JsonStr, Node, Value};
use loopledger_model::trace::{CallOutcome, ContentDigest, Response, ToolCall};
use loopledger_model::{StopReason, UnknownReason};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Texts that recur, kept once.
#[derive(Debug, Default)]
pub(crate) struct Interner(FxHashMap<Box<str>, Arc<str>>);

impl Interner {
    pub(crate) fn get(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let kept: Arc<str> = text.into();
        self.0.insert(text.into(), Arc::clone(&kept));
        kept
    }
}

/// Whose message it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MessageKind {
    Ai,
    Tool,
    Other,
}

/// A message, whatever its encoding.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Message<'n, 'a> {
    pub(crate) kind: MessageKind,
    /// The object that holds the message's fields.
    pub(crate) body: &'n Node<'a>,
    /// The way from the message to that object.
    pub(crate) step: &'static str,
    pub(crate) is_chunk: bool,
}

/// A value as a LangChain message; `None` where it is none.
pub(crate) fn message<'n, 'a>(node: &'n Node<'a>) -> Option<Message<'n, 'a>> {
    let kind_text = node.get("type")?.str()?;
    if kind_text == *"constructor" {
        node.get("lc")?;
        let class = node.get("id")?.array()?.last()?.str()?.to_display();
        let body = node.get("kwargs").filter(|body| body.object().is_some())?;
        let class = class.strip_suffix("Chunk").unwrap_or(&class);
        let name = class.strip_suffix("Message")?;
        return Some(Message {
            kind: match name {
                "AI" => MessageKind::Ai,
                "Tool" => MessageKind::Tool,
                _ => MessageKind::Other,
            },
            body,
            step: "/kwargs",
            is_chunk: false,
        });
    }
    let (kind, is_chunk) = kind_of(kind_text)?;
    let (body, step) = match node.get("data") {
        Some(data) if data.object().is_some() && node.get("content").is_none() => (data, "/data"),
        _ => (node, ""),
    };
    body.get("content")?;
    Some(Message {
        kind,
        body,
        step,
        is_chunk,
    })
}

fn kind_of(text: JsonStr<'_>) -> Option<(MessageKind, bool)> {
    let raw = std::str::from_utf8(text.raw()).ok()?;
    Some(match raw {
        "ai" | "AIMessage" => (MessageKind::Ai, false),
        "AIMessageChunk" => (MessageKind::Ai, true),
        "tool" | "ToolMessage" | "ToolMessageChunk" => (MessageKind::Tool, false),
        "human"
        | "system"
        | "function"
        | "chat"
        | "remove"
        | "HumanMessage"
        | "SystemMessage"
        | "FunctionMessage"
        | "ChatMessage"
        | "RemoveMessage"
        | "HumanMessageChunk"
        | "SystemMessageChunk"
        | "FunctionMessageChunk"
        | "ChatMessageChunk" => (MessageKind::Other, false),
        _ => return None,
    })
}

/// What surrounds an assistant message where it was recorded.
#[derive(Debug, Clone)]
pub(crate) struct Surroundings<'m, 'a> {
    /// The way from the record to the message.
    pub(crate) pointer: &'m str,
    pub(crate) caller: Arc<str>,
    /// The journal's own metadata of the response, which repeats the usage.
    pub(crate) metadata: Option<&'m Node<'a>>,
    pub(crate) created_at: Option<Timestamp>,
}

/// Reads an assistant message.
pub(crate) fn response<'a>(
    context: &mut Context,
    intern: &mut Interner,
    record: Record<'_, 'a>,
    message: Message<'_, 'a>,
    surroundings: Surroundings<'_, 'a>,
) -> Response {
    let Surroundings {
        pointer,
        caller,
        metadata,
        created_at,
    } = surroundings;
    let Message { body, step, .. } = message;
    let pointer = format!("{pointer}{step}");
    let response_metadata = body.get("response_metadata");
    let detail = |keys: [&str; 2]| {
        keys.iter()
            .find_map(|key| response_metadata?.get(key)?.str())
            .filter(|text| !text.raw().is_empty())
    };
    let model = detail(["model_name", "model"]).map(|text| intern.get(&field::text_of(text)));
    let finish_reason =
        detail(["finish_reason", "stop_reason"]).map(|text| intern.get(&field::text_of(text)));
    let Usage {
        tokens,
        cache_write_1h,
    } = message_usage(context, record, body, &pointer, metadata);
    let latency_millis = match metadata.and_then(|metadata| metadata.get("latency_ms")) {
        None => Err(UnknownReason::AbsentField),
        Some(node) => match field::count(node) {
            Ok(millis) => Ok(millis),
            Err(field::Bad::Null) => Err(UnknownReason::NullField),
            Err(field::Bad::Value {
                code,
                expected,
                reason,
            }) => {
                let place = record.place_of(node, "/metadata/latency_ms");
                let found = field::found(record.source, node);
                context.report(Severity::Error, code, place, expected, found);
                Err(reason)
            }
        },
    };
    let tool_calls = tool_calls(context, intern, record, body, &pointer);
    Response {
        id: message_id(body),
        line: record.source.line_at(body.start),
        byte: record.source.byte_at(match record.pointer {
            "" => record.node.start,
            _ => body.start,
        }),
        pointer: format!("{}{pointer}", record.pointer),
        caller,
        model,
        tool_calls,
        redacted: None,
        tokens,
        cache_write_1h,
        latency_millis,
        words: content::words(body).map(|text| content::digest(&text)),
        finish_reason,
        created_at,
    }
}

/// A message's id, where it has one.
pub(crate) fn message_id(body: &Node<'_>) -> Option<String> {
    let text = body.get("id")?.str()?;
    (!text.raw().is_empty()).then(|| field::text_of(text).into_owned())
}

/// Usage from wherever a message has it: `usage_metadata`, the journal's metadata, or what the
/// provider's answer said.
fn message_usage<'a>(
    context: &mut Context,
    record: Record<'_, 'a>,
    body: &Node<'a>,
    pointer: &str,
    metadata: Option<&Node<'a>>,
) -> Usage {
    let stated = body.get("usage_metadata");
    let is_filled = |node: &&Node<'_>| node.object().is_some_and(|members| !members.is_empty());
    if let Some(node) = stated.filter(is_filled) {
        let pointer = format!("{pointer}/usage_metadata");
        return usage(context, record, node, &pointer, Convention::LangChain);
    }
    if let Some(node) = metadata
        .and_then(|metadata| metadata.get("usage"))
        .filter(is_filled)
    {
        return usage(
            context,
            record,
            node,
            "/metadata/usage",
            Convention::LangChain,
        );
    }
    let response_metadata = body.get("response_metadata");
    for key in ["token_usage", "usage"] {
        if let Some(node) = response_metadata
            .and_then(|metadata| metadata.get(key))
            .filter(is_filled)
        {
            let pointer = format!("{pointer}/response_metadata/{key}");
            return usage(context, record, node, &pointer, Convention::of(node));
        }
    }
    Usage::unknown(match stated {
        Some(node) if node.is_null() => UnknownReason::NullField,
        _ => UnknownReason::AbsentField,
    })
}

/// The tool calls that a message proposes.
fn tool_calls<'a>(
    context: &mut Context,
    intern: &mut Interner,
    record: Record<'_, 'a>,
    body: &Node<'a>,
    pointer: &str,
) -> Vec<ToolCall> {
    let list = |node: Option<&'_ Node<'a>>| -> bool {
        node.and_then(Node::array)
            .is_some_and(|items| !items.is_empty())
    };
    let parsed = body.get("tool_calls");
    let invalid = body.get("invalid_tool_calls");
    let older = body
        .get("additional_kwargs")
        .and_then(|extra| extra.get("tool_calls"));
    let chunks = body.get("tool_call_chunks");
    let (items, step) = if list(parsed) {
        (parsed, "/tool_calls")
    } else if list(chunks) && parsed.is_none() {
        (chunks, "/tool_call_chunks")
    } else if list(older) && !list(invalid) {
        // Messages written before LangChain parsed calls have them here only.
        (older, "/additional_kwargs/tool_calls")
    } else {
        return Vec::new();
    };
    let mut calls = Vec::new();
    for (index, item) in items
        .and_then(Node::array)
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        if item.object().is_none() {
            context.report(
                Severity::Error,
                "not_a_tool_call",
                record.place_of(item, &format!("{pointer}{step}/{index}")),
                "an object with name, args and id",
                field::found(record.source, item),
            );
            continue;
        }
        calls.push(tool_call(intern, record, item));
    }
    calls
}

/// Reads a tool call: LangChain's shape, or OpenAI's with a `function`.
pub(crate) fn tool_call<'a>(
    intern: &mut Interner,
    record: Record<'_, 'a>,
    item: &Node<'a>,
) -> ToolCall {
    let function = item
        .get("function")
        .filter(|function| function.object().is_some() && item.get("name").is_none());
    let (name, args) = match function {
        Some(function) => (function.get("name"), function.get("arguments")),
        None => (item.get("name"), item.get("args")),
    };
    ToolCall {
        id: item
            .get("id")
            .and_then(field::text)
            .map(std::borrow::Cow::into_owned),
        name: name.map(|name| intern.get(record.source.slice(name))),
        args: args.map(|args| record.source.slice(args).into()),
        is_args_truncated: false,
        outcome: CallOutcome::Unknown,
        result: None,
    }
}

/// What a stored message shows of a guard that stopped the run: the marker opens the last
/// paragraph of the message's text, and the calls are gone.
pub(crate) fn forced_stop(body: &Node<'_>) -> Option<StopReason> {
    let has_calls = body
        .get("tool_calls")
        .and_then(Node::array)
        .is_some_and(|calls| !calls.is_empty());
    if has_calls {
        return None;
    }
    let content = body.get("content")?;
    let text = match &content.value {
        Value::Str(text) => *text,
        Value::Array(blocks) => {
            let last = blocks.last()?;
            last.str().or_else(|| last.get("text")?.str())?
        }
        _ => return None,
    };
    [
        ("[FORCED STOP]", StopReason::LoopCapped),
        ("[TOKEN BUDGET EXCEEDED]", StopReason::TokenCapped),
    ]
    .into_iter()
    .find(|(marker, _)| opens_last_paragraph(text, marker))
    .map(|(_, reason)| reason)
}

fn opens_last_paragraph(text: JsonStr<'_>, marker: &str) -> bool {
    if memchr::memmem::find(text.raw(), marker.as_bytes()).is_none() {
        return false;
    }
    let text = text.to_display();
    let Some(at) = text.rfind(marker) else {
        return false;
    };
    let (before, after) = text.split_at(at);
    (before.is_empty() || before.ends_with("\n\n")) && !after.contains("\n\n")
}

/// What a tool message says about its call.
#[derive(Debug, Clone)]
pub(crate) struct ToolResult {
    pub(crate) tool_call_id: Option<String>,
    pub(crate) line: u64,
    pub(crate) byte: u64,
    pub(crate) is_error: bool,
    pub(crate) at: Option<Timestamp>,
    /// Digest of what the tool returned.
    pub(crate) content: Option<ContentDigest>,
}

/// Reads a tool message; of what the tool returned only a digest is kept.
pub(crate) fn tool_result(
    record: Record<'_, '_>,
    message: Message<'_, '_>,
    at: Option<Timestamp>,
) -> ToolResult {
    let body = message.body;
    ToolResult {
        tool_call_id: body
            .get("tool_call_id")
            .and_then(field::text)
            .map(std::borrow::Cow::into_owned),
        line: record.source.line_at(body.start),
        byte: record.source.byte_at(match record.pointer {
            "" => record.node.start,
            _ => body.start,
        }),
        is_error: body
            .get("status")
            .and_then(Node::str)
            .is_some_and(|status| status == *"error"),
        at,
        content: content::result(record, body),
    }
}

impl ToolResult {
    pub(crate) fn outcome(&self) -> CallOutcome {
        CallOutcome::Executed {
            line: self.line,
            byte: self.byte,
            is_error: self.is_error,
            at: self.at,
        }
    }
}

/// A record's time; what is no time is reported.
pub(crate) fn recorded_at(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
) -> Option<Timestamp> {
    let node = record.get(key)?;
    if let Value::Str(text) = &node.value
        && !text.has_escape()
        && let Ok(text) = std::str::from_utf8(text.raw())
        && let Ok(time) = time::timestamp_from_text(text)
    {
        return Some(time);
    }
    record.time(context, key).value().copied()
}
