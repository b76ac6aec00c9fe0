// What `loopledger bundle` writes, made by a program that was installed alone, and opened.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { browser } from "./support/browsers.mjs";
import * as fixtures from "./support/fixtures.mjs";
import { serve } from "./support/site.mjs";

const PROGRAM = process.env.LOOPLEDGER_PROGRAM;

let folder;

before(() => {
  assert.ok(PROGRAM, "LOOPLEDGER_PROGRAM names no program; cargo xtask test builds one with the viewer in it");
  folder = mkdtempSync(join(tmpdir(), "loopledger-publish-"));
});

after(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/// Bundles the recorded runs; the program stands in a folder where there is nothing else.
function bundle(...more) {
  execFileSync(PROGRAM, ["bundle", fixtures.threads, fixtures.attempts, ...more], { cwd: folder, stdio: "pipe" });
}

/// Opens an address and returns the page once the report shows its figure, with everything that
/// the page asked for and complained about.
async function open(name, address) {
  const context = await (await browser(name)).newContext({ locale: "en-GB", viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(30_000);
  const requests = [];
  const complaints = [];
  context.on("request", (request) => requests.push(request.url()));
  context.on("weberror", (event) => complaints.push(String(event.error())));
  context.on("console", (message) => {
    if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico")) complaints.push(message.text());
  });
  const page = await context.newPage();
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (violation) => console.error(`violates the policy: ${violation.effectiveDirective} ${violation.blockedURI}`)),
  );
  await page.goto(address);
  return { context, page, requests, complaints };
}

/// The report is there, with the figure that was worked out by hand for the baseline.
async function seesReport(page) {
  await page.getByText("0.0252").first().waitFor();
  assert.match(new URL(page.url()).hash, /^#\/v1\/report/);
}

async function opensFromDisk(browserName, name) {
  const { context, page, requests, complaints } = await open(browserName, pathToFileURL(join(folder, name)).href);
  try {
    await seesReport(page);
    // A replay asks the worker for more than the report does.
    await page.evaluate(() => (location.hash = "#/v1/replay"));
    await page.locator(".replay-timeline").first().waitFor();
    assert.deepEqual(complaints, []);
    const others = requests.filter((url) => !/^(data:|blob:)/.test(url) && !url.startsWith(pathToFileURL(join(folder, name)).href));
    assert.deepEqual(others, []);
  } finally {
    await context.close();
  }
}

test("a site opens on its report, under a path, and asks for nothing but its files", async () => {
  bundle("--out", "site");
  const site = await serve(join(folder, "site"));
  const { context, page, requests, complaints } = await open("chromium", site.url);
  try {
    await seesReport(page);
    assert.deepEqual(complaints, []);
    assert.deepEqual(site.misses, []);
    assert.deepEqual(requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(site.url)), []);
  } finally {
    await context.close();
    await site.close();
  }
});

test("a redacted site gives the same figures, and no arguments", async () => {
  bundle("--out", "redacted", "--redact");
  const site = await serve(join(folder, "redacted"));
  const { context, page } = await open("chromium", site.url);
  try {
    await seesReport(page);
    const listing = JSON.parse(readFileSync(join(folder, "redacted", "listing.json"), "utf8"));
    for (const { address } of listing.files) {
      assert.doesNotMatch(readFileSync(join(folder, "redacted", address), "utf8"), /"args"/);
    }
  } finally {
    await context.close();
    await site.close();
  }
});

test("a single file opens from a disk in Chromium", async () => {
  bundle("--single-file", "report.html");
  await opensFromDisk("chromium", "report.html");
});

test("a single file opens from a disk in Firefox", async () => {
  bundle("--single-file", "firefox.html");
  await opensFromDisk("firefox", "firefox.html");
});
