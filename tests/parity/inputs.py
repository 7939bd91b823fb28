#!/usr/bin/env python3
"""Writes the documents of the parity run as NDJSON: {"id": ..., "html": ...}.

    inputs.py [SUITES] [--corpus DIR] > inputs.ndjson

SUITES is the folder of the public suites; the default is WISHFUL_SUITES, or else
`../shared/suites` beside the repository. The documents are

* `broken/*.html`, id `broken/NAME`, decoded as UTF-8 where that is valid and as
  windows-1252 elsewhere (a byte that windows-1252 lacks becomes the control
  character of the same number, as in the encoding standard; a UTF-8 byte order
  mark is an encoding mark and dropped);
* the `#data` of every case of `wpt/*.dat` that is not a
  fragment case, id `FILE#N` with N counting all cases of the file from 1, so
  that an id names the same case whatever is left out;
* with `--corpus DIR`, the `*.html` of that folder, id `legacy/NAME`, decoded
  with the encoding named in a <meta> where Python knows it.

Nothing else is skipped. Line ends, NUL and control characters stay as they are.
"""

import json
import os
import pathlib
import re
import sys


def windows_1252(data):
    """Decodes as windows-1252 with no byte undefined."""
    def one(byte):
        try:
            return bytes([byte]).decode("cp1252")
        except UnicodeDecodeError:
            return chr(byte)
    return "".join(map(one, data))


def decode(data, declared=False):
    label = re.search(rb"charset=[\"']?([\w-]+)", data[:1024]) if declared else None
    encodings = ["utf-8-sig"] if label is None else [label.group(1).decode("ascii"), "utf-8-sig"]
    for encoding in encodings:
        # The label means windows-1252 on the web, and ASCII means it too.
        if encoding.lower() in ("iso-8859-1", "latin1", "us-ascii", "windows-1252"):
            return windows_1252(data)
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            pass
    return windows_1252(data)


def cases(text):
    """Yields (number, data, is_fragment) for each case of a .dat file.

    A case is a run of sections; each begins with a heading line. The data ends
    before the newline that precedes the next heading. `#description` or `#data`
    opens a case only where a case may begin: at the top or after an empty line
    that follows a `#document` section, since data may hold any line.
    """
    lines = text.split("\n")
    number, at = 0, 0
    while at < len(lines):
        if lines[at] != "#data":
            at += 1
            continue
        number += 1
        start = at + 1
        end = start
        while end < len(lines) and lines[end] != "#errors":
            end += 1
        data = "\n".join(lines[start:end])
        at, fragment, in_document = end, False, False
        while at < len(lines):
            if in_document and lines[at] in ("#description", "#data") and lines[at - 1] == "":
                break
            fragment = fragment or (not in_document and lines[at] == "#document-fragment")
            in_document = in_document or lines[at] == "#document"
            at += 1
        yield number, data, fragment


def documents(suites, corpus):
    for path in sorted((suites / "broken").glob("*.html")):
        yield "broken/" + path.name, decode(path.read_bytes())
    for path in sorted((suites / "wpt").glob("*.dat")):
        for number, data, fragment in cases(path.read_bytes().decode("utf-8")):
            if not fragment:
                yield f"{path.name}#{number}", data
    if corpus is not None:
        for path in sorted(corpus.glob("*.html")):
            yield "legacy/" + path.name, decode(path.read_bytes(), declared=True)


def main(arguments):
    corpus = None
    if "--corpus" in arguments:
        at = arguments.index("--corpus")
        if at + 1 == len(arguments):
            sys.exit("--corpus wants a folder")
        corpus = pathlib.Path(arguments[at + 1])
        arguments = arguments[:at] + arguments[at + 2:]
    here = pathlib.Path(__file__).resolve()
    default = os.environ.get("WISHFUL_SUITES", here.parents[2].parent / "shared" / "suites")
    suites = pathlib.Path(arguments[0] if arguments else default)
    if not suites.is_dir():
        sys.exit(f"no suites at {suites}: name the folder, or set WISHFUL_SUITES")
    for name, html in documents(suites, corpus):
        print(json.dumps({"id": name, "html": html}, ensure_ascii=True))


if __name__ == "__main__":
    main(sys.argv[1:])
