//! DeerFlow's event journal.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use loopledger_model::trace::{Agent, InterventionAction, Layer, Run};
use loopledger_model::{RunStatus, StopReason};
use loopledger_read::{FileRead, Format};
use support::{codes, counts, outcomes, read_corpus, read_text, run_outcomes, shown, stop};

fn sample(name: &str) -> Run {
    let file = read_corpus(&format!(
        "deerflow/threads/thread-{name}/runs/run-{name}.jsonl"
    ));
    assert_eq!(file.format, Format::EventJournal);
    assert_eq!(file.diagnostics, []);
    let [run] = file.runs.as_slice() else {
        panic!("one run")
    };
    run.clone()
}

/// A journal of one run: each record as `TYPE METADATA CONTENT`, numbered from `seq` 1.
fn journal(records: &[&str]) -> String {
    records
        .iter()
        .enumerate()
        .map(|(index, record)| {
            let mut parts = record.splitn(3, ' ');
            let mut part = || parts.next().unwrap_or("{}");
            let (kind, metadata, content) = (part(), part(), part());
            let seq = index + 1;
            format!(
                r#"{{"thread_id":"t","run_id":"r","event_type":"{kind}","category":"x","content":{content},"metadata":{metadata},"seq":{seq},"created_at":"2026-09-08T00:00:{index:02}+00:00"}}"#
            ) + "\n"
        })
        .collect()
}

const START: &str = "run.start {} {}";
const END: &str = r#"run.end {"status":"success"} {}"#;

/// A response of a caller with calls `NAME:ID` and input tokens.
fn response(caller: &str, id: &str, calls: &[&str], input: u64) -> String {
    let calls: Vec<_> = calls
        .iter()
        .map(|call| {
            let (name, id) = call.split_once(':').unwrap();
            format!(r#"{{"name":"{name}","args":{{"subagent_type":"general-purpose"}},"id":"{id}","type":"tool_call"}}"#)
        })
        .collect();
    format!(
        r#"llm.ai.response {{"caller":"{caller}","usage":{{}},"latency_ms":null}} {{"type":"ai","content":"","id":"{id}","tool_calls":[{}],"usage_metadata":{{"input_tokens":{input},"output_tokens":1}}}}"#,
        calls.join(",")
    )
}

fn result(id: &str, status: &str) -> String {
    format!(
        r#"llm.tool.result {{}} {{"type":"tool","content":"ok","tool_call_id":"{id}","status":"{status}"}}"#
    )
}

fn read_journal(records: &[&str]) -> FileRead {
    read_text(&journal(records))
}

fn input_tokens(run: &Run) -> Vec<String> {
    run.responses
        .iter()
        .map(|response| counts(&response.tokens)[0].clone())
        .collect()
}

fn other_spend(run: &Run) -> Vec<(String, String)> {
    run.other_spend
        .iter()
        .map(|spent| (spent.caller.to_string(), counts(&spent.tokens)[0].clone()))
        .collect()
}

#[test]
fn a_loop_stop() {
    let run = sample("loop");
    assert_eq!(run.responses.len(), 5);
    assert_eq!(run_outcomes(&run), "e e e e s");
    assert_eq!(stop(&run.stop_reason), "loop_capped");
    let [warn, hard] = run.interventions.as_slice() else {
        panic!("two interventions")
    };
    assert_eq!(
        (warn.response, warn.action, warn.count, warn.line),
        (2, InterventionAction::Warn, Some(3), 8)
    );
    assert_eq!(
        (hard.response, hard.action, hard.layer, hard.threshold),
        (
            4,
            InterventionAction::HardStop,
            Some(Layer::IdenticalCallSet),
            Some(5)
        )
    );
    assert_eq!(hard.stop_reason, Some(StopReason::LoopCapped));
    assert_eq!(warn.stop_reason, None);
    let second = &run.responses[1];
    assert_eq!(
        counts(&second.tokens),
        ["400", "800", "absent_field", "40", "absent_field"]
    );
    assert_eq!(second.model.as_deref(), Some("gpt-demo"));
    assert_eq!(second.finish_reason.as_deref(), Some("tool_calls"));
    assert_eq!((second.latency_millis, second.line), (Ok(0), 5));
    assert_eq!(second.pointer, "/content");
    let call = &second.tool_calls[0];
    assert_eq!(call.name.as_deref(), Some("\"bash\""));
    assert_eq!(
        call.args.as_deref(),
        Some(r#"{"command": "pytest -q", "description": "try 1"}"#)
    );
    assert_eq!(
        shown(&run.started_at),
        "2026-11-30T17:33:14.629933Z",
        "the first record's time"
    );
    assert_eq!(shown(&run.ended_at), "2026-11-30T17:33:14.678702Z");
    assert_eq!(run.ended_at.place().unwrap().line, Some(15));
}

#[test]
fn a_stop_inside_a_batch() {
    let run = sample("burst");
    assert_eq!(run_outcomes(&run), "sss");
    assert_eq!(run.interventions[0].layer, Some(Layer::ToolFrequency));
    assert_eq!(run.interventions[0].tools, ["read_file"]);
}

/// The journal shows that the last call did not run, but not why.
#[test]
fn a_token_budget_stop_is_not_in_the_journal() {
    let run = sample("budget");
    assert_eq!(run_outcomes(&run), "e e e s");
    assert_eq!(run.interventions, []);
    assert_eq!(stop(&run.stop_reason), "absent_field");
}

#[test]
fn a_clean_run() {
    let run = sample("clean");
    assert_eq!(run_outcomes(&run), "e ");
    assert_eq!(stop(&run.stop_reason), "absent_field");
    // `run.end` says success whatever happened.
    assert_eq!(run.status, None);
    assert!(run.has_terminal_record && !run.is_truncated);
}

#[test]
fn the_rest_array_says_the_same_as_the_file() {
    let lines = support::corpus("deerflow/threads/thread-loop/runs/run-loop.jsonl");
    let lines = String::from_utf8(lines).unwrap();
    let array = format!("[{}]", lines.trim_end().replace('\n', ",\n"));
    for text in [array.clone(), format!(r#"{{"events":{array}}}"#)] {
        let file = read_text(&text);
        assert_eq!(file.format, Format::EventJournal);
        let run = &file.runs[0];
        let known = sample("loop");
        assert_eq!(run_outcomes(run), run_outcomes(&known));
        assert_eq!(run.stop_reason.value(), known.stop_reason.value());
        assert_eq!(run.ended_at.value(), known.ended_at.value());
        assert_eq!(run.responses[1].line, 5);
        assert!(
            run.responses[1].pointer.ends_with("/4/content"),
            "{}",
            run.responses[1].pointer
        );
        let byte = usize::try_from(run.responses[1].byte).unwrap();
        assert!(text[byte..].starts_with(r#"{"content": "", "#));
    }
}

#[test]
fn a_place_leads_back_to_the_record() {
    let text = journal(&[START, &response("lead_agent", "a", &["ls:1"], 5), END]);
    let run = &read_text(&text).runs[0];
    let byte = usize::try_from(run.responses[0].byte).unwrap();
    assert_eq!(byte, text.find('\n').unwrap() + 1);
}

#[test]
fn usage_that_is_absent_empty_or_in_the_metadata() {
    let check = |usage: &str, metadata: &str, expected: [&str; 2]| {
        let record = format!(
            r#"llm.ai.response {{"caller":"lead_agent"{metadata}}} {{"type":"ai","content":"","tool_calls":[]{usage}}}"#
        );
        let [input, .., output, _] =
            counts(&read_journal(&[START, &record, END]).runs[0].responses[0].tokens);
        assert_eq!(
            [input.as_str(), output.as_str()],
            expected,
            "{usage} {metadata}"
        );
    };
    check("", "", ["absent_field"; 2]);
    check("", r#","usage":{}"#, ["absent_field"; 2]);
    check(
        r#","usage_metadata":null"#,
        r#","usage":{}"#,
        ["null_field"; 2],
    );
    check(
        r#","usage_metadata":null"#,
        r#","usage":{"input_tokens":7,"output_tokens":2}"#,
        ["7", "2"],
    );
    check(
        r#","usage_metadata":{"input_tokens":0,"output_tokens":0}"#,
        "",
        ["0", "0"],
    );
    check(
        r#","response_metadata":{"token_usage":{"prompt_tokens":9,"completion_tokens":1}}"#,
        "",
        ["9", "1"],
    );
}

#[test]
fn middleware_spends_and_proposes_nothing() {
    let file = read_journal(&[
        START,
        &response("lead_agent", "a", &["ls:1"], 5),
        &result("1", "success"),
        &response("middleware:title", "m", &[], 30),
        &response("lead_agent", "b", &[], 6),
        END,
    ]);
    let run = &file.runs[0];
    assert_eq!(input_tokens(run), ["5", "6"]);
    assert_eq!(other_spend(run), [("middleware:title".into(), "30".into())]);
}

#[test]
fn results_by_call_id_and_calls_without_one() {
    let check = |records: &[&str], expected: &str| {
        assert_eq!(run_outcomes(&read_journal(records).runs[0]), expected);
    };
    let first = response("lead_agent", "a", &["ls:1", "rm:2"], 5);
    let (good, bad) = (result("1", "success"), result("2", "error"));
    let later = response("lead_agent", "b", &["ls:3"], 6);
    check(&[START, &first, &bad, &good, END], "ef");
    // A later response, or the run's end, shows that no result will come.
    check(&[START, &first, &good, &later], "es ?");
    check(&[START, &first, &good, END], "es");
    // A run that failed may have failed in the call.
    check(
        &[
            START,
            &first,
            &good,
            r#"run.error {"error_type":"X"} "boom""#,
        ],
        "e?",
    );
    check(&[START, &first], "??");
}

/// The audit record of a stop is enough, also where the file ends with it.
#[test]
fn a_stop_takes_the_calls_out_even_if_nothing_follows() {
    let stop = r#"middleware:loop_detection {} {"action":"hard_stop","changes":{"is_subagent":false,"agent_id":null,"detection_layer":"identical_call_set","tool_names":["ls"],"count":5,"threshold":5}}"#;
    let file = read_journal(&[START, &response("lead_agent", "a", &["ls:1"], 5), stop]);
    assert_eq!(run_outcomes(&file.runs[0]), "s");
}

#[test]
fn a_callback_that_fires_twice_counts_once() {
    let first = response("lead_agent", "a", &["ls:1"], 5);
    let result = result("1", "success");
    let file = read_journal(&[START, &first, &first, &result, &result, END]);
    let run = &file.runs[0];
    assert_eq!(input_tokens(run), ["5"]);
    assert_eq!(run_outcomes(run), "e");
    assert_eq!(codes(&file), [("repeated_response", Some(3))]);
}

/// Some servers give every answer the same id: what differs is another answer.
#[test]
fn a_reused_message_id_is_another_answer() {
    let check = |records: &[&str], responses: usize, spent: usize, code: Option<&str>| {
        let file = read_journal(records);
        let run = &file.runs[0];
        assert_eq!(
            (run.responses.len(), run.other_spend.len()),
            (responses, spent)
        );
        let found: Vec<_> = codes(&file).iter().map(|(code, _)| *code).collect();
        assert_eq!(found, Vec::from_iter(code));
    };
    let first = response("lead_agent", "a", &["ls:1"], 5);
    let other_call = response("lead_agent", "a", &["ls:2"], 5);
    let other_usage = response("lead_agent", "a", &["ls:1"], 6);
    let other_caller = response("middleware:title", "a", &["ls:1"], 5);
    let reused = Some("reused_message_id");
    check(&[START, &first, &other_call, END], 2, 0, reused);
    check(&[START, &first, &other_usage, END], 2, 0, reused);
    check(&[START, &first, &other_caller, END], 1, 1, None);
}

#[test]
fn a_response_without_a_message_is_a_record_that_cannot_be_read() {
    let record = r#"llm.ai.response {"caller":"lead_agent"} "text""#;
    let file = read_journal(&[START, record, END]);
    assert_eq!((file.records_read, file.records_rejected), (2, 1));
    assert_eq!(file.runs[0].unreadable_records, 1);
    assert_eq!(codes(&file), [("other_record", Some(2))]);
}

#[test]
fn the_older_name_of_a_response() {
    let record = response("lead_agent", "a", &["ls:1"], 5).replace("llm.ai.response", "ai_message");
    assert_eq!(
        read_journal(&[START, &record, END]).runs[0].responses.len(),
        1
    );
}

#[test]
fn delivered_files_are_artifacts() {
    let file = read_journal(&[
        START,
        END,
        r#"run.delivery {} {"presented":2,"paths":["/out/a.md","/out/b.md"],"by_tool":{}}"#,
        r#"run.delivery {} {"presented":1,"paths":["/out/a.md"]}"#,
    ]);
    assert_eq!(file.runs[0].artifacts, ["/out/a.md", "/out/b.md"]);
}

#[test]
fn a_safety_stop_takes_the_calls_out() {
    let run = &read_journal(&[
        START,
        &response("lead_agent", "a", &["ls:1"], 5),
        r#"middleware:safety_termination {} {"name":"x","hook":"after_model","action":"x","changes":{}}"#,
        END,
    ])
    .runs[0];
    assert_eq!(stop(&run.stop_reason), "safety_capped");
    assert_eq!(run.interventions[0].layer, None);
}

fn step(task: &str, index: u64, calls: &str) -> String {
    format!(
        r#"subagent.step {{"task_id":"{task}"}} {{"task_id":"{task}","message_index":{index},"kind":"ai","text":"","truncated":false,"tool_calls":[{calls}]}}"#
    )
}

fn tool_step(task: &str, index: u64, name: &str) -> String {
    format!(
        r#"subagent.step {{"task_id":"{task}"}} {{"task_id":"{task}","message_index":{index},"kind":"tool","text":"ok","truncated":false,"tool_name":"{name}"}}"#
    )
}

fn task_start(task: &str) -> String {
    format!(r#"subagent.start {{"task_id":"{task}"}} {{"task_id":"{task}","description":"look"}}"#)
}

fn task_end(task: &str, usage: &str) -> String {
    format!(
        r#"subagent.end {{"task_id":"{task}"}} {{"task_id":"{task}","status":"completed","model_name":"m-sub"{usage}}}"#
    )
}

const LS: &str = r#"{"name":"ls","args":{"path":"/"}}"#;
const CUT: &str = r#"{"name":"write_file","args":"{\"content\": \"…","args_truncated":true}"#;
const USAGE: &str = r#","usage":{"input_tokens":900,"output_tokens":90,"total_tokens":990}"#;

#[test]
fn a_subagent_is_a_run_of_its_own() {
    let file = read_journal(&[
        START,
        &response("lead_agent", "a", &["task:T1"], 5),
        &task_start("T1"),
        &step("T1", 1, LS),
        &tool_step("T1", 2, "ls"),
        &step("T1", 3, CUT),
        &step("T1", 3, CUT),
        &tool_step("T1", 4, "write_file"),
        &task_end("T1", USAGE),
        &result("T1", "success"),
        &response("lead_agent", "b", &[], 6),
        END,
    ]);
    let [lead, subagent] = file.runs.as_slice() else {
        panic!("two runs")
    };
    assert_eq!(run_outcomes(lead), "e ");
    assert_eq!(
        subagent.agent,
        Agent::Subagent {
            task_id: "T1".into(),
            name: Some("general-purpose".into())
        }
    );
    assert_eq!(run_outcomes(subagent), "e e");
    let cut: Vec<_> = subagent
        .responses
        .iter()
        .map(|response| response.tool_calls[0].is_args_truncated)
        .collect();
    assert_eq!(cut, [false, true]);
    assert_eq!(subagent.status, Some(RunStatus::Success));
    // The usage of the whole task, once, because no response accounts for it.
    let total = subagent.usage_total.as_ref().unwrap();
    assert_eq!(counts(&total.tokens)[0], "900");
    assert_eq!((total.model.as_deref(), total.line), (Some("m-sub"), 9));
    assert_eq!(lead.other_spend, []);
    assert_eq!(codes(&file), [("repeated_step", Some(7))]);
}

/// A response and its step are one response, whichever comes first.
#[test]
fn responses_of_a_subagent_account_for_its_spend() {
    let spent = response("subagent:general-purpose", "s", &["ls:S1"], 70);
    let step = step("T1", 1, LS);
    for order in [[&spent, &step], [&step, &spent]] {
        let file = read_journal(&[
            START,
            &response("lead_agent", "a", &["task:T1"], 5),
            &task_start("T1"),
            order[0],
            order[1],
            &result("S1", "success"),
            &task_end("T1", USAGE),
            END,
        ]);
        let [lead, subagent] = file.runs.as_slice() else {
            panic!("two runs")
        };
        assert_eq!(input_tokens(subagent), ["70"]);
        assert_eq!(run_outcomes(subagent), "e");
        assert_eq!(subagent.usage_total, None);
        assert_eq!(lead.other_spend, []);
    }
}

#[test]
fn responses_of_two_open_subagents_are_nobodys() {
    let file = read_journal(&[
        START,
        &response("lead_agent", "a", &["task:T1", "task:T2"], 5),
        &task_start("T1"),
        &task_start("T2"),
        &response("subagent:general-purpose", "s", &["ls:S1"], 70),
        &step("T1", 1, LS),
        &step("T2", 1, LS),
        &task_end("T1", USAGE),
        &task_end("T2", USAGE),
        END,
    ]);
    assert_eq!(
        other_spend(&file.runs[0]),
        [("subagent:general-purpose".into(), "70".into())]
    );
    // Whichever total is taken, the 70 would be in it twice.
    assert!(file.runs.iter().all(|run| run.usage_total.is_none()));
    assert!(codes(&file).contains(&("subagent_not_told_apart", Some(5))));
}

#[test]
fn a_stated_task_id_tells_two_open_subagents_apart() {
    let spent = response("subagent:general-purpose", "s", &["ls:S1"], 70)
        .replace(r#""usage":{},"#, r#""task_id":"T2","#);
    let file = read_journal(&[START, &task_start("T1"), &task_start("T2"), &spent, END]);
    assert_eq!(input_tokens(&file.runs[2]), ["70"]);
    assert_eq!(file.runs[0].other_spend, []);
}

#[test]
fn the_task_result_says_what_no_record_of_the_subagent_says() {
    let result = r#"llm.tool.result {} {"type":"tool","content":"ok","tool_call_id":"T1","additional_kwargs":{"subagent_status":"completed","subagent_stop_reason":"turn_capped","subagent_token_usage":{"input_tokens":400,"output_tokens":4}}}"#;
    let lead = response("lead_agent", "a", &["task:T1"], 5);
    let file = read_journal(&[START, &lead, result, END]);
    assert_eq!(
        other_spend(&file.runs[0]),
        [("subagent:general-purpose".into(), "400".into())]
    );
    // With the subagent's own end, that counts, and the result is not added to it.
    let file = read_journal(&[
        START,
        &lead,
        &task_start("T1"),
        &task_end("T1", USAGE),
        result,
        END,
    ]);
    assert_eq!(file.runs[0].other_spend, []);
    let subagent = &file.runs[1];
    assert_eq!(
        counts(&subagent.usage_total.as_ref().unwrap().tokens)[0],
        "900"
    );
    assert_eq!(stop(&subagent.stop_reason), "turn_capped");
}

#[test]
fn a_subagents_stop_is_the_subagents() {
    let stopped = r#"middleware:loop_detection {} {"action":"hard_stop","changes":{"is_subagent":true,"agent_id":"T1","detection_layer":"tool_frequency","tool_names":["ls"],"count":50,"threshold":50}}"#;
    let file = read_journal(&[
        START,
        &response("lead_agent", "a", &["task:T1"], 5),
        &task_start("T1"),
        &step("T1", 1, LS),
        stopped,
        &task_end("T1", ""),
        &result("T1", "success"),
        END,
    ]);
    let [lead, subagent] = file.runs.as_slice() else {
        panic!("two runs")
    };
    assert_eq!(lead.interventions, []);
    assert_eq!(stop(&lead.stop_reason), "absent_field");
    assert_eq!(stop(&subagent.stop_reason), "loop_capped");
    assert_eq!(outcomes(&subagent.responses[0]), "s");
}

#[test]
fn a_line_that_cannot_be_read_marks_its_run() {
    let mut lines: Vec<_> = journal(&[
        START,
        &response("lead_agent", "a", &["ls:1"], 5),
        &result("1", "success"),
        &response("lead_agent", "b", &["ls:2"], 5),
        END,
    ])
    .lines()
    .map(str::to_owned)
    .collect();
    lines[2].truncate(60);
    let file = read_text(&lines.join("\n"));
    let run = &file.runs[0];
    assert_eq!((run.unreadable_records, run.is_truncated), (1, false));
    // What the line held may have been the result.
    assert_eq!(run_outcomes(run), "? s");
}

#[test]
fn a_torn_end_is_told_from_a_missing_one() {
    let text = journal(&[START, &response("lead_agent", "a", &["ls:1"], 5), END]);
    let torn = &text[..text.len() - 40];
    let file = read_text(torn);
    let run = &file.runs[0];
    assert_eq!((run.unreadable_records, run.is_truncated), (1, true));
    assert!(!run.has_terminal_record);
    assert_eq!(run_outcomes(run), "?");

    let whole: String = text.split_inclusive('\n').take(2).collect();
    let file = read_text(&whole);
    let run = &file.runs[0];
    assert!(!run.has_terminal_record && !run.is_truncated);
    assert_eq!(codes(&file), [("run_without_end", Some(1))]);
}

#[test]
fn an_array_that_is_torn_keeps_its_whole_items() {
    let text = journal(&[START, &response("lead_agent", "a", &["ls:1"], 5), END]);
    let array = format!("[\n{}]", text.trim_end().replace('\n', ",\n"));
    let end = array.len();
    for cut in [1, 2, 40] {
        let torn = &array[..end - cut];
        let file = read_text(torn);
        let run = &file.runs[0];
        assert_eq!(run.responses.len(), 1, "{torn}");
        assert_eq!(run.responses[0].line, 3);
        assert_eq!(run.has_terminal_record, cut == 1);
        assert_eq!((run.unreadable_records, run.is_truncated), (1, true));
        assert_eq!(file.records_rejected, 1);
        assert_eq!(file.diagnostics[0].code, "broken_array");
        assert_eq!(file.diagnostics[0].place.line, Some(4));
    }
}

#[test]
fn a_whole_record_after_a_torn_one_is_recovered() {
    let text = journal(&[START, &response("lead_agent", "a", &["ls:1"], 5), END]);
    let lines: Vec<_> = text.lines().collect();
    // The process died in the middle of a record; the next one wrote on behind it.
    let torn = format!(
        "{}\n{}{}\n{}\n",
        lines[0],
        &lines[1][..90],
        lines[1],
        lines[2]
    );
    let file = read_text(&torn);
    assert_eq!((file.records_read, file.records_rejected), (3, 1));
    assert_eq!(file.runs[0].responses.len(), 1);
    assert_eq!(file.runs[0].unreadable_records, 1);
    let byte = usize::try_from(file.runs[0].responses[0].byte).unwrap();
    assert!(torn[byte..].starts_with(lines[1]));
    assert_eq!(codes(&file), [("torn_line_recovered", Some(2))]);

    // Two whole records without a line end between them lose nothing.
    let joined = format!("{}{}\n{}\n", lines[0], lines[1], lines[2]);
    let file = read_text(&joined);
    assert_eq!((file.records_read, file.records_rejected), (3, 0));
    assert_eq!(codes(&file), [("records_on_one_line", Some(1))]);
}

#[test]
fn a_page_of_a_longer_journal() {
    let text = journal(&[START, &response("lead_agent", "a", &[], 5), END]);
    let text: String = text.split_inclusive('\n').skip(1).collect();
    assert_eq!(codes(&read_text(&text)), [("journal_page", Some(1))]);
}

#[test]
fn runs_and_threads_in_one_file() {
    let text = journal(&[START, &response("lead_agent", "a", &[], 5), END]);
    let other = text.replace(r#""run_id":"r""#, r#""run_id":"r2""#);
    let third = other.replace(r#""thread_id":"t""#, r#""thread_id":"t2""#);
    let mut lines: Vec<_> = [text.lines(), other.lines(), third.lines()]
        .into_iter()
        .flatten()
        .collect();
    // Records of two processes may be interleaved.
    lines.swap(2, 3);
    let file = read_text(&lines.join("\n"));
    let runs: Vec<_> = file
        .runs
        .iter()
        .map(|run| {
            (
                run.thread_id.as_deref().unwrap(),
                run.run_id.as_deref().unwrap(),
                run.responses.len(),
            )
        })
        .collect();
    assert_eq!(runs, [("t", "r", 1), ("t", "r2", 1), ("t2", "r2", 1)]);
}

#[test]
fn arguments_keep_what_python_writes() {
    let args =
        r#"{"a": NaN, "big": 123456789012345678901234567890, "f": 1.0, "s": "\ud800", "a": 2}"#;
    let record = format!(
        r#"llm.ai.response {{"caller":"lead_agent"}} {{"type":"ai","content":"","tool_calls":[{{"name":"x","args":{args},"id":"\ud800"}}]}}"#
    );
    let call = read_journal(&[START, &record, END]).runs[0].responses[0].tool_calls[0].clone();
    assert_eq!(call.args.as_deref(), Some(args));
    // Half a surrogate pair is kept as its escape: never U+FFFD in an id.
    assert_eq!(call.id.as_deref(), Some(r"\ud800"));
}

#[test]
fn names_that_are_absent_null_or_texts_stay_apart() {
    let record = r#"llm.ai.response {"caller":"lead_agent"} {"type":"ai","content":"","tool_calls":[{"args":{},"id":"1"},{"name":null,"id":"2"},{"name":"null","args":null,"id":"3"}]}"#;
    let calls = read_journal(&[START, record, END]).runs[0].responses[0]
        .tool_calls
        .clone();
    let names: Vec<_> = calls.iter().map(|call| call.name.as_deref()).collect();
    assert_eq!(names, [None, Some("null"), Some("\"null\"")]);
    let args: Vec<_> = calls.iter().map(|call| call.args.as_deref()).collect();
    assert_eq!(args, [Some("{}"), None, Some("null")]);
}
