"""Tests of what gave a wrong result without a word, or was not to be found."""

from __future__ import annotations

import inspect
import json
import multiprocessing
import pickle
import warnings
from typing import Any

import pytest

import wishful

LINKS = "<a href=/one title='1 &amp; 2'>One</a><a>none</a><a href=/two>T<b>w</b>o</a>"


def test_attributes_cannot_be_changed() -> None:
    link = wishful.parse(LINKS).select("a")[0]
    attributes: Any = link.attributes
    for change in (
        lambda: attributes.__setitem__("x", "1"),
        lambda: attributes.__delitem__("href"),
        lambda: attributes.update(x="1"),
        lambda: attributes.pop("href"),
        lambda: attributes.setdefault("x", "1"),
        attributes.clear,
        attributes.popitem,
    ):
        with pytest.raises(TypeError, match=r"immutable: `with document.edit\(\) as editor: "):
            change()
    with pytest.raises(TypeError, match="immutable"):
        attributes |= {"x": "1"}
    assert link.attributes == {"href": "/one", "title": "1 & 2"}
    assert {**link.attributes, "x": "1"}["x"] == "1"
    assert json.loads(json.dumps(link.attributes)) == dict(link.attributes)
    assert pickle.loads(pickle.dumps(link.attributes)) == link.attributes


def test_values_of_attributes() -> None:
    document = wishful.parse(LINKS)
    assert document.css_texts("a::attr(href)") == ["/one", "/two"]
    assert document.css_texts("a") == ["One", "none", "Two"]
    assert document.css_texts("a::text") == ["One", "none", "T", "o"]
    assert document.css_texts("i") == []
    assert document.select("a")[2].css_texts("b") == ["w"]
    for select in (document.css, document.select, document.css_first, document.select_one):
        with pytest.raises(
            ValueError, match=r"selects attributes.*`css_texts` returns their values"
        ):
            select("a::attr(href)")
        with pytest.raises(ValueError, match="selects attributes"):
            select("p, i::attr(lang)")  # (Of a page without such an attribute, too.)
    assert len(document.css("a::text")) == 4


def test_names_of_files_are_warned_of() -> None:
    for name in ("page.html", b"a/b/Page.HTM", " https://example.org/x?y=1 ", "file:///tmp/x"):
        with pytest.warns(wishful.AddressWarning, match="looks like an address"):
            wishful.parse(name)
    with pytest.warns(wishful.AddressWarning, match="use `parse_file`") as caught:
        list(wishful.parse_many(["index.html"]))
    with pytest.warns(wishful.AddressWarning) as caught:
        wishful.parse("page.html")
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for page in (
            "",
            "<p>page.html",
            "see\npage.html",
            "page",
            "read https://x.example",
            "x" * 999,
        ):
            wishful.parse(page)


def test_each_document_has_its_own_url() -> None:
    pages = ["<a href=x>", "<a href=y>", "<a href=z>"]
    urls = ["https://a.example/", None, "https://c.example/d/"]
    documents = wishful.parse_many(pages, urls=urls, url="https://rest.example/")
    links = [document.select("a")[0].link("href") for document in documents]
    assert links == ["https://a.example/x", "https://rest.example/y", "https://c.example/d/z"]
    documents = wishful.parse_many(pages, urls=urls[:2])
    assert next(documents).url == "https://a.example/" and next(documents).url is None
    with pytest.raises(ValueError, match="`urls` has fewer items than the iterable"):
        next(documents)
    with pytest.raises(ValueError, match="not an absolute URL"):
        list(wishful.parse_many(pages, urls=["/a"] * 3))


def test_options_are_in_the_signatures() -> None:
    options = {*wishful.ParseOptions.__annotations__}
    for function in (wishful.parse, wishful.check, wishful.parse_many, wishful.Grammar.parse):
        parameters = inspect.signature(function).parameters
        assert options <= {*parameters}, function
        assert parameters["url"].kind is inspect.Parameter.KEYWORD_ONLY


def count(document: wishful.Document) -> int:
    return len(document)


def test_documents_are_pickled() -> None:
    for page in (LINKS, LINKS.encode("utf-16"), b"<p>caf\xe9"):
        document = wishful.parse(page, name="p", url="https://a.example/", max_nodes=50)
        again = pickle.loads(pickle.dumps(document))
        assert again.to_dict() == document.to_dict()
        assert (again.name, again.url, again.encoding) == ("p", document.url, document.encoding)
    part = wishful.parse("<td>x", "marpa", fragment="tr", max_bytes=4)
    again = pickle.loads(pickle.dumps(part))
    assert again.to_tree() == part.to_tree() and again.limit == part.limit == "text-bytes"
    nodes = pickle.loads(pickle.dumps(document.select("p")))
    assert nodes[0].text() == "caf\u00e9" and nodes[0].document == nodes[0].document
    data = pickle.loads(pickle.dumps(wishful.parse("<p itemscope>").structured_data()))
    assert len(data) == 1
    own = wishful.Grammar.from_text('use "marpa" ;', name="mine.grammar")
    with pytest.raises(TypeError, match=r"`mine\.grammar` cannot be pickled"):
        pickle.dumps(own.parse("<p>"))


def test_documents_go_to_processes() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        documents = [wishful.parse("<p>x"), wishful.parse("<p><b>y")]
        assert pool.map(count, documents) == [len(document) for document in documents]


def test_hidden_by_style() -> None:
    page = "<p>a<b style='color: red; display: NONE'>b</b><i style='display:inline'>c</i>"
    assert wishful.parse(page).text() == "ac"


def test_text_maps() -> None:
    page = "<p>Caf\u00e9 &amp;   <b>chips</b><table>now<td>1</table>"
    document = wishful.parse(page)
    map = document.text(map=True)
    assert str(map) == map.text == document.text() == "".join(run.text for run in map.runs)
    for run in map.runs:
        assert map.text[run.start : run.end] == run.text
        if run.span is None:
            assert run.kind == "inserted" and run.node is None
        elif run.kind == "copied":
            assert document.source[run.span.start : run.span.end] == run.text
        assert run.moved == (run.text == "now")
    quote = "f\u00e9 & ch"
    start = map.text.index(quote)
    spans = map.spans(start, start + len(quote))
    assert [page[span.start : span.end] for span in spans] == ["f\u00e9 &amp;", "ch"]
    raw = page.encode()
    assert [raw[span.byte_start : span.byte_end].decode() for span in spans] == [
        "f\u00e9 &amp;",
        "ch",
    ]
    assert map.spans(0, 0) == [] and map.spans(len(map.text), 99) == []
    bold = document.find("b")
    assert bold is not None and bold.text("|", map=True).text == "chips"
