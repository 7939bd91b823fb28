// The modules in browsers: fetched from beside this script. Bundlers such as vite recognise the
// form `new URL('…', import.meta.url)` and add the files to the site.

async function compiled(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // Streaming would need the content type application/wasm, which some servers do not send.
  return WebAssembly.compile(await response.arrayBuffer());
}

export const first = await compiled(new URL('./wishful.wasm', import.meta.url));
export const check = () => compiled(new URL('./wishful-check.wasm', import.meta.url));
