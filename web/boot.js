// Starts the viewer. Trunk writes the two names into this script's own tag,
// which keeps inline scripts out of the page.
const { js, wasm } = document.querySelector("script[data-wasm]").dataset;
const { default: init } = await import(new URL(js, document.baseURI));
await init({ module_or_path: new URL(wasm, document.baseURI) });
