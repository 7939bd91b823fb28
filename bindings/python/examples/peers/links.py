"""The links of pages as a pandas frame, with lxml."""

import sys
from pathlib import Path

import lxml.html
import pandas

PAGES = Path(__file__).parents[1] / "pages"
rows = []
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
for file in files:
    page = lxml.html.parse(file).getroot()
    page.make_links_absolute(f"https://tea.example/{file.name}")
    for link in page.iterfind(".//a[@href]"):
        text = " ".join(link.text_content().split())
        rows.append((page.findtext(".//title"), text, link.get("href")))
print(pandas.DataFrame(rows, columns=["page", "text", "address"]).to_string())
