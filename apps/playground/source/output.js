// The tree in every output format of the command line, to copy and to download, and as a browser
// renders it.

import { Editor } from "./editor/editor.js";
import { asHtml } from "./editor/words.js";
import { make, save } from "./dom.js";
import { unanswered } from "./engine.js";

/** The formats, with the ending of a file. @type {[string, string, string][]} */
const FORMATS = [
  ["html", "HTML", "html"], ["preview", "Rendered page", "html"], ["tree", "Outline with repairs", "txt"], ["json", "JSON", "json"],
  ["html5lib", "html5lib tests", "dat"], ["esis", "ESIS", "esis"], ["events", "Events", "txt"], ["tokens", "Tokens", "txt"],
  ["dot", "Graphviz", "dot"], ["fix", "Source with inserted tags", "html"],
];

export class Output {
  /** @param {HTMLElement} panel @param {import("./page.js").Page} page */
  constructor(panel, page) {
    this.page = page;
    const options = FORMATS.map(([value, title]) => make("option", { value }, title));
    this.format = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": "Output format", onchange: () => page.store.set({ output: this.format.value }) }, ...options));
    const copy = make("button", { type: "button", onclick: () => this.copy() }, "Copy");
    const save = make("button", { type: "button", onclick: () => this.save() }, "Download");
    this.says = make("span", { className: "aside" });
    const place = make("div", { className: "editor" });
    // The frame runs no scripts, and the page's policy lets it load nothing.
    this.frame = /** @type {HTMLIFrameElement} */ (make("iframe", { title: "The rendered page", className: "preview", sandbox: "", hidden: true }));
    panel.append(make("div", { className: "bar" }, this.format, copy, save, this.says), place, this.frame);
    this.editor = new Editor(place, { label: "Output", language: asHtml, fixed: true });
    this.place = place;
    /** The last format that was asked for: the buttons wait for its text. @type {Promise<void>} */
    this.pending = Promise.resolve();
    page.store.on(["output"], () => { if (page.reading) this.show(page.reading); });
  }

  /**
   * Shows the output. The answer includes HTML only if this panel was open during the request.
   * @param {import("./reading.js").Reading} reading
   */
  async show(reading) {
    const { tab, output } = this.page.store.now;
    if (tab !== "html") return;
    this.format.value = output;
    this.place.hidden = output === "preview";
    this.frame.hidden = output !== "preview";
    if (["html", "preview"].includes(output)) this.showHtml(reading);
    else await (this.pending = this.showWritten(reading, output));
  }

  /** @param {import("./reading.js").Reading} reading @param {string} format */
  async showWritten(reading, format) {
    this.place.setAttribute("aria-busy", "true");
    const text = await this.written(reading, format);
    // The user can have chosen another format since.
    if (this.format.value !== format) return;
    this.put(text);
    this.place.removeAttribute("aria-busy");
  }

  /** @param {import("./reading.js").Reading} reading */
  showHtml(reading) {
    const { html } = reading.answer;
    if (html === undefined || html === null) this.page.read();
    else this.put(html);
    this.place.removeAttribute("aria-busy");
    if (!this.frame.hidden) this.frame.srcdoc = styled(html ?? "");
  }

  /** @param {import("./reading.js").Reading} reading @param {string} format */
  async written(reading, format) {
    try {
      const { text, cut } = await reading.ask("output", { format });
      this.says.textContent = cut ? "cut at the limit" : "";
      return text;
    } catch (error) {
      return unanswered(error)?.message ?? this.editor.text;
    }
  }

  /** @param {string} text */
  put(text) {
    this.editor.show(text);
  }

  async copy() {
    await this.pending;
    try {
      await navigator.clipboard.writeText(this.editor.text);
      this.page.say("Copied the output.");
    } catch {
      this.page.say("The browser does not permit copying.");
    }
  }

  async save() {
    await this.pending;
    const [, , ending] = FORMATS.find(([name]) => name === this.format.value) ?? FORMATS[0];
    save(`page.${ending}`, this.editor.text);
  }
}

/**
 * Lets the style sheets of a page apply in the frame, which inherits the policy of this page.
 * @param {string} html
 */
function styled(html) {
  return html.replaceAll("<style", `<style nonce="${NONCE}"`);
}
