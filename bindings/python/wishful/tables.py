"""The tables of a document, by the table model of HTML: what `Document.tables` returns.

>>> import wishful
>>> page = "<table><tr><th>Tea<th>Price<tr><td rowspan=2>Assam<td>2.10<tr><td>2.60</table>"
>>> [table] = wishful.parse(page).tables()
>>> table.to_lists()
[['Tea', 'Price'], ['Assam', '2.10'], ['Assam', '2.60']]
>>> table.to_dicts()
[{'Tea': 'Assam', 'Price': '2.10'}, {'Tea': 'Assam', 'Price': '2.60'}]
>>> price = table.rows[1][1]
>>> price.text, price.node.start_span, [header.text for header in table.headers(price)]
('2.10', <Span 50:54 at 1:51>, ['Price'])
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._wishful import Document, Node

__all__ = ["Cell", "Table"]


@dataclass(frozen=True)
class Cell:
    """A cell: an element, and the slots that it covers. Columns and rows count from 0."""

    node: Node
    """The element, whose spans lead to the source."""
    x: int
    """The first column."""
    y: int
    """The first row."""
    width: int
    """The number of columns."""
    height: int
    """The number of rows."""
    is_header: bool
    """Set for a header cell (`<th>`)."""

    @cached_property
    def text(self) -> str:
        """The visible text. A blank joins its lines, except those of `<pre>`."""
        return self.node.text(" ")


@dataclass(frozen=True)
class Table:
    """A table. It has one row for each `<tr>`, and one column for each column in which a cell
    begins. Iteration yields the texts of its rows."""

    node: Node
    """The element."""
    caption: str | None
    """The text of the caption."""
    width: int
    """The number of columns of the model, also of those in which no cell begins."""
    height: int
    """The number of rows of the model, also of those without `<tr>`."""
    cells: tuple[Cell, ...] = field(repr=False)
    """The cells, in the order of rows."""
    rows: tuple[tuple[Cell | None, ...], ...] = field(repr=False)
    """The cell of each row in each column. A cell that covers several slots is in each."""
    header_rows: int
    """The number of rows at the top that name the columns: those in `<thead>`, and those that have
    header cells only."""
    errors: tuple[str, ...]
    """The errors of the table model, such as cells that overlap."""
    cut: bool
    """Set if a limit was reached, so that rows are missing."""

    @cached_property
    def _headers(self) -> list[list[int]]:
        return self.node.document._table_headers(self.node)

    def headers(self, cell: Cell) -> list[Cell]:
        """Returns the header cells of a cell: first those of its row, then those of its column."""
        return [self.cells[number] for number in self._headers[self.cells.index(cell)]]

    def columns(self, header_rows: int | None = None) -> list[tuple[str, ...]]:
        """Returns the texts of the header rows for each column."""
        count = self.header_rows if header_rows is None else header_rows
        return list(zip(*self.to_lists()[:count], strict=True))

    def to_lists(self, *, repeat: bool = True) -> list[list[str]]:
        """Returns the texts of all rows. Without `repeat`, a cell that covers several slots has its
        text in the first of them only."""
        lists = []
        seen: set[int] = set()
        for row in self.rows:
            texts = []
            for cell in row:
                is_shown = cell is not None and (repeat or id(cell) not in seen)
                texts.append(cell.text if cell is not None and is_shown else "")
                seen.add(id(cell))
            lists.append(texts)
        return lists

    def to_dicts(self, header_rows: int | None = None) -> list[dict[str, str]]:
        """Returns a dictionary for each row below the header rows, by the names of columns. A name
        that occurs again gets a number, as in pandas: `Price.1`.

        Raises `ValueError` if no row names the columns; `header_rows=1` makes the first row do so.
        """
        count = self.header_rows if header_rows is None else header_rows
        if count == 0 and self.rows:
            raise ValueError(
                "no row of the table names its columns: give `header_rows`, or use `to_lists`"
            )
        names: dict[str, None] = {}
        for texts in self.columns(count):
            name = joined = " ".join(dict.fromkeys(text for text in texts if text))
            number = 0
            while name in names:
                number += 1
                name = f"{joined}.{number}"
            names[name] = None
        return [dict(zip(names, row, strict=True)) for row in self.to_lists()[count:]]

    def to_csv(self) -> str:
        """Returns all rows as comma-separated values (RFC 4180)."""
        return self.node.document._table_csv(self.node)

    def to_pandas(self, header_rows: int | None = None, **options: Any) -> Any:
        """Returns a `pandas.DataFrame`. Several header rows make a `MultiIndex`.

        `options` are those of `pandas.read_csv`, which converts the texts: `dtype=str` keeps them,
        `decimal=","` and `thousands="."` read numbers of other languages.
        """
        pandas = import_module("pandas")
        count = self.header_rows if header_rows is None else header_rows
        if len(self.rows) <= count:
            names = self.columns(count)
            return pandas.DataFrame(columns=names if count > 1 else [name for name, *_ in names])
        header = None if count == 0 else 0 if count == 1 else list(range(count))
        given = {"header": header, "thousands": ",", "skip_blank_lines": False, **options}
        return pandas.read_csv(io.StringIO(self.to_csv()), **given)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[list[str]]:
        return iter(self.to_lists())


def _read(document: Document, top: Node) -> list[Table]:
    tables = []
    for node, caption, (width, height), cells, rows, header_rows, errors, cut in document._tables(
        top
    ):
        made = tuple(Cell(document[element], *place) for element, *place in cells)
        lines = tuple(
            tuple(None if number is None else made[number] for number in row) for row in rows
        )
        text = None if caption is None else document[caption].text(" ")
        about = (lines, header_rows, tuple(errors), cut)
        tables.append(Table(document[node], text, width, height, made, *about))
    return tables
