// The tree as HTML, with both tags of every element.

import { Editor } from "./editor/editor.js";
import { asHtml } from "./editor/words.js";
import { make } from "./dom.js";

export class Output {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    const place = make("div", { className: "editor" });
    panel.append(place);
    this.editor = new Editor(place, { label: "The tree as HTML", language: asHtml, fixed: true });
  }

  /**
   * Shows the HTML. The answer includes it only if this panel was open during the request.
   * @param {import("./reading.js").Reading} reading
   */
  show(reading) {
    if (this.page.store.now.tab !== "html") return;
    if (reading.answer.html === undefined || reading.answer.html === null) this.page.read();
    else this.editor.show(reading.answer.html);
  }
}
