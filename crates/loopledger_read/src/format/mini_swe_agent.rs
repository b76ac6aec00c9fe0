//! mini-SWE-agent's trajectories (`.traj.json`), versions 1 and 2.
//!
//! - A response proposes the calls in its `tool_calls`, or those that the agent found in it
//!   (`extra.actions`). Where it has neither, it is text: exactly one block of commands is one call
//!   of `bash`, and any other number is none, because the agent refuses it.
//! - The command that ends the run has no result of its own; it ran.
//! - A response that the agent refused may stand only in the message that says so
//!   (`extra.response` beside `interrupt_type`). Its calls did not run.
//! - Version 2 counts a model call before it is made, so that the call that raised an exception is
//!   counted and has no response.

use super::message::{Interner, tool_call};
use super::trajectory::{CostSum, End, Names, Trajectories, cost, end, millis};
use crate::content;
use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record};
use crate::time;
use crate::usage::{Convention, Usage, usage};
use jiff::Timestamp;
use loopledger_json::Node;
use loopledger_model::trace::{Agent, CallOutcome, Response, Run, ToolCall, TraceSource};
use loopledger_model::{Measured, Place, RunStatus, UnknownReason};
use rust_decimal::Decimal;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;

pub(crate) const WANTS: &str =
    "messages beside info with model_stats, exit_status or mini_version (mini-SWE-agent)";

/// Whether a document is a trajectory.
pub(crate) fn is_trajectory(root: &Node<'_>) -> bool {
    let Some(messages) = root.get("messages").and_then(Node::array) else {
        return false;
    };
    let is_named = root
        .get("trajectory_format")
        .and_then(Node::str)
        .is_some_and(|name| name.to_display().starts_with("mini-swe-agent"));
    let has_info = root.get("info").is_some_and(|info| {
        ["model_stats", "mini_version", "exit_status"]
            .iter()
            .any(|key| info.get(key).is_some())
    });
    let has_message = messages.is_empty()
        || messages
            .iter()
            .any(|message| message.get("role").is_some() || message.get("object").is_some());
    (is_named || has_info) && has_message
}

/// Reads a trajectory.
pub(crate) fn read_trajectory(
    context: &mut Context,
    root: Record<'_, '_>,
    is_torn: bool,
) -> Trajectories {
    let part = |pointer| {
        root.node.pointer(pointer).map(|node| Record {
            node,
            pointer,
            ..root
        })
    };
    let (info, stats) = (part("/info"), part("/info/model_stats"));
    let config = |pointer: &str| {
        let node = info?.node.pointer(pointer)?;
        field::text(node).map(std::borrow::Cow::into_owned)
    };
    let model = config("/config/model/model_name");
    let stated = root
        .text(context, "instance_id")
        .or_else(|| info?.text(context, "instance_id"));
    let names = Names::of(root.source.file, stated.as_deref(), model.as_deref());
    let ended = end(context, info, root);
    let regex =
        config("/config/model/action_regex").or_else(|| config("/config/agent/action_regex"));
    let mut reader = Reader {
        fence: Fence::of(regex.as_deref()),
        is_torn,
        ended: &ended,
        ..Reader::new(root)
    };
    reader.messages(context, root);
    let Reader {
        responses,
        costs,
        usage_costs,
        first_at,
        last_at,
        read,
        rejected,
        refused,
        ..
    } = reader;
    let calls = stats.and_then(|stats| field::count(stats.get("api_calls")?).ok());
    let other_spend = stats
        .filter(|_| !is_torn)
        .and_then(|stats| {
            missing(
                context,
                stats,
                calls?,
                responses.len() as u64,
                &ended,
                refused,
            )
        })
        .into_iter()
        .collect();
    let mut record = names.clone().record(root, model);
    record.model_cost = cost(
        context,
        stats,
        root,
        responses.len(),
        &[("extra.cost", costs), ("usage.cost", usage_costs)],
    );
    let place = root.place();
    let measured = |at: Option<Timestamp>| match at {
        Some(at) => Measured::reported(at, place.clone()),
        None => Measured::unknown_at(UnknownReason::AbsentField, place.clone()),
    };
    let is_over = ended.is_over && !is_torn;
    let is_whole = is_over && rejected == 0;
    if let (Some(from), Some(to), true) = (first_at, last_at, is_whole)
        && from != to
    {
        record.latency_ms = latency(from, to, place.clone());
    }
    record.name_unknowns();
    let run = Run {
        file: Arc::clone(root.source.file),
        source: TraceSource::Trajectory,
        thread_id: names.thread_id,
        run_id: Some(names.run_id),
        agent: Agent::Lead,
        responses,
        other_spend,
        interventions: Vec::new(),
        started_at: measured(first_at),
        ended_at: measured(last_at.or(first_at)),
        status: ended.status,
        stop_reason: ended.stop_reason,
        artifacts: Vec::new(),
        usage_total: None,
        has_terminal_record: is_over,
        is_truncated: is_torn,
        unreadable_records: rejected,
        line: root.line(),
    };
    Trajectories {
        runs: vec![run],
        attempts: vec![record],
        read,
        rejected: rejected + u64::from(is_torn),
    }
}

/// The time between two recorded times.
fn latency(from: Timestamp, to: Timestamp, place: Place) -> Measured<Decimal> {
    match millis(to.as_nanosecond() - from.as_nanosecond()) {
        Some(value) => Measured::derived(value, place),
        None => Measured::unknown_at(UnknownReason::Ambiguous, place),
    }
}

/// What stands for model calls that were made and have no response in the file: unknown tokens.
/// The call that raised the exception which ended the run had no response.
fn missing(
    context: &mut Context,
    stats: Record<'_, '_>,
    calls: u64,
    responses: u64,
    ended: &End,
    refused: u64,
) -> Option<Response> {
    let key = "api_calls";
    let missing = calls.checked_sub(responses).filter(|missing| *missing > 0);
    let Some(missing) = missing else {
        if calls < responses {
            let expected = format!("at least {responses} model calls, one for each response");
            stats.report_key(context, Severity::Warning, "calls_differ", key, &expected);
        }
        return None;
    };
    let has_raised = matches!(
        ended.status,
        Some(RunStatus::Error | RunStatus::Timeout | RunStatus::Interrupted)
    );
    let expected = format!("{responses} model calls, one for each response");
    stats.report_key(
        context,
        Severity::Info,
        "calls_without_response",
        key,
        &expected,
    );
    if responses > 0 && missing == u64::from(has_raised) && refused == 0 {
        return None;
    }
    let node = stats.get(key)?;
    let unknown = Usage::unknown(UnknownReason::AbsentField);
    Some(Response {
        id: None,
        line: stats.source.line_at(node.start),
        byte: stats.source.byte_at(node.start),
        pointer: format!("{}/{key}", stats.pointer),
        caller: "agent".into(),
        model: None,
        tool_calls: Vec::new(),
        redacted: None,
        tokens: unknown.tokens,
        cache_write_1h: unknown.cache_write_1h,
        latency_millis: Err(UnknownReason::AbsentField),
        words: None,
        finish_reason: None,
        created_at: None,
    })
}

/// How commands are marked in text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fence {
    open: String,
    close: String,
}

impl Fence {
    /// The marks of the agent's regular expression, as far as they are plain text around one
    /// group; otherwise those of the default.
    fn of(regex: Option<&str>) -> Self {
        let default = || Self {
            open: "```bash".to_owned(),
            close: "\n```".to_owned(),
        };
        let plain = |text: &str| {
            let text = text.replace("\\n", "\n").replace("\\s*", "");
            (!text.is_empty() && !text.contains(['\\', '[', ']', '(', ')', '*', '+', '?', '|']))
                .then_some(text)
        };
        let Some((before, after)) = regex.and_then(|regex| regex.split_once("(.*?)")) else {
            return default();
        };
        match (plain(before), plain(after)) {
            (Some(open), Some(close)) => Self {
                open: open.trim_end().to_owned(),
                close,
            },
            _ => default(),
        }
    }

    /// The commands in a text, and the text without them.
    fn split<'t>(&self, text: &'t str) -> (Vec<&'t str>, String) {
        let mut commands = Vec::new();
        let mut words = String::new();
        let mut rest = text;
        while let Some((before, inside)) = rest.split_once(self.open.as_str()) {
            let Some((command, after)) = inside.split_once(self.close.as_str()) else {
                break;
            };
            words.push_str(before);
            commands.push(command.trim());
            rest = after;
        }
        words.push_str(rest);
        (commands, words)
    }
}

struct Reader<'e> {
    fence: Fence,
    is_torn: bool,
    ended: &'e End,
    intern: Interner,
    responses: Vec<Response>,
    /// Calls of the latest response with ids, and without.
    by_id: FxHashMap<String, (usize, usize)>,
    open: VecDeque<(usize, usize)>,
    costs: CostSum,
    usage_costs: CostSum,
    first_at: Option<Timestamp>,
    last_at: Option<Timestamp>,
    read: u64,
    rejected: u64,
    /// Responses that the agent refused and did not keep.
    refused: u64,
    /// Where the record stands that says how the run ended.
    exit: Option<(u64, u64)>,
    line: u64,
}

static UNKNOWN_END: End = End {
    status: None,
    stop_reason: Measured::Unknown {
        reason: UnknownReason::AbsentField,
        place: None,
    },
    is_over: false,
};

impl Reader<'_> {
    fn new(root: Record<'_, '_>) -> Self {
        Self {
            fence: Fence::of(None),
            is_torn: false,
            ended: &UNKNOWN_END,
            intern: Interner::default(),
            responses: Vec::new(),
            by_id: FxHashMap::default(),
            open: VecDeque::new(),
            costs: CostSum::default(),
            usage_costs: CostSum::default(),
            first_at: None,
            last_at: None,
            read: 0,
            rejected: 0,
            refused: 0,
            exit: None,
            line: root.line(),
        }
    }

    fn messages(&mut self, context: &mut Context, root: Record<'_, '_>) {
        let messages = root.get("messages").and_then(Node::array);
        let messages = messages.unwrap_or_default();
        for (index, node) in messages.iter().enumerate() {
            let pointer = format!("/messages/{index}");
            let message = Record {
                node,
                pointer: &pointer,
                ..root
            };
            self.message(context, message, index + 1 == messages.len());
        }
        self.settle();
    }

    fn message(&mut self, context: &mut Context, message: Record<'_, '_>, is_last: bool) {
        let text = |key: &str| {
            message
                .get(key)
                .and_then(Node::str)
                .map(loopledger_json::JsonStr::to_display)
        };
        let (role, kind, object) = (text("role"), text("type"), text("object"));
        if role.is_none() && kind.is_none() && object.is_none() {
            self.rejected += 1;
            let found = field::found(message.source, message.node);
            let expected = "a message with a role";
            context.report(
                Severity::Error,
                "not_a_message",
                message.place(),
                expected,
                found,
            );
            return;
        }
        self.read += 1;
        let extra = message.get("extra");
        let interrupt = extra.and_then(|extra| extra.get("interrupt_type"));
        if object.as_deref() == Some("response") || role.as_deref() == Some("assistant") {
            self.response(context, message, message.node, "", false);
        } else if role.as_deref() == Some("tool") || kind.as_deref() == Some("function_call_output")
        {
            let id = message.first_of(&["tool_call_id", "call_id"]);
            let id = id.and_then(|(_, id)| field::text(id));
            let call = match id {
                Some(id) => self.by_id.remove(&*id),
                None => self.open.pop_front(),
            };
            self.result(message, call);
        } else if role.as_deref() == Some("exit") {
            self.exit = Some((message.line(), message.byte()));
        } else if interrupt.is_some_and(|it| it.str().is_some_and(|it| it == *"FormatError")) {
            let refused = extra.and_then(|extra| extra.get("response"));
            match refused.filter(|node| node.object().is_some()) {
                Some(node) => self.response(context, message, node, "/extra/response", true),
                None => self.refused += 1,
            }
        } else {
            let is_submitted = matches!(self.ended.stop_reason.value(), Some(None));
            let has_output = extra.is_some_and(|extra| extra.get("raw_output").is_some());
            // The last message of version 1 is what ended the run, not what a command said.
            if !is_last || is_submitted || has_output {
                let call = self.open.pop_front();
                self.result(message, call);
            }
        }
        self.note_time(message, extra);
    }

    fn note_time(&mut self, message: Record<'_, '_>, extra: Option<&Node<'_>>) {
        let at = |node: Option<&Node<'_>>| node.and_then(|node| time::timestamp(node).ok());
        let written = at(extra.and_then(|extra| extra.get("timestamp")))
            .or_else(|| at(message.get("timestamp")));
        let created = extra
            .and_then(|extra| extra.get("response")?.get("created"))
            .or_else(|| message.get("created_at"));
        if self.first_at.is_none() {
            self.first_at = at(created).or(written);
        }
        self.last_at = written.or(self.last_at);
    }

    fn result(&mut self, message: Record<'_, '_>, call: Option<(usize, usize)>) {
        let Some(call) = call.and_then(|(response, call)| {
            self.responses.get_mut(response)?.tool_calls.get_mut(call)
        }) else {
            return;
        };
        let extra = message.get("extra");
        let exception = extra
            .and_then(|extra| extra.get("exception_info")?.str())
            .map(loopledger_json::JsonStr::to_display)
            .filter(|text| !text.is_empty());
        if exception.as_deref() == Some("action was not executed") {
            call.outcome = CallOutcome::Suppressed;
            return;
        }
        call.outcome = CallOutcome::Executed {
            line: message.line(),
            byte: message.byte(),
            is_error: exception.is_some(),
            at: extra
                .and_then(|extra| extra.get("timestamp"))
                .and_then(|node| time::timestamp(node).ok()),
        };
        call.result = match message.get("output").and_then(Node::str) {
            Some(output) => {
                let mut text = Vec::new();
                output.decode_into(&mut text);
                Some(content::digest(&text))
            }
            None => content::result(message, message.node),
        };
    }

    fn response<'a>(
        &mut self,
        context: &mut Context,
        message: Record<'_, 'a>,
        body: &Node<'a>,
        pointer: &str,
        is_refused: bool,
    ) {
        let extra = message.get("extra");
        // What the provider answered: inside of the message, or the message itself.
        let (answer, answer_pointer) = match extra.and_then(|extra| extra.get("response")) {
            Some(answer) if answer.object().is_some() => (answer, "/extra/response"),
            _ => (body, pointer),
        };
        // A refused answer of the chat interface holds its message.
        let said = match body.pointer("/choices/0/message") {
            Some(said) if is_refused => said,
            _ => body,
        };
        let usage_node = answer
            .get("usage")
            .filter(|usage| usage.object().is_some_and(|members| !members.is_empty()));
        let used = match usage_node {
            Some(node) => {
                let pointer = format!("{answer_pointer}/usage");
                let used = usage(context, message, node, &pointer, Convention::of(node));
                let is_zero = |key: &str| {
                    node.get(key)
                        .and_then(Node::number)
                        .and_then(loopledger_json::Number::to_u64)
                        == Some(0)
                };
                let has_zeros = (is_zero("prompt_tokens") && is_zero("completion_tokens"))
                    || (is_zero("input_tokens") && is_zero("output_tokens"));
                if has_zeros {
                    Usage::unknown(UnknownReason::SentinelZero)
                } else {
                    used
                }
            }
            None => Usage::unknown(match answer.get("usage") {
                Some(node) if node.is_null() => UnknownReason::NullField,
                _ => UnknownReason::AbsentField,
            }),
        };
        self.usage_costs
            .add(usage_node.and_then(|usage| usage.get("cost")));
        self.costs.add(extra.and_then(|extra| extra.get("cost")));
        let text_at = |node: &Node<'a>, pointer: &str| {
            node.pointer(pointer)
                .and_then(Node::str)
                .filter(|text| !text.raw().is_empty())
        };
        let (mut calls, words) = self.calls(context, message, said, extra);
        let position = self.responses.len();
        for (index, call) in calls.iter_mut().enumerate() {
            if is_refused {
                call.outcome = CallOutcome::Suppressed;
            } else {
                match &call.id {
                    Some(id) => {
                        self.by_id.insert(id.clone(), (position, index));
                    }
                    None => self.open.push_back((position, index)),
                }
            }
        }
        let at = |node: Option<&Node<'_>>| node.and_then(|node| time::timestamp(node).ok());
        let created_at = at(extra.and_then(|extra| extra.get("timestamp")))
            .or_else(|| at(message.get("timestamp")))
            .or_else(|| at(answer.get("created")));
        let model = text_at(answer, "/model").map(|text| self.intern.get(&field::text_of(text)));
        let finish_reason = text_at(answer, "/choices/0/finish_reason")
            .or_else(|| text_at(answer, "/status"))
            .map(|text| self.intern.get(&field::text_of(text)));
        self.responses.push(Response {
            id: text_at(answer, "/id").map(|text| field::text_of(text).into_owned()),
            line: message.line(),
            byte: message.byte(),
            pointer: message.pointer.to_owned(),
            caller: self.intern.get("agent"),
            model,
            tool_calls: calls,
            redacted: None,
            tokens: used.tokens,
            cache_write_1h: used.cache_write_1h,
            latency_millis: Err(UnknownReason::AbsentField),
            words: words.map(|text| content::digest(&text)),
            finish_reason,
            created_at,
        });
    }

    /// The calls that a response proposes, and what it says beside them.
    fn calls<'a>(
        &mut self,
        context: &mut Context,
        message: Record<'_, 'a>,
        said: &Node<'a>,
        extra: Option<&Node<'a>>,
    ) -> (Vec<ToolCall>, Option<Vec<u8>>) {
        let list = |node: Option<&'_ Node<'a>>| {
            node.and_then(Node::array)
                .is_some_and(|items| !items.is_empty())
        };
        if let Some(output) = said.get("output").and_then(Node::array) {
            return self.output_items(message, output);
        }
        let words = content::words(said);
        if list(said.get("tool_calls")) {
            let items = said
                .get("tool_calls")
                .and_then(Node::array)
                .unwrap_or_default();
            let mut calls = Vec::new();
            for item in items {
                if item.object().is_some() {
                    calls.push(tool_call(&mut self.intern, message, item));
                } else {
                    let place = message.place_of(item, "/tool_calls");
                    let found = field::found(message.source, item);
                    let expected = "an object with a function and its arguments";
                    context.report(Severity::Error, "not_a_tool_call", place, expected, found);
                    self.rejected += 1;
                }
            }
            return (calls, words);
        }
        let text = match &words {
            Some(words) => String::from_utf8_lossy(words).into_owned(),
            None => String::new(),
        };
        let (commands, rest) = self.fence.split(&text);
        let words = words.map(|_| rest.into_bytes());
        let actions = extra.and_then(|extra| extra.get("actions"));
        if let Some(actions) = actions.and_then(Node::array) {
            let calls = actions.iter().map(|action| {
                let command = action.get("command").or_else(|| action.get("action"));
                let args = command.unwrap_or(action);
                let id = action.get("tool_call_id").and_then(field::text);
                let id = id.map(std::borrow::Cow::into_owned);
                self.bash(message.source.slice(args), id)
            });
            return (calls.collect(), words);
        }
        match commands.as_slice() {
            // Plain text always has a JSON form.
            [command] => {
                let json = serde_json::to_string(command).unwrap_or_default();
                (vec![self.bash(&json, None)], words)
            }
            _ => (Vec::new(), words),
        }
    }

    /// A call of the one tool that there is; the command as JSON.
    fn bash(&mut self, command: &str, id: Option<String>) -> ToolCall {
        ToolCall {
            id,
            name: Some(self.intern.get("\"bash\"")),
            args: Some(format!("{{\"command\": {command}}}").into()),
            is_args_truncated: false,
            outcome: CallOutcome::Unknown,
            result: None,
        }
    }

    /// The items of an answer of the responses interface.
    fn output_items<'a>(
        &mut self,
        message: Record<'_, 'a>,
        items: &[Node<'a>],
    ) -> (Vec<ToolCall>, Option<Vec<u8>>) {
        let mut calls = Vec::new();
        let mut words = Vec::new();
        for item in items {
            match item.get("type").and_then(Node::str) {
                Some(kind) if kind == *"function_call" => calls.push(ToolCall {
                    id: item
                        .get("call_id")
                        .or_else(|| item.get("id"))
                        .and_then(field::text)
                        .map(std::borrow::Cow::into_owned),
                    name: item
                        .get("name")
                        .map(|name| self.intern.get(message.source.slice(name))),
                    args: item
                        .get("arguments")
                        .map(|args| message.source.slice(args).into()),
                    is_args_truncated: false,
                    outcome: CallOutcome::Unknown,
                    result: None,
                }),
                Some(kind) if kind == *"message" => {
                    words.extend(content::words(item).unwrap_or_default());
                }
                _ => {}
            }
        }
        (calls, Some(words))
    }

    /// Says what became of calls without a result: the one command that submitted the work ran.
    fn settle(&mut self) {
        let is_submitted = matches!(self.ended.stop_reason.value(), Some(None));
        let Some(last) = self.responses.last_mut() else {
            return;
        };
        if !is_submitted || self.is_torn {
            return;
        }
        if let [call] = last.tool_calls.as_mut_slice()
            && call.outcome == CallOutcome::Unknown
        {
            let (line, byte) = self.exit.unwrap_or((self.line, last.byte));
            call.outcome = CallOutcome::Executed {
                line,
                byte,
                is_error: false,
                at: None,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fence;

    fn check(regex: Option<&str>, text: &str, commands: &[&str]) {
        assert_eq!(Fence::of(regex).split(text).0, commands, "{text}");
    }

    #[test]
    fn commands_stand_where_the_configuration_says() {
        check(None, "Look.\n```bash\nls -a\n```\n", &["ls -a"]);
        check(None, "```python\nx\n```", &[]);
        check(None, "```bash\na\n```\n```bash\nb\n```", &["a", "b"]);
        let fenced = r"```mswea_bash_command\s*\n(.*?)\n```";
        check(Some(fenced), "```mswea_bash_command\nls\n```", &["ls"]);
        check(Some("<cmd>(.*?)</cmd>"), "<cmd>ls</cmd>", &["ls"]);
        check(Some("(?:a|b)(.*?)c"), "```bash\nls\n```", &["ls"]);
    }

    #[test]
    fn words_are_what_stands_beside_the_command() {
        let (_, words) = Fence::of(None).split("A```bash\nls\n```B");
        assert_eq!(words, "AB");
    }
}
