// Documents: a parsed text, with its tree, repairs and queries.

import { Editor } from './editor.js';
import { askCheck, Held } from './engine.js';
import { WishfulError, wrong } from './errors.js';
import { StructuredData, Table, TextMap } from './extract.js';
import { Cursor, Node } from './node.js';
import { NodeTable } from './table.js';

export class Document {
  #held;
  #input;
  #options;
  #table = null;
  #nodes = [];
  #repairs = null;
  #source = null;

  /** Parses an input: a string, or bytes. `options` are checked ones. */
  constructor(input, options, grammar) {
    this.#input = typeof input === 'string' ? input : null;
    this.#options = options;
    this.#held = new Held(encoded(input), { op: 'load', text: this.#input !== null, rows: 0, write: false, ...options }, grammar.files);
    this.#held.ownedBy(this);
    this.grammar = grammar;
  }

  /** The decoded text. Spans count its units of UTF-16. */
  get source() {
    return this.#source ??= this.#input ?? this.#held.ask({ op: 'source' });
  }

  get encoding() { return this.#held.about.encoding; }
  get malformed() { return this.#held.about.malformed; }
  get limit() { return this.#held.about.limit; }
  get latches() { return [...this.#held.about.latches]; }

  get root() { return this.nodes(0); }
  get title() { return this.selectOne('title')?.textContent ?? null; }
  get head() { return this.selectOne('head'); }
  get body() { return this.selectOne('body'); }

  /** The number of nodes. */
  get size() { return this.#all().size; }

  /** Returns the node with a number. */
  nodes(index) {
    const table = this.#all();
    if (!Number.isInteger(index) || index < 0 || index >= table.size) throw wrong(`the document has no node ${String(index)}`);
    return this.#nodes[index] ??= new Node(this, table, index);
  }

  /** Returns a cursor at a node. */
  cursor(node = this.root) {
    return new Cursor(this, this.#all(), node.index);
  }

  #all() {
    return this.#table ??= new NodeTable(this.#held.bytes({ op: 'table' }));
  }

  select(selector) { return this.selected(selector, null); }
  selectOne(selector) { return this.select(selector)[0] ?? null; }
  xpath(expression, variables) { return this.evaluated(expression, null, variables); }

  /** Returns the string values that a selector selects: the texts of nodes, the values of attributes. */
  cssTexts(selector) { return this.stringValues('css', selector, null); }
  xpathTexts(expression, variables) { return this.stringValues('xpath', expression, null, variables); }

  /** @private Evaluates a selector at a node. */
  selected(text, node) {
    const { kind, value } = this.#evaluated('css', text, node, {});
    if (kind === 'mixed') throw wrong(`\`${text}\` selects attributes, which are no nodes: \`cssTexts\` returns their values`);
    return value.map((index) => this.nodes(index));
  }

  /** @private Evaluates XPath at a node. */
  evaluated(expression, node, variables = {}) {
    const { kind, value } = this.#evaluated('xpath', expression, node, variables);
    if (kind === 'nodes') return value.map((index) => this.nodes(index));
    if (kind === 'mixed') return value.map((row) => this.#mixed(row));
    return kind === 'number' ? Number(value) : value;
  }

  /** @private Evaluates an expression at a node to strings. */
  stringValues(language, text, node, variables = {}) {
    const { kind, value } = this.#evaluated(language, text, node, variables);
    if (kind === 'nodes') return value.map((index) => this.nodes(index).textContent);
    if (kind === 'mixed') return value.map((row) => row.value ?? this.nodes(row.node).textContent);
    return Array.isArray(value) ? value : [String(value)];
  }

  #evaluated(language, text, node, variables) {
    if (typeof text !== 'string') throw wrong('an expression must be a string');
    const asked = { op: 'select', language, text, node: node?.index ?? 0, variables, steps: this.#options.limits.steps };
    return this.#held.ask(asked, { query: text });
  }

  #mixed({ node, attribute, value, at }) {
    const element = this.nodes(node);
    return attribute === null ? element : { kind: 'attribute', name: attribute, value, element, span: at };
  }

  /** @private Answers a question about a node and a text. */
  about(op, node, text) {
    if (typeof text !== 'string') throw wrong(op === 'link' ? 'the name of an attribute must be a string' : 'a selector must be a string');
    return this.#held.ask({ op, node: node.index, text }, { query: text });
  }

  /** Returns the visible text: blocks and rows are lines, a tab joins cells, hidden content is left out. */
  text(options) { return this.root.text(options); }

  /** Returns the visible text with its sources. */
  textMap(options) { return this.root.textMap(options); }

  /** @private Reads the visible text in a node. */
  visible(node, { separator = '\n', strip = true } = {}, map = false) {
    if (typeof separator !== 'string') throw wrong('the option `separator` must be a string');
    const read = this.#held.ask({ op: 'text', node: node.index, separator, strip: Boolean(strip), map });
    return map ? new TextMap(this, read) : read.text;
  }

  /** Returns the tables, by the table model of HTML. */
  tables(node = this.root) {
    return this.#held.ask({ op: 'tables', node: node.index }).map((row) => new Table(this, row));
  }

  /** Reads microdata, RDFa, Open Graph, JSON-LD and microformats as one graph. */
  structuredData({ base, syntaxes } = {}) {
    const write = (format) => this.#held.ask({ op: 'data', base, syntaxes, format });
    return new StructuredData(this, write('rows'), write);
  }

  /** Returns the document as well-formed XML, with a list of the changes that XML requires. */
  toXml() {
    const { text, cut, coercions } = this.#held.ask({ op: 'xml', limits: this.#options.limits });
    if (cut) throw new WishfulError('limit', 'the output is longer than `limits.output`');
    return { text, coercions, toString: () => text };
  }

  /** @private Serialises a node. */
  markup(node, inner) {
    return this.#held.ask({ op: 'markup', node: node.index, inner });
  }

  toHtml() { return this.toFormat('html'); }

  /** Writes the document in a format of the command line. */
  toFormat(format) {
    const { text, cut } = this.#held.ask({ op: 'output', format, limits: this.#options.limits });
    if (cut) throw new WishfulError('limit', 'the output is longer than `limits.output`');
    return text;
  }

  get repairs() {
    return this.#repairs ??= this.#held.ask({ op: 'repairs', from: 0, rows: 0xFFFFFFFF }).map((row) => this.#repair(row));
  }

  get mistakes() { return this.repairs.filter(({ allowed }) => !allowed); }

  #repair({ number, kind, what, allowed, at, place, nodes, by }) {
    const cited = by && { file: by.file, line: by.line, text: by.text };
    return { index: number, kind, what, allowed, span: at, place, nodes: nodes.map((index) => this.nodes(index)), cites: cited };
  }

  /** Explains what happened to the token at an offset, or a repair. */
  explain(about) {
    const asked = typeof about === 'number' ? { at: about } : { repair: about?.index };
    if (!Number.isInteger(asked.at ?? asked.repair)) throw wrong('explain takes an offset or a repair');
    return this.#held.ask({ op: 'explain', ...asked });
  }

  microformats({ base, mode = 'mf2' } = {}) {
    return JSON.parse(this.#held.ask({ op: 'microformats', base, mode }).json);
  }

  /** Extracts data by a parselet. */
  parselet(text, { dialect = 'wishful' } = {}) {
    if (typeof text !== 'string') throw wrong('a parselet must be a string');
    const { json, error, limit } = this.#held.ask({ op: 'parselet', text, dialect }, { parselet: text });
    if (limit) throw new WishfulError('limit', `the parselet stopped at the limit \`${limit}\``);
    if (error) throw new WishfulError('impossible', error);
    return JSON.parse(json);
  }

  /** Returns the findings of the checks for authors. Loads the second module on first use. */
  async check({ template } = {}) {
    const { findings } = await askCheck(this.#again(), { op: 'conformance', rows: 0xFFFFFFFF, template: language(template) });
    return findings;
  }

  /** Returns the mistakes of the author, and the source as it was meant. Loads the second module on first use. */
  async intent() {
    const { mistakes, text } = await askCheck(this.#again(), { op: 'intent', rows: 0xFFFFFFFF });
    return { mistakes, text: text ?? this.source };
  }

  /** Repairs the source as `wishful fix` does. Loads the second module on first use. */
  async fix({ template } = {}) {
    return askCheck(this.#again(), { op: 'fix', template: language(template) });
  }

  /** Edits the source by a function that is given an `Editor`, or by a script of `wishful edit`. Loads the second module on first use. */
  async edit(how, { rewrite = false, template } = {}) {
    const asked = { op: 'edit', rewrite, template: language(template) };
    if (typeof how === 'function') {
      // (The nodes of this document are those of no page that a template writes.)
      if ((template ?? 'none') !== 'none') throw wrong('a template is edited by a script, not by a function');
      const editor = new Editor(this);
      await how(editor);
      asked.list = editor.list;
    } else if (typeof how === 'string') asked.script = how;
    else throw wrong('edit takes a function or a script');
    const { edits, text, patch, refused, written } = await askCheck(this.#again(), asked);
    return { edits, text: text ?? this.source, patch, refused, written };
  }

  /** The request that parses the document in the second module. */
  #again() {
    const { grammar, fragment, url, latches, limits } = this.#options;
    if (latches?.length) {
      throw new WishfulError('impossible', 'a document that was parsed with latches cannot be checked or edited');
    }
    const { encoding, reason, malformed } = this.#held.about;
    return { grammar, fragment, url, limits, html: this.source, decoded: { encoding, reason, malformed } };
  }

  toString() { return this.toHtml(); }

  /** What `console.log` shows in node. */
  [Symbol.for('nodejs.util.inspect.custom')]() {
    const title = this.title;
    return `Document { ${this.size} nodes, ${this.mistakes.length} mistakes${title === null ? '' : `, title ${JSON.stringify(title)}`} }`;
  }

  /** Frees the document's memory in the module. It is parsed again if it is used later. */
  free() { this.#held.free(); }
}

if (Symbol.dispose) Document.prototype[Symbol.dispose] = Document.prototype.free;

/** Checks the type of the option `template`. */
function language(template) {
  if (template !== undefined && typeof template !== 'string') throw wrong('the option `template` must be a string');
  return template;
}

/** Encodes an input as bytes of its own. */
function encoded(input) {
  if (typeof input === 'string') return new TextEncoder().encode(input);
  if (input instanceof ArrayBuffer) return new Uint8Array(input.slice(0));
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength).slice();
  throw wrong(`a document must be a string or bytes, not ${input === null ? 'null' : typeof input}`);
}
