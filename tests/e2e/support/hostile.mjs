// Files that mean harm, made when they are needed.

import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const corpus = (name) => readFileSync(join(ROOT, "tests", "corpus", name), "utf8");
const example = (name) => readFileSync(join(ROOT, "web", "examples", name), "utf8");

/// Markup that sets a global if anything makes HTML of it. It stands in no place for long: each
/// piece works by itself, after a quote, inside a tag or as text. Before it stand characters that
/// turn the reading direction, command a terminal, or stand for an element in our own messages.
export const MARKUP = `\u202e\u001b[2J\ue0000\ue001"'><img src=x onerror=globalThis.harm=1><script>globalThis.harm=1</script><svg onload=globalThis.harm=1></svg>`;
/// An address that is a program.
export const ADDRESS = "javascript:globalThis.harm=1";

/// A trial of Terminal-Bench; the other formats come from the corpus and the examples.
const TRIAL = { results: [{ task_id: "task-one", trial_name: "task-one.1", is_resolved: false, failure_mode: "agent_timeout", total_input_tokens: 10, total_output_tokens: 2 }] };

/// One file of each format that is read, by name.
export const SAMPLES = {
  "journal.jsonl": corpus("deerflow/threads/thread-loop/runs/run-loop.jsonl"),
  "burst.jsonl": corpus("deerflow/threads/thread-burst/runs/run-burst.jsonl"),
  "runs.json": corpus("deerflow/runs.json"),
  "attempts.jsonl": corpus("deerflow/attempts.jsonl"),
  "state.json": corpus("faults/29-polling.json"),
  "messages.json": JSON.stringify({ messages: firstState(JSON.parse(corpus("faults/29-polling.json"))).values.messages }),
  "list.json": corpus("faults/15-failed-attempts-count.json"),
  "trials.json": JSON.stringify(TRIAL),
  "experiment.json": example("cost-with-failures/experiment.json"),
  "result.json": JSON.stringify({ attempts: 1, acceptedArtifacts: 1, totalModelCost: 0.5, sandboxSeconds: 1, p95LatencyMs: 2, costPerAcceptedArtifact: 0.5, stopReasons: { loop_capped: 1 }, benchmarkExecuted: true }),
  "prices.json": JSON.stringify({ "gpt-demo": { input_cost_per_token: 2e-6, output_cost_per_token: 8e-6, litellm_provider: "demo", mode: "chat" } }),
};

function firstState(document) {
  return Array.isArray(document) ? document[0] : document;
}

/// Values that say which kind of record this is, without which nothing of it would be read.
const KEPT = new Set(["event_type", "category", "type", "role", "schema", "created_at", "updated_at", "start", "end", "startedAt", "endedAt", "started_at", "ended_at", "amount", "currency", "failure_mode"]);

const isLines = (name) => name.endsWith(".jsonl");

/// A text of a sample with its strings changed; `change` gets each string and the way to it.
function changed(name, text, change) {
  const walk = (value, path) => {
    if (typeof value === "string") return change(value, path);
    if (Array.isArray(value)) return value.map((item) => walk(item, `${path}[]`));
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, `${path}.${key}`)]));
    return value;
  };
  const documents = isLines(name) ? text.trim().split("\n").map((line) => JSON.parse(line)) : [JSON.parse(text)];
  return documents.map((document) => `${JSON.stringify(walk(document, ""))}\n`).join("");
}

/// Every sample with markup behind every string that is not needed to recognise it; the same text
/// stays the same text, so that what belongs together still does.
export function withMarkup() {
  return Object.entries(SAMPLES).map(([name, text]) => [name, changed(name, text, (value, path) => (KEPT.has(path.split(".").at(-1)) ? value : value + MARKUP))]);
}

/// Every sample as often as it has strings in different places, each time with one of them nothing
/// but markup, or an address that is a program.
export function withOneOfEach() {
  const files = [];
  for (const [name, text] of Object.entries(SAMPLES)) {
    const places = new Set();
    changed(name, text, (value, path) => (places.add(path), value));
    for (const [index, place] of [...places].entries()) {
      for (const [kind, harm] of [["markup", MARKUP], ["address", ADDRESS]]) {
        files.push([`${kind}-${index}-${name}`, changed(name, text, (value, path) => (path === place ? harm : value)), place]);
      }
    }
  }
  return files;
}

/// A `config.yaml` with markup wherever text may stand.
export const CONFIG = `models:
  - name: ${JSON.stringify(`demo${MARKUP}`)}
    display_name: ${JSON.stringify(MARKUP)}
    model: ${JSON.stringify(ADDRESS)}
loop_detection:
  enabled: true
  warn_threshold: 2
  hard_limit: 3
  ${JSON.stringify(`odd${MARKUP}`)}: ${JSON.stringify(MARKUP)}
  tool_freq_overrides:
    ${JSON.stringify(`bash${MARKUP}`)}: { warn: 2, hard_limit: 4 }
`;

/// Names of files that harm in one way or another, each of a file that is read.
export const NAMES = [
  `<img src=x onerror=globalThis.harm=1>.jsonl`,
  `"><script>globalThis.harm=1<%2fscript>.jsonl`,
  `javascript:globalThis.harm=1.jsonl`,
  `up ..%2f..%2fetc%2fpasswd.jsonl`,
  `__proto__`,
  `constructor`,
  `\u202elnosj.live.jsonl`,
  `line\nbreak \u001b[31mred\u0007.jsonl`,
];

/// Compressed data of which this many times 16 MiB of zeros come out, about 16 kB for each.
export function bomb(times) {
  const member = gzipSync(Buffer.alloc(16 << 20));
  return Buffer.concat(Array.from({ length: times }, () => member));
}

/// Arrays or objects in each other.
export const deep = (open, close, depth) => open.repeat(depth) + close.repeat(depth);

/// A list of attempts, one a line, each as small as an attempt can be.
export const writeManyAttempts = (path, count) => writeLines(path, count, (index) => `{"id":"${index}","cost":1}\n`);

/// A journal of one run whose records are small.
export const writeSmallRecords = (path, count) =>
  writeLines(path, count, (index) => `{"thread_id":"t","run_id":"r","event_type":"llm.ai.response","category":"message","content":{"type":"ai","content":"","tool_calls":[]},"metadata":{},"seq":${index}}\n`);

function writeLines(path, count, line) {
  const file = openSync(path, "w");
  for (let from = 0; from < count; from += 10_000) {
    let text = "";
    for (let index = from; index < Math.min(count, from + 10_000); index += 1) text += line(index);
    writeSync(file, text);
  }
  closeSync(file);
}

/// Writes files into a folder, and gives their paths.
export function write(folder, files) {
  return files.map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  });
}
