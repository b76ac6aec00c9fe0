// Second opinions: what other detectors say about a run, at the end of its replay.

import assert from "node:assert/strict";
import { scenario } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";

/// The section as a reader meets it.
class Opinions {
  constructor(viewer) {
    this.viewer = viewer;
    this.section = viewer.main.locator("section.opinions");
    this.table = this.section.locator("table.opinions-table");
  }

  async ready() {
    await this.table.waitFor();
    return this;
  }

  row(detector) {
    return this.table.getByRole("row").filter({ has: this.viewer.page.getByRole("rowheader", { name: detector }) });
  }

  /// Detectors that say something: name, first warning, first stop, whether to look at it.
  async spoken() {
    const none = this.viewer.say("opinions-none");
    const off = this.viewer.say("opinions-off");
    const rows = await this.table.locator("tbody tr").evaluateAll((all) =>
      all.map((row) => {
        const text = (cell) => cell.innerText.replace(/\s+/g, " ").trim();
        const step = (cell) => cell.querySelector("a.num")?.innerText ?? text(cell);
        return [row.cells[0].firstChild.textContent.trim(), step(row.cells[1]), step(row.cells[2]), text(row.cells[4])];
      }),
    );
    return rows
      .filter(([, warn, stop]) => ![none, off].includes(warn) || ![none, off].includes(stop))
      .map(([name, warn, stop, look]) => [name, warn === none ? null : warn, stop === none ? null : stop, look !== ""]);
  }

  /// Opens one of the folded parts: `marks`, `sources` or `limits`.
  async open(part) {
    const details = this.section.locator(`details.opinions-${part}`);
    await details.locator("summary").click();
    return details;
  }
}

async function on(viewer, example) {
  await viewer.example(example);
  await viewer.go("replay");
  return new Opinions(viewer).ready();
}

const SPOKEN = {
  paging: [["DeerFlow", "3", "5", false]],
  "numbered-search": [["DeerFlow", "3", "6", true]],
  alternation: [
    ["DeerFlow", "5", "11", false],
    ["OpenHands SDK", null, "6", false],
    ["OpenHands, no words", null, "6", false],
    ["Gemini CLI", null, "10", false],
  ],
  polling: [
    ["Gemini CLI", null, "6", true],
    ["Roo Code", null, "5", true],
    ["opencode, all of it", null, "4", true],
    ["kimi-code", "4", null, false],
    ["crewAI", null, "3", true],
  ],
};

for (const [example, expected] of Object.entries(SPOKEN)) {
  scenario(`on the example ${example} the detectors disagree as it says`, {}, async (viewer) => {
    const opinions = await on(viewer, example);
    assert.deepEqual(await opinions.spoken(), expected);
  });
}

scenario("a mark is a link to its response", {}, async (viewer, page) => {
  const opinions = await on(viewer, "alternation");
  const slider = page.getByRole("slider", { name: viewer.say("replay-timeline-label") });
  const at = (response) => eventually(async () => assert.equal(await slider.getAttribute("aria-valuenow"), response));
  await opinions.row("OpenHands SDK").getByRole("link").focus();
  await page.keyboard.press("Enter");
  await at("6");
  const marks = await opinions.open("marks");
  await marks.getByRole("row").filter({ hasText: "Gemini CLI" }).getByRole("link").click();
  await at("10");
  assert.match(viewer.address(), /[?&]step=10(&|$)/);
});

scenario("a press on a lane leads to the mark below it", {}, async (viewer, page) => {
  const opinions = await on(viewer, "alternation");
  const slider = page.getByRole("slider", { name: viewer.say("replay-timeline-label") });
  const mark = opinions.section.locator(".opinions-plot .replay-timeline-mark").filter({ hasText: "Gemini CLI" });
  await mark.click();
  await eventually(async () => assert.equal(await slider.getAttribute("aria-valuenow"), "10"));
});

scenario("what was recorded after a stop is there, and unknown beyond a recorded stop", {}, async (viewer) => {
  const opinions = await on(viewer, "alternation");
  const cells = async (detector) => (await opinions.row(detector).getByRole("cell").allInnerTexts()).slice(4).map((text) => text.replace(/\s+/g, " ").trim());
  const [responses, calls, input, cache, output, cost] = await cells("OpenHands SDK");
  assert.deepEqual([responses, calls, input, cache, output].map((text) => text.match(/[\d,]+/)[0]), ["5", "5", "389", "16,768", "83"]);
  assert.match(cost, /null.*no price/i);
  for (const text of await cells("DeerFlow")) assert.match(text, /null/);
});

scenario("limits of one's own are set by keyboard, refused where they are none, and in the address", {}, async (viewer, page) => {
  const opinions = await on(viewer, "alternation");
  await opinions.section.locator("details.opinions-limits > summary").focus();
  await page.keyboard.press("Enter");
  const field = opinions.section.getByLabel(/run_limit/).first();
  await field.focus();
  await page.keyboard.type("4x");
  await page.keyboard.press("Enter");
  await viewer.sees(viewer.say("opinions-limit-problem"), opinions.section.getByRole("alert"));
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await eventually(async () => {
    assert.ok((await opinions.spoken()).some(([name, , stop]) => name === viewer.say("opinions-lane-tool-calls") && stop === "5"));
  });
  assert.match(viewer.address(), /[?&]tool-calls=4(&|$)/);
});

scenario("another revision changes the lane of DeerFlow and no other", {}, async (viewer, page) => {
  const opinions = await on(viewer, "paging");
  await page.evaluate(() => {
    location.hash = `#/v1/replay?run=${encodeURIComponent("thread-migration-b/run-paged-to-the-end")}&revision=2026-09-08`;
  });
  await eventually(async () => assert.deepEqual(await opinions.spoken(), [["DeerFlow", "3", "5", true]]));
});

scenario("each lane names its source, its limits and what it cannot see", {}, async (viewer) => {
  const opinions = await on(viewer, "polling");
  const details = await opinions.open("sources");
  const row = details.getByRole("row").filter({ hasText: "Cline SDK" });
  const text = await viewer.text(row);
  for (const part of ["cline/cline", "loop-detection.ts", "0377e94a8ff7", "hard_threshold 5", viewer.say("opinions-blind-progress-text")]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  await viewer.sees("AutoGen MagenticOne", details);
});

for (const lang of ["en", "es"]) {
  for (const colorScheme of ["light", "dark"]) {
    scenario(`axe-core finds nothing in it, ${lang}, ${colorScheme}`, { locale: lang, colorScheme, timeout: 90_000 }, async (viewer) => {
      viewer.speak(lang);
      const opinions = await on(viewer, "alternation");
      await viewer.sees(viewer.say("opinions-title"), opinions.section);
      await viewer.unfold();
      await viewer.accessible("a replay with second opinions");
    });
  }
}

scenario("a narrow window scrolls tables, not the page", { viewport: { width: 360, height: 740 } }, async (viewer, page) => {
  await on(viewer, "polling");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(overflow, 0);
});
