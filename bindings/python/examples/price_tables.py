"""Reads the tables of pages into pandas frames, with numbers as numbers and spans filled in."""

import sys
from pathlib import Path

import wishful

for file in sys.argv[1:] or sorted(Path(__file__).parent.glob("pages/*.html")):
    for table in wishful.parse_file(file).tables():
        frame = table.to_pandas()
        print(Path(file).name, frame, sep="\n", end="\n\n")
