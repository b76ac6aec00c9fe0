// What the page shows and takes before its program has arrived, and where it never does.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser } from "./support/browsers.mjs";
import { journal } from "./support/fixtures.mjs";
import { serve } from "./support/site.mjs";

const dist = process.env.LOOPLEDGER_DIST;
let site;

before(async () => {
  site = await serve(dist);
});

after(async () => {
  await site?.close();
});

/// A page whose program waits until it is let go; `answer` decides what comes then.
async function held(body, { address = "", answer = (route) => route.continue(), ...options } = {}) {
  const context = await (await browser("chromium")).newContext({ locale: "en-GB", ...options });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    let letGo;
    const gate = new Promise((resolve) => (letGo = resolve));
    const asked = new Promise((resolve) =>
      page.route("**/*.wasm", async (route) => {
        resolve();
        await gate;
        await answer(route);
      }),
    );
    // The page's load waits for the program that is kept back.
    await page.goto(`${site.url}${address}`, { waitUntil: "commit" });
    await asked;
    await body(page, letGo);
  } finally {
    await context.close();
  }
}

test("the drop zone is there before the program, and says what it waits for", () =>
  held(async (page) => {
    await page.getByRole("heading", { name: "Drop files or folders anywhere on this page" }).waitFor();
    await page.getByRole("button", { name: "Choose files…" }).waitFor();
    assert.match(await page.locator("#starting-waiting").innerText(), /Waiting for the program \(WebAssembly\)/);
  }));

test("it speaks the language and wears the theme of the address", () =>
  held(
    async (page) => {
      await page.getByRole("button", { name: "Elegir archivos…" }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Choose files…" }).count(), 0);
      assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    },
    { address: "#/v1/start?lang=es&theme=dark" },
  ));

test("a page that is not the start offers nothing to drop on, and still says what it waits for", () =>
  held(
    async (page) => {
      await page.locator("#starting-waiting").waitFor();
      assert.equal(await page.getByRole("button", { name: "Choose files…" }).count(), 0);
    },
    { address: "#/v1/report" },
  ));

test("files chosen before the program are read by it", () =>
  held(async (page, letGo) => {
    await page.locator("#starting-files").setInputFiles([journal("loop"), journal("clean")]);
    await page.getByText("Waiting to be read: 2.").waitFor();
    letGo();
    await page.getByText("2 files", { exact: true }).waitFor();
    await page.getByText("2 runs to replay").waitFor();
  }));

test("files dropped before the program are read by it", () =>
  held(async (page, letGo) => {
    const text = readFileSync(journal("burst"), "utf8");
    await page.getByRole("button", { name: "Choose files…" }).waitFor();
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "run-burst.jsonl"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, text);
    await page.getByText("Waiting to be read: 1.").waitFor();
    letGo();
    await page.getByText("1 run to replay").waitFor();
  }));

test("a program that is not what the page was built with does not run", () =>
  held(
    async (page, letGo) => {
      letGo();
      const alert = page.getByRole("alert");
      await alert.waitFor();
      assert.match(await alert.innerText(), /\.wasm: not the file that this page was built with/);
      assert.equal(await page.locator("#main").count(), 0);
    },
    {
      answer: (route) => {
        const path = join(dist, new URL(route.request().url()).pathname.split("/").at(-1));
        const bytes = readFileSync(path);
        // One byte of the last section, which is data: it would still compile.
        bytes[bytes.length - 1] ^= 1;
        return route.fulfill({ body: bytes, contentType: "application/wasm" });
      },
    },
  ));

test("a program that is missing is named", () =>
  held(
    async (page, letGo) => {
      letGo();
      const alert = page.getByRole("alert");
      await alert.waitFor();
      assert.match(await alert.innerText(), /\.wasm: HTTP 404/);
    },
    { answer: (route) => route.fulfill({ status: 404, body: "" }) },
  ));
