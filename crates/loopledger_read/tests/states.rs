//! Thread states, their histories, and bare message lists in their encodings.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use loopledger_model::StopReason;
use loopledger_model::trace::{InterventionAction, Run, TraceSource};
use loopledger_read::{FileRead, Format};
use support::{codes, counts, read_text, run_outcomes, stop};

const HUMAN: &str = r#"{"type":"human","content":"go","id":"h"}"#;

fn ai(id: &str, content: &str, calls: &str) -> String {
    format!(
        r#"{{"type":"ai","id":"{id}","content":{content},"tool_calls":[{calls}],"invalid_tool_calls":[],"response_metadata":{{"finish_reason":"stop","model_name":"m"}}}}"#
    )
}

fn call(id: &str) -> String {
    format!(r#"{{"name":"ls","args":{{"path":"/"}},"id":"{id}","type":"tool_call"}}"#)
}

fn tool(id: &str, status: &str) -> String {
    format!(
        r#"{{"type":"tool","content":"ok","tool_call_id":"{id}","status":"{status}","id":"t-{id}"}}"#
    )
}

fn state(messages: &[&str], rest: &str) -> String {
    format!(
        r#"{{"values":{{"messages":[{}],"artifacts":["/out/a.md"]}},"metadata":{{"thread_id":"t","run_id":"r"}}{rest}}}"#,
        messages.join(",")
    )
}

fn only_run(file: &FileRead) -> &Run {
    let [run] = file.runs.as_slice() else {
        panic!("one run, not {}", file.runs.len())
    };
    run
}

#[test]
fn a_state() {
    let first = ai("a", "\"\"", &call("1"));
    let last = ai("b", "\"done\"", "");
    let text = state(
        &[HUMAN, &first, &tool("1", "error"), &last],
        r#","created_at":"2026-01-25T09:39:56+00:00","checkpoint_id":"c1""#,
    );
    let file = read_text(&text);
    assert_eq!(file.format, Format::ThreadState);
    let run = only_run(&file);
    assert_eq!(run.source, TraceSource::ThreadState);
    assert_eq!(
        (run.thread_id.as_deref(), run.run_id.as_deref()),
        (Some("t"), Some("r"))
    );
    assert_eq!(run_outcomes(run), "f ");
    assert_eq!(run.artifacts, ["/out/a.md"]);
    assert_eq!(run.responses[0].pointer, "/values/messages/1");
    assert_eq!(stop(&run.stop_reason), "absent_field");
    assert_eq!(support::shown(&run.ended_at), "2026-01-25T09:39:56Z");
    assert_eq!(support::shown(&run.started_at), "absent_field");
    assert_eq!(file.diagnostics, []);
}

fn stop_of(content: &str, calls: &str) -> (String, usize) {
    let text = state(&[HUMAN, &ai("a", content, calls)], "");
    let run = only_run(&read_text(&text)).clone();
    (stop(&run.stop_reason), run.interventions.len())
}

#[test]
fn the_marker_of_a_forced_stop() {
    let check = |content: &str, calls: &str, expected: (&str, usize)| {
        let (reason, count) = stop_of(content, calls);
        assert_eq!((reason.as_str(), count), expected, "{content}");
    };
    let loop_stop = ("loop_capped", 1);
    check(r#""\n\n[FORCED STOP] Repeated.""#, "", loop_stop);
    check(r#""I tried.\n\n[FORCED STOP] Repeated.""#, "", loop_stop);
    check(r#""[FORCED STOP] Repeated.""#, "", loop_stop);
    check(
        r#"[{"type":"text","text":"I tried."},{"type":"text","text":"\n\n[FORCED STOP] Repeated."}]"#,
        "",
        loop_stop,
    );
    check(
        r#""\n\n[TOKEN BUDGET EXCEEDED] Used.""#,
        "",
        ("token_capped", 1),
    );
    // Text that only speaks of it, and a message that still has its calls.
    let none = ("absent_field", 0);
    check(r#""The text [FORCED STOP] is a marker.""#, "", none);
    check(
        r#""\n\n[FORCED STOP] is what I read.\n\nSo I went on.""#,
        "",
        none,
    );
    check(r#""\n\n[FORCED STOP] Repeated.""#, &call("1"), none);
}

#[test]
fn a_marker_in_a_tool_result_or_before_the_last_answer_stops_nothing() {
    let quoted = r#"{"type":"tool","content":"\n\n[FORCED STOP] x","tool_call_id":"1"}"#;
    let stopped = ai("a", r#""\n\n[FORCED STOP] Repeated.""#, "");
    let text = state(
        &[
            &stopped,
            HUMAN,
            &ai("b", "\"\"", &call("1")),
            quoted,
            &ai("c", "\"ok\"", ""),
        ],
        "",
    );
    let file = read_text(&text);
    let run = only_run(&file);
    assert_eq!(run.interventions.len(), 1);
    assert_eq!(run.interventions[0].response, 0);
    assert_eq!(run.interventions[0].action, InterventionAction::HardStop);
    assert_eq!(
        run.interventions[0].stop_reason,
        Some(StopReason::LoopCapped)
    );
    assert_eq!(
        stop(&run.stop_reason),
        "absent_field",
        "the last answer was not stopped"
    );
}

#[test]
fn a_repeated_message_counts_once_and_its_last_version_counts() {
    let text = format!(
        "[{}]",
        [
            HUMAN,
            &ai("a", "\"\"", &call("1")),
            &tool("1", "success"),
            &ai("a", "\"\"", &format!("{},{}", call("1"), call("2"))),
            &ai("b", "\"\"", ""),
        ]
        .join(",")
    );
    let file = read_text(&text);
    assert_eq!(file.format, Format::MessageDump);
    assert_eq!(run_outcomes(only_run(&file)), "e? ");
}

#[test]
fn the_history_of_a_thread_is_told_once() {
    let (one, two) = (ai("a", "\"\"", &call("1")), ai("b", "\"\"", &call("2")));
    let stopped = ai("b", r#""\n\n[FORCED STOP] Repeated.""#, "");
    let result = tool("1", "success");
    let checkpoint = |messages: &[&str], second: u64| {
        state(
            messages,
            &format!(
                r#","checkpoint_id":"c{second}","created_at":"2026-01-25T09:39:{second:02}+00:00""#
            ),
        )
    };
    // The newest first, as the interface lists them.
    let text = format!(
        "[{},{},{},{}]",
        checkpoint(&[HUMAN, &one, &result, &stopped], 4),
        checkpoint(&[HUMAN, &one, &result, &two], 3),
        checkpoint(&[HUMAN, &one, &result], 2),
        checkpoint(&[HUMAN, &one], 1),
    );
    let file = read_text(&text);
    let run = only_run(&file);
    // The checkpoint before the stop still has the call that was taken out.
    assert_eq!(run_outcomes(run), "e s");
    assert_eq!(stop(&run.stop_reason), "loop_capped");
    assert_eq!(codes(&file), [("history_joined", Some(1))]);
}

#[test]
fn a_list_of_threads_is_a_run_each() {
    let other =
        state(&[&ai("a", "\"\"", "")], "").replace(r#""thread_id":"t""#, r#""thread_id":"u""#);
    let text = format!("[{},{other}]", state(&[&ai("a", "\"\"", "")], ""));
    let file = read_text(&text);
    let threads: Vec<_> = file
        .runs
        .iter()
        .map(|run| run.thread_id.as_deref().unwrap())
        .collect();
    assert_eq!(threads, ["t", "u"]);
}

#[test]
fn three_encodings_say_the_same() {
    let usage = r#""usage_metadata":{"input_tokens":9,"output_tokens":2}"#;
    let ai = format!(
        r#""content":"","id":"a","tool_calls":[{}],{usage}"#,
        call("1")
    );
    let tool = r#""content":"ok","tool_call_id":"1","status":"success""#;
    let encodings = [
        format!(r#"[{{"type":"ai",{ai}}},{{"type":"tool",{tool}}}]"#),
        format!(r#"[{{"type":"ai","data":{{{ai}}}}},{{"type":"tool","data":{{{tool}}}}}]"#),
        format!(
            r#"[{{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{{{ai}}}}},{{"lc":1,"type":"constructor","id":["langchain","schema","messages","ToolMessage"],"kwargs":{{{tool}}}}}]"#
        ),
    ];
    for (text, pointer) in encodings.iter().zip(["/0", "/0/data", "/0/kwargs"]) {
        for text in [text.clone(), format!(r#"{{"messages":{text}}}"#)] {
            let file = read_text(&text);
            assert_eq!(file.format, Format::MessageDump, "{text}");
            let run = only_run(&file);
            assert_eq!(run_outcomes(run), "e", "{text}");
            assert_eq!(counts(&run.responses[0].tokens)[0], "9");
            assert!(run.responses[0].pointer.ends_with(pointer));
        }
    }
}

fn args_of(text: &str) -> Vec<(Option<String>, String)> {
    read_text(text).runs[0]
        .responses
        .iter()
        .flat_map(|response| &response.tool_calls)
        .map(|call| {
            (
                call.id.clone(),
                call.args.as_deref().unwrap_or("absent").to_owned(),
            )
        })
        .collect()
}

#[test]
fn older_messages_have_their_calls_in_openais_shape() {
    let text = r#"[{"type":"ai","content":"","additional_kwargs":{"tool_calls":[{"id":"1","type":"function","function":{"name":"ls","arguments":"{\"path\": \"/\"}"}}]}}]"#;
    assert_eq!(
        args_of(text),
        [(Some("1".into()), r#""{\"path\": \"/\"}""#.into())]
    );
    // Where the new field has the calls, the old one only repeats them.
    let text = text.replace(
        r#""content":"","#,
        r#""content":"","tool_calls":[{"name":"ls","args":{},"id":"1"}],"#,
    );
    assert_eq!(args_of(&text), [(Some("1".into()), "{}".into())]);
    // Calls that LangChain could not parse are no calls.
    let text = r#"[{"type":"ai","content":"","tool_calls":[],"invalid_tool_calls":[{"name":"ls","args":"{","id":"1"}],"additional_kwargs":{"tool_calls":[{"id":"1","function":{"name":"ls","arguments":"{"}}]}},{"type":"tool","content":"","tool_call_id":"x"}]"#;
    assert_eq!(args_of(text), []);
}

#[test]
fn chunks_of_a_message_are_one_message() {
    let chunk =
        |rest: &str| format!(r#"{{"type":"AIMessageChunk","id":"run-1","content":"",{rest}}}"#);
    let text = format!(
        "[{}]",
        [
            chunk(r#""tool_calls":[{"name":"ls","args":{},"id":"1"}],"tool_call_chunks":[{"name":"ls","args":"","id":"1","index":0}]"#),
            chunk(r#""tool_calls":[],"tool_call_chunks":[{"name":null,"args":"{\"pa","id":null,"index":0}]"#),
            chunk(r#""tool_calls":[],"tool_call_chunks":[{"name":null,"args":"th\": 1}","id":null,"index":0},{"name":"rm","args":"{}","id":"2","index":1}]"#),
            chunk(r#""tool_calls":[],"tool_call_chunks":[],"usage_metadata":{"input_tokens":9,"output_tokens":2}"#),
        ]
        .join(",")
    );
    assert_eq!(
        args_of(&text),
        [
            (Some("1".into()), r#""{\"path\": 1}""#.into()),
            (Some("2".into()), r#""{}""#.into())
        ]
    );
    let file = read_text(&text);
    let run = only_run(&file);
    assert_eq!(run.responses.len(), 1);
    assert_eq!(counts(&run.responses[0].tokens)[0], "9");
}

#[test]
fn an_item_that_is_no_message_marks_the_run() {
    let text = format!("[{},7,{}]", HUMAN, ai("a", "\"\"", ""));
    let file = read_text(&text);
    assert_eq!((file.records_read, file.records_rejected), (2, 1));
    assert_eq!(only_run(&file).unreadable_records, 1);
    assert_eq!(codes(&file), [("not_a_message", Some(1))]);
}

#[test]
fn lines_of_a_document_are_those_of_its_messages() {
    let text = format!(
        "{{\"messages\": [\n{HUMAN},\r\n{}\r\n]}}",
        ai("a", "\"\"", "")
    );
    let file = read_text(&text);
    let response = &only_run(&file).responses[0];
    assert_eq!(response.line, 3);
    let byte = usize::try_from(response.byte).unwrap();
    assert!(text[byte..].starts_with(r#"{"type":"ai""#));
}

/// A whole picture inside a message costs nothing but its bytes.
#[test]
fn large_content_is_passed_over() {
    let text = format!(
        r#"{{"values":{{"messages":[{{"type":"human","id":"h","content":[{{"type":"image_url","image_url":{{"url":"data:image/png;base64,{}"}}}}]}},{}]}}}}"#,
        "QUJD".repeat(2 << 20),
        ai("a", "\"\"", &call("1"))
    );
    assert_eq!(only_run(&read_text(&text)).responses[0].tool_calls.len(), 1);
}
