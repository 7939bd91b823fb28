"""Properties of every input."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import wishful

GRAMMARS = [name for name, _ in wishful.grammars()]


def walked(node: wishful.Node) -> Iterable[wishful.Node]:
    """Yields the descendants of a node by following links."""
    open_nodes = [node]
    while open_nodes:
        found = open_nodes.pop()
        yield found
        open_nodes += reversed(found.children)


def test_html_equals_that_of_the_native_program(
    corpus: list[bytes],
    mutations: list[bytes],
    native: Callable[[Iterable[bytes]], list[str]],
) -> None:
    documents = corpus + mutations
    assert [wishful.parse(one).to_html() for one in documents] == native(documents)


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_every_grammar_parses_every_input(grammar: str, mutations: list[bytes]) -> None:
    parser = wishful.Grammar.load(grammar)
    for one in mutations[::10]:
        document = parser.parse(one)
        assert document.limit is None
        assert str(document) == document.to_html()


def test_spans_are_pieces_of_the_text(corpus: list[bytes], mutations: list[bytes]) -> None:
    for one in corpus + mutations:
        document = wishful.parse(one)
        text = document.source
        for node in document:
            for span in node.spans:
                assert 0 <= span.start <= span.end <= len(text)
                assert 0 <= span.byte_start <= span.byte_end <= len(one)
            if start := node.start_span:
                assert text[start.start] == "<" and text[start.end - 1] == ">"
                # A byte order mark is no column; LF, CR and CR LF end lines.
                lines = re.split("\r\n|\r|\n", text[: start.start].removeprefix("\ufeff"))
                assert (len(lines), len(lines[-1]) + 1) == (start.line, start.column)


def test_nodes_are_the_same_in_any_order(mutations: list[bytes]) -> None:
    for one in mutations[::5]:
        document = wishful.parse(one)
        nodes = list(document)
        assert nodes == list(walked(document.root)) == [document.root, *document.root.descendants]
        assert [node.index for node in nodes] == list(range(len(document)))
        for node in nodes:
            assert all(child.parent == node for child in node.children)
            assert node.descendants.__length_hint__() == len(list(walked(node))) - 1
            follows = [child.next_sibling for child in node.children]
            assert follows[:-1] == node.children[1:] and follows[-1:] in ([], [None])


def test_a_text_gives_the_tree_of_its_bytes(corpus: list[bytes]) -> None:
    for one in corpus[::3]:
        document = wishful.parse(one)
        # A byte order mark is not part of the text.
        again = wishful.parse(document.source)
        assert again.to_html() == document.to_html()
        assert [str(one) for one in again.repairs] == [str(one) for one in document.repairs]


def test_every_repair_can_be_described_and_explained(mutations: list[bytes]) -> None:
    for one in mutations[::50]:
        document = wishful.parse(one)
        assert set(document.mistakes) <= set(document.repairs)
        for repair in document.repairs:
            assert str(repair) and repair.kind and (repair.allowed != (repair in document.mistakes))
            explanation = document.explain(repair.line, repair.column)
            assert explanation is not None
            assert len(explanation.steps) == len(explanation.spans)


def test_queries_agree_with_a_walk(corpus: list[bytes]) -> None:
    for one in corpus[::10]:
        document = wishful.parse(one)
        named = [node for node in document if node.kind == "element" and "class" in node]
        outer = [
            node
            for node in named
            if not any(around.name == "template" for around in node.ancestors)
        ]
        assert document.select("[class]") == outer
        for node in outer[:3]:
            inner = [one for one in node.descendants if one in set(outer)]
            assert node.select("[class]") == inner


def test_findings_are_the_mistakes_and_errors(mutations: list[bytes]) -> None:
    for one in mutations[::20]:
        document = wishful.parse(one)
        mistakes = document.findings(errors=False)
        assert len(mistakes) <= len(document.mistakes)
        assert bool(mistakes) == bool(document.mistakes)
        # Those of one kind at one place are one.
        found = document.findings(allowed=True)
        places = {(one.code, str(one.place)) for one in found}
        assert len(places) == len(found)


def test_an_intent_parses_and_its_mistakes_have_spans_of_the_text(mutations: list[bytes]) -> None:
    for one in mutations[::10]:
        document = wishful.parse(one)
        intent = document.intent()
        assert (intent.text == document.source) or intent.mistakes
        assert intent.mistakes or intent.source == one
        again = wishful.parse(intent.source, encoding=document.encoding)
        # Other encodings may lack a letter, and write a reference.
        if document.encoding == "UTF-8" and not document.malformed:
            assert again.source == intent.text
        found = [finding.code for finding in document.check()]
        for mistake in intent.mistakes:
            assert mistake.kind in found and mistake.message and mistake.edits
            places = [mistake.span]
            for labelled in (mistake.related, mistake.consequences, mistake.edits):
                places += [place for place, _ in labelled]
            for place in places:
                assert 0 <= place.start <= place.end <= len(document.source)
                assert 0 <= place.byte_start <= place.byte_end <= len(one)


def test_findings_are_those_of_the_native_program(
    mutations: list[bytes], tmp_path: Path, program: str
) -> None:
    for number, one in enumerate(mutations[::15]):
        (tmp_path / f"{number:03}.html").write_bytes(one)
    run = [program, "check", "--format", "json", "--fail-on", "never", str(tmp_path)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    expected = [
        (item["place"] and item["place"]["file"], item["code"], item["message"])
        for item in json.loads(done.stdout)["findings"]
    ]
    found = []
    for page in sorted(tmp_path.iterdir()):
        for finding in wishful.check(page.read_bytes(), name=str(page)):
            found.append((finding.place and finding.place.file, finding.code, finding.message))
    assert found == expected


def test_microformats_are_the_json_of_the_native_program(
    suites: Path, tmp_path: Path, program: str
) -> None:
    pages = sorted(suites.glob("microformats/**/*.html"))
    page = tmp_path / "all.html"
    page.write_bytes(b"".join(page.read_bytes() for page in pages))
    run = [program, "microformats", "-f", "json", "--lang", "--spans", str(page)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    found = wishful.parse(page.read_bytes()).microformats(lang=True, spans=True)
    assert json.dumps(found) == json.dumps(json.loads(done.stdout))
