// A set of pages that stay green while the grammar is edited, or turn red: each has the tree that
// it is expected to have, as HTML with both tags of every element.

import { make, later, save } from "./dom.js";
import { Lane, unanswered } from "./engine.js";
import { EXAMPLES } from "./gallery/examples.js";
import { named } from "./experiment.js";

/** The delay after the last change before the pages are parsed again, in milliseconds. */
const PAUSE = 150;

/** A page of the set. `result` is null before the first parse. @typedef {{ html: string, fragment: string, expected: string, result: string | null }} Kept */

export class Pages {
  /** @param {HTMLElement} panel @param {HTMLElement[]} tabs The tab, and that of its group. @param {import("./page.js").Page} page */
  constructor(panel, tabs, page) {
    this.page = page;
    this.tabs = tabs;
    this.lane = new Lane(message => page.alarm(message));
    /** @type {Kept[]} */
    this.all = [];
    /** The reason that no page can be parsed. */
    this.wrong = "";
    this.says = make("span", { className: "aside", role: "status" });
    this.list = make("ul", { className: "cases" });
    panel.append(
      make("div", { className: "bar" },
        make("button", { type: "button", onclick: () => this.add() }, "Add this page"),
        make("button", { type: "button", onclick: () => this.addExamples() }, "Add the examples"),
        make("button", { type: "button", onclick: () => save("pages.txt", this.cases()) }, "Download for wishful test"), this.says),
      make("div", { className: "scroll" }, this.list));
    this.run = later(PAUSE, () => { this.parse(); });
    page.store.on(["pages"], () => this.open());
    page.store.on(["grammar", "scripting"], () => this.run());
    this.draw();
  }

  /** Reads the set from the experiment. */
  open() {
    const text = this.page.store.now.pages;
    if (text === this.written) return;
    /** @type {unknown} */
    let given = [];
    try {
      given = JSON.parse(text || "[]");
    } catch {
      // A damaged link has no set.
    }
    const rows = Array.isArray(given) ? given.filter(row => Array.isArray(row) && row.every(part => typeof part === "string")) : [];
    this.all = rows.map(([html = "", expected = "", fragment = ""]) => ({ html, expected, fragment, result: null }));
    this.run();
    this.draw();
  }

  get written() {
    return this.all.length ? JSON.stringify(this.all.map(({ html, expected, fragment }) => [html, expected, ...(fragment ? [fragment] : [])])) : "";
  }

  keep() {
    this.page.store.set({ pages: this.written });
    this.draw();
  }

  /** Adds the page in the editor, with its present tree. */
  async add() {
    const { source, fragment, grammar } = this.page.store.now;
    const expected = await this.tree({ html: source, fragment }, this.page.asked(grammar)).catch(() => null);
    if (expected === null) return this.page.say("Correct the grammar first.");
    this.all = [...this.all.filter(({ html }) => html !== source), { html: source, fragment, expected, result: expected }];
    this.keep();
  }

  /** Adds the pages of the examples that have the base of the user's grammar, with the base's trees. */
  async addExamples() {
    const grammar = this.page.asked(`use "${this.page.base || "whatwg"}" ;`);
    for (const { experiment } of EXAMPLES) {
      const { source = "", tab, grammar: own = 'use "whatwg" ;' } = experiment;
      const { text } = named(own);
      if (tab === "lexer" || (text && !text.includes("use ")) || this.all.some(({ html }) => html === source)) continue;
      const expected = await this.tree({ html: source, fragment: "" }, grammar).catch(() => null);
      if (expected !== null) this.all.push({ html: source, fragment: "", expected, result: null });
    }
    this.keep();
    this.run();
  }

  /** The set as a file of cases, with the user's grammar. */
  cases() {
    const asked = this.page.asked(this.page.store.now.grammar);
    const grammar = asked.text === undefined ? [`grammar: ${asked.name}`] : [];
    const modes = asked.modes.length ? [`modes: ${asked.modes.join(" ")}`] : [];
    const own = asked.text === undefined ? [] : ["--- grammar", asked.text.trimEnd()];
    return this.all.map(({ html, expected, fragment }, index) => [
      `=== page ${index + 1}`, ...grammar, ...modes, ...(fragment ? [`fragment: ${fragment}`] : []), "format: html", "input: escaped",
      ...own, "--- input", escaped(html), "--- expected", expected, "",
    ].join("\n")).join("\n");
  }

  /** @param {{ html: string, fragment: string }} page @param {object} grammar @returns {Promise<string>} */
  async tree({ html, fragment }, grammar) {
    const answer = await this.lane.ask("parse", { grammar, html, fragment: fragment || undefined, rows: 0 }, { topic: `parse ${html}` });
    return answer.html;
  }

  /** Parses all pages by the present grammar. A newer run replaces this one. */
  async parse() {
    const grammar = this.page.asked(this.page.store.now.grammar);
    const all = this.all;
    this.wrong = "";
    await Promise.all(all.map(async page => {
      try {
        page.result = await this.tree(page, grammar);
      } catch (error) {
        const problem = unanswered(error);
        if (problem) this.wrong = "The grammar has mistakes.";
      }
    }));
    if (all === this.all) this.draw();
  }

  show() {
    this.draw();
  }

  draw() {
    const red = this.all.filter(page => page.result !== null && page.result !== page.expected);
    const count = this.all.length;
    this.tabs[0].textContent = count ? `Pages ${count - red.length}/${count}` : "Pages";
    for (const { classList } of this.tabs) {
      classList.toggle("bad", red.length > 0);
      classList.toggle("good", count > 0 && red.length === 0 && !this.wrong);
    }
    this.says.textContent = this.wrong || (count ? `${count - red.length} as expected, ${red.length} changed` : "");
    const empty = make("li", { className: "empty" }, "Keep pages here with their present trees. While you edit the grammar, each stays green as long as its tree is the same, and turns red when it changes.");
    this.list.replaceChildren(...(count ? this.all.map(page => this.row(page)) : [empty]));
  }

  /** @param {Kept} page */
  row(page) {
    const { html, expected, result, fragment } = page;
    const same = result === null || result === expected;
    const open = make("button", { type: "button", className: "link", onclick: () => this.page.store.set({ source: html, fragment }) }, html.trim().split("\n").slice(0, 2).join(" ").slice(0, 80) || "(empty)");
    const accept = () => {
      page.expected = result ?? expected;
      this.keep();
    };
    const remove = () => {
      this.all = this.all.filter(other => other !== page);
      this.keep();
    };
    const [was, is] = parts(expected, result ?? expected);
    return make("li", { className: same ? "good" : "bad" },
      make("span", { className: "sign", "aria-label": same ? "as expected" : "changed" }, same ? "✓" : "✗"), open,
      make("button", { type: "button", className: "quiet", "aria-label": "Remove this page", onclick: remove }, "×"),
      ...(same ? [] : [make("div", { className: "change" }, make("del", {}, was), make("ins", {}, is), make("button", { type: "button", onclick: accept }, "Accept"))]));
  }
}

/** Writes a text on one line, as the input of a case. @param {string} text */
function escaped(text) {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replace(/^[-=]/, sign => `\\x${sign.charCodeAt(0).toString(16)}`);
}

/**
 * Returns the parts in which two texts differ, with some characters around them.
 * @param {string} one @param {string} other @returns {[string, string]}
 */
function parts(one, other) {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const from = Math.max(0, one.lastIndexOf("<", start));
  const cut = (/** @type {string} */ text) => `${from ? "…" : ""}${text.slice(from, Math.min(text.length, text.length - end + 12))}`.slice(0, 160);
  return [cut(one), cut(other)];
}
