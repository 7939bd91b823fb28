// Microformats: the output of `wishful microformats`, and the step that produced each value.

import { make } from "./dom.js";
import { unanswered } from "./engine.js";
import { Rows } from "./rows.js";

export class Microformats {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    /** @type {any[]} */
    this.steps = [];
    this.mode = /** @type {HTMLSelectElement} */ (make(
      "select", { "aria-label": "Mode", onchange: () => page.store.set({ formats: this.mode.value }) },
      make("option", { value: "mf2" }, "microformats2"), make("option", { value: "classic" }, "classic"),
    ));
    this.says = make("span", { className: "aside" });
    this.json = make("pre", { tabIndex: 0, role: "region", "aria-label": "Microformats as JSON" });
    const list = make("div", { role: "listbox", "aria-label": "Values, and the step that produced each" });
    panel.append(make("div", { className: "bar" }, this.mode, this.says), make("div", { className: "halves" }, list, this.json));
    this.rows = new Rows(list, {
      draw: row => this.draw(this.steps[row]), point: row => this.point(row === null ? null : this.steps[row]),
      choose: row => page.tree.reveal(this.steps[row].node, { active: true }),
    });
    page.store.on(["formats"], () => page.reading && this.show(page.reading));
  }

  /** @param {import("./reading.js").Reading} reading */
  async show(reading) {
    const { tab, formats } = this.page.store.now;
    if (tab !== "microformats") return;
    this.mode.value = formats;
    try {
      const { rows, json } = await reading.ask("microformats", { mode: formats });
      if (reading === this.page.reading) this.answer(rows, json, rows.length ? "" : "This page has no microformats; try the example “Cards in a page”.");
    } catch (error) {
      const problem = unanswered(error);
      if (problem) this.answer([], "", `No answer: ${problem.message}`);
    }
  }

  /** @param {any[]} steps @param {string} json @param {string} says */
  answer(steps, json, says) {
    this.steps = steps;
    this.json.textContent = json;
    this.says.textContent = says;
    this.rows.show(steps.length);
  }

  /** @param {any} step */
  draw(step) {
    const element = make("div", { role: "option", "aria-selected": "false" });
    element.style.paddingLeft = `${8 + step.depth * 16}px`;
    if (step.kind === "item") element.append(make("b", {}, step.types.join(" ")), make("span", { className: "aside" }, step.place));
    else element.append(make("span", { className: "key" }, step.name), make("span", { className: "tag" }, step.step ?? ""), make("span", { className: "what" }, step.step === "nested item" ? "" : step.text ?? ""));
    return element;
  }

  /** @param {any} step */
  point(step) {
    const parts = (step?.parts ?? []).flatMap((/** @type {any} */ part) => part.spans.map((/** @type {[number, number]} */ [from, to]) => ({ from, to, style: "w-found" })));
    const tag = step?.at ? [{ from: step.at[0], to: step.at[1], style: "w-pointed" }] : [];
    this.page.source.editor.mark("pointed", [...tag, ...parts], step?.at?.[0]);
    this.page.tree.mark("lit", step ? [step.node] : []);
    if (step) this.page.tree.reveal(step.node);
  }
}
