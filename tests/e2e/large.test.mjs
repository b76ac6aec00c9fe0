// A long journal: the page never freezes, says how far it is, and can be told to stop.

import assert from "node:assert/strict";
import { join } from "node:path";
import { scenario, scratch } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import { writeJournal } from "./support/journal.mjs";
import * as fixtures from "./support/fixtures.mjs";

const SIZE = 60_000_000;
const LONGEST_TASK = 200;

/// Tasks of the page's own thread from here on, in milliseconds.
async function watchTasks(page) {
  await page.evaluate(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
  return async () => {
    // A task is reported after its end; the next frame has all before it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    return page.evaluate(() => Math.max(0, ...globalThis.longTasks));
  };
}

scenario("a journal of 60 MB loads without freezing the page", { timeout: 150_000 }, async (viewer, page) => {
  const path = join(scratch, "long.jsonl");
  const figures = writeJournal(path, SIZE);
  const longest = await watchTasks(page);
  const start = performance.now();
  await viewer.drop(path);
  const bar = page.getByRole("progressbar");
  await bar.waitFor();
  await viewer.sees(/\d[\d.,]* (MB|kB|B) of 60\.0 MB/, viewer.status);
  const shares = new Set();
  await eventually(async () => {
    if ((await bar.count()) > 0) shares.add(await bar.getAttribute("value", { timeout: 500 }).catch(() => null));
    await viewer.loaded({ files: 1, runs: 1 });
  }, 120_000);
  const seconds = (performance.now() - start) / 1000;
  const loading = await longest();
  assert.ok([...shares].some((share) => Number(share) > 0 && Number(share) < 1), `progress moved: ${[...shares].join(" ")}`);

  await viewer.go("replay");
  await viewer.main.locator(".replay-finding").waitFor({ timeout: 60_000 });
  await viewer.sees(new RegExp(`of ${figures.responses.toLocaleString("en")}|of ${figures.responses}`));
  await page.keyboard.press("End");
  await viewer.sees(new RegExp(`Response ${figures.responses.toLocaleString("en")}:|Response ${figures.responses}:`), viewer.main.locator(".replay-now"));
  for (const name of ["files", "report", "attempts"]) await viewer.go(name);
  const using = await longest();
  console.log(`60 MB in ${seconds.toFixed(1)} s; longest task ${Math.round(loading)} ms while loading, ${Math.round(using)} ms in all`);
  assert.ok(loading < LONGEST_TASK, `a task of ${Math.round(loading)} ms while loading`);
  assert.ok(using < LONGEST_TASK, `a task of ${Math.round(using)} ms while looking at it`);
});

scenario("a load can be cancelled, and leaves what was there", { timeout: 90_000 }, async (viewer, page) => {
  const path = join(scratch, "cancelled.jsonl");
  writeJournal(path, SIZE);
  await viewer.load(1, fixtures.journal("clean"));
  await viewer.drop(path);
  await page.getByRole("progressbar").waitFor();
  await viewer.status.getByRole("button", { name: viewer.say("cancel") }).click();
  await viewer.sees(viewer.say("notice-cancelled"), viewer.status);
  await viewer.loaded({ files: 1, runs: 1 });
  // And the next load is none the worse for it.
  await viewer.load(2, fixtures.journal("loop"));
  await viewer.loaded({ runs: 2 });
});
