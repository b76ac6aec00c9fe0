//! Faults that other tools had, by number, against the right answers in `corpus/faults`.

use loopledger::model::{Outcome, UnknownReason};
use loopledger::view::{AttemptView, GroupView, ReplaySettings, ReportView};
use loopledger::{FileMeta, Reading, Session, read_configuration};
use loopledger_tests::file;
use serde_json::{Value, json};

/// The right answer to a fault.
fn right(number: u32) -> Value {
    let all: Value = serde_json::from_slice(file("faults/expected.json")).unwrap();
    all[number.to_string()]["right"].clone()
}

fn session(names: &[&str]) -> Session {
    let mut session = Session::new();
    for name in names {
        let bytes = file(&format!("faults/{name}")).to_vec();
        // Some names say what the answers must not.
        session.add(Reading::new(FileMeta::new("fault"), bytes));
    }
    session
}

fn report(name: &str) -> (ReportView, Vec<AttemptView>) {
    let mut session = session(&[name]);
    (session.report(), session.attempts())
}

fn total(name: &str) -> GroupView {
    report(name).0.total.unwrap()
}

fn revision(date: &str) -> ReplaySettings {
    ReplaySettings {
        revision: Some(date.to_owned()),
        configuration: None,
    }
}

/// The decisions of each run of a file, spelt as the right answers spell them.
fn decisions(name: &str, settings: &ReplaySettings) -> Vec<Value> {
    let session = session(&[name]);
    session
        .runs()
        .iter()
        .map(|run| {
            let replay = session.replay(&run.key, settings).unwrap();
            replay
                .decisions
                .iter()
                .map(|decision| {
                    let layer = match decision.layer.as_str() {
                        "identical_call_set" => "hash".to_owned(),
                        _ => format!("freq:{}", decision.tools.join(" ")),
                    };
                    json!([decision.response, decision.action, layer, decision.count])
                })
                .collect()
        })
        .collect()
}

/// Checks the decisions of a file's only run under both revisions.
fn check_loop(number: u32, name: &str) {
    let right = right(number);
    for (date, key) in [("2026-08-22", "pre5245"), ("2026-09-08", "post5245")] {
        assert_eq!(
            decisions(name, &revision(date)),
            [right["loop"][key].clone()],
            "{date}"
        );
    }
}

/// An amount as a number, for comparison with the right answers, which are numbers.
fn number(amount: &str) -> f64 {
    amount.parse().unwrap()
}

/// The numbers of the call sets of a file's only run.
fn call_sets(name: &str) -> Vec<u32> {
    let session = session(&[name]);
    let key = &session.runs()[0].key;
    let replay = session.replay(key, &ReplaySettings::default()).unwrap();
    replay
        .steps
        .iter()
        .map(|step| step.call_set.unwrap())
        .collect()
}

#[test]
fn fault_8_an_unknown_price_is_not_zero() {
    let right = right(8);
    let (report, attempts) = report("08-unknown-price-is-not-zero.json");
    for attempt in &attempts {
        let cost = attempt
            .model_cost
            .value
            .as_ref()
            .map(|cost| number(&cost.amount));
        assert_eq!(json!(cost), right["cost"][&attempt.attempt_id]);
    }
    let total = report.total.unwrap();
    assert_eq!(total.model_cost.value, None);
    let known = total.model_cost.lower_bound.unwrap();
    assert_eq!(json!(number(&known.amount)), right["known_subtotal"]);
    assert_eq!(
        json!(total.model_cost.of - total.model_cost.measured),
        right["unpriced_attempts"]
    );
    assert_eq!(total.cost_per_accepted_artifact.value, None);
}

#[test]
fn fault_15_failed_attempts_count() {
    let right = right(15);
    let total = total("15-failed-attempts-count.json");
    assert_eq!(
        json!(number(&total.model_cost.value.unwrap().amount)),
        right["total_cost"]
    );
    assert_eq!(json!(total.accepted_artifacts), right["accepted"]);
    assert_eq!(json!(total.attempts), right["attempts"]);
    let ratio = total.cost_per_accepted_artifact.value.unwrap();
    assert_eq!(json!(number(&ratio.amount)), right["cost_per_accepted"]);
}

#[test]
fn fault_17_nothing_accepted() {
    let right = right(17)["17-nothing-accepted.json"].clone();
    let total = total("17-nothing-accepted.json");
    assert_eq!(
        json!(number(&total.model_cost.value.unwrap().amount)),
        right["total_cost"]
    );
    assert_eq!(json!(total.accepted_artifacts), right["accepted"]);
    let ratio = total.cost_per_accepted_artifact;
    assert_eq!(ratio.value, None);
    assert_eq!(ratio.reason, Some(UnknownReason::NothingAccepted));
}

#[test]
fn fault_17_nothing_run() {
    let right = right(17)["17-nothing-run.json"].clone();
    let total = total("17-nothing-run.json");
    assert_eq!(json!(total.attempts), right["attempts"]);
    assert_eq!(json!(total.model_cost.value), right["total_cost"]);
    assert_eq!(
        json!(total.cost_per_accepted_artifact.value),
        right["cost_per_accepted"]
    );
    assert_eq!(json!(total.latency.p95_ms), right["p95_latency_ms"]);
}

#[test]
fn fault_18_p95_of_few_samples() {
    let right = right(18);
    let latency = total("18-p95-few-samples.json").latency;
    assert_eq!(latency.p95_ms.as_deref(), Some("1200"));
    assert_eq!(json!(latency.samples), right["samples"]);
    assert_eq!(json!(latency.unknown), right["unknown"]);
    assert!(latency.equals_maximum);
}

#[test]
fn fault_20_negative_amounts() {
    let session = session(&["20-credit-negative.json"]);
    let diagnostics = &session.files()[0].diagnostics;
    for pointer in ["/attempts/1/cost", "/attempts/2/usage/input_tokens"] {
        assert!(
            diagnostics
                .iter()
                .any(|diagnostic| diagnostic.pointer.as_deref() == Some(pointer)),
            "{pointer} is not named in {diagnostics:?}"
        );
    }
    let (report, attempts) = report("20-credit-negative.json");
    assert_eq!(report.total.unwrap().model_cost.value, None);
    assert_eq!(attempts[2].tokens.input_uncached.value, None);
}

#[test]
fn fault_21_success_is_not_acceptance() {
    let total = total("21-capped-run-says-success.json");
    assert_eq!(total.stop_reasons.get("loop_capped"), Some(&1));
    assert_eq!((total.not_stopped, total.stop_reason_unknown), (1, 1));
    assert_eq!(total.accepted_artifacts, None);
}

#[test]
fn fault_22_arguments_as_text_and_in_any_order() {
    check_loop(22, "22-args-order-and-string.json");
}

#[test]
fn fault_23_nested_arguments() {
    check_loop(23, "23-nested-args.json");
    let sets = call_sets("23-nested-args.json");
    assert_eq!((sets[0], sets[0]), (sets[1], sets[4]));
    assert!(sets[2] != sets[0] && sets[3] != sets[0]);
}

#[test]
fn fault_24_buckets_of_a_file() {
    check_loop(24, "24-read-file-buckets.json");
    let mut session = session(&["24-read-file-buckets.json"]);
    let run = session.runs().swap_remove(0);
    let keys: Vec<String> = (0..run.responses)
        .map(|step| {
            let frame = session
                .frame(&run.key, &ReplaySettings::default(), step)
                .unwrap();
            let key = frame.calls[0].key.clone().unwrap();
            key.strip_prefix("read_file:").unwrap().to_owned()
        })
        .collect();
    assert_eq!(json!(keys), right(24)["keys"]);
}

#[test]
fn fault_25_every_argument_of_a_write() {
    check_loop(25, "25-write-file-full-args.json");
}

#[test]
fn fault_26_a_batch_that_crosses_warning_and_stop() {
    check_loop(26, "26-batch-crosses-warn-and-stop.json");
}

#[test]
fn fault_28_calls_that_are_spread_out() {
    check_loop(28, "28-spread-out-calls.json");
}

#[test]
fn fault_29_polling() {
    check_loop(29, "29-polling.json");
}

#[test]
fn fault_30_a_batch_of_samples() {
    check_loop(30, "30-batch-science.json");
}

#[test]
fn fault_30_with_an_override() {
    let yaml = b"loop_detection:\n  tool_freq_overrides:\n    bash: {warn: 150, hard_limit: 300}\n";
    let configuration = read_configuration(FileMeta::new("config.yaml"), yaml.to_vec()).unwrap();
    for (date, key) in [("2026-08-22", "pre5245"), ("2026-09-08", "post5245")] {
        let settings = ReplaySettings {
            configuration: Some(configuration.clone()),
            ..revision(date)
        };
        assert_eq!(
            decisions("30-batch-science.json", &settings),
            [right(30)["loop_with_override_bash_150_300"][key].clone()]
        );
    }
}

#[test]
fn fault_31_order_of_parallel_calls() {
    check_loop(31, "31-parallel-order.json");
    let sets = call_sets("31-parallel-order.json");
    let same: Vec<usize> = (0..sets.len())
        .filter(|&index| sets[index] == sets[0])
        .collect();
    assert_eq!(json!(same), right(31)["same"]);
}

#[test]
fn fault_33_two_threads_count_apart() {
    let right = right(33);
    for (date, key) in [("2026-08-22", "pre5245"), ("2026-09-08", "post5245")] {
        assert_eq!(
            decisions("33-two-threads.json", &revision(date)),
            [right["t1"][key].clone(), right["t2"][key].clone()]
        );
    }
}

#[test]
fn fault_33_sessions_of_one_run_id_are_told_apart() {
    let inspect = session(&["33-two-threads.json"])
        .inspect(&ReplaySettings::default())
        .unwrap();
    let ids: Vec<&str> = inspect.files[0]
        .sessions
        .iter()
        .map(|session| session.id.as_str())
        .collect();
    assert_eq!(ids, ["t-1/r-1", "t-2/r-1"]);
}

#[test]
fn fault_34_no_answer_holds_a_number_that_is_none() {
    let right = right(34);
    let (report, attempts) = report("34-nan-infinity.json");
    let text = serde_json::to_string(&(&report, &attempts)).unwrap();
    for none in ["NaN", "nfinity", "inf"] {
        assert!(!text.contains(none), "{none} in {text}");
    }
    let total = report.total.unwrap();
    assert_eq!(
        json!(number(&total.model_cost.value.unwrap().amount)),
        right["total_cost"]
    );
    let ratio = total.cost_per_accepted_artifact.value.unwrap();
    assert_eq!(json!(number(&ratio.amount)), right["cost_per_accepted"]);
}

#[test]
fn fault_36_timestamps_in_every_form() {
    let events: Value = serde_json::from_slice(file("faults/36-timestamps.json")).unwrap();
    let attempts: Vec<Value> = events["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| {
            json!({ "id": event["id"].to_string(), "cost": 1, "started_at": event["timestamp"] })
        })
        .collect();
    let mut session = Session::new();
    let bytes = serde_json::to_vec(&attempts).unwrap();
    session.add(Reading::new(FileMeta::new("attempts.json"), bytes));
    let expected = [
        Some("2026-03-29T00:30:00Z"),
        Some("2026-03-29T00:31:00Z"),
        Some("2026-03-29T00:32:00Z"),
        None,
        Some("2026-03-29T00:34:00Z"),
        Some("2026-03-29T00:35:00Z"),
        Some("2026-03-29T00:36:00Z"),
        None,
        None,
    ];
    let found: Vec<Option<String>> = session
        .attempts()
        .into_iter()
        .map(|attempt| attempt.started_at.value)
        .collect();
    assert_eq!(found, expected.map(|time| time.map(str::to_owned)));
}

#[test]
fn fault_37_encodings_and_line_ends() {
    for name in [
        "37-bom-crlf.jsonl",
        "37-utf16le.jsonl",
        "37-utf16be.jsonl",
        "37-blank-and-cr-only.jsonl",
    ] {
        let (report, attempts) = report(name);
        assert_eq!(attempts.len(), 2, "{name}");
        let cost = report.total.unwrap().model_cost.value.unwrap();
        assert_eq!(json!(number(&cost.amount)), json!(4.0), "{name}");
    }
}

#[test]
fn fault_37_latin_1_is_refused_by_its_byte() {
    let files = session(&["37-latin1.jsonl"]).files();
    assert_eq!(files[0].format, None);
    let diagnostic = &files[0].diagnostics[0];
    assert_eq!(
        (diagnostic.code.as_str(), diagnostic.byte),
        ("not_utf8", Some(10))
    );
    assert!(!serde_json::to_string(&files).unwrap().contains('\u{fffd}'));
}

#[test]
fn fault_38_broken_lines_are_named_and_the_others_count() {
    for (name, rows, bad_line) in [
        ("38-torn-tail.jsonl", 2, 3),
        ("38-torn-then-whole.jsonl", 3, 2),
        ("38-nul-bytes.jsonl", 2, 2),
        ("38-first-line-bad.jsonl", 2, 1),
    ] {
        let mut session = session(&[name]);
        assert_eq!(session.attempts().len(), rows, "{name}");
        let files = session.files();
        let lines: Vec<_> = files[0]
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.line)
            .collect();
        assert_eq!(lines, [Some(bad_line)], "{name}");
        let cost = session.report().total.unwrap().model_cost;
        assert_eq!(cost.value, None, "{name}");
        assert_eq!(cost.of, cost.measured + 1, "{name}");
    }
}

#[test]
fn fault_40_forms_of_one_letter_are_different_keys() {
    check_loop(40, "40-unicode-forms.json");
    let mut sets = call_sets("40-unicode-forms.json");
    sets.sort_unstable();
    sets.dedup();
    assert_eq!(json!(sets.len()), right(40)["distinct_keys"]);
}

#[test]
fn fault_41_gzip_of_one_member_and_two() {
    for name in ["41-gzip.jsonl.gz", "41-two-member.jsonl.gz"] {
        let total = total(name);
        assert_eq!(total.attempts, 2, "{name}");
        let cost = total.model_cost.value.unwrap();
        assert_eq!(json!(number(&cost.amount)), json!(3.0), "{name}");
    }
}

#[test]
fn fault_42_a_payload_is_not_carried_around() {
    let right = right(42);
    let session = session(&["42-base64-blob.json"]);
    let run = session.runs().swap_remove(0);
    assert_eq!(json!(run.responses), right["model_responses"]);
    assert_eq!(json!(run.tool_calls), right["tool_calls"]);
    let replay = session
        .replay(&run.key, &ReplaySettings::default())
        .unwrap();
    assert!(!serde_json::to_string(&replay).unwrap().contains("base64"));
}

#[test]
fn fault_44_a_zero_that_was_not_measured() {
    let right = right(44);
    let (report, attempts) = report("44-lying-zero.json");
    let total = report.total.unwrap();
    assert_eq!(json!(total.attempts), right["attempts"]);
    assert_eq!(json!(total.accepted_artifacts), right["accepted"]);
    let decided = |decision: Option<&str>| {
        let decided = attempts
            .iter()
            .filter(|attempt| attempt.decision.as_deref() == decision);
        json!(decided.count())
    };
    assert_eq!(decided(Some("rejected")), right["rejected"]);
    assert_eq!(decided(None), right["no_verdict"]);
    let tokens = &total.tokens;
    assert_eq!(
        json!(tokens.input_uncached.measured),
        right["tokens_known_attempts"]
    );
    assert_eq!(
        tokens.input_uncached.lower_bound.unwrap() + tokens.output.lower_bound.unwrap(),
        7_380
    );
    assert_eq!(
        (tokens.input_uncached.value, tokens.output.value),
        (None, None)
    );
    assert_eq!(total.cost_per_accepted_artifact.value, None);
    let failed = total
        .outcomes
        .iter()
        .find(|view| view.outcome == Outcome::Failed)
        .unwrap();
    assert_eq!(failed.attempts, 2);
}

#[test]
fn a_record_of_a_benchmark_that_was_not_run_has_no_metrics() {
    let record = r#"{"attempts":4,"acceptedArtifacts":2,"totalModelCost":10,"sandboxSeconds":5,"p95LatencyMs":9,"costPerAcceptedArtifact":5,"stopReasons":{},"benchmarkExecuted":false}"#;
    let mut session = Session::new();
    session.add(Reading::new(
        FileMeta::new("result.json"),
        record.as_bytes().to_vec(),
    ));
    let report = session.report();
    let recorded = &report.recorded_results[0];
    assert_eq!(recorded.total_model_cost.value, None);
    assert!(recorded.json.contains(r#""costPerAcceptedArtifact":null"#));
}
