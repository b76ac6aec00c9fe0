//! `loopledger redact`: the files again, without prompts, arguments and results.

use super::redaction;
use crate::args::RedactArgs;
use crate::exit::Exit;
use crate::folder::{Existing, Folder};
use crate::load;
use crate::output::table;
use loopledger::{FileMeta, Reading, Session};

pub(super) fn run(args: &RedactArgs) -> anyhow::Result<Exit> {
    let inputs = load::inputs(&args.paths);
    if !inputs.is_complete {
        return Ok(Exit::Io);
    }
    let redaction = redaction(&args.kept);
    let folder = Folder::new(&args.out, Existing::Refused, &inputs.paths())?;
    let mut session = Session::new();
    let mut files = Vec::new();
    for input in inputs.files {
        let reading = Reading::new(FileMeta::new(&input.name), input.bytes);
        let id = session.add(reading);
        if let Some(text) = session.redacted(id, redaction) {
            files.push((input.name.clone(), load::packed(&input.name, text)));
        }
    }
    if files.is_empty() {
        table::refused(&session.files())?;
        return Ok(Exit::Refused);
    }
    folder.write(&files)?;
    table::written(
        &args.out,
        files
            .iter()
            .map(|(name, bytes)| (name.as_str(), bytes.len() as u64)),
    )?;
    table::refused(&session.files())?;
    Ok(super::exit_of(&session, true))
}
