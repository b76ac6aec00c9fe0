//! What crosses the JavaScript door, in a browser.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use js_sys::{Array, Error, JSON, Object, Reflect};
use loopledger_wasm::{Detector, Session, begin_file, parse_configuration, revisions};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const LOOP: &[u8] =
    include_bytes!("../../../tests/corpus/deerflow/threads/thread-loop/runs/run-loop.jsonl");
const BURST: &[u8] =
    include_bytes!("../../../tests/corpus/deerflow/threads/thread-burst/runs/run-burst.jsonl");
const ATTEMPTS: &[u8] = include_bytes!("../../../tests/corpus/deerflow/attempts.jsonl");
const RUN: &str = "thread-loop/run-loop";

fn session(files: &[(&str, &[u8])]) -> Session {
    let mut session = Session::new();
    for (name, bytes) in files {
        session.add_file(name, bytes.to_vec(), None).unwrap();
    }
    session
}

/// The value at a path of property names and indexes.
fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, name| {
        let name = match name.parse::<u32>() {
            Ok(index) => index.into(),
            Err(_) => name.into(),
        };
        assert!(
            Reflect::has(&value, &name).unwrap(),
            "{path}: no property {name:?} in {}",
            json(&value)
        );
        Reflect::get(&value, &name).unwrap()
    })
}

fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

/// An object made from JSON text.
fn object(text: &str) -> JsValue {
    JSON::parse(text).unwrap()
}

fn check_error<T>(answer: Result<T, Error>, name: &str, message: &str) {
    let Err(error) = answer else {
        panic!("expected {name}");
    };
    assert!(error.is_instance_of::<Error>());
    assert_eq!(error.name(), name);
    let found = String::from(error.message());
    assert!(found.contains(message), "{found}");
}

/// Every value below, with the path that leads to it.
fn walk(path: &str, value: &JsValue, visit: &mut impl FnMut(&str, &JsValue)) {
    visit(path, value);
    let Some(object) = value.dyn_ref::<Object>() else {
        return;
    };
    for entry in Object::entries(object).iter() {
        let entry: Array = entry.unchecked_into();
        let path = format!("{path}.{}", entry.get(0).as_string().unwrap());
        walk(&path, &entry.get(1), visit);
    }
}

#[wasm_bindgen_test]
fn an_unknown_is_null_and_present() {
    let session = session(&[("run-loop.jsonl", LOOP)]);
    let tokens = at(
        &session.inspect(&JsValue::UNDEFINED).unwrap(),
        "files.0.sessions.0.tokens",
    );
    assert_eq!(
        json(&tokens),
        r#"{"inputUncached":3800,"cacheRead":3200,"cacheWrite":null,"output":200,"reasoning":null}"#
    );
    assert!(at(&tokens, "cacheWrite").is_null());
}

#[wasm_bindgen_test]
fn a_figure_without_a_value_says_why() {
    let mut session = session(&[("run-burst.jsonl", BURST), ("attempts.jsonl", ATTEMPTS)]);
    let attempts = session.attempts().unwrap();
    let burst = Array::from(&attempts)
        .iter()
        .find(|attempt| at(attempt, "attemptId") == "attempt-burst")
        .unwrap();
    assert!(at(&burst, "modelCost.value").is_null());
    assert!(at(&burst, "modelCost.reason").is_string());
    assert_eq!(
        at(&burst, "unknown.modelCost"),
        at(&burst, "modelCost.reason")
    );
}

#[wasm_bindgen_test]
fn nothing_is_undefined_a_bigint_or_a_map() {
    let mut session = session(&[("run-loop.jsonl", LOOP), ("attempts.jsonl", ATTEMPTS)]);
    let answers = [
        session.files(),
        session.runs(),
        session.report(),
        session.attempts(),
        session.inspect(&JsValue::NULL),
        session.replay(RUN, &JsValue::NULL),
        session.frame(RUN, &JsValue::NULL, 4.0),
        session.excerpt(&object(
            r#"{"file":"run-loop.jsonl","line":5,"byte":null,"pointer":null}"#,
        )),
        parse_configuration(
            "config.yaml",
            b"loop_detection:\n  tool_freq_overrides:\n    bash: {warn: 150, hard_limit: 300}\n"
                .to_vec(),
        ),
    ];
    let mut seen = 0;
    for answer in answers {
        walk("", &answer.unwrap(), &mut |path, value| {
            seen += 1;
            assert!(!value.is_undefined(), "{path} is undefined");
            assert!(!value.is_bigint(), "{path} is a BigInt");
            assert!(!value.is_instance_of::<js_sys::Map>(), "{path} is a Map");
            if let Some(number) = value.as_f64() {
                assert!(
                    js_sys::Number::is_safe_integer(&number.into()),
                    "{path} is {number}"
                );
            }
        });
    }
    assert!(seen > 1_000, "{seen} values");
}

#[wasm_bindgen_test]
fn a_map_is_an_object() {
    let mut session = session(&[("attempts.jsonl", ATTEMPTS)]);
    let reasons = at(&session.report().unwrap(), "total.stopReasons");
    assert_eq!(at(&reasons, "loop_capped"), 2);
}

#[wasm_bindgen_test]
fn what_no_number_can_hold_is_an_error_that_says_so() {
    let attempt = r#"{"schema":"loopledger.attempt/v1","attemptId":"a","tokens":{"inputUncached":9007199254740993}}"#;
    let mut session = session(&[("attempts.jsonl", attempt.as_bytes())]);
    check_error(session.attempts(), "unsafe_integer", "9007199254740993");
}

#[wasm_bindgen_test]
fn an_error_has_a_stable_name() {
    let mut session = session(&[("run-loop.jsonl", LOOP)]);
    let none = JsValue::UNDEFINED;
    check_error(session.replay("no/run", &none), "unknown_run", "no/run");
    check_error(session.frame(RUN, &none, 5.0), "unknown_step", "5");
    check_error(
        session.inspect(&object(r#"{"revision":"2020-01-01"}"#)),
        "unknown_revision",
        "2020-01-01",
    );
    check_error(
        parse_configuration(
            "c.yaml",
            b"models: []\nloop_detection:\n  hard_limit: 2\n".to_vec(),
        ),
        "invalid_configuration",
        "c.yaml:3",
    );
    check_error(
        parse_configuration("c.yaml", Vec::new()),
        "empty_file",
        "empty",
    );
}

#[wasm_bindgen_test]
fn an_argument_is_not_bent_into_shape() {
    let mut session = session(&[("run-loop.jsonl", LOOP)]);
    let none = JsValue::UNDEFINED;
    check_error(session.frame(RUN, &none, 1.5), "invalid_argument", "step");
    check_error(session.frame(RUN, &none, -1.0), "invalid_argument", "step");
    check_error(session.remove_file(f64::NAN), "invalid_argument", "id");
    check_error(
        session.replay(RUN, &object(r#"{"revison":"2026-09-08"}"#)),
        "invalid_argument",
        "revison",
    );
    check_error(
        session.replay(RUN, &object(r#"{"configuration":{"hard_limit":8}}"#)),
        "invalid_argument",
        "enabled",
    );
}

#[wasm_bindgen_test]
fn settings_choose_the_limits() {
    let session = session(&[("run-loop.jsonl", LOOP)]);
    let replay = session.replay(RUN, &JsValue::UNDEFINED).unwrap();
    assert_eq!(at(&replay, "configurationSource"), "defaults");
    assert_eq!(at(&replay, "decisions.1.action"), "stop");
    let configuration = at(&replay, "configuration");
    Reflect::set(&configuration, &"hard_limit".into(), &6.into()).unwrap();
    let settings = Object::new();
    Reflect::set(&settings, &"configuration".into(), &configuration).unwrap();
    let replay = session.replay(RUN, &settings).unwrap();
    assert_eq!(at(&replay, "configurationSource"), "given");
    assert_eq!(Array::from(&at(&replay, "decisions")).length(), 1);
}

#[wasm_bindgen_test]
fn a_file_can_be_read_in_steps() {
    let mut reading = begin_file("run-loop.jsonl", LOOP.to_vec(), None);
    let first = reading.advance(100.0).unwrap();
    assert_eq!(at(&first, "isDone"), JsValue::FALSE);
    assert_eq!(at(&first, "totalBytes"), u32::try_from(LOOP.len()).unwrap());
    while at(&reading.advance(1_000.0).unwrap(), "isDone").is_falsy() {}
    let mut session = Session::new();
    assert_eq!(session.add(reading).unwrap(), 0);
    assert_eq!(
        json(&session.inspect(&JsValue::NULL).unwrap()),
        json(
            &self::session(&[("run-loop.jsonl", LOOP)])
                .inspect(&JsValue::NULL)
                .unwrap()
        )
    );
}

#[wasm_bindgen_test]
fn files_come_and_go_by_their_handles() {
    let mut session = session(&[("run-loop.jsonl", LOOP), ("run-burst.jsonl", BURST)]);
    let id = at(&session.files().unwrap(), "0.id");
    session.remove_file(id.as_f64().unwrap()).unwrap();
    assert_eq!(at(&session.files().unwrap(), "0.name"), "run-burst.jsonl");
    session.clear();
    assert_eq!(Array::from(&session.files().unwrap()).length(), 0);
}

#[wasm_bindgen_test]
fn an_excerpt_of_an_unknown_file_is_null() {
    let session = Session::new();
    let place = object(r#"{"file":"none","line":1,"byte":null,"pointer":null}"#);
    assert!(session.excerpt(&place).unwrap().is_null());
}

#[wasm_bindgen_test]
fn revisions_are_told_oldest_first() {
    assert_eq!(
        revisions(),
        ["2026-08-22", "2026-09-08", "2026-09-10", "2026-09-16"]
    );
}

const CONTEXT: &str = r#"{"threadId":"t","run":{"named":"r"}}"#;
const CALL: &str = r#"{"id":"c","name":{"text":"bash"},"arguments":"{\"command\":\"ls\"}"}"#;

/// A detector that was fed the same call so many times, and its last answer.
fn fed(times: usize) -> (Detector, JsValue) {
    let mut detector = Detector::new(&JsValue::UNDEFINED).unwrap();
    let calls = object(&format!("[{CALL}]"));
    let mut last = JsValue::NULL;
    for _ in 0..times {
        last = detector.observe(&object(CONTEXT), &calls).unwrap();
    }
    (detector, last)
}

#[wasm_bindgen_test]
fn a_detector_is_fed_step_by_step() {
    let (mut detector, observation) = fed(5);
    assert_eq!(
        json(&observation),
        r#"{"action":"hard_stop","finding":{"layer":"identical_call_set","tools":["bash"],"count":5,"threshold":5},"stopReason":"loop_capped","suppressed":["c"],"error":null,"superseded":null,"callSet":{"digest":"644d05a19cdd","count":5}}"#
    );
    let run = object(r#"{"named":"r"}"#);
    assert_eq!(detector.consume_stop_reason(&run).unwrap(), "loop_capped");
    assert!(detector.consume_stop_reason(&run).unwrap().is_null());
}

#[wasm_bindgen_test]
fn a_detector_shows_its_windows() {
    let (mut detector, _) = fed(3);
    let context = object(CONTEXT);
    assert_eq!(
        json(&detector.windows(&context).unwrap()),
        r#"{"history":[{"digest":"644d05a19cdd","isWarned":true},{"digest":"644d05a19cdd","isWarned":true},{"digest":"644d05a19cdd","isWarned":true}],"historyCapacity":20,"frequency":["bash","bash","bash"],"frequencyCapacity":50,"bars":[{"tool":"bash","count":3,"warn":30,"hardLimit":50,"isWarned":false,"isOverride":false}]}"#
    );
    assert_eq!(
        json(&detector.pending(&context).unwrap()),
        r#"[{"layer":"identical_call_set","tool":null,"count":null}]"#
    );
    detector.reset(Some("t".to_owned()));
    assert!(detector.windows(&context).unwrap().is_null());
}

#[wasm_bindgen_test]
fn a_detector_refuses_what_it_cannot_take() {
    let settings = object(r#"{"revision":"2020-01-01"}"#);
    check_error(Detector::new(&settings), "unknown_revision", "2020-01-01");
    let (mut detector, _) = fed(0);
    let configuration = detector.configuration().unwrap();
    Reflect::set(&configuration, &"hard_limit".into(), &2.into()).unwrap();
    let settings = Object::new();
    Reflect::set(&settings, &"configuration".into(), &configuration).unwrap();
    check_error(
        Detector::new(&settings),
        "invalid_configuration",
        "hard_limit",
    );
    assert!(Detector::unchecked(&settings).is_ok());
    let context = object(CONTEXT);
    let call = object(r#"[{"id":null,"name":"bash","arguments":null}]"#);
    check_error(
        detector.observe(&context, &call),
        "invalid_argument",
        "bash",
    );
    let call = object(r#"{"id":null,"name":{"json":"[]"},"arguments":null}"#);
    check_error(detector.explain_key(&call), "unhashable_name", "list");
}

/// Names that mean something to JavaScript are names like any other, and change no object.
#[wasm_bindgen_test]
fn names_of_records_pollute_nothing() {
    let list = br#"{"id":"__proto__","cost":1,"stop_reason":"__proto__","__proto__":{"polluted":1}}
{"id":"constructor","cost":1,"stop_reason":"constructor","constructor":{"prototype":{"polluted":1}}}
"#;
    let report = session(&[("__proto__", &list[..])]).report().unwrap();
    let reasons = at(&report, "total.stopReasons");
    assert_eq!(json(&reasons), r#"{"__proto__":1,"constructor":1}"#);
    assert!(
        Reflect::get(&Object::new(), &"polluted".into())
            .unwrap()
            .is_undefined()
    );
    walk("", &report, &mut |path, value| {
        let Some(object) = value
            .dyn_ref::<Object>()
            .filter(|_| !Array::is_array(value))
        else {
            return;
        };
        let prototype = Object::get_prototype_of(object);
        assert!(
            Object::is(&prototype, &Object::get_prototype_of(&Object::new())),
            "{path} has another prototype"
        );
    });
}

#[wasm_bindgen_test]
fn a_setting_that_every_object_inherits_is_unknown_all_the_same() {
    let files = session(&[("run.jsonl", LOOP)]);
    for name in ["constructor", "toString", "__proto__"] {
        let settings = object(&format!("{{\"{name}\":1}}"));
        check_error(files.replay(RUN, &settings), "invalid_argument", name);
    }
}
