"""Lists the images without a text in their place, with file and line as in an editor."""

import sys
from pathlib import Path

import wishful

PAGES = Path(__file__).parent / "pages"
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
for file in files:
    for image in wishful.parse_file(file).select("img:not([alt])"):
        print(f"{file.name}:{image.spans[0].line}: {image.get('src')}")
