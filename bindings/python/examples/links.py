"""Lists the links of pages as a pandas frame, with absolute addresses."""

import sys
from pathlib import Path

import pandas

import wishful

rows = []
for file in sys.argv[1:] or sorted(Path(__file__).parent.glob("pages/*.html")):
    page = wishful.parse_file(file, url=f"https://tea.example/{Path(file).name}")
    for link in page.select("a[href]"):
        rows.append((page.title, link.text(" "), link.link("href")))
print(pandas.DataFrame(rows, columns=["page", "text", "address"]).to_string())
