//! What was wrong with the input, and where.

use loopledger_model::Place;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;

/// How many diagnostics of one code a file reports; the rest are counted.
pub const MAX_DIAGNOSTICS_PER_CODE: u64 = 50;

/// Something in a file that a reader should know about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// What it is, as a stable code in snake case.
    pub code: Cow<'static, str>,
    /// Where it stands: file, line, byte offset, JSON pointer.
    pub place: Place,
    /// What should have stood there.
    pub expected: String,
    /// What stood there, shortened.
    pub found: String,
    /// The whole thing as one sentence, for people.
    pub message: String,
}

/// How much a diagnostic matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something was left out: a record, or a value that is unknown now.
    Error,
    /// Everything was read, but a figure may mean something else than it seems to.
    Warning,
    /// Worth knowing.
    Info,
}

impl Severity {
    /// The severity as one lower-case word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            severity,
            code,
            place,
            message,
            ..
        } = self;
        write!(f, "{place}: {} [{code}]: {message}", severity.as_str())
    }
}

/// The diagnostics of a file, so many of each code and no more.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    list: Vec<Diagnostic>,
    counts: FxHashMap<&'static str, u64>,
}

impl Diagnostics {
    pub(crate) fn push(
        &mut self,
        severity: Severity,
        code: &'static str,
        place: Place,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) {
        let (expected, found) = (expected.into(), found.into());
        let message = format!("expected {expected}, found {found}");
        self.push_message(severity, code, place, expected, found, message);
    }

    pub(crate) fn push_message(
        &mut self,
        severity: Severity,
        code: &'static str,
        place: Place,
        expected: impl Into<String>,
        found: impl Into<String>,
        message: impl Into<String>,
    ) {
        let count = self.counts.entry(code).or_default();
        *count += 1;
        if *count > MAX_DIAGNOSTICS_PER_CODE {
            return;
        }
        self.list.push(Diagnostic {
            severity,
            code: code.into(),
            place,
            expected: expected.into(),
            found: found.into(),
            message: message.into(),
        });
    }

    /// The diagnostics in the order in which they were found, and one more that counts those that
    /// were left out.
    pub(crate) fn finish(mut self, file: &Place) -> Vec<Diagnostic> {
        let mut left_out: Vec<_> = self
            .counts
            .iter()
            .filter(|(_, count)| **count > MAX_DIAGNOSTICS_PER_CODE)
            .map(|(code, count)| (*code, count - MAX_DIAGNOSTICS_PER_CODE))
            .collect();
        left_out.sort_unstable();
        for (code, count) in left_out {
            self.list.push(Diagnostic {
                severity: Severity::Info,
                code: "diagnostics_left_out".into(),
                place: file.clone(),
                expected: format!("at most {MAX_DIAGNOSTICS_PER_CODE} diagnostics of one code"),
                found: format!("{count} more of {code}"),
                message: format!("{count} more diagnostics of {code} are not listed"),
            });
        }
        self.list
    }
}

/// A piece of input for a message: on one line, at most 60 characters.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut out: String = text
        .chars()
        .take(LONGEST)
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}
