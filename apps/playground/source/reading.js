// The result of a parse: the tree and the repairs, with details on demand.
//
// The answer to `parse` has the parent of each node, so the shape of the whole tree is known at
// once. A node's number is its index in document order. Rows describe a node or a repair. They are
// fetched in chunks, when one of them is first needed.

/** The number of rows in a chunk, and in the first answer. */
export const CHUNK = 500;

/**
 * @typedef {{ file: string, line: number, at: [number, number], text: string }} Citation
 * @typedef {{ kind: string, at?: [number, number], repair?: number | null, of?: [number, number] | null }} Tag
 * @typedef {{ node: number, depth: number, kind: string, label: string, note: string | null, name: string | null, spans: [number, number][], start: Tag | null, end: Tag | null, repairs: number[], moved: number | null }} Node
 * @typedef {{ number: number, kind: string, what: string, allowed: boolean, at: [number, number], place: string, nodes: number[], by: Citation | null }} Repair
 */

/** A list in the module, whose chunks are fetched when they are needed. @template Row */
class Chunks {
  /** @param {(from: number, rows: number) => Promise<Row[]>} fetch @param {() => void} came */
  constructor(fetch, came) {
    this.fetch = fetch;
    this.came = came;
    /** @type {Map<number, Row[]>} */
    this.here = new Map();
    this.asked = new Set();
  }

  /** @param {number} index @returns {Row | undefined} */
  at(index) {
    const chunk = Math.floor(index / CHUNK);
    if (!this.asked.has(chunk)) this.ask(chunk);
    return this.here.get(chunk)?.[index - chunk * CHUNK];
  }

  /** @param {number} chunk */
  ask(chunk) {
    this.asked.add(chunk);
    this.fetch(chunk * CHUNK, CHUNK).then(rows => {
      this.here.set(chunk, rows);
      this.came();
    }, () => {});
  }

  /**
   * Adds the first chunk, which came with an answer.
   * @param {Row[]} rows @param {number} count The number of all rows.
   */
  begin(rows, count) {
    if (rows.length < Math.min(count, CHUNK)) return;
    this.asked.add(0);
    this.here.set(0, rows);
  }
}

export class Reading {
  /**
   * @param {import("./engine.js").Lane} lane The lane that has the document. @param {any} answer The answer of `parse`.
   * @param {() => void} came Called when more rows arrive. @param {object} [input] The request, to repeat it in another lane.
   */
  constructor(lane, answer, came, input = {}) {
    this.lane = lane;
    this.input = input;
    this.answer = answer;
    this.document = answer.document;
    this.count = answer.parents.length;
    /** @type {Int32Array} */
    this.parents = answer.parents;
    Object.assign(this, shape(this.parents));
    /** @type {Chunks<Node>} */
    this.nodes = new Chunks((from, rows) => this.rows("nodes", from + 1, rows), came);
    this.nodes.begin(answer.nodes, this.count - 1);
    /** @type {Chunks<Repair>} */
    this.repairs = new Chunks((from, rows) => this.rows("repairs", from, rows), came);
    this.repairs.begin(answer.repairs.rows, answer.repairs.count);
  }

  /** @param {string} call @param {number} from @param {number} rows */
  rows(call, from, rows) {
    return this.lane.ask(call, { document: this.document, from, rows }, { topic: `${call} ${this.document} ${from}` });
  }

  /** @param {number} node */
  node(node) {
    return this.nodes.at(node - 1);
  }

  /** @param {number} number */
  repair(number) {
    return this.repairs.at(number);
  }

  /**
   * Sends a request about this document.
   * @param {string} call @param {object} input @param {object} [options]
   */
  ask(call, input, options) {
    return this.lane.ask(call, { document: this.document, ...input }, options);
  }

  /**
   * Sends a slow request to another lane, which parses the document first. So it does not delay
   * typing.
   * @param {import("./engine.js").Lane} lane @param {string} call @param {object} input @param {object} [options]
   */
  async askIn(lane, call, input, options) {
    const { document } = await lane.ask("parse", { ...this.input, rows: 0, write: false }, { topic: call });
    return lane.ask(call, { document, ...input }, { topic: call, ...options });
  }

  /** @type {Int32Array} The depth of each node; the document's is -1. */
  depths = new Int32Array();
  /** @type {Int32Array} The number after the last descendant of each node. */
  ends = new Int32Array();
  /** @type {Int32Array} The number of children of each node. */
  children = new Int32Array();
  /** @type {Int32Array} The position of each node among its siblings, from 1. */
  places = new Int32Array();
}

/** @param {Int32Array} parents */
function shape(parents) {
  const { length } = parents;
  const depths = new Int32Array(length).fill(-1);
  const ends = new Int32Array(length);
  const children = new Int32Array(length);
  const places = new Int32Array(length);
  for (let node = 1; node < length; node += 1) {
    const parent = parents[node];
    depths[node] = depths[parent] + 1;
    places[node] = children[parent] += 1;
  }
  for (let node = length - 1; node >= 0; node -= 1) {
    ends[node] = Math.max(ends[node], node + 1);
    if (node > 0) ends[parents[node]] = Math.max(ends[parents[node]], ends[node]);
  }
  return { depths, ends, children, places };
}
