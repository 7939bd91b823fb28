"""The structured data of a document as one graph: what `Document.structured_data` returns.

A graph has subjects, and a subject has values. All syntaxes that describe the same address describe
the same subject, and each value names the syntaxes that state it.

>>> import wishful
>>> page = '''<script type=application/ld+json>
... {"@context": "https://schema.org", "@type": "Product", "name": "Teapot",
...  "offers": {"@type": "Offer", "price": 19.50, "priceCurrency": "EUR"}}
... </script>'''
>>> data = wishful.parse(page).structured_data()
>>> [teapot] = data.of_type("Product")
>>> teapot.text("name")
'Teapot'
>>> offer = data[teapot["offers"]]
>>> offer.text("price"), offer.text("priceCurrency"), offer.text("sku")
('19.50', 'EUR', None)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._wishful import Document, Node, Span

__all__ = ["DataProblem", "StructuredData", "Subject", "Value"]


def _is_name(name: str, full: str) -> bool:
    """Reports whether a full name is the given one, or ends in it."""
    return name == full or full.endswith((f"/{name}", f"#{name}"))


@dataclass(frozen=True)
class Value:
    """A value of a property: a text, or the name of a subject or an address."""

    property: str
    """The full name of the property, such as `https://schema.org/name`."""
    id: str | None
    """The name of a subject, or an address; `None` for a text."""
    text: str | None
    """The text; `None` for a subject or an address."""
    datatype: str | None
    """The full name of a text's type, if it has one."""
    language: str | None
    """The language of a text, if the page gives one."""
    syntaxes: tuple[str, ...]
    """The syntaxes that state the value, such as `microdata`."""
    step: str
    """The step that gave the value, in a few words."""
    node: Node
    """The element that gave the value."""
    spans: tuple[Span, ...]
    """The source of the value."""

    def __str__(self) -> str:
        return self.text or self.id or ""


@dataclass(frozen=True)
class Subject:
    """A thing that the page describes. Names of properties may be full, or the last word only:
    `name` also finds `https://schema.org/name`."""

    id: str
    """The address; for a subject without one, a label that begins with `_:`."""
    types: tuple[str, ...]
    """The full names of the types, such as `https://schema.org/Event`."""
    syntaxes: tuple[str, ...]
    """The syntaxes that describe the subject."""
    node: Node
    """The first element of the subject."""
    values: tuple[Value, ...] = field(repr=False)
    """The values of all properties, in the order in which they were found."""

    def all(self, name: str) -> list[Value]:
        """Returns the values of a property."""
        return [value for value in self.values if _is_name(name, value.property)]

    def get(self, name: str) -> Value | None:
        """Returns the first value of a property."""
        return next((value for value in self.values if _is_name(name, value.property)), None)

    def text(self, name: str) -> str | None:
        """Returns the first value of a property as a text; an address, if it is one."""
        value = self.get(name)
        return None if value is None else str(value)

    @property
    def properties(self) -> dict[str, list[Value]]:
        """The values by the full names of properties."""
        found: dict[str, list[Value]] = {}
        for value in self.values:
            found.setdefault(value.property, []).append(value)
        return found

    def is_a(self, type: str) -> bool:
        """Reports whether the subject has a type, given in full or by its last word."""
        return any(_is_name(type, full) for full in self.types)

    def __getitem__(self, name: str) -> Value:
        value = self.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None


@dataclass(frozen=True)
class DataProblem:
    """Source that could not be read as it is written. Line and column count from 1."""

    line: int
    column: int
    message: str
    syntax: str
    error: bool
    """False if the rest could be read."""

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.syntax}: {self.message}"


@dataclass(frozen=True)
class StructuredData:
    """The graph of a document. Iteration yields its subjects."""

    document: Document
    subjects: tuple[Subject, ...] = field(repr=False)
    problems: tuple[DataProblem, ...]
    cut: bool
    """Set if a limit was reached, so that something is left out."""
    _wanted: tuple[str | None, list[str] | None] = field(repr=False, default=(None, None))

    def of_type(self, type: str) -> list[Subject]:
        """Returns the subjects with a type, given in full or by its last word."""
        return [subject for subject in self.subjects if subject.is_a(type)]

    def get(self, id: str | Value | None) -> Subject | None:
        """Returns the subject with a name, or that a value names."""
        name = id.id if isinstance(id, Value) else id
        return next((subject for subject in self.subjects if subject.id == name), None)

    def to_dict(self) -> dict[str, Any]:
        """Returns the graph in the shape of the JSON that `wishful data` prints."""
        found: dict[str, Any] = json.loads(self.document._graph_text(self._wanted, "json"))
        return found

    def to_json_ld(self) -> str:
        """Returns the graph as JSON-LD 1.1, expanded and flat."""
        return self.document._graph_text(self._wanted, "json-ld")

    def to_turtle(self) -> str:
        """Returns the graph as Turtle 1.1."""
        return self.document._graph_text(self._wanted, "turtle")

    def __getitem__(self, id: str | Value) -> Subject:
        subject = self.get(id)
        if subject is None:
            raise KeyError(str(id))
        return subject

    def __iter__(self) -> Iterator[Subject]:
        return iter(self.subjects)

    def __len__(self) -> int:
        return len(self.subjects)


def _read(document: Document, wanted: tuple[str | None, list[str] | None]) -> StructuredData:
    subjects, problems, cut = document._graph(wanted)
    made = []
    for id, types, syntaxes, node, values in subjects:
        about = []
        for *fields, stated, step, element, spans in values:
            name, id_, text, datatype, language = fields
            ends = (tuple(stated), step, document[element], tuple(spans))
            about.append(Value(name, id_, text, datatype, language, *ends))
        made.append(Subject(id, tuple(types), tuple(syntaxes), document[node], tuple(about)))
    return StructuredData(
        document, tuple(made), tuple(DataProblem(*problem) for problem in problems), cut, wanted
    )
