"""Lists the links of pages as a pandas frame, with absolute addresses."""

import sys
from pathlib import Path

import pandas

import wishful

PAGES = Path(__file__).parent / "pages"
rows = []
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
for file in files:
    page = wishful.parse_file(file, url=f"https://tea.example/{file.name}")
    for link in page.select("a[href]"):
        rows.append((page.title, link.text(" "), link.link("href")))
print(pandas.DataFrame(rows, columns=["page", "text", "address"]).to_string())
