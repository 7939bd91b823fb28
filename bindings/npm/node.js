// Nodes and the cursor: views of a document's table.

import { ELEMENT, KINDS, TEXT } from './table.js';

/** A node of a document. `document.nodes` makes one object for each node, when it is first used. */
export class Node {
  #table;

  constructor(document, table, index) {
    this.document = document;
    this.#table = table;
    this.index = index;
  }

  get kind() { return KINDS[this.#table.kind(this.index)]; }
  get name() { return this.#table.name(this.index); }
  get namespace() { return this.#table.namespace(this.index); }
  get isElement() { return this.#table.kind(this.index) === ELEMENT; }
  get data() { return ['element', 'document', 'doctype'].includes(this.kind) ? null : this.#table.text(this.index); }

  get attributes() {
    const attributes = Object.create(null);
    for (const [name, value] of this.#table.attributes(this.index)) attributes[name] ??= value;
    return attributes;
  }

  get(name) {
    return this.#table.attributes(this.index).find(([one]) => one === name)?.[1] ?? null;
  }

  get classes() {
    return (this.get('class') ?? '').split(/[\t\n\f\r ]+/).filter(Boolean);
  }

  /** All text of the node, unchanged, without that of template contents. */
  get textContent() {
    if (this.data !== null) return this.data;
    if (this.#table.holdsOther(this.index)) return '';
    const end = this.#table.end(this.index);
    let all = '';
    for (let node = this.index + 1; node < end;) {
      if (this.#table.kind(node) === TEXT) all += this.#table.text(node);
      node = this.#table.holdsOther(node) ? this.#table.end(node) : node + 1;
    }
    return all;
  }

  get parent() { return this.#node(this.#table.parent(this.index)); }
  get firstChild() { return this.#node(this.#table.firstChild(this.index)); }
  get nextSibling() { return this.#node(this.#table.next(this.index)); }
  get previousSibling() { return this.#node(this.#table.previous(this.index)); }
  get nextElement() { return this.#element((node) => this.#table.next(node)); }
  get previousElement() { return this.#element((node) => this.#table.previous(node)); }
  get elementChildren() { return this.children.filter((child) => child.isElement); }

  get children() {
    const children = [];
    const end = this.#table.end(this.index);
    for (let node = this.index + 1; node < end; node = this.#table.end(node)) children.push(this.#node(node));
    return children;
  }

  get ancestors() {
    const ancestors = [];
    for (let node = this.parent; node; node = node.parent) ancestors.push(node);
    return ancestors;
  }

  /** Walks through all descendants in document order. */
  *descendants() {
    const end = this.#table.end(this.index);
    for (let node = this.index + 1; node < end; node += 1) yield this.#node(node);
  }

  /** Walks through the descendants that are elements. */
  *elements() {
    for (const node of this.descendants()) if (node.isElement) yield node;
  }

  /** The start tag's place in the source, or the first of a node without tags; null if it has none. */
  get startSpan() { return this.#table.startSpan(this.index); }
  get endSpan() { return this.#table.endSpan(this.index); }
  get spans() { return this.#table.spans(this.index); }

  /** The element's start tag is not in the source. */
  get virtual() { return this.isElement && this.startSpan === null; }

  /** The repairs that the node was part of. */
  get repairs() {
    return this.document.repairs.filter((repair) => repair.nodes.includes(this));
  }

  get innerHtml() { return this.document.markup(this, true); }
  toHtml() { return this.document.markup(this, false); }
  select(selector) { return this.document.selected(selector, this); }
  selectOne(selector) { return this.select(selector)[0] ?? null; }
  xpath(expression, variables) { return this.document.evaluated(expression, this, variables); }
  cssTexts(selector) { return this.document.stringValues('css', selector, this); }
  xpathTexts(expression, variables) { return this.document.stringValues('xpath', expression, this, variables); }
  matches(selector) { return this.document.about('matches', this, selector); }

  /** Returns the innermost of the node and its ancestors that matches a selector. */
  closest(selector) { return this.#node(this.document.about('closest', this, selector) ?? -1); }

  /** Returns the address in an attribute, resolved by the document's; null if that is impossible. */
  link(name) { return this.document.about('link', this, name); }

  text(options) { return this.document.visible(this, options); }
  textMap(options) { return this.document.visible(this, options, true); }
  tables() { return this.document.tables(this); }
  toString() { return this.toHtml(); }

  /** What `console.log` shows in node: the start tag, or the content. */
  [Symbol.for('nodejs.util.inspect.custom')]() {
    const place = this.startSpan === null ? 'not in the source' : `at ${this.startSpan.join(':')}`;
    if (!this.isElement) return `Node { ${this.kind} ${JSON.stringify(short(this.data ?? this.name ?? ''))}, ${place} }`;
    const attributes = Object.entries(this.attributes).map(([name, value]) => ` ${name}=${JSON.stringify(short(value))}`);
    return `Node { <${this.namespace ? `${this.namespace}:` : ''}${this.name}${short(attributes.join(''), 300)}>, ${place} }`;
  }

  [Symbol.iterator]() { return this.children[Symbol.iterator](); }

  /** The subtree as plain objects. */
  toObject() {
    const made = new Map();
    for (const node of [this, ...this.descendants()]) {
      const plain = { kind: node.kind };
      if (node.name !== null) plain.name = node.name;
      if (node.namespace !== null) plain.namespace = node.namespace;
      if (node.isElement) plain.attributes = { ...node.attributes };
      if (node.data !== null) plain.text = node.data;
      else plain.children = [];
      made.set(node.index, plain);
      if (node !== this) made.get(node.parent.index).children?.push(plain);
    }
    return made.get(this.index);
  }

  #node(index) {
    return index < 0 ? null : this.document.nodes(index);
  }

  #element(step) {
    let node = step(this.index);
    while (node >= 0 && this.#table.kind(node) !== ELEMENT) node = step(node);
    return this.#node(node);
  }
}

/** Cuts a long text. */
const short = (text, most = 80) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** A position in a document that moves without making objects. */
export class Cursor {
  #document;
  #table;

  constructor(document, table, index) {
    this.#document = document;
    this.#table = table;
    this.index = index;
  }

  get kind() { return KINDS[this.#table.kind(this.index)]; }
  get name() { return this.#table.name(this.index); }
  get data() { return this.#table.text(this.index); }
  get node() { return this.#document.nodes(this.index); }
  toParent() { return this.#to(this.#table.parent(this.index)); }
  toFirstChild() { return this.#to(this.#table.firstChild(this.index)); }
  toNextSibling() { return this.#to(this.#table.next(this.index)); }
  toPreviousSibling() { return this.#to(this.#table.previous(this.index)); }
  /** Moves to the next node in document order. */
  toNext() { return this.#to(this.index + 1 < this.#table.size ? this.index + 1 : -1); }
  /** Moves to the next node in document order that is no descendant. */
  toFollowing() { const end = this.#table.end(this.index); return this.#to(end < this.#table.size ? end : -1); }

  #to(index) {
    if (index < 0) return false;
    this.index = index;
    return true;
  }
}
