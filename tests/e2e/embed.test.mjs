// The element for other pages, and the messages between it and the viewer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { DIST, scenario, site } from "./support/browser.mjs";
import { answer, elsewhere } from "./support/elsewhere.mjs";
import { eventually } from "./support/eventually.mjs";
import * as fixtures from "./support/fixtures.mjs";
import { words } from "./support/words.mjs";

const PAGES = join(dirname(fileURLToPath(import.meta.url)), "pages");
const read = (name) => readFileSync(join(PAGES, name), "utf8");
const ATTEMPTS = readFileSync(fixtures.attempts);
const LOOP = readFileSync(fixtures.journal("loop"));
const [en, es] = [words("en"), words("es")];

let foreign;
before(async () => (foreign = await elsewhere()));
after(async () => foreign.close());

/// Puts the host page on a server; `change` gets its text and gives another one back.
function put(routes, prefix, origin, change = (html) => html) {
  const fill = { viewer: site.url, viewerOrigin: site.origin, data: `${origin}${prefix || "/"}data/` };
  const html = change(read("host.html")).replace(/\{\{(\w+)\}\}/g, (_, key) => fill[key]);
  const at = (name) => (prefix === null ? name : `${prefix}${name}`);
  routes.set(at("host.html"), answer(html, { "content-type": "text/html; charset=utf-8" }));
  routes.set(at("host.css"), answer(read("host.css"), { "content-type": "text/css" }));
  routes.set(at("host.js"), answer(read("host.js"), { "content-type": "text/javascript" }));
  routes.set(at("data/attempts.jsonl"), answer(ATTEMPTS));
  routes.set(at("data/run-loop.jsonl"), answer(LOOP));
}

/// Opens the host page beside the viewer.
async function atHome(page, change) {
  put(site.routes, null, site.url.slice(0, -1), change);
  await page.goto(`${site.url}host.html`);
}

/// Opens the host page on another server.
///
/// The script is a copy of the page's own: a browser runs a module of another origin only where
/// that allows it.
async function away(viewer, page) {
  viewer.expectProblem(/request outside the site/);
  put(foreign.routes, "/", foreign.origin, (html) => html.replace('src="{{viewer}}loopledger', 'src="loopledger').replaceAll("<loopledger-report", '$& viewer="{{viewer}}"'));
  foreign.routes.set("/loopledger-embed.js", answer(readFileSync(join(DIST, "loopledger-embed.js")), { "content-type": "text/javascript" }));
  await page.goto(`${foreign.origin}/host.html`);
}

/// The frame of an element, once the element shows it.
async function frameOf(page, id) {
  const handle = page.locator(`#${id} iframe.shown`);
  await handle.waitFor({ state: "visible" });
  return (await handle.elementHandle()).contentFrame();
}

const events = (page, id, name) => page.evaluate(([id, name]) => heard.events.filter((event) => event.id === id && event.name === name).map(({ detail }) => detail), [id, name]);

async function event(page, id, name) {
  return eventually(async () => {
    const all = await events(page, id, name);
    assert.notEqual(all.length, 0, `no loopledger-${name} of #${id}`);
    return all.at(-1);
  });
}

scenario("two reports on a page show their own data, language, theme and place", { address: null }, async (viewer, page) => {
  await atHome(page);
  const [one, two] = [await frameOf(page, "one"), await frameOf(page, "two")];
  await one.getByRole("heading", { level: 1, name: en("nav-report") }).waitFor();
  await two.getByRole("heading", { level: 1, name: es("nav-replay") }).waitFor();
  assert.deepEqual(await event(page, "one", "ready"), { files: 1, attempts: 4, runs: 0 });
  assert.equal((await event(page, "two", "ready")).runs, 1);
  assert.equal((await event(page, "two", "step")).step, 2);
  assert.equal((await events(page, "one", "step")).length, 0);
  assert.equal(await one.evaluate(() => document.documentElement.dataset.theme), "light");
  assert.equal(await two.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await page.locator("#one iframe").getAttribute("title"), "What it cost");
  // Neither head nor foot nor drop zone.
  for (const frame of [one, two]) assert.equal(await frame.locator("header.header, footer.footer, .pickers:visible").count(), 0);
});

scenario("a frame is as tall as its content", { address: null }, async (viewer, page) => {
  await atHome(page);
  for (const id of ["one", "two"]) {
    const frame = await frameOf(page, id);
    await frame.locator("h1").waitFor();
    await eventually(async () => {
      const { inside, outside } = await frame.evaluate(() => ({ inside: document.body.getBoundingClientRect().height, outside: innerHeight }));
      assert.ok(inside > 500, `${id} is ${inside} tall`);
      assert.ok(Math.abs(inside - outside) <= 1, `${id}: ${inside} in ${outside}`);
    });
  }
});

scenario("a frame follows content that shrinks", { address: null }, async (viewer, page) => {
  await atHome(page);
  const frame = await frameOf(page, "one");
  await frame.locator("h1").waitFor();
  const before = await eventually(async () => {
    const height = await frame.evaluate(() => innerHeight);
    assert.ok(height > 500);
    return height;
  });
  await page.locator("#one").evaluate((element) => element.go({ page: "files" }));
  await eventually(async () => assert.ok((await frame.evaluate(() => innerHeight)) < before));
});

scenario("the page's styles stay out, and its own content keeps its place", { address: null }, async (viewer, page) => {
  await atHome(page);
  const frame = await frameOf(page, "one");
  const inside = await frame.evaluate(() => {
    const { fontSize, letterSpacing } = getComputedStyle(document.body);
    return { fontSize, letterSpacing };
  });
  assert.deepEqual(inside, { fontSize: "16px", letterSpacing: "normal" });
  const box = await page.locator("#one iframe").boundingBox();
  assert.ok(box.width > 1000, `${box.width} wide`);
  // What stands between the tags is still there, and is read once.
  assert.equal(await page.locator("#one a").count(), 1);
  assert.equal(await page.locator("#one a").isVisible(), false);
});

scenario("a frame is made when it comes near the window", { address: null }, async (viewer, page) => {
  await atHome(page, (html) => html.replace('<p><a href="#between"', '<div class="tall"></div>$&'));
  await frameOf(page, "one");
  assert.equal(await page.locator("#two iframe").count(), 0);
  assert.equal(await page.locator("#two a").isVisible(), true);
  await page.locator("#two").scrollIntoViewIfNeeded();
  await frameOf(page, "two");
});

scenario("keys belong to whom the focus belongs", { address: null }, async (viewer, page) => {
  await atHome(page);
  const frame = await frameOf(page, "two");
  const step = async () => new URLSearchParams(new URL(frame.url()).hash.split("?")[1]).get("step");
  await frame.locator(".replay-timeline").waitFor();
  await page.locator("#before").focus();
  await page.keyboard.press("j");
  assert.deepEqual(await page.evaluate(() => heard.keys), ["j"]);
  assert.equal(await step(), "2");

  await frame.getByRole("slider").focus();
  await page.keyboard.press("j");
  await eventually(async () => assert.equal(await step(), "3"));
  await eventually(async () => assert.deepEqual(await event(page, "two", "step"), { run: "thread-loop/run-loop", step: 3 }));
  // The keys that turn pages are the full viewer's.
  for (const key of ["g", "f", "3", "?"]) await page.keyboard.press(key);
  await page.keyboard.press("j");
  await eventually(async () => assert.equal(await step(), "4"));
  assert.match(frame.url(), /\/v1\/replay/);
  assert.equal(await frame.locator("dialog[open]").count(), 0);
  assert.deepEqual(await page.evaluate(() => heard.keys), ["j"]);
});

scenario("Tab leads in and Escape leads out, behind the frame", { address: null }, async (viewer, page) => {
  await atHome(page);
  const frame = await frameOf(page, "one");
  await frame.locator("main button, main a").first().waitFor();
  await page.locator("#before").focus();
  await page.keyboard.press("Tab");
  await eventually(async () => assert.ok(await frame.evaluate(() => document.hasFocus() && document.activeElement !== document.body)));
  await page.keyboard.press("Escape");
  await eventually(async () => assert.ok(!(await frame.evaluate(() => document.hasFocus()))));
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "between");
});

scenario("Escape closes the panel first", { address: null }, async (viewer, page) => {
  await atHome(page);
  const frame = await frameOf(page, "one");
  await frame.locator("main button.null, main .sourced, main button").first().click();
  const panel = frame.locator("[role=dialog].panel");
  await panel.waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  assert.ok(await frame.evaluate(() => document.hasFocus()));
});

scenario("attributes that change turn the frame that is there", { address: null }, async (viewer, page) => {
  await atHome(page);
  const frame = await frameOf(page, "two");
  await frame.locator(".replay-timeline").waitFor();
  await frame.evaluate(() => (globalThis.isSame = true));
  await page.locator("#two").evaluate((element) => {
    element.setAttribute("step", "4");
    element.setAttribute("lang", "en");
    element.setAttribute("theme", "light");
  });
  await eventually(async () => assert.equal((await event(page, "two", "step")).step, 4));
  await frame.getByRole("heading", { level: 1, name: en("nav-replay") }).waitFor();
  assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), "light");
  assert.ok(await frame.evaluate(() => globalThis.isSame));

  await page.locator("#two").evaluate((element) => element.setAttribute("step", "400"));
  assert.equal((await event(page, "two", "error")).code, "unknown_step");
});

scenario("other data makes another frame", { address: null }, async (viewer, page) => {
  await atHome(page);
  await frameOf(page, "two");
  await page.locator("#two").evaluate((element) => {
    element.setAttribute("view", "files");
    element.setAttribute("src", "data/attempts.jsonl data/run-loop.jsonl");
  });
  await eventually(async () => assert.equal((await event(page, "two", "ready")).files, 2));
  assert.equal(await page.locator("#two iframe").count(), 1);
});

scenario("an element that is taken out leaves nothing, and comes back when it does", { address: null }, async (viewer, page) => {
  await atHome(page);
  await frameOf(page, "one");
  const kept = await page.evaluateHandle(() => {
    const element = document.getElementById("one");
    element.remove();
    return element;
  });
  assert.equal(await kept.evaluate((element) => element.shadowRoot.querySelectorAll("iframe").length), 0);
  await kept.evaluate((element) => document.querySelector("main").prepend(element));
  const frame = await frameOf(page, "one");
  await frame.getByRole("heading", { level: 1, name: en("nav-report") }).waitFor();
});

scenario("without script there are the link and the table", { address: null, javaScriptEnabled: false }, async (viewer, page) => {
  await atHome(page);
  assert.equal(await page.locator("#one a").isVisible(), true);
  assert.equal(await page.locator("#one td").isVisible(), true);
  assert.match(await page.locator("#one a").getAttribute("href"), /#\/v1\/report\?src=/);
});

for (const lang of ["en", "es"]) {
  for (const theme of ["light", "dark"]) {
    scenario(`the page and its frames are accessible in ${lang}, ${theme}`, { address: null, colorScheme: theme }, async (viewer, page) => {
      await atHome(page, (html) => html.replaceAll(/ lang="e[ns]" theme="\w+"/g, ` lang="${lang}" theme="auto"`));
      const frames = [await frameOf(page, "one"), await frameOf(page, "two")];
      for (const frame of frames) {
        await frame.locator("h1").waitFor();
        await eventually(async () => assert.equal(await frame.evaluate(() => document.documentElement.lang), lang));
        await viewer.accessible("the frame", frame);
      }
    });
  }
}

scenario("the link to the full viewer opens the same place", { address: null }, async (viewer, page) => {
  await atHome(page);
  const frame = await frameOf(page, "two");
  const link = frame.getByRole("link", { name: es("embed-open-full") });
  const opening = page.context().waitForEvent("page");
  await link.click();
  const full = await opening;
  await full.locator(".loaded").waitFor();
  assert.match(full.url(), /\/v1\/replay\?/);
  assert.doesNotMatch(full.url(), /mode=/);
});

scenario("data that is missing is said in the frame and to the page", { address: null }, async (viewer, page) => {
  viewer.expectProblem(/404|missing file/);
  await atHome(page, (html) => html.replace('src="data/attempts.jsonl"', 'src="data/gone.jsonl"'));
  const frame = await frameOf(page, "one");
  assert.match(await frame.getByRole("alert").innerText(), /gone\.jsonl: HTTP 404/);
  assert.equal((await event(page, "one", "error")).code, "http_status");
});

/// Waits for what an element says in place of its frame, which leads to the viewer, and for its code.
async function failure(page, id, code) {
  const note = page.locator(`#${id} [role=alert]`);
  await note.waitFor({ state: "visible" });
  assert.equal(await note.getByRole("link").count(), 1);
  assert.equal(await page.locator(`#${id} iframe`).count(), 0);
  assert.equal(await page.locator(`#${id} > p > a`).isVisible(), true, "what stands between the tags");
  assert.equal((await event(page, id, "error")).code, code);
  return note.innerText();
}

scenario("a viewer that is not there is an error in words", { address: null }, async (viewer, page) => {
  viewer.expectProblem(/404|missing file/);
  await atHome(page, (html) => html.replace('id="one"', 'id="one" viewer="nowhere/"'));
  assert.match(await failure(page, "one", "viewer_missing"), /HTTP 404/);
});

scenario("a viewer that does not answer in time is an error in words", { address: null }, async (viewer, page) => {
  site.routes.set("silent.html", answer("<title>silent</title>", { "content-type": "text/html" }));
  await atHome(page, (html) => html.replace('id="two"', 'id="two" viewer="silent.html" timeout="300"'));
  assert.match(await failure(page, "two", "no_answer"), /no ha respondido/);
});

scenario("a greeting from another window is not the viewer's", { address: null }, async (viewer, page) => {
  site.routes.set("silent.html", answer("<title>silent</title>", { "content-type": "text/html" }));
  await atHome(page, (html) => html.replace('id="one"', 'id="one" viewer="silent.html" timeout="2000"'));
  await page.locator("#one iframe").waitFor({ state: "attached" });
  await page.evaluate(() => postMessage({ type: "loopledger:hello", protocol: [9] }, "*"));
  await failure(page, "one", "no_answer");
});

scenario("a viewer of another version is an error in words", { address: null }, async (viewer, page) => {
  site.routes.set("later.js", answer('parent.postMessage({ type: "loopledger:hello", protocol: [9] }, "*");', { "content-type": "text/javascript" }));
  site.routes.set("later.html", answer('<title>later</title><script src="later.js"></script>', { "content-type": "text/html" }));
  await atHome(page, (html) => html.replace('id="one"', 'id="one" viewer="later.html"'));
  assert.match(await failure(page, "one", "unsupported_version"), /protocol 9/);
});

scenario("a page of another origin hands its data over, and the reader is asked first", { address: null }, async (viewer, page) => {
  await away(viewer, page);
  const frame = await frameOf(page, "one");
  const status = frame.getByRole("status").first();
  await viewer.sees(foreign.origin, status);
  await viewer.sees("attempts.jsonl", status);
  await viewer.accessible("the question", frame);
  // Whole, and in sight.
  await eventually(async () => {
    const { inside, outside } = await frame.evaluate(() => ({ inside: document.body.getBoundingClientRect().height, outside: innerHeight }));
    assert.ok(inside <= outside + 1, `${inside} in ${outside}`);
  });
  assert.deepEqual(await events(page, "one", "loaded"), []);
  assert.equal(await frame.locator(".page").count(), 0);
  await frame.getByRole("button", { name: en("ask-host-allow") }).click();
  assert.equal((await event(page, "one", "ready")).attempts, 4);
  await frame.getByRole("heading", { level: 1, name: en("nav-report") }).waitFor();
  // One agreed; the other frame asks for itself.
  const other = await frameOf(page, "two");
  await other.getByRole("button", { name: es("ask-decline") }).click();
  assert.equal((await event(page, "two", "error")).code, "declined");
  await viewer.sees(es("error-declined"), other.getByRole("alert"));
});

/// An empty page of another origin with a frame of the viewer, and a line to it that a test speaks on.
async function line(viewer, page, { connect = true } = {}) {
  viewer.expectProblem(/request outside the site/);
  foreign.routes.set("/blank.html", answer("<!DOCTYPE html><title>host</title><link rel=icon href=data:,>", { "content-type": "text/html" }));
  await page.goto(`${foreign.origin}/blank.html`);
  await page.evaluate(async ({ url, origin, connect }) => {
    const said = (globalThis.said = []);
    const frame = (globalThis.frame = document.createElement("iframe"));
    frame.width = 900;
    frame.height = 600;
    const hello = new Promise((resolve) => addEventListener("message", ({ data, source }) => {
      if (source === frame.contentWindow) said.push({ by: "window", ...data });
      if (data.type === "loopledger:hello") resolve();
    }));
    frame.src = url;
    document.body.append(frame);
    await hello;
    globalThis.connect = (message) => {
      const { port1, port2 } = new MessageChannel();
      globalThis.port = port1;
      port1.onmessage = ({ data }) => said.push({ by: "port", ...data });
      frame.contentWindow.postMessage({ type: "loopledger:connect", protocol: 1, id: 0, ...message }, origin, [port2]);
    };
    if (connect) globalThis.connect({});
  }, { url: `${site.url}#/v1/report?mode=embed&lang=en`, origin: site.origin, connect });
  const said = (match) => eventually(async () => {
    const all = await page.evaluate(() => globalThis.said);
    const found = all.find((message) => Object.entries(match).every(([key, value]) => message[key] === value));
    assert.ok(found, `no ${JSON.stringify(match)} in ${JSON.stringify(all)}`);
    return found;
  });
  const frame = await (await page.locator("iframe").elementHandle()).contentFrame();
  return { said, frame };
}

scenario("the viewer says hello, and is ready when it is connected", { address: null }, async (viewer, page) => {
  const { said } = await line(viewer, page);
  assert.deepEqual((await said({ type: "loopledger:hello" })).protocol, [1]);
  const ready = await said({ by: "port", type: "ready", id: 0 });
  assert.equal(ready.host, foreign.origin);
  assert.equal(typeof ready.maxBytes, "number");
  assert.ok((await said({ by: "port", type: "height" })).height > 0);
});

scenario("another version is refused with an error", { address: null }, async (viewer, page) => {
  const { said } = await line(viewer, page, { connect: false });
  await page.evaluate(() => connect({ protocol: 2, id: "x" }));
  await said({ by: "port", type: "error", id: "x", code: "unsupported_version" });
});

scenario("a load before the line is open is refused with an error", { address: null }, async (viewer, page) => {
  const { said, frame } = await line(viewer, page, { connect: false });
  await page.evaluate((origin) => frame.contentWindow.postMessage({ type: "loopledger:load", id: 5, files: [{ name: "a.jsonl", bytes: new ArrayBuffer(1) }] }, origin), site.origin);
  await said({ by: "window", type: "error", id: 5, code: "not_connected" });
  assert.equal(await frame.locator(".ask").count(), 0);
});

scenario("a sibling frame is not heard", { address: null }, async (viewer, page) => {
  const { said, frame } = await line(viewer, page, { connect: false });
  // A sibling of the host's own origin reaches the viewer's window through its parent.
  foreign.routes.set("/sibling.js", answer(`
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => parent.said.push({ by: "sibling", ...data });
    parent.frames[0].postMessage({ type: "loopledger:connect", protocol: 1, id: 1 }, "*", [port2]);
    parent.frames[0].postMessage({ type: "loopledger:load", id: 2 }, "*");
  `, { "content-type": "text/javascript" }));
  foreign.routes.set("/sibling.html", answer("<title>sibling</title><script src=/sibling.js></script>", { "content-type": "text/html" }));
  await page.evaluate(() => new Promise((resolve) => {
    const sibling = document.createElement("iframe");
    sibling.addEventListener("load", resolve);
    sibling.src = "/sibling.html";
    document.body.append(sibling);
  }));
  // What the host says after it is answered after it.
  await page.evaluate(() => connect({ id: 3 }));
  await said({ by: "port", type: "ready", id: 3 });
  const all = await page.evaluate(() => globalThis.said);
  assert.deepEqual(all.filter(({ by, id }) => by === "sibling" || id === 1 || id === 2), []);
  assert.equal(await frame.locator(".ask").count(), 0);
});

scenario("what a foreign page hands over is not opened before the reader agrees", { address: null }, async (viewer, page) => {
  const { said, frame } = await line(viewer, page);
  await said({ type: "ready" });
  const hand = (id, text) => page.evaluate(([id, text]) => {
    const { buffer } = new TextEncoder().encode(text);
    port.postMessage({ type: "load", id, files: [{ name: `handed-${id}.jsonl`, bytes: buffer }] }, [buffer]);
  }, [id, text]);
  await hand(1, ATTEMPTS.toString());
  await said({ type: "asking" });
  await viewer.sees("handed-1.jsonl", frame.locator(".ask"));
  // An answer to a later request: the first one still waits.
  await page.evaluate(() => port.postMessage({ type: "nonsense", id: 2 }));
  await said({ type: "error", id: 2, code: "unknown_type" });
  assert.deepEqual((await page.evaluate(() => globalThis.said)).filter(({ id, type }) => id === 1 || type === "loaded"), []);

  await frame.getByRole("button", { name: en("ask-host-allow") }).click();
  const done = await said({ type: "done", id: 1 });
  assert.deepEqual([done.files, done.refused], [1, 0]);
  // The same page need not ask again; what is of no format is counted.
  await hand(3, "Remember the milk.\n");
  assert.equal((await said({ type: "done", id: 3 })).refused, 1);
  assert.equal((await said({ type: "loaded", files: 2 })).attempts, 4);
});

scenario("a place is shown on demand, and what is not there is an error", { address: null }, async (viewer, page) => {
  const { said, frame } = await line(viewer, page);
  const ask = (message) => page.evaluate((message) => port.postMessage(message), message);
  await ask({ type: "go", id: 1, attempt: "attempt-loop", step: 3 });
  await said({ type: "error", id: 1, code: "not_loaded" });
  await ask({ type: "open", id: 2, addresses: ["examples/cost-with-failures/attempts.jsonl", "examples/cost-with-failures/base-01.jsonl"] });
  await said({ type: "done", id: 2 });
  await ask({ type: "go", id: 3, attempt: "base-01", step: 3 });
  await said({ type: "done", id: 3 });
  await frame.getByRole("heading", { level: 1, name: en("nav-replay") }).waitFor();
  await said({ type: "step", step: 3 });
  await ask({ type: "go", id: 4, attempt: "nobody" });
  await said({ type: "error", id: 4, code: "unknown_attempt" });
  await ask({ type: "open", id: 5, addresses: ["file:///etc/passwd"] });
  await said({ type: "error", id: 5, code: "address_scheme" });
  // A turn by the host leaves the focus where it is.
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY");
});
