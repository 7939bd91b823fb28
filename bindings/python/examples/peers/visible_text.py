"""The text of pages, with Beautiful Soup: with hidden elements, and inline elements break lines."""

import sys
from pathlib import Path

from bs4 import BeautifulSoup

LEGACY = Path(__file__).parents[4] / "corpus" / "legacy"
files = [Path(file) for file in sys.argv[1:]] or [LEGACY / "shift-jis-bulletin.html"]
for file in files:
    page = BeautifulSoup(file.read_bytes(), "lxml")
    print(page.get_text("\n", strip=True), end="\n\n")
