"""HTML output for notebooks: trees with their repairs, and exceptions with their carets.

All output is escaped text in a few colours. A tree has at most `ROWS` rows, followed by the number
of rows that are left out. Virtual elements are pale, and moved nodes are coloured. Below the tree,
each mistake has a line that cites the grammar.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from ._wishful import Document, Node, Repair
from .errors import _Refusal

__all__ = ["document", "node", "refusal"]

ROWS = 200
"""The maximum number of rows of a tree, and of repairs."""
LONGEST = 80
"""The maximum number of characters of a text."""

# Colours that are legible on white and on black.
_PALE, _MOVED, _WRONG = "opacity:.55", "color:#b35c00", "color:#d03030"


# Controls and noncharacters, which are parse errors in HTML (13.2.3.5).
_UNSHOWN = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)


def _escape(text: str) -> str:
    """Escapes a text for HTML. Characters that HTML does not allow become their code points."""
    return html.escape(_UNSHOWN.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", text))


def document(document: Document) -> str:
    """Renders a document: its tree and its mistakes."""
    mistakes = document.mistakes
    allowed = len(document.repairs) - len(mistakes)
    summary = (
        f"{len(mistakes)} mistakes, and {allowed} omitted optional tags"
        if mistakes
        else "no mistakes"
    )
    lines = list(islice(map(_repair, mistakes), ROWS)) + _left_out(len(mistakes), "mistakes")
    return _block(_tree(document.root)) + f"<p>{summary}</p>" + (_block(lines) if lines else "")


def node(node: Node) -> str:
    """Renders a node with its contents."""
    return _block(_tree(node))


def refusal(error: _Refusal) -> str:
    """Renders an exception that has diagnostics."""
    return f'<pre style="{_WRONG};line-height:1.3">{_escape(str(error))}</pre>'


def _block(lines: Iterable[str]) -> str:
    return '<pre style="line-height:1.3">' + "\n".join(lines) + "</pre>"


def _left_out(count: int, what: str) -> list[str]:
    return [f"… and {count - ROWS} more {what}"] if count > ROWS else []


def _tree(top: Node) -> Iterator[str]:
    """Yields one row for each node, indented by its depth."""
    count = 1 + top.descendants.__length_hint__()
    depths: dict[int, int] = {}
    for found in islice(_below(top), ROWS):
        parent = found.parent
        depth = depths.get(parent.index, -1) + 1 if parent is not None else 0
        depths[found.index] = depth
        if found.kind != "document":
            yield "  " * min(depth, 40) + _row(found)
    yield from _left_out(count, "nodes")


def _below(top: Node) -> Iterator[Node]:
    yield top
    yield from top.descendants


def _row(found: Node) -> str:
    style = ";".join(_styles(found))
    reasons = "; ".join(str(repair) for repair in _repairs(found))
    marks = f' style="{style}"' if style else ""
    marks += f' title="{_escape(reasons)}"' if reasons else ""
    return f"<span{marks}>{_escape(_label(found))}</span>"


def _styles(found: Node) -> Iterator[str]:
    if found.virtual:
        yield _PALE
    if found.moved is not None:
        yield _MOVED
    if found.kind == "cruft":
        yield _WRONG


def _repairs(found: Node) -> Iterator[Repair]:
    for repair in (found.start_repair, found.moved, found.end_repair):
        if repair is not None:
            yield repair


def _label(found: Node) -> str:
    if found.kind == "element":
        attributes = "".join(
            f' {name}="{_short(value)}"' for name, value in found.attributes.items()
        )
        return f"<{found.name}{attributes}>"
    if found.kind == "doctype":
        return f"<!doctype {found.name}>"
    text = _short(found.text_content)
    if found.kind == "processing-instruction":
        return f"<?{found.target} {text}?>"
    return {"comment": f"<!--{text}-->", "cruft": f"set aside: {text}"}.get(found.kind, f'"{text}"')


def _short(text: str) -> str:
    shown = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    return shown.replace("\n", "\\n")


def _repair(repair: Repair) -> str:
    return f"{repair.line}:{repair.column}\t{_escape(str(repair))}"
