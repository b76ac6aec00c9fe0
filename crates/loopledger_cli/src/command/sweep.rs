//! `loopledger sweep`: one limit over a range, or a proposal of one value.

use super::{exit_of, load, settings};
use crate::args::SweepArgs;
use crate::exit::Exit;
use crate::load::Loaded;
use crate::output;
use loopledger::view::limits::SweepRequest;

pub(super) fn run(args: &SweepArgs) -> anyhow::Result<Exit> {
    let settings = settings(&args.rules)?;
    let Loaded {
        mut session,
        is_complete,
    } = load(&args.files.paths, &args.redaction);
    let request = SweepRequest {
        settings,
        variant: args.variant.clone(),
        setting: args.setting,
        tool: args.tool.clone(),
        // Both are required where no value is proposed.
        from: args.from.unwrap_or_default(),
        to: args.to.unwrap_or_default(),
        step: args.step,
    };
    if let Some(to) = args.propose {
        let proposal = session.propose(&request, to)?;
        let stops = proposal.stops_in_question;
        if !proposal.is_inspected {
            output::complain(&format!(
                "this is no recommendation: of the stops that would go, {} of {} were looked at",
                stops.looked_at, stops.count
            ));
        }
        output::json(&proposal)?;
        return Ok(exit_of(&session, is_complete));
    }
    let view = session.sweep(&request)?;
    if args.files.json {
        output::json(&view)?;
    } else if args.csv {
        output::sweep::csv(&view)?;
    } else if args.markdown {
        output::sweep::markdown(&view)?;
    } else {
        output::sweep::table(&view)?;
        output::table::diagnostics(&session.files())?;
    }
    Ok(exit_of(&session, is_complete))
}
