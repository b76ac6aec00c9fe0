// Node.js fetches no files, so the module is read from beside this one.
import { readFile } from "node:fs/promises";
import start from "../detector.js";

export * from "../detector.js";

export default async function (input) {
  return start(input ?? { module_or_path: await readFile(new URL("../detector_bg.wasm", import.meta.url)) });
}
