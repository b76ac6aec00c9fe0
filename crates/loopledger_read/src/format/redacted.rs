//! Redacted traces: what a file says, without the texts of prompts, arguments and results.
//!
//! JSON Lines of a format of our own, `loopledger.trace/v2`, since no foreign format can say what
//! a call's key is without the arguments that it is made of.
//! A file of any format becomes one: the first line says what it was, and every place is that in
//! the original.

mod fields;
mod read;
mod wire;
mod write;

pub(crate) use read::RedactedTrace;
pub use write::write_redacted;

use crate::Format;
use loopledger_json::Node;
use loopledger_model::Place;
use std::sync::Arc;

pub(crate) const WANTS: &str = "schema loopledger.trace/v2 and a record";

/// The value of `schema` on every line.
const SCHEMA: &str = "loopledger.trace/v2";
/// The version before, which is read too: it has no digests of words and results.
const SCHEMA_V1: &str = "loopledger.trace/v1";
const SCHEMA_PREFIX: &str = "loopledger.trace/";

/// What stands in place of a text that was taken out, where that there was one matters.
const REDACTED: &str = "redacted";

/// What a redaction takes out beyond prompts, arguments and results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Redaction {
    /// What is left of the arguments.
    pub digests: Digests,
    /// What is left of reviews.
    pub reviews: Reviews,
}

/// What is left of arguments, words and results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Digests {
    /// Upstream's own twelve hex digits of the arguments, sixteen of words and results. They have
    /// no salt: who guesses the text can see that the guess is right.
    #[default]
    Upstream,
    /// Numbers by first appearance in a run, which say no more than which calls, words and results
    /// are the same.
    Opaque,
}

/// What is left of reviews besides the decision and the rubric.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Reviews {
    /// That there was a reason, and how many files of an artifact there were, with their digests.
    #[default]
    Counted,
    /// The reason, the reviewer and the names of the files too.
    Kept,
}

/// What the original of a redacted file was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedactedFrom {
    /// Its format.
    pub format: Format,
    /// Its size, before decompression.
    pub bytes: u64,
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
    /// How it was redacted.
    pub redaction: Redaction,
}

impl Digests {
    fn code(self) -> &'static str {
        match self {
            Self::Upstream => "upstream",
            Self::Opaque => "opaque",
        }
    }
}

/// Whether an object is a line of a redacted trace, of whatever version.
pub(crate) fn is_line(node: &Node<'_>) -> bool {
    node.get("schema")
        .and_then(Node::str)
        .is_some_and(|schema| schema.to_display().starts_with(SCHEMA_PREFIX))
}

/// Where a redacted file says what stood at a place of its original: the line of the record that
/// holds it; `None` where there is none.
pub fn redacted_place(text: &[u8], place: &Place) -> Option<Place> {
    let wanted = (place.line?, place.byte.unwrap_or(u64::MAX));
    let mut best: Option<((u64, u64), Place)> = None;
    let mut start = 0;
    for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let at = std::str::from_utf8(line)
            .ok()
            .and_then(|line| loopledger_json::parse(line).ok())
            .and_then(|node| {
                let at = node.object()?.last()?.value.get("at")?;
                let count = |key| at.get(key)?.number()?.to_u64();
                Some((count("line")?, count("byte").unwrap_or_default()))
            });
        // The last record that begins at the place or before it.
        if let Some(at) = at.filter(|at| *at <= wanted)
            && best.as_ref().is_none_or(|(other, _)| at > *other)
        {
            let found = Place {
                line: Some(number),
                byte: Some(start),
                ..Place::file(Arc::clone(&place.file))
            };
            best = Some((at, found));
        }
        start += line.len() as u64 + 1;
    }
    best.map(|(_, place)| place)
}
