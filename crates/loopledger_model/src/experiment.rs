//! The experiment manifest: what was fixed before anything ran.

use crate::{EffectiveConfiguration, Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The published experiment manifest, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Experiment {
    /// Always `loopledger.experiment/v1`.
    #[schemars(extend("const" = Experiment::SCHEMA))]
    pub schema: String,
    /// The experiment's id.
    pub experiment_id: String,
    /// The frozen task set.
    pub tasks: Vec<Task>,
    /// Revision of the source tree that every task is tried on.
    pub source_revision: Option<String>,
    /// The model and its settings, as text that the author chose.
    pub model_configuration: Option<String>,
    /// How many attempts run at the same time.
    pub concurrency: Option<u64>,
    /// The rubric by which every artifact is judged.
    pub rubric: Option<Rubric>,
    /// What the variants are compared with.
    pub baseline: Baseline,
    /// The variants; each changes exactly one setting.
    pub variants: Vec<Variant>,
    /// The digests that were taken when the experiment was frozen; `null` before. Not part of what
    /// is frozen.
    #[serde(default)]
    pub frozen: Option<Frozen>,
    /// What stands in the file in another form than the published one: fields that are not read,
    /// that are absent or given twice, and values of another type. The digest of what was read would
    /// not be that of the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub other_forms: Vec<OtherForm>,
    /// Where the manifest stands, if it was read.
    #[serde(skip)]
    #[schemars(skip)]
    pub place: Option<Place>,
}

/// A fixed piece of work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// Its id.
    pub task_id: String,
    /// What is asked for.
    pub title: Option<String>,
    /// What an artifact must do to be accepted.
    pub acceptance_criteria: Vec<String>,
}

/// How artifacts are judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rubric {
    /// Its id.
    pub rubric: String,
    /// Its version.
    pub rubric_version: Option<String>,
    /// Its criteria.
    pub criteria: Vec<String>,
}

/// The configuration that variants are compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Baseline {
    /// Its variant id in attempt records.
    pub variant_id: String,
    /// Its limits.
    pub configuration: EffectiveConfiguration,
}

/// The baseline with one setting changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Variant {
    /// Its variant id in attempt records.
    pub variant_id: String,
    /// The one setting that differs, by upstream's name.
    pub setting: String,
    /// The setting's value, as JSON text.
    pub value: String,
}

/// What was frozen: SHA-256 digests of canonical JSON (RFC 8785), in lower-case hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Frozen {
    /// Digest of the whole manifest without this block; attempts carry it as `manifestDigest`.
    pub digest: String,
    /// When it was frozen (RFC 3339), as whoever froze it says; `null` where nobody says.
    pub frozen_at: Option<String>,
    /// Digest of each field of the manifest that is a text or a number, by its name.
    pub fields: BTreeMap<String, String>,
    /// Digests of the tasks, the rubric, the baseline and the variants, in the manifest's order.
    pub parts: Vec<FrozenPart>,
}

/// The digests of one part of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FrozenPart {
    /// Which kind of part.
    pub part: Part,
    /// Its id: of the task, of the rubric, or of the variant.
    pub id: String,
    /// Digest of the whole part.
    pub digest: String,
    /// Digest of each of its fields, by its name; of the baseline's configuration, each setting
    /// too.
    pub fields: BTreeMap<String, String>,
}

/// A kind of part of a manifest.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// A task.
    Task,
    /// The rubric.
    Rubric,
    /// The baseline.
    Baseline,
    /// A variant.
    Variant,
}

/// Something that stands in a manifest's file in another form than the published one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherForm {
    /// JSON pointer to it, from the manifest on.
    pub pointer: String,
    /// Whether something is not read, so that writing the manifest would lose it.
    pub is_lossy: bool,
}

impl Part {
    /// The part's stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Rubric => "rubric",
            Self::Baseline => "baseline",
            Self::Variant => "variant",
        }
    }
}

impl Experiment {
    /// The value of [`schema`](Self::schema).
    pub const SCHEMA: &'static str = "loopledger.experiment/v1";
}
