// How files come in, and what becomes of the bad ones.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { scenario } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import * as fixtures from "./support/fixtures.mjs";

scenario("files that are dropped together are loaded together", {}, async (viewer) => {
  await viewer.drop(...fixtures.journals, fixtures.attempts);
  await viewer.loaded({ files: 5, attempts: 4, runs: 4 });
  assert.match(await viewer.notice(), /\b5\b/);
  // Attempts make a report, and that is where a reader wants to be.
  assert.match(viewer.address(), /^\/v1\/report/);
});

scenario("a folder is searched for files", {}, async (viewer) => {
  await viewer.drop(fixtures.threads);
  await viewer.loaded({ files: 4, runs: 4 });
  await viewer.go("files");
  await viewer.sees("threads/thread-loop/runs/run-loop.jsonl");
});

scenario("pickers take files and whole folders", {}, async (viewer, page) => {
  await page.locator("[data-pick=files]").setInputFiles(fixtures.journals.slice(0, 2));
  await viewer.loaded({ files: 2, runs: 2 });
  assert.match(await viewer.notice(), /\b2\b/);
  await viewer.go("start");
  await page.locator("[data-pick=folder]").setInputFiles(fixtures.threads);
  await viewer.loaded({ files: 6, attempts: 4 });
  await viewer.go("files");
  await viewer.sees("threads/thread-budget/runs/run-budget.jsonl");
});

scenario("pasted text is a file", {}, async (viewer) => {
  await viewer.paste(readFileSync(fixtures.attempts, "utf8"));
  await viewer.loaded({ files: 1, attempts: 4 });
});

scenario("files are added to what is loaded, and that can be undone", {}, async (viewer) => {
  await viewer.load(2, fixtures.journal("loop"), fixtures.journal("clean"));
  await viewer.load(3, fixtures.journal("burst"));
  const notice = await viewer.notice();
  assert.match(notice, /\b1\b.*\b2\b/, notice);
  await viewer.status.getByRole("button", { name: viewer.say("undo") }).click();
  await viewer.loaded({ files: 2, runs: 2 });

  await viewer.load(3, fixtures.journal("budget"));
  await viewer.status.getByRole("button", { name: viewer.say("notice-replace") }).click();
  await viewer.loaded({ files: 1, runs: 1 });
});

scenario("the same run in two files counts once", {}, async (viewer) => {
  const copy = fixtures.make("copy-of-run-loop.jsonl", readFileSync(fixtures.journal("loop")));
  await viewer.load(3, fixtures.journal("loop"), copy, fixtures.attempts);
  await viewer.loaded({ attempts: 4 });
  // And so does the same attempt.
  await viewer.load(4, fixtures.make("copy-of-attempts.jsonl", readFileSync(fixtures.attempts)));
  await viewer.loaded({ attempts: 4 });
});

scenario("a broken line is named by file, line and byte, and the rest still counts", {}, async (viewer, page) => {
  const lines = readFileSync(fixtures.journal("loop"), "utf8").split("\n");
  // The third response says a number that is none; the record of its warning follows.
  lines[6] = lines[6].replace('"input_tokens": 1400', '"input_tokens": fourteen hundred');
  const byte = Buffer.byteLength(lines.join("\n").split("fourteen")[0]);
  const broken = fixtures.make("broken.jsonl", lines.join("\n"));
  await viewer.load(2, broken, fixtures.journal("clean"));
  await viewer.loaded({ runs: 2 });
  await viewer.go("files");

  const card = viewer.main.getByRole("article").filter({ hasText: "broken.jsonl" });
  const row = card.locator("table.diagnostics tbody tr.severity-error").first();
  const [line, at] = await row.locator("th, td").allInnerTexts();
  assert.equal(line.trim(), "7");
  assert.equal(at.trim().replace(/[^0-9]/g, ""), String(byte));
  const good = viewer.main.getByRole("article").filter({ hasText: "run-clean.jsonl" });
  assert.equal(await good.locator("table.diagnostics").count(), 0);

  await row.getByRole("button").first().click();
  await viewer.sees("broken.jsonl", viewer.panel);
  await viewer.sees(viewer.say("place-line", { line: 7 }), viewer.panel);
  const meant = viewer.panel.locator("tr.is-meant");
  await viewer.sees(/^7 /, meant);
  assert.match(await meant.locator("mark").textContent(), /^f/);
  await inSight(meant.locator("mark"));
  await page.keyboard.press("Escape");
  await viewer.panel.waitFor({ state: "detached" });
});

/// Waits until an element is where a reader sees it.
async function inSight(locator) {
  await eventually(async () => {
    const ratio = await locator.evaluate((element) => new Promise((resolve) => new IntersectionObserver(([entry]) => resolve(entry.intersectionRatio)).observe(element)));
    assert.ok(ratio > 0, "out of sight");
  });
}

scenario("a torn last line is told from the good ones before it", {}, async (viewer) => {
  const text = readFileSync(fixtures.journal("loop"), "utf8").trimEnd();
  const torn = fixtures.make("torn.jsonl", text.slice(0, -40));
  await viewer.load(1, torn);
  await viewer.loaded({ runs: 1 });
  await viewer.go("files");
  const row = viewer.main.locator("table.diagnostics tbody tr").first();
  await viewer.sees(/^15 /, row);
  await row.getByRole("button").first().click();
  await inSight(viewer.panel.locator("mark"));
});

scenario("a file that is nothing we read is refused with what was tried", {}, async (viewer) => {
  const notes = fixtures.make("notes.txt", "Remember the milk.\nAnd the bread.\n");
  await viewer.load(2, notes, fixtures.journal("clean"));
  await viewer.loaded({ runs: 1 });
  await viewer.go("files");
  const card = viewer.main.getByRole("article").filter({ hasText: "notes.txt" });
  await viewer.sees(viewer.say("files-refused"), card);
  const table = card.getByRole("table", { name: viewer.say("files-tried") });
  const tried = await table.locator("tbody th").allInnerTexts();
  for (const format of ["event-journal", "run-rows", "thread-state", "message-dump", "config-yaml", "attempt-records", "result-record", "experiment-manifest", "price-table"]) {
    assert.ok(tried.includes(viewer.say(`format-${format}`)), `${format} is not among ${tried.join(", ")}`);
  }
  for (const why of await table.locator("tbody td").allInnerTexts()) assert.notEqual(why.trim(), "");
});

scenario("nothing is loaded from an empty clipboard, and the page says nothing wrong", {}, async (viewer, page) => {
  await viewer.paste("   ");
  await viewer.load(1, fixtures.journal("clean"));
  await viewer.loaded({ files: 1, runs: 1 });
  assert.equal(await page.getByRole("alert").count(), 0);
});

for (const [id, counts] of [
  ["two-windows", { files: 2, runs: 1 }],
  ["warning-then-stop", { files: 5, attempts: 3, runs: 3 }],
  ["cost-with-failures", { files: 7, attempts: 14, runs: 5 }],
]) {
  scenario(`the example ${id} opens with one click, without a complaint`, {}, async (viewer) => {
    await viewer.example(id);
    await viewer.loaded(counts);
    await viewer.go("files");
    await eventually(async () => assert.equal(await viewer.main.getByRole("article").count(), counts.files));
    assert.equal(await viewer.main.locator("table.diagnostics .severity-error, table.diagnostics .severity-warning").count(), 0, await viewer.text());
  });
}
