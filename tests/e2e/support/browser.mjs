// One browser for a test file, one context for a scenario.
//
// A scenario fails by itself when the page logs an error, throws, breaks its content security
// policy, asks for a file that is not there, or asks another origin for anything.
// What a failed scenario showed is left in tests/e2e/output: a picture, the page's text and what
// the page complained about.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./site.mjs";
import { Viewer } from "./viewer.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
export const DIST = resolve(process.env.LOOPLEDGER_DIST ?? join(HERE, "..", "..", "..", "dist"));
const OUTPUT = join(HERE, "..", "output");

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Nothing but the loopback interface has an address.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

let browser;
/// The site that the scenarios open.
export let site;
/// A folder for files that tests make; it goes when they end.
export let scratch;

before(async () => {
  assert.ok(existsSync(join(DIST, "index.html")), `no built site in ${DIST}; run cargo xtask web --release, or set LOOPLEDGER_DIST`);
  scratch = mkdtempSync(join(tmpdir(), "loopledger-e2e-"));
  site = await serve(DIST);
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: FLAGS, headless: true });
});

after(async () => {
  await browser?.close();
  await site?.close();
  if (scratch) rmSync(scratch, { recursive: true, force: true });
});

/// A test of the viewer in a context of its own.
///
/// `options.address` is the part after `#` to begin with, or `null` to open nothing, and
/// `options.prepare` is called before it is opened; the others are Playwright's.
export function scenario(name, options, body) {
  test(name, { timeout: options.timeout ?? 60_000 }, async () => {
    const { address = "", timeout, prepare, ...contextOptions } = options;
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-GB",
      timezoneId: "UTC",
      colorScheme: "light",
      reducedMotion: "reduce",
      ...contextOptions,
    });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const problems = watch(page, context);
    const viewer = new Viewer(page, site, problems);
    try {
      prepare?.();
      if (address !== null) await viewer.goto(address);
      await body(viewer, page);
      const misses = site.misses.splice(0).map((path) => `missing file ${path}`);
      assert.deepEqual([...problems.list, ...misses].filter((text) => !problems.expected.some((pattern) => pattern.test(text))), [], "the page complained");
    } catch (error) {
      await report(name, page, problems, error);
      throw error;
    } finally {
      site.misses.length = 0;
      site.routes.clear();
      await context.close();
    }
  });
}

function watch(page, context) {
  const problems = { list: [], expected: [], requests: [] };
  page.on("console", (message) => {
    if (message.type() === "error") problems.list.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.list.push(`thrown: ${error.stack ?? error}`));
  page.on("crash", () => problems.list.push("the page crashed"));
  context.on("request", (request) => {
    const url = request.url();
    problems.requests.push(url);
    const inside = url.startsWith(site.url) || url.startsWith(`blob:${site.origin}/`) || url.startsWith("data:");
    if (!inside) problems.list.push(`request outside the site: ${url}`);
  });
  return problems;
}

async function report(name, page, problems, error) {
  mkdirSync(OUTPUT, { recursive: true });
  const stem = join(OUTPUT, name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, ""));
  const text = await page.locator("body").innerText({ timeout: 2_000 }).catch((cause) => `(no text: ${cause.message})`);
  const parts = [`${name}\n${page.url()}\n\n${error.stack ?? error}`, `complaints:\n${problems.list.join("\n") || "none"}`, `page:\n${text}`];
  writeFileSync(`${stem}.txt`, `${parts.join("\n\n")}\n`);
  const path = `${stem}.png`;
  await page.screenshot({ path, fullPage: true, timeout: 5_000 }).catch(() => {});
  console.error(`left ${stem}.txt${existsSync(path) ? " and .png" : ""}`);
}
