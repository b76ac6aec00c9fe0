// Replay: decisions, windows, and what other limits would have done.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { scenario } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";
import * as fixtures from "./support/fixtures.mjs";

/// What the Replay page says, for a reader who stands on it.
class Replay {
  constructor(viewer) {
    this.viewer = viewer;
    this.page = viewer.page;
    this.slider = this.page.getByRole("slider", { name: viewer.say("replay-timeline-label") });
    this.detail = viewer.main.locator(".replay-detail");
    this.finding = viewer.main.locator(".replay-finding");
    this.differences = viewer.main.locator(".replay-decisions");
  }

  /// Waits until this response is shown, counted from 1.
  async at(response) {
    await eventually(async () => {
      assert.equal(await this.slider.getAttribute("aria-valuenow"), String(response));
      assert.equal(await this.viewer.text(this.detail.getByRole("heading").first()), this.viewer.say("replay-detail-title", { response }));
    });
  }

  async go(response) {
    const field = this.page.getByLabel(this.viewer.say("replay-step-field"), { exact: true });
    await field.fill(String(response));
    await field.press("Enter");
    await field.blur();
    await this.at(response);
  }

  async choose(run) {
    const picker = this.page.getByLabel(this.viewer.say("replay-run"), { exact: true });
    const option = picker.locator("option").filter({ hasText: ` ${run} ` });
    await picker.selectOption(await option.getAttribute("value"));
    await this.viewer.sees(new RegExp(`[?&]run=[^&]*${run}(&|$)`), { innerText: async () => this.page.url() });
  }

  /// Rows of the table of decisions: response, recorded, replayed, difference.
  async decisions() {
    return this.differences.locator("table tbody tr").evaluateAll((rows) =>
      rows.map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\s+/g, " ").trim())).map(([response, , recorded, replayed, change]) => ({ response: Number(response), recorded, replayed, change })),
    );
  }

  async fill(window) {
    return this.viewer.text(this.viewer.main.locator(`section[aria-labelledby=replay-${window}-title]`));
  }
}

async function open(viewer) {
  await viewer.go("replay");
  const replay = new Replay(viewer);
  await replay.finding.waitFor();
  return replay;
}

for (const [run, { decisions, responses }] of Object.entries(fixtures.expected.runs)) {
  scenario(`${run} is replayed as it was recorded`, {}, async (viewer) => {
    await viewer.load(2, fixtures.journal(run.replace("run-", "")), fixtures.attempts);
    const replay = await open(viewer);
    assert.ok((await viewer.text(viewer.main)).includes(viewer.say("replay-step-of", { responses })));
    const none = viewer.say("replay-change-same");
    const rows = await replay.decisions();
    assert.deepEqual(rows.map((row) => [row.response, row.change]), decisions.map(([response]) => [response + 1, none]));
    rows.forEach((row, index) => {
      const [, action, , tools, count] = decisions[index];
      assert.equal(row.recorded, row.replayed);
      assert.match(row.replayed, action === "stop" ? /^Hard stop/ : /^Warning/);
      for (const tool of tools) assert.ok(row.replayed.includes(tool), row.replayed);
      assert.match(row.replayed, new RegExp(`\\b${count}\\b`));
    });
  });
}

scenario("a stop inside a batch supersedes the warning and suppresses every call", {}, async (viewer) => {
  await viewer.load(2, fixtures.journal("burst"), fixtures.attempts);
  const replay = await open(viewer);
  await replay.at(1);
  const [superseded] = viewer.say("replay-superseded", { warning: "" }).split(/[:;]/);
  const text = await viewer.sees(superseded, replay.detail);
  assert.match(text, /Warning: read_file was called 2 times/);
  assert.match(text, /Hard stop: read_file was called 3 times/);
  const outcomes = await replay.detail.locator(".replay-call .replay-outcome").allInnerTexts();
  assert.deepEqual(outcomes, Array(3).fill(viewer.say("replay-outcome-suppressed")), "all three calls were suppressed");
});

scenario("another revision decides otherwise, and the difference is marked", {}, async (viewer, page) => {
  await viewer.example("warning-then-stop");
  const replay = await open(viewer);
  await replay.choose("run-batch-stop");
  await eventually(async () => assert.deepEqual((await replay.decisions()).map(({ response, change }) => [response, change]), [[3, viewer.say("replay-change-same")]]));
  await page.getByLabel(viewer.say("replay-revision")).selectOption("2026-08-22");
  // There a warning ends the batch: the fourth page warns, and the eighth is never counted.
  await eventually(async () => {
    const [row] = await replay.decisions();
    assert.match(row.recorded, /^Hard stop: web_fetch was called 8 times/);
    assert.match(row.replayed, /^Warning: web_fetch was called 4 times/);
    assert.equal(row.change, viewer.say("replay-change-changed"));
  });
});

scenario("both windows fill, and lose what is too old", {}, async (viewer, page) => {
  await viewer.example("two-windows");
  const replay = await open(viewer);
  const filled = async (response, history, frequency) => {
    await replay.go(response);
    await eventually(async () => {
      assert.ok((await replay.fill("history")).includes(viewer.say("replay-history-fill", { filled: history, capacity: 12 })), await replay.fill("history"));
      assert.ok((await replay.fill("frequency")).includes(viewer.say("replay-frequency-fill", { filled: frequency, capacity: 32 })), await replay.fill("frequency"));
    });
  };
  await filled(1, 1, 1);
  await filled(5, 5, 8);
  await viewer.sees(/Warning: call set [A-Z]+ \(bash, read_file\) stands 3 times/, replay.detail);
  await filled(9, 9, 17);
  await viewer.sees(/Warning: web_search was called 8 times/, replay.detail);
  await filled(13, 12, 31);
  await filled(16, 12, 32);
  await viewer.sees(/Hard stop: web_search was called 12 times among the last 32/, replay.detail);
  const bars = await viewer.table(viewer.main.locator("table.replay-tools"));
  const calls = (tool) => [...[...bars].find(([head]) => head.startsWith(tool))[1].values()][0];
  assert.match(calls("web_search"), /^12\b/);
  assert.match(calls("bash"), /^15\b/, "the first call of bash has left the window");
  assert.match(calls("read_file"), /^2\b/);

  // Decisions can be jumped to, with buttons and with keys.
  await page.getByRole("button", { name: viewer.say("replay-first") }).click();
  await replay.at(1);
  for (const response of [5, 9, 16]) {
    await page.keyboard.press("n");
    await replay.at(response);
  }
  await page.keyboard.press("p");
  await replay.at(9);
});

scenario("the override that enlarges the window is pointed out", {}, async (viewer) => {
  await viewer.example("two-windows");
  await open(viewer);
  const lints = viewer.main.getByRole("list", { name: viewer.say("replay-lints") });
  await viewer.sees(/bash.*\b32\b/, lints);
  await viewer.sees("config.yaml", viewer.main.locator(".replay-rules"));
});

scenario("other limits change decisions, are marked, and survive in the address", {}, async (viewer, page) => {
  await viewer.example("two-windows");
  const replay = await open(viewer);
  await viewer.main.locator("summary").filter({ hasText: viewer.say("replay-limits-title") }).click();
  // Without the override the window is twelve calls long.
  await page.getByRole("button", { name: viewer.say("replay-override-remove-name", { tool: "bash" }) }).click();
  await page.getByRole("button", { name: viewer.say("replay-apply") }).click();
  const changed = [
    [5, viewer.say("replay-change-same")],
    [9, viewer.say("replay-change-same")],
    [11, viewer.say("replay-change-added")],
    [16, viewer.say("replay-change-removed")],
  ];
  const marked = async () => assert.deepEqual((await replay.decisions()).map(({ response, change }) => [response, change]), changed);
  await eventually(marked);
  await viewer.sees(viewer.say("replay-origin-given"));
  assert.match(viewer.address(), /limits=3\.5\.12\.8\.12(&|$)/);
  await replay.go(12);
  await viewer.sees(new RegExp(viewer.say("replay-what-if"), "i"));
  const address = viewer.address();

  // The address keeps the view; the files are the reader's, and come again.
  await viewer.reload();
  await viewer.sees(viewer.say("replay-nothing"));
  await viewer.load(2, `${EXAMPLES}/config.yaml`, `${EXAMPLES}/upload-retries.jsonl`);
  await replay.at(12);
  await eventually(marked);
  assert.equal(viewer.address(), address);

  await viewer.main.locator("summary").filter({ hasText: viewer.say("replay-limits-title") }).click();
  await page.getByRole("button", { name: viewer.say("replay-reset") }).click();
  await eventually(async () => assert.ok((await replay.decisions()).every(({ change }) => change === viewer.say("replay-change-same"))));
  assert.doesNotMatch(viewer.address(), /limits=/);
});

const EXAMPLES = new URL("../../web/examples/two-windows", import.meta.url).pathname;

scenario("limits that contradict each other are refused with the reason", {}, async (viewer, page) => {
  await viewer.load(1, fixtures.journal("loop"));
  await open(viewer);
  await viewer.main.locator("summary").filter({ hasText: viewer.say("replay-limits-title") }).click();
  await page.locator("#replay-limit-hard_limit").fill("2");
  await page.getByRole("button", { name: viewer.say("replay-apply") }).click();
  await viewer.sees(viewer.say("replay-problem-below-warn"));
  assert.doesNotMatch(viewer.address(), /limits=/);
});

scenario("a limit that the window cannot reach is pointed out", {}, async (viewer) => {
  await viewer.goto("/v1/replay?limits=3.25.20.30.50");
  await viewer.load(1, fixtures.journal("loop"));
  await viewer.sees(viewer.say("replay-lint-hard-limit-unreachable", { limit: 25, window: 20 }));
});

scenario("the examples decide as their records say", {}, async (viewer, page) => {
  const seen = [];
  for (const example of ["two-windows", "warning-then-stop", "cost-with-failures", "paging", "numbered-search", "alternation", "polling"]) {
    await viewer.goto("/v1/start");
    await viewer.reload();
    await viewer.example(example);
    const replay = await open(viewer);
    const picker = page.getByLabel(viewer.say("replay-run"), { exact: true });
    const runs = (await picker.count()) === 0 ? [null] : await picker.locator("option").evaluateAll((options) => options.map((option) => option.value));
    for (const run of runs) {
      if (run !== null) {
        await picker.selectOption(run);
        await eventually(async () => assert.match(decodeURIComponent(viewer.address()), new RegExp(`run=${run}`)));
      }
      await eventually(async () => {
        assert.equal(await replay.finding.count(), 1);
        const summary = await viewer.text(replay.differences.locator(".replay-lead"));
        assert.ok(/as the recorded run did|Neither the recorded run|does not say what the detector decided/.test(summary), summary);
      });
      seen.push(...(await replay.decisions()).map(({ change }) => change));
    }
  }
  assert.deepEqual([...new Set(seen)], [viewer.say("replay-change-same")]);
  assert.equal(seen.length, 3 + 1 + 1 + 2 + 2 + 2 + 2 + 2 + 3, "each recorded decision of the examples is there");
});

scenario("arguments and keys of a call are shown, and lead to their line", {}, async (viewer) => {
  await viewer.load(1, fixtures.journal("loop"));
  const replay = await open(viewer);
  await replay.go(3);
  const text = await viewer.text(replay.detail);
  assert.ok(text.includes("pytest -q") && text.includes("try 2"), text);
  assert.match(text, /\{"command": "pytest -q"\}/, "the description is no part of the key");
  // The digest of the call set that stands in the detector's own vectors for this kind of call.
  const line = readFileSync(fixtures.journal("loop"), "utf8").split("\n").findIndex((record) => record.includes('"try 2"')) + 1;
  await replay.detail.getByRole("button", { name: viewer.say("replay-line", { line }) }).click();
  await viewer.sees(viewer.say("place-line", { line }), viewer.panel);
  await viewer.sees("try 2", viewer.panel);
});

scenario("a replay plays on by itself, and stops where it is told to", {}, async (viewer, page) => {
  await viewer.example("two-windows");
  const replay = await open(viewer);
  await replay.go(1);
  await page.evaluate(() => document.activeElement.blur());
  for (let faster = 0; faster < 3; faster += 1) await page.keyboard.press("]");
  await page.keyboard.press(" ");
  const now = async () => Number(await replay.slider.getAttribute("aria-valuenow"));
  await eventually(async () => assert.ok((await now()) >= 4));
  await page.getByRole("button", { name: viewer.say("replay-pause") }).click();
  await page.getByRole("button", { name: viewer.say("replay-play") }).waitFor();
  const paused = await now();
  assert.ok(paused < 16, "it was paused before its end");
  await replay.at(paused);
  assert.match(viewer.address(), new RegExp(`step=${paused}(&|$)`));
});
