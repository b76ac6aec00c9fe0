// A long journal: the page never freezes, says how far it is, and can be told to stop.

import assert from "node:assert/strict";
import { join } from "node:path";
import { scenario, scratch } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import { writeJournal } from "./support/journal.mjs";
import * as fixtures from "./support/fixtures.mjs";

const SIZE = 60_000_000;
const LONGEST_TASK = 200;

/// Tasks of the page's own thread from here on; the function that comes back ends the watch and
/// gives the longest, in milliseconds, by the clock and by the processor.
///
/// The page's observer goes by the clock, so that on a busy machine a task seems longer than it is;
/// what counts is the time that the processor spent on it.
async function watchTasks(page) {
  await page.evaluate(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
    // One that is known to be long, so that silence means that there was none.
    setTimeout(() => {
      const end = performance.now() + 120;
      while (performance.now() < end);
    });
  });
  await eventually(async () => assert.ok(await page.evaluate(() => globalThis.longTasks.some((duration) => duration >= 120)), "long tasks are not observed"));
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["-*", "toplevel"] });
  await page.evaluate(() => globalThis.longTasks.splice(0));
  return async () => {
    // A task is reported after its end; the next frame has all before it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    const clock = await page.evaluate(() => Math.max(0, ...globalThis.longTasks));
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    const renderers = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
    const times = traceEvents.filter(({ name, pid, tid, tdur }) => name === "ThreadControllerImpl::RunTask" && tdur && renderers.has(`${pid} ${tid}`)).map(({ tdur }) => tdur / 1000);
    assert.ok(times.length > 10, "tasks are not traced");
    return { clock: Math.round(clock), processor: Math.round(times.reduce((one, other) => Math.max(one, other))) };
  };
}

/// What the progress bar and its text say from here on.
async function watchProgress(page) {
  await page.evaluate(() => {
    globalThis.shares = [];
    globalThis.sizes = [];
    new MutationObserver(() => {
      const bar = document.querySelector("[role=status] progress");
      if (!bar) return;
      globalThis.shares.push(bar.position);
      globalThis.sizes.push(document.querySelector("[role=status]").innerText.replace(/[\s\u00a0\u202f]+/g, " "));
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

scenario("a journal of 60 MB loads without freezing the page", { timeout: 150_000 }, async (viewer, page) => {
  const path = join(scratch, "long.jsonl");
  const figures = writeJournal(path, SIZE);
  const whileLoading = await watchTasks(page);
  await watchProgress(page);
  const start = performance.now();
  await viewer.drop(path);
  await page.locator(".loaded").waitFor({ timeout: 120_000 });
  const seconds = (performance.now() - start) / 1000;
  await viewer.loaded({ files: 1, runs: 1 });
  const loading = await whileLoading();

  const { shares, sizes } = await page.evaluate(() => ({ shares: globalThis.shares, sizes: globalThis.sizes }));
  const between = new Set(shares.filter((share) => share > 0 && share < 1));
  assert.ok(between.size >= 5, `progress was shown at ${shares.join(" ")}`);
  assert.deepEqual(shares, [...shares].sort((a, b) => a - b), "progress only grows");
  assert.ok(sizes.some((text) => /\d[\d.,]* MB of 60\.0 MB/.test(text)), sizes.at(-1));

  const whileUsing = await watchTasks(page);
  const last = `(${figures.responses}|${figures.responses.toLocaleString("en")})`;
  await viewer.go("replay");
  await viewer.main.locator(".replay-finding").waitFor({ timeout: 60_000 });
  await viewer.sees(new RegExp(`of ${last}\\b`));
  await page.keyboard.press("End");
  await viewer.sees(new RegExp(`Response ${last}:`), viewer.main.locator(".replay-now"));
  for (const name of ["files", "report", "attempts"]) await viewer.go(name);
  const using = await whileUsing();

  const told = (task) => `${task.processor} ms (${task.clock} ms by the clock)`;
  console.log(`60 MB in ${seconds.toFixed(1)} s; longest task ${told(loading)} while loading, ${told(using)} while looking at it`);
  assert.ok(loading.processor < LONGEST_TASK, `a task of ${told(loading)} while loading`);
  assert.ok(using.processor < LONGEST_TASK, `a task of ${told(using)} while looking at it`);
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
