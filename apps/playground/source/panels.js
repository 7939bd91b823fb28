// The views below the tree: tabs in three groups. Only the open view, and that of the repairs, show
// each new tree.

import { Check } from "./check.js";
import { Compare } from "./compare.js";
import { at, make } from "./dom.js";
import { Data, MICROFORMATS, STRUCTURED } from "./data.js";
import { Edit } from "./edit.js";
import { Explain } from "./explain.js";
import { Generate } from "./generate.js";
import { Lexer } from "./lexer.js";
import { Output } from "./output.js";
import { Pages } from "./pages.js";
import { Parselet } from "./parselet.js";
import { Repairs } from "./repairs.js";
import { Sets } from "./sets.js";
import { add, choose, tabs } from "./tabs.js";

/**
 * The groups, and their views: the name in the URL, the title, and the chapter about it.
 * @type {[string, string, [string, string, string][]][]}
 */
const GROUPS = [
  ["page", "Page", [
    ["check", "Mistakes", "checking"], ["repairs", "Repairs", "glossary"], ["explain", "Explain", "workbench"], ["edit", "Edit", "editing"],
  ]],
  ["grammars", "Grammar", [
    ["pages", "Pages", "corpus"], ["compare", "Compare", "workbench"], ["sets", "Earley sets", "engine"], ["generate", "Generate", "texts"], ["lexer", "Lexer", "sgml"],
  ]],
  ["extracts", "Data", [
    ["html", "Output", "formats"], ["data", "Structured data", "structured-data"], ["microformats", "Microformats", "microformats"], ["parselet", "Parselet", "parselets"],
  ]],
];

/** @typedef {{ show(reading: import("./reading.js").Reading): unknown }} Panel */

export class Panels {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    const open = (/** @type {string} */ tab) => page.store.set({ tab });
    for (const [name, title, views] of GROUPS) {
      const group = add(at("groups"), at("groups").parentElement, name, title, "group");
      const list = make("div", { role: "tablist", "aria-label": title, className: "tabs" });
      group.append(list);
      for (const [view, title] of views) add(list, group, view, title, "panel");
      tabs(list, open);
      choose(list, views[0][0]);
    }
    // A group opens the view that was open in it.
    tabs(at("groups"), group => /** @type {HTMLElement} */ (document.querySelector(`#panel-${group} [aria-selected=true]`)).click());
    this.repairs = new Repairs(at("panel-repairs"), {
      point: number => page.pointing.over(number === null ? null : { repair: number }), choose: number => { page.explain({ repair: number }); },
    });
    this.explain = new Explain(at("panel-explain"), page);
    this.sets = new Sets(at("panel-sets"), page);
    this.compare = new Compare(at("panel-compare"), page);
    /** @type {Record<string, Panel>} */
    this.all = {
      repairs: this.repairs, check: new Check(at("panel-check"), page), edit: new Edit(at("panel-edit"), page), explain: this.explain, compare: this.compare,
      data: new Data(at("panel-data"), page, STRUCTURED), microformats: new Data(at("panel-microformats"), page, MICROFORMATS),
      parselet: new Parselet(at("panel-parselet"), page), generate: new Generate(at("panel-generate"), page),
      lexer: new Lexer(at("panel-lexer"), page), html: new Output(at("panel-html"), page),
      sets: this.sets, pages: new Pages(at("panel-pages"), [at("tab-pages"), at("tab-grammars")], page),
    };
    this.choose();
    page.store.on(["tab"], () => this.turn());
  }

  /** Shows the tab, the group and the chapter of the open view. */
  choose() {
    const { tab } = this.page.store.now;
    const name = tab in this.all ? tab : "repairs";
    for (const [group, , views] of GROUPS) {
      const view = views.find(([view]) => view === name);
      if (!view) continue;
      choose(at("groups"), group);
      const list = at(`tab-${name}`).parentElement;
      choose(list, name);
      list.after(at("chapter"));
      at("chapter").href = CHAPTERS.replace("*", view[2]);
      at("chapter").ariaLabel = `Guide: ${view[1]}`;
    }
  }

  turn() {
    this.choose();
    if (this.page.reading) this.open.show(this.page.reading);
    this.page.pointing.explain();
  }

  /** @returns {Panel} */
  get open() {
    return this.all[this.page.store.now.tab] ?? this.repairs;
  }

  /** @param {import("./reading.js").Reading} reading */
  show(reading) {
    this.repairs.show(reading);
    if (this.open !== this.repairs) this.open.show(reading);
    if (this.open !== this.explain) this.explain.reading = reading;
  }
}
