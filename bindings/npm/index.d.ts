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
  readonly text: string | null;
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
  readonly startSpan: Span | null;
  readonly endSpan: Span | null;
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
  toHtml(): string;
  toObject(): PlainNode;
  [Symbol.iterator](): Iterator<Node>;
}

/** A position in a document. Moves make no objects; they return false if there is no such node. */
export class Cursor {
  private constructor();
  readonly index: number;
  readonly kind: Kind;
  readonly name: string | null;
  readonly text: string;
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

export interface Intent {
  mistakes: Mistake[];
  /** The source without the mistakes. */
  text: string;
}

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
  toHtml(): string;
  toFormat(format: Format): string;
  fix(): string;
  explain(about: number | Repair): Explanation;
  microformats(options?: { base?: string; mode?: 'mf2' | 'classic' }): Record<string, unknown>;
  parselet(text: string, options?: { dialect?: 'wishful' | 'fizx' }): unknown;
  /** Returns the findings of `wishful check`. Loads the second module on first use. */
  check(): Promise<Finding[]>;
  /**
   * Returns the mistakes of the author, and the source as it was probably meant, from which browsers
   * build another tree. Loads the second module on first use.
   */
  intent(): Promise<Intent>;
  /**
   * Edits the source by a script of `wishful edit`. With `rewrite`, elements around an edited node may
   * be written anew. Loads the second module on first use.
   */
  edit(script: string, options?: { rewrite?: boolean }): Promise<Edited>;
  /** Frees the module's memory early; also as `Symbol.dispose`. The document stays usable. */
  free(): void;
}
