// A page with keys of its own, which counts what it hears.
globalThis.heard = { keys: [], events: [] };
addEventListener("keydown", (event) => heard.keys.push(event.key));
for (const name of ["ready", "loaded", "step", "error"]) {
  addEventListener(`loopledger-${name}`, ({ target, detail }) => heard.events.push({ id: target.id, name, detail }));
}
