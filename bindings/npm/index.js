// The package's functions and classes. index.d.ts describes them.

import { Document } from './document.js';
import { Editor } from './editor.js';
import { ask } from './engine.js';
import { WishfulError, wrong } from './errors.js';
import { StructuredData, Table, TextMap } from './extract.js';
import { Cursor, Node } from './node.js';

export { Cursor, Document, Editor, Node, StructuredData, Table, TextMap, WishfulError };

/** A compiled grammar. */
export class Grammar {
  /** @private */
  constructor(choice) {
    this.choice = choice;
    this.name = choice.name;
    this.files = { ...choice.files, ...(choice.text === undefined ? {} : { [choice.name]: choice.text }) };
    // The compilation throws the grammar's errors; the module keeps its result.
    new Document('', { grammar: choice, limits: {} }, this).free();
  }

  /** Compiles a shipped grammar. */
  static load(name, { modes = [] } = {}) {
    if (typeof name !== 'string') throw wrong('the name of a grammar must be a string');
    return new Grammar({ name, modes });
  }

  /** Compiles the text of a grammar. */
  static fromText(text, { name = 'input.grammar', modes = [], files = {} } = {}) {
    if (typeof text !== 'string') throw wrong('the text of a grammar must be a string');
    return new Grammar({ name, text, modes, files });
  }

  /** Returns the findings in the text of a grammar, warnings too. */
  static check(text, { name = 'input.grammar', modes = [], files = {} } = {}) {
    if (typeof text !== 'string') throw wrong('the text of a grammar must be a string');
    return ask({ op: 'check', grammar: { name, text, modes, files } }).findings;
  }

  parse(input, options = {}) {
    return parse(input, { ...options, grammar: this });
  }
}

const compiled = new Map();

/** Returns a shipped grammar, which is compiled once. */
function shipped(name) {
  if (!compiled.has(name)) compiled.set(name, Grammar.load(name));
  return compiled.get(name);
}

/** Lists the shipped grammars of documents. */
export function grammars() {
  const all = ask({ op: 'catalogue' }).grammars.filter(({ part }) => !part);
  return all.map(({ name, description, modes }) => ({ name, description, modes }));
}

/** The types of the options. */
const OPTIONS = {
  fragment: 'string', url: 'string', encoding: 'string', transportEncoding: 'string', latches: 'object', limits: 'object',
};

/** Parses a string or bytes. */
export function parse(input, { grammar = 'whatwg', ...options } = {}) {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) throw wrong(`unknown option \`${name}\`; expected one of grammar, ${Object.keys(OPTIONS).join(', ')}`);
    if (value !== undefined && typeof value !== OPTIONS[name]) throw wrong(`the option \`${name}\` has the wrong type`);
  }
  const { transportEncoding, limits = {}, ...others } = options;
  const chosen = typeof grammar === 'string' ? shipped(grammar) : grammar;
  if (!(chosen instanceof Grammar)) throw wrong('the option `grammar` must be a name or a Grammar');
  return new Document(input, { ...others, transport_encoding: transportEncoding, limits, grammar: chosen.choice }, chosen);
}
