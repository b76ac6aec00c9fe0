//! Output: tables for people, JSON for programs.

pub(crate) mod table;

use loopledger::view::{AttemptView, FileView, ReplayView, ReportView};
use serde::Serialize;
use std::io::{self, Write as _};

/// What `replay --json` prints.
#[derive(Debug, Serialize)]
pub(crate) struct Replays<'a> {
    pub(crate) replays: &'a [ReplayView],
}

/// What `report --json` prints.
#[derive(Debug, Serialize)]
pub(crate) struct Report<'a> {
    pub(crate) report: &'a ReportView,
    pub(crate) attempts: &'a [AttemptView],
    pub(crate) files: &'a [FileView],
}

/// Prints one JSON document and a line end.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}
