"""`rel=nofollow` for the links to other sites, with lxml, which writes the whole page anew."""

import sys
from pathlib import Path

import lxml.html

LEGACY = Path(__file__).parents[4] / "corpus" / "legacy"
FOLDER = Path("nofollow")
FOLDER.mkdir(exist_ok=True)
files = [Path(file) for file in sys.argv[1:]] or [LEGACY / "early-weblog.html"]
for file in files:
    page = lxml.html.parse(file)
    for link in page.xpath("//a[starts-with(@href, 'http')]"):
        link.set("rel", "nofollow")
        print(f"{file.name}: {link.get('href')}")
    page.write(FOLDER / file.name, method="html", encoding=page.docinfo.encoding)
