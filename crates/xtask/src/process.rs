//! Running other programs.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::repository;

/// A command in the repository's root that does not see what cargo tells *this* program:
/// build scripts that look at such variables would run again for nothing.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(repository::root()).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
        {
            command.env_remove(&*name);
        }
    }
    command
}

/// The cargo that runs this program.
pub(crate) fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command that speaks for itself.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .map_err(|error| cannot_start(command, &error))?;
    if !status.success() {
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

/// Runs a command whose words matter only when it fails.
pub(crate) fn run_quietly(command: &mut Command) -> Result<()> {
    output(command).map(drop)
}

/// What a command printed.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    // Its last lines are shown, and a backtrace would leave no room for what it said.
    let Output {
        status,
        stdout,
        stderr,
    } = command
        .env("RUST_BACKTRACE", "0")
        .output()
        .map_err(|error| cannot_start(command, &error))?;
    let stdout = String::from_utf8_lossy(&stdout);
    if !status.success() {
        let stderr = String::from_utf8_lossy(&stderr);
        let lines: Vec<&str> = stdout.lines().chain(stderr.lines()).collect();
        let tail = lines[lines.len().saturating_sub(15)..].join("\n  ");
        bail!("`{}` failed ({status}):\n  {tail}", shown(command));
    }
    Ok(stdout.into_owned())
}

/// An error as a reader needs it: what is missing, why, and at the end what mends it.
pub(crate) fn mended_by(error: &anyhow::Error, what: &str, hint: &str) -> anyhow::Error {
    anyhow::anyhow!("{what}: {error:#}\n{hint}")
}

fn cannot_start(command: &Command, error: &io::Error) -> anyhow::Error {
    let program = command.get_program().to_string_lossy();
    if error.kind() == io::ErrorKind::NotFound {
        anyhow::anyhow!("`{program}` is not installed, or not on PATH")
    } else {
        anyhow::anyhow!("`{program}` cannot be started: {error}")
    }
}

/// A command as one would type it, without the folders of its program.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program());
    let mut text = program.to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

/// The file that a program's name stands for on PATH.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| {
            folder
                .join(program)
                .with_extension(std::env::consts::EXE_EXTENSION)
        })
        .find(|file| file.is_file())
}

/// PATH with `first` before everything else.
pub(crate) fn path_with(first: impl IntoIterator<Item = PathBuf>) -> Result<std::ffi::OsString> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(first.into_iter().chain(std::env::split_paths(&path)))
        .context("a folder's name cannot stand in PATH")
}
