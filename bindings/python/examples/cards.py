"""Writes the people of a page (microformats: `h-card`, also the older `vcard`) as CSV."""

import csv
import sys
from pathlib import Path

import wishful

PAGES = Path(__file__).parent / "pages"
writer = csv.DictWriter(sys.stdout, ["name", "role", "email", "url"], extrasaction="ignore")
writer.writeheader()
files = [Path(file) for file in sys.argv[1:]] or [PAGES / "people.html"]
for file in files:
    for card in wishful.parse_file(file).microformats()["items"]:
        if "h-card" in card["type"]:
            writer.writerow({key: values[0] for key, values in card["properties"].items()})
