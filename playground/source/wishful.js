// The way from JavaScript into wishful.wasm and back: a question and its answer, as ../protocol.md has them.
//
// The module is asked by writing JSON where it says, and answers where it says. It runs until it is done, so it is for a
// worker, in node for anything.

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

/** Loads the module. */
export async function load(source) {
  return new Wishful(await compiled(source));
}

class Wishful {
  #exports;
  #trap = null;

  constructor(module) {
    /** The compiled module, for `load` elsewhere. */
    this.module = module;
    this.restart();
  }

  /** A new instance, which knows no documents. */
  restart() {
    this.#exports = new WebAssembly.Instance(this.module, {}).exports;
    this.#trap = null;
  }

  /** How much memory the instance has, in bytes; it never has less. */
  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Answers a question. */
  ask(request) {
    const { ok, error } = JSON.parse(this.text(request));
    if (error) throw new Refused(error);
    return ok;
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
