"""Adds `rel=nofollow` to the links to other sites. Saves the pages in the folder `nofollow`, with
all other bytes as they were."""

import sys
from pathlib import Path

import wishful

LEGACY = Path(__file__).parents[3] / "corpus" / "legacy"
FOLDER = Path("nofollow")
FOLDER.mkdir(exist_ok=True)
files = [Path(file) for file in sys.argv[1:]] or [LEGACY / "early-weblog.html"]
for file in files:
    with wishful.parse_file(file).edit() as editor:
        for link in editor.document.select("a[href^='http']"):
            editor.set_attribute(link, "rel", "nofollow")
            print(f"{file.name}: {link['href']}")
    (FOLDER / file.name).write_bytes(editor.result.source)
