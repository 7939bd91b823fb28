"""Adds `rel=nofollow` to the links to other sites. Saves the pages in the folder `nofollow`, with
all other bytes as they were."""

import sys
from pathlib import Path

import wishful

FOLDER = Path("nofollow")
FOLDER.mkdir(exist_ok=True)
for file in sys.argv[1:] or [Path(__file__).parents[3] / "corpus" / "legacy" / "early-weblog.html"]:
    with wishful.parse_file(file).edit() as editor:
        for link in editor.document.select("a[href^='http']"):
            editor.set_attribute(link, "rel", "nofollow")
            print(f"{Path(file).name}: {link['href']}")
    (FOLDER / Path(file).name).write_bytes(editor.result.source)
