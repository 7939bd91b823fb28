// A parselet and its answer: JSON in the shape of the answer, with a selector for each value.

import { diagnostics } from "./editor/advice.js";
import { Editor } from "./editor/editor.js";
import { unanswered } from "./engine.js";
import { make } from "./dom.js";
import { Rows } from "./rows.js";

const EMPTY = 'A parselet is JSON in the shape of the answer, with a selector for each value. For example:\n\n{"title": "title", "links": ["a/@href"]}';

export class Parselet {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    /** @type {any[]} */
    this.values = [];
    const { store } = page;
    this.dialect = /** @type {HTMLSelectElement} */ (make(
      "select", { "aria-label": "Dialect", onchange: () => store.set({ dialect: this.dialect.value }) },
      make("option", { value: "wishful" }, "wishful"), make("option", { value: "fizx" }, "original C version"),
    ));
    this.key = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": "Explain a key", onchange: () => page.reading && this.show(page.reading) }));
    const left = make("div", { className: "editor" });
    this.json = make("pre", { tabIndex: 0, role: "region", "aria-label": "Answer of the parselet", "aria-live": "polite" });
    const list = make("div", { role: "listbox", "aria-label": "Values of the answer" });
    panel.append(
      make("div", { className: "bar" }, this.dialect, make("label", {}, "explain ", this.key)),
      make("div", { className: "halves" }, left, make("div", { className: "stack" }, this.json, list)),
    );
    this.editor = new Editor(left, { label: "Parselet", changed: text => store.set({ parselet: text }) });
    this.rows = new Rows(list, {
      draw: row => draw(this.values[row]), point: row => this.point(row === null ? null : this.values[row]),
      choose: row => page.tree.reveal(this.values[row].node, { active: true }),
    });
    store.on(["parselet", "dialect"], () => page.reading && this.show(page.reading));
  }

  /** @param {import("./reading.js").Reading} reading */
  async show(reading) {
    const { tab, parselet, dialect } = this.page.store.now;
    if (tab !== "parselet") return;
    this.editor.show(parselet);
    this.dialect.value = dialect;
    if (parselet.trim() === "") return this.answer({ json: EMPTY, rows: [], keys: [], warnings: [] });
    try {
      const answer = await reading.ask("parselet", { text: parselet, dialect, key: this.key.value || undefined });
      if (reading === this.page.reading) this.answer(answer);
    } catch (error) {
      const problem = unanswered(error);
      if (problem?.why === "refused") this.refused(problem);
      else if (problem) this.answer({ json: null, error: `No answer: ${problem.message}`, rows: [], keys: [], warnings: [] });
    }
  }

  /** @param {any} answer */
  answer({ json, error, rows, keys, warnings, explained }) {
    this.values = rows;
    this.json.textContent = [explained, json ?? error].filter(Boolean).join("\n\n");
    this.json.classList.toggle("bad", Boolean(error));
    const chosen = this.key.value;
    this.key.replaceChildren(make("option", { value: "" }, "nothing"), ...keys.map((/** @type {string} */ key) => make("option", { value: key }, key)));
    this.key.value = keys.includes(chosen) ? chosen : "";
    this.editor.diagnose(diagnostics(warnings, "parselet", this.editor.text.length));
    this.rows.show(rows.length);
  }

  /** @param {import("./engine.js").Unanswered} error */
  refused(error) {
    const findings = /** @type {any} */ (error.detail).findings ?? [];
    this.editor.diagnose(diagnostics(findings, "parselet", this.editor.text.length));
    this.json.textContent = [error.message, ...findings.map((/** @type {any} */ finding) => `${finding.place ?? ""} ${finding.message}`)].join("\n");
    this.json.classList.add("bad");
    this.values = [];
    this.rows.show(0);
  }

  /** @param {any} value */
  point(value) {
    const spans = value?.spans ?? [];
    this.page.source.editor.mark("pointed", spans.map((/** @type {[number, number]} */ [from, to]) => ({ from, to, style: "w-found" })), spans[0]?.[0]);
    this.page.tree.mark("lit", value?.node ? [value.node] : []);
    if (value?.node) this.page.tree.reveal(value.node);
  }
}

/** @param {any} value */
function draw({ path, text }) {
  return make("div", { role: "option", "aria-selected": "false" }, make("span", { className: "key" }, path), make("span", { className: "what" }, text));
}
