// Files that mean harm: what they say is shown as text, what is too much is refused, and the
// others are read all the same.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { BROWSERS } from "./support/browsers.mjs";
import { scenario, scratch } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import * as fixtures from "./support/fixtures.mjs";
import * as hostile from "./support/hostile.mjs";

const PAGES = ["start", "files", "report", "attempts", "replay"];

function folder(name) {
  const path = join(scratch, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/// Fails where text of a record became more than text.
async function harmless(viewer, where) {
  assert.deepEqual(await harms(viewer), [], where);
}

/// What of the page is more than text of a record should be.
async function harms(viewer) {
  const found = await viewer.page.evaluate(() => {
    const tags = [...document.querySelectorAll("img, iframe, object, embed, base, form[action], math, template, body script, body style, body link, [style], [srcdoc], [formaction]")];
    const handlers = [...document.querySelectorAll("*")].filter((element) => [...element.attributes].some(({ name }) => /^on/i.test(name)));
    const links = [...document.querySelectorAll("[href], [src], [action], [data], *|*[*|href]")].filter((element) => {
      const address = element.getAttribute("href") ?? element.getAttribute("src") ?? element.getAttribute("action") ?? "";
      return /^[\s\u0000-\u001f]*(javascript|vbscript|data\s*:\s*text)/i.test(address);
    });
    const hidden = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Line ends and tabs are no harm, and what turns the direction would be text of a record.
    while (texts.nextNode()) if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(texts.currentNode.data)) hidden.push(texts.currentNode.parentElement);
    const told = (what, elements) => elements.map((element) => `${what}: ${element.outerHTML.slice(0, 160)}`);
    const ran = globalThis.harm === undefined ? [] : ["a program of a record ran"];
    return [...ran, ...told("an element", tags), ...told("a handler", handlers), ...told("a program for an address", links), ...told("hidden characters", hidden)];
  });
  return [...new Set(found)];
}

/// Looks at everything that there is to see, and calls this at each place.
async function tour(viewer, visit) {
  const { page } = viewer;
  for (const name of PAGES) {
    await viewer.go(name);
    if (name === "replay") await viewer.main.locator(".replay-finding").waitFor();
    await viewer.unfold();
    await visit(name);
    const openers = { files: "table.diagnostics button", report: "button.null:visible", attempts: "button.null:visible" }[name];
    const opener = openers && viewer.main.locator(openers).first();
    if (opener && (await opener.count()) > 0) {
      // With the keyboard, because a name without end may lie over the button.
      await opener.press("Enter");
      await viewer.panel.waitFor();
      await visit(`a panel of ${name}`);
      await page.keyboard.press("Escape");
      await viewer.panel.waitFor({ state: "detached" });
    }
    if (name === "attempts" && (await viewer.main.locator("tbody tr").count()) > 0) {
      await page.keyboard.press("j");
      await eventually(async () => assert.match(viewer.address(), /attempt=/));
      await visit("an attempt");
    }
    if (name === "replay") {
      const runs = await page.getByLabel(viewer.say("replay-run"), { exact: true }).locator("option").count();
      for (let run = 0; run < Math.min(runs, 5); run += 1) {
        await page.getByLabel(viewer.say("replay-run"), { exact: true }).selectOption({ index: run });
        await viewer.main.locator(".replay-finding").waitFor();
        await page.evaluate(() => document.activeElement.blur());
        for (const key of ["Home", "n", "End"]) {
          await page.keyboard.press(key);
          await visit(`${key} of run ${run}`);
        }
      }
    }
  }
}

/// The tour, with everything that it finds told at once.
async function tourHarmless(viewer, visit = () => {}) {
  const found = [];
  await tour(viewer, async (where) => {
    found.push(...(await harms(viewer)).map((harm) => `${where}: ${harm}`));
    await visit(where);
  });
  assert.deepEqual(found, []);
}

scenario("markup in every text of every format is shown as text", { browsers: BROWSERS, timeout: 120_000 }, async (viewer, page) => {
  const files = hostile.write(folder("markup"), [...hostile.withMarkup(), ["config.yaml", hostile.CONFIG]]);
  await viewer.load(files.length, ...files);
  const seen = new Set();
  await tourHarmless(viewer, async (where) => {
    const text = await page.locator("body").innerText();
    if (text.includes("<img src=x onerror=globalThis.harm=1>")) seen.add(where.includes(" of run ") ? "replay" : where.split(" ").at(-1));
  });
  // It was there to be seen, or nothing was tested.
  for (const name of ["files", "report", "attempts", "attempt", "replay"]) assert.ok(seen.has(name), `the text is not shown in ${name}: only in ${[...seen].join(", ")}`);
  await page.getByLabel(viewer.say("lang-label")).selectOption("es");
  await harmless(viewer, "in Spanish");
  // Nothing of these files is refused, so that all of it was drawn.
  viewer.speak("es");
  await viewer.go("files");
  assert.equal(await viewer.main.getByText(viewer.say("files-refused")).count(), 0, "a file is refused");
});

scenario("markup instead of any one text is shown as text", { browsers: BROWSERS, timeout: 240_000 }, async (viewer) => {
  const files = hostile.withOneOfEach();
  assert.ok(files.length > 200, `${files.length} files`);
  await viewer.load(files.length, ...hostile.write(folder("one-of-each"), files));
  await tourHarmless(viewer);
});

scenario("names of files do no harm and are shown whole", { browsers: BROWSERS }, async (viewer, page) => {
  const journal = readFileSync(fixtures.journal("clean"), "utf8");
  const files = hostile.NAMES.map((name, index) => [name, journal.replaceAll("run-clean", `run-${index}`)]);
  await viewer.load(files.length, ...hostile.write(folder("names"), files));
  await viewer.loaded({ runs: files.length });
  await tourHarmless(viewer);
  await viewer.go("files");
  const text = await page.locator("main").evaluate((main) => main.textContent);
  // What would turn the reading direction or move a terminal's cursor is spelt out.
  for (const shown of ["<img src=x onerror=globalThis.harm=1>.jsonl", "__proto__", "constructor", "\\u{202e}lnosj.live.jsonl", "\\u{1b}[31mred\\u{7}.jsonl"]) assert.ok(text.includes(shown), `${shown} is not in ${text}`);
});

scenario("what stands in an address is text", { browsers: BROWSERS }, async (viewer) => {
  await viewer.load(5, ...fixtures.journals, fixtures.attempts);
  const harm = encodeURIComponent(hostile.MARKUP);
  for (const address of [`/v1/${harm}`, `/v1/report?variant=${harm}`, `/v1/attempts?attempt=${harm}&sort=${harm}`, `/v1/replay?run=${harm}&step=${harm}`, `/v1/files?lang=${harm}&theme=${harm}`, `${hostile.ADDRESS}`, `/v1/replay?__proto__=1&constructor=${harm}`]) {
    await viewer.page.evaluate((hash) => (location.hash = hash), address);
    await viewer.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await harmless(viewer, address);
  }
});

scenario("what is too deep, too large or no number is refused by name, and the rest is read", { browsers: BROWSERS, timeout: 120_000 }, async (viewer, page) => {
  const DEPTH = 1_000_000;
  const good = readFileSync(fixtures.attempts, "utf8");
  const [first] = good.split("\n");
  const digits = "9".repeat(100_000);
  const files = [
    ["deep-arrays.json", hostile.deep("[", "]", DEPTH)],
    ["deep-objects.json", hostile.deep('{"a":', "}", DEPTH)],
    ["never-closed.json", "[".repeat(DEPTH)],
    ["deep-line.jsonl", `${first}\n{"id":"x","extra":${hostile.deep("[", "]", DEPTH)}}\n`],
    ["deep-flow.yaml", `loop_detection:\n  warn_threshold: 3\n  extra: ${hostile.deep("[", "]", DEPTH)}\n`],
    ["deep-mappings.yaml", `loop_detection:\n  warn_threshold: 3\n  extra: ${"{a: ".repeat(500_000)}${"}".repeat(500_000)}\n`],
    ["deep-block.yaml", `loop_detection:\n  warn_threshold: 3\n  extra:\n    ${"- ".repeat(DEPTH)}1\n`],
    ["bomb.jsonl.gz", hostile.bomb(256)],
    ["hidden-bomb.jsonl.gz", Buffer.concat([gzipSync(good), hostile.bomb(256)])],
    ["nested.jsonl.gz", gzipSync(gzipSync(good))],
    ["huge-numbers.jsonl", ["1e999", "-1e999", digits, `1e${digits}`, `0.${digits}`, "-0", "NaN", "Infinity", "-Infinity"].map((number, index) => `{"id":"n${index}","cost":${number},"latency_ms":${number}}\n`).join("")],
    ["huge-string.jsonl", `{"id":"long","cost":1,"status":"${"x".repeat(20_000_000)}"}\n`],
    ["surrogates.jsonl", `{"id":"\\ud800","cost":1}\n{"id":"\\udc00\\ud800","cost":1}\n`],
    ["keys.jsonl", `{"id":"__proto__","cost":1,"stop_reason":"__proto__"}\n{"id":"constructor","cost":1,"stop_reason":"toString","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}\n`],
  ];
  const paths = hostile.write(folder("limits"), files);
  await viewer.drop(...paths, fixtures.journal("clean"));
  await viewer.loaded({ files: files.length + 1, runs: 1 });
  assert.equal(await page.evaluate(() => ({}).polluted ?? null), null);
  await viewer.go("files");
  await viewer.unfold();
  const card = (name) => viewer.main.getByRole("article").filter({ hasText: name }).first();
  for (const name of ["deep-arrays.json", "deep-objects.json", "never-closed.json", "deep-flow.yaml", "deep-mappings.yaml", "deep-block.yaml", "nested.jsonl.gz"]) await viewer.sees(viewer.say("files-refused"), card(name));
  for (const name of ["bomb.jsonl.gz", "hidden-bomb.jsonl.gz"]) await viewer.sees(/MAX_DECOMPRESSION_RATIO/, viewer.main.getByRole("article").filter({ has: page.getByText(name, { exact: true }) }).first());
  for (const name of ["deep-arrays.json", "deep-objects.json", "deep-line.jsonl"]) await viewer.sees(/990/, card(name));
  // The other line of that file counts.
  const row = card("deep-line.jsonl").locator("table.diagnostics tbody tr.severity-error").first();
  await viewer.sees(/^2 /, row);
  for (const name of PAGES) {
    await viewer.go(name);
    await viewer.unfold();
  }
  await viewer.go("attempts");
  const text = await viewer.text();
  assert.doesNotMatch(text, /\b(NaN|Infinity|inf)\b/);
});

scenario("a million records are refused, and the rest is read", { browsers: BROWSERS, timeout: 200_000 }, async (viewer, page) => {
  const attempts = join(scratch, "million-attempts.jsonl");
  hostile.writeManyAttempts(attempts, 1_000_000);
  const values = join(scratch, "million-values.json");
  writeFileSync(values, `{"attempts":[${"0,".repeat(20_000_000)}0]}`);
  await viewer.drop(values, attempts, fixtures.journal("clean"));
  await page.locator(".loaded").waitFor({ timeout: 150_000 });
  await viewer.loaded({ files: 3, runs: 1 });
  await viewer.go("files");
  const card = (name) => viewer.main.getByRole("article").filter({ hasText: name }).first();
  await viewer.sees(/MAX_RECORDS.*line 100001, byte/, card("million-attempts.jsonl"));
  await viewer.sees(/5000000 values/, card("million-values.json"));
});

scenario("a journal of half a million small records is replayed", { browsers: BROWSERS, timeout: 120_000 }, async (viewer) => {
  const path = join(scratch, "small-records.jsonl");
  hostile.writeSmallRecords(path, 500_000);
  await viewer.drop(path);
  await viewer.page.locator(".loaded").waitFor({ timeout: 90_000 });
  await viewer.loaded({ files: 1, runs: 1 });
  await viewer.go("replay");
  await viewer.main.locator(".replay-finding").waitFor({ timeout: 30_000 });
});
