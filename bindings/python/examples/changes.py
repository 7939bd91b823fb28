"""Compares what a reader sees in two versions of a page; markup alone makes no difference."""

import sys
from difflib import unified_diff
from pathlib import Path

import wishful

PAGES = Path(__file__).parent / "pages"
files = [Path(file) for file in sys.argv[1:]] or [PAGES / "old/assam.html", PAGES / "assam.html"]
old, new = (wishful.parse_file(file).text().splitlines() for file in files)
print(*unified_diff(old, new, n=0, lineterm=""), sep="\n")
