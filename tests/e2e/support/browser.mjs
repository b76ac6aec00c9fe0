// The built viewer: one browser of each kind for a test file, one context for a scenario.
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
import { openPage } from "./browsers.mjs";
import { serve } from "./site.mjs";
import { Viewer } from "./viewer.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
export const DIST = resolve(process.env.LOOPLEDGER_DIST ?? join(HERE, "..", "..", "..", "dist"));
const OUTPUT = join(HERE, "..", "output");

/// The built viewer, served.
export let site;
/// A folder for files that tests make; it goes when they end.
export let scratch;

before(async () => {
  assert.ok(existsSync(join(DIST, "index.html")), `no built site in ${DIST}; run cargo xtask web --release, or set LOOPLEDGER_DIST`);
  scratch = mkdtempSync(join(tmpdir(), "loopledger-e2e-"));
  site = await serve(DIST);
});

after(async () => {
  await site?.close();
  if (scratch) rmSync(scratch, { recursive: true, force: true });
});

/// A test of the viewer in a context of its own, in each of the browsers.
///
/// `options.address` is the part after `#` to begin with, or `null` to open nothing;
/// `options.prepare` is called before it is opened; `options.browsers` are names from
/// `BROWSERS`, Chromium alone without it; the others are Playwright's.
export function scenario(name, options, body) {
  const { browsers = ["chromium"], timeout = 60_000, ...rest } = options;
  for (const browser of browsers) {
    const title = browsers.length > 1 ? `${name}, in ${browser}` : name;
    test(title, { timeout }, () => run(browser, title, rest, body));
  }
}

async function run(browser, title, { address = "", prepare, ...options }, body) {
  const tab = await openPage(browser, { inside: [site.url], ...options });
  try {
    const viewer = new Viewer(tab, site);
    prepare?.();
    if (address !== null) await viewer.goto(address);
    await body(viewer, tab.page);
    tab.check(site.misses.splice(0).map((path) => `missing file ${path}`));
  } catch (error) {
    await report(title, tab, error);
    throw error;
  } finally {
    site.misses.length = 0;
    site.routes.clear();
    await tab.close();
  }
}

/// Leaves what a failed test showed in the folder `output`.
export async function report(name, { page, problems }, error) {
  mkdirSync(OUTPUT, { recursive: true });
  const stem = join(OUTPUT, name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, ""));
  const text = await page.locator("body").innerText({ timeout: 2_000 }).catch((cause) => `(no text: ${cause.message})`);
  const parts = [`${name}\n${page.url()}\n\n${error.stack ?? error}`, `complaints:\n${problems.list.join("\n") || "none"}`, `page:\n${text}`];
  writeFileSync(`${stem}.txt`, `${parts.join("\n\n")}\n`);
  const path = `${stem}.png`;
  await page.screenshot({ path, fullPage: true, timeout: 5_000 }).catch(() => {});
  console.error(`left ${stem}.txt${existsSync(path) ? " and .png" : ""}`);
}
