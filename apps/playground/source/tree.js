// The tree of a document, accessible by keyboard and screen reader (WAI-ARIA's tree view pattern).

import { make } from "./dom.js";
import { Rows } from "./rows.js";

/** The indentation of a level in pixels, and the number of levels that are indented. */
const INDENT = 14;
const DEEPEST = 60;

/**
 * @typedef {object} Hears
 * @property {(node: number | null) => void} point
 * @property {(node: number) => void} choose
 */

export class Tree {
  /** @param {HTMLElement} element @param {Hears} hears */
  constructor(element, hears) {
    this.hears = hears;
    /** @type {import("./reading.js").Reading | null} */
    this.reading = null;
    /** @type {Set<number>} The collapsed nodes. */
    this.closed = new Set();
    /** @type {Set<number>} The nodes that are left out: blank texts, if the user hides them. */
    this.hidden = new Set();
    /** @type {Int32Array} The nodes that have a row. */
    this.visible = new Int32Array();
    /** @type {Record<string, Set<number>>} The marked nodes, by style. */
    this.marked = { found: new Set(), lit: new Set(), pinned: new Set() };
    this.rows = new Rows(element, {
      draw: row => this.draw(this.visible[row]),
      key: (row, event) => this.key(this.visible[row], event.key),
      choose: row => hears.choose(this.visible[row]),
      point: row => hears.point(row === null ? null : this.visible[row]),
    });
    element.addEventListener("click", event => this.twist(event), { capture: true });
  }

  /** @param {import("./reading.js").Reading} reading */
  show(reading) {
    const before = this.reading?.parents;
    if (!reading.parents.every((parent, node) => parent === before?.[node])) this.closed.clear();
    this.reading = reading;
    this.hidden = new Set(reading.answer.blanks);
    for (const nodes of Object.values(this.marked)) nodes.clear();
    this.layOut();
  }

  paint() {
    this.rows.paint();
  }

  layOut() {
    const { reading } = this;
    if (!reading) return;
    const visible = new Int32Array(Math.max(0, reading.count - 1));
    let rows = 0;
    for (let node = 1; node < reading.count; node = this.closed.has(node) ? reading.ends[node] : node + 1) {
      if (!this.hidden.has(node)) visible[rows++] = node;
    }
    this.visible = visible.subarray(0, rows);
    this.rows.show(rows);
  }

  /** @param {string} style @param {Iterable<number>} nodes */
  mark(style, nodes) {
    this.marked[style] = new Set(nodes);
    this.paint();
  }

  /**
   * Scrolls to a node and opens its ancestors.
   * @param {number} node @param {{ active?: boolean }} [options]
   */
  reveal(node, { active = false } = {}) {
    const { reading } = this;
    if (!reading || node < 1 || node >= reading.count) return;
    let opened = false;
    for (let up = reading.parents[node]; up > 0; up = reading.parents[up]) opened = this.closed.delete(up) || opened;
    if (opened) this.layOut();
    const row = this.rowOf(node);
    if (active) this.rows.go(row);
    else this.rows.reveal(row);
    this.paint();
  }

  /** The row of a visible node. @param {number} node */
  rowOf(node) {
    let from = 0;
    for (let to = this.visible.length; from < to;) {
      const middle = (from + to) >> 1;
      if (this.visible[middle] < node) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** @param {number} node */
  draw(node) {
    const reading = /** @type {import("./reading.js").Reading} */ (this.reading);
    const full = reading.children[node] > 0;
    const open = full ? !this.closed.has(node) : undefined;
    const styles = Object.keys(this.marked).filter(style => this.marked[style].has(node));
    const element = make("div", {
      role: "treeitem", className: styles.join(" "), "aria-level": reading.depths[node] + 1,
      "aria-setsize": reading.children[reading.parents[node]], "aria-posinset": reading.places[node], "aria-expanded": open,
    }, make("span", { className: "twist", "aria-hidden": "true" }, full ? (open ? "▾" : "▸") : ""), ...labels(reading.node(node)));
    element.style.paddingLeft = `${4 + Math.min(reading.depths[node], DEEPEST) * INDENT}px`;
    return element;
  }

  /**
   * Handles a key on a node, and reports whether it had an effect.
   * @param {number} node @param {string} key
   */
  key(node, key) {
    const { reading } = this;
    if (!reading) return false;
    const full = reading.children[node] > 0;
    const closed = this.closed.has(node);
    if (key === "ArrowRight" && full && closed) this.set(node, false);
    else if (key === "ArrowRight" && full) this.rows.go(this.rowOf(node + 1), { focus: true });
    else if (key === "ArrowLeft" && full && !closed) this.set(node, true);
    else if (key === "ArrowLeft" && reading.parents[node] > 0) this.rows.go(this.rowOf(reading.parents[node]), { focus: true });
    else return key === "ArrowRight" || key === "ArrowLeft";
    return true;
  }

  /** @param {number} node @param {boolean} closed */
  set(node, closed) {
    if (closed) this.closed.add(node);
    else this.closed.delete(node);
    this.layOut();
  }

  /**
   * Opens or closes a node on a click on its triangle, without choosing it.
   * @param {MouseEvent} event
   */
  twist(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const row = this.rows.rowOf(target);
    if (row === null || !target.classList.contains("twist") || target.textContent === "") return;
    event.stopPropagation();
    const node = this.visible[row];
    this.set(node, !this.closed.has(node));
  }
}

/**
 * Returns the label and the note of a node; an ellipsis if its row has not arrived.
 * @param {import("./reading.js").Node | undefined | null} node
 */
export function labels(node) {
  if (!node) return [make("span", { className: "label" }, "…")];
  const label = make("span", { className: `label ${node.kind}` }, node.label);
  return node.note ? [label, make("span", { className: `note ${flavour(node.note)}` }, node.note)] : [label];
}

/** @param {string} note */
function flavour(note) {
  if (note.startsWith("virtual")) return "virtual";
  return /^(fostered|moved)/.test(note) ? "moved" : "copied";
}
