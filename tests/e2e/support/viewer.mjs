// What a reader does with the viewer, by the names and roles that a reader meets.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { eventually } from "./eventually.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export class Viewer {
  constructor(page, site, problems) {
    this.page = page;
    this.site = site;
    this.problems = problems;
  }

  /// Opens an address, the part after `#`, in a fresh page.
  async goto(address = "") {
    await this.page.goto(`${this.site.url}${address === "" ? "" : `#${address}`}`);
    await this.page.getByRole("heading", { level: 1 }).first().waitFor();
  }

  /// Lets the page complain of this.
  expectProblem(pattern) {
    this.problems.expected.push(pattern);
  }

  /// Drops files and folders, by path, as a file manager does.
  async drop(...paths) {
    const target = await this.page.locator("main").boundingBox();
    const at = { x: Math.round(target.x + target.width / 2), y: Math.round(Math.max(target.y, 0) + 120) };
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    const session = await this.page.context().newCDPSession(this.page);
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await session.send("Input.dispatchDragEvent", { type, ...at, data });
    }
    await session.detach();
  }

  /// Drops a file that exists only as text.
  async paste(text) {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: this.site.origin });
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press("ControlOrMeta+v");
  }

  /// The page's text, spaces made one.
  async text(locator = this.page.locator("main")) {
    return (await locator.innerText()).replace(/\s+/g, " ").trim();
  }

  /// Waits until a text is somewhere on the page.
  async sees(pattern, locator = this.page.locator("main")) {
    await eventually(async () => {
      const text = await this.text(locator);
      assert.ok(pattern instanceof RegExp ? pattern.test(text) : text.includes(pattern), `no ${pattern} in:\n${text}`);
    });
  }

  /// Fails with what axe-core finds against WCAG 2.2 AA and its best practices.
  async accessible(what) {
    await this.page.evaluate(AXE);
    const result = await this.page.evaluate(() =>
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
