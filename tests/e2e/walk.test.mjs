// The same walk through the viewer in every browser.

import assert from "node:assert/strict";
import { BROWSERS } from "./support/browsers.mjs";
import { scenario } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import * as fixtures from "./support/fixtures.mjs";

scenario("from a chosen file to a decision, without a complaint", { browsers: BROWSERS, timeout: 90_000 }, async (viewer, page) => {
  await viewer.tab.choose("[data-pick=files]", ...fixtures.journals, fixtures.attempts);
  await viewer.loaded({ files: 5, attempts: 4, runs: 4 });

  await viewer.go("report");
  const finding = await viewer.text(viewer.main.locator(".finding"));
  const { attempts, acceptedArtifacts: accepted } = fixtures.expected.report.total;
  assert.match(finding, new RegExp(`\\b${attempts}\\b`), finding);
  assert.match(finding, new RegExp(`\\b${accepted}\\b`), finding);
  await viewer.sees(/\bnull\b/);
  await viewer.sees(/0\.0252/);

  await viewer.go("attempts");
  await viewer.sees("attempt-loop");
  await page.keyboard.press("j");
  await eventually(async () => assert.match(viewer.address(), /attempt=/));

  await viewer.go("replay");
  await viewer.main.locator(".replay-finding").waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("n");
  await viewer.sees(/^Response \d+: (Warning|Hard stop)/, viewer.main.locator(".replay-now"));

  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByLabel(viewer.say("theme-label")).selectOption("dark");
  await eventually(async () => assert.notEqual(await paper(), light));

  await page.getByLabel(viewer.say("lang-label")).selectOption("es");
  viewer.speak("es");
  await viewer.sees(/advertencia|parada/i);
  assert.equal(await page.getAttribute("html", "lang"), "es");

  await page.locator("body").press("?");
  await page.getByRole("dialog", { name: viewer.say("help-title") }).waitFor();
  await page.keyboard.press("Escape");

  await viewer.go("start");
  await viewer.drop(fixtures.runRows);
  await viewer.loaded({ files: 6 });
  assert.ok(viewer.problems.requests.length > 3, "requests are seen");
});
