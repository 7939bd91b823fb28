"""What can go wrong, and what is found wrong: exceptions, and diagnostics as plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = [
    "Diagnostic",
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
    """Where something is: a file, and lines and columns from 1 that count characters."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Related:
    """Another place that matters, and a few words about it."""

    place: Place
    label: str


@dataclass(frozen=True)
class Diagnostic:
    """One thing that was found wrong."""

    severity: str
    """`error`, `warning` or `note`."""
    code: str
    """What sort of thing it is, in one word."""
    message: str
    """What is wrong, in one sentence without a full stop."""
    place: Place | None
    """Where; nothing if it is about no place."""
    label: str
    """A few words about the place; may be empty."""
    related: tuple[Related, ...]
    """Other places that matter."""
    notes: tuple[str, ...]
    """Longer explanations."""
    help: tuple[str, ...]
    """What to do."""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        said = [f"{where}{self.severity}[{self.code}]: {self.message}"]
        said += [f"note: {note}" for note in self.notes]
        said += [f"help: {help}" for help in self.help]
        return "\n  ".join(said)


class WishfulError(Exception):
    """The base of all exceptions of this package."""


class ParseError(WishfulError, ValueError):
    """An input is not parsed at all: an option is wrong. Broken HTML is never a reason."""


class ExtractionError(WishfulError, LookupError):
    """A parselet has no answer for a document: a key is missing that must be there."""


class _Refusal(WishfulError, ValueError):
    """Something that was written is refused. The text of the exception shows every mistake with carets."""

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
    """A grammar is refused; `diagnostics` has all its mistakes."""


class QueryError(_Refusal):
    """A selector or an expression is refused; `diagnostics` has all its mistakes."""


class ParseletError(_Refusal):
    """A parselet is refused; `diagnostics` has all its mistakes."""


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
    )


def _diagnostics(findings: str) -> list[Diagnostic]:
    """What `--format json` says of findings, as diagnostics."""
    return [_diagnostic(found) for found in json.loads(findings)["findings"]]
