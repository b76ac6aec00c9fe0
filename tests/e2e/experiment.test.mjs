// The Experiment page: a manifest is made, frozen and loaded again, and what is wrong is refused.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { scenario, scratch } from "./support/browser.mjs";
import { eventually } from "./support/eventually.mjs";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "fixtures", "experiment");
const ATTEMPTS = readFileSync(join(FOLDER, "attempts.jsonl"), "utf8");
const DRAFT = readFileSync(join(FOLDER, "experiment.json"), "utf8");
const FROZEN = readFileSync(join(FOLDER, "experiment-frozen.json"), "utf8");

/// A file with this text.
function file(name, text) {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}

/// RFC 8785, as far as whole numbers go.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

function digestOf(text) {
  const { frozen: _, ...manifest } = JSON.parse(text);
  return createHash("sha256").update(canonical(manifest)).digest("hex");
}

/// Presses Tab until something has the focus.
async function reach(page, locator) {
  await locator.waitFor();
  for (let step = 0; step < 150; step += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${locator}`);
}

/// The text of what a key downloads.
async function downloaded(page, press) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

async function shows(locator, value) {
  await eventually(async () => assert.equal(await locator.inputValue(), value));
}

for (const lang of ["en", "es"]) {
  scenario(`a manifest is made, frozen and loaded by keyboard, in ${lang}`, { address: `/v1/start?lang=${lang}`, timeout: 120_000 }, async (viewer, page) => {
    viewer.speak(lang);
    const { say, main } = viewer;
    const field = (id, within = main) => within.getByLabel(say(id), { exact: true });
    const type = async (locator, text) => {
      await reach(page, locator);
      await page.keyboard.insertText(text);
    };
    const group = (id, n) => main.getByRole("group", { name: say(id, { n }), exact: true });
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    const freeze = main.getByRole("button", { name: say("experiment-freeze"), exact: true });

    // What is missing is said, and the first field that lacks something has the focus.
    await reach(page, freeze);
    await page.keyboard.press("Enter");
    await viewer.sees(say("experiment-refused"), main.getByRole("alert"));
    const id = field("experiment-id");
    await eventually(async () => assert.ok(await id.evaluate((element) => element === document.activeElement)));
    assert.equal(await id.getAttribute("aria-invalid"), "true");
    await viewer.sees(say("experiment-fault-no-id"), page.locator(`#${await id.getAttribute("aria-describedby")}`));
    await viewer.accessible("a refused manifest");

    await type(id, "loops-1");
    await type(field("experiment-revision"), "b83c2f1");
    await type(field("experiment-model"), "alder-1, temperature 0");
    await type(field("experiment-concurrency"), "2");
    await type(field("experiment-task-id", group("experiment-task-n", 1)), "first");
    await type(field("experiment-criteria", group("experiment-task-n", 1)), "It works\nIt is short");
    await reach(page, main.locator("#experiment-add-task"));
    await page.keyboard.press("Enter");
    // The new task has the focus.
    const second = field("experiment-task-id", group("experiment-task-n", 2));
    await eventually(async () => assert.ok(await second.evaluate((element) => element === document.activeElement)));
    await type(second, "second");
    await reach(page, main.getByRole("button", { name: say("experiment-remove-task", { n: 2 }), exact: true }));
    await page.keyboard.press("Enter");
    await second.waitFor({ state: "detached" });
    const paste = main.locator("summary").filter({ hasText: say("experiment-paste") });
    await reach(page, paste);
    await page.keyboard.press("Enter");
    await type(field("experiment-paste-label"), "second=Say “ñ”\n- It says it\nthird\n- It is there");
    await reach(page, main.getByRole("button", { name: say("experiment-paste-add"), exact: true }));
    await page.keyboard.press("Enter");
    await shows(field("experiment-criteria", group("experiment-task-n", 3)), "It is there");
    await type(field("experiment-rubric-id"), "delivery");
    await type(field("experiment-rubric-criteria"), "Can be used as it is");
    const variant = group("experiment-variant-n", 1);
    await type(field("experiment-variant-id", variant), "higher");
    await reach(page, field("column-setting", variant));
    await page.keyboard.type("hard_limit");
    await shows(field("column-setting", variant), "hard_limit");
    await type(field("column-value", variant), "5");
    await viewer.sees(say("experiment-fault-same"), variant);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("8");

    // Another page takes nothing from what was typed.
    await reach(page, freeze);
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await viewer.sees(say("report-nothing"));
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await shows(id, "loops-1");
    await shows(field("column-value", variant), "8");
    await viewer.accessible("a manifest that can be frozen");

    await reach(page, freeze);
    const { name, text } = await downloaded(page, () => page.keyboard.press("Enter"));
    assert.equal(name, "experiment.json");
    const manifest = JSON.parse(text);
    assert.deepEqual(manifest.tasks.map((task) => task.taskId), ["first", "second", "third"]);
    assert.deepEqual(manifest.tasks[0].acceptanceCriteria, ["It works", "It is short"]);
    assert.equal(manifest.tasks[1].title, "Say “ñ”");
    assert.deepEqual(manifest.variants, [{ variantId: "higher", setting: "hard_limit", value: "8" }]);
    assert.equal(manifest.frozen.digest, digestOf(text));
    await viewer.sees(manifest.frozen.digest, main.getByRole("alert"));

    await reach(page, main.getByRole("button", { name: say("experiment-load"), exact: true }));
    await page.keyboard.press("Enter");
    await viewer.loaded({ files: 1 });
    await viewer.sees(say("experiment-frozen-at", { at: manifest.frozen.frozenAt }));
    await viewer.sees(manifest.frozen.digest);
    await viewer.accessible("a frozen manifest");

    // The file itself, too.
    await viewer.reload();
    await viewer.load(1, file("again.json", text));
    await viewer.sees(say("experiment-frozen-at", { at: manifest.frozen.frozenAt }));
  });
}

scenario("a draft is downloaded as it is, and loads again", { address: "/v1/experiment" }, async (viewer, page) => {
  const { say, main } = viewer;
  await main.getByLabel(say("experiment-id"), { exact: true }).fill("half");
  const { name, text } = await downloaded(page, () => main.getByRole("button", { name: say("experiment-draft") }).click());
  assert.equal(name, "experiment-draft.json");
  assert.equal(JSON.parse(text).frozen, null);
  await viewer.reload();
  await viewer.load(1, file(name, text));
  await viewer.sees(say("experiment-not-frozen"));
  assert.equal(await main.getByRole("button", { name: say("experiment-freeze"), exact: true }).count(), 0);
  await main.getByRole("button", { name: say("experiment-copy") }).click();
  await shows(main.getByLabel(say("experiment-id"), { exact: true }), "half");
  assert.match(viewer.address(), /form=1/);
});

scenario("what the loaded attempts know is filled in", { address: "/v1/start" }, async (viewer) => {
  const { say, main } = viewer;
  await viewer.load(1, join(FOLDER, "attempts.jsonl"));
  await viewer.go("experiment");
  await main.getByRole("button", { name: /12/ }).click();
  await shows(main.getByLabel(say("experiment-id"), { exact: true }), "identical-calls-2026-10");
  await shows(main.getByLabel(say("experiment-revision"), { exact: true }), "b83c2f1");
  const last = main.getByRole("group", { name: say("experiment-task-n", { n: 12 }), exact: true });
  await shows(last.getByLabel(say("experiment-task-id"), { exact: true }), "north-wind");
  const variant = main.getByRole("group", { name: say("experiment-variant-n", { n: 1 }), exact: true });
  await shows(variant.getByLabel(say("experiment-variant-id"), { exact: true }), "hard-limit-8");
});

/// What a manifest is refused for: a piece of the file, what stands there instead, and what is said.
const REFUSALS = [
  ["a changed task", FROZEN, '"No address is lost"', '"Few addresses are lost"', "experiment-change-changed", { part: "Task address-book", field: "acceptanceCriteria" }],
  ["a changed limit", FROZEN, '"hard_limit": 5', '"hard_limit": 4', "experiment-change-changed", { part: "Baseline baseline", field: "hard_limit" }],
  ["a removed task", FROZEN, /\{\s*"taskId": "address-book"[^}]*\},/, "", "experiment-change-removed", { part: "Task address-book" }],
  ["another form", FROZEN, '"value": "8"', '"value": 8', "experiment-change-other-form", { field: "/variants/0/value" }],
  ["an edited digest", FROZEN, /"digest": "5ef6/, '"digest": "0ef6', "experiment-change-block", { part: "The manifest" }],
  ["two settings", DRAFT, '"setting": "hard_limit"', '"setting": "hard_limit, warn_threshold"', "experiment-fault-two-settings"],
  ["an unknown setting", DRAFT, '"setting": "hard_limit"', '"setting": "mood"', "experiment-fault-unknown-setting"],
  ["a setting as in the baseline", DRAFT, '"value": "8"', '"value": "5"', "experiment-fault-same"],
  ["a hard limit below its warning", DRAFT, '"value": "8"', '"value": "2"', "experiment-fault-below-warn"],
  ["missing criteria", DRAFT, /\[\s*"Every failed job is listed"\s*\]/, "[]", "experiment-fault-no-criteria"],
  ["a repeated id", DRAFT, '"taskId": "job-queue"', '"taskId": "lost-login"', "experiment-fault-duplicate"],
  ["no model", DRAFT, '"alder-1, temperature 0"', "null", "experiment-fault-no-model"],
  ["no concurrency", DRAFT, '"concurrency": 2', '"concurrency": null', "experiment-fault-below-one"],
  ["no rubric", DRAFT, /"rubric": \{[^}]*\}/, '"rubric": null', "experiment-fault-no-rubric"],
  ["a field that would be lost", DRAFT, '"concurrency": 2', '"note": "x", "concurrency": 2', "experiment-fault-not-read"],
];

scenario("each thing that keeps a manifest from being frozen or compared is named", { address: "/v1/experiment", timeout: 120_000 }, async (viewer) => {
  const { say, main } = viewer;
  const freeze = main.getByRole("button", { name: say("experiment-freeze"), exact: true });
  for (const [index, [what, text, piece, other, message, args]] of REFUSALS.entries()) {
    const changed = text.replace(piece, other);
    assert.notEqual(changed, text, what);
    await viewer.reload();
    await viewer.load(1, file(`refused-${index}.json`, changed));
    const note = main.getByRole("note");
    await viewer.sees(say(message, args), note);
    if (text === FROZEN) await viewer.sees(say("experiment-changed"), note);
    assert.equal(await freeze.count(), 0, what);
  }
});

scenario("a manifest without a fault is frozen where it was loaded", { address: "/v1/experiment" }, async (viewer, page) => {
  const { say, main } = viewer;
  await viewer.load(1, join(FOLDER, "experiment.json"));
  const freeze = main.getByRole("button", { name: say("experiment-freeze"), exact: true });
  const { text } = await downloaded(page, () => freeze.click());
  assert.equal(JSON.parse(text).frozen.digest, JSON.parse(FROZEN).frozen.digest);
});

scenario("what was recorded is shown by task and variant, with what is missing", { address: "/v1/experiment" }, async (viewer) => {
  const { say, main } = viewer;
  const lines = ATTEMPTS.trim().split("\n").map((line) => JSON.parse(line));
  const kept = lines.filter((attempt) => attempt.taskId !== "north-wind");
  kept[0].manifestDigest = "0".repeat(64);
  kept[1].manifestDigest = null;
  kept[2].variantId = "unheard-of";
  const path = file("attempts.jsonl", kept.map((attempt) => JSON.stringify(attempt)).join("\n"));
  await viewer.load(2, join(FOLDER, "experiment-frozen.json"), path);
  await viewer.go("experiment");
  await viewer.sees(say("experiment-frozen"));
  const row = (task) => main.locator(".experiment-records tr").filter({ hasText: task });
  await viewer.sees(/2 .*3 /, row("address-book"));
  await viewer.sees(`${say("experiment-cell-none")} ${say("experiment-cell-none")} 0 of 0`, row("north-wind"));
  await viewer.unfold();
  const named = (text) => main.locator(".experiment-missing details").filter({ hasText: text });
  await viewer.sees("north-wind", named("1 task has no attempt"));
  await viewer.sees(kept[0].attemptId, named("another digest"));
  await viewer.sees(kept[1].attemptId, named("carries no digest"));
  await viewer.sees(kept[2].attemptId, named("no variant of the manifest"));
  await viewer.sees(/modelCost Model cost 1 × null no price for the model 1 of 66 b-chart-rain-2/);
  await viewer.accessible("records");
});
