// The way from JavaScript into wishful.wasm and back: a question and its answer, as ../protocol.md has them.
//
// A module is asked by writing JSON where it says, and answers where it says. It runs until it is done, so it is for a
// worker, in node for anything.
//
// There are two modules. The first has what a page needs at once; what else may be asked is in the second, which has all and is
// fetched when it is asked for the first time. Documents have the numbers of the first: the second is told to parse what the
// first has parsed.

/** What the module refuses: `code`, `message` and, of texts with mistakes, `findings`. */
export class Refused extends Error {
  constructor({ code, message, findings }) {
    super(message);
    this.name = 'Refused';
    this.code = code;
    this.findings = findings;
  }
}

/** The module has ended: out of memory, or a bug. It answers nothing more until `restart()`. */
export class Trapped extends Error {
  constructor(words, cause) {
    super(words || `the module ended: ${cause?.message ?? 'unknown'}`, { cause });
    this.name = 'Trapped';
  }
}

/** Compiles the module, of a Response or a promise of one, of bytes, or of a module that was compiled before. */
async function compiled(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof Response === 'undefined' || !(given instanceof Response)) return WebAssembly.compile(given);
  if (!given.ok) throw new Error(`${given.url}: ${given.status} ${given.statusText}`);
  // (A server that does not know the type of the file must not keep anybody out.)
  const isKnown = given.headers.get('content-type')?.startsWith('application/wasm');
  return isKnown ? WebAssembly.compileStreaming(given) : WebAssembly.compile(await given.arrayBuffer());
}

/** Beside the script that runs, where there is such a place. */
const beside = () => fetch(new URL('wishful-tools.wasm', globalThis.location.href));

/** Loads the first module; `tools` gives what `source` may be, of the second. */
export async function load(source, tools = beside) {
  return new Wishful(await compiled(source), tools);
}

/** How many documents a module keeps. */
const KEPT = 4;

class Wishful {
  #exports;
  #trap = null;
  #tools;
  /** The second module, once it was asked for. */
  #other = null;
  /** What the last documents were parsed of, by number: a question and which of its answers. */
  #parsed = new Map();
  /** The numbers that they have in the second module. */
  #there = new Map();

  constructor(module, tools) {
    /** The compiled module, for `load` elsewhere. */
    this.module = module;
    this.#tools = tools;
    this.restart();
  }

  /** A new instance, which knows no documents. */
  restart() {
    this.#exports = new WebAssembly.Instance(this.module, {}).exports;
    this.#trap = null;
    this.#parsed.clear();
    this.#there.clear();
    this.#other?.then((other) => other.restart());
  }

  /** How much memory the instance has, in bytes; it never has less. */
  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Answers a question: at once, or, if it is one for the second module, by a promise. */
  ask(request) {
    const { ok, error } = JSON.parse(this.text(request));
    if (error?.code === 'elsewhere') return this.#elsewhere(request);
    if (error) throw new Refused(error);
    this.#note(request, ok);
    return ok;
  }

  /** Remembers what documents were parsed of, as long as they are kept. */
  #note(request, answer) {
    const { document, documents = [document] } = answer ?? {};
    documents.forEach((number, side) => number && this.#parsed.set(number, { request, side }));
    for (const number of [...this.#parsed.keys()].slice(0, -KEPT)) this.#parsed.delete(number);
  }

  /** Asks the second module. */
  async #elsewhere(request) {
    this.#other ??= compiled(this.#tools()).then((module) => new Wishful(module, this.#tools));
    // (A module that could not be fetched is fetched again when it is wanted again.)
    const other = await this.#other.catch((problem) => { this.#other = null; throw problem; });
    return other.ask({ ...request, document: this.#known(other, request.document) });
  }

  /** The number that a document has in the second module, which parses it if it does not know it. */
  #known(other, number) {
    if (number === undefined) return undefined;
    const parsed = this.#parsed.get(number);
    if (!parsed) throw new Refused({ code: 'forgotten', message: `document ${number} is not kept any more`, findings: [] });
    const there = this.#there.get(number);
    if (there && other.#parsed.has(there)) return there;
    const { request, side } = parsed;
    const { html, fragment, url, limits } = request;
    const grammar = request.grammar ?? request.grammars[side];
    const { document } = other.ask({ op: 'parse', grammar, html, fragment, url, limits, rows: 0, write: false });
    this.#there.set(number, document);
    return document;
  }

  /** The same as text: an object with `ok` or `error`. */
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

/** Half a pair of surrogates is no character; it counts one unit, as U+FFFD does. */
function wellFormed(_, value) {
  return typeof value === 'string' && !value.isWellFormed() ? value.toWellFormed() : value;
}
