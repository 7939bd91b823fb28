"""Images without `alt`, with lxml."""

import sys
from pathlib import Path

import lxml.html

for file in sys.argv[1:] or sorted(Path(__file__).parents[1].glob("pages/*.html")):
    for image in lxml.html.parse(file).iterfind(".//img"):
        if "alt" not in image.attrib:
            print(f"{Path(file).name}:{image.sourceline}: {image.get('src')}")
