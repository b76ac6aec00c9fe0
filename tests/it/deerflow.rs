//! Recorded runs come to the figures that were worked out by hand.

use loopledger::view::{GroupView, ReplaySettings};
use loopledger::{FileMeta, Reading, Session};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::{env, fs};

fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus/deerflow")
}

fn expected() -> Value {
    serde_json::from_slice(&fs::read(corpus().join("expected.json")).unwrap()).unwrap()
}

fn session() -> Session {
    let mut session = Session::new();
    let journal = |name: &str| format!("threads/thread-{name}/runs/run-{name}.jsonl");
    let mut names: Vec<_> = ["loop", "burst", "clean", "budget"].map(journal).into();
    names.extend(["runs.json", "attempts.jsonl"].map(str::to_owned));
    for name in names {
        let bytes = fs::read(corpus().join(&name)).unwrap();
        let meta = FileMeta {
            name: name.as_str().into(),
            modified: None,
        };
        let mut reading = Reading::new(meta, bytes);
        while !reading.advance(1 << 20).is_done {}
        session.add(reading);
    }
    session
}

#[test]
fn runs_have_the_calls_tokens_and_decisions_of_their_journals() {
    let mut session = session();
    let attempts = session.attempts();
    for (run, expected) in expected()["runs"].as_object().unwrap() {
        let id = run.replace("run-", "attempt-");
        let attempt = attempts.iter().find(|attempt| attempt.attempt_id == id);
        let attempt = attempt.unwrap();
        let calls = json!({
            "proposed": attempt.tool_calls_proposed.value,
            "executed": attempt.tool_calls_executed.value,
            "suppressed": attempt.tool_calls_suppressed.value,
        });
        assert_eq!(calls, expected["toolCalls"], "{run}");
        let tokens = attempt.tokens.clone().map(|figure| figure.value);
        assert_eq!(json!(tokens), expected["tokens"], "{run}");
        let stop = attempt.stop_reason.value.clone();
        let stop = stop.filter(|reason| !reason.is_empty());
        assert_eq!(json!(stop), expected["stopReason"], "{run}");

        let key = attempt.run.as_deref().unwrap();
        let replay = session.replay(key, &ReplaySettings::default()).unwrap();
        assert_eq!(json!(replay.steps.len()), expected["responses"], "{run}");
        let decisions: Vec<_> = replay
            .decisions
            .iter()
            .map(|decision| {
                json!([
                    decision.response,
                    decision.action,
                    decision.layer,
                    decision.tools,
                    decision.count
                ])
            })
            .collect();
        assert_eq!(json!(decisions), expected["decisions"], "{run}");
        assert_eq!(replay.changes, [], "{run}");
    }
}

#[test]
fn a_stop_supersedes_the_warning_of_its_batch() {
    let mut session = session();
    let expected = &expected()["runs"]["run-burst"]["superseded"];
    let frame = session
        .frame("thread-burst/run-burst", &ReplaySettings::default(), 0)
        .unwrap();
    let warning = frame.superseded.unwrap();
    let found = json!([
        warning.response,
        warning.action,
        warning.layer,
        warning.tools,
        warning.count
    ]);
    assert_eq!(&found, expected);
}

/// What `expected.json` says of a group, taken from the report.
fn figures(group: &GroupView) -> Value {
    let amount = |money: &Option<loopledger::view::MoneyView>| {
        money.as_ref().map(|money| money.amount.clone())
    };
    let cost = &group.model_cost;
    let ratio = &group.cost_per_accepted_artifact;
    json!({
        "attempts": group.attempts,
        "acceptedArtifacts": group.accepted_artifacts,
        "modelCost": amount(&cost.value),
        "modelCostAtLeast": amount(&cost.lower_bound),
        "measured": cost.measured,
        "of": cost.of,
        "costPerAcceptedArtifact": amount(&ratio.value),
    })
}

fn expected_figures(expected: &Value) -> Value {
    let cost = &expected["modelCost"];
    let at_least = if cost["value"].is_null() {
        "lowerBound"
    } else {
        "value"
    };
    json!({
        "attempts": expected["attempts"],
        "acceptedArtifacts": expected["acceptedArtifacts"],
        "modelCost": cost["value"],
        "modelCostAtLeast": cost[at_least],
        "measured": cost["measured"],
        "of": cost["of"],
        "costPerAcceptedArtifact": expected["costPerAcceptedArtifact"]["value"],
    })
}

#[test]
fn an_accepted_artifact_costs_what_all_attempts_cost() {
    let report = session().report();
    let expected = &expected()["report"];
    let total = report.total.unwrap();
    assert_eq!(figures(&total), expected_figures(&expected["total"]));
    let bound = total.cost_per_accepted_artifact.lower_bound.unwrap();
    assert_eq!(
        json!(bound.amount),
        expected["total"]["costPerAcceptedArtifact"]["lowerBound"]
    );
    for group in &report.variants {
        let name = group.variant.as_deref().unwrap();
        assert_eq!(figures(group), expected_figures(&expected[name]), "{name}");
    }
    assert_eq!(report.variants.len(), 2);
    assert_eq!(
        json!(total.latency.p95_ms),
        expected["total"]["latency"]["p95Ms"]
    );
    assert_eq!(json!(total.stop_reasons), expected["total"]["stopReasons"]);
}
