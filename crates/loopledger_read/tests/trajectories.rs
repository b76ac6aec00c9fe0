//! Trajectories and evaluation reports, and what can be wrong with them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use loopledger_model::{Decision, UnknownReason};
use loopledger_read::{FileRead, Format};
use proptest::prelude::*;
use serde_json::{Value, json};
use support::{counts, outcomes, shown, stop, try_read};

fn read(name: &str, value: &Value) -> FileRead {
    try_read(name, value.to_string()).unwrap()
}

fn codes(file: &FileRead) -> Vec<&str> {
    file.diagnostics.iter().map(|it| it.code.as_ref()).collect()
}

fn cost(file: &FileRead) -> String {
    shown(&file.attempts[0].model_cost.clone().map(|it| it.amount))
}

/// A trajectory of version 2 with one response.
fn mini() -> Value {
    json!({
        "info": {
            "model_stats": {"instance_cost": 0.5, "api_calls": 1},
            "config": {"model": {"model_name": "p/m"}},
            "exit_status": "Submitted",
        },
        "messages": [
            {"role": "system", "content": "s"},
            {
                "role": "assistant",
                "content": "Look.",
                "tool_calls": [
                    {"id": "c", "type": "function", "function": {"name": "bash", "arguments": "{\"command\": \"ls\"}"}}
                ],
                "extra": {
                    "actions": [{"command": "ls", "tool_call_id": "c"}],
                    "cost": 0.5,
                    "timestamp": 1_780_000_004.5,
                    "response": {
                        "id": "r", "model": "m", "created": 1_780_000_000,
                        "choices": [{"finish_reason": "tool_calls"}],
                        "usage": {
                            "prompt_tokens": 100, "completion_tokens": 20,
                            "prompt_tokens_details": {"cached_tokens": 60},
                            "completion_tokens_details": {"reasoning_tokens": 5}
                        }
                    }
                }
            },
            {"role": "tool", "tool_call_id": "c", "content": "a", "extra": {"returncode": 0, "timestamp": 1_780_000_005.0}},
        ],
        "trajectory_format": "mini-swe-agent-1.1",
        "instance_id": "t-1",
    })
}

/// The same with something else at a pointer.
fn with(pointer: &str, value: Value) -> Value {
    let mut out = mini();
    *out.pointer_mut(pointer).unwrap() = value;
    out
}

const NAME: &str = "a/t-1/t-1.traj.json";

#[test]
fn a_trajectory_is_an_attempt_with_its_run() {
    let file = read(NAME, &mini());
    assert_eq!(file.format, Format::MiniSweAgent);
    assert_eq!(codes(&file), [""; 0]);
    let ([run], [attempt]) = (file.runs.as_slice(), file.attempts.as_slice()) else {
        panic!("one run of one attempt")
    };
    assert_eq!(attempt.task_id.as_deref(), Some("t-1"));
    assert_eq!(attempt.variant_id.as_deref(), Some("a"));
    assert_eq!(attempt.model.as_deref(), Some("p/m"));
    assert_eq!(cost(&file), "0.5");
    assert_eq!(shown(&attempt.latency_ms), "5000");
    let response = &run.responses[0];
    assert_eq!(
        counts(&response.tokens),
        ["40", "60", "absent_field", "15", "5"]
    );
    assert_eq!(outcomes(response), "e");
    assert!(response.words.is_some() && response.tool_calls[0].result.is_some());
    assert_eq!(stop(&run.stop_reason), "none");
}

#[test]
fn older_files_have_their_command_in_the_text() {
    let mut value = with("/messages/1/content", json!("Look.\n```bash\nls\n```"));
    let response = value["messages"][1].as_object_mut().unwrap();
    response.remove("tool_calls");
    response["extra"].as_object_mut().unwrap().remove("actions");
    value["messages"][2] = json!({"role": "user", "content": "a"});
    value.as_object_mut().unwrap().remove("trajectory_format");
    let file = read(NAME, &value);
    let call = &file.runs[0].responses[0].tool_calls[0];
    assert_eq!(call.name.as_deref(), Some("\"bash\""));
    assert_eq!(call.args.as_deref(), Some(r#"{"command": "ls"}"#));
    assert_eq!(outcomes(&file.runs[0].responses[0]), "e");
}

#[test]
fn the_responses_interface_has_its_calls_in_items() {
    let mut value = mini();
    value["messages"][1] = json!({
        "object": "response", "id": "r", "model": "m",
        "output": [
            {"type": "reasoning"},
            {"type": "function_call", "call_id": "c", "name": "bash", "arguments": "{\"command\":\"ls\"}"}
        ],
        "usage": {"input_tokens": 10, "output_tokens": 4, "input_tokens_details": {"cached_tokens": 3}, "output_tokens_details": {"reasoning_tokens": 1}},
        "extra": {"cost": 0.5, "actions": []}
    });
    value["messages"][2] = json!({"type": "function_call_output", "call_id": "c", "output": "a"});
    let file = read(NAME, &value);
    let response = &file.runs[0].responses[0];
    assert_eq!(
        counts(&response.tokens),
        ["7", "3", "absent_field", "3", "1"]
    );
    assert_eq!(outcomes(response), "e");
}

#[test]
fn a_refused_response_was_paid_for_and_its_calls_did_not_run() {
    let mut value = mini();
    let answer = value["messages"][1]["extra"]["response"].take();
    let mut answer = answer;
    answer["choices"][0]["message"] = json!({"content": "x", "tool_calls": [{"id": "z", "function": {"name": "sh", "arguments": "{}"}}]});
    value["messages"][1] = json!({"role": "user", "content": "no", "extra": {"interrupt_type": "FormatError", "response": answer}});
    let response = &read(NAME, &value).runs[0].responses[0];
    assert_eq!(outcomes(response), "s");
    assert_eq!(counts(&response.tokens)[0], "40");
}

#[test]
fn a_cost_of_zero_beside_a_response_was_not_measured() {
    let mut value = with("/info/model_stats/instance_cost", json!(0.0));
    value["messages"][1]["extra"]["cost"] = json!(0.0);
    let file = read(NAME, &value);
    assert_eq!(cost(&file), "sentinel_zero");
    assert_eq!(codes(&file), ["sentinel_zero"]);
}

#[test]
fn a_total_that_differs_from_its_parts_is_reported() {
    let file = read(NAME, &with("/info/model_stats/instance_cost", json!(0.4)));
    assert_eq!(
        (cost(&file).as_str(), codes(&file)),
        ("0.4", vec!["cost_differs"])
    );
    let mut value = mini();
    value["messages"][1]["extra"]["response"]["usage"]["cost"] = json!(0.6);
    let file = read(NAME, &value);
    assert_eq!(
        (cost(&file).as_str(), codes(&file)),
        ("0.5", vec!["cost_differs"])
    );
}

#[test]
fn a_sum_of_floats_does_not_differ_from_its_decimals() {
    let file = read(
        NAME,
        &with(
            "/info/model_stats/instance_cost",
            json!(0.500_000_000_000_1),
        ),
    );
    assert_eq!(codes(&file), [""; 0]);
}

#[test]
fn tokens_of_zero_were_not_counted() {
    let zeros = json!({"prompt_tokens": 0, "completion_tokens": 0});
    let file = read(NAME, &with("/messages/1/extra/response/usage", zeros));
    let tokens = counts(&file.runs[0].responses[0].tokens);
    assert_eq!(tokens, ["sentinel_zero"; 5]);
}

#[test]
fn a_call_without_a_response_leaves_the_tokens_unknown() {
    let file = read(NAME, &with("/info/model_stats/api_calls", json!(3)));
    assert_eq!(codes(&file), ["calls_without_response"]);
    assert_eq!(file.runs[0].other_spend.len(), 1);
}

#[test]
fn the_call_that_raised_had_no_response() {
    let mut value = with("/info/model_stats/api_calls", json!(2));
    value["info"]["exit_status"] = json!("InternalServerError");
    let file = read(NAME, &value);
    assert_eq!(file.runs[0].other_spend.len(), 0);
    assert_eq!(stop(&file.runs[0].stop_reason), "InternalServerError");
}

#[test]
fn a_run_that_goes_on_has_no_end() {
    let file = read(NAME, &with("/info/exit_status", json!("")));
    assert!(!file.runs[0].has_terminal_record);
    assert_eq!(stop(&file.runs[0].stop_reason), "stream_partial");
}

#[test]
fn a_message_that_is_none_makes_the_sums_unknown() {
    let file = read(NAME, &with("/messages/0", json!(7)));
    assert_eq!(codes(&file), ["not_a_message"]);
    assert_eq!(file.runs[0].unreadable_records, 1);
}

#[test]
fn a_torn_file_keeps_what_was_whole() {
    let text = mini().to_string();
    let at = text.find(r#"{"content":"a","#).unwrap();
    let file = try_read(NAME, &text[..at + 9]).unwrap();
    assert_eq!(codes(&file), ["broken_trajectory"]);
    assert!(file.runs[0].is_truncated);
    assert_eq!(file.runs[0].responses.len(), 1);
    assert_eq!(cost(&file), "0.5");
}

fn swe() -> Value {
    json!({
        "environment": "swe_main",
        "trajectory": [
            {"action": "open a.py", "observation": "x", "response": "r", "thought": "t"},
            {"action": "exit_cost", "observation": "Exited", "response": "", "thought": "Exit due to cost limit"},
        ],
        "history": [],
        "info": {
            "exit_status": "submitted (exit_cost)",
            "model_stats": {"instance_cost": 0.25, "tokens_sent": 40, "tokens_received": 2, "api_calls": 1}
        },
        "replay_config": "{\"agent\": {\"model\": {\"name\": \"p/m\"}}}",
    })
}

#[test]
fn a_step_is_a_response_whose_tool_is_its_first_word() {
    let file = read("b/t-1/t-1.traj", &swe());
    assert_eq!(file.format, Format::SweAgent);
    let run = &file.runs[0];
    assert_eq!(run.responses.len(), 1);
    let call = &run.responses[0].tool_calls[0];
    assert_eq!(call.name.as_deref(), Some("\"open\""));
    assert_eq!(call.args.as_deref(), Some(r#"{"command": "open a.py"}"#));
    assert_eq!(stop(&run.stop_reason), "exit_cost");
    let tokens = run.usage_total.as_ref().unwrap().tokens;
    assert_eq!(tokens.input_uncached, Ok(40));
    assert_eq!(tokens.cache_read, Err(UnknownReason::AbsentField));
    assert_eq!(cost(&file), "0.25");
    assert_eq!(file.attempts[0].model.as_deref(), Some("p/m"));
}

#[test]
fn several_attempts_of_one_file_are_retries() {
    let mut value = swe();
    value["attempts"] = json!([swe(), swe()]);
    let file = read("b/t-1/t-1.traj", &value);
    let ids: Vec<_> = file
        .attempts
        .iter()
        .map(|it| it.attempt_id.as_str())
        .collect();
    assert_eq!(ids, ["b/t-1#1", "b/t-1#2"]);
    assert_eq!(file.attempts[1].retry_of.as_deref(), Some("b/t-1#1"));
}

fn verdict(task: &Value) -> (Option<Decision>, Option<String>) {
    let file = read("report.json", &json!({ "t-1": task }));
    assert_eq!(file.format, Format::SweBenchReport);
    let [one] = file.evaluations.as_slice() else {
        panic!("one verdict")
    };
    (one.decision, one.reason.clone())
}

fn task(resolved: bool, is_applied: bool, failing: &[&str]) -> Value {
    json!({
        "patch_is_None": false, "patch_exists": true, "patch_successfully_applied": is_applied,
        "resolved": resolved,
        "tests_status": {"FAIL_TO_PASS": {"success": ["a"], "failure": failing}, "PASS_TO_PASS": {"success": [], "failure": []}}
    })
}

#[test]
fn a_report_says_why_it_rejects() {
    let rejected = |reason: &str| (Some(Decision::Rejected), Some(reason.to_owned()));
    assert_eq!(
        verdict(&task(true, true, &[])),
        (Some(Decision::Accepted), None)
    );
    assert_eq!(
        verdict(&task(false, true, &["b", "c", "d", "e"])),
        rejected("FAIL_TO_PASS: 4 of 5 fail: b, c, d, 1 more")
    );
    assert_eq!(
        verdict(&task(false, false, &[])),
        rejected("the patch did not apply, or the tests did not run")
    );
    let none = json!({"patch_is_None": true, "patch_exists": false, "patch_successfully_applied": false, "resolved": false});
    assert_eq!(verdict(&none), rejected("no patch"));
}

#[test]
fn a_report_that_contradicts_itself_is_no_verdict() {
    assert_eq!(verdict(&task(true, true, &["b"])).0, None);
    assert_eq!(verdict(&task(true, false, &[])).0, None);
    let file = read(
        "m.r.json",
        &json!({"resolved_ids": ["t"], "unresolved_ids": ["t"], "total_instances": 1}),
    );
    assert_eq!(codes(&file), ["contradicting_report"]);
    assert_eq!(file.evaluations[0].decision, None);
}

#[test]
fn a_report_of_a_run_lists_its_tasks() {
    let file = read(
        "m.r.json",
        &json!({
            "total_instances": 4, "resolved_instances": 2, "submitted_ids": ["a", "b", "c", "d"],
            "resolved_ids": ["a"], "unresolved_ids": ["b"], "empty_patch_ids": ["c"], "error_ids": ["d"]
        }),
    );
    let found: Vec<_> = file
        .evaluations
        .iter()
        .map(|it| (it.task_id.as_str(), it.decision))
        .collect();
    let (yes, no) = (Some(Decision::Accepted), Some(Decision::Rejected));
    assert_eq!(found, [("a", yes), ("b", no), ("c", no), ("d", None)]);
    assert_eq!(codes(&file), ["counts_differ"]);
}

#[test]
fn the_older_lists_are_read_too() {
    let file = read(
        "results.json",
        &json!({"generated": ["a", "b"], "applied": ["a", "b"], "resolved": ["a"], "no_generation": ["c"]}),
    );
    let found: Vec<_> = file
        .evaluations
        .iter()
        .map(|it| (it.task_id.as_str(), it.decision))
        .collect();
    let (yes, no) = (Some(Decision::Accepted), Some(Decision::Rejected));
    assert_eq!(found, [("a", yes), ("c", no), ("b", no)]);
}

proptest! {
    /// Whatever is cut off or changed, a file is read or refused.
    #[test]
    fn no_damage_makes_a_reader_fail(which in 0..3, at in 0usize..2000, byte: u8, is_cut: bool) {
        let value = match which {
            0 => mini(),
            1 => swe(),
            _ => json!({ "t-1": task(false, true, &["b"]) }),
        };
        let mut bytes = value.to_string().into_bytes();
        let at = at % bytes.len();
        if is_cut {
            bytes.truncate(at);
        } else {
            bytes[at] = byte;
        }
        if let Ok(file) = try_read(NAME, bytes) {
            prop_assert!(!file.why.is_empty());
        }
    }
}
