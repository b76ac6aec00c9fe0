//! Our own records, run rows, and attempts written by hand.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use loopledger_model::{AttemptRecord, Decision, RunStatus, UnknownReason};
use loopledger_read::{FileRead, Format, ReadError};
use support::{codes, counts, measured_counts, read_corpus, read_text, shown, stop, try_read};

/// An attempt record with every field, as it is published.
const RECORD: &str = r#"{"schema":"loopledger.attempt/v1","experimentId":"e","manifestDigest":"d0","taskId":"t","attemptId":"a1","variantId":"base","retryOf":null,"startedAt":"2026-09-08T00:00:00Z","endedAt":null,"model":"m","sourceRevision":"abc","concurrency":2,"detectorRevision":"2026-09-08","effectiveConfiguration":{"enabled":true,"warn_threshold":3,"hard_limit":5,"window_size":20,"max_tracked_threads":100,"tool_freq_warn":30,"tool_freq_hard_limit":50,"tool_freq_overrides":{"bash":{"warn":150,"hard_limit":300}}},"tokens":{"inputUncached":9007199254740993,"cacheRead":0,"cacheWrite":null,"output":5,"reasoning":null},"toolCalls":{"proposed":3,"executed":2,"suppressed":1},"modelCost":{"amount":"1.2300","currency":"USD"},"toolCost":null,"sandboxSeconds":12.5,"latencyMs":900,"status":"success","stopReason":"loop_capped","review":{"rubric":"r","rubricVersion":"2","decision":"rejected","reason":"wrong","reviewer":"x","artifacts":[{"path":"/out/a.md","sha256":null}]},"trace":{"file":"run.jsonl","threadId":"t1","runId":"r1"},"credit":false,"unknown":{"endedAt":"truncated_file","tokens.cacheWrite":"sentinel_zero","tokens.reasoning":"absent_field","toolCost":"not_run"}}"#;

fn attempt(text: &str) -> AttemptRecord {
    let file = read_text(text);
    assert_eq!(file.format, Format::AttemptRecords);
    file.attempts[0].clone()
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let file = read_text(RECORD);
    assert_eq!(file.diagnostics, []);
    let attempt = &file.attempts[0];
    assert_eq!(
        measured_counts(&attempt.tokens),
        [
            "9007199254740993",
            "0",
            "sentinel_zero",
            "5",
            "absent_field"
        ]
    );
    assert_eq!(shown(&attempt.ended_at), "truncated_file");
    let cost = attempt.model_cost.value().unwrap();
    assert_eq!(
        (cost.amount.to_string(), cost.currency.code()),
        ("1.2300".into(), "USD")
    );
    assert_eq!(attempt.decision(), Some(Decision::Rejected));
    let configuration = attempt.effective_configuration.as_ref().unwrap();
    assert_eq!(configuration.tool_freq_overrides["bash"].hard_limit, 300);
    let place = attempt.model_cost.place().unwrap();
    assert_eq!(place.pointer.as_deref(), Some("/modelCost"));
    let byte = usize::try_from(place.byte.unwrap()).unwrap();
    assert!(RECORD[byte..].starts_with(r#"{"amount""#));
    // What is written again is what was read.
    let again = serde_json::to_string(attempt).unwrap();
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(value(&again), value(RECORD));
}

#[test]
fn lines_and_arrays_of_records() {
    let second = RECORD.replace(r#""a1""#, r#""a2""#);
    for text in [
        format!("{RECORD}\n{second}\n"),
        format!("[{RECORD},\n{second}]"),
        format!(r#"{{"attempts":[{RECORD},{second}]}}"#),
    ] {
        let file = read_text(&text);
        assert_eq!(
            (file.format, file.attempts.len()),
            (Format::AttemptRecords, 2)
        );
    }
}

#[test]
fn no_stop_reason_is_known_or_unknown() {
    let none = RECORD.replace(r#""loop_capped""#, "null");
    assert_eq!(stop(&attempt(&none).stop_reason), "none");
    let unknown = none.replace(r#""toolCost":"not_run""#, r#""stopReason":"absent_field""#);
    assert_eq!(stop(&attempt(&unknown).stop_reason), "absent_field");
}

#[test]
fn what_is_wrong_with_a_record() {
    let check = |from: &str, to: &str, code: &str, pointer: &str| {
        let text = RECORD.replace(from, to);
        assert_ne!(text, RECORD, "{from}");
        let file = read_text(&text);
        let found: Vec<_> = file
            .diagnostics
            .iter()
            .map(|diagnostic| {
                (
                    diagnostic.code.as_ref(),
                    diagnostic.place.pointer.as_deref(),
                )
            })
            .collect();
        assert_eq!(found, [(code, Some(pointer))], "{from}");
        assert_eq!(file.diagnostics[0].place.line, Some(1));
        file.attempts[0].clone()
    };
    let read = check(r#""latencyMs":900,"#, "", "absent_field", "/latencyMs");
    assert_eq!(shown(&read.latency_ms), "absent_field");
    let read = check(
        r#""latencyMs":900"#,
        r#""latencyMs":NaN"#,
        "not_finite",
        "/latencyMs",
    );
    assert_eq!(shown(&read.latency_ms), "parse_error");
    let read = check(
        r#""latencyMs":900"#,
        r#""latencyMs":-1"#,
        "negative_duration",
        "/latencyMs",
    );
    assert_eq!(shown(&read.latency_ms), "parse_error");
    let read = check(r#""1.2300""#, r#""-1""#, "negative_amount", "/modelCost");
    assert_eq!(read.model_cost.reason(), Some(UnknownReason::ParseError));
    let read = check(r#""1.2300""#, r#""1,23""#, "not_a_number", "/modelCost");
    assert_eq!(read.model_cost.reason(), Some(UnknownReason::ParseError));
    let read = check(
        "9007199254740993",
        "1.5",
        "not_a_count",
        "/tokens/inputUncached",
    );
    assert_eq!(measured_counts(&read.tokens)[0], "parse_error");
    check(
        r#""credit":false"#,
        r#""credit":false,"colour":"red""#,
        "unknown_field",
        "/colour",
    );
    let read = check(
        r#""concurrency":2"#,
        r#""concurrency":2,"concurrency":3"#,
        "duplicate_key",
        "/concurrency",
    );
    assert_eq!(read.concurrency, Some(3));
    check(
        r#""proposed":3"#,
        r#""proposed":3,"imagined":4"#,
        "unknown_field",
        "/toolCalls/imagined",
    );
    check(
        r#""not_run""#,
        r#""whatever""#,
        "unknown_reason_code",
        "/unknown/toolCost",
    );
    check(
        r#""reason":"wrong""#,
        r#""reason":"""#,
        "rejection_without_reason",
        "/review/reason",
    );
    let read = check(
        r#""window_size":20,"#,
        "",
        "incomplete_configuration",
        "/effectiveConfiguration/window_size",
    );
    assert_eq!(read.effective_configuration, None);
    let read = check(
        r#""2026-09-08T00:00:00Z""#,
        r#""2026-09-08T00:00:00""#,
        "time_without_zone",
        "/startedAt",
    );
    assert_eq!(shown(&read.started_at), "ambiguous");
}

#[test]
fn an_unknown_field_is_reported_once_for_a_file() {
    let text = RECORD.replace(r#""credit":false"#, r#""credit":false,"colour":"red""#);
    let other = text.replace(r#""a1""#, r#""a2""#);
    let file = read_text(&format!("{text}\n{other}\n"));
    assert_eq!(codes(&file), [("unknown_field", Some(1))]);
}

#[test]
fn an_attempt_id_that_is_repeated_is_pointed_out() {
    let other = RECORD.replace(r#""experimentId":"e""#, r#""experimentId":"f""#);
    let file = read_text(&format!("{RECORD}\n{other}\n{RECORD}\n"));
    assert_eq!(file.attempts.len(), 3);
    assert_eq!(codes(&file), [("repeated_attempt_id", Some(3))]);
}

#[test]
fn a_value_that_is_declared_unknown_does_not_count() {
    let text = RECORD.replace(r#""toolCost":"not_run""#, r#""latencyMs":"sentinel_zero""#);
    let file = read_text(&text);
    assert_eq!(shown(&file.attempts[0].latency_ms), "sentinel_zero");
    assert_eq!(codes(&file), [("value_declared_unknown", Some(1))]);
}

#[test]
fn another_version_is_refused_with_its_place() {
    let text = format!("{RECORD}\n{}\n", RECORD.replace("/v1", "/v2"));
    let file = read_text(&text);
    assert_eq!((file.records_read, file.records_rejected), (1, 1));
    assert_eq!(codes(&file), [("other_record", Some(2))]);
}

const RESULT: &str = r#"{"attempts":4,"acceptedArtifacts":2,"totalModelCost":10.5,"sandboxSeconds":null,"p95LatencyMs":1200,"costPerAcceptedArtifact":5.25,"stopReasons":{"loop_capped":1,"homemade":2},"benchmarkExecuted":true}"#;

fn result(text: &str) -> FileRead {
    let file = read_text(text);
    assert_eq!(file.format, Format::ResultRecord);
    file
}

#[test]
fn a_result_record_with_its_sibling_and_without() {
    let file = result(RESULT);
    assert_eq!(file.diagnostics, []);
    let read = &file.results[0];
    assert_eq!((read.attempts, read.accepted_artifacts), (4, Some(2)));
    assert_eq!(read.total_model_cost.unwrap().to_string(), "10.5");
    assert_eq!(read.sandbox_seconds, None);
    assert_eq!(read.currency, None);
    let reasons: Vec<_> = read
        .stop_reasons
        .iter()
        .map(|(reason, count)| (reason.as_str(), *count))
        .collect();
    assert_eq!(reasons, [("loop_capped", 1), ("homemade", 2)]);
    let with = RESULT.replace(
        r#""benchmarkExecuted":true"#,
        r#""benchmarkExecuted":true,"loopledger":{"schema":"loopledger.result/v1","currency":"EUR"}"#,
    );
    let file = result(&with);
    assert_eq!(file.diagnostics, []);
    assert_eq!(
        file.results[0]
            .currency
            .as_ref()
            .map(loopledger_model::Currency::code),
        Some("EUR")
    );
}

#[test]
fn the_result_of_nothing_run() {
    let text = r#"{"attempts":0,"acceptedArtifacts":0,"totalModelCost":null,"sandboxSeconds":null,"p95LatencyMs":null,"costPerAcceptedArtifact":null,"stopReasons":{},"benchmarkExecuted":false}"#;
    let file = result(text);
    assert_eq!(file.diagnostics, []);
    assert!(!file.results[0].benchmark_executed);
    assert_eq!(file.results[0].total_model_cost, None);
}

#[test]
fn a_result_record_that_lacks_a_key_or_holds_text() {
    let file = result(&RESULT.replace(r#""p95LatencyMs":1200,"#, ""));
    assert_eq!(codes(&file), [("absent_field", Some(1))]);
    let file = result(&RESULT.replace("10.5", r#""10.5""#));
    assert_eq!(codes(&file), [("not_a_number", Some(1))]);
    assert_eq!(file.results[0].total_model_cost, None);
}

#[test]
fn an_experiment_manifest() {
    let text = r#"{"schema":"loopledger.experiment/v1","experimentId":"e","tasks":[{"taskId":"t1","title":"report","acceptanceCriteria":["it exists","it is right"]}],"sourceRevision":"abc","modelConfiguration":"m, temperature 0","concurrency":1,"rubric":{"rubric":"r","rubricVersion":"1","criteria":["right"]},"baseline":{"variantId":"base","configuration":{"enabled":true,"warn_threshold":3,"hard_limit":5,"window_size":20,"max_tracked_threads":100,"tool_freq_warn":30,"tool_freq_hard_limit":50,"tool_freq_overrides":{}}},"variants":[{"variantId":"v","setting":"hard_limit","value":"6"}],"frozen":null}"#;
    let file = read_text(text);
    assert_eq!(file.format, Format::Experiment);
    assert_eq!(file.diagnostics, []);
    let read = &file.experiments[0];
    assert_eq!(read.tasks[0].acceptance_criteria.len(), 2);
    assert_eq!(read.variants[0].value, "6");
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(value(&serde_json::to_string(read).unwrap()), value(text));
    // The value itself is as good as its text.
    let file = read_text(&text.replace(r#""value":"6""#, r#""value":6"#));
    assert_eq!(file.experiments[0].variants[0].value, "6");
}

#[test]
fn run_rows_of_the_interface_and_of_the_database() {
    let file = read_corpus("deerflow/runs.json");
    assert_eq!(file.diagnostics, []);
    let [looped, burst, clean, budget] = file.run_rows.as_slice() else {
        panic!("four rows")
    };
    assert_eq!(
        counts(&looped.tokens),
        ["3800", "3200", "absent_field", "200", "absent_field"]
    );
    assert_eq!(looped.tokens_by_model[0].0, "gpt-demo");
    // Without the sparse key nothing is known of cached input.
    assert_eq!(counts(&burst.tokens)[..2], ["1000", "absent_field"]);
    assert_eq!(stop(&clean.stop_reason), "none");
    assert_eq!(stop(&budget.stop_reason), "token_capped");
    assert_eq!(looped.status, Some(RunStatus::Success));
    assert_eq!(shown(&looped.llm_call_count), "5");

    let row = serde_json::to_string(&serde_json::json!({
        "run_id": "r", "thread_id": "t", "status": "interrupted", "model_name": "m",
        "error": "cut", "total_input_tokens": 0, "total_output_tokens": 0, "llm_call_count": 0,
        "created_at": "2026-09-08T00:00:00+00:00", "updated_at": "2026-09-08T00:00:09+00:00"
    }))
    .unwrap();
    for text in [
        row.clone(),
        format!("[{row}]"),
        format!(r#"{{"runs":[{row}]}}"#),
        format!("{row}\n{row}\n"),
    ] {
        let file = read_text(&text);
        assert_eq!(file.format, Format::RunRows, "{text}");
        let read = &file.run_rows[0];
        assert_eq!(read.model.as_deref(), Some("m"));
        assert_eq!(read.error.as_deref(), Some("cut"));
        // Upstream's totals are 0 until somebody counts.
        assert_eq!(counts(&read.tokens)[0], "sentinel_zero");
        assert_eq!(stop(&read.stop_reason), "absent_field");
        assert_eq!(shown(&read.updated_at), "2026-09-08T00:00:09Z");
    }
}

#[test]
fn attempts_written_by_hand() {
    let text = r#"{"id":"a","task":"t","variant":"v","accepted":true,"cost":"0.10","currency":"eur","latency_ms":1500,"status":"success","stop_reason":null,"model":"m","usage":{"prompt_tokens":10,"completion_tokens":4,"completion_tokens_details":{"reasoning_tokens":1}},"tool_calls":{"proposed":3,"executed":2},"thread_id":"t1","run_id":"r1","started_at":1774744440,"artifacts":["/out/a.md"]}
{"id":"b","status":"error"}
{"id":"c","cost_usd":1.5,"accepted":null,"tool_calls":7}
"#;
    let file = read_text(text);
    assert_eq!(file.format, Format::AttemptList);
    assert_eq!(file.diagnostics, []);
    let [first, second, third] = file.attempts.as_slice() else {
        panic!("three attempts")
    };
    let cost = first.model_cost.value().unwrap();
    assert_eq!(
        (cost.amount.to_string(), cost.currency.code()),
        ("0.10".into(), "EUR")
    );
    assert_eq!(
        measured_counts(&first.tokens),
        ["10", "absent_field", "absent_field", "3", "1"]
    );
    assert_eq!(stop(&first.stop_reason), "none");
    assert_eq!(shown(&first.tool_calls.executed), "2");
    assert_eq!(shown(&first.tool_calls.suppressed), "absent_field");
    assert_eq!(first.trace.as_ref().unwrap().run_id.as_deref(), Some("r1"));
    assert_eq!(shown(&first.started_at), "2026-03-29T00:34:00Z");
    // An attempt that measured nothing is an attempt.
    assert_eq!(second.status, Some(RunStatus::Error));
    assert_eq!(second.review, None);
    assert_eq!(third.decision(), None);
    assert_eq!(third.model_cost.value().unwrap().currency.code(), "USD");
    assert_eq!(shown(&third.tool_calls.proposed), "7");
}

#[test]
fn a_line_of_something_else_among_attempts_is_rejected() {
    let file = read_text("{\"id\":\"a\",\"cost\":1}\n{\"kind\":\"x\",\"z\":1}\n7\n");
    assert_eq!((file.records_read, file.records_rejected), (1, 2));
    assert_eq!(
        codes(&file),
        [("other_record", Some(2)), ("other_record", Some(3))]
    );
}

#[test]
fn amounts_are_exact() {
    let cost = |text: &str| {
        let file = read_text(&format!(r#"[{{"id":"a","cost":{text}}}]"#));
        match file.attempts[0].model_cost.value() {
            Some(money) => money.amount.to_string(),
            None => file.diagnostics[0].code.to_string(),
        }
    };
    for (text, expected) in [
        ("0.1", "0.1"),
        ("1.10", "1.10"),
        ("1.25e-06", "0.00000125"),
        ("1E3", "1000"),
        ("0.0", "0.0"),
        ("0e-400", "0.0000000000000000000000000000"),
        (
            "0.29999999999999998889776975",
            "0.29999999999999998889776975",
        ),
        ("1e-40", "number_too_long"),
        ("1e40", "number_too_long"),
        ("123456789012345678901234567890.5", "number_too_long"),
    ] {
        assert_eq!(cost(text), expected, "{text}");
    }
}

#[test]
fn nothing_and_nonsense_are_refused() {
    for text in ["", " \r\n\t", "\u{feff}"] {
        assert_eq!(try_read("x", text).unwrap_err(), ReadError::Empty);
    }
    for text in [
        "[]", "{}", "7", "null", "\"text\"", "hello", "{\n{\n", "a: b", "[[[1]]]",
    ] {
        match try_read("x", text) {
            Err(ReadError::NotRecognised { tried, .. }) => {
                assert_eq!(tried.len(), Format::ALL.len(), "{text}");
                assert!(tried.iter().all(|tried| !tried.why_not.is_empty()));
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_broken_document_is_refused_with_the_place() {
    let text = "{\n \"values\": {\"messages\": [\n  {\"a\": \\]}\n]}}";
    let error = try_read("x", text).unwrap_err();
    let ReadError::NotRecognised { diagnostics, .. } = error else {
        panic!("{error}")
    };
    let place = &diagnostics[0].place;
    let byte = text.find('\\').map(|byte| byte as u64);
    assert_eq!((place.line, place.byte), (Some(3), byte));
    assert_eq!(diagnostics[0].code, "json_syntax");
}
