// Twenty examples with short explanations, ordered for learning.
//
// The pages imitate those of the essays that the project is based on. They quote at most two lines,
// which `corpus/` has, too. A test opens each example. It expects a tree by the example's own
// grammar, except for the example about mistakes.

import * as long from "./texts.js";

/**
 * `lead` is a first sentence whose parts between asterisks have the colour of what they name.
 * @typedef {{ name: string, title: string, lead?: string, teaches: string, begins?: string, experiment: Partial<import("../experiment.js").Experiment> }} Example
 */

/** @type {Example[]} */
export const EXAMPLES = [
  {
    name: "wish", title: "A parser that wishes", begins: "<td>",
    lead: "The page forgot its *<table>*. *This rule* put it there.",
    teaches: "A cell needs a table, and the same colour marks what belongs together: the cell in the source, the forgotten tags in the tree, and the rule in the grammar. Press “Change line 92 in mine”, write the word cruft in your copy in place of all between -> and the semicolon, and see the table go.",
    experiment: { grammar: 'use "marpa" ;\n', source: "<p>Read our <acme>fresh rockets</p><td>for sale\n" },
  },
  {
    name: "soup", title: "Tag soup",
    teaches: "This is the grammar of today's standard, so the tree is the one that browsers build. Every repair names the grammar line that permits it. Choose a row of the tree, a repair, or a tag of the source: the matching parts are marked, and an explanation opens.",
    experiment: { source: "<!DOCTYPE html><p>1<b>2<p>3</b>4<table>5<td>6</table>\n" },
  },
  {
    name: "block", title: "One line changes the tree",
    teaches: "Your line makes <acme> a block, like <div>. A paragraph contains no blocks, so it now ends before the <acme>; no other line had to change. The left tree is by Marpa's grammar alone, the right one by yours.",
    experiment: { grammar: '# Marpa\'s HTML, in which <acme> is a block.\nuse "marpa" ;\nblock |= <acme> ;\n', source: "<p>Read our <acme>fresh rockets</p><td>for sale\n", second: "marpa", tab: "compare" },
  },
  {
    name: "wall", title: "A wall for end tags",
    teaches: "An <applet> is one of a few elements that no outer end tag may close. The </ul> cannot reach its list, so it is set aside. Ask “Could </ul> stand here?” for a position after the text, then for one before the <applet>.",
    experiment: { source: "<ul><applet>foo</ul>bar\n" },
  },
  {
    name: "through", title: "One tag closes four elements",
    teaches: "When the </table> comes, a cell, a row and a section are still open, and each of them may be closed for it. The list shows their inserted end tags. None is a mistake: an `omissible` line of the grammar lets authors omit them.",
    experiment: { source: "<table><tbody><tr><td>item</table>\n", query: ":virtual, td" },
  },
  {
    name: "stray", title: "Why not?",
    teaches: "No <div> is open, so the </div> is set aside. Click on it for a list of the grammar lines that mention it, each with the reason why it did not apply. At the end, the list suggests a tested change of the grammar that accepts the tag.",
    experiment: { source: "<p>foo</div>\n" },
  },
  {
    name: "start", title: "Optional tags",
    teaches: "A cell opens its row and its section, a list ends the paragraph before it, and the first tag opens <html>, <head> and <body>. The standard lets authors omit all but one of these tags: tick “mistakes only” to see which.",
    experiment: { source: "<table><td>cell</table>\n<p>text<ul><li>one<li>two</ul>\n", query: ":virtual" },
  },
  {
    name: "foster", title: "Foster parents",
    teaches: "Browsers move content that a table cannot contain to a position before the table, so the text is lost from its row. The variant no-foster wraps it in a cell instead. It replaces three rules; the comparison shows which of them are decisive.",
    experiment: { grammar: 'use "no-foster" ;\n', second: "whatwg", source: "<table>\n<tr><td>Assam<td>3.20\n<tr>sold out\n<tr><td>Darjeeling<td>4.10\n</table>\n", tab: "compare" },
  },
  {
    name: "adoption", title: "The adoption agency",
    teaches: "The </b> ends an element inside which a paragraph is still open. Browsers move the paragraph out, and put a copy of the <b> into it. In the grammar this is one word of one line, which the repair cites.",
    experiment: { source: "<b>1<p>2</b>3</p>\n" },
  },
  {
    name: "ark", title: "Noah's Ark",
    teaches: "Formatting elements that are open when a paragraph ends are opened again in the next one, but at most three of the same kind. Give one of them an attribute, and it counts as another kind.",
    experiment: { source: "<p><b><b><b><b><b>one\n<p>two\n" },
  },
  {
    name: "strict", title: "No block in a phrase",
    teaches: "HTML 4 did not allow a paragraph in a <b>, but browsers accept it. This variant ends the <b> before the paragraph and opens it again inside. It adds three statements to the standard's grammar: they are below your own.",
    experiment: { grammar: 'use "html4-strict-nesting" ;\n', second: "whatwg", source: "<b>one<p>two</b>three\n", tab: "compare" },
  },
  {
    name: "cruft", title: "Nothing is lost",
    teaches: "Browsers drop a tag that fits nowhere; this variant keeps it in the tree as a separate node. It needs one line, which includes CRUFT everywhere in <html>. The query finds these nodes.",
    experiment: { grammar: 'use "keep-cruft" ;\n', source: "<p>one</b> two</div> <tr>three\n", query: ":cruft" },
  },
  {
    name: "quirks", title: "Quirks mode with any doctype",
    teaches: "In quirks mode a table may be inside a paragraph; in other modes it ends the paragraph. The variant replaces one latch by another that is always on, so the exclusion that depends on it never applies.",
    experiment: { grammar: 'use "quirks-always" ;\n', second: "whatwg", source: "<!DOCTYPE html><p>a<table><tr><td>b</table>\n", tab: "compare" },
  },
  {
    name: "own", title: "A custom element",
    teaches: "In table-acme an <acme> is allowed between rows and cells, and nowhere else: the same tag in the paragraph is set aside. The variant adds the name to two sets, so all rules about parts of tables apply to it.",
    experiment: { grammar: 'use "table-acme" ;\n', source: "<table><tr><td>1<acme>x</acme><tr><td>2</table>\n<p>no <acme>place\n", query: "acme" },
  },
  {
    name: "note", title: "A note that stays",
    teaches: "A shop marks a tea as sold out with a <note> between two rows, and browsers move it before the table. Your line allows a <note> in tables. Press the button to find the smallest page whose tree this changes.",
    experiment: { grammar: '# HTML as in browsers, with <note> allowed in tables.\nuse "whatwg" ;\nintable |= <note> ;\n', second: "whatwg", source: long.SHOP, tab: "compare" },
  },
  {
    name: "mistakes", title: "A grammar with mistakes",
    teaches: "The checker finds all mistakes at once and suggests corrections. Rest on a wavy underline, or choose the number of errors, to see them. Until you correct the mistakes, the tree is by the last grammar without any.",
    experiment: { grammar: '# Two words are misspelt.\nuse "whatwg" ;\nintable |= <note> ;\nrowgrup |= <note> ;\n<note> ::= flwo* ;\n', source: "<table><note>x</note><tr><td>1</table>\n" },
  },
  {
    name: "lexer", title: "A lexical analyser of 1995",
    teaches: "Dan Connolly specified how to tokenize any basic SGML document without knowing its type. This analyser gives the same reports as his: tags, data and errors. Choose today's standard to see how it tokenizes the same text.",
    experiment: { grammar: long.MEMO_GRAMMAR, source: long.LEXED, tab: "lexer" },
  },
  {
    name: "memo", title: "A memo instead of HTML",
    teaches: "A grammar may describe other markup than HTML. This one is the document type of a memo whose salutation tags may be omitted. The tree has them, because two lines permit their insertion.",
    experiment: { grammar: long.MEMO_GRAMMAR, source: long.MEMO },
  },
  {
    name: "hcard", title: "Cards in a page",
    teaches: "The classes mark up a card, whose agent is another card with an agent of its own. Each value names the step that produced it. Choose a value to highlight the characters that it was taken from.",
    experiment: { source: long.CARD, formats: "classic", tab: "microformats" },
  },
  {
    name: "yelp", title: "A parselet for reviews",
    teaches: "A parselet is JSON in the shape of the answer, with a selector in place of each value. This one extracts reviews from a page in the style of Yelp. The review without a date is dropped: write \"date?\" to keep it.",
    experiment: { source: long.REVIEWS, parselet: long.REVIEWS_PARSELET, tab: "parselet" },
  },
];
