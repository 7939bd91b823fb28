// The table of all nodes of a document, as apps/playground/wasm/src/package.rs writes it: numbers in
// document order, and one string that all texts are parts of. Nodes are numbers here; the node
// after the last descendant is `end`, so no walk needs a stack.

export const KINDS = ['document', 'element', 'text', 'comment', 'processing-instruction', 'doctype', 'cruft'];
export const ELEMENT = 1;
export const TEXT = 2;

const COLUMNS = 11;
const HEADER = 5;
/** The number that stands for no node and no offset. */
const NONE = 0xFFFFFFFF;

export class NodeTable {
  #numbers;
  #attributes;
  #names;
  #pool;
  /** The further pieces of texts that have several, by node; made on first use. */
  #pieces = null;

  constructor(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [nodes, attributes, names, pieces] = [1, 2, 3, 4].map((at) => view.getUint32(at * 4, true));
    this.size = nodes;
    const count = HEADER + nodes * COLUMNS + attributes * 3 + names * 2 + pieces * 3;
    // OK because all platforms of WebAssembly store numbers in its order of bytes.
    this.#numbers = new Uint32Array(bytes.slice(0, count * 4).buffer);
    this.#pool = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(count * 4));
    this.#attributes = HEADER + nodes * COLUMNS;
    const from = this.#attributes + attributes * 3;
    this.#names = Array.from({ length: names }, (_, name) => this.#string(from + name * 2));
  }

  #column(node, column) {
    return this.#numbers[HEADER + node * COLUMNS + column];
  }

  #string(at) {
    const from = this.#numbers[at];
    return this.#pool.slice(from, from + this.#numbers[at + 1]);
  }

  kind(node) {
    return this.#column(node, 0) & 7;
  }

  /** Reports whether the children belong to another tree, such as the contents of a template. */
  holdsOther(node) {
    return (this.#column(node, 0) & 8) !== 0;
  }

  namespace(node) {
    const name = this.#column(node, 0) >>> 4;
    return name ? this.#names[name] : null;
  }

  /** The parent; -1 for the document. */
  parent(node) {
    const parent = this.#column(node, 1);
    return parent === NONE ? -1 : parent;
  }

  /** One past the last descendant. */
  end(node) {
    return this.#column(node, 2);
  }

  name(node) {
    const name = this.#column(node, 3);
    return name ? this.#names[name] : null;
  }

  text(node) {
    return this.#string(HEADER + node * COLUMNS + 4);
  }

  /** The attributes as pairs of names and values. */
  attributes(node) {
    const last = node + 1 < this.size ? this.#column(node + 1, 6) : (this.#namesStart() - this.#attributes) / 3;
    const pairs = [];
    for (let at = this.#column(node, 6); at < last; at += 1) {
      const row = this.#attributes + at * 3;
      pairs.push([this.#names[this.#numbers[row]], this.#string(row + 1)]);
    }
    return pairs;
  }

  #namesStart() {
    return this.#piecesStart() - this.#names.length * 2;
  }

  #piecesStart() {
    return this.#numbers.length - this.#numbers[4] * 3;
  }

  /** The source of a node's first tag, or of the node itself; null if it is not in the source. */
  startSpan(node) {
    return this.#span(node, 7);
  }

  endSpan(node) {
    return this.#span(node, 9);
  }

  /** The sources of the tags of an element, or of the pieces of a text. */
  spans(node) {
    const first = [this.startSpan(node), this.endSpan(node)].filter(Boolean);
    return [...first, ...(this.#furtherPieces().get(node) ?? [])];
  }

  #furtherPieces() {
    if (this.#pieces) return this.#pieces;
    this.#pieces = new Map();
    for (let at = this.#piecesStart(); at < this.#numbers.length; at += 3) {
      const [node, ...span] = this.#numbers.subarray(at, at + 3);
      if (!this.#pieces.has(node)) this.#pieces.set(node, []);
      this.#pieces.get(node).push(span);
    }
    return this.#pieces;
  }

  #span(node, column) {
    const from = this.#column(node, column);
    return from === NONE ? null : [from, this.#column(node, column + 1)];
  }

  /** The first child; -1 if there is none. */
  firstChild(node) {
    return node + 1 < this.end(node) ? node + 1 : -1;
  }

  /** The next sibling; -1 if there is none. */
  next(node) {
    const parent = this.parent(node);
    return parent >= 0 && this.end(node) < this.end(parent) ? this.end(node) : -1;
  }

  /** The previous sibling; -1 if there is none. */
  previous(node) {
    const parent = this.parent(node);
    if (parent < 0 || parent === node - 1) return -1;
    let before = node - 1;
    while (this.parent(before) !== parent) before = this.parent(before);
    return before;
  }
}
