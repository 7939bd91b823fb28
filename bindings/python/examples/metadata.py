"""Writes title, description and canonical address of many pages as CSV. They are parsed on all
processors, with the progress on the terminal."""

import csv
import sys
from pathlib import Path

import wishful

FIELDS = ["meta[name=description]::attr(content)", "link[rel=canonical]::attr(href)"]
files = sys.argv[1:] or sorted(Path(__file__).parent.glob("pages/*.html"))
writer = csv.writer(sys.stdout)
pages = wishful.parse_many(Path(file).read_bytes() for file in files)
for file, page in zip(files, pages, strict=True):
    fields = [" ".join(page.css_texts(field)) for field in FIELDS]
    writer.writerow([Path(file).name, page.title, *fields])
    print(f"\r{pages.finished} of {len(files)}", end="", file=sys.stderr)
