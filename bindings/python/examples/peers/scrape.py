"""Entries of weblogs as JSON, with parslepy."""

import json
import sys
from pathlib import Path

import parslepy

LEGACY = Path(__file__).parents[4] / "corpus" / "legacy"
RULES = {
    "site": "title",
    "entries(.blogbody)": [{"title": "h3", "posted": ".posted", "links": ["p a @href"]}],
}
rules = parslepy.Parselet(RULES)
files = [Path(file) for file in sys.argv[1:]] or [LEGACY / "early-weblog.html"]
for file in files:
    print(json.dumps(rules.parse(str(file)), indent=2))
