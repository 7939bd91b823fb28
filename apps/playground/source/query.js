// The query box: marks the nodes that an expression selects in the tree and in the source.

import { at } from "./dom.js";
import { unanswered } from "./engine.js";

/** The maximum number of marked nodes. The displayed count includes all nodes. */
const MARKED = 5000;

export class Query {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    /** @type {{ node: number, spans: [number, number][] }[]} */
    this.found = [];
    this.here = -1;
    at("query").addEventListener("input", () => page.store.set({ query: at("query").value }));
    at("query-language").addEventListener("change", () => page.store.set({ language: at("query-language").value }));
    at("query-before").addEventListener("click", () => this.step(-1));
    at("query-next").addEventListener("click", () => this.step(1));
    at("query-data").addEventListener("click", () => this.extract());
    at("query-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.step(1);
    });
    page.store.on(["query", "language"], () => this.changed());
  }

  changed() {
    const { query, language } = this.page.store.now;
    if (at("query").value !== query) at("query").value = query;
    at("query-language").value = language;
    this.run();
  }

  async run() {
    const { reading, store: { now: { query, language } } } = this.page;
    if (!reading) return;
    if (query.trim() === "") return this.nothing();
    try {
      this.show(await reading.ask("query", { language, text: query, rows: MARKED }));
    } catch (error) {
      const problem = unanswered(error);
      if (problem?.why === "refused") this.refused(problem);
      else if (problem) this.unanswered(problem.message);
    }
  }

  /** Clears the result, and drops earlier requests. */
  nothing() {
    this.page.live.forget("query");
    this.show({ count: 0, nodes: [], kind: "none" });
  }

  /** @param {string} why */
  unanswered(why) {
    this.nothing();
    this.say(`No answer: ${why}`);
  }

  /** @param {any} answer */
  show({ kind, count, nodes, value, reading, limit }) {
    this.found = nodes ?? [];
    this.here = -1;
    const none = kind === "none";
    at("query").setAttribute("aria-invalid", "false");
    at("query-count").textContent = none ? "" : counted(kind, count, value, limit);
    this.say(kind === "texts" ? value.join(" · ") : readings(reading ?? ""));
    at("query-before").hidden = at("query-next").hidden = this.found.length < 2;
    at("query-data").hidden = this.found.length === 0;
    this.page.tree.mark("found", this.found.map(({ node }) => node));
    this.page.source.editor.mark("found", this.found.flatMap(({ spans }) => spans.map(([from, to]) => ({ from, to, style: "w-found" }))));
    if (this.found.length) this.page.tree.reveal(this.found[0].node);
  }

  /** @param {import("./engine.js").Unanswered} error */
  refused(error) {
    const [finding] = /** @type {any} */ (error.detail)?.findings ?? [];
    this.nothing();
    at("query").setAttribute("aria-invalid", "true");
    const place = finding?.at ? ` (at character ${finding.at[0] + 1})` : "";
    this.say([finding?.message ?? error.message, finding?.label, ...(finding?.help ?? [])].filter(Boolean).join("; ") + place);
  }

  /** @param {string} text */
  say(text) {
    at("query-says").textContent = text;
    at("query-says").hidden = text === "";
  }

  /**
   * Opens a parselet that extracts the text of each selected element, and its address if it has
   * one. The parselet that it replaces can be restored by Undo.
   */
  extract() {
    const found = { [`found(${this.page.store.now.query.trim()})`]: [{ text: ".", "href?": "@href" }] };
    this.page.store.set({ tab: "parselet" });
    this.page.store.set({ parselet: JSON.stringify(found, null, 2) });
    at("panel-parselet").scrollIntoView({ block: "nearest" });
  }

  /** @param {number} by */
  step(by) {
    if (this.found.length === 0) return;
    this.here = (this.here + by + this.found.length) % this.found.length;
    const { node, spans } = this.found[this.here];
    at("query-count").textContent = `${this.here + 1} of ${this.found.length}`;
    this.page.tree.reveal(node, { active: true });
    if (spans[0]) this.page.source.editor.go(spans[0][0]);
  }
}

/**
 * Returns the readings of an ambiguous expression; mixed expressions often are. Empty for one
 * reading.
 * @param {string} reading
 */
function readings(reading) {
  const lines = reading.split("\n").filter(line => /^(read| +or) as /.test(line));
  return lines.length > 1 ? lines.join("\n") : "";
}

/** @param {string} kind @param {number} count @param {unknown} value @param {string | null} limit */
function counted(kind, count, value, limit) {
  const stopped = limit ? `, stopped at the limit on ${limit}` : "";
  if (kind === "nodes" || kind === "texts") return `${count.toLocaleString("en")} found${stopped}`;
  return String(value) + stopped;
}
