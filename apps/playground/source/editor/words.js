// Syntax highlighting of grammars, HTML and TOML. It is lexical only; the module knows the meanings
// of names.

import { StreamLanguage, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

/** Patterns of tokens and their kinds; the first match counts. @type {[RegExp, string][]} */
const GRAMMAR = [
  [/^#.*/, "comment"],
  [/^"(?:[^"\\]|\\.)*"/, "string"],
  [/^<\/?[A-Za-z*](?:[^<>"]|"(?:[^"\\]|\\.)*")*>/, "tagName"],
  [/^(?:replace|remove|use)(?![\w-])/, "keyword"],
  [/^(?:discard|retract|rewrite|reopen|unlink|admit|adopt|close|cruft|grant|merge)(?![\w-])/, "modifier"],
  [/^(?:drop-newline|empty-system|shadow-root|attributes|formatting|other-than|excluding|including|incorrect|namespace|not-named|omissible|tokenizer|contents|datatype|elements|entities|excluded|fragment|obsolete|required|resuming|current|doctype|keeping|lasting|lexical|markers|special|without|before|conref|forbid|foster|mirror|public|rename|system|unless|within|allow|clear|fixed|latch|named|owner|patch|start|token|until|where|whole|base|cost|hide|into|mark|mode|skip|soft|text|tree|void|warn|wish|with|for|set|as|by|in|on)(?![\w-])/, "keyword"],
  [/^[A-Z][\w-]*/, "atom"],
  [/^[a-z][\w-]*/, "variableName"],
  [/^[0-9]+/, "number"],
  [/^(?:::=|\|=|->|[-=|?*+!])/, "operator"],
];

/** @type {import("@codemirror/language").StreamParser<null>} */
const grammar = {
  token(stream) {
    for (const [word, kind] of GRAMMAR) if (stream.match(word)) return kind;
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" }, wordChars: "<>/-" },
};

/** The state at the start of a line of HTML. @typedef {{ inside: "text" | "tag" | "comment" }} Inside */

/** @type {import("@codemirror/language").StreamParser<Inside>} */
const html = {
  startState: () => ({ inside: "text" }),
  token(stream, state) {
    if (state.inside === "comment") return comment(stream, state);
    return state.inside === "tag" ? tag(stream, state) : text(stream, state);
  },
  languageData: { commentTokens: { block: { open: "<!--", close: "-->" } }, closeBrackets: { brackets: ['"'] } },
};

/** @param {import("@codemirror/language").StringStream} stream @param {Inside} state */
function text(stream, state) {
  if (stream.match("<!--")) {
    state.inside = "comment";
    return "comment";
  }
  if (stream.match(/^<[!?][^>]*>?/)) return "meta";
  if (stream.match(/^<\/?[A-Za-z][^\s>/]*/)) {
    state.inside = "tag";
    return "tagName";
  }
  if (stream.match(/^&#?\w+;?/)) return "atom";
  stream.next();
  stream.eatWhile(/[^<&]/);
  return null;
}

/** @param {import("@codemirror/language").StringStream} stream @param {Inside} state */
function tag(stream, state) {
  if (stream.match(/^\/?>/)) {
    state.inside = "text";
    return "tagName";
  }
  if (stream.match(/^=\s*(?:"[^"]*"?|'[^']*'?|[^\s>]*)/)) return "string";
  if (stream.match(/^[^\s=>/]+/)) return "attributeName";
  stream.next();
  return null;
}

/** @param {import("@codemirror/language").StringStream} stream @param {Inside} state */
function comment(stream, state) {
  if (stream.match(/^.*?-->/)) state.inside = "text";
  else stream.skipToEnd();
  return "comment";
}

/** @type {import("@codemirror/language").StreamParser<null>} */
const toml = {
  token(stream) {
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'[^']*'?/)) return "string";
    if (stream.sol() && stream.match(/^\[.*?\]+/)) return "keyword";
    if (stream.match(/^[\w-]+(?=\s*=)/)) return "attributeName";
    if (stream.match(/^(?:true|false)\b/)) return "atom";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
};

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "w-comment" },
  { tag: tags.string, class: "w-string" },
  { tag: tags.tagName, class: "w-tag" },
  { tag: tags.keyword, class: "w-keyword" },
  { tag: tags.modifier, class: "w-remedy" },
  { tag: tags.atom, class: "w-atom" },
  { tag: tags.variableName, class: "w-name" },
  { tag: tags.number, class: "w-number" },
  { tag: tags.operator, class: "w-operator" },
  { tag: tags.attributeName, class: "w-attribute" },
  { tag: tags.meta, class: "w-comment" },
]);

export const asGrammar = [StreamLanguage.define(grammar), syntaxHighlighting(colours)];
export const asToml = [StreamLanguage.define(toml), syntaxHighlighting(colours)];
export const asHtml = [StreamLanguage.define(html), syntaxHighlighting(colours)];
