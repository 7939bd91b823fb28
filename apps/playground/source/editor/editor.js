// An editor for one text, with events for changes, pointing and clicks, and with marks.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, dropCursor, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { mark, marks } from "./marks.js";

/**
 * Replaces the selection by what is typed. Chromium would keep the style of the old text by an
 * attribute `style`, which the content security policy blocks with a message in the console.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || !data || empty) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    if (!view.state.facet(EditorView.inputHandler).some(handle => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/** The part of CodeMirror that all editors have. */
const BASIC = [
  lineNumbers(), highlightSpecialChars(), history(), drawSelection(), dropCursor(), EditorState.allowMultipleSelections.of(true),
  bracketMatching(), closeBrackets(), highlightSelectionMatches(), replaceSelection,
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
];

/**
 * @typedef {object} Wants
 * @property {string} label The accessible name.
 * @property {import("@codemirror/state").Extension} [language]
 * @property {import("@codemirror/state").Extension} [more]
 * @property {boolean} [fixed] True if the text is read-only.
 * @property {(text: string) => void} [changed] Called after an edit by the user, but not after `show`.
 * @property {(offset: number | null) => void} [point] Called when the position under the pointer changes.
 * @property {(offset: number) => void} [moved] Called when the user moves the cursor.
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
      BASIC, EditorView.cspNonce.of(NONCE), EditorView.lineWrapping, marks, language, more,
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", ...(fixed ? { "aria-readonly": "true" } : {}) }),
      fixed ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [],
      EditorView.updateListener.of(update => {
        if (update.docChanged && !this.quiet) this.wants.changed?.(this.text);
        else if (update.selectionSet && update.view.hasFocus) this.wants.moved?.(this.place);
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

  /**
   * Replaces the text; one undo restores the old one.
   * @param {string} text @param {{ tell?: boolean }} [options]
   */
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

  /** Handles a click, but not the end of a drag, which selects text. @param {MouseEvent} event */
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

  /**
   * Returns the start and the end of a line; lines count from 1.
   * @param {number} line @returns {[number, number]}
   */
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
