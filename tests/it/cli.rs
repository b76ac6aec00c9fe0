//! The command line, as a shell sees it.

mod check;
mod errors;
mod hostile;
mod input;
mod inspect;
mod opinions;
mod publish;
mod replay;
mod report;
mod review;
mod schema;
mod settings;

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;

/// The folder of the corpus; the commands run there, so that what they print names no machine.
fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The recorded runs, their rows and their attempts.
const DEERFLOW: [&str; 3] = [
    "deerflow/threads",
    "deerflow/runs.json",
    "deerflow/attempts.jsonl",
];

/// The program, beside this test in the target folder. `cargo test` of this package alone does not
/// build it.
fn loopledger(arguments: &[&str]) -> Command {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(|deps| deps.parent()).unwrap();
    let program = folder
        .join("loopledger")
        .with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        program.is_file(),
        "{} is missing; build it with: cargo build -p loopledger_cli",
        program.display()
    );
    let mut command = Command::new(program);
    command.current_dir(corpus()).args(arguments);
    command
}

/// What the command prints, where it succeeds.
fn printed(arguments: &[&str]) -> String {
    let output = loopledger(arguments)
        .assert()
        .success()
        .get_output()
        .clone();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    String::from_utf8(output.stdout).unwrap()
}

fn printed_json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

/// The keys of an object, sorted.
fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// Checks the exit code, that nothing was printed, and what the message says.
fn check_failure(arguments: &[&str], code: i32, message: &str) {
    let output = loopledger(arguments)
        .assert()
        .code(code)
        .get_output()
        .clone();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    let found = String::from_utf8(output.stderr).unwrap();
    assert!(found.contains(message), "{found}");
}
