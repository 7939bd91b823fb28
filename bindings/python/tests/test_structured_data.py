"""Tests of the structured data of documents: usual acts, and equality with the command."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import wishful

SHOP = """<!doctype html><html lang=en><title>Teapot</title>
<meta property="og:title" content="A teapot"><meta property="og:image" content="/t.png">
<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
  {"@type": "Product", "@id": "#pot", "name": "Teapot", "offers": {"@id": "#offer"}},
  {"@type": "Offer", "@id": "#offer", "price": 19.50}]}</script>
<ol itemscope itemtype="https://schema.org/BreadcrumbList">
  <li itemprop=itemListElement itemscope itemtype="https://schema.org/ListItem">
    <a itemprop=item href=/tea><span itemprop=name>Tea</span></a></li></ol>
<p vocab="https://schema.org/" typeof=Person><b property=name>Café &amp; Co</b></p>
<p class=h-card><a class="p-name u-url" href=/jane>Jane</a></p>"""
URL = "https://a.example/shop/"


@pytest.fixture
def data() -> wishful.StructuredData:
    return wishful.parse(SHOP, url=URL).structured_data()


def test_subjects_by_type_and_values_by_name(data: wishful.StructuredData) -> None:
    (product,) = data.of_type("Product")
    assert data.of_type("https://schema.org/Product") == [product]
    assert product.id == f"{URL}#pot" and product.types == ("https://schema.org/Product",)
    assert product.syntaxes == ("json-ld",) and product.is_a("Product")
    assert product.text("name") == product.text("https://schema.org/name") == "Teapot"
    assert product.text("price") is None and product.get("price") is None
    assert "name" in product and "price" not in product and 1 not in product
    with pytest.raises(KeyError, match="price"):
        product["price"]
    assert [str(value) for value in product.all("name")] == ["Teapot"]
    assert list(product.properties) == ["https://schema.org/name", "https://schema.org/offers"]


def test_values_that_are_subjects(data: wishful.StructuredData) -> None:
    offer = data[data.of_type("Product")[0]["offers"]]
    price = offer["price"]
    assert (price.text, price.datatype) == ("19.50", "http://www.w3.org/2001/XMLSchema#double")
    assert data.get(f"{URL}#offer") == data[f"{URL}#offer"] == offer
    assert data.get(price) is None and data.get(None) is None
    with pytest.raises(KeyError, match=r"^'https://nowhere.example/'$"):
        data["https://nowhere.example/"]
    with pytest.raises(KeyError, match=r"^'19\.50'$"):
        data[price]


def test_open_graph_of_the_page(data: wishful.StructuredData) -> None:
    page = data[URL]
    assert page.text("title") == page.text("http://ogp.me/ns#title") == "A teapot"
    images = page.all("image")
    assert "https://a.example/t.png" in [value.id for value in images]
    # RDFa gives the text a language.
    assert [(title.syntaxes, title.language) for title in page.all("title")] == [
        (("opengraph",), None),
        (("rdfa",), "en"),
    ]


def test_each_syntax(data: wishful.StructuredData) -> None:
    assert {syntax for subject in data for syntax in subject.syntaxes} == {
        *("microformats", "microdata", "rdfa", "opengraph", "json-ld"),
    }
    assert data.of_type("ListItem")[0].text("name") == "Tea"
    cards = [subject for subject in data if "microformats" in subject.syntaxes]
    assert [card.text("name") for card in cards] == ["Jane"]


def test_each_value_has_its_source(data: wishful.StructuredData) -> None:
    document = data.document
    (person,) = (one for one in data.of_type("Person") if "rdfa" in one.syntaxes)
    name = person["name"]
    assert (name.text, name.language, name.node.name) == ("Café & Co", "en", "b")
    assert name.node.parent == person.node
    (span,) = name.spans
    assert document.source[span.start : span.end] == "Café &amp; Co"
    title = data[URL]["title"]
    assert document.source[title.spans[0].start : title.spans[0].end] in ("A teapot", '"A teapot"')


def test_some_syntaxes_only() -> None:
    document = wishful.parse(SHOP, url=URL)
    data = document.structured_data(syntaxes=["microdata", "rdfa"])
    assert len(document.structured_data(syntaxes="microdata")) == len(
        document.structured_data(syntaxes=["microdata"])
    )
    assert {syntax for subject in data for syntax in subject.syntaxes} == {"microdata", "rdfa"}
    with pytest.raises(ValueError, match="microdta: unknown syntax; expected one of microformats"):
        document.structured_data(syntaxes=["microdta"])


def test_problems_name_their_place() -> None:
    page = '<script type=application/ld+json>{"name": }</script><p itemscope><b itemprop=a>x</b>'
    data = wishful.parse(page).structured_data()
    (problem,) = data.problems
    assert str(problem) == "1:43: json-ld: invalid JSON: expected value" and problem.error
    assert len(data) == 1 and data.subjects[0].text("a") == "x" and not data.cut


def test_a_page_without_data() -> None:
    data = wishful.parse("<p>x").structured_data()
    assert len(data) == 0 and list(data) == [] and data.of_type("Product") == []
    assert data.to_dict() == {"graph": []} and "graph" in data.to_json_ld()


def test_bases() -> None:
    page = "<p itemscope><a itemprop=url href=b>"
    (subject,) = wishful.parse(page).structured_data("https://a.example/x/").subjects
    assert subject.text("url") == "https://a.example/x/b"
    (subject,) = wishful.parse(page).structured_data().subjects
    assert subject.text("url") == "b"


def test_formats(data: wishful.StructuredData) -> None:
    linked = json.loads(data.to_json_ld())
    assert any(one["@id"] == f"{URL}#pot" for one in linked["@graph"])
    assert "Teapot" in data.to_turtle()
    graph = data.to_dict()["graph"]
    assert [one["id"] for one in graph] == [subject.id for subject in data]
    for one, subject in zip(graph, data, strict=True):
        assert one["type"] == list(subject.types) and one["syntax"] == list(subject.syntaxes)
        for name, values in subject.properties.items():
            for value, printed in zip(values, one["properties"][name], strict=True):
                if isinstance(printed, str):
                    assert (value.text, value.datatype, value.language) == (printed, None, None)
                else:
                    assert (value.id, value.text) == (printed.get("id"), printed.get("value"))
                    assert value.datatype == printed.get("type")
                    assert value.language == printed.get("lang")


def test_pages_are_read_as_by_the_command(
    program: str, pages: dict[str, bytes], tmp_path: Path
) -> None:
    for name, page in sorted(pages.items())[:30]:
        file = tmp_path / "page.html"
        file.write_bytes(page)
        run = [program, "data", "--base", URL, str(file)]
        done = subprocess.run(run, capture_output=True, text=True)
        data = wishful.parse(page).structured_data(URL)
        assert data.to_dict() == json.loads(done.stdout), name
        assert sum(len(one["properties"]) for one in data.to_dict()["graph"]) == sum(
            len(subject.properties) for subject in data
        )
