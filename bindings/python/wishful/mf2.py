"""Microformats with the interface of mf2py.

>>> from wishful import mf2
>>> found = mf2.parse(doc='<a class="h-card" href="/jane">Jane</a>', url="https://example.org/")
>>> found["items"]
[{'type': ['h-card'], 'properties': {'name': ['Jane'], 'url': ['https://example.org/jane']}}]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from . import _metaformats, _wishful
from ._sources import AGENT, document_of, fetched
from ._wishful import Document, Grammar

__all__ = ["Parser", "get_url", "parse"]

_SHIPPED = {name for name, _ in _wishful.grammars()}


def parse(
    doc: Any = None,
    url: str | None = None,
    html_parser: str | Grammar | None = None,
    expose_dom: bool = False,
    metaformats: bool = False,
    filter_roots: bool | Iterable[str] = False,
) -> dict[str, Any]:
    """Extracts the microformats of a document, with the keys of `mf2py.parse`.

    These are `items`, `rels`, `rel-urls` and `debug`.

    `doc` is bytes, a string, an open file, a `wishful.Document`, or a tree of Beautiful Soup.
    Without `doc`, `url` is fetched. `html_parser` is a grammar or the name of a shipped one; the
    names of other libraries' parsers are ignored. With `expose_dom`, markup values have a member
    `dom` instead of `html`: the element in a tree of Beautiful Soup. URLs in that tree are
    absolute. A tree that is passed as `doc` is not changed.
    """
    return Parser(doc, url, html_parser, expose_dom, metaformats, filter_roots).found


class Parser:
    """The microformats of a document, with the interface of `mf2py.Parser`."""

    useragent = AGENT
    """The header `User-Agent` of requests."""

    def __init__(
        self,
        doc: Any = None,
        url: str | None = None,
        html_parser: str | Grammar | None = None,
        expose_dom: bool = False,
        metaformats: bool = False,
        filter_roots: bool | Iterable[str] = False,
    ) -> None:
        self.found: dict[str, Any] = {"items": [], "rels": {}, "rel-urls": {}}
        if isinstance(html_parser, str) and html_parser not in _SHIPPED:
            html_parser = None
        if doc is not None or url is not None:
            document, url = self._document(doc, url, html_parser)
            dom = _dom(document, url) if expose_dom else None
            self.found = document._microformats(url, _except(filter_roots), dom)
            self._complete(document, url, metaformats)
        name = html_parser.name if isinstance(html_parser, Grammar) else html_parser or "whatwg"
        self.found["debug"] = {
            "description": "wishful - microformats2 in the format of mf2py",
            "source": "https://pypi.org/project/wishful/",
            "version": _wishful.__version__,
            "markup parser": name,
        }

    def _document(
        self, doc: Any, url: str | None, grammar: str | Grammar | None
    ) -> tuple[Document, str | None]:
        """Returns the document and its URL."""
        if doc is not None:
            return document_of(doc, grammar), url
        assert url is not None
        data, options = fetched(url, self.useragent)
        document = document_of(data, grammar, options)
        return document, document.url

    def _complete(self, document: Document, url: str | None, metaformats: bool) -> None:
        """Adds the results that microformats2 does not define: alternates and metaformats."""
        alternates = [
            _alternate(url, related)
            for url, related in self.found["rel-urls"].items()
            if "alternate" in related["rels"]
        ]
        if alternates:
            self.found["alternates"] = alternates
        item = _metaformats.item(document, url) if metaformats else None
        if item:
            self.found["items"].append(item)

    def to_dict(self, filter_by_type: str | None = None) -> Any:
        """Returns the whole result, or only the top-level items of a type."""
        if filter_by_type is None:
            return self.found
        return [item for item in self.found["items"] if filter_by_type in item["type"]]

    def to_json(self, pretty_print: bool = False, filter_by_type: str | None = None) -> str:
        """Returns the result of `to_dict` as JSON."""
        found = self.to_dict(filter_by_type)
        if pretty_print:
            return json.dumps(found, indent=4, separators=(", ", ": "))
        return json.dumps(found)


# Tailwind's words for heights: its classes, such as `h-full`, look like root classes.
_TAILWIND = ["auto", "fit", "full", "max", "min", "px", "screen"]


def _except(filter_roots: bool | Iterable[str]) -> list[str]:
    """Returns the classes that look like root classes but are to be ignored."""
    if not filter_roots:
        return []
    names = filter_roots if isinstance(filter_roots, Iterable) else _TAILWIND
    return [f"h-{name}" for name in names]


# The attributes that mf2py treats as URLs.
_URL_ATTRIBUTES = {"href", "src", "cite", "data", "poster"}


def _dom(document: Document, url: str | None) -> Callable[[int], Any]:
    """Returns a function from an element's index to its tag in a tree with absolute URLs."""
    from .bs4 import tags_of

    tags, base = tags_of(document), _metaformats.base_of(document, url)
    for tag in tags.values():
        for name in tag.attrs.keys() & _URL_ATTRIBUTES:
            tag[name] = _metaformats.joined(base, str(tag[name]))
    return tags.__getitem__


def get_url(mf: Iterable[Any]) -> list[str]:
    """Returns the URLs in the values of a property: strings, and the `url` values of items."""
    urls: list[str] = []
    for value in mf:
        if isinstance(value, str):
            urls.append(value)
        elif any(kind.startswith("h-") for kind in value.get("type", ())):
            urls += value["properties"].get("url", ())
    return urls


def _alternate(url: str, related: dict[str, Any]) -> dict[str, str]:
    """Returns the entry of an alternate version of the page."""
    others = " ".join(rel for rel in related["rels"] if rel != "alternate")
    values = {name: value for name, value in related.items() if name != "rels"}
    return {"url": url, **({"rel": others} if others else {}), **values}
