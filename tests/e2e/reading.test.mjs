// For every reader: keys, languages, themes, widths, paper, and no request to anybody.

import assert from "node:assert/strict";
import { scenario } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import * as fixtures from "./support/fixtures.mjs";

const PAGES = ["start", "files", "report", "attempts", "replay"];

scenario("from an example to a decision without a mouse", {}, async (viewer, page) => {
  const focused = () => page.evaluate(() => {
    const element = document.activeElement;
    return { tag: element.tagName, example: element.dataset.example ?? null, name: (element.getAttribute("aria-label") ?? element.innerText ?? "").trim() };
  });
  // Whoever tabs can see where the focus is, and comes round.
  await page.keyboard.press("Tab");
  assert.equal((await focused()).name, viewer.say("skip-to-content"));
  const order = [];
  for (let step = 0; step < 40; step += 1) {
    const { tag, name, example } = await focused();
    if (tag === "BODY") break;
    order.push(name);
    const ring = await page.evaluate(() => {
      const style = getComputedStyle(document.activeElement);
      const box = document.activeElement.getBoundingClientRect();
      return { outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0, shadow: style.boxShadow !== "none", seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight };
    });
    assert.ok(ring.outline || ring.shadow, `the focus is not to be seen on ${name}`);
    assert.ok(ring.seen, `${name} has the focus and is out of sight`);
    if (example === "warning-then-stop") break;
    await page.keyboard.press("Tab");
  }
  assert.equal((await focused()).example, "warning-then-stop", order.join(" | "));
  const links = PAGES.map((name) => order.indexOf(viewer.say(`nav-${name}`)));
  assert.deepEqual(links, [...links].sort((a, b) => a - b), "links come in the order of the pages");

  await page.keyboard.press("Enter");
  await viewer.loaded({ files: 5, attempts: 3, runs: 3 });
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await viewer.main.locator(".replay-finding").waitFor();
  await page.keyboard.press("n");
  await viewer.sees(/^Response \d+: (Warning|Hard stop)/, viewer.main.locator(".replay-now"));

  // The run is chosen with the keys of a list.
  const picker = page.getByLabel(viewer.say("replay-run"), { exact: true });
  await picker.focus();
  await page.keyboard.press("End");
  await eventually(async () => assert.match(viewer.address(), /run=/));

  for (const [key, name] of [["1", "start"], ["2", "files"], ["3", "report"], ["4", "attempts"]]) {
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press(key);
    await eventually(async () => assert.match(viewer.address(), new RegExp(`^/v1/${name}`)));
  }
  await page.keyboard.press("j");
  await eventually(async () => assert.match(viewer.address(), /attempt=/));
});

scenario("a question mark lists the keys, and Escape takes the list away", {}, async (viewer, page) => {
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: viewer.say("help-title") });
  await dialog.waitFor();
  const text = await viewer.text(dialog);
  for (const id of ["help-key-rows", "help-key-next", "help-key-escape"]) assert.ok(text.includes(viewer.say(id)), text);
  await viewer.accessible("the list of keys");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

scenario("Spanish, throughout", { locale: "es-ES" }, async (viewer, page) => {
  viewer.speak("es");
  assert.equal(await page.getAttribute("html", "lang"), "es");
  await viewer.load(5, ...fixtures.journals, fixtures.attempts);
  await viewer.go("report");
  const report = await viewer.text();
  assert.match(report, /coste por archivo aceptado/i);
  assert.match(report, /intentos/i);
  assert.match(report, /motivo de parada/i);
  assert.ok(report.includes(viewer.say("reason-no-price-for-model")), "reasons of nulls are in Spanish");
  assert.match(report, /\bnull\b/, "the word null is the same in every language");
  assert.match(report, /0,0252/, "numbers are written as in Spanish");
  await viewer.go("replay");
  await viewer.sees(/advertencia|parada/i);
  await viewer.sees(/ventana/i);
  const english = /\b(the|attempts|warning|window|responses)\b/i.exec((await viewer.text()).replace(/[\w/.-]*\.(jsonl|json|yaml)/g, ""));
  assert.equal(english, null, `English among the Spanish: ${english?.[0]}`);

  // The choice stands in the address, and the address rules.
  await page.getByLabel(viewer.say("lang-label")).selectOption("en");
  viewer.speak("en");
  await viewer.go("report");
  await viewer.sees(/cost per accepted artifact/i);
  assert.equal(await page.getAttribute("html", "lang"), "en");
  assert.match(viewer.address(), /lang=en/);
});

for (const lang of ["en", "es"]) {
  for (const colorScheme of ["light", "dark"]) {
    scenario(`axe-core finds nothing, ${lang}, ${colorScheme}`, { locale: lang, colorScheme, timeout: 90_000 }, async (viewer, page) => {
      viewer.speak(lang);
      await viewer.accessible("Start, empty");
      const refused = fixtures.make("refused.txt", "Nothing of ours.\n");
      const result = fixtures.make("not-run.json", fixtures.NOT_RUN);
      await viewer.load(9, ...fixtures.journals, fixtures.attempts, fixtures.runRows, fixtures.priceTable(), refused, result);
      for (const name of PAGES) {
        await viewer.go(name);
        if (name === "replay") await viewer.main.locator(".replay-finding").waitFor();
        await viewer.unfold();
        await viewer.accessible(name);
      }
      await viewer.go("report");
      await viewer.main.locator("button.null:visible").first().click();
      await viewer.panel.waitFor();
      await viewer.accessible("the panel of a null");
      await page.keyboard.press("Escape");
      await viewer.goto("/v1/nowhere");
      await viewer.accessible("an unknown address");
    });
  }
}

scenario("no request leaves the origin, and the policy would not let one", {}, async (viewer, page) => {
  for (const example of ["two-windows", "warning-then-stop", "cost-with-failures"]) {
    await viewer.go("start");
    await viewer.example(example);
  }
  for (const name of PAGES) await viewer.go(name);
  const foreign = viewer.problems.requests.filter((url) => !url.startsWith(viewer.site.url) && !url.startsWith("blob:") && !url.startsWith("data:"));
  assert.deepEqual(foreign, []);
  assert.ok(viewer.problems.requests.length > 5);

  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  assert.match(policy, /default-src 'none'|default-src 'self'/);
  assert.doesNotMatch(policy, /https?:|\*|'unsafe-inline'|'unsafe-eval'/);
  viewer.expectProblem(/Content Security Policy|violates the following/i);
  const refused = await page.evaluate(async () => {
    const violation = new Promise((resolve) => addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true }));
    const failed = await fetch("https://example.org/").then(() => false, () => true);
    return { failed, directive: await violation };
  });
  assert.deepEqual(refused, { failed: true, directive: "connect-src" });
});

for (const width of [320, 360, 768]) {
  scenario(`${width} pixels are wide enough`, { viewport: { width, height: 740 } }, async (viewer, page) => {
    await viewer.load(7, ...fixtures.journals, fixtures.attempts, fixtures.runRows, fixtures.make("refused.txt", "Nothing of ours.\n"));
    for (const name of PAGES) {
      await viewer.go(name);
      if (name === "replay") await viewer.main.locator(".replay-finding").waitFor();
      const over = await page.evaluate(() => {
        const room = document.documentElement.clientWidth;
        const wide = [...document.querySelectorAll("body *")]
          .filter((element) => element.getBoundingClientRect().right > room + 1)
          .filter((element) => !element.closest(".scroll, .excerpt, pre, [role=listbox]"));
        return { scrolls: document.documentElement.scrollWidth - room, wide: wide.slice(0, 5).map((element) => `${element.tagName}.${element.className}`) };
      });
      assert.ok(over.scrolls <= 0, `${name} is ${over.scrolls} pixels too wide: ${over.wide.join(", ")}`);
    }
  });
}

scenario("the report prints without what only a screen needs", {}, async (viewer, page) => {
  await viewer.load(5, ...fixtures.journals, fixtures.attempts);
  await viewer.go("report");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.getByRole("navigation").first().isVisible(), false, "the navigation is printed");
  assert.equal(await page.getByLabel(viewer.say("lang-label")).isVisible(), false, "the choice of language is printed");
  assert.ok(await viewer.main.locator(".finding").isVisible());
  const ink = await page.evaluate(() => ({ text: getComputedStyle(document.querySelector("main h1")).color, paper: getComputedStyle(document.documentElement).backgroundColor }));
  assert.notEqual(ink.text, ink.paper);
  const pdf = await page.pdf({ format: "A4" });
  assert.ok(pdf.length > 10_000);
  await page.emulateMedia({ media: null });
});

scenario("Back and Forward lead through the pages", {}, async (viewer, page) => {
  await viewer.load(5, ...fixtures.journals, fixtures.attempts);
  await viewer.go("attempts");
  await viewer.go("files");
  await page.goBack();
  await eventually(async () => assert.match(viewer.address(), /^\/v1\/attempts/));
  await viewer.sees("attempt-loop");
  await page.goForward();
  await eventually(async () => assert.match(viewer.address(), /^\/v1\/files/));
});

scenario("a chosen theme stands in the address and beats the system's", { colorScheme: "light" }, async (viewer, page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByLabel(viewer.say("theme-label")).selectOption("dark");
  await eventually(async () => assert.notEqual(await paper(), light));
  const dark = await paper();
  assert.match(viewer.address(), /theme=dark/);
  await viewer.reload();
  assert.equal(await paper(), dark);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await paper(), dark);
});
