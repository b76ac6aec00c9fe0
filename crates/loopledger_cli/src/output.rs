//! Output: tables for people, JSON for programs.

pub(crate) mod markdown;
pub(crate) mod opinions;
pub(crate) mod review;
pub(crate) mod table;

use loopledger::visible;
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

/// Standard output for people: what records say commands no terminal.
pub(crate) fn for_people() -> Visible<io::BufWriter<io::StdoutLock<'static>>> {
    Visible(io::BufWriter::new(io::stdout().lock()))
}

/// A line on standard error; it may be closed, and then nobody is left to tell.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(Visible(io::stderr()), "loopledger: {message}");
}

/// Writes text with its control characters spelt out.
///
/// It is given whole strings, as `write!` does, so that no character is torn.
#[derive(Debug)]
pub(crate) struct Visible<W>(W);

impl<W: io::Write> io::Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .write_all(visible(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
