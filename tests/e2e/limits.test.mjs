// The Limits page: one limit swept, looked at, and proposed.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { scenario, scratch } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import { writeJournal } from "./support/journal.mjs";

const EXPERIMENT = join(dirname(fileURLToPath(import.meta.url)), "fixtures", "experiment");
const path = (name) => join(EXPERIMENT, name);
const REVIEW = path("review-ortega.json");

/// The recorded runs of the baseline, read here without the program under test: the key of each
/// response's one call, its tokens, and whether its call ran.
const RUNS = readdirSync(path("runs"))
  .filter((name) => name.startsWith("b-"))
  .map((name) => {
    const records = readFileSync(join(path("runs"), name), "utf8").trim().split("\n").map(JSON.parse);
    const ran = new Set(records.filter(({ event_type }) => event_type === "llm.tool.result").map(({ content }) => content.tool_call_id));
    const responses = records
      .filter(({ event_type }) => event_type === "llm.ai.response")
      .map(({ content }) => {
        const [call] = content.tool_calls;
        return { key: call && JSON.stringify([call.name, call.args.path ?? call.args.command]), ran: call !== undefined && ran.has(call.id), tokens: content.usage_metadata.total_tokens };
      });
    const isStopped = records.some(({ content }) => content.action === "hard_stop");
    return { name, responses, recordedStop: isStopped ? responses.length - 1 : null };
  });

/// What the detector does with a run, by its first layer alone: no run here comes near the second.
function judged({ responses }, warn, hard) {
  const seen = [];
  let warnedAt = null;
  for (const [index, { key }] of responses.entries()) {
    if (key === undefined) continue;
    seen.push(key);
    const count = seen.slice(-20).filter((other) => other === key).length;
    if (count >= hard) return { warnedAt, stoppedAt: index };
    if (count >= warn) warnedAt ??= index;
  }
  return { warnedAt, stoppedAt: null };
}

/// The figures of one hard limit over the baseline, worked out from the records.
function expected(hard) {
  const { judgements } = JSON.parse(readFileSync(REVIEW, "utf8"));
  const figures = { stopped: 0, warned: 0, calls: 0, tokens: 0, isKnown: true, gone: 0, looked: 0, falsePositives: 0, right: 0 };
  for (const run of RUNS) {
    const { warnedAt, stoppedAt } = judged(run, 3, hard);
    figures.warned += warnedAt === null ? 0 : 1;
    if (stoppedAt !== null) {
      figures.stopped += 1;
      if (run.recordedStop !== null && stoppedAt >= run.recordedStop) figures.isKnown = false;
      figures.calls += run.responses.slice(stoppedAt).filter(({ ran }) => ran).length;
      figures.tokens += run.responses.slice(stoppedAt + 1).reduce((sum, { tokens }) => sum + tokens, 0);
    }
    if (run.recordedStop !== null && (stoppedAt === null || stoppedAt > run.recordedStop)) {
      figures.gone += 1;
      const judgement = judgements.find(({ run: key, response }) => key.endsWith(run.name.replace(".jsonl", "")) && response === run.recordedStop);
      figures.looked += judgement ? 1 : 0;
      figures.falsePositives += judgement?.verdict === "false_positive" ? 1 : 0;
      figures.right += judgement?.verdict === "right" ? 1 : 0;
    }
  }
  return figures;
}

const grouped = (number) => number.toLocaleString("en");

async function load(viewer, ...more) {
  await viewer.drop(path("experiment.json"), path("attempts.jsonl"), path("runs"), ...more);
  await viewer.loaded({ files: 74 + more.length });
}

/// Goes to the sweep of the baseline's hard limit.
async function sweep(viewer, range = "&from=2&to=9") {
  await viewer.page.evaluate((hash) => (location.hash = hash), `/v1/limits?variant=baseline${range}`);
  await viewer.main.locator(".limits-table").waitFor();
}

const table = (viewer) => viewer.table(viewer.main.locator(".limits-table"));

scenario("without files the page says what it needs", { address: "/v1/limits" }, async (viewer) => {
  await viewer.sees(viewer.say("limits-nothing"));
  assert.equal(await viewer.main.locator("form.filters").count(), 0);
  await viewer.accessible("Limits, empty");
});

scenario("the figures of each value are those of the records", {}, async (viewer) => {
  await load(viewer, REVIEW);
  await sweep(viewer);
  const rows = await table(viewer);
  const cell = (value, column) => [...rows].find(([head]) => head.split(" ")[0] === String(value))[1].get(viewer.say(`limits-column-${column}`));
  assert.deepEqual([...rows.keys()].map((head) => head.split(" ")[0]), ["2", "3", "4", "5", "6", "7", "8", "9"]);
  assert.match([...rows.get("2").values()][0], new RegExp(viewer.say("limits-invalid")));
  for (const hard of [3, 4, 5, 6, 9]) {
    const figures = expected(hard);
    assert.equal(cell(hard, "stopped"), String(figures.stopped), `stopped at ${hard}`);
    assert.equal(cell(hard, "warned"), String(figures.warned), `warned at ${hard}`);
    assert.equal(cell(hard, "false"), String(figures.falsePositives), `false positives at ${hard}`);
    assert.equal(cell(hard, "right"), String(figures.right), `right stops at ${hard}`);
    assert.equal(cell(hard, "looked"), viewer.say("limits-of", { k: figures.looked, n: figures.gone }), `looked at ${hard}`);
    for (const what of ["calls", "tokens"]) {
      const shown = cell(hard, what);
      if (figures.stopped === 0 || !figures.isKnown) assert.match(shown, /^null/, `${what} at ${hard}`);
      else assert.ok(shown.startsWith(`${grouped(figures[what])} `), `${what} at ${hard}: ${shown}, not ${figures[what]}`);
    }
  }
  assert.deepEqual(expected(4), { stopped: 15, warned: 15, calls: 15, tokens: expected(4).tokens, isKnown: true, gone: 0, looked: 0, falsePositives: 0, right: 0 });
  assert.deepEqual([expected(8).gone, expected(8).falsePositives, expected(8).right], [15, 9, 6]);
});

scenario("keys choose a value, and its attempts lead to their steps", {}, async (viewer, page) => {
  await load(viewer, REVIEW);
  await sweep(viewer);
  const slider = viewer.main.getByRole("slider");
  await slider.focus();
  // From the value in force.
  await page.keyboard.press("ArrowLeft");
  await eventually(() => assert.match(viewer.address(), /value=4\b/));
  assert.match(await slider.getAttribute("aria-valuetext"), /^4: 15 /);
  await page.keyboard.press("End");
  await eventually(() => assert.match(viewer.address(), /value=9\b/));
  await page.keyboard.press("Home");
  await eventually(() => assert.match(viewer.address(), /value=2\b/));
  await viewer.sees(viewer.say("limits-invalid"));
  for (const key of ["ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
  await eventually(() => assert.match(viewer.address(), /value=4\b/));
  const rows = viewer.main.locator(".limits-rows tbody tr");
  await eventually(async () => assert.equal(await rows.count(), 15));
  const link = rows.filter({ hasText: "b-lost-login-1" }).getByRole("link", { name: viewer.say("limits-row-response", { n: 5 }) });
  await link.focus();
  await page.keyboard.press("Enter");
  await eventually(() => assert.match(viewer.address(), /\/v1\/replay\?run=thread-b-lost-login-1\/run-b-lost-login-1&step=5&limits=/));
  await viewer.main.locator(".replay-finding").waitFor();
  await page.goBack();
  await eventually(async () => assert.equal(await rows.count(), 15));
});

scenario("a click in the chart chooses the value below it", {}, async (viewer) => {
  await load(viewer);
  await sweep(viewer);
  const box = await viewer.main.getByRole("slider").boundingBox();
  // Eight columns between the margins; the seventh is 8.
  await viewer.page.mouse.click(box.x + 44 + ((box.width - 56) * 6.5) / 8, box.y + 120);
  await eventually(() => assert.match(viewer.address(), /value=8\b/));
});

/// The proposal that the page exports.
async function exported(viewer) {
  const button = viewer.main.getByRole("button", { name: viewer.say("limits-export") });
  const [download] = await Promise.all([viewer.page.waitForEvent("download"), button.click()]);
  assert.equal(download.suggestedFilename(), "proposal-hard_limit-8.json");
  return readFileSync(await download.path(), "utf8");
}

scenario("a raise is no recommendation before its stops were looked at", {}, async (viewer) => {
  await load(viewer);
  await sweep(viewer, "&from=2&to=9&value=8");
  await viewer.sees(viewer.say("limits-gate-unlooked", { looked: 0, n: 15 }));
  const before = JSON.parse(await exported(viewer));
  assert.deepEqual([before.isInspected, before.stopsInQuestion.count, before.stopsInQuestion.lookedAt], [false, 15, 0]);

  await viewer.drop(REVIEW);
  await viewer.loaded({ files: 75 });
  await sweep(viewer, "&from=2&to=9&value=8");
  await viewer.sees("9 false positives, 6 right and then lost");
  assert.ok(!(await viewer.text()).includes("Not a recommendation"));
  const text = await exported(viewer);
  const proposal = JSON.parse(text);
  assert.equal(proposal.schema, "loopledger.proposal/v1");
  assert.deepEqual([proposal.setting, proposal.from, proposal.to, proposal.detectorRevision], ["hard_limit", 5, 8, "2026-09-08"]);
  assert.deepEqual([proposal.attempts, proposal.stoppedBefore, proposal.stoppedAfter, proposal.isInspected], [36, 15, 0, true]);
  assert.deepEqual(proposal.stopsInQuestion, { count: 15, lookedAt: 15, falsePositives: 9, right: 6, unsure: 0 });
  assert.deepEqual([proposal.worstCaseBefore.sameCall.calls, proposal.worstCaseAfter.sameCall.calls], [4, 7]);
  assert.equal(proposal.files.length, 75);

  // It reads back, and leads to the same sweep.
  const file = join(scratch, "proposal.json");
  writeFileSync(file, text);
  await viewer.drop(file);
  await viewer.loaded({ files: 76 });
  await viewer.go("limits");
  const link = viewer.main.getByRole("link", { name: viewer.say("limits-proposal", { setting: "hard_limit", from: 5, to: 8 }) });
  await viewer.sees(viewer.say("limits-proposal-looked", { n: 15, looked: 15, wrong: 9, right: 6 }));
  await link.click();
  await eventually(() => assert.match(viewer.address(), /setting=hard_limit.*value=8\b/));
});

scenario("the worst case stands beside the value", {}, async (viewer) => {
  await load(viewer);
  await sweep(viewer, "&from=2&to=9&value=8");
  const worst = await viewer.table(viewer.main.locator(".limits-worst"));
  const [now, then] = [viewer.say("limits-worst-now", { value: 5 }), viewer.say("limits-worst-then", { value: 8 })];
  const same = worst.get(viewer.say("limits-worst-same"));
  // 0.0005 dollars a call, as the attempts record it.
  assert.match(same.get(now), /^4 calls 0\.002\d* USD/);
  assert.match(same.get(then), /^7 calls 0\.003\d* USD/);
  const tool = worst.get(viewer.say("limits-worst-one-tool"));
  assert.match(tool.get(now), /^49 calls/);
  const [, all] = [...worst].at(-1);
  assert.equal(all.get(then), `null ${viewer.say("limits-unbounded-turns")}`);
});

scenario("a long sweep says how far it is, and can be called off and gone on with", { timeout: 150_000 }, async (viewer, page) => {
  const long = join(scratch, "long.jsonl");
  writeJournal(long, 12_000_000);
  await viewer.load(1, long);
  await page.evaluate(() => (location.hash = "/v1/limits?setting=tool_freq_hard_limit&from=31&to=430&by=1"));
  const bar = viewer.main.getByRole("progressbar");
  await bar.waitFor();
  await eventually(async () => assert.ok(Number(await bar.getAttribute("value")) > 0));
  await viewer.main.getByRole("button", { name: viewer.say("cancel") }).click();
  const resume = viewer.main.getByRole("button", { name: viewer.say("limits-resume") });
  await resume.waitFor();
  assert.equal(await viewer.main.locator(".limits-table").count(), 0);
  const at = Number(/(\d+)\s*%/.exec(await viewer.text(viewer.main.locator(".limits-status")))[1]);
  assert.ok(at > 0 && at < 100, String(at));
  // Another sweep is answered at once, and the long one goes on where it was.
  await resume.click();
  await eventually(async () => assert.ok(Number(await bar.getAttribute("value")) >= at));
  await page.locator("#limits-to").fill("33");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.equal((await table(viewer)).size, 3));
});

scenario("every choice stands in the address, and comes back from it", {}, async (viewer, page) => {
  await load(viewer);
  await viewer.go("limits");
  await viewer.main.locator(".limits-table").waitFor();
  await page.getByLabel(viewer.say("column-variant")).selectOption("hard-limit-8");
  await page.getByLabel(viewer.say("column-setting")).selectOption("tool_freq_overrides.hard_limit");
  await page.locator("#limits-tool").selectOption("read_file");
  await page.locator("#limits-from").fill("31");
  await page.keyboard.press("Tab");
  await page.locator("#limits-to").fill("61");
  await page.keyboard.press("Tab");
  await page.locator("#limits-by").fill("10");
  await page.keyboard.press("Tab");
  await eventually(() => assert.match(viewer.address(), /variant=hard-limit-8.*setting=tool_freq_overrides\.hard_limit.*tool=read_file.*from=31&to=61&by=10/));
  await eventually(async () => assert.deepEqual([...(await table(viewer)).keys()].map((head) => head.split(" ")[0]), ["31", "41", "51", "61"]));
});

for (const lang of ["en", "es"]) {
  for (const colorScheme of ["light", "dark"]) {
    scenario(`axe-core finds nothing on Limits, ${lang}, ${colorScheme}`, { locale: lang, colorScheme, timeout: 90_000 }, async (viewer, page) => {
      viewer.speak(lang);
      await load(viewer, REVIEW);
      await sweep(viewer, "&from=2&to=9&value=8");
      await viewer.main.locator(".limits-rows").waitFor();
      await viewer.accessible("Limits");
      await page.setViewportSize({ width: 380, height: 800 });
      await viewer.accessible("Limits, narrow");
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
      if (lang === "es") {
        // What DeerFlow has against a value is its own sentence, and marked as English.
        await sweep(viewer, "&from=3&to=9&value=8");
        await eventually(async () => assert.equal((await table(viewer)).size, 7));
        const english = /\b(the|attempts|warning|stopped|which)\b/i.exec(await viewer.text());
        assert.equal(english, null, `English among the Spanish: ${english?.[0]}`);
      }
    });
  }
}
