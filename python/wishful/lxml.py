"""Trees of lxml.

>>> import wishful.lxml
>>> root = wishful.lxml.fromstring("<ul><li>One<li>Two")
>>> [item.text for item in root.iter("li")]
['One', 'Two']
>>> root.xpath("//li")[1].sourceline
1

The elements are those of `lxml.html`, without a namespace but for what is SVG or MathML; `namespaces=True` gives those of HTML
theirs, too. `sourceline` is the line of the start tag in the document, none if it is written nowhere.

XML, which lxml's trees are made of, has not all names and characters that HTML has. What it has not is coerced as the standard
says (HTML, section 13.2.9): a character in a name becomes `U` and six digits, one in a text U+FFFD or a blank; attributes
called `xmlns` are left out; comments have a blank between two hyphens. Texts and cruft outside of the root are left out.

The tree goes over as XML, which lxml reads several times quicker than Python can build elements. Its reader refuses elements that
stand too deep in one another; a tree with such is built element by element.
"""

from __future__ import annotations

from typing import Any, cast

import lxml.html
from lxml import etree

from . import _wishful
from ._sources import opened
from ._wishful import Document, Grammar
from .options import ParseOptions

__all__ = ["fragments_fromstring", "fromstring", "parse", "tree_of"]

HTML = "http://www.w3.org/1999/xhtml"

# The reader of libxml2 takes elements in so many others.
DEEPEST = 2000
# Numbers of lines have 16 bits there.
LAST_LINE = 65_535

START, TEXT, COMMENT, DOCTYPE, END, INSTRUCTION = range(6)


def parse(
    source: Any,
    grammar: str | Grammar | None = None,
    *,
    namespaces: bool = False,
    **options: Any,
) -> Any:
    """The tree of a file: open, or by its name or address. See `ParseOptions` for the options."""
    found, said = opened(source)
    document = _wishful.parse(found, grammar, **cast(ParseOptions, {**said, **options}))
    return tree_of(document, namespaces=namespaces)


def fromstring(
    html: bytes | str,
    grammar: str | Grammar | None = None,
    *,
    namespaces: bool = False,
    **options: Any,
) -> Any:
    """The root element of a document."""
    document = _wishful.parse(html, grammar, **cast(ParseOptions, options))
    return tree_of(document, namespaces=namespaces).getroot()


def fragments_fromstring(
    html: bytes | str,
    grammar: str | Grammar | None = None,
    *,
    context: str = "div",
    namespaces: bool = False,
    **options: Any,
) -> list[Any]:
    """What is in the content of an element: a list of elements, with the text in front of them if there is one."""
    said = cast(ParseOptions, {**options, "fragment": context})
    document = _wishful.parse(html, grammar, **said)
    holder = _tree(document, namespaces, around="fragment").getroot()
    return ([holder.text] if holder.text else []) + list(holder)


def tree_of(document: Document, *, namespaces: bool = False) -> Any:
    """The tree of a document. It has one root element, or lxml cannot hold it."""
    return _tree(document, namespaces, around=None)


def _tree(document: Document, namespaces: bool, around: str | None) -> Any:
    prolog, xml, lines, roots, depth = document._xml(namespaced=namespaces, around=around)
    if roots != 1:
        raise ValueError(f"a tree of lxml has one root element, and this document has {roots}")
    parser = _parser()
    if depth <= DEEPEST:
        root = etree.fromstring((prolog + xml).encode(), parser)
    else:
        root = _Build(document, namespaces).root(prolog, around, parser)
    # (Held as a list: for each element that is let go lxml goes up to one that is held.)
    for element, line in zip(list(root.iter(etree.Element)), lines, strict=True):
        element.sourceline = min(line, LAST_LINE)
    tree = root.getroottree()
    tree.docinfo.URL = document.url
    return tree


def _parser() -> Any:
    """A reader of XML that fetches nothing, expands nothing, and makes elements with the methods of `lxml.html`."""
    # (Not `collect_ids=False`: it has libxml2 look for the document type definition.)
    parser = etree.XMLParser(
        huge_tree=True, resolve_entities=False, load_dtd=False, no_network=True
    )
    parser.set_element_class_lookup(lxml.html.HtmlElementClassLookup())
    return parser


class _Build:
    """Builds a tree element by element, however deep they stand in one another."""

    def __init__(self, document: Document, namespaces: bool) -> None:
        self.steps = document._flat(coerced=True)
        self.namespaces = namespaces
        self.open: list[Any] = []
        # The element that the text in front stands behind; none at the beginning of an element.
        self.before: Any = None

    def root(self, prolog: str, around: str | None, parser: Any) -> Any:
        """The root: read with what stands in front of it, and then called what it is called."""
        html = HTML if self.namespaces else ""
        root = etree.fromstring(f'{prolog}<{around or "html"} xmlns="{html}"/>'.encode(), parser)
        if around:
            self.open.append(root)
        for step in self.steps:
            self.step(root, step)
        return root

    def step(self, root: Any, step: tuple[Any, ...]) -> None:
        kind = step[0]
        if kind == START:
            self.start(root, *step[1:5])
        elif kind == END:
            self.before = self.open.pop()
        elif kind == TEXT and self.open:
            self.text(step[1])
        elif kind == COMMENT:
            self.leaf(etree.Comment(step[1]))
        elif kind == INSTRUCTION:
            self.leaf(etree.ProcessingInstruction(*step[1:]))

    def start(
        self,
        root: Any,
        name: str,
        namespace: str | None,
        is_foreign: bool,
        attributes: list[tuple[str, str | None, str]],
    ) -> None:
        if not (is_foreign or self.namespaces):
            namespace = None
        tag = f"{{{namespace}}}{name}" if namespace else name
        own = {
            f"{{{address}}}{local}" if address else local: value
            for local, address, value in attributes
        }
        if self.open:
            nsmap: Any = {None: namespace} if namespace else None
            element = etree.SubElement(self.open[-1], tag, own, nsmap)
        else:
            element = root
            element.tag = tag
            element.attrib.update(own)
        self.open.append(element)
        self.before = None

    def text(self, text: str) -> None:
        if self.before is None:
            self.open[-1].text = (self.open[-1].text or "") + text
        else:
            self.before.tail = (self.before.tail or "") + text

    def leaf(self, leaf: Any) -> None:
        """Adds a comment or a processing instruction, unless the prolog had it."""
        if self.open:
            self.open[-1].append(leaf)
            self.before = leaf
        elif self.before is not None:
            self.before.addnext(leaf)
            self.before = leaf
