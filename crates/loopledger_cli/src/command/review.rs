//! `loopledger review`: several reviewers' work as one.

use super::{exit_of, load};
use crate::args::ReviewArgs;
use crate::exit::Exit;
use crate::load::Loaded;
use crate::output;
use loopledger::view::review::ReviewView;
use std::io::Write as _;

pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<Exit> {
    let Loaded {
        mut session,
        is_complete,
    } = load(&args.files.paths, &args.redaction);
    let view = session.review();
    if args.files.json {
        output::json(&view)?;
    } else if args.markdown {
        std::io::stdout()
            .lock()
            .write_all(output::review::markdown(&view).as_bytes())?;
    } else {
        output::review::table(&view)?;
        output::table::diagnostics(&session.files())?;
    }
    let exit = exit_of(&session, is_complete);
    Ok(match exit {
        Exit::Io => exit,
        _ if args.strict && has_differences(&view) => Exit::Failed,
        _ => exit,
    })
}

fn has_differences(view: &ReviewView) -> bool {
    !view.disagreements.is_empty()
        || !view.disputed_interventions.is_empty()
        || !view.not_applied.is_empty()
}
