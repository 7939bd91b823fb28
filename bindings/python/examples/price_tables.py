"""Reads the tables of pages that name their columns into pandas frames: numbers are numbers, and
cells that span rows are in each of them."""

import sys
from pathlib import Path

import wishful

PAGES = Path(__file__).parent / "pages"
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
for file in files:
    for table in wishful.parse_file(file).tables():
        if table.header_rows:
            print(file.name, table.to_pandas(), sep="\n", end="\n\n")
