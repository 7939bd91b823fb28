// The page: the experiment, its result, and the panes that show it.
//
// Each change of the experiment sends a new request at once. Stale answers are dropped. Panes
// communicate through this class.

import { at, later } from "./dom.js";
import { Lane, Unanswered, unanswered } from "./engine.js";
import { NARROW, withLinks } from "./explain.js";
import { NOTHING, OWN, Store, base, named } from "./experiment.js";
import { EXAMPLES } from "./gallery/examples.js";
import { GrammarPane } from "./grammar-pane.js";
import { Panels } from "./panels.js";
import { Pointing } from "./pointing.js";
import { Query } from "./query.js";
import { CHUNK, Reading } from "./reading.js";
import { plural } from "./repairs.js";
import { SourcePane } from "./source-pane.js";
import { Tree } from "./tree.js";

/** The time limit of a parse in milliseconds, and its increase for each thousand characters. */
const LIMIT = 3000;
const LIMIT_PER_THOUSAND = 3;

/** The delay before screen readers announce the status, in milliseconds. */
const BREATH = 900;

export class Page {
  constructor() {
    this.store = new Store();
    const alarm = (/** @type {string} */ message) => this.alarm(message);
    /** The lanes: for typing, for grammar diagnostics, for comparisons, and for slow searches. */
    this.live = new Lane(alarm);
    this.advice = new Lane(alarm);
    this.aside = new Lane(alarm);
    this.search = new Lane(alarm);
    /** @type {Reading | null} */
    this.reading = null;
    this.answers = 0;
    /** The text of the source that the open example is about. */
    this.begins = "";
    this.aloud = later(BREATH, () => { at("aloud").textContent = at("status").textContent; });
    /** The last grammar without errors. @type {{ name: string, text?: string } | null} */
    this.good = null;
    /** @type {any[]} The shipped grammars. */
    this.grammars = [];
    this.pointing = new Pointing(this);
    this.source = new SourcePane(this);
    this.grammar = new GrammarPane(this);
    this.tree = new Tree(at("tree"), {
      point: node => this.pointing.over(node === null ? null : { node }), choose: node => { this.chosen(node); },
    });
    at("blanks").addEventListener("change", () => this.read());
    this.panels = new Panels(this);
    this.query = new Query(this);
    this.store.on(["source", "grammar", "fragment", "scripting"], () => this.read());
  }

  /**
   * Opens another experiment, which shares nothing with this one. So if its grammar has errors, the
   * tree is not by the previous experiment's grammar.
   * @param {Partial<import("./experiment.js").Experiment>} experiment
   */
  open(experiment) {
    this.good = null;
    this.store.set({ ...NOTHING, ...experiment });
  }

  /**
   * Opens a page of the visitor's own. In place of an example, it is read by the standard's
   * grammar, and its mistakes come first.
   * @param {string} source
   */
  openOwn(source) {
    this.store.set({ ...(this.isLesson ? { ...NOTHING, tab: "check" } : {}), source, fragment: "" });
  }

  /** Reports whether the source is that of an example, whose text may be closed. */
  get isLesson() {
    const { example, source } = this.store.now;
    return example !== "" || EXAMPLES.some(({ experiment }) => experiment.source === source);
  }

  get repairs() {
    return this.panels.repairs;
  }

  async start() {
    const catalogue = await this.advice.ask("catalogue", {});
    this.grammars = catalogue.grammars;
    this.grammar.fill(this.grammars);
    this.panels.compare.fill(this.grammars);
    this.source.readAs();
    this.pointing.over(null);
    if (this.store.now.scripting) this.read();
  }

  /** Returns the grammar of a text, with the chosen mode. @param {string} text */
  asked(text) {
    const modes = this.store.now.scripting && this.hasScripting(text) ? ["scripting"] : [];
    return { ...this.named(text), modes };
  }

  /**
   * Returns the grammar of a text. If the text only uses an unknown grammar, the request keeps the
   * text, so that the error has a position.
   * @param {string} text @returns {{ name: string, text?: string }}
   */
  named(text) {
    const grammar = named(text);
    return this.isThere(grammar.name) ? grammar : { name: OWN, text };
  }

  /**
   * Reports whether a grammar is shipped; true before the catalogue is loaded.
   * @param {string} name
   */
  isThere(name) {
    return this.grammars.length === 0 || this.grammars.some(grammar => grammar.name === name);
  }

  /**
   * Reports whether a grammar or its base has the mode `scripting`. Others reject it.
   * @param {string} text
   */
  hasScripting(text) {
    return this.declares(base(text)) || /\bmode\b[^;]*\bscripting\b/.test(text);
  }

  /**
   * Reports whether a shipped grammar, or one that it uses, has the mode.
   * @param {string} name @returns {boolean}
   */
  declares(name) {
    const grammar = this.grammars.find(grammar => grammar.name === name);
    return grammar !== undefined && (grammar.modes.includes("scripting") || grammar.uses.some((/** @type {string} */ used) => this.declares(used)));
  }

  async read() {
    const asked = this.asked(this.store.now.grammar);
    try {
      await this.readBy(asked);
      this.good = asked;
      this.byOld("");
    } catch (error) {
      if (error instanceof Unanswered && error.why === "refused" && "text" in asked) await this.readByOld(error);
      else this.failed(error);
    }
  }

  /** @param {{ name: string }} grammar */
  async readBy(grammar) {
    const { source, fragment, tab } = this.store.now;
    const began = performance.now();
    const input = { grammar, html: source, fragment: fragment || undefined, rows: CHUNK, write: tab === "html", blanks: at("blanks").checked };
    const limit = LIMIT + (LIMIT_PER_THOUSAND * source.length) / 1000;
    this.show(await this.live.ask("parse", input, { limit }), input);
    this.report(performance.now() - began);
  }

  /**
   * Parses by the last grammar without errors, or by the base of the current one.
   * @param {Unanswered} error
   */
  async readByOld(error) {
    const over = this.isThere(this.base) ? this.base : "";
    const isOver = (/** @type {{ name: string, text?: string }} */ { name, text }) => base(text ?? `use "${name}" ;`) === over;
    const old = this.good && (over === "" || isOver(this.good)) ? this.good : { name: over || "whatwg" };
    try {
      await this.readBy(old);
      this.byOld(old === this.good ? "by the last grammar without mistakes" : `by ${old.name}`);
      this.say(refusal(error));
    } catch (other) {
      this.failed(other);
    }
  }

  /** @param {string} text */
  byOld(text) {
    at("tree-by").textContent = text;
    at("tree-by").hidden = text === "";
  }

  /** @param {any} answer @param {object} input */
  show(answer, input) {
    this.quiet();
    this.reading = new Reading(this.live, answer, () => this.came(), input);
    this.tree.show(this.reading);
    this.source.show(this.reading);
    this.panels.show(this.reading);
    this.pointing.restart();
    this.query.run();
  }

  /** Paints rows that have just arrived. */
  came() {
    this.tree.paint();
    this.repairs.paint();
  }

  /** @param {number} milliseconds */
  report(milliseconds) {
    const { count, answer } = /** @type {Reading} */ (this.reading);
    const { count: repairs, mistakes } = answer.repairs;
    const gaveUp = answer.limit ? ` Parsing stopped early: it reached the limit on the number of ${answer.limit}.` : "";
    document.documentElement.dataset.took = milliseconds.toFixed(1);
    document.documentElement.dataset.answers = String((this.answers += 1));
    const time = this.answers > 1 ? `, ${Math.ceil(milliseconds)} ms` : "";
    at("source-size").textContent = plural(this.store.now.source.length, "character") + time;
    this.say(`${plural(count - 1, "node")}, ${plural(repairs, "repair")}, ${repairs - mistakes} of them allowed.${gaveUp}`);
  }

  /** Keeps the current tree, and marks it as out of date. @param {unknown} error */
  failed(error) {
    const problem = unanswered(error);
    if (!problem) return;
    document.body.classList.add("stale");
    document.documentElement.dataset.answers = String((this.answers += 1));
    this.say(problem.why === "refused" ? refusal(problem) : "No answer; the tree is out of date.");
  }

  quiet() {
    document.body.classList.remove("stale");
    at("alarm").hidden = true;
  }

  /** @param {string} message */
  alarm(message) {
    at("alarm").textContent = message;
    at("alarm").hidden = false;
  }

  /**
   * Shows a message at once; screen readers announce it after a pause in typing.
   * @param {string} message
   */
  say(message) {
    at("status").textContent = message;
    this.aloud();
  }

  /**
   * Opens the explanation of a position or of a repair: in its panel, or on a narrow screen in a
   * sheet.
   * @param {import("./pointing.js").Asked} asked @param {import("./pointing.js").Subject} [subject] What the panes mark.
   */
  explain(asked, subject = asked) {
    const { explain } = this.panels;
    this.pointing.hold(subject, asked);
    if (matchMedia(NARROW).matches) explain.open(asked);
    else this.store.set({ tab: "explain" });
    // An open explanation of a long source does not follow the cursor.
    if (explain.asked !== asked) explain.ask(asked);
    return true;
  }

  /**
   * Explains a clicked position if repairs or an explanation are shown; leaves other views open.
   * @param {number} offset
   */
  clicked(offset) {
    if (["repairs", "explain"].includes(this.store.now.tab)) this.explain({ at: offset });
  }

  /** @param {number} node */
  chosen(node) {
    const row = this.reading?.node(node);
    if (!row) return;
    const place = row.start?.kind === "written" ? row.start.at?.[0] : row.spans[0]?.[0];
    if (place !== undefined) this.explain({ at: place }, { node });
    else if (row.repairs.length) this.explain({ repair: row.repairs[0] }, { node });
    else this.pointing.hold({ node });
  }

  /** @param {string} text */
  linked(text) {
    return withLinks(text, (file, line) => this.grammar.show(file, line));
  }

  /** The grammar that the user's grammar is based on. */
  get base() {
    return base(this.store.now.grammar);
  }
}

/** @param {Unanswered} error */
function refusal(error) {
  const [finding] = /** @type {any} */ (error.detail)?.findings ?? [];
  return finding ? `${finding.place ?? ""} ${finding.message}.` : error.message;
}
