"""The people of a page as CSV, with mf2py."""

import csv
import sys
from pathlib import Path

import mf2py

PAGES = Path(__file__).parents[1] / "pages"
writer = csv.DictWriter(sys.stdout, ["name", "role", "email", "url"], extrasaction="ignore")
writer.writeheader()
files = [Path(file) for file in sys.argv[1:]] or [PAGES / "people.html"]
for file in files:
    for card in mf2py.parse(doc=file.read_bytes())["items"]:
        if "h-card" in card["type"]:
            writer.writerow({key: values[0] for key, values in card["properties"].items()})
