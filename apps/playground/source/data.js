// Data that a page states in its markup, as rows and as the command writes it: microformats with
// the step that produced each value, and structured data of all syntaxes. A row leads to its source.

import { make } from "./dom.js";
import { unanswered } from "./engine.js";
import { Rows } from "./rows.js";

/**
 * A subject or a value: `name` is a property, `what` its value, `by` the step or the syntax.
 * @typedef {{ depth: number, name: string, what: string, by: string, node: number, at: [number, number] | null, spans: [number, number][] }} Row
 * @typedef {object} View
 * @property {string} tab @property {"formats" | "data"} part The part of the experiment that has the chosen mode.
 * @property {[string, string][]} modes @property {string} none
 * @property {(reading: import("./reading.js").Reading, mode: string) => Promise<{ rows: Row[], text: string, says: string }>} read
 */

/** @type {View} */
export const MICROFORMATS = {
  tab: "microformats", part: "formats", modes: [["mf2", "microformats2"], ["classic", "classic"]],
  none: "This page has no microformats; try the example “Cards in a page”.",
  async read(reading, mode) {
    const { rows, json } = await reading.ask("microformats", { mode });
    return {
      text: json, says: "", rows: rows.map((/** @type {any} */ { depth, types, name, text, step, parts = [], node, at, place }) => types
        ? { depth, name: "", what: types.join(" "), by: place ?? "", node, at, spans: [] }
        : { depth, name, what: step === "nested item" ? "" : text, by: step, node, at, spans: parts.flatMap((/** @type {any} */ part) => part.spans) }),
    };
  },
};

/** @type {View} */
export const STRUCTURED = {
  tab: "data", part: "data", modes: [["json", "JSON"], ["json-ld", "JSON-LD"], ["turtle", "Turtle"]],
  none: "This page has no microdata, RDFa, Open Graph, JSON-LD or microformats.",
  async read(reading, format) {
    const [{ subjects, problems }, text] = await Promise.all([reading.ask("data", { format: "rows" }, { topic: "data rows" }), reading.ask("data", { format })]);
    const rows = subjects.flatMap((/** @type {any[]} */ [id, types, syntaxes, node, values]) => [
      { depth: 0, name: "", what: [types.join(" "), id].filter(Boolean).join("  "), by: syntaxes.join(" "), node, at: null, spans: [] },
      ...values.map((/** @type {any[]} */ [name, other, text, , , syntaxes, , node, spans]) => ({ depth: 1, name, what: text ?? other, by: syntaxes.join(" "), node, at: null, spans })),
    ]);
    const says = problems.map((/** @type {string[]} */ [place, message]) => `${place} ${message}`).join(" ");
    return { rows, text: format === "turtle" ? text : JSON.stringify(JSON.parse(text), null, 2), says };
  },
};

export class Data {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page @param {View} view */
  constructor(panel, page, view) {
    this.page = page;
    this.view = view;
    /** @type {Row[]} */
    this.found = [];
    this.mode = /** @type {HTMLSelectElement} */ (make(
      "select", { "aria-label": "Mode", onchange: () => page.store.set({ [view.part]: this.mode.value }) },
      ...view.modes.map(([value, title]) => make("option", { value }, title)),
    ));
    this.says = make("span", { className: "aside", role: "status" });
    this.text = make("pre", { tabIndex: 0, role: "region", "aria-label": "The data as text" });
    const list = make("div", { role: "listbox", "aria-label": "Values with their sources" });
    panel.append(make("div", { className: "bar" }, this.mode, this.says), make("div", { className: "halves" }, list, this.text));
    this.rows = new Rows(list, {
      draw: row => draw(this.found[row]), point: row => this.point(row === null ? null : this.found[row]),
      choose: row => page.tree.reveal(this.found[row].node, { active: true }),
    });
    page.store.on([view.part], () => page.reading && this.show(page.reading));
  }

  /** @param {import("./reading.js").Reading} reading */
  async show(reading) {
    const { now } = this.page.store;
    if (now.tab !== this.view.tab) return;
    const mode = this.mode.value = now[this.view.part];
    try {
      const { rows, text, says } = await this.view.read(reading, mode);
      if (reading === this.page.reading && mode === this.mode.value) this.answer(rows, text, says || (rows.length ? "" : this.view.none));
    } catch (error) {
      const problem = unanswered(error);
      if (problem) this.answer([], "", `No answer: ${problem.message}`);
    }
  }

  /** @param {Row[]} rows @param {string} text @param {string} says */
  answer(rows, text, says) {
    this.found = rows;
    this.text.textContent = text;
    this.says.textContent = says;
    this.rows.show(rows.length);
  }

  /** @param {Row | null} row */
  point(row) {
    const { source, tree } = this.page;
    const mark = (/** @type {string} */ style) => (/** @type {[number, number]} */ [from, to]) => ({ from, to, style });
    const [at = null] = [row?.at, ...row?.spans ?? []].filter(Boolean);
    source.editor.mark("pointed", [...(row?.at ? [row.at] : []).map(mark("w-pointed")), ...(row?.spans ?? []).map(mark("w-found"))], at?.[0]);
    tree.mark("lit", row ? [row.node] : []);
    if (row) tree.reveal(row.node);
  }
}

/** @param {Row} row */
function draw({ depth, name, what, by }) {
  const element = make("div", { role: "option", "aria-selected": "false" });
  element.style.paddingLeft = `${8 + depth * 16}px`;
  if (name) element.append(make("span", { className: "key" }, name), make("span", { className: "tag" }, by), make("span", { className: "what" }, what));
  else element.append(make("b", {}, what), make("span", { className: "aside" }, by));
  return element;
}
