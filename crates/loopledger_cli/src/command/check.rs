//! `loopledger check`: conditions on the report.

use super::{has_complaints, load};
use crate::args::CheckArgs;
use crate::exit::Exit;
use crate::load::Loaded;
use crate::output::{self, markdown};
use anyhow::Context as _;
use loopledger::check::{self, Verdict};
use std::fs::OpenOptions;
use std::io::{self, Write as _};

pub(super) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let Loaded {
        mut session,
        is_complete,
    } = load(&args.files.paths, &args.redaction);
    let report = session.report();
    let files = session.files();
    let checked = check::check(&report, &args.fail_if);
    let is_strict_failure = args.strict && has_complaints(&files);
    let summary = markdown::summary(&report, &files, &checked, args.strict);
    match &args.summary {
        Some(path) => {
            let mut file = OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .with_context(|| format!("cannot write {}", path.display()))?;
            file.write_all(summary.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        None if !args.files.json => io::stdout().lock().write_all(summary.as_bytes())?,
        None => {}
    }
    if args.files.json {
        output::json(&checked)?;
    }
    Ok(if !is_complete {
        Exit::Io
    } else if is_strict_failure || checked.verdict == Verdict::Failed {
        Exit::Failed
    } else if files.iter().any(|file| file.format.is_none()) {
        Exit::Refused
    } else if checked.verdict == Verdict::Unknown {
        Exit::Undecided
    } else {
        Exit::Done
    })
}
