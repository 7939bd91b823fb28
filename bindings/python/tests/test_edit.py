"""Edits of pages, and that the result has the bytes and the tree that they describe."""

import json
import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import wishful

Edit = Callable[[wishful.Editor], object]

PAGE = "<ul class=menu><li>One<li><A HREF='/two'>Two</A></ul>\r\n<p>x</b>"


def found(document: wishful.Document, selector: str) -> wishful.Node:
    node = document.select_one(selector)
    assert node
    return node


def edited(page: str, edit: Callable[[wishful.Editor, wishful.Document], object]) -> wishful.Edited:
    document = wishful.parse(page)
    with document.edit() as editor:
        edit(editor, document)
    assert editor.result.refused == []
    return editor.result


def test_the_rest_of_the_source_stays_the_same() -> None:
    def edit(editor: wishful.Editor, document: wishful.Document) -> None:
        editor.set_attribute(found(document, "a"), "rel", "nofollow")
        editor.remove_class(found(document, "ul"), "menu")
        editor.add_class(found(document, "li"), "first")

    result = edited(PAGE, edit)
    assert result.source == (
        "<ul><li class='first'>One<li><A HREF='/two' REL='nofollow'>Two</A></ul>\r\n<p>x</b>"
    )
    assert result.document.source == result.source
    assert found(result.document, "a")["rel"] == "nofollow"
    assert result.written == []


@pytest.mark.parametrize(
    ("page", "edit", "source"),
    [
        ("<p a b>x", lambda e, d: e.remove_attribute(found(d, "p"), "a"), "<p b>x"),
        ("<b>x</b>y", lambda e, d: e.rename(found(d, "b"), "strong"), "<strong>x</strong>y"),
        ("<p>x<b>y</b>z", lambda e, d: e.remove(found(d, "b")), "<p>xz"),
        ("<p>x<b>y</b>z", lambda e, d: e.unwrap(found(d, "b")), "<p>xyz"),
        ("<p>x<br>", lambda e, d: e.wrap(found(d, "br"), "<i id=a>"), "<p>x<i id=a><br></i>"),
        ("<p>x<b>y</b>", lambda e, d: e.replace(found(d, "b"), "<i>z</i>"), "<p>x<i>z</i>"),
        ("<p>x", lambda e, d: e.set_text(found(d, "p"), "a < b"), "<p>a &lt; b"),
        ("<p>x", lambda e, d: e.set_content(found(d, "p"), "<b>y</b>"), "<p><b>y</b>"),
        ("<p>x", lambda e, d: e.append(found(d, "p"), "<", text=True), "<p>x&lt;"),
        ("<b>x</b>", lambda e, d: e.before(found(d, "b"), "1<br>"), "1<br><b>x</b>"),
        ("<b>x</b>", lambda e, d: e.prepend(found(d, "b"), "1<br>"), "<b>1<br>x</b>"),
        ("<b>x</b>", lambda e, d: e.append(found(d, "b"), "1<br>"), "<b>x1<br></b>"),
        ("<b>x</b>", lambda e, d: e.after(found(d, "b"), "1<br>"), "<b>x</b>1<br>"),
        (
            "<b>x</b><i>y</i>",
            lambda e, d: e.before(found(d, "b"), found(d, "i")),
            "<i>y</i><b>x</b>",
        ),
    ],
)
def test_each_method(
    page: str, edit: Callable[[wishful.Editor, wishful.Document], object], source: str
) -> None:
    assert edited(page, edit).source == source


def test_bytes_keep_their_encoding() -> None:
    for page, options in [
        (b"<meta charset=latin1><p>caf\xe9</x>", wishful.ParseOptions()),
        (b"\xef\xbb\xbf<p>caf\xc3\xa9 \xff", wishful.ParseOptions()),
        ("<p>café".encode("utf-16-le"), wishful.ParseOptions(encoding="utf-16le")),
        (b"<p>caf\xc3\xa9", wishful.ParseOptions(transport_encoding="utf-8")),
    ]:
        for document in [
            wishful.parse(page, **options),
            wishful.parse(bytearray(page), **options),
            *wishful.parse_many([page], **options),
        ]:
            with document.edit() as editor:
                editor.add_class(found(document, "p"), "menu")
            source = editor.result.source
            assert isinstance(source, bytes)
            quote = "" if b"=" in page else '"'
            name = "utf-16-le" if document.encoding == "UTF-16LE" else "latin-1"
            assert source == page.replace(
                "<p".encode(name), f"<p class={quote}menu{quote}".encode(name)
            )
            assert editor.result.document.encoding == document.encoding
            again = editor.result.document
            with again.edit() as editor:
                editor.remove_class(found(again, "p"), "menu")
            assert editor.result.source == page


def test_a_text_is_no_declared_encoding() -> None:
    page = "\ufeff<meta charset=latin1><p>café \ud83d</b>"
    document = wishful.parse(page)
    with document.edit() as editor:
        editor.add_class(found(document, "p"), "x")
    expected = document.source.replace("<p", "<p class=x")
    assert editor.result.source == editor.result.document.source == expected


def test_nothing_changes_without_edits() -> None:
    for page in (PAGE, PAGE.encode()):
        document = wishful.parse(page)
        with document.edit() as editor:
            pass
        assert editor.result.source == page
        assert editor.result.document is document
        with document.edit() as editor:
            editor.set_attribute(found(document, "ul"), "class", "menu")
        assert editor.result.source == page


def test_inexpressible_trees_are_refused() -> None:
    document = wishful.parse("<p>a</p><p>b</p>")
    with document.edit() as editor:
        number = editor.append(found(document, "p"), "<p>x")
        editor.add_class(found(document, "p"), "new")
    (refused,) = editor.result.refused
    assert (refused.edit, refused.node) == (number, found(document, "p"))
    assert refused.reason.startswith("a parser ends the <p> that begins at 1:1 before <p>; insert")
    assert str(refused).startswith("<p> at 1:1: a parser ends the <p>")
    assert editor.result.source == '<p class="new">a</p><p>b</p>'


def test_ancestors_are_rewritten_only_with_permission() -> None:
    document = wishful.parse("<div><b>1<p>2</b>3</p></div>")
    copy = document.select("p b")[0]
    with document.edit() as editor:
        editor.set_attribute(copy, "id", "x")
    assert "option `rewrite`" in editor.result.refused[0].reason
    with document.edit(rewrite=True) as editor:
        editor.set_attribute(copy, "id", "x")
    assert editor.result.source == '<div><b>1</b><p><b id="x">2</b>3</p></div>'
    assert [one.kind for one in editor.result.written] == ["anew"]


def test_new_html_with_a_mistake_is_refused_with_its_position() -> None:
    document = wishful.parse("<div>x</div>")
    with document.edit() as editor:
        editor.append(found(document, "div"), "</div><p>y")
        editor.add_class(found(document, "div"), "z")
    assert editor.result.source == '<div class="z">x</div>'
    assert "a mistake at 1:1, </div>: it has no start tag" in editor.result.refused[0].reason


def test_omitted_tags_that_are_needed_are_written() -> None:
    document = wishful.parse("<p>One<div>x</div>Three")
    with document.edit() as editor:
        editor.unwrap(found(document, "div"))
    assert editor.result.source == "<p>One</p>xThree"
    assert [one.kind for one in editor.result.written] == ["tags"]
    assert editor.result.written[0].node in document


def test_offsets_are_mapped() -> None:
    page = "<p>é\U0001f600<b>x</b><i>y</i>"
    document = wishful.parse(page)
    with document.edit() as editor:
        editor.remove(found(document, "b"))
        editor.set_attribute(found(document, "p"), "id", "é")
    result = editor.result
    for letter in "é\U0001f600y":
        assert result.offset(page.index(letter)) == result.document.source.rindex(letter)
    assert result.offset(page.index("x")) is None
    assert result.offset(len(page)) is None
    assert result.offset(10**9) is None


def test_conflicts_raise() -> None:
    document = wishful.parse("<p class=a>x<br><b>y</b>")
    p, b, br = (found(document, name) for name in ("p", "b", "br"))
    cases: list[tuple[str, wishful.Node, Edit | None, Edit]] = [
        (
            "twice",
            p,
            lambda e: e.set_attribute(p, "id", "a"),
            lambda e: e.remove_attribute(p, "id"),
        ),
        ("removed", b, lambda e: e.set_text(p, ""), lambda e: e.add_class(b, "x")),
        ("edited", p, lambda e: e.add_class(b, "x"), lambda e: e.remove(p)),
        ("edited", p, None, lambda e: e.append(b, p)),
        ("void", br, None, lambda e: e.set_text(br, "x")),
        ("name", p, None, lambda e: e.rename(p, "1")),
        ("not-an-element", p.children[0], None, lambda e: e.rename(p.children[0], "b")),
        ("not-editable", document.root, None, lambda e: e.remove(document.root)),
    ]
    for conflict, node, first, second in cases:
        editor = document.edit()
        if first:
            first(editor)
        with pytest.raises(wishful.EditError) as raised:
            second(editor)
        assert (raised.value.conflict, raised.value.node) == (conflict, node)
        assert isinstance(raised.value, ValueError)
        # The editor is unchanged.
        assert editor.finish().refused == []
    other = found(wishful.parse("<p>"), "p")
    with pytest.raises(wishful.EditError, match="another document"):
        document.edit().remove(other)
    with pytest.raises(wishful.EditError, match="another document"):
        document.edit().append(p, other)
    with pytest.raises(TypeError, match="a str or a Node, not int"):
        document.edit().append(p, 1)  # type: ignore[arg-type]


def test_an_exception_discards_the_edits() -> None:
    document = wishful.parse(PAGE)
    with pytest.raises(KeyError), document.edit() as editor:
        editor.remove(found(document, "ul"))
        found(document, "ul")["missing"]
    for _ in range(2):
        with pytest.raises(RuntimeError, match="discarded"):
            _ = editor.result
    with pytest.raises(RuntimeError, match="discarded"):
        editor.remove(found(document, "ul"))
    with document.edit() as editor:
        with pytest.raises(RuntimeError, match="before the end"):
            _ = editor.result
        assert editor.document is document
    with pytest.raises(RuntimeError, match="already made"):
        editor.remove(found(document, "ul"))
    assert editor.finish() is editor.result


def marked(document: wishful.Document) -> list[wishful.Node]:
    """Returns the elements with the new attribute, also those in templates."""
    return [node for node in document.elements if node.get("data-x") == "1 é"]


def test_edits_of_random_nodes_give_the_tree_that_they_describe(mutations: list[bytes]) -> None:
    chance = random.Random(42)
    refused = total = 0
    for page in mutations[::3]:
        document = wishful.parse(page)
        nodes = [node for node in document.elements if node.namespace is None]
        if not nodes:
            continue
        chosen = chance.sample(nodes, min(3, len(nodes)))
        with document.edit(rewrite=True) as editor:
            numbers = [editor.set_attribute(node, "data-x", "1 é") for node in chosen]
        result = editor.result
        failed = {one.edit for one in result.refused}
        total, refused = total + len(numbers), refused + len(failed)
        made = [node for node, number in zip(chosen, numbers, strict=True) if number not in failed]
        assert len(marked(result.document)) == len(made)
        # The inverse edit gives back the source, or at least the tree.
        again = result.document
        with again.edit(rewrite=True) as editor:
            for node in marked(again):
                editor.remove_attribute(node, "data-x")
        assert editor.result.document.to_html() == document.to_html()
        assert isinstance(result.source, bytes)
        for index in range(0, len(document.source), 97):
            new = result.offset(index)
            assert new is None or result.document.source[new] == document.source[index]
    assert refused < total / 10


def test_edits_are_those_of_the_command(tmp_path: Path, pages: dict[str, bytes]) -> None:
    program = os.environ.get("WISHFUL_PROGRAM")
    if not program:
        pytest.skip("WISHFUL_PROGRAM names no command")
    for name, page in sorted(pages.items())[:10]:
        path = tmp_path / f"{name}.html"
        path.write_bytes(page)
        run: list[str | Path] = [
            program,
            "edit",
            "a[href]",
            "--set",
            "rel=nofollow",
            "--json",
            path,
        ]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        document = wishful.parse(page)
        with document.edit() as editor:
            for link in document.select("a[href]"):
                editor.set_attribute(link, "rel", "nofollow")
        expected = json.loads(done.stdout)
        assert editor.result.document.source == expected["text"]
        assert len(editor.result.refused) == len(expected["refused"])
