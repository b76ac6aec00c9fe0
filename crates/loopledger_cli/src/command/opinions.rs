//! `loopledger opinions`: what the loop detectors of other projects say.

use super::{exit_of, load, settings};
use crate::args::OpinionsArgs;
use crate::exit::Exit;
use crate::load::Loaded;
use crate::output;
use loopledger::view::opinions::{OpinionSettings, Opinions, OpinionsView};

pub(super) fn run(args: &OpinionsArgs) -> anyhow::Result<Exit> {
    let Loaded {
        mut session,
        is_complete,
    } = load(&args.files.paths, &args.redaction);
    let settings = OpinionSettings {
        rules: settings(&args.rules)?,
        goose_max_repetitions: args.goose_max_repetitions,
        tool_call_limit: args.tool_call_limit,
        model_call_limit: args.model_call_limit,
        smolagents_max_steps: args.smolagents_max_steps,
        crewai_max_iter: args.crewai_max_iter,
    };
    let keys: Vec<String> = match &args.run {
        Some(key) => vec![key.clone()],
        None => session.runs().into_iter().map(|run| run.key).collect(),
    };
    let opinions: Vec<OpinionsView> = keys
        .iter()
        .map(|key| session.opinions(key, &settings))
        .collect::<Result<_, _>>()?;
    if args.files.json {
        output::json(&Opinions { opinions })?;
    } else {
        output::opinions::table(&opinions)?;
        output::table::diagnostics(&session.files())?;
    }
    Ok(exit_of(&session, is_complete))
}
