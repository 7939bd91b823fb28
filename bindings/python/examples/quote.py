"""Finds a quotation in the visible text of a page, and prints the source it was written as."""

import sys
from pathlib import Path

import wishful

PAGE = Path(__file__).parent / "pages" / "index.html"
file, quote = sys.argv[1:] or [str(PAGE), "Who we are"]
page = wishful.parse_file(file)
text = page.text(map=True)
start = text.text.index(quote)
spans = text.spans(start, start + len(quote))
print(f"{spans[0].line}:{spans[0].column}: {page.source[spans[0].start : spans[-1].end]}")
