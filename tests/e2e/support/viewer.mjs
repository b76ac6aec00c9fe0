// What a reader does with the viewer, by the names and roles that a reader meets.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { eventually } from "./eventually.mjs";
import { words } from "./words.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export class Viewer {
  constructor(tab, site) {
    const { page, problems } = tab;
    this.tab = tab;
    this.page = page;
    this.site = site;
    this.problems = problems;
    this.say = words("en");
    this.main = page.locator("main");
    this.status = page.getByRole("status").first();
    this.panel = page.locator("[role=dialog].panel");
  }

  /// Speaks this language from here on.
  speak(lang) {
    this.say = words(lang);
  }

  /// Opens an address, the part after `#`, in a fresh page.
  async goto(address = "") {
    await this.page.goto(`${this.site.url}${address === "" ? "" : `#${address}`}`);
    await this.page.getByRole("heading", { level: 1 }).first().waitFor();
  }

  /// Opens the same address again, without the files.
  async reload() {
    await this.page.reload();
    await this.page.getByRole("heading", { level: 1 }).first().waitFor();
  }

  /// The part of the address after `#`.
  address() {
    return new URL(this.page.url()).hash.slice(1);
  }

  /// Lets the page complain of this.
  expectProblem(pattern) {
    this.tab.expectProblem(pattern);
  }

  /// Drops files, by path, as a file manager does; in Chromium, folders too.
  async drop(...paths) {
    await this.tab.drop(...paths);
  }

  /// Drops files and waits until so many are loaded in all.
  async load(files, ...paths) {
    await this.drop(...paths);
    await this.loaded({ files });
  }

  /// Pastes text, from the clipboard and with the keys.
  async paste(text) {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: this.site.origin });
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press("ControlOrMeta+v");
  }

  /// Opens a worked example with one click.
  async example(id) {
    await this.page.locator(`[data-example="${id}"]`).click();
    await this.notice();
  }

  /// Waits until a load has something to say, and says it.
  async notice() {
    await this.status.getByRole("button", { name: this.say("dismiss") }).waitFor();
    return this.text(this.status);
  }

  /// Waits until the head of the page counts so much.
  async loaded(expected) {
    await eventually(async () => {
      const text = await this.text(this.page.locator(".loaded")).catch(() => "nothing");
      const numbers = text.match(/\d[\d.,]*/g)?.map((number) => Number(number.replace(/[.,]/g, ""))) ?? [];
      const [files, attempts, runs] = numbers;
      const found = { files, attempts, runs };
      for (const [what, count] of Object.entries(expected)) assert.equal(found[what], count, `${what} in: ${text}`);
    });
  }

  /// Goes to a page by its link: `start`, `files`, `report`, `attempts` or `replay`.
  async go(page) {
    const link = this.page.getByRole("navigation").getByRole("link", { name: this.say(`nav-${page}`), exact: true });
    await link.click();
    await eventually(async () => assert.equal(await link.getAttribute("aria-current"), "page"));
  }

  /// The text of a part of the page, spaces made one.
  async text(locator = this.main) {
    return (await locator.innerText({ timeout: 5_000 })).replace(/[\s\u00a0\u202f]+/g, " ").trim();
  }

  /// Waits until a text is there.
  async sees(pattern, locator = this.main) {
    return eventually(async () => {
      const text = await this.text(locator);
      assert.ok(pattern instanceof RegExp ? pattern.test(text) : text.includes(pattern), `no ${pattern} in:\n${text}`);
      return text;
    });
  }

  /// Opens every folded part of the page.
  async unfold() {
    await this.page.evaluate(() => document.querySelectorAll("main details").forEach((part) => (part.open = true)));
  }

  /// A table as a map from row head to a map from column head to text, all as it is to be seen.
  async table(locator) {
    await locator.waitFor();
    const raw = await locator.evaluate((table) => {
      const tidy = (text) => text.replace(/[\s\u00a0\u202f]+/g, " ").trim();
      const text = (cell) => {
        let shown = tidy(cell.innerText);
        for (const part of cell.querySelectorAll(".visually-hidden")) shown = tidy(shown.replace(tidy(part.innerText), ""));
        return shown;
      };
      const columns = [...table.querySelectorAll("thead tr:last-child > *")].map(text);
      const rows = [...table.querySelectorAll("tbody tr")].map((row) => [...row.cells].map(text));
      return { columns, rows };
    });
    return new Map(raw.rows.map(([head, ...cells]) => [head, new Map(cells.map((cell, index) => [raw.columns[index + 1] ?? "", cell]))]));
  }

  /// The table of a section of the report, by the section's id.
  async report(section) {
    await this.unfold();
    return this.table(this.main.locator(`section[aria-labelledby="report-${section}"] table`).first());
  }

  /// Fails with what axe-core finds against WCAG 2.2 AA and its best practices.
  async accessible(what, frame = this.page) {
    await frame.evaluate(AXE);
    const result = await frame.evaluate(() =>
      globalThis.axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }),
    );
    const found = result.violations.map((violation) => ({
      rule: violation.id,
      help: violation.help,
      nodes: violation.nodes.slice(0, 4).map((node) => `${node.target.join(" ")}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
    }));
    assert.deepEqual(found, [], `${what} has accessibility violations`);
  }
}
