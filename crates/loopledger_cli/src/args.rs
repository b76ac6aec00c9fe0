//! The command line as it is typed.

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use loopledger::schema;
use std::path::PathBuf;

/// Tells useful work from repeated tool traffic in runs of LLM agents, and accounts for everything
/// they spent.
#[derive(Debug, Parser)]
#[command(
    name = "loopledger",
    version,
    after_help = "Exit codes:\n  \
        0  every file was recognised; what is wrong with single records is in the output\n  \
        1  at least one file was refused as nothing that is read here; the others count\n  \
        2  the command line was not understood\n  \
        3  a file could not be opened, or the output could not be written\n  \
        4  the run, the revision or the configuration that was asked for is not to be had"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Shows what was read from each file: sessions, tokens, decisions, diagnostics
    Inspect(FileArgs),
    /// Judges the recorded runs again and shows every decision
    Replay(ReplayArgs),
    /// Shows the result record, the attempts, and what is unknown and why
    Report(FileArgs),
    /// Prints the JSON Schema of a record, or of what a command prints with --json
    Schema {
        /// Of what
        kind: SchemaKind,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct FileArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) rules: Rules,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) rules: Rules,
    /// Only the run with this key; `inspect` and `replay` print the keys
    #[arg(long, value_name = "KEY")]
    pub(crate) run: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Files {
    /// Files or folders to read; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print JSON for programs in place of a table for people
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Rules {
    /// Upstream revision to replay: 2026-08-22, 2026-09-08, 2026-09-10 or 2026-09-16
    /// [default: what was recorded, else 2026-09-08]
    #[arg(long, value_name = "DATE")]
    pub(crate) revision: Option<String>,
    /// Take the limits from the `loop_detection` section of this config.yaml
    /// [default: what was recorded, else a config.yaml among the files, else upstream's defaults]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaKind {
    /// The attempt record, one line of JSON Lines
    Attempt,
    /// The result record
    Result,
    /// The experiment manifest
    Experiment,
    /// What `inspect --json` prints
    Inspect,
    /// What `replay --json` prints
    Replay,
    /// What `report --json` prints
    Report,
}

impl From<SchemaKind> for schema::SchemaKind {
    fn from(kind: SchemaKind) -> Self {
        match kind {
            SchemaKind::Attempt => Self::Attempt,
            SchemaKind::Result => Self::Result,
            SchemaKind::Experiment => Self::Experiment,
            SchemaKind::Inspect => Self::Inspect,
            SchemaKind::Replay => Self::Replay,
            SchemaKind::Report => Self::Report,
        }
    }
}
