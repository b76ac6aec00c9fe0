//! Everything that was loaded, and the questions that can be asked of it.

use crate::inspect::{InspectFile, InspectSession, InspectView};
use crate::limits::Sweep;
use crate::redact::Keys;
use crate::replay::{ConfigurationSource, Cursor, Rules, detector_config, effective};
use crate::view::{
    AttemptView, DiagnosticView, ExcerptView, FileView, FrameView, ReplaySettings, ReplayView,
    ReportView, RunView, TriedView,
};
use crate::{excerpt, replay, report};
use indexmap::IndexMap;
use loopledger_detect::{Config, ConfigError, RawValue, Revision, UnknownRevision};
use loopledger_experiment::review::Merged;
use loopledger_ledger::ledger::{Ledger, Remark, RemarkKind, Sources, Unreadable};
use loopledger_model::trace::{Agent, Run, TraceSource};
use loopledger_model::{
    AttemptRecord, EffectiveConfiguration, Place, PriceTable, ReviewRecord, RunRow, StopReason,
    UnknownReason,
};
use loopledger_read::{
    ConfigValue, ConfigValueKind, Diagnostic, FileMeta, FileRead, ReadError, Reading, Redaction,
    Severity, SourceText, redacted_place, write_redacted,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Files that were loaded together, and what can be asked of them.
///
/// Nothing is shared between sessions, and nothing is kept outside them.
#[derive(Debug, Default)]
pub struct Session {
    pub(crate) files: Vec<Loaded>,
    next_id: u64,
    /// Where each run stands, its file's index and its own, by its key, in the order of the files.
    pub(crate) runs: IndexMap<String, (usize, usize)>,
    /// Prices of every file, so that a model is found in one place.
    pub(crate) prices: Option<PriceTable>,
    /// Where the last frame was taken, so that stepping forward costs one response.
    cursor: Option<CachedCursor>,
    /// What the attempts came to, until the files change.
    pub(crate) ledger: Option<Arc<Ledger>>,
    /// The last sweep, so that it can go on, until the files change.
    pub(crate) sweep: Option<Sweep>,
    /// What reviewers decided, loaded and drafted, until the files or the draft change.
    pub(crate) merged: Option<Arc<Merged>>,
    /// A review that is being written; it counts like a loaded one.
    pub(crate) draft: Option<ReviewRecord>,
}

/// The revisions of upstream's detector that can be replayed, oldest first.
pub const REVISIONS: [&str; 4] = ["2026-08-22", "2026-09-08", "2026-09-10", "2026-09-16"];

/// Reads the limits of a `config.yaml`, checked by DeerFlow's rules.
///
/// # Errors
/// [`ConfigurationError`] where the file cannot be read, has no such section, or breaks a rule.
pub fn read_configuration(
    meta: FileMeta,
    bytes: Vec<u8>,
) -> Result<EffectiveConfiguration, ConfigurationError> {
    let name = meta.name.clone();
    let read =
        loopledger_read::read(meta, bytes).map_err(|error| ConfigurationError::Unreadable {
            file: name.clone(),
            code: error.code(),
            message: error.to_string(),
        })?;
    let Some(section) = &read.detector_config else {
        return Err(ConfigurationError::NoSection { file: name });
    };
    match Config::from_fields(&raw_value(&section.value)) {
        Ok(config) => Ok(effective(&config)),
        Err(errors) => Err(ConfigurationError::BrokenRules(
            errors
                .iter()
                .map(|error| {
                    let line = config_line(section.line, &section.value, error);
                    format!("{name}:{line}: {error}")
                })
                .collect(),
        )),
    }
}

/// Why a file gives no limits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigurationError {
    /// Nothing of the file can be read.
    #[error("{file}: {message}")]
    Unreadable {
        /// The file's name.
        file: Arc<str>,
        /// The stable code of the reason.
        code: &'static str,
        /// The reason.
        message: String,
    },
    /// The file has no `loop_detection:` section.
    #[error("{file}: there is no loop_detection section")]
    NoSection {
        /// The file's name.
        file: Arc<str>,
    },
    /// The section breaks rules of DeerFlow's configuration, each with its place.
    #[error("{}", join(.0))]
    BrokenRules(Vec<String>),
}

impl ConfigurationError {
    /// The error's stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { code, .. } => code,
            Self::NoSection { .. } => "no_loop_detection",
            Self::BrokenRules(_) => "invalid_configuration",
        }
    }
}

/// Limits that keep the rules of DeerFlow's configuration.
pub(crate) fn checked_config(
    configuration: &EffectiveConfiguration,
) -> Result<Config, ReplayError> {
    detector_config(configuration)
        .validated()
        .map_err(|errors| {
            ReplayError::Configuration(errors.iter().map(ToString::to_string).collect())
        })
}

/// One file of the session.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) id: u64,
    pub(crate) name: Arc<str>,
    /// The text, for excerpts.
    pub(crate) source: SourceText,
    pub(crate) read: Result<FileRead, ReadError>,
    /// What the session itself found wrong, on top of what the reader did.
    pub(crate) diagnostics: Vec<DiagnosticView>,
}

#[derive(Debug)]
struct CachedCursor {
    run: String,
    settings: ReplaySettings,
    rules: Rules,
    cursor: Cursor,
}

/// Why a run cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// No run that is loaded has the key.
    #[error("no run {0:?} is loaded")]
    UnknownRun(String),
    /// The text names no revision.
    #[error("{0}")]
    UnknownRevision(String),
    /// The limits break a rule of DeerFlow's configuration.
    #[error("{}", join(.0))]
    Configuration(Vec<String>),
    /// The run has no such response.
    #[error("the run has no response {0}")]
    UnknownStep(u64),
}

impl From<UnknownRevision> for ReplayError {
    fn from(error: UnknownRevision) -> Self {
        Self::UnknownRevision(error.to_string())
    }
}

impl ReplayError {
    /// The error's stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownRun(_) => "unknown_run",
            Self::UnknownRevision(_) => "unknown_revision",
            Self::Configuration(_) => "invalid_configuration",
            Self::UnknownStep(_) => "unknown_step",
        }
    }
}

impl Session {
    /// A session without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file; what is left to read of it is read now. Returns its handle.
    pub fn add(&mut self, reading: Reading) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let name = reading.meta().name.clone();
        let (read, source) = reading.finish_with_source();
        let mut loaded = Loaded {
            id,
            name,
            source,
            read,
            diagnostics: Vec::new(),
        };
        loaded.diagnostics = config_diagnostics(&loaded);
        self.files.push(loaded);
        self.changed();
        id
    }

    /// Removes a file; a handle that is not known is passed over.
    pub fn remove(&mut self, id: u64) {
        self.files.retain(|file| file.id != id);
        self.changed();
    }

    /// Removes every file.
    pub fn clear(&mut self) {
        self.files.clear();
        self.changed();
    }

    pub(crate) fn changed(&mut self) {
        self.cursor = None;
        self.ledger = None;
        self.sweep = None;
        self.merged = None;
        self.runs = run_keys(&self.files);
        self.prices = merged_prices(self.files.iter().filter_map(Loaded::read));
    }

    /// The files, in the order in which they were added.
    pub fn files(&self) -> Vec<FileView> {
        let remarks = self.remarks();
        self.files
            .iter()
            .map(|file| remarked(file.view(), &remarks))
            .collect()
    }

    /// The runs that can be replayed, in the order of the files.
    pub fn runs(&self) -> Vec<RunView> {
        self.keyed_runs()
            .map(|(key, run)| run_view(key.to_owned(), run))
            .collect()
    }

    /// What everything came to.
    pub fn report(&mut self) -> ReportView {
        let ledger = self.ledger();
        report::report(
            &ledger,
            self.reads().any(lists_attempts),
            self.results(),
            self.price_tables(),
        )
    }

    /// The attempts as rows of a table.
    pub fn attempts(&mut self) -> Vec<AttemptView> {
        let ledger = self.ledger();
        let keys: Vec<&str> = self.keyed_runs().map(|(key, _)| key).collect();
        ledger
            .attempts
            .iter()
            .map(|attempt| {
                let run = attempt
                    .runs()
                    .first()
                    .and_then(|&run| keys.get(run))
                    .map(|&key| key.to_owned());
                report::attempt_view(attempt, run)
            })
            .collect()
    }

    /// A run judged again under these settings.
    ///
    /// # Errors
    /// [`ReplayError`] where the run, the revision or the limits are not to be had.
    pub fn replay(&self, run: &str, settings: &ReplaySettings) -> Result<ReplayView, ReplayError> {
        let found = self.find_run(run)?;
        let rules = self.rules(found, settings)?;
        Ok(replay::replay(
            found,
            run_view(run.to_owned(), found),
            &rules,
            self.row_stop_reason(found),
        ))
    }

    /// Both windows right after a response of a run.
    ///
    /// # Errors
    /// As [`replay`](Self::replay), and [`ReplayError::UnknownStep`].
    pub fn frame(
        &mut self,
        run: &str,
        settings: &ReplaySettings,
        step: u64,
    ) -> Result<FrameView, ReplayError> {
        let cached = self.cursor.take().filter(|cached| {
            cached.run == run
                && cached.settings == *settings
                && cached.cursor.next() as u64 <= step.saturating_add(1)
        });
        let found = self.find_run(run)?;
        let row_reason = self.row_stop_reason(found);
        let mut cached = if let Some(cached) = cached {
            cached
        } else {
            let rules = self.rules(found, settings)?;
            CachedCursor {
                run: run.to_owned(),
                settings: settings.clone(),
                cursor: Cursor::new(found, &rules),
                rules,
            }
        };
        while (cached.cursor.next() as u64) <= step {
            if cached.cursor.advance(found, row_reason).is_none() {
                return Err(ReplayError::UnknownStep(step));
            }
        }
        let frame = cached
            .cursor
            .frame(found, &cached.rules)
            .ok_or(ReplayError::UnknownStep(step));
        self.cursor = Some(cached);
        frame
    }

    /// The piece of a file around a place; `None` where the file is not loaded.
    pub fn excerpt(&self, place: &Place) -> Option<ExcerptView> {
        let file = self.files.iter().find(|file| file.name == place.file)?;
        let text = file.source.bytes();
        let is_redacted = file.read().is_some_and(|read| read.redacted.is_some());
        if is_redacted {
            // The places are those of the original; shown is what stands for it here.
            let place =
                redacted_place(text, place).unwrap_or_else(|| Place::file(place.file.clone()));
            return Some(excerpt::excerpt(text, &place));
        }
        Some(excerpt::excerpt(text, place))
    }

    /// A file without the texts of prompts, arguments and results, as the text of a file of its
    /// own (`loopledger.trace/v2`): what is replayed and added up from it stays the same. `None`
    /// where the handle is not known, or nothing of the file could be read.
    pub fn redacted(&self, id: u64, redaction: Redaction) -> Option<String> {
        let file = self.files.iter().find(|file| file.id == id)?;
        let mut keys = Keys::new();
        let read = file.read()?;
        let changed = crate::experiment::without_changed(read);
        Some(write_redacted(
            changed.as_ref().unwrap_or(read),
            file.source.sha256(),
            redaction,
            |response| keys.of(response),
        ))
    }

    /// The same files redacted, for whatever is shown or printed from here on. Of a file that was
    /// refused, only that it was is left.
    #[must_use]
    pub fn to_redacted(&self, redaction: Redaction) -> Self {
        let mut session = Self::new();
        for file in &self.files {
            match self.redacted(file.id, redaction) {
                Some(text) => {
                    session.add(Reading::new(FileMeta::new(&file.name), text.into_bytes()));
                }
                None => session.add_refused(file),
            }
        }
        session
    }

    fn add_refused(&mut self, file: &Loaded) {
        let mut loaded = Loaded {
            id: self.next_id,
            name: file.name.clone(),
            source: file.source.without_text(),
            read: Err(match &file.read {
                // What was tried says what was found.
                Err(error) => error.without_text(),
                Ok(_) => ReadError::Empty,
            }),
            diagnostics: Vec::new(),
        };
        loaded.diagnostics = config_diagnostics(&loaded);
        self.next_id += 1;
        self.files.push(loaded);
        self.changed();
    }

    /// What was read from each file, with the detector's decisions replayed to the end.
    ///
    /// # Errors
    /// [`ReplayError`] where the revision or the limits are not to be had.
    pub fn inspect(&self, settings: &ReplaySettings) -> Result<InspectView, ReplayError> {
        let remarks = self.remarks();
        let files = self
            .files
            .iter()
            .map(|file| self.inspect_file(file, settings, &remarks))
            .collect::<Result<_, _>>()?;
        Ok(InspectView { files })
    }

    fn inspect_file(
        &self,
        file: &Loaded,
        settings: &ReplaySettings,
        remarks: &[Remark],
    ) -> Result<InspectFile, ReplayError> {
        let view = remarked(file.view(), remarks);
        let mut sessions = Vec::new();
        if let Ok(read) = &file.read {
            for run in &read.runs {
                sessions.push(self.inspect_run(run, settings)?);
            }
            for row in &read.run_rows {
                sessions.push(report::inspect_row(row, self.prices.as_ref()));
            }
        }
        tell_apart(&mut sessions);
        Ok(InspectFile {
            name: view.name,
            format: view.format,
            why: view.why,
            records_read: view.records_read,
            records_rejected: view.records_rejected,
            attempts: view.attempts,
            results: view.results,
            sessions,
            diagnostics: view.diagnostics,
            tried: view.tried,
        })
    }

    fn inspect_run(
        &self,
        run: &Run,
        settings: &ReplaySettings,
    ) -> Result<InspectSession, ReplayError> {
        let rules = self.rules(run, settings)?;
        let decisions = replay::decisions(run, &rules, self.row_stop_reason(run));
        Ok(report::inspect_run(run, decisions, self.prices.as_ref()))
    }

    /// The rules that hold for a run: what was set by hand, else what was recorded, else what a
    /// configuration file says, else upstream's defaults.
    pub(crate) fn rules(&self, run: &Run, settings: &ReplaySettings) -> Result<Rules, ReplayError> {
        let record = self.record_of(run);
        let revision = match (
            &settings.revision,
            record.and_then(|record| record.detector_revision.as_ref()),
        ) {
            (Some(text), _) => text.parse()?,
            // A record may name a revision that is not one of ours; the default stands in then.
            (None, Some(text)) => text.parse().unwrap_or_default(),
            (None, None) => Revision::default(),
        };
        if let Some(configuration) = &settings.configuration {
            return Ok(Rules {
                revision,
                config: checked_config(configuration)?,
                source: ConfigurationSource::Given,
                place: None,
                configuration: configuration.clone(),
            });
        }
        if let Some((record, configuration)) = record.and_then(|record| {
            record
                .effective_configuration
                .as_ref()
                .map(|configuration| (record, configuration))
        }) {
            return Ok(Rules {
                revision,
                config: detector_config(configuration),
                source: ConfigurationSource::AttemptRecord,
                place: record
                    .place
                    .as_ref()
                    .map(|place| place.at("/effectiveConfiguration")),
                configuration: configuration.clone(),
            });
        }
        if let Some((config, place)) = self.config_file() {
            return Ok(Rules {
                revision,
                configuration: effective(&config),
                config,
                source: ConfigurationSource::ConfigFile,
                place: Some(place),
            });
        }
        Ok(Rules {
            revision,
            config: Config::default(),
            source: ConfigurationSource::Defaults,
            place: None,
            configuration: EffectiveConfiguration::default(),
        })
    }

    /// The last configuration file whose section can be read.
    fn config_file(&self) -> Option<(Config, Place)> {
        self.files.iter().rev().find_map(|file| {
            let section = file.read()?.detector_config.as_ref()?;
            let config = Config::from_fields(&raw_value(&section.value)).ok()?;
            Some((
                config,
                Place {
                    file: file.name.clone(),
                    line: Some(section.line),
                    byte: None,
                    pointer: None,
                },
            ))
        })
    }

    /// The attempt record whose trace a run is.
    fn record_of(&self, run: &Run) -> Option<&AttemptRecord> {
        let run_id = run.run_id.as_deref()?;
        self.reads().flat_map(|read| &read.attempts).find(|record| {
            let linked = record
                .trace
                .as_ref()
                .and_then(|trace| trace.run_id.as_deref());
            // Two runs of other folders may have the same id.
            let thread = record.trace.as_ref().and_then(|it| it.thread_id.as_ref());
            let is_other =
                thread.is_some() && run.thread_id.is_some() && thread != run.thread_id.as_ref();
            (linked == Some(run_id) && !is_other)
                || (linked.is_none() && record.attempt_id == run_id)
        })
    }

    /// What the run row or the attempt record of a run says about its stop; a journal does not
    /// show every guard.
    pub(crate) fn row_stop_reason(&self, run: &Run) -> Option<&StopReason> {
        let run_id = run.run_id.as_deref()?;
        let row = self
            .reads()
            .flat_map(|read| &read.run_rows)
            .find(|row| row.run_id == run_id)
            .and_then(|row| row.stop_reason.value());
        let record = || {
            self.record_of(run)
                .and_then(|record| record.stop_reason.value())
        };
        row.or_else(record).and_then(Option::as_ref)
    }

    pub(crate) fn find_run(&self, key: &str) -> Result<&Run, ReplayError> {
        self.runs
            .get(key)
            .and_then(|at| self.run_at(*at))
            .ok_or_else(|| ReplayError::UnknownRun(key.to_owned()))
    }

    /// Every run with its key.
    pub(crate) fn keyed_runs(&self) -> impl Iterator<Item = (&str, &Run)> {
        self.runs
            .iter()
            .filter_map(|(key, at)| Some((key.as_str(), self.run_at(*at)?)))
    }

    fn run_at(&self, (file, run): (usize, usize)) -> Option<&Run> {
        self.files.get(file)?.read()?.runs.get(run)
    }

    pub(crate) fn reads(&self) -> impl Iterator<Item = &FileRead> {
        self.files.iter().filter_map(Loaded::read)
    }

    fn results(&self) -> Vec<&loopledger_model::ResultRecord> {
        self.reads().flat_map(|read| &read.results).collect()
    }

    fn price_tables(&self) -> Vec<&PriceTable> {
        self.reads()
            .flat_map(|read| [read.prices.as_ref(), read.config_prices.as_ref()])
            .flatten()
            .collect()
    }

    pub(crate) fn ledger(&mut self) -> Arc<Ledger> {
        if let Some(ledger) = &self.ledger {
            return ledger.clone();
        }
        let (mut ledger, _) = self.evaluated();
        self.merged = Some(Arc::new(self.apply_reviews(&mut ledger)));
        let ledger = Arc::new(ledger);
        self.ledger = Some(ledger.clone());
        ledger
    }

    /// What found no counterpart among reports of evaluations and attempts.
    fn remarks(&self) -> Vec<Remark> {
        if self.reads().all(|read| read.evaluations.is_empty()) {
            return Vec::new();
        }
        self.evaluated().1
    }

    /// The attempts with the verdicts of evaluation reports.
    fn evaluated(&self) -> (Ledger, Vec<Remark>) {
        let records: Vec<&AttemptRecord> = self.reads().flat_map(|read| &read.attempts).collect();
        let runs: Vec<&Run> = self.keyed_runs().map(|(_, run)| run).collect();
        let rows: Vec<&RunRow> = self.reads().flat_map(|read| &read.run_rows).collect();
        let unreadable: Vec<Unreadable> = self.reads().flat_map(unreadable_attempts).collect();
        let mut ledger = Ledger::new(&Sources {
            records: &records,
            runs: &runs,
            rows: &rows,
            unreadable: &unreadable,
            prices: self.prices.as_ref(),
        });
        let evaluations: Vec<_> = self.reads().flat_map(|read| &read.evaluations).collect();
        let remarks = ledger.evaluate(&evaluations);
        (ledger, remarks)
    }
}

/// A file with what is remarked about its verdicts and attempts: one diagnostic of each kind.
fn remarked(mut view: FileView, remarks: &[Remark]) -> FileView {
    let kinds = [
        (
            RemarkKind::WithoutAttempt,
            "verdict_without_trajectory",
            "a trajectory of every task in the report",
        ),
        (
            RemarkKind::OtherRun,
            "verdict_of_another_run",
            "a trajectory of the run that the report is about",
        ),
        (
            RemarkKind::Ambiguous,
            "verdict_ambiguous",
            "one attempt that the verdict can be about",
        ),
        (
            RemarkKind::WithoutVerdict,
            "attempt_without_verdict",
            "a verdict on the attempt in one of the reports",
        ),
    ];
    for (kind, code, expected) in kinds {
        let of_kind: Vec<&Remark> = remarks
            .iter()
            .filter(|it| it.kind == kind && *it.place.file == *view.name)
            .collect();
        let Some(first) = of_kind.first() else {
            continue;
        };
        let named: Vec<String> = of_kind
            .iter()
            .map(|it| {
                if it.found.is_empty() || kind == RemarkKind::WithoutVerdict {
                    it.task_id.clone()
                } else {
                    format!("{} (loaded: {})", it.task_id, it.found)
                }
            })
            .collect();
        let named = named.join(", ");
        let found = match kind {
            RemarkKind::WithoutAttempt => format!("none of {named}"),
            RemarkKind::OtherRun => format!("only other runs of {named}"),
            RemarkKind::Ambiguous => format!("several for {named}"),
            RemarkKind::WithoutVerdict => format!("none on {named}"),
        };
        let severity = match kind {
            RemarkKind::Ambiguous => Severity::Warning,
            _ => Severity::Info,
        };
        view.diagnostics.push(DiagnosticView {
            severity: severity.as_str().to_owned(),
            code: code.to_owned(),
            file: view.name.clone(),
            line: first.place.line,
            byte: first.place.byte,
            pointer: first.place.pointer.clone(),
            message: format!("expected {expected}, found {found}"),
            expected: Some(expected.to_owned()),
            found: Some(found),
        });
    }
    view
}

impl Loaded {
    pub(crate) fn read(&self) -> Option<&FileRead> {
        self.read.as_ref().ok()
    }

    fn view(&self) -> FileView {
        let mut view = FileView {
            id: self.id,
            name: self.name.to_string(),
            bytes: self.source.size(),
            sha256: self.source.sha256().to_owned(),
            format: None,
            why: None,
            records_read: 0,
            records_rejected: 0,
            runs: 0,
            attempts: 0,
            run_rows: 0,
            results: 0,
            prices: 0,
            tried: Vec::new(),
            diagnostics: Vec::new(),
        };
        match &self.read {
            Ok(read) => {
                view.format = Some(read.format.code().to_owned());
                view.why = Some(read.why.clone());
                view.records_read = read.records_read;
                view.records_rejected = read.records_rejected;
                view.runs = read.runs.len() as u64;
                view.attempts = read.attempts.len() as u64;
                view.run_rows = read.run_rows.len() as u64;
                view.results = read.results.len() as u64;
                view.prices = [&read.prices, &read.config_prices]
                    .into_iter()
                    .flatten()
                    .map(|table| table.models.len() as u64)
                    .sum();
                view.diagnostics = read.diagnostics.iter().map(diagnostic_view).collect();
            }
            Err(error) => {
                view.diagnostics.push(refusal(&self.name, error));
                if let ReadError::NotRecognised { tried, diagnostics } = error {
                    view.tried = tried
                        .iter()
                        .map(|tried| TriedView {
                            format: tried.format.code().to_owned(),
                            why_not: tried.why_not.clone(),
                        })
                        .collect();
                    view.diagnostics
                        .extend(diagnostics.iter().map(diagnostic_view));
                }
            }
        }
        view.diagnostics.extend(self.diagnostics.iter().cloned());
        view
    }
}

/// Puts the thread before the id of sessions that share it.
fn tell_apart(sessions: &mut [InspectSession]) {
    let mut counts = FxHashMap::<String, u32>::default();
    for session in &*sessions {
        *counts.entry(session.id.clone()).or_default() += 1;
    }
    for session in sessions {
        if let Some(thread) = &session.thread_id
            && counts.get(&session.id).is_some_and(|&count| count > 1)
        {
            session.id = format!("{thread}/{}", session.id);
        }
    }
}

/// The key of every run. Two runs of one key are told apart by their files, and by an ordinal where
/// even those are the same.
fn run_keys(files: &[Loaded]) -> IndexMap<String, (usize, usize)> {
    let mut keys = IndexMap::new();
    for (file_index, file) in files.iter().enumerate() {
        let runs = file.read().map(|read| read.runs.as_slice());
        for (run_index, run) in runs.unwrap_or_default().iter().enumerate() {
            let plain = run_key(run);
            let mut key = plain.clone();
            if keys.contains_key(&key) {
                key = format!("{plain}@{}", file.name);
            }
            let mut ordinal = 1;
            while keys.contains_key(&key) {
                ordinal += 1;
                key = format!("{plain}@{}#{ordinal}", file.name);
            }
            keys.insert(key, (file_index, run_index));
        }
    }
    keys
}

/// What names a run whatever order the files were loaded in: thread, run and subagent task, each
/// with `/` and `%` escaped.
fn run_key(run: &Run) -> String {
    let part = |text: &str| text.replace('%', "%25").replace('/', "%2F");
    let mut key = match (&run.thread_id, &run.run_id) {
        (Some(thread), Some(id)) => format!("{}/{}", part(thread), part(id)),
        (Some(thread), None) => format!("{}/", part(thread)),
        (None, Some(id)) => format!("/{}", part(id)),
        (None, None) => format!("{}:{}", part(&run.file), run.line),
    };
    if let Agent::Subagent { task_id, .. } = &run.agent {
        key.push('/');
        key.push_str(&part(task_id));
    }
    key
}

pub(crate) fn run_view(key: String, run: &Run) -> RunView {
    let calls = || {
        run.responses
            .iter()
            .flat_map(|response| &response.tool_calls)
    };
    let (subagent_task, subagent_name) = match &run.agent {
        Agent::Lead => (None, None),
        Agent::Subagent { task_id, name } => (Some(task_id.clone()), name.clone()),
    };
    RunView {
        key,
        file: run.file.to_string(),
        thread_id: run.thread_id.clone(),
        run_id: run.run_id.clone(),
        subagent_task,
        subagent_name,
        source: match run.source {
            TraceSource::EventJournal => "event_journal",
            TraceSource::ThreadState => "thread_state",
            TraceSource::Trajectory => "trajectory",
            _ => "message_dump",
        }
        .to_owned(),
        is_exact: run.source.keeps_proposed_calls()
            && !run.is_truncated
            && run.unreadable_records == 0,
        responses: run.responses.len() as u64,
        tool_calls: calls().count() as u64,
        suppressed_tool_calls: report::suppressed(run),
        interventions: run.interventions.len() as u64,
        line: run.line,
    }
}

/// Whether a file is a list of attempts, be it an empty one.
fn lists_attempts(read: &FileRead) -> bool {
    use loopledger_read::Format;
    matches!(
        read.original_format(),
        Format::AttemptRecords | Format::AttemptList | Format::RunRows | Format::TerminalBench
    )
}

/// Attempt records and run rows of a file that were lost, so that no sum passes over them.
fn unreadable_attempts(read: &FileRead) -> Vec<Unreadable> {
    if !lists_attempts(read) {
        return Vec::new();
    }
    let places: Vec<&Place> = read
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|diagnostic| &diagnostic.place)
        .collect();
    (0..read.records_rejected)
        .map(|index| Unreadable {
            reason: UnknownReason::ParseError,
            place: usize::try_from(index)
                .ok()
                .and_then(|index| places.get(index))
                .map_or_else(|| Place::file(read.name.clone()), |&place| place.clone()),
        })
        .collect()
}

/// One table of every price that was loaded; of two prices for a model the first one counts.
fn merged_prices<'f>(reads: impl Iterator<Item = &'f FileRead>) -> Option<PriceTable> {
    let mut merged: Option<PriceTable> = None;
    for table in reads
        .flat_map(|read| [read.prices.as_ref(), read.config_prices.as_ref()])
        .flatten()
    {
        match &mut merged {
            None => merged = Some(table.clone()),
            Some(merged) => {
                for (model, price) in &table.models {
                    merged
                        .models
                        .entry(model.clone())
                        .or_insert_with(|| price.clone());
                }
                for (alias, model) in &table.aliases {
                    merged
                        .aliases
                        .entry(alias.clone())
                        .or_insert_with(|| model.clone());
                }
            }
        }
    }
    merged
}

/// What DeerFlow would refuse of a configuration file's section.
fn config_diagnostics(file: &Loaded) -> Vec<DiagnosticView> {
    let Some(section) = file.read().and_then(|read| read.detector_config.as_ref()) else {
        return Vec::new();
    };
    let Err(errors) = Config::from_fields(&raw_value(&section.value)) else {
        return Vec::new();
    };
    errors
        .iter()
        .map(|error| DiagnosticView {
            severity: "error".to_owned(),
            code: error.code().to_owned(),
            file: file.name.to_string(),
            line: Some(config_line(section.line, &section.value, error)),
            byte: None,
            pointer: Some(
                error
                    .at()
                    .0
                    .iter()
                    .fold("/loop_detection".to_owned(), |pointer, key| {
                        format!("{pointer}/{key}")
                    }),
            ),
            expected: None,
            found: None,
            message: error.to_string(),
        })
        .collect()
}

fn config_line(section_line: u64, value: &ConfigValue, error: &ConfigError) -> u64 {
    let mut line = section_line;
    let mut value = Some(value);
    for key in &error.at().0 {
        let Some(entry) = value.and_then(|value| value.entry(key)) else {
            break;
        };
        line = entry.line;
        value = Some(&entry.value);
    }
    line
}

fn raw_value(value: &ConfigValue) -> RawValue {
    match &value.kind {
        ConfigValueKind::Null => RawValue::Null,
        ConfigValueKind::Bool(value) => RawValue::Bool(*value),
        ConfigValueKind::Int(text) => RawValue::Int(text.clone()),
        ConfigValueKind::Float(text) => RawValue::Float(text.parse().unwrap_or(f64::NAN)),
        ConfigValueKind::Str(text) => RawValue::Str(text.clone()),
        ConfigValueKind::List(items) => RawValue::List(items.iter().map(raw_value).collect()),
        ConfigValueKind::Map(entries) => RawValue::Map(
            entries
                .iter()
                .map(|entry| (RawValue::Str(entry.key.clone()), raw_value(&entry.value)))
                .collect(),
        ),
    }
}

fn diagnostic_view(diagnostic: &Diagnostic) -> DiagnosticView {
    let Diagnostic {
        severity,
        code,
        place,
        expected,
        found,
        message,
    } = diagnostic;
    DiagnosticView {
        severity: severity.as_str().to_owned(),
        code: code.to_string(),
        file: place.file.to_string(),
        line: place.line,
        byte: place.byte,
        pointer: place.pointer.clone(),
        expected: Some(expected.clone()),
        found: Some(found.clone()),
        message: message.clone(),
    }
}

fn refusal(file: &Arc<str>, error: &ReadError) -> DiagnosticView {
    DiagnosticView {
        severity: "error".to_owned(),
        code: error.code().to_owned(),
        file: file.to_string(),
        line: None,
        byte: match error {
            ReadError::Encoding { byte, .. } => Some(*byte),
            _ => None,
        },
        pointer: None,
        expected: None,
        found: None,
        message: match error {
            // The formats that were tried are listed beside it.
            ReadError::NotRecognised { .. } => "no format that is read here fits".to_owned(),
            other => other.to_string(),
        },
    }
}

fn join(texts: &[String]) -> String {
    texts.join("; ")
}
