"""Scrapes entries of weblogs by rules in the shape of the answer, and prints JSON."""

import json
import sys
from pathlib import Path

import wishful

LEGACY = Path(__file__).parents[3] / "corpus" / "legacy"
RULES = {
    "site": "title",
    "entries(.blogbody)": [{"title": "h3", "posted": ".posted", "links": ["p a/@href"]}],
}
rules = wishful.Parselet(RULES, strict=False, strip=True)
files = [Path(file) for file in sys.argv[1:]] or [LEGACY / "early-weblog.html"]
for file in files:
    print(json.dumps(rules.parse(file), indent=2))
