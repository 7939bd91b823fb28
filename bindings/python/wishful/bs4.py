"""A tree builder for Beautiful Soup. `import wishful` registers it, before or after `import bs4`.

>>> from bs4 import BeautifulSoup
>>> import wishful.bs4
>>> soup = BeautifulSoup("<ul><li>One<li id=b>Two", "wishful")
>>> soup.find(id="b").sourceline, soup.find(id="b").sourcepos
(1, 11)

The tree is that of the HTML standard. It includes texts that consist only of blanks, and elements
have namespaces, as with html5lib's builder. An unknown encoding is ignored.

`sourceline` and `sourcepos` give the position of the start tag, as with the parser of Python's
standard library: lines count from 1, columns from 0. Both are `None` if the tag is not in the
source.

To use another grammar, write `BeautifulSoup(html, "wishful", grammar="marpa")`.

Some libraries name their parser themselves: `pandas.read_html(flavor="bs4")` asks for `html5lib`.
After `wishful.bs4.register("html5lib")`, they use this builder.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from bs4 import BeautifulSoup
from bs4.builder import DetectsXMLParsedAsHTML, HTMLTreeBuilder, builder_registry
from bs4.element import (
    Comment,
    Doctype,
    NamespacedAttribute,
    NavigableString,
    ProcessingInstruction,
    Tag,
)

from . import _wishful
from ._wishful import Document, Grammar
from .errors import ParseError

__all__ = ["WishfulTreeBuilder", "register", "soup_of", "tags_of"]

START, TEXT, COMMENT, DOCTYPE, END, INSTRUCTION = range(6)


class WishfulTreeBuilder(HTMLTreeBuilder):
    """A builder that makes a tree of Beautiful Soup from a wishful document."""

    NAME = "wishful"
    ALTERNATE_NAMES: tuple[str, ...] = ()
    features = (NAME,)
    TRACKS_LINE_NUMBERS = True

    soup: BeautifulSoup | None

    def __init__(
        self,
        grammar: str | Grammar | None = None,
        *,
        document: Document | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._grammar = grammar
        self._encoding: str | None = None
        # A document that was parsed before; if it is present, the markup is ignored.
        self._document = document
        self._has_built = False

    def prepare_markup(
        self,
        markup: Any,
        user_specified_encoding: str | None = None,
        document_declared_encoding: str | None = None,
        exclude_encodings: Any = None,
    ) -> Iterable[tuple[Any, str | None, str | None, bool]]:
        """Yields the markup once. The parser detects the encoding unless the caller names one."""
        if exclude_encodings:
            warnings.warn("wishful's tree builder ignores exclude_encodings", stacklevel=3)
        DetectsXMLParsedAsHTML.warn_if_markup_looks_like_xml(markup, stacklevel=3)
        self._encoding = user_specified_encoding
        yield markup, None, document_declared_encoding, False

    def feed(self, markup: Any) -> None:
        assert self.soup is not None
        # When Beautiful Soup copies a soup, it feeds empty markup and expects no nodes.
        if self._has_built and not markup:
            return
        self._has_built = True
        document = self._document or self._parsed(markup)
        if not isinstance(markup, str):
            self.soup.original_encoding = document.encoding.lower()
            self.soup.contains_replacement_characters = document.malformed
        _Build(self.soup, self.store_line_numbers).tree(document)

    def _parsed(self, markup: Any) -> Document:
        if self._encoding:
            with suppress(ParseError):
                return _wishful.parse(markup, self._grammar, encoding=self._encoding)
        return _wishful.parse(markup, self._grammar)

    def test_fragment_to_document(self, fragment: str) -> str:
        return f"<html><head></head><body>{fragment}</body></html>"


def soup_of(document: Document, **options: Any) -> BeautifulSoup:
    """Returns a document as a tree of Beautiful Soup; see `BeautifulSoup` for the options."""
    return BeautifulSoup("", builder=WishfulTreeBuilder(document=document), **options)


def tags_of(document: Document) -> dict[int, Tag]:
    """Returns the tags of a document's soup, keyed by the indices of the document's nodes."""
    elements = (node.index for node in document if node.kind == "element")
    return dict(zip(elements, soup_of(document).find_all(True), strict=True))


class _Build:
    """The construction of one tree from the steps of a document."""

    def __init__(self, soup: BeautifulSoup, has_positions: bool) -> None:
        self.soup: Any = soup
        self.has_positions = has_positions
        # For each open element: true if the tree has it. `parse_only` may skip outer elements.
        self.open: list[bool] = []

    def tree(self, document: Document) -> None:
        for step in document._flat():
            kind = step[0]
            if kind == START:
                self.start(*step[1:])
            elif kind == TEXT:
                self.text(step[1], NavigableString)
            elif kind == END:
                self.end()
            elif kind == COMMENT:
                self.text(step[1], Comment)
            elif kind == INSTRUCTION:
                self.text(" ".join(step[1:]).rstrip(), ProcessingInstruction)
            else:
                doctype = Doctype.for_name_and_ids(*step[1:])
                self.text(str(doctype), Doctype)

    def start(
        self,
        name: str,
        namespace: str | None,
        is_foreign: bool,
        attributes: list[tuple[str, str | None, str]],
        line: int | None,
        column: int | None,
    ) -> None:
        position: dict[str, int] = {}
        if self.has_positions and line is not None and column is not None:
            position = {"sourceline": line, "sourcepos": column - 1}
        own = self.soup.builder.attribute_dict_class()
        for attribute, uri, value in attributes:
            # Not `update`: the class may convert values.
            own[_attribute(attribute, uri)] = value
        tag = self.soup.handle_starttag(name, namespace, None, own, **position)
        self.open.append(tag is not None)

    def end(self) -> None:
        if self.open.pop():
            self.soup.popTag()

    def text(self, text: str, kind: type[NavigableString]) -> None:
        """Adds a text. `endData` is not used, because it collapses blanks."""
        soup = self.soup
        is_outside = len(soup.tagStack) <= 1
        if soup.parse_only and is_outside and not soup.parse_only.allow_string_creation(text):
            return
        soup.object_was_parsed(soup.string_container(kind)(text))


def _attribute(name: str, namespace: str | None) -> str:
    if namespace is None:
        return name
    prefix, _, local = name.rpartition(":")
    return NamespacedAttribute(prefix or None, local, namespace)


def register(name: str) -> None:
    """Registers the builder by another name, in place of a builder that has this name."""
    WishfulTreeBuilder.ALTERNATE_NAMES += (name,)
    builder_registry.builders_for_feature[name].insert(0, WishfulTreeBuilder)


builder_registry.register(WishfulTreeBuilder)
