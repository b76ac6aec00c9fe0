//! `loopledger compare`: a baseline against one variant.

use super::{exit_of, load};
use crate::args::{CompareArgs, CompareFormat};
use crate::exit::Exit;
use crate::load::Loaded;
use crate::output::{self, table};
use loopledger::markdown;
use std::io::{self, Write as _};

pub(super) fn run(args: &CompareArgs) -> anyhow::Result<Exit> {
    let Loaded {
        mut session,
        is_complete,
    } = load(&args.paths, &args.redaction);
    let answer = session.compare(args.variant.as_deref());
    match args.format {
        CompareFormat::Json => output::json(&answer)?,
        CompareFormat::Markdown => {
            let text = markdown::comparison(&answer);
            io::stdout().lock().write_all(text.as_bytes())?;
        }
        CompareFormat::Table => {
            table::comparison(&answer)?;
            table::diagnostics(&session.files())?;
        }
    }
    Ok(match exit_of(&session, is_complete) {
        Exit::Io => Exit::Io,
        _ if answer.comparison.is_none() => Exit::NotCompared,
        exit => exit,
    })
}
