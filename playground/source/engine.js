// The page's side of the module: asks workers, and never waits for them.
//
// A *lane* is a worker with an instance of the module of its own. What must answer while somebody types has one, what
// thinks longer has others, so neither waits for the other. In a lane one question is asked at a time; the rest stand
// in a queue, in which a question of a *topic* takes the place of an older one of the same: the answer to
// that would be stale before it came. A question that takes longer than its time, or that traps the module, costs the
// lane its worker: it is ended, the asker is told, and the next question starts another one.

/** What became of a question that got no answer. */
export class Unanswered extends Error {
  /** @param {"stale" | "late" | "trap" | "missing" | "refused"} why @param {string} message @param {unknown} [detail] */
  constructor(why, message, detail) {
    super(message);
    this.why = why;
    this.detail = detail;
  }
}

/** What an asker has to say when there is no answer: nothing where a newer question took its place. @param {unknown} error */
export function unanswered(error) {
  if (!(error instanceof Unanswered)) throw error;
  return error.why === "stale" ? null : error;
}

/**
 * @typedef {object} Question
 * @property {string} topic
 * @property {string} call
 * @property {unknown} input
 * @property {number} limit Milliseconds, from when it is asked.
 * @property {(answer: any) => void} resolve
 * @property {(why: Unanswered) => void} reject
 */

/** The modules: what is there at once, and what these questions need besides. */
const FIRST = "wishful.wasm";
const ASKED_OF_TOOLS = new Set(["distinguish", "query", "microformats", "parselet", "generate", "lex"]);

/** The compiled modules, made once for all lanes. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** @param {string} file */
function compile(file) {
  const module = compiled.get(file) ?? WebAssembly.compileStreaming(fetch(new URL(file, document.baseURI)));
  compiled.set(file, module);
  module.catch(() => compiled.delete(file));
  return module;
}

export class Lane {
  /** @param {(message: string) => void} say Told when the worker had to be restarted, and why. */
  constructor(say) {
    this.say = say;
    /** @type {Question[]} */
    this.queue = [];
    /** @type {Question | null} */
    this.asked = null;
    /** @type {Worker | null} */
    this.worker = null;
    /** The modules that the worker has. @type {Set<string>} */
    this.given = new Set();
    this.timer = 0;
  }

  /**
   * @param {string} call The name of a call of the module. @param {unknown} input
   * @param {{ topic?: string, limit?: number }} [options]
   * @returns {Promise<any>}
   */
  ask(call, input, { topic = call, limit = 10_000 } = {}) {
    return new Promise((resolve, reject) => {
      this.forget(topic);
      this.queue.push({ topic, call, input, limit, resolve, reject });
      this.next();
    });
  }

  /** Nobody waits for an answer about this any more. @param {string} topic */
  forget(topic) {
    const stale = new Unanswered("stale", "a newer question was asked");
    for (const old of this.queue.filter(old => old.topic === topic)) old.reject(stale);
    this.queue = this.queue.filter(old => old.topic !== topic);
    if (this.asked?.topic === topic) this.asked.reject(stale);
  }

  next() {
    if (this.asked || this.queue.length === 0) return;
    const asked = this.asked = /** @type {Question} */ (this.queue.shift());
    const modules = ASKED_OF_TOOLS.has(asked.call) ? [FIRST, TOOLS] : [FIRST];
    Promise.all(modules.map(file => this.give(file))).then(() => this.put(asked), error => this.missing(asked, error));
  }

  /** A worker gets a module when it is here. @param {string} file */
  async give(file) {
    const worker = this.running();
    const module = await compile(file);
    if (this.given.has(file) || this.worker !== worker) return;
    this.given.add(file);
    worker.postMessage({ module, tools: file === TOOLS });
  }

  /** A question is put, and its time begins, when there is a module to answer it. @param {Question} asked */
  put(asked) {
    if (this.asked !== asked) return;
    const { call, input, limit } = asked;
    this.running().postMessage({ call, input });
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.restart("late", `${call} took longer than ${limit / 1000} seconds`), limit);
  }

  /** Without a network a module may not come: what the worker knows stays, and the next question asks for it again. @param {Question} asked @param {Error} error */
  missing(asked, error) {
    if (this.asked !== asked) return;
    this.done();
    const message = `A part of the page could not be loaded: ${error.message}.`;
    asked.reject(new Unanswered("missing", message));
    this.say(message);
    this.next();
  }

  running() {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    worker.onmessage = event => this.answered(event.data);
    worker.onerror = event => this.restart("trap", event.message || "the worker could not be started");
    this.given.clear();
    return (this.worker = worker);
  }

  /** @param {{ answer?: unknown, refused?: any, trap?: string }} message */
  answered({ answer, refused, trap }) {
    if (trap !== undefined) return this.restart("trap", trap);
    const asked = this.done();
    if (refused === undefined) asked?.resolve(answer);
    else asked?.reject(new Unanswered("refused", refused.message ?? String(refused), refused));
    this.next();
  }

  /** @param {"late" | "trap"} why @param {string} message */
  restart(why, message) {
    this.worker?.terminate();
    this.worker = null;
    const asked = this.done();
    asked?.reject(new Unanswered(why, message));
    this.say(`The parser was restarted: ${message}.`);
    this.next();
  }

  done() {
    window.clearTimeout(this.timer);
    const asked = this.asked;
    this.asked = null;
    return asked;
  }
}
