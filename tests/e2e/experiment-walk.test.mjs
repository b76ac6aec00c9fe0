// The whole experiment, page by page and with the keys alone: what was frozen, its review, one
// limit, the comparison, and what is taken along.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { scenario } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";

const EXPERIMENT = join(dirname(fileURLToPath(import.meta.url)), "fixtures", "experiment");
const file = (name) => join(EXPERIMENT, name);
const LANGUAGES = { en: "en-GB", es: "es-ES" };

/// Goes to a page by its keys.
async function turn(viewer, letter, slug) {
  await viewer.page.evaluate(() => document.activeElement.blur());
  await viewer.page.keyboard.press("g");
  await viewer.page.keyboard.press(letter);
  await eventually(async () => assert.match(viewer.address(), new RegExp(`^/v1/${slug}`)));
}

/// Presses what has the focus once `locator` has it.
async function press(viewer, locator) {
  await locator.focus();
  await viewer.page.keyboard.press("Enter");
}

async function save(viewer, locator) {
  const [download] = await Promise.all([viewer.page.waitForEvent("download"), press(viewer, locator)]);
  return readFileSync(await download.path(), "utf8");
}

for (const [lang, locale] of Object.entries(LANGUAGES)) {
  scenario(`an experiment is walked through with the keys alone, ${lang}`, { locale, timeout: 120_000 }, async (viewer, page) => {
    viewer.speak(lang);
    await viewer.drop(file("experiment-frozen.json"), file("attempts-one-currency.jsonl"), file("runs"));
    await viewer.loaded({ attempts: 72, runs: 72 });

    await turn(viewer, "e", "experiment");
    await viewer.sees(viewer.say("experiment-frozen"));
    await viewer.sees(/north-wind/);

    // Nothing is reviewed yet, so that nothing tells the two apart.
    await turn(viewer, "c", "compare");
    await viewer.sees(/null/, viewer.main.locator(".finding"));

    await turn(viewer, "v", "review");
    await viewer.page.locator("#review-reason").waitFor();
    await viewer.drop(file("review-ortega.json"));
    await press(viewer, page.getByRole("button", { name: viewer.say("review-take-over", { reviewer: "m.ortega" }) }));
    await viewer.sees(viewer.say("review-progress", { decided: 72, attempts: 72, judged: 21, interventions: 51 }), viewer.main.locator("#review-progress"));
    const review = JSON.parse(await save(viewer, page.getByRole("button", { name: viewer.say("review-download") })));
    assert.deepEqual([review.reviewer, review.decisions.length, review.judgements.length], ["m.ortega", 72, 21]);

    await turn(viewer, "l", "limits");
    await viewer.main.locator("#limits-variant").focus();
    await page.keyboard.type("baseline");
    await eventually(async () => assert.match(viewer.address(), /variant=baseline/));
    await viewer.main.locator(".limits-table").waitFor();
    await viewer.main.getByRole("slider").focus();
    for (let value = 6; value <= 8; value += 1) await page.keyboard.press("ArrowRight");
    await eventually(async () => assert.match(viewer.address(), /value=8\b/));
    // Fifteen stops would go; nine met useful work, and all were looked at.
    await viewer.sees(/\b15\b/, viewer.main.locator("section[aria-labelledby=limits-chosen]"));
    await viewer.main.locator("table.limits-worst").waitFor();

    await turn(viewer, "c", "compare");
    await viewer.sees(/-0[.,]1036 USD/, viewer.main.locator(".finding"));
    const summary = await save(viewer, page.locator("[data-export=summary]"));
    assert.match(summary, /hard&#45;limit&#45;8/);
    assert.match(summary, /12 tasks/);

    await turn(viewer, "r", "report");
    await viewer.sees(/0[.,]4722/, viewer.main.locator(".finding"));
    const attempts = await save(viewer, page.locator("[data-export=jsonl]"));
    assert.equal(attempts.trim().split("\n").length, 72);
  });
}
