// The built chapter: its pages in both languages, and the replays and the report that live in them.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { report } from "./support/browser.mjs";
import { BROWSERS, openPage } from "./support/browsers.mjs";
import { eventually } from "./support/eventually.mjs";
import { serve } from "./support/site.mjs";
import { words } from "./support/words.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const BOOK = resolve(process.env.LOOPLEDGER_BOOK ?? join(HERE, "..", "..", "target", "book"));
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PAGES = ["index", "two-windows", "warnings-and-stops", "cost-per-artifact", "exercise", "reference"];
const EMBEDDED = PAGES.slice(1, 5);
const LANGUAGES = ["en", "es"];
const other = (lang) => LANGUAGES.find((each) => each !== lang);

let site;
before(async () => {
  assert.ok(existsSync(join(BOOK, "index.html")), `no built chapter in ${BOOK}; run cargo xtask book, or set LOOPLEDGER_BOOK`);
  site = await serve(BOOK);
});
after(() => site?.close());

/// A page of the chapter, in a tab that fails with what it complains about.
async function on(browser, path, options, body) {
  const tab = await openPage(browser, { inside: [site.url], ...options });
  try {
    await tab.page.goto(`${site.url}${path}`);
    await body(tab.page, tab);
    tab.check(site.misses.splice(0).map((miss) => `missing file ${miss}`));
  } catch (error) {
    await report(`${path} in ${browser}`, tab, error);
    throw error;
  } finally {
    site.misses.length = 0;
    await tab.close();
  }
}

/// The frame of the page's replay or report, once it is shown.
async function frameOf(page) {
  const element = page.locator("loopledger-report");
  await element.scrollIntoViewIfNeeded();
  const frame = element.locator("iframe.shown");
  await frame.waitFor({ state: "visible" });
  return (await frame.elementHandle()).contentFrame();
}

/// Figures of the fallback's table, row by row, as the page writes them.
const fallback = (page) =>
  page.locator("loopledger-report table tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));

const shown = (frame) => frame.locator("main").evaluate((main) => main.innerText.replace(/\s+/g, " "));

/// A figure as the report rounds it.
function rounded(written, lang) {
  const value = Number(lang === "es" ? written.replace(",", ".") : written);
  return value.toLocaleString(lang, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
}

/// Says of each lesson whether the frame shows what the fallback's table says.
const AGREES = {
  "two-windows": async (frame, rows, say) => {
    const decisions = await frame.locator(".replay-decisions table tbody tr").evaluateAll((all) => all.map((row) => row.innerText));
    assert.equal(decisions.length, rows.length);
    rows.forEach(([response, , , count], index) => {
      assert.match(decisions[index], new RegExp(`^\\s*${response}\\b`));
      assert.match(decisions[index], new RegExp(`\\b${count}\\b`));
    });
    assert.equal(await frame.locator(".replay-detail h2, .replay-detail h3").first().innerText(), say("replay-detail-title", { response: rows[0][0] }));
  },
  "warnings-and-stops": async (frame, rows, say) => {
    const [[, responses], , , [, suppressed], , [, response], [, count]] = rows;
    const text = await shown(frame);
    assert.ok(text.includes(say("replay-step-of", { responses })), text);
    assert.equal(await frame.locator(".replay-detail h2, .replay-detail h3").first().innerText(), say("replay-detail-title", { response }));
    const outcomes = await frame.locator(".replay-detail .replay-call .replay-outcome").allInnerTexts();
    assert.deepEqual(outcomes, Array(Number(suppressed)).fill(say("replay-outcome-suppressed")));
    assert.match(text, new RegExp(`web_fetch [^.;]*\\b${count}\\b`));
    // The candidate that the stop superseded.
    assert.ok(text.includes(say("replay-superseded", { warning: "" }).split(/[.;]/)[0]), text);
  },
  "cost-per-artifact": async (frame, rows, say, lang) => {
    const per = rows[6];
    const text = await shown(frame);
    assert.ok(text.includes(rounded(per[1].split(" ")[0], lang)), `${per[1]} is not in: ${text}`);
    const [, least] = per[2].match(/([\d.,]+) USD/);
    assert.match(per[2], /^null/);
    assert.ok(text.includes(say("chart-null-at-least", { value: rounded(least, lang) })), `${per[2]} is not in: ${text}`);
  },
  exercise: async (frame, rows, say) => {
    const decisions = await frame.locator(".replay-decisions table tbody tr").evaluateAll((all) => all.map((row) => row.innerText));
    assert.deepEqual(decisions.map((row) => row.trim().match(/^\d+/)[0]), rows.map(([response]) => response));
    assert.ok((await shown(frame)).includes(say("replay-step-of", { responses: 9 })));
  },
};

for (const browser of BROWSERS) {
  for (const lang of LANGUAGES) {
    const say = words(lang);
    for (const name of EMBEDDED) {
      test(`${lang}/${name} shows live what its table says, in ${browser}`, { timeout: 90_000 }, () =>
        on(browser, `${lang}/${name}.html`, { colorScheme: lang === "es" ? "dark" : "light" }, async (page) => {
          const rows = await fallback(page);
          const frame = await frameOf(page);
          await frame.locator("main h1").waitFor();
          await eventually(() => AGREES[name](frame, rows, say, lang));
          assert.equal(await frame.evaluate(() => document.documentElement.lang), lang);
          // The page and the frame have the same paper, so that neither looks pasted in.
          const paper = () => getComputedStyle(document.documentElement).backgroundColor;
          const inside = () => [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor).find((colour) => colour !== "rgba(0, 0, 0, 0)");
          assert.equal(await frame.evaluate(inside), await page.evaluate(paper));
          // What is shown live is not told twice.
          assert.equal(await page.locator("loopledger-report table").isVisible(), false);
        }));
    }
  }

  test(`keys step through a replay and lead back into the text, in ${browser}`, { timeout: 90_000 }, () =>
    on(browser, "en/two-windows.html", {}, async (page) => {
      const say = words("en");
      const frame = await frameOf(page);
      const at = (response) =>
        eventually(async () => assert.equal(await frame.locator(".replay-detail h2, .replay-detail h3").first().innerText(), say("replay-detail-title", { response })));
      await at(5);
      await frame.getByRole("slider", { name: say("replay-timeline-label") }).focus();
      await page.keyboard.press("ArrowRight");
      await at(6);
      await page.keyboard.press("n");
      await at(9);
      await page.keyboard.press("n");
      await at(16);
      await page.keyboard.press("Escape");
      await eventually(async () => assert.notEqual(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName ?? document.activeElement?.tagName), "IFRAME"));
    }));

}

// Firefox cannot be told over WebDriver BiDi to run no script.
for (const lang of LANGUAGES) {
  test(`without script every page of ${lang} says its figures`, { timeout: 90_000 }, async () => {
    for (const name of EMBEDDED) {
      await on("chromium", `${lang}/${name}.html`, { javaScriptEnabled: false }, async (page) => {
        assert.equal(await page.locator("loopledger-report table").isVisible(), true, name);
        assert.equal(await page.locator("loopledger-report a").first().isVisible(), true, name);
        assert.equal(await page.locator("iframe").count(), 0, name);
      });
    }
  });
}

test("the exercise's limit gives the worked answer", { timeout: 90_000 }, () =>
  on("chromium", "en/exercise.html", {}, async (page) => {
    const say = words("en");
    const frame = await frameOf(page);
    await frame.locator(".replay-decisions table").waitFor();
    await frame.locator("summary").filter({ hasText: say("replay-limits-title") }).click();
    await frame.locator("#replay-limit-hard_limit").fill("5");
    await frame.getByRole("button", { name: say("replay-apply") }).click();
    const answer = await page.locator("details").first().textContent();
    const [, response] = answer.match(/At response (\d+)/);
    await eventually(async () => {
      const finding = await frame.locator(".replay-finding").innerText();
      assert.match(finding, new RegExp(`stops this run at response ${response} of 9`));
      assert.match(await shown(frame), new RegExp(`exact up to response ${response}\\b`));
    });
  }));

for (const lang of LANGUAGES) {
  for (const name of PAGES) {
    test(`${lang}/${name} is accessible, and leads to its other language`, { timeout: 90_000 }, async () => {
      for (const colorScheme of ["light", "dark"]) {
        // The frame is held to the same by the viewer's own tests.
        await on("chromium", `${lang}/${name}.html`, { colorScheme, viewport: { width: 390, height: 844 } }, async (page) => {
          await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
          await page.evaluate(AXE);
          const { violations } = await page.evaluate(() =>
            globalThis.axe.run(document, { iframes: false, resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }),
          );
          assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`), []);
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "the page is wider than a narrow window");
          assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
          assert.equal(await page.locator(".contents [aria-current=page]").getAttribute("href"), `${name}.html`);
          await page.locator(".switch a[hreflang]").click();
          await page.waitForURL(`${site.url}${other(lang)}/${name}.html`);
          assert.equal(await page.evaluate(() => document.documentElement.lang), other(lang));
        });
      }
    });

    test(`every link of ${lang}/${name} leads somewhere`, { timeout: 90_000 }, () =>
      on("chromium", `${lang}/${name}.html`, { javaScriptEnabled: false }, async (page) => {
        const links = await page.locator("a[href], link[href], script[src]").evaluateAll((all) => all.map((element) => new URL(element.href || element.src, document.baseURI).href));
        const inside = new Set(links.filter((link) => link.startsWith(site.origin)).map((link) => link.split("#")[0]));
        for (const link of inside) assert.equal((await fetch(link)).status, 200, link);
        const outside = [...new Set(links.filter((link) => !link.startsWith(site.origin) && !link.startsWith("data:")))];
        assert.deepEqual(outside.filter((link) => link !== "https://github.com/bytedance/deer-flow"), []);
      }));
  }
}

test("the links of the fallbacks open the same view in the viewer", { timeout: 90_000 }, async () => {
  for (const name of EMBEDDED) {
    await on("chromium", `es/${name}.html`, {}, async (page) => {
      const href = await page.locator("loopledger-report a").first().evaluate((link) => link.href);
      // Who leaves while the frame still loads its program is told of an aborted request.
      const frame = await frameOf(page);
      await frame.getByRole("heading", { level: 1 }).first().waitFor();
      await page.goto(href);
      const title = words("es")(name === "cost-per-artifact" ? "nav-report" : "nav-replay");
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await page.locator(name === "cost-per-artifact" ? "main table:visible" : ".replay-decisions table").first().waitFor();
    });
  }
});

test("the first page offers both languages", { timeout: 60_000 }, () =>
  on("chromium", "", {}, async (page) => {
    for (const lang of LANGUAGES) assert.equal(await page.locator(`a[hreflang=${lang}]`).getAttribute("href"), `${lang}/index.html`);
  }));
