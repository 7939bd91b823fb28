"""Counts the pages of a crawl with each violation of HTML, by year: see notes/violations.md.

    wishful-crawl *.warc.gz -o - -g keep-cruft -c date,kinds,errors,parselet \\
        --parselet violations.let | python3 violations.py
"""

import json
import sys
from collections import Counter, defaultdict

ERRORS = {
    "unexpected-solidus-in-tag": "FB1 slash between attributes",
    "missing-whitespace-between-attributes": "FB2 no blank between attributes",
    "duplicate-attribute": "DM3 attribute twice",
}
KINDS = {"merged": "HF2, HF3 content before <body>, or a second <body>"}

pages = Counter()
found = defaultdict(Counter)
for row in map(json.loads, sys.stdin):
    year = row["date"][:4] if row["date"] else "no date"
    if row["errors"] is None:
        continue
    pages[year] += 1
    names = {ERRORS.get(error["code"]) for error in row["errors"]}
    names |= {KINDS.get(kind["kind"]) for kind in row["kinds"]}
    names |= set(json.loads(row["parselet"] or "{}"))
    for name in names - {None}:
        found[name][year] += 1

years = sorted(pages)
print("violation", *years, sep="\t")
print("pages", *(pages[year] for year in years), sep="\t")
for name in sorted(found):
    print(name, *(found[name][year] for year in years), sep="\t")
