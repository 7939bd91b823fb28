// The grammar pane: the user's grammar, based on a shipped one, and the texts of the shipped ones,
// to which citations link.

import { keymap } from "@codemirror/view";
import { completion, diagnostics, documentation } from "./editor/advice.js";
import { Editor } from "./editor/editor.js";
import { asGrammar } from "./editor/words.js";
import { at, later, make } from "./dom.js";
import { OWN, base, over } from "./experiment.js";
import { plural } from "./repairs.js";
import { choose, tabs } from "./tabs.js";

/** The delay after the last change before a grammar is checked, in milliseconds. */
const PAUSE = 120;

export class GrammarPane {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    /** The name of the grammar in `panel-shipped`. */
    this.file = "";
    this.own = new Editor(at("panel-own"), {
      label: "Grammar", language: asGrammar, changed: text => page.store.set({ grammar: text }),
      more: [
        completion(offset => this.ask("complete", offset), /[\w<[\]"-]$/), documentation(offset => this.ask("hover", offset)),
        keymap.of([{ key: "F12", run: () => this.define() }]),
      ],
    });
    this.shipped = new Editor(at("panel-shipped"), { label: "Text of the shipped grammar", language: asGrammar, fixed: true });
    this.list = at("base").closest(".pane").querySelector("[role=tablist]");
    tabs(this.list, id => this.turn(id));
    choose(this.list, "tab-own");
    at("base").addEventListener("change", () => this.choose(at("base").value));
    at("grammar-format").addEventListener("click", () => this.format());
    at("findings").addEventListener("click", () => this.firstFinding());
    this.check = later(PAUSE, () => this.checkNow());
    page.store.on(["grammar"], () => this.changed());
  }

  /** @param {any[]} grammars The catalogue. */
  fill(grammars) {
    const options = grammars.map(({ name, description, markup, part }) => {
      const option = make("option", { value: name, title: description }, name);
      option.dataset.only = markup && !part ? "" : "text";
      return option;
    });
    at("base").replaceChildren(...options, make("option", { value: "", disabled: true }, "(none)"));
    this.changed();
  }

  /**
   * Offers the grammars to choose from. Parts, and grammars of other texts than markup, can only be
   * viewed.
   * @param {boolean} own
   */
  offer(own) {
    for (const option of at("base").options) option.hidden = own && option.dataset.only === "text";
    at("grammar-format").hidden = !own;
    if (own) at("base").value = base(this.text);
  }

  get text() {
    return this.page.store.now.grammar;
  }

  changed() {
    if (this.own.text !== this.text) this.turn("tab-own");
    this.own.show(this.text);
    if (!at("panel-own").hidden) this.offer(true);
    this.check();
  }

  /**
   * Handles a choice: of the base of the user's grammar, or of the text to show.
   * @param {string} name
   */
  choose(name) {
    if (at("panel-own").hidden) this.read(name);
    else this.own.show(over(this.text, name), { tell: true });
  }

  /** @param {string} id The id of a tab. */
  turn(id) {
    choose(this.list, id);
    this.offer(id === "tab-own");
    if (id !== "tab-own") this.read(base(this.text) || this.file || "whatwg");
  }

  /** Shows a shipped grammar. @param {string} name @returns {boolean} True if it exists. */
  read(name) {
    const grammar = this.page.grammars.find(grammar => grammar.name === name || grammar.file === name);
    if (!grammar) return false;
    if (this.file !== grammar.name) this.shipped.show(grammar.text);
    this.file = grammar.name;
    at("base").value = grammar.name;
    return true;
  }

  /** Shows a line of a file. @param {string} file @param {number} line */
  show(file, line) {
    const own = file === OWN;
    if (!own && !this.read(file)) return;
    choose(this.list, own ? "tab-own" : "tab-shipped");
    this.offer(own);
    const editor = own ? this.own : this.shipped;
    const [from, to] = editor.line(line);
    editor.go(from);
    editor.mark("pinned", [{ from, to, style: "w-cited", line: true }]);
  }

  /** Marks cited lines in the visible texts. @param {import("./reading.js").Citation[]} cited */
  mark(cited) {
    for (const [editor, file] of /** @type {[Editor, string][]} */ ([[this.own, OWN], [this.shipped, `${this.file}.grammar`]])) {
      const here = cited.filter(by => by.file === file);
      editor.mark("pointed", here.map(({ at: [from, to] }) => ({ from, to, style: "w-cited" })), here[0]?.at[0]);
    }
  }

  /** @param {string} call @param {number} offset @param {object} [more] */
  ask(call, offset, more = {}) {
    return this.page.advice.ask(call, { grammar: { name: OWN, text: this.own.text }, at: offset, ...more });
  }

  async checkNow() {
    const asked = this.page.named(this.text);
    if (asked.text === undefined) return this.found([], null);
    try {
      const { findings, summary } = await this.page.advice.ask("check", { grammar: asked });
      this.found(findings, summary);
    } catch {
      // Either a newer check is running, or the lane has shown the error.
    }
  }

  /** @param {import("./editor/advice.js").Finding[]} findings @param {string | null} summary */
  found(findings, summary) {
    this.findings = findings;
    this.own.diagnose(diagnostics(findings, OWN, this.own.text.length));
    const counts = ["error", "warning", "note"].map(severity => [findings.filter(finding => finding.severity === severity).length, severity]);
    const summed = counts.filter(([count]) => count).map(([count, severity]) => plural(Number(count), String(severity))).join(", ");
    at("findings").textContent = summed || (summary === null ? "" : "no mistakes");
    at("findings").title = summary ?? "";
    at("findings").className = `quiet aside ${counts[0][0] ? "bad" : counts[1][0] ? "dubious" : ""}`;
    at("findings").hidden = !at("findings").textContent;
  }

  firstFinding() {
    this.turn("tab-own");
    const place = this.findings?.find(({ file }) => file === OWN)?.at?.[0];
    this.own.go(place ?? 0);
    this.own.view.focus();
  }

  async format() {
    const answer = await this.page.advice.ask("format", { grammar: { name: OWN, text: this.own.text } }).catch(() => null);
    if (answer) this.own.show(answer.text, { tell: true });
    else this.page.say("Correct the mistakes before you format the grammar.");
  }

  /** Goes to the definition of the name at the cursor. */
  define() {
    this.ask("definitions", this.own.place).then(answer => {
      const place = answer?.places.find((/** @type {any} */ place) => place.defines);
      if (place) this.show(place.file, Number(place.place.split(":")[0]));
    }, () => {});
    return true;
  }
}
