// Marks on a text: for the pointer's position in other panes, for query results, and for virtual
// tags.
//
// Each *layer* of marks is replaced as a whole. Until then, an edit of the text moves the marks
// along.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";

/**
 * A range in UTF-16 code units. `ghost` is an extra text that is shown before `from`. `line` marks
 * the whole line.
 * @typedef {{ from: number, to: number, style: string, ghost?: string, line?: boolean }} Mark
 */

class Ghost extends WidgetType {
  /** @param {string} text @param {string} style */
  constructor(text, style) {
    super();
    this.text = text;
    this.style = style;
  }

  /** @param {Ghost} other */
  eq(other) {
    return other.text === this.text && other.style === this.style;
  }

  toDOM() {
    const element = document.createElement("span");
    element.className = this.style;
    element.textContent = this.text;
    element.setAttribute("aria-hidden", "true");
    return element;
  }
}

/** @type {import("@codemirror/state").StateEffectType<{ layer: string, marks: Mark[] }>} */
const replaced = StateEffect.define();

/** @typedef {Map<string, import("@codemirror/view").DecorationSet>} Layers */

/** @type {StateField<Layers>} */
const layers = StateField.define({
  create: () => /** @type {Layers} */ (new Map()),
  update(value, transaction) {
    let next = value;
    if (transaction.docChanged) next = new Map([...value].map(([name, marks]) => [name, marks.map(transaction.changes)]));
    for (const effect of transaction.effects) {
      if (effect.is(replaced)) next = new Map(next).set(effect.value.layer, drawn(effect.value.marks, transaction.state.doc));
    }
    return next;
  },
});

/** Layers from the outermost to the innermost. */
const LAYERS = ["found", "pinned", "pointed"];

export const marks = [
  layers,
  LAYERS.map(name => EditorView.decorations.of(view => view.state.field(layers).get(name) ?? Decoration.none)),
];

/** @param {Mark[]} list @param {import("@codemirror/state").Text} text */
function drawn(list, text) {
  return Decoration.set(list.map(mark => decoration(mark, text)).filter(range => range !== null), true);
}

/** @param {Mark} mark @param {import("@codemirror/state").Text} text */
function decoration({ from, to, style, ghost, line }, text) {
  const begin = Math.min(from, text.length);
  if (ghost !== undefined) return Decoration.widget({ widget: new Ghost(ghost, style), side: -1 }).range(begin);
  if (line) return Decoration.line({ class: style }).range(text.lineAt(begin).from);
  const end = Math.min(to, text.length);
  return begin < end ? Decoration.mark({ class: style }).range(begin, end) : null;
}

/** @param {EditorView} view @param {string} layer @param {Mark[]} list @param {number} [show] An offset to scroll to. */
export function mark(view, layer, list, show) {
  view.dispatch({ effects: [replaced.of({ layer, marks: list })] });
  if (show === undefined) return;
  reveal(view, show);
  // The heights of lines that were out of sight were estimates.
  requestAnimationFrame(() => reveal(view, show));
}

/**
 * Scrolls the editor, and nothing around it, to the line of an offset, unless it is in sight.
 * @param {EditorView} view @param {number} offset
 */
function reveal(view, offset) {
  const { top, bottom } = view.lineBlockAt(Math.min(offset, view.state.doc.length));
  const { scrollTop, clientHeight } = view.scrollDOM;
  if (top < scrollTop || bottom > scrollTop + clientHeight) view.scrollDOM.scrollTop = Math.max(0, top - clientHeight / 2);
}
