// The explanation of a position: the cause first, then the change of the grammar that would help,
// then the details, folded.
//
// Each paragraph of the answer becomes a table.

import { make, at as element } from "./dom.js";
import { unanswered } from "./engine.js";

/** The time limit for trying changes of the grammar that might permit a tag, in milliseconds. */
const TRYING = 30_000;

/** The number of items of a list that are shown at once. */
const SHOWN = 12;

const CITED = /([\w.-]+\.(?:grammar|vocabulary)):(\d+)/g;

/** Screens on which an answer opens in a sheet, since the panel is out of sight. */
export const NARROW = "(max-width: 860px)";

/** Matches a headline of a grammar that begins with the number of a section of the standard. */
const HEADLINE = /^# -{9,} ([\d.]+\.\d.*)$/;

/** The largest share of the screen that the sheet takes, as in the style sheet. */
const SHEET = 0.36;

export class Explain {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    /** What is explained. @type {import("./pointing.js").Asked | null} */
    this.asked = null;
    this.what = /** @type {HTMLInputElement} */ (make("input", { "aria-label": "Tag that would be accepted here", placeholder: "<td>", className: "short", spellcheck: false }));
    this.answer = make("div", { className: "answer", tabIndex: 0, role: "region", "aria-label": "Explanation", "aria-live": "polite" });
    this.could = make("div", { className: "answer" });
    this.could.setAttribute("aria-live", "polite");
    const form = make("form", { className: "bar" }, make("label", {}, "Could ", this.what, " stand here? "), make("button", {}, "Try"));
    form.addEventListener("submit", event => {
      event.preventDefault();
      this.tryTag();
    });
    this.answer.append(make("p", { className: "empty" }, "Choose a repair, a node, or any position in the source. The explanation says why a tag was rejected, which grammar line decided, and which change would help."));
    const body = make("div", { className: "scroll" }, form, this.could, this.answer);
    panel.append(body);
    element("card").addEventListener("toggle", (/** @type {ToggleEvent} */ event) => {
      if (event.newState === "closed") body.append(this.answer);
    });
  }

  /**
   * Explains in a sheet at the bottom of the screen. The page is scrolled until the tree, and the
   * row that was chosen, are above it.
   * @param {import("./pointing.js").Asked} asked
   */
  open(asked) {
    const card = element("card");
    this.ask(asked);
    card.append(this.answer);
    if (!card.matches(":popover-open")) card.showPopover();
    const rows = [document.querySelector(".tree-pane"), document.activeElement?.closest(".row")];
    const bottom = Math.max(...rows.map(row => row?.getBoundingClientRect().bottom ?? 0));
    scrollBy(0, Math.max(0, bottom - (1 - SHEET) * innerHeight));
  }

  /** @param {import("./reading.js").Reading} reading */
  show(reading) {
    this.reading = reading;
    this.could.replaceChildren();
  }

  /** @param {import("./pointing.js").Asked} asked */
  async ask(asked) {
    const { reading } = this;
    this.asked = asked;
    if (!reading) return;
    const at = this.page.pointing.place;
    const [why, not] = await Promise.all([got(reading.ask("explain", asked)), got(reading.ask("why_not", { at }))]);
    if (reading !== this.reading || asked !== this.asked) return;
    this.answer.replaceChildren(...this.tables(why, not));
  }

  /** Tries a tag, in a lane that does not delay typing. */
  async tryTag() {
    const { reading } = this;
    const what = tag(this.what.value.trim());
    if (!reading || !what) return;
    this.could.replaceChildren(`Trying ${what}…`);
    const answer = await got(reading.askIn(this.page.search, "could", { at: this.page.pointing.place, what }, { limit: TRYING }));
    const whyNot = answer.answer?.why_not;
    if (reading === this.reading) this.could.replaceChildren(...this.tables(answer, { paragraphs: [], answers: whyNot ? [whyNot] : [] }));
  }

  /**
   * Returns a table for each step of a token. The obstacles that the second answer lists are
   * details of the rejection.
   * @param {any} why @param {any} not @returns {Node[]}
   */
  tables(why, not) {
    /** @type {Field[]} */
    const obstacles = not.paragraphs.flatMap((/** @type {Paragraph} */ { fields }) => fields).filter((/** @type {Field} */ { label }) => !STATED.includes(label));
    const ways = not.answers.flatMap((/** @type {any} */ answer) => answer.ways ?? []);
    return why.paragraphs.map((/** @type {Paragraph} */ { place, title, fields }, /** @type {number} */ index) => {
      const more = [...fields, ...(index === 0 ? obstacles : [])];
      const first = more.filter(({ label }) => !FOLDED.includes(label));
      const rest = more.filter(({ label }) => FOLDED.includes(label));
      return make("section", {}, make("h3", {}, `${place}  ${title}`), make("table", {}, make("tbody", {},
        ...first.slice(0, 1).map(field => this.row(field)),
        ...(index === 0 ? ways.map((/** @type {any} */ way) => this.way(way)) : []),
        ...first.slice(1).map(field => this.row(field)), ...standard(this.sections(first)))),
      ...(rest.length ? [make("details", {}, make("summary", {}, rest.map(summary).join(" · ")), make("table", {}, make("tbody", {}, ...rest.map(field => this.row(field)))))] : []));
    });
  }

  /**
   * Returns the sections of the standard that the cited lines follow: those in the headlines above
   * them.
   * @param {Field[]} fields @returns {string[]}
   */
  sections(fields) {
    const titles = fields.flatMap(({ lines }) => lines).map(line => {
      const [file, number] = typeof line === "object" && "place" in line ? line.place.split(":") : [];
      const text = this.page.grammars.find(grammar => grammar.file === file)?.text ?? "";
      const headline = text.split("\n", Number(number)).findLast((/** @type {string} */ line) => line.startsWith("# ---"));
      return HEADLINE.exec(headline)?.[1];
    });
    return [...new Set(titles.filter(title => title !== undefined))];
  }

  /** @param {Field} field */
  row({ label, lines }) {
    return make("tr", {}, make("th", { scope: "row" }, TITLES[label] ?? label), make("td", {}, ...lines.map(line => Array.isArray(line) ? list(line) : this.line(line))));
  }

  /** @param {string | Cited} line */
  line(line) {
    const cites = typeof line === "object";
    const text = cites ? `${line.place}  ${line.line}` : line;
    return make("div", { className: cites ? "cite" : "" }, ...links(text, (file, number) => this.page.grammar.show(file, number)));
  }

  /** A change of the grammar that would help, with a button that makes it. @param {any} way */
  way({ line, now, changed, inserted, cost }) {
    const statement = changed && `${line && now ? "replace " : ""}${changed}`;
    const effect = inserted.length ? `It would insert ${inserted.join(" ")}, at cost ${cost}.` : "";
    const add = () => {
      if (element("card").matches(":popover-open")) element("card").hidePopover();
      this.page.grammar.add(statement);
    };
    return make("tr", { className: "helps" }, make("th", { scope: "row" }, "would help"), make("td", {},
      ...(changed ? [make("code", {}, changed), " "] : [this.line("to remove this line:")]), ...(line ? [this.line(line)] : []),
      effect, " ", changed ? make("button", { type: "button", onclick: add }, "Add it to mine") : ""));
  }
}

/** A line of the grammar. @typedef {{ place: string, line: string }} Cited */
/** A part of a paragraph; a list is one of tokens. @typedef {{ label: string, lines: (string | string[] | Cited)[] }} Field */
/** The explanation of a step. @typedef {{ place: string, title: string, fields: Field[] }} Paragraph */

/** The labels of parts that are folded, and of those that another part states already. */
const FOLDED = ["inside", "acceptable", "passed over", "remedies", "wishes", "candidates"];
const STATED = ["inside", "decisive", "or", "allowed if", "inserting", "refused"];

/** @type {Record<string, string>} */
const TITLES = { rejected: "cause", refused: "cause", "": "" };

/** A row of links to sections of the standard, if there are any. @param {string[]} sections */
function standard(sections) {
  const links = sections.map(title => {
    const chapter = title.startsWith("13.1.") ? "syntax" : "parsing";
    const href = `https://html.spec.whatwg.org/multipage/${chapter}.html#:~:text=${title.split(/[ ,]/)[0]}`;
    return make("div", {}, make("a", { href, target: "_blank" }, title));
  });
  return links.length ? [make("tr", {}, make("th", { scope: "row" }, "standard"), make("td", {}, ...links))] : [];
}

/** @param {Field} field */
function summary({ label, lines }) {
  if (label === "inside") return `inside ${lines[0]}`;
  return label === "acceptable" ? `${lines.flat().length} acceptable tokens` : label;
}

/** A list whose end is folded. @param {string[]} all */
function list(all) {
  const rest = all.slice(SHOWN);
  const shown = make("div", { className: "tokens" }, ...all.slice(0, SHOWN).map(item => make("code", {}, item)), all.length ? "" : "nothing");
  if (rest.length < 3) shown.append(...rest.map(item => make("code", {}, item)));
  else shown.append(make("details", {}, make("summary", {}, `and ${rest.length} more`), ...rest.map(item => make("code", {}, item))));
  return shown;
}

/**
 * Converts a name in lower case to its start tag. Names in capitals are terminals.
 * @param {string} what
 */
function tag(what) {
  return /^[\w-]*[a-z][\w-]*$/.test(what) ? `<${what}>` : what;
}

/** @param {Promise<any>} answer @returns {Promise<any>} The answer; a paragraph in place of an error. */
async function got(answer) {
  try {
    return await answer;
  } catch (error) {
    const title = unanswered(error)?.message;
    return { paragraphs: title ? [{ place: "", title, fields: [] }] : [], answers: [] };
  }
}

/**
 * Splits a text at its citations, which become links to the grammar lines.
 * @param {string} text @param {(file: string, line: number) => void} go @returns {(Node | string)[]}
 */
function links(text, go) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(CITED)) {
    const [whole, file, line] = match;
    pieces.push(text.slice(end, match.index), make("button", { type: "button", className: "link", onclick: () => go(file, Number(line)) }, whole));
    end = match.index + whole.length;
  }
  return [...pieces, text.slice(end)];
}

/**
 * Renders an output of the program, with links.
 * @param {string} text @param {(file: string, line: number) => void} go
 */
export function withLinks(text, go) {
  return make("pre", {}, ...links(text, go));
}
