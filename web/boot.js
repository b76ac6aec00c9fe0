// Starts the viewer. Until its program has arrived, this script says what is being waited for, and
// keeps the files that are dropped or chosen in the meantime; `web/src/start.rs` takes them over.
// Trunk writes the names of the program's two files into this script's own tag, which keeps inline
// scripts out of the page.
const script = document.querySelector("script[data-wasm]");
const starting = document.getElementById("starting");
const beside = (name) => new URL(name, document.baseURI);
const js = beside(script.dataset.js);
const wasm = beside(script.dataset.wasm);
const integrity = script.dataset.wasmIntegrity ?? "";

const asked = new URLSearchParams(location.hash.split("?")[1] ?? "");
const language = [asked.get("lang"), ...navigator.languages]
  .map((tag) => tag?.split("-")[0])
  .find((tag) => tag === "en" || tag === "es");
document.documentElement.lang = language ?? "en";
const theme = asked.get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
// Only the first page takes files before it knows what they are for.
const isStart = /^(#\/?|#\/v1\/start(\?.*)?)?$/.test(location.hash);
const hasListing = document.querySelector('meta[name="loopledger-listing"]') !== null;
for (const part of starting.querySelectorAll("[data-start-page]")) {
  part.hidden = !isStart || hasListing;
}

const arrivals = { files: [], entries: [] };
const listening = new AbortController();
listen();
globalThis.loopledgerStart = { worker: worker().href, take };

try {
  const response = await fetch(wasm, { integrity });
  if (!response.ok) throw new Error(`${wasm.pathname}: HTTP ${response.status}`);
  // The copy is only counted: what the browser fetched itself it can keep compiled.
  count(response.clone().body, Number(script.dataset.wasmBytes) || null);
  const { default: init } = await import(js);
  await init({ module_or_path: response });
} catch (error) {
  listening.abort();
  const failed = document.getElementById("starting-failed");
  // Once the program runs, it speaks for itself.
  if (failed) {
    failed.querySelector("[data-detail]").textContent = String(error?.message ?? error);
    failed.hidden = false;
    document.getElementById("starting-waiting").hidden = true;
    for (const part of starting.querySelectorAll("[data-start-page]")) part.hidden = true;
  }
  throw error;
}

/** The worker's address: it names the same two files. */
function worker() {
  const address = beside("worker.js");
  address.searchParams.set("js", script.dataset.js);
  address.searchParams.set("wasm", script.dataset.wasm);
  if (integrity) address.searchParams.set("integrity", integrity);
  return address;
}

function listen() {
  const { signal } = listening;
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  for (const name of ["dragenter", "dragover"]) {
    addEventListener(
      name,
      (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      },
      { signal },
    );
  }
  addEventListener(
    "drop",
    (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      for (const item of event.dataTransfer.items) {
        if (item.kind !== "file") continue;
        const entry = item.webkitGetAsEntry?.();
        if (entry) arrivals.entries.push(entry);
        else arrivals.files.push(item.getAsFile());
      }
      announce();
    },
    { signal },
  );
  const input = document.getElementById("starting-files");
  input.addEventListener(
    "change",
    () => {
      arrivals.files.push(...input.files);
      announce();
    },
    { signal },
  );
  document
    .getElementById("starting-choose")
    .addEventListener("click", () => input.click(), { signal });
}

function announce() {
  const number = arrivals.files.length + arrivals.entries.length;
  for (const place of starting.querySelectorAll("[data-arrived]")) place.textContent = number;
  document.getElementById("starting-arrived").hidden = number === 0;
}

/** Hands over what has arrived, and stops listening: the program does from now on. */
function take() {
  listening.abort();
  return { files: arrivals.files.splice(0), entries: arrivals.entries.splice(0) };
}

async function count(stream, total) {
  const bar = document.getElementById("starting-progress");
  let done = 0;
  try {
    for (const reader = stream.getReader(); ; ) {
      const { done: isOver, value } = await reader.read();
      if (isOver) return;
      done += value.length;
      if (total) {
        bar.max = total;
        bar.value = done;
      }
    }
  } catch {
    // Whoever waits for the response itself hears of it.
  }
}
