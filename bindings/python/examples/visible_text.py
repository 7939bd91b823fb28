"""Prints the text that a reader of the pages sees, whatever their encoding."""

import sys
from pathlib import Path

import wishful

LEGACY = Path(__file__).parents[3] / "corpus" / "legacy"
files = [Path(file) for file in sys.argv[1:]] or [LEGACY / "shift-jis-bulletin.html"]
for file in files:
    print(wishful.parse_file(file).text(), end="\n\n")
