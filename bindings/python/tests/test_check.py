"""Checks of pages, compared with the command."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import wishful

PAGE = "<!doctype html><html lang=en><title>News</title><center><img src=a.png></center>"
HOUSE = 'use "conforming" ; forbid no-width "img:not([width])" "give each image its width" ;'


def codes(found: list[wishful.Diagnostic]) -> list[str]:
    return [finding.code for finding in found]


def test_findings_have_places_rules_and_advice() -> None:
    found = wishful.check(PAGE, name="page.html")
    assert codes(found) == ["obsolete-style", "img-alt"]
    assert str(found[0].place) == "page.html:1:49"
    assert found[0].notes[0].startswith("by conforming.grammar:")
    assert wishful.check("<!doctype html><html lang=en><title>News</title><p>x") == []


def test_parse_errors_and_repairs_are_findings() -> None:
    assert "misplaced-end-tag" not in codes(wishful.check(PAGE))
    assert len(wishful.check(PAGE.replace("<img", "</b><img"))) > len(wishful.check(PAGE))


def test_house_rules_extend_the_standard() -> None:
    house = wishful.Grammar.from_text(HOUSE, name="house.grammar")
    document = wishful.parse(PAGE)
    assert codes(document.check(house)) == ["obsolete-style", "img-alt", "no-width"]
    assert codes(document.check(house)) == codes(wishful.check(PAGE, house))
    assert codes(document.check("conforming")) == codes(document.check())


def test_a_wrong_selector_is_refused_with_its_place() -> None:
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
        ["</b>", "<p id=1><p id=1>", "<ul>x<li>é</ul>", "<table>y</table>"]
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
