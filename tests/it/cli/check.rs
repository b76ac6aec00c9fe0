//! `loopledger check`.

use super::{check_failure, loopledger, printed};
use serde_json::Value;
use std::fs;
use std::path::Path;

const COUNTED: &str = "faults/15-failed-attempts-count.json";
const UNPRICED: &str = "faults/08-unknown-price-is-not-zero.json";

fn verdict(files: &[&str], conditions: &[&str]) -> (i32, Value) {
    let mut arguments = vec!["check", "--json"];
    arguments.extend(files);
    for condition in conditions {
        arguments.extend(["--fail-if", condition]);
    }
    let output = loopledger(&arguments).output().unwrap();
    let answer = serde_json::from_slice(&output.stdout).unwrap();
    (output.status.code().unwrap(), answer)
}

/// Checks the exit code, and the verdict and the reason of one condition.
fn check(file: &str, condition: &str, code: i32, expected: &str, reason: Option<&str>) {
    let (found, answer) = verdict(&[file], &[condition]);
    let judged = &answer["conditions"][0];
    assert_eq!(judged["verdict"], expected, "{condition}: {judged}");
    assert_eq!(judged["reason"].as_str(), reason, "{condition}: {judged}");
    assert_eq!(found, code, "{condition}");
}

#[test]
fn a_condition_that_holds_fails_the_job() {
    // 10 over 2 accepted artifacts.
    check(COUNTED, "costPerAcceptedArtifact > 4.99", 5, "failed", None);
    check(COUNTED, "costPerAcceptedArtifact > 5", 0, "passed", None);
    check(COUNTED, "costPerAcceptedArtifact >= 5.0", 5, "failed", None);
    check(COUNTED, "costPerAcceptedArtifact == 5", 5, "failed", None);
    check(COUNTED, "attempts < 4", 0, "passed", None);
    check(COUNTED, "attempts != 5", 5, "failed", None);
    check(COUNTED, "outcomes.capped > 0", 5, "failed", None);
}

#[test]
fn an_unknown_figure_neither_passes_nor_fails() {
    check(
        COUNTED,
        "sandboxSeconds > 1",
        6,
        "unknown",
        Some("absent_field"),
    );
    check(
        COUNTED,
        "latency.p95Ms > 1",
        6,
        "unknown",
        Some("no_samples"),
    );
    check(
        COUNTED,
        "variant=none: attempts > 1",
        6,
        "unknown",
        Some("no_such_variant"),
    );
    check(
        "deerflow/runs.json",
        "acceptedArtifacts < 1",
        6,
        "unknown",
        Some("absent_field"),
    );
}

#[test]
fn what_is_known_of_a_sum_may_decide() {
    // One attempt of the three has no price; the others cost 3.
    let (_, answer) = verdict(&[UNPRICED], &["modelCost > 0"]);
    let at_least = answer["conditions"][0]["atLeast"]
        .as_str()
        .unwrap()
        .to_owned();
    let reason = Some("no_price_for_model");
    check(UNPRICED, "modelCost > 0", 5, "failed", reason);
    check(
        UNPRICED,
        &format!("modelCost < {at_least}"),
        0,
        "passed",
        reason,
    );
    check(
        UNPRICED,
        &format!("modelCost > {at_least}"),
        6,
        "unknown",
        reason,
    );
}

#[test]
fn another_currency_is_not_compared() {
    let runs = "deerflow/attempts.jsonl";
    check(
        runs,
        "variant=baseline: modelCost > 0.001 USD",
        5,
        "failed",
        None,
    );
    check(
        runs,
        "variant=baseline: modelCost > 0.001",
        5,
        "failed",
        None,
    );
    check(
        runs,
        "variant=baseline: modelCost > 0.001 EUR",
        6,
        "unknown",
        Some("other_currency"),
    );
}

#[test]
fn failure_outranks_unknown_and_unknown_outranks_success() {
    let (passed, unknown, failed) = ("attempts > 9", "sandboxSeconds > 1", "attempts > 1");
    assert_eq!(verdict(&[COUNTED], &[passed, unknown, failed]).0, 5);
    assert_eq!(verdict(&[COUNTED], &[failed, unknown]).0, 5);
    assert_eq!(verdict(&[COUNTED], &[passed, unknown]).0, 6);
    assert_eq!(verdict(&[COUNTED], &[passed]).0, 0);
    assert_eq!(verdict(&[COUNTED], &[]).0, 0);
}

#[test]
fn a_result_record_alone_can_be_checked() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let run = write(
        "result-run.json",
        r#"{"attempts":4,"acceptedArtifacts":2,"totalModelCost":10.0,"sandboxSeconds":null,"p95LatencyMs":null,"costPerAcceptedArtifact":5,"stopReasons":{"loop_capped":1},"benchmarkExecuted":true}"#,
    );
    check(&run, "costPerAcceptedArtifact > 4.5", 5, "failed", None);
    check(&run, "stopReasons.loop_capped > 1", 0, "passed", None);
    check(&run, "p95LatencyMs > 1", 6, "unknown", Some("null_field"));
    check(
        &run,
        "reviewed > 1",
        6,
        "unknown",
        Some("not_in_result_record"),
    );
    check(
        &run,
        "totalModelCost > 1 USD",
        6,
        "unknown",
        Some("other_currency"),
    );
    let not_run = write(
        "result-not-run.json",
        r#"{"attempts":0,"acceptedArtifacts":0,"totalModelCost":null,"sandboxSeconds":null,"p95LatencyMs":null,"costPerAcceptedArtifact":null,"stopReasons":{},"benchmarkExecuted":false}"#,
    );
    check(&not_run, "attempts < 1", 6, "unknown", Some("not_run"));
}

#[test]
fn an_unknown_metric_is_a_typing_error() {
    check_failure(
        &["check", COUNTED, "--fail-if", "costPerArtifact > 1"],
        2,
        "there are attempts, acceptedArtifacts",
    );
    check_failure(
        &["check", COUNTED, "--fail-if", "attempts > many"],
        2,
        "not a decimal number",
    );
}

#[test]
fn a_strict_check_fails_on_any_diagnostic() {
    let torn = "faults/38-torn-tail.jsonl";
    loopledger(&["check", torn]).assert().code(0);
    loopledger(&["check", torn, "--strict"]).assert().code(5);
    loopledger(&["check", COUNTED, "--strict"]).assert().code(0);
    loopledger(&["check", "faults/README.md", COUNTED])
        .assert()
        .code(1);
    loopledger(&["check", "none.json", "--fail-if", "attempts > 0"])
        .assert()
        .code(3);
}

#[test]
fn the_summary_is_markdown() {
    insta::assert_snapshot!(printed(&[
        "check",
        "deerflow/attempts.jsonl",
        "--fail-if",
        "variant=baseline: costPerAcceptedArtifact > 0.50 USD",
    ]));
}

#[test]
fn a_summary_is_appended_to_its_file() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("summary.md");
    fs::write(&path, "before\n").unwrap();
    let arguments = ["check", COUNTED, "--summary", path.to_str().unwrap()];
    assert_eq!(printed(&arguments), "");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("before\n## Loopledger\n"), "{text}");
}

#[test]
fn text_of_a_record_is_no_markdown() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile.json");
    let hostile = "|\\n## x <script>alert(1)</script> @me `c` [l](https://e.g) ![i](x)";
    let text = format!(
        r#"[{{"id":"a","variant":"{hostile}","stop_reason":"{hostile}","cost":1,"currency":"{hostile}","accepted":true,"latency_ms":"{hostile}"}}]"#
    );
    fs::write(&path, text).unwrap();
    let said = printed(&["check", path.to_str().unwrap()]);
    for sign in ["<script", "@me", "`c`", "](", "\n## x", "https:"] {
        assert!(!said.contains(sign), "{sign}: {said}");
    }
    // Every row of a table has the columns of its head.
    let cells = |line: &str| line.matches('|').count();
    let rows: Vec<_> = said.lines().filter(|line| line.starts_with('|')).collect();
    for pair in rows.windows(2).filter(|pair| pair[1].starts_with("|---")) {
        assert_eq!(cells(pair[0]), cells(pair[1]));
    }
    let wide: Vec<_> = rows.iter().filter(|line| cells(line) == 8).collect();
    assert_eq!(wide.len(), 4, "{said}");
}
