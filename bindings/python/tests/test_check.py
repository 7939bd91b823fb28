"""Checks of pages, compared with the command."""

import copy
import json
import os
import pickle
import subprocess
from pathlib import Path

import pytest

import wishful

PAGE = "<!doctype html><html lang=en><title>News</title><center><img src=a.png></center>"
HOUSE = 'use "conforming" ; forbid no-width "img:not([width])" "give each image its width" ;'


def codes(found: list[wishful.Diagnostic]) -> list[str]:
    return [finding.code for finding in found]


def test_findings_have_positions_rules_and_advice() -> None:
    found = wishful.check(PAGE, name="page.html")
    assert codes(found) == ["obsolete-style", "img-alt"]
    assert str(found[0].place) == "page.html:1:49"
    assert found[0].notes[0].startswith("by conforming.grammar:")
    assert wishful.check("<!doctype html><html lang=en><title>News</title><p>x") == []


def test_parse_errors_and_repairs_are_findings() -> None:
    assert "misplaced-end-tag" not in codes(wishful.check(PAGE))
    assert len(wishful.check(PAGE.replace("<img", "</b><img"))) > len(wishful.check(PAGE))


def test_templates_have_the_mistakes_of_their_pages() -> None:
    template = "<td>{% if owner %}</td>{% endif %}</td>"
    found = wishful.check(template, template="django", name="cell.html")
    assert [(one.code, str(one.place)) for one in found] == [("stray-end-tag", "cell.html:1:35")]
    assert found[0].message.startswith("if `owner`: there is one `</td>` too many")
    assert "if `" not in str(wishful.check(template, template="none"))
    with pytest.raises(ValueError, match="the languages are django, ejs, erb"):
        wishful.check(template, template="djngo")


def test_house_rules_extend_the_standard() -> None:
    house = wishful.Grammar.from_text(HOUSE, name="house.grammar")
    document = wishful.parse(PAGE)
    assert codes(document.check(house)) == ["obsolete-style", "img-alt", "no-width"]
    assert codes(document.check(house)) == codes(wishful.check(PAGE, house))
    assert codes(document.check("conforming")) == codes(document.check())


def test_a_wrong_selector_is_refused_with_its_position() -> None:
    house = wishful.Grammar.from_text(HOUSE.replace("img:not", "img:nott"), name="house.grammar")
    with pytest.raises(wishful.GrammarError, match="nott"):
        wishful.parse(PAGE).check(house)
    with pytest.raises(wishful.GrammarError, match="conforming"):
        wishful.check(PAGE, "conformign")


def test_findings_are_those_of_the_command(tmp_path: Path) -> None:
    program = os.environ.get("WISHFUL_PROGRAM")
    if not program:
        pytest.skip("WISHFUL_PROGRAM names no command")
    for number, broken in enumerate(
        [
            "</b>",
            "<p id=1><p id=1>",
            "<ul>x<li>é</ul>",
            "<table>y</table>",
            "<div>é<div><p title='x>y</p></div>",
            "<b>é<i>x</b></i>",
        ]
    ):
        page = tmp_path / f"{number}.html"
        page.write_text(PAGE.replace("<img", f"{broken}<img"), encoding="utf-8")
        run = subprocess.run(
            [program, "check", "--format", "json", page],
            capture_output=True,
            text=True,
            check=False,
        )
        expected = json.loads(run.stdout)["findings"]
        found = wishful.check(page.read_bytes(), name=str(page))
        assert codes(found) == [finding["code"] for finding in expected]
        assert [finding.message for finding in found] == [item["message"] for item in expected]
        related = [[(one.place.line, one.label) for one in finding.related] for finding in found]
        assert related == [
            [(one["place"]["start"]["line"], one["label"]) for one in item["related"]]
            for item in expected
        ]


def test_an_intent_has_mistakes_with_positions_and_edits() -> None:
    page = "<ul>\n  <li><a href=x>é\n  <li><a href=y>Two</a>\n</ul>\n"
    document = wishful.parse(page)
    intent = document.intent()
    [mistake] = intent.mistakes
    assert mistake.kind == "unclosed-element" and not mistake.warning
    assert page[mistake.span.start : mistake.span.end] == "<a href=x>"
    [(place, text)] = mistake.edits
    meant = page[: place.start] + text + page[place.end :]
    assert intent.text == meant == page.replace("é", "é</a>")
    assert intent.source == meant.encode()
    assert str(mistake) == f"2:7: {mistake.message}" and mistake.advice
    assert repr(mistake) == f"<Mistake unclosed-element: {mistake}>"
    assert mistake.kind in codes(document.check())
    assert wishful.parse(intent.source).intent().mistakes == []


def test_an_intent_is_in_the_encoding_of_its_page() -> None:
    page = "<meta charset=windows-1252><ul>\n<li><a href=x>é\n<li><a href=y>Two</a>\n</ul>\n"
    intent = wishful.parse(page.encode("windows-1252")).intent()
    assert intent.source == page.replace("é", "é</a>").encode("windows-1252")
    right = wishful.parse(b"<!doctype html><title>x</title><p>\xff").intent()
    assert (right.mistakes, right.source[-1:]) == ([], b"\xff")


def test_xml_has_no_intent() -> None:
    document = wishful.parse("<a><b><c></b></a>", "xml")
    assert document.intent().mistakes == []
    assert document.intent().text == document.source


def test_intents_can_be_copied_and_pickled() -> None:
    intent = wishful.parse("<div><p title='x>y</p></div><b>").intent()
    assert intent.mistakes
    for again in (pickle.loads(pickle.dumps(intent)), copy.copy(intent), copy.deepcopy(intent)):
        assert again.mistakes == intent.mistakes
        assert (again.source, again.text) == (intent.source, intent.text)
    assert set(intent.mistakes) == set(pickle.loads(pickle.dumps(intent.mistakes)))
