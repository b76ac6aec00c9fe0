// <loopledger-report>: a report or a replay inside of another page.
//
//   <script type="module" src="https://…/loopledger-embed.js"></script>
//   <loopledger-report src="data/attempts.jsonl" view="report">
//     <p><a href="https://…/#/v1/report?src=…">The report</a></p>
//   </loopledger-report>
//
// The viewer runs in a frame of its own, made when the element comes near the window, so that the
// page's styles and keys and the viewer's keep out of each other's way. What stands between the
// tags is shown until the frame has something to show, and wherever it never gets there.
// docs/embedding.md describes the attributes, the events and the messages.

const VERSION = 1;

/// Milliseconds in which the viewer must answer, where the attribute `timeout` says nothing.
const TIMEOUT = 30_000;

/// Height in CSS pixels that is kept free, where the attribute `height` says nothing.
const HEIGHT = 480;

/// How far outside of the window the frame is made already.
const MARGIN = "600px";

/// Turns of these are told to the frame that is there; the others make a new one.
const TARGETS = ["view", "attempt", "run", "step", "variant", "lang", "theme"];

const WORDS = {
  en: {
    title: "Loopledger report",
    missing: "The viewer is not at its address (%s).",
    silent: "The viewer did not answer.",
    refused: "The viewer refused this page (%s).",
    data: "The data could not be fetched (%s).",
    address: "This element names an address that cannot be used (%s).",
    open: "Open it in a page of its own",
    source: "The data itself",
  },
  es: {
    title: "Informe de Loopledger",
    missing: "El visor no está en su dirección (%s).",
    silent: "El visor no ha respondido.",
    refused: "El visor ha rechazado esta página (%s).",
    data: "No se han podido obtener los datos (%s).",
    address: "Este elemento indica una dirección que no se puede usar (%s).",
    open: "Abrir en una página propia",
    source: "Los datos mismos",
  },
};

// The page's own rules about this element lose against the important ones of its inside.
const STYLES = `
  :host {
    display: block !important; position: relative !important; height: auto !important;
    max-height: none !important;
  }
  :host([hidden]) { display: none !important; }
  iframe {
    all: initial; display: block; box-sizing: border-box; width: 100%; border: 0;
    color-scheme: normal;
  }
  iframe:not(.shown) { position: absolute; inset: 0 auto auto 0; height: 100%; visibility: hidden; }
  .shown ~ slot { display: none; }
  .error { all: initial; display: block; font: 1rem/1.5 system-ui, sans-serif; color: CanvasText;
    background: Canvas; border-inline-start: 4px solid #a6320a; padding: 0.25rem 0.75rem; }
  .error a { color: LinkText; }
  .exit { all: initial; position: absolute; inset: auto auto 0 0; width: 1px; height: 1px; }
  [hidden] { display: none; }
`;

let styles;

/// One sheet for all elements of a page; made by script, which no style policy forbids.
function sheet() {
  if (!styles) {
    styles = new CSSStyleSheet();
    styles.replaceSync(STYLES);
  }
  return styles;
}

class Failure extends Error {
  constructor(code, word, detail) {
    super(detail ?? code);
    this.code = code;
    this.word = word;
  }
}

export class LoopledgerReport extends HTMLElement {
  static observedAttributes = ["src", "viewer", "height", "label", ...TARGETS];

  #root;
  #slot;
  #frame = null;
  #port = null;
  #near = null;
  #abort = null;
  #timer = 0;
  #pending = new Map();
  #nextId = 1;
  #turn = 0;
  #isReady = false;
  #isLoaded = false;
  #isAnnounced = false;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: "open" });
    this.#root.adoptedStyleSheets = [sheet()];
    this.#slot = document.createElement("slot");
    this.#root.append(this.#slot);
  }

  connectedCallback() {
    this.#reserve();
    this.#near = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.#begin();
    }, { rootMargin: MARGIN });
    this.#near.observe(this);
  }

  disconnectedCallback() {
    this.#near?.disconnect();
    this.#near = null;
    this.#end();
  }

  attributeChangedCallback(name, before, after) {
    if (before === after || !this.isConnected) return;
    if (name === "height") this.#reserve();
    else if (name === "label") this.#frame?.setAttribute("title", this.#title());
    // What is still on its way to one place is sent to the other one from the start.
    else if (TARGETS.includes(name) && this.#isReady && (this.#isLoaded || !this.hasAttribute("src"))) this.#turnLater();
    else if (this.#abort) {
      this.#end();
      this.#begin();
    }
  }

  /// Loads files that the page has: `[{ name, bytes }]`, with bytes as ArrayBuffer or Blob.
  ///
  /// Buffers are handed over, and empty afterwards.
  load(files) {
    const buffers = files.map(({ bytes }) => bytes).filter((bytes) => bytes instanceof ArrayBuffer);
    return this.#ask({ type: "load", files }, [...new Set(buffers)]);
  }

  /// Loads what is at addresses.
  open(addresses) {
    return this.#ask({ type: "open", addresses: [].concat(addresses).map((address) => new URL(address, document.baseURI).href) });
  }

  /// Shows a place: `{ page, attempt, run, step, variant, lang, theme }`.
  go(target) {
    return this.#ask({ ...target, type: "go" });
  }

  #title() {
    return this.getAttribute("label") ?? this.#words().title;
  }

  #words() {
    const lang = this.getAttribute("lang") ?? this.closest("[lang]")?.getAttribute("lang") ?? "";
    return WORDS[lang.split("-")[0].toLowerCase()] ?? WORDS.en;
  }

  #reserve() {
    const height = Number(this.getAttribute("height") ?? HEIGHT);
    // Important, so that what the page says about everything does not undo it.
    this.style.setProperty("min-height", `${Number.isFinite(height) ? height : HEIGHT}px`, "important");
  }

  /// The address of the viewer's page.
  #viewer() {
    const viewer = this.getAttribute("viewer");
    const url = viewer === null ? new URL("./", import.meta.url) : new URL(viewer, document.baseURI);
    if (!/^https?:$/.test(url.protocol)) throw new Failure("bad_address", "address", url.href);
    url.hash = "";
    return url;
  }

  #sources() {
    const list = (this.getAttribute("src") ?? "").split(/\s+/).filter(Boolean);
    return list.map((address) => {
      try {
        return new URL(address, document.baseURI);
      } catch {
        throw new Failure("bad_address", "address", address);
      }
    });
  }

  /// The viewer's address with everything that this element says; `sources` are those it fetches.
  #address(viewer, sources, isEmbedded) {
    const query = new URLSearchParams();
    for (const source of sources) query.append("src", source.href);
    for (const name of ["attempt", "run", "step", "variant", "lang", "theme"]) {
      const value = this.getAttribute(name);
      if (value) query.set(name, value);
    }
    if (!query.has("lang")) {
      const lang = this.closest("[lang]")?.getAttribute("lang");
      if (lang) query.set("lang", lang);
    }
    if (isEmbedded) query.set("mode", "embed");
    const view = this.getAttribute("view") ?? "report";
    return `${viewer.href}#/v1/${encodeURIComponent(view)}?${query}`;
  }

  async #begin() {
    if (this.#abort) return;
    this.#near?.disconnect();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const viewer = this.#viewer();
      const sources = this.#sources();
      // What lies with the page and not with the viewer is the page's to fetch; it has the right to.
      const handed = viewer.origin === location.origin ? [] : sources.filter((source) => source.origin === location.origin);
      const named = sources.filter((source) => !handed.includes(source));
      await this.#connect(viewer, this.#address(viewer, named, true), abort.signal);
      if (handed.length > 0) {
        const files = await Promise.all(handed.map((source) => fetchFile(source, abort.signal)));
        if (abort.signal.aborted) return;
        await this.load(files);
      } else if (sources.length === 0) {
        // Nothing to wait for: the page hands its data over by `load` or `open`.
        this.#show();
        this.#announce({});
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      // What the viewer could not load it says itself, in its frame.
      if (error instanceof Failure && error.word === null) this.#show();
      else this.#fail(error);
    }
  }

  /// Makes the frame and waits until the viewer in it answers.
  #connect(viewer, address, signal) {
    const frame = document.createElement("iframe");
    frame.title = this.#title();
    frame.referrerPolicy = "no-referrer";
    this.#frame = frame;
    return new Promise((resolve, reject) => {
      const timeout = Number(this.getAttribute("timeout") ?? TIMEOUT);
      this.#timer = setTimeout(() => reject(new Failure("no_answer", "silent")), timeout > 0 ? timeout : TIMEOUT);
      signal.addEventListener("abort", () => reject(signal.reason));
      addEventListener("message", (event) => {
        // The frame's window and no other, and only while the viewer's site is in it.
        if (event.source !== frame.contentWindow || event.origin !== viewer.origin) return;
        if (event.data?.type !== "loopledger:hello") return;
        if (!event.data.protocol?.includes(VERSION)) {
          reject(new Failure("unsupported_version", "refused", `protocol ${event.data.protocol}`));
          return;
        }
        const channel = new MessageChannel();
        this.#port?.close();
        this.#port = channel.port1;
        channel.port1.onmessage = ({ data }) => this.#hear(data);
        this.#request({ type: "loopledger:connect", protocol: VERSION }, (message) => {
          frame.contentWindow.postMessage(message, viewer.origin, [channel.port2]);
        }).then((ready) => {
          clearTimeout(this.#timer);
          this.#isReady = true;
          resolve(ready);
        }, (error) => reject(new Failure(error.code, "refused", error.message)));
      }, { signal });
      frame.addEventListener("load", () => {
        // Only the viewer's own site lets us see what its server said.
        const status = statusOf(frame);
        if (status >= 400) reject(new Failure("viewer_missing", "missing", `HTTP ${status}, ${viewer.href}`));
      }, { signal });
      frame.src = address;
      this.#root.prepend(frame);
    });
  }

  /// Takes everything away that was begun.
  #end() {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
    this.#port?.close();
    this.#port = null;
    this.#frame?.remove();
    this.#frame = null;
    this.#isReady = false;
    this.#isLoaded = false;
    this.#isAnnounced = false;
    for (const { reject } of this.#pending.values()) reject(new Failure("disconnected", null));
    this.#pending.clear();
    for (const part of this.#root.querySelectorAll(".error, .exit")) part.remove();
  }

  #show() {
    this.#frame?.classList.add("shown");
  }

  /// Says what went wrong, above what stands between the tags.
  #fail(error) {
    const { code = "failed", word = "refused", message } = error;
    this.#frame?.remove();
    this.#frame = null;
    this.#port?.close();
    this.#port = null;
    this.#isReady = false;
    clearTimeout(this.#timer);
    const words = this.#words();
    const note = document.createElement("div");
    note.className = "error";
    note.setAttribute("role", "alert");
    const text = document.createElement("span");
    text.textContent = `${words[word].replace("%s", message)} `;
    note.append(text);
    try {
      const link = document.createElement("a");
      const [source] = this.#sources();
      // To where something is.
      const isThere = code !== "viewer_missing" || !source;
      link.href = isThere ? this.#address(this.#viewer(), this.#sources(), false) : source.href;
      link.target = "_blank";
      link.rel = "noopener";
      link.textContent = isThere ? words.open : words.source;
      note.append(link);
    } catch {
      // An address that cannot be used cannot be linked to.
    }
    this.#root.prepend(note);
    this.#tell("error", { code, message });
  }

  #announce(detail) {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    this.#tell("ready", detail);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(`loopledger-${name}`, { detail, bubbles: true, composed: true }));
  }

  #ask(message, transfer = []) {
    if (!this.#isReady) return Promise.reject(new Failure("not_ready", null, "the viewer has not answered yet; wait for loopledger-ready"));
    return this.#request(message, (whole) => this.#port.postMessage(whole, transfer));
  }

  #request(message, send) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      try {
        send({ ...message, id });
      } catch (error) {
        this.#pending.delete(id);
        reject(error);
      }
    });
  }

  #hear(data) {
    const pending = this.#pending.get(data.id);
    switch (data.type) {
      case "ready":
      case "done":
        this.#pending.delete(data.id);
        pending?.resolve(data);
        break;
      case "error":
        this.#pending.delete(data.id);
        pending?.reject(new Failure(data.code, null, data.message));
        if (!pending) this.#tell("error", { code: data.code, message: data.message });
        break;
      case "height":
        if (this.#frame) this.#frame.style.height = `${data.height}px`;
        break;
      case "loaded": {
        const counts = { files: data.files, attempts: data.attempts, runs: data.runs };
        this.#isLoaded = true;
        this.#show();
        this.#tell("loaded", counts);
        this.#announce(counts);
        break;
      }
      case "asking":
        // The reader must see the question.
        this.#show();
        break;
      case "failed":
        this.#show();
        this.#tell("error", { code: data.code, message: data.message });
        break;
      case "step":
        this.#tell("step", { run: data.run, step: data.step });
        break;
      case "leave":
        this.#leave();
        break;
      default:
        // A later viewer may say more.
    }
  }

  /// Takes the focus behind the frame, so that the next Tab goes on in the page.
  #leave() {
    const exit = document.createElement("span");
    exit.className = "exit";
    exit.tabIndex = 0;
    exit.addEventListener("blur", () => exit.remove());
    this.#root.append(exit);
    exit.focus({ preventScroll: true });
  }

  /// Several attributes that change together make one turn.
  #turnLater() {
    const turn = ++this.#turn;
    queueMicrotask(() => {
      if (turn !== this.#turn || !this.#isReady) return;
      const target = {};
      for (const name of TARGETS) {
        const value = this.getAttribute(name);
        if (value) target[name === "view" ? "page" : name] = name === "step" ? Number(value) : value;
      }
      this.go(target).catch(({ code, message }) => this.#tell("error", { code, message }));
    });
  }
}

function statusOf(frame) {
  try {
    return frame.contentWindow.performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0;
  } catch {
    return 0;
  }
}

async function fetchFile(source, signal) {
  let response;
  try {
    response = await fetch(source, { signal });
  } catch (error) {
    throw signal.aborted ? error : new Failure("no_answer", "data", source.href);
  }
  if (!response.ok) throw new Failure("http_status", "data", `HTTP ${response.status}, ${source.href}`);
  if (/^\s*text\/html/i.test(response.headers.get("content-type") ?? "")) throw new Failure("web_page", "data", source.href);
  const name = decodeURIComponent(source.pathname.split("/").pop()) || source.hostname;
  const modified = Date.parse(response.headers.get("last-modified") ?? "");
  try {
    const file = { name, bytes: await response.arrayBuffer() };
    return Number.isFinite(modified) ? { ...file, modified } : file;
  } catch (error) {
    throw signal.aborted ? error : new Failure("broken_off", "data", source.href);
  }
}

if (!customElements.get("loopledger-report")) customElements.define("loopledger-report", LoopledgerReport);
