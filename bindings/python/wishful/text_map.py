"""The visible text with its sources: what `Document.text(map=True)` returns.

>>> import wishful
>>> document = wishful.parse("<p>Fish &amp;   chips<br>now")
>>> map = document.text(map=True)
>>> str(map)
'Fish & chips\\nnow'
>>> [(run.text, run.kind) for run in map.runs][:4]
[('Fish ', 'copied'), ('&', 'decoded'), (' ', 'inserted'), ('chips', 'copied')]
>>> start = map.text.index("& chips")
>>> [document.source[span.start : span.end] for span in map.spans(start, start + 7)]
['&amp;', 'chips']
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ._wishful import Document, Node, Span

__all__ = ["TextMap", "TextRun"]


@dataclass(frozen=True)
class TextRun:
    """A run of a visible text."""

    text: str
    start: int
    """The index of the first character in the text."""
    kind: Literal["copied", "decoded", "inserted"]
    """Written so in the source; written otherwise, as a character reference; or a blank, a tab or a
    separator that stands for a gap."""
    span: Span | None
    """The place in the source; `None` for an inserted run."""
    node: Node | None
    """The text node; `None` for an inserted run."""
    moved: bool
    """Set if a repair moved the text away from where it was read."""

    @property
    def end(self) -> int:
        """The index after the last character in the text."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class TextMap:
    """A visible text, and from where in the source each run of it came. `str(map)` is the text."""

    document: Document
    text: str
    runs: tuple[TextRun, ...] = field(repr=False)
    """The runs, which tile the text."""

    def spans(self, start: int, end: int) -> list[Span]:
        """Returns the source of a range of the characters of the text. Neighbours are joined. Of
        what a character reference stands for, the whole reference is the source."""
        found: list[tuple[int, int]] = []
        first = bisect_right(self.runs, start, key=lambda run: run.end)
        for run in self.runs[first:]:
            if run.start >= end:
                break
            if run.span is None:
                continue
            place = (run.span.start, run.span.end)
            if run.kind == "copied":
                base = run.span.start - run.start
                place = (base + max(start, run.start), base + min(end, run.end))
            if found and found[-1][1] == place[0]:
                place = (found.pop()[0], place[1])
            found.append(place)
        return [self.document._span(*place) for place in found]

    def __str__(self) -> str:
        return self.text


def _read(document: Document, top: Node, separator: str, strip: bool) -> TextMap:
    text, parts = document._text_map(top, separator, strip)
    runs = []
    start = 0
    for length, kind, span, node, moved in parts:
        own = text[start : start + length]
        runs.append(
            TextRun(own, start, kind, span, None if node is None else document[node], moved)
        )
        start += length
    return TextMap(document, text, tuple(runs))
