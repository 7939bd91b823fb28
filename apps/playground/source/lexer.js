// The reports of a lexical analyser: Connolly's of 1995 for basic SGML, or the HTML tokenizer.

import { make } from "./dom.js";
import { unanswered } from "./engine.js";
import { plural } from "./repairs.js";
import { Rows } from "./rows.js";

export class Lexer {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    /** @type {any[]} */
    this.reports = [];
    this.which = /** @type {HTMLSelectElement} */ (make(
      "select", { "aria-label": "Lexical analyser", onchange: () => page.store.set({ lexer: this.which.value }) },
      make("option", { value: "sgml" }, "basic SGML (1995)"), make("option", { value: "html5" }, "WHATWG standard"),
    ));
    this.says = make("span", { className: "aside" });
    const list = make("div", { role: "listbox", "aria-label": "Reports" });
    panel.append(make("div", { className: "bar" }, this.which, this.says), list);
    this.rows = new Rows(list, { draw: row => draw(this.reports[row]), point: row => this.point(row === null ? null : this.reports[row]) });
    page.store.on(["lexer"], () => this.show());
  }

  async show() {
    const { tab, lexer, source } = this.page.store.now;
    if (tab !== "lexer") return;
    this.which.value = lexer;
    try {
      const { reports } = await this.page.live.ask("lex", { text: source, lexer });
      this.answer(reports, plural(reports.length, "report"));
    } catch (error) {
      const problem = unanswered(error);
      if (problem) this.answer([], `No answer: ${problem.message}`);
    }
  }

  /** @param {any[]} reports @param {string} says */
  answer(reports, says) {
    this.reports = reports;
    this.says.textContent = says;
    this.rows.show(reports.length);
  }

  /** @param {any} report */
  point(report) {
    const spans = (report?.parts ?? []).map((/** @type {any} */ part) => part.at).filter(Boolean);
    this.page.source.editor.mark("pointed", spans.map((/** @type {[number, number]} */ [from, to]) => ({ from, to, style: "w-pointed" })), spans[0]?.[0]);
  }
}

/** @param {any} report */
function draw({ callback, parts }) {
  const pieces = parts.flatMap((/** @type {any} */ part) => [make("span", { className: "key" }, part.kind), make("span", { className: "what" }, JSON.stringify(part.text))]);
  return make("div", { role: "option", "aria-selected": "false" }, make("b", {}, callback), ...pieces);
}
