//! Why nothing of a file could be read.

use crate::{Diagnostic, Format};

/// A file of which nothing could be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is no format that is read here.
    #[error("{}", not_recognised(tried))]
    NotRecognised {
        /// Every format that was tried, with the reason why it is not that one.
        tried: Vec<Tried>,
        /// What is wrong with the file itself, where that is the cause.
        diagnostics: Vec<Diagnostic>,
    },
    /// It holds nothing, or only white space.
    #[error("the file is empty")]
    Empty,
    /// It is text in an encoding that is not read here.
    #[error("byte {byte} is not UTF-8 (found {found}); {hint}")]
    Encoding {
        /// Offset of the first byte that does not fit.
        byte: u64,
        /// The bytes there, in hexadecimal.
        found: String,
        /// What it may be, and what to do about it.
        hint: &'static str,
    },
    /// It decompresses to more than a limit allows.
    #[error(
        "the compressed file is larger than {limit} allows ({allowed}); {produced} bytes came out of {consumed}"
    )]
    TooLarge {
        /// The limit's name.
        limit: &'static str,
        /// The limit's value.
        allowed: u64,
        /// Decompressed bytes so far.
        produced: u64,
        /// Compressed bytes so far.
        consumed: u64,
    },
    /// It holds more attempts, runs or other records than a limit allows.
    #[error(
        "the file holds more records than {limit} allows ({allowed}); the next one begins in line {line}, byte {byte}"
    )]
    TooMany {
        /// The limit's name.
        limit: &'static str,
        /// The limit's value.
        allowed: u64,
        /// The line of the first record that is one too many, counted from 1.
        line: u64,
        /// Its byte offset in the decompressed file.
        byte: u64,
    },
    /// Its compression is broken from the start.
    #[error("the gzip data cannot be decompressed: {reason}")]
    Compression {
        /// What the decompressor says.
        reason: String,
    },
}

/// A format that was tried, and why the file is not that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    /// The format.
    pub format: Format,
    /// Why it did not fit.
    pub why_not: String,
}

impl ReadError {
    /// The error's stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotRecognised { .. } => "not_recognised",
            Self::Empty => "empty_file",
            Self::Encoding { .. } => "not_utf8",
            Self::TooLarge { .. } => "too_large",
            Self::TooMany { .. } => "too_many_records",
            Self::Compression { .. } => "broken_compression",
        }
    }
}

fn not_recognised(tried: &[Tried]) -> String {
    let reasons: Vec<_> = tried
        .iter()
        .map(|Tried { format, why_not }| format!("{}: {why_not}", format.label()))
        .collect();
    format!("no format fits ({})", reasons.join("; "))
}
