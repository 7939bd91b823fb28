// The experiment: the user's input, as far as the URL encodes it.
//
// An experiment is a flat object of strings, so that older pages can read newer URLs. The empty
// string means "not set". Each pane listens for changes of the parts that it shows.

/** The name of the grammar in the editor, in citations and findings. */
export const OWN = "mine.grammar";

export const NOTHING = {
  source: "",
  grammar: 'use "whatwg" ;\n',
  second: "",
  language: "css",
  query: "",
  parselet: "",
  dialect: "wishful",
  /** The template language of the source, for the checks. */
  template: "none",
  /** The script of edits. */
  edits: '[[edit]]\nselect = "b"\nrename = "strong"\n',
  formats: "mf2",
  /** The format of structured data. */
  data: "json",
  lexer: "sgml",
  tab: "repairs",
  /** The output format. */
  output: "html",
  /** The set of pages, as JSON: the source and the expected HTML of each. */
  pages: "",
  scripting: "",
  /** The context element, if the source is a fragment. */
  fragment: "",
  /** The name of the example from the gallery that the experiment began with. */
  example: "",
};

/** The template languages, and their titles. */
export const TEMPLATES = {
  none: "none", django: "Django", ejs: "EJS", erb: "ERB", handlebars: "Handlebars", jinja: "Jinja", liquid: "Liquid", outlook: "Outlook", php: "PHP", twig: "Twig",
};

/** The parts with a fixed set of values. @type {Record<string, string[]>} */
const WORDS = {
  template: Object.keys(TEMPLATES), language: ["css", "xpath", "parsley"], dialect: ["wishful", "fizx"], formats: ["mf2", "classic"], data: ["json", "json-ld", "turtle"], lexer: ["sgml", "html5"],
  output: ["html", "preview", "tree", "json", "html5lib", "esis", "events", "tokens", "dot", "fix"],
};

/** @typedef {typeof NOTHING} Experiment @typedef {keyof Experiment} Part */

export class Store {
  constructor() {
    /** @type {Experiment} */
    this.now = { ...NOTHING };
    /** @type {{ parts: Part[], tell: () => void }[]} */
    this.listeners = [];
  }

  /** @param {Part[]} parts @param {() => void} tell Called once for all parts that change together. */
  on(parts, tell) {
    this.listeners.push({ parts, tell });
  }

  /** @param {Partial<Experiment>} given */
  set(given) {
    const some = sound(given);
    const changed = /** @type {Part[]} */ (Object.keys(some)).filter(part => some[part] !== this.now[part]);
    if (changed.length === 0) return;
    Object.assign(this.now, Object.fromEntries(changed.map(part => [part, some[part]])));
    for (const { parts, tell } of this.listeners) if (parts.some(part => changed.includes(part))) tell();
  }

  /** The parts that differ from the defaults: those that the URL must encode. */
  get changed() {
    return Object.fromEntries(Object.entries(this.now).filter(([part, text]) => text !== NOTHING[/** @type {Part} */ (part)]));
  }
}

/**
 * Keeps the valid parts of an experiment, and converts line breaks to line feeds, as editors do.
 * @param {Partial<Experiment>} some @returns {Partial<Experiment>}
 */
function sound(some) {
  const parts = Object.entries(some).filter(([part, text]) => part in NOTHING && (WORDS[part]?.includes(text) ?? true));
  return Object.fromEntries(parts.map(([part, text]) => [part, text.replace(/\r\n?/g, "\n")]));
}

/** Matches a grammar file that only uses another grammar, and so equals it. */
const BARE = /^\s*(?:use\s*"([^"]*)"\s*;\s*)?$/;
const USE = /^([^#]*?\buse\s*")([^"]*)(")/m;

/**
 * Returns the grammar of a text, in the form of a request.
 * @param {string} text @returns {{ name: string, text?: string }}
 */
export function named(text) {
  const bare = BARE.exec(text.replace(/#.*/g, ""));
  return bare ? { name: short(bare[1] ?? "whatwg") } : { name: OWN, text };
}

/** Returns the grammar that a file is based on, or "" if it uses none. @param {string} text */
export function base(text) {
  if (BARE.test(text.replace(/#.*/g, ""))) return named(text).name;
  return short(USE.exec(text)?.[2] ?? "");
}

/** Returns the same file, based on another grammar. @param {string} text @param {string} name */
export function over(text, name) {
  return USE.test(text) ? text.replace(USE, `$1${name}$3`) : `use "${name}" ;\n`;
}

/** @param {string} name */
function short(name) {
  return name.replace(/\.grammar$/, "");
}
