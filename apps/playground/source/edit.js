// Edits of the source by a script, as `wishful edit --script` makes them: a patch, the refused
// edits, and a button that applies the others to the source.

import { make } from "./dom.js";
import { Editor } from "./editor/editor.js";
import { asToml } from "./editor/words.js";
import { unanswered } from "./engine.js";
import { columns, plural } from "./repairs.js";
import { Rows } from "./rows.js";

/** The maximum number of listed lines of a patch. */
const LISTED = 5000;

/** The time limit in milliseconds. Each refused edit takes a few parses. */
const LIMIT = 20_000;

const EMPTY = 'A script has a table for each rule: the nodes that it selects, and what is done with them. For example:\n\n[[edit]]\nselect = "a[href]"\nset = { rel = "nofollow" }';

/** @typedef {{ node: number, name: string, spans: [number, number][], place: string, reason: string }} Refused */

export class Edit {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    /** @type {Refused[]} */
    this.refused = [];
    /** The source before and after the edits; null if they change nothing. @type {{ before: string, after: string } | null} */
    this.edited = null;
    this.says = make("span", { className: "aside start", role: "status" });
    this.button = make("button", { type: "button", className: "strong", onclick: () => this.apply() }, "Apply to the source");
    const left = make("div", { className: "editor" });
    this.patch = make("pre", { className: "patch", tabIndex: 0, role: "region", "aria-label": "Patch of the source" });
    const list = make("div", { role: "listbox", className: "citing refused", "aria-label": "Refused edits" });
    panel.append(
      make("div", { className: "bar" }, this.says, this.button), make("div", { className: "halves" }, left, this.patch), list,
    );
    this.editor = new Editor(left, { label: "Script of edits", language: asToml, changed: text => page.store.set({ edits: text }) });
    this.rows = new Rows(list, {
      draw: row => draw(this.refused[row]), point: row => this.point(row === null ? null : this.refused[row]),
      choose: row => this.choose(this.refused[row]),
    });
    page.store.on(["edits"], () => page.reading && this.show(page.reading));
  }

  /** @param {import("./reading.js").Reading} reading */
  async show(reading) {
    const { tab, edits, source } = this.page.store.now;
    if (tab !== "edit") return;
    this.editor.show(edits);
    if (edits.trim() === "") return this.answer({ patch: EMPTY, refused: [] }, "");
    this.says.textContent ||= "Editing…";
    try {
      const answer = await reading.askIn(this.page.aside, "edit", { script: edits }, { limit: LIMIT });
      if (reading === this.page.reading) this.answer(answer, said(answer), source);
    } catch (error) {
      const problem = unanswered(error);
      if (problem) this.failed(problem);
    }
  }

  /**
   * @param {{ text?: string | null, patch: string, refused: Refused[] }} answer
   * @param {string} says @param {string} [before] The edited source.
   */
  answer({ text = null, patch, refused }, says, before = "") {
    this.edited = text === null ? null : { before, after: text };
    this.refused = refused;
    this.says.textContent = says;
    this.button.setAttribute("aria-disabled", String(text === null));
    this.patch.classList.remove("bad");
    this.patch.replaceChildren(...(text === null ? [patch] : lines(patch)));
    this.rows.show(refused.length);
    this.rows.element.hidden = refused.length === 0;
  }

  /** Shows the mistakes of the script. @param {import("./engine.js").Unanswered} problem */
  failed({ why, message }) {
    this.answer({ patch: message, refused: [] }, why === "refused" ? "The script has a mistake." : "No answer");
    this.patch.classList.add("bad");
  }

  /** Replaces the source by the edited one, unless it has changed in the meantime. */
  apply() {
    const { store } = this.page;
    if (this.edited?.before === store.now.source) store.set({ source: this.edited.after });
  }

  /** @param {Refused | null} refused */
  point(refused) {
    const spans = refused?.spans ?? [];
    this.page.source.editor.mark("pointed", spans.map(([from, to]) => ({ from, to, style: "w-pointed" })), spans[0]?.[0]);
  }

  /** Moves the cursor to the node of a refused edit. @param {Refused} refused */
  choose({ node, spans }) {
    if (spans[0]) this.page.source.editor.go(spans[0][0]);
    this.page.tree.reveal(node, { active: true });
  }
}

/** @param {Refused} refused */
function draw({ place, name, reason }) {
  const by = make("span", { className: "by" }, reason);
  return make("div", { role: "option", "aria-selected": "false", className: "mistake" }, ...columns(place, name, "", by));
}

/** @param {{ edits: number, refused: Refused[] }} answer */
function said({ edits, refused }) {
  const made = plural(edits, "edit");
  return refused.length ? `${made}, ${refused.length} refused` : made;
}

/**
 * Returns the lines of a patch, those of one side only as insertions and deletions.
 * @param {string} patch
 */
function lines(patch) {
  const all = patch.replace(/\n$/, "").split("\n");
  const rest = all.length > LISTED ? [make("span", { className: "aside" }, `and ${plural(all.length - LISTED, "line")} more`)] : [];
  return [...all.slice(0, LISTED).map((line, index) => {
    if (index < 2) return make("b", {}, line);
    return make({ "+": "ins", "-": "del", "@": "i" }[line[0]] ?? "span", {}, line);
  }), ...rest];
}
