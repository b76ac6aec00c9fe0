//! The experiment manifest: what was fixed before anything ran.

use crate::{EffectiveConfiguration, Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

impl Experiment {
    /// The value of [`schema`](Self::schema).
    pub const SCHEMA: &'static str = "loopledger.experiment/v1";
}
