"""What the `<meta>` elements of a page say of it, as an item of microformats (https://microformats.org/wiki/metaformats)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

from ._wishful import Document, Node

# Attribute, its value, the property, whether it is an address; the first that says something counts.
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
    """The item of a page; none if it says nothing, or has a root class itself."""
    root, head = document.find("html"), document.find("head")
    if head is None or root is None or any(name.startswith("h-") for name in root.classes):
        return None
    said, base = _said(head), base_of(document, url)
    properties: dict[str, list[str]] = {}
    for attribute, name, becomes, is_address in _PROPERTIES:
        if content := said.get((attribute, name)):
            value = joined(base, content) if is_address else content
            properties.setdefault(becomes, [value])
    title = head.select_one("title")
    if title is not None and title.text:
        properties.setdefault("name", [title.text])
    if not properties:
        return None
    kind = said.get(("property", "og:type"), "").partition(".")[0]
    return {
        "properties": properties,
        "source": "metaformats",
        "type": [_TYPES.get(kind, "h-entry")],
    }


def base_of(document: Document, url: str | None) -> str:
    """What the addresses of a page are relative to, which is at `url` itself; empty if that cannot be said."""
    written = document.select_one("base[href]")
    if document.base_url is not None or written is None:
        return document.base_url or url or ""
    return joined(url or "", written["href"])


def joined(base: str, address: str) -> str:
    """An address made whole; as it is written if it is whole, or none."""
    if address.startswith(("http://", "https://")):
        return address
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def _said(head: Node) -> dict[tuple[str, str], str]:
    """What each `<meta>` says, by the attribute that names it."""
    said: dict[tuple[str, str], str] = {}
    for meta in head.select("meta[content]"):
        for attribute in ("property", "name"):
            said.setdefault((attribute, meta.get(attribute, "")), meta["content"])
    return said
