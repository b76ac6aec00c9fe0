//! What the hosts of the component ask, step by step, and what the native program answers.
//!
//! Every vector, every case of the corpus and a few probes become scripts of the same questions; a
//! host asks them through the component and compares the texts of the answers.

mod native;
mod probes;

use crate::{Case, Question};
use loopledger::model::{EffectiveConfiguration, Place, ToolFreqOverride};
use loopledger::view::{DetectorContext, ProposedCall, ProposedName, ReplaySettings, RunIdentity};
use loopledger::{FileMeta, Reading, Session};
use loopledger_conformance::{
    Operation, RunId, Script, ScriptCall, ScriptName, ScriptStep, scripts,
};
use native::Native;
use probes::probes;
use serde::Serialize;
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

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}
