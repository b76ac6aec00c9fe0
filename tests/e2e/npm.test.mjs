// The package for JavaScript: in Node.js, as a plain module script, from a bundler, and by its types.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { BROWSERS, openPage } from "./support/browsers.mjs";
import { journal } from "./support/fixtures.mjs";
import { serve } from "./support/site.mjs";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const MODULES = join(dirname(fileURLToPath(import.meta.url)), "node_modules");
const PACKAGE = process.env.LOOPLEDGER_NPM;

/// Five times the same call: the default hard stop.
const DETECT = `
  const detector = new Detector();
  const context = { threadId: "t", run: { named: "r" } };
  const calls = [{ id: "c", name: { text: "bash" }, arguments: '{"command":"ls"}' }];
  let last;
  for (let i = 0; i < 5; i += 1) last = detector.observe(context, calls);
  const answer = [last.action, detector.consumeStopReason(context.run)].join(" ");
`;
const STOPPED = "hard_stop loop_capped";

let project;

before(() => {
  assert.ok(PACKAGE, "LOOPLEDGER_NPM names the built package; cargo xtask npm builds it");
  project = mkdtempSync(join(tmpdir(), "loopledger-npm-"));
  mkdirSync(join(project, "node_modules"));
  // A copy, as npm would put it there: a link would lead bundlers out of the project.
  cpSync(PACKAGE, join(project, "node_modules", "loopledger"), { recursive: true });
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
});

after(() => rmSync(project, { recursive: true, force: true }));

async function node(name, script) {
  const file = join(project, name);
  writeFileSync(file, script);
  const { stdout } = await run(process.execPath, [file], { cwd: project });
  return stdout.trim();
}

test("Node.js feeds the detector", async () => {
  const said = await node("detector.js", `import init, { Detector } from "loopledger/detector";\nawait init();\n${DETECT}\nconsole.log(answer);`);
  assert.equal(said, STOPPED);
});

test("Node.js reads a file, and has the detector in the same module", async () => {
  const said = await node(
    "files.js",
    `import { readFileSync } from "node:fs";
     import init, { Detector, Session } from "loopledger";
     await init();
     const session = new Session();
     session.addFile("run-loop.jsonl", readFileSync(${JSON.stringify(journal("loop"))}));
     ${DETECT}
     console.log(session.runs().map((run) => run.key).join(" "), answer);`,
  );
  assert.equal(said, `thread-loop/run-loop ${STOPPED}`);
});

test("the schemas of the records come with it", () => {
  const schema = JSON.parse(readFileSync(join(project, "node_modules", "loopledger", "schema", "attempt.json"), "utf8"));
  assert.equal(schema.properties.schema.const, "loopledger.attempt/v1");
});

test("its types describe it", async () => {
  const file = join(project, "typed.ts");
  const compile = () =>
    run(process.execPath, [require.resolve("typescript/bin/tsc"), "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,esnext.disposable", "--module", "node16", "--moduleResolution", "node16", "--skipLibCheck", "false", file], { cwd: project });
  const script = (property) => `import init, { Detector } from "loopledger/detector";
import { Session } from "loopledger";
await init();
const session = new Session();
const report = session.report();
const cost: string | null | undefined = report.total?.modelCost.value?.amount;
const { action } = new Detector().observe({ threadId: "t", run: { named: "r" } }, []);
export const said: string = action + session.files().map((file) => file.${property}).join() + cost;
`;
  writeFileSync(file, script("name"));
  await compile();
  // What is not there is an error.
  writeFileSync(file, script("nome"));
  await assert.rejects(compile(), ({ stdout }) => /TS2339.*nome/.test(stdout));
});

async function inBrowser(browser, folder, page) {
  const site = await serve(folder);
  try {
    const tab = await openPage(browser, { inside: [site.url] });
    try {
      await tab.page.goto(`${site.url}${page}`);
      await tab.page.locator("output:not(:empty)").waitFor();
      assert.equal(await tab.page.locator("output").textContent(), STOPPED);
      tab.check();
    } finally {
      await tab.close();
    }
  } finally {
    await site.close();
  }
}

const page = (script) => `<!DOCTYPE html><html lang="en"><title>Test</title><link rel="icon" href="data:,"><output></output>${script}</html>`;

for (const browser of BROWSERS) {
  test(`a plain module script feeds the detector, in ${browser}`, async () => {
    const folder = mkdtempSync(join(project, "plain-"));
    symlinkSync(PACKAGE, join(folder, "loopledger"));
    writeFileSync(join(folder, "main.js"), `import init, { Detector } from "./loopledger/detector.js";\nawait init();\n${DETECT}\ndocument.querySelector("output").textContent = answer;`);
    writeFileSync(join(folder, "plain.html"), page('<script type="module" src="main.js"></script>'));
    await inBrowser(browser, folder, "plain.html");
  });
}

test("a bundler takes it up with its module", async () => {
  const { default: webpack } = await import(join(MODULES, "webpack", "lib", "index.js"));
  const entry = join(project, "bundled.js");
  writeFileSync(entry, `import init, { Detector } from "loopledger/detector";\nawait init();\n${DETECT}\ndocument.querySelector("output").textContent = answer;`);
  const output = mkdtempSync(join(project, "bundle-"));
  const stats = await promisify(webpack)({ mode: "production", context: project, entry, output: { path: output, filename: "bundle.js" }, performance: false });
  assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }), { errors: [], warnings: [] });
  writeFileSync(join(output, "bundled.html"), page('<script src="bundle.js" defer></script>'));
  await inBrowser("chromium", output, "bundled.html");
});
