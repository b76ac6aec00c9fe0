//! Runs recorded answers of upstream's detector (*vectors*) against Loopledger's.
//!
//! For tests and for `cargo xtask conformance`; nothing that is shipped depends on it.
//! It reads text and compares; opening files is the caller's.
//!
//! A vector file is recognised by its shape:
//! - a JSON array of cases: `config`, `validate`, `steps`, and `results` or `expect`, one a step;
//! - JSON Lines of such cases;
//! - a JSON array of call sets: `call`, `calls` or `call_py`, the `hash` of the set, and the call's
//!   `normalized` text.
//!
//! Every field of every answer is compared, and a field that is not known here is a failure.

mod digest;
mod fact;
mod python_literal;
mod script;
mod trace;

use loopledger_detect::Revision;
pub use loopledger_detect::RunId;
use loopledger_json::{Node, parse};

pub use script::{Operation, Recorded, Script, ScriptCall, ScriptName, ScriptStep, scripts};

/// What became of the vectors of one or more files.
#[derive(Debug, Default)]
pub struct Report {
    /// How many vectors agree in every field.
    pub passed: usize,
    /// The others.
    pub failures: Vec<Failure>,
}

/// A vector that does not agree, or a file that holds none.
#[derive(Debug)]
pub struct Failure {
    /// The file's name, as the caller gave it.
    pub file: String,
    /// The vector: its name or number, and the revision.
    pub vector: String,
    /// The first difference.
    pub difference: String,
}

impl Report {
    /// Runs every vector of a file; a text that is no vector file is a failure.
    pub fn run_file(&mut self, name: &str, text: &str) {
        let vectors = match read(text) {
            Ok(vectors) => vectors,
            Err(difference) => {
                self.record(name, "the file".to_owned(), Err(difference));
                return;
            }
        };
        if vectors.is_empty() {
            self.record(name, "the file".to_owned(), Err("no vectors".to_owned()));
        }
        for (at, (vector, text)) in vectors.iter().enumerate() {
            let (label, result) = run(name, at, vector, text);
            self.record(name, label, result);
        }
    }

    /// The closing line: `N passed, M failed`.
    pub fn summary(&self) -> String {
        format!("{} passed, {} failed", self.passed, self.failures.len())
    }

    /// Whether something was run and all of it agrees.
    pub fn is_success(&self) -> bool {
        self.failures.is_empty() && self.passed > 0
    }

    fn record(&mut self, file: &str, vector: String, result: Result<(), String>) {
        match result {
            Ok(()) => self.passed += 1,
            Err(difference) => self.failures.push(Failure {
                file: file.to_owned(),
                vector,
                difference,
            }),
        }
    }
}

/// The vectors of a file, each with the text that its offsets belong to.
fn read(text: &str) -> Result<Vec<(Node<'_>, &str)>, String> {
    match parse(text) {
        Ok(document) => match document.array() {
            Some(vectors) => Ok(vectors.iter().map(|node| (node.clone(), text)).collect()),
            None => Ok(vec![(document, text)]),
        },
        Err(whole) => {
            let mut vectors = Vec::new();
            for (at, line) in text.lines().enumerate() {
                if line.trim().is_empty() {
                    continue;
                }
                let node = parse(line).map_err(|error| {
                    format!(
                        "neither JSON ({whole}) nor JSON Lines (line {}: {error})",
                        at + 1
                    )
                })?;
                vectors.push((node, line));
            }
            Ok(vectors)
        }
    }
}

fn run(file: &str, at: usize, vector: &Node<'_>, text: &str) -> (String, Result<(), String>) {
    let label = label(at, vector, text);
    let revision = match revision_of(file, vector) {
        Ok(revision) => revision,
        Err(difference) => return (label, Err(difference)),
    };
    let result = if vector.get("steps").is_some() {
        trace::run(vector, text, revision)
    } else if vector.get("hash").is_some() {
        digest::run(vector, text, revision)
    } else {
        Err("neither a case nor a call set".to_owned())
    };
    (format!("{label} ({revision})"), result)
}

/// The vector's name or number.
fn label(at: usize, vector: &Node<'_>, text: &str) -> String {
    ["name", "label", "i"]
        .iter()
        .find_map(|key| vector.get(key))
        .map_or_else(
            || format!("vector {}", at + 1),
            |node| match node.str() {
                Some(name) => name.to_display().into_owned(),
                None => format!("i={}", text.get(node.start..node.end).unwrap_or_default()),
            },
        )
}

/// The vector's own revision, else the one that the file's name holds, else the default.
fn revision_of(file: &str, vector: &Node<'_>) -> Result<Revision, String> {
    if let Some(named) = vector.get("revision") {
        let named = named.str().map(|name| name.to_display().into_owned());
        return named
            .unwrap_or_default()
            .parse()
            .map_err(|error: loopledger_detect::UnknownRevision| error.to_string());
    }
    Ok(Revision::ALL
        .into_iter()
        .find(|revision| file.contains(revision.as_str()))
        .unwrap_or_default())
}
