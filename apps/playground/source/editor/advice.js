// Language support in an editor: diagnostics with quick fixes, completion, and documentation on
// hover.

import { autocompletion } from "@codemirror/autocomplete";
import { hoverTooltip } from "@codemirror/view";
import { make } from "../dom.js";

/**
 * @typedef {object} Finding
 * @property {"error" | "warning" | "note"} severity
 * @property {string} code @property {string} message @property {string | null} label
 * @property {string | null} file @property {[number, number] | null} at @property {string | null} place
 * @property {string[]} notes @property {string[]} help @property {string | null} [meant]
 * @property {{ at: [number, number] | null, place: string | null, label: string }[]} [related] @property {string} [link]
 */

/**
 * Converts findings to diagnostics. Those without a position in this text are at its beginning.
 * @param {Finding[]} findings @param {string} file @param {number} length
 */
export function diagnostics(findings, file, length) {
  return findings.slice(0, 200).map(finding => {
    const [from, to] = finding.file === file && finding.at ? finding.at : [0, 0];
    return /** @type {import("@codemirror/lint").Diagnostic} */ ({
      from: Math.min(from, length), to: Math.min(Math.max(to, from + 1), length),
      severity: finding.severity === "note" ? "info" : finding.severity,
      message: plain(finding), renderMessage: () => drawn(finding), actions: offers(finding, from, to),
    });
  });
}

/** @param {Finding} finding */
export function plain({ code, message, label, notes, help }) {
  return [`${message} (${code})`, label, ...notes, ...help.map(text => `Help: ${text}`)].filter(Boolean).join("\n");
}

/** @param {Finding} finding */
export function drawn({ code, message, label, notes, help, file, place, related = [] }) {
  const lines = [label, ...notes].filter(line => line && line !== message).map(line => make("p", {}, line));
  const helps = help.map(text => make("p", { className: "w-help" }, text));
  const where = place ? `${file}:${place} ` : "";
  const elsewhere = related.map(other => make("p", { className: "w-elsewhere" }, `${other.place ?? ""} ${other.label}`));
  return make("div", { className: "w-finding" }, make("p", {}, make("b", {}, message), " ", make("i", {}, where + code)), ...elsewhere, ...lines, ...helps);
}

/**
 * Returns a quick fix that replaces the name, but keeps a repetition sign after it.
 * @param {Finding} finding @param {number} from @param {number} to
 */
function offers({ meant }, from, to) {
  if (!meant) return [];
  const apply = (/** @type {import("@codemirror/view").EditorView} */ view) => {
    const often = /[?*+]$/.exec(view.state.sliceDoc(from, to))?.[0] ?? "";
    view.dispatch({ changes: { from, to: to - (meant.endsWith(often) ? 0 : often.length), insert: meant } });
  };
  return [{ name: `Replace with ${meant}`, apply }];
}

/** @typedef {{ at: [number, number], items: { label: string, kind: string | null }[] }} Completions */

/** @type {Record<string, string>} The editor's icons by the module's kinds. */
const ICONS = { name: "variable", terminal: "constant", switch: "property", element: "type", namespace: "namespace" };

/** @param {(offset: number) => Promise<Completions | null>} ask @param {RegExp} begins Matches typed text that triggers completion. */
export function completion(ask, begins) {
  return autocompletion({
    override: [async context => {
      if (!context.explicit && !context.matchBefore(begins)) return null;
      const answer = await ask(context.pos).catch(() => null);
      if (!answer || context.aborted || answer.items.length === 0) return null;
      const options = answer.items.map(({ label, kind }) => ({ label, type: ICONS[kind ?? ""] ?? "keyword" }));
      return { from: answer.at[0], to: answer.at[1], options };
    }],
  });
}

/** @param {(offset: number) => Promise<{ at: [number, number], text: string } | null>} ask */
export function documentation(ask) {
  return hoverTooltip(async (_view, offset) => {
    const answer = await ask(offset).catch(() => null);
    if (!answer) return null;
    return { pos: answer.at[0], end: answer.at[1], above: true, create: () => ({ dom: written(answer.text) }) };
  });
}

/**
 * Renders the subset of Markdown that the module writes: paragraphs, code, emphasis.
 * @param {string} text
 */
export function written(text) {
  const parts = text.split(/^```.*$/m);
  return make("div", { className: "w-doc" }, ...parts.flatMap((part, index) => {
    if (part.trim() === "") return [];
    return index % 2 ? [make("pre", {}, part.replace(/^\n|\n$/g, ""))] : part.trim().split(/\n{2,}/).map(paragraph);
  }));
}

/** @param {string} text */
function paragraph(text) {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return make("p", {}, ...pieces.map(piece => {
    if (/^`.+`$/s.test(piece)) return make("code", {}, piece.slice(1, -1));
    return /^\*\*.+\*\*$/s.test(piece) ? make("b", {}, piece.slice(2, -2)) : piece;
  }));
}
