"""The tables of pages as pandas frames, with pandas, which fails on a page without a table."""

import sys
from contextlib import suppress
from pathlib import Path

import pandas

PAGES = Path(__file__).parents[1] / "pages"
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
for file in files:
    with suppress(ValueError):
        for frame in pandas.read_html(file):
            print(file.name, frame, sep="\n", end="\n\n")
