// Asks the component, in Node.js through jco, what the native program was asked, and compares the
// answers: `host.mjs COMPONENT INPUTS`.

import { transpile } from "@bytecodealliance/jco";
import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { decisions } from "./example.mjs";

const KINDS = { vector: "vectors", case: "cases", probe: "probes" };

async function main([component, inputs]) {
  const module = await transpiled(component);
  checkExample(module);
  console.log(compare(module, parse(await readFile(inputs, "utf8"))));
}

/** The component as an ES module, which is written beside it. */
async function transpiled(file) {
  const folder = join(dirname(file), "node");
  const { files } = await transpile(await readFile(file), {
    name: "loopledger",
    wasiShim: false,
  });
  await rm(folder, { recursive: true, force: true });
  files["package.json"] = '{ "type": "module" }\n';
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
  return import(pathToFileURL(join(folder, "loopledger.js")));
}

function compare(module, inputs) {
  const host = new Host(module);
  let asked = 0;
  const differences = [];
  const counts = { vector: 0, case: 0, probe: 0 };
  for (const { kind, name, asks, answers } of inputs.scripts) {
    assert(asks.length > 0 && asks.length === answers.length, `${name}: an answer is missing`);
    asks.forEach((ask, at) => {
      asked++;
      const found = host.answer(ask);
      if (found !== answers[at]) differences.push(`${name}: ${difference(ask, answers[at], found)}`);
    });
    counts[kind]++;
  }
  for (const [kind, key] of Object.entries(KINDS)) {
    assert(
      counts[kind] > 0 && counts[kind] === inputs[key],
      `${counts[kind]} ${key} were run of ${inputs[key]}`,
    );
  }
  assert(asked === inputs.questions, `${asked} questions were asked of ${inputs.questions}`);
  assert(
    differences.length === 0,
    `${differences.length} of ${asked} answers differ, first ${differences[0]}`,
  );
  const counted = Object.entries(KINDS).map(([kind, key]) => `${counts[kind]} ${key}`);
  return `${counted.join(", ")}: ${asked} answers equal the native program's`;
}

/** The README's example does what the README says. */
function checkExample(module) {
  const decided = decisions(module);
  assert.deepEqual(
    decided.map(({ tag }) => tag),
    ["continue", "continue", "warn", "continue", "hard-stop"],
  );
  assert.deepEqual(decided[4].val, {
    finding: { layer: "identical-call-set", tools: ["bash"], count: 5, threshold: 5n },
    stopReason: "loop_capped",
    suppressed: ["call-1"],
  });
}

/** A question, and where its answers part. */
function difference(ask, expected, found) {
  let same = 0;
  while (same < Math.min(expected.length, found.length) && expected[same] === found[same]) same++;
  const piece = (text) => text.slice(Math.max(0, same - 60), same + 100);
  return `${ask.ask}: expected …${piece(expected)}…, found …${piece(found)}…`;
}

/** The component, and what was made of it. */
class Host {
  constructor({ detection, records }) {
    this.detection = detection;
    this.records = records;
  }

  answer(ask) {
    try {
      return this.ask(ask.ask, ask);
    } catch (error) {
      // What the component answers as its `error` is thrown with a payload.
      if (error.payload?.tag === undefined) throw error;
      return `error ${error.payload.tag} ${text(error.payload.val)}`;
    }
  }

  ask(kind, ask) {
    const { detector, session } = this;
    switch (kind) {
      case "detector":
        this.detector = new this.detection.Detector(settings(ask.settings));
        return "null";
      case "unchecked":
        this.detector = this.detection.Detector.unchecked(settings(ask.settings));
        return "null";
      case "revision":
        return text(detector.revision());
      case "configuration":
        return text(detector.configuration());
      case "lints":
        return text(detector.lints());
      case "tracked":
        return text(detector.tracked());
      case "observe":
        return text(flatObservation(detector.observe(context(ask), ask.calls.map(call))));
      case "model-request":
        return text(detector.modelRequest(context(ask)).map(flatWarning));
      case "pending":
        return text(detector.pending(context(ask)).map(flatWarning));
      case "before-agent":
        return text(detector.beforeAgent(context(ask)));
      case "after-agent":
        return text(detector.afterAgent(context(ask)));
      case "windows":
        return text(detector.windows(context(ask)));
      case "reset":
        return text(detector.reset(ask.thread ?? undefined));
      case "consume-stop-reason":
        return text(detector.consumeStopReason(runIdentity(ask.run)));
      case "explain-key":
        return text(detector.explainKey(call(ask.call)));
      case "call-set-digest":
        return text(detector.callSetDigest(ask.calls.map(call)));
      case "session":
        this.session = new this.records.Session();
        return "null";
      case "add-file":
        return text(session.addFile(...file(ask)));
      case "add-in-steps": {
        const reading = this.records.beginFile(...file(ask));
        const steps = [];
        for (let isDone = false; !isDone; ) {
          const progress = reading.advance(BigInt(ask.budget));
          steps.push([progress.doneBytes, progress.totalBytes]);
          ({ isDone } = progress);
        }
        return text([steps, session.add(reading)]);
      }
      case "remove-file":
        return text(session.removeFile(BigInt(ask.id)));
      case "clear":
        return text(session.clear());
      case "files":
        return `[${session.files().map(jsonOf)}]`;
      case "runs":
        return `[${session.runs().map(jsonOf)}]`;
      case "attempts":
        return `[${session.attempts().map(jsonOf)}]`;
      case "report":
        return jsonOf(session.report());
      case "replay":
        return jsonOf(session.replay(ask.run, settings(ask.settings)));
      case "frame":
        return session.frame(ask.run, settings(ask.settings), BigInt(ask.step));
      case "excerpt":
        return session.excerpt(place(ask.place)) ?? "null";
      case "inspect":
        return session.inspect(settings(ask.settings));
      case "revisions":
        return text(this.records.revisions());
      case "parse-configuration":
        return text(this.records.parseConfiguration(...file(ask).slice(0, 2)));
      default:
        throw new Error(`${kind} is no question that this host knows`);
    }
  }
}

// Questions as values of the WIT.

/** JSON whose integers beyond 2^53 are `BigInt`. */
function parse(json) {
  const marked = json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (token) =>
    token.startsWith('"') ? token : `{"integer":"${token}"}`,
  );
  return JSON.parse(marked, (_, value) =>
    value?.integer === undefined ? value : BigInt(value.integer),
  );
}

function settings({ revision, configuration }) {
  return {
    revision: revision ?? undefined,
    configuration: configuration === null ? undefined : limits(configuration),
  };
}

function limits({ enabled, tool_freq_overrides, ...thresholds }) {
  const given = Object.entries(thresholds).map(([name, value]) => [camel(name), BigInt(value)]);
  return {
    enabled,
    ...Object.fromEntries(given),
    toolFreqOverrides: Object.entries(tool_freq_overrides).map(([tool, { warn, hard_limit }]) => ({
      tool,
      warn: BigInt(warn),
      hardLimit: BigInt(hard_limit),
    })),
  };
}

/** A value that is written as `"case"` or `{"case": payload}`. */
function tagged(value) {
  if (typeof value === "string") return { tag: value };
  const [[tag, val]] = Object.entries(value);
  return { tag, val };
}

function runIdentity(value) {
  const { tag, val } = tagged(value);
  return { tag, val: tag === "absent" ? BigInt(val) : val };
}

function context({ context: { threadId, run } }) {
  return { threadId: threadId ?? undefined, run: runIdentity(run) };
}

function call({ id, name, arguments: source }) {
  return { id: id ?? undefined, name: tagged(name), arguments: source ?? undefined };
}

function file({ name, hex, modified }) {
  return [name, new Uint8Array(Buffer.from(hex, "hex")), modified ?? undefined];
}

function place({ file, line, byte, pointer }) {
  const wide = (value) => (value === null ? undefined : BigInt(value));
  return { file, line: wide(line), byte: wide(byte), pointer: pointer ?? undefined };
}

// Answers as the native program writes them.

/** The JSON text of any value. */
function text(value) {
  if (value === undefined || value === null) return "null";
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(text)}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  if ("tag" in value) {
    const tag = JSON.stringify(snake(value.tag));
    return value.val === undefined ? tag : `{${tag}:${text(value.val)}}`;
  }
  return object(value.toolFreqOverrides ? plainLimits(value) : plainFields(value));
}

function object(fields) {
  const members = Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}:${text(value)}`,
  );
  return `{${members}}`;
}

function plainFields({ ...fields }) {
  for (const name of ["layer", "outcome"]) {
    if (fields[name] !== undefined) fields[name] = snake(fields[name]);
  }
  return fields;
}

/** The limits, under upstream's own names. */
function plainLimits({ toolFreqOverrides, ...thresholds }) {
  const names = Object.entries(thresholds).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  const overrides = toolFreqOverrides.map(({ tool, warn, hardLimit }) => [
    tool,
    { warn, hard_limit: hardLimit },
  ]);
  return { ...Object.fromEntries(names), tool_freq_overrides: Object.fromEntries(overrides) };
}

/** An observation, its decision taken apart. */
function flatObservation({ decision: { tag, val }, superseded, callSet }) {
  const isStop = tag === "hard-stop";
  return {
    action: snake(tag),
    finding: isStop ? val.finding : tag === "warn" ? val : null,
    stopReason: isStop ? val.stopReason : null,
    suppressed: isStop ? val.suppressed : [],
    error: tag === "raised" ? val : null,
    superseded,
    callSet,
  };
}

/** A warning, with every field that the flat form has. */
function flatWarning({ tag, val }) {
  return { layer: snake(tag), tool: val?.tool, count: val?.count };
}

/** The whole answer beside a record's own fields, once these are seen to say the same. */
function jsonOf({ json, ...fields }) {
  checkAgrees(fields, parse(json));
  return json;
}

function checkAgrees(fields, whole) {
  for (const [name, value] of Object.entries(fields)) {
    const there = whole[name];
    if (value?.tag === "known" || value?.tag === "unknown") {
      const [has, lacks] = value.tag === "known" ? ["value", "reason"] : ["reason", "value"];
      assert.equal(text(value.val), text(there[has]), name);
      assert.equal(there[lacks], null, name);
    } else if (name === "total" && value !== undefined) {
      checkAgrees(value, there);
    } else if (name === "variants") {
      assert.equal(value.length, there.length, name);
      value.forEach((group, at) => checkAgrees(group, there[at]));
    } else {
      assert.notEqual(there, undefined, name);
      assert.equal(text(value), text(there), name);
    }
  }
}

function snake(name) {
  return name.replaceAll("-", "_");
}

function camel(name) {
  return name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof assert.AssertionError ? `error: ${error.message}` : error);
  process.exitCode = 1;
});
