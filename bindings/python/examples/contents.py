"""Sends parsed pages to other processes, which make a table of contents of their headings."""

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import wishful

PAGES = Path(__file__).parent / "pages"


def contents(page: wishful.Document) -> str:
    headings = page.select("h1, h2, h3, h4, h5, h6")
    return "\n".join("  " * int(found.name[1]) + found.text(" ") for found in headings)


if __name__ == "__main__":
    files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
    pages = map(wishful.parse_file, files)
    with ProcessPoolExecutor() as pool:
        for file, found in zip(files, pool.map(contents, pages), strict=True):
            print(file.name, found, sep="\n")
