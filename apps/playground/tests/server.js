// A web server for the tests, which serves the built folder on 127.0.0.1. To try the page, run
// `node tests/server.js [PORT]`.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const site = fileURLToPath(new URL("../dist", import.meta.url));

/** @type {Record<string, string>} */
const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
};

/** @param {number} [port] @returns {Promise<import("node:http").Server>} */
export function serve(port = 0) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://x").pathname);
    const file = path.endsWith("/") ? path + "index.html" : path;
    try {
      const bytes = await readFile(join(site, file));
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise(resolve => server.listen(port, "127.0.0.1", () => resolve(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve(Number(process.argv[2] ?? 8000));
  console.log(`http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`);
}
