"""Runs the Spark example on two threads, and compares its rows with those of `wishful-crawl`.

`WISHFUL_CRAWL` is the path of the program.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import DataFrame, SparkSession

EXAMPLES = Path(__file__).parents[1]
sys.path.insert(0, str(EXAMPLES))

import spark_crawl  # noqa: E402  (from the folder above)

PAGES = [
    "<!doctype html><title>fine</title><p>One<p>Two",
    "<p>1<b>2<p>3</b>4<table>5<td>6</table>",
    "<table><tr><td>x</table><a><a>" * 20,
    "<meta charset=latin1>é",
]


def record(url: str, html: str) -> bytes:
    body = html.encode()
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:x>\r\nWARC-Target-URI: {url}\r\n"
        "WARC-Date: 2026-11-23T08:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + http + b"\r\n\r\n")


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("archives")
    names = []
    for number in range(3):
        path = folder / f"{number}.warc.gz"
        pages = (
            record(f"http://a{number}.test/{i}", PAGES[i % 4] * (1 + i % 3)) for i in range(250)
        )
        path.write_bytes(b"".join(pages))
        names.append(str(path))
    return names


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    # Workers use the interpreter of the tests, not the first one in PATH.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").appName("test")
    here = "127.0.0.1"
    local = {
        "spark.driver.bindAddress": here,
        "spark.driver.host": here,
        "spark.ui.enabled": "false",
    }
    for name, value in {**local, "spark.sql.shuffle.partitions": "4"}.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.addPyFile(str(EXAMPLES / "spark_crawl.py"))
    yield spark
    spark.stop()


def answer(lines: DataFrame) -> list[tuple[object, ...]]:
    return [tuple(row) for row in lines.collect()]


def test_pages_are_rows_and_archives_are_partitions(
    spark: SparkSession, archives: list[str]
) -> None:
    pages = spark_crawl.pages_of(spark, archives)
    assert pages.rdd.getNumPartitions() == len(archives)
    rows = pages.collect()
    assert len(rows) == 3 * 250
    assert {row.outcome for row in rows} == {"whole"}
    assert len({(row.archive, row.offset) for row in rows}) == len(rows)
    assert not spark_crawl.has_damage(pages)


def test_the_lines_equal_those_of_the_command(
    spark: SparkSession, archives: list[str], tmp_path: Path
) -> None:
    program = os.environ["WISHFUL_CRAWL"]
    subprocess.run(
        [program, *archives, "-o", str(tmp_path / "rows")], check=True, capture_output=True
    )
    by_command = answer(spark_crawl.lines_used(spark.read.parquet(str(tmp_path / "rows"))))
    by_spark = answer(spark_crawl.lines_used(spark_crawl.pages_of(spark, archives)))
    assert by_spark == by_command
    place, *_, repairs, pages = by_spark[0]
    assert str(place).startswith("whatwg.grammar:") and repairs > pages > 0
    fostered = [row for row in by_spark if row[2] == "fostered"]
    assert fostered and all(not row[3] for row in fostered)


def test_a_damaged_archive_ends_with_a_row_that_reports_it(
    spark: SparkSession, tmp_path: Path
) -> None:
    path = tmp_path / "damaged.warc.gz"
    good = record("http://a.test/", PAGES[0])
    path.write_bytes(good + b"\x1f\x8b\x08\x00" + b"\xff" * 400)
    found = spark_crawl.pages_of(spark, [str(path), str(tmp_path / "gone.warc.gz")])
    assert spark_crawl.has_damage(found)
    rows = found.collect()
    assert sorted(row.outcome for row in rows) == ["damaged", "damaged", "whole"]
    assert all(row.note for row in rows if row.outcome == "damaged")
