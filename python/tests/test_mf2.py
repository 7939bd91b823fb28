"""Microformats with the interface of mf2py."""

from __future__ import annotations

import inspect
import io
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import bs4
import mf2py
import pytest

import wishful
import wishful.bs4
from wishful import mf2

URL = "http://example.com/"

# Contradicts two other cases of the suite (notes/microformats.md).
CONTRADICTED = {"microformats-v2-unit/value/value-dt"}


def without_lang(found: Any) -> Any:
    """What the public tests have of a result."""
    if isinstance(found, list):
        return [without_lang(one) for one in found]
    if isinstance(found, dict):
        return {key: without_lang(value) for key, value in found.items() if key != "lang"}
    return found


def plain(found: dict[str, Any]) -> Any:
    kept = ("items", "rels", "rel-urls")
    return without_lang({key: found[key] for key in kept})


def cases(suites: Path) -> Iterator[tuple[str, str, Any]]:
    for path in sorted(suites.glob("microformats/**/*.html")):
        expected = path.with_suffix(".json")
        if expected.exists():
            name = str(path.relative_to(suites / "microformats").with_suffix(""))
            yield (
                name,
                path.read_text(encoding="utf-8"),
                json.loads(expected.read_text(encoding="utf-8")),
            )


def base_of(name: str) -> str:
    """(Two addresses stand for the page; see notes/microformats.md.)"""
    return "http://example.test" if name.startswith("microformats-v2-unit") else URL


def test_the_public_tests(suites: Path) -> None:
    checked = set()
    for name, html, expected in cases(suites):
        if name not in CONTRADICTED:
            checked.add(name)
            assert plain(mf2.parse(doc=html, url=base_of(name))) == plain(expected), name
    assert len(checked) > 100


def test_where_mf2py_is_as_the_public_tests_want_the_results_are_equal(suites: Path) -> None:
    same = 0
    for name, html, expected in cases(suites):
        theirs = mf2py.parse(doc=html, url=base_of(name))
        if plain(theirs) == plain(expected):
            ours = mf2.parse(doc=html, url=base_of(name))
            assert ours.pop("debug").keys() == theirs.pop("debug").keys()
            assert ours == theirs, name
            same += 1
    assert same > 70


def test_the_signature_is_theirs() -> None:
    for theirs, ours in ((mf2py.parse, mf2.parse), (mf2py.Parser, mf2.Parser)):
        expected = inspect.signature(theirs).parameters
        parameters = inspect.signature(ours).parameters
        assert [(one.name, one.default) for one in parameters.values()] == [
            (one.name, one.default) for one in expected.values()
        ]


HTML = """<html lang=en><title>T</title><link rel="alternate feed" type=text/xml href=/f title=F>
<meta property=og:image content=/i.png><body><p class="h-card h-full" lang=de>
<a class=u-url href=/jane><b class=p-name>Jane</b></a>"""


def test_documents_of_all_sorts() -> None:
    expected = mf2.parse(HTML, URL)
    soup = bs4.BeautifulSoup(HTML, "wishful")
    for doc in (
        HTML.encode(),
        io.StringIO(HTML),
        io.BytesIO(HTML.encode()),
        wishful.parse(HTML),
        soup,
    ):
        assert mf2.parse(doc, url=URL) == expected
    assert mf2.parse() == {**mf2.parse(""), "debug": expected["debug"]}


def test_what_else_mf2py_finds() -> None:
    ours, theirs = (one(HTML, URL, metaformats=True) for one in (mf2.parse, mf2py.parse))
    del ours["debug"], theirs["debug"]
    assert ours == theirs and ours["alternates"] and ours["items"][1]["source"] == "metaformats"


def test_root_classes_that_are_none() -> None:
    types = [item["type"] for item in mf2.parse(HTML, filter_roots=True)["items"]]
    assert types == [["h-card"]]
    assert mf2.parse(HTML, filter_roots=["card", "full"])["items"] == []
    assert mf2.parse(HTML)["items"][0]["type"] == ["h-card", "h-full"]


def test_other_outputs() -> None:
    parser = mf2.Parser(HTML, URL)
    assert (
        json.loads(parser.to_json())
        == json.loads(parser.to_json(pretty_print=True))
        == parser.to_dict()
    )
    assert len(parser.to_dict(filter_by_type="h-card")) == 1 and parser.to_dict("h-entry") == []


def test_what_is_not_done_raises() -> None:
    with pytest.raises(NotImplementedError, match="expose_dom"):
        mf2.parse(HTML, expose_dom=True)


class Server(BaseHTTPRequestHandler):
    """Sends a page whose encoding only the sender knows."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=koi8-r")
        self.end_headers()
        self.wfile.write("<a class=h-card href=x>ж</a>".encode("koi8-r"))

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


def test_a_page_is_fetched_if_there_is_only_its_address() -> None:
    with HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.handle_request).start()
        url = f"http://127.0.0.1:{server.server_port}/a/"
        found = mf2.parse(url=url)
    assert found["items"][0]["properties"] == {"name": ["ж"], "url": [url + "x"]}
