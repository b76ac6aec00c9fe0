// Every figure of the chapter, by the name that stands behind it in the Markdown: 3<!--=two.set.count-->
//
// Each is taken from what `loopledger … --json` answers about files that are committed here, so that
// a figure in the text that says something else fails a test.

const example = (id, ...names) => (names.length > 0 ? names.map((name) => `web/examples/${id}/${name}`) : [`web/examples/${id}`]);

/// What the command line is asked.
export const QUESTIONS = {
  defaults: ["replay", ...example("cost-with-failures", "base-01.jsonl")],
  two: ["replay", ...example("two-windows")],
  without: ["replay", "--config", "docs/data/without-override.yaml", ...example("two-windows", "upload-retries.jsonl")],
  warn: ["replay", ...example("warning-then-stop")],
  warnReport: ["report", ...example("warning-then-stop")],
  cost: ["report", ...example("cost-with-failures")],
  costReplay: ["replay", ...example("cost-with-failures")],
  five: ["replay", "--config", "docs/data/hard-limit-5.yaml", ...example("cost-with-failures", "hard8-02.jsonl")],
};

/// Amounts are exact decimals as text.
const amount = (money) => money.amount;
const known = (measure) => (measure.value === null ? null : amount(measure.value));
const outcome = (summary, name) => summary.outcomes.find((entry) => entry.outcome === name);
const calls = (replay, from, to, state) => replay.steps.slice(from - 1, to).flatMap((step) => step.calls).filter((call) => call.outcome === state).length;
/// How often a tool stands in the frequency window after a response, counted from 1.
function inWindow(replay, response, tool) {
  const names = replay.steps.slice(0, response).flatMap((step) => step.calls.map((call) => replay.tools[call.tool]));
  return names.slice(-replay.toolFreqWindow).filter((name) => name === tool).length;
}
/// An exact quotient has no place in a text; tests round it as the text does.
const rounded = (value) => ({ rounded: value });

function configuration(name, replay) {
  const { configuration: limits } = replay;
  return {
    [`${name}.warn`]: limits.warn_threshold,
    [`${name}.hard`]: limits.hard_limit,
    [`${name}.history`]: limits.window_size,
    [`${name}.freq.warn`]: limits.tool_freq_warn,
    [`${name}.freq.hard`]: limits.tool_freq_hard_limit,
    [`${name}.freq.window`]: replay.toolFreqWindow,
    [`${name}.responses`]: replay.run.responses,
    [`${name}.calls`]: replay.run.toolCalls,
    [`${name}.suppressed`]: replay.run.suppressedToolCalls,
    [`${name}.executed`]: replay.run.toolCalls - replay.run.suppressedToolCalls,
  };
}

/// A decision, its response counted from 1 as the viewer does.
function decision(name, entry) {
  return { [`${name}.response`]: entry.response + 1, [`${name}.count`]: entry.count, [`${name}.threshold`]: entry.threshold };
}

function attempt(name, entry) {
  return {
    [`${name}.cost`]: known(entry.modelCost),
    [`${name}.tools`]: known(entry.toolCost),
    [`${name}.sandbox`]: entry.sandboxSeconds.value,
    [`${name}.proposed`]: entry.toolCallsProposed.value,
    [`${name}.executed`]: entry.toolCallsExecuted.value,
    [`${name}.suppressed`]: entry.toolCallsSuppressed.value,
    [`${name}.latency`]: entry.latencyMs.value,
  };
}

function summary(name, entry) {
  const figures = {
    [`${name}.attempts`]: entry.attempts,
    [`${name}.artifacts`]: entry.acceptedArtifacts,
    [`${name}.cost`]: known(entry.modelCost),
    [`${name}.cost.least`]: amount(entry.modelCost.lowerBound),
    [`${name}.cost.measured`]: entry.modelCost.measured,
    [`${name}.tools`]: known(entry.toolCost),
    [`${name}.sandbox`]: entry.sandboxSeconds.value,
    [`${name}.sandbox.least`]: entry.sandboxSeconds.lowerBound,
    [`${name}.sandbox.measured`]: entry.sandboxSeconds.measured,
    [`${name}.p95`]: entry.latency.p95Ms,
    [`${name}.p95.samples`]: entry.latency.samples,
    [`${name}.per`]: known(entry.costPerAcceptedArtifact),
    [`${name}.per.least`]: entry.costPerAcceptedArtifact.lowerBound === null ? undefined : amount(entry.costPerAcceptedArtifact.lowerBound),
    [`${name}.unstopped`]: entry.notStopped,
    [`${name}.stopped`]: Object.values(entry.stopReasons).reduce((a, b) => a + b, 0),
  };
  for (const { outcome: kind, attempts, modelCost } of entry.outcomes) {
    figures[`${name}.${kind}`] = attempts;
    figures[`${name}.${kind}.cost`] = attempts === 0 ? undefined : known(modelCost);
  }
  return figures;
}

/// The figures, from the answers to QUESTIONS by name: numbers, texts of decimals, or null.
export function figures(answers) {
  const [two] = answers.two.replays;
  const [without] = answers.without.replays;
  const [five] = answers.five.replays;
  const run = (answer, id) => answer.replays.find((replay) => replay.run.runId === id);
  const batch = run(answers.warn, "run-batch-stop");
  const stopped = run(answers.warn, "run-warned-then-stopped");
  const finished = run(answers.warn, "run-warned-then-finished");
  const eight = run(answers.costReplay, "hard8-02");
  const attempts = (answer) => Object.fromEntries(answer.attempts.map((entry) => [entry.attemptId, entry]));
  const warned = attempts(answers.warnReport);
  const cost = attempts(answers.cost);
  const { total, variants } = answers.cost.report;
  const [baseline, raised] = variants;
  const accepted = outcome(baseline, "accepted");
  return {
    ...configuration("defaults", answers.defaults.replays[0]),
    "defaults.alternating": answers.defaults.replays[0].toolFreqWindow / 2,

    ...configuration("two", two),
    "two.bash.warn": two.configuration.tool_freq_overrides.bash.warn,
    "two.bash.hard": two.configuration.tool_freq_overrides.bash.hard_limit,
    "two.decisions": two.decisions.length,
    ...decision("two.set", two.decisions[0]),
    ...decision("two.burst", two.decisions[1]),
    ...decision("two.stop", two.decisions[2]),
    "two.burst.set": two.steps[two.decisions[1].response].count,
    "two.stop.bash": inWindow(two, two.decisions[2].response + 1, "bash"),
    "two.first": two.steps.findIndex((step) => step.callSet === two.steps[two.decisions[0].response].callSet) + 1,
    "two.second": two.steps.findIndex((step) => step.callSet === two.steps[two.decisions[0].response].callSet && step.count === 2) + 1,
    ...configuration("without", without),
    ...decision("without.bash", without.decisions[2]),
    "without.search": inWindow(without, without.run.responses, "web_search"),

    ...configuration("batch", batch),
    "batch.fetch.warn": batch.configuration.tool_freq_overrides.web_fetch.warn,
    "batch.fetch.hard": batch.configuration.tool_freq_overrides.web_fetch.hard_limit,
    ...decision("batch.stop", batch.decisions[0]),
    "batch.before": inWindow(batch, batch.run.responses - 1, "web_fetch"),
    "batch.last": batch.steps.at(-1).calls.length,
    "batch.last.fetches": batch.steps.at(-1).calls.filter((call) => batch.tools[call.tool] === "web_fetch").length,
    "batch.decisions": batch.decisions.length,
    ...configuration("stopped", stopped),
    ...decision("stopped.warn", stopped.decisions[0]),
    ...decision("stopped.stop", stopped.decisions[1]),
    ...configuration("finished", finished),
    ...decision("finished.warn", finished.decisions[0]),
    ...attempt("queue", warned["queue-prices-1"]),
    ...attempt("export1", warned["export-1"]),
    ...attempt("export2", warned["export-2"]),
    ...summary("warned", answers.warnReport.report.total),

    ...summary("cost", total),
    ...summary("base", baseline),
    ...summary("raised", raised),
    ...attempt("base02", cost["base-02"]),
    ...attempt("raised02", cost["hard8-02"]),
    "base.accepted.per": rounded(amount(accepted.modelCost.value) / baseline.acceptedArtifacts),

    ...configuration("eight", eight),
    ...decision("eight.warn", eight.decisions[0]),
    ...decision("eight.stop", eight.decisions[1]),
    ...configuration("five", five),
    ...decision("five.stop", five.decisions[1]),
    "five.before": calls(five, 1, five.decisions[1].response, "executed"),
    "five.after": five.run.responses - five.decisions[1].response - 1,
  };
}

/// JSON that stands in the text as a whole.
export function records(answers) {
  return { "cost.record": JSON.parse(answers.cost.report.resultRecordAlone) };
}
