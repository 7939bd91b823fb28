// The encoding of an experiment in the URL's fragment, so that it can be shared.
//
// An experiment is a flat object of strings. It is serialized as JSON, deflated, and encoded as
// base64url: `#s=…`. A URL is untrusted input: its decoded size is limited, and unknown names and
// values of wrong types are ignored.

/** @typedef {Record<string, string>} Experiment */

/**
 * The maximum decoded size in bytes. Without it, a URL could decode to ten thousand times as much.
 */
const UNFOLDED = 1 << 24;

/** The maximum length of a URL in characters: mail programs and messengers truncate longer ones. */
const LONGEST = 64_000;

/** The maximum length of an experiment in characters. Longer ones are not even compressed. */
const TRIED = 400_000;

/**
 * Returns the fragment, or null if it would be too long.
 * @param {Experiment} experiment @returns {Promise<string | null>}
 */
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
 * Decodes a fragment. Returns null if it contains no valid experiment.
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

/**
 * Keeps the strings of any object, as an experiment.
 * @param {unknown} value @returns {Experiment}
 */
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
