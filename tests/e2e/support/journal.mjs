// A long event journal, made when it is needed.

import { closeSync, openSync, writeSync } from "node:fs";

const WORDS = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega".split(" ");

/// A small generator (mulberry32), so that the same journal comes out each time.
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/// Writes a journal of at least `size` bytes: one to four calls a response, a result for each call.
/// No call set comes twice, and no tool often enough for the default limits of 50 calls.
export function writeJournal(path, size, { thread = "thread-long", run = "run-long" } = {}) {
  const random = generator(7);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const filler = (length) => {
    let text = "";
    while (text.length < length) text += `${pick(WORDS)} `;
    return text.slice(0, length);
  };
  const tools = {
    bash: (i) => ({ command: `python run_${i}.py ${filler(100)}`, description: filler(60) }),
    read_file: (i) => ({ path: `/mnt/user-data/workspace/src/module_${i}/file_${i % 7}.py`, start_line: 1 + 200 * (i % 3), end_line: 150 + 200 * (i % 3), description: filler(80) }),
    write_file: (i) => ({ path: `/mnt/user-data/outputs/out_${i}.md`, content: filler(110), description: "write" }),
    str_replace: (i) => ({ path: `/mnt/user-data/workspace/f${i}.py`, old_str: filler(60), new_str: "b".repeat(60), description: "edit" }),
    web_search: (i) => ({ query: `query number ${i} about ${filler(100)}`, max_results: 5, description: filler(60) }),
    web_fetch: (i) => ({ url: `https://example.org/${i}/page?x=${i}`, prompt: filler(120) }),
    grep: (i) => ({ pattern: `def fn_${i}`, path: "/mnt/user-data/workspace", glob: "**/*.py", description: filler(100) }),
    task: (i) => ({ description: filler(30), prompt: filler(120), subagent_type: "general-purpose" }),
  };
  const names = Object.keys(tools);
  const file = openSync(path, "w");
  const figures = { responses: 0, calls: 0, bytes: 0, lines: 0 };
  let pending = "";
  let time = Date.parse("2026-09-01T00:00:00Z");
  const write = (event_type, category, content, metadata) => {
    time += 40;
    figures.lines += 1;
    const record = { thread_id: thread, run_id: run, event_type, category, content, metadata, seq: figures.lines, created_at: new Date(time).toISOString().replace("Z", "+00:00") };
    const line = `${JSON.stringify(record)}\n`;
    // Everything in it is ASCII.
    figures.bytes += line.length;
    pending += line;
    if (pending.length > 1 << 22) {
      writeSync(file, pending);
      pending = "";
    }
  };
  write("run.start", "trace", { chain: "lead_agent" }, { caller: "lead_agent" });
  while (figures.bytes < size) {
    const calls = [];
    for (let n = 1 + Math.floor(random() * 4); n > 0; n -= 1) {
      const name = pick(names);
      calls.push({ name, args: tools[name](figures.calls), id: `call_${figures.calls}`, type: "tool_call" });
      figures.calls += 1;
    }
    figures.responses += 1;
    const usage = { input_tokens: 5000, output_tokens: 120, total_tokens: 5120, input_token_details: { cache_read: 4000 }, output_token_details: { reasoning: 30 } };
    const content = { content: "", additional_kwargs: {}, response_metadata: { finish_reason: "tool_calls", model_name: "gpt-demo" }, type: "ai", name: null, id: `ai-${figures.responses}`, tool_calls: calls, invalid_tool_calls: [], usage_metadata: usage };
    write("llm.ai.response", "message", content, { caller: "lead_agent", usage, latency_ms: 900, llm_call_index: figures.responses });
    for (const call of calls) {
      write("llm.tool.result", "message", { content: filler(200), additional_kwargs: {}, response_metadata: {}, type: "tool", name: call.name, id: null, tool_call_id: call.id, artifact: null, status: "success" }, {});
    }
  }
  writeSync(file, pending);
  closeSync(file);
  return figures;
}
