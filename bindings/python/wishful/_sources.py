"""The inputs that other libraries accept as documents: files, paths, URLs, and their own trees."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from . import _wishful
from ._wishful import Document, Grammar
from .errors import ParseError
from .options import ParseOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

AGENT = f"wishful/{_wishful.__version__} (Python)"


def fetched(url: str, agent: str = AGENT) -> tuple[bytes, ParseOptions]:
    """Fetches a URL. Returns the bytes, with the final URL and the encoding of the HTTP header."""
    # Python would also open `file:` URLs.
    if not is_url(url):
        raise ValueError(f"`{url}` is not an http or https URL")
    # Imported here, since this would double the time of `import wishful`.
    import urllib.request

    request = urllib.request.Request(url, headers={"User-Agent": agent})
    with urllib.request.urlopen(request) as answer:
        charset = answer.headers.get_content_charset()
        return answer.read(), ParseOptions(url=answer.url, transport_encoding=charset)


def is_url(source: object) -> bool:
    return isinstance(source, str) and source.lower().startswith(("http://", "https://"))


def parse_file(
    source: Any, grammar: str | Grammar | None = None, **options: Unpack[ParseOptions]
) -> Document:
    """Parses a file, given as a path or as an open file. See `ParseOptions` for the options."""
    data, file_options = read(source)
    return _wishful.parse(data, grammar, **cast(ParseOptions, {**file_options, **options}))


def opened(source: Any) -> tuple[bytes | str, ParseOptions]:
    """Reads a source: an open file, a path or a URL."""
    return fetched(source) if is_url(source) else read(source)


def read(source: Any) -> tuple[bytes | str, ParseOptions]:
    """Reads an open file, or the file at a path."""
    if hasattr(source, "read"):
        return source.read(), ParseOptions(name=_name(source))
    with open(os.fspath(source), "rb") as file:
        return file.read(), ParseOptions(name=_name(file))


def _name(file: Any) -> str | None:
    """Returns the name of a file. Undecodable bytes in it are replaced."""
    name = getattr(file, "name", None)
    return os.fsencode(name).decode(errors="replace") if isinstance(name, (bytes, str)) else None


def document_of(
    source: Any, grammar: str | Grammar | None = None, options: ParseOptions | None = None
) -> Document:
    """Parses a source: a document, its text, an open file, or the tree of another library.

    A document is returned unchanged.
    """
    if isinstance(source, Document):
        return source
    markup, is_part = _markup(source)
    options = options or ParseOptions()
    if hasattr(markup, "read"):
        markup, file_options = opened(markup)
        options = cast(ParseOptions, {**file_options, **options})
    if is_part and "fragment" not in options:
        # A template may contain elements that are otherwise permitted only in a table or a list.
        with suppress(ParseError):
            return _wishful.parse(
                markup, grammar, **cast(ParseOptions, {**options, "fragment": "template"})
            )
    return _wishful.parse(markup, grammar, **options)


# Elements that must be parsed as whole documents, not as fragments.
_WHOLE = {"[document]", "html", "head", "body", "frameset"}


def _markup(source: Any) -> tuple[Any, bool]:
    """Serializes a tree of another library as HTML, and reports whether it is a fragment.

    Any other source is returned unchanged.
    """
    library = type(source).__module__.partition(".")[0]
    if library == "bs4" and hasattr(source, "decode"):
        return source.decode(formatter="minimal"), source.name not in _WHOLE
    if library == "lxml":
        from lxml import etree

        html = etree.tostring(source, method="html", encoding="unicode", with_tail=False)
        tag = getattr(source, "tag", None)
        return html, isinstance(tag, str) and tag.rpartition("}")[2] not in _WHOLE
    return source, False
