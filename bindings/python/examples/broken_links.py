"""Finds links between local files that lead nowhere: no such file, or no such place in it."""

import sys
from pathlib import Path

import wishful

PAGES = Path(__file__).resolve().parent / "pages"
files = [Path(file).resolve() for file in sys.argv[1:]] or sorted(PAGES.rglob("*.html"))
pages = {file.as_uri(): wishful.parse_file(file, url=file.as_uri()) for file in files}
for address, page in pages.items():
    for link in page.select("a[href]"):
        target, _, place = (link.link("href") or "").partition("#")
        if target.startswith("file:") and target not in pages:
            print(f"{Path(address).name}: no file for {link['href']}")
        elif place and target in pages and not pages[target].by_id(place):
            print(f"{Path(address).name}: no place for {link['href']}")
