"""Writes title, description and canonical address of many pages as CSV. They are parsed on all
processors, with the progress on the terminal."""

import csv
import sys
from pathlib import Path

import wishful

PAGES = Path(__file__).parent / "pages"
FIELDS = ["meta[name=description]::attr(content)", "link[rel=canonical]::attr(href)"]
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
writer = csv.writer(sys.stdout)
pages = wishful.parse_many(file.read_bytes() for file in files)
for file, page in zip(files, pages, strict=True):
    fields = [" ".join(page.css_texts(field)) for field in FIELDS]
    writer.writerow([file.name, page.title, *fields])
    print(f"\r{pages.finished} of {len(files)}", end="", file=sys.stderr)
