// Folders of trajectories with the reports of their evaluation.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { scenario } from "./support/browser.mjs";

const OWN = join(dirname(fileURLToPath(import.meta.url)), "fixtures", "trajectories");
const CORPUS = process.env.LOOPLEDGER_CORPUS && join(process.env.LOOPLEDGER_CORPUS, "files", "mini-swe-agent");

scenario("a folder of runs and reports gives attempts with their verdicts", { timeout: 60_000 }, async (viewer) => {
  await viewer.tab.choose("[data-pick=folder]", OWN);
  await viewer.loaded({ files: 9, attempts: 5, runs: 5 });
  await viewer.go("files");
  await viewer.sees("Trajectory (mini-SWE-agent)");
  await viewer.sees("Evaluation report (SWE-bench)");

  await viewer.go("attempts");
  await viewer.sees("alpha/demo__calc-1");
  await viewer.sees("LimitsExceeded");

  await viewer.go("report");
  const finding = await viewer.text(viewer.main.locator(".finding"));
  assert.match(finding, /\b5\b/, finding);
  assert.match(finding, /\b2\b/, finding);
  await viewer.sees("null 0 means not measured");

  await viewer.go("replay");
  await viewer.main.locator(".replay-finding").waitFor();
});

const skip = CORPUS && existsSync(CORPUS) ? false : "LOOPLEDGER_CORPUS names no corpus folder";
const published = "a published experiment is read as a whole";
if (skip) test(published, { skip });
else scenario(published, { timeout: 120_000 }, async (viewer, page) => {
  await viewer.tab.choose("[data-pick=folder]", CORPUS);
  await viewer.loaded({ attempts: 21, runs: 21 });
  await viewer.go("files");
  await viewer.sees("swebench.deepseek_chat_dev.report.json");
  if (process.env.LOOPLEDGER_PICTURES) {
    await page.screenshot({ path: join(process.env.LOOPLEDGER_PICTURES, "files.png") });
  }
  await viewer.go("attempts");
  await viewer.sees("exp-deepseek_chat_test_1-100/django__django-11422");
  if (process.env.LOOPLEDGER_PICTURES) {
    await page.screenshot({ path: join(process.env.LOOPLEDGER_PICTURES, "attempts.png") });
  }
  await viewer.go("report");
  const finding = await viewer.text(viewer.main.locator(".finding"));
  assert.match(finding, /\b21\b/, finding);
  assert.match(finding, /\b4\b/, finding);
  if (process.env.LOOPLEDGER_PICTURES) {
    await page.screenshot({ path: join(process.env.LOOPLEDGER_PICTURES, "report.png"), fullPage: true });
  }
});
