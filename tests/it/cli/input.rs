//! Files, folders, standard input and standard output.

use super::{corpus, loopledger, printed_json};
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::Stdio;
use std::{env, fs};

fn names(answer: &Value) -> Vec<&str> {
    let files = answer["files"].as_array().unwrap();
    files
        .iter()
        .map(|file| file["name"].as_str().unwrap())
        .collect()
}

#[test]
fn a_folder_is_read_by_name_with_what_is_below_it() {
    let answer = printed_json(&["inspect", "--json", "deerflow/threads"]);
    assert_eq!(
        names(&answer),
        [
            "deerflow/threads/thread-budget/runs/run-budget.jsonl",
            "deerflow/threads/thread-burst/runs/run-burst.jsonl",
            "deerflow/threads/thread-clean/runs/run-clean.jsonl",
            "deerflow/threads/thread-loop/runs/run-loop.jsonl",
        ]
    );
}

#[test]
fn hidden_files_of_a_folder_are_left_out() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hidden");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(".hidden.json"), "[]").unwrap();
    fs::write(folder.join("shown.json"), r#"[{"id":"a","cost":1}]"#).unwrap();
    let answer = printed_json(&["inspect", "--json", folder.to_str().unwrap()]);
    assert_eq!(names(&answer).len(), 1);
}

#[test]
fn standard_input() {
    let bytes = fs::read(corpus().join("faults/15-failed-attempts-count.json")).unwrap();
    let output = loopledger(&["report", "--json", "-"])
        .write_stdin(bytes)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let answer: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(answer["files"][0]["name"], "stdin");
    assert_eq!(answer["report"]["total"]["attempts"], 4);
}

/// A journal of more than 30 MB.
fn long_journal() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("long.jsonl");
    let response = |index: usize| {
        format!(
            r#"{{"thread_id":"t","run_id":"r","event_type":"llm.ai.response","category":"message","content":{{"content":"{}","type":"ai","id":"a{index}","tool_calls":[{{"name":"bash","args":{{"command":"step {index}"}},"id":"c{index}","type":"tool_call"}}],"usage_metadata":{{"input_tokens":10,"output_tokens":1,"total_tokens":11}}}},"metadata":{{"caller":"lead_agent","usage":{{"input_tokens":10,"output_tokens":1,"total_tokens":11}},"latency_ms":1,"llm_call_index":{index}}},"seq":{index},"created_at":"2026-09-08T10:00:00+00:00"}}"#,
            "x".repeat(3_000)
        )
    };
    let lines: Vec<String> = (1..=9_800).map(response).collect();
    fs::write(&path, lines.join("\n")).unwrap();
    path
}

#[test]
fn a_long_file_is_read_whole_and_tells_no_progress_to_what_is_no_terminal() {
    let path = long_journal();
    assert!(fs::metadata(&path).unwrap().len() > 30 << 20);
    // `printed_json` checks that standard error stays empty.
    let answer = printed_json(&["inspect", "--json", path.to_str().unwrap()]);
    let session = &answer["files"][0]["sessions"][0];
    assert_eq!(session["responses"], 9_800);
    assert_eq!(session["tokens"]["inputUncached"], 98_000);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let program = loopledger(&[]).get_program().to_owned();
    for arguments in [
        ["report", "deerflow/attempts.jsonl"].as_slice(),
        &["report", "--json", "deerflow/threads"],
        &[
            "inspect",
            "deerflow/threads",
            "faults/28-spread-out-calls.json",
        ],
        &["replay", "faults/28-spread-out-calls.json", "--json"],
    ] {
        let mut child = std::process::Command::new(&program)
            .current_dir(corpus())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let status = child.wait().unwrap();
        let mut stderr = String::new();
        BufReader::new(child.stderr.take().unwrap())
            .read_line(&mut stderr)
            .unwrap();
        assert!(status.success(), "{arguments:?}: {status}, {stderr}");
        assert_eq!(stderr, "", "{arguments:?}");
    }
}
