"""Threads: what runs beside what is counted, not timed."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

import wishful


@pytest.fixture
def no_switching() -> Iterator[None]:
    """The interpreter goes from thread to thread only where it is let go."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(interval)


def test_documents_come_in_order(corpus: list[bytes]) -> None:
    expected = [wishful.parse(one).to_html() for one in corpus]
    for threads in (1, 2, 5, None):
        found = [document.to_html() for document in wishful.parse_many(corpus, threads=threads)]
        assert found == expected


def test_inputs_are_drawn_as_they_are_needed() -> None:
    drawn = itertools.count()
    endless = (f"<p>{next(drawn)}" for _ in itertools.count())
    documents = wishful.parse_many(endless, threads=2)
    first = [next(documents).text for _ in range(10)]
    assert first == [f"<p>{number}" for number in range(10)]
    assert next(drawn) <= 10 + 2 * 8


def test_what_goes_wrong_is_raised_in_its_turn() -> None:
    def inputs() -> Iterator[str]:
        yield "a"
        yield 3  # type: ignore[misc]
        yield "b"
        raise KeyError("end")

    documents = wishful.parse_many(inputs(), threads=1)
    assert next(documents).text == "a"
    with pytest.raises(TypeError, match="not int"):
        next(documents)
    assert next(documents).text == "b"
    with pytest.raises(KeyError):
        next(documents)
    with pytest.raises(StopIteration):
        next(documents)
    wrong = wishful.parse_many([b"a", b"b"], encoding="utf-99")
    for _ in range(2):
        with pytest.raises(wishful.ParseError):
            next(wrong)
    with pytest.raises(ValueError, match="at least one"):
        wishful.parse_many([], threads=0)
    assert list(wishful.parse_many([])) == []


def test_who_stops_asking_stops_the_work() -> None:
    before = threading.active_count()
    documents = wishful.parse_many(("<p>" * 1000 for _ in itertools.count()), threads=2)
    next(documents)
    del documents
    assert threading.active_count() == before


@pytest.mark.usefixtures("no_switching")
def test_no_worker_waits_for_the_interpreter() -> None:
    """While this thread holds it, all documents that are under way get parsed."""
    count = 16
    documents = wishful.parse_many(["<p>x" * 100] * (count + 1), threads=2)
    first = next(documents)
    looks = 0
    while documents.finished < count:
        looks += 1
        assert looks < 10**9
    assert first.find("p") and len(list(documents)) == count


PAGE = "<p>x<b>y" * 5_000


@pytest.mark.usefixtures("no_switching")
@pytest.mark.parametrize("work", ["parse", "to_html", "select", "microformats", "diff"])
def test_other_threads_run_meanwhile(work: str) -> None:
    """A thread that waits for the interpreter gets it while this one is at work, and at no other time."""
    document = wishful.parse(PAGE)
    works: dict[str, Callable[[], object]] = {
        "parse": lambda: wishful.parse(PAGE),
        "to_html": document.to_html,
        "select": lambda: document.select("p b"),
        "microformats": document.microformats,
        "diff": lambda: document.diff(document),
    }
    gate, seen = threading.Lock(), []

    def step() -> None:
        with gate:
            seen.append(work)

    gate.acquire()
    other = threading.Thread(target=step)
    other.start()
    gate.release()
    for _ in range(10_000):
        assert not seen
    tries = 0
    while not seen and tries < 500:
        works[work]()
        tries += 1
    assert seen
    other.join()


def test_one_document_is_read_by_many_threads(corpus: list[bytes]) -> None:
    document = wishful.parse(b"".join(corpus[:40]))
    expected = (
        document.to_html(),
        document.to_tree(),
        len(document.select("p")),
        document.findings(),
    )
    found = []

    def read() -> None:
        found.append(
            (document.to_html(), document.to_tree(), len(document.select("p")), document.findings())
        )

    readers = [threading.Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert found == [expected] * 8
