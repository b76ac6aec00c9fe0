// The built viewer starts wherever it is put, and asks nobody else for anything.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const dist = process.env.LOOPLEDGER_DIST;
const prefix = "/some/where/";
const types = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

let server;
let origin;
let browser;

before(async () => {
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.slice(prefix.length) || "index.html";
    try {
      const body = await readFile(join(dist, name));
      response.setHeader("content-type", types[extname(name)] ?? "application/octet-stream");
      response.end(pathname.startsWith(prefix) ? body : undefined);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
  });
});

after(async () => {
  await browser?.close();
  server?.close();
});

test("starts under a path, and stays there", async () => {
  const page = await browser.newPage();
  const requests = [];
  const complaints = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A browser asks the root of a site for its icon, wherever the page lies.
    if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico")) {
      complaints.push(message.text());
    }
  });

  await page.goto(origin + prefix);
  await page.locator("h1").first().waitFor();

  assert.deepEqual(complaints, []);
  const elsewhere = requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(origin + prefix));
  assert.deepEqual(elsewhere, []);
});

test("the page holds no inline script", async () => {
  const html = await readFile(join(dist, "index.html"), "utf8");
  for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([^<]*)/g)) {
    assert.match(attributes, /\bsrc=/);
    assert.equal(body.trim(), "");
  }
});
