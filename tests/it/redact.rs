//! Redacted files: every figure and decision as before, and no text.

use loopledger::view::{ReplaySettings, RunView};
use loopledger::{Digests, FileMeta, REVISIONS, Reading, Redaction, ReplayError, Reviews, Session};
use loopledger_tests::Case;
use serde::Serialize;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Name and content.
type File = (String, Vec<u8>);

const OPAQUE: Redaction = Redaction {
    digests: Digests::Opaque,
    reviews: Reviews::Counted,
};

fn session(files: &[File]) -> Session {
    let mut session = Session::new();
    for (name, bytes) in files {
        session.add(Reading::new(FileMeta::new(name), bytes.clone()));
    }
    session
}

/// The files redacted, under their own names; those that are refused are left out.
fn redacted(session: &Session, redaction: Redaction) -> Vec<File> {
    let files = session.files();
    let redact = |id| session.redacted(id, redaction);
    files
        .into_iter()
        .filter_map(|file| Some((file.name, redact(file.id)?.into_bytes())))
        .collect()
}

fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap()
}

fn fallible(answer: Result<impl Serialize, ReplayError>) -> Value {
    match answer {
        Ok(answer) => value(&answer),
        Err(error) => json!({ "error": error.code() }),
    }
}

/// Everything that can be asked, without what redaction is there to take out.
fn answers(session: &mut Session) -> Value {
    let settings: Vec<ReplaySettings> = std::iter::once(None)
        .chain(REVISIONS.map(Some))
        .map(|revision| ReplaySettings {
            revision: revision.map(str::to_owned),
            configuration: None,
        })
        .collect();
    let runs = session.runs();
    let mut replays = Vec::new();
    for RunView { key, responses, .. } in &runs {
        for settings in &settings {
            replays.push(fallible(session.replay(key, settings)));
            for step in [0, responses / 2, responses.saturating_sub(1)] {
                replays.push(fallible(session.frame(key, settings, step)));
            }
        }
    }
    let inspect: Vec<_> = settings
        .iter()
        .map(|settings| fallible(session.inspect(settings)))
        .collect();
    let mut answers = json!({
        "files": session.files().iter().filter(|file| file.format.is_some()).collect::<Vec<_>>(),
        "inspect": inspect,
        "runs": runs,
        "report": session.report(),
        "attempts": session.attempts(),
        "replays": replays,
    });
    without_texts(&mut answers);
    answers
}

/// Takes out what a redacted file says in other words, or not at all.
fn without_texts(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let has = |key: &str| object.contains_key(key);
            let gone: &[&str] = if has("severity") && has("code") {
                &["expected", "found", "message", "pointer"]
            } else if has("recordsRejected") {
                &["bytes", "sha256", "format", "why", "id"]
            } else if has("keyRule") {
                &["args", "isArgsShortened", "key", "keyRule", "keyFields"]
            } else if has("decisionReason") {
                &["decisionReason", "reviewer", "json"]
            } else if has("keptPlace") && object["field"] == "review" {
                &["kept", "other"]
            } else {
                &[]
            };
            for key in gone {
                object.remove(*key);
            }
            object.values_mut().for_each(without_texts);
        }
        Value::Array(items) => {
            // A refused file has no redacted form.
            items.retain(|item| !(item.get("tried").is_some() && item["format"].is_null()));
            items.iter_mut().for_each(without_texts);
        }
        _ => {}
    }
}

/// As [`without_texts`], for digests that only say what is the same.
fn without_digests(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.remove("digest");
            object.values_mut().for_each(without_digests);
        }
        Value::Array(items) => items.iter_mut().for_each(without_digests),
        _ => {}
    }
}

fn differences(at: &str, before: &Value, after: &Value, found: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            for (key, a) in a {
                differences(&format!("{at}/{key}"), a, &b[key], found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                differences(&format!("{at}/{index}"), a, b, found);
            }
        }
        _ if before == after => {}
        _ => found.push(format!("{at}: {before} became {after}")),
    }
}

/// Redacts files and compares; what differs comes back.
fn changes(files: &[File]) -> Vec<String> {
    let mut before = session(files);
    let mut found = Vec::new();
    let mut expected = answers(&mut before);
    let plain = redacted(&before, Redaction::default());
    differences("", &expected, &answers(&mut session(&plain)), &mut found);
    // A second redaction finds nothing more to take out.
    let again = redacted(&session(&plain), Redaction::default());
    if again != plain {
        let text = |files: &[File]| -> Vec<String> {
            let text = |file: &File| String::from_utf8(file.1.clone()).unwrap();
            files.iter().map(text).collect()
        };
        differences(
            "again ",
            &value(&text(&plain)),
            &value(&text(&again)),
            &mut found,
        );
    }
    let mut opaque = answers(&mut session(&redacted(&before, OPAQUE)));
    without_digests(&mut expected);
    without_digests(&mut opaque);
    differences("opaque ", &expected, &opaque, &mut found);
    found
}

fn corpus(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(folder)
}

fn files_below(folder: &Path) -> Vec<File> {
    let mut files = Vec::new();
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            let name = path.strip_prefix(corpus("")).unwrap();
            files.push((name.to_str().unwrap().to_owned(), fs::read(&path).unwrap()));
        }
    }
    files
}

fn assert_unchanged(sets: impl IntoIterator<Item = (String, Vec<File>)>) {
    let failures: Vec<String> = sets
        .into_iter()
        .filter_map(|(name, files)| {
            let mut found = changes(&files);
            found.truncate(5);
            (!found.is_empty()).then(|| format!("{name}\n    {}", found.join("\n    ")))
        })
        .collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn changes_no_figure_and_no_decision_of_any_case() {
    assert_unchanged(Case::all().into_iter().map(|case| {
        let files = case.files().into_iter();
        let files = files.map(|(name, _, bytes)| (name, bytes)).collect();
        (case.path.to_owned(), files)
    }));
}

#[test]
fn changes_no_figure_and_no_decision_of_any_fault() {
    assert_unchanged(files_below(&corpus("faults")).into_iter().map(|file| {
        let name = file.0.clone();
        (name, vec![file])
    }));
}

#[test]
fn changes_no_figure_and_no_decision_of_recorded_runs() {
    let files = files_below(&corpus("deerflow"));
    assert!(files.len() > 5);
    assert_unchanged([("deerflow".to_owned(), files)]);
}

/// A word that no program writes by itself.
const CANARY: &str = "Kanarienvogel";

/// The canary in every text of every format that may hold what a user, a model or a tool said.
fn canaries() -> Vec<File> {
    let canary = |text: &str| text.replace('%', CANARY).into_bytes();
    let journal = r#"{"thread_id":"t","run_id":"r","event_type":"run.start","category":"trace","content":{"chain":"%","input":"%"},"metadata":{"note":"%"},"seq":1,"created_at":"2026-09-08T00:00:00+00:00"}
{"thread_id":"t","run_id":"r","event_type":"llm.human.input","category":"message","content":{"type":"human","content":"%","id":"h1"},"metadata":{"caller":"lead_agent"},"seq":2,"created_at":"2026-09-08T00:00:01+00:00"}
{"thread_id":"t","run_id":"r","event_type":"llm.ai.response","category":"message","content":{"type":"ai","id":"a1","content":"%","additional_kwargs":{"reasoning_content":"%"},"response_metadata":{"model_name":"m","finish_reason":"tool_calls","x":"%"},"tool_calls":[{"name":"bash","args":{"command":"%","%":1,"deep":[{"more":"%"}]},"id":"c1"},{"name":"present_files","args":{"filepaths":["/mnt/%.md"]},"id":"c2"},{"name":"raw","args":"%","id":"c3"}],"invalid_tool_calls":[{"name":"y","args":"%","id":"c4","error":"%"}]},"metadata":{"caller":"lead_agent","usage":{"input_tokens":3,"output_tokens":1},"latency_ms":12,"prompt":"%"},"seq":3,"created_at":"2026-09-08T00:00:02+00:00"}
{"thread_id":"t","run_id":"r","event_type":"llm.tool.result","category":"message","content":{"type":"tool","content":"%","tool_call_id":"c1","name":"bash","status":"error","artifact":"%"},"metadata":{},"seq":4,"created_at":"2026-09-08T00:00:03+00:00"}
{"thread_id":"t","run_id":"r","event_type":"llm.tool.result","category":"message","content":{"type":"tool","content":"%","tool_call_id":"c2","name":"present_files"},"metadata":{},"seq":5,"created_at":"2026-09-08T00:00:03+00:00"}
{"thread_id":"t","run_id":"r","event_type":"summary","category":"message","content":{"text":"%"},"metadata":{"error":"%"},"seq":"%","created_at":"%"}
{"thread_id":"t","run_id":"r","event_type":"run.end","category":"outputs","content":{"messages":[{"content":"%"}],"artifacts":["/mnt/%.md"]},"metadata":{"status":"success"},"seq":7,"created_at":"2026-09-08T00:00:04+00:00"}
{"thread_id":"t","run_id":"r","event_type":"llm.ai.response","content":"%
"%"
"#;
    let state = r#"{"values":{"title":"%","messages":[{"type":"system","content":"%"},{"type":"human","content":[{"type":"text","text":"%"}]},{"type":"ai","id":"a","content":[{"type":"thinking","thinking":"%"}],"tool_calls":[{"name":"ls","args":{"path":"%"},"id":"c1"}],"usage_metadata":{"input_tokens":1,"output_tokens":2}},{"type":"tool","content":"%","tool_call_id":"c1"}],"artifacts":["/%"],"todos":[{"content":"%"}]},"next":[],"metadata":{"thread_id":"t2","prompt":"%"},"created_at":"2026-09-08T00:00:00+00:00","checkpoint":{"id":"x"}}"#;
    let messages = r#"[{"type":"human","content":"%"},{"type":"ai","content":"%","tool_calls":[{"name":"ls","args":{"q":"%"},"id":"c"}]},{"type":"tool","content":"%","tool_call_id":"c"}]"#;
    let rows = r#"[{"run_id":"r9","thread_id":"t9","status":"error","error":"%","stop_reason":null,"metadata":{"prompt":"%"},"kwargs":{"input":"%"},"total_input_tokens":1,"total_output_tokens":1,"total_tokens":2,"llm_call_count":1,"first_human_message":"%","last_ai_message":"%","created_at":"%","updated_at":"2026-09-08T00:00:00+00:00"}]"#;
    let attempts = r#"{"schema":"loopledger.attempt/v1","attemptId":"a","review":{"rubric":"r","decision":"rejected","reason":"%","reviewer":"%","artifacts":[{"path":"/%","sha256":null}]},"modelCost":"%","note":"%","unknown":{"modelCost":"%"}}"#;
    let short = r#"[{"id":"s","accepted":false,"reason":"%","reviewer":"%","note":"%","artifacts":["/%"],"cost":1,"prompt":"%","latency_ms":"%"}]"#;
    let experiment = r#"{"schema":"loopledger.experiment/v1","experimentId":"e","tasks":[{"taskId":"k","title":"%","acceptanceCriteria":["%"]}],"sourceRevision":null,"modelConfiguration":"%","concurrency":1,"rubric":{"rubric":"r","rubricVersion":"1","criteria":["%","%"]},"baseline":{"variantId":"b","configuration":{"enabled":true,"warn_threshold":3,"hard_limit":5,"window_size":20,"max_tracked_threads":100,"tool_freq_warn":30,"tool_freq_hard_limit":50,"tool_freq_overrides":{}}},"variants":[]}"#;
    let config = "models:\n  - name: m\n    api_key: %\n    description: \"%\"\n    pricing: {currency: USD, input_per_million: 1, output_per_million: 2}\nloop_detection:\n  enabled: true\n  warn_threshold: \"%\"\n  hard_limit: 6\n";
    let prices = r#"{"m":{"input_cost_per_token":1e-6,"output_cost_per_token":2e-6,"source":"%","mode":"%"},"sample_spec":{"x":"%"}}"#;
    [
        ("journal.jsonl", journal),
        ("state.json", state),
        ("messages.json", messages),
        ("rows.json", rows),
        ("attempts.jsonl", attempts),
        ("short.json", short),
        ("experiment.json", experiment),
        ("config.yaml", config),
        ("prices.json", prices),
    ]
    .map(|(name, text)| (name.to_owned(), canary(text)))
    .to_vec()
}

#[test]
fn leaves_no_text_of_any_format() {
    let files = canaries();
    let session = session(&files);
    for (redaction, which) in [(Redaction::default(), "upstream"), (OPAQUE, "opaque")] {
        let redacted = redacted(&session, redaction);
        let names: Vec<_> = redacted.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), files.len(), "{which}: {names:?}");
        for (name, text) in redacted {
            let text = String::from_utf8(text).unwrap();
            assert!(!text.contains(CANARY), "{which}: {name}:\n{text}");
        }
    }
}

#[test]
fn changes_no_figure_of_files_full_of_text() {
    assert_unchanged(canaries().into_iter().map(|file| {
        let name = file.0.clone();
        (name, vec![file])
    }));
}

/// Every string below a value.
fn strings<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Value::Object(object) => object.values().for_each(|value| strings(value, found)),
        _ => {}
    }
}

#[test]
fn leaves_no_argument_and_no_result_of_recorded_runs() {
    let mut checked = 0;
    for (name, bytes) in files_below(&corpus("deerflow/threads")) {
        let session = session(&[(name.clone(), bytes.clone())]);
        let [(_, redacted)] = &redacted(&session, Redaction::default())[..] else {
            continue;
        };
        let redacted = String::from_utf8(redacted.clone()).unwrap();
        for line in String::from_utf8(bytes).unwrap().lines() {
            let Ok(record) = serde_json::from_str::<Value>(line) else {
                continue;
            };
            let mut texts = Vec::new();
            let content = &record["content"];
            strings(&content["content"], &mut texts);
            for call in content["tool_calls"].as_array().into_iter().flatten() {
                strings(&call["args"], &mut texts);
            }
            for text in texts.into_iter().filter(|text| text.len() > 7) {
                let escaped = serde_json::to_string(text).unwrap();
                let escaped = escaped.trim_matches('"');
                assert!(!redacted.contains(escaped), "{name}: {text}");
                checked += 1;
            }
        }
    }
    assert!(checked > 10, "{checked} texts");
}

#[test]
fn keeps_reviews_only_where_it_is_asked_to() {
    let files = canaries();
    let session = session(&files);
    let kept = Redaction {
        reviews: Reviews::Kept,
        ..Redaction::default()
    };
    let attempts = redacted(&session, kept);
    let (_, text) = attempts
        .iter()
        .find(|(name, _)| name == "attempts.jsonl")
        .unwrap();
    let text = String::from_utf8(text.clone()).unwrap();
    // Reason, reviewer and path, and nothing else of the record.
    assert_eq!(text.matches(CANARY).count(), 3, "{text}");
}

#[test]
fn an_opaque_digest_tells_nothing_of_the_arguments() {
    let journal = |command: &str| {
        let files = canaries();
        let text = String::from_utf8(files[0].1.clone()).unwrap();
        let files = [(
            "j.jsonl".to_owned(),
            text.replace(CANARY, command).into_bytes(),
        )];
        let (_, redacted) = redacted(&session(&files), OPAQUE).remove(0);
        let text = String::from_utf8(redacted).unwrap();
        let line = text.lines().find(|line| line.contains("\"response\":{"));
        let line: Value = serde_json::from_str(line.unwrap()).unwrap();
        let response = &line["response"];
        let digest = response["callSet"]["bucket"]["digest"].as_str().unwrap();
        (digest.to_owned(), response["calls"][0]["key"].clone())
    };
    assert_eq!(journal("first"), journal("other"));
}

#[test]
fn a_torn_redacted_file_is_incomplete() {
    let files = [("journal.jsonl".to_owned(), canaries()[0].1.clone())];
    let (name, text) = redacted(&session(&files), Redaction::default()).remove(0);
    let whole = session(&[(name.clone(), text.clone())]).files().remove(0);
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let torn = lines[..lines.len() - 1].concat();
    let torn = session(&[(name, torn)]);
    let file = torn.files().remove(0);
    assert_eq!(file.records_rejected, whole.records_rejected + 1);
    let codes: Vec<_> = file.diagnostics.iter().map(|it| it.code.as_str()).collect();
    assert!(codes.contains(&"redacted_trace_incomplete"), "{codes:?}");
    assert!(!torn.runs()[0].is_exact);
}

#[test]
fn an_excerpt_shows_the_line_that_stands_for_the_original() {
    let files = [("journal.jsonl".to_owned(), canaries()[0].1.clone())];
    let before = session(&files);
    let settings = ReplaySettings::default();
    let frame = session(&files).frame("t/r", &settings, 0).unwrap();
    let place = frame.place.unwrap();
    assert_eq!(place.line, Some(3));
    let after = session(&redacted(&before, Redaction::default()));
    let excerpt = value(&after.excerpt(&place).unwrap());
    let lines = excerpt["lines"].as_array().unwrap();
    let shown: Vec<_> = lines
        .iter()
        .filter(|line| line["line"] == excerpt["place"]["line"])
        .map(|line| line["text"].as_str().unwrap())
        .collect();
    let [shown] = &shown[..] else {
        panic!("{excerpt}");
    };
    assert!(shown.contains("\"response\":{"), "{shown}");
}
