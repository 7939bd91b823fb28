"""Counts the uses of each line of the standard's error recovery in web archives.

    spark-submit spark_crawl.py --out OUT ARCHIVE.warc.gz …        read archives
    spark-submit spark_crawl.py --out OUT --rows DIR               read rows of wishful-crawl

Each archive is one partition. A worker reads it from start to end, parses each HTML page with the
grammar `whatwg`, and passes on rows as Arrow batches (`mapInArrow`). So the pages themselves do not
pass through Spark.

`OUT/pages` has a row for each page, with some of the columns of `wishful-crawl`
(`notes/crawl-schema.md`). `OUT/lines` has the result: for each grammar line, the number of repairs
that cite it, and the number of pages.

If a row is `damaged`, the exit status is 1, as that of `wishful-crawl`. FastWARC stops at damage,
and it does not report a cut archive: the rest is missing without an error. To notice that,
and to read the records after the damage, let `wishful-crawl` write the rows (`--rows`).

On a cluster, every worker needs the packages: run `pip install --target deps wishful fastwarc
pyarrow`, make a tar of that folder, and pass `--archives deps.tar.gz#deps` with `PYTHONPATH=deps`.
Every worker must be able to open the paths of the archives.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import wishful

HTML = ("text/html", "application/xhtml+xml")

# The maximum length of a page in bytes, and the maximum number of nodes of its tree.
MAX_BYTES = 4 << 20
MAX_NODES = 1 << 20

# The number of rows in a batch. It is small, because some pages have long rows.
BATCH = 100

LINE = pa.struct(
    [
        ("kind", pa.string()),
        ("allowed", pa.bool_()),
        ("place", pa.string()),
        ("line", pa.string()),
        ("count", pa.int64()),
    ]
)

# The columns, as wishful-crawl defines them.
ROW = pa.schema(
    [
        ("archive", pa.string()),
        ("offset", pa.int64()),
        ("url", pa.string()),
        ("outcome", pa.string()),
        ("note", pa.string()),
        ("encoding", pa.string()),
        ("lines", pa.list_(LINE)),
    ]
)

# The same columns as a Spark schema.
ROW_OF_SPARK = (
    "archive string, offset bigint, url string, outcome string, note string, encoding string, "
    "lines array<struct<kind: string, allowed: boolean, place: string, line: string, count: bigint>>"
)

Row = dict[str, Any]


def lines_of(document: wishful.Document) -> list[Row]:
    """Counts the repairs of a document by kind and grammar line."""
    counts = Counter(
        (repair.kind, repair.allowed, *(repair.cites or (None, None)))
        for repair in document.repairs
    )
    names = ("kind", "allowed", "place", "line", "count")
    return [dict(zip(names, (*key, count), strict=True)) for key, count in counts.items()]


def parsed(body: bytes, url: str | None, charset: str | None) -> Row:
    """Parses a page and returns its outcome, encoding and lines."""
    try:
        document = wishful.parse(
            body, url=url, transport_encoding=charset, max_bytes=MAX_BYTES, max_nodes=MAX_NODES
        )
    except wishful.WishfulError as error:
        return {"outcome": "given-up", "note": str(error)}
    outcome = "whole" if document.limit is None else "cut"
    return {"outcome": outcome, "encoding": document.encoding, "lines": lines_of(document)}


def is_page(record: WarcRecord) -> bool:
    """Reports whether a record is a response with HTML as its content type."""
    return record.is_http and (record.http_content_type or "").split(";")[0].strip().lower() in HTML


def page(record: WarcRecord) -> Row:
    """Returns the row of a record, without its position."""
    url = record.headers.get("WARC-Target-URI")
    # One byte more than the limit, so that the parser notices if the page is longer.
    return {"url": url, **parsed(record.reader.read(MAX_BYTES + 1), url, record.http_charset)}


def pages(archive: str) -> Iterator[Row]:
    """Yields the rows of an archive. If it is damaged, the last row reports it."""
    offset = 0
    try:
        with open(archive, "rb") as stream:
            records = ArchiveIterator(
                stream, record_types=WarcRecordType.response, parse_http=True, auto_decode="all"
            )
            for record in records:
                offset = record.stream_pos
                if is_page(record):
                    yield {"archive": archive, "offset": offset, **page(record)}
    except (OSError, ValueError) as error:
        note = f"the archive cannot be read after this record: {error}"
        yield {"archive": archive, "offset": offset, "outcome": "damaged", "note": note}


def batches(rows: Iterator[Row]) -> Iterator[pa.RecordBatch]:
    """Groups rows into Arrow batches."""
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield pa.RecordBatch.from_pylist(batch, schema=ROW)
            batch = []
    if batch:
        yield pa.RecordBatch.from_pylist(batch, schema=ROW)


def read(names: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Reads the named archives and yields rows of their pages. It runs in a worker."""
    for batch in names:
        for archive in batch.column("archive").to_pylist():
            yield from batches(pages(archive))


def pages_of(spark: SparkSession, archives: list[str]) -> DataFrame:
    """Returns the rows of all archives, with one partition for each archive."""
    names = spark.sparkContext.parallelize([(name,) for name in archives], len(archives))
    return spark.createDataFrame(names, "archive string").mapInArrow(read, ROW_OF_SPARK)


def lines_used(rows: DataFrame) -> DataFrame:
    """Counts repairs and pages for each grammar line and each kind of repair."""
    line = F.explode("lines").alias("used")
    used = rows.select("archive", "offset", "url", line).select(
        F.struct("archive", "offset", "url").alias("page"), "used.*"
    )
    counted = used.groupBy("place", "line", "kind", "allowed").agg(
        F.sum("count").alias("repairs"), F.countDistinct("page").alias("pages")
    )
    return counted.orderBy(F.desc("repairs"), "place", "kind", "allowed")


def has_damage(rows: DataFrame) -> bool:
    """Reports whether a row says that its archive is damaged."""
    return bool(rows.where(F.col("outcome") == "damaged").take(1))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("archives", nargs="*", metavar="ARCHIVE", help="WARC files")
    parser.add_argument("--rows", metavar="DIR", help="rows that wishful-crawl wrote as Parquet")
    parser.add_argument("--out", required=True, metavar="DIR", help="output folder")
    asked = parser.parse_args()
    if bool(asked.archives) == bool(asked.rows):
        parser.error("pass either archives or --rows DIR")
    return asked


def main() -> int:
    asked = arguments()
    spark = SparkSession.builder.appName("wishful").getOrCreate()
    if asked.rows:
        rows = spark.read.parquet(asked.rows)
    else:
        # The rows are stored first and read again, so that no page is parsed twice.
        pages_of(spark, asked.archives).write.parquet(f"{asked.out}/pages")
        rows = spark.read.parquet(f"{asked.out}/pages")
    lines_used(rows).write.parquet(f"{asked.out}/lines")
    spark.read.parquet(f"{asked.out}/lines").orderBy(F.desc("repairs")).show(40, truncate=100)
    status = int(has_damage(rows))
    if status:
        print("an archive is damaged: see the rows with the outcome `damaged`", file=sys.stderr)
    spark.stop()
    return status


if __name__ == "__main__":
    sys.exit(main())
