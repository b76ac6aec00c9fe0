// What the viewer says, from its own messages, so that a reworded label breaks no test.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const LOCALES = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "web", "locales");

/// A function from a message's id to its text; `{ $name }` is taken from the arguments.
///
/// Messages that choose between forms are not for this: they are matched by their numbers.
export function words(lang) {
  const messages = new Map();
  let id = null;
  const files = readdirSync(join(LOCALES, lang));
  const text = files.map((file) => readFileSync(join(LOCALES, lang, file), "utf8")).join("\n");
  for (const line of text.split("\n")) {
    const start = /^([a-z][a-z0-9-]*) =\s?(.*)$/.exec(line);
    if (start) {
      id = start[1];
      messages.set(id, start[2]);
    } else if (id !== null && /^\s+\S/.test(line)) {
      messages.set(id, `${messages.get(id)} ${line.trim()}`.trim());
    } else {
      id = null;
    }
  }
  return (name, args = {}) => {
    const text = messages.get(name);
    if (text === undefined) throw new Error(`no message ${name} in locales/${lang}`);
    if (text.includes("->")) throw new Error(`${name} has several forms`);
    return text.replace(/\{\s*\$([a-zA-Z]+)\s*\}/g, (_, key) => {
      if (!(key in args)) throw new Error(`${name} needs ${key}`);
      return String(args[key]);
    });
  };
}
