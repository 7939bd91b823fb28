// The page: what somebody tries, what the module makes of it, and the panes that show it.
//
// A change of the experiment asks the module again, at once; an answer that a newer change has made stale is dropped.
// What a pane wants of another one goes through here.

import { at, later } from "./dom.js";
import { Lane, Unanswered, unanswered } from "./engine.js";
import { withLinks } from "./explain.js";
import { NOTHING, OWN, Store, base, named } from "./experiment.js";
import { GrammarPane } from "./grammar-pane.js";
import { Panels } from "./panels.js";
import { Pointing } from "./pointing.js";
import { Query } from "./query.js";
import { CHUNK, Reading } from "./reading.js";
import { plural } from "./repairs.js";
import { SourcePane } from "./source-pane.js";
import { Tree } from "./tree.js";

/** A source is read in so many milliseconds, and some for each thousand of its characters, or not at all. */
const LIMIT = 3000;
const LIMIT_PER_THOUSAND = 3;

/** What the page says is said aloud when it has not changed for so long, in milliseconds. */
const BREATH = 900;

export class Page {
  constructor() {
    this.store = new Store();
    const alarm = (/** @type {string} */ message) => this.alarm(message);
    /** What answers while somebody types; what tells about grammars; what compares; what thinks long. */
    this.live = new Lane(alarm);
    this.advice = new Lane(alarm);
    this.aside = new Lane(alarm);
    this.search = new Lane(alarm);
    /** @type {Reading | null} */
    this.reading = null;
    this.answers = 0;
    this.aloud = later(BREATH, () => { at("aloud").textContent = at("status").textContent; });
    /** The last grammar that was not refused. @type {{ name: string, text?: string } | null} */
    this.good = null;
    /** @type {any[]} The shipped grammars. */
    this.grammars = [];
    this.pointing = new Pointing(this);
    this.source = new SourcePane(this);
    this.grammar = new GrammarPane(this);
    this.tree = new Tree(at("tree"), {
      point: node => this.pointing.node(node), choose: node => { this.chosen(node); },
    });
    this.panels = new Panels(this);
    this.query = new Query(this);
    this.store.on(["source", "grammar", "fragment", "scripting"], () => this.read());
  }

  /** Another experiment, which has nothing of this one: neither does what is shown while its grammar has mistakes. @param {Partial<import("./experiment.js").Experiment>} experiment */
  open(experiment) {
    this.good = null;
    this.store.set({ ...NOTHING, ...experiment });
  }

  get repairs() {
    return this.panels.repairs;
  }

  async start() {
    const catalogue = await this.live.ask("catalogue", {});
    this.grammars = catalogue.grammars;
    this.grammar.fill(this.grammars);
    this.panels.compare.fill(this.grammars);
    this.source.readAs();
    if (this.store.now.scripting) this.read();
  }

  /** The grammar that a text is, in the mode that is chosen. @param {string} text */
  asked(text) {
    const modes = this.store.now.scripting && this.hasScripting(text) ? ["scripting"] : [];
    return { ...this.named(text), modes };
  }

  /** A text that only uses a grammar which there is not has a mistake, and that has a place. @param {string} text @returns {{ name: string, text?: string }} */
  named(text) {
    const grammar = named(text);
    return this.isThere(grammar.name) ? grammar : { name: OWN, text };
  }

  /** Whether a grammar is shipped, as far as is known. @param {string} name */
  isThere(name) {
    return this.grammars.length === 0 || this.grammars.some(grammar => grammar.name === name);
  }

  /** Whether a grammar has the mode, or the one that it is over: to ask for one that is not there is a mistake. @param {string} text */
  hasScripting(text) {
    return this.declares(base(text)) || /\bmode\b[^;]*\bscripting\b/.test(text);
  }

  /** Whether a shipped grammar has that mode, or one that it uses. @param {string} name @returns {boolean} */
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
    const input = { grammar, html: source, fragment: fragment || undefined, rows: CHUNK, write: tab === "html" };
    const limit = LIMIT + (LIMIT_PER_THOUSAND * source.length) / 1000;
    this.show(await this.live.ask("parse", input, { limit }), input);
    this.said(performance.now() - began);
  }

  /** While a grammar has mistakes the tree is by the last one that had none, or by the one that it is over. @param {Unanswered} error */
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
    this.query.run();
  }

  /** Rows came that were not here. */
  came() {
    this.tree.paint();
    this.repairs.paint();
  }

  /** @param {number} milliseconds */
  said(milliseconds) {
    const { count, answer } = /** @type {Reading} */ (this.reading);
    const { mistakes } = answer.repairs;
    const gaveUp = answer.limit ? ` Parsing stopped early: limit on the number of ${answer.limit} reached.` : "";
    document.documentElement.dataset.took = milliseconds.toFixed(1);
    document.documentElement.dataset.answers = String((this.answers += 1));
    const time = this.answers > 1 ? `, ${Math.ceil(milliseconds)} ms` : "";
    at("source-size").textContent = plural(this.store.now.source.length, "character") + time;
    this.say(`${plural(count - 1, "node")}, ${plural(answer.repairs.count, "repair")}, ${plural(mistakes, "mistake")}.${gaveUp}`);
  }

  /** The tree that is there stays, and is said to be old. @param {unknown} error */
  failed(error) {
    const problem = unanswered(error);
    if (!problem) return;
    document.body.classList.add("stale");
    document.documentElement.dataset.answers = String((this.answers += 1));
    this.say(problem.why === "refused" ? refusal(problem) : "No answer; the tree is an older one.");
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

  /** Shown at once, and said aloud when nobody types any more. @param {string} message */
  say(message) {
    at("status").textContent = message;
    this.aloud();
  }

  /** Opens the explanation of a place or of a repair. @param {{ at?: number, repair?: number }} asked */
  explain(asked) {
    this.store.set({ tab: "explain" });
    this.panels.explain.ask(asked);
    return true;
  }

  /** A click on a place of the source explains it where repairs are shown, and leaves other panels open. @param {number} offset */
  clicked(offset) {
    if (["repairs", "explain"].includes(this.store.now.tab)) this.explain({ at: offset });
  }

  /** @param {number} node */
  chosen(node) {
    const row = this.reading?.node(node);
    if (!row) return;
    const place = row.start?.kind === "written" ? row.start.at?.[0] : row.spans[0]?.[0];
    if (place !== undefined) this.explain({ at: place });
    else if (row.repairs.length) this.explain({ repair: row.repairs[0] });
  }

  /** @param {string} text */
  linked(text) {
    return withLinks(text, (file, line) => this.grammar.show(file, line));
  }

  /** Which grammar the own one is over. */
  get base() {
    return base(this.store.now.grammar);
  }
}

/** @param {Unanswered} error */
function refusal(error) {
  const [finding] = /** @type {any} */ (error.detail)?.findings ?? [];
  return finding ? `${finding.place ?? ""} ${finding.message}.` : error.message;
}
