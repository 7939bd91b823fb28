"""Finds a quotation in the visible text of a page, and prints the source it was written as."""

import sys
from pathlib import Path

import wishful

file, quote = sys.argv[1:] or [Path(__file__).parent / "pages" / "index.html", "Who we are"]
page = wishful.parse_file(file)
text = page.text(map=True)
start = text.text.index(str(quote))
for span in text.spans(start, start + len(str(quote))):
    print(f"{span.line}:{span.column}: {page.source[span.start : span.end]}")
