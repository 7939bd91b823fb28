"""Links between local files that lead nowhere, with lxml."""

import sys
from pathlib import Path
from urllib.parse import urljoin

import lxml.html

PAGES = Path(__file__).resolve().parents[1] / "pages"
files = [Path(file).resolve() for file in sys.argv[1:]] or sorted(PAGES.rglob("*.html"))
pages = {file.as_uri(): lxml.html.parse(file).getroot() for file in files}
for address, page in pages.items():
    for link in page.iterfind(".//a[@href]"):
        target, _, place = urljoin(address, link.get("href")).partition("#")
        if target.startswith("file:") and target not in pages:
            print(f"{Path(address).name}: no file for {link.get('href')}")
        elif place and target in pages and pages[target].get_element_by_id(place, None) is None:
            print(f"{Path(address).name}: no place for {link.get('href')}")
