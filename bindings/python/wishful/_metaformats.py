"""The `<meta>` elements of a page as a microformats item.

See https://microformats.org/wiki/metaformats.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

from ._wishful import Document, Node

# Each row: an attribute of `<meta>`, its value, the property, and a flag for URLs. The first row
# that gives a property a value counts.
_PROPERTIES = [
    ("property", "article:author", "author", True),
    ("property", "article:published_time", "published", False),
    ("property", "article:modified_time", "updated", False),
    ("property", "og:audio", "audio", True),
    ("property", "og:description", "summary", False),
    ("property", "og:image", "photo", True),
    ("property", "og:title", "name", False),
    ("property", "og:video", "video", True),
    ("name", "twitter:title", "name", False),
    ("name", "twitter:description", "summary", False),
    ("name", "twitter:image", "photo", True),
    ("name", "description", "summary", False),
]

_TYPES = {"article": "h-entry", "movie": "h-cite", "music": "h-cite", "profile": "h-card"}


def item(document: Document, url: str | None) -> dict[str, Any] | None:
    """Returns the item of a page.

    The result is `None` if the page has no such elements, or if its root element has a root class.
    """
    root, head = document.find("html"), document.find("head")
    if head is None or root is None or any(name.startswith("h-") for name in root.classes):
        return None
    contents, base = _contents(head), base_of(document, url)
    properties: dict[str, list[str]] = {}
    for attribute, name, key, is_url in _PROPERTIES:
        if content := contents.get((attribute, name)):
            value = joined(base, content) if is_url else content
            properties.setdefault(key, [value])
    title = head.select_one("title")
    if title is not None and title.text_content:
        properties.setdefault("name", [title.text_content])
    if not properties:
        return None
    kind = contents.get(("property", "og:type"), "").partition(".")[0]
    return {
        "properties": properties,
        "source": "metaformats",
        "type": [_TYPES.get(kind, "h-entry")],
    }


def base_of(document: Document, url: str | None) -> str:
    """Returns the base URL of a page whose own URL is `url`; an empty string if it is unknown."""
    element = document.select_one("base[href]")
    if document.base_url is not None or element is None:
        return document.base_url or url or ""
    return joined(url or "", element["href"])


def joined(base: str, address: str) -> str:
    """Resolves a URL. An absolute or invalid one is returned unchanged."""
    if address.startswith(("http://", "https://")):
        return address
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def _contents(head: Node) -> dict[tuple[str, str], str]:
    """Returns the content of each `<meta>`, keyed by the name and value of its naming attribute."""
    contents: dict[tuple[str, str], str] = {}
    for meta in head.select("meta[content]"):
        for attribute in ("property", "name"):
            contents.setdefault((attribute, meta.get(attribute, "")), meta["content"])
    return contents
