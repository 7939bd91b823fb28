"""The tables of pages as pandas frames, with pandas, which fails on a page without a table."""

import sys
from contextlib import suppress
from pathlib import Path

import pandas

for file in sys.argv[1:] or sorted(Path(__file__).parents[1].glob("pages/*.html")):
    with suppress(ValueError):
        for frame in pandas.read_html(file):
            print(Path(file).name, frame, sep="\n", end="\n\n")
