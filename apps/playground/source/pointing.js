// Highlights the related parts of all panes: the source, the node, the repairs, and the grammar
// lines that permit them.
//
// The page *holds* one subject: what was clicked last, the position of the cursor, or at first a
// repair. An open explanation is about it. The subject under the pointer replaces it in the panes
// as long as the pointer is there.

import { at, make } from "./dom.js";

/** A repair or an offset of the source. @typedef {{ repair: number } | { at: number }} Asked */
/** @typedef {{ node: number } | Asked} Subject */

/** The maximum length of a source in which each position is explained. */
const LONGEST = 300_000;

export class Pointing {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Subject | null} */
    this.held = null;
    /** What is explained about the held subject. @type {Asked | null} */
    this.asked = null;
    /** Its offset, which stays when the grammar changes. */
    this.place = 0;
    /** The subject that is shown. @type {Subject | null} */
    this.shown = null;
    /** The source of the tree. */
    this.text = "";
  }

  /**
   * Holds a subject of a new tree: the cursor's position while the user types in the source, the
   * held position if the source is the same, the text that an example is about, or the first
   * mistake.
   */
  restart() {
    const { reading, source, store } = this.page;
    const same = this.text === store.now.source;
    this.text = store.now.source;
    const rows = reading?.answer.repairs.rows ?? [];
    const first = rows.find((/** @type {any} */ { allowed }) => !allowed) ?? rows[0];
    const from = this.page.begins ? store.now.source.indexOf(this.page.begins) : -1;
    if (source.editor.view.hasFocus) this.hold({ at: source.editor.place });
    else if (same && this.asked) this.hold({ at: this.place });
    else if (from >= 0) this.hold({ at: from });
    else this.hold(first ? { repair: first.number } : null);
  }

  /** @param {Subject | null} subject @param {Asked | null} [asked] */
  hold(subject, asked = subject && !("node" in subject) ? subject : null) {
    this.held = subject;
    this.asked = asked;
    if (asked) this.place = "at" in asked ? asked.at : this.page.reading?.repair(asked.repair)?.at[0] ?? 0;
    if (asked && "at" in asked) this.page.panels.sets.ask(asked.at);
    this.explain();
    this.show(subject);
  }

  /** Shows the explanation of the held subject, if its view is open. */
  explain() {
    const { panels, store } = this.page;
    if (this.asked && panels.open === panels.explain && store.now.source.length <= LONGEST) panels.explain.ask(this.asked);
  }

  /** Shows the subject under the pointer, or the held one if there is none. @param {Subject | null} subject */
  over(subject) {
    this.show(subject ?? this.held);
  }

  /** @param {Subject | null} subject */
  show(subject) {
    this.shown = subject;
    if (!subject) this.light([], [], []);
    else if ("node" in subject) this.node(subject.node);
    else if ("repair" in subject) this.repair(subject.repair);
    else this.source(subject.at);
  }

  /** @param {number} node */
  node(node) {
    const row = this.page.reading?.node(node);
    if (!row) return;
    this.light([node], row.repairs, written(row), row.start?.at?.[0] ?? row.spans[0]?.[0]);
  }

  /** @param {number} number */
  repair(number) {
    const { page } = this;
    const repair = page.reading?.repair(number);
    if (!repair) return;
    if (repair.nodes.length) page.tree.reveal(repair.nodes[0]);
    const [from, to] = repair.at;
    this.light(repair.nodes, [repair.number], [{ from, to, style: "w-pointed" }], from);
  }

  /** @param {number} offset */
  async source(offset) {
    const { page, shown } = this;
    const { reading } = page;
    const answer = await reading?.ask("at", { at: offset }, { topic: "at" }).catch(() => null);
    if (!answer || !reading || reading !== page.reading || shown !== this.shown) return;
    const marks = answer.token ? [{ from: answer.token[0], to: answer.token[1], style: "w-pointed" }] : [];
    const numbers = answer.repairs.length ? answer.repairs : reading.node(answer.node ?? 0)?.repairs ?? [];
    if (answer.node !== null) page.tree.reveal(answer.node);
    const made = answer.repairs.map((/** @type {number} */ number) => reading.repair(number)).filter((/** @type {any} */ repair) => repair?.kind === "virtual-start");
    this.light([answer.node ?? [], ...made.map((/** @type {any} */ { nodes }) => nodes)].flat(), numbers, marks);
  }

  /**
   * Marks the line that decided about a token without a cited repair: the rule that accepts it, or
   * that rejected it.
   * @param {Subject} subject @param {number} [offset]
   */
  async decide(subject, offset) {
    const { reading, grammar, store } = this.page;
    if (!reading || offset === undefined || store.now.source.length > LONGEST) return;
    const answer = await reading.ask("explain", { at: offset }, { topic: "decide" }).catch(() => null);
    if (!answer || reading !== this.page.reading || subject !== this.shown) return;
    const step = answer.steps.at(-1);
    const line = step?.rule ?? step?.reason?.line;
    const [file, number] = line?.place.split(":") ?? [];
    if (file) grammar.point(file, Number(number));
  }

  /**
   * Marks nodes, repairs with the grammar lines that permit them, and the source.
   * @param {number[]} nodes @param {number[]} numbers @param {import("./editor/marks.js").Mark[]} marks @param {number} [show]
   */
  light(nodes, numbers, marks, show) {
    const { reading, grammar, tree, repairs, source } = this.page;
    const made = [...new Set(numbers)].map(number => reading?.repair(number)).filter(repair => repair !== undefined);
    tree.mark("lit", nodes);
    repairs.light(made.map(({ number }) => number));
    source.editor.mark("pointed", [...marks, ...made.flatMap(ghost)], show);
    const cited = made.map(({ by }) => by).filter(by => by !== null);
    grammar.mark(cited);
    if (cited.length === 0 && this.shown !== null && this.shown === this.held) this.decide(this.shown, marks[0]?.from);
    at("tree-says").replaceChildren(...said(made));
  }
}

/**
 * Describes repairs in lines, and cites each grammar line once.
 * @param {import("./reading.js").Repair[]} repairs
 */
function said(repairs) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const { what, by } of repairs) {
    const cite = by ? `${by.file}:${by.line} ${by.text}` : "";
    lines.set(cite, [...lines.get(cite) ?? [], what]);
  }
  return [...lines].map(([cite, some]) => make("div", {}, some.join(", "), ...(cite ? [" — ", make("mark", {}, cite)] : [])));
}

/**
 * Returns the mark of an inserted tag, at its position in the source.
 * @param {import("./reading.js").Repair} repair @returns {import("./editor/marks.js").Mark[]}
 */
function ghost({ kind, what, at: [from] }) {
  const tag = kind.startsWith("virtual") && /<\/?[^>]+>/.exec(what);
  return tag ? [{ from, to: from, style: "w-ghost", ghost: tag[0] }] : [];
}

/**
 * Returns marks for the source of a node, and for that of the tags it was copied from.
 * @param {import("./reading.js").Node} row @returns {import("./editor/marks.js").Mark[]}
 */
function written(row) {
  const copied = [row.start, row.end].flatMap(tag => (tag?.kind === "copied" && tag.of ? [tag.of] : []));
  return [...row.spans, ...copied].map(([from, to]) => ({ from, to, style: "w-pointed" }));
}
