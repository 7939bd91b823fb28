"""`rel=nofollow` for the links to other sites, with lxml, which writes the whole page anew."""

import sys
from pathlib import Path

import lxml.html

FOLDER = Path("nofollow")
FOLDER.mkdir(exist_ok=True)
for file in sys.argv[1:] or [Path(__file__).parents[4] / "corpus" / "legacy" / "early-weblog.html"]:
    page = lxml.html.parse(file)
    for link in page.iterfind(".//a[@href]"):
        if link.get("href").startswith("http"):
            link.set("rel", "nofollow")
            print(f"{Path(file).name}: {link.get('href')}")
    page.write(FOLDER / Path(file).name, method="html", encoding=page.docinfo.encoding)
