//! The corpus through the JavaScript door, in a browser.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use js_sys::{Error, JSON};
use loopledger::view::RunView;
use loopledger_tests::{Answers, Case, NATIVE_ANSWERS, Question};
use loopledger_wasm::Session;
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// What the door answers to every question of a case.
fn answers(case: &Case) -> Answers {
    let mut session = Session::new();
    for (name, modified, bytes) in case.files() {
        session.add_file(&name, bytes, modified).unwrap();
    }
    let settings = JSON::parse(&serde_json::to_string(&case.settings()).unwrap()).unwrap();
    let runs: Vec<RunView> = serde_json::from_str(&text(session.runs())).unwrap();
    let runs = runs.iter().map(|run| (run.key.as_str(), run.responses));
    case.questions(runs)
        .into_iter()
        .map(|question| {
            let answer = match &question {
                Question::Inspect => session.inspect(&settings),
                Question::Files => session.files(),
                Question::Runs => session.runs(),
                Question::Report => session.report(),
                Question::Attempts => session.attempts(),
                Question::Replay(run) => session.replay(run, &settings),
                Question::Frame(run, step) => {
                    let step = u32::try_from(*step).unwrap();
                    session.frame(run, &settings, step.into())
                }
            };
            (question.key(), text(answer))
        })
        .collect()
}

fn text(answer: Result<JsValue, Error>) -> String {
    match answer {
        Ok(value) => JSON::stringify(&value).unwrap().into(),
        Err(error) => format!("error {}", String::from(error.name())),
    }
}

/// The first answer that differs, around the place where it does.
fn first_difference(case: &Case, found: &Answers, expected: &Answers) -> Option<String> {
    let keys = |answers: &Answers| answers.keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(found), keys(expected), "{}", case.path);
    found
        .iter()
        .zip(expected.values())
        .find_map(|((key, found), expected)| {
            let at = found
                .bytes()
                .zip(expected.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            (found != expected).then(|| {
                let piece = |text: &str| {
                    text.chars()
                        .skip(at.saturating_sub(80))
                        .take(160)
                        .collect::<String>()
                };
                format!(
                    "{} {key}: expected …{}…, found …{}…",
                    case.path,
                    piece(expected),
                    piece(found)
                )
            })
        })
}

#[wasm_bindgen_test]
fn the_door_answers_what_each_case_expects() {
    let differences: Vec<String> = Case::all()
        .iter()
        .flat_map(|case| {
            let differences = case.differences(&answers(case));
            differences
                .into_iter()
                .map(move |difference| format!("{} {difference}", case.path))
        })
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[wasm_bindgen_test]
fn the_door_answers_byte_for_byte_as_the_native_program() {
    assert!(
        !NATIVE_ANSWERS.is_empty(),
        "LOOPLEDGER_NATIVE_ANSWERS names no file; `cargo xtask test` makes it"
    );
    let mut native: BTreeMap<String, Answers> = serde_json::from_str(NATIVE_ANSWERS).unwrap();
    for case in Case::all() {
        let native = native.remove(case.path).unwrap_or_default();
        let difference = first_difference(&case, &answers(&case), &native);
        assert_eq!(difference, None);
    }
    assert!(native.is_empty(), "{:?}", native.keys());
}
