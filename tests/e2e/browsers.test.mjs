// The other tests trust that a page's faults are seen: here are pages that have them.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { BROWSERS, openPage } from "./support/browsers.mjs";
import { eventually } from "./support/eventually.mjs";

const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">`;
const PAGES = {
  "/good": `<!doctype html><title>good</title>${POLICY}<h1>good</h1>`,
  "/inline-script": `<!doctype html><title>bad</title>${POLICY}<h1>bad</h1><script>globalThis.ran = true</script>`,
  "/inline-handler": `<!doctype html><title>bad</title>${POLICY}<h1>bad</h1><img alt="" src="data:," onerror="globalThis.ran = true">`,
  "/inline-style": `<!doctype html><title>bad</title>${POLICY}<h1 style="color: red">bad</h1>`,
  "/throws": `<!doctype html><title>bad</title><h1>bad</h1><script>setTimeout(() => { throw new Error("thrown on purpose") })</script>`,
  "/logs": `<!doctype html><title>bad</title><h1>bad</h1><script>console.error("logged on purpose")</script>`,
  "/foreign": `<!doctype html><title>bad</title><h1>bad</h1><script>fetch("https://example.org/x").catch(() => {})</script>`,
  "/foreign-from-a-worker": `<!doctype html><title>bad</title><h1>bad</h1><script>new Worker("worker.js")</script>`,
  "/worker.js": `fetch("https://example.org/y").catch(() => {})`,
};

let server;
let origin;

before(async () => {
  server = createServer((request, response) => {
    const body = PAGES[request.url];
    response.writeHead(body === undefined ? 404 : 200, { "content-type": request.url.endsWith(".js") ? "text/javascript" : "text/html" }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${server.address().port}/`;
});

after(() => server?.close());

for (const browser of BROWSERS) {
  const open = async (path, body) => {
    const tab = await openPage(browser, { inside: [origin] });
    try {
      await tab.page.goto(`${origin}${path}`);
      await body(tab);
    } finally {
      await tab.close();
    }
  };

  test(`nothing is said of a good page, in ${browser}`, () =>
    open("good", async (tab) => {
      tab.check();
      assert.deepEqual(tab.problems.requests.filter((url) => !url.endsWith("favicon.ico")), [`${origin}good`]);
    }));

  for (const [path, complaint] of [
    ["inline-script", /violates the content security policy: script-src-elem inline/],
    ["inline-handler", /violates the content security policy: script-src-attr inline/],
    ["inline-style", /violates the content security policy: style-src-attr inline/],
    ["throws", /thrown: .*thrown on purpose/],
    ["logs", /console: logged on purpose/],
    ["foreign", /request outside the site: https:\/\/example\.org\/x/],
    ["foreign-from-a-worker", /request outside the site: https:\/\/example\.org\/y/],
  ]) {
    test(`the fault of a page that is ${path} is seen, in ${browser}`, () =>
      open(path, async (tab) => {
        await eventually(async () => assert.ok(tab.problems.list.some((text) => complaint.test(text)), tab.problems.list.join("\n") || "nothing"));
        assert.throws(() => tab.check(), /complained/);
        assert.notEqual(await tab.page.evaluate(() => globalThis.ran), true);
      }));
  }
}
