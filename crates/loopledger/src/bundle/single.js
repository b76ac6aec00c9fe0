// Starts the viewer from this file alone: program, worker and data stand in it as compressed blocks,
// and every address is that of a blob, so that nothing is asked of a server or of a folder.
const blocks = (role) => [...document.querySelectorAll(`script[data-loopledger="${role}"]`)];

const asked = new URLSearchParams(location.hash.split("?")[1] ?? "");
const language = [asked.get("lang"), ...navigator.languages]
  .map((tag) => tag?.split("-")[0])
  .find((tag) => tag === "en" || tag === "es");
document.documentElement.lang = language ?? "en";
const theme = asked.get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
// The page has its files, and waits for no others.
const startPage = [...document.querySelectorAll("#starting [data-start-page]")];
for (const part of startPage) part.hidden = true;
if (location.hash.length < 2) location.replace("#/v1/report");

try {
  const [js, wasm] = await Promise.all([
    unpack(blocks("js")[0].textContent, "text/javascript"),
    unpack(blocks("wasm")[0].textContent, "application/wasm"),
  ]);
  const files = await Promise.all(
    blocks("data").map(
      async ({ textContent, dataset }) => new File([await unpack(textContent, "")], dataset.name),
    ),
  );
  const program = URL.createObjectURL(js);
  // A worker that comes from a disk may load nothing, not even a blob, so that everything it needs
  // stands in its script.
  const worker = URL.createObjectURL(
    new Blob(
      [
        '"use strict";\n',
        js,
        `\n${unpack}
        unpack(${JSON.stringify(blocks("wasm")[0].textContent)}, "application/wasm")
          .then((wasm) => wasm.arrayBuffer())
          .then((bytes) => self.loopledgerInit({ module_or_path: bytes }))
          .catch((error) => setTimeout(() => { throw error; }));`,
      ],
      { type: "text/javascript" },
    ),
  );
  globalThis.loopledgerStart = {
    worker,
    take: () => ({ files: files.splice(0), entries: [] }),
  };
  await import(program);
  await globalThis.loopledgerInit({ module_or_path: await wasm.arrayBuffer() });
} catch (error) {
  const failed = document.getElementById("starting-failed");
  // Once the program runs, it speaks for itself.
  if (failed) {
    failed.querySelector("[data-detail]").textContent = String(error?.message ?? error);
    failed.hidden = false;
    document.getElementById("starting-waiting").hidden = true;
  }
  throw error;
}

/** What a block holds, as a blob of some type. */
async function unpack(text, type) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Blob([await new Response(stream).arrayBuffer()], { type });
}
