"""Compares wishful-crawl with loops of FastWARC and an HTML parser of PyPI, for the same columns.

    cargo build --release -p wishful-crawl
    cargo run --release -p benches --example speed -- damaged --write DAMAGED
    pip install fastwarc selectolax turbohtml pyarrow
    python apps/crawl/benches/peers.py PROGRAM DAMAGED [ROUNDS]

The columns are `url`, `title` and `links` (element, absolute URL, `rel`), written as Parquet. Every
program uses one thread of work (`-j 1`) and is measured in processor time. For wishful-crawl, that
is the whole process; for the peers, the loop alone, without the start of Python and its imports.
The peers take all pages for UTF-8 and resolve URLs by `urljoin`; the rows `as written` do not
resolve them, so they do less work than the others.

Each round runs every program once on each archive, so other load on the machine affects all. A
ratio is the peer's time divided by that of wishful-crawl in the same round: above 1, wishful-crawl
is faster. The table has the median of the rounds, and the quartiles of the ratios.

The pages are those of `../shared/pages`, and the damaged ones below DAMAGED, several copies each,
every record in its own gzip member.
"""

from __future__ import annotations

import gzip
import importlib.metadata
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

PAGES = Path(__file__).resolve().parents[3].parent / "shared" / "pages"
LINKS = "a[href], area[href], link[href]"
BATCH = 256
COPIES = {"tidy": 10, "damaged": 2}

Row = tuple[str, str | None, list[dict[str, str | None]]]
Parse = Callable[[bytes, str, bool], Row]


def selectolax() -> Parse:
    from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

    options = LexborDocumentOptions.WO_EVENTS.value

    def parse(page: bytes, url: str, resolves: bool) -> Row:
        tree = LexborHTMLParser(page, options=options)
        title = tree.css_first("title")
        base = tree.css_first("base[href]")
        around = urljoin(url, base.attributes["href"] or "") if base and resolves else url
        links = []
        for node in tree.css(LINKS):
            attributes = node.attributes
            href = attributes["href"] or ""
            href = urljoin(around, href) if resolves else href
            links.append({"element": node.tag, "href": href, "rel": attributes.get("rel")})
        return url, words(title.text() if title else None), links

    return parse


def turbohtml() -> Parse:
    import turbohtml

    def parse(page: bytes, url: str, resolves: bool) -> Row:
        tree = turbohtml.parse(page, encoding="utf-8", positions=False)
        title = tree.select_one("title")
        around = tree.base_url(url) if resolves else url
        links = []
        for node in tree.select(LINKS):
            href, rel = node.attr("href") or "", node.attr("rel")
            href = urljoin(around, href) if resolves else href
            rel = " ".join(rel) if isinstance(rel, list) else rel
            links.append({"element": node.tag, "href": href, "rel": rel})
        return url, words(title.text if title else None), links

    return parse


PEERS: dict[str, Callable[[], Parse]] = {"selectolax": selectolax, "turbohtml": turbohtml}


def words(text: str | None) -> str | None:
    return None if text is None else " ".join(text.split())


def rows(archive: Path, parse: Parse, resolves: bool) -> Iterator[Row]:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with archive.open("rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
            if (record.http_content_type or "").startswith("text/html"):
                yield parse(record.reader.read(), record.headers["WARC-Target-URI"], resolves)


def run(peer: str, resolves: bool, archive: Path, out: Path) -> None:
    """Writes the columns of an archive, and prints the processor time in seconds."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    link = pa.struct([("element", pa.string()), ("href", pa.string()), ("rel", pa.string())])
    names = ["url", "title", "links"]
    schema = pa.schema(zip(names, [pa.string(), pa.string(), pa.list_(link)], strict=True))
    parse = PEERS[peer]()
    start = time.process_time()
    with pq.ParquetWriter(out, schema) as writer:
        batch: list[Row] = []

        def write() -> None:
            columns = dict(zip(names, map(list, zip(*batch, strict=True)), strict=True))
            writer.write_batch(pa.RecordBatch.from_pydict(columns, schema))
            batch.clear()

        for row in rows(archive, parse, resolves):
            batch.append(row)
            if len(batch) == BATCH:
                write()
        if batch:
            write()
    print(time.process_time() - start)


def write_archive(pages: list[Path], copies: int, path: Path) -> int:
    """Writes an archive of the pages, and returns the number of its records."""
    with path.open("wb") as archive:
        for copy in range(copies):
            for number, page in enumerate(pages):
                body = page.read_bytes()
                response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
                head = (
                    f"WARC/1.1\r\nWARC-Type: response\r\n"
                    f"WARC-Record-ID: <urn:uuid:{copy}-{number}>\r\n"
                    f"WARC-Date: 2026-11-27T08:00:00Z\r\n"
                    f"WARC-Target-URI: https://example.org/{copy}/{number}/page.html\r\n"
                    f"Content-Type: application/http; msgtype=response\r\n"
                    f"Content-Length: {len(response)}\r\n\r\n"
                )
                archive.write(gzip.compress(head.encode() + response + b"\r\n\r\n"))
    return copies * len(pages)


def time_of_program(program: Path, archive: Path, out: Path) -> float:
    """Runs wishful-crawl and returns its processor time."""
    command = [str(program), str(archive), "-j", "1", "-c", "url,title,links", "-o", str(out)]
    child = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{program} failed")
    return usage.ru_utime + usage.ru_stime


def time_of_peer(peer: str, resolves: bool, archive: Path, out: Path) -> float:
    command = [sys.executable, __file__, "--run", peer, str(int(resolves)), str(archive), str(out)]
    return float(subprocess.run(command, check=True, capture_output=True).stdout)


def links_in(out: Path) -> int:
    import pyarrow.parquet as pq

    column = pq.read_table(out, columns=["links"])["links"]
    return sum(len(links) for links in column.to_pylist())


def main(program: Path, damaged: Path, rounds: int) -> None:
    peers = [(peer, resolves) for peer in PEERS for resolves in (True, False)]
    names = ["wishful-crawl"]
    for peer, resolves in peers:
        names.append(f"FastWARC, {peer}" + ("" if resolves else ", as written"))
    for package in ["fastwarc", "pyarrow", *PEERS]:
        print(package, importlib.metadata.version(package), end="; ")
    print(f"Python {sys.version.split()[0]}; {rounds} rounds\n")
    print("| program | pages | pages a core-second | ratio | quartiles | links |")
    print("| --- | --- | ---: | ---: | --- | ---: |")
    sources = {"tidy": sorted(PAGES.glob("*.html")), "damaged": sorted(damaged.glob("*/*.html"))}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for kind, pages in sources.items():
            archive = folder / f"{kind}.warc.gz"
            count = write_archive(pages, COPIES[kind], archive)
            times: list[list[float]] = []
            found: list[Any] = []
            for round_ in range(rounds):
                outs = [folder / f"{kind}-{round_}-{number}" for number in range(len(names))]
                seconds = [time_of_program(program, archive, outs[0])]
                for (peer, resolves), out in zip(peers, outs[1:], strict=True):
                    seconds.append(time_of_peer(peer, resolves, archive, out))
                times.append(seconds)
                found = found or [links_in(out) for out in outs]
            for number, name in enumerate(names):
                rate = statistics.median(count / seconds[number] for seconds in times)
                ratios = [seconds[number] / seconds[0] for seconds in times]
                low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
                spread = f"{low:.2f} to {high:.2f}"
                print(
                    f"| {name} | {kind} | {rate:,.0f} | {middle:.2f} | {spread} | {found[number]:,} |"
                )


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        run(sys.argv[2], sys.argv[3] == "1", Path(sys.argv[4]), Path(sys.argv[5]))
    else:
        main(Path(sys.argv[1]), Path(sys.argv[2]), int((sys.argv[3:] or ["9"])[0]))
