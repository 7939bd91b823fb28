"""A tree builder of Beautiful Soup. Importing this module registers it.

>>> from bs4 import BeautifulSoup
>>> import wishful.bs4
>>> soup = BeautifulSoup("<ul><li>One<li id=b>Two", "wishful")
>>> soup.find(id="b").sourceline, soup.find(id="b").sourcepos
(1, 11)

The tree is the standard's, texts of nothing but blanks among it, and elements are in their namespaces, as html5lib's builder
has them. An encoding that nobody knows is as if it was not said. `sourceline` counts from 1 and `sourcepos` from 0, both of where the start tag begins, as the parser of the standard
library has them; of a tag that is written nowhere they are none. Another grammar is `BeautifulSoup(html, "wishful", grammar="marpa")`.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
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

__all__ = ["WishfulTreeBuilder", "soup_of", "tags_of"]

START, TEXT, COMMENT, DOCTYPE, END, INSTRUCTION = range(6)


class WishfulTreeBuilder(HTMLTreeBuilder):
    """Builds the tree of Beautiful Soup that a document of wishful says."""

    NAME = "wishful"
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
        # What was parsed already, and is to be built whatever the markup is.
        self._document = document
        self._has_built = False

    def prepare_markup(
        self,
        markup: Any,
        user_specified_encoding: str | None = None,
        document_declared_encoding: str | None = None,
        exclude_encodings: Any = None,
    ) -> Iterable[tuple[Any, str | None, str | None, bool]]:
        """(Which encoding it is, is found as browsers do, unless somebody says it.)"""
        DetectsXMLParsedAsHTML.warn_if_markup_looks_like_xml(markup, stacklevel=3)
        self._encoding = user_specified_encoding
        yield markup, None, document_declared_encoding, False

    def feed(self, markup: Any) -> None:
        assert self.soup is not None
        # (To copy a soup, Beautiful Soup gives the builder that built it nothing, and expects no more.)
        if self._has_built and not markup:
            return
        self._has_built = True
        document = self._document or self._parsed(markup)
        if not isinstance(markup, str):
            self.soup.original_encoding = document.encoding.lower()
            self.soup.contains_replacement_characters = document.malformed
        _Build(self.soup, self.store_line_numbers).tree(document)

    def _parsed(self, markup: Any) -> Document:
        for encoding in _names(self._encoding):
            with suppress(ParseError):
                return _wishful.parse(markup, self._grammar, encoding=encoding)
        return _wishful.parse(markup, self._grammar)

    def test_fragment_to_document(self, fragment: str) -> str:
        return f"<html><head></head><body>{fragment}</body></html>"


def _names(encoding: str | None) -> Iterator[str]:
    """The names of an encoding: Python has some that the standard has not."""
    if encoding:
        yield encoding
        with suppress(LookupError):
            yield codecs.lookup(encoding).name


def soup_of(document: Document, **options: Any) -> BeautifulSoup:
    """The tree of a document that was parsed already; see `BeautifulSoup` for the options."""
    return BeautifulSoup("", builder=WishfulTreeBuilder(document=document), **options)


def tags_of(document: Document) -> dict[int, Tag]:
    """The tags of such a tree, by the numbers of the nodes that they are of."""
    elements = (node.index for node in document if node.kind == "element")
    return dict(zip(elements, soup_of(document).find_all(True), strict=True))


class _Build:
    """Builds one tree, by the steps that the document is."""

    def __init__(self, soup: BeautifulSoup, has_places: bool) -> None:
        self.soup: Any = soup
        self.has_places = has_places
        # Of each open element, whether the tree has it: those outside may be passed over by `parse_only`.
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
        places: dict[str, int] = {}
        if self.has_places and line is not None and column is not None:
            places = {"sourceline": line, "sourcepos": column - 1}
        own = {_attribute(name, address): value for name, address, value in attributes}
        tag = self.soup.handle_starttag(name, namespace, None, own, **places)
        self.open.append(tag is not None)

    def end(self) -> None:
        if self.open.pop():
            self.soup.popTag()

    def text(self, text: str, kind: type[NavigableString]) -> None:
        """(Not by `endData`, which makes one blank of many.)"""
        soup = self.soup
        is_outside = len(soup.tagStack) <= 1
        if soup.parse_only and is_outside and not soup.parse_only.allow_string_creation(text):
            return
        soup.object_was_parsed(soup.string_container(kind)(text))


def _attribute(name: str, address: str | None) -> str:
    if address is None:
        return name
    prefix, _, local = name.rpartition(":")
    return NamespacedAttribute(prefix or None, local, address)


builder_registry.register(WishfulTreeBuilder)
