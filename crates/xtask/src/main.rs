//! The project's own chores.

mod conformance;

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first() {
        Some((command, rest)) if command == "conformance" => conformance::run(rest),
        _ => Err(anyhow::anyhow!("usage: cargo xtask conformance DIR")),
    };
    result.unwrap_or_else(|error| {
        // Nothing is left to do when standard error is gone.
        let _ = writeln!(std::io::stderr(), "error: {error:#}");
        ExitCode::FAILURE
    })
}
