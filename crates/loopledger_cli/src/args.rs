//! The command line as it is typed.

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use loopledger::check::Condition;
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
        4  the run, the revision or the configuration that was asked for is not to be had\n  \
        5  a condition of `check` failed, or --strict found something to complain about;\n     \
        `experiment check` found a fault, a change or something missing, or\n     \
        `experiment freeze` refused\n  \
        6  a condition of `check` cannot be decided, because a figure is unknown\n\n\
        Where several hold, the first of 3, 5, 1 and 6 counts."
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
    /// Shows what the loop detectors of other projects say about the recorded runs
    Opinions(OpinionsArgs),
    /// Shows the result record, the attempts, and what is unknown and why
    Report(FileArgs),
    /// Judges conditions on the report, for a job that must fail when a figure is too high
    Check(CheckArgs),
    /// Merges reviews: what they decide, where reviewers differ, how far they agree
    Review(ReviewArgs),
    /// Writes a site that opens on these results: the viewer, the data and their listing
    Bundle(BundleArgs),
    /// Writes the files again without prompts, arguments and results; figures and decisions stay
    Redact(RedactArgs),
    /// Makes, checks and freezes the manifest of an experiment
    Experiment {
        #[command(subcommand)]
        command: ExperimentCommand,
    },
    /// Prints the JSON Schema of a record, or of what a command prints with --json
    Schema {
        /// Of what
        kind: SchemaKind,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExperimentCommand {
    /// Writes a manifest from options, and says what it still lacks
    New(Box<NewExperimentArgs>),
    /// Says every fault and change of a manifest, and what attempts under it lack
    #[command(
        after_help = "Exits with 0 where the manifest is frozen, unchanged and without \
        fault, and, where attempts are given, each task has attempts under each variant, none \
        lacks a required field, and all carry its digest; else with 5."
    )]
    Check(CheckExperimentArgs),
    /// Writes the digests into a manifest; refuses one with faults, and one that changed since
    Freeze(FreezeArgs),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct NewExperimentArgs {
    /// The file to write; it must not exist
    #[arg(value_name = "MANIFEST")]
    pub(crate) out: PathBuf,
    /// The experiment's id
    #[arg(long, value_name = "ID")]
    pub(crate) id: String,
    /// Take tasks from this list: ID=TITLE a line, and below it a criterion a line after `- `
    #[arg(long, value_name = "FILE")]
    pub(crate) tasks: Option<PathBuf>,
    /// A task; may be given several times
    #[arg(long, value_name = "ID=TITLE")]
    pub(crate) task: Vec<String>,
    /// An acceptance criterion of every task; may be given several times
    #[arg(long, value_name = "TEXT")]
    pub(crate) criterion: Vec<String>,
    /// Revision of the source tree that the tasks are tried on
    #[arg(long, value_name = "REVISION")]
    pub(crate) source_revision: Option<String>,
    /// The model and its settings, in words of your own
    #[arg(long, value_name = "TEXT")]
    pub(crate) model: Option<String>,
    /// How many attempts run at the same time
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<u64>,
    /// The rubric's id
    #[arg(long, value_name = "ID")]
    pub(crate) rubric: Option<String>,
    /// The rubric's version
    #[arg(long, value_name = "VERSION")]
    pub(crate) rubric_version: Option<String>,
    /// A criterion of the rubric; may be given several times
    #[arg(long, value_name = "TEXT")]
    pub(crate) rubric_criterion: Vec<String>,
    /// The baseline's variant id
    #[arg(long, value_name = "ID", default_value = "baseline")]
    pub(crate) baseline: String,
    /// Take the baseline's limits from the `loop_detection` section of this config.yaml
    /// [default: upstream's defaults]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// A variant, which changes one setting; may be given several times
    #[arg(long, value_name = "ID:SETTING=VALUE")]
    pub(crate) variant: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CheckExperimentArgs {
    /// The manifest
    #[arg(value_name = "MANIFEST")]
    pub(crate) manifest: PathBuf,
    /// Files or folders with attempts, or with traces of them
    #[arg(value_name = "ATTEMPTS")]
    pub(crate) attempts: Vec<PathBuf>,
    /// Print JSON for programs in place of a table for people
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct FreezeArgs {
    /// The manifest
    #[arg(value_name = "MANIFEST")]
    pub(crate) manifest: PathBuf,
    /// Write the frozen manifest to this file, which must not exist [default: the manifest itself]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The time to write into it (RFC 3339) [default: none, so that the same manifest gives the same
    /// file]
    #[arg(long, value_name = "TIME")]
    pub(crate) frozen_at: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct FileArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) redaction: RedactionArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Fail where this holds: METRIC OP NUMBER, as in 'costPerAcceptedArtifact > 0.50 USD', with
    /// `variant=NAME:` before it where one variant is meant; may be given several times
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true)]
    pub(crate) fail_if: Vec<Condition>,
    /// Fail where there is anything to complain about in the files
    #[arg(long)]
    pub(crate) strict: bool,
    /// Append the Markdown summary to this file in place of printing it; a CI job's step summary
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) redaction: RedactionArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Print Markdown for a pull request in place of a table for people
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Fail where reviewers differ, or where a decision does not count
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) redaction: RedactionArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct BundleArgs {
    /// Files or folders to publish
    #[arg(required = true, value_name = "RESULTS")]
    pub(crate) paths: Vec<PathBuf>,
    /// The folder of the site; it must not exist, or be empty
    #[arg(long, value_name = "DIR", required_unless_present = "single_file")]
    pub(crate) out: Option<PathBuf>,
    /// Write one HTML file in place of a folder, which works from a disk
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub(crate) single_file: Option<PathBuf>,
    /// Replace the folder, if it is an earlier bundle, or the single file
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Write nothing where there is anything to complain about in the files
    #[arg(long)]
    pub(crate) strict: bool,
    /// Take the viewer from this folder, as `cargo xtask web --release` builds it
    /// [default: the one that this program brings along, if it was built with one]
    #[arg(long, value_name = "DIR")]
    pub(crate) viewer: Option<PathBuf>,
    /// Print the listing as JSON in place of a table for people
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) redaction: RedactionArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct RedactArgs {
    /// Files or folders to redact
    #[arg(required = true, value_name = "FILE")]
    pub(crate) paths: Vec<PathBuf>,
    /// The folder to write to, under the files' own names; it must not exist, or be empty
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

/// Redaction where it is one of several things that can be asked for.
#[derive(Debug, ClapArgs)]
pub(crate) struct RedactionArgs {
    /// Leave out prompts, arguments and results; figures and decisions stay the same
    #[arg(long)]
    pub(crate) redact: bool,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

/// What a redaction keeps.
#[derive(Debug, ClapArgs)]
pub(crate) struct Kept {
    /// Keep reasons, reviewers and artifact names of reviews when redacting
    #[arg(long)]
    pub(crate) keep_reviews: bool,
    /// Write numbers for the digests of arguments when redacting, so that nobody can test a guess
    #[arg(long)]
    pub(crate) opaque_digests: bool,
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
    #[command(flatten)]
    pub(crate) redaction: RedactionArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct OpinionsArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) rules: Rules,
    /// Only the run with this key; `inspect` and `replay` print the keys
    #[arg(long, value_name = "KEY")]
    pub(crate) run: Option<String>,
    /// goose's `max_repetitions` [default: off]
    #[arg(long, value_name = "N")]
    pub(crate) goose_max_repetitions: Option<u64>,
    /// Tool calls that LangChain's `ToolCallLimitMiddleware` lets a run make [default: off]
    #[arg(long, value_name = "N")]
    pub(crate) tool_call_limit: Option<u64>,
    /// Model calls that LangChain's `ModelCallLimitMiddleware` lets a run make [default: off]
    #[arg(long, value_name = "N")]
    pub(crate) model_call_limit: Option<u64>,
    /// smolagents' `max_steps` [default: 20]
    #[arg(long, value_name = "N")]
    pub(crate) smolagents_max_steps: Option<u64>,
    /// crewAI's `max_iter` [default: 25]
    #[arg(long, value_name = "N")]
    pub(crate) crewai_max_iter: Option<u64>,
    #[command(flatten)]
    pub(crate) redaction: RedactionArgs,
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
    /// One reviewer's verdicts
    Review,
    /// What `inspect --json` prints
    Inspect,
    /// What `review --json` prints
    ReviewAnswer,
    /// What `replay --json` prints
    Replay,
    /// What `report --json` prints
    Report,
    /// The manifests of a session, and what was recorded under them
    Experiments,
    /// What `opinions --json` prints
    Opinions,
}

impl From<SchemaKind> for schema::SchemaKind {
    fn from(kind: SchemaKind) -> Self {
        match kind {
            SchemaKind::Attempt => Self::Attempt,
            SchemaKind::Result => Self::Result,
            SchemaKind::Experiment => Self::Experiment,
            SchemaKind::Review => Self::Review,
            SchemaKind::Inspect => Self::Inspect,
            SchemaKind::ReviewAnswer => Self::ReviewAnswer,
            SchemaKind::Replay => Self::Replay,
            SchemaKind::Report => Self::Report,
            SchemaKind::Experiments => Self::Experiments,
            SchemaKind::Opinions => Self::Opinions,
        }
    }
}
