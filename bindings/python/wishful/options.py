"""The keyword arguments of a parse."""

from __future__ import annotations

from typing import TypedDict

__all__ = ["ParseOptions"]


class ParseOptions(TypedDict, total=False):
    """Options for parsing one input. `None` selects the default."""

    name: str | None
    """The name of the input in messages."""
    fragment: str | None
    """The context element of a fragment, such as `td`, `svg path` or `<td class=x>`."""
    latches: list[str] | None
    """Latches of the grammar that are on from the start, such as `quirks`, `form` or `srcdoc`."""
    url: str | None
    """The URL of the input, to resolve relative URLs."""
    encoding: str | None
    """The encoding to use, regardless of the bytes and the transport."""
    transport_encoding: str | None
    """The encoding that the transport declares, such as that of an HTTP header."""
    max_bytes: int | None
    """The maximum number of bytes of text to read."""
    max_nodes: int | None
    """The maximum number of nodes to make."""
    shadow_roots: bool | None
    """Attaches declarative shadow roots (`<template shadowrootmode=open>`) if true."""
    patches: bool | None
    """Applies content patches (`<template for=a>`) if true."""
