"""Compares the package with selectolax and turbohtml in one run: one table, tidy and damaged pages.

    cargo run --release -p benches --example speed -- damaged --write FOLDER
    pip install selectolax turbohtml, and a wheel of the release
    python benches/peers.py FOLDER [ROUNDS]

Each round runs every cell once, so other load on the machine affects all columns equally. Times are
processor times in milliseconds, as medians over the rounds. A ratio is the median of the rounds'
ratios: the peer's time divided by wishful's, so that a number above 1 means that wishful is faster.
Memory is the growth of the resident set of a child process that parses all pages and keeps them.

The pages are those of `../shared/pages`, and one kind of damage for each folder below FOLDER.
"""

from __future__ import annotations

import gc
import importlib.metadata
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import turbohtml
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

import wishful

Parse = Callable[[bytes], Any]
Work = Callable[[Any], object]

PAGES = Path(__file__).resolve().parents[3].parent / "shared" / "pages"
PEERS = ["wishful", "selectolax", "turbohtml"]
SMALL_TIDY = b"<!doctype html><title>Page</title><p class=a>One <a href=/b>two</a></p>"
SMALL_DAMAGED = b"<title>Page<p class=a><b>One <i>two</b> three</i><td><li></a>four</div>"


def parser_of(peer: str) -> Parse:
    """Returns the function that parses bytes, without features that the others lack."""
    if peer == "wishful":
        return lambda page: wishful.parse(page, transport_encoding="utf-8")
    if peer == "selectolax":
        options = LexborDocumentOptions.WO_EVENTS.value
        return lambda page: LexborHTMLParser(page, options=options)
    return lambda page: turbohtml.parse(page, encoding="utf-8", positions=False)


# The works on a parsed document, for each peer in the order of `PEERS`; `None` if it has no such
# function. The answers are the same, but selectolax's walks include comments, turbohtml's selectors
# look into templates, and white space in texts differs.
WORKS: dict[str, tuple[Work | None, Work | None, Work | None]] = {
    "walk: names of all elements": (
        lambda document: [node.name for node in document.root.elements],
        lambda document: [node.tag for node in document.root.traverse()],
        lambda document: [node.tag for node in document.iter_elements()],
    ),
    "walk: element children, from element to element": (
        lambda document: nested(document.root, lambda node: node.element_children),
        lambda document: nested(document.root, lambda node: node.iter()),
        lambda document: nested(document, elements_of),
    ),
    "select `div a[href]`, and read `href`": (
        lambda document: [node["href"] for node in document.css("div a[href]")],
        lambda document: [node.attributes["href"] for node in document.css("div a[href]")],
        lambda document: [node.attrs["href"] for node in document.select("div a[href]")],
    ),
    "XPath `//div[@class]//a/@href`": (
        lambda document: document.xpath_texts("//div[@class]//a/@href"),
        None,
        lambda document: document.xpath("//div[@class]//a/@href"),
    ),
    "text of the document": (
        lambda document: document.text(),
        lambda document: document.text(separator=" ", strip=True),
        lambda document: document.to_text(),
    ),
}


def nested(node: Any, children: Callable[[Any], Iterable[Any]]) -> int:
    """Returns the number of elements in a tree, going from each element to its children."""
    count, waiting = 0, [node]
    while waiting:
        count += 1
        waiting += children(waiting.pop())
    return count


def elements_of(node: Any) -> list[Any]:
    """Returns the children that are elements in a tree of turbohtml."""
    return [child for child in node.children if isinstance(child, turbohtml.Element)]


def main() -> None:
    damaged = Path(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    sets = {"tidy": sorted(PAGES.glob("*.html")), "damaged": sorted(damaged.glob("*/*.html"))}
    print(heading(rounds, sets))
    print("| work | pages | wishful | selectolax | turbohtml | selectolax ÷ | turbohtml ÷ |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, paths in sets.items():
        pages = [path.read_bytes() for path in paths]
        small = [SMALL_TIDY if name == "tidy" else SMALL_DAMAGED] * 1000
        parsers = [parser_of(peer) for peer in PEERS]
        row("parse", name, [parsing(parse, pages) for parse in parsers], rounds)
        row(
            f"parse 1,000 documents of {len(small[0])} bytes",
            name,
            [parsing(p, small) for p in parsers],
            rounds,
        )
        few = pages[:: len(sets["damaged"]) // len(sets["tidy"])] if name == "damaged" else pages
        trees = [[parse(page) for page in few] for parse in parsers]
        for work, functions in WORKS.items():
            cells = [doing(f, own) if f else None for f, own in zip(functions, trees, strict=True)]
            row(work, name, cells, rounds)
        del trees
        grown = [memory(peer, paths) for peer in PEERS]
        line("memory, times the input", name, grown, [one / grown[0] for one in grown[1:]])


def parsing(parse: Parse, pages: list[bytes]) -> Callable[[], object]:
    def run() -> None:
        for page in pages:
            parse(page)

    return run


def doing(work: Work, documents: Iterable[Any]) -> Callable[[], object]:
    return lambda: [work(document) for document in documents]


def measured(work: Callable[[], object]) -> float:
    gc.collect()
    before = time.process_time()
    kept = work()
    spent = time.process_time() - before
    del kept
    return spent * 1e3


def row(work: str, pages: str, cells: list[Callable[[], object] | None], rounds: int) -> None:
    """Measures one row and prints it."""
    times: list[list[float]] = [[] for _ in cells]
    for turn in range(rounds + 1):
        for cell, own in zip(cells, times, strict=True):
            spent = measured(cell) if cell else float("nan")
            # The first round warms caches up.
            if turn > 0:
                own.append(spent)
    medians = [statistics.median(own) for own in times]
    ratios = [
        statistics.median(peer / own for peer, own in zip(peers, times[0], strict=True))
        for peers in times[1:]
    ]
    line(work, pages, medians, ratios)


def line(work: str, pages: str, cells: list[float], ratios: list[float]) -> None:
    shown = [f"{cell:.1f}" for cell in cells] + [f"{ratio:.2f}" for ratio in ratios]
    cells_shown = " | ".join("—" if cell == "nan" else cell for cell in shown)
    print(f"| {work} | {pages} | {cells_shown} |", flush=True)


CHILD = "import sys; sys.path.insert(0, sys.argv[1]); import peers; peers.child(*sys.argv[2:])"


def memory(peer: str, paths: list[Path]) -> float:
    """Returns the memory of all documents together, as a multiple of the size of the pages."""
    run = [sys.executable, "-I", "-c", CHILD, str(Path(__file__).parent), peer, *map(str, paths)]
    return float(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


def child(peer: str, *paths: str) -> None:
    parse, pages = parser_of(peer), [Path(path).read_bytes() for path in paths]
    parse(SMALL_TIDY)
    before = resident()
    kept = [parse(page) for page in pages]
    print((resident() - before) / sum(map(len, pages)))
    del kept


def resident() -> int:
    """Returns the resident set of this process in bytes."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))


def heading(rounds: int, sets: dict[str, list[Path]]) -> str:
    git = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    versions = ", ".join(f"{peer} {importlib.metadata.version(peer)}" for peer in PEERS)
    sizes = ", ".join(
        f"{len(paths)} {name} pages of {sum(path.stat().st_size for path in paths) / 1e6:.2f} MB"
        for name, paths in sets.items()
    )
    return (
        f"# The Python package beside selectolax and turbohtml\n\n{time.strftime('%Y-%m-%d')}, "
        f"commit {commit}, Python {platform.python_version()}, {platform.machine()}, "
        f"{rounds} rounds.\n{versions}.\n{sizes}. Times in milliseconds.\n"
    )


if __name__ == "__main__":
    main()
