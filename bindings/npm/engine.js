// The instance of the first module, and the documents in it.
//
// The memory of an instance never shrinks, and the collector of JavaScript does not know its size.
// So the instance keeps only the last documents. A request about another one parses it again, which
// gives the same numbers of nodes and repairs. Thus any number of documents may be in use, and
// nobody has to free them: `free` only does it earlier.

import { check, first } from '#modules';
import { Refused, Trapped, Wishful } from './loader.js';
import { WishfulError, withCarets } from './errors.js';

/** The maximum number of documents in the instance, and of bytes in their sources. */
const DOCUMENTS = 64;
const LENGTH = 8 << 20;

const instance = new Wishful(first);

/** The documents in the instance by their keys, the last used one at the end. */
const held = new Map();

/** Drops the document of an object that was collected. */
const collected = new FinalizationRegistry((key) => drop(key));

/** Answers a request about no document. `files` are the texts of the request, for messages. */
export function ask(request, files = {}) {
  return parsed(bytes(request, files)).ok;
}

/** Answers a request with bytes, and throws its error. */
function bytes(request, files, content) {
  const answer = answered(() => instance.bytes(request, content));
  if (answer[0] !== BRACE || !startsWithError(answer)) return answer;
  throw ofRefused(parsed(answer).error, files);
}

/** Parses the JSON of an answer. */
const parsed = (answer) => JSON.parse(new TextDecoder().decode(answer));

const BRACE = 0x7B;

/** Reports whether JSON begins with `{"error"`. */
function startsWithError(answer) {
  return answer[2] === 0x65;
}

/** Runs a request. After a trap, a new instance replaces the old one, without documents. */
function answered(run) {
  try {
    return run();
  } catch (problem) {
    if (!(problem instanceof Trapped)) throw problem;
    held.clear();
    instance.restart();
    throw new WishfulError('stopped', problem.message, { cause: problem });
  }
}

/** Converts an error of the protocol. */
function ofRefused({ code, message, findings = [] }, files) {
  return new WishfulError(code, withCarets(message, findings, files), { findings });
}

/** The source of a document in the instance, and the options of its parse. */
export class Held {
  #content;
  #request;
  /** What `load` answered about the document. */
  about;

  /** Parses a document. `owner` is the object whose collection drops it. */
  constructor(content, request, files) {
    this.#content = content;
    this.#request = request;
    this.about = this.#parse(files);
  }

  /** Drops the document when `owner` is collected. */
  ownedBy(owner) {
    collected.register(owner, this);
  }

  /** Answers a request about the document. */
  ask(request, files = {}) {
    return parsed(this.bytes(request, files)).ok;
  }

  /** Answers a request about the document with bytes, valid until the next request. */
  bytes(request, files = {}) {
    return bytes({ ...request, document: this.#number() }, files);
  }

  /** Drops the document until it is used again. */
  free() {
    drop(this);
  }

  /** Returns the document's number in the instance. */
  #number() {
    const entry = held.get(this);
    if (!entry) return this.#parse({}).document;
    held.delete(this);
    held.set(this, entry);
    return entry.number;
  }

  #parse(files) {
    makeRoom(this.#content.length);
    const answer = bytes(this.#request, files, this.#content);
    const about = parsed(answer).ok;
    held.set(this, { number: about.document, length: this.#content.length });
    return about;
  }
}

/** Drops the documents that were not used for the longest time. */
function makeRoom(length) {
  let sum = length;
  for (const { length: one } of held.values()) sum += one;
  for (const [key, { length: one }] of held) {
    if (held.size < DOCUMENTS && sum <= LENGTH) return;
    drop(key);
    sum -= one;
  }
}

function drop(key) {
  const entry = held.get(key);
  if (!entry) return;
  held.delete(key);
  ask({ op: 'free', document: entry.number });
}

/** The instance of the second module, after the first request for it. */
let checker = null;

/** Answers a request of the second module about a document that `parse` makes. */
export async function askCheck(parse, request, files = {}) {
  checker ??= check().then((module) => new Wishful(module));
  // After a failure, the next request loads the module again.
  const loaded = await checker.catch((problem) => { checker = null; throw problem; });
  try {
    const { document } = loaded.ask({ op: 'parse', rows: 0, write: false, ...parse });
    return loaded.ask({ ...request, document });
  } catch (problem) {
    if (problem instanceof Refused) throw ofRefused(problem, files);
    loaded.restart();
    throw new WishfulError('stopped', problem.message, { cause: problem });
  }
}

/** The memory of the instance in bytes. It never shrinks. */
export const memory = () => instance.memory;
