// Generated documents of the grammar: valid, with omitted tags, or with mistakes.

import { make } from "./dom.js";
import { Unanswered } from "./engine.js";

const KINDS = { conforming: "with all tags", omitting: "with omitted tags", broken: "with mistakes" };

export class Generate {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    this.seed = number("Seed", 1, 1e9);
    this.size = number("Size, in tokens", 40, 2000);
    this.mistakes = number("Mistakes", 3, 100);
    this.kind = /** @type {HTMLSelectElement} */ (make(
      "select", { "aria-label": "Kind of document" }, ...Object.entries(KINDS).map(([value, label]) => make("option", { value }, label)),
    ));
    this.says = make("p", { className: "says", role: "status" }, "Replaces the source by a random document of your grammar. The same seed gives the same document.");
    const form = this.form = /** @type {HTMLFormElement} */ (make(
      "form", { className: "form" },
      make("label", {}, "A document ", this.kind), make("label", {}, "tokens ", this.size), make("label", {}, "mistakes ", this.mistakes),
      make("label", {}, "seed ", this.seed), make("button", {}, "Generate"), make("button", { type: "button", onclick: () => this.another() }, "Next seed"),
    ));
    form.addEventListener("submit", event => {
      event.preventDefault();
      this.generate();
    });
    panel.append(form, this.says);
  }

  show() {}

  another() {
    if (!this.form.reportValidity()) return;
    this.seed.value = String(Number(this.seed.value) + 1);
    return this.generate();
  }

  async generate() {
    const { grammar, fragment } = this.page.store.now;
    const input = {
      grammar: this.page.asked(grammar), seed: Number(this.seed.value), size: Number(this.size.value), kind: this.kind.value,
      mistakes: Number(this.mistakes.value), fragment: fragment || undefined,
    };
    try {
      const { html, changes } = await this.page.search.ask("generate", input, { limit: 20_000 });
      this.page.store.set({ source: html });
      this.says.textContent = [`Generated from seed ${this.seed.value}. Undo in the source restores the previous one.`, ...changes].join("\n");
    } catch (error) {
      this.says.textContent = error instanceof Unanswered ? error.message : String(error);
    }
  }
}

/** @param {string} label @param {number} value @param {number} most @returns {HTMLInputElement} */
function number(label, value, most) {
  return /** @type {HTMLInputElement} */ (make("input", { type: "number", required: true, min: "0", max: String(most), value: String(value), "aria-label": label, className: "short" }));
}
