//! The commands: load, ask, print.

mod bundle;
mod check;
mod experiment;
mod opinions;
mod redact;
mod review;

use crate::args::{Args, Command, FileArgs, Kept, RedactionArgs, ReplayArgs, Rules};
use crate::exit::{Exit, SettingsError};
use crate::load::{self, Loaded};
use crate::output;
use anyhow::Context as _;
use loopledger::view::FileView;
use loopledger::view::{ReplaySettings, ReplayView, Replays, ReportAnswer};
use loopledger::{Digests, FileMeta, Redaction, Reviews, Session, schema};
use std::io::{self, Write as _};
use std::path::PathBuf;

/// Runs what was asked for.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let exit = match &args.command {
        Command::Inspect(args) => inspect(args)?,
        Command::Replay(args) => replay(args)?,
        Command::Opinions(args) => opinions::run(args)?,
        Command::Report(args) => report(args)?,
        Command::Check(args) => check::run(args)?,
        Command::Review(args) => review::run(args)?,
        Command::Bundle(args) => bundle::run(args)?,
        Command::Redact(args) => redact::run(args)?,
        Command::Experiment { command } => experiment::run(command)?,
        Command::Schema { kind } => {
            output::json(&schema::of_kind((*kind).into()))?;
            Exit::Done
        }
    };
    io::stdout().flush()?;
    Ok(exit)
}

fn inspect(args: &FileArgs) -> anyhow::Result<Exit> {
    let Loaded {
        session,
        is_complete,
    } = load(&args.files.paths, &args.redaction);
    let view = session.inspect(&settings(&args.rules)?)?;
    if args.files.json {
        output::json(&view)?;
    } else {
        output::table::inspect(&view)?;
    }
    Ok(exit_of(&session, is_complete))
}

fn replay(args: &ReplayArgs) -> anyhow::Result<Exit> {
    let Loaded {
        session,
        is_complete,
    } = load(&args.files.paths, &args.redaction);
    let settings = settings(&args.rules)?;
    let keys: Vec<String> = match &args.run {
        Some(key) => vec![key.clone()],
        None => session.runs().into_iter().map(|run| run.key).collect(),
    };
    let replays: Vec<ReplayView> = keys
        .iter()
        .map(|key| session.replay(key, &settings))
        .collect::<Result<_, _>>()?;
    if args.files.json {
        output::json(&Replays { replays })?;
    } else {
        output::table::replays(&replays)?;
        output::table::diagnostics(&session.files())?;
    }
    Ok(exit_of(&session, is_complete))
}

fn report(args: &FileArgs) -> anyhow::Result<Exit> {
    // Checked although a report needs no limits: a typing error should not pass in silence.
    settings(&args.rules)?;
    let Loaded {
        mut session,
        is_complete,
    } = load(&args.files.paths, &args.redaction);
    let report = session.report();
    let attempts = session.attempts();
    if args.files.json {
        output::json(&ReportAnswer {
            report,
            attempts,
            files: session.files(),
        })?;
    } else {
        output::table::report(&report, &attempts)?;
        output::table::diagnostics(&session.files())?;
    }
    Ok(exit_of(&session, is_complete))
}

/// Loads the files, redacted where that was asked for.
fn load(paths: &[PathBuf], redaction: &RedactionArgs) -> Loaded {
    let loaded = load::load(paths);
    match redaction_of(redaction) {
        None => loaded,
        Some(redaction) => Loaded {
            session: loaded.session.to_redacted(redaction),
            ..loaded
        },
    }
}

fn redaction_of(args: &RedactionArgs) -> Option<Redaction> {
    args.redact.then(|| redaction(&args.kept))
}

fn redaction(kept: &Kept) -> Redaction {
    Redaction {
        digests: if kept.opaque_digests {
            Digests::Opaque
        } else {
            Digests::Upstream
        },
        reviews: if kept.keep_reviews {
            Reviews::Kept
        } else {
            Reviews::Counted
        },
    }
}

/// Whether there is anything to complain about in the files.
fn has_complaints(files: &[FileView]) -> bool {
    files
        .iter()
        .any(|file| file.format.is_none() || !file.diagnostics.is_empty())
}

/// What was asked for on the command line.
fn settings(rules: &Rules) -> anyhow::Result<ReplaySettings> {
    let configuration = match &rules.config {
        None => None,
        Some(path) => {
            let bytes =
                std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            let configuration =
                loopledger::read_configuration(FileMeta::new(&path.to_string_lossy()), bytes)
                    .map_err(|error| SettingsError(error.to_string()))?;
            Some(configuration)
        }
    };
    if let Some(revision) = &rules.revision
        && !loopledger::REVISIONS.contains(&revision.as_str())
    {
        return Err(SettingsError(format!(
            "unknown revision {revision:?}; known are {}",
            loopledger::REVISIONS.join(", ")
        ))
        .into());
    }
    Ok(ReplaySettings {
        revision: rules.revision.clone(),
        configuration,
    })
}

fn exit_of(session: &Session, is_complete: bool) -> Exit {
    if !is_complete {
        Exit::Io
    } else if session.files().iter().any(|file| file.format.is_none()) {
        Exit::Refused
    } else {
        Exit::Done
    }
}
