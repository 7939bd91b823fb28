// The source pane: its editor, the options of the parse, and wavy underlines for repairs. While the
// Check tab is open, that underlines its findings instead.

import { keymap } from "@codemirror/view";
import { completion } from "./editor/advice.js";
import { Editor } from "./editor/editor.js";
import { asHtml } from "./editor/words.js";
import { at } from "./dom.js";

/** Matches an unfinished tag. */
const BEGUN = /<\/?[\w-]*$/;
/** The minimum number of characters that are pasted and not typed. */
const PASTED = 20;
/** The maximum offset for completion, which parses the text before the cursor. */
const LONGEST = 300_000;
/** The maximum number of underlined repairs. The list shows all. */
const SQUIGGLES = 300;

export class SourcePane {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    this.editor = new Editor(at("source"), {
      label: "HTML source", language: asHtml,
      changed: text => (this.isAnother(text) ? page.openOwn(text) : page.store.set({ source: text })),
      point: offset => page.pointing.over(offset === null ? null : { at: offset }),
      moved: offset => page.pointing.hold({ at: offset }),
      click: offset => page.clicked(offset),
      more: [
        completion(offset => this.acceptable(offset), BEGUN),
        keymap.of([{ key: "Alt-Enter", run: () => this.explain() }]),
      ],
    });
    page.store.on(["source"], () => this.editor.show(page.store.now.source));
    page.store.on(["fragment", "scripting", "grammar"], () => this.readAs());
    page.store.on(["tab"], () => page.reading && this.show(page.reading));
    at("fragment-how").addEventListener("change", () => this.choose());
    at("fragment").addEventListener("change", () => page.store.set({ fragment: at("fragment").value.trim() }));
    at("scripting").addEventListener("change", () => page.store.set({ scripting: at("scripting").checked ? "yes" : "" }));
  }

  /**
   * Reports whether a text is a page of the visitor's own, pasted in place of an example.
   * @param {string} text
   */
  isAnother(text) {
    const { source } = this.page.store.now;
    if (!this.page.isLesson) return false;
    const most = Math.min(text.length, source.length);
    let start = 0;
    while (start < most && text[start] === source[start]) start += 1;
    let end = 0;
    while (end < most - start && text.at(-1 - end) === source.at(-1 - end)) end += 1;
    return start + end <= source.length / 5 && text.length - start - end > PASTED;
  }

  /** Explains the position of the cursor, as a click does. */
  explain() {
    return this.page.explain({ at: this.editor.place });
  }

  choose() {
    const whole = at("fragment-how").value === "";
    at("fragment").hidden = whole;
    this.page.store.set({ fragment: whole ? "" : at("fragment").value.trim() || "div" });
  }

  readAs() {
    const { fragment, scripting, grammar } = this.page.store.now;
    at("fragment-how").value = fragment ? "in" : "";
    at("fragment").value = fragment;
    at("scripting").checked = scripting !== "";
    at("scripting").disabled = !this.page.hasScripting(grammar);
    at("fragment").hidden = fragment === "";
  }

  /** @param {import("./reading.js").Reading} reading */
  show(reading) {
    if (this.page.store.now.tab === "check") return;
    const { repairs, errors } = reading.answer;
    const { length } = this.editor.text;
    const warnings = repairs.rows.filter((/** @type {any} */ repair) => !repair.allowed).slice(0, SQUIGGLES);
    this.editor.diagnose([
      ...warnings.map((/** @type {import("./reading.js").Repair} */ repair) => this.squiggle(repair, length)),
      ...errors.slice(0, SQUIGGLES).map((/** @type {any} */ error) => wrong(error, length)),
    ].filter(({ from, to }) => from < to));
  }

  /** @param {import("./reading.js").Repair} repair @param {number} length */
  squiggle({ number, at: [from, to], what, by }, length) {
    const cited = by ? `${by.file}:${by.line}: ${by.text}` : "";
    return {
      ...within(from, to, length), severity: /** @type {"warning"} */ ("warning"), message: [what, cited].filter(Boolean).join("\n"),
      actions: [{ name: "Why?", apply: () => { this.page.explain({ repair: number }); } }],
    };
  }

  /**
   * Returns the tags that are acceptable at a position: those that an end of the input there would
   * report.
   * @param {number} offset
   */
  async acceptable(offset) {
    const { grammar, fragment } = this.page.store.now;
    const before = this.editor.text.slice(0, offset);
    const begun = BEGUN.exec(before.slice(-40))?.[0];
    if (begun === undefined || offset > LONGEST) return null;
    const at = offset - begun.length;
    const input = { grammar: this.page.asked(grammar), html: before.slice(0, at), fragment: fragment || undefined, rows: 1, write: false };
    const { document } = await this.page.advice.ask("parse", input, { topic: "completion" });
    const { steps } = await this.page.advice.ask("explain", { document, at }, { topic: "completion" });
    return { at: /** @type {[number, number]} */ ([at, offset]), items: tags(steps).map(label => ({ label, kind: "element" })) };
  }
}

/**
 * Returns the tags of the first step that has any; later steps follow repairs.
 * @param {any[]} steps @returns {string[]}
 */
function tags(steps) {
  const lists = steps.map(({ acceptable = [] }) => acceptable.filter((/** @type {string} */ word) => /^<\/?\w/.test(word)));
  const first = lists.find(list => list.length) ?? [];
  return [...new Set(first.map((/** @type {string} */ word) => word.replace(/^(<[^ >]+) .*$/, "$1>")))];
}

/** @param {{ code: string, at: [number, number] }} error @param {number} length */
function wrong({ code, at: [from, to] }, length) {
  return { ...within(from, to, length), severity: /** @type {"info"} */ ("info"), message: code };
}

/**
 * Extends a range to at least one character within the text.
 * @param {number} from @param {number} to @param {number} length
 */
function within(from, to, length) {
  const begin = Math.min(from, Math.max(0, length - 1));
  return { from: begin, to: Math.min(Math.max(to, begin + 1), length) };
}
