//! What the hosts of the component ask, step by step, and what the native program answers.
//!
//! Every vector, every case of the corpus and a few probes become scripts of the same questions; a
//! host asks them through the component and compares the texts of the answers.

use crate::{Case, Question, file};
use loopledger::model::{EffectiveConfiguration, Place, ToolFreqOverride};
use loopledger::schema::{self, SchemaKind};
use loopledger::view::{
    DetectorContext, HookErrorView, ProposedCall, ProposedName, ReplaySettings, RunIdentity,
};
use loopledger::{
    ConfigurationError, Detector, FileMeta, REVISIONS, Reading, ReplayError, Session,
    read_configuration,
};
use loopledger_conformance::{
    Operation, RunId, Script, ScriptCall, ScriptName, ScriptStep, scripts,
};
use serde::Serialize;
use serde_json::{json, to_string};
use std::path::Path;

/// The vector files.
const VECTORS: [&str; 7] = [
    "call-set-digests.json",
    "cases-2026-08-22.json",
    "cases-2026-09-08.json",
    "cases-2026-09-10.json",
    "random-2026-08-22.jsonl",
    "random-2026-09-08.jsonl",
    "random-2026-09-10.jsonl",
];

/// After every so many steps of a vector both windows are compared too, and after its last one.
const LOOK_EVERY: usize = 10;

/// Everything that a host asks.
#[derive(Debug, Serialize)]
pub struct HostInputs {
    /// How many scripts there are of each kind, so that none gets lost.
    pub vectors: usize,
    /// Cases of the corpus.
    pub cases: usize,
    /// Probes of single functions, malformed input before all.
    pub probes: usize,
    /// Questions in all scripts.
    pub questions: usize,
    /// The scripts.
    pub scripts: Vec<HostScript>,
}

/// Questions that are asked one after the other.
#[derive(Debug, Serialize)]
pub struct HostScript {
    /// `vector`, `case` or `probe`.
    pub kind: &'static str,
    /// What it is called in a message.
    pub name: String,
    /// The questions.
    pub asks: Vec<Ask>,
    /// The native program's answer to each.
    pub answers: Vec<String>,
}

/// A question to a door.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Ask {
    /// Makes the detector that the following questions are about.
    Detector {
        /// Its rules.
        settings: ReplaySettings,
    },
    /// The same with any limits.
    Unchecked {
        /// Its rules.
        settings: ReplaySettings,
    },
    /// Its revision.
    Revision,
    /// Its limits.
    Configuration,
    /// Limits that do not do what they say.
    Lints,
    /// A model response.
    Observe {
        /// What it belongs to.
        context: DetectorContext,
        /// What it proposes.
        calls: Vec<ProposedCall>,
    },
    /// A request to the model.
    ModelRequest {
        /// What it belongs to.
        context: DetectorContext,
    },
    /// A run begins.
    BeforeAgent {
        /// The run.
        context: DetectorContext,
    },
    /// A run ends.
    AfterAgent {
        /// The run.
        context: DetectorContext,
    },
    /// A thread is forgotten.
    Reset {
        /// The thread.
        thread: Option<String>,
    },
    /// A stop reason is taken.
    ConsumeStopReason {
        /// The run.
        run: RunIdentity,
    },
    /// Warnings that wait.
    Pending {
        /// The run.
        context: DetectorContext,
    },
    /// Both windows.
    Windows {
        /// The run.
        context: DetectorContext,
    },
    /// What windows are kept for.
    Tracked,
    /// Why a call has its key.
    ExplainKey {
        /// The call.
        call: ProposedCall,
    },
    /// The digest of a call set.
    CallSetDigest {
        /// The calls.
        calls: Vec<ProposedCall>,
    },
    /// Makes the session that the following questions are about.
    Session,
    /// Adds a file.
    AddFile {
        /// Its name.
        name: String,
        /// Its bytes, in hexadecimal digits.
        hex: String,
        /// When it was changed.
        modified: Option<String>,
    },
    /// Reads a file in steps of so many bytes, and adds it.
    AddInSteps {
        /// Its name.
        name: String,
        /// Its bytes, in hexadecimal digits.
        hex: String,
        /// When it was changed.
        modified: Option<String>,
        /// The bytes of a step.
        budget: u64,
    },
    /// Removes a file.
    RemoveFile {
        /// Its handle.
        id: u64,
    },
    /// Removes every file.
    Clear,
    /// The files.
    Files,
    /// The runs.
    Runs,
    /// What everything came to.
    Report,
    /// The attempts.
    Attempts,
    /// A run, judged again.
    Replay {
        /// Its key.
        run: String,
        /// The rules.
        settings: ReplaySettings,
    },
    /// Both windows after a response.
    Frame {
        /// The run's key.
        run: String,
        /// The rules.
        settings: ReplaySettings,
        /// The response.
        step: u64,
    },
    /// A piece of a file.
    Excerpt {
        /// Where.
        place: Place,
    },
    /// What was read.
    Inspect {
        /// The rules.
        settings: ReplaySettings,
    },
    /// A schema.
    Schema {
        /// Its kind.
        kind: String,
    },
    /// The revisions.
    Revisions,
    /// The limits of a configuration file.
    ParseConfiguration {
        /// Its name.
        name: String,
        /// Its bytes, in hexadecimal digits.
        hex: String,
    },
}

/// The native program, asked.
struct Native {
    detector: Detector,
    session: Session,
}

/// Everything that a host asks.
///
/// # Panics
/// If the corpus cannot be read.
pub fn host_inputs() -> HostInputs {
    let mut scripts: Vec<HostScript> = vectors()
        .iter()
        .map(|script| answered("vector", &script.name, vector_asks(script)))
        .collect();
    let vectors = scripts.len();
    let cases = Case::all();
    scripts.extend(
        cases
            .iter()
            .map(|case| answered("case", case.path, case_asks(case))),
    );
    let probes = probes();
    let probe_count = probes.len();
    scripts.extend(
        probes
            .into_iter()
            .map(|(name, asks)| answered("probe", name, asks)),
    );
    HostInputs {
        vectors,
        cases: cases.len(),
        probes: probe_count,
        questions: scripts.iter().map(|script| script.asks.len()).sum(),
        scripts,
    }
}

/// Every vector.
///
/// # Panics
/// If one cannot be read.
pub fn vectors() -> Vec<Script> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/conformance");
    VECTORS
        .iter()
        .flat_map(|name| {
            let text = std::fs::read_to_string(folder.join(name))
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut found = scripts(name, &text).unwrap_or_else(|error| panic!("{error}"));
            for script in &mut found {
                script.name = format!("{name}: {}", script.name);
            }
            found
        })
        .collect()
}

fn answered(kind: &'static str, name: &str, asks: Vec<Ask>) -> HostScript {
    let mut native = Native::new();
    HostScript {
        kind,
        name: name.to_owned(),
        answers: asks.iter().map(|ask| native.answer(ask)).collect(),
        asks,
    }
}

/// What a vector asks: its own steps, and between them what the windows hold.
pub fn vector_asks(script: &Script) -> Vec<Ask> {
    let mut asks = vec![
        Ask::Unchecked {
            settings: ReplaySettings {
                revision: Some(script.revision.to_string()),
                configuration: Some(configuration(script)),
            },
        },
        Ask::Configuration,
        Ask::Lints,
    ];
    for (at, step) in script.steps.iter().enumerate() {
        asks.push(vector_ask(step));
        let context = context(step);
        if step.operation == Operation::Key {
            asks.extend(calls(step).into_iter().map(|call| Ask::ExplainKey { call }));
        } else if at % LOOK_EVERY == LOOK_EVERY - 1 || at + 1 == script.steps.len() {
            asks.push(Ask::Windows {
                context: context.clone(),
            });
            asks.push(Ask::Pending { context });
            asks.push(Ask::Tracked);
        }
    }
    asks
}

/// What one step of a vector asks.
fn vector_ask(step: &ScriptStep) -> Ask {
    let context = context(step);
    match step.operation {
        Operation::Respond => Ask::Observe {
            context,
            calls: calls(step),
        },
        Operation::ModelRequest => Ask::ModelRequest { context },
        Operation::BeforeAgent => Ask::BeforeAgent { context },
        Operation::AfterAgent => Ask::AfterAgent { context },
        Operation::Reset => Ask::Reset {
            thread: step.thread_id.clone(),
        },
        Operation::ConsumeStopReason => Ask::ConsumeStopReason { run: context.run },
        Operation::Key => Ask::CallSetDigest { calls: calls(step) },
    }
}

fn configuration(script: &Script) -> EffectiveConfiguration {
    let config = &script.config;
    EffectiveConfiguration {
        enabled: config.enabled,
        warn_threshold: config.warn_threshold,
        hard_limit: config.hard_limit,
        window_size: config.window_size,
        max_tracked_threads: config.max_tracked_threads,
        tool_freq_warn: config.tool_freq_warn,
        tool_freq_hard_limit: config.tool_freq_hard_limit,
        tool_freq_overrides: config
            .tool_freq_overrides
            .iter()
            .map(|(tool, limits)| {
                let (warn, hard_limit) = (limits.warn, limits.hard_limit);
                (tool.clone(), ToolFreqOverride { warn, hard_limit })
            })
            .collect(),
    }
}

fn context(step: &ScriptStep) -> DetectorContext {
    DetectorContext {
        thread_id: step.thread_id.clone(),
        run: match &step.run {
            RunId::Null => RunIdentity::Null,
            RunId::Named(id) => RunIdentity::Named(id.to_string()),
            RunId::Absent { anchor } => RunIdentity::Absent(*anchor),
        },
    }
}

fn calls(step: &ScriptStep) -> Vec<ProposedCall> {
    (0..)
        .zip(&step.calls)
        .map(|(at, ScriptCall { name, args }): (usize, _)| ProposedCall {
            id: Some(format!("call-{at}")),
            name: match name {
                ScriptName::Absent => ProposedName::Absent,
                ScriptName::Text(name) => ProposedName::Text(name.clone()),
                ScriptName::Json(source) => ProposedName::Json(source.clone()),
            },
            arguments: args.clone(),
        })
        .collect()
}

fn case_asks(case: &Case) -> Vec<Ask> {
    let mut session = Session::new();
    let mut asks = vec![Ask::Session];
    for (name, modified, bytes) in case.files() {
        asks.push(Ask::AddFile {
            name: name.clone(),
            hex: hex(&bytes),
            modified: modified.clone(),
        });
        let name = name.as_str().into();
        session.add(Reading::new(FileMeta { name, modified }, bytes));
    }
    let settings = case.settings();
    let runs = session.runs();
    let runs = runs.iter().map(|run| (run.key.as_str(), run.responses));
    asks.extend(case.questions(runs).into_iter().map(|question| {
        let settings = settings.clone();
        match question {
            Question::Inspect => Ask::Inspect { settings },
            Question::Files => Ask::Files,
            Question::Runs => Ask::Runs,
            Question::Report => Ask::Report,
            Question::Attempts => Ask::Attempts,
            Question::Replay(run) => Ask::Replay { run, settings },
            Question::Frame(run, step) => Ask::Frame {
                run,
                settings,
                step,
            },
        }
    }));
    asks
}

/// Functions that no vector and no case reaches, and malformed input to each that can refuse it.
fn probes() -> Vec<(&'static str, Vec<Ask>)> {
    const RUN: &str = "deerflow/threads/thread-loop/runs/run-loop.jsonl";
    let settings = ReplaySettings::default();
    let unknown_revision = ReplaySettings {
        revision: Some("2020-01-01".to_owned()),
        configuration: None,
    };
    let invalid = ReplaySettings {
        revision: None,
        configuration: Some(EffectiveConfiguration {
            hard_limit: 2,
            tool_freq_warn: 60,
            ..EffectiveConfiguration::default()
        }),
    };
    let above_32_bits = ReplaySettings {
        revision: Some("2026-09-10".to_owned()),
        configuration: Some(EffectiveConfiguration {
            hard_limit: i64::MAX,
            tool_freq_hard_limit: (1 << 53) + 1,
            tool_freq_overrides: [(
                "bash".to_owned(),
                ToolFreqOverride {
                    warn: 150,
                    hard_limit: 300,
                },
            )]
            .into_iter()
            .collect(),
            ..EffectiveConfiguration::default()
        }),
    };
    let add = || Ask::AddFile {
        name: "run-loop.jsonl".to_owned(),
        hex: hex(file(RUN)),
        modified: Some("2026-11-30T12:00:00Z".to_owned()),
    };
    let run = || "thread-loop/run-loop".to_owned();
    let parse = |text: &str| Ask::ParseConfiguration {
        name: "config.yaml".to_owned(),
        hex: hex(text.as_bytes()),
    };
    let call = |name: ProposedName, arguments: &str| ProposedCall {
        id: None,
        name,
        arguments: Some(arguments.to_owned()),
    };
    let infinite = call(
        ProposedName::Text("read_file".to_owned()),
        r#"{"path": "a", "start_line": Infinity}"#,
    );
    let list_name = call(ProposedName::Json("[]".to_owned()), "{}");
    let deep = call(ProposedName::Text("bash".to_owned()), &"[".repeat(100_000));
    let context = DetectorContext {
        thread_id: None,
        run: RunIdentity::Absent(7),
    };
    vec![
        (
            "a detector under limits that a number of 53 bits cannot hold",
            vec![
                Ask::Detector {
                    settings: above_32_bits.clone(),
                },
                Ask::Revision,
                Ask::Configuration,
                Ask::Lints,
                Ask::Windows {
                    context: context.clone(),
                },
                Ask::Tracked,
            ],
        ),
        (
            "a detector that is refused",
            vec![
                Ask::Detector {
                    settings: unknown_revision.clone(),
                },
                Ask::Unchecked {
                    settings: unknown_revision.clone(),
                },
                Ask::Detector {
                    settings: invalid.clone(),
                },
                Ask::Unchecked {
                    settings: invalid.clone(),
                },
                Ask::Lints,
            ],
        ),
        (
            "calls on which upstream raises",
            vec![
                Ask::Detector {
                    settings: settings.clone(),
                },
                Ask::ExplainKey {
                    call: infinite.clone(),
                },
                Ask::CallSetDigest {
                    calls: vec![list_name.clone(), infinite.clone()],
                },
                Ask::Observe {
                    context: context.clone(),
                    calls: vec![infinite],
                },
                Ask::Observe {
                    context: context.clone(),
                    calls: vec![list_name],
                },
                Ask::Observe {
                    context: context.clone(),
                    calls: vec![deep],
                },
                Ask::Observe {
                    context,
                    calls: Vec::new(),
                },
                Ask::ExplainKey {
                    call: call(ProposedName::Absent, "not JSON at all {"),
                },
                Ask::ExplainKey {
                    call: call(
                        ProposedName::Json(r#""\ud800 surrogate""#.to_owned()),
                        r#"{"path": "\udfff", "glob": 1.0}"#,
                    ),
                },
            ],
        ),
        (
            "a session that is asked what it does not know",
            vec![
                Ask::Session,
                add(),
                Ask::Replay {
                    run: "no/run".to_owned(),
                    settings: settings.clone(),
                },
                Ask::Replay {
                    run: run(),
                    settings: unknown_revision.clone(),
                },
                Ask::Replay {
                    run: run(),
                    settings: invalid.clone(),
                },
                Ask::Frame {
                    run: run(),
                    settings: settings.clone(),
                    step: 5,
                },
                Ask::Frame {
                    run: run(),
                    settings: settings.clone(),
                    step: u64::MAX,
                },
                Ask::Inspect {
                    settings: unknown_revision,
                },
                Ask::Inspect { settings: invalid },
                Ask::Replay {
                    run: run(),
                    settings: above_32_bits,
                },
            ],
        ),
        (
            "files that come and go",
            vec![
                Ask::Session,
                add(),
                Ask::AddInSteps {
                    name: "again.jsonl".to_owned(),
                    hex: hex(file(RUN)),
                    modified: None,
                    budget: 700,
                },
                Ask::AddFile {
                    name: "nothing.bin".to_owned(),
                    hex: "00ff00ff".to_owned(),
                    modified: None,
                },
                Ask::Files,
                Ask::Excerpt {
                    place: Place {
                        file: "run-loop.jsonl".into(),
                        line: Some(2),
                        byte: None,
                        pointer: None,
                    },
                },
                Ask::Excerpt {
                    place: Place::file("none".into()),
                },
                Ask::RemoveFile { id: 0 },
                Ask::RemoveFile { id: u64::MAX },
                Ask::Files,
                Ask::Clear,
                Ask::Files,
                Ask::Report,
            ],
        ),
        (
            "revisions and schemas",
            [Ask::Revisions]
                .into_iter()
                .chain(
                    SchemaKind::ALL
                        .map(SchemaKind::code)
                        .into_iter()
                        .chain(["trace", ""])
                        .map(|kind| Ask::Schema {
                            kind: kind.to_owned(),
                        }),
                )
                .collect(),
        ),
        (
            "configuration files",
            vec![
                parse(
                    "loop_detection:\n  hard_limit: 99999999999999999999\n  \
                     tool_freq_overrides:\n    bash: {warn: 150, hard_limit: 300}\n",
                ),
                parse("models: []\nloop_detection:\n  hard_limit: 2\n  window_size: x\n"),
                Ask::ParseConfiguration {
                    name: "run-loop.jsonl".to_owned(),
                    hex: hex(file(RUN)),
                },
                parse("models: []\n"),
                parse(""),
                Ask::ParseConfiguration {
                    name: "config.yaml".to_owned(),
                    hex: "fffe00ff".to_owned(),
                },
            ],
        ),
    ]
}

impl Native {
    fn new() -> Self {
        let detector = Detector::new(&ReplaySettings::default());
        Self {
            detector: detector.unwrap_or_else(|error| panic!("the defaults hold: {error}")),
            session: Session::new(),
        }
    }

    fn answer(&mut self, ask: &Ask) -> String {
        match self.ask(ask) {
            Ok(text) => text,
            Err((code, payload)) => format!("error {code} {payload}"),
        }
    }

    fn ask(&mut self, ask: &Ask) -> Result<String, (String, String)> {
        let Self { detector, session } = self;
        Ok(match ask {
            Ask::Detector { settings } => {
                *detector = Detector::new(settings).map_err(replay_error)?;
                nothing()
            }
            Ask::Unchecked { settings } => {
                *detector = Detector::unchecked(settings).map_err(replay_error)?;
                nothing()
            }
            Ask::Revision => text(&detector.revision()),
            Ask::Configuration => text(detector.configuration()),
            Ask::Lints => text(&detector.lints()),
            Ask::Observe { context, calls } => text(&detector.observe(context, calls)),
            Ask::ModelRequest { context } => text(&detector.model_request(context)),
            Ask::BeforeAgent { context } => {
                detector.before_agent(context);
                nothing()
            }
            Ask::AfterAgent { context } => {
                detector.after_agent(context);
                nothing()
            }
            Ask::Reset { thread } => {
                detector.reset(thread.as_deref());
                nothing()
            }
            Ask::ConsumeStopReason { run } => text(&detector.consume_stop_reason(run)),
            Ask::Pending { context } => text(&detector.pending(context)),
            Ask::Windows { context } => text(&detector.windows(context)),
            Ask::Tracked => text(&detector.tracked()),
            Ask::ExplainKey { call } => text(&detector.explain_key(call).map_err(raised)?),
            Ask::CallSetDigest { calls } => text(&detector.call_set_digest(calls).map_err(raised)?),
            Ask::Session => {
                *session = Session::new();
                nothing()
            }
            Ask::AddFile {
                name,
                hex,
                modified,
            } => text(&session.add(reading(name, hex, modified.as_ref()))),
            Ask::AddInSteps {
                name,
                hex,
                modified,
                budget,
            } => {
                let mut reading = reading(name, hex, modified.as_ref());
                let mut steps = Vec::new();
                loop {
                    let progress = reading.advance(usize::try_from(*budget).unwrap_or(usize::MAX));
                    steps.push(json!([progress.done_bytes, progress.total_bytes]));
                    if progress.is_done {
                        break;
                    }
                }
                text(&(steps, session.add(reading)))
            }
            Ask::RemoveFile { id } => {
                session.remove(*id);
                nothing()
            }
            Ask::Clear => {
                session.clear();
                nothing()
            }
            Ask::Files => text(&session.files()),
            Ask::Runs => text(&session.runs()),
            Ask::Report => text(&session.report()),
            Ask::Attempts => text(&session.attempts()),
            Ask::Replay { run, settings } => {
                text(&session.replay(run, settings).map_err(replay_error)?)
            }
            Ask::Frame {
                run,
                settings,
                step,
            } => text(&session.frame(run, settings, *step).map_err(replay_error)?),
            Ask::Excerpt { place } => text(&session.excerpt(place)),
            Ask::Inspect { settings } => text(&session.inspect(settings).map_err(replay_error)?),
            Ask::Schema { kind } => match kind.parse() {
                Ok(kind) => text(&schema::of_kind(kind)),
                Err(error) => {
                    let error: loopledger::schema::UnknownSchemaKind = error;
                    return Err(("unknown-schema".to_owned(), text(&error.to_string())));
                }
            },
            Ask::Revisions => text(&REVISIONS),
            Ask::ParseConfiguration { name, hex } => {
                let bytes = bytes(hex);
                let meta = FileMeta::new(name.as_str());
                text(&read_configuration(meta, bytes).map_err(configuration_error)?)
            }
        })
    }
}

/// The case of the component's `error`, and what it carries as JSON text.
fn replay_error(error: ReplayError) -> (String, String) {
    let payload = match &error {
        ReplayError::UnknownRun(run) => text(run),
        ReplayError::UnknownRevision(story) => text(story),
        ReplayError::Configuration(rules) => text(rules),
        ReplayError::UnknownStep(step) => text(step),
        other => panic!("{other} is new: give it a case in the WIT"),
    };
    (error.code().replace('_', "-"), payload)
}

fn configuration_error(error: ConfigurationError) -> (String, String) {
    let message = text(&error.to_string());
    match error {
        ConfigurationError::BrokenRules(rules) => {
            ("invalid-configuration".to_owned(), text(&rules))
        }
        ConfigurationError::NoSection { .. } => ("no-loop-detection".to_owned(), message),
        ConfigurationError::Unreadable { code, .. } => (
            "unreadable".to_owned(),
            format!("{{\"code\":{},\"message\":{message}}}", text(&code)),
        ),
        other => panic!("{other} is new: give it a case in the WIT"),
    }
}

fn raised(error: HookErrorView) -> (String, String) {
    ("raised".to_owned(), text(&error))
}

fn reading(name: &str, hex: &str, modified: Option<&String>) -> Reading {
    let meta = FileMeta {
        name: name.into(),
        modified: modified.cloned(),
    };
    Reading::new(meta, bytes(hex))
}

fn text(value: &impl Serialize) -> String {
    to_string(value).unwrap_or_else(|error| panic!("an answer is plain data: {error}"))
}

/// The answer of what answers nothing.
fn nothing() -> String {
    "null".to_owned()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2)
        .filter_map(|at| u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok())
        .collect()
}
