//! DeerFlow's event journal of an agent that proposes what a case says.

use serde::Deserialize;
use std::fmt::Write as _;

/// One run of an agent; every call that it proposes is executed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunInput {
    #[serde(default = "thread")]
    pub(crate) thread: String,
    #[serde(default = "run")]
    pub(crate) run: String,
    responses: Vec<ResponseInput>,
}

/// Model responses that are alike.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ResponseInput {
    /// How many of them follow each other.
    #[serde(default = "one")]
    times: usize,
    /// Each a tool's name, a space, and its arguments as JSON text, which goes into the journal
    /// untouched; `$n` stands for the ordinal of the response, `$c` for that of the call in it.
    calls: Vec<String>,
    /// How often the calls stand in one response.
    #[serde(default = "one")]
    batch: usize,
    /// Whether no result follows, as after a stop.
    #[serde(default)]
    suppressed: bool,
}

fn thread() -> String {
    "t".to_owned()
}

fn run() -> String {
    "r".to_owned()
}

fn one() -> usize {
    1
}

/// The journal as JSON Lines.
pub(crate) fn journal(input: &RunInput) -> String {
    let mut journal = Journal {
        input,
        text: String::new(),
        sequence: 0,
    };
    journal.record("run.start", "trace", r#"{"chain":"unknown"}"#, "{}");
    let responses = input
        .responses
        .iter()
        .flat_map(|response| std::iter::repeat_n(response, response.times));
    for (ordinal, response) in responses.enumerate() {
        journal.response(ordinal, response);
    }
    journal.record("run.end", "outputs", "{}", r#"{"status":"success"}"#);
    journal.text
}

struct Journal<'a> {
    input: &'a RunInput,
    text: String,
    sequence: u64,
}

impl Journal<'_> {
    fn record(&mut self, kind: &str, category: &str, content: &str, metadata: &str) {
        self.sequence += 1;
        let RunInput { thread, run, .. } = self.input;
        let sequence = self.sequence;
        let (minute, second) = (sequence / 60, sequence % 60);
        let _ = writeln!(
            self.text,
            r#"{{"thread_id":"{thread}","run_id":"{run}","event_type":"{kind}","category":"{category}","content":{content},"metadata":{metadata},"seq":{sequence},"created_at":"2026-09-08T10:{minute:02}:{second:02}+00:00"}}"#
        );
    }

    fn response(&mut self, ordinal: usize, response: &ResponseInput) {
        let calls: Vec<(String, String)> = (0..response.batch)
            .flat_map(|_| &response.calls)
            .enumerate()
            .map(|(index, call)| {
                let call = call
                    .replace("$n", &ordinal.to_string())
                    .replace("$c", &index.to_string());
                let (name, args) = call.split_once(' ').unwrap_or((&call, "{}"));
                (name.to_owned(), args.to_owned())
            })
            .collect();
        let list: Vec<String> = calls
            .iter()
            .enumerate()
            .map(|(index, (name, args))| {
                format!(
                    r#"{{"name":"{name}","args":{args},"id":"c{ordinal}-{index}","type":"tool_call"}}"#
                )
            })
            .collect();
        let usage = r#"{"input_tokens":100,"output_tokens":10,"total_tokens":110,"input_token_details":{"cache_read":60}}"#;
        let content = format!(
            r#"{{"content":"","additional_kwargs":{{}},"response_metadata":{{"finish_reason":"tool_calls","model_name":"m"}},"type":"ai","name":null,"id":"ai-{ordinal}","tool_calls":[{}],"invalid_tool_calls":[],"usage_metadata":{usage}}}"#,
            list.join(",")
        );
        let metadata = format!(
            r#"{{"caller":"lead_agent","usage":{usage},"latency_ms":20,"llm_call_index":{}}}"#,
            ordinal + 1
        );
        self.record("llm.ai.response", "message", &content, &metadata);
        if response.suppressed {
            return;
        }
        for (index, (name, _)) in calls.iter().enumerate() {
            let content = format!(
                r#"{{"content":"ok","additional_kwargs":{{}},"response_metadata":{{}},"type":"tool","name":"{name}","id":null,"tool_call_id":"c{ordinal}-{index}","artifact":null,"status":"success"}}"#
            );
            self.record("llm.tool.result", "message", &content, "{}");
        }
    }
}
