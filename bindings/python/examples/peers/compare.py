"""Two versions of a page, with lxml, which marks what differs in their texts."""

import sys
from pathlib import Path

from lxml.html.diff import htmldiff

PAGES = Path(__file__).parents[1] / "pages"
files = sys.argv[1:] or [PAGES / "old/assam.html", PAGES / "assam.html"]
old, new = (Path(file).read_text() for file in files)
print(htmldiff(old, new))
