// Twenty examples, each with what it teaches in two sentences, in the order in which somebody may want to learn.
//
// The pages of the essays that the project grew from are theirs in kind, in words of our own; what is quoted is a line or
// two that `corpus/` has, too. A test opens each of them and expects an answer without mistakes, but for the one about
// mistakes.

import * as long from "./texts.js";

/** @typedef {{ name: string, title: string, teaches: string, experiment: Partial<import("../experiment.js").Experiment> }} Example */

/** @type {Example[]} */
export const EXAMPLES = [
  {
    name: "soup", title: "Tag soup",
    teaches: "This is how browsers read it, and every repair names the line of the grammar that permitted it. Point at a row of the tree or of the list, or at the source, to see what belongs together; click to ask why.",
    experiment: { source: "<!DOCTYPE html><p>1<b>2<p>3</b>4<table>5<td>6</table>\n" },
  },
  {
    name: "wish", title: "A parser that wishes",
    teaches: "The first grammar of this kind, Marpa's, wishes that every element had both of its tags; what the page lacks, the Ruby Slippers invent. A cell without a table gets a whole table, because a line says that <td> may have one.",
    experiment: { grammar: 'use "marpa" ;\n', source: "<p>Read our <acme>fresh rockets</p><td>for sale\n" },
  },
  {
    name: "block", title: "One line changes the tree",
    teaches: "The line says that <acme> is a block, as <div> is; so the paragraph, which holds no blocks, now ends before it, and nobody had to say so. The tree on the left is by Marpa's grammar alone, the one on the right by yours.",
    experiment: { grammar: '# Marpa\'s HTML, in which <acme> is a block.\nuse "marpa" ;\nblock |= <acme> ;\n', source: "<p>Read our <acme>fresh rockets</p><td>for sale\n", second: "marpa", tab: "compare" },
  },
  {
    name: "wall", title: "A wall for end tags",
    teaches: "An <applet> is one of a few elements that no end tag of an outer element may close: the </ul> does not see its list, and is set aside. Ask “could </ul> stand here” for a place behind the text, then for one before the <applet>.",
    experiment: { source: "<ul><applet>foo</ul>bar\n" },
  },
  {
    name: "through", title: "Four ends by one tag",
    teaches: "The </table> finds cell, row and section open, and each of them may be ended for it: the list has their end tags, none of which is a mistake. An author may leave them out, and a line `omissible` of the grammar says so.",
    experiment: { source: "<table><tbody><tr><td>item</table>\n", query: ":virtual, td" },
  },
  {
    name: "stray", title: "Why not?",
    teaches: "Nothing of that name is open, so the </div> is set aside; click on it, and each line that speaks of it is listed with what stopped it. At the end stands the change of the grammar with which, as was tried, it would be taken.",
    experiment: { source: "<p>foo</div>\n" },
  },
  {
    name: "start", title: "Tags that nobody writes",
    teaches: "A cell brings its row and its section with it, a list ends the paragraph before it, and the first tag brings <html>, <head> and <body>. All but one of these may be left out by the standard: tick “mistakes only”.",
    experiment: { source: "<table><td>cell</table>\n<p>text<ul><li>one<li>two</ul>\n", query: ":virtual" },
  },
  {
    name: "foster", title: "Foster parents",
    teaches: "What a table has no place for is put before it, so the word that a reader of tables looks for is gone from its row. The variant no-foster gives it a cell instead: three rules are replaced, and compare says which of them decide.",
    experiment: { grammar: 'use "no-foster" ;\n', second: "whatwg", source: "<table>\n<tr><td>Assam<td>3.20\n<tr>sold out\n<tr><td>Darjeeling<td>4.10\n</table>\n", tab: "compare" },
  },
  {
    name: "adoption", title: "The adoption agency",
    teaches: "The </b> ends an element that a paragraph has begun in: browsers move the paragraph out, and put a copy of the <b> into it. In the grammar this is one word of one line, which the repair cites.",
    experiment: { source: "<b>1<p>2</b>3</p>\n" },
  },
  {
    name: "ark", title: "Noah's Ark",
    teaches: "Formatting that is open when a paragraph ends is opened again in the next one, but of several that are just alike only three. Give one of them an attribute, and it is another animal.",
    experiment: { source: "<p><b><b><b><b><b>one\n<p>two\n" },
  },
  {
    name: "strict", title: "No block in a phrase",
    teaches: "HTML 4 wanted no paragraph in a <b>, browsers do not mind; the variant ends the <b> before it and opens it again inside. It is three statements over the standard's grammar: choose “the text of” to read them.",
    experiment: { grammar: 'use "html4-strict-nesting" ;\n', second: "whatwg", source: "<b>one<p>two</b>three\n", tab: "compare" },
  },
  {
    name: "cruft", title: "Nothing is lost",
    teaches: "Where browsers drop a tag that fits nowhere, this variant keeps it in the tree, as a node of its own. That is one line, which includes CRUFT in all of <html>; the query finds what was kept.",
    experiment: { grammar: 'use "keep-cruft" ;\n', source: "<p>one</b> two</div> <tr>three\n", query: ":cruft" },
  },
  {
    name: "quirks", title: "Quirks without a doctype's leave",
    teaches: "In quirks mode a table stands in the paragraph before it; elsewhere it ends it. The variant replaces one latch by one that is always on, and the exclusion that asks for it no longer holds.",
    experiment: { grammar: 'use "quirks-always" ;\n', second: "whatwg", source: "<!DOCTYPE html><p>a<table><tr><td>b</table>\n", tab: "compare" },
  },
  {
    name: "own", title: "An element of one's own",
    teaches: "In table-acme an <acme> stands between rows and cells, and nowhere else: the same tag in the paragraph is set aside. Two sets are extended by a name, and all that is said of the parts of tables holds for it.",
    experiment: { grammar: 'use "table-acme" ;\n', source: "<table><tr><td>1<acme>x</acme><tr><td>2</table>\n<p>no <acme>place\n", query: "acme" },
  },
  {
    name: "note", title: "A note that stays",
    teaches: "A shop says that a tea is sold out, in a row of its own between rows, and browsers put it before the table. Your line lets a <note> stand in tables; press the button to find the smallest page on which that changes anything.",
    experiment: { grammar: '# Browsers\' HTML, in which a note may stand in a table.\nuse "whatwg" ;\nintable |= <note> ;\n', second: "whatwg", source: long.SHOP, tab: "compare" },
  },
  {
    name: "mistakes", title: "A grammar with mistakes",
    teaches: "The checker finds all mistakes in one go, and offers what you most likely meant: rest on a squiggle, or press Ctrl+Shift+M for the list. Until they are mended, the tree is that of the last grammar without mistakes.",
    experiment: { grammar: '# Two words are misspelt.\nuse "whatwg" ;\nintable |= <note> ;\nrowgrup |= <note> ;\n<note> ::= flwo* ;\n', source: "<table><note>x</note><tr><td>1</table>\n" },
  },
  {
    name: "lexer", title: "A lexical analyser of 1995",
    teaches: "Dan Connolly described how to read the markup of any basic SGML document without knowing its type, and this one reports what his did: tags, data, and what is an error. Choose the standard's of today to see what it makes of the same text.",
    experiment: { grammar: long.MEMO_GRAMMAR, source: long.LEXED, tab: "lexer" },
  },
  {
    name: "memo", title: "A memo, which is no HTML",
    teaches: "A grammar need not be about HTML: this one is the document type of a memo, whose salutation nobody has to write. The tree has one all the same, because two lines permit it.",
    experiment: { grammar: long.MEMO_GRAMMAR, source: long.MEMO },
  },
  {
    name: "hcard", title: "Cards in a page",
    teaches: "Classes say that this is a card, that an agent is another card, and that he has an agent as well. Each value names the step that made it; point at one to see the characters that it was taken from.",
    experiment: { source: long.CARD, formats: "classic", tab: "microformats" },
  },
  {
    name: "yelp", title: "A parselet for reviews",
    teaches: "A parselet is JSON in the shape of the answer, with a selector where the answer has a value; here it is asked of a page as Yelp's were. The review without a date is dropped: write \"date?\" to keep it.",
    experiment: { source: long.REVIEWS, parselet: long.REVIEWS_PARSELET, tab: "parselet" },
  },
];
