"""Parselets with the interface of parslepy.

>>> from wishful import Parselet
>>> parselet = Parselet({"title": "h1", "links(li)": [{"text": "a", "url": "a/@href"}]})
>>> parselet.parse_fromstring("<h1>News</h1><ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>")
{'title': 'News', 'links': [{'text': 'One', 'url': '/1'}, {'text': 'Two', 'url': '/2'}]}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import IO, Any, cast

from . import _wishful
from ._sources import document_of, opened
from ._wishful import Document, Grammar
from .options import ParseOptions

__all__ = ["Parselet"]


class Parselet:
    """JSON in the shape of the answer, with a selector where the answer has a value.

    If it is not strict, what is missing is left out. If it is, it is as the language says: an object that lacks a key without
    `?` is left out of the list that it is in, and where it is in none, `ExtractionError` says which key it is.
    """

    parselet: Mapping[str, Any] | str
    """It as it was given."""

    def __init__(
        self,
        parselet: Mapping[str, Any],
        selector_handler: None = None,
        strict: bool = False,
        debug: bool = False,
    ) -> None:
        if not isinstance(parselet, Mapping):
            raise ValueError(
                "a parselet is a dictionary; there are from_jsonstring and from_jsonfile as well"
            )
        self._compile(json.dumps(parselet, default=_plain), selector_handler, strict)
        self.parselet = parselet

    def _compile(self, text: str, selector_handler: None, strict: bool) -> None:
        if selector_handler is not None:
            raise NotImplementedError(
                "selectors are read by the grammars of wishful, and by no handler"
            )
        self.parselet = text
        self._pattern = _wishful.Pattern(text, optional=not strict)
        self._has_levels = any(LEVEL in path.split("/") for path in self._pattern.paths)

    @classmethod
    def from_jsonstring(
        cls, s: str, selector_handler: None = None, strict: bool = False, debug: bool = False
    ) -> Parselet:
        """A parselet in a text: JSON, read loosely; lines that begin with `#` are remarks."""
        return cls._of_lines(s.split("\n"), selector_handler, strict)

    @classmethod
    def from_jsonfile(
        cls, fp: IO[str], selector_handler: None = None, strict: bool = False, debug: bool = False
    ) -> Parselet:
        """The same in an open file."""
        return cls._of_lines((line.removesuffix("\n") for line in fp), selector_handler, strict)

    @classmethod
    def _of_lines(cls, lines: Iterable[str], selector_handler: None, strict: bool) -> Parselet:
        # (An empty line in its place, so that mistakes are told by their lines.)
        kept = ("" if line.lstrip().startswith("#") else line for line in lines)
        made = cls.__new__(cls)
        made._compile("\n".join(kept), selector_handler, strict)
        return made

    def parse(
        self, fp: Any, parser: str | Grammar | None = None, context: None = None, **options: Any
    ) -> dict[str, Any]:
        """What it finds in a file: open, or by its name or address. The parser is a grammar."""
        found, said = opened(fp)
        return self.extract(
            document_of(found, parser, cast(ParseOptions, {**said, **options})), context
        )

    def parse_fromstring(
        self,
        s: bytes | str,
        parser: str | Grammar | None = None,
        context: None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """What it finds in a document whose text is at hand."""
        return self.extract(document_of(s, parser, cast(ParseOptions, options)), context)

    def extract(self, document: Any, context: None = None) -> dict[str, Any]:
        """What it finds in a document: of wishful, lxml or Beautiful Soup."""
        if context is not None:
            raise NotImplementedError(
                "there are no functions of one's own, so there is no context for them"
            )
        found = self._pattern.extract(document_of(document))
        return cast("dict[str, Any]", _levelled(found) if self._has_levels else found)

    def places(self, document: Document) -> Any:
        """Where the texts of the answer are written, in its shape: pairs of offsets in bytes of UTF-8."""
        return self._pattern.extract(document, places=True)

    def explain(self, document: Document, path: str) -> str | None:
        """Why a key is what it is; `/reviews/date` is the path of `date` in `reviews`."""
        return self._pattern.explain(document, path)

    def keys(self) -> list[str]:
        """The outermost keys of the answer."""
        paths = (path.lstrip("/").split("/") for path in self._pattern.paths)
        # (What is in `--` stands beside it in the answer.)
        outer = ([step for step in path if step != LEVEL] for path in paths if path[-1] != LEVEL)
        return list(dict.fromkeys(path[0] for path in outer if len(path) == 1))


def _plain(rules: object) -> dict[str, Any]:
    """Rules in a mapping of another sort as a dictionary."""
    if isinstance(rules, Mapping):
        return dict(rules)
    raise TypeError(f"a parselet holds texts, lists and dictionaries, not {type(rules).__name__}")


LEVEL = "--"
"""The key whose members stand in its own place."""


def _levelled(found: Any) -> Any:
    """An answer in which what is in `--` stands beside it."""
    if isinstance(found, list):
        return [_levelled(one) for one in found]
    if not isinstance(found, dict):
        return found
    answer: dict[str, Any] = {}
    for key, value in found.items():
        value = _levelled(value)
        answer.update(value if key == LEVEL and isinstance(value, dict) else {key: value})
    return answer
