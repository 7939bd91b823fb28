// What somebody tries: everything of the page that an address can say.
//
// A flat object of strings, so that the address of tomorrow can be read today; the empty string is "nothing said". Who
// shows a part of it listens for its name.

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
  formats: "mf2",
  lexer: "sgml",
  tab: "repairs",
  scripting: "",
  /** The element whose content the source is. */
  fragment: "",
  /** The example of the gallery that this began with. */
  example: "",
};

/** The parts that are one of a few words. @type {Record<string, string[]>} */
const WORDS = { language: ["css", "xpath", "parsley"], dialect: ["wishful", "fizx"], formats: ["mf2", "classic"], lexer: ["sgml", "html5"] };

/** @typedef {typeof NOTHING} Experiment @typedef {keyof Experiment} Part */

export class Store {
  constructor() {
    /** @type {Experiment} */
    this.now = { ...NOTHING };
    /** @type {{ parts: Part[], tell: () => void }[]} */
    this.listeners = [];
  }

  /** @param {Part[]} parts @param {() => void} tell Once for all parts that change together. */
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

  /** What differs from nothing: what an address has to say. */
  get said() {
    return Object.fromEntries(Object.entries(this.now).filter(([part, text]) => text !== NOTHING[/** @type {Part} */ (part)]));
  }
}

/**
 * What makes sense of what an address says: words that there are, and line breaks that count one, as they do in the editors.
 * @param {Partial<Experiment>} some @returns {Partial<Experiment>}
 */
function sound(some) {
  const parts = Object.entries(some).filter(([part, text]) => part in NOTHING && (WORDS[part]?.includes(text) ?? true));
  return Object.fromEntries(parts.map(([part, text]) => [part, text.replace(/\r\n?/g, "\n")]));
}

/** A grammar file that says no more than which one it uses is that one. */
const BARE = /^\s*(?:use\s*"([^"]*)"\s*;\s*)?$/;
const USE = /^([^#]*?\buse\s*")([^"]*)(")/m;

/** The grammar that a text is, for a request. @param {string} text @returns {{ name: string, text?: string }} */
export function named(text) {
  const bare = BARE.exec(text.replace(/#.*/g, ""));
  return bare ? { name: short(bare[1] ?? "whatwg") } : { name: OWN, text };
}

/** Which grammar a file is over, "" if it stands alone. @param {string} text */
export function base(text) {
  if (BARE.test(text.replace(/#.*/g, ""))) return named(text).name;
  return short(USE.exec(text)?.[2] ?? "");
}

/** The same file over another grammar. @param {string} text @param {string} name */
export function over(text, name) {
  return USE.test(text) ? text.replace(USE, `$1${name}$3`) : `use "${name}" ;\n`;
}

/** @param {string} name */
function short(name) {
  return name.replace(/\.grammar$/, "");
}
