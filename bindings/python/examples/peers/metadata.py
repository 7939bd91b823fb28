"""Title, description and canonical address of many pages as CSV, with selectolax in processes."""

import csv
import sys
from multiprocessing import Pool
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

PAGES = Path(__file__).parents[1] / "pages"
FIELDS = {"meta[name=description]": "content", "link[rel=canonical]": "href"}


def row(file):
    page = LexborHTMLParser(file.read_bytes())
    found = [(page.css_first(field), name) for field, name in FIELDS.items()]
    fields = [node.attributes[name] if node else "" for node, name in found]
    return [file.name, page.css_first("title").text(), *fields]


if __name__ == "__main__":
    files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
    writer = csv.writer(sys.stdout)
    with Pool() as pool:
        for finished, fields in enumerate(pool.imap(row, files), 1):
            writer.writerow(fields)
            print(f"\r{finished} of {len(files)}", end="", file=sys.stderr)
