"""Writes pages as well-formed XML, which any tool for XML reads. What XML cannot express is told on
the terminal, with its place in the page."""

import sys
from pathlib import Path

import wishful

LEGACY = Path(__file__).parents[3] / "corpus" / "legacy"
files = [Path(file) for file in sys.argv[1:]] or [LEGACY / "word-export.html"]
for file in files:
    xml = wishful.parse_file(file).to_xml()
    print(xml)
    for coercion in xml.coercions:
        print(coercion, file=sys.stderr)
