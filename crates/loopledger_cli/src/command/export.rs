//! `loopledger export`: what there is to take along.

use super::exit_of;
use crate::args::{ExportArgs, ExportKind};
use crate::exit::Exit;
use crate::folder::{Existing, Folder};
use crate::load::{self, Loaded};
use crate::output::table;
use loopledger::Session;
use std::io::{self, Write as _};

/// Every kind, with the name of its file.
const KINDS: [(ExportKind, &str); 4] = [
    (ExportKind::Result, "loopledger-result.json"),
    (ExportKind::Jsonl, "loopledger-attempts.jsonl"),
    (ExportKind::Csv, "loopledger-attempts.csv"),
    (ExportKind::Summary, "loopledger-summary.md"),
];

pub(super) fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    let folder = match &args.out {
        Some(out) => {
            let inputs = load::inputs(&args.paths);
            Some(Folder::new(out, Existing::Refused, &inputs.paths())?)
        }
        None => None,
    };
    let Loaded {
        mut session,
        is_complete,
    } = super::load(&args.paths, &args.redaction);
    let variant = args.variant.as_deref();
    if let (Some(folder), Some(out)) = (folder, &args.out) {
        let files: Vec<(String, Vec<u8>)> = KINDS
            .into_iter()
            .map(|(kind, name)| {
                let text = text_of(&mut session, kind, variant);
                (name.to_owned(), text.into_bytes())
            })
            .collect();
        folder.write(&files)?;
        let written = files.iter();
        table::written(
            out,
            written.map(|(name, bytes)| (name.as_str(), bytes.len() as u64)),
        )?;
    } else if let Some(kind) = args.kind {
        let text = text_of(&mut session, kind, variant);
        io::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(exit_of(&session, is_complete))
}

fn text_of(session: &mut Session, kind: ExportKind, variant: Option<&str>) -> String {
    match kind {
        ExportKind::Result => session.result_json(),
        ExportKind::Jsonl => session.attempts_jsonl(),
        ExportKind::Csv => session.attempts_csv(),
        ExportKind::Summary => session.summary_markdown(variant),
    }
}
