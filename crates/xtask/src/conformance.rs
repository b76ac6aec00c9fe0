//! `cargo xtask conformance DIR`: the recorded answers of upstream's detector against ours.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use loopledger_conformance::Report;

/// Runs every vector file of a folder; the exit code is 1 if one vector differs or none was found.
///
/// The last line that it prints is `N passed, M failed`, so a difference is no error to report.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<ExitCode> {
    let [folder] = arguments else {
        bail!("usage: cargo xtask conformance DIR");
    };
    let mut report = Report::default();
    let mut paths = Vec::new();
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("cannot read the folder {folder}"))?;
    for entry in entries {
        paths.push(entry?.path());
    }
    paths.sort();
    for path in paths.iter().filter(|path| is_vector_file(path)) {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        report.run_file(&name, &text);
    }
    let mut output = std::io::stdout().lock();
    for failure in &report.failures {
        writeln!(
            output,
            "{}: {}: {}",
            failure.file, failure.vector, failure.difference
        )?;
    }
    writeln!(output, "{}", report.summary())?;
    Ok(if report.is_success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Whether a path is worth reading: what it holds decides then.
fn is_vector_file(path: &Path) -> bool {
    path.is_file()
        && path
            .extension()
            .is_some_and(|extension| extension == "json" || extension == "jsonl")
}
