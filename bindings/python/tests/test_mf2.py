"""Tests of microformats with the interface of mf2py."""

from __future__ import annotations

import inspect
import io
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

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
    """Removes the key `lang` from a result, since the public tests do not contain it."""
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
    """Returns the page's URL, which depends on the test (notes/microformats.md)."""
    return "http://example.test" if name.startswith("microformats-v2-unit") else URL


def test_the_public_tests(suites: Path) -> None:
    checked = set()
    for name, html, expected in cases(suites):
        if name not in CONTRADICTED:
            checked.add(name)
            assert plain(mf2.parse(doc=html, url=base_of(name))) == plain(expected), name
    assert len(checked) > 100


def test_results_equal_those_of_mf2py_where_it_passes_the_public_tests(suites: Path) -> None:
    same = 0
    for name, html, expected in cases(suites):
        theirs = mf2py.parse(doc=html, url=base_of(name))
        if plain(theirs) == plain(expected):
            ours = mf2.parse(doc=html, url=base_of(name))
            assert ours.pop("debug").keys() == theirs.pop("debug").keys()
            assert ours == theirs, name
            same += 1
    assert same > 70


def test_the_signature_equals_that_of_mf2py() -> None:
    for theirs, ours in ((mf2py.parse, mf2.parse), (mf2py.Parser, mf2.Parser)):
        expected = inspect.signature(theirs).parameters
        parameters = inspect.signature(ours).parameters
        assert [(one.name, one.default) for one in parameters.values()] == [
            (one.name, one.default) for one in expected.values()
        ]


HTML = """<html lang=en><title>T</title><link rel="alternate feed" type=text/xml href=/f title=F>
<meta property=og:image content=/i.png><body><p class="h-card h-full" lang=de>
<a class=u-url href=/jane><b class=p-name>Jane</b></a>"""


def test_documents_of_all_kinds() -> None:
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


def test_alternates_and_metaformats() -> None:
    ours, theirs = (one(HTML, URL, metaformats=True) for one in (mf2.parse, mf2py.parse))
    del ours["debug"], theirs["debug"]
    assert ours == theirs and ours["alternates"] and ours["items"][1]["source"] == "metaformats"


def test_filtered_root_classes() -> None:
    types = [item["type"] for item in mf2.parse(HTML, filter_roots=True)["items"]]
    assert types == [["h-card"]]
    for names in (["card", "full"], {"card", "full"}, frozenset(["card", "full"])):
        assert mf2.parse(HTML, filter_roots=names)["items"] == []
    assert mf2.parse(HTML)["items"][0]["type"] == ["h-card", "h-full"]


def test_other_outputs() -> None:
    parser = mf2.Parser(HTML, URL)
    assert (
        json.loads(parser.to_json())
        == json.loads(parser.to_json(pretty_print=True))
        == parser.to_dict()
    )
    assert len(parser.to_dict(filter_by_type="h-card")) == 1 and parser.to_dict("h-entry") == []


def exposed(found: Any) -> Iterator[dict[str, Any]]:
    """Yields the markup values of a result in order."""
    if isinstance(found, list):
        for one in found:
            yield from exposed(one)
    elif isinstance(found, dict):
        if "html" in found or "dom" in found:
            yield found
        yield from exposed(list(found.values()))


def test_the_dom_serializes_to_the_markup(suites: Path) -> None:
    checked = 0
    for name, html, _ in cases(suites):
        base = base_of(name)
        plain_values = list(exposed(mf2.parse(html, base)["items"]))
        values = list(exposed(mf2.parse(html, base, expose_dom=True)["items"]))
        for value, expected in zip(values, plain_values, strict=True):
            dom = value.pop("dom")
            assert isinstance(dom, bs4.Tag) and dom.find_parent("html"), name
            inside = wishful.parse(dom.decode_contents().strip(), fragment="div")
            assert inside.to_html() == expected.pop("html"), name
            assert value == expected, name
            checked += 1
    assert checked > 20


EMBEDDED = """<article class="h-entry"><div class="e-content h-card e-note" lang=fr><a href=/x class=u-url>J</a></div>
<p class=e-summary>a<b class=e-more>b<img src=i.png></b></article><div class=hentry><p class=entry-content>c</div>"""


def test_the_dom_is_at_the_same_keys_as_in_mf2py() -> None:
    theirs, ours = (one(EMBEDDED, URL, expose_dom=True) for one in (mf2py.parse, mf2.parse))
    found = [list(exposed(one["items"])) for one in (theirs, ours)]
    assert [[str(value["dom"]) for value in one] for one in found] == [
        [
            '<div class="e-content h-card e-note" lang="fr"><a class="u-url" href="http://example.com/x">J</a></div>'
        ]
        * 2
        + [
            '<p class="e-summary">a<b class="e-more">b<img src="http://example.com/i.png"/></b></p>',
            '<b class="e-more">b<img src="http://example.com/i.png"/></b>',
            '<p class="entry-content">c</p>',
        ]
    ] * 2
    for value in found[0] + found[1]:
        del value["dom"]
    assert plain(ours) == plain(theirs)


def test_a_tree_passed_as_input_is_not_changed() -> None:
    soup = bs4.BeautifulSoup(EMBEDDED, "html.parser")
    before = str(soup)
    (value, *_) = exposed(mf2.parse(soup, URL, expose_dom=True)["items"])
    assert value["dom"].a["href"] == URL + "x" and str(soup) == before
    assert value["dom"] is not soup.div


def test_a_part_of_a_tree() -> None:
    table = "<table><tr class=h-card><td>a</td></tr></table>"
    for builder in ("html.parser", "html5lib", "wishful"):
        row = bs4.BeautifulSoup(table, builder).tr
        assert plain(mf2.parse(row)) == plain(mf2py.parse(row))
        assert plain(mf2.parse(row, html_parser="html4"))["items"] == []


def test_deeply_nested_items() -> None:
    found = mf2.parse("<div class=h-card>" * 20_000)
    depth, items = 0, found["items"]
    while items:
        depth, items = depth + 1, items[0].get("children")
    assert depth == 20_000


def test_quadratic_output_is_limited() -> None:
    found = mf2.parse("<div class=h-card>" + "<span class=p-note>" * 9_000 + "x" * 9_000)
    notes = found["items"][0]["properties"]["note"]
    assert found["cut"] is True and 7_000 < len(notes) < 9_000
    assert "cut" not in mf2.parse(HTML)


def test_base_urls_and_invalid_urls() -> None:
    head = "<base href=/b/><meta property=og:image content={}><p class=h-card><img src=i.png>"
    for content in ("i.png", "http://[", "http://e.org/x y", "//e.org", ""):
        ours, theirs = (
            one(head.format(content), URL, metaformats=True) for one in (mf2.parse, mf2py.parse)
        )
        assert plain(ours) == plain(theirs)


@pytest.mark.parametrize(
    "address",
    [
        *("http://e.org", "HTTP://E.org/x y", "https://e.org/ä", "/a b", "../c", "?x=1", "#f", ""),
        *("  /x ", "//e.org", "mailto:a@b", "http:x", "c/../d", "./", "http://e.org/../x", "/ä"),
        *("http://e.org:80/", "http://[", "//e.org:80", "a:b", "/%7ex", "\n/nl"),
    ],
)
def test_addresses_equal_those_of_mf2py(address: str) -> None:
    html = (
        f'<div class=h-card><a class="u-url u-uid" rel=me href="{address}">J</a>'
        f'<div class=e-content><a href="{address}">m</a></div></div>'
        f'<a class=h-card href="{address}">K</a>'
    )
    for url in (URL, "http://example.com/a/b?q", "http://example.com"):
        ours, theirs = (one(html, url, html_parser="html5lib") for one in (mf2.parse, mf2py.parse))
        assert plain(ours) == plain(theirs)


def test_urls_of_values() -> None:
    values = ["a", {"type": ["h-cite"], "properties": {"url": ["b", "c"]}}, {"value": "d"}]
    assert mf2.get_url(values) == mf2py.get_url(values) == ["a", "b", "c"]


def test_only_http_urls_are_fetched(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(HTML)
    for url in (page.as_uri(), "ftp://127.0.0.1/", "data:text/html,x", "/a", ""):
        with pytest.raises(ValueError, match="not an http or https URL"):
            mf2.parse(url=url)


class Server(BaseHTTPRequestHandler):
    """A handler that sends a page whose encoding only the HTTP header declares."""

    agents: ClassVar[list[str | None]] = []

    def do_GET(self) -> None:
        self.agents.append(self.headers["User-Agent"])
        if self.path == "/old":
            self.send_response(302)
            self.send_header("Location", "/a/")
            return self.end_headers()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=koi8-r")
        self.end_headers()
        self.wfile.write("<a class=h-card href=x>ж</a>".encode("koi8-r"))

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


def served(server: HTTPServer, requests: int) -> None:
    for _ in range(requests):
        server.handle_request()


def test_a_page_is_fetched_if_only_its_url_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mf2.Parser, "useragent", "robot/1")
    Server.agents.clear()
    with HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=served, args=(server, 3)).start()
        host = f"http://127.0.0.1:{server.server_port}"
        # The second URL redirects to the first.
        found = [mf2.parse(url=host + path) for path in ("/a/", "/old")]
    for one in found:
        assert one["items"][0]["properties"] == {"name": ["ж"], "url": [host + "/a/x"]}
    assert Server.agents == ["robot/1"] * 3
