// The edits of a document by functions: each method adds an edit of a node to a list, which
// apps/playground/wasm/src/edit.rs applies.

import { wrong } from './errors.js';
import { Node } from './node.js';

export class Editor {
  #document;

  constructor(document) {
    this.#document = document;
    this.list = [];
  }

  setAttribute(node, name, value) { this.#named('attribute', node, name, { value: text(value, 'a value') }); }
  removeAttribute(node, name) { this.#named('attribute', node, name, {}); }
  addClass(node, name) { this.#named('add-class', node, name, {}); }
  removeClass(node, name) { this.#named('remove-class', node, name, {}); }
  rename(node, name) { this.#named('rename', node, name, {}); }
  /** Puts an element around a node: `tag` is its start tag, such as `<div class=x>`. */
  wrap(node, tag) { this.#named('wrap', node, tag, {}); }
  remove(node) { this.#add('remove', node, {}); }
  unwrap(node) { this.#add('unwrap', node, {}); }
  setText(node, content) { this.#add('content', node, { content: { text: text(content, 'a text') } }); }
  setContent(node, content) { this.#filled('content', node, content); }
  replace(node, content) { this.#filled('replace', node, content); }
  before(node, content) { this.#filled('before', node, content); }
  prepend(node, content) { this.#filled('prepend', node, content); }
  append(node, content) { this.#filled('append', node, content); }
  after(node, content) { this.#filled('after', node, content); }

  #named(edit, node, name, rest) {
    this.#add(edit, node, { name: text(name, 'a name'), ...rest });
  }

  /** Adds an edit with new content: HTML, `{ text }`, or a node that is moved. */
  #filled(edit, node, content) {
    if (typeof content === 'string') this.#add(edit, node, { content: { html: content } });
    else if (content instanceof Node) this.#add(edit, node, { content: { node: this.#number(content) } });
    else if (typeof content?.text === 'string') this.#add(edit, node, { content: { text: content.text } });
    else throw wrong('new content must be HTML, `{ text }` or a node of the document');
  }

  #add(edit, node, rest) {
    this.list.push({ edit, node: this.#number(node), ...rest });
  }

  #number(node) {
    if (!(node instanceof Node) || node.document !== this.#document) {
      throw wrong('an edit takes a node of the document that is edited');
    }
    return node.index;
  }
}

function text(value, what) {
  if (typeof value !== 'string') throw wrong(`${what} must be a string, not ${value === null ? 'null' : typeof value}`);
  return value;
}
