"""Lists the images without a text in their place, with file and line as in an editor."""

import sys
from pathlib import Path

import wishful

for file in sys.argv[1:] or sorted(Path(__file__).parent.glob("pages/*.html")):
    for image in wishful.parse_file(file).select("img:not([alt])"):
        print(f"{Path(file).name}:{image.spans[0].line}: {image.get('src')}")
