//! What a screen, a table or another program is shown: plain data, `camelCase` in JSON.
//!
//! Unknown stays unknown here: a figure without a value has a reason, and `null` is never left out.

pub mod compare;
pub mod experiment;
pub mod limits;
pub mod opinions;
pub mod review;

use indexmap::IndexMap;
use loopledger_model::{EffectiveConfiguration, Outcome, Place, Tokens, UnknownReason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One measurement as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Figure_for_{T}")]
pub struct Figure<T> {
    /// The value; `null` if unknown.
    pub value: Option<T>,
    /// Why there is no value; `null` if there is one.
    pub reason: Option<UnknownReason>,
    /// `reported`, `derived` or `priced`; `null` if unknown.
    pub origin: Option<String>,
    /// Where the value stands, or should have stood.
    pub place: Option<Place>,
}

/// A sum over attempts as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SumFigure_for_{T}")]
pub struct SumFigure<T> {
    /// The sum; `null` unless every part is known.
    pub value: Option<T>,
    /// Why there is no sum; `null` if there is one.
    pub reason: Option<UnknownReason>,
    /// The reasons of the unknown parts, with how many parts each concerns.
    pub reasons: BTreeMap<UnknownReason, u64>,
    /// The known part: what the sum comes to at least. `null` where no part is known, or where the
    /// parts are in several currencies.
    pub lower_bound: Option<T>,
    /// How many parts are known.
    pub measured: u64,
    /// How many parts there are.
    pub of: u64,
    /// `reported`, `derived`, `priced`, or `mixed` where parts differ; `null` if nothing is known.
    pub origin: Option<String>,
    /// The place of the first unknown part, else of the first part.
    pub place: Option<Place>,
}

/// An amount of money as it is shown: every digit of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoneyView {
    /// The exact amount as decimal text.
    pub amount: String,
    /// ISO 4217 code; `XXX` where the source states none.
    pub currency: String,
}

/// One file as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileView {
    /// Handle within the session; never shown, never in an address.
    pub id: u64,
    /// The name it was given, with its folder.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
    /// Stable code of its format; `null` where it was refused.
    pub format: Option<String>,
    /// What made it that format, in English.
    pub why: Option<String>,
    /// Records that were read.
    pub records_read: u64,
    /// Records that were rejected; the diagnostics say where and why.
    pub records_rejected: u64,
    /// Agent runs read from it.
    pub runs: u64,
    /// Attempt records read from it.
    pub attempts: u64,
    /// Run rows read from it.
    pub run_rows: u64,
    /// Result records read from it.
    pub results: u64,
    /// Priced models read from it.
    pub prices: u64,
    /// Why each format did not fit, where it was refused.
    pub tried: Vec<TriedView>,
    /// What was wrong, and where.
    pub diagnostics: Vec<DiagnosticView>,
}

/// A format that was tried on a refused file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TriedView {
    /// Stable code of the format.
    pub format: String,
    /// Why the file is not of it, in English.
    pub why_not: String,
}

/// Something wrong at a place of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosticView {
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// Stable code.
    pub code: String,
    /// The file's name.
    pub file: String,
    /// Line, counted from 1.
    pub line: Option<u64>,
    /// Byte offset, counted from 0.
    pub byte: Option<u64>,
    /// JSON pointer inside the line or document.
    pub pointer: Option<String>,
    /// What would have fitted.
    pub expected: Option<String>,
    /// What stood there, shortened.
    pub found: Option<String>,
    /// The whole story in one English sentence.
    pub message: String,
}

/// The report: what everything came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportView {
    /// All attempts together; `null` where no attempt was read.
    pub total: Option<GroupView>,
    /// The same by variant, in order of first appearance; empty where no attempt names a variant.
    pub variants: Vec<GroupView>,
    /// The result record of `total` with its sibling key `loopledger`, as JSON text; `null` where no
    /// attempt was read.
    pub result_record: Option<String>,
    /// The same record, its eight keys alone.
    pub result_record_alone: Option<String>,
    /// Result records that were read from files.
    pub recorded_results: Vec<RecordedResultView>,
    /// Every unknown that keeps a total from being known.
    pub unknowns: Vec<UnknownView>,
    /// The price tables in use, by file; empty where none was supplied.
    pub price_tables: Vec<PriceTableView>,
    /// Where two sources of one attempt disagree.
    pub disagreements: Vec<DisagreementView>,
    /// Manifest digests among the attempts; more than one means that they must not be compared.
    pub manifest_digests: Vec<String>,
}

/// The report with what it was made of: the answer to `loopledger report`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportAnswer {
    /// What everything came to.
    pub report: ReportView,
    /// The attempts, one by one.
    pub attempts: Vec<AttemptView>,
    /// The files, with what was wrong in them.
    pub files: Vec<FileView>,
}

/// A group of attempts summed up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupView {
    /// The variant's id; `null` for all attempts together and for attempts without a variant.
    pub variant: Option<String>,
    /// Attempts of any end.
    pub attempts: u64,
    /// Accepted artifacts; `null` where no attempt was ever reviewed.
    pub accepted_artifacts: Option<u64>,
    /// Attempts with a verdict.
    pub reviewed: u64,
    /// Attempts and model cost of each outcome, in the order accepted, rejected, failed, capped,
    /// unknown; outcomes without attempts are present.
    pub outcomes: Vec<OutcomeView>,
    /// Cost of all model calls.
    pub model_cost: SumFigure<MoneyView>,
    /// Model cost by currency, where there is more than one; known parts only.
    pub model_cost_by_currency: Vec<MoneyView>,
    /// Cost of all tools.
    pub tool_cost: SumFigure<MoneyView>,
    /// Total model cost over accepted artifacts.
    pub cost_per_accepted_artifact: RatioView,
    /// Seconds that sandboxes were held.
    pub sandbox_seconds: SumFigure<String>,
    /// End-to-end latency.
    pub latency: LatencyView,
    /// Tokens by category.
    pub tokens: Tokens<SumFigure<u64>>,
    /// Tool calls that were proposed.
    pub tool_calls_proposed: SumFigure<u64>,
    /// Tool calls that ran.
    pub tool_calls_executed: SumFigure<u64>,
    /// Tool calls that a guard took out.
    pub tool_calls_suppressed: SumFigure<u64>,
    /// How many attempts each stop reason ended.
    pub stop_reasons: IndexMap<String, u64>,
    /// Attempts that no guard stopped.
    pub not_stopped: u64,
    /// Attempts of which it is not known whether a guard stopped them.
    pub stop_reason_unknown: u64,
}

/// Attempts and cost of one outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeView {
    /// Which outcome.
    pub outcome: Outcome,
    /// How many attempts had it.
    pub attempts: u64,
    /// Their model cost.
    pub model_cost: SumFigure<MoneyView>,
}

/// Cost per accepted artifact, its parts kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RatioView {
    /// The quotient, divided for display; `null` if unknown.
    pub value: Option<MoneyView>,
    /// Why there is none.
    pub reason: Option<UnknownReason>,
    /// Total model cost of all attempts; `null` if unknown.
    pub numerator: Option<MoneyView>,
    /// Accepted artifacts; `null` if never reviewed.
    pub denominator: Option<u64>,
    /// What an accepted artifact cost at least; `null` where the value itself is known, nothing was
    /// accepted or nothing is known.
    pub lower_bound: Option<MoneyView>,
}

/// Latency over attempts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LatencyView {
    /// 95th percentile, nearest rank, in milliseconds, as decimal text; `null` without samples.
    pub p95_ms: Option<String>,
    /// Why there is none.
    pub reason: Option<UnknownReason>,
    /// Attempts whose latency is known.
    pub samples: u64,
    /// Attempts whose latency is unknown.
    pub unknown: u64,
    /// Whether there are so few samples that the percentile is the largest of them.
    pub equals_maximum: bool,
}

/// A result record that was read from a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordedResultView {
    /// Where it stands.
    pub place: Place,
    /// Whether anything was run; if not, every metric is `null`.
    pub benchmark_executed: bool,
    /// Attempts.
    pub attempts: u64,
    /// Accepted artifacts.
    pub accepted_artifacts: Option<u64>,
    /// Total model cost, decimal text.
    pub total_model_cost: Figure<String>,
    /// Sandbox seconds, decimal text.
    pub sandbox_seconds: Figure<String>,
    /// 95th percentile of latency in milliseconds, decimal text.
    pub p95_latency_ms: Figure<String>,
    /// Cost per accepted artifact, decimal text.
    pub cost_per_accepted_artifact: Figure<String>,
    /// How many attempts each stop reason ended.
    pub stop_reasons: IndexMap<String, u64>,
    /// The record as JSON text, as it would be written again.
    pub json: String,
}

/// An unknown that keeps a total from being known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnknownView {
    /// The field: `modelCost`, `tokens.reasoning`, `latencyMs`, …
    pub field: String,
    /// Why it is unknown.
    pub reason: UnknownReason,
    /// The attempts that lack it, in order.
    pub attempts: Vec<String>,
    /// Where the first of them should have it.
    pub place: Option<Place>,
}

/// A price table in use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceTableView {
    /// Its file.
    pub file: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// The file's date, where known.
    pub date: Option<String>,
    /// How many models it prices.
    pub models: u64,
}

/// Two sources of one attempt that disagree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisagreementView {
    /// The attempt.
    pub attempt: String,
    /// The field.
    pub field: String,
    /// The value that was kept, and where it stands.
    pub kept: String,
    /// Where the kept value stands.
    pub kept_place: Option<Place>,
    /// The other value.
    pub other: String,
    /// Where the other value stands.
    pub other_place: Option<Place>,
}

/// One attempt as a row of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttemptView {
    /// Its id.
    pub attempt_id: String,
    /// Its task.
    pub task_id: Option<String>,
    /// Its variant.
    pub variant_id: Option<String>,
    /// The attempt that it retries.
    pub retry_of: Option<String>,
    /// What became of it.
    pub outcome: Outcome,
    /// `accepted` or `rejected`; `null` without a verdict.
    pub decision: Option<String>,
    /// The reviewer's reason.
    pub decision_reason: Option<String>,
    /// Who decided.
    pub reviewer: Option<String>,
    /// How the run ended.
    pub status: Option<String>,
    /// Which guard stopped it. A known `none` is the empty string.
    pub stop_reason: Figure<String>,
    /// The model.
    pub model: Option<String>,
    /// Tokens by category.
    pub tokens: Tokens<Figure<u64>>,
    /// Calls that were proposed.
    pub tool_calls_proposed: Figure<u64>,
    /// Calls that ran.
    pub tool_calls_executed: Figure<u64>,
    /// Calls that a guard took out.
    pub tool_calls_suppressed: Figure<u64>,
    /// What the model calls cost.
    pub model_cost: Figure<MoneyView>,
    /// What the tools cost.
    pub tool_cost: Figure<MoneyView>,
    /// Seconds that a sandbox was held, decimal text.
    pub sandbox_seconds: Figure<String>,
    /// End-to-end latency in milliseconds, decimal text.
    pub latency_ms: Figure<String>,
    /// Start, RFC 3339.
    pub started_at: Figure<String>,
    /// End, RFC 3339.
    pub ended_at: Figure<String>,
    /// Key of the run that can be replayed for it; `null` where no trace was read.
    pub run: Option<String>,
    /// The limits in force, where recorded.
    pub effective_configuration: Option<EffectiveConfiguration>,
    /// The reason of each `null`, by field.
    pub unknown: BTreeMap<String, UnknownReason>,
    /// The published record as one line of JSON.
    pub json: String,
    /// Where it stands.
    pub place: Option<Place>,
}

/// A run that can be replayed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunView {
    /// Stable key: thread, run and subagent task, not the order of loading.
    pub key: String,
    /// The file that it was read from.
    pub file: String,
    /// The thread's id.
    pub thread_id: Option<String>,
    /// The run's id.
    pub run_id: Option<String>,
    /// The delegated task's id, for a subagent's run.
    pub subagent_task: Option<String>,
    /// The subagent's name.
    pub subagent_name: Option<String>,
    /// `event_journal`, `thread_state`, `message_dump` or `trajectory`.
    pub source: String,
    /// Whether every response is there with the calls that it proposed, so that a replay is exact up
    /// to the first recorded intervention under any limits: not in a state export, which loses the
    /// calls of stopped responses, and not where records are unreadable or torn off.
    pub is_exact: bool,
    /// Model responses of the agent.
    pub responses: u64,
    /// Tool calls that they propose.
    pub tool_calls: u64,
    /// Tool calls that were taken out; `null` where the file cannot tell.
    pub suppressed_tool_calls: Option<u64>,
    /// Warnings and stops that the run recorded.
    pub interventions: u64,
    /// Line of its first record.
    pub line: u64,
}

/// Which rules a replay follows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplaySettings {
    /// Upstream revision by date; `null` for the recorded one, else the default.
    pub revision: Option<String>,
    /// The limits; `null` for the recorded ones, else a dropped `config.yaml`'s, else the defaults.
    pub configuration: Option<EffectiveConfiguration>,
}

/// A replayed run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayView {
    /// The run.
    pub run: RunView,
    /// Upstream revision that was replayed.
    pub revision: String,
    /// The limits that were replayed.
    pub configuration: EffectiveConfiguration,
    /// Where they come from: `given`, `config_file`, `attempt_record` or `defaults`.
    pub configuration_source: String,
    /// Where the configuration stands, if it was read.
    pub configuration_place: Option<Place>,
    /// Length of the frequency window that follows from the limits.
    pub tool_freq_window: u64,
    /// Limits that cannot be reached, warnings that can never fire.
    pub lints: Vec<LintView>,
    /// Tool names, in order of first appearance; steps refer to them by index.
    pub tools: Vec<String>,
    /// One step for each model response of the agent.
    pub steps: Vec<StepView>,
    /// What the detector decides under these rules.
    pub decisions: Vec<DecisionView>,
    /// What the recorded run's detector decided.
    pub recorded: Vec<DecisionView>,
    /// How the two differ, in order of response.
    pub changes: Vec<ChangeView>,
    /// Ordinal of the response at which either the recorded run or this replay first intervenes;
    /// what follows it is *what if*. `null` where neither does.
    pub what_if_after: Option<u64>,
    /// Whether recorded decisions exist to compare with.
    pub has_recorded_decisions: bool,
}

/// Several replayed runs: the answer to `loopledger replay`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Replays {
    /// One for each run, in the order of the files.
    pub replays: Vec<ReplayView>,
}

/// A limit that does not do what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LintView {
    /// Stable code.
    pub code: String,
    /// The setting it concerns, with the tool for an override.
    pub setting: String,
    /// The story in one English sentence.
    pub message: String,
}

/// One model response of a replay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepView {
    /// Line of the record.
    pub line: u64,
    /// Digest of its call set, twelve hex digits; `null` where none was counted or can be known.
    pub digest: Option<String>,
    /// Why there is no digest; `null` where there is one. `no_calls`: it proposes none.
    /// `cut_arguments`: the record cuts its arguments, so that its call set enters the history
    /// window without anybody knowing which it is. `other_guard`: another guard had taken its calls
    /// out before the detector saw them. `detector_off`: the limits turn the detector off.
    /// `raised`: upstream's hook raises an exception on it, which ends the run.
    pub no_digest: Option<String>,
    /// Number of the call set among the run's distinct call sets, by first appearance; what a
    /// glyph is drawn from.
    pub call_set: Option<u32>,
    /// How often the call set stands in the history window after this response.
    pub count: u64,
    /// The calls: index into [`ReplayView::tools`], and what became of each.
    pub calls: Vec<StepCallView>,
    /// The tool that stands nearest to its own hard limit in the frequency window right after this
    /// response; `null` where the window is empty.
    pub frequency: Option<StepFrequencyView>,
    /// When it was recorded, RFC 3339.
    pub created_at: Option<String>,
}

/// A tool's count in the frequency window after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepFrequencyView {
    /// Index into [`ReplayView::tools`].
    pub tool: u32,
    /// Its calls in the window.
    pub count: u64,
}

/// One call of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepCallView {
    /// Index into [`ReplayView::tools`].
    pub tool: u32,
    /// `executed`, `failed`, `suppressed` or `unknown`.
    pub outcome: String,
}

/// A decision of the detector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisionView {
    /// Ordinal of the response, counted from 0.
    pub response: u64,
    /// `warn` or `stop`.
    pub action: String,
    /// `identical_call_set` or `tool_frequency`.
    pub layer: String,
    /// The tools it names.
    pub tools: Vec<String>,
    /// The count that reached the threshold.
    pub count: u64,
    /// The threshold.
    pub threshold: i64,
    /// Line of the record that shows it, for recorded decisions.
    pub line: Option<u64>,
}

/// How a replay differs from the recorded run at one response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeView {
    /// Ordinal of the response.
    pub response: u64,
    /// `added`, `removed` or `changed`.
    pub change: String,
    /// What was recorded.
    pub recorded: Option<DecisionView>,
    /// What the replay decides.
    pub replayed: Option<DecisionView>,
}

/// Both windows right after one response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FrameView {
    /// Ordinal of the response.
    pub step: u64,
    /// Call sets in the history window, oldest first; at most the last 400 of them.
    pub history: Vec<HistoryCellView>,
    /// How many call sets the history window holds.
    pub history_len: u64,
    /// How many it can hold.
    pub history_capacity: u64,
    /// Indexes into [`ReplayView::tools`], oldest first; at most the last 400 of them.
    pub frequency: Vec<u32>,
    /// How many names the frequency window holds.
    pub frequency_len: u64,
    /// How many it can hold.
    pub frequency_capacity: u64,
    /// One bar for each tool in the window, largest count first, then by name.
    pub bars: Vec<FrequencyBarView>,
    /// What happened in this step: the decision, if any.
    pub decision: Option<DecisionView>,
    /// A warning that was a candidate in this response until a hard stop superseded it.
    pub superseded: Option<DecisionView>,
    /// Warnings that wait for the next model request.
    pub pending: Vec<DecisionView>,
    /// The calls of the response, with their arguments and keys.
    pub calls: Vec<CallDetailView>,
    /// Where the response stands.
    pub place: Option<Place>,
    /// Tokens of the response.
    pub tokens: Tokens<Figure<u64>>,
    /// Latency of the model call in milliseconds.
    pub latency_ms: Figure<u64>,
    /// The model that answered.
    pub model: Option<String>,
    /// Why it stopped generating.
    pub finish_reason: Option<String>,
}

/// One cell of the history window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryCellView {
    /// Number of the call set, see [`StepView::call_set`].
    pub call_set: u32,
    /// Its digest.
    pub digest: String,
    /// Whether it has been warned about while in the window.
    pub is_warned: bool,
}

/// One tool of the frequency window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FrequencyBarView {
    /// The tool's name.
    pub tool: String,
    /// Its calls in the window.
    pub count: u64,
    /// Its warning threshold.
    pub warn: i64,
    /// Its hard limit.
    pub hard_limit: i64,
    /// Whether it has been warned about.
    pub is_warned: bool,
    /// Whether its thresholds are an override.
    pub is_override: bool,
}

/// One call of the selected response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallDetailView {
    /// The tool's name.
    pub tool: String,
    /// The call's id.
    pub id: Option<String>,
    /// The arguments as the source has them; at most the first 20,000 characters.
    pub args: Option<String>,
    /// Whether `args` is shortened.
    pub is_args_shortened: bool,
    /// The key text that the digest is made of, name included; `null` where it cannot be known.
    pub key: Option<String>,
    /// Rule that made the key: `read_file_bucket`, `read_file_lines`, `all_arguments`, `salient`,
    /// `raw_text`, `other_value`, `no_salient`, `redacted` where
    /// the arguments were taken out of the file, or `unknown` where the key cannot be known.
    pub key_rule: String,
    /// The argument names that went into the key, where only some did.
    pub key_fields: Vec<String>,
    /// `executed`, `failed`, `suppressed` or `unknown`.
    pub outcome: String,
    /// Where its result stands.
    pub result_place: Option<Place>,
}

/// A piece of a file around a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExcerptView {
    /// The place that was asked for.
    pub place: Place,
    /// Lines with their numbers; long lines are cut around the value.
    pub lines: Vec<ExcerptLineView>,
}

/// One line of an excerpt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExcerptLineView {
    /// Line number, counted from 1.
    pub line: u64,
    /// Its text, cut to at most 2,000 characters.
    pub text: String,
    /// Whether text is missing before `text`.
    pub is_cut_before: bool,
    /// Whether text is missing after `text`.
    pub is_cut_after: bool,
    /// The characters of `text` that are meant, from and to.
    pub mark: Option<(u64, u64)>,
}

/// What a model response belongs to, for a detector that is fed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DetectorContext {
    /// The thread's id; `null` or empty for upstream's thread `default`.
    pub thread_id: Option<String>,
    /// The run.
    pub run: RunIdentity,
}

/// A run, as the context of a hook names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunIdentity {
    /// The run with this id.
    Named(String),
    /// The run whose id is null, an id like any other.
    Null,
    /// A run without an id. The number stands for the invocation; 0 where only one is known. In an
    /// answer it is what the detector tells such runs apart by.
    Absent(u64),
}

/// A tool's name, as a message has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposedName {
    /// The name itself.
    Text(String),
    /// JSON source text of any value: what only a hand-made message has, and names with lone
    /// surrogates.
    Json(String),
    /// The call has no name.
    Absent,
}

/// One tool call that a model response proposes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedCall {
    /// The call's id, for [`ObservationView::suppressed`]; it changes no decision.
    pub id: Option<String>,
    /// The tool's name.
    pub name: ProposedName,
    /// The arguments as JSON source text, because spelling decides what is identical; `null` where
    /// the call has none.
    pub arguments: Option<String>,
}

/// What became of one model response that a detector was fed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ObservationView {
    /// `continue`, `warn`, `hard_stop`, or `raised` where upstream's hook raises an exception.
    pub action: String,
    /// What was found; `null` unless it warns or stops.
    pub finding: Option<FindingView>,
    /// The stop reason that upstream records; `null` unless it stops.
    pub stop_reason: Option<String>,
    /// The ids of the calls that a hard stop takes out: of all of the response that have one.
    pub suppressed: Vec<String>,
    /// Why upstream's hook raises; `null` unless it does.
    pub error: Option<HookErrorView>,
    /// The warning that was a candidate in this response until a hard stop superseded it.
    pub superseded: Option<FindingView>,
    /// What was counted in the history window; `null` where nothing was, because the response
    /// proposes no call or the detector is off.
    pub call_set: Option<CountedCallSetView>,
}

/// What a warning or a hard stop is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FindingView {
    /// `identical_call_set` or `tool_frequency`.
    pub layer: String,
    /// The tools it names: those of every call of the response, in its order, or the one tool that
    /// was called often.
    pub tools: Vec<String>,
    /// The count that reached the threshold.
    pub count: u64,
    /// The threshold.
    pub threshold: i64,
}

/// A call set in the history window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountedCallSetView {
    /// Its digest, twelve hex digits.
    pub digest: String,
    /// How often it stands in the window, this response included.
    pub count: u64,
}

/// What makes upstream's hook raise, which ends a run with an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HookErrorView {
    /// Stable code.
    pub code: String,
    /// The story in one English sentence.
    pub message: String,
    /// The exception as Python shows it.
    pub exception: String,
}

/// A warning that waits for the next model request of its run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WarningView {
    /// `identical_call_set` or `tool_frequency`.
    pub layer: String,
    /// The tool that was called often; `null` for a repeated call set.
    pub tool: Option<String>,
    /// How many calls of it the window held; `null` for a repeated call set.
    pub count: Option<u64>,
}

/// Both windows of a detector that is fed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowsView {
    /// The call sets of the history window, oldest first.
    pub history: Vec<WindowCallSetView>,
    /// How many it can hold.
    pub history_capacity: u64,
    /// The tool names of the frequency window, oldest first.
    pub frequency: Vec<String>,
    /// How many it can hold.
    pub frequency_capacity: u64,
    /// One bar for each tool of the frequency window, by name; with a count of 0 where a tool is
    /// only still marked as warned about.
    pub bars: Vec<FrequencyBarView>,
}

/// One call set of the history window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowCallSetView {
    /// Its digest, twelve hex digits.
    pub digest: String,
    /// Whether it has been warned about while in the window.
    pub is_warned: bool,
}

/// What a pair of windows is kept for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedView {
    /// The thread.
    pub thread_id: String,
    /// The run; `null` up to revision 2026-09-08, whose windows belong to the whole thread.
    pub run: Option<RunIdentity>,
}

/// Why a call has its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyView {
    /// The key text that the digest is made of, name included; a lone surrogate is shown as U+FFFD.
    pub key: String,
    /// Rule that made the key: `read_file_bucket`, `read_file_lines`, `all_arguments`, `salient`,
    /// `raw_text`, `other_value` or `no_salient`.
    pub rule: String,
    /// The argument names that went into the key, where only some did.
    pub fields: Vec<String>,
}
