// The tabs below the tree. Only the open panel, and that of the repairs, show each new tree.

import { Check } from "./check.js";
import { Compare } from "./compare.js";
import { at, make } from "./dom.js";
import { Edit } from "./edit.js";
import { Explain } from "./explain.js";
import { Generate } from "./generate.js";
import { Lexer } from "./lexer.js";
import { Microformats } from "./microformats.js";
import { Output } from "./output.js";
import { Pages } from "./pages.js";
import { Parselet } from "./parselet.js";
import { Repairs } from "./repairs.js";
import { Sets } from "./sets.js";
import { choose, tabs } from "./tabs.js";

/** @type {[string, string][]} The tabs, in order: the name in the URL, and the title. */
const TITLES = [
  ["repairs", "Repairs"], ["check", "Check"], ["edit", "Edit"], ["explain", "Explain"], ["pages", "Pages"], ["compare", "Compare"], ["html", "Output"], ["sets", "Earley sets"],
  ["microformats", "Microformats"], ["parselet", "Parselet"], ["generate", "Generate"], ["lexer", "Lexer"],
];

/** @typedef {{ show(reading: import("./reading.js").Reading): unknown }} Panel */

export class Panels {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    for (const [name, title] of TITLES) this.add(name, title);
    this.repairs = new Repairs(at("panel-repairs"), {
      point: number => page.pointing.over(number === null ? null : { repair: number }), choose: number => { page.explain({ repair: number }); },
    });
    this.explain = new Explain(at("panel-explain"), page);
    this.sets = new Sets(at("panel-sets"), page);
    this.compare = new Compare(at("panel-compare"), page);
    /** @type {Record<string, Panel>} */
    this.all = {
      repairs: this.repairs, check: new Check(at("panel-check"), page), edit: new Edit(at("panel-edit"), page), explain: this.explain, compare: this.compare, microformats: new Microformats(at("panel-microformats"), page),
      parselet: new Parselet(at("panel-parselet"), page), generate: new Generate(at("panel-generate"), page),
      lexer: new Lexer(at("panel-lexer"), page), html: new Output(at("panel-html"), page),
      sets: this.sets, pages: new Pages(at("panel-pages"), at("tab-pages"), page),
    };
    tabs(at("tabs"), id => page.store.set({ tab: id.replace("tab-", "") }));
    choose(at("tabs"), "tab-repairs");
    page.store.on(["tab"], () => this.turn());
  }

  /** @param {string} name @param {string} title */
  add(name, title) {
    at("tabs").append(make("button", { id: `tab-${name}`, role: "tab", type: "button", "aria-controls": `panel-${name}` }, title));
    at("panels").append(make("div", { id: `panel-${name}`, role: "tabpanel", className: "panel", "aria-labelledby": `tab-${name}` }));
  }

  turn() {
    const { tab } = this.page.store.now;
    choose(at("tabs"), `tab-${tab in this.all ? tab : "repairs"}`);
    if (this.page.reading) this.open.show(this.page.reading);
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
