//! Why two variants must not be compared, and what limits a comparison that may be made.

use super::{Inputs, Sides, is_undecided};
use loopledger_model::{AttemptRecord, EffectiveConfiguration};
use std::collections::{BTreeMap, BTreeSet};

/// One side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// What is compared with.
    Baseline,
    /// The baseline with one setting changed.
    Variant,
}

/// A reason why a comparison would be worthless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Which.
    pub code: RefusalCode,
    /// What differs, in a fixed order.
    pub mismatches: Vec<Mismatch>,
}

/// Something that differs from what it should be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mismatch {
    /// What it is: a setting, a task, a field of the manifest, a file.
    pub subject: String,
    /// On which side; `None` where it is on neither.
    pub side: Option<Side>,
    /// What should be; `None` where nothing in particular should.
    pub expected: Option<String>,
    /// What is; `None` where there is nothing.
    pub found: Option<String>,
    /// How many attempts it holds for; 0 where it is not about attempts.
    pub attempts: u64,
    /// The first of those attempts.
    pub first_attempt: Option<String>,
}

/// Why two variants must not be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RefusalCode {
    /// There is no manifest.
    NoManifest,
    /// There are manifests of several experiments, or two that differ.
    SeveralManifests,
    /// The manifest has no such variant.
    UnknownVariant,
    /// The manifest was never frozen.
    NotFrozen,
    /// The manifest is not what was frozen.
    ChangedAfterFreezing,
    /// Attempts were not made under the frozen digest.
    DifferentDigests,
    /// Records of attempts could not be read; they might belong to either side.
    UnreadableAttempts,
    /// A side has no attempt.
    NoAttempts,
    /// Both sides do not have the same tasks, those of the manifest.
    DifferentTasks,
    /// Attempts ran under other limits than the manifest says, so that more or less than one setting
    /// differs.
    DifferentSettings,
    /// The sides ran with different models.
    DifferentModels,
    /// The sides ran on different source trees.
    DifferentSourceRevisions,
    /// The sides ran with different concurrency.
    DifferentConcurrency,
    /// The sides ran under different revisions of the detector.
    DifferentDetectors,
}

impl RefusalCode {
    /// The refusal's stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::NoManifest => "no_manifest",
            Self::SeveralManifests => "several_manifests",
            Self::UnknownVariant => "unknown_variant",
            Self::NotFrozen => "not_frozen",
            Self::ChangedAfterFreezing => "changed_after_freezing",
            Self::DifferentDigests => "different_digests",
            Self::UnreadableAttempts => "unreadable_attempts",
            Self::NoAttempts => "no_attempts",
            Self::DifferentTasks => "different_tasks",
            Self::DifferentSettings => "different_settings",
            Self::DifferentModels => "different_models",
            Self::DifferentSourceRevisions => "different_source_revisions",
            Self::DifferentConcurrency => "different_concurrency",
            Self::DifferentDetectors => "different_detectors",
        }
    }
}

/// Something that limits a comparison without forbidding it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reservation {
    /// What.
    pub code: ReservationCode,
    /// How many attempts, or tasks, of the baseline it holds for.
    pub baseline: u64,
    /// And of the variant.
    pub variant: u64,
}

/// What limits a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReservationCode {
    /// Attempts that nobody judged.
    NotReviewed,
    /// Tasks with more attempts on this side than on the other.
    UnevenAttempts,
    /// Attempts that do not say under which limits they ran.
    SettingsNotRecorded,
    /// Attempts that do not name their model.
    ModelNotRecorded,
    /// Attempts that do not name their source tree.
    SourceRevisionNotRecorded,
    /// Attempts that do not say how many ran at the same time.
    ConcurrencyNotRecorded,
}

impl ReservationCode {
    /// The reservation's stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotReviewed => "not_reviewed",
            Self::UnevenAttempts => "uneven_attempts",
            Self::SettingsNotRecorded => "settings_not_recorded",
            Self::ModelNotRecorded => "model_not_recorded",
            Self::SourceRevisionNotRecorded => "source_revision_not_recorded",
            Self::ConcurrencyNotRecorded => "concurrency_not_recorded",
        }
    }
}

/// Every reason why the sides must not be compared.
pub(super) fn refusals(inputs: &Inputs<'_>, sides: &Sides<'_>) -> Vec<Refusal> {
    let experiment = inputs.experiment;
    let concurrency = experiment.concurrency.map(|it| it.to_string());
    let found = [
        (RefusalCode::NotFrozen, not_frozen(inputs)),
        (
            RefusalCode::ChangedAfterFreezing,
            inputs.freeze.changes.to_vec(),
        ),
        (RefusalCode::DifferentDigests, digests(inputs, sides)),
        (
            RefusalCode::UnreadableAttempts,
            inputs.unreadable.iter().map(unreadable).collect(),
        ),
        (RefusalCode::NoAttempts, no_attempts(inputs, sides)),
        (RefusalCode::DifferentTasks, tasks(inputs, sides)),
        (RefusalCode::DifferentSettings, settings(inputs, sides)),
        (
            RefusalCode::DifferentModels,
            apart(sides, "model", None, |record| record.model.clone()),
        ),
        (
            RefusalCode::DifferentSourceRevisions,
            apart(
                sides,
                "sourceRevision",
                experiment.source_revision.as_ref(),
                |record| record.source_revision.clone(),
            ),
        ),
        (
            RefusalCode::DifferentConcurrency,
            apart(sides, "concurrency", concurrency.as_ref(), |record| {
                record.concurrency.map(|it| it.to_string())
            }),
        ),
        (
            RefusalCode::DifferentDetectors,
            apart(sides, "detectorRevision", None, |record| {
                record.detector_revision.clone()
            }),
        ),
    ];
    found
        .into_iter()
        .filter(|(_, mismatches)| !mismatches.is_empty())
        .map(|(code, mismatches)| Refusal { code, mismatches })
        .collect()
}

fn not_frozen(inputs: &Inputs<'_>) -> Vec<Mismatch> {
    match inputs.freeze.digest {
        Some(_) => Vec::new(),
        None => vec![Mismatch {
            subject: inputs.experiment.experiment_id.clone(),
            ..Mismatch::default()
        }],
    }
}

fn unreadable(unreadable: &loopledger_ledger::ledger::Unreadable) -> Mismatch {
    let place = &unreadable.place;
    let line = place
        .line
        .map_or_else(String::new, |line| format!(":{line}"));
    Mismatch {
        subject: format!("{}{line}", place.file),
        found: Some(unreadable.reason.code().to_owned()),
        ..Mismatch::default()
    }
}

/// Adds up attempts that differ in the same way.
#[derive(Default)]
struct Mismatches(BTreeMap<Key, (u64, String)>);

/// Subject, side, what should be, and what is.
type Key = (String, Option<Side>, Option<String>, Option<String>);

impl Mismatches {
    fn add(
        &mut self,
        record: &AttemptRecord,
        side: Side,
        subject: &str,
        expected: Option<String>,
        found: Option<String>,
    ) {
        let key = (subject.to_owned(), Some(side), expected, found);
        let entry = self.0.entry(key);
        entry.or_insert_with(|| (0, record.attempt_id.clone())).0 += 1;
    }

    fn finish(self) -> Vec<Mismatch> {
        let mismatches = self.0.into_iter();
        mismatches
            .map(
                |((subject, side, expected, found), (attempts, first))| Mismatch {
                    subject,
                    side,
                    expected,
                    found,
                    attempts,
                    first_attempt: Some(first),
                },
            )
            .collect()
    }
}

fn digests(inputs: &Inputs<'_>, sides: &Sides<'_>) -> Vec<Mismatch> {
    let mut mismatches = Mismatches::default();
    let Some(frozen) = inputs.freeze.digest else {
        return Vec::new();
    };
    for (side, record) in sides.both() {
        if record.manifest_digest.as_deref() != Some(frozen) {
            mismatches.add(
                record,
                side,
                "manifestDigest",
                Some(frozen.to_owned()),
                record.manifest_digest.clone(),
            );
        }
    }
    mismatches.finish()
}

fn no_attempts(inputs: &Inputs<'_>, sides: &Sides<'_>) -> Vec<Mismatch> {
    let baseline = &*inputs.experiment.baseline.variant_id;
    [
        (Side::Baseline, baseline, &sides.baseline),
        (Side::Variant, inputs.variant_id, &sides.variant),
    ]
    .into_iter()
    .filter(|(_, _, records)| records.is_empty())
    .map(|(side, id, _)| Mismatch {
        subject: id.to_owned(),
        side: Some(side),
        ..Mismatch::default()
    })
    .collect()
}

/// Tasks of the manifest that a side has no attempt at, and attempts at anything else. A side
/// without any attempt is named elsewhere.
fn tasks(inputs: &Inputs<'_>, sides: &Sides<'_>) -> Vec<Mismatch> {
    let frozen: BTreeSet<&str> = inputs
        .experiment
        .tasks
        .iter()
        .map(|task| &*task.task_id)
        .collect();
    let mut missing = Vec::new();
    for (side, records) in [
        (Side::Baseline, &sides.baseline),
        (Side::Variant, &sides.variant),
    ] {
        let tried: BTreeSet<&str> = records
            .iter()
            .filter_map(|record| record.task_id.as_deref())
            .collect();
        for task in frozen.difference(&tried).filter(|_| !records.is_empty()) {
            missing.push(Mismatch {
                subject: (*task).to_owned(),
                side: Some(side),
                expected: Some("1".to_owned()),
                found: Some("0".to_owned()),
                ..Mismatch::default()
            });
        }
    }
    let mut foreign = Mismatches::default();
    for (side, record) in sides.both() {
        match record.task_id.as_deref() {
            Some(task) if frozen.contains(task) => {}
            task => foreign.add(
                record,
                side,
                task.unwrap_or("taskId"),
                None,
                record.task_id.clone(),
            ),
        }
    }
    missing.extend(foreign.finish());
    missing
}

fn settings(inputs: &Inputs<'_>, sides: &Sides<'_>) -> Vec<Mismatch> {
    let mut mismatches = Mismatches::default();
    let (baseline, variant) = inputs.configurations;
    let Some(variant) = variant else {
        let changed = inputs.experiment.variants.iter();
        return changed
            .filter(|it| it.variant_id == inputs.variant_id)
            .map(|it| Mismatch {
                subject: it.setting.clone(),
                side: Some(Side::Variant),
                found: Some(it.value.clone()),
                ..Mismatch::default()
            })
            .collect();
    };
    for (side, record) in sides.both() {
        let expected = match side {
            Side::Baseline => baseline,
            Side::Variant => variant,
        };
        let Some(found) = &record.effective_configuration else {
            continue;
        };
        for (name, (expected, found)) in differing(expected, found) {
            mismatches.add(record, side, &name, expected, found);
        }
    }
    mismatches.finish()
}

type Values = (Option<String>, Option<String>);

/// The settings in which two configurations differ, by name, each with both values.
fn differing(
    expected: &EffectiveConfiguration,
    found: &EffectiveConfiguration,
) -> BTreeMap<String, Values> {
    let (expected, found) = (expected.settings(), found.settings());
    let names: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
    names
        .into_iter()
        .filter(|name| expected.get(*name) != found.get(*name))
        .map(|name| {
            let values = (expected.get(name).cloned(), found.get(name).cloned());
            (name.clone(), values)
        })
        .collect()
}

/// Where the sides' known values of something differ: from what the manifest fixed, or, where it
/// fixes nothing, from each other.
fn apart(
    sides: &Sides<'_>,
    subject: &str,
    fixed: Option<&String>,
    value: impl Fn(&AttemptRecord) -> Option<String>,
) -> Vec<Mismatch> {
    let mut mismatches = Mismatches::default();
    let values = |records: &[&AttemptRecord]| -> BTreeSet<String> {
        records.iter().filter_map(|record| value(record)).collect()
    };
    let (baseline, variant) = (values(&sides.baseline), values(&sides.variant));
    let list = |values: &BTreeSet<String>| {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        (!values.is_empty()).then(|| values.join(", "))
    };
    for (side, record) in sides.both() {
        let Some(found) = value(record) else {
            continue;
        };
        let (is_expected, expected) = if let Some(fixed) = fixed {
            (found == *fixed, Some(fixed.clone()))
        } else {
            let other = match side {
                Side::Baseline => &variant,
                Side::Variant => &baseline,
            };
            (other.is_empty() || other.contains(&found), list(other))
        };
        if !is_expected {
            mismatches.add(record, side, subject, expected, Some(found));
        }
    }
    mismatches.finish()
}

/// What limits the comparison.
pub(super) fn reservations(inputs: &Inputs<'_>, sides: &Sides<'_>) -> Vec<Reservation> {
    let count = |code, holds: fn(&AttemptRecord) -> bool| {
        let of = |records: &[&AttemptRecord]| {
            records.iter().filter(|record| holds(record)).count() as u64
        };
        Reservation {
            code,
            baseline: of(&sides.baseline),
            variant: of(&sides.variant),
        }
    };
    let mut uneven = Reservation {
        code: ReservationCode::UnevenAttempts,
        baseline: 0,
        variant: 0,
    };
    for task in &inputs.experiment.tasks {
        let task = sides.of_task(&task.task_id);
        match task.baseline.len().cmp(&task.variant.len()) {
            std::cmp::Ordering::Greater => uneven.baseline += 1,
            std::cmp::Ordering::Less => uneven.variant += 1,
            std::cmp::Ordering::Equal => {}
        }
    }
    [
        count(ReservationCode::NotReviewed, is_undecided),
        uneven,
        count(ReservationCode::SettingsNotRecorded, |record| {
            record.effective_configuration.is_none()
        }),
        count(ReservationCode::ModelNotRecorded, |record| {
            record.model.is_none()
        }),
        count(ReservationCode::SourceRevisionNotRecorded, |record| {
            record.source_revision.is_none()
        }),
        count(ReservationCode::ConcurrencyNotRecorded, |record| {
            record.concurrency.is_none()
        }),
    ]
    .into_iter()
    .filter(|it| it.baseline + it.variant > 0)
    .collect()
}
