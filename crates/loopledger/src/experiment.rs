//! Answers what is frozen, and what an attempt lacks.

use crate::Session;
use crate::view::experiment::{
    ChangeView, DigestState, DraftView, ExperimentsView, FaultView, LackingFieldView, LackingView,
    ManifestFileView, ManifestView, PrefillView, RecordedAttemptView, TaskRecordsView,
    VariantRecordsView,
};
use indexmap::{IndexMap, IndexSet};
use loopledger_experiment::lacking::lacking;
use loopledger_experiment::manifest;
use loopledger_ledger::ledger::Attempt;
use loopledger_model::{AttemptRecord, Experiment};
use loopledger_read::FileRead;
use std::collections::BTreeMap;

pub use loopledger_experiment::manifest::SETTINGS;

/// Why a manifest is not frozen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FreezeError {
    /// It has faults.
    #[error("the manifest has faults")]
    Faults(Vec<FaultView>),
    /// It is frozen already, and changed since.
    #[error("the manifest was frozen and has changed since")]
    Changed(Vec<ChangeView>),
    /// The time to be written is none.
    #[error("expected a time with its zone (RFC 3339), found {0:?}")]
    NotATime(String),
}

impl FreezeError {
    /// The error's stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Faults(_) => "manifest_faults",
            Self::Changed(_) => "manifest_changed",
            Self::NotATime(_) => "not_a_time",
        }
    }
}

/// What keeps a manifest from being frozen, and what its digest is.
pub fn check(draft: &Experiment) -> DraftView {
    DraftView {
        digest: manifest::digest(draft),
        faults: faults(draft),
        changes: changes(draft),
    }
}

/// A manifest as the text of a file, frozen or not.
pub fn file(draft: &Experiment) -> ManifestFileView {
    ManifestFileView {
        digest: manifest::digest(draft),
        text: manifest::file_text(draft),
    }
}

/// The frozen manifest as the text of a file. One that is frozen already and unchanged stays as it
/// was.
///
/// `frozen_at` is the time (RFC 3339) to be written into it, if any.
///
/// # Errors
/// [`FreezeError`] where the manifest has faults, or was frozen and changed since.
pub fn freeze(
    draft: &Experiment,
    frozen_at: Option<&str>,
) -> Result<ManifestFileView, FreezeError> {
    let frozen_at = frozen_at
        .map(|text| match loopledger_read::timestamp_from_text(text) {
            Ok(time) => Ok(time.to_string()),
            Err(_) => Err(FreezeError::NotATime(text.to_owned())),
        })
        .transpose()?;
    match manifest::freeze(draft, frozen_at) {
        Ok(frozen) => Ok(file(&frozen)),
        Err(manifest::FreezeRefusal::Faults(faults)) => {
            Err(FreezeError::Faults(faults.into_iter().map(fault).collect()))
        }
        Err(manifest::FreezeRefusal::Changed(changes)) => Err(FreezeError::Changed(
            changes.into_iter().map(change).collect(),
        )),
    }
}

fn faults(draft: &Experiment) -> Vec<FaultView> {
    manifest::faults(draft).into_iter().map(fault).collect()
}

fn fault(fault: manifest::Fault) -> FaultView {
    let manifest::Fault {
        code,
        pointer,
        id,
        expected,
    } = fault;
    FaultView {
        code: code.to_owned(),
        pointer,
        id,
        expected,
    }
}

fn changes(draft: &Experiment) -> Option<Vec<ChangeView>> {
    let changes = manifest::changes(draft)?;
    Some(changes.into_iter().map(change).collect())
}

fn change(change: manifest::Change) -> ChangeView {
    let manifest::Change {
        kind,
        part,
        id,
        field,
    } = change;
    ChangeView {
        kind: kind.code().to_owned(),
        part,
        id,
        field,
    }
}

/// A copy of what was read whose changed manifests are no longer frozen, where there are any: once
/// their texts are gone, nobody could notice the change.
pub(crate) fn without_changed(read: &FileRead) -> Option<FileRead> {
    let is_changed = |manifest: &Experiment| {
        manifest::changes(manifest).is_some_and(|changes| !changes.is_empty())
    };
    // What was redacted before was looked at then.
    if read.redacted.is_some() || !read.experiments.iter().any(is_changed) {
        return None;
    }
    let mut read = read.clone();
    for manifest in &mut read.experiments {
        if is_changed(manifest) {
            manifest.frozen = None;
        }
    }
    Some(read)
}

impl Session {
    /// The manifests that are loaded, each with what was recorded under it, and what a manifest
    /// could be begun with.
    pub fn experiment(&mut self) -> ExperimentsView {
        let ledger = self.ledger();
        let keys: Vec<&str> = self.keyed_runs().map(|(key, _)| key).collect();
        let run_of = |attempt: &Attempt| {
            let run = attempt.runs().first()?;
            keys.get(*run).map(|&key| key.to_owned())
        };
        let manifests = self.reads().flat_map(|read| {
            let is_redacted = read.redacted.is_some();
            read.experiments.iter().map(move |it| (it, is_redacted))
        });
        ExperimentsView {
            manifests: manifests
                .map(|(manifest, is_redacted)| {
                    manifest_view(manifest, is_redacted, &ledger.attempts, run_of)
                })
                .collect(),
            prefill: prefill(ledger.attempts.iter().map(Attempt::record)),
        }
    }
}

fn manifest_view(
    manifest: &Experiment,
    is_redacted: bool,
    attempts: &[Attempt],
    run_of: impl Fn(&Attempt) -> Option<String>,
) -> ManifestView {
    let frozen = manifest.frozen.as_ref().map(|frozen| frozen.digest.clone());
    let digest = if is_redacted {
        frozen.clone()
    } else {
        Some(manifest::digest(manifest))
    };
    let (faults, changes) = if is_redacted {
        (Vec::new(), frozen.map(|_| Vec::new()))
    } else {
        (faults(manifest), changes(manifest))
    };
    let attempts: Vec<_> = attempts
        .iter()
        .filter(|attempt| belongs(attempt.record(), manifest))
        .map(|attempt| {
            recorded(
                attempt.record(),
                manifest,
                digest.as_deref(),
                run_of(attempt),
            )
        })
        .collect();
    ManifestView {
        place: manifest.place.clone(),
        is_redacted,
        faults,
        changes,
        tasks: manifest
            .tasks
            .iter()
            .map(|task| task_records(&task.task_id, manifest, &attempts))
            .collect(),
        lacking: lacking_fields(&attempts),
        attempts,
        digest,
        manifest: manifest.clone(),
    }
}

fn has_task(manifest: &Experiment, task_id: Option<&str>) -> bool {
    let mut tasks = manifest.tasks.iter();
    task_id.is_some_and(|id| tasks.any(|task| task.task_id == id))
}

fn belongs(record: &AttemptRecord, manifest: &Experiment) -> bool {
    match &record.experiment_id {
        Some(id) => *id == manifest.experiment_id,
        None => has_task(manifest, record.task_id.as_deref()),
    }
}

fn variant_ids(manifest: &Experiment) -> impl Iterator<Item = &str> {
    let variants = manifest.variants.iter();
    std::iter::once(manifest.baseline.variant_id.as_str())
        .chain(variants.map(|variant| variant.variant_id.as_str()))
}

fn recorded(
    record: &AttemptRecord,
    manifest: &Experiment,
    digest: Option<&str>,
    run: Option<String>,
) -> RecordedAttemptView {
    let variant = record.variant_id.as_deref();
    RecordedAttemptView {
        attempt_id: record.attempt_id.clone(),
        task_id: record.task_id.clone(),
        is_known_task: has_task(manifest, record.task_id.as_deref()),
        variant_id: record.variant_id.clone(),
        is_known_variant: variant.is_some_and(|id| variant_ids(manifest).any(|it| it == id)),
        retry_of: record.retry_of.clone(),
        outcome: record.outcome(),
        manifest_digest: record.manifest_digest.clone(),
        digest: match record.manifest_digest.as_deref() {
            None => DigestState::None,
            carried if carried == digest => DigestState::Same,
            Some(_) => DigestState::Other,
        },
        run,
        lacking: lacking(record)
            .into_iter()
            .map(|it| LackingView {
                field: it.field.to_owned(),
                reason: it.reason,
            })
            .collect(),
        place: record.place.clone(),
    }
}

fn count(items: usize) -> u64 {
    items as u64
}

fn task_records(
    task_id: &str,
    manifest: &Experiment,
    attempts: &[RecordedAttemptView],
) -> TaskRecordsView {
    let of_task: Vec<_> = attempts
        .iter()
        .filter(|attempt| attempt.task_id.as_deref() == Some(task_id))
        .collect();
    let variants = variant_ids(manifest).map(|variant_id| {
        let of_variant = of_task
            .iter()
            .filter(|attempt| attempt.variant_id.as_deref() == Some(variant_id));
        let mut view = VariantRecordsView {
            variant_id: variant_id.to_owned(),
            attempts: 0,
            outcomes: BTreeMap::new(),
            lacking: 0,
        };
        for attempt in of_variant {
            view.attempts += 1;
            *view.outcomes.entry(attempt.outcome).or_default() += 1;
            view.lacking += u64::from(!attempt.lacking.is_empty());
        }
        view
    });
    TaskRecordsView {
        task_id: task_id.to_owned(),
        variants: variants.collect(),
        attempts: count(of_task.len()),
        traces: count(of_task.iter().filter(|it| it.run.is_some()).count()),
    }
}

fn lacking_fields(attempts: &[RecordedAttemptView]) -> Vec<LackingFieldView> {
    let mut fields = IndexMap::<&str, LackingFieldView>::new();
    // A record that lacks everything has all fields in their order.
    let blank = AttemptRecord::new(String::new(), loopledger_model::UnknownReason::AbsentField);
    let order = lacking(&blank);
    for field in order.iter().map(|it| it.field) {
        let view = LackingFieldView {
            field: field.to_owned(),
            reasons: BTreeMap::new(),
            attempts: Vec::new(),
        };
        fields.insert(field, view);
    }
    for attempt in attempts {
        for LackingView { field, reason } in &attempt.lacking {
            if let Some(view) = fields.get_mut(field.as_str()) {
                *view.reasons.entry(*reason).or_default() += 1;
                view.attempts.push(attempt.attempt_id.clone());
            }
        }
    }
    fields.retain(|_, view| !view.attempts.is_empty());
    fields.into_values().collect()
}

fn prefill<'r>(records: impl Iterator<Item = &'r AttemptRecord>) -> PrefillView {
    let mut ids = IndexSet::new();
    let mut tasks = IndexSet::new();
    let mut variants = IndexSet::new();
    let mut revisions = IndexSet::new();
    let mut models = IndexSet::new();
    let mut concurrencies = IndexSet::new();
    for record in records {
        ids.extend(record.experiment_id.clone());
        tasks.extend(record.task_id.clone());
        variants.extend(record.variant_id.clone());
        revisions.extend(record.source_revision.clone());
        models.extend(record.model.clone());
        concurrencies.extend(record.concurrency);
    }
    PrefillView {
        experiment_id: only(&ids).cloned(),
        tasks: tasks.into_iter().collect(),
        variants: variants.into_iter().collect(),
        source_revision: only(&revisions).cloned(),
        model: only(&models).cloned(),
        concurrency: only(&concurrencies).copied(),
    }
}

/// The one there is, where there is one.
fn only<T>(set: &IndexSet<T>) -> Option<&T> {
    set.first().filter(|_| set.len() == 1)
}
