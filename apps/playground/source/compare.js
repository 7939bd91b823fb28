// A comparison of two grammars: both trees of the source side by side, their differences, and the
// decisive grammar lines. Also a search for the smallest document on which the grammars differ.

import { make } from "./dom.js";
import { Unanswered, unanswered } from "./engine.js";
import { Reading } from "./reading.js";
import { plural } from "./repairs.js";
import { Rows } from "./rows.js";
import { labels } from "./tree.js";

/**
 * The delay before the search for decisive lines, in milliseconds; each line takes a compilation.
 */
const PAUSE = 500;
const SEARCH = 60_000;

export class Compare {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    /** @type {[number | null, number | null, boolean][]} */
    this.pairs = [];
    /** @type {[Reading, Reading] | null} */
    this.sides = null;
    this.timer = 0;
    this.second = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": "The other grammar", onchange: () => page.store.set({ second: this.second.value }) }));
    this.only = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", onchange: () => this.layOut() }));
    this.search = make("button", { type: "button", onclick: () => this.distinguish() }, "Find the smallest difference");
    this.says = make("div", { className: "says", "aria-live": "polite" });
    this.names = make("div", { className: "sides head" });
    this.lines = make("div", { className: "lines" });
    const list = make("div", { role: "listbox", "aria-label": "Trees side by side", className: "compare" });
    panel.append(
      make("div", { className: "bar" }, make("label", {}, "with ", this.second), make("label", { className: "check" }, this.only, " differences only"), this.search),
      this.says, this.lines, this.names, list,
    );
    this.rows = new Rows(list, { draw: row => this.draw(this.shown[row]), choose: row => this.go(this.shown[row]) });
    /** @type {number[]} */
    this.shown = [];
    page.store.on(["second"], () => this.update());
  }

  /** @param {any[]} grammars */
  fill(grammars) {
    const names = grammars.filter(({ part, markup }) => markup && !part).map(({ name }) => make("option", { value: name }, name));
    this.second.replaceChildren(make("option", { value: "" }, "the base of mine"), ...names);
    this.update();
  }

  /**
   * Both grammars, the other one first, as in a diff: it usually is the base of the user's grammar.
   */
  get grammars() {
    const { grammar, second } = this.page.store.now;
    return [this.page.asked(`use "${second || this.page.base || "marpa"}" ;`), this.page.asked(grammar)];
  }

  show() {
    this.update();
  }

  async update() {
    if (this.page.store.now.tab !== "compare" || !this.page.grammars.length) return;
    this.second.value = this.page.store.now.second;
    clearTimeout(this.timer);
    const first = await this.compare(false);
    if (first && !first.same) this.timer = window.setTimeout(() => this.compare(true), PAUSE);
  }

  /** @param {boolean} decisive */
  async compare(decisive) {
    const { source, fragment } = this.page.store.now;
    const [first, second] = this.grammars;
    const input = { grammars: [first, second], html: source, fragment: fragment || undefined, decisive };
    try {
      const answer = await this.page.aside.ask("compare", input);
      if (decisive) this.showLines(answer);
      else this.compared(answer, [first.name, second.name]);
      return answer;
    } catch (error) {
      const problem = unanswered(error);
      if (problem && !decisive) this.unanswered(problem.message);
    }
  }

  /** Removes the previous comparison and shows the reason. @param {string} why */
  unanswered(why) {
    this.pairs = [];
    this.names.replaceChildren();
    this.lines.replaceChildren();
    this.layOut();
    this.say(`No comparison: ${why}`);
  }

  /** @param {any} answer @param {string[]} names */
  compared(answer, names) {
    const came = () => this.rows.paint();
    const [first, second] = answer.sides;
    this.sides = [new Reading(this.page.aside, first, came), new Reading(this.page.aside, second, came)];
    this.pairs = answer.rows;
    const [before, after] = answer.repairs.map((/** @type {number[]} */ list) => list.length);
    this.say(answer.same ? "Both trees of this source are the same." : `${plural(answer.nodes.length, "node")} ${answer.nodes.length === 1 ? "differs" : "differ"}; repairs on one side only: ${before} and ${after}.`);
    this.names.replaceChildren(...names.map(name => make("b", {}, name)));
    this.showLines(answer);
    this.layOut();
    this.rows.reveal(Math.max(0, this.shown.findIndex(row => this.fate(row) !== "")));
  }

  /** @param {any} answer */
  showLines({ lines }) {
    const telling = lines.filter((/** @type {any} */ line) => line.decisive || line.cited[0] !== line.cited[1]);
    const rows = telling.slice(0, 8).map((/** @type {any} */ line) => {
      const at = line.at[1] ?? line.at[0] ?? "";
      const cited = `cited ${line.cited[0]} and ${line.cited[1]} times`;
      return make("li", { className: line.decisive ? "decisive" : "" }, this.page.linked(`${at}  ${line.text}`), make("span", { className: "aside" }, line.decisive ? "decisive" : cited));
    });
    this.lines.replaceChildren(rows.length ? make("ul", {}, ...rows) : "");
  }

  layOut() {
    const all = this.pairs.map((_, row) => row);
    this.shown = this.only.checked ? all.filter(row => this.fate(row) !== "") : all;
    this.rows.show(this.shown.length);
  }

  /** @param {number} row */
  fate(row) {
    const [first, second, moved] = this.pairs[row];
    if (first === null) return "added";
    if (second === null) return "removed";
    return moved ? "moved" : "";
  }

  /** @param {number} row */
  draw(row) {
    const fate = this.fate(row);
    const [first, second] = this.pairs[row];
    const element = make("div", { role: "option", "aria-selected": "false", className: `sides ${fate}` });
    element.append(this.half(0, first), this.half(1, second));
    if (fate) element.prepend(make("span", { className: "hidden" }, fate));
    return element;
  }

  /** @param {0 | 1} side @param {number | null} node */
  half(side, node) {
    const reading = this.sides?.[side];
    const half = make("span", { className: "half" });
    if (node === null || !reading) return half;
    half.style.paddingLeft = `${4 + Math.min(reading.depths[node], 30) * 12}px`;
    half.append(...labels(reading.node(node)));
    return half;
  }

  /** Reveals a node of the second side, which is the page's tree. @param {number} row */
  go(row) {
    const node = this.pairs[row]?.[1];
    if (node) this.page.tree.reveal(node, { active: true });
  }

  async distinguish() {
    this.say("Searching for the smallest document on which they differ…");
    this.search.setAttribute("disabled", "");
    try {
      this.found(await this.page.search.ask("distinguish", { grammars: this.grammars }, { limit: SEARCH }));
    } catch (error) {
      this.say(error instanceof Unanswered ? error.message : String(error));
    } finally {
      this.search.removeAttribute("disabled");
    }
  }

  /** @param {any} answer */
  found({ found, tried, exhausted, same }) {
    if (!found) return this.say(same ? "The grammars are the same." : `No difference in ${plural(tried, "document")}; no document of up to ${exhausted} tokens differs.`);
    const smallest = found.smallest ? "the smallest possible" : "no smaller one was found";
    const use = make("button", { type: "button", onclick: () => this.page.store.set({ source: found.html, fragment: found.fragment ?? "" }) }, "Try it");
    this.says.replaceChildren("They differ on ", make("code", {}, found.html), ` (${plural(found.tokens, "token")}, ${smallest}; ${plural(tried, "document")} tried) `, use);
  }

  /** @param {string} text */
  say(text) {
    this.says.textContent = text;
  }
}
