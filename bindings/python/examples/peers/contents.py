"""Tables of contents in other processes, with Beautiful Soup."""

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bs4 import BeautifulSoup


def contents(page):
    headings = page.select("h1, h2, h3, h4, h5, h6")
    texts = [(int(found.name[1]), " ".join(found.text.split())) for found in headings]
    return "\n".join("  " * level + text for level, text in texts)


if __name__ == "__main__":
    files = sys.argv[1:] or sorted(Path(__file__).parents[1].glob("pages/*.html"))
    soups = (BeautifulSoup(Path(file).read_bytes(), "html5lib") for file in files)
    with ProcessPoolExecutor() as pool:
        for file, found in zip(files, pool.map(contents, soups), strict=True):
            print(Path(file).name, found, sep="\n")
