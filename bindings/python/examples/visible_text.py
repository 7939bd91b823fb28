"""Prints the text that a reader of the pages sees, whatever their encoding."""

import sys
from pathlib import Path

import wishful

LEGACY = Path(__file__).parents[3] / "corpus" / "legacy"
for file in sys.argv[1:] or [LEGACY / "latin-1-bistro.html", LEGACY / "shift-jis-bulletin.html"]:
    print(wishful.parse_file(file).text(), end="\n\n")
