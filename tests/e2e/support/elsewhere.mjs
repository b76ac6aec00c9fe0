// Another server: another port is another origin.

import { createServer } from "node:http";

/// Starts a server whose `routes` lead from a path to a handler; `requests` collects what was asked.
export async function elsewhere() {
  const routes = new Map();
  const requests = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    requests.push({ path: pathname, headers: request.headers });
    const route = routes.get(pathname);
    if (route) route(request, response);
    else response.writeHead(404, { "content-type": "text/plain" }).end("not found");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections?.();
  });
  return { origin: `http://127.0.0.1:${server.address().port}`, routes, requests, close };
}

/// A handler that answers with a text.
export const answer = (body, headers = {}, status = 200) => (request, response) => {
  response.writeHead(status, { "content-type": "application/octet-stream", ...headers }).end(body);
};

/// A handler that sends on to another address.
export const redirect = (location, headers = {}) => (request, response) => {
  response.writeHead(302, { location, ...headers }).end();
};
