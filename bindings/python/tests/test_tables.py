"""Tests of tables: usual acts, and pandas beside them."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

import wishful

PRICES = """<h1>Prices</h1><table class=prices><caption>Tea <b>prices</b></caption>
<thead><tr><th>Tea<th colspan=2>Price</thead>
<tr><td rowspan=2>Assam<td>1,234.50<td>small
<tr><td>2.60<td><a href=/b>big</a>
<tfoot><tr><td>Sum<td>4.70<td></tfoot></table>
<table><tr><td>x<td>y</table>"""


@pytest.fixture
def prices() -> wishful.Table:
    return wishful.parse(PRICES, url="https://tea.example/").tables()[0]


def test_lists(prices: wishful.Table) -> None:
    assert prices.caption == "Tea prices" and len(prices) == 4 and not prices.errors
    assert (
        prices.to_lists()
        == list(prices)
        == [
            ["Tea", "Price", "Price"],
            ["Assam", "1,234.50", "small"],
            ["Assam", "2.60", "big"],
            ["Sum", "4.70", ""],
        ]
    )
    assert prices.to_lists(repeat=False)[:3] == [
        ["Tea", "Price", ""],
        ["Assam", "1,234.50", "small"],
        ["", "2.60", "big"],
    ]


def test_dictionaries(prices: wishful.Table) -> None:
    assert prices.header_rows == 1 and prices.columns() == [("Tea",), ("Price",), ("Price",)]
    assert prices.to_dicts()[0] == {"Tea": "Assam", "Price": "1,234.50", "Price.1": "small"}
    plain = wishful.parse(PRICES).tables()[1]
    with pytest.raises(ValueError, match="give `header_rows`, or use `to_lists`"):
        plain.to_dicts()
    assert plain.to_dicts(header_rows=1) == [] and plain.columns() == []
    two = "<table><thead><tr><th>A<th colspan=2>B<tr><th>A<th>b<th>c</thead><tr><td>1<td>2<td>3"
    assert wishful.parse(two).tables()[0].to_dicts() == [{"A": "1", "B b": "2", "B c": "3"}]


def test_cells_lead_to_the_source(prices: wishful.Table) -> None:
    cell = prices.rows[2][2]
    assert cell is not None and (cell.x, cell.y, cell.width, cell.height) == (2, 2, 1, 1)
    link = cell.node.select_one("a")
    assert link is not None and link.link("href") == "https://tea.example/b"
    assert cell.node.start_span is not None and cell.node.start_span.line == 4
    assert [header.text for header in prices.headers(cell)] == ["Price"]
    assert not cell.is_header and prices.rows[1][0] is prices.rows[2][0]


def test_a_column(prices: wishful.Table) -> None:
    assert [row[1] for row in prices][1:] == ["1,234.50", "2.60", "4.70"]


def test_tables_of_a_node() -> None:
    document = wishful.parse(PRICES)
    (node,) = document.select("table.prices")
    (table,) = node.tables()
    assert table.node == node and table == document.tables()[0]
    assert document.select("h1")[0].tables() == []
    assert wishful.parse("<p>no table").tables() == []


def test_nested_tables_are_in_the_list() -> None:
    page = "<table><tr><td>a<table><tr><td>b</table>c</table>"
    assert [table.to_lists() for table in wishful.parse(page).tables()] == [[["a b c"]], [["b"]]]


def test_errors_are_told() -> None:
    page = "<table><tr><td>a<td rowspan=2>b<tr><td colspan=2>c</table>"
    (table,) = wishful.parse(page).tables()
    assert table.errors == ("two cells overlap in row 2, column 2",)
    (wide,) = wishful.parse("<table><tr><td colspan=100>a<tr><td>b</table>").tables()
    assert wide.to_lists() == [["a"], ["b"]] and wide.width == 100


def test_csv(prices: wishful.Table) -> None:
    assert list(csv.reader(io.StringIO(prices.to_csv()))) == prices.to_lists()


def test_csv_is_that_of_the_command(program: str, pages: dict[str, bytes], tmp_path: Path) -> None:
    for name, page in sorted(pages.items()):
        file = tmp_path / "page.html"
        file.write_bytes(page)
        done = subprocess.run([program, "tables", str(file)], capture_output=True, check=False)
        tables = [table.to_csv() for table in wishful.parse(page).tables()]
        assert done.stdout.decode() == "\n".join(tables), name


def test_pandas(prices: wishful.Table) -> None:
    frame = prices.to_pandas()
    assert list(frame.columns) == ["Tea", "Price", "Price.1"]
    assert list(frame["Price"]) == [1234.50, 2.60, 4.70]
    assert frame["Price.1"].isna().tolist() == [False, False, True]
    assert list(prices.to_pandas(dtype=str)["Price"]) == ["1,234.50", "2.60", "4.70"]
    two = "<table><thead><tr><th>A<th colspan=2>B<tr><th>a<th>b<th>c</thead><tr><td>1<td>2<td>3"
    frame = wishful.parse(two).tables()[0].to_pandas()
    assert list(frame.columns) == [("A", "a"), ("B", "b"), ("B", "c")]
    assert frame.iloc[0].tolist() == [1, 2, 3]
    plain = wishful.parse(PRICES).tables()[1]
    assert plain.to_pandas().values.tolist() == [["x", "y"]]
    assert list(plain.to_pandas(header_rows=1).columns) == ["x", "y"]
    assert wishful.parse("<table></table>").tables()[0].to_pandas().empty


def test_pandas_is_imported_only_when_asked(tmp_path: Path) -> None:
    program = (
        "import sys, wishful; table = wishful.parse('<table><td>1').tables()[0]; "
        "table.to_csv(); print('pandas' in sys.modules)"
    )
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
