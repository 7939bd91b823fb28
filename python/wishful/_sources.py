"""What other libraries take for a document: files, names of files, addresses, and their own trees."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any, cast

from . import _wishful
from ._wishful import Document, Grammar
from .errors import ParseError
from .options import ParseOptions

AGENT = f"wishful/{_wishful.__version__} (Python)"


def fetched(url: str) -> tuple[bytes, ParseOptions]:
    """The bytes at an address, and what whoever sent them says of them."""
    # (Python would read files by it as well.)
    if not is_address(url):
        raise ValueError(f"`{url}` is no address of http or https")
    # (Half of the time that `import wishful` would take.)
    import urllib.request

    request = urllib.request.Request(url, headers={"User-Agent": AGENT})
    with urllib.request.urlopen(request) as answer:
        charset = answer.headers.get_content_charset()
        return answer.read(), ParseOptions(url=answer.url, transport_encoding=charset)


def is_address(source: object) -> bool:
    return isinstance(source, str) and source.lower().startswith(("http://", "https://"))


def opened(source: Any) -> tuple[bytes | str, ParseOptions]:
    """What is in a file: open, or by its name or address."""
    if hasattr(source, "read"):
        return source.read(), ParseOptions(name=_name(source))
    if is_address(source):
        return fetched(source)
    with open(os.fspath(source), "rb") as file:
        return file.read(), ParseOptions(name=_name(file))


def _name(file: Any) -> str | None:
    """What a file is called; bytes of the name that are no text are replaced."""
    name = getattr(file, "name", None)
    return os.fsencode(name).decode(errors="replace") if isinstance(name, (bytes, str)) else None


def document_of(
    source: Any, grammar: str | Grammar | None = None, options: ParseOptions | None = None
) -> Document:
    """A document that is given as one, as its text, as an open file, or as the tree of another library."""
    if isinstance(source, Document):
        return source
    written, is_part = _written(source)
    options = options or ParseOptions()
    if hasattr(written, "read"):
        written, found = opened(written)
        options = cast(ParseOptions, {**found, **options})
    if is_part and "fragment" not in options:
        # (A template holds what else would stand only in a table or a list.)
        with suppress(ParseError):
            return _wishful.parse(
                written, grammar, **cast(ParseOptions, {**options, "fragment": "template"})
            )
    return _wishful.parse(written, grammar, **options)


# Elements of which a document makes more than of their content.
_WHOLE = {"[document]", "html", "head", "body", "frameset"}


def _written(source: Any) -> tuple[Any, bool]:
    """A tree of another library as HTML, and whether it is a part of a document; anything else as it is."""
    library = type(source).__module__.partition(".")[0]
    if library == "bs4" and hasattr(source, "decode"):
        return source.decode(formatter="minimal"), source.name not in _WHOLE
    if library == "lxml":
        from lxml import etree

        html = etree.tostring(source, method="html", encoding="unicode", with_tail=False)
        tag = getattr(source, "tag", None)
        return html, isinstance(tag, str) and tag.rpartition("}")[2] not in _WHOLE
    return source, False
