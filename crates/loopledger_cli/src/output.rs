//! Output: tables for people, JSON for programs.

pub(crate) mod markdown;
pub(crate) mod table;

use serde::Serialize;
use std::io::{self, Write as _};

/// Prints one JSON document and a line end.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}
