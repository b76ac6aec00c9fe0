// Chromium and Firefox, driven by the same words.
//
// Both are driven by Playwright, so that locators, keys and evaluate are the same in both: Chromium
// over its own protocol, an ordinary Firefox over WebDriver BiDi.
// A page that is opened here keeps what it complained about; `check` fails with it.

import assert from "node:assert/strict";
import { after } from "node:test";
import { chromium, firefox } from "playwright-core";

export const BROWSERS = ["chromium", "firefox"];

const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Nothing but the loopback interface has an address.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

// Nothing but the loopback interface can be reached: everything else goes to a proxy that nobody is.
const FIREFOX_PREFERENCES = {
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "network.proxy.allow_hijacking_localhost": false,
};

const START = {
  chromium: () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: CHROMIUM_FLAGS, headless: true }),
  firefox: () => firefox.launch({ channel: "moz-firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", firefoxUserPrefs: FIREFOX_PREFERENCES, headless: true }),
};

const started = new Map();

/// The browser of this name, started once for a test file; it goes when its tests end.
export function browser(name) {
  assert.ok(name in START, `no browser is called ${name}`);
  if (!started.has(name)) started.set(name, START[name]());
  return started.get(name);
}

after(async () => {
  for (const starting of started.values()) await (await starting.catch(() => null))?.close();
  started.clear();
});

/// A page in a context of its own.
///
/// `inside` are the beginnings of the addresses that it may ask for besides `data:` addresses and
/// its own `blob:` ones; the other options are those of Playwright's `newContext`.
export async function openPage(name, { inside = [], ...options } = {}) {
  const context = await (await browser(name)).newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "light",
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(15_000);
  // A browser tells its own console of a violation, if anybody, and in words of its own.
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (violation) =>
      console.error(`violates the content security policy: ${violation.effectiveDirective} ${violation.blockedURI} ${violation.sourceFile}:${violation.lineNumber} ${violation.sample}`),
    ),
  );
  return new Tab(name, context, await context.newPage(), inside);
}

class Tab {
  constructor(name, context, page, inside) {
    /// The browser's name.
    this.browser = name;
    /// Playwright's context and page.
    this.context = context;
    this.page = page;
    /// What the page complained about: errors on the console and thrown ones, violations of the
    /// content security policy, and requests for what is not `inside`.
    this.problems = { list: [], expected: [], requests: [] };
    this.#watch(inside);
  }

  #watch(inside) {
    const { list, requests } = this.problems;
    const origins = inside.filter((start) => start.startsWith("http")).map((start) => `blob:${new URL(start).origin}/`);
    const may = ["data:", "about:", ...inside, ...(inside.some((start) => start.startsWith("file:")) ? ["blob:null/"] : []), ...origins];
    this.context.on("console", (message) => {
      // Browsers ask the origin, not the site, for an icon that no page names.
      if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico")) list.push(`console: ${message.text()}`);
    });
    this.context.on("weberror", (event) => list.push(`thrown: ${event.error().stack ?? event.error()}`));
    this.page.on("crash", () => list.push("the page crashed"));
    this.context.on("request", (request) => {
      const url = request.url();
      requests.push(url);
      if (!may.some((start) => url.startsWith(start))) list.push(`request outside the site: ${url}`);
    });
  }

  /// Lets the page complain of this.
  expectProblem(pattern) {
    this.problems.expected.push(pattern);
  }

  /// What the page complained about, without what was expected; `more` are complaints of others.
  complaints(more = []) {
    return [...this.problems.list, ...more].filter((text) => !this.problems.expected.some((pattern) => pattern.test(text)));
  }

  /// Fails with what the page complained about.
  check(more = []) {
    assert.deepEqual(this.complaints(more), [], `the page complained in ${this.browser}`);
  }

  /// Drops files, by path, as a file manager does; in Chromium, folders too.
  async drop(...paths) {
    if (this.browser === "chromium") {
      const { width, height } = this.page.viewportSize();
      const at = { x: Math.round(width / 2), y: Math.round(height / 2) };
      const data = { items: [], files: paths, dragOperationsMask: 1 };
      const session = await this.context.newCDPSession(this.page);
      for (const type of ["dragEnter", "dragOver", "drop"]) {
        await session.send("Input.dispatchDragEvent", { type, ...at, data });
      }
      await session.detach();
      return;
    }
    // WebDriver drags no files: they are chosen in an element of our own, and handed over as a drop.
    const handle = await this.page.evaluateHandle(() => Object.assign(document.createElement("input"), { type: "file", multiple: true, hidden: true }));
    const input = handle.asElement();
    await input.evaluate((element) => document.body.append(element));
    await input.setInputFiles(paths);
    await input.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      for (const file of element.files) dataTransfer.items.add(file);
      element.remove();
      const options = { bubbles: true, cancelable: true, composed: true, clientX: innerWidth / 2, clientY: innerHeight / 2, dataTransfer };
      const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
      for (const type of ["dragenter", "dragover", "drop"]) target.dispatchEvent(new DragEvent(type, options));
    });
  }

  /// Chooses files, by path, in a file input.
  async choose(selector, ...paths) {
    await this.page.locator(selector).setInputFiles(paths);
  }

  async close() {
    await this.context.close();
  }
}
