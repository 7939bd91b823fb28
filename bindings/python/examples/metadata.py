"""Writes title, description and canonical address of many pages as CSV. They are parsed on all
processors, with the progress on the terminal."""

import csv
import sys
from pathlib import Path

import wishful

PAGES = Path(__file__).parent / "pages"
FIELDS = ["//title", "//meta[@name='description']/@content", "//link[@rel='canonical']/@href"]
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
writer = csv.writer(sys.stdout)
pages = wishful.parse_many(file.read_bytes() for file in files)
for file, page in zip(files, pages, strict=True):
    writer.writerow([file.name, *(page.xpath(f"normalize-space({field})") for field in FIELDS)])
    print(f"\r{pages.finished} of {len(files)}", end="", file=sys.stderr)
