"""The keyword arguments of a parse."""

from __future__ import annotations

from typing import TypedDict

__all__ = ["ParseOptions"]


class ParseOptions(TypedDict, total=False):
    """How to parse one input; `None` is to say nothing."""

    name: str | None
    """What messages call the input."""
    fragment: str | None
    """The element whose content the input is, such as `td`, `svg path` or `<td class=x>`; else it is a whole document."""
    latches: list[str] | None
    """Latches of the grammar that are on from the start, such as `quirks`, `form` or `srcdoc`."""
    url: str | None
    """Where the input is, for what is relative to it."""
    encoding: str | None
    """The encoding to use whatever the bytes say."""
    transport_encoding: str | None
    """The encoding that whoever sent the bytes says they have."""
    max_bytes: int | None
    """So many bytes of text are read."""
    max_nodes: int | None
    """So many nodes are made."""
    shadow_roots: bool | None
    """Whether a declarative shadow root is one."""
    patches: bool | None
    """Whether content patches (`<template for=a>`) are applied."""
