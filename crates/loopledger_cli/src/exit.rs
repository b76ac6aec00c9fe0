//! Exit codes, as `--help` documents them.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Every file was recognised; diagnostics of single records are part of the output.
    Done,
    /// At least one file was refused as nothing that is read here; the others count.
    Refused,
    /// A file could not be opened, or the output could not be written.
    Io,
    /// The revision or the configuration that was asked for is not to be had.
    Settings,
    /// A condition failed, or `--strict` found something.
    Failed,
    /// A condition cannot be decided.
    Undecided,
    /// A comparison was refused.
    NotCompared,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Refused => 1,
            // 2 is clap's, for a command line that it does not understand.
            Exit::Io => 3,
            Exit::Settings => 4,
            Exit::Failed => 5,
            Exit::Undecided => 6,
            Exit::NotCompared => 7,
        })
    }
}

/// A revision or configuration that is not to be had.
#[derive(Debug)]
pub(crate) struct SettingsError(pub(crate) String);

impl std::fmt::Display for SettingsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingsError {}

/// The exit that an error calls for.
pub(crate) fn of_error(error: &anyhow::Error) -> Exit {
    if error.downcast_ref::<SettingsError>().is_some()
        || error.downcast_ref::<loopledger::ReplayError>().is_some()
        || error.downcast_ref::<loopledger::SweepError>().is_some()
    {
        Exit::Settings
    } else {
        Exit::Io
    }
}

/// Whether the reader of our output has gone, which is no failure of ours.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let is = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
        cause.downcast_ref::<std::io::Error>().is_some_and(is)
            || cause
                .downcast_ref::<serde_json::Error>()
                .is_some_and(|error| error.io_error_kind() == Some(std::io::ErrorKind::BrokenPipe))
    })
}
