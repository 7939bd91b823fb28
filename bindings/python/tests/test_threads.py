"""Tests of threads. Concurrency is asserted by counting, not by timing."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator

import pytest

import wishful


@pytest.fixture
def no_switching() -> Iterator[None]:
    """Prevents thread switches except where the interpreter lock is released explicitly."""
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
    first = [next(documents).source for _ in range(10)]
    assert first == [f"<p>{number}" for number in range(10)]
    assert next(drawn) <= 10 + 2 * 8


def test_errors_are_raised_in_order() -> None:
    def inputs() -> Iterator[str]:
        yield "a"
        yield 3  # type: ignore[misc]
        yield "b"
        raise KeyError("end")

    documents = wishful.parse_many(inputs(), threads=1)
    assert next(documents).source == "a"
    with pytest.raises(TypeError, match="not int"):
        next(documents)
    assert next(documents).source == "b"
    with pytest.raises(KeyError):
        next(documents)
    with pytest.raises(StopIteration):
        next(documents)
    wrong = wishful.parse_many([b"a", b"b"], encoding="utf-99")
    for _ in range(2):
        with pytest.raises(wishful.ParseError):
            next(wrong)
    for threads in (0, -1):
        with pytest.raises(ValueError, match="at least one"):
            wishful.parse_many([], threads=threads)
    assert list(wishful.parse_many([])) == []


def test_dropping_the_iterator_stops_the_work() -> None:
    before = threading.active_count()
    documents = wishful.parse_many(("<p>" * 1000 for _ in itertools.count()), threads=2)
    next(documents)
    del documents
    assert threading.active_count() == before


def test_one_thread_iterates_and_all_read_the_progress() -> None:
    seen: list[object] = []

    def inputs() -> Iterator[str]:
        yield "a"
        # The next document is being requested: test a second request, here and in another thread.
        for look in (lambda: documents.finished, lambda: next(documents)):
            looker = threading.Thread(target=looked, args=(look,))
            looker.start()
            looker.join()
            looked(look)

    def looked(look: Callable[[], object]) -> None:
        try:
            seen.append(look())
        except RuntimeError as error:
            seen.append("already requested" in str(error))

    documents = wishful.parse_many(inputs(), threads=1)
    assert [document.source for document in documents] == ["a"]
    assert all(isinstance(count, int) for count in seen[:2]) and seen[2:] == [True, True]
    assert documents.finished == 1


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no such signal here")
def test_iteration_continues_after_an_interrupt() -> None:
    page, spent = "<p>x" * 1000, 0.0
    while spent < 0.25:
        page, start = page * 2, time.process_time()
        wishful.parse(page)
        spent = time.process_time() - start
    documents = wishful.parse_many([page, "b"], threads=1)

    def interrupt(*_: object) -> None:
        raise InterruptedError

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.001)
        with pytest.raises(InterruptedError):
            next(documents)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert [document.source for document in documents] == [page, "b"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no such signal here")
@pytest.mark.parametrize("kind", [str, bytes])
def test_a_parse_of_96_megabytes_can_be_interrupted(kind: type) -> None:
    line = "<p class=a>x<b>y</b>\n"
    page = line * (96_000_000 // len(line))
    seen = []

    def interrupt(*_: object) -> None:
        seen.append(True)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        data = page if kind is str else page.encode()
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(KeyboardInterrupt):
            wishful.parse(data)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen == [True]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not copied here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_has_no_workers() -> None:
    documents = wishful.parse_many(["a"] * 40, threads=2)
    next(documents)
    if (child := os.fork()) == 0:
        try:
            next(documents)
        except RuntimeError as error:
            os._exit(0 if "call parse_many in this one" in str(error) else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert len(list(documents)) == 39


@pytest.mark.usefixtures("no_switching")
def test_no_worker_waits_for_the_interpreter() -> None:
    """Workers parse all documents in flight while this thread holds the interpreter."""
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
def test_other_threads_run_during_the_work(work: str) -> None:
    """A waiting thread gets the interpreter during this thread's work, and at no other time."""
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


def test_many_threads_read_one_document(corpus: list[bytes]) -> None:
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


def test_threads_share_an_iterator_of_nodes() -> None:
    document = wishful.parse("<p>a<b>c</b>" * 2000)
    nodes, drawn = document.root.elements, []

    def draw() -> None:
        drawn.append([node.index for node in nodes])

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = [node.index for node in document.root.elements]
    assert sorted(index for indexes in drawn for index in indexes) == expected
    assert nodes.__length_hint__() == 0


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="the interpreter has a global lock"
)
def test_the_package_needs_no_global_lock() -> None:
    code = "import sys, wishful; sys.exit(sys._is_gil_enabled())"
    assert subprocess.run([sys.executable, "-X", "gil=0", "-c", code]).returncode == 0
