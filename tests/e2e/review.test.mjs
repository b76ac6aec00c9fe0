// One rubric for all: decisions by keyboard, blind, merged, kept only where the reader allows it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { scenario, scratch } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";

const EXPERIMENT = join(dirname(fileURLToPath(import.meta.url)), "fixtures", "experiment");
const file = (name) => join(EXPERIMENT, name);
const LANGUAGES = { en: "en-GB", es: "es-ES" };
/// Attempts, runs and manifest; enough of the experiment to review it.
const FILES = [file("experiment-frozen.json"), file("attempts.jsonl"), file("runs")];

async function open(viewer, lang = "en") {
  viewer.speak(lang);
  await viewer.drop(...FILES);
  await viewer.loaded({ attempts: 72, runs: 72 });
  await viewer.go("review");
  await viewer.page.locator("#review-reason").waitFor();
}

const stage = (viewer) => viewer.main.locator(".review-stage");
const progress = (viewer) => viewer.main.locator("#review-progress");
const blur = (page) => page.evaluate(() => document.activeElement.blur());

async function name(viewer, text) {
  await viewer.page.locator("#review-name").fill(text);
  await viewer.page.locator("#review-name").press("Enter");
  await blur(viewer.page);
}

/// Saves the review as a file, and says where.
async function save(viewer) {
  const [download] = await Promise.all([viewer.page.waitForEvent("download"), viewer.page.getByRole("button", { name: viewer.say("review-download") }).click()]);
  const path = join(scratch, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

for (const [lang, locale] of Object.entries(LANGUAGES)) {
  scenario(`attempts and stops are decided with the keys alone, ${lang}`, { locale }, async (viewer, page) => {
    await open(viewer, lang);
    // The name is typed into the first field that Tab comes to in the page.
    await page.evaluate(() => document.getElementById("main").focus());
    await page.keyboard.press("Tab");
    await page.keyboard.type("Ana");
    await page.keyboard.press("Tab");
    await blur(page);

    await page.keyboard.press("a");
    await viewer.sees(viewer.say("review-you-accepted"), stage(viewer));
    await page.keyboard.press("n");
    await viewer.sees(viewer.say("review-attempt-of", { n: 2, of: 72 }), stage(viewer));
    await viewer.sees(viewer.say("review-you-open"), stage(viewer));

    // Without a reason nothing is decided, and the reader is told.
    await page.keyboard.press("r");
    await page.keyboard.press("Enter");
    await viewer.sees(viewer.say("review-reason-needed"), stage(viewer));
    await viewer.sees(viewer.say("review-you-open"), stage(viewer));
    await page.keyboard.type("no sources");
    await page.keyboard.press("Enter");
    await viewer.sees(viewer.say("review-you-rejected"), stage(viewer));
    await page.keyboard.press("p");
    await viewer.sees(viewer.say("review-you-accepted"), stage(viewer));

    await page.keyboard.press("j");
    await page.keyboard.press("x");
    const row = viewer.main.locator(".review-stops > li.is-chosen");
    await eventually(async () => assert.ok(await row.getByLabel(viewer.say("review-false-positive")).isChecked()));
    await page.keyboard.press("j");
    await page.keyboard.press("y");
    await viewer.sees(viewer.say("review-progress", { decided: 2, attempts: 72, judged: 2, interventions: 51 }), progress(viewer));

    // The other pages follow at once.
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await eventually(async () => assert.match(viewer.address(), /^\/v1\/attempts/));
    const table = viewer.main.locator(".attempts-table tbody");
    for (const outcome of ["accepted", "rejected"]) await eventually(async () => assert.equal(await table.getByText(viewer.say(`outcome-${outcome}`), { exact: true }).count(), 1, outcome));
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await viewer.sees(/\b1\b/, viewer.main.locator(".finding"));
  });
}

scenario("a blind reviewer is told no variant", {}, async (viewer, page) => {
  await open(viewer);
  await viewer.sees(/baseline|hard-limit-8/, stage(viewer));
  await page.getByLabel(viewer.say("review-blind")).check();
  await eventually(async () => assert.equal(await stage(viewer).getByText(viewer.say("column-variant"), { exact: true }).count(), 0));
  for (let item = 0; item < 8; item += 1) {
    const html = await viewer.main.innerHTML();
    for (const tell of ["hard-limit-8", "baseline", /\b[bh]-[a-z]+-[a-z]+-\d/]) assert.doesNotMatch(html, new RegExp(tell), `attempt ${item + 1}`);
    assert.doesNotMatch(viewer.address(), /[bh]-[a-z]+-[a-z]+-\d/);
    await blur(page);
    await page.keyboard.press("n");
    await viewer.sees(viewer.say("review-attempt-of", { n: item + 2, of: 72 }), stage(viewer));
  }
  // Decided blind, and the file says so.
  await name(viewer, "Ana");
  await page.keyboard.press("a");
  await viewer.sees(viewer.say("review-you-accepted"), stage(viewer));
  assert.equal(JSON.parse(readFileSync(await save(viewer), "utf8")).isBlind, true);
});

scenario("what was last said is shown beside the criteria", {}, async (viewer) => {
  await open(viewer);
  await viewer.sees("No person is listed twice", stage(viewer));
  await viewer.sees("Meets every acceptance criterion of its task", stage(viewer));
  await viewer.sees("Done: merge the two address books into one.", stage(viewer));
});

scenario("a downloaded review that is loaded again gives the same state", {}, async (viewer, page) => {
  await open(viewer);
  await name(viewer, "Ana");
  await page.keyboard.press("a");
  await page.keyboard.press("n");
  await page.keyboard.press("r");
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await page.keyboard.press("j");
  await page.keyboard.press("u");
  await viewer.sees(viewer.say("review-progress", { decided: 2, attempts: 72, judged: 1, interventions: 51 }), progress(viewer));
  await viewer.sees(viewer.say("review-unsaved"));
  const path = await save(viewer);
  await eventually(async () => assert.ok(!(await viewer.text()).includes(viewer.say("review-unsaved"))));
  const record = JSON.parse(readFileSync(path, "utf8"));
  assert.equal(record.manifestDigest, JSON.parse(readFileSync(file("review-lind.json"), "utf8")).manifestDigest);

  await viewer.reload();
  await open(viewer);
  await viewer.drop(path);
  const loaded = await viewer.table(viewer.main.locator("table.review-loaded"));
  assert.equal(loaded.get("Ana").get(viewer.say("review-decisions")), "2");
  // Its reviewer goes on where it ended.
  await page.getByRole("button", { name: viewer.say("review-take-over", { reviewer: "Ana" }) }).click();
  await viewer.sees(viewer.say("review-progress", { decided: 2, attempts: 72, judged: 1, interventions: 51 }), progress(viewer));
  await viewer.sees(viewer.say("review-you-accepted"), stage(viewer));
  assert.deepEqual(JSON.parse(readFileSync(await save(viewer), "utf8")), record);
});

scenario("two reviewers are merged: what they disagree about, and how far they agree", {}, async (viewer) => {
  await open(viewer);
  await viewer.drop(file("review-lind.json"), file("review-ortega.json"));
  await viewer.main.locator("#review-agreement").waitFor();
  const agreement = await viewer.table(viewer.main.locator('[aria-labelledby="review-agreement"] table'));
  const pair = agreement.get(viewer.say("review-pair-of", { first: "a.lind", second: "m.ortega" }));
  // The figures of scikit-learn for the same decisions.
  assert.equal(pair.get(viewer.say("review-n")), "72");
  assert.equal(pair.get(viewer.say("review-kappa")), "0.944");
  assert.equal(pair.get(viewer.say("review-share")), "97.2 %");
  const disputes = await viewer.table(viewer.main.locator("table.review-disputes").first());
  assert.deepEqual([...disputes.keys()].sort(), ["b-build-cache-2", "h-build-cache-2"]);
  assert.match(disputes.get("b-build-cache-2").get(viewer.say("review-who")), /a\.lind rejected .*Cannot be used as it is.* m\.ortega accepted/);
  // They stay undecided, and the report names them.
  await viewer.go("report");
  await viewer.sees(/a\.lind: rejected \(Cannot be used as it is\); m\.ortega: accepted/);
});

scenario("a stop that reviewers call a false positive is offered with what they say", {}, async (viewer) => {
  await open(viewer);
  await viewer.drop(file("review-ortega.json"));
  await viewer.main.locator("table.review-loaded").waitFor();
  const first = viewer.main.locator(".review-stops > li").first();
  await viewer.sees(viewer.say("review-why-changing"), first);
  assert.ok(!(await viewer.text(first)).includes("m.ortega"), "others speak after the reader");
  await first.getByLabel(viewer.say("review-right")).check();
  await viewer.sees(/m\.ortega False positive/, first);
  await first.getByRole("link", { name: /Replay/ }).click();
  await eventually(async () => assert.match(viewer.address(), /^\/v1\/replay\?.*run=.*step=\d/));
});

scenario("nothing is kept without permission, and the browser asks before it is lost", {}, async (viewer, page) => {
  await open(viewer);
  await name(viewer, "Ana");
  await page.keyboard.press("a");
  await viewer.sees(viewer.say("review-unsaved"));
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  const asked = new Promise((answer) => page.once("dialog", (dialog) => dialog.accept().then(() => answer(dialog.type()))));
  await page.reload();
  assert.equal(await asked, "beforeunload");
  await page.locator("#starting").waitFor({ state: "detached" });
  await viewer.go("review");
  await viewer.sees(viewer.say("review-nothing"));
  assert.equal(await viewer.main.locator("#review-name").count(), 0);
});

scenario("what the reader lets the browser keep is there after a reload, until it is forgotten", {}, async (viewer, page) => {
  await open(viewer);
  await name(viewer, "Ana");
  await page.keyboard.press("a");
  await page.getByLabel(viewer.say("review-keep")).check();
  await viewer.sees(viewer.say("review-kept"));
  page.on("dialog", (dialog) => dialog.dismiss());
  await viewer.reload();
  await viewer.go("review");
  await viewer.sees(viewer.say("review-restored"));
  await open(viewer);
  await viewer.sees(viewer.say("review-you-accepted"), stage(viewer));
  await viewer.go("report");
  await viewer.sees(/\b1\b/, viewer.main.locator(".finding"));
  await viewer.go("review");
  await page.getByRole("button", { name: viewer.say("review-forget") }).click();
  await viewer.sees(viewer.say("review-you-open"), stage(viewer));
  assert.equal(await page.evaluate(() => localStorage.length), 0);
});

for (const [lang, locale] of Object.entries(LANGUAGES)) {
  for (const colorScheme of ["light", "dark"]) {
    scenario(`axe-core finds nothing on the review, ${lang}, ${colorScheme}`, { locale, colorScheme, timeout: 90_000 }, async (viewer, page) => {
      await open(viewer, lang);
      await viewer.drop(file("review-lind.json"), file("review-ortega.json"));
      await viewer.main.locator("#review-agreement").waitFor();
      await name(viewer, "Ana");
      await page.keyboard.press("r");
      await page.keyboard.press("Enter");
      await page.keyboard.type("no");
      await page.keyboard.press("Enter");
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await viewer.accessible(`the review, ${lang}, ${colorScheme}`);
      if (process.env.LOOPLEDGER_PICTURES) {
        for (const width of [1280, 380]) {
          await page.setViewportSize({ width, height: 900 });
          await page.screenshot({ path: join(process.env.LOOPLEDGER_PICTURES, `review-${lang}-${colorScheme}-${width}.png`), fullPage: true });
        }
      }
    });
  }
}
