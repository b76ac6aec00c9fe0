// Data that is loaded by its address, and by the listing of a published report.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { DIST, scenario, site } from "./support/browser.mjs";
import { answer, elsewhere, redirect } from "./support/elsewhere.mjs";
import { eventually } from "./support/eventually.mjs";
import * as fixtures from "./support/fixtures.mjs";

const ATTEMPTS = readFileSync(fixtures.attempts);
const INDEX = readFileSync(join(DIST, "index.html"), "utf8");

let foreign;
before(async () => (foreign = await elsewhere()));
after(async () => foreign.close());

const errors = (viewer) => viewer.status.getByRole("alert");

/// Waits until the page says that something went wrong, so often, and returns the texts.
async function complaints(viewer, count = 1) {
  await eventually(async () => assert.equal(await errors(viewer).count(), count));
  return errors(viewer).allInnerTexts();
}

/// The viewer's page, changed, under a name of its own.
function page(name, change) {
  const html = change(INDEX);
  assert.notEqual(html, INDEX, "the page was not changed");
  site.routes.set(name, answer(html, { "content-type": "text/html; charset=utf-8" }));
  return site.url + name;
}

async function open(viewer, url) {
  await viewer.page.goto(url);
  await viewer.page.getByRole("heading", { level: 1 }).first().waitFor();
}

scenario("addresses beside the page are loaded, and the page of the address is shown", { address: "/v1/files?src=examples/two-windows/config.yaml&src=./examples/two-windows/upload-retries.jsonl" }, async (viewer) => {
  await viewer.loaded({ files: 2, runs: 1 });
  assert.match(viewer.address(), /^\/v1\/files\?/);
  await viewer.sees("examples/two-windows/upload-retries.jsonl");
});

scenario("an address without a page leads to what the data is for", { address: "/?src=data/attempts.jsonl", prepare: () => site.routes.set("data/attempts.jsonl", answer(ATTEMPTS)) }, async (viewer) => {
  await viewer.loaded({ files: 1, attempts: 4 });
  await eventually(async () => assert.match(viewer.address(), /^\/v1\/report\?src=data\/attempts\.jsonl$/));
});

scenario("links to other pages keep the data", { address: "/v1/files?src=examples/two-windows/upload-retries.jsonl&theme=dark" }, async (viewer) => {
  await viewer.loaded({ files: 1 });
  await viewer.go("replay");
  assert.match(viewer.address(), /src=examples\/two-windows\/upload-retries\.jsonl&theme=dark/);
  await viewer.reload();
  await viewer.loaded({ files: 1 });
});

scenario("an address that is added later joins what is loaded, and nothing is asked for twice", { address: "/v1/files?src=examples/two-windows/config.yaml" }, async (viewer, page) => {
  await viewer.loaded({ files: 1 });
  await page.evaluate(() => (location.hash += "&src=examples/two-windows/upload-retries.jsonl"));
  await viewer.loaded({ files: 2 });
  const asked = viewer.problems.requests.filter((url) => url.endsWith("config.yaml"));
  assert.equal(asked.length, 1);
});

scenario("a file that is missing is named with its status, and nothing is loaded", { address: "/v1/files?src=examples/two-windows/config.yaml&src=no/such.jsonl&src=nor/this.jsonl" }, async (viewer) => {
  viewer.expectProblem(/status of 404/);
  viewer.expectProblem(/missing file/);
  const texts = await complaints(viewer, 2);
  assert.match(texts[0], /no\/such\.jsonl: HTTP 404/);
  assert.match(texts[1], /nor\/this\.jsonl: HTTP 404/);
  await viewer.sees(viewer.say("files-nothing"));
});

scenario("a web page in place of a file is refused", { address: "/v1/files?src=index.html" }, async (viewer) => {
  const [text] = await complaints(viewer);
  assert.ok(text.includes(viewer.say("error-web-page")), text);
});

for (const source of ["file:///etc/passwd", "data:text/plain,x", "javascript:alert(1)", "blob:https://data.example/1", "http://data.example/a.jsonl"]) {
  scenario(`${source.split(":")[0]} addresses are refused: ${source}`, { address: `/v1/files?src=${encodeURIComponent(source)}` }, async (viewer) => {
    const [text] = await complaints(viewer);
    assert.ok(text.includes(viewer.say("error-address-scheme")), text);
    assert.ok(text.includes(source), text);
  });
}

scenario("an address with a password is refused", { address: "/v1/files?src=https://me:secret@data.example/a.jsonl" }, async (viewer) => {
  const [text] = await complaints(viewer);
  assert.ok(text.includes(viewer.say("error-address-credentials")), text);
});

scenario("a redirect is followed at home, and not to another origin", { address: null }, async (viewer) => {
  // The browser stops it; the server below hears nothing.
  viewer.expectProblem(/(Unsafe attempt to load URL|request outside the site).*away/);
  site.routes.set("moved.jsonl", redirect(`${site.url}data/attempts.jsonl`));
  site.routes.set("data/attempts.jsonl", answer(ATTEMPTS));
  site.routes.set("away.jsonl", redirect(`${foreign.origin}/away.jsonl`));
  foreign.routes.set("/away.jsonl", answer(ATTEMPTS, { "access-control-allow-origin": "*" }));
  foreign.requests.length = 0;
  await viewer.goto("/v1/files?src=moved.jsonl");
  await viewer.loaded({ files: 1, attempts: 4 });

  await viewer.goto("/v1/files?lang=en");
  await viewer.page.reload();
  await viewer.goto("/v1/files?src=away.jsonl");
  const [text] = await complaints(viewer);
  assert.ok(text.includes(viewer.say("error-redirected")), text);
  assert.deepEqual(foreign.requests, []);
});

scenario("what is slow to come can be cancelled", { address: null }, async (viewer, page) => {
  let ended = false;
  site.routes.set("slow.jsonl", (request, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson", "content-length": String(ATTEMPTS.length) });
    response.write(ATTEMPTS.subarray(0, 100));
    response.on("close", () => (ended = true));
  });
  viewer.expectProblem(/ERR_CONTENT_LENGTH_MISMATCH|ERR_ABORTED/);
  await viewer.goto("/v1/files?src=slow.jsonl");
  await viewer.sees(/slow\.jsonl/, viewer.status);
  await eventually(async () => assert.ok(Number(await page.locator("progress").getAttribute("value")) > 0));
  await viewer.status.getByRole("button", { name: viewer.say("cancel") }).click();
  await viewer.sees(viewer.say("notice-cancelled"), viewer.status);
  await eventually(() => assert.ok(ended, "the request went on"));
});

scenario("a foreign server is asked only when the reader agrees", { address: null }, async (viewer) => {
  foreign.requests.length = 0;
  foreign.routes.set("/a.jsonl", answer(ATTEMPTS, { "access-control-allow-origin": site.origin }));
  viewer.expectProblem(/request outside the site/);
  const url = page("allowing.html", (html) => html.replace("connect-src 'self'", `connect-src 'self' ${foreign.origin}`));
  await open(viewer, `${url}#/v1/report?src=${foreign.origin}/a.jsonl`);
  await viewer.sees(foreign.origin, viewer.status);
  assert.deepEqual(foreign.requests, []);
  await viewer.accessible("the question");

  await viewer.status.getByRole("button", { name: viewer.say("ask-decline") }).click();
  const [text] = await complaints(viewer);
  assert.ok(text.includes(viewer.say("error-declined")), text);
  assert.deepEqual(foreign.requests, []);

  await viewer.page.reload();
  await viewer.status.getByRole("button", { name: viewer.say("ask-fetch-allow") }).click();
  await viewer.loaded({ files: 1, attempts: 4 });
  const [{ headers }] = foreign.requests;
  assert.equal(headers.cookie, undefined);
  assert.equal(headers.referer, undefined);
});

scenario("a policy that forbids a foreign server is named with the line that would allow it", { address: null }, async (viewer) => {
  foreign.requests.length = 0;
  viewer.expectProblem(/Content Security Policy|violates/);
  await viewer.goto(`/v1/report?src=${foreign.origin}/a.jsonl`);
  await viewer.status.getByRole("button", { name: viewer.say("ask-fetch-allow") }).click();
  const [text] = await complaints(viewer);
  assert.ok(text.includes(`connect-src 'self' ${foreign.origin}`), text);
  assert.deepEqual(foreign.requests, []);
});

scenario("a foreign server that does not share its data is named with the header that it lacks", { address: null }, async (viewer) => {
  foreign.routes.set("/kept.jsonl", answer(ATTEMPTS));
  viewer.expectProblem(/request outside the site|CORS policy|ERR_FAILED/);
  const url = page("allowing.html", (html) => html.replace("connect-src 'self'", `connect-src 'self' ${foreign.origin}`));
  await open(viewer, `${url}#/v1/report?src=${foreign.origin}/kept.jsonl`);
  await viewer.status.getByRole("button", { name: viewer.say("ask-fetch-allow") }).click();
  const [text] = await complaints(viewer);
  assert.ok(text.includes(`Access-Control-Allow-Origin: ${site.origin}`), text);
});

scenario("a foreign redirect is not followed", { address: null }, async (viewer) => {
  const open_to_all = { "access-control-allow-origin": "*" };
  foreign.requests.length = 0;
  foreign.routes.set("/on.jsonl", redirect(`${foreign.origin}/a.jsonl`, open_to_all));
  foreign.routes.set("/a.jsonl", answer(ATTEMPTS, open_to_all));
  viewer.expectProblem(/request outside the site/);
  const url = page("allowing.html", (html) => html.replace("connect-src 'self'", `connect-src 'self' ${foreign.origin}`));
  await open(viewer, `${url}#/v1/report?src=${foreign.origin}/on.jsonl`);
  await viewer.status.getByRole("button", { name: viewer.say("ask-fetch-allow") }).click();
  const [text] = await complaints(viewer);
  assert.ok(text.includes(viewer.say("error-redirected")), text);
  assert.deepEqual(foreign.requests.map(({ path }) => path), ["/on.jsonl"]);
});

const listed = (html) => html.replace("<title>", '<meta name="loopledger-listing" content="listing.json"><title>');
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const entry = (change = {}) => ({ name: "attempts.jsonl", address: "data/attempts.jsonl", bytes: ATTEMPTS.length, sha256: sha256(ATTEMPTS), ...change });

/// A published report whose listing holds these files.
function published(files, schema = "loopledger.listing/v1") {
  site.routes.set("listing.json", answer(JSON.stringify({ schema, files }), { "content-type": "application/json" }));
  site.routes.set("data/attempts.jsonl", answer(ATTEMPTS));
  return page("published.html", listed);
}

scenario("a published report opens with its files", { address: null }, async (viewer) => {
  const loop = readFileSync(fixtures.journal("loop"));
  site.routes.set("data/1", answer(loop));
  const url = published([entry(), { name: "runs/run-loop.jsonl", address: "data/1", bytes: loop.length, sha256: sha256(loop).toUpperCase() }]);
  await open(viewer, url);
  await viewer.loaded({ files: 2, attempts: 4, runs: 1 });
  assert.equal(viewer.address(), "/v1/report");
  await viewer.go("files");
  await viewer.sees("runs/run-loop.jsonl");
});

scenario("a published report opens at the page that its address names", { address: null }, async (viewer) => {
  await open(viewer, `${published([entry()])}#/v1/attempts?lang=en`);
  await viewer.loaded({ files: 1, attempts: 4 });
  assert.match(viewer.address(), /^\/v1\/attempts/);
});

for (const [what, change, pattern, id] of [
  ["larger than listed", { bytes: ATTEMPTS.length - 1 }, /listing says/, "error-size-mismatch"],
  ["smaller than listed", { bytes: ATTEMPTS.length + 1 }, /listing says/, "error-size-mismatch"],
  ["not what was listed", { sha256: sha256("another") }, new RegExp(`SHA-256 ${sha256(ATTEMPTS)}`), "error-digest-mismatch"],
  ["on another server", { address: "https://data.example/a" }, /another server/, "error-listing"],
]) {
  scenario(`a published file that is ${what} is an error that says so, and nothing is loaded`, { address: null }, async (viewer) => {
    await open(viewer, published([entry(change)]));
    const [text] = await complaints(viewer);
    assert.match(text, pattern);
    assert.ok(text.includes(viewer.say(id)), text);
    assert.equal(await viewer.page.locator(".loaded").count(), 0);
  });
}

scenario("a listing of another version is refused by name", { address: null }, async (viewer) => {
  await open(viewer, published([entry()], "loopledger.listing/v9"));
  const [text] = await complaints(viewer);
  assert.match(text, /listing\.json: not a listing: .*listing\/v9/);
});
