// The state of the page in the fragment of its address, so that an experiment can be sent.
//
// A state is a flat object of strings. It is written as JSON, deflated, and put in the letters that an address
// takes as they are: `#s=…`. What stands in an address comes from strangers: it is read up to a size, and only the
// names and types that the page knows are taken.

/** @typedef {Record<string, string>} Experiment */

/** What an address may unfold to, in bytes. Ten thousand times more would fit in one. */
const UNFOLDED = 1 << 24;

/** Longer addresses are cut by mail programs and messengers, in characters. */
const LONGEST = 64_000;

/** What is longer than this is not even tried, in characters. */
const TRIED = 400_000;

/** The fragment, or null if it would be too long. @param {Experiment} experiment @returns {Promise<string | null>} */
export async function written(experiment) {
  if (Object.values(experiment).reduce((sum, text) => sum + text.length, 0) > TRIED) return null;
  const fragment = "#s=" + letters(await packed(JSON.stringify(experiment)));
  return fragment.length <= LONGEST ? fragment : null;
}

/** @param {string} text */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Null for an address that holds no experiment, or a broken one.
 * @param {string} fragment @returns {Promise<Experiment | null>}
 */
export async function read(fragment) {
  if (!fragment.startsWith("#s=")) return null;
  try {
    const stream = new Blob([bytes(fragment.slice(3))]).stream();
    return strings(JSON.parse(await unfolded(stream.pipeThrough(new DecompressionStream("deflate-raw")))));
  } catch {
    return null;
  }
}

/** @param {ReadableStream<Uint8Array>} stream */
async function unfolded(stream) {
  const reader = stream.getReader();
  const pieces = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > UNFOLDED) throw new RangeError("the experiment is too large");
    pieces.push(/** @type {BlobPart} */ (next.value));
  }
  return new Blob(pieces).text();
}

/** An object of any kind, as an experiment. @param {unknown} value @returns {Experiment} */
export function strings(value) {
  return Object.fromEntries(Object.entries(Object(value)).filter(([, text]) => typeof text === "string"));
}

/** @param {Uint8Array} packed */
function letters(packed) {
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
}
