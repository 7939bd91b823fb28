// The list of repairs: each with its position, its description and the grammar line that permits
// it.

import { make } from "./dom.js";
import { Rows } from "./rows.js";

export class Repairs {
  /**
   * @param {HTMLElement} panel
   * @param {{ point: (number: number | null) => void, choose: (number: number) => void }} hears
   */
  constructor(panel, hears) {
    /** @type {import("./reading.js").Reading | null} */
    this.reading = null;
    /** @type {number[] | null} The numbers of the shown repairs; null if all are shown. */
    this.some = null;
    this.lit = new Set();
    this.hide = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", onchange: () => this.choose() }));
    this.count = make("span", { className: "aside" });
    const list = make("div", { role: "listbox", className: "citing", "aria-label": "Repairs" });
    panel.append(make("div", { className: "bar" }, make("label", { className: "check" }, this.hide, " mistakes only"), this.count), list);
    this.rows = new Rows(list, {
      draw: row => this.draw(this.number(row)),
      choose: row => hears.choose(this.number(row)),
      point: row => hears.point(row === null ? null : this.number(row)),
    });
  }

  /** @param {number} row */
  number(row) {
    return this.some ? this.some[row] : row;
  }

  /** @param {import("./reading.js").Reading} reading */
  show(reading) {
    this.reading = reading;
    this.lit.clear();
    const { count, mistakes } = reading.answer.repairs;
    this.count.textContent = `${plural(count, "repair")}, ${count - mistakes} of them allowed`;
    if (this.hide.checked) this.choose();
    else this.rows.show(count);
  }

  /** Shows all repairs, or only the mistakes, which needs the rows of all. */
  async choose() {
    const { reading } = this;
    if (!reading) return;
    this.some = this.hide.checked ? await mistakes(reading) : null;
    if (reading === this.reading) this.rows.show(this.some?.length ?? reading.answer.repairs.count);
  }

  paint() {
    this.rows.paint();
  }

  /** Marks some repairs and scrolls to the first of them. @param {number[]} numbers */
  light(numbers) {
    this.lit = new Set(numbers);
    const rows = numbers.map(number => (this.some ? this.some.indexOf(number) : number)).filter(row => row >= 0);
    if (rows.length) this.rows.reveal(Math.min(...rows));
    this.paint();
  }

  /** @param {number} number */
  draw(number) {
    const repair = this.reading?.repair(number);
    const element = make("div", { role: "option", "aria-selected": this.lit.has(number), className: repair?.allowed ? "allowed" : "mistake" });
    if (this.lit.has(number)) element.classList.add("lit");
    if (!repair) return element;
    element.append(...columns(repair.place, repair.what, repair.allowed ? "allowed" : "", cited(repair.by)));
    return element;
  }
}

/** @param {import("./reading.js").Reading} reading @returns {Promise<number[]>} */
async function mistakes(reading) {
  const rows = await reading.rows("repairs", 0, reading.answer.repairs.count).catch(() => []);
  return rows.filter((/** @type {any} */ row) => !row.allowed).map((/** @type {any} */ row) => row.number);
}

/**
 * Returns the columns of a row: a position, a description with a tag, and a citation.
 * @param {string} place @param {string} what @param {string} tag @param {HTMLElement} by
 */
export function columns(place, what, tag, by) {
  return [
    make("span", { className: "place" }, place),
    make("span", { className: "what" }, make("span", {}, what), tag && make("span", { className: "tag" }, tag)), by,
  ];
}

/** @param {import("./reading.js").Citation | null} by */
export function cited(by) {
  if (!by) return make("span", { className: "by" });
  return make("span", { className: "by" }, make("b", {}, `${by.file}:${by.line}`), ` ${by.text}`);
}

/** @param {number} count @param {string} word */
export function plural(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}
