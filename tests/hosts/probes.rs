//! Functions that no vector and no case reaches, and malformed input to each that can refuse it.

use super::{Ask, hex};
use crate::file;
use loopledger::model::{EffectiveConfiguration, Place, ToolFreqOverride};
use loopledger::view::{DetectorContext, ProposedCall, ProposedName, ReplaySettings, RunIdentity};

const RUN: &str = "deerflow/threads/thread-loop/runs/run-loop.jsonl";

/// Each probe with what it is called.
pub(super) fn probes() -> Vec<(&'static str, Vec<Ask>)> {
    vec![
        (
            "a detector under limits that a number of 53 bits cannot hold",
            wide_limits(),
        ),
        ("a detector that is refused", refused_detector()),
        ("calls on which upstream raises", raising_calls()),
        (
            "a session that is asked what it does not know",
            unknown_to_session(),
        ),
        ("files that come and go", files()),
        ("revisions", vec![Ask::Revisions]),
        ("configuration files", configuration_files()),
    ]
}

fn unknown_revision() -> ReplaySettings {
    ReplaySettings {
        revision: Some("2020-01-01".to_owned()),
        configuration: None,
    }
}

fn limits(revision: Option<&str>, configuration: EffectiveConfiguration) -> ReplaySettings {
    ReplaySettings {
        revision: revision.map(str::to_owned),
        configuration: Some(configuration),
    }
}

fn invalid() -> ReplaySettings {
    limits(
        None,
        EffectiveConfiguration {
            hard_limit: 2,
            tool_freq_warn: 60,
            ..EffectiveConfiguration::default()
        },
    )
}

fn above_32_bits() -> ReplaySettings {
    let bash = ToolFreqOverride {
        warn: 150,
        hard_limit: 300,
    };
    limits(
        Some("2026-09-10"),
        EffectiveConfiguration {
            hard_limit: i64::MAX,
            tool_freq_hard_limit: (1 << 53) + 1,
            tool_freq_overrides: [("bash".to_owned(), bash)].into_iter().collect(),
            ..EffectiveConfiguration::default()
        },
    )
}

fn context() -> DetectorContext {
    DetectorContext {
        thread_id: None,
        run: RunIdentity::Absent(7),
    }
}

fn call(name: ProposedName, arguments: &str) -> ProposedCall {
    ProposedCall {
        id: None,
        name,
        arguments: Some(arguments.to_owned()),
    }
}

fn add() -> Ask {
    Ask::AddFile {
        name: "run-loop.jsonl".to_owned(),
        hex: hex(file(RUN)),
        modified: Some("2026-11-30T12:00:00Z".to_owned()),
    }
}

fn replay(run: &str, settings: ReplaySettings) -> Ask {
    let run = run.to_owned();
    Ask::Replay { run, settings }
}

fn frame(step: u64) -> Ask {
    Ask::Frame {
        run: "thread-loop/run-loop".to_owned(),
        settings: ReplaySettings::default(),
        step,
    }
}

fn parse(text: &str) -> Ask {
    Ask::ParseConfiguration {
        name: "config.yaml".to_owned(),
        hex: hex(text.as_bytes()),
    }
}

fn wide_limits() -> Vec<Ask> {
    let settings = above_32_bits();
    let context = context();
    vec![
        Ask::Detector { settings },
        Ask::Revision,
        Ask::Configuration,
        Ask::Lints,
        Ask::Windows { context },
        Ask::Tracked,
    ]
}

fn refused_detector() -> Vec<Ask> {
    let (settings, invalid) = (unknown_revision(), invalid());
    vec![
        Ask::Detector {
            settings: settings.clone(),
        },
        Ask::Unchecked { settings },
        Ask::Detector {
            settings: invalid.clone(),
        },
        Ask::Unchecked { settings: invalid },
        Ask::Lints,
    ]
}

fn raising_calls() -> Vec<Ask> {
    let text = |name: &str| ProposedName::Text(name.to_owned());
    let json = |source: &str| ProposedName::Json(source.to_owned());
    let infinite = call(
        text("read_file"),
        r#"{"path": "a", "start_line": Infinity}"#,
    );
    let list_name = call(json("[]"), "{}");
    let deep = call(text("bash"), &"[".repeat(100_000));
    let surrogates = call(
        json(r#""\ud800 surrogate""#),
        r#"{"path": "\udfff", "glob": 1.0}"#,
    );
    let mut asks = vec![
        Ask::Detector {
            settings: ReplaySettings::default(),
        },
        Ask::CallSetDigest {
            calls: vec![list_name.clone(), infinite.clone()],
        },
        Ask::ExplainKey {
            call: call(ProposedName::Absent, "not JSON at all {"),
        },
        Ask::ExplainKey {
            call: surrogates.clone(),
        },
        Ask::ExplainKey {
            call: infinite.clone(),
        },
    ];
    for calls in [
        vec![infinite],
        vec![list_name],
        vec![deep],
        vec![surrogates],
        Vec::new(),
    ] {
        let context = context();
        asks.push(Ask::Observe { context, calls });
    }
    asks
}

fn unknown_to_session() -> Vec<Ask> {
    const KEY: &str = "thread-loop/run-loop";
    vec![
        Ask::Session,
        add(),
        replay("no/run", ReplaySettings::default()),
        replay(KEY, unknown_revision()),
        replay(KEY, invalid()),
        replay(KEY, above_32_bits()),
        frame(4),
        frame(5),
        frame(u64::MAX),
        Ask::Inspect {
            settings: unknown_revision(),
        },
        Ask::Inspect {
            settings: invalid(),
        },
    ]
}

fn files() -> Vec<Ask> {
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
    ]
}

fn configuration_files() -> Vec<Ask> {
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
    ]
}
