//! What the tests of the reader share.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use loopledger_model::tokens::Count;
use loopledger_model::trace::{CallOutcome, Response, Run};
use loopledger_model::{Measured, Tokens};
use loopledger_read::{FileMeta, FileRead, ReadError, read};
use std::path::PathBuf;

/// A file of the corpus in the repository.
pub(crate) fn corpus(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/corpus")
        .join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn try_read(name: &str, bytes: impl Into<Vec<u8>>) -> Result<FileRead, ReadError> {
    read(FileMeta::new(name), bytes.into())
}

pub(crate) fn read_text(text: &str) -> FileRead {
    try_read("input", text).unwrap()
}

pub(crate) fn read_corpus(name: &str) -> FileRead {
    try_read(name, corpus(name)).unwrap()
}

/// The codes of a file's diagnostics with their lines.
pub(crate) fn codes(file: &FileRead) -> Vec<(&str, Option<u64>)> {
    file.diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.code.as_ref(), diagnostic.place.line))
        .collect()
}

/// Five counts in record order, unknown as the reason's code.
pub(crate) fn counts(tokens: &Tokens<Count>) -> [String; 5] {
    tokens.named().map(|(_, count)| match count {
        Ok(count) => count.to_string(),
        Err(reason) => reason.code().to_owned(),
    })
}

pub(crate) fn measured_counts(tokens: &Tokens<Measured<u64>>) -> [String; 5] {
    tokens.named().map(|(_, count)| shown(count))
}

/// A measurement as text, unknown as the reason's code.
pub(crate) fn shown<T: ToString>(measured: &Measured<T>) -> String {
    match measured {
        Measured::Known { value, .. } => value.to_string(),
        Measured::Unknown { reason, .. } => reason.code().to_owned(),
    }
}

/// The outcomes of a response's calls, one letter each: executed, failed, suppressed, unknown.
pub(crate) fn outcomes(response: &Response) -> String {
    response
        .tool_calls
        .iter()
        .map(|call| match call.outcome {
            CallOutcome::Executed {
                is_error: false, ..
            } => 'e',
            CallOutcome::Executed { is_error: true, .. } => 'f',
            CallOutcome::Suppressed => 's',
            CallOutcome::Unknown => '?',
        })
        .collect()
}

pub(crate) fn run_outcomes(run: &Run) -> String {
    run.responses
        .iter()
        .map(outcomes)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A run's stop reason: its spelling, `none`, or the reason why it is unknown.
pub(crate) fn stop(reason: &Measured<Option<loopledger_model::StopReason>>) -> String {
    match reason {
        Measured::Known { value, .. } => value
            .as_ref()
            .map_or("none".to_owned(), ToString::to_string),
        Measured::Unknown { reason, .. } => reason.code().to_owned(),
    }
}
