// The explanation of a position: acceptable and rejected tokens, the remedies tried, and the
// grammar lines that they cite.

import { make } from "./dom.js";
import { unanswered } from "./engine.js";

/** The time limit for trying changes of the grammar that might permit a tag, in milliseconds. */
const TRYING = 30_000;

const CITED = /([\w.-]+\.(?:grammar|vocabulary)):(\d+)/g;

export class Explain {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    /**
     * The position or the repair that is explained.
     * @type {{ at?: number, repair?: number } | null}
     */
    this.asked = null;
    /** Its position, which stays when the source changes. */
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
    this.answer.append(make("p", { className: "empty" }, "Click on a repair, on a node, or anywhere in the source. The explanation shows which rule rejected a tag, which remedies were tried, and which grammar line decided."));
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

  /** Tries a tag, in a lane that does not delay typing. */
  async tryTag() {
    const { reading } = this;
    const what = tag(this.what.value.trim());
    if (!reading || !what) return;
    const place = this.asked ? this.place : this.page.source.editor.place;
    this.could.replaceChildren(`Trying ${what}…`);
    const answer = await text(reading.askIn(this.page.search, "could", { at: place, what }, { limit: TRYING }));
    if (reading === this.reading && answer !== STALE) this.could.replaceChildren(...this.section("Could", answer));
  }

  /** @param {string} title @param {string} content @returns {Node[]} */
  section(title, content) {
    if (content.trim() === "") return [];
    return [make("h3", {}, title), this.page.linked(content)];
  }
}

/**
 * Converts a name in lower case to its start tag. Names in capitals are terminals.
 * @param {string} what
 */
function tag(what) {
  return /^[\w-]*[a-z][\w-]*$/.test(what) ? `<${what}>` : what;
}

/** The result for an answer that a newer request made stale. */
const STALE = "";

/** @param {Promise<{ text: string }>} answer */
async function text(answer) {
  try {
    return (await answer).text;
  } catch (error) {
    return unanswered(error)?.message ?? STALE;
  }
}

/**
 * Renders an output of the program; its citations become links to the grammar lines.
 * @param {string} text @param {(file: string, line: number) => void} go
 */
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
