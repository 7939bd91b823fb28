"""Images without `alt`, with lxml."""

import sys
from pathlib import Path

import lxml.html

PAGES = Path(__file__).parents[1] / "pages"
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
for file in files:
    for image in lxml.html.parse(file).xpath("//img[not(@alt)]"):
        print(f"{file.name}:{image.sourceline}: {image.get('src')}")
