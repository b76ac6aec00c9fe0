//! What was read from a file.

use crate::{ConfigSection, Diagnostic, Format, RedactedFrom};
use loopledger_model::trace::Run;
use loopledger_model::{
    AttemptRecord, Evaluation, Experiment, PriceTable, Proposal, ResultRecord, ReviewRecord, RunRow,
};
use std::sync::Arc;

/// What the host knows about a file besides its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileMeta {
    /// The file's name, with its folder where one was dropped.
    pub name: Arc<str>,
    /// When it was last changed (RFC 3339), where the host knows.
    pub modified: Option<String>,
}

impl FileMeta {
    /// A file of which only the name is known.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            modified: None,
        }
    }
}

/// Everything that one file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRead {
    /// The file's name, as it was given.
    pub name: Arc<str>,
    /// The format that it is in.
    pub format: Format,
    /// What made it that format.
    pub why: String,
    /// The file's size as it was given, before decompression.
    pub bytes: u64,
    /// Records that were read: lines of a line format, items of a list, otherwise 1.
    pub records_read: u64,
    /// Records that could not be read. A sum over the file is unknown if there are any.
    pub records_rejected: u64,
    /// Runs of agents.
    pub runs: Vec<Run>,
    /// Attempts.
    pub attempts: Vec<AttemptRecord>,
    /// Runs as DeerFlow lists them.
    pub run_rows: Vec<RunRow>,
    /// Result records.
    pub results: Vec<ResultRecord>,
    /// Experiment manifests.
    pub experiments: Vec<Experiment>,
    /// Reviews, each of one reviewer.
    pub reviews: Vec<ReviewRecord>,
    /// Proposals of a changed limit.
    pub proposals: Vec<Proposal>,
    /// Verdicts of evaluation reports.
    pub evaluations: Vec<Evaluation>,
    /// A price table, or the prices that stand beside hand-written attempts.
    pub prices: Option<PriceTable>,
    /// The `loop_detection:` section of a `config.yaml`, unchecked.
    pub detector_config: Option<ConfigSection>,
    /// The prices of a `config.yaml`'s models.
    pub config_prices: Option<PriceTable>,
    /// What the file was before it was redacted; `None` where it is as it was recorded.
    pub redacted: Option<RedactedFrom>,
    /// What was wrong with the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl FileRead {
    pub(crate) fn new(name: Arc<str>, format: Format, why: String) -> Self {
        Self {
            name,
            format,
            why,
            bytes: 0,
            records_read: 0,
            records_rejected: 0,
            runs: Vec::new(),
            attempts: Vec::new(),
            run_rows: Vec::new(),
            results: Vec::new(),
            experiments: Vec::new(),
            reviews: Vec::new(),
            proposals: Vec::new(),
            evaluations: Vec::new(),
            prices: None,
            detector_config: None,
            config_prices: None,
            redacted: None,
            diagnostics: Vec::new(),
        }
    }

    /// The format that the file is in, or was in before it was redacted.
    pub fn original_format(&self) -> Format {
        self.redacted
            .as_ref()
            .map_or(self.format, |redacted| redacted.format)
    }
}
