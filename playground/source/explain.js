// Why: what was acceptable at a place, what was rejected, what was tried and done, and which lines of the grammar say so.

import { make } from "./dom.js";
import { unanswered } from "./engine.js";

/** To try each change of the grammar with which a tag might stand somewhere takes seconds; in milliseconds. */
const TRYING = 30_000;

const CITED = /([\w.-]+\.(?:grammar|vocabulary)):(\d+)/g;

export class Explain {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    /** What is asked: a place, or a repair. @type {{ at?: number, repair?: number } | null} */
    this.asked = null;
    /** Where that is, also when the source has changed. */
    this.place = 0;
    this.what = /** @type {HTMLInputElement} */ (make("input", { "aria-label": "Tag that would be accepted here", placeholder: "<td>", className: "short", spellcheck: false }));
    this.answer = make("div", { className: "answer", tabIndex: 0, role: "region", "aria-label": "Explanation", "aria-live": "polite" });
    this.could = make("div", { className: "answer" });
    this.could.setAttribute("aria-live", "polite");
    const form = make("form", { className: "bar" }, make("label", {}, "Could ", this.what, " stand here? "), make("button", {}, "Try"));
    form.addEventListener("submit", event => {
      event.preventDefault();
      this.tryTag();
    });
    const body = make("div", { className: "scroll" }, form, this.could, this.answer);
    panel.append(body);
    this.answer.append(make("p", { className: "empty" }, "Click on a repair, on a node, or on any place of the source: here it says which rule had no place for a tag, what was tried, and which line of the grammar decided."));
  }

  /** @param {import("./reading.js").Reading} reading */
  show(reading) {
    this.reading = reading;
    this.could.replaceChildren();
    if (this.asked && this.page.panels.open === this) this.ask({ at: this.place });
  }

  /** @param {{ at?: number, repair?: number }} asked */
  async ask(asked) {
    const { reading } = this;
    this.asked = asked;
    if (!reading) return;
    this.place = asked.at ?? reading.repair(asked.repair ?? 0)?.at[0] ?? 0;
    const [why, not] = await Promise.all([
      text(reading.ask("explain", asked)), text(reading.ask("why_not", { at: this.place })),
    ]);
    if (reading !== this.reading || asked !== this.asked) return;
    this.answer.replaceChildren(...this.section("Why", why), ...this.section("Why not", not));
  }

  /** Asked where nobody waits who types. */
  async tryTag() {
    const { reading } = this;
    const what = tag(this.what.value.trim());
    if (!reading || !what) return;
    const place = this.asked ? this.place : this.page.source.editor.place;
    this.could.replaceChildren(`Trying ${what}…`);
    const said = await text(reading.askIn(this.page.search, "could", { at: place, what }, { limit: TRYING }));
    if (reading === this.reading && said !== STALE) this.could.replaceChildren(...this.section("Could", said));
  }

  /** @param {string} title @param {string} said @returns {Node[]} */
  section(title, said) {
    if (said.trim() === "") return [];
    return [make("h3", {}, title), this.page.linked(said)];
  }
}

/** A name means its start tag; terminals are written in capitals. @param {string} what */
function tag(what) {
  return /^[\w-]*[a-z][\w-]*$/.test(what) ? `<${what}>` : what;
}

/** What stands for an answer that a newer question has made stale. */
const STALE = "";

/** @param {Promise<{ text: string }>} answer */
async function text(answer) {
  try {
    return (await answer).text;
  } catch (error) {
    return unanswered(error)?.message ?? STALE;
  }
}

/** A text of the program's, in which citations lead to the line. @param {string} text @param {(file: string, line: number) => void} go */
export function withLinks(text, go) {
  const pre = make("pre", {});
  let end = 0;
  for (const match of text.matchAll(CITED)) {
    const [whole, file, line] = match;
    pre.append(text.slice(end, match.index), make("button", { type: "button", className: "link", onclick: () => go(file, Number(line)) }, whole));
    end = match.index + whole.length;
  }
  pre.append(text.slice(end));
  return pre;
}
