/*
 * What Loopledger answers, as TypeScript.
 *
 * An unknown is `null` and always present: no property is optional, none is ever `undefined`.
 * Counts are safe integers, never `BigInt`; amounts and durations are exact decimal text.
 * Each `error.name` of what is thrown is a stable code.
 */

/** Why something is unknown. */
export type UnknownReason =
  /** The source has no such field. */
  | "absent_field"
  /** The source has the field, and it is `null`. */
  | "null_field"
  /** The source writes 0 where it did not measure. */
  | "sentinel_zero"
  /** The user's price table has no price for the model, or there is no table. */
  | "no_price_for_model"
  /** A stream ended before the value was final. */
  | "stream_partial"
  /** The file ends before the value. */
  | "truncated_file"
  /** Something stands there that is no such value. */
  | "parse_error"
  /** The sources disagree, or what they say can be read in two ways. */
  | "ambiguous"
  /** Nothing was run. */
  | "not_run"
  /** No artifact was accepted, so that there is nothing to divide by. */
  | "nothing_accepted"
  /** There is no sample to take a percentile of. */
  | "no_samples"
  /** A part of the sum is unknown; the parts say why. */
  | "part_unknown";

/** Where a known value comes from: the input says so, it was added up, or it was priced. */
export type Origin = "reported" | "derived" | "priced";

/** What became of an attempt; every attempt has exactly one outcome. */
export type Outcome = "accepted" | "rejected" | "failed" | "capped" | "unknown";

/** A reviewer's decision. */
export type Verdict = "accepted" | "rejected";

/** How much a diagnostic matters. */
export type Severity = "error" | "warning" | "info";

/** What kind of file a run was read from. */
export type TraceSource = "event_journal" | "thread_state" | "message_dump" | "trajectory";

/** Where the limits of a replay come from. */
export type ConfigurationSource = "given" | "attempt_record" | "config_file" | "defaults";

/** What a decision of the detector does. */
export type Action = "warn" | "stop";

/** The window that a decision comes from. */
export type Layer = "identical_call_set" | "tool_frequency" | "unknown";

/** What became of a proposed call. */
export type CallOutcome = "executed" | "failed" | "suppressed" | "unknown";

/** The rule that made the key of a call. */
export type KeyRule =
  | "read_file_bucket"
  | "read_file_lines"
  | "all_arguments"
  | "salient"
  | "raw_text"
  | "other_value"
  | "no_salient"
  | "redacted"
  | "unknown";

/** How far a {@link Reading} has come. */
export interface Progress {
  /** Bytes that are done. */
  doneBytes: number;
  /** Bytes that there are to do; of a compressed file twice its size. */
  totalBytes: number;
  /** Whether nothing is left but to add the reading to a session. */
  isDone: boolean;
}

/** One measurement as it is shown. */
export interface Figure<T> {
  /** The value; `null` if unknown. */
  value: T | null;
  /** Why there is no value; `null` if there is one. */
  reason: UnknownReason | null;
  /** Where the value comes from; `null` if unknown. */
  origin: Origin | null;
  /** Where the value stands, or should have stood. */
  place: Place | null;
}

/** A sum over attempts as it is shown. */
export interface SumFigure<T> {
  /** The sum; `null` unless every part is known. */
  value: T | null;
  /** Why there is no sum; `null` if there is one. */
  reason: UnknownReason | null;
  /** The reasons of the unknown parts, with how many parts each concerns. */
  reasons: Record<string, number>;
  /**
   * The known part: what the sum comes to at least. `null` where no part is known, or where the
   * parts are in several currencies.
   */
  lowerBound: T | null;
  /** How many parts are known. */
  measured: number;
  /** How many parts there are. */
  of: number;
  /** Where its parts come from, `mixed` where they differ; `null` if nothing is known. */
  origin: Origin | "mixed" | null;
  /** The place of the first unknown part, else of the first part. */
  place: Place | null;
}

/** An amount of money as it is shown: every digit of it. */
export interface MoneyView {
  /** The exact amount as decimal text. */
  amount: string;
  /** ISO 4217 code; `XXX` where the source states none. */
  currency: string;
}

/** One file as it was read. */
export interface FileView {
  /** Handle within the session; never shown, never in an address. */
  id: number;
  /** The name it was given, with its folder. */
  name: string;
  /** Size in bytes. */
  bytes: number;
  /** SHA-256 of its bytes, lower-case hex. */
  sha256: string;
  /** Stable code of its format; `null` where it was refused. */
  format: string | null;
  /** What made it that format, in English. */
  why: string | null;
  /** Records that were read. */
  recordsRead: number;
  /** Records that were rejected; the diagnostics say where and why. */
  recordsRejected: number;
  /** Agent runs read from it. */
  runs: number;
  /** Attempt records read from it. */
  attempts: number;
  /** Run rows read from it. */
  runRows: number;
  /** Result records read from it. */
  results: number;
  /** Priced models read from it. */
  prices: number;
  /** Why each format did not fit, where it was refused. */
  tried: TriedView[];
  /** What was wrong, and where. */
  diagnostics: DiagnosticView[];
}

/** A format that was tried on a refused file. */
export interface TriedView {
  /** Stable code of the format. */
  format: string;
  /** Why the file is not of it, in English. */
  whyNot: string;
}

/** Something wrong at a place of a file. */
export interface DiagnosticView {
  /** How much it matters. */
  severity: Severity;
  /** Stable code. */
  code: string;
  /** The file's name. */
  file: string;
  /** Line, counted from 1. */
  line: number | null;
  /** Byte offset, counted from 0. */
  byte: number | null;
  /** JSON pointer inside the line or document. */
  pointer: string | null;
  /** What would have fitted. */
  expected: string | null;
  /** What stood there, shortened. */
  found: string | null;
  /** The whole story in one English sentence. */
  message: string;
}

/** The report: what everything came to. */
export interface ReportView {
  /** All attempts together; `null` where no attempt was read. */
  total: GroupView | null;
  /** The same by variant, in order of first appearance; empty where no attempt names a variant. */
  variants: GroupView[];
  /** The result record of `total`, as JSON text; `null` where no attempt was read. */
  resultRecord: string | null;
  /** The same record, its eight keys alone. */
  resultRecordAlone: string | null;
  /** Result records that were read from files. */
  recordedResults: RecordedResultView[];
  /** Every unknown that keeps a total from being known. */
  unknowns: UnknownView[];
  /** The price tables in use, by file; empty where none was supplied. */
  priceTables: PriceTableView[];
  /** Where two sources of one attempt disagree. */
  disagreements: DisagreementView[];
  /** Manifest digests among the attempts; more than one means that they must not be compared. */
  manifestDigests: string[];
}

/** The report with what it was made of: the answer to `loopledger report`. */
export interface ReportAnswer {
  /** What everything came to. */
  report: ReportView;
  /** The attempts, one by one. */
  attempts: AttemptView[];
  /** The files, with what was wrong in them. */
  files: FileView[];
}

/** A group of attempts summed up. */
export interface GroupView {
  /** The variant's id; `null` for all attempts together and for attempts without a variant. */
  variant: string | null;
  /** Attempts of any end. */
  attempts: number;
  /** Accepted artifacts; `null` where no attempt was ever reviewed. */
  acceptedArtifacts: number | null;
  /** Attempts with a verdict. */
  reviewed: number;
  /**
   * Attempts and model cost of each outcome, in the order accepted, rejected, failed, capped,
   * unknown; outcomes without attempts are present.
   */
  outcomes: OutcomeView[];
  /** Cost of all model calls. */
  modelCost: SumFigure<MoneyView>;
  /** Model cost by currency, where there is more than one; known parts only. */
  modelCostByCurrency: MoneyView[];
  /** Cost of all tools. */
  toolCost: SumFigure<MoneyView>;
  /** Total model cost over accepted artifacts. */
  costPerAcceptedArtifact: RatioView;
  /** Seconds that sandboxes were held. */
  sandboxSeconds: SumFigure<string>;
  /** End-to-end latency. */
  latency: LatencyView;
  /** Tokens by category. */
  tokens: Tokens<SumFigure<number>>;
  /** Tool calls that were proposed. */
  toolCallsProposed: SumFigure<number>;
  /** Tool calls that ran. */
  toolCallsExecuted: SumFigure<number>;
  /** Tool calls that a guard took out. */
  toolCallsSuppressed: SumFigure<number>;
  /** How many attempts each stop reason ended. */
  stopReasons: Record<string, number>;
  /** Attempts that no guard stopped. */
  notStopped: number;
  /** Attempts of which it is not known whether a guard stopped them. */
  stopReasonUnknown: number;
}

/** Attempts and cost of one outcome. */
export interface OutcomeView {
  /** Which outcome. */
  outcome: Outcome;
  /** How many attempts had it. */
  attempts: number;
  /** Their model cost. */
  modelCost: SumFigure<MoneyView>;
}

/** Cost per accepted artifact, its parts kept. */
export interface RatioView {
  /** The quotient, divided for display; `null` if unknown. */
  value: MoneyView | null;
  /** Why there is none. */
  reason: UnknownReason | null;
  /** Total model cost of all attempts; `null` if unknown. */
  numerator: MoneyView | null;
  /** Accepted artifacts; `null` if never reviewed. */
  denominator: number | null;
  /**
   * What an accepted artifact cost at least; `null` where the value itself is known, nothing was
   * accepted or nothing is known.
   */
  lowerBound: MoneyView | null;
}

/** Latency over attempts. */
export interface LatencyView {
  /** 95th percentile, nearest rank, in milliseconds, as decimal text; `null` without samples. */
  p95Ms: string | null;
  /** Why there is none. */
  reason: UnknownReason | null;
  /** Attempts whose latency is known. */
  samples: number;
  /** Attempts whose latency is unknown. */
  unknown: number;
  /** Whether there are so few samples that the percentile is the largest of them. */
  equalsMaximum: boolean;
}

/** A result record that was read from a file. */
export interface RecordedResultView {
  /** Where it stands. */
  place: Place;
  /** Whether anything was run; if not, every metric is `null`. */
  benchmarkExecuted: boolean;
  /** Attempts. */
  attempts: number;
  /** Accepted artifacts. */
  acceptedArtifacts: number | null;
  /** Total model cost, decimal text. */
  totalModelCost: Figure<string>;
  /** Sandbox seconds, decimal text. */
  sandboxSeconds: Figure<string>;
  /** 95th percentile of latency in milliseconds, decimal text. */
  p95LatencyMs: Figure<string>;
  /** Cost per accepted artifact, decimal text. */
  costPerAcceptedArtifact: Figure<string>;
  /** How many attempts each stop reason ended. */
  stopReasons: Record<string, number>;
  /** The record as JSON text, as it would be written again. */
  json: string;
}

/** An unknown that keeps a total from being known. */
export interface UnknownView {
  /** The field: `modelCost`, `tokens.reasoning`, `latencyMs`, … */
  field: string;
  /** Why it is unknown. */
  reason: UnknownReason;
  /** The attempts that lack it, in order. */
  attempts: string[];
  /** Where the first of them should have it. */
  place: Place | null;
}

/** A price table in use. */
export interface PriceTableView {
  /** Its file. */
  file: string;
  /** SHA-256 of the file. */
  sha256: string;
  /** The file's date, where known. */
  date: string | null;
  /** How many models it prices. */
  models: number;
}

/** Two sources of one attempt that disagree. */
export interface DisagreementView {
  /** The attempt. */
  attempt: string;
  /** The field. */
  field: string;
  /** The value that was kept, and where it stands. */
  kept: string;
  /** Where the kept value stands. */
  keptPlace: Place | null;
  /** The other value. */
  other: string;
  /** Where the other value stands. */
  otherPlace: Place | null;
}

/** One attempt as a row of the table. */
export interface AttemptView {
  /** Its id. */
  attemptId: string;
  /** Its task. */
  taskId: string | null;
  /** Its variant. */
  variantId: string | null;
  /** The attempt that it retries. */
  retryOf: string | null;
  /** What became of it. */
  outcome: Outcome;
  /** The verdict; `null` without one. */
  decision: Verdict | null;
  /** The reviewer's reason. */
  decisionReason: string | null;
  /** Who decided. */
  reviewer: string | null;
  /** How the run ended. */
  status: string | null;
  /** Which guard stopped it. A known `none` is the empty string. */
  stopReason: Figure<string>;
  /** The model. */
  model: string | null;
  /** Tokens by category. */
  tokens: Tokens<Figure<number>>;
  /** Calls that were proposed. */
  toolCallsProposed: Figure<number>;
  /** Calls that ran. */
  toolCallsExecuted: Figure<number>;
  /** Calls that a guard took out. */
  toolCallsSuppressed: Figure<number>;
  /** What the model calls cost. */
  modelCost: Figure<MoneyView>;
  /** What the tools cost. */
  toolCost: Figure<MoneyView>;
  /** Seconds that a sandbox was held, decimal text. */
  sandboxSeconds: Figure<string>;
  /** End-to-end latency in milliseconds, decimal text. */
  latencyMs: Figure<string>;
  /** Start, RFC 3339. */
  startedAt: Figure<string>;
  /** End, RFC 3339. */
  endedAt: Figure<string>;
  /** Key of the run that can be replayed for it; `null` where no trace was read. */
  run: string | null;
  /** The limits in force, where recorded. */
  effectiveConfiguration: EffectiveConfiguration | null;
  /** The reason of each `null`, by field. */
  unknown: Record<string, UnknownReason>;
  /** The published record as one line of JSON. */
  json: string;
  /** Where it stands. */
  place: Place | null;
}

/** A run that can be replayed. */
export interface RunView {
  /** Stable key: thread, run and subagent task, not the order of loading. */
  key: string;
  /** The file that it was read from. */
  file: string;
  /** The thread's id. */
  threadId: string | null;
  /** The run's id. */
  runId: string | null;
  /** The delegated task's id, for a subagent's run. */
  subagentTask: string | null;
  /** The subagent's name. */
  subagentName: string | null;
  /** What kind of file that is. */
  source: TraceSource;
  /**
   * Whether the calls of stopped responses are still there, so that a replay is exact up to the
   * first recorded intervention under any limits.
   */
  isExact: boolean;
  /** Model responses of the agent. */
  responses: number;
  /** Tool calls that they propose. */
  toolCalls: number;
  /** Tool calls that were taken out. */
  suppressedToolCalls: number | null;
  /** Warnings and stops that the run recorded. */
  interventions: number;
  /** Line of its first record. */
  line: number;
}

/**
 * Which rules a replay follows.
 *
 * A configuration is given whole; to change one limit, spread the one that
 * {@link Session.replay} or {@link parseConfiguration} answered.
 */
export interface ReplaySettings {
  /** Upstream revision by date; `null` for the recorded one, else the default. */
  revision: string | null;
  /** The limits; `null` for the recorded ones, else a dropped `config.yaml`'s, else the defaults. */
  configuration: EffectiveConfiguration | null;
}

/** A replayed run. */
export interface ReplayView {
  /** The run. */
  run: RunView;
  /** Upstream revision that was replayed. */
  revision: string;
  /** The limits that were replayed. */
  configuration: EffectiveConfiguration;
  /** Where they come from. */
  configurationSource: ConfigurationSource;
  /** Where the configuration stands, if it was read. */
  configurationPlace: Place | null;
  /** Length of the frequency window that follows from the limits. */
  toolFreqWindow: number;
  /** Limits that cannot be reached, warnings that can never fire. */
  lints: LintView[];
  /** Tool names, in order of first appearance; steps refer to them by index. */
  tools: string[];
  /** One step for each model response of the agent. */
  steps: StepView[];
  /** What the detector decides under these rules. */
  decisions: DecisionView[];
  /** What the recorded run's detector decided. */
  recorded: DecisionView[];
  /** How the two differ, in order of response. */
  changes: ChangeView[];
  /**
   * Ordinal of the response at which either the recorded run or this replay first intervenes;
   * what follows it is *what if*. `null` where neither does.
   */
  whatIfAfter: number | null;
  /** Whether recorded decisions exist to compare with. */
  hasRecordedDecisions: boolean;
}

/** Several replayed runs: the answer to `loopledger replay`. */
export interface Replays {
  /** One for each run, in the order of the files. */
  replays: ReplayView[];
}

/** A limit that does not do what it says. */
export interface LintView {
  /** Stable code. */
  code: string;
  /** The setting it concerns, with the tool for an override. */
  setting: string;
  /** The story in one English sentence. */
  message: string;
}

/** One model response of a replay. */
export interface StepView {
  /** Line of the record. */
  line: number;
  /** Digest of its call set, twelve hex digits; `null` where none was counted or can be known. */
  digest: string | null;
  /**
   * Why there is no digest; `null` where there is one. `no_calls`: it proposes none.
   * `cut_arguments`: the record cuts its arguments, so that its call set enters the history window
   * without anybody knowing which it is. `other_guard`: another guard had taken its calls out before
   * the detector saw them. `detector_off`: the limits turn the detector off. `raised`: upstream's
   * hook raises an exception on it, which ends the run.
   */
  noDigest: "no_calls" | "cut_arguments" | "other_guard" | "detector_off" | "raised" | null;
  /**
   * Number of the call set among the run's distinct call sets, by first appearance; what a
   * glyph is drawn from.
   */
  callSet: number | null;
  /** How often the call set stands in the history window after this response. */
  count: number;
  /** The calls: index into {@link ReplayView.tools}, and what became of each. */
  calls: StepCallView[];
  /**
   * The tool that stands nearest to its own hard limit in the frequency window right after this
   * response; `null` where the window is empty.
   */
  frequency: StepFrequencyView | null;
  /** When it was recorded, RFC 3339. */
  createdAt: string | null;
}

/** A tool's count in the frequency window after a step. */
export interface StepFrequencyView {
  /** Index into {@link ReplayView.tools}. */
  tool: number;
  /** Its calls in the window. */
  count: number;
}

/** One call of a step. */
export interface StepCallView {
  /** Index into {@link ReplayView.tools}. */
  tool: number;
  /** What became of it. */
  outcome: CallOutcome;
}

/** A decision of the detector. */
export interface DecisionView {
  /** Ordinal of the response, counted from 0. */
  response: number;
  /** What it does. */
  action: Action;
  /** Which window it comes from; `unknown` where a recorded run does not say. */
  layer: Layer;
  /** The tools it names. */
  tools: string[];
  /** The count that reached the threshold. */
  count: number;
  /** The threshold. */
  threshold: number;
  /** Line of the record that shows it, for recorded decisions. */
  line: number | null;
}

/** How a replay differs from the recorded run at one response. */
export interface ChangeView {
  /** Ordinal of the response. */
  response: number;
  /** How. */
  change: "added" | "removed" | "changed";
  /** What was recorded. */
  recorded: DecisionView | null;
  /** What the replay decides. */
  replayed: DecisionView | null;
}

/** Both windows right after one response. */
export interface FrameView {
  /** Ordinal of the response. */
  step: number;
  /** Call sets in the history window, oldest first; at most the last 400 of them. */
  history: HistoryCellView[];
  /** How many call sets the history window holds. */
  historyLen: number;
  /** How many it can hold. */
  historyCapacity: number;
  /** Indexes into {@link ReplayView.tools}, oldest first; at most the last 400 of them. */
  frequency: number[];
  /** How many names the frequency window holds. */
  frequencyLen: number;
  /** How many it can hold. */
  frequencyCapacity: number;
  /** One bar for each tool in the window, largest count first, then by name. */
  bars: FrequencyBarView[];
  /** What happened in this step: the decision, if any. */
  decision: DecisionView | null;
  /** A warning that was a candidate in this response until a hard stop superseded it. */
  superseded: DecisionView | null;
  /** Warnings that wait for the next model request. */
  pending: DecisionView[];
  /** The calls of the response, with their arguments and keys. */
  calls: CallDetailView[];
  /** Where the response stands. */
  place: Place | null;
  /** Tokens of the response. */
  tokens: Tokens<Figure<number>>;
  /** Latency of the model call in milliseconds. */
  latencyMs: Figure<number>;
  /** The model that answered. */
  model: string | null;
  /** Why it stopped generating. */
  finishReason: string | null;
}

/** One cell of the history window. */
export interface HistoryCellView {
  /** Number of the call set, see {@link StepView.callSet}. */
  callSet: number;
  /** Its digest. */
  digest: string;
  /** Whether it has been warned about while in the window. */
  isWarned: boolean;
}

/** One tool of the frequency window. */
export interface FrequencyBarView {
  /** The tool's name. */
  tool: string;
  /** Its calls in the window. */
  count: number;
  /** Its warning threshold. */
  warn: number;
  /** Its hard limit. */
  hardLimit: number;
  /** Whether it has been warned about. */
  isWarned: boolean;
  /** Whether its thresholds are an override. */
  isOverride: boolean;
}

/** One call of the selected response. */
export interface CallDetailView {
  /** The tool's name. */
  tool: string;
  /** The call's id. */
  id: string | null;
  /** The arguments as the source has them; at most the first 20,000 characters. */
  args: string | null;
  /** Whether `args` is shortened. */
  isArgsShortened: boolean;
  /** The key text that the digest is made of, name included; `null` where it cannot be known. */
  key: string | null;
  /** Rule that made the key; `unknown` where the key cannot be known. */
  keyRule: KeyRule;
  /** The argument names that went into the key, where only some did. */
  keyFields: string[];
  /** What became of it. */
  outcome: CallOutcome;
  /** Where its result stands. */
  resultPlace: Place | null;
}

/** A piece of a file around a place. */
export interface ExcerptView {
  /** The place that was asked for. */
  place: Place;
  /** Lines with their numbers; long lines are cut around the value. */
  lines: ExcerptLineView[];
}

/** One line of an excerpt. */
export interface ExcerptLineView {
  /** Line number, counted from 1. */
  line: number;
  /** Its text, cut to at most 2,000 characters. */
  text: string;
  /** Whether text is missing before `text`. */
  isCutBefore: boolean;
  /** Whether text is missing after `text`. */
  isCutAfter: boolean;
  /** The characters of `text` that are meant, from and to. */
  mark: [number, number] | null;
}

/** Everything that was read, file by file. */
export interface InspectView {
  /** The files, in the order in which they were given. */
  files: InspectFile[];
}

/** What was read from one file. */
export interface InspectFile {
  /** The name it was given. */
  name: string;
  /** Stable code of its format; `null` where it was refused. */
  format: string | null;
  /** What made it that format; `null` where it was refused. */
  why: string | null;
  /** Records that were read. */
  recordsRead: number;
  /** Records that were rejected. */
  recordsRejected: number;
  /** Attempt records among them. */
  attempts: number;
  /** Result records among them. */
  results: number;
  /** Agent executions: runs with their model responses, or run rows without them. */
  sessions: InspectSession[];
  /** What was wrong, and where. */
  diagnostics: DiagnosticView[];
  /** Why each format did not fit, where the file was refused. */
  tried: TriedView[];
}

/** One agent's execution as a file records it. */
export interface InspectSession {
  /**
   * The run's id, else the thread's, else `default`; a subagent's task follows after a slash, and
   * the thread's id stands before it where sessions of the file would share theirs.
   */
  id: string;
  /** The thread's id. */
  threadId: string | null;
  /** The run's id. */
  runId: string | null;
  /** The delegated task's id, for a subagent. */
  subagentTask: string | null;
  /** Model responses of the agent itself; `null` where the file does not list them. */
  responses: number | null;
  /** Tool calls that they propose; `null` where the file does not list them. */
  toolCalls: number | null;
  /** Tool calls that a guard took out; `null` where the file cannot tell. */
  suppressedToolCalls: number | null;
  /**
   * Tokens of the agent and of the middleware that worked for it; a category is `null` unless
   * every response states it.
   */
  tokens: Tokens<number | null>;
  /**
   * Why a value is not known, by its name: a category of tokens, `modelCost`, `toolCalls`,
   * `suppressedToolCalls`, or `stopReasons` where none may only mean that none is shown.
   */
  unknown: Record<string, UnknownReason>;
  /** What the model calls cost, from a price table that was given; `null` without one. */
  modelCost: MoneyView | null;
  /** Stop reasons that the file shows, with their counts. */
  stopReasons: Record<string, number>;
  /**
   * What the detector decides, replayed to the end: ordinal of the response among the session's
   * responses from 0, action, layer, tools, count.
   */
  decisions: [number, Action, Layer, string[], number][];
}

/**
 * A place in an input file, as exactly as the format allows.
 *
 * Places are ordered by file name, then by where they stand in the file.
 */
export interface Place {
  /** The file's name as it was given, with its folder where one was dropped. */
  file: string;
  /** Line number, counted from 1; `null` where the file as a whole is meant. */
  line: number | null;
  /** Byte offset from the start of the file (after decompression), counted from 0. */
  byte: number | null;
  /** JSON pointer (RFC 6901) inside the line's or the document's value. */
  pointer: string | null;
}

/**
 * One value for each of the five disjoint token categories.
 *
 * Where a source does not separate a category, its tokens are counted in the wider one:
 * `inputUncached` holds cached input whose share the source does not state, and `output` holds
 * reasoning that it does not state; the category itself is then unknown.
 */
export interface Tokens<T> {
  /** Input tokens that were neither read from nor written to a cache. */
  inputUncached: T;
  /** Input tokens read from a cache. */
  cacheRead: T;
  /** Input tokens written to a cache. */
  cacheWrite: T;
  /** Output tokens without reasoning, where that can be separated. */
  output: T;
  /** Reasoning tokens. */
  reasoning: T;
}

/**
 * The limits that were in force, after overrides, under upstream's own names.
 *
 * The values are those of DeerFlow's `loop_detection:` section (revision 2026-09-08).
 * This is what was recorded and is not checked here: upstream accepts limits that its own window
 * cannot reach, and recorded runs may carry them.
 */
export interface EffectiveConfiguration {
  /** Whether the detector ran at all. */
  enabled: boolean;
  /** Identical call sets in the history window that cause a warning. */
  warn_threshold: number;
  /** Identical call sets in the history window that cause a hard stop. */
  hard_limit: number;
  /** Length of the history window, in model responses. */
  window_size: number;
  /** Threads whose windows are kept; the least recently used go first. */
  max_tracked_threads: number;
  /** Calls of one tool in the frequency window that cause a warning. */
  tool_freq_warn: number;
  /** Calls of one tool in the frequency window that cause a hard stop. */
  tool_freq_hard_limit: number;
  /** Thresholds of single tools, by tool name, in the order they were given. */
  tool_freq_overrides: Record<string, ToolFreqOverride>;
}

/** The frequency thresholds of one tool. */
export interface ToolFreqOverride {
  /** Calls that cause a warning. */
  warn: number;
  /** Calls that cause a hard stop. */
  hard_limit: number;
}

/** What a model response belongs to. */
export interface DetectorContext {
  /** The thread's id; `null` or empty for upstream's thread `default`. */
  threadId: string | null;
  /** The run. */
  run: RunIdentity;
}

/** A run, as the context of a hook names it. */
export type RunIdentity =
  /** The run with this id. */
  | { named: string }
  /** The run whose id is null, an id like any other. */
  | "null"
  /**
   * A run without an id. The number stands for the invocation; 0 where only one is known. In an
   * answer it is what the detector tells such runs apart by.
   */
  | { absent: number };

/** A tool's name, as a message has it. */
export type ProposedName =
  /** The name itself. */
  | { text: string }
  /**
   * JSON source text of any value: what only a hand-made message has, and names with lone
   * surrogates.
   */
  | { json: string }
  /** The call has no name. */
  | "absent";

/** One tool call that a model response proposes. */
export interface ProposedCall {
  /** The call's id, for `suppressed`; it changes no decision. */
  id: string | null;
  /** The tool's name. */
  name: ProposedName;
  /**
   * The arguments as JSON source text, because spelling decides what is identical; `null` where the
   * call has none.
   */
  arguments: string | null;
}

/** What upstream would do with a model response. */
export type ObservedAction = "continue" | "warn" | "hard_stop" | "raised";

/** What became of one model response that a detector was fed. */
export interface ObservationView {
  /** What upstream would do; `raised` where its hook raises an exception. */
  action: ObservedAction;
  /** What was found; `null` unless it warns or stops. */
  finding: FindingView | null;
  /** The stop reason that upstream records; `null` unless it stops. */
  stopReason: string | null;
  /** The ids of the calls that a hard stop takes out: of all of the response that have one. */
  suppressed: string[];
  /** Why upstream's hook raises; `null` unless it does. */
  error: HookErrorView | null;
  /** The warning that was a candidate in this response until a hard stop superseded it. */
  superseded: FindingView | null;
  /**
   * What was counted in the history window; `null` where nothing was, because the response proposes
   * no call or the detector is off.
   */
  callSet: CountedCallSetView | null;
}

/** What a warning or a hard stop is about. */
export interface FindingView {
  /** The window that it comes from. */
  layer: Layer;
  /**
   * The tools it names: those of every call of the response, in its order, or the one tool that was
   * called often.
   */
  tools: string[];
  /** The count that reached the threshold. */
  count: number;
  /** The threshold. */
  threshold: number;
}

/** A call set in the history window. */
export interface CountedCallSetView {
  /** Its digest, twelve hex digits. */
  digest: string;
  /** How often it stands in the window, this response included. */
  count: number;
}

/** What makes upstream's hook raise, which ends a run with an error. */
export interface HookErrorView {
  /** Stable code. */
  code: string;
  /** The story in one English sentence. */
  message: string;
  /** The exception as Python shows it. */
  exception: string;
}

/** A warning that waits for the next model request of its run. */
export interface WarningView {
  /** The window that it comes from. */
  layer: Layer;
  /** The tool that was called often; `null` for a repeated call set. */
  tool: string | null;
  /** How many calls of it the window held; `null` for a repeated call set. */
  count: number | null;
}

/** Both windows of a detector that is fed. */
export interface WindowsView {
  /** The call sets of the history window, oldest first. */
  history: WindowCallSetView[];
  /** How many it can hold. */
  historyCapacity: number;
  /** The tool names of the frequency window, oldest first. */
  frequency: string[];
  /** How many it can hold. */
  frequencyCapacity: number;
  /**
   * One bar for each tool of the frequency window, by name; with a count of 0 where a tool is only
   * still marked as warned about.
   */
  bars: FrequencyBarView[];
}

/** One call set of the history window. */
export interface WindowCallSetView {
  /** Its digest, twelve hex digits. */
  digest: string;
  /** Whether it has been warned about while in the window. */
  isWarned: boolean;
}

/** What a pair of windows is kept for. */
export interface TrackedView {
  /** The thread. */
  threadId: string;
  /** The run; `null` up to revision 2026-09-08, whose windows belong to the whole thread. */
  run: RunIdentity | null;
}

/** Why a call has its key. */
export interface KeyView {
  /** The key text that the digest is made of, name included; a lone surrogate is shown as U+FFFD. */
  key: string;
  /** Rule that made the key. */
  rule: KeyRule;
  /** The argument names that went into the key, where only some did. */
  fields: string[];
}
