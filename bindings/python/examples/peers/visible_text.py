"""The text of pages, with Beautiful Soup: with hidden elements, and inline elements break lines."""

import sys
from pathlib import Path

from bs4 import BeautifulSoup

LEGACY = Path(__file__).parents[4] / "corpus" / "legacy"
for file in sys.argv[1:] or [LEGACY / "latin-1-bistro.html", LEGACY / "shift-jis-bulletin.html"]:
    page = BeautifulSoup(Path(file).read_bytes(), "html5lib")
    print(page.get_text("\n", strip=True), end="\n\n")
