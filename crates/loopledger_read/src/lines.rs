//! A file as lines.

use memchr::memchr2;

/// A line of a file, without its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Counted from 1.
    pub(crate) number: u64,
    /// Whether the line has an end, so that it is not cut off.
    pub(crate) is_ended: bool,
}

/// Where the next line starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(crate) at: usize,
    pub(crate) number: u64,
}

impl Cursor {
    pub(crate) fn new(at: usize) -> Self {
        Self { at, number: 1 }
    }

    /// The next line; a line ends with LF, CR or both.
    pub(crate) fn next_line(&mut self, bytes: &[u8]) -> Option<Line> {
        let rest = bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let start = self.at;
        let found = memchr2(b'\n', b'\r', rest);
        let length = found.unwrap_or(rest.len());
        let end_bytes = match found {
            Some(at) if rest.get(at..at + 2) == Some(b"\r\n") => 2,
            Some(_) => 1,
            None => 0,
        };
        let line = Line {
            start,
            end: start + length,
            number: self.number,
            is_ended: found.is_some(),
        };
        self.at = line.end + end_bytes;
        self.number += 1;
        Some(line)
    }
}

/// Whether a line holds nothing but white space.
pub(crate) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}
