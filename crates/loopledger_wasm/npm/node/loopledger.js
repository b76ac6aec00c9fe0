// Node.js fetches no files, so the module is read from beside this one.
import { readFile } from "node:fs/promises";
import start from "../loopledger.js";

export * from "../loopledger.js";

export default async function (input) {
  return start(input ?? { module_or_path: await readFile(new URL("../loopledger_bg.wasm", import.meta.url)) });
}
