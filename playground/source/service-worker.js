// Keeps the site's files, so that it works without a network once it was loaded.
//
// A version of the site is one cache, filled whole before the worker may take over, and a new version waits until no page
// of the old one is open: files of two versions never meet. Only the second module comes later, when the page first asks for
// it, and it is called by its version. What is not of the site's list is not answered here, and the content security
// policy keeps the page from asking.

/** @type {string[]} */
const files = FILES;
const kept = `wishful-${VERSION}`;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(sweep().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const address = new URL(event.request.url);
  address.hash = address.search = "";
  const asked = [...files, TOOLS].some(file => new URL(file, worker.registration.scope).href === address.href);
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
