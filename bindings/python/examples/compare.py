"""Compares two versions of a page by their trees: end tags that were only left out do not count."""

import sys
from pathlib import Path

import wishful

PAGES = Path(__file__).parent / "pages"
old, new = map(wishful.parse_file, sys.argv[1:] or [PAGES / "old/assam.html", PAGES / "assam.html"])
print(old.diff(new).patch)
