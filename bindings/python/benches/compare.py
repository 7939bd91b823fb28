"""Compares the package's speed with others in one run, and prints a log for `notes/bench/`.

    pip install -r tests/requirements.txt, and a wheel of the release
    python benches/compare.py [ROUNDS] > ../notes/bench/DATE-python.md

Each round measures everything once, so other load on the machine affects all rows equally. Times
are the processor times of this process, as medians over the rounds. Ratios are medians of the
rounds' ratios. Threads are measured by wall-clock time and compared with threads that only compute:
their speedup is the maximum on this machine.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import platform
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bs4
import html5lib
import lxml.html
import mf2py
import parslepy
from selectolax.lexbor import LexborHTMLParser

import wishful
import wishful.bs4
import wishful.lxml
from wishful import mf2

Works = Mapping[str, Callable[[], object]]

SHARED = Path(__file__).resolve().parents[3].parent / "shared"
OTHERS = ["selectolax", "lxml", "html5lib", "beautifulsoup4", "mf2py", "parslepy"]


def main() -> None:
    warnings.simplefilter("ignore")
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    chapter = (SHARED / "pages" / "html-parsing-spec-2018.html").read_bytes()
    pages = [path.read_bytes() for path in sorted((SHARED / "pages").glob("*.html"))]
    print(heading(rounds))
    for title, works in (
        ("The standard's chapter, 714 KB", parsers([chapter])),
        ("Thirty pages, 4.0 MB", parsers(pages)),
        ("Trees of other libraries, of three pages", trees(pages[:3])),
        ("Microformats, of thirty pages", microformats(pages)),
        ("Microformats, of the public tests' 143 documents of a kilobyte", microformats(small())),
        ("A parselet, of a page of 500 records", parselets()),
    ):
        print(table(title, works, rounds))
    print(threads(pages, rounds))


def parsers(pages: list[bytes]) -> Works:
    """Returns the rows of parsing alone, and of parsing with output."""
    return {
        "wishful.parse": lambda: [wishful.parse(page) for page in pages],
        "selectolax (lexbor)": lambda: [LexborHTMLParser(page) for page in pages],
        "lxml.html": lambda: [lxml.html.document_fromstring(page) for page in pages],
        "html5lib": lambda: [html5lib.parse(page) for page in pages],
        "wishful, and HTML of it": lambda: [wishful.parse(page).to_html() for page in pages],
        "selectolax, and HTML of it": lambda: [LexborHTMLParser(page).html for page in pages],
        "lxml.html, and HTML of it": lambda: [
            lxml.html.tostring(lxml.html.document_fromstring(page)) for page in pages
        ],
    }


def trees(pages: list[bytes]) -> Works:
    return {
        "wishful.lxml": lambda: [wishful.lxml.fromstring(page) for page in pages],
        "html5lib to lxml": lambda: [html5lib.parse(page, treebuilder="lxml") for page in pages],
        "lxml.html": lambda: [lxml.html.document_fromstring(page) for page in pages],
        "Beautiful Soup by wishful": lambda: [bs4.BeautifulSoup(page, "wishful") for page in pages],
        "Beautiful Soup by html5lib": lambda: [
            bs4.BeautifulSoup(page, "html5lib") for page in pages
        ],
        "Beautiful Soup by lxml": lambda: [bs4.BeautifulSoup(page, "lxml") for page in pages],
    }


def small() -> list[bytes]:
    paths = sorted((SHARED / "suites" / "microformats").rglob("*.html"))
    return [path.read_bytes() for path in paths]


def microformats(documents: list[bytes]) -> Works:
    url = "https://example.org/"
    return {
        "wishful.mf2": lambda: [mf2.parse(doc=document, url=url) for document in documents],
        "mf2py": lambda: [mf2py.parse(doc=document, url=url) for document in documents],
    }


def parselets() -> Works:
    record = '<li class=r><a href="/{0}">Title {0}</a> <b class=date>May {0}</b><p>Some text {0}'
    page = "<h1>Records</h1><ul>" + "".join(record.format(number) for number in range(500))
    rules = {
        "name": "h1",
        "records(li.r)": [{"title": "a", "url": "a/@href", "date": ".date", "text": "p"}],
    }
    ours, theirs = wishful.Parselet(rules, strict=False, strip=True), parslepy.Parselet(rules)
    assert len(ours.parse_fromstring(page)["records"]) == len(
        theirs.parse_fromstring(page)["records"]
    )
    return {
        "wishful.Parselet": lambda: ours.parse_fromstring(page),
        "parslepy": lambda: theirs.parse_fromstring(page),
    }


def measured(work: Callable[[], object], clock: Callable[[], float]) -> float:
    before = clock()
    kept = work()
    spent = clock() - before
    del kept
    return spent


def table(title: str, works: Works, rounds: int) -> str:
    """Formats a table with a row for each work: its time, and the ratio to the first row."""
    for work in works.values():
        work()
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            times[name].append(measured(work, time.process_time))
    first = next(iter(times.values()))
    lines = [
        f"## {title}\n",
        "| what | ms | spread | times the first |",
        "| --- | --- | --- | --- |",
    ]
    for name, own in times.items():
        ratio = statistics.median(one / base for one, base in zip(own, first, strict=True))
        spread = f"{min(own) * 1e3:.1f} to {max(own) * 1e3:.1f}"
        lines.append(f"| {name} | {statistics.median(own) * 1e3:.1f} | {spread} | {ratio:.2f} |")
    return "\n".join(lines) + "\n"


def computation(threads: int, parts: int = 8) -> None:
    """Computes in threads that do not need the interpreter."""
    with ThreadPoolExecutor(threads) as pool:
        list(
            pool.map(
                lambda part: hashlib.pbkdf2_hmac("sha256", b"x", b"%d" % part, 60_000), range(parts)
            )
        )


def in_threads(pages: list[bytes], threads: int) -> None:
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(wishful.parse, pages))


def threads(pages: list[bytes], rounds: int) -> str:
    """Measures the speedup of two threads over one in wall-clock time."""
    many = pages * 3
    works: dict[str, Callable[[int], object]] = {
        "computation (SHA-256)": computation,
        "wishful.parse_many": lambda threads: list(wishful.parse_many(many, threads=threads)),
        "wishful.parse in threads of Python": lambda threads: in_threads(many, threads),
    }
    gains: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            one, two = (measured(lambda: work(count), time.perf_counter) for count in (1, 2))  # noqa: B023
            gains[name].append(one / two)
    lines = [
        "## Speedup of two threads over one, in wall-clock time\n",
        "| what | gain | spread |",
        "| --- | --- | --- |",
    ]
    for name, own in gains.items():
        lines.append(
            f"| {name} | {statistics.median(own):.2f} | {min(own):.2f} to {max(own):.2f} |"
        )
    return "\n".join(lines) + "\n"


def heading(rounds: int) -> str:
    git = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False)
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in OTHERS)
    machine = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": platform.system(),
    }
    return (
        f"# The Python package compared with others\n\n{time.strftime('%Y-%m-%d')}, commit {commit.stdout.strip()}, "
        f"`python benches/compare.py {rounds}`, {json.dumps(machine)}.\n{versions}.\n"
    )


if __name__ == "__main__":
    main()
