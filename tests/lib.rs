//! The corpus: cases that every door must answer alike, and as they say.
//!
//! A case is a TOML file below `corpus/detector`, `corpus/records` or `corpus/accounting`; how one
//! is written stands in `README.md`.
//! The tests of a door load a case's files, ask every question, and hand the answers to
//! [`Case::differences`].

mod case;
/// The hosts are native programs.
#[cfg(not(target_arch = "wasm32"))]
mod hosts;
mod journal;

pub use case::{Answers, Case, Question};
#[cfg(not(target_arch = "wasm32"))]
pub use hosts::{Ask, HostInputs, HostScript, host_inputs, vector_asks, vectors};

/// Every case: its path below the corpus, and its text.
const CASES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// Every other file of the corpus that a case may load, by its path below the corpus.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What the native program answered to every question of every case, as JSON; empty where nobody
/// has asked it.
pub const NATIVE_ANSWERS: &str = include_str!(concat!(env!("OUT_DIR"), "/native-answers.json"));

/// A file of the corpus by its path.
///
/// # Panics
/// If there is no such file.
pub fn file(path: &str) -> &'static [u8] {
    FILES.iter().find(|(name, _)| *name == path).map_or_else(
        || panic!("the corpus has no file {path}"),
        |(_, bytes)| bytes,
    )
}
