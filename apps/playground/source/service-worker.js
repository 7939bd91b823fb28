// Caches the site's files, so that it works offline after the first load.
//
// Each version of the site has one cache, which is filled completely before the worker takes over.
// A new version waits until no page of the old one is open, so files of two versions are never
// mixed. The modules besides the first are cached at their first requests; their names include their
// versions. The worker ignores requests for other files, which the content security policy forbids.

/** @type {string[]} */
const files = FILES;
const kept = `wishful-${VERSION}`;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(sweep().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const address = new URL(event.request.url);
  address.hash = address.search = "";
  const asked = [...files, ...Object.values(MODULES)].some(file => new URL(file, worker.registration.scope).href === address.href);
  if (asked && event.request.method === "GET") event.respondWith(answer(address.href));
});

async function fill() {
  const cache = await caches.open(kept);
  await cache.addAll(files.map(file => new Request(file, { cache: "no-cache" })));
}

async function sweep() {
  for (const other of await caches.keys()) {
    if (other.startsWith("wishful-") && other !== kept) await caches.delete(other);
  }
}

/** @param {string} address */
async function answer(address) {
  const cache = await caches.open(kept);
  const here = await cache.match(address);
  if (here) return here;
  const response = await fetch(address);
  if (response.ok) await cache.put(address, response.clone());
  return response;
}
