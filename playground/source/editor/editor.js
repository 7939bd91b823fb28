// An editor for one text, and what the page wants of it: changes, the place under the pointer, a click, marks.

import { basicSetup } from "codemirror";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { setDiagnostics } from "@codemirror/lint";
import { mark, marks } from "./marks.js";

/**
 * @typedef {object} Wants
 * @property {string} label What it is called, for a screen reader.
 * @property {import("@codemirror/state").Extension} [language]
 * @property {import("@codemirror/state").Extension} [more]
 * @property {boolean} [fixed] Cannot be edited.
 * @property {(text: string) => void} [changed] Somebody typed; not told of `show`.
 * @property {(offset: number | null) => void} [point] The pointer is over this place, or over none.
 * @property {(offset: number) => void} [click]
 */

export class Editor {
  /** @param {HTMLElement} parent @param {Wants} wants */
  constructor(parent, wants) {
    this.wants = wants;
    this.quiet = false;
    /** @type {number | null} */
    this.pointed = null;
    this.view = new EditorView({ parent, state: EditorState.create({ extensions: this.extensions() }) });
  }

  extensions() {
    const { label, language = [], more = [], fixed = false } = this.wants;
    return [
      basicSetup, EditorView.cspNonce.of(NONCE), EditorView.lineWrapping, marks, language, more,
      EditorView.contentAttributes.of({ "aria-label": label, ...(fixed ? { tabindex: "0", "aria-readonly": "true" } : {}) }),
      fixed ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [],
      EditorView.updateListener.of(update => {
        if (update.docChanged && !this.quiet) this.wants.changed?.(this.text);
      }),
      EditorView.domEventHandlers({
        mousemove: event => this.point(event),
        mouseleave: () => this.point(null),
        click: event => this.click(event),
      }),
    ];
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Puts another text in; one undo brings the old one back. @param {string} text @param {{ tell?: boolean }} [options] */
  show(text, { tell = false } = {}) {
    if (text === this.text) return;
    this.quiet = !tell;
    const { length } = this.view.state.doc;
    this.view.dispatch({ changes: { from: 0, to: length, insert: text }, selection: { anchor: 0 } });
    this.quiet = false;
  }

  /** @param {number} from @param {number} to @param {string} text */
  replace(from, to, text) {
    this.view.dispatch({ changes: { from, to, insert: text } });
  }

  /** @param {MouseEvent | null} event */
  point(event) {
    const offset = event && this.view.posAtCoords({ x: event.clientX, y: event.clientY });
    if (offset === this.pointed) return;
    this.pointed = offset;
    this.wants.point?.(offset);
  }

  /** A drag selects, and is no click. @param {MouseEvent} event */
  click(event) {
    const offset = this.view.posAtCoords({ x: event.clientX, y: event.clientY });
    if (offset !== null && this.view.state.selection.main.empty) this.wants.click?.(offset);
  }

  /** @param {string} layer @param {import("./marks.js").Mark[]} list @param {number} [show] */
  mark(layer, list, show) {
    mark(this.view, layer, list, show);
  }

  /** @param {import("@codemirror/lint").Diagnostic[]} list */
  diagnose(list) {
    this.view.dispatch(setDiagnostics(this.view.state, list));
  }

  /** Where a line begins, and where it ends; lines count from 1. @param {number} line @returns {[number, number]} */
  line(line) {
    const { doc } = this.view.state;
    const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    return [from, to];
  }

  /** @param {number} offset */
  go(offset) {
    const anchor = Math.min(offset, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  }

  get place() {
    return this.view.state.selection.main.head;
  }
}
