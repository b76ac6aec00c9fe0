// Files that tests load.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratch } from "./browser.mjs";

const CORPUS = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "corpus", "deerflow");

/// Path of the journal of a recorded run: `loop`, `burst`, `clean` or `budget`.
export const journal = (name) => join(CORPUS, "threads", `thread-${name}`, "runs", `run-${name}.jsonl`);
export const journals = ["loop", "burst", "clean", "budget"].map(journal);
/// The folder that holds them, as DeerFlow lays it out.
export const threads = join(CORPUS, "threads");
export const runRows = join(CORPUS, "runs.json");
export const attempts = join(CORPUS, "attempts.jsonl");
/// The figures that were worked out by hand.
export const expected = JSON.parse(readFileSync(join(CORPUS, "expected.json"), "utf8"));

/// Writes a file that exists only for a test.
export function make(name, content) {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

/// The recorded attempts, changed; `change` gets each record and gives one back, or nothing.
export function changedAttempts(name, change) {
  const records = readFileSync(attempts, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  return make(name, records.map(change).filter(Boolean).map((record) => `${JSON.stringify(record)}\n`).join(""));
}

/// A price table in LiteLLM's shape, for the model of the recorded runs.
export function priceTable() {
  const prices = { "gpt-demo": { input_cost_per_token: 2e-6, cache_read_input_token_cost: 5e-7, output_cost_per_token: 8e-6, litellm_provider: "demo", mode: "chat" } };
  return make("prices.json", `${JSON.stringify(prices, null, 2)}\n`);
}

/// The result record of a benchmark that was not run.
export const NOT_RUN = '{"attempts":0,"acceptedArtifacts":0,"totalModelCost":null,"sandboxSeconds":null,"p95LatencyMs":null,"costPerAcceptedArtifact":null,"stopReasons":{},"benchmarkExecuted":false}';
