//! The native program, asked what the hosts ask the component.

use super::Ask;
use loopledger::view::{HookErrorView, ReplaySettings};
use loopledger::{
    ConfigurationError, Detector, FileMeta, REVISIONS, Reading, ReplayError, Session,
    read_configuration,
};
use serde::Serialize;
use serde_json::{json, to_string};

/// The native program, asked.
pub(super) struct Native {
    detector: Detector,
    session: Session,
}

impl Native {
    pub(super) fn new() -> Self {
        let detector = Detector::new(&ReplaySettings::default());
        Self {
            detector: detector.unwrap_or_else(|error| panic!("the defaults hold: {error}")),
            session: Session::new(),
        }
    }

    /// The answer to a question as JSON text, or `error`, its case and what it carries.
    pub(super) fn answer(&mut self, ask: &Ask) -> String {
        match self.ask(ask) {
            Ok(text) => text,
            Err((code, payload)) => format!("error {code} {payload}"),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each question")]
    fn ask(&mut self, ask: &Ask) -> Result<String, (String, String)> {
        let Self { detector, session } = self;
        Ok(match ask {
            Ask::Detector { settings } => {
                *detector = Detector::new(settings).map_err(|error| replay_error(&error))?;
                nothing()
            }
            Ask::Unchecked { settings } => {
                *detector = Detector::unchecked(settings).map_err(|error| replay_error(&error))?;
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
            Ask::ExplainKey { call } => {
                text(&detector.explain_key(call).map_err(|error| raised(&error))?)
            }
            Ask::CallSetDigest { calls } => text(
                &detector
                    .call_set_digest(calls)
                    .map_err(|error| raised(&error))?,
            ),
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
            Ask::Replay { run, settings } => text(
                &session
                    .replay(run, settings)
                    .map_err(|error| replay_error(&error))?,
            ),
            Ask::Frame {
                run,
                settings,
                step,
            } => text(
                &session
                    .frame(run, settings, *step)
                    .map_err(|error| replay_error(&error))?,
            ),
            Ask::Excerpt { place } => text(&session.excerpt(place)),
            Ask::Inspect { settings } => text(
                &session
                    .inspect(settings)
                    .map_err(|error| replay_error(&error))?,
            ),
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
fn replay_error(error: &ReplayError) -> (String, String) {
    let payload = match error {
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

fn raised(error: &HookErrorView) -> (String, String) {
    ("raised".to_owned(), text(error))
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

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2)
        .filter_map(|at| u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok())
        .collect()
}
