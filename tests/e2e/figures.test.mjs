// The figures on Report and Attempts are those that were worked out by hand.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { scenario } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import * as fixtures from "./support/fixtures.mjs";

const { report, runs } = fixtures.expected;

/// A cell of a table, by the names of its row and its column.
function cell(table, row, column) {
  const cells = table.get(row) ?? assert.fail(`no row ${row} among ${[...table.keys()].join(", ")}`);
  return cells.get(column) ?? assert.fail(`no column ${column} among ${[...cells.keys()].join(", ")}`);
}

/// How a sum is shown: its value, or `null` with its reason and its lower bound; and of how many.
function sum(viewer, { value, lowerBound, measured, of }, { reason, unit, write = (number) => number } = {}) {
  const suffix = unit ? ` ${unit}` : "";
  const samples = viewer.say("samples", { measured, of });
  if (value !== null) return `${write(value)}${suffix} ${samples}`;
  const bound = lowerBound === null ? "" : ` ${viewer.say("at-least", { value: `${write(lowerBound)}${suffix}` })}`;
  return `${viewer.say("null-word")} ${viewer.say(`reason-${reason}`)}${bound} ${samples}`;
}

const grouped = (number) => Number(number).toLocaleString("en");

scenario("Report shows what the recorded runs came to", {}, async (viewer) => {
  await viewer.load(5, ...fixtures.journals, fixtures.attempts);
  await viewer.go("report");
  const all = viewer.say("report-all");

  const finding = await viewer.text(viewer.main.locator(".finding"));
  assert.match(finding, /null/, "the finding says null where one cost is unknown");
  assert.match(finding, /\b4\b/, "the finding counts the attempts");
  assert.match(finding, /\b0\.0252 USD\b/, "the finding says what is known at least");
  assert.match(finding, /\b3\b.*\b4\b/, "the finding says of how many attempts the cost is known");

  const cost = await viewer.report("cost");
  for (const [column, figures] of [[all, report.total], ["baseline", report.baseline]]) {
    assert.equal(cell(cost, viewer.say("column-attempts"), column), String(figures.attempts));
    assert.equal(cell(cost, viewer.say("column-accepted"), column), String(figures.acceptedArtifacts));
    assert.equal(cell(cost, viewer.say("field-model-cost"), column), sum(viewer, figures.modelCost, { reason: "no-price-for-model", unit: "USD" }));
  }
  assert.equal(cell(cost, viewer.say("column-accepted"), "tool-freq-3"), `null ${viewer.say("reason-absent-field")}`, "nobody reviewed this variant");
  assert.equal(cell(cost, viewer.say("field-model-cost"), "tool-freq-3"), sum(viewer, report["tool-freq-3"].modelCost, { reason: "no-price-for-model", unit: "USD" }));
  assert.equal(cell(cost, viewer.say("field-tool-cost"), all), sum(viewer, report.total.toolCost, { reason: "absent-field", unit: "USD" }));
  assert.equal(cell(cost, viewer.say("column-reviewed"), all), String(report.total.reviewed));

  const perAccepted = viewer.say("cost-per-accepted");
  assert.match(cell(cost, perAccepted, all), /^null .*≥ 0\.0252 USD/);
  assert.match(cell(cost, perAccepted, "baseline"), /^0\.0252 USD/);
  assert.match(cell(cost, perAccepted, "tool-freq-3"), /^null/);

  const tokens = await viewer.report("tokens");
  const four = { measured: 4, of: 4 };
  for (const [field, name] of [["inputUncached", "input-uncached"], ["cacheRead", "cache-read"], ["output", "output"]]) {
    assert.equal(cell(tokens, viewer.say(`field-tokens-${name}`), all), sum(viewer, { value: report.total.tokens[field], ...four }, { write: grouped, unit: viewer.say("unit-tokens") }));
  }
  for (const name of ["cache-write", "reasoning"]) {
    assert.equal(cell(tokens, viewer.say(`field-tokens-${name}`), all), sum(viewer, { value: null, lowerBound: null, measured: 0, of: 4 }, { reason: "absent-field" }));
  }
  assert.equal(cell(tokens, viewer.say("field-tokens-input-uncached"), "baseline"), sum(viewer, { value: report.baseline.tokens.inputUncached, measured: 3, of: 3 }, { write: grouped, unit: viewer.say("unit-tokens") }));

  const calls = await viewer.report("calls");
  for (const name of ["proposed", "executed", "suppressed"]) {
    assert.equal(cell(calls, viewer.say(`field-tool-calls-${name}`), all), sum(viewer, { value: report.total.toolCalls[name], ...four }, { unit: viewer.say("unit-calls") }));
  }

  const time = await viewer.report("time");
  assert.equal(cell(time, viewer.say("field-sandbox-seconds"), all), sum(viewer, report.total.sandboxSeconds, { reason: "absent-field", unit: "s" }));
  const latency = cell(time, viewer.say("report-p95"), all);
  assert.match(latency, /^0\.049 s/, "48.769 ms is no 0 s");
  assert.ok(latency.includes(viewer.say("samples", four)) && latency.includes(viewer.say("report-p95-maximum")), latency);

  const money = await viewer.report("money");
  const attemptsOf = await viewer.text(viewer.main.locator("section[aria-labelledby=report-money] ul.legend"));
  for (const [outcome, count] of Object.entries(report.total.outcomes)) {
    assert.match(attemptsOf, new RegExp(`${viewer.say(`outcome-${outcome}`)} ${count}\\b`));
  }
  assert.match(cell(money, viewer.say("outcome-accepted"), all), /^0\.0052 USD/);
  assert.match(cell(money, viewer.say("outcome-capped"), "baseline"), /^0\.0200 USD/);

  assert.match(cell(money, viewer.say("outcome-rejected"), all), /^0 attempts$/, "no attempt is no unknown");

  const stops = await viewer.report("stops");
  for (const [reason, count] of Object.entries(report.total.stopReasons)) {
    const row = [...stops.keys()].find((name) => name.includes(reason)) ?? assert.fail(`no row of ${reason}`);
    assert.equal(cell(stops, row, all), String(count));
  }
  assert.equal(cell(stops, viewer.say("report-not-stopped"), all), String(report.total.notStopped));
});

scenario("Attempts shows each attempt, and its numbers lead to their lines", {}, async (viewer, page) => {
  await viewer.load(5, ...fixtures.journals, fixtures.attempts);
  await viewer.go("attempts");
  const table = await viewer.table(viewer.main.locator("table.attempts-table"));
  assert.deepEqual([...table.keys()].sort(), ["attempt-budget", "attempt-burst", "attempt-clean", "attempt-loop"]);
  const at = (attempt, column) => {
    const cells = table.get(attempt);
    const name = [...cells.keys()].find((head) => head === column || head.startsWith(`${column} `));
    return cells.get(name) ?? assert.fail(`no column ${column} among ${[...cells.keys()].join(", ")}`);
  };
  for (const [run, figures] of Object.entries(runs)) {
    const attempt = run.replace("run-", "attempt-");
    for (const name of ["proposed", "executed", "suppressed"]) {
      assert.equal(at(attempt, viewer.say(`field-tool-calls-${name}`)), String(figures.toolCalls[name]), `${attempt} ${name}`);
    }
    assert.equal(at(attempt, viewer.say("field-tokens-input-uncached")), grouped(figures.tokens.inputUncached));
    assert.equal(at(attempt, viewer.say("field-tokens-cache-read")), grouped(figures.tokens.cacheRead));
    assert.equal(at(attempt, viewer.say("field-tokens-output")), grouped(figures.tokens.output));
    assert.match(at(attempt, viewer.say("field-tokens-reasoning")), /^null/);
    const stop = figures.stopReason === null ? viewer.say("attempts-not-stopped") : viewer.say(`stop-${figures.stopReason.replace("_", "-")}`);
    assert.equal(at(attempt, viewer.say("field-stop-reason")), stop);
  }
  assert.equal(at("attempt-loop", viewer.say("field-model-cost")), "0.0114 USD");
  assert.equal(at("attempt-burst", viewer.say("field-model-cost")), `null ${viewer.say("reason-no-price-for-model")}`);
  assert.match(at("attempt-clean", viewer.say("column-outcome")), new RegExp(viewer.say("outcome-accepted")));
  for (const capped of ["loop", "burst", "budget"]) {
    assert.match(at(`attempt-${capped}`, viewer.say("column-outcome")), new RegExp(viewer.say("outcome-capped")));
  }

  // The reason of a rejection is kept.
  await page.getByRole("button", { name: "attempt-loop", exact: true }).click();
  await viewer.sees("No report was written.");

  // A number leads to the line that it came from.
  const row = viewer.main.locator("table.attempts-table tbody tr").filter({ hasText: "attempt-loop" });
  await row.getByRole("button", { name: /0\.0114/ }).click();
  await viewer.sees("attempts.jsonl", viewer.panel);
  await viewer.sees(viewer.say("place-line", { line: 1 }), viewer.panel);
  await viewer.sees("/modelCost", viewer.panel);
  await eventually(async () => assert.match(await viewer.text(viewer.panel.locator("mark")), /0\.0114/));
});

scenario("an unknown is sorted last in either direction", {}, async (viewer, page) => {
  await viewer.load(1, fixtures.attempts);
  await viewer.go("attempts");
  const head = page.getByRole("button", { name: viewer.say("field-model-cost") }).first();
  const first = async () => [...(await viewer.table(viewer.main.locator("table.attempts-table"))).keys()];
  await head.click();
  await eventually(async () => assert.deepEqual(await first(), ["attempt-clean", "attempt-budget", "attempt-loop", "attempt-burst"]));
  await head.click();
  await eventually(async () => assert.deepEqual(await first(), ["attempt-loop", "attempt-budget", "attempt-clean", "attempt-burst"]));
});

scenario("nothing accepted is null with its reason, never infinite and never 0", {}, async (viewer) => {
  const rejected = fixtures.changedAttempts("all-rejected.jsonl", (record) => {
    const review = { ...(record.review ?? { rubric: null, rubricVersion: null, reviewer: "reviewer-1", artifacts: [] }), decision: "rejected", reason: "Not what was asked for." };
    const unknown = { ...record.unknown };
    delete unknown.modelCost;
    return { ...record, review, modelCost: { amount: "0.01", currency: "USD" }, unknown };
  });
  await viewer.load(1, rejected);
  await viewer.go("report");
  const finding = await viewer.text(viewer.main.locator(".finding"));
  assert.ok(finding.includes(viewer.say("reason-nothing-accepted")), finding);
  assert.match(finding, /\b0\.0400 USD\b/, "what was spent is said");
  const cost = await viewer.report("cost");
  assert.equal(cell(cost, viewer.say("column-accepted"), viewer.say("report-all")), "0");
  assert.equal(cell(cost, viewer.say("cost-per-accepted"), viewer.say("report-all")), `null ${viewer.say("reason-nothing-accepted")}`);
  assert.doesNotMatch(await viewer.text(), /infinity|∞|NaN/i);
});

scenario("a benchmark that was not run is null throughout", {}, async (viewer) => {
  await viewer.load(1, fixtures.make("result.json", `${fixtures.NOT_RUN}\n`));
  await viewer.go("report");
  const table = await viewer.table(viewer.main.locator("section[aria-labelledby=report-records] table"));
  const value = (key) => [...table.get(key).values()][0];
  assert.equal(value("attempts"), "0");
  for (const key of ["totalModelCost", "sandboxSeconds", "p95LatencyMs", "costPerAcceptedArtifact"]) {
    assert.equal(value(key), `null ${viewer.say("reason-not-run")}`, key);
  }
  assert.equal(value("benchmarkExecuted"), viewer.say("report-records-not-executed"));
});

scenario("a price table prices what is not reported, and says so", {}, async (viewer) => {
  await viewer.load(5, ...fixtures.journals, fixtures.attempts);
  await viewer.load(6, fixtures.priceTable());
  await viewer.go("report");
  const cost = await viewer.report("cost");
  const all = viewer.say("report-all");
  assert.match(cell(cost, viewer.say("field-model-cost"), all), /^0\.0275 USD/, "0.0252 reported and 0.00232 priced");
  const priced = cell(cost, viewer.say("field-model-cost"), "tool-freq-3");
  assert.match(priced, /^0\.0023 USD/);
  assert.ok(priced.includes(viewer.say("origin-priced-short")), priced);
  assert.ok(!cell(cost, viewer.say("field-model-cost"), "baseline").includes(viewer.say("origin-priced-short")));
  const prices = await viewer.report("prices");
  assert.ok([...prices.keys()].some((file) => file.includes("prices.json")));
  assert.match([...prices.get("prices.json").values()].join(" "), /[0-9a-f]{64}/);

  // A mixed sum says that it is mixed, where its number leads.
  await viewer.main.locator("section[aria-labelledby=report-cost]").getByRole("button", { name: /0\.0275/ }).first().click();
  await viewer.sees(viewer.say("origin-mixed-text"), viewer.panel);
});

scenario("the example of costs counts failures and keeps an unknown apart", {}, async (viewer) => {
  await viewer.example("cost-with-failures");
  await viewer.go("report");
  const cost = await viewer.report("cost");
  // 0.5937468 USD over 7 attempts, 3 accepted; and at least 0.830918 over 4 accepted.
  assert.match(cell(cost, viewer.say("cost-per-accepted"), "baseline"), /^0\.1979 USD/);
  assert.match(cell(cost, viewer.say("cost-per-accepted"), "hard-limit-8"), /^null .*≥ 0\.2077 USD/);
  assert.equal(cell(cost, viewer.say("field-model-cost"), "hard-limit-8"), sum(viewer, { value: null, lowerBound: "0.8309", measured: 6, of: 7 }, { reason: "stream-partial", unit: "USD" }));
  const money = await viewer.report("money");
  // Failed under the baseline: 0.0098224 + 0.2411512.
  assert.match(cell(money, viewer.say("outcome-failed"), "baseline"), /^0\.2510 USD/);
});

scenario("what is taken along keeps every null", {}, async (viewer, page) => {
  await viewer.load(5, ...fixtures.journals, fixtures.attempts);
  await viewer.go("report");
  const save = async (what) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-export=${what}]`).click()]);
    return readFileSync(await download.path(), "utf8");
  };
  const record = JSON.parse(await save("result"));
  const { loopledger, ...published } = record;
  assert.deepEqual(Object.entries(published), [
    ["attempts", 4],
    ["acceptedArtifacts", 1],
    ["totalModelCost", null],
    ["sandboxSeconds", null],
    ["p95LatencyMs", 48.769],
    ["costPerAcceptedArtifact", null],
    ["stopReasons", { loop_capped: 2, token_capped: 1 }],
    ["benchmarkExecuted", true],
  ]);
  const saved = (await save("jsonl")).trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(saved.length, 4);
  const burst = saved.find(({ attemptId }) => attemptId === "attempt-burst");
  assert.equal(burst.modelCost, null);
  assert.ok("modelCost" in burst.unknown && "toolCost" in burst.unknown, JSON.stringify(burst.unknown));
  const loop = saved.find(({ attemptId }) => attemptId === "attempt-loop");
  assert.deepEqual(loop.modelCost, { amount: "0.0114", currency: "USD" });
  assert.equal(loop.review.reason, "No report was written.");
  // A quoted field may hold commas.
  const fieldsOf = (line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, field]) => field);
  const [columns, ...rows] = (await save("csv")).trim().split("\r\n").map(fieldsOf);
  assert.equal(rows.length, 4);
  const fields = Object.fromEntries(rows.find(([id]) => id === "attempt-burst").map((field, index) => [columns[index], field]));
  assert.equal(fields.modelCost, "", "an unknown is an empty field, with its reason in a column of its own");
  assert.equal(fields["toolCalls.suppressed"], "3");
  assert.match(fields.unknown, /\bmodelCost=no_price_for_model\b/);

  // What was saved can be loaded again, and says the same.
  await viewer.reload();
  await viewer.load(1, fixtures.make("saved.json", JSON.stringify(record)));
  await viewer.load(2, fixtures.make("saved.jsonl", saved.map((line) => `${JSON.stringify(line)}\n`).join("")));
  await viewer.loaded({ attempts: 4 });
  await viewer.go("report");
  const cost = await viewer.report("cost");
  assert.match(cell(cost, viewer.say("cost-per-accepted"), "baseline"), /^0\.0252 USD/);
});
