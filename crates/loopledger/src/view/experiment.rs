//! The experiment, as screens and tables show it.

use loopledger_model::experiment::Part;
use loopledger_model::{Experiment, Outcome, Place, UnknownReason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The experiments of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExperimentsView {
    /// The manifests that are loaded, in the order of the files.
    pub manifests: Vec<ManifestView>,
    /// What the loaded attempts know of an experiment that has no manifest here.
    pub prefill: PrefillView,
}

/// A manifest, and what was recorded under it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManifestView {
    /// Where it stands.
    pub place: Option<Place>,
    /// The manifest as it was read.
    pub manifest: Experiment,
    /// Whether its texts were left out of the file, so that neither faults nor changes can be found.
    pub is_redacted: bool,
    /// SHA-256 of its canonical form as it is now, in lower-case hex; of a redacted one, what was
    /// frozen, and `null` where it was not.
    pub digest: Option<String>,
    /// What keeps it from being frozen.
    pub faults: Vec<FaultView>,
    /// What changed since it was frozen; `null` where it never was, empty where nothing did. A
    /// manifest that changed is not compared by.
    pub changes: Option<Vec<ChangeView>>,
    /// What was recorded for each task, in the manifest's order.
    pub tasks: Vec<TaskRecordsView>,
    /// The attempts that belong to it: those that name it, and those that name no experiment and
    /// one of its tasks. Retries and cancelled attempts are attempts.
    pub attempts: Vec<RecordedAttemptView>,
    /// The required fields that attempts lack, in the record's order.
    pub lacking: Vec<LackingFieldView>,
}

/// Something that keeps a manifest from being frozen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FaultView {
    /// A stable code.
    pub code: String,
    /// JSON pointer to what is at fault, from the manifest on.
    pub pointer: String,
    /// The task's or variant's id, where it is one's fault.
    pub id: Option<String>,
    /// What would have fitted, in English.
    pub expected: String,
}

/// What changed in a manifest since it was frozen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeView {
    /// `changed`, `added`, `removed`, `moved`, `other_form` (the file holds it in another form than
    /// the published one) or `block_edited` (the frozen block does not fit itself).
    pub kind: String,
    /// The kind of part; `null` for a field of the manifest itself.
    pub part: Option<Part>,
    /// The part's id.
    pub id: Option<String>,
    /// The field, by its name, or as a JSON pointer for `other_form`; `null` for the whole part.
    pub field: Option<String>,
}

/// What was recorded for a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskRecordsView {
    /// The task.
    pub task_id: String,
    /// One entry for the baseline and for each variant, in the manifest's order.
    pub variants: Vec<VariantRecordsView>,
    /// Attempts of any variant, those that the manifest does not have included.
    pub attempts: u64,
    /// How many of them have a trace that can be replayed.
    pub traces: u64,
}

/// What was recorded for a task under a variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantRecordsView {
    /// The variant.
    pub variant_id: String,
    /// Attempts.
    pub attempts: u64,
    /// How many ended how; outcomes without attempts are left out.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// How many of them lack a required field.
    pub lacking: u64,
}

/// Whether an attempt was made under a manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DigestState {
    /// It carries the manifest's digest.
    Same,
    /// It carries another one, so that it is not compared.
    Other,
    /// It carries none.
    None,
}

/// An attempt as an experiment sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordedAttemptView {
    /// Its id.
    pub attempt_id: String,
    /// Its task; `null` where the record does not say.
    pub task_id: Option<String>,
    /// Whether the manifest has that task.
    pub is_known_task: bool,
    /// Its variant; `null` where the record does not say.
    pub variant_id: Option<String>,
    /// Whether the manifest has that variant.
    pub is_known_variant: bool,
    /// The attempt that it retries.
    pub retry_of: Option<String>,
    /// What became of it.
    pub outcome: Outcome,
    /// The digest that it carries.
    pub manifest_digest: Option<String>,
    /// Whether that is the manifest's.
    pub digest: DigestState,
    /// Key of the run that can be replayed for it; `null` where no trace was read.
    pub run: Option<String>,
    /// The required fields that it lacks, each with the reason, in the record's order.
    pub lacking: Vec<LackingView>,
    /// Where it stands.
    pub place: Option<Place>,
}

/// A required field that an attempt lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LackingView {
    /// The field, by its name in the record.
    pub field: String,
    /// Why it is unknown.
    pub reason: UnknownReason,
}

/// A required field, and how many attempts lack it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LackingFieldView {
    /// The field, by its name in the record.
    pub field: String,
    /// How many attempts lack it, by the reason.
    pub reasons: BTreeMap<UnknownReason, u64>,
    /// The attempts that lack it, in order.
    pub attempts: Vec<String>,
}

/// What the loaded attempts agree on, for a manifest that is to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrefillView {
    /// The experiment's id, where all that name one name the same.
    pub experiment_id: Option<String>,
    /// The tasks, in order of first appearance.
    pub tasks: Vec<String>,
    /// The variants, in order of first appearance.
    pub variants: Vec<String>,
    /// The source revision, where all that name one name the same.
    pub source_revision: Option<String>,
    /// The model, where all that name one name the same.
    pub model: Option<String>,
    /// The concurrency, where all that state one state the same.
    pub concurrency: Option<u64>,
}

/// A manifest that is being made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftView {
    /// SHA-256 of its canonical form, in lower-case hex.
    pub digest: String,
    /// What keeps it from being frozen.
    pub faults: Vec<FaultView>,
    /// What changed since it was frozen; `null` where it never was.
    pub changes: Option<Vec<ChangeView>>,
}

/// A manifest as the text of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManifestFileView {
    /// SHA-256 of its canonical form, in lower-case hex.
    pub digest: String,
    /// The text, with a line end.
    pub text: String,
}
