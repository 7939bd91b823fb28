// What is read from a document: its visible text with sources, its tables and its structured data.
// apps/playground/wasm/src/extract.rs writes the rows.

import { wrong } from './errors.js';

/** A visible text, and the place in the source of each of its runs. */
export class TextMap {
  constructor(document, { text, runs }) {
    this.document = document;
    this.text = text;
    let start = 0;
    this.runs = runs.map(([length, kind, span, node, moved]) => {
      const from = start;
      start += length;
      return { start: from, end: start, text: text.slice(from, start), kind, span, node: node === null ? null : document.nodes(node), moved };
    });
  }

  /** Returns the sources of a range of the text. Neighbours are joined. */
  spans(start, end) {
    const found = [];
    for (const run of this.runs) {
      if (run.end <= start || run.start >= end || run.span === null) continue;
      let [from, to] = run.span;
      // Of what a character reference stands for, the whole reference is the source.
      if (run.kind === 'copied') {
        from = run.span[0] + Math.max(start - run.start, 0);
        to = run.span[0] + Math.min(end, run.end) - run.start;
      }
      if (found.length > 0 && found.at(-1)[1] === from) found.at(-1)[1] = to;
      else found.push([from, to]);
    }
    return found;
  }

  toString() { return this.text; }
}

/** A table, by the table model of HTML (4.9.12). */
export class Table {
  #csv;
  #headers;

  constructor(document, row) {
    this.node = document.nodes(row.node);
    this.caption = row.caption === null ? null : document.nodes(row.caption).text({ separator: ' ' });
    this.width = row.width;
    this.height = row.height;
    this.cells = row.cells.map(([node, x, y, width, height, isHeader, text]) =>
      ({ node: document.nodes(node), x, y, width, height, isHeader, text }));
    this.rows = row.rows.map((cells) => cells.map((cell) => (cell === null ? null : this.cells[cell])));
    this.headerRows = row.header_rows;
    this.errors = row.errors;
    this.cut = row.cut;
    this.#csv = row.csv;
    this.#headers = row.headers;
  }

  /** Returns the header cells of a cell: first those of its row, then those of its column. */
  headers(cell) {
    const number = this.cells.indexOf(cell);
    if (number < 0) throw wrong('the cell is not one of this table');
    return this.#headers[number].map((header) => this.cells[header]);
  }

  /** Returns the texts of all rows. */
  toArrays() {
    return this.rows.map((row) => row.map((cell) => cell?.text ?? ''));
  }

  /** Returns an object for each row below the header rows. A name that occurs again gets a number: `Price.1`. */
  toObjects({ headerRows = this.headerRows } = {}) {
    if (headerRows === 0 && this.rows.length > 0) {
      throw wrong('no row of the table names its columns: give `headerRows`, or use `toArrays`');
    }
    const texts = this.toArrays();
    const names = new Set();
    for (const column of (texts[0] ?? []).keys()) {
      const own = texts.slice(0, headerRows).map((row) => row[column]).filter(Boolean);
      const joined = [...new Set(own)].join(' ');
      let name = joined;
      for (let number = 1; names.has(name); number += 1) name = `${joined}.${number}`;
      names.add(name);
    }
    const columns = [...names];
    return texts.slice(headerRows).map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  }

  /** Returns all rows as comma-separated values, quoted as in RFC 4180. */
  toCsv() { return this.#csv; }

  [Symbol.iterator]() { return this.toArrays()[Symbol.iterator](); }
}

/** Reports whether a name, in full or its last word, is that of a property or a type. */
const isName = (name, full) => name === full || full.split(/[/#:]/).at(-1) === name;

/** A subject of structured data. */
class Subject {
  constructor(document, [id, types, syntaxes, node, values]) {
    Object.assign(this, { id, types, syntaxes, node: document.nodes(node) });
    this.values = values.map(([property, name, text, datatype, language, stated, step, element, spans]) =>
      ({ property, id: name, text, datatype, language, syntaxes: stated, step, node: document.nodes(element), spans }));
  }

  /** Returns the values of a property, by its full name or its last word. */
  all(name) { return this.values.filter(({ property }) => isName(name, property)); }
  get(name) { return this.all(name)[0] ?? null; }

  /** Returns the first value of a property as a text, or as an address. */
  text(name) {
    const value = this.get(name);
    return value && (value.text ?? value.id);
  }

  isA(type) { return this.types.some((full) => isName(type, full)); }
}

/** The structured data of a document, as one graph. */
export class StructuredData {
  #write;

  /** `write` returns the graph in a format of the command. */
  constructor(document, { subjects, problems, cut }, write) {
    this.document = document;
    this.subjects = subjects.map((row) => new Subject(document, row));
    this.problems = problems.map(([place, message, syntax, error]) => ({ place, message, syntax, error }));
    this.cut = cut;
    this.#write = write;
  }

  ofType(type) { return this.subjects.filter((subject) => subject.isA(type)); }

  /** Returns the subject with a name, or the one that a value names. */
  get(about) {
    const name = typeof about === 'string' ? about : about?.id;
    return this.subjects.find(({ id }) => id === name) ?? null;
  }

  /** The graph in the shape of the JSON that `wishful data` prints. */
  toJSON() { return JSON.parse(this.#write('json')); }
  toJsonLd() { return this.#write('json-ld'); }
  toTurtle() { return this.#write('turtle'); }
  [Symbol.iterator]() { return this.subjects[Symbol.iterator](); }
}
