//! Faults that other tools had: the right answers of `tests/corpus/faults/expected.json`, as far as
//! they concern reading.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use loopledger_model::UnknownReason;
use loopledger_read::{FileRead, Format, ReadError, timestamp_from_text};
use support::{codes, corpus, counts, measured_counts, read_corpus, shown, stop, try_read};

fn fault(name: &str) -> FileRead {
    read_corpus(&format!("faults/{name}"))
}

/// The right answer of a fault, by its number.
fn right(number: &str) -> serde_json::Value {
    let expected: serde_json::Value =
        serde_json::from_slice(&corpus("faults/expected.json")).unwrap();
    expected[number]["right"].clone()
}

fn costs(file: &FileRead) -> Vec<String> {
    file.attempts
        .iter()
        .map(|attempt| match attempt.model_cost.value() {
            Some(money) => format!("{} {}", money.amount, money.currency),
            None => attempt.model_cost.reason().unwrap().code().to_owned(),
        })
        .collect()
}

fn ids(file: &FileRead) -> Vec<&str> {
    file.attempts
        .iter()
        .map(|attempt| attempt.attempt_id.as_str())
        .collect()
}

/// Attempts, accepted, rejected, without a verdict.
fn verdicts(file: &FileRead) -> [usize; 4] {
    use loopledger_model::Decision::{Accepted, Rejected};
    let count = |wanted| {
        file.attempts
            .iter()
            .filter(|attempt| attempt.decision() == wanted)
            .count()
    };
    [
        file.attempts.len(),
        count(Some(Accepted)),
        count(Some(Rejected)),
        count(None),
    ]
}

#[test]
fn cached_input_is_told_from_uncached_by_the_providers_convention() {
    let file = fault("06-cached-inside-or-outside.json");
    let [openai, anthropic] = file.attempts.as_slice() else {
        panic!("two attempts")
    };
    let right = &right("6")["both_runs"];
    for attempt in [openai, anthropic] {
        let tokens = &attempt.tokens;
        assert_eq!(
            tokens.input_uncached.value(),
            right["input_uncached"].as_u64().as_ref()
        );
        assert_eq!(
            tokens.cache_read.value(),
            right["cache_read"].as_u64().as_ref()
        );
        assert_eq!(tokens.output.value(), right["output"].as_u64().as_ref());
    }
    assert_eq!(shown(&openai.tokens.cache_write), "absent_field");
    assert_eq!(shown(&anthropic.tokens.cache_write), "0");
}

#[test]
fn prices_stand_beside_attempts_and_zero_is_a_price() {
    let file = fault("08-unknown-price-is-not-zero.json");
    assert_eq!(verdicts(&file), [3, 2, 1, 0]);
    assert_eq!(costs(&file), ["absent_field"; 3]);
    let prices = file.prices.unwrap();
    assert_eq!(
        prices.models.keys().collect::<Vec<_>>(),
        ["priced-1", "free-1"]
    );
    let rate = |name: &str| prices.models[name].base.input.unwrap().to_string();
    assert_eq!(
        (rate("priced-1"), rate("free-1")),
        ("0.000003".into(), "0".into())
    );
    assert_eq!(prices.sha256.len(), 64);
}

#[test]
fn pricing_examples_are_nothing_that_is_read() {
    for name in ["09-long-context-tier.json", "10-cache-write-1h.json"] {
        let result = try_read(name, corpus(&format!("faults/{name}")));
        assert!(
            matches!(result, Err(ReadError::NotRecognised { .. })),
            "{name}: {result:?}"
        );
    }
}

#[test]
fn failed_attempts_are_read_like_any_other() {
    let file = fault("15-failed-attempts-count.json");
    assert_eq!(verdicts(&file), [4, 2, 2, 0]);
    assert_eq!(ids(&file), ["t1#1", "t1#2", "t2#1", "t3#1"]);
    assert_eq!(costs(&file), ["2.0 XXX", "3.0 XXX", "4.0 XXX", "1.0 XXX"]);
    assert!(file.attempts[0].status.as_ref().unwrap().is_failure());
    assert_eq!(stop(&file.attempts[2].stop_reason), "loop_capped");
    assert_eq!(stop(&file.attempts[0].stop_reason), "absent_field");
}

#[test]
fn nothing_accepted_and_nothing_run_are_two_things() {
    let file = fault("17-nothing-accepted.json");
    assert_eq!(verdicts(&file), [2, 0, 2, 0]);
    assert_eq!(shown(&file.attempts[1].latency_ms), "null_field");
    let file = fault("17-nothing-run.json");
    assert_eq!((file.format, file.attempts.len()), (Format::AttemptList, 0));
}

#[test]
fn a_latency_of_zero_is_none() {
    let file = fault("18-p95-few-samples.json");
    let latencies: Vec<_> = file
        .attempts
        .iter()
        .map(|attempt| shown(&attempt.latency_ms))
        .collect();
    assert_eq!(latencies, ["1200", "sentinel_zero", "null_field"]);
}

#[test]
fn negative_figures_are_refused_where_they_stand() {
    let file = fault("20-credit-negative.json");
    assert_eq!(costs(&file), ["3.0 XXX", "parse_error", "null_field"]);
    assert_eq!(
        measured_counts(&file.attempts[2].tokens)[..1],
        ["parse_error"]
    );
    assert_eq!(
        codes(&file),
        [("negative_amount", Some(11)), ("negative_count", Some(18))]
    );
    let pointers: Vec<_> = file
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.place.pointer.as_deref().unwrap())
        .collect();
    assert_eq!(
        pointers,
        ["/attempts/1/cost", "/attempts/2/usage/input_tokens"]
    );
}

#[test]
fn a_declared_credit_may_be_negative() {
    let file = support::read_text(r#"{"attempts":[{"id":"a","cost":-1.0,"credit":true}]}"#);
    assert_eq!(costs(&file), ["-1.0 XXX"]);
    assert!(file.diagnostics.is_empty());
}

#[test]
fn success_with_a_cap_without_one_and_without_saying() {
    let file = fault("21-capped-run-says-success.json");
    let stops: Vec<_> = file
        .run_rows
        .iter()
        .map(|row| stop(&row.stop_reason))
        .collect();
    assert_eq!(stops, ["loop_capped", "none", "absent_field"]);
    assert!(file.attempts.is_empty());
}

#[test]
fn states_keep_arguments_as_they_are_written() {
    let args = |name: &str| -> Vec<String> {
        fault(name).runs[0]
            .responses
            .iter()
            .map(|response| response.tool_calls[0].args.as_deref().unwrap().to_owned())
            .collect()
    };
    let strings = args("22-args-order-and-string.json");
    assert_eq!(strings[1], r#""{\"max\": 5, \"query\": \"cats\"}""#);
    let nested = args("23-nested-args.json");
    assert!(nested[0].contains("\"n\": 1\n"), "{}", nested[0]);
    assert!(nested[3].contains("\"n\": 1.0,"), "{}", nested[3]);
    let unicode = args("40-unicode-forms.json");
    assert_ne!(unicode[0], unicode[1]);
    assert_eq!(unicode[0], unicode[2]);
}

/// Responses and calls of the states that the detector's faults use.
#[test]
fn states_are_read_whole() {
    for (name, responses, calls) in [
        ("22-args-order-and-string.json", 5, 5),
        ("23-nested-args.json", 5, 5),
        ("24-read-file-buckets.json", 11, 11),
        ("25-write-file-full-args.json", 12, 12),
        ("26-batch-crosses-warn-and-stop.json", 2, 54),
        ("28-spread-out-calls.json", 140, 140),
        ("29-polling.json", 6, 6),
        ("30-batch-science.json", 53, 53),
        ("31-parallel-order.json", 7, 14),
        ("40-unicode-forms.json", 5, 5),
        ("42-base64-blob.json", 1, 1),
    ] {
        let file = fault(name);
        let [run] = file.runs.as_slice() else {
            panic!("{name}: one run")
        };
        let count: usize = run
            .responses
            .iter()
            .map(|response| response.tool_calls.len())
            .sum();
        assert_eq!((run.responses.len(), count), (responses, calls), "{name}");
        assert_eq!(file.diagnostics, [], "{name}");
    }
}

#[test]
fn two_threads_are_two_runs() {
    let file = fault("33-two-threads.json");
    let runs: Vec<_> = file
        .runs
        .iter()
        .map(|run| (run.thread_id.as_deref().unwrap(), run.responses.len()))
        .collect();
    assert_eq!(runs, [("t-1", 2), ("t-2", 3)]);
}

#[test]
fn not_a_number_is_unknown_and_the_rest_stays() {
    let file = fault("34-nan-infinity.json");
    assert_eq!(costs(&file), ["1.0 XXX", "2.0 XXX"]);
    assert_eq!(shown(&file.attempts[1].latency_ms), "parse_error");
    assert!(codes(&file).contains(&("not_finite", Some(1))));
}

#[test]
fn times_of_every_form() {
    let events: serde_json::Value =
        serde_json::from_slice(&corpus("faults/36-timestamps.json")).unwrap();
    let right = &right("36")["utc"];
    for event in events["events"].as_array().unwrap() {
        let attempt = format!(
            r#"[{{"id":"a","cost":1,"started_at":{}}}]"#,
            event["timestamp"]
        );
        let started = shown(&support::read_text(&attempt).attempts[0].started_at);
        let expected = &right[event["id"].to_string()];
        match expected.as_str() {
            None => assert_eq!(started, "null_field", "{event}"),
            Some(text) if text.starts_with("no zone") => {
                assert_eq!(started, "ambiguous", "{event}");
            }
            Some(time) => assert_eq!(started, format!("2026-03-29T{time}:00Z"), "{event}"),
        }
    }
    assert_eq!(
        timestamp_from_text("12"),
        Err(UnknownReason::Ambiguous),
        "a small number is no time"
    );
    assert_eq!(
        timestamp_from_text("1774744440.25").unwrap().to_string(),
        "2026-03-29T00:34:00.25Z"
    );
}

#[test]
fn encodings_and_line_ends() {
    for name in [
        "37-bom-crlf.jsonl",
        "37-utf16le.jsonl",
        "37-utf16be.jsonl",
        "37-blank-and-cr-only.jsonl",
    ] {
        let file = fault(name);
        assert_eq!(costs(&file), ["1.5 XXX", "2.5 XXX"], "{name}");
        assert_eq!(file.records_rejected, 0, "{name}");
    }
}

#[test]
fn a_byte_that_is_not_utf8_is_named_and_never_replaced() {
    let bytes = corpus("faults/37-latin1.jsonl");
    let error = try_read("latin1", bytes.clone()).unwrap_err();
    assert!(
        matches!(&error, ReadError::Encoding { byte: 10, found, .. } if found.starts_with("e9")),
        "{error}"
    );
    // Beside lines that are UTF-8, only the line is bad.
    let mut beside = b"{\"id\":\"a\",\"cost\":1}\n".to_vec();
    beside.extend_from_slice(&bytes);
    let file = try_read("latin1", beside).unwrap();
    assert_eq!((ids(&file), file.records_rejected), (vec!["a"], 1));
    assert_eq!(file.diagnostics[0].place.byte, Some(20 + 10));
}

#[test]
fn torn_lines() {
    for (name, ids_read, bad_line) in [
        ("38-torn-tail.jsonl", vec!["a", "b"], 3),
        ("38-torn-then-whole.jsonl", vec!["a", "b", "c"], 2),
        ("38-nul-bytes.jsonl", vec!["a", "c"], 2),
        ("38-first-line-bad.jsonl", vec!["b", "c"], 1),
    ] {
        let file = fault(name);
        assert_eq!(ids(&file), ids_read, "{name}");
        assert_eq!(file.records_rejected, 1, "{name}");
        let lines: Vec<_> = codes(&file).iter().map(|(_, line)| *line).collect();
        assert_eq!(lines, [Some(bad_line)], "{name}");
    }
}

#[test]
fn gzip_of_one_member_and_of_two() {
    for name in ["41-gzip.jsonl.gz", "41-two-member.jsonl.gz"] {
        let file = fault(name);
        assert_eq!(file.attempts.len(), 2, "{name}");
        assert_eq!(file.bytes, corpus(&format!("faults/{name}")).len() as u64);
    }
}

#[test]
fn zeros_of_terminal_bench_mean_not_measured() {
    let file = fault("44-lying-zero.json");
    let right = right("44");
    let [attempts, accepted, rejected, open] = verdicts(&file).map(|count| count as u64);
    assert_eq!(Some(attempts), right["attempts"].as_u64());
    assert_eq!(Some(accepted), right["accepted"].as_u64());
    assert_eq!(Some(rejected), right["rejected"].as_u64());
    assert_eq!(Some(open), right["no_verdict"].as_u64());
    let tokens: Vec<_> = file
        .attempts
        .iter()
        .map(|attempt| {
            let [input, .., output, _] = measured_counts(&attempt.tokens);
            (input, output)
        })
        .collect();
    let unknown = |code: &str| (code.to_owned(), code.to_owned());
    assert_eq!(
        tokens,
        [
            unknown("sentinel_zero"),
            unknown("null_field"),
            unknown("null_field"),
            ("4836".to_owned(), "2544".to_owned()),
        ]
    );
}

/// Formats of other tools, which are not read yet, are refused with every reason.
#[test]
fn other_tools_are_refused() {
    for name in [
        "01-claude-one-response-four-lines.jsonl",
        "03-codex-repeated-token-count.jsonl",
        "05-codex-no-total-field.jsonl",
        "12-subagent-main.jsonl",
        "14-otlp-wrapper-spans.json",
        "expected.json",
        "README.md",
    ] {
        match try_read(name, corpus(&format!("faults/{name}"))) {
            Err(ReadError::NotRecognised { tried, .. }) => {
                assert_eq!(tried.len(), Format::ALL.len(), "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn usage_of_a_message_is_split_by_langchains_convention() {
    let usage = |usage: &str| {
        let text = format!(
            r#"{{"messages":[{{"type":"ai","content":"","tool_calls":[],"usage_metadata":{usage}}}]}}"#
        );
        counts(&support::read_text(&text).runs[0].responses[0].tokens)
    };
    let absent = "absent_field";
    assert_eq!(usage("null"), ["null_field"; 5]);
    assert_eq!(usage("{}"), [absent; 5]);
    assert_eq!(
        usage(r#"{"input_tokens":100,"output_tokens":30,"total_tokens":130}"#),
        ["100", absent, absent, "30", absent]
    );
    assert_eq!(
        usage(
            r#"{"input_tokens":100,"output_tokens":30,"input_token_details":{"cache_read":60,"cache_creation":10},"output_token_details":{"reasoning":20}}"#
        ),
        ["30", "60", "10", "10", "20"]
    );
    // Cached input that does not fit into all input: counted in a way that cannot be told.
    assert_eq!(
        usage(r#"{"input_tokens":10,"output_tokens":3,"input_token_details":{"cache_read":60}}"#),
        ["ambiguous", "ambiguous", absent, "3", absent]
    );
    // 2^53 + 1 is exact, 2^64 is no count any more.
    assert_eq!(
        usage(r#"{"input_tokens":9007199254740993,"output_tokens":18446744073709551616}"#)[..],
        ["9007199254740993", absent, absent, "parse_error", absent]
    );
}
