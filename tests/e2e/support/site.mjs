// The built site, served from a sub-path of the loopback interface.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

/// A project page's kind of path: absolute addresses in the site would miss it.
export const PREFIX = "/sub/path/";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".jsonl": "application/x-ndjson",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".yaml": "application/yaml",
};

/// Serves a folder; `misses` collects the paths that were asked for and are not there.
///
/// `routes` are answers of a test's own, from a path inside the site to a handler, before any file.
export async function serve(folder) {
  const misses = [];
  const routes = new Map();
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const route = path.startsWith(PREFIX) && routes.get(path.slice(PREFIX.length));
    if (route) {
      route(request, response);
      return;
    }
    const inner = path.startsWith(PREFIX) ? normalize(path.slice(PREFIX.length).replace(/(^|\/)$/, "$1index.html")) : "..";
    const file = join(folder, inner);
    const found = !inner.startsWith("..") && file.startsWith(folder + sep) && (await stat(file).catch(() => null))?.isFile();
    if (!found) {
      // Browsers ask the origin, not the site, for an icon that no page names.
      if (path !== "/favicon.ico") misses.push(path);
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "x-content-type-options": "nosniff" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, url: origin + PREFIX, misses, routes, close: () => new Promise((resolve) => server.close(resolve)) };
}
