// The findings of `wishful check`: mistakes of the author, each with the rule that is broken and
// what would be allowed; of a template, those of all pages that it may write.

import { make } from "./dom.js";
import { diagnostics, drawn } from "./editor/advice.js";
import { unanswered } from "./engine.js";
import { TEMPLATES } from "./experiment.js";
import { columns, plural } from "./repairs.js";
import { Rows } from "./rows.js";

/** The name of the source in findings. */
const SOURCE = "input";

/** The maximum number of listed findings. The displayed count includes all findings. */
const LISTED = 5000;

/** The time limit in milliseconds. The first check of a worker also prepares the grammar. */
const LIMIT = 20_000;

export class Check {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    /** @type {import("./editor/advice.js").Finding[]} */
    this.findings = [];
    this.template = /** @type {HTMLSelectElement} */ (make(
      "select", { onchange: () => page.store.set({ template: this.template.value }) },
      ...Object.entries(TEMPLATES).map(([value, title]) => make("option", { value }, title)),
    ));
    this.says = make("span", { className: "aside start", role: "status" });
    const list = make("div", { role: "listbox", className: "citing", "aria-label": "Findings" });
    this.details = make("div", { className: "details", tabIndex: 0, role: "region", "aria-label": "Finding", "aria-live": "polite" });
    panel.append(make("div", { className: "bar" }, this.says, make("label", {}, "template ", this.template)), list, this.details);
    this.rows = new Rows(list, { draw: row => draw(this.findings[row]), point: row => this.point(row), choose: row => this.choose(row) });
    page.store.on(["template"], () => page.reading && page.store.now.tab === "check" && this.show(page.reading));
  }

  /** @param {import("./reading.js").Reading} reading */
  async show(reading) {
    const { fragment, template } = this.page.store.now;
    this.template.value = template;
    if (fragment) return this.answer([], "Fragments are not checked, only documents.");
    this.says.textContent ||= "Checking…";
    try {
      const { count, findings, sampled } = await reading.askIn(this.page.aside, "conformance", { rows: LISTED, template }, { limit: LIMIT });
      if (reading === this.page.reading) this.answer(findings, said(count, template !== "none", sampled));
    } catch (error) {
      const problem = unanswered(error);
      if (problem) this.answer([], `No answer: ${problem.message}`);
    }
  }

  /** @param {import("./editor/advice.js").Finding[]} findings @param {string} says */
  answer(findings, says) {
    this.findings = findings;
    this.says.textContent = says;
    this.rows.show(findings.length);
    this.details.replaceChildren(...findings.slice(0, 1).map(drawn));
    const { editor } = this.page.source;
    if (this.page.store.now.tab === "check") editor.diagnose(diagnostics(findings, SOURCE, editor.text.length));
  }

  /** @param {number | null} row */
  point(row) {
    if (row === null) return this.page.pointing.over(null);
    const { at, related = [] } = this.findings[row];
    this.details.replaceChildren(drawn(this.findings[row]));
    if (!at) return;
    const { editor } = this.page.source;
    // Where something is missing, the character before the place is marked.
    const others = related.flatMap(({ at: other }) => other ? [{ from: other[0] < other[1] ? other[0] : Math.max(0, other[0] - 1), to: other[1], style: "w-related" }] : []);
    const all = [{ from: at[0], to: at[1], style: "w-pointed" }, ...others].filter(({ from, to }) => from < to);
    editor.mark("pointed", all.sort((one, other) => one.from - other.from), at[0]);
  }

  /** Moves the cursor to a finding. @param {number} row */
  choose(row) {
    const { at } = this.findings[row];
    if (!at) return;
    this.page.source.editor.go(at[0]);
    this.page.pointing.hold({ at: at[0] });
  }
}

/** @param {import("./editor/advice.js").Finding} finding */
function draw({ severity, code, message, place, notes }) {
  const by = make("span", { className: "by" }, make("b", {}, `${severity}: ${code}`), ` ${notes[0] ?? ""}`);
  const className = severity === "error" ? "mistake" : "allowed";
  return make("div", { role: "option", "aria-selected": "false", className }, ...columns(place ?? "", message, "", by));
}

/** @param {number} count @param {boolean} isTemplate @param {boolean} isSampled */
function said(count, isTemplate, isSampled) {
  const some = isSampled ? "; not every page that the template may write was checked" : "";
  if (count === 0) return (isTemplate ? "No findings in the pages of the template" : "No findings: the page follows the rules of conforming.grammar") + `${some}.`;
  return plural(count, "finding") + (count > LISTED ? `, the first ${LISTED.toLocaleString("en")} of them listed` : "") + some;
}
