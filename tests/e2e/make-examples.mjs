// Writes the viewer's worked examples into web/examples.
//
//   node tests/e2e/make-examples.mjs          writes the files
//   node tests/e2e/make-examples.mjs --check  fails if a file would change
//
// Everything is made up and nothing is drawn from a clock or a random source, so the same bytes
// come out each time. Journals have the envelope of DeerFlow's event journal; the decisions in them
// are those of its detector at revision 2026-09-08, and a test replays them.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const MODEL = "larch-2";
/// Hundred-millionths of a US dollar a token: 2, 0.20 and 8 dollars a million.
const RATES = { inputUncached: 200, cacheRead: 20, output: 800 };
const DEFAULTS = {
  enabled: true,
  warn_threshold: 3,
  hard_limit: 5,
  window_size: 20,
  max_tracked_threads: 100,
  tool_freq_warn: 30,
  tool_freq_hard_limit: 50,
  tool_freq_overrides: {},
};
const WORKSPACE = "/mnt/user-data/workspace";
const OUTPUTS = "/mnt/user-data/outputs";

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/// JSON as Python's `json.dumps` writes it, with the separators of upstream's journal.
function pythonJson(value) {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    const members = Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}: ${pythonJson(v)}`);
    return `{${members.join(", ")}}`;
  }
  return JSON.stringify(value);
}

/// One run's event journal, written record by record.
///
/// Token numbers follow from the texts: about four characters a token, a context that grows by
/// what was said, and a cache that holds the last request in steps of 128 tokens.
class Journal {
  constructor({ thread, run, startedAt, systemTokens = 3184 }) {
    this.thread = thread;
    this.run = run;
    this.micros = Date.parse(startedAt) * 1000 + (parseInt(sha256(run).slice(0, 6), 16) % 900_000);
    this.records = [];
    this.context = systemTokens;
    this.cached = 0;
    this.modelCalls = 0;
    this.toolCalls = 0;
    this.open = [];
    this.tokens = { inputUncached: 0, cacheRead: 0, output: 0, reasoning: 0 };
    this.usageKnown = true;
    this.calls = { proposed: 0, executed: 0, suppressed: 0 };
    this.presented = [];
  }

  record(event_type, category, content, metadata, millis) {
    // Odd microseconds, so that the times look like times.
    this.micros += Math.round(millis * 1000) + (parseInt(sha256(`${this.run}${this.records.length}`).slice(0, 4), 16) % 977);
    const seconds = new Date(Math.floor(this.micros / 1000)).toISOString().slice(0, 19);
    const fraction = String(this.micros % 1_000_000).padStart(6, "0");
    this.lastAt = `${seconds}.${fraction}+00:00`;
    this.firstAt ??= this.lastAt;
    this.records.push({
      thread_id: this.thread,
      run_id: this.run,
      event_type,
      category,
      content,
      metadata,
      seq: this.records.length + 1,
      created_at: this.lastAt,
    });
    return this;
  }

  ask(text) {
    this.question = text;
    this.context += Math.ceil(text.length / 4);
    this.record("run.start", "trace", { chain: "lead_agent" }, { caller: "lead_agent" }, 0);
    const human = { content: text, additional_kwargs: {}, response_metadata: {}, type: "human", name: null, id: this.id("human") };
    return this.record("llm.human.input", "message", human, { caller: "lead_agent" }, 12);
  }

  id(label) {
    const hex = sha256(`${this.run}/${label}`);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  /// A model response of the agent; `calls` are [tool, arguments] pairs.
  respond(calls, { text = "", millis, reasoning, usage = true } = {}) {
    const proposed = calls.map(([name, args]) => {
      this.toolCalls += 1;
      return { name, args, id: `call_${sha256(`${this.run}/${this.toolCalls}`).slice(0, 12)}`, type: "tool_call" };
    });
    this.open = proposed;
    this.calls.proposed += proposed.length;
    const written = text.length + proposed.reduce((n, call) => n + JSON.stringify(call.args).length + 24, 0);
    const spoken = Math.ceil(written / 4);
    const thought = reasoning ?? 64 * (1 + (parseInt(sha256(`${this.run}?${this.modelCalls}`).slice(0, 2), 16) % 3));
    this.message("lead_agent", { text, proposed, spoken, thought, usage, millis: millis ?? 900 + 21 * (spoken + thought) });
    this.context += spoken;
    return this;
  }

  /// A model call of a middleware: paid for, but not the agent's.
  title(text) {
    const before = [this.context, this.cached];
    this.context = 164;
    this.cached = 0;
    this.message("middleware:title", { text, proposed: [], spoken: Math.ceil(text.length / 4), thought: 64, usage: true, millis: 640 });
    [this.context, this.cached] = before;
    return this;
  }

  message(caller, { text, proposed, spoken, thought, usage, millis }) {
    const input = this.context;
    const cacheRead = Math.floor(this.cached / 128) * 128;
    this.cached = input;
    this.modelCalls += 1;
    const used = {
      input_tokens: input,
      output_tokens: spoken + thought,
      total_tokens: input + spoken + thought,
      input_token_details: { cache_read: cacheRead },
      output_token_details: { reasoning: thought },
    };
    if (usage) {
      this.tokens.inputUncached += input - cacheRead;
      this.tokens.cacheRead += cacheRead;
      this.tokens.output += spoken;
      this.tokens.reasoning += thought;
    } else {
      this.usageKnown = false;
    }
    const content = {
      content: text,
      additional_kwargs: {},
      response_metadata: { finish_reason: proposed.length > 0 ? "tool_calls" : "stop", model_name: MODEL },
      type: "ai",
      name: null,
      id: `run--${this.id(`ai-${this.modelCalls}`)}`,
      tool_calls: proposed,
      invalid_tool_calls: [],
      usage_metadata: usage ? used : null,
    };
    const metadata = { caller, usage: usage ? used : {}, latency_ms: millis, llm_call_index: this.modelCalls };
    return this.record("llm.ai.response", "message", content, metadata, millis);
  }

  /// Results of the last response's calls, in order; a result is text, or `{ error }`.
  results(...texts) {
    if (texts.length !== this.open.length) throw new Error(`${this.run}: ${texts.length} results for ${this.open.length} calls`);
    this.open.forEach((call, index) => {
      const failed = typeof texts[index] === "object";
      const text = failed ? texts[index].error : texts[index];
      this.context += Math.ceil(text.length / 4);
      this.calls.executed += 1;
      const took = { bash: 2140, web_search: 780, web_fetch: 1130, task: 9000 }[call.name] ?? 38;
      const content = {
        content: text,
        additional_kwargs: {},
        response_metadata: {},
        type: "tool",
        name: call.name,
        id: this.id(`tool-${call.id}`),
        tool_call_id: call.id,
        artifact: null,
        status: failed ? "error" : "success",
      };
      this.record("llm.tool.result", "message", content, {}, took);
      if (call.name === "present_files") this.presented.push(...call.args.filepaths);
    });
    this.open = [];
    return this;
  }

  warn(layer, tools, count, threshold) {
    return this.decide("warn", layer, tools, count, threshold);
  }

  /// The stop takes the open calls out; the run ends with it.
  stop(layer, tools, count, threshold) {
    this.calls.suppressed += this.open.length;
    this.open = [];
    this.stopped = true;
    return this.decide("hard_stop", layer, tools, count, threshold).end("[FORCED STOP]", "loop_capped");
  }

  decide(action, detection_layer, tool_names, count, threshold) {
    const changes = { is_subagent: false, agent_id: null, detection_layer, tool_names, count, threshold };
    const content = { name: "LoopDetectionMiddleware", hook: "after_model", action, changes };
    return this.record("middleware:loop_detection", "middleware", content, {}, 1);
  }

  end(lastText, stopReason = null) {
    this.stopReason = stopReason;
    this.status = "success";
    // Upstream writes the messages as Python text here, which readers must leave alone.
    const messages = [`content=${pythonText(this.question)} id='${this.id("human")}'`, `content=${pythonText(lastText)} id='run--${this.id(`ai-${this.modelCalls}`)}' tool_calls=[]`];
    this.record("run.end", "outputs", { messages }, { status: "success" }, 6);
    const by_tool = this.presented.length > 0 ? { present_files: this.presented } : {};
    return this.record("run.delivery", "outputs", { presented: this.presented.length, paths: this.presented, by_tool }, {}, 3);
  }

  fail(text, error_type) {
    this.stopReason = null;
    this.status = "error";
    return this.record("run.error", "error", text, { error_type }, 4);
  }

  text() {
    return this.records.map((record) => `${pythonJson(record)}\n`).join("");
  }

  /// What the journal says about its attempt.
  facts(file) {
    const known = this.usageKnown;
    return {
      start: this.firstAt,
      end: this.lastAt,
      tokens: {
        inputUncached: known ? this.tokens.inputUncached : null,
        cacheRead: known ? this.tokens.cacheRead : null,
        cacheWrite: known ? 0 : null,
        output: known ? this.tokens.output : null,
        reasoning: known ? this.tokens.reasoning : null,
      },
      calls: this.calls,
      status: this.status,
      stopReason: this.stopReason,
      // The sandbox came with the first tool call and went with the run.
      sandboxSeconds: Math.round(millisBetween(this.firstAt, this.lastAt) / 100 - 9) / 10,
      trace: { file, threadId: this.thread, runId: this.run },
    };
  }
}

function pythonText(text) {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}

/// An attempt record, every field present.
function attempt(fields) {
  const { tokens, calls } = fields;
  const unknown = { ...fields.unknown };
  const start = utc(fields.start);
  const end = utc(fields.end);
  const cost = "modelCost" in fields ? fields.modelCost : usd(modelCost(tokens));
  return `${JSON.stringify({
    schema: "loopledger.attempt/v1",
    experimentId: fields.experiment ?? null,
    manifestDigest: fields.manifestDigest ?? null,
    taskId: fields.task,
    attemptId: fields.id,
    variantId: fields.variant ?? null,
    retryOf: fields.retryOf ?? null,
    startedAt: start,
    endedAt: end,
    model: MODEL,
    sourceRevision: fields.source ?? null,
    concurrency: fields.concurrency ?? 1,
    detectorRevision: fields.detectorRevision ?? "2026-09-08",
    effectiveConfiguration: fields.configuration,
    tokens,
    toolCalls: calls,
    modelCost: cost,
    toolCost: fields.toolCost ?? null,
    sandboxSeconds: fields.sandboxSeconds ?? null,
    latencyMs: millisBetween(fields.start, fields.end),
    status: fields.status,
    stopReason: fields.stopReason,
    review: fields.review ?? null,
    trace: fields.trace ?? null,
    credit: false,
    unknown,
  })}\n`;
}

const utc = (text) => text.replace("+00:00", "Z");

/// Milliseconds between two times with microseconds.
function millisBetween(start, end) {
  const micros = (text) => BigInt(Date.parse(`${text.slice(0, 19)}Z`)) * 1000n + BigInt(text.slice(20, 26));
  return Number(micros(end) - micros(start)) / 1000;
}

/// Reasoning is billed as output. In hundred-millionths of a dollar.
function modelCost({ inputUncached, cacheRead, output, reasoning }) {
  return inputUncached * RATES.inputUncached + cacheRead * RATES.cacheRead + (output + reasoning) * RATES.output;
}

function usd(hundredMillionths) {
  const digits = String(hundredMillionths).padStart(9, "0");
  const fraction = digits.slice(-8).replace(/0+$/, "");
  return { amount: fraction === "" ? digits.slice(0, -8) : `${digits.slice(0, -8)}.${fraction}`, currency: "USD" };
}

/// Searches and fetched pages are billed by the call: half a cent and a fifth of one.
function toolBill({ searches = 0, fetches = 0 }) {
  return usd(searches * 500_000 + fetches * 200_000);
}

function artifact(path, text) {
  return { path, sha256: sha256(text) };
}

// ---------------------------------------------------------------------------------------------
// Two windows: identical call sets in the history, a burst of one tool in the frequency window.

function twoWindows() {
  const journal = new Journal({ thread: "thread-upload-retries", run: "run-upload-retries", startedAt: "2026-09-14T08:12:03Z" });
  const module = `${WORKSPACE}/client/retry.py`;
  const search = (query) => ["web_search", { query, max_results: 5 }];
  const bash = (command, description) => ["bash", { description, command }];
  const pytest = (description) => bash("cd /mnt/user-data/workspace && pytest -q tests/test_retry.py", description);
  const hits = (topic) => `5 results for ${topic}`;
  const red = "F.F..\nFAILED tests/test_retry.py::test_gives_up_after_deadline - assert 2 == 5\nFAILED tests/test_retry.py::test_backoff_is_capped - assert 64.0 <= 30.0\n2 failed, 3 passed in 1.31s";
  const source = "class RetryPolicy:\n    attempts = 2\n    backoff = 2.0\n    deadline = 30.0\n\n    def delay(self, attempt):\n        return self.backoff ** attempt\n";

  journal
    .ask("The upload client gives up too early on slow links. Find out why, compare its retry rules with what other clients do, and write a recommendation to outputs/retry-rules.md.")
    .respond([["read_file", { description: "Read the client's overview", path: `${WORKSPACE}/client/README.md` }]], { text: "I will start with the client's own description." })
    .results("# Upload client\nUploads parts of a file and retries a failed part. Retry rules: client/retry.py. Tests: tests/test_retry.py.")
    .title("Retry rules of the upload client")
    // The same call set three times: the order of its calls and what they are described as differ.
    .respond([pytest("Run the retry tests"), ["read_file", { description: "Read the retry rules", path: module }]])
    .results(red, source)
    .respond([["read_file", { description: "Look at the rules again", path: module, start_line: 1, end_line: 60 }], pytest("Confirm the failures")])
    .results(source, red)
    .respond([["str_replace", { description: "Allow five attempts", path: module, old_str: "    attempts = 2\n", new_str: "    attempts = 5\n" }]])
    .results("OK")
    .respond([pytest("Run the tests after the change"), ["read_file", { description: "Check the edited rules", path: module }]])
    .warn("identical_call_set", ["bash", "read_file"], 3, 3)
    .results(red.replace("assert 2 == 5", "assert 31.2 <= 30.0"), source.replace("attempts = 2", "attempts = 5"))
    // A burst: every query is new, so no call set repeats, yet one tool is used eight times.
    .respond([search("multipart upload retry deadline versus attempt count"), search("exponential backoff full jitter measurement"), search("upload client gives up on slow links")], { text: "The deadline, not the attempt count, ends the upload. I will see how other clients choose theirs." })
    .results(hits("deadline versus attempt count"), hits("full jitter"), hits("slow links"))
    .respond([search("retry budget token bucket http client"), search("per part timeout resumable upload"), search("adaptive retry deadline bytes per second")])
    .results(hits("retry budgets"), hits("per part timeouts"), hits("adaptive deadlines"))
    .respond([["web_fetch", { url: "https://uploads.example/notes/deadline-by-size" }]])
    .results("Scale the deadline with the size of the part: base + bytes / slowest supported rate.")
    .respond([search("slowest supported uplink rate mobile 2026"), search("idempotent part upload retry safety")])
    .warn("tool_frequency", ["web_search"], 8, 8)
    .results(hits("uplink rates"), hits("idempotent parts"))
    // Shell work: bash has an override of its own, which is why the window is 32 calls long.
    .respond([bash("cd /mnt/user-data/workspace && git log --oneline -8 -- client/retry.py", "See how the rules came about"), bash("cd /mnt/user-data/workspace && grep -rn deadline client", "Find every deadline"), bash("cd /mnt/user-data/workspace && python tools/link.py --rate 250k --size 8M", "Measure a slow link"), bash("cd /mnt/user-data/workspace && python tools/link.py --rate 500k --size 8M", "Measure a faster link")])
    .results("9c1f0aa Retry twice\n41d77be Add a deadline", "client/retry.py:4:    deadline = 30.0", "8 MiB at 250 kB/s: 33.6 s", "8 MiB at 500 kB/s: 16.8 s")
    .respond([bash("cd /mnt/user-data/workspace && python tools/link.py --rate 250k --size 16M", "Measure a large part"), bash("cd /mnt/user-data/workspace && python tools/link.py --rate 125k --size 8M", "Measure a very slow link"), bash("cd /mnt/user-data/workspace && python tools/link.py --rate 1M --size 16M", "Measure a good link"), bash("cd /mnt/user-data/workspace && sort -n measurements.txt | tail -3", "Take the slowest three")])
    .results("16 MiB at 250 kB/s: 67.1 s", "8 MiB at 125 kB/s: 67.1 s", "16 MiB at 1 MB/s: 16.8 s", "33.6\n67.1\n67.1")
    .respond([bash("cd /mnt/user-data/workspace && sed -i 's/deadline = 30.0/deadline = 90.0/' client/retry.py", "Raise the deadline"), bash("cd /mnt/user-data/workspace && pytest -q tests/test_upload.py", "Run the upload tests"), ["read_file", { description: "Read the upload tests", path: `${WORKSPACE}/tests/test_upload.py` }]])
    .results("", "....\n4 passed in 2.07s", "def test_part_is_retried(server): ...")
    .respond([bash("cd /mnt/user-data/workspace && python tools/link.py --rate 125k --size 16M", "Measure the worst case"), bash("cd /mnt/user-data/workspace && git diff --stat", "See what changed"), bash("cd /mnt/user-data/workspace && ruff check client", "Lint the client")])
    .results("16 MiB at 125 kB/s: 134.2 s", " client/retry.py | 4 ++--", "All checks passed!")
    .respond([["write_file", { description: "Start the recommendation", path: `${OUTPUTS}/retry-rules.md`, content: "# Retry rules\n\nThe deadline of 30 s ends uploads over links below 280 kB/s.\n" }]])
    .results("OK")
    .respond([search("deadline scaled by part size prior art"), search("upload retry recommendation five attempts")], { text: "I want a second source for the scaled deadline." })
    .results(hits("scaled deadlines"), hits("five attempts"))
    .respond([search("slow link upload success rate study"), search("retry deadline 90 seconds mobile"), ["write_file", { description: "Finish the recommendation", path: `${OUTPUTS}/retry-rules.md`, content: "# Retry rules\n\nScale the deadline with the part: 10 s + bytes / 125 kB/s. Keep five attempts.\n" }]])
    .stop("tool_frequency", ["web_search"], 12, 12);

  const config = `# The part of DeerFlow's config.yaml that the loop detector reads.
# The override of bash has the largest hard limit in play, so the frequency window is 32 calls
# long: for every tool, not only for bash.
loop_detection:
  enabled: true
  warn_threshold: 3
  hard_limit: 5
  window_size: 12
  tool_freq_warn: 8
  tool_freq_hard_limit: 12
  tool_freq_overrides:
    bash:
      warn: 24
      hard_limit: 32
`;
  return { "config.yaml": config, "upload-retries.jsonl": journal.text() };
}

// ---------------------------------------------------------------------------------------------
// Warning, then stop: what a candidate comes to, and what a stop takes out.

function warningThenStop() {
  const configuration = { ...DEFAULTS, tool_freq_overrides: { web_fetch: { warn: 4, hard_limit: 8 } } };
  const fetch = (name) => ["web_fetch", { url: `https://queues.example/${name}/pricing` }];
  const price = (name, amount) => `${name}: ${amount} USD per million requests, first million free`;

  // Six pages in one response: the fourth page would warn, the eighth stops, nothing of it runs.
  const batch = new Journal({ thread: "thread-queue-prices", run: "run-batch-stop", startedAt: "2026-09-15T09:40:11Z" })
    .ask("Compare the list prices of the eight queue services in services.txt and write a table to outputs/queue-prices.md.")
    .respond([["read_file", { description: "Read the list of services", path: `${WORKSPACE}/services.txt` }]])
    .results("aurora\nborealis\ncinder\ndrift\nember\nfjord\ngale\nharbor")
    .title("Queue price comparison")
    .respond([fetch("aurora"), fetch("borealis")])
    .results(price("aurora", "0.40"), price("borealis", "0.36"))
    .respond([fetch("cinder"), fetch("drift"), fetch("ember"), fetch("fjord"), fetch("gale"), fetch("harbor"), ["write_file", { description: "Start the table", path: `${OUTPUTS}/queue-prices.md`, content: "| service | USD per million requests |\n| --- | --- |\n| aurora | 0.40 |\n| borealis | 0.36 |\n" }]], { text: "Two are in; I will read the other six at once." })
    .stop("tool_frequency", ["web_fetch"], 8, 8);

  const test = (description) => ["bash", { description, command: "cd /mnt/user-data/workspace && pytest -q tests/test_export.py" }];
  const failing = "..F\nFAILED tests/test_export.py::test_nightly_export_is_sorted - AssertionError: rows 41 and 42 are swapped\n1 failed, 2 passed in 0.84s";
  const source = "def export(rows):\n    return sorted(rows, key=lambda row: row.day)\n";
  const readExport = ["read_file", { description: "Read the export", path: `${WORKSPACE}/export.py` }];

  // Warned at the third identical call set, stopped at the fifth: the model went on regardless.
  const stopped = new Journal({ thread: "thread-export-a", run: "run-warned-then-stopped", startedAt: "2026-09-15T10:02:47Z" })
    .ask("The nightly export test fails now and then. Make it pass and say what was wrong in outputs/export.md.")
    .respond([readExport])
    .results(source)
    .title("Nightly export test")
    .respond([test("Run the export tests")])
    .results(failing)
    .respond([test("Run them again, the failure may pass")])
    .results(failing)
    .respond([test("One more run")])
    .warn("identical_call_set", ["bash"], 3, 3)
    .results(failing)
    .respond([readExport])
    .results(source)
    .respond([test("Check whether it still fails")])
    .results(failing)
    .respond([test("Try a last time")])
    .stop("identical_call_set", ["bash"], 5, 5);

  // The same task and the same warning, and a model that took it.
  const finished = new Journal({ thread: "thread-export-b", run: "run-warned-then-finished", startedAt: "2026-09-15T10:20:05Z" })
    .ask("The nightly export test fails now and then. Make it pass and say what was wrong in outputs/export.md.")
    .respond([readExport])
    .results(source)
    .title("Nightly export test")
    .respond([test("Run the export tests")])
    .results(failing)
    .respond([test("See whether the failure is stable")])
    .results(failing)
    .respond([test("Run once more")])
    .warn("identical_call_set", ["bash"], 3, 3)
    .results(failing)
    .respond([["str_replace", { description: "Sort rows of one day by their number", path: `${WORKSPACE}/export.py`, old_str: "row.day)", new_str: "(row.day, row.number))" }]], { text: "Running it again tells me nothing new. Rows of the same day have no order; I will give them one." })
    .results("OK")
    .respond([["bash", { description: "Run the tests often enough to see the flake", command: "cd /mnt/user-data/workspace && pytest -q --count 20 tests/test_export.py" }]])
    .results("............................................................\n60 passed in 9.12s")
    .respond([["write_file", { description: "Explain the failure", path: `${OUTPUTS}/export.md`, content: "# Nightly export\n\nRows of one day had no defined order. They are now sorted by day and number.\n" }], ["present_files", { filepaths: [`${OUTPUTS}/export.md`] }]])
    .results("OK", "Presented 1 file")
    .respond([], { text: "The export sorts by day and number now; twenty runs in a row pass. What was wrong is in outputs/export.md." })
    .end("The export sorts by day and number now.");

  const review = (decision, reason, artifacts = []) => ({ rubric: "delivery", rubricVersion: "1", decision, reason, reviewer: "m.ortega", artifacts });
  const common = { configuration, source: "9c1f0aa" };
  const attempts = [
    { ...common, ...batch.facts("batch-stop.jsonl"), id: "queue-prices-1", task: "queue-prices", toolCost: toolBill({ fetches: 2 }), review: review("rejected", "No table was delivered; two of eight services had been read.") },
    { ...common, ...stopped.facts("warned-then-stopped.jsonl"), id: "export-1", task: "nightly-export", toolCost: toolBill({}), review: review("rejected", "The test still fails and nothing explains why.") },
    { ...common, ...finished.facts("warned-then-finished.jsonl"), id: "export-2", task: "nightly-export", retryOf: "export-1", toolCost: toolBill({}), review: review("accepted", null, [artifact(`${OUTPUTS}/export.md`, "export.md, second attempt")]) },
  ];
  const config = `# DeerFlow's defaults, and one exception: web_fetch may be used eight times, with a warning at four.
loop_detection:
  enabled: true
  tool_freq_overrides:
    web_fetch: { warn: 4, hard_limit: 8 }
`;
  return {
    "attempts.jsonl": attempts.map(attempt).join(""),
    "batch-stop.jsonl": batch.text(),
    "config.yaml": config,
    "warned-then-finished.jsonl": finished.text(),
    "warned-then-stopped.jsonl": stopped.text(),
  };
}

// ---------------------------------------------------------------------------------------------
// Cost with failures: a baseline and one changed limit, every attempt counted.

function costWithFailures() {
  const experiment = "loop-limit-2026-09";
  const source = "4be21d7";
  const baseline = DEFAULTS;
  const raised = { ...DEFAULTS, hard_limit: 8 };
  const tasks = {
    "csv-dedupe": { title: "Remove the duplicate customers from customers.csv and explain the rule", acceptanceCriteria: ["No two rows share an address and a birth date", "The rule is stated in one sentence", "No row is lost that is not a duplicate"] },
    "flaky-upload": { title: "Find out why the upload test fails now and then, and mend it", acceptanceCriteria: ["Two hundred runs pass", "The cause is named", "No test was removed or skipped"] },
    "release-notes": { title: "Write the release notes of version 3.2 from the commit log", acceptanceCriteria: ["Every breaking change is listed", "Nothing is listed that is not in the log"] },
    "quarterly-chart": { title: "Chart the quarterly revenue by region and comment on it", acceptanceCriteria: ["The numbers agree with revenue.csv", "The axes name their units"] },
  };
  const manifest = {
    schema: "loopledger.experiment/v1",
    experimentId: experiment,
    tasks: Object.entries(tasks).map(([taskId, task]) => ({ taskId, ...task })),
    sourceRevision: source,
    modelConfiguration: `${MODEL}, temperature 0`,
    concurrency: 2,
    rubric: { rubric: "delivery", rubricVersion: "2", criteria: ["Meets every acceptance criterion of its task", "Can be used as it is"] },
    baseline: { variantId: "baseline", configuration: baseline },
    variants: [{ variantId: "hard-limit-8", setting: "hard_limit", value: "8" }],
  };

  const test = (description) => ["bash", { description, command: "cd /mnt/user-data/workspace && pytest -q tests/test_upload.py" }];
  const failing = ".F..\nFAILED tests/test_upload.py::test_part_is_retried - TimeoutError: part 2 of 3\n1 failed, 3 passed in 4.40s";

  /// A run that repeats one test until the detector ends it.
  const loop = (run, startedAt, hardLimit) => {
    const journal = new Journal({ thread: `thread-${run}`, run, startedAt })
      .ask(`${tasks["flaky-upload"].title}.`)
      .respond([["read_file", { description: "Read the test", path: `${WORKSPACE}/tests/test_upload.py` }]])
      .results("def test_part_is_retried(server):\n    server.drop(part=2, times=1)\n    assert upload(server, parts=3).ok\n")
      .title("Flaky upload test");
    for (let count = 1; count <= hardLimit; count += 1) {
      journal.respond([test(count === 1 ? "Run the upload tests" : `Run the upload tests again (${count})`)]);
      if (count === 3) journal.warn("identical_call_set", ["bash"], 3, 3);
      if (count === hardLimit) return journal.stop("identical_call_set", ["bash"], hardLimit, hardLimit);
      journal.results(failing);
    }
    return journal;
  };

  const clean = new Journal({ thread: "thread-base-01", run: "base-01", startedAt: "2026-09-16T07:00:02Z" })
    .ask(`${tasks["csv-dedupe"].title}.`)
    .respond([["bash", { description: "Look at the data", command: "cd /mnt/user-data/workspace && head -5 customers.csv && wc -l customers.csv" }]])
    .results("id,name,address,born\n1,Ada Brandt,Hafenstr. 4,1971-02-03\n2,Ada Brandt,Hafenstrasse 4,1971-02-03\n3,Jun Okafor,Mill Lane 9,1985-11-20\n4,Jun Okafor,Mill Lane 9,1985-11-20\n   1204 customers.csv")
    .title("Duplicate customers")
    .respond([["write_file", { description: "Write the rule as a script", path: `${WORKSPACE}/dedupe.py`, content: "import csv, re, sys\n\ndef key(row):\n    street = re.sub(r'str(asse|\\.)\\b', 'str', row['address'].lower())\n    return (street, row['born'])\n\nseen = set()\nrows = list(csv.DictReader(sys.stdin))\nout = csv.DictWriter(sys.stdout, rows[0].keys())\nout.writeheader()\nfor row in rows:\n    if key(row) not in seen:\n        seen.add(key(row))\n        out.writerow(row)\n" }], ["bash", { description: "Apply it", command: "cd /mnt/user-data/workspace && python dedupe.py < customers.csv > /mnt/user-data/outputs/customers.csv && wc -l /mnt/user-data/outputs/customers.csv" }]])
    .results("OK", "1131 /mnt/user-data/outputs/customers.csv")
    .respond([["read_file", { description: "Check a sample", path: `${OUTPUTS}/customers.csv`, start_line: 1, end_line: 40 }]])
    .results("id,name,address,born\n1,Ada Brandt,Hafenstr. 4,1971-02-03\n3,Jun Okafor,Mill Lane 9,1985-11-20")
    .respond([["present_files", { filepaths: [`${OUTPUTS}/customers.csv`] }]])
    .results("Presented 1 file")
    .respond([], { text: "73 duplicates are gone. Two rows are one customer if the address, written the same way, and the birth date agree." })
    .end("73 duplicates are gone.");

  const baseLoop = loop("base-02", "2026-09-16T07:00:03Z", 5);
  const raisedLoop = loop("hard8-02", "2026-09-16T13:04:40Z", 8);

  const broken = new Journal({ thread: "thread-base-06", run: "base-06", startedAt: "2026-09-16T07:21:30Z" })
    .ask(`${tasks["quarterly-chart"].title}.`)
    .respond([["read_file", { description: "Read the revenue", path: `${WORKSPACE}/revenue.csv` }]])
    .results("quarter,region,revenue\n2026Q1,north,410200\n2026Q1,south,388900\n2026Q2,north,432750\n2026Q2,south,371400")
    .title("Quarterly revenue chart")
    .respond([["bash", { description: "Draw the chart", command: "cd /mnt/user-data/workspace && python chart.py revenue.csv --out /mnt/user-data/outputs/revenue.svg" }]])
    .results({ error: "ModuleNotFoundError: No module named 'matplotlib'" })
    .fail("The provider closed the connection: 529 overloaded", "ProviderError");

  const partial = new Journal({ thread: "thread-hard8-06", run: "hard8-06", startedAt: "2026-09-16T13:31:09Z" })
    .ask(`${tasks["quarterly-chart"].title}.`)
    .respond([["read_file", { description: "Read the revenue", path: `${WORKSPACE}/revenue.csv` }]])
    .results("quarter,region,revenue\n2026Q1,north,410200\n2026Q1,south,388900\n2026Q2,north,432750\n2026Q2,south,371400")
    .title("Quarterly revenue chart")
    // The stream of this answer ended before its usage came.
    .respond([["write_file", { description: "Draw the chart by hand", path: `${OUTPUTS}/revenue.svg`, content: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 320 200'><title>Revenue by region, EUR</title></svg>" }]], { usage: false })
    .results("OK")
    .respond([["present_files", { filepaths: [`${OUTPUTS}/revenue.svg`] }]])
    .results("Presented 1 file")
    .respond([], { text: "North grew by 5.5 percent, south fell by 4.5; the chart is in outputs/revenue.svg." })
    .end("North grew by 5.5 percent, south fell by 4.5.");

  const review = (decision, reason, path, reviewer = "m.ortega") => ({
    rubric: "delivery",
    rubricVersion: "2",
    decision,
    reason,
    reviewer,
    artifacts: path ? [artifact(`${OUTPUTS}/${path}`, `${path} ${decision} ${reviewer}`)] : [],
  });
  const plain = (start, end, tokens, calls) => ({
    start,
    end,
    tokens: { inputUncached: tokens[0], cacheRead: tokens[1], cacheWrite: 0, output: tokens[2], reasoning: tokens[3] },
    calls: { proposed: calls[0], executed: calls[1], suppressed: calls[0] - calls[1] },
    status: "success",
    stopReason: null,
  });
  const base = { experiment, source, concurrency: 2, variant: "baseline", configuration: baseline };
  const hard8 = { experiment, source, concurrency: 2, variant: "hard-limit-8", configuration: raised };
  const attempts = [
    { ...base, ...clean.facts("base-01.jsonl"), id: "base-01", task: "csv-dedupe", toolCost: toolBill({}), review: review("accepted", null, "customers.csv") },
    { ...base, ...baseLoop.facts("base-02.jsonl"), id: "base-02", task: "flaky-upload", toolCost: toolBill({}), review: review("rejected", "The cause is not named and the test still fails.") },
    { ...base, ...plain("2026-09-16T07:05:12.204118+00:00", "2026-09-16T07:11:49.870332+00:00", [31240, 118784, 5216, 2304], [27, 27]), id: "base-03", task: "flaky-upload", retryOf: "base-02", toolCost: toolBill({ searches: 3, fetches: 1 }), sandboxSeconds: 389.4, review: review("accepted", null, "upload-test.md") },
    { ...base, ...plain("2026-09-16T07:12:20.551907+00:00", "2026-09-16T07:14:02.118264+00:00", [18822, 24064, 2890, 640], [6, 6]), id: "base-04", task: "release-notes", toolCost: toolBill({}), sandboxSeconds: 98.1, review: review("rejected", "The renamed setting, a breaking change, is missing.", "release-notes.md") },
    { ...base, ...plain("2026-09-16T07:15:31.020440+00:00", "2026-09-16T07:18:20.773158+00:00", [21406, 40960, 3344, 896], [9, 9]), id: "base-05", task: "release-notes", retryOf: "base-04", toolCost: toolBill({}), sandboxSeconds: 162.7, review: review("accepted", null, "release-notes.md") },
    { ...base, ...broken.facts("base-06.jsonl"), id: "base-06", task: "quarterly-chart", toolCost: toolBill({}) },
    { ...base, ...plain("2026-09-16T07:24:01.330215+00:00", "2026-09-16T07:36:44.902871+00:00", [44518, 201216, 9120, 4864], [38, 37]), id: "base-07", task: "quarterly-chart", retryOf: "base-06", status: "interrupted", toolCost: toolBill({ searches: 2 }), sandboxSeconds: 760.2 },

    { ...hard8, ...plain("2026-09-16T13:00:02.618040+00:00", "2026-09-16T13:02:09.114902+00:00", [9874, 17152, 1604, 704], [7, 7]), id: "hard8-01", task: "csv-dedupe", toolCost: toolBill({}), sandboxSeconds: 119.6, review: review("accepted", null, "customers.csv", "j.weiss") },
    { ...hard8, ...raisedLoop.facts("hard8-02.jsonl"), id: "hard8-02", task: "flaky-upload", toolCost: toolBill({}), review: review("rejected", "The cause is not named and the test still fails.", null, "j.weiss") },
    { ...hard8, ...plain("2026-09-16T13:06:15.004871+00:00", "2026-09-16T13:36:15.412330+00:00", [52110, 388096, 12744, 6208], [61, 60]), id: "hard8-03", task: "flaky-upload", retryOf: "hard8-02", status: "timeout", toolCost: toolBill({ searches: 6, fetches: 4 }), sandboxSeconds: 1800 },
    { ...hard8, ...plain("2026-09-16T13:38:50.771204+00:00", "2026-09-16T13:44:58.230118+00:00", [28960, 104448, 4872, 2176], [24, 24]), id: "hard8-04", task: "flaky-upload", retryOf: "hard8-03", toolCost: toolBill({ searches: 2 }), sandboxSeconds: null, unknown: { sandboxSeconds: "absent_field" }, review: review("accepted", null, "upload-test.md", "j.weiss") },
    { ...hard8, ...plain("2026-09-16T13:27:33.120976+00:00", "2026-09-16T13:29:40.665209+00:00", [19204, 26880, 3012, 768], [7, 7]), id: "hard8-05", task: "release-notes", toolCost: toolBill({}), sandboxSeconds: 121.9, review: review("accepted", null, "release-notes.md", "j.weiss") },
    { ...hard8, ...partial.facts("hard8-06.jsonl"), id: "hard8-06", task: "quarterly-chart", modelCost: null, unknown: { modelCost: "stream_partial", "tokens.inputUncached": "stream_partial", "tokens.cacheRead": "stream_partial", "tokens.cacheWrite": "stream_partial", "tokens.output": "stream_partial", "tokens.reasoning": "stream_partial" }, toolCost: toolBill({}), review: review("accepted", null, "revenue.svg", "j.weiss") },
    { ...hard8, ...plain("2026-09-16T13:50:00.481559+00:00", "2026-09-16T13:54:31.902417+00:00", [58204, 131072, 6410, 3200], [22, 21]), id: "hard8-07", task: "csv-dedupe", stopReason: "token_capped", toolCost: toolBill({}), sandboxSeconds: 268.8, review: review("rejected", "Rows were lost that are no duplicates.", "customers.csv", "j.weiss") },
  ];
  return {
    "attempts.jsonl": attempts.map(attempt).join(""),
    "base-01.jsonl": clean.text(),
    "base-02.jsonl": baseLoop.text(),
    "base-06.jsonl": broken.text(),
    "experiment.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "hard8-02.jsonl": raisedLoop.text(),
    "hard8-06.jsonl": partial.text(),
  };
}

// ---------------------------------------------------------------------------------------------
// Second opinions: where DeerFlow's detector and those of others disagree.

const verdict = (decision, reason, artifacts = []) => ({ rubric: "delivery", rubricVersion: "1", decision, reason, reviewer: "m.ortega", artifacts });

/// One file, page by page. Up to revision 2026-09-10 pages inside of a block of 200 lines have the
/// same key, from 2026-09-16 on each page has its own; to everybody else they differ anyway.
function paging() {
  const path = `${WORKSPACE}/migrations/2026_08_ledger.sql`;
  const page = (number) => ["read_file", { path, start_line: 40 * number - 39, end_line: 40 * number }];
  const lines = (number) => `-- lines ${40 * number - 39} to ${40 * number}\nALTER TABLE ledger_${number} ADD COLUMN settled_at timestamptz;`;
  const question = "Read the whole migration and list every table that it changes in outputs/tables.md.";

  const stopped = new Journal({ thread: "thread-migration-a", run: "run-paged-and-stopped", startedAt: "2026-09-18T07:31:40Z" }).ask(question);
  for (const number of [1, 2, 3, 4]) {
    stopped.respond([page(number)]);
    if (number === 1) stopped.title("Tables of the migration");
    if (number === 3) stopped.warn("identical_call_set", ["read_file"], 3, 3);
    stopped.results(lines(number));
  }
  stopped.respond([page(5)]).stop("identical_call_set", ["read_file"], 5, 5);

  const whole = new Journal({ thread: "thread-migration-b", run: "run-paged-to-the-end", startedAt: "2026-09-18T08:02:13Z" }).ask(question);
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    whole.respond([page(number)]);
    if (number === 1) whole.title("Tables of the migration");
    whole.results(lines(number));
  }
  whole
    .respond([["write_file", { path: `${OUTPUTS}/tables.md`, content: "# Tables\n\nledger_1 to ledger_8 get a column settled_at.\n" }], ["present_files", { filepaths: [`${OUTPUTS}/tables.md`] }]])
    .results("OK", "Presented 1 file")
    .respond([], { text: "The migration changes eight tables; they are listed in outputs/tables.md." })
    .end("The migration changes eight tables.");

  const common = { configuration: DEFAULTS, source: "c07d2e1", task: "migration-tables", toolCost: toolBill({}) };
  const attempts = [
    { ...common, ...stopped.facts("paged-and-stopped.jsonl"), id: "migration-1", review: verdict("rejected", "Half of the file was never read, and nothing was delivered.") },
    { ...common, ...whole.facts("paged-to-the-end.jsonl"), id: "migration-2", retryOf: "migration-1", detectorRevision: "2026-09-16", review: verdict("accepted", null, [artifact(`${OUTPUTS}/tables.md`, "tables.md")]) },
  ];
  return { "attempts.jsonl": attempts.map(attempt).join(""), "paged-and-stopped.jsonl": stopped.text(), "paged-to-the-end.jsonl": whole.text() };
}

/// Pages of search results. The page number is no part of DeerFlow's key, so that every page is the
/// same call to it; the others compare all arguments.
function numberedSearch() {
  const search = (page) => ["web_search", { query: "incident reports queue outage 2026", page }];
  const hits = (page) => `Results ${10 * page - 9} to ${10 * page}: incident ${page}A, incident ${page}B, incident ${page}C`;
  const journal = new Journal({ thread: "thread-incidents", run: "run-numbered-search", startedAt: "2026-09-18T09:14:27Z" })
    .ask("Collect this year's public incident reports about queue outages in outputs/incidents.md.")
    .respond([search(1)])
    .title("Queue outages of 2026")
    .results(hits(1))
    .respond([search(2)])
    .results(hits(2))
    .respond([search(3)])
    .warn("identical_call_set", ["web_search"], 3, 3)
    .results(hits(3))
    .respond([search(4)])
    .results(hits(4))
    .respond([["write_file", { path: `${OUTPUTS}/incidents.md`, content: "# Incidents\n\n1A 1B 1C 2A 2B 2C 3A 3B 3C 4A 4B 4C\n" }], ["present_files", { filepaths: [`${OUTPUTS}/incidents.md`] }]])
    .results("OK", "Presented 1 file")
    .respond([search(5)], { text: "Twelve are in the list. I will look whether there are more." })
    .stop("identical_call_set", ["web_search"], 5, 5);
  const attempts = [
    { configuration: DEFAULTS, source: "c07d2e1", task: "queue-incidents", ...journal.facts("numbered-search.jsonl"), id: "incidents-1", toolCost: toolBill({ searches: 4 }), review: verdict("accepted", null, [artifact(`${OUTPUTS}/incidents.md`, "incidents.md")]) },
  ];
  return { "attempts.jsonl": attempts.map(attempt).join(""), "numbered-search.jsonl": journal.text() };
}

/// Two calls in turns, with the same answers. No call follows itself, so that whoever looks for the
/// same call in a row sees nothing; DeerFlow counts each in its window, and two others look for
/// alternation itself.
function alternation() {
  const configuration = { ...DEFAULTS, hard_limit: 6 };
  const search = ["web_search", { query: "larch-2 context window tokens" }];
  const fetch = ["web_fetch", { url: "https://models.example/larch-2" }];
  const journal = new Journal({ thread: "thread-context-window", run: "run-alternation", startedAt: "2026-09-18T10:40:02Z" }).ask("How many tokens fit into the context window of larch-2? Answer with the source.");
  for (const turn of [1, 2, 3, 4, 5]) {
    journal.respond([search]);
    if (turn === 1) journal.title("Context window of larch-2");
    if (turn === 3) journal.warn("identical_call_set", ["web_search"], 3, 3);
    journal.results("1 result: https://models.example/larch-2");
    journal.respond([fetch]);
    if (turn === 3) journal.warn("identical_call_set", ["web_fetch"], 3, 3);
    journal.results("larch-2: a model. For its limits, search for its name.");
  }
  journal.respond([search]).stop("identical_call_set", ["web_search"], 6, 6);
  const attempts = [
    { configuration, source: "c07d2e1", task: "context-window", ...journal.facts("alternation.jsonl"), id: "context-window-1", toolCost: toolBill({ searches: 5, fetches: 5 }), review: verdict("rejected", "There is no answer.") },
  ];
  const config = `# DeerFlow's defaults, but a call set may come six times before the run is stopped.
loop_detection:
  enabled: true
  hard_limit: 6
`;
  return { "alternation.jsonl": journal.text(), "attempts.jsonl": attempts.map(attempt).join(""), "config.yaml": config };
}

/// The same call until something is done. Its answers change, and only those who look at answers
/// see that it is no loop.
function polling() {
  const configuration = { ...DEFAULTS, warn_threshold: 8, hard_limit: 12 };
  const poll = ["bash", { command: "deploy status --job 417" }];
  const journal = new Journal({ thread: "thread-deploy", run: "run-polling", startedAt: "2026-09-18T11:25:48Z" })
    .ask("Deploy the staging branch, wait until it is live, and note the version in outputs/deploy.md.")
    .respond([["bash", { command: "deploy start --branch staging" }]])
    .results("job 417 started")
    .title("Staging deployment");
  for (const state of ["queued behind job 416", "building image", "image built, pushing layers", "pushed, rolling out", "one replica of three is ready", "live: version 2026.9.18-3"]) {
    journal.respond([poll]).results(state);
  }
  journal
    .respond([["write_file", { path: `${OUTPUTS}/deploy.md`, content: "Staging runs version 2026.9.18-3.\n" }], ["present_files", { filepaths: [`${OUTPUTS}/deploy.md`] }]])
    .results("OK", "Presented 1 file")
    .respond([], { text: "Staging is live with version 2026.9.18-3." })
    .end("Staging is live with version 2026.9.18-3.");
  const attempts = [
    { configuration, source: "c07d2e1", task: "deploy-staging", ...journal.facts("polling.jsonl"), id: "deploy-1", toolCost: toolBill({}), review: verdict("accepted", null, [artifact(`${OUTPUTS}/deploy.md`, "deploy.md")]) },
  ];
  const config = `# Higher limits, because this agent waits for deployments.
loop_detection:
  enabled: true
  warn_threshold: 8
  hard_limit: 12
`;
  return { "attempts.jsonl": attempts.map(attempt).join(""), "config.yaml": config, "polling.jsonl": journal.text() };
}

/// All files, by path below web/examples.
export function examples() {
  const files = new Map();
  const index = [];
  for (const [id, make] of [["two-windows", twoWindows], ["warning-then-stop", warningThenStop], ["cost-with-failures", costWithFailures], ["paging", paging], ["numbered-search", numberedSearch], ["alternation", alternation], ["polling", polling]]) {
    const made = make();
    index.push({ id, files: Object.keys(made) });
    for (const [name, text] of Object.entries(made)) files.set(`${id}/${name}`, text);
  }
  files.set("index.json", `[\n${index.map((entry) => `  ${JSON.stringify(entry)}`).join(",\n")}\n]\n`);
  return files;
}

export const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "web", "examples");

/// Paths of the files that are there, below web/examples.
export function committed(folder = EXAMPLES) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.split(sep).join("/"))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = examples();
  if (process.argv.includes("--check")) {
    const wrong = [...files].filter(([path, text]) => {
      try {
        return readFileSync(join(EXAMPLES, path), "utf8") !== text;
      } catch {
        return true;
      }
    });
    const extra = committed().filter((path) => !files.has(path));
    if (wrong.length > 0 || extra.length > 0) {
      console.error(`not as generated: ${[...wrong.map(([path]) => path), ...extra].join(", ")}; run node ${relative(process.cwd(), process.argv[1])}`);
      process.exit(1);
    }
  } else {
    rmSync(EXAMPLES, { recursive: true, force: true });
    for (const [path, text] of files) {
      mkdirSync(dirname(join(EXAMPLES, path)), { recursive: true });
      writeFileSync(join(EXAMPLES, path), text);
    }
    console.log(`${files.size} files in ${EXAMPLES}`);
  }
}
