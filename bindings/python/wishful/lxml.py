"""Trees of lxml.

>>> import wishful.lxml
>>> root = wishful.lxml.fromstring("<ul><li>One<li>Two")
>>> [item.text for item in root.iter("li")]
['One', 'Two']
>>> root.xpath("//li")[1].sourceline
1

The elements are those of `lxml.html`. Elements of SVG and MathML have namespaces; with
`namespaces=True`, those of HTML and attributes such as `xml:lang` have theirs, too. `sourceline` is
the line of the start tag, or `None` if the tag is not in the source.

lxml builds XML trees, and XML does not allow all names and characters of HTML. They are replaced as
the standard says (HTML, section 13.2.9):

* a character in the name of an element becomes `U` and six digits; with `namespaces=True`, also one
  in the name of an attribute;
* a character in a text becomes U+FFFD or a blank;
* attributes named `xmlns` are left out;
* comments have a blank between two hyphens.

Texts and cruft outside the root are left out.

The tree is passed as XML, which lxml parses several times faster than Python can build elements.
lxml's parser rejects trees that are too deep; these are built element by element.
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

# The maximum depth of elements that libxml2's parser accepts.
DEEPEST = 2000
# The maximum line number: libxml2 stores it in 16 bits.
LAST_LINE = 65_535

START, TEXT, COMMENT, DOCTYPE, END, INSTRUCTION = range(6)


def parse(
    source: Any,
    grammar: str | Grammar | None = None,
    *,
    namespaces: bool = False,
    **options: Any,
) -> Any:
    """Parses a source: an open file, a path or a URL. See `ParseOptions` for the options."""
    data, file_options = opened(source)
    document = _wishful.parse(data, grammar, **cast(ParseOptions, {**file_options, **options}))
    return tree_of(document, namespaces=namespaces)


def fromstring(
    html: bytes | str,
    grammar: str | Grammar | None = None,
    *,
    namespaces: bool = False,
    **options: Any,
) -> Any:
    """Parses a document and returns its root element."""
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
    """Parses the content of an element, and returns its elements as a list.

    If there is text before the first element, the list begins with it.
    """
    all_options = cast(ParseOptions, {**options, "fragment": context})
    document = _wishful.parse(html, grammar, **all_options)
    holder = _tree(document, namespaces, around="fragment").getroot()
    return ([holder.text] if holder.text else []) + list(holder)


def tree_of(document: Document, *, namespaces: bool = False) -> Any:
    """Returns a document as a tree of lxml. The document must have exactly one root element."""
    return _tree(document, namespaces, around=None)


def _tree(document: Document, namespaces: bool, around: str | None) -> Any:
    prolog, xml, lines, uncoerced, roots, depth = document._xml(
        namespaced=namespaces, around=around
    )
    if roots != 1:
        raise ValueError(f"a tree of lxml needs one root element, but this document has {roots}")
    parser = _parser()
    if depth <= DEEPEST:
        root = etree.fromstring((prolog + xml).encode(), parser)
    else:
        root = _Build(document, namespaces).root(prolog, around, parser)
    if not namespaces:
        root = _moved_to_html(root)
    # A list keeps all elements alive: lxml walks up to a live ancestor for each one that it frees.
    elements = list(root.iter(etree.Element))
    for element, line in zip(elements, lines, strict=True):
        element.sourceline = min(line, LAST_LINE)
    for number, attributes in [] if namespaces else uncoerced:
        elements[number].attrib.clear()
        for name, value in attributes:
            elements[number].set(name, value)
    tree = root.getroottree()
    tree.docinfo.URL = document.url
    return tree


def _parser() -> Any:
    """Returns an XML parser that makes elements of `lxml.html`.

    The parser fetches no files and expands no entities.
    """
    # Not `collect_ids=False`: with it, libxml2 searches for the document type definition.
    parser = etree.XMLParser(
        huge_tree=True, resolve_entities=False, load_dtd=False, no_network=True
    )
    parser.set_element_class_lookup(lxml.html.HtmlElementClassLookup())
    return parser


def _moved_to_html(root: Any) -> Any:
    """Moves a tree to a document of lxml.html's parser, where any name of an attribute is valid."""
    html: Any = lxml.html.HTMLParser().makeelement(root.tag, root.attrib, root.nsmap)
    source, docinfo = root.getroottree().docinfo, html.getroottree().docinfo
    docinfo.clear()
    if source.internalDTD is not None:
        docinfo.public_id, docinfo.system_url = source.public_id, source.system_url
    for node in list(root.itersiblings(preceding=True))[::-1]:
        html.addprevious(node)
    for node in list(root.itersiblings())[::-1]:
        html.addnext(node)
    html.text = root.text
    html.extend(list(root))
    return html


class _Build:
    """The construction of a tree element by element, for trees of any depth."""

    def __init__(self, document: Document, namespaces: bool) -> None:
        self.steps = document._flat(coerced=True)
        self.namespaces = namespaces
        self.open: list[Any] = []
        # The preceding sibling, whose tail takes the next text; `None` at the start of an element.
        self.before: Any = None

    def root(self, prolog: str, around: str | None, parser: Any) -> Any:
        """Builds the tree and returns its root.

        The root is parsed together with the prolog, and renamed later.
        """
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
        own = {f"{{{uri}}}{local}" if uri else local: value for local, uri, value in attributes}
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
        """Adds a comment or a processing instruction, unless the prolog contains it."""
        if self.open:
            self.open[-1].append(leaf)
            self.before = leaf
        elif self.before is not None:
            self.before.addnext(leaf)
            self.before = leaf
