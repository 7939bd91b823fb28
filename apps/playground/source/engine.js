// The page's side of the module: asynchronous requests to workers.
//
// A *lane* is a worker with its own instance of the module. Requests that must be answered while
// the user types have one lane; slow requests have others, so neither waits for the other. A lane
// runs one request at a time and queues the rest. A queued request replaces an older one with the
// same *topic*, whose answer would be stale. If a request exceeds its time limit or traps the
// module, the lane terminates the worker and rejects the request. The next request starts a new
// worker.

import { MODULE_OF } from "./modules.js";

/** The error of a request without an answer. */
export class Unanswered extends Error {
  /** @param {"stale" | "late" | "trap" | "missing" | "refused"} why @param {string} message @param {unknown} [detail] */
  constructor(why, message, detail) {
    super(message);
    this.why = why;
    this.detail = detail;
  }
}

/**
 * Returns the error to display; null if a newer request replaced this one.
 * @param {unknown} error
 */
export function unanswered(error) {
  if (!(error instanceof Unanswered)) throw error;
  return error.why === "stale" ? null : error;
}

/**
 * @typedef {object} Question
 * @property {string} topic
 * @property {string} call
 * @property {unknown} input
 * @property {number} limit The time limit in milliseconds, from the start of the request.
 * @property {(answer: any) => void} resolve
 * @property {(why: Unanswered) => void} reject
 */

/** The compiled modules, shared by all lanes. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** @param {string} name */
function compile(name) {
  const module = compiled.get(name) ?? WebAssembly.compileStreaming(fetch(new URL(MODULES[name], document.baseURI)));
  compiled.set(name, module);
  module.catch(() => compiled.delete(name));
  return module;
}

export class Lane {
  /** @param {(message: string) => void} say Receives the reason when the worker was restarted. */
  constructor(say) {
    this.say = say;
    /** @type {Question[]} */
    this.queue = [];
    /** @type {Question | null} */
    this.asked = null;
    /** @type {Worker | null} */
    this.worker = null;
    /** The names of the modules that were sent to the worker. @type {Set<string>} */
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

  /** Drops all requests of a topic. @param {string} topic */
  forget(topic) {
    const stale = new Unanswered("stale", "a newer request replaced this one");
    for (const old of this.queue.filter(old => old.topic === topic)) old.reject(stale);
    this.queue = this.queue.filter(old => old.topic !== topic);
    if (this.asked?.topic === topic) this.asked.reject(stale);
  }

  next() {
    if (this.asked || this.queue.length === 0) return;
    const asked = this.asked = /** @type {Question} */ (this.queue.shift());
    const modules = ["first", MODULE_OF.get(asked.call) ?? "first"];
    Promise.all(modules.map(name => this.give(name))).then(() => this.put(asked), error => this.missing(asked, error));
  }

  /** Sends a module to the worker, once it is compiled. @param {string} name */
  async give(name) {
    const worker = this.running();
    const module = await compile(name);
    if (this.given.has(name) || this.worker !== worker) return;
    this.given.add(name);
    worker.postMessage({ module, name });
  }

  /**
   * Sends a request to the worker, which has its modules, and starts the timer.
   * @param {Question} asked
   */
  put(asked) {
    if (this.asked !== asked) return;
    const { call, input, limit } = asked;
    this.running().postMessage({ call, input });
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.restart("late", `${call} took longer than ${limit / 1000} seconds`), limit);
  }

  /**
   * Rejects a request whose module could not be loaded. The worker keeps its state, and the next
   * request loads the module again.
   * @param {Question} asked @param {Error} error
   */
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
