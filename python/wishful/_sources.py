"""What other libraries take for a document: files, names of files, addresses, and their own trees."""

from __future__ import annotations

import os
import urllib.request
from typing import Any, cast

from . import _wishful
from ._wishful import Document, Grammar
from .options import ParseOptions

AGENT = f"wishful/{_wishful.__version__} (Python)"


def fetched(url: str) -> tuple[bytes, ParseOptions]:
    """The bytes at an address, and what whoever sent them says of them."""
    request = urllib.request.Request(url, headers={"User-Agent": AGENT})
    with urllib.request.urlopen(request) as answer:
        charset = answer.headers.get_content_charset()
        return answer.read(), ParseOptions(url=answer.url, transport_encoding=charset)


def is_address(source: object) -> bool:
    return isinstance(source, str) and source.startswith(("http://", "https://"))


def opened(source: Any) -> tuple[bytes | str, ParseOptions]:
    """What is in a file: open, or by its name or address."""
    if hasattr(source, "read"):
        return source.read(), ParseOptions(name=_name(source))
    if is_address(source):
        return fetched(source)
    with open(source, "rb") as file:
        return file.read(), ParseOptions(name=os.fspath(source))


def _name(file: Any) -> str | None:
    name = getattr(file, "name", None)
    return name if isinstance(name, str) else None


def document_of(
    source: Any, grammar: str | Grammar | None = None, options: ParseOptions | None = None
) -> Document:
    """A document that is given as one, as its text, as an open file, or as the tree of another library."""
    if isinstance(source, Document):
        return source
    source, options = _written(source), options or ParseOptions()
    if hasattr(source, "read"):
        source, found = opened(source)
        options = cast(ParseOptions, {**found, **options})
    return _wishful.parse(source, grammar, **options)


def _written(source: Any) -> Any:
    """A tree of another library as HTML; anything else as it is."""
    library = type(source).__module__.partition(".")[0]
    if library == "bs4":
        return source.decode(formatter="minimal")
    if library == "lxml":
        from lxml import etree

        return etree.tostring(source, method="html", encoding="unicode")
    return source
