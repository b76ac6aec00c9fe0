// The content security policy, as it is served, and that the page needs nothing more than it allows.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BROWSERS } from "./support/browsers.mjs";
import { DIST, scenario } from "./support/browser.mjs";

/// The directives of a policy, each with its sources.
function directives(policy) {
  return new Map(policy.split(";").map((part) => part.trim().split(/\s+/)).map(([name, ...sources]) => [name, sources]));
}

scenario("the policy as served allows no inline code and no other origin", { browsers: BROWSERS }, async (viewer) => {
  const html = await (await fetch(viewer.site.url)).text();
  const found = [...html.matchAll(/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/gi)];
  assert.equal(found.length, 1, "there is one policy");
  const before = html.slice(0, found[0].index);
  assert.doesNotMatch(before, /<(script|style)|rel="?(stylesheet|preload|modulepreload)/i, "a policy counts only for what comes behind it");
  const policy = directives(found[0][1]);
  assert.deepEqual(policy.get("default-src"), ["'none'"]);
  for (const [name, sources] of policy) {
    for (const source of sources) {
      assert.ok(["'none'", "'self'", "'wasm-unsafe-eval'", "data:", "blob:"].includes(source), `${name} allows ${source}`);
      if (source === "'wasm-unsafe-eval'") assert.equal(name, "script-src");
      // Neither a program nor a request may come out of an address that a record could write.
      if (source === "data:") assert.equal(name, "img-src");
      if (source === "blob:") assert.ok(["img-src", "worker-src"].includes(name), `${name} allows blob:`);
    }
  }
  for (const name of ["base-uri", "form-action"]) assert.deepEqual(policy.get(name), ["'none'"], name);

  // It is in force: what it forbids is refused, and told of.
  viewer.expectProblem(/content[ -]security[ -]policy|example\.org/i);
  const refused = await viewer.page.evaluate(async () => {
    const element = (name, properties) => document.body.append(Object.assign(document.createElement(name), properties));
    const attempts = {
      "script-src-elem": () => element("script", { textContent: "globalThis.harm = 1" }),
      "script-src-attr": () => document.body.setAttribute("onclick", "globalThis.harm = 1"),
      "style-src-attr": () => document.body.setAttribute("style", "color: red"),
      "style-src-elem": () => element("style", { textContent: "body { color: red }" }),
      "connect-src": () => void fetch("https://example.org/").catch(() => {}),
      "frame-src": () => element("iframe", { src: "https://example.org/" }),
    };
    const told = [];
    for (const attempt of Object.values(attempts)) {
      const violation = new Promise((resolve) => document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true }));
      attempt();
      told.push(await violation);
    }
    return { told, tried: Object.keys(attempts) };
  });
  assert.deepEqual(refused.told, refused.tried);
  assert.equal(await viewer.page.evaluate(() => globalThis.harm ?? null), null);
});

test("the built page has no inline script, style or handler", () => {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  assert.doesNotMatch(html, /<style/i);
  assert.doesNotMatch(html, /\sstyle\s*=/i);
  assert.doesNotMatch(html, /\son[a-z]+\s*=/i);
  for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([^<]*)/gi)) {
    assert.match(attributes, /\bsrc=/);
    assert.equal(body.trim(), "");
  }
  assert.doesNotMatch(html.replace(/http:\/\/www\.w3\.org\/2000\/svg/g, ""), /https?:\/\//, "it names no other address");
});

scenario("nothing is kept beyond the tab", { browsers: BROWSERS }, async (viewer) => {
  await viewer.example("cost-with-failures");
  for (const page of ["files", "report", "attempts", "replay"]) await viewer.go(page);
  const kept = await viewer.page.evaluate(async () => ({
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  assert.deepEqual(kept, { cookie: "", local: 0, session: 0, databases: 0, caches: 0, workers: 0 });
});
