//! A comparison, as screens, tables and other programs show it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A baseline against one variant, or why the two must not be compared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparisonAnswer {
    /// The experiment's id; `null` where there is no manifest, or no one of several.
    pub experiment_id: Option<String>,
    /// SHA-256 of the manifest's canonical form as it is now, in lower-case hex; `null` as above.
    pub manifest_digest: Option<String>,
    /// The baseline's id; `null` as above.
    pub baseline: Option<String>,
    /// The variants that the manifest has, in its order.
    pub choices: Vec<VariantChoiceView>,
    /// The variant that was compared: the one that was asked for, else the manifest's first; `null`
    /// where there is none.
    pub variant: Option<String>,
    /// Every reason why there is no comparison; empty where there is one.
    pub refusals: Vec<RefusalView>,
    /// The comparison; `null` where it is refused.
    pub comparison: Option<ComparisonView>,
}

/// A variant that can be compared with the baseline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantChoiceView {
    /// Its id.
    pub variant_id: String,
    /// The one setting that differs, by upstream's name.
    pub setting: String,
    /// Its value, as JSON text.
    pub value: String,
}

/// A reason why two variants must not be compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusalView {
    /// `no_manifest`, `several_manifests`, `unknown_variant`, `not_frozen`,
    /// `changed_after_freezing`, `different_digests`, `unreadable_attempts`, `no_attempts`,
    /// `different_tasks`, `different_settings`, `different_models`, `different_source_revisions`,
    /// `different_concurrency` or `different_detectors`.
    pub code: String,
    /// What differs.
    pub mismatches: Vec<MismatchView>,
}

/// Something that differs from what it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MismatchView {
    /// What it is: a setting, a task, a part of the manifest, a file, an id.
    pub subject: String,
    /// `baseline` or `variant`; `null` where it concerns neither.
    pub side: Option<String>,
    /// What should be; `null` where nothing in particular should.
    pub expected: Option<String>,
    /// What is; `null` where there is nothing.
    pub found: Option<String>,
    /// How many attempts it holds for; 0 where it is not about attempts.
    pub attempts: u64,
    /// The first of those attempts.
    pub first_attempt: Option<String>,
}

/// A baseline against one variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparisonView {
    /// Tasks, each with both sides: what is resampled.
    pub tasks: u64,
    /// The baseline's attempts.
    pub baseline_attempts: u64,
    /// The variant's attempts.
    pub variant_attempts: u64,
    /// Loaded attempts that belong to neither side.
    pub other_attempts: u64,
    /// Every metric, in a fixed order.
    pub metrics: Vec<MetricView>,
    /// Each task, in the manifest's order.
    pub pairs: Vec<PairView>,
    /// Why attempts were rejected, most frequent first.
    pub rejections: Vec<ReasonView>,
    /// Why attempts stopped, most frequent first.
    pub stops: Vec<ReasonView>,
    /// What limits the comparison without forbidding it.
    pub reservations: Vec<ReservationView>,
    /// How intervals were found.
    pub method: MethodView,
}

/// A metric of both sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MetricView {
    /// `acceptanceRate`, `costPerAcceptedArtifact`, `modelCost`, `toolCost`,
    /// `tokens.inputUncached`, `tokens.cacheRead`, `tokens.cacheWrite`, `tokens.output`,
    /// `tokens.reasoning`, `toolCalls.proposed`, `toolCalls.executed`, `toolCalls.suppressed`,
    /// `sandboxSeconds`, `meanLatencyMs`, `p95LatencyMs`, `notStopped`, or `stopShare` for each stop
    /// reason that occurred.
    pub code: String,
    /// The stop reason of a `stopShare`; `null` for the others.
    pub stop_reason: Option<String>,
    /// `share` (of 1), `money`, `tokens`, `calls`, `seconds` or `milliseconds`.
    pub unit: String,
    /// The baseline's figure.
    pub baseline: SideFigureView,
    /// The variant's figure.
    pub variant: SideFigureView,
    /// Variant less baseline, a decimal string; `null` where a side is unknown.
    pub difference: Option<String>,
    /// Why there is no difference: the code of an unknown reason, `mixed_currencies` or
    /// `not_reviewed`; `null` where there is one.
    pub difference_reason: Option<String>,
    /// Lower end of the difference's 95 % interval: the shortest decimal that reads back as the same
    /// double. `null` where there is no interval.
    pub low: Option<String>,
    /// Upper end of the interval.
    pub high: Option<String>,
    /// Why there is a difference and no interval: `too_few_tasks`, `nothing_accepted_in_resamples`
    /// or `percentile`; else `null`.
    pub interval_reason: Option<String>,
    /// Resamples in which a side had no accepted artifact to divide by.
    pub undefined_resamples: u64,
    /// `higher` or `lower`, as the variant's figure is; `undecided` where the interval spans or
    /// touches zero, so that the data do not tell the two apart; `unknown` without an interval.
    pub verdict: String,
}

/// One side's figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SideFigureView {
    /// The value, a decimal string; quotients are rounded to ten decimals. `null` if unknown.
    pub value: Option<String>,
    /// The currency of an amount of money that is known; else `null`.
    pub currency: Option<String>,
    /// Why there is no value; as [`MetricView::difference_reason`], and `nothing_accepted`.
    pub reason: Option<String>,
    /// Where the value is unknown, the least that the sum behind it can be, by currency; empty where
    /// nothing is known.
    pub at_least: Vec<AmountView>,
    /// Attempts in which it was measured.
    pub measured: u64,
    /// Attempts of the side.
    pub of: u64,
}

/// A number with its currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AmountView {
    /// The number, a decimal string.
    pub value: String,
    /// Its currency; `null` where it is no money.
    pub currency: Option<String>,
}

/// A task and both sides of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PairView {
    /// The task's id.
    pub task_id: String,
    /// What it asks for; `null` where the manifest does not say.
    pub title: Option<String>,
    /// Under the baseline.
    pub baseline: PairSideView,
    /// Under the variant.
    pub variant: PairSideView,
}

/// What one side made of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PairSideView {
    /// Attempts at it.
    pub attempts: u64,
    /// Accepted artifacts.
    pub accepted: SideFigureView,
    /// What the model calls cost.
    pub model_cost: SideFigureView,
    /// Tool calls that ran.
    pub executed: SideFigureView,
}

/// A reason, and how often it was counted on either side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReasonView {
    /// `stated`: [`reason`](Self::reason) holds it; `none`: a rejection without a reason, or an
    /// attempt that no guard stopped; `unknown`: nobody knows whether a guard stopped it.
    pub kind: String,
    /// The reason as it was stated.
    pub reason: Option<String>,
    /// Attempts of the baseline.
    pub baseline: u64,
    /// Attempts of the variant.
    pub variant: u64,
}

/// What limits a comparison without forbidding it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReservationView {
    /// `not_reviewed`, `uneven_attempts` (counts tasks that have more attempts on the side),
    /// `settings_not_recorded`, `model_not_recorded`, `source_revision_not_recorded` or
    /// `concurrency_not_recorded`.
    pub code: String,
    /// How many attempts, or tasks, of the baseline it holds for.
    pub baseline: u64,
    /// And of the variant.
    pub variant: u64,
}

/// How intervals were found; `docs/statistics.md` describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodView {
    /// Always `paired_bootstrap_expanded_percentile`.
    pub interval: String,
    /// The level, a decimal string: always `0.95`.
    pub level: String,
    /// The probability in either tail of the resamples, a decimal string.
    pub tail: String,
    /// How many resamples were drawn.
    pub resamples: u64,
    /// The generator, and its stream: always `pcg32/1`.
    pub generator: String,
    /// The generator's seed.
    pub seed: u64,
    /// The fewest tasks for which there is an interval.
    pub min_tasks: u64,
}
