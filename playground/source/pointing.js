// Highlights the related parts of all panes when the pointer is over a node, a repair or the
// source.

import { at } from "./dom.js";

export class Pointing {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    /** The node under the pointer. @type {number | null} */
    this.at = null;
  }

  /** @param {number | null} node */
  node(node) {
    if (node === this.at) return;
    this.at = node;
    const { page } = this;
    const row = node === null ? null : page.reading?.node(node);
    page.tree.mark("lit", node === null ? [] : [node]);
    if (!row) return this.nothing();
    page.repairs.light(row.repairs);
    page.source.editor.mark("pointed", [...written(row), ...this.virtual(row)], place(row));
    this.cite(row.repairs);
  }

  nothing() {
    this.page.repairs.light([]);
    this.page.source.editor.mark("pointed", []);
    this.page.grammar.mark([]);
    at("tree-says").textContent = "";
  }

  /** @param {number | null} number */
  repair(number) {
    const { page } = this;
    const repair = number === null ? null : page.reading?.repair(number);
    this.at = null;
    page.repairs.light(repair ? [repair.number] : []);
    page.tree.mark("lit", repair?.nodes ?? []);
    if (!repair) return this.nothing();
    if (repair.nodes.length) page.tree.reveal(repair.nodes[0]);
    const [from, to] = repair.at;
    page.source.editor.mark("pointed", [{ from, to, style: "w-pointed" }], from);
    this.cite([repair.number]);
  }

  /** @param {number | null} offset */
  async source(offset) {
    const { page } = this;
    const { reading } = page;
    if (offset === null || !reading) return this.node(null);
    const answer = await reading.ask("at", { at: offset }, { topic: "at" }).catch(() => null);
    if (!answer || reading !== page.reading) return;
    this.at = answer.node;
    if (answer.node !== null) page.tree.reveal(answer.node);
    page.tree.mark("lit", answer.node === null ? [] : [answer.node]);
    page.repairs.light(answer.repairs);
    page.source.editor.mark("pointed", answer.token ? [{ from: answer.token[0], to: answer.token[1], style: "w-pointed" }] : []);
    this.cite([...(reading.node(answer.node ?? 0)?.repairs ?? []), ...answer.repairs]);
  }

  /** Marks the grammar lines that permit these repairs. @param {number[]} numbers */
  cite(numbers) {
    const { reading, grammar } = this.page;
    const repairs = [...new Set(numbers)].map(number => reading?.repair(number)).filter(repair => repair !== undefined);
    const cited = repairs.map(({ by }) => by).filter(by => by !== null);
    grammar.mark(cited);
    at("tree-says").textContent = repairs.map(({ what, by }) => by ? `${what} — ${by.file}:${by.line} ${by.text}` : what).join("\n");
  }

  /**
   * Returns marks for the virtual tags of a node, at their positions in the source.
   * @param {import("./reading.js").Node} row @returns {import("./editor/marks.js").Mark[]}
   */
  virtual(row) {
    const tags = /** @type {const} */ ([[row.start, `<${row.name}>`], [row.end, `</${row.name}>`]]);
    return tags.flatMap(([tag, ghost]) => {
      const repair = tag?.kind === "virtual" && typeof tag.repair === "number" ? this.page.reading?.repair(tag.repair) : null;
      return repair ? [{ from: repair.at[0], to: repair.at[0], style: "w-ghost", ghost }] : [];
    });
  }
}

/**
 * Returns marks for the source of a node, and for that of the tags it was copied from.
 * @param {import("./reading.js").Node} row @returns {import("./editor/marks.js").Mark[]}
 */
function written(row) {
  const copied = [row.start, row.end].flatMap(tag => (tag?.kind === "copied" && tag.of ? [tag.of] : []));
  return [...row.spans, ...copied].map(([from, to]) => ({ from, to, style: "w-pointed" }));
}

/** @param {import("./reading.js").Node} row */
function place(row) {
  return row.start?.at?.[0] ?? row.spans[0]?.[0];
}
