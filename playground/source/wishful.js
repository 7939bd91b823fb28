// The JavaScript interface of wishful.wasm: requests and answers, as ../protocol.md defines them.
//
// A request is JSON at an address that the module returns, and so is the answer. A call blocks
// until it is done, so a page must call the module in a worker; node can call it anywhere.
//
// There are two modules. The first has the operations that a page needs at once. The second has all
// operations, and is fetched when the first request needs it. Documents are numbered by the first
// module: the second one parses them again.

/** A rejected request: `code`, `message` and, for texts with errors, `findings`. */
export class Refused extends Error {
  constructor({ code, message, findings }) {
    super(message);
    this.name = 'Refused';
    this.code = code;
    this.findings = findings;
  }
}

/** The module stopped, out of memory or because of a bug. It cannot answer until `restart()`. */
export class Trapped extends Error {
  constructor(words, cause) {
    super(words || `the module stopped: ${cause?.message ?? 'unknown reason'}`, { cause });
    this.name = 'Trapped';
  }
}

/**
 * Compiles a module from a Response or a promise of one, or from bytes. A compiled module is
 * returned.
 */
async function compiled(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof Response === 'undefined' || !(given instanceof Response)) return WebAssembly.compile(given);
  if (!given.ok) throw new Error(`${given.url}: ${given.status} ${given.statusText}`);
  // Streaming needs the right content type, which some servers do not send.
  const isKnown = given.headers.get('content-type')?.startsWith('application/wasm');
  return isKnown ? WebAssembly.compileStreaming(given) : WebAssembly.compile(await given.arrayBuffer());
}

/** Fetches the second module from the folder of the running script. */
const beside = () => fetch(new URL('wishful-tools.wasm', globalThis.location.href));

/** Loads the first module. `tools` returns the second one, in any form that `source` may have. */
export async function load(source, tools = beside) {
  return new Wishful(await compiled(source), tools);
}

/** The number of documents that a module keeps. */
const KEPT = 4;

class Wishful {
  #exports;
  #trap = null;
  #tools;
  /** A promise of the second module, after the first request for it. */
  #other = null;
  /** The requests that made the last documents, by document number, and the side of each answer. */
  #parsed = new Map();
  /** The numbers of these documents in the second module. */
  #there = new Map();

  constructor(module, tools) {
    /** The compiled module, for `load` elsewhere. */
    this.module = module;
    this.#tools = tools;
    this.restart();
  }

  /** Replaces the instance by a new one without documents. */
  restart() {
    this.#exports = new WebAssembly.Instance(this.module, {}).exports;
    this.#trap = null;
    this.#parsed.clear();
    this.#there.clear();
    this.#other?.then((other) => other.restart());
  }

  /** The size of the instance's memory in bytes. It never shrinks. */
  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Answers a request. If the second module is needed, the result is a promise. */
  ask(request) {
    const { ok, error } = JSON.parse(this.text(request));
    if (error?.code === 'elsewhere') return this.#elsewhere(request);
    if (error) throw new Refused(error);
    this.#note(request, ok);
    return ok;
  }

  /** Stores the request that made a document, as long as the module keeps the document. */
  #note(request, answer) {
    const { document, documents = [document] } = answer ?? {};
    documents.forEach((number, side) => number && this.#parsed.set(number, { request, side }));
    for (const number of [...this.#parsed.keys()].slice(0, -KEPT)) this.#parsed.delete(number);
  }

  /** Sends a request to the second module. */
  async #elsewhere(request) {
    this.#other ??= compiled(this.#tools()).then((module) => new Wishful(module, this.#tools));
    // After a failure, the next request fetches the module again.
    const other = await this.#other.catch((problem) => { this.#other = null; throw problem; });
    return other.ask({ ...request, document: this.#known(other, request.document) });
  }

  /** Returns a document's number in the second module, which parses it first if necessary. */
  #known(other, number) {
    if (number === undefined) return undefined;
    const parsed = this.#parsed.get(number);
    if (!parsed) throw new Refused({ code: 'forgotten', message: `document ${number} was dropped from the cache`, findings: [] });
    const there = this.#there.get(number);
    if (there && other.#parsed.has(there)) return there;
    const { request, side } = parsed;
    const { html, fragment, url, limits } = request;
    const grammar = request.grammar ?? request.grammars[side];
    const { document } = other.ask({ op: 'parse', grammar, html, fragment, url, limits, rows: 0, write: false });
    this.#there.set(number, document);
    return document;
  }

  /** Answers a request of this module with JSON text: an object with `ok` or `error`. */
  text(request) {
    if (this.#trap) throw this.#trap;
    const bytes = new TextEncoder().encode(JSON.stringify(request, wellFormed));
    try {
      const { memory, request: room, answer, answer_length: length } = this.#exports;
      const to = room(bytes.length) >>> 0;
      new Uint8Array(memory.buffer, to, bytes.length).set(bytes);
      return read(memory, answer(), length());
    } catch (cause) {
      this.#trap = new Trapped(this.#lastWords(), cause);
      throw this.#trap;
    }
  }

  #lastWords() {
    try {
      const { memory, last_words: words, last_words_length: length } = this.#exports;
      return read(memory, words(), length());
    } catch {
      return '';
    }
  }
}

function read(memory, from, length) {
  return new TextDecoder().decode(new Uint8Array(memory.buffer, from >>> 0, length >>> 0));
}

/** Replaces lone surrogates by U+FFFD, which has the same length in UTF-16. */
function wellFormed(_, value) {
  return typeof value === 'string' && !value.isWellFormed() ? value.toWellFormed() : value;
}
