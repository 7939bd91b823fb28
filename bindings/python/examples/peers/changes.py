"""What a reader sees in two versions of a page, with Beautiful Soup, without rows of tables."""

import sys
from difflib import unified_diff
from pathlib import Path

from bs4 import BeautifulSoup

PAGES = Path(__file__).parents[1] / "pages"
files = [Path(file) for file in sys.argv[1:]] or [PAGES / "old/assam.html", PAGES / "assam.html"]
soups = (BeautifulSoup(file.read_bytes(), "lxml") for file in files)
old, new = (soup.get_text("\n", strip=True).splitlines() for soup in soups)
print(*unified_diff(old, new, n=0, lineterm=""), sep="\n")
