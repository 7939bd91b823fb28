// The grammar pane: the user's grammar, based on a shipped one, and below it the text of a shipped
// grammar, in which cited lines are marked.

import { EditorView, keymap } from "@codemirror/view";
import { completion, diagnostics, documentation } from "./editor/advice.js";
import { Editor } from "./editor/editor.js";
import { asGrammar } from "./editor/words.js";
import { at, later, make } from "./dom.js";
import { OWN, base, over } from "./experiment.js";
import { plural } from "./repairs.js";

/** The delay after the last change before a grammar is checked, in milliseconds. */
const PAUSE = 120;

export class GrammarPane {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    /** The name of the shipped grammar that is shown. */
    this.file = "";
    /** The line of the shipped grammar that can be changed, from 1; 0 if there is none. */
    this.line = 0;
    this.own = new Editor(at("panel-own"), {
      label: "Grammar", language: asGrammar, changed: text => page.store.set({ grammar: text }),
      more: [
        completion(offset => this.ask("complete", offset), /[\w<[\]"-]$/), documentation(offset => this.ask("hover", offset)),
        keymap.of([{ key: "F12", run: () => this.define() }]),
      ],
    });
    this.shipped = new Editor(at("panel-shipped"), {
      label: "Text of the shipped grammar", language: asGrammar, fixed: true,
      click: offset => this.choose(offset), more: [documentation(offset => this.askShipped("hover", offset)), this.refusal()],
    });
    at("base").addEventListener("change", () => this.own.show(over(this.text, at("base").value), { tell: true }));
    at("file").addEventListener("change", () => this.read(at("file").value));
    at("grammar-format").addEventListener("click", () => this.format());
    at("findings").addEventListener("click", () => this.firstFinding());
    at("change").addEventListener("click", () => this.copy());
    this.check = later(PAUSE, () => this.checkNow());
    page.store.on(["grammar"], () => this.changed());
    this.own.show(this.text);
  }

  /** Explains to a user who types into the read-only text what to do instead. */
  refusal() {
    const says = () => {
      at("change-says").textContent = `This text is read-only. ${this.line ? `Press “${at("change").textContent}”` : "Click on a line, then press the button"} to copy it into your grammar above, and edit it there.`;
      at("change-says").hidden = false;
    };
    return EditorView.domEventHandlers({
      paste: says,
      keydown: event => {
        if (!event.ctrlKey && !event.metaKey && !event.altKey && (event.key.length === 1 || ["Backspace", "Delete", "Enter"].includes(event.key))) says();
      },
    });
  }

  /** @param {any[]} grammars The catalogue. */
  fill(grammars) {
    const option = (/** @type {any} */ { name, description }) => make("option", { value: name, title: description }, name);
    at("base").replaceChildren(...grammars.filter(({ markup, part }) => markup && !part).map(option), make("option", { value: "", disabled: true }, "(none)"));
    at("file").replaceChildren(...grammars.map(grammar => make("option", { value: grammar.name, title: grammar.description }, grammar.file)));
    this.changed();
  }

  get text() {
    return this.page.store.now.grammar;
  }

  changed() {
    this.own.show(this.text);
    const name = base(this.text);
    if (at("base").value !== name || this.file === "") {
      at("base").value = name;
      this.read(name);
    }
    this.alone(name === "");
    this.check();
  }

  /** Hides the shipped text, or shows it. @param {boolean} alone */
  alone(alone) {
    at("shipped-bar").hidden = at("panel-shipped").hidden = alone;
  }

  /** Shows a shipped grammar. @param {string} name @returns {boolean} True if it exists. */
  read(name) {
    const grammar = this.page.grammars.find(grammar => grammar.name === name || grammar.file === name);
    if (!grammar) return false;
    if (this.file === grammar.name) return true;
    this.shipped.show(grammar.text);
    this.shipped.mark("pinned", []);
    this.aim(0);
    this.file = grammar.name;
    at("file").value = grammar.name;
    return true;
  }

  /** Sets the line that the button copies. @param {number} line */
  aim(line) {
    this.line = line;
    at("change").disabled = line === 0;
    at("change").textContent = line ? `Change line ${line} in mine` : "Change a line in mine";
    at("change-says").hidden = true;
  }

  /** Makes the line at an offset of the shipped text the one to change. @param {number} offset */
  choose(offset) {
    this.pin(this.shipped, this.shipped.view.state.doc.lineAt(offset).number);
  }

  /** @param {Editor} editor @param {number} line */
  pin(editor, line) {
    const [from, to] = editor.line(line);
    editor.mark("pinned", [{ from, to, style: "w-cited", line: true }]);
    if (editor === this.shipped) this.aim(line);
  }

  /** Copies the statement at the chosen line into the user's grammar, to be changed there. */
  async copy() {
    at("change-says").hidden = true;
    const [offset] = this.shipped.line(this.line);
    const statement = await this.askShipped("statement", offset).catch(() => null);
    if (statement) this.add(statement.text);
    else this.page.say("No statement of this line can be replaced.");
  }

  /** Adds a statement to the user's grammar, unless it is there, and selects it. @param {string} statement */
  add(statement) {
    if (!this.own.text.includes(statement)) this.own.show(`${this.own.text.trimEnd()}\n${statement}\n`, { tell: true });
    const anchor = this.own.text.indexOf(statement);
    this.own.view.dispatch({ selection: { anchor, head: anchor + statement.length }, scrollIntoView: true });
    this.own.view.focus();
  }

  /** Shows a line of a file. @param {string} file @param {number} line */
  show(file, line) {
    const own = file === OWN;
    if (!own && !this.read(file)) return;
    if (!own) this.alone(false);
    const editor = own ? this.own : this.shipped;
    editor.go(editor.line(line)[0]);
    this.pin(editor, line);
  }

  /** Marks a line of a file, and scrolls to it. @param {string} file @param {number} line */
  point(file, line) {
    const editor = file === OWN ? this.own : this.shipped;
    if (file !== OWN && !this.read(file)) return;
    const [from, to] = editor.line(line);
    editor.mark("pointed", [{ from, to, style: "w-cited", line: true }], from);
    if (file !== OWN) this.aim(line);
  }

  /** Marks cited lines, and shows the file of the first. @param {import("./reading.js").Citation[]} cited */
  mark(cited) {
    const other = cited.find(({ file }) => file !== OWN);
    const isHere = other !== undefined && this.read(other.file);
    for (const [editor, file] of /** @type {[Editor, string][]} */ ([[this.own, OWN], [this.shipped, `${this.file}.grammar`]])) {
      const here = cited.filter(by => by.file === file);
      const marks = here.flatMap(({ at: [from, to] }) => [{ from, to, style: "w-cited" }, { from, to, style: "w-cited", line: true }]);
      editor.mark("pointed", marks, here[0]?.at[0]);
    }
    if (!isHere) return;
    this.shipped.mark("pinned", []);
    this.aim(other.line);
  }

  /** @param {string} call @param {number} offset */
  ask(call, offset) {
    return this.page.advice.ask(call, { grammar: { name: OWN, text: this.own.text }, at: offset });
  }

  /** @param {string} call @param {number} offset */
  askShipped(call, offset) {
    return this.page.advice.ask(call, { grammar: { name: this.file }, at: offset });
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
