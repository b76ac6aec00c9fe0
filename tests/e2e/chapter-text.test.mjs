// The chapter's Markdown: every figure in it is what the program answers about the files beside it.
//
// A figure is followed by its name, 3<!--=two.set.count-->; docs/figures.mjs says where each comes
// from. `~` before the name means that the text rounds, and <!--plain--> that a number is none of
// a file's. A number with nothing behind it is an error.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { figures, QUESTIONS, records } from "../../docs/figures.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const LANGUAGES = ["en", "es"];
const folder = (language) => join(ROOT, "docs", language, "src");
const pages = (language) => readdirSync(folder(language)).filter((name) => name.endsWith(".md") && name !== "SUMMARY.md").sort();
const text = (language, page) => readFileSync(join(folder(language), page), "utf8");

/// A number or `null`, what may stand between it and its name, and its name.
const FIGURE = /(null|\d+(?:[.,]\d+)*)(?:th|\.ª)?[`*]*<!--(=|~)=?([\w.-]+)-->/g;
const RECORD = /```json\n([^`]*)```\n<!--record ([\w.]+)-->/g;

/// A number as its language writes it, as digits with a point.
function digits(written, language) {
  const [group, point] = language === "es" ? [".", ","] : [",", "."];
  return written.replaceAll(group, "").replace(point, ".");
}

/// Digits without the zeros that say nothing.
const bare = (decimal) => (decimal.includes(".") ? decimal.replace(/0+$/, "").replace(/\.$/, "") : decimal);

/// Whether a figure is grouped as its language groups: in threes, from five digits on in Spanish.
function isWellWritten(written, language) {
  const [group, point] = language === "es" ? [/\./, /,/] : [/,/, /\./];
  const [whole, ...rest] = written.split(point);
  return rest.length <= 1 && (!group.test(whole) || /^\d{1,3}([.,]\d{3})+$/.test(whole));
}

function named(markdown) {
  return [...markdown.matchAll(FIGURE)].map(([, written, sign, name]) => ({ written, sign, name }));
}

let known;
let whole;
before(() => {
  const cargo = process.env.CARGO ?? "cargo";
  const ask = ([command, ...rest]) => {
    const words = ["run", "--quiet", "--package", "loopledger_cli", "--", command, "--json", ...rest];
    return JSON.parse(execFileSync(cargo, words, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 << 20 }));
  };
  const answers = Object.fromEntries(Object.entries(QUESTIONS).map(([name, question]) => [name, ask(question)]));
  known = figures(answers);
  whole = records(answers);
});

test("both books have the same pages", () => {
  assert.deepEqual(pages("es"), pages("en"));
  assert.ok(pages("en").length > 4);
});

for (const page of pages("en")) {
  test(`${page} names the same figures in both languages, in the same order`, () => {
    const names = (language) => named(text(language, page)).map(({ sign, name }) => sign + name);
    assert.deepEqual(names("es"), names("en"));
  });

  test(`${page} shows the same data in both languages`, () => {
    const shown = (language) => [...text(language, page).matchAll(/<loopledger-report (.*?) label="[^"]+">/g)].map(([, attributes]) => attributes);
    assert.deepEqual(shown("es"), shown("en"));
  });
}

for (const language of LANGUAGES) {
  for (const page of pages(language)) {
    describe(`${language}/${page}`, () => {
      const markdown = text(language, page);

      test("every figure is the program's", () => {
        for (const { written, sign, name } of named(markdown)) {
          assert.ok(name in known && known[name] !== undefined, `docs/figures.mjs has no ${name}`);
          const value = known[name];
          if (value === null || written === "null") {
            assert.equal(written, value === null ? "null" : bare(String(value)), name);
            continue;
          }
          assert.ok(isWellWritten(written, language), `${written} (${name}) is not written as ${language} writes numbers`);
          const plain = digits(written, language);
          if (sign === "~") {
            const places = plain.split(".")[1]?.length ?? 0;
            assert.equal(plain, value.rounded.toFixed(places), name);
          } else {
            assert.equal(bare(plain), bare(String(value)), name);
          }
        }
      });

      test("every record is the program's", () => {
        for (const [, json, name] of markdown.matchAll(RECORD)) assert.deepEqual(JSON.parse(json), whole[name], name);
        assert.equal(markdown.match(/<!--record /g)?.length ?? 0, [...markdown.matchAll(RECORD)].length);
      });

      test("no number stands there without its source", () => {
        const names = markdown.match(/<!--[=~]/g)?.length ?? 0;
        assert.equal(named(markdown).length, names, "a name does not follow a figure");
        const prose = markdown
          .replace(FIGURE, "")
          .replace(/\d+(th)?<!--plain-->/g, "")
          .replace(/```[^]*?```/g, "")
          .replace(/`[^`\n]*`/g, "")
          .replace(/\]\([^)\s]*\)/g, "]")
          .replace(/<[^>]*>/g, "")
          .replace(/^ *\d+\. /gm, "");
        const [stray] = prose.match(/.*(?<![\w-])\d.*/) ?? [];
        assert.equal(stray, undefined);
      });

      test("a line holds one sentence", () => {
        const lines = markdown.replace(/```[^]*?```/g, "").split("\n").filter((line) => !line.startsWith("|") && !line.startsWith("<"));
        const long = lines.filter((line) => /[.!?…] +[A-ZÁÉÍÓÚ¿¡]/.test(line.replace(/^ *\d+\. /, "").replace(/`[^`]*`/g, "")));
        assert.deepEqual(long, []);
      });
    });
  }
}
