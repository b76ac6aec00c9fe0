// Starts the viewer's program as the session's worker.
//
// The page names the program's two files in this script's address, so that a worker never comes
// from another build than its page. A classic script, because that is what gloo-worker starts.
"use strict";
const asked = new URL(self.location.href).searchParams;
const here = new URL("./", self.location.href);

/** A file beside this script, and no other. */
function beside(name) {
  const address = new URL(asked.get(name) ?? "", here);
  if (!address.href.startsWith(here.href) || address.href === here.href) {
    throw new Error(`the worker's address names no ${name} file beside it`);
  }
  return address;
}

(async () => {
  const { default: init } = await import(beside("js"));
  const integrity = asked.get("integrity") ?? "";
  await init({ module_or_path: fetch(beside("wasm"), { integrity }) });
})().catch((error) => {
  // Out of the promise, so that it reaches the page as the worker's error.
  setTimeout(() => {
    throw error;
  });
});
