"""Exceptions, and diagnostics as plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._wishful import Node

__all__ = [
    "AddressWarning",
    "Diagnostic",
    "EditError",
    "ExtractionError",
    "GrammarError",
    "ParseError",
    "ParseletError",
    "Place",
    "QueryError",
    "Related",
    "WishfulError",
]


@dataclass(frozen=True)
class Place:
    """A range in a file. Lines and columns count from 1; columns count characters."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Related:
    """A related position, with a short label."""

    place: Place
    label: str


@dataclass(frozen=True)
class Diagnostic:
    """An error, a warning or a note."""

    severity: str
    """`error`, `warning` or `note`."""
    code: str
    """The kind of diagnostic, in one word."""
    message: str
    """The problem, in one sentence without a full stop."""
    place: Place | None
    """The position; `None` if there is none."""
    label: str
    """A short label for the position; may be empty."""
    related: tuple[Related, ...]
    """Related positions."""
    notes: tuple[str, ...]
    """Longer explanations."""
    help: tuple[str, ...]
    """Suggested changes."""
    link: str | None = None
    """The address of a page about diagnostics with this code."""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        lines = [f"{where}{self.severity}[{self.code}]: {self.message}"]
        lines += [f"note: {note}" for note in self.notes]
        lines += [f"help: {help}" for help in self.help]
        return "\n  ".join(lines)


class AddressWarning(UserWarning):
    """A page is given that looks like the name of a file or like a URL."""


class WishfulError(Exception):
    """The base class of all exceptions of this package."""


class ParseError(WishfulError, ValueError):
    """An input cannot be parsed because an option is wrong. Broken HTML never raises it."""


class ExtractionError(WishfulError, LookupError):
    """A parselet finds no value in a document for a required key."""


class EditError(WishfulError, ValueError):
    """An edit contradicts another one, or its node does not permit it.

    >>> import wishful
    >>> document = wishful.parse("<p>One")
    >>> with document.edit() as editor:
    ...     editor.remove(document.find("p"))
    ...     editor.add_class(document.find("p"), "first")
    Traceback (most recent call last):
    wishful.errors.EditError: <p> at 1:1: another edit removes or moves this node; select it for one of the two only
    """

    conflict: str
    """`another-document`, `not-editable`, `not-an-element`, `void`, `removed`, `edited`, `twice` or
    `name`."""
    node: Node
    """The node that cannot be edited."""

    def __init__(self, message: str, conflict: str, node: Node) -> None:
        super().__init__(message)
        self.conflict = conflict
        self.node = node


class _Refusal(WishfulError, ValueError):
    """A text has errors. The exception's message shows each one with carets."""

    diagnostics: list[Diagnostic]

    def __init__(self, rendered: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(rendered)
        self.diagnostics = list(diagnostics)

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), (*self.args, self.diagnostics)

    def _repr_html_(self) -> str:
        from .notebook import refusal

        return refusal(self)


class GrammarError(_Refusal):
    """A grammar has errors; `diagnostics` lists them."""


class QueryError(_Refusal):
    """A selector or an expression has errors; `diagnostics` lists them."""


class ParseletError(_Refusal):
    """A parselet has errors; `diagnostics` lists them."""


def _place(found: Mapping[str, Any]) -> Place:
    start, end = found["start"], found["end"]
    return Place(found["file"], start["line"], start["column"], end["line"], end["column"])


def _diagnostic(found: Mapping[str, Any]) -> Diagnostic:
    return Diagnostic(
        severity=found["severity"],
        code=found["code"],
        message=found["message"],
        place=_place(found["place"]) if found["place"] else None,
        label=found["label"],
        related=tuple(Related(_place(one["place"]), one["label"]) for one in found["related"]),
        notes=tuple(found["notes"]),
        help=tuple(found["help"]),
        link=found.get("link"),
    )


def _diagnostics(findings: str) -> list[Diagnostic]:
    """Converts the JSON of `--format json` to diagnostics."""
    return [_diagnostic(found) for found in json.loads(findings)["findings"]]
