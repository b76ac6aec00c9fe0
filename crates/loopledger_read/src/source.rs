//! A parsed text and where it stands in its file.

use crate::ReadError;
use crate::diagnostic::{Diagnostics, Severity};
use loopledger_json::Node;
use loopledger_model::Place;
use memchr::memchr2_iter;
use std::sync::Arc;

/// A text that was parsed as one JSON value: a line of a file, or a whole document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a Arc<str>,
    pub(crate) text: &'a str,
    /// Byte offset of the text in the file.
    pub(crate) base: u64,
    pub(crate) lines: Lines<'a>,
}

/// How offsets in a text become line numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Lines<'a> {
    /// The text is one line of the file, with this number.
    One(u64),
    /// The text is a document whose lines start at these offsets.
    Starts(&'a [usize]),
}

impl<'a> Source<'a> {
    /// The line, counted from 1, in which an offset of the text stands.
    pub(crate) fn line_at(&self, offset: usize) -> u64 {
        match self.lines {
            Lines::One(line) => line,
            Lines::Starts(starts) => starts.partition_point(|start| *start <= offset) as u64,
        }
    }

    pub(crate) fn byte_at(&self, offset: usize) -> u64 {
        self.base + offset as u64
    }

    pub(crate) fn place(&self, offset: usize, pointer: impl Into<String>) -> Place {
        let pointer: String = pointer.into();
        Place {
            file: Arc::clone(self.file),
            line: Some(self.line_at(offset)),
            byte: Some(self.byte_at(offset)),
            pointer: (!pointer.is_empty()).then_some(pointer),
        }
    }

    /// A value's source text.
    pub(crate) fn slice(&self, node: &Node<'_>) -> &'a str {
        self.text.get(node.start..node.end).unwrap_or_default()
    }
}

/// A JSON value, the text that it stands in and the way to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Record<'s, 'a> {
    pub(crate) source: &'s Source<'a>,
    pub(crate) node: &'s Node<'a>,
    /// JSON pointer to the value.
    pub(crate) pointer: &'s str,
}

impl<'a> Record<'_, 'a> {
    pub(crate) fn line(&self) -> u64 {
        self.source.line_at(self.node.start)
    }

    pub(crate) fn byte(&self) -> u64 {
        self.source.byte_at(self.node.start)
    }

    pub(crate) fn place(&self) -> Place {
        self.source.place(self.node.start, self.pointer)
    }

    /// The place of a value inside the record; `pointer` leads from the record to it.
    pub(crate) fn place_of(&self, node: &Node<'a>, pointer: &str) -> Place {
        self.source
            .place(node.start, format!("{}{pointer}", self.pointer))
    }
}

/// What the readers of one file share.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) file: Arc<str>,
    pub(crate) diagnostics: Diagnostics,
    /// Why the file is refused, although it can be read so far.
    pub(crate) refusal: Option<ReadError>,
}

impl Context {
    pub(crate) fn new(file: &Arc<str>) -> Self {
        Self {
            file: Arc::clone(file),
            diagnostics: Diagnostics::default(),
            refusal: None,
        }
    }

    pub(crate) fn report(
        &mut self,
        severity: Severity,
        code: &'static str,
        place: Place,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) {
        self.diagnostics
            .push(severity, code, place, expected, found);
    }
}

/// The offsets at which the lines of a text start; a line ends with LF, CR or both.
pub(crate) fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    for end in memchr2_iter(b'\n', b'\r', bytes) {
        if bytes.get(end) == Some(&b'\r') && bytes.get(end + 1) == Some(&b'\n') {
            continue;
        }
        starts.push(end + 1);
    }
    starts
}

/// A key as a step of a JSON pointer.
pub(crate) fn pointer_step(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}
