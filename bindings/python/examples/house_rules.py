"""Checks pages against the HTML Standard and a rule of the house, and prints the findings."""

import sys
from pathlib import Path

import wishful

PAGES = Path(__file__).parent / "pages"
RULES = """use "conforming" ;
forbid no-description "head:not(:has(meta[name=description]))" "say what the page is about" ;
"""
rules = wishful.Grammar.from_text(RULES, name="house.grammar")
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
for file in files:
    for found in wishful.parse_file(file, name=file.name).check(rules):
        print(f"{found.place}: {found.message}")
