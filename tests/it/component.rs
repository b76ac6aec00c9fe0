//! What goes through the component's hosts: that it is what was recorded, and what the README says.

use loopledger::Detector;
use loopledger::view::ObservationView;
use loopledger_conformance::{Operation, Recorded, Script};
use loopledger_tests::{Ask, host_inputs, vector_asks, vectors};

/// What the façade answers, in the words of the recording; `None` where the recording has none.
fn answered(recorded: &Recorded, observation: &ObservationView, pending: usize) -> Recorded {
    let finding = observation.finding.as_ref();
    let call_set = observation.call_set.as_ref();
    let action = match observation.action.as_str() {
        "continue" => "none",
        "raised" => "exception",
        other => other,
    };
    let int = |count: u64| i64::try_from(count).unwrap();
    Recorded {
        outcome: recorded.outcome.as_ref().map(|_| action.to_owned()),
        layer: (recorded.layer.as_ref()).and_then(|_| Some(finding?.layer.clone())),
        count: recorded.count.and_then(|_| Some(int(finding?.count))),
        threshold: recorded.threshold.and_then(|_| Some(finding?.threshold)),
        digest: (recorded.digest.as_ref()).and_then(|_| Some(call_set?.digest.clone())),
        repetitions: (recorded.repetitions).and_then(|_| Some(int(call_set?.count))),
        pending: recorded.pending.map(|_| i64::try_from(pending).unwrap()),
    }
}

/// How many responses of a vector were compared.
fn check_vector(script: &Script) -> usize {
    let mut steps = script.steps.iter();
    let mut detector = None;
    let mut compared = 0;
    for ask in vector_asks(script) {
        if let Ask::Unchecked { settings } = &ask {
            detector = Some(Detector::unchecked(settings).unwrap());
        }
        let detector = detector.as_mut().unwrap();
        let operation = match &ask {
            Ask::Observe { context, calls } => {
                let recorded = &steps.next().unwrap().recorded;
                let observation = detector.observe(context, calls);
                let pending = detector.pending(context).len();
                let found = answered(recorded, &observation, pending);
                assert_eq!(&found, recorded, "{} response {compared}", script.name);
                compared += 1;
                continue;
            }
            Ask::CallSetDigest { calls } => {
                let recorded = &steps.next().unwrap().recorded;
                let digest = match detector.call_set_digest(calls) {
                    Ok(digest) => digest,
                    Err(error) => format!("EXC {}", error.exception),
                };
                assert_eq!(Some(digest), recorded.digest, "{}", script.name);
                compared += 1;
                continue;
            }
            Ask::ModelRequest { context } => {
                detector.model_request(context);
                Operation::ModelRequest
            }
            Ask::BeforeAgent { context } => {
                detector.before_agent(context);
                Operation::BeforeAgent
            }
            Ask::AfterAgent { context } => {
                detector.after_agent(context);
                Operation::AfterAgent
            }
            Ask::Reset { thread } => {
                detector.reset(thread.as_deref());
                Operation::Reset
            }
            Ask::ConsumeStopReason { run } => {
                detector.consume_stop_reason(run);
                Operation::ConsumeStopReason
            }
            _ => continue,
        };
        assert_eq!(steps.next().unwrap().operation, operation);
    }
    assert_eq!(steps.len(), 0, "{}: a step was left out", script.name);
    compared
}

#[test]
fn what_the_hosts_must_answer_is_what_upstream_answered() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 548);
    let compared: usize = vectors.iter().map(check_vector).sum();
    assert!(compared > 11_000, "{compared}");
}

#[test]
fn every_function_of_the_component_is_asked() {
    const WIT: &str = include_str!("../../crates/loopledger_component/wit/world.wit");
    let inputs = host_inputs();
    let asks: Vec<String> = inputs
        .scripts
        .iter()
        .flat_map(|script| &script.asks)
        .map(|ask| {
            serde_json::to_value(ask).unwrap()["ask"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let functions: Vec<&str> = WIT
        .lines()
        .filter(|line| line.contains("func("))
        .filter_map(|line| line.trim().split(':').next())
        .collect();
    assert!(functions.len() > 30, "{functions:?}");
    for function in functions {
        // One question goes through the three functions that read a file in steps.
        let ask = match function {
            "begin-file" | "advance" | "add" => "add-in-steps",
            other => other,
        };
        assert!(asks.iter().any(|asked| asked == ask), "{function}");
    }
}

#[test]
fn the_examples_of_the_readme_are_what_the_hosts_run() {
    const README: &str = include_str!("../../crates/loopledger_component/README.md");
    for (name, example) in [
        ("rust", include_str!("../hosts/rust/src/example.rs")),
        ("python", include_str!("../hosts/python/example.py")),
        ("node", include_str!("../hosts/node/example.mjs")),
    ] {
        assert!(README.contains(example.trim()), "{name}");
    }
}

#[test]
fn both_doors_export_the_same_operations_under_the_same_words() {
    const WIT: &str = include_str!("../../crates/loopledger_component/wit/world.wit");
    const DOOR: [&str; 3] = [
        include_str!("../../crates/loopledger_wasm/src/lib.rs"),
        include_str!("../../crates/loopledger_wasm/src/detector.rs"),
        include_str!("../../crates/loopledger_wasm/src/session.rs"),
    ];
    let mut wit: Vec<String> = WIT
        .lines()
        .map(str::trim)
        .filter(|line| line.contains("func(") || line.starts_with("constructor("))
        .filter_map(|line| line.split([':', '(']).next())
        .map(|name| name.replace('-', "_").replace("constructor", "new"))
        .collect();
    let mut door: Vec<String> = DOOR
        .iter()
        .flat_map(|text| text.split("pub fn ").skip(1))
        .filter_map(|text| text.split('(').next())
        .map(str::to_owned)
        .collect();
    wit.sort();
    door.sort();
    assert_eq!(wit, door);
}
