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
    """JSON in the shape of the answer, with a selector in place of each value.

    The answer is that of the command `wishful parselet`. Every key without `?` is required: an
    object that lacks one is left out of its list. Outside a list, `ExtractionError` names the key.
    White space in texts is kept, except for texts of blanks only.

    `strict=False, strip=True` are the defaults of parslepy: missing values are left out, and white
    space in the texts of elements is collapsed (the command's `--optional --strip`).
    """

    parselet: Mapping[str, Any] | str
    """The rules that were passed to the constructor."""

    def __init__(
        self,
        parselet: Mapping[str, Any],
        selector_handler: None = None,
        strict: bool = True,
        debug: bool = False,
        *,
        strip: bool = False,
    ) -> None:
        if not isinstance(parselet, Mapping):
            raise ValueError(
                "a parselet must be a dictionary; for JSON, use from_jsonstring or from_jsonfile"
            )
        self._compile(json.dumps(parselet, default=_plain), selector_handler, strict, strip)
        self.parselet = parselet

    def _compile(self, text: str, selector_handler: None, strict: bool, strip: bool) -> None:
        if selector_handler is not None:
            raise NotImplementedError(
                "selector handlers are not supported; the grammars of wishful read all selectors"
            )
        self.parselet = text
        self._strip = strip
        self._pattern = _wishful.Pattern(text, optional=not strict)
        self._has_levels = any(LEVEL in path.split("/") for path in self._pattern.paths)

    @classmethod
    def from_jsonstring(
        cls,
        s: str,
        selector_handler: None = None,
        strict: bool = True,
        debug: bool = False,
        *,
        strip: bool = False,
    ) -> Parselet:
        """Reads a parselet from a string of relaxed JSON. Lines beginning with `#` are comments."""
        return cls._of_lines(s.split("\n"), selector_handler, strict, strip)

    @classmethod
    def from_jsonfile(
        cls,
        fp: IO[str],
        selector_handler: None = None,
        strict: bool = True,
        debug: bool = False,
        *,
        strip: bool = False,
    ) -> Parselet:
        """Reads a parselet from an open file; see `from_jsonstring`."""
        lines = (line.removesuffix("\n") for line in fp)
        return cls._of_lines(lines, selector_handler, strict, strip)

    @classmethod
    def _of_lines(
        cls, lines: Iterable[str], selector_handler: None, strict: bool, strip: bool
    ) -> Parselet:
        # A comment becomes an empty line, so that diagnostics have the right line numbers.
        kept = ("" if line.lstrip().startswith("#") else line for line in lines)
        parselet = cls.__new__(cls)
        parselet._compile("\n".join(kept), selector_handler, strict, strip)
        return parselet

    def parse(
        self, fp: Any, parser: str | Grammar | None = None, context: None = None, **options: Any
    ) -> dict[str, Any]:
        """Extracts the answer from an open file, a path or a URL. The parser is a grammar."""
        data, file_options = opened(fp)
        return self.extract(
            document_of(data, parser, cast(ParseOptions, {**file_options, **options})), context
        )

    def parse_fromstring(
        self,
        s: bytes | str,
        parser: str | Grammar | None = None,
        context: None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Extracts the answer from the text of a document."""
        return self.extract(document_of(s, parser, cast(ParseOptions, options)), context)

    def extract(self, document: Any, context: None = None) -> dict[str, Any]:
        """Extracts the answer from a document of wishful, lxml or Beautiful Soup."""
        if context is not None:
            raise NotImplementedError(
                "custom functions are not supported, so `context` must be None"
            )
        found = self._pattern.extract(document_of(document), strip=self._strip)
        return cast("dict[str, Any]", _levelled(found) if self._has_levels else found)

    def places(self, document: Document) -> Any:
        """Returns the answer with positions in place of texts: pairs of offsets in UTF-8 bytes."""
        return self._pattern.extract(document, strip=self._strip, places=True)

    def explain(self, document: Document, path: str) -> str | None:
        """Explains the value of a key. The path of `date` in `reviews` is `/reviews/date`."""
        return self._pattern.explain(document, path)

    def keys(self) -> list[str]:
        """Returns the top-level keys of the answer."""
        paths = (path.lstrip("/").split("/") for path in self._pattern.paths)
        # The answer has the members of `--` in place of that key.
        outer = ([step for step in path if step != LEVEL] for path in paths if path[-1] != LEVEL)
        return list(dict.fromkeys(path[0] for path in outer if len(path) == 1))


def _plain(rules: object) -> dict[str, Any]:
    """Converts another kind of mapping to a dictionary, for the JSON encoder."""
    if isinstance(rules, Mapping):
        return dict(rules)
    kind = type(rules).__name__
    raise TypeError(f"a parselet may contain only strings, lists and dictionaries, not {kind}")


LEVEL = "--"
"""The key that the answer replaces by its members."""


def _levelled(found: Any) -> Any:
    """Replaces each key `--` of an answer by its members."""
    if isinstance(found, list):
        return [_levelled(one) for one in found]
    if not isinstance(found, dict):
        return found
    answer: dict[str, Any] = {}
    for key, value in found.items():
        value = _levelled(value)
        answer.update(value if key == LEVEL and isinstance(value, dict) else {key: value})
    return answer
