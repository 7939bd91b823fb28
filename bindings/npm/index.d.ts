/** The types of the npm package `wishful`. Offsets count units of UTF-16, as strings do. */

/** An offset range: `source.slice(...span)` is the text. */
export type Span = [from: number, to: number];

export type ErrorCode =
  /** A call has a wrong argument. */
  | 'argument'
  /** A grammar, an expression, a parselet or a script has the errors in `findings`. */
  | 'refused'
  /** The text is longer than `limits.text`. */
  | 'too-large'
  /** An evaluation or an output reached a limit. */
  | 'limit'
  /** The requested thing does not exist, such as the context element of a fragment. */
  | 'impossible'
  | 'request'
  /** The module ran out of memory. The next call works again. */
  | 'stopped';

/** The error of all functions. The message shows the places of the findings with carets. */
export class WishfulError extends Error {
  readonly code: ErrorCode;
  readonly findings: Finding[];
}

/** A place in a document. */
export interface Place {
  file: string | null;
  at: Span | null;
  /** Line and column, both from 1: `3:14`. */
  place: string | null;
}

export interface Finding extends Place {
  severity: 'error' | 'warning' | 'note';
  code: string;
  message: string;
  label: string;
  related: (Place & { label: string })[];
  notes: string[];
  help: string[];
  /** The address of a page about findings with this code. */
  link?: string;
}

export interface Limits {
  /** Bytes of UTF-8 in a text; 8 MiB by default. A longer text is an error. */
  text?: number;
  /** Nodes of a tree; 2,000,000 by default. The parse ends there, and `document.limit` says so. */
  nodes?: number;
  /** Nodes of a search for tags to insert; 10,000 by default. */
  search?: number;
  /** Bytes of an output; 64 MiB by default. */
  output?: number;
  /** Steps of a query. */
  steps?: number;
}

export interface ParseOptions {
  /** The context element of a fragment, such as `td` or `svg path`. */
  fragment?: string;
  /** Latches of the grammar that are on from the start: `quirks`, `form` or `srcdoc`. */
  latches?: string[];
  /** The URL of the input, to resolve relative URLs. */
  url?: string;
  /** The encoding of bytes, regardless of the bytes and the transport. */
  encoding?: string;
  /** The encoding of bytes that an HTTP header declares. */
  transportEncoding?: string;
  limits?: Limits;
}

export interface GrammarOptions {
  name?: string;
  modes?: string[];
  /** The texts of files that the grammar may `use`, besides the shipped grammars. */
  files?: Record<string, string>;
}

/** A compiled grammar. */
export class Grammar {
  private constructor();
  readonly name: string;
  static load(name: string, options?: { modes?: string[] }): Grammar;
  static fromText(text: string, options?: GrammarOptions): Grammar;
  /** Returns all findings in the text of a grammar, warnings too. */
  static check(text: string, options?: GrammarOptions): Finding[];
  parse(input: Input, options?: ParseOptions): Document;
}

export function grammars(): { name: string; description: string; modes: string[] }[];

/** A text, or bytes whose encoding is detected as in a browser. */
export type Input = string | ArrayBuffer | ArrayBufferView;

/** Parses an input. Broken HTML is never an error. */
export function parse(input: Input, options?: ParseOptions & { grammar?: string | Grammar }): Document;

export type Kind = 'document' | 'element' | 'text' | 'comment' | 'processing-instruction' | 'doctype' | 'cruft';

export interface Attribute {
  kind: 'attribute';
  name: string;
  value: string;
  element: Node;
  /** The span of the value. */
  span: Span | null;
}

/** The value of an XPath expression. */
export type Value = (Node | Attribute)[] | string[] | string | number | boolean;
export type Variables = Record<string, string | number | boolean>;

export interface PlainNode {
  kind: Kind;
  name?: string;
  namespace?: string;
  attributes?: Record<string, string>;
  text?: string;
  children?: PlainNode[];
}

/** A node. Each node of a document is one object, so nodes can be compared by `===`. */
export class Node {
  private constructor();
  readonly document: Document;
  readonly index: number;
  readonly kind: Kind;
  /** The name of an element or a doctype, or the target of a processing instruction. */
  readonly name: string | null;
  /** The namespace, such as `svg`; null for HTML. */
  readonly namespace: string | null;
  readonly isElement: boolean;
  /** The content of a text, a comment, cruft or a processing instruction; null for other nodes. */
  readonly data: string | null;
  /** The attributes, as an object without a prototype. A doctype has `public` and `system`. */
  readonly attributes: Record<string, string>;
  readonly classes: string[];
  readonly textContent: string;
  readonly parent: Node | null;
  readonly children: Node[];
  readonly elementChildren: Node[];
  readonly firstChild: Node | null;
  readonly nextSibling: Node | null;
  readonly previousSibling: Node | null;
  readonly nextElement: Node | null;
  readonly previousElement: Node | null;
  readonly ancestors: Node[];
  /** The place of the start tag; of a node without tags, its first place. Null if it is not in the source. */
  readonly startSpan: Span | null;
  readonly endSpan: Span | null;
  /** The places of the node without its descendants: of the tags of an element, of the pieces of a text. */
  readonly spans: Span[];
  /** True for an element whose start tag is not in the source. */
  readonly virtual: boolean;
  readonly repairs: Repair[];
  readonly innerHtml: string;
  get(name: string): string | null;
  descendants(): IterableIterator<Node>;
  elements(): IterableIterator<Node>;
  select(selector: string): Node[];
  selectOne(selector: string): Node | null;
  xpath(expression: string, variables?: Variables): Value;
  /** Returns the texts of the selected nodes (`a`, `a::text`), or the values of attributes (`a::attr(href)`). */
  cssTexts(selector: string): string[];
  /** Returns the string values of the selected nodes and attributes; of a single value, its text. */
  xpathTexts(expression: string, variables?: Variables): string[];
  /** Reports whether the node matches a CSS selector. */
  matches(selector: string): boolean;
  /** Returns the innermost of the node and its ancestors that matches a CSS selector. */
  closest(selector: string): Node | null;
  /** Returns the URL in an attribute, resolved by `<base>` and the option `url`; null if that is impossible. */
  link(name: string): string | null;
  /** Returns the visible text in the node; see `Document.text`. */
  text(options?: TextOptions): string;
  textMap(options?: TextOptions): TextMap;
  /** Returns the tables in the node, and the node itself if it is one. */
  tables(): Table[];
  toHtml(): string;
  /** The same as `toHtml()`. */
  toString(): string;
  toObject(): PlainNode;
  [Symbol.iterator](): Iterator<Node>;
}

export interface TextOptions {
  /** What joins lines; a line break by default. */
  separator?: string;
  /** False keeps white space and empty lines. */
  strip?: boolean;
}

export interface TextRun {
  /** The range in the text. */
  start: number;
  end: number;
  text: string;
  /**
   * Written so in the source; written otherwise, as a character reference; or a blank, a tab or a
   * separator that stands for a gap.
   */
  kind: 'copied' | 'decoded' | 'inserted';
  /** The place in the source; null for an inserted run. */
  span: Span | null;
  node: Node | null;
  /** True if a repair moved the text away from where it was read. */
  moved: boolean;
}

/** A visible text, and from where in the source each run of it came. */
export class TextMap {
  private constructor();
  readonly document: Document;
  readonly text: string;
  /** The runs, which tile the text. */
  readonly runs: TextRun[];
  /** Returns the sources of a range of the text. Neighbours are joined. */
  spans(start: number, end: number): Span[];
  toString(): string;
}

export interface Cell {
  node: Node;
  /** The first column and row, from 0, and the numbers of columns and rows. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** True for a header cell (`<th>`). */
  isHeader: boolean;
  /** The visible text, in one line. */
  text: string;
}

/** A table, by the table model of HTML (4.9.12). Iteration yields the texts of its rows. */
export class Table implements Iterable<string[]> {
  private constructor();
  readonly node: Node;
  readonly caption: string | null;
  /** The numbers of columns and rows of the model. */
  readonly width: number;
  readonly height: number;
  readonly cells: Cell[];
  /** The cell of each row in each column. A cell that covers several slots is in each. */
  readonly rows: (Cell | null)[][];
  /** The number of rows at the top that name the columns. */
  readonly headerRows: number;
  /** The errors of the table model, such as cells that overlap. */
  readonly errors: string[];
  /** True if a limit was reached, so that rows are missing. */
  readonly cut: boolean;
  /** Returns the header cells of a cell: first those of its row, then those of its column. */
  headers(cell: Cell): Cell[];
  toArrays(): string[][];
  /** Returns an object for each row below the header rows. A name that occurs again gets a number: `Price.1`. */
  toObjects(options?: { headerRows?: number }): Record<string, string>[];
  /** Returns all rows as comma-separated values, quoted as in RFC 4180. */
  toCsv(): string;
  [Symbol.iterator](): Iterator<string[]>;
}

/** The value of a property: a text, or the name of a thing, which may be a subject. */
export interface DataValue {
  /** The full name, such as `https://schema.org/name`. */
  property: string;
  id: string | null;
  text: string | null;
  datatype: string | null;
  language: string | null;
  /** The syntaxes that state the value, such as `microdata`. */
  syntaxes: string[];
  /** The step that gave the value, in a few words. */
  step: string;
  node: Node;
  /** The sources of the value. */
  spans: Span[];
}

/** A thing that the page describes. Names may be full, or the last word only. */
export interface Subject {
  /** The address; for a subject without one, a label that begins with `_:`. */
  id: string;
  types: string[];
  syntaxes: string[];
  node: Node;
  values: DataValue[];
  all(name: string): DataValue[];
  get(name: string): DataValue | null;
  /** Returns the first value of a property as a text, or as an address. */
  text(name: string): string | null;
  isA(type: string): boolean;
}

/** The graph of a document. Iteration yields its subjects. */
export class StructuredData implements Iterable<Subject> {
  private constructor();
  readonly document: Document;
  readonly subjects: Subject[];
  /** Source that could not be read as it is written. */
  readonly problems: { place: string; message: string; syntax: string; error: boolean }[];
  /** True if a limit was reached, so that something is left out. */
  readonly cut: boolean;
  ofType(type: string): Subject[];
  /** Returns the subject with a name, or the one that a value names. */
  get(about: string | DataValue): Subject | null;
  /** The graph in the shape of the JSON that `wishful data` prints. */
  toJSON(): Record<string, unknown>;
  toJsonLd(): string;
  toTurtle(): string;
  [Symbol.iterator](): Iterator<Subject>;
}

export interface DataOptions {
  /** The base of relative addresses, where the document has none; by default, `url`. */
  base?: string;
  /** The syntaxes to read: `microformats`, `microdata`, `rdfa`, `opengraph`, `json-ld`; all by default. */
  syntaxes?: string[];
}

/** A document as well-formed XML. `String(xml)` is the text. */
export interface Xml {
  text: string;
  /** The changes that XML requires, in the order of the text. */
  coercions: { kind: string; span: Span | null; before: string; after: string; message: string }[];
  toString(): string;
}

/** New content: HTML, a text, or a node of the document, which is moved. */
export type Content = string | { text: string } | Node;

/**
 * Collects edits of a document. All edits see the document as it was. An edit that contradicts an
 * earlier one is `refused`.
 */
export class Editor {
  private constructor();
  setAttribute(node: Node, name: string, value: string): void;
  removeAttribute(node: Node, name: string): void;
  addClass(node: Node, name: string): void;
  removeClass(node: Node, name: string): void;
  rename(node: Node, name: string): void;
  /** Removes a node with its content. */
  remove(node: Node): void;
  /** Removes the tags of an element. Its content takes its place. */
  unwrap(node: Node): void;
  /** Puts an element around a node: `tag` is its start tag, such as `<div class=x>`. */
  wrap(node: Node, tag: string): void;
  replace(node: Node, content: Content): void;
  setText(node: Node, text: string): void;
  setContent(node: Node, content: Content): void;
  before(node: Node, content: Content): void;
  prepend(node: Node, content: Content): void;
  append(node: Node, content: Content): void;
  after(node: Node, content: Content): void;
}

/** A position in a document. Moves make no objects; they return false if there is no such node. */
export class Cursor {
  private constructor();
  readonly index: number;
  readonly kind: Kind;
  readonly name: string | null;
  readonly data: string;
  readonly node: Node;
  toParent(): boolean;
  toFirstChild(): boolean;
  toNextSibling(): boolean;
  toPreviousSibling(): boolean;
  /** Moves to the next node in document order. */
  toNext(): boolean;
  /** Moves to the next node in document order that is no descendant. */
  toFollowing(): boolean;
}

export interface Repair {
  index: number;
  kind: string;
  what: string;
  /** True if the grammar allows the markup without the repaired tag. */
  allowed: boolean;
  span: Span;
  place: string;
  nodes: Node[];
  /** The line of the grammar that permits the repair. */
  cites: { file: string; line: number; text: string } | null;
}

/** An explanation. apps/playground/protocol.md describes the fields, as `explain`. */
export interface Explanation {
  paragraphs: { at: Span; place: string; title: string; fields: { label: string; lines: unknown[] }[] }[];
  steps: ({ at: Span; place: string; step: string } & Record<string, unknown>)[];
}

export interface Edited {
  /** The number of all edits, of which those in `refused` were not made. */
  edits: number;
  text: string;
  patch: string;
  refused: { node: number; name: string; spans: Span[]; place: string; reason: string }[];
  /**
   * What no edit names: omitted `tags` of a node, those of new `content` at a node, a node `anew` with
   * its content.
   */
  written: { kind: 'tags' | 'content' | 'anew'; node: number; name: string; spans: Span[]; place: string }[];
}

/** A mistake of the author, at the place where it was made. */
export interface Mistake extends Place {
  /** The code of the finding: `unclosed-element`, `unclosed-quote`, … */
  kind: string;
  /** True if the standard permits it, though it looks wrong. */
  warning: boolean;
  message: string;
  advice: string;
  related: (Place & { label: string })[];
  /** The repairs of the parser that follow from the mistake. */
  consequences: (Place & { label: string })[];
  /** The edits of the source that repair it. */
  edits: { at: Span; text: string }[];
}

/** A repaired source. */
export interface Fixed {
  text: string;
  /** The mistakes that no source can avoid, and why. */
  left: { kind: string; place: string; repair: string; reason: string }[];
}

export interface Intent {
  mistakes: Mistake[];
  /** The source without the mistakes. */
  text: string;
}

/** A template language. The pages that the template may write are checked, repaired or edited; `none` is a page. */
export type Template = 'django' | 'ejs' | 'erb' | 'handlebars' | 'jinja' | 'liquid' | 'outlook' | 'php' | 'twig' | 'none';

export type Format = 'tree' | 'html' | 'json' | 'html5lib' | 'esis' | 'events' | 'tokens' | 'dot' | 'fix';

export class Document {
  private constructor();
  readonly grammar: Grammar;
  readonly source: string;
  readonly encoding: string;
  readonly malformed: boolean;
  readonly limit: string | null;
  readonly latches: string[];
  readonly root: Node;
  readonly title: string | null;
  readonly head: Node | null;
  readonly body: Node | null;
  /** The number of nodes. */
  readonly size: number;
  readonly repairs: Repair[];
  readonly mistakes: Repair[];
  nodes(index: number): Node;
  cursor(node?: Node): Cursor;
  select(selector: string): Node[];
  selectOne(selector: string): Node | null;
  xpath(expression: string, variables?: Variables): Value;
  /** Returns the texts of the selected nodes (`a`, `a::text`), or the values of attributes (`a::attr(href)`). */
  cssTexts(selector: string): string[];
  /** Returns the string values of the selected nodes and attributes; of a single value, its text. */
  xpathTexts(expression: string, variables?: Variables): string[];
  /**
   * Returns the visible text. Blocks, rows and `<br>` begin a line, and a tab joins the cells of a
   * row. Scripts, style sheets, templates and other hidden content are left out.
   */
  text(options?: TextOptions): string;
  /** Returns the visible text, and from where in the source each run of it came. */
  textMap(options?: TextOptions): TextMap;
  tables(): Table[];
  /** Reads microdata, RDFa, Open Graph, JSON-LD and microformats as one graph. */
  structuredData(options?: DataOptions): StructuredData;
  /** Returns the document as well-formed XML, with a list of the changes that XML requires. */
  toXml(): Xml;
  toHtml(): string;
  /** The same as `toHtml()`. */
  toString(): string;
  toFormat(format: Format): string;
  explain(about: number | Repair): Explanation;
  microformats(options?: { base?: string; mode?: 'mf2' | 'classic' }): Record<string, unknown>;
  parselet(text: string, options?: { dialect?: 'wishful' | 'fizx' }): unknown;
  /**
   * Returns the findings of `wishful check`; those in templates say under which conditions a page has them. Loads the
   * second module on first use.
   */
  check(options?: { template?: Template }): Promise<Finding[]>;
  /**
   * Returns the mistakes of the author, and the source as it was probably meant, from which browsers
   * build another tree. Loads the second module on first use.
   */
  intent(): Promise<Intent>;
  /**
   * Returns the source without mistakes, from which the grammar builds the same tree, and the mistakes
   * that no source can avoid. Loads the second module on first use.
   */
  fix(options?: { template?: Template }): Promise<Fixed>;
  /**
   * Edits the source by a function, or by a script of `wishful edit`; a template only by a script, and whole or not at
   * all. With `rewrite`, elements around an edited node may be written anew. Loads the second module on first use.
   */
  edit(how: string | ((editor: Editor) => void | Promise<void>), options?: { rewrite?: boolean; template?: Template }): Promise<Edited>;
  /** Frees the module's memory early; also as `Symbol.dispose`. The document stays usable. */
  free(): void;
}
