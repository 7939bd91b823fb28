// The Earley sets at a token, step by step: those of the innermost element before each word that is
// read for the token, and after the last.

import { make } from "./dom.js";
import { unanswered } from "./engine.js";

export class Sets {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    this.at = 0;
    /** @type {any[]} */
    this.steps = [];
    this.step = 0;
    this.token = make("code", {});
    this.before = make("button", { type: "button", "aria-label": "Previous step", onclick: () => this.go(-1) }, "‹");
    this.next = make("button", { type: "button", "aria-label": "Next step", onclick: () => this.go(1) }, "›");
    this.says = make("span", { className: "aside start" });
    this.body = make("div", { className: "scroll earley", tabIndex: 0, role: "region", "aria-label": "Earley sets", "aria-live": "polite" });
    panel.append(make("div", { className: "bar" }, this.before, this.next, this.token, this.says), this.body);
  }

  /** @param {import("./reading.js").Reading} reading */
  show(reading) {
    this.reading = reading;
    this.ask(this.at);
  }

  /** Shows the sets at the token of an offset. @param {number} at */
  async ask(at) {
    this.at = at;
    const { reading } = this;
    if (!reading || this.page.store.now.tab !== "sets") return;
    try {
      const [{ steps }, { token }] = await Promise.all([reading.ask("sets", { at }), reading.ask("at", { at }, { topic: "token" })]);
      if (reading !== this.reading || at !== this.at) return;
      this.span = token ?? [at, at];
      this.steps = steps;
      this.step = Math.max(0, steps.findIndex((/** @type {any} */ { written }) => written));
      this.draw();
    } catch (error) {
      const problem = unanswered(error);
      if (problem) this.body.replaceChildren(make("p", { className: "empty" }, problem.message));
    }
  }

  /** Goes to another step, or to the next token. @param {number} by */
  go(by) {
    const to = this.step + by;
    const [from, end] = this.span ?? [0, 0];
    const { source } = this.page.store.now;
    if (to >= 0 && to < this.steps.length) {
      this.step = to;
      this.draw();
    } else if (by > 0 && end < source.length) this.page.pointing.hold({ at: end });
    else if (by < 0 && from > 0) this.page.pointing.hold({ at: from - 1 });
  }

  draw() {
    const [from, to] = this.span ?? [0, 0];
    this.token.textContent = this.page.store.now.source.slice(from, to).slice(0, 40) || "the end of the input";
    const step = this.steps[this.step];
    if (!step) {
      this.says.textContent = "";
      this.body.replaceChildren(make("p", { className: "empty" }, "No word is read for this token: it was set aside, or it is part of another one."));
      return;
    }
    const reads = step.word ? `${step.written ? "reads" : "inserts"} ${step.word}` : "after the last word";
    this.says.textContent = `step ${this.step + 1} of ${this.steps.length}: ${reads}${step.inside ? `, inside ${step.inside}` : ""}`;
    this.body.replaceChildren(...step.sets.map((/** @type {string[]} */ items, /** @type {number} */ number) => set(number, items, step.word, number === step.sets.length - 1)));
  }
}

/**
 * Renders a set: the items that were reached first, then those that are predicted, folded. Items
 * whose next symbol is the word are marked.
 * @param {number} number @param {string[]} items @param {string | null} word @param {boolean} last
 */
function set(number, items, word, last) {
  const row = (/** @type {string} */ item) => make("li", { className: last && word && item.includes(`• ${word}`) ? "lit" : "" }, item);
  const reached = items.filter(item => !item.includes("::= •"));
  const predicted = items.filter(item => item.includes("::= •"));
  predicted.sort((one, other) => Number(other.includes(`• ${word}`)) - Number(one.includes(`• ${word}`)));
  const more = make("details", {}, make("summary", {}, `and ${predicted.length - 4} more predicted items`), make("ul", {}, ...predicted.slice(4).map(row)));
  return make("section", {}, make("h3", {}, `Set ${number}`, last ? " (current)" : ""), make("ul", {}, ...reached.map(row), ...predicted.slice(0, 4).map(row)), ...(predicted.length > 4 ? [more] : []));
}
