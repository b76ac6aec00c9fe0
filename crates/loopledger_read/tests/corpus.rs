//! Real files that people published. They are not in the repository: `LOOPLEDGER_CORPUS` names the
//! folder that holds `expected.json` and `files/`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

mod support;

use loopledger_read::{Format, ReadError};
use serde_json::Value;
use std::path::{Path, PathBuf};
use support::try_read;

/// The corpus, or `None` after saying that the test was skipped.
fn corpus(test: &str) -> Option<(PathBuf, Vec<Value>)> {
    let folder = std::env::var_os("LOOPLEDGER_CORPUS").map(PathBuf::from);
    let Some(folder) = folder.filter(|folder| folder.join("expected.json").is_file()) else {
        println!("{test} was skipped: LOOPLEDGER_CORPUS names no corpus folder");
        return None;
    };
    let expected = std::fs::read(folder.join("expected.json")).unwrap();
    Some((folder, serde_json::from_slice(&expected).unwrap()))
}

fn bytes(folder: &Path, entry: &Value) -> Vec<u8> {
    let path = folder.join("files").join(entry["file"].as_str().unwrap());
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn published_threads_have_the_expected_counts() {
    let Some((folder, expected)) = corpus("published_threads_have_the_expected_counts") else {
        return;
    };
    let mut compared = 0;
    for entry in &expected {
        if entry["format"] != "deerflow-thread-state-json" {
            continue;
        }
        let name = entry["file"].as_str().unwrap();
        let file = try_read(name, bytes(&folder, entry)).unwrap();
        assert_eq!(file.format, Format::ThreadState, "{name}");
        assert_eq!(file.diagnostics, [], "{name}");
        let [run] = file.runs.as_slice() else {
            panic!("{name}: {} runs", file.runs.len())
        };
        let with_calls = run
            .responses
            .iter()
            .filter(|response| !response.tool_calls.is_empty())
            .count();
        let calls: usize = run
            .responses
            .iter()
            .map(|response| response.tool_calls.len())
            .sum();
        let counts = [run.responses.len(), with_calls, calls, run.artifacts.len()];
        let keys = [
            "model_responses",
            "responses_with_tool_calls",
            "tool_calls",
            "artifacts",
        ];
        for (count, key) in counts.iter().zip(keys) {
            assert_eq!(Some(*count as u64), entry[key].as_u64(), "{name} {key}");
        }
        assert_eq!(
            support::run_outcomes(run).matches('e').count(),
            calls,
            "{name}: every call has its result"
        );
        compared += 1;
    }
    assert_eq!(compared, 9);
}

/// A list of threads that is no JSON in its third thread: the two before it are read.
#[test]
fn the_thread_list_with_an_invalid_escape_names_the_place() {
    let Some((folder, _)) = corpus("the_thread_list_with_an_invalid_escape_names_the_place") else {
        return;
    };
    let path = folder.join("files/deerflow/threads-list-invalid-escape.json");
    let file = try_read("threads.json", std::fs::read(path).unwrap()).unwrap();
    assert_eq!(
        (file.runs.len(), file.records_read, file.records_rejected),
        (2, 2, 1)
    );
    // Python's json: "Invalid \\escape: line 1 column 372170 (char 372169)", byte 468044.
    let [broken] = file.diagnostics.as_slice() else {
        panic!("{:?}", file.diagnostics)
    };
    assert_eq!(
        (broken.code.as_ref(), broken.place.line, broken.place.byte),
        ("broken_array", Some(1), Some(468_044))
    );
    assert_eq!(broken.expected, "an escape that JSON knows");
    assert!(broken.found.starts_with(r"'\]"), "{}", broken.found);
}

#[test]
fn published_price_tables() {
    let Some((folder, expected)) = corpus("published_price_tables") else {
        return;
    };
    for entry in &expected {
        let name = entry["file"].as_str().unwrap();
        if entry["kind"] != "prices" || !name.contains("litellm") {
            continue;
        }
        let file = try_read(name, bytes(&folder, entry)).unwrap();
        assert_eq!(file.format, Format::PriceTable, "{name}");
        let table = file.prices.unwrap();
        let has_explanation = !name.contains("tokencost");
        let models = entry["records"].as_u64().unwrap() - u64::from(has_explanation);
        assert_eq!(file.records_read, models, "{name}");
        let count = |has: fn(&loopledger_model::ModelPrice) -> bool| {
            table.models.values().filter(|price| has(price)).count() as u64
        };
        let with_input = count(|price| price.base.input.is_some());
        let without = entry["no_input_price"].as_u64().unwrap();
        println!(
            "{name}: {} of {models} models priced, {with_input} with input ({without} expected without), {} diagnostics",
            table.models.len(),
            file.diagnostics.len()
        );
        assert_eq!(file.diagnostics, [], "{name}");
    }
}

/// What is no format of ours is refused; what is read is read as what it is.
#[test]
fn files_of_other_tools_are_refused() {
    let Some((folder, expected)) = corpus("files_of_other_tools_are_refused") else {
        return;
    };
    for entry in &expected {
        let name = entry["file"].as_str().unwrap();
        let result = try_read(name, bytes(&folder, entry));
        let fits = match entry["format"].as_str().unwrap() {
            "deerflow-thread-state-json" | "deerflow threads list, INVALID JSON" => {
                Some(Format::ThreadState)
            }
            "terminal-bench-results-json" => Some(Format::TerminalBench),
            "mini-swe-agent-traj mini-swe-agent-1.1" => Some(Format::MiniSweAgent),
            _ if name.starts_with("swe-agent/") && name.rsplit('.').next() == Some("traj") => {
                Some(Format::SweAgent)
            }
            "swebench-instance-report" | "swebench-run-report" => Some(Format::SweBenchReport),
            "price-table" if name.contains("litellm") => Some(Format::PriceTable),
            _ => None,
        };
        match (result, fits) {
            (Ok(file), Some(format)) => assert_eq!(file.format, format, "{name}"),
            (Ok(file), None) => panic!("{name} was read as {}: {}", file.format, file.why),
            (Err(error), Some(format)) => panic!("{name} is {format}: {error}"),
            (Err(ReadError::NotRecognised { tried, .. }), None) => {
                assert_eq!(tried.len(), Format::ALL.len(), "{name}");
            }
            (Err(_), None) => {}
        }
    }
}

#[test]
fn terminal_bench_attempts_and_verdicts() {
    let Some((folder, expected)) = corpus("terminal_bench_attempts_and_verdicts") else {
        return;
    };
    for entry in &expected {
        if entry["format"] != "terminal-bench-results-json" {
            continue;
        }
        let name = entry["file"].as_str().unwrap();
        let file = try_read(name, bytes(&folder, entry)).unwrap();
        let count = |has: fn(&loopledger_model::AttemptRecord) -> bool| {
            file.attempts.iter().filter(|attempt| has(attempt)).count() as u64
        };
        let accepted =
            count(|attempt| attempt.decision() == Some(loopledger_model::Decision::Accepted));
        let open = count(|attempt| attempt.decision().is_none());
        let counted = count(|attempt| attempt.tokens.input_uncached.is_known());
        for (count, key) in [
            (file.attempts.len() as u64, "attempts"),
            (accepted, "accepted(is_resolved)"),
            (open, "is_resolved_null"),
            (counted, "tokens_positive"),
        ] {
            assert_eq!(Some(count), entry[key].as_u64(), "{name} {key}");
        }
    }
}

/// Costs, tokens and calls of published trajectories. What no response states is unknown here,
/// where the entries say 0 (`reasoning`), and so is a cost of 0 beside a model call.
#[test]
fn trajectories_have_the_expected_figures() {
    let Some((folder, expected)) = corpus("trajectories_have_the_expected_figures") else {
        return;
    };
    let mut compared = 0;
    for entry in &expected {
        if entry["format"] != "mini-swe-agent-traj mini-swe-agent-1.1" {
            continue;
        }
        let name = entry["file"].as_str().unwrap();
        let file = try_read(name, bytes(&folder, entry)).unwrap();
        let ([run], [attempt]) = (file.runs.as_slice(), file.attempts.as_slice()) else {
            panic!("{name}")
        };
        let calls: usize = run.responses.iter().map(|it| it.tool_calls.len()).sum();
        for (count, key) in [
            (run.responses.len(), "model_responses"),
            (calls, "tool_calls"),
        ] {
            assert_eq!(Some(count as u64), entry[key].as_u64(), "{name} {key}");
        }
        let cost = entry["cost_reported"].as_f64().unwrap();
        let found = support::shown(&attempt.model_cost.clone().map(|money| money.amount));
        if cost == 0.0 {
            assert_eq!(found, "sentinel_zero", "{name}");
        } else {
            let found: f64 = found.parse().unwrap();
            assert!(
                (found - cost).abs() < 1e-12,
                "{name}: {found} is not {cost}"
            );
        }
        let sum = |get: fn(&loopledger_model::Tokens<loopledger_model::tokens::Count>) -> u64| {
            run.responses.iter().map(|it| get(&it.tokens)).sum::<u64>()
        };
        for (count, key) in [
            (sum(|it| it.input_uncached.unwrap()), "input_uncached"),
            (sum(|it| it.cache_read.unwrap()), "cache_read"),
            (sum(|it| it.output.unwrap()), "output_visible"),
            (sum(|it| it.reasoning.unwrap_or_default()), "reasoning"),
        ] {
            let expected = entry["tokens"][key].as_u64().unwrap_or_default();
            assert_eq!(count, expected, "{name} {key}");
        }
        compared += 1;
    }
    assert_eq!(compared, 21);
}

#[test]
fn evaluation_reports_have_the_expected_verdicts() {
    use loopledger_model::Decision;
    let Some((folder, expected)) = corpus("evaluation_reports_have_the_expected_verdicts") else {
        return;
    };
    for entry in &expected {
        let name = entry["file"].as_str().unwrap();
        let count = |decision| -> u64 {
            let file = try_read(name, bytes(&folder, entry)).unwrap();
            let all = file.evaluations.iter();
            all.filter(|it| it.decision == Some(decision)).count() as u64
        };
        match entry["format"].as_str().unwrap() {
            "swebench-instance-report" => {
                let resolved = entry["resolved"].as_bool().unwrap();
                assert_eq!(count(Decision::Accepted), u64::from(resolved), "{name}");
                assert_eq!(count(Decision::Rejected), u64::from(!resolved), "{name}");
            }
            "swebench-run-report" => {
                let accepted = entry["resolved_instances"].as_u64();
                assert_eq!(Some(count(Decision::Accepted)), accepted, "{name}");
                let rejected = entry["unresolved_instances"].as_u64();
                assert_eq!(Some(count(Decision::Rejected)), rejected, "{name}");
            }
            _ => {}
        }
    }
}
