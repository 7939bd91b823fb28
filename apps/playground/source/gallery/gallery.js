// The dialog that lists the examples, and the explanation of the open one.

import { at, make } from "../dom.js";
import { EXAMPLES } from "./examples.js";

export class Gallery {
  /** @param {import("../page.js").Page} page @param {(open: () => void) => void} visit Opens an example as a new entry in the browser's history. */
  constructor(page, visit) {
    this.page = page;
    this.visit = visit;
    at("gallery-list").append(...EXAMPLES.map(example => this.card(example)));
    at("gallery-open").addEventListener("click", () => at("gallery").showModal());
    at("lesson-before").addEventListener("click", () => this.step(-1));
    at("lesson-next").addEventListener("click", () => this.step(1));
    at("lesson-close").addEventListener("click", () => page.store.set({ example: "" }));
    page.store.on(["example"], () => this.tell());
  }

  /** @param {import("./examples.js").Example} example */
  card(example) {
    const open = () => {
      at("gallery").close();
      this.visit(() => this.open(example));
    };
    return make("li", {}, make("button", { type: "button", onclick: open }, make("b", {}, example.title), make("span", {}, example.teaches)));
  }

  /** @param {import("./examples.js").Example} example */
  open({ name, experiment }) {
    this.page.open({ ...experiment, example: name });
  }

  get here() {
    return EXAMPLES.findIndex(({ name }) => name === this.page.store.now.example);
  }

  /** @param {number} by */
  step(by) {
    const example = EXAMPLES[(this.here + by + EXAMPLES.length) % EXAMPLES.length];
    this.visit(() => this.open(example));
  }

  tell() {
    const example = EXAMPLES[this.here];
    at("lesson").hidden = !example;
    this.page.begins = example?.begins ?? "";
    if (!example) return;
    const { lead = `${this.here + 1}. ${example.title}.`, teaches } = example;
    const parts = lead.split("*").map((part, index) => (index % 2 ? make("mark", {}, part) : part));
    at("lesson-text").replaceChildren(make("b", { className: example.lead ? "lead" : "" }, ...parts), " ", teaches);
  }
}
