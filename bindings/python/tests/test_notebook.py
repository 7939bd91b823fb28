"""Tests of the output in notebooks."""

from __future__ import annotations

import pytest

import wishful
from wishful import notebook


def shown(html: str) -> list[str]:
    """Returns the displayed rows as plain text."""
    parsed = wishful.parse(html)
    assert not [error for error in parsed.findings(repairs=False) if "doctype" not in error.code]
    return [node.text_content for node in parsed.select("pre, p")]


def test_a_document_shows_its_tree_and_its_mistakes() -> None:
    document = wishful.parse("<p class='<x>'>a\nb</p><table>c")
    html = document._repr_html_()
    tree, summary, repairs = shown(html)
    assert '<p class="<x>">' in tree and '"a\\nb"' in tree
    assert summary == "2 mistakes, and 6 omitted optional tags"
    assert repairs.count("\n") == 1 and 'moved "c" before <table>' in repairs
    moved = [row for row in html.splitlines() if "color:#b35c00" in row]
    assert len(moved) == 1 and "moved &quot;c&quot; before" in moved[0]
    assert html.count("opacity:.55") == 3


def test_output_is_bounded(mutations: list[bytes]) -> None:
    html = wishful.parse("<p>" + "x" * 1000 + "<p></b>" * 5000)._repr_html_()
    tree, _, repairs = shown(html)
    assert tree.count("\n") <= notebook.ROWS and "more nodes" in tree
    assert repairs.count("\n") == notebook.ROWS and "more mistakes" in repairs
    assert len(html) < 100_000
    for one in mutations[::10]:
        assert shown(wishful.parse(one)._repr_html_())


def test_nodes_and_exceptions() -> None:
    document = wishful.parse("<ul><li>1<li>2")
    assert shown(document.select("ul")[0]._repr_html_())[0].split() == [
        "<ul>",
        "<li>",
        '"1"',
        "<li>",
        '"2"',
    ]
    with pytest.raises(wishful.GrammarError) as refused:
        wishful.Grammar.from_text('use "marpa" ; blok |= <acme> ;')
    (pre,) = shown(refused.value._repr_html_())
    assert pre.strip() == str(refused.value).strip() and "^^^^" in pre


def test_invalid_characters_are_shown_by_their_code_points() -> None:
    tree, *_ = shown(wishful.parse("<p a\x02=\x03>a\x01b\ufdd0\U0010ffff")._repr_html_())
    assert '"a\\u{1}b\\u{fdd0}\\u{10ffff}"' in tree and '<p a\\u{2}="\\u{3}">' in tree
