// The committed examples are those that the generator writes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { EXAMPLES, committed, examples } from "./make-examples.mjs";

const made = examples();

test("no example file is missing, and none is left over", () => {
  assert.deepEqual(committed(), [...made.keys()].sort());
});

for (const [path, text] of made) {
  test(`${path} is as generated`, () => {
    assert.equal(readFileSync(join(EXAMPLES, path), "utf8"), text, "run node tests/e2e/make-examples.mjs");
  });
}
