"""Tables of contents in other processes, with Beautiful Soup."""

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bs4 import BeautifulSoup

PAGES = Path(__file__).parents[1] / "pages"


def contents(page):
    headings = page.select("h1, h2, h3, h4, h5, h6")
    texts = [(int(found.name[1]), " ".join(found.text.split())) for found in headings]
    return "\n".join("  " * level + text for level, text in texts)


if __name__ == "__main__":
    files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
    soups = (BeautifulSoup(file.read_bytes(), "html5lib") for file in files)
    with ProcessPoolExecutor() as pool:
        for file, found in zip(files, pool.map(contents, soups), strict=True):
            print(file.name, found, sep="\n")
