//! A case: files, settings, and what must come of them.

use crate::journal::{RunInput, journal};
use crate::{CASES, file};
use loopledger::model::{EffectiveConfiguration, ToolFreqOverride};
use loopledger::view::{ReplaySettings, RunView};
use loopledger::{FileMeta, Reading, ReplayError, Session};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toml::{Table, Value};

/// One case of the corpus.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its path below the corpus.
    pub path: &'static str,
    spec: Spec,
}

/// A question that every door is asked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// What was read from each file.
    Inspect,
    /// The files.
    Files,
    /// The runs.
    Runs,
    /// What everything came to.
    Report,
    /// The attempts.
    Attempts,
    /// A run, judged again.
    Replay(String),
    /// Both windows right after a response of a run.
    Frame(String, u64),
}

/// The answer to each question as JSON text, or `error` and the error's code.
pub type Answers = BTreeMap<String, String>;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Spec {
    name: String,
    revision: Option<String>,
    config: Option<ConfigInput>,
    #[serde(default)]
    file: Vec<FileInput>,
    #[serde(default)]
    run: Vec<RunInput>,
    #[serde(default)]
    expected: Expected,
}

/// Limits that differ from upstream's defaults.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigInput {
    enabled: Option<bool>,
    warn_threshold: Option<i64>,
    hard_limit: Option<i64>,
    window_size: Option<i64>,
    tool_freq_warn: Option<i64>,
    tool_freq_hard_limit: Option<i64>,
    #[serde(default)]
    tool_freq_overrides: BTreeMap<String, ToolFreqOverride>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileInput {
    name: Option<String>,
    modified: Option<String>,
    /// Its text.
    text: Option<String>,
    /// A file of the corpus in place of a text.
    corpus: Option<String>,
}

/// Response, action, layer, tools, count.
type Decision = (u64, String, String, Vec<String>, u64);

/// What must come of a case; what is not named may be anything.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// Every decision of a run, by the run's key.
    #[serde(default)]
    decisions: BTreeMap<String, Vec<Decision>>,
    inspect: Option<Value>,
    files: Option<Value>,
    runs: Option<Value>,
    report: Option<Value>,
    /// Parts of attempts, by id.
    #[serde(default)]
    attempts: Table,
    /// Parts of replays, by the run's key.
    #[serde(default)]
    replay: Table,
    #[serde(default)]
    frame: Vec<FrameExpected>,
}

#[derive(Debug, Clone, Deserialize)]
struct FrameExpected {
    run: String,
    step: u64,
    #[serde(flatten)]
    parts: Table,
}

impl Question {
    /// The key of its answer.
    pub fn key(&self) -> String {
        match self {
            Self::Inspect => "inspect".to_owned(),
            Self::Files => "files".to_owned(),
            Self::Runs => "runs".to_owned(),
            Self::Report => "report".to_owned(),
            Self::Attempts => "attempts".to_owned(),
            Self::Replay(run) => format!("replay {run}"),
            Self::Frame(run, step) => format!("frame {run} {step}"),
        }
    }
}

impl Case {
    /// Every case of the corpus.
    ///
    /// # Panics
    /// If a case cannot be read.
    pub fn all() -> Vec<Self> {
        CASES
            .iter()
            .map(|&(path, text)| Self {
                path,
                spec: toml::from_str(text).unwrap_or_else(|error| panic!("{path}: {error}")),
            })
            .collect()
    }

    /// What it shows, as a sentence.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// Its files: name, time of change, content.
    ///
    /// # Panics
    /// If the case says nothing of a file's content.
    pub fn files(&self) -> Vec<(String, Option<String>, Vec<u8>)> {
        let runs = self.spec.run.iter().map(|run| {
            let name = format!("threads/{}/runs/{}.jsonl", run.thread, run.run);
            (name, None, journal(run).into_bytes())
        });
        let files = self.spec.file.iter().map(|input| {
            let (name, bytes) = match (&input.text, &input.corpus) {
                (Some(text), None) => (None, text.clone().into_bytes()),
                (None, Some(path)) => (Some(path), file(path).to_vec()),
                _ => panic!("{}: a file has either a text or a path", self.path),
            };
            let name = input.name.as_ref().or(name);
            let name = name.unwrap_or_else(|| panic!("{}: a file has no name", self.path));
            (name.clone(), input.modified.clone(), bytes)
        });
        runs.chain(files).collect()
    }

    /// The rules of its replays.
    pub fn settings(&self) -> ReplaySettings {
        ReplaySettings {
            revision: self.spec.revision.clone(),
            configuration: self.spec.config.as_ref().map(|config| {
                let defaults = EffectiveConfiguration::default();
                EffectiveConfiguration {
                    enabled: config.enabled.unwrap_or(defaults.enabled),
                    warn_threshold: config.warn_threshold.unwrap_or(defaults.warn_threshold),
                    hard_limit: config.hard_limit.unwrap_or(defaults.hard_limit),
                    window_size: config.window_size.unwrap_or(defaults.window_size),
                    max_tracked_threads: defaults.max_tracked_threads,
                    tool_freq_warn: config.tool_freq_warn.unwrap_or(defaults.tool_freq_warn),
                    tool_freq_hard_limit: config
                        .tool_freq_hard_limit
                        .unwrap_or(defaults.tool_freq_hard_limit),
                    tool_freq_overrides: config.tool_freq_overrides.clone().into_iter().collect(),
                }
            }),
        }
    }

    /// What is asked, once the runs are known by key and number of responses: the windows after
    /// the last response of each, and after those that the case names.
    pub fn questions<'r>(&self, runs: impl IntoIterator<Item = (&'r str, u64)>) -> Vec<Question> {
        let mut questions = vec![
            Question::Inspect,
            Question::Files,
            Question::Runs,
            Question::Report,
            Question::Attempts,
        ];
        for (key, responses) in runs {
            questions.push(Question::Replay(key.to_owned()));
            if let Some(last) = responses.checked_sub(1) {
                questions.push(Question::Frame(key.to_owned(), last));
            }
        }
        for frame in &self.spec.expected.frame {
            questions.push(Question::Frame(frame.run.clone(), frame.step));
        }
        questions
    }

    /// What the crate `loopledger` answers.
    pub fn answers(&self) -> Answers {
        let mut session = Session::new();
        for (name, modified, bytes) in self.files() {
            let name = name.as_str().into();
            session.add(Reading::new(FileMeta { name, modified }, bytes));
        }
        let settings = self.settings();
        let runs = session.runs();
        let runs = runs
            .iter()
            .map(|RunView { key, responses, .. }| (key.as_str(), *responses));
        self.questions(runs)
            .into_iter()
            .map(|question| {
                let answer = match &question {
                    Question::Inspect => fallible(session.inspect(&settings)),
                    Question::Files => json(&session.files()),
                    Question::Runs => json(&session.runs()),
                    Question::Report => json(&session.report()),
                    Question::Attempts => json(&session.attempts()),
                    Question::Replay(run) => fallible(session.replay(run, &settings)),
                    Question::Frame(run, step) => fallible(session.frame(run, &settings, *step)),
                };
                (question.key(), answer)
            })
            .collect()
    }

    /// How answers differ from what the case expects; nothing where all is well.
    pub fn differences(&self, answers: &Answers) -> Vec<String> {
        let mut check = Check {
            answers,
            differences: Vec::new(),
        };
        let Expected {
            decisions,
            inspect,
            files,
            runs,
            report,
            attempts,
            replay,
            frame,
        } = &self.spec.expected;
        for (run, decisions) in decisions {
            check.decisions(run, decisions);
        }
        for (question, expected) in [
            (Question::Inspect, inspect),
            (Question::Files, files),
            (Question::Runs, runs),
            (Question::Report, report),
        ] {
            if let Some(expected) = expected {
                check.answer(&question.key(), expected);
            }
        }
        check.attempts(attempts);
        for (run, expected) in replay {
            check.answer(&Question::Replay(run.clone()).key(), expected);
        }
        for FrameExpected { run, step, parts } in frame {
            let question = Question::Frame(run.clone(), *step);
            check.answer(&question.key(), &Value::Table(parts.clone()));
        }
        check.differences
    }
}

fn fallible(answer: Result<impl Serialize, ReplayError>) -> String {
    match answer {
        Ok(answer) => json(&answer),
        Err(error) => format!("error {}", error.code()),
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| panic!("a view is plain data: {error}"))
}

struct Check<'a> {
    answers: &'a Answers,
    differences: Vec<String>,
}

impl Check<'_> {
    fn parsed(&mut self, key: &str) -> Option<serde_json::Value> {
        let Some(text) = self.answers.get(key) else {
            self.differences
                .push(format!("there is no answer to {key}"));
            return None;
        };
        if text.starts_with("error ") {
            return Some(text.as_str().into());
        }
        let parsed = serde_json::from_str(text);
        Some(parsed.unwrap_or_else(|error| panic!("{key} is no JSON: {error}")))
    }

    fn answer(&mut self, key: &str, expected: &Value) {
        if let Some(found) = self.parsed(key) {
            self.part(key, expected, &found);
        }
    }

    fn attempts(&mut self, expected: &Table) {
        if expected.is_empty() {
            return;
        }
        let found = self.parsed("attempts").unwrap_or_default();
        let found = found.as_array().map(Vec::as_slice).unwrap_or_default();
        for (id, expected) in expected {
            let attempt = found.iter().find(|attempt| {
                attempt
                    .get("attemptId")
                    .is_some_and(|found| found == id.as_str())
            });
            match attempt {
                Some(attempt) => self.part(id, expected, attempt),
                None => self.differences.push(format!("there is no attempt {id}")),
            }
        }
    }

    /// Compares every decision of a run, as the replay and as `inspect` tell it.
    fn decisions(&mut self, run: &str, expected: &[Decision]) {
        let Some(replay) = self.parsed(&Question::Replay(run.to_owned()).key()) else {
            return;
        };
        let expected = serde_json::json!(expected);
        let list = replay
            .get("decisions")
            .and_then(serde_json::Value::as_array);
        let found: Vec<_> = list
            .into_iter()
            .flatten()
            .map(|decision| {
                let part = |name| decision.get(name).cloned().unwrap_or_default();
                serde_json::json!(["response", "action", "layer", "tools", "count"].map(part))
            })
            .collect();
        let found = serde_json::Value::from(found);
        if found != expected {
            self.differences.push(format!(
                "decisions of {run}: expected {expected}, found {found}"
            ));
        }
        let inspect = self.parsed("inspect").unwrap_or_default();
        if !has_value(&inspect, "decisions", &expected) {
            self.differences.push(format!(
                "decisions of {run}: inspect tells of others, not {expected}"
            ));
        }
    }

    /// Compares what is expected with a part of an answer: all of a list, and of an object the
    /// properties that are named. TOML has no null; the text `null` stands for it.
    fn part(&mut self, at: &str, expected: &Value, found: &serde_json::Value) {
        match expected {
            Value::Table(table) => {
                for (name, expected) in table {
                    match found.get(name) {
                        Some(found) => self.part(&format!("{at}.{name}"), expected, found),
                        None => self.differences.push(format!("{at} has no {name}")),
                    }
                }
            }
            Value::Array(list) if found.as_array().map(Vec::len) == Some(list.len()) => {
                for (index, expected) in list.iter().enumerate() {
                    let found = found.get(index).unwrap_or(&serde_json::Value::Null);
                    self.part(&format!("{at}.{index}"), expected, found);
                }
            }
            _ => {
                let is_equal = match expected {
                    Value::String(text) if text == "null" => found.is_null(),
                    Value::String(text) => found.as_str() == Some(text),
                    Value::Integer(number) => found.as_i64() == Some(*number),
                    Value::Boolean(value) => found.as_bool() == Some(*value),
                    _ => false,
                };
                if !is_equal {
                    self.differences
                        .push(format!("{at}: expected {expected}, found {found}"));
                }
            }
        }
    }
}

/// Whether a property of this name and value stands anywhere below.
fn has_value(value: &serde_json::Value, name: &str, wanted: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Object(map) => map
            .iter()
            .any(|(key, value)| (key == name && value == wanted) || has_value(value, name, wanted)),
        serde_json::Value::Array(list) => list.iter().any(|value| has_value(value, name, wanted)),
        _ => false,
    }
}
