"""Times lexbor on the selectors of selectors.txt for `benches/examples/speed`.

The protocol is that of parsers.py. `run` compiles each selector and runs it on each text; the texts
are parsed before.
"""
import pathlib
import sys
import time

import selectolax
from selectolax.lexbor import LEXBOR_VERSION_MAJOR, LEXBOR_VERSION_MINOR, LexborHTMLParser

SELECTORS = pathlib.Path(__file__).with_name("selectors.txt").read_text().splitlines()


def run(documents):
    start = time.process_time()
    for document in documents:
        for selector in SELECTORS:
            document.css(selector)
    return time.process_time() - start


def main():
    version = f"{LEXBOR_VERSION_MAJOR}.{LEXBOR_VERSION_MINOR} (selectolax {selectolax.__version__})"
    print(f"lexbor {version}, read and select", flush=True)
    documents = []
    for line in iter(sys.stdin.buffer.readline, b""):
        match line.split():
            case [b"clear"]:
                documents.clear()
            case [b"text", size]:
                documents.append(LexborHTMLParser(sys.stdin.buffer.read(int(size))))
            case [b"run"]:
                print(run(documents), flush=True)


main()
