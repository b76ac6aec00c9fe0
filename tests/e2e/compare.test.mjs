// The Compare page: what it finds, what it refuses, and what is taken along from it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { scenario } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import * as fixtures from "./support/fixtures.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const EXPERIMENT = join(HERE, "fixtures", "experiment");
const file = (name) => join(EXPERIMENT, name);
const MANIFEST = file("experiment-frozen.json");
const UNFROZEN = file("experiment.json");
const ATTEMPTS = file("attempts-one-currency.jsonl");
const UNKNOWN = file("attempts.jsonl");
const REVIEW = file("review-ortega.json");

const table = (viewer, section) => viewer.table(viewer.main.locator(`section[aria-labelledby="compare-${section}"] table`).first());
const cell = (found, row, column) => found.get(row)?.get(column);

/// The attempts, each changed.
function changed(name, change) {
  const lines = readFileSync(ATTEMPTS, "utf8").trim().split("\n");
  const records = lines.map((line) => JSON.parse(line)).filter((record) => change(record) !== false);
  return fixtures.make(name, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

/// What a button saves.
async function save(page, what) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-export=${what}]`).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

for (const lang of ["en", "es"]) {
  scenario(`one change is compared task by task, in ${lang}`, { locale: lang }, async (viewer) => {
    viewer.speak(lang);
    await viewer.load(3, MANIFEST, ATTEMPTS, REVIEW);
    await viewer.go("compare");
    const finding = await viewer.sees(/-0[.,]1036 USD/, viewer.main.locator(".finding"));
    assert.match(finding, /\b12\b/, "the number of tasks stands there");
    assert.match(finding, lang === "en" ? /do not tell hard-limit-8 and baseline apart/ : /no distinguen hard-limit-8 de baseline/);
    await viewer.unfold();
    const figures = await table(viewer, "figures");
    assert.match(cell(figures, viewer.say("cost-per-accepted"), "baseline"), /^0[.,]5344 USD$/);
    assert.match(cell(figures, viewer.say("cost-per-accepted"), "hard-limit-8"), /^0[.,]4308 USD$/);
    const differences = await table(viewer, "differences");
    const cost = viewer.say("field-model-cost");
    assert.match(cell(differences, cost, viewer.say("compare-column-difference")), /^\+1[.,]7894 USD$/);
    assert.match(cell(differences, cost, viewer.say("compare-column-interval")), /0[.,]1471 USD .* \+3[.,]3798 USD$/);
    assert.equal(cell(differences, cost, viewer.say("compare-column-verdict")), viewer.say("compare-higher"));
    const rate = viewer.say("compare-acceptance-rate");
    assert.equal(cell(differences, rate, viewer.say("compare-column-verdict")), viewer.say("compare-undecided"));
    const pairs = await viewer.text(viewer.main.locator('section[aria-labelledby="compare-pairs"]'));
    assert.match(pairs, /job-queue/);
    const reasons = await table(viewer, "reasons");
    assert.equal(cell(reasons, "Nothing was delivered", "baseline"), "15");
    assert.equal(cell(reasons, "Nothing was delivered", "hard-limit-8"), "6");
  });
}

scenario("what is unknown has no difference, and says what is known", {}, async (viewer) => {
  await viewer.load(3, MANIFEST, UNKNOWN, REVIEW);
  await viewer.go("compare");
  await viewer.sees(/difference between hard-limit-8 and baseline is null/, viewer.main.locator(".finding"));
  await viewer.unfold();
  const figures = await table(viewer, "figures");
  const cost = viewer.say("field-model-cost");
  assert.match(cell(figures, cost, "baseline"), /^null no price for the model .*8\.3304 USD .*35 of 36/);
  assert.match(cell(figures, cost, "hard-limit-8"), /^null different currencies .*EUR .*USD/);
  const differences = await table(viewer, "differences");
  assert.match(cell(differences, cost, viewer.say("compare-column-difference")), /^null/);
});

// Every refusal, and what it names.
const REFUSALS = [
  ["no_manifest", () => [ATTEMPTS], /no manifest/],
  ["not_frozen", () => [UNFROZEN, ATTEMPTS], /never frozen/],
  ["changed_after_freezing", () => [changedManifest(), ATTEMPTS], /task address-book title/],
  ["several_manifests", () => [MANIFEST, changedManifest(), ATTEMPTS], /several manifests/],
  ["different_digests", () => [MANIFEST, changed("other-digest.jsonl", (record) => void (record.attemptId === "b-job-queue-2" && (record.manifestDigest = "0".repeat(64))))], /manifestDigest baseline .* 0{64} 1 b-job-queue-2/],
  ["unreadable_attempts", () => [MANIFEST, torn()], /attempts\.jsonl:73/],
  ["no_attempts", () => [MANIFEST, changed("one-side.jsonl", (record) => record.variantId === "baseline")], /hard-limit-8 variant/],
  ["different_tasks", () => [MANIFEST, changed("fewer-tasks.jsonl", (record) => record.variantId === "baseline" || record.taskId !== "job-queue")], /job-queue variant/],
  ["different_settings", () => [MANIFEST, changed("two-settings.jsonl", (record) => void (record.variantId !== "baseline" && (record.effectiveConfiguration.window_size = 40)))], /window_size variant 20 40 36/],
  ["different_models", () => [MANIFEST, changed("two-models.jsonl", (record) => void (record.variantId !== "baseline" && (record.model = "birch-2")))], /model variant alder-1 birch-2 36/],
  ["different_source_revisions", () => [MANIFEST, changed("two-trees.jsonl", (record) => void (record.attemptId === "h-job-queue-1" && (record.sourceRevision = "deadbee")))], /sourceRevision variant b83c2f1 deadbee 1 h-job-queue-1/],
  ["different_concurrency", () => [MANIFEST, changed("more-at-once.jsonl", (record) => void (record.variantId === "baseline" && (record.concurrency = 9)))], /concurrency baseline 2 9 36/],
  ["different_detectors", () => [MANIFEST, changed("two-detectors.jsonl", (record) => void (record.variantId === "baseline" && (record.detectorRevision = "2026-08-22")))], /detectorRevision baseline 2026-09-08 2026-08-22 36/],
];

function changedManifest() {
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
  manifest.tasks[0].title += "!";
  return fixtures.make("changed.json", JSON.stringify(manifest));
}

function torn() {
  return fixtures.make("attempts.jsonl", `${readFileSync(ATTEMPTS, "utf8")}{"schema":"loopledger.attempt/v1","attemptId":}\n`);
}

for (const [code, files, what] of REFUSALS) {
  scenario(`refused: ${code}`, {}, async (viewer) => {
    const paths = files();
    await viewer.load(paths.length, ...paths);
    await viewer.go("compare");
    const refusal = viewer.main.locator(`[data-refusal=${code}]`);
    await viewer.sees(what, refusal);
    assert.equal(await viewer.main.locator("[data-refusal]").count(), 1, "nothing else is in the way");
    assert.equal(await viewer.main.locator("#chart-compare").count(), 0, "nothing is compared");
  });
}

scenario("refused: unknown_variant, which the address names", { address: "/v1/compare?variant=nobody" }, async (viewer) => {
  await viewer.load(3, MANIFEST, ATTEMPTS, REVIEW);
  await viewer.sees("nobody", viewer.main.locator("[data-refusal=unknown_variant]"));
});

for (const [lang, colorScheme] of [["en", "light"], ["es", "dark"]]) {
  scenario(`axe-core finds nothing on a comparison and on a refusal, ${lang}, ${colorScheme}`, { locale: lang, colorScheme }, async (viewer, page) => {
    viewer.speak(lang);
    await viewer.load(3, MANIFEST, UNKNOWN, REVIEW);
    await viewer.go("compare");
    await viewer.main.locator("#compare-method").waitFor();
    await viewer.unfold();
    await viewer.accessible(`the comparison in ${lang}`);
    await page.setViewportSize({ width: 380, height: 800 });
    await viewer.accessible(`the comparison in ${lang}, narrow`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, "the page does not scroll sideways");
    await viewer.load(4, changedManifest());
    await viewer.main.locator("[data-refusal]").first().waitFor();
    await viewer.accessible(`the refusal in ${lang}`);
  });
}

scenario("the page is reached and used by keyboard", {}, async (viewer, page) => {
  await viewer.load(3, MANIFEST, ATTEMPTS, REVIEW);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await viewer.main.locator("#compare-method").waitFor();
  const summary = viewer.main.locator('section[aria-labelledby="compare-differences"] summary');
  for (let presses = 0; presses < 80; presses += 1) {
    if (await summary.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await eventually(async () => assert.ok(await viewer.main.locator("details.twin").first().evaluate((details) => details.open)));
  const button = viewer.main.locator("[data-export=summary]");
  for (let presses = 0; presses < 80; presses += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.equal(download.suggestedFilename(), "loopledger-summary.md");
});

// The command line's answer is held against the same file, so that both find the same bits.
scenario("the browser finds the same bits as the command line", {}, async (viewer, page) => {
  const { comparison } = JSON.parse(readFileSync(file("comparison.json"), "utf8"));
  const expected = comparison.metrics.filter(({ low }) => low !== null).map(({ low, high }) => [low, high]);
  assert.ok(expected.length > 10);
  await viewer.load(3, MANIFEST, ATTEMPTS, REVIEW);
  await viewer.go("compare");
  await viewer.main.locator("#compare-method").waitFor();
  const found = await page.locator("[data-low]").evaluateAll((ends) => ends.map(({ dataset }) => [dataset.low, dataset.high]));
  assert.deepEqual(found, expected);
});

for (const what of ["jsonl", "csv"]) {
  scenario(`attempts taken along as ${what} say the same again`, {}, async (viewer, page) => {
    await viewer.load(3, MANIFEST, UNKNOWN, REVIEW);
    await viewer.go("compare");
    await viewer.main.locator("#compare-method").waitFor();
    await viewer.unfold();
    const before = await viewer.text(viewer.main.locator(".finding"));
    const figures = await table(viewer, "figures");
    const reasons = await table(viewer, "reasons");
    const record = JSON.parse((await save(page, "result")).text);
    const { name, text } = await save(page, what);
    await viewer.reload();
    await viewer.load(2, MANIFEST, fixtures.make(name, text));
    await viewer.go("compare");
    await viewer.main.locator("#compare-method").waitFor();
    await viewer.unfold();
    assert.equal(await viewer.text(viewer.main.locator(".finding")), before);
    assert.deepEqual(await table(viewer, "figures"), figures);
    assert.deepEqual(await table(viewer, "reasons"), reasons);
    const again = JSON.parse((await save(page, "result")).text);
    delete record.loopledger;
    delete again.loopledger;
    assert.deepEqual(again, record);
  });
}
