// The JavaScript interface of a module: requests and answers, as apps/playground/protocol.md defines
// them. The package and the playground use it.
//
// A request is JSON at an address that the module returns, and so is the answer. A call blocks
// until it is done, so a page must call the module in a worker; node can call it anywhere.
//
// The first module has the operations that a page needs at once. The other modules have more
// operations, and each is fetched when the first request needs it. Documents are numbered by the
// first module: the others parse them again.

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

/** Fetches another module from the folder of the running script. */
const beside = (name) => fetch(new URL(`wishful-${name}.wasm`, globalThis.location.href));

/**
 * Loads the first module. `elsewhere` maps the operations that it does not have to the names of other
 * modules, and `other` returns these by name, in any form that `source` may have.
 */
export async function load(source, other = beside, elsewhere = new Map()) {
  return new Wishful(await compiled(source), other, elsewhere);
}

/** The number of documents that a module keeps. */
const KEPT = 4;

export class Wishful {
  #exports;
  #trap = null;
  #other;
  #elsewhereOf;
  /** Promises of the other modules by name, after the first request for each. */
  #others = new Map();
  /** The requests that made the last documents, by document number, and the side of each answer. */
  #parsed = new Map();
  /** In another module: its numbers of documents, by their numbers in the first. */
  #numbers = new Map();

  constructor(module, other = beside, elsewhere = new Map()) {
    /** The compiled module, for `load` elsewhere. */
    this.module = module;
    this.#other = other;
    this.#elsewhereOf = elsewhere;
    this.restart();
  }

  /** Replaces the instance by a new one without documents. */
  restart() {
    this.#exports = new WebAssembly.Instance(this.module, {}).exports;
    this.#trap = null;
    this.#parsed.clear();
    this.#numbers.clear();
    for (const loaded of this.#others.values()) loaded.then((other) => other.restart());
  }

  /** The size of the instance's memory in bytes. It never shrinks. */
  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Answers a request. If another module is needed, the result is a promise. */
  ask(request) {
    const name = this.#elsewhereOf.get(request?.op);
    return name ? this.#elsewhere(name, request) : this.#here(request);
  }

  /** Answers a request of this module. */
  #here(request) {
    const { ok, error } = JSON.parse(this.text(request));
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

  /** Sends a request to another module. */
  async #elsewhere(name, request) {
    const loaded = this.#others.get(name) ?? compiled(this.#other(name)).then((module) => new Wishful(module));
    this.#others.set(name, loaded);
    // After a failure, the next request fetches the module again.
    const other = await loaded.catch((problem) => { this.#others.delete(name); throw problem; });
    return other.#here({ ...request, document: this.#known(other, request.document) });
  }

  /** Returns a document's number in another module, which parses it first if necessary. */
  #known(other, number) {
    if (number === undefined) return undefined;
    const parsed = this.#parsed.get(number);
    if (!parsed) throw new Refused({ code: 'forgotten', message: `document ${number} was dropped from the cache`, findings: [] });
    const there = other.#numbers.get(number);
    if (there && other.#parsed.has(there)) return there;
    const { request, side } = parsed;
    const { html, fragment, url, limits } = request;
    const grammar = request.grammar ?? request.grammars[side];
    const { document } = other.#here({ op: 'parse', grammar, html, fragment, url, limits, rows: 0, write: false });
    other.#numbers.set(number, document);
    return document;
  }

  /** Answers a request of this module with JSON text: an object with `ok` or `error`. */
  text(request) {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes(request));
  }

  /**
   * Answers a request of this module with bytes, which are valid until the next request. `content`
   * is the document of a request `load`.
   */
  bytes(request, content) {
    if (this.#trap) throw this.#trap;
    const bytes = new TextEncoder().encode(JSON.stringify(request, wellFormed));
    try {
      const { memory, request: room, content: inside, answer, answer_length: length } = this.#exports;
      if (content) write(memory, inside(content.length), content);
      write(memory, room(bytes.length), bytes);
      const from = answer() >>> 0;
      return new Uint8Array(memory.buffer, from, length() >>> 0);
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

function write(memory, to, bytes) {
  new Uint8Array(memory.buffer, to >>> 0, bytes.length).set(bytes);
}

function read(memory, from, length) {
  return new TextDecoder().decode(new Uint8Array(memory.buffer, from >>> 0, length >>> 0));
}

/** Lone surrogates; `toWellFormed` needs node 20. */
const LONE = /\p{Surrogate}/gu;

/** Replaces lone surrogates by U+FFFD, which has the same length in UTF-16. */
function wellFormed(_, value) {
  return typeof value === 'string' ? value.replace(LONE, '\uFFFD') : value;
}
