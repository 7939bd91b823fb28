"""Which lines of the standard's error recovery does the web use, and how often?

    spark-submit spark_crawl.py --out OUT ARCHIVE.warc.gz …        read archives
    spark-submit spark_crawl.py --out OUT --rows DIR               read what wishful-crawl wrote

An archive is a partition: whoever gets one reads it from its beginning to its end, parses each HTML page by the grammar `whatwg`,
and hands on rows as Arrow batches (`mapInArrow`), so that no page goes through Spark itself. `OUT/pages` has a row for each page, with
the columns of `wishful-crawl` that it fills (`notes/crawl-schema.md`); `OUT/lines` the answer: for each line of the grammar, how many repairs cite
it, and on how many pages.

On a cluster every worker needs the packages: `pip install --target deps wishful fastwarc pyarrow`, a tar of that folder, and
`--archives deps.tar.gz#deps` with `PYTHONPATH=deps`. Archives are paths that each worker can open.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import wishful

HTML = ("text/html", "application/xhtml+xml")

# A page is read up to this length, and its tree built up to so many nodes.
MAX_BYTES = 4 << 20
MAX_NODES = 1 << 20

# Rows that are handed on at once: pages differ in length, and their rows with them.
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

# As wishful-crawl has them.
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

# The same in the words of Spark.
ROW_OF_SPARK = (
    "archive string, offset bigint, url string, outcome string, note string, encoding string, "
    "lines array<struct<kind: string, allowed: boolean, place: string, line: string, count: bigint>>"
)

Row = dict[str, Any]


def lines_of(document: wishful.Document) -> list[Row]:
    """The repairs of a document, counted by kind and by line of the grammar."""
    counts = Counter(
        (repair.kind, repair.allowed, *(repair.cites or (None, None)))
        for repair in document.repairs
    )
    names = ("kind", "allowed", "place", "line", "count")
    return [dict(zip(names, (*key, count), strict=True)) for key, count in counts.items()]


def parsed(body: bytes, url: str | None, charset: str | None) -> Row:
    """What a page comes to."""
    try:
        document = wishful.parse(
            body, url=url, transport_encoding=charset, max_bytes=MAX_BYTES, max_nodes=MAX_NODES
        )
    except wishful.WishfulError as error:
        return {"outcome": "given-up", "note": str(error)}
    outcome = "whole" if document.limit is None else "cut"
    return {"outcome": outcome, "encoding": document.encoding, "lines": lines_of(document)}


def is_page(record: WarcRecord) -> bool:
    """Whether a record is a response that says it is HTML."""
    return record.is_http and (record.http_content_type or "").split(";")[0].strip().lower() in HTML


def page(record: WarcRecord) -> Row:
    """The row of a record."""
    url = record.headers.get("WARC-Target-URI")
    # (A byte more than is parsed, so that the parse knows of it.)
    return {"url": url, **parsed(record.reader.read(MAX_BYTES + 1), url, record.http_charset)}


def pages(archive: str) -> Iterator[Row]:
    """The rows of an archive; the last one says so if it could not be read to its end."""
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
        note = f"nothing behind this record is read: {error}"
        yield {"archive": archive, "offset": offset, "outcome": "damaged", "note": note}


def batches(rows: Iterator[Row]) -> Iterator[pa.RecordBatch]:
    """Rows in batches."""
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield pa.RecordBatch.from_pylist(batch, schema=ROW)
            batch = []
    if batch:
        yield pa.RecordBatch.from_pylist(batch, schema=ROW)


def read(names: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """What a worker does: from names of archives to rows of pages."""
    for batch in names:
        for archive in batch.column("archive").to_pylist():
            yield from batches(pages(archive))


def pages_of(spark: SparkSession, archives: list[str]) -> DataFrame:
    """The pages of all archives, one archive a partition."""
    names = spark.sparkContext.parallelize([(name,) for name in archives], len(archives))
    return spark.createDataFrame(names, "archive string").mapInArrow(read, ROW_OF_SPARK)


def lines_used(rows: DataFrame) -> DataFrame:
    """For each line of the grammar and each kind of repair: how many repairs, on how many pages."""
    line = F.explode("lines").alias("used")
    used = rows.select("archive", "offset", "url", line).select(
        F.struct("archive", "offset", "url").alias("page"), "used.*"
    )
    counted = used.groupBy("place", "line", "kind", "allowed").agg(
        F.sum("count").alias("repairs"), F.countDistinct("page").alias("pages")
    )
    return counted.orderBy(F.desc("repairs"), "place", "kind", "allowed")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("archives", nargs="*", metavar="ARCHIVE", help="WARC files")
    parser.add_argument("--rows", metavar="DIR", help="rows that wishful-crawl wrote as Parquet")
    parser.add_argument("--out", required=True, metavar="DIR", help="where to write")
    asked = parser.parse_args()
    if bool(asked.archives) == bool(asked.rows):
        parser.error("name archives, or --rows")
    return asked


def main() -> None:
    asked = arguments()
    spark = SparkSession.builder.appName("wishful").getOrCreate()
    if asked.rows:
        rows = spark.read.parquet(asked.rows)
    else:
        # Written first and read again: no page is parsed a second time for the answer.
        pages_of(spark, asked.archives).write.parquet(f"{asked.out}/pages")
        rows = spark.read.parquet(f"{asked.out}/pages")
    lines_used(rows).write.parquet(f"{asked.out}/lines")
    spark.read.parquet(f"{asked.out}/lines").orderBy(F.desc("repairs")).show(40, truncate=100)
    spark.stop()


if __name__ == "__main__":
    main()
