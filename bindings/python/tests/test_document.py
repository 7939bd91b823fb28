"""Tests of documents and nodes, feature by feature."""

from __future__ import annotations

import copy
import gc
import mmap
import pickle
import subprocess
import sys
import weakref
from array import array
from pathlib import Path
from xml.etree import ElementTree

import pytest

import wishful

PAGE = "<p class='a b' id=q>Hé <b>there</b><p title>z<!--c-->"


def test_inputs() -> None:
    html = "<html><head></head><body><p>é</p></body></html>"
    raw = "<p>é".encode()
    for data in (raw, bytearray(raw), memoryview(raw), "<p>é"):
        document = wishful.parse(data, transport_encoding="utf-8")
        assert document.to_html() == html
    with mmap.mmap(-1, 4) as mapped:
        mapped.write(b"<p>x")
        assert wishful.parse(mapped).source == wishful.parse(array("B", b"<p>x")).source == "<p>x"
    assert wishful.parse(memoryview(b"<xpx>")[::2]).source == "<p>"
    with pytest.raises(TypeError, match="bytes or str, not int"):
        wishful.parse(3)  # type: ignore[arg-type]
    # A Python string may contain lone surrogates, which are replaced; offsets do not change.
    document = wishful.parse("<p title='\ud800'>é\U0001f600\udc00b")
    assert document.source == "<p title='\ufffd'>é\U0001f600\ufffdb"


def test_optional_packages_are_not_imported_by_default(tmp_path: Path) -> None:
    program = (
        "import sys, wishful; print({'bs4', 'lxml', 'urllib.request', 'mf2py'} & {*sys.modules})"
    )
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_options() -> None:
    document = wishful.parse(b"\xe9", name="p", url="https://e.org/a/", encoding="latin1")
    assert (document.name, document.url, document.encoding) == (
        "p",
        "https://e.org/a/",
        "windows-1252",
    )
    assert document.resolve("b") == "https://e.org/a/b"
    assert wishful.parse("<td>x", fragment="tr").to_html() == "<td>x</td>"
    assert wishful.parse("<p>" * 9, max_nodes=5).limit == "nodes"
    assert wishful.parse("<p>" * 9, max_bytes=5).limit == "text-bytes"
    assert wishful.parse("x", fragment=None).limit is None
    with pytest.raises(TypeError, match="unknown option `foo`"):
        wishful.parse("x", foo=1)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="not an absolute URL"):
        wishful.parse("x", url="/a")
    with pytest.raises(TypeError, match="`name` must be a str without lone surrogates, not 1"):
        wishful.parse("x", name=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`fragment` must be a str without lone surrogates"):
        wishful.parse("x", fragment="\ud800")
    with pytest.raises(ValueError, match="`max_nodes` must be a non-negative integer, not -1"):
        wishful.parse("x", max_nodes=-1)
    with pytest.raises(TypeError, match="`shadow_roots` must be True or False, not 1"):
        wishful.parse("x", shadow_roots=1)  # type: ignore[arg-type]
    with pytest.raises(wishful.ParseError, match="unknown encoding"):
        wishful.parse(b"x", encoding="utf-99")
    with pytest.raises(wishful.ParseError, match="neither an element name nor a start tag"):
        wishful.parse("x", fragment="</td>")
    with pytest.raises(
        wishful.ParseError, match=r"unknown latch `quirk`; the grammar declares .*quirks"
    ):
        wishful.parse("x", latches=["quirk"])
    with pytest.raises(TypeError, match="`latches` must be a list of str"):
        wishful.parse("x", latches=1)  # type: ignore[arg-type]
    assert wishful.parse("x", fragment="<td class=y>", latches=["quirks"]).to_html() == "x"


def test_names_of_encodings_in_python() -> None:
    for name, encoding in (
        ("latin-1", "windows-1252"),
        ("utf_8", "UTF-8"),
        ("euc_jp", "EUC-JP"),
        ("cp1251", "windows-1251"),
    ):
        assert wishful.parse(b"x", encoding=name).encoding == encoding
        assert wishful.parse(b"x", transport_encoding=name).encoding == encoding
    for unknown in ("rot13", "utf_7"):
        with pytest.raises(wishful.ParseError, match=f"unknown encoding `{unknown}`"):
            wishful.parse(b"x", encoding=unknown)


def test_files(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"<p>caf\xe9")
    with page.open("rb") as file, page.open(encoding="latin-1") as text:
        for source in (page, str(page), file, text):
            document = wishful.parse_file(source, encoding="latin-1")
            assert (document.text(), document.name) == ("café", str(page))
    assert wishful.parse_file(page, "marpa", name="p").name == "p"
    with pytest.raises(FileNotFoundError):
        wishful.parse_file("http://127.0.0.1/")


def test_visible_text() -> None:
    document = wishful.parse(
        "<title>T</title><h1>A  <b>b</b></h1><script>s()</script><style>p{}</style>"
        "<table><tr><td>1<td>2</table><p>c<br>d<template>t</template><p hidden>e<pre>f\n g</pre>"
    )
    assert document.text() == "A b\n1\t2\nc\nd\nf\n g"
    assert document.text(" ") == document.text(separator=" ") == "A b 1\t2 c d f\n g"
    assert document.text(strip=False).startswith("A  b\n1\t2")
    heading, script = document.find("h1"), document.find("script")
    assert heading is not None and (heading.text(), heading.text_content) == ("A b", "A  b")
    assert heading.text("", False) == "A  b"
    # The text of a hidden element itself is its content.
    assert script is not None and script.text() == "s()"
    assert heading.children[0].text() == "A" and heading.children[0].text_content == "A  "


def test_parts_of_a_page() -> None:
    document = wishful.parse("<title> A\n b </title><p class=x>1<b>2</b><svg><title>C</title>")
    head, body = document.head, document.body
    assert document.title == "A b"
    assert head is not None and head.inner_html == "<title> A\n b </title>"
    assert body is not None and body.name == "body"
    assert body.element_children[0].inner_html.startswith("1<b>2</b><svg>")
    frames = wishful.parse("<frameset>")
    assert frames.body is not None and frames.body.name == "frameset" and frames.title is None
    part = wishful.parse("x", fragment="td")
    assert (part.title, part.head, part.body) == (None, None, None)


def test_elements() -> None:
    document = wishful.parse("<ul>a<li>b<i>c</i></li><!--d--><li>e</ul>f")
    (items,) = document.select("ul")
    assert [node.name for node in document.elements] == [
        *("html", "head", "body", "ul", "li", "i", "li"),
    ]
    assert [node.name for node in items.elements] == ["li", "i", "li"]
    first, second = items.element_children
    assert (first.next_element, second.previous_element) == (second, first)
    assert first.previous_element is None and second.next_element is None
    assert first.next_sibling != second
    assert document.root.element_children == [document.select("html")[0]]


def test_selectors() -> None:
    document = wishful.parse("<div class=a><p>1<p class=b>2</div><p>3")
    assert document.css("p") == document.select("p") and document.css_first("i") is None
    (block,) = document.select("div")
    assert block.css("p") == block.element_children
    assert block.css_first("p") == block.select_one("p") == block.element_children[0]
    assert block.css_first("i", 7) == document.css_first("i", default=7) == 7
    assert document.select_many("p", "i", "div") == [document.select("p"), [], [block]]
    assert block.select_many("p", ".b") == [block.element_children, [block.element_children[1]]]
    assert document.select_many() == []
    marked = block.element_children[1]
    assert marked.matches("p") and marked.matches("i", "div > .b") and not marked.matches("i", "a")
    assert not marked.matches()
    assert marked.closest("p") == marked and marked.closest(".a") == block
    assert marked.closest("i") is None
    for wrong in (block.matches, block.closest, block.css, block.css_first, block.select_many):
        with pytest.raises(wishful.QueryError):
            wrong("p[")


def test_compiled_selectors_are_cached() -> None:
    document = wishful.parse("<p>x")
    # More than the cache holds.
    for number in range(1200):
        assert document.css(f"p:nth-child({number})") == document.css("p") * (number == 1)


def test_nodes() -> None:
    document = wishful.parse(PAGE)
    first = document.by_id("q")
    assert first is not None and first == document.find("p") and first != document.root
    assert first.attributes == {"class": "a b", "id": "q"} and first.classes == ["a", "b"]
    assert (first["id"], first.get("x"), first.get("x", 1), "id" in first) == ("q", None, 1, True)
    with pytest.raises(KeyError):
        first["x"]
    assert [child.kind for child in first] == ["text", "element"]
    assert first.text_content == "Hé there" and not first.virtual
    assert [document.source[span.start : span.end] for span in first.spans] == [
        "<p class='a b' id=q>"
    ]
    assert first.start_span is not None and first.end_span is None
    assert (first.start_span.line, first.start_span.column, len(first.start_span)) == (1, 1, 20)
    assert first.end_repair is not None and first.end_repair.inserted == "</p>"
    assert (
        first.parent is not None and first.parent.virtual and first.parent.start_repair is not None
    )
    second = first.next_sibling
    assert second is not None and second.previous_sibling == first and second["title"] == ""
    assert second.children[-1].kind == "comment" and second.children[-1].text_content == "c"
    assert [node.name for node in first.ancestors] == ["body", "html", None]
    assert {first: 1}[document.select("#q")[0]] == 1
    assert repr(first) == "<Node <p>>" and str(second) == '<p title="">z<!--c--></p>'
    assert document[first.index] == first
    assert document[-1] == list(document)[-1] and document[-len(document)] == document.root
    for index in (len(document), -len(document) - 1, sys.maxsize, -sys.maxsize - 1):
        with pytest.raises(IndexError):
            document[index]


def test_positions() -> None:
    document = wishful.parse("<p>é\n<b>x")
    node = document.node_at(2, 1)
    assert node is not None and node.name == "b"
    assert node.start_span is not None and node.start_span.byte_start == len("<p>é\n".encode())
    for line, column in ((3, 1), (0, 1), (-1, 1), (1, -1)):
        with pytest.raises(IndexError, match=f"no line {line} with a column {column}"):
            document.node_at(line, column)
        with pytest.raises(IndexError, match=f"no line {line} with a column {column}"):
            document.explain(line, column)


def test_moved_and_cruft() -> None:
    document = wishful.parse("<table>x</table>")
    text = document.xpath("//text()")[0]
    assert text.text_content == "x" and text.moved is not None and text.moved.kind == "fostered"
    cruft = [node for node in wishful.parse("<p></b>", "keep-cruft") if node.kind == "cruft"]
    assert [node.text_content for node in cruft] == ["</b>"]


def test_queries() -> None:
    document = wishful.parse(PAGE)
    assert document.select_one("b") == document.find("b") and document.select_one("i") is None
    assert document.xpath("count(//p)") == 2.0
    assert document.xpath("string(//b)") == "there"
    assert document.xpath("//b = 'there'") is True
    (title,) = document.xpath("//@title")
    assert (title.name, title.value, str(title)) == ("title", "", "")
    assert title.element == document.select("p")[1]
    assert [document.source[span.start : span.end] for span in title.spans] == ["title"]
    assert document.xpath("//b[. = $text]", text="there") == document.select("b")
    assert document.xpath("$number + 1", number=2) == 3.0
    assert document.xpath("count($all)", all=document.select("p")) == 2.0
    assert document.xpath("count($all[. = 'b'])", all=["a", title, "b"]) == 1.0
    assert document.xpath("$yes = true()", yes=True) is True
    bold = document.select_one("b")
    assert bold is not None and bold.xpath("$node/..", node=bold) == [bold.parent]
    with pytest.raises(wishful.QueryError, match="did you mean `\\$near`"):
        document.xpath("$neaar", near=1)
    with pytest.raises(TypeError, match="a variable must be a string"):
        document.xpath("$x", x=object())
    query = wishful.Query("p b", "parsley")
    assert query.run(document) == query.run(document.root) == document.select("b")
    assert query.explain().startswith("read as")
    with pytest.raises(wishful.QueryError) as refused:
        document.select("p:frist-child")
    assert refused.value.diagnostics[0].help == ("did you mean `first-child`?",)
    assert "^" in str(refused.value)
    with pytest.raises(wishful.QueryError):
        document.xpath("cuont(//p)")
    with pytest.raises(ValueError):
        wishful.Query("p", "sql")


def test_texts_of_queries() -> None:
    document = wishful.parse("<a href=x>1</a><a href=y>2</a>")
    assert document.xpath_texts("//a/@href") == ["x", "y"]
    assert document.xpath_texts("//a[. = $n]/@href", n="2") == ["y"]
    assert document.xpath_texts("count(//a)") == ["2"]
    assert document.xpath_texts("tokenize('a b', ' ')") == ["a", "b"]
    assert document.xpath_texts("//b") == []
    assert wishful.Query("a::attr(href)").texts(document) == ["x", "y"]
    assert document.select("a")[1].xpath_texts(".//text()") == ["2"]


def test_outputs() -> None:
    document = wishful.parse("<td>x")
    assert document.to_html() == "<html><head></head><body>x</body></html>"
    assert "<!--" in document.to_html(mark_repairs=True)
    assert document.to_tree(bare=True).startswith("<html>") and "repairs" in document.to_tree()
    told = document.to_dict()
    assert told["schema"] == "wishful-document/1" and len(told["nodes"]) == len(document)
    assert document.to_format("html") == document.to_html()
    with pytest.raises(ValueError, match="unknown format `yaml`"):
        document.to_format("yaml")


def test_differences() -> None:
    left, right = wishful.parse("<td>x"), wishful.parse("<td>x", "marpa")
    difference = left.diff(right)
    assert not difference.is_same and not difference.is_same_structure
    assert difference.only_right["<td>"] == 1 and difference.only_left == {}
    assert str(difference) == difference.patch and "+          <td>" in difference.patch
    assert max(len(line) for line in difference.side_by_side(80).splitlines()) <= 80
    assert left.diff(left).is_same and left.diff(left).patch == ""
    # The width of a column is limited.
    assert len(difference.side_by_side(sys.maxsize)) < 10_000_000


def test_explanations() -> None:
    document = wishful.parse("<table><td>x")
    explanation = document.explain(1, 8)
    assert explanation is not None
    assert [step["step"] for step in explanation.steps][-1] == "accepted"
    assert explanation.steps[0]["rejected"] == "<td>"
    assert document.source[explanation.spans[0].start :].startswith("<td>")
    assert "input:1:8: <tbody> <tr> were inserted before <td>" in str(explanation)
    assert "^^^^" in str(explanation) and "whatwg.grammar:" in str(explanation)


def test_a_node_keeps_its_document() -> None:
    node = wishful.parse(PAGE).find("b")
    assert node is not None
    gc.collect()
    assert node.text_content == "there"
    held = weakref.ref(node.document)
    del node
    gc.collect()
    assert held() is None


def test_errors_can_be_copied() -> None:
    with pytest.raises(wishful.GrammarError) as refused:
        wishful.Grammar.from_text("blok")
    for again in (pickle.loads(pickle.dumps(refused.value)), copy.copy(refused.value)):
        assert str(again) == str(refused.value)
        assert again.diagnostics == refused.value.diagnostics


def test_spans_and_repairs_can_be_pickled() -> None:
    document = wishful.parse("<p>é<table><td>x</b>")
    for repair in document.repairs:
        again = pickle.loads(pickle.dumps(repair))
        assert again == repair and hash(again) == hash(repair) and again == again
        for name in ("index", "kind", "line", "column", "allowed", "inserted", "rejected", "cites"):
            assert getattr(again, name) == getattr(repair, name)
        assert (str(again), repr(again), again.span) == (str(repair), repr(repair), repair.span)
        assert pickle.loads(pickle.dumps(again)) == again
    spans = [span for node in document for span in node.spans]
    assert spans and pickle.loads(pickle.dumps(spans)) == spans
    assert copy.copy(spans[0]) is spans[0]


def test_copies_of_immutable_objects_are_the_same_objects() -> None:
    document = wishful.parse(PAGE)
    own = [
        document,
        document.root,
        document.repairs[0],
        document.select("p")[0].start_span,
        document.xpath("//@title")[0],
        wishful.Grammar.load("marpa"),
        wishful.Query("p"),
    ]
    assert all(copy.copy(one) is one and copy.deepcopy(one) is one for one in own)
    (again,) = copy.deepcopy([{"at": document.root}])
    assert again["at"] == document.root


def test_grammars(tmp_path: Path) -> None:
    text = 'use "marpa" ; block |= <acme> ;'
    page = "<p>One<acme>Two"
    expected = "(html (head) (body (p) (acme)))"
    grammar = wishful.Grammar.from_text(text, "acme.grammar")
    assert wishful.parse(page, grammar).structure() == expected == grammar.parse(page).structure()
    assert wishful.parse(page, "marpa").structure() == "(html (head) (body (p (acme))))"
    (tmp_path / "base.grammar").write_text(text)
    (tmp_path / "mine.grammar").write_text('use "base.grammar" ;')
    own = wishful.Grammar.from_file(tmp_path / "mine.grammar")
    assert own.parse(page).structure() == expected and own.name
    with pytest.raises(FileNotFoundError, match=r"none\.grammar: file not found"):
        wishful.Grammar.from_file(tmp_path / "none.grammar")
    with pytest.raises(IsADirectoryError):
        wishful.Grammar.from_file(tmp_path)
    (tmp_path / "latin.grammar").write_bytes(b"# \xe9")
    with pytest.raises(OSError, match=r"latin\.grammar: not UTF-8: byte 3"):
        wishful.Grammar.from_file(tmp_path / "latin.grammar")
    with pytest.raises(wishful.ParseError, match="does not describe markup"):
        wishful.parse("", "css")
    with pytest.raises(TypeError, match="not int"):
        wishful.parse("", 3)  # type: ignore[arg-type]
    assert ("whatwg" in dict(wishful.grammars())) and ("css" not in dict(wishful.grammars()))


def test_modes() -> None:
    modes = wishful.Grammar.load("whatwg").modes
    assert modes and not any(on for _, on in modes)
    name = modes[0][0]
    assert dict(wishful.Grammar.load("whatwg", modes=[name]).modes)[name]
    with pytest.raises(ValueError, match="unknown mode `nope`"):
        wishful.Grammar.load("whatwg", modes=["nope"])


def test_grammars_with_mistakes() -> None:
    wrong = 'use "marpa" ;\nblok |= <acme> ;\n'
    with pytest.raises(wishful.GrammarError) as refused:
        wishful.Grammar.from_text(wrong, "mine.grammar")
    (found,) = refused.value.diagnostics
    assert (found.severity, found.code, str(found.place)) == (
        "error",
        "undefined",
        "mine.grammar:2:1",
    )
    assert found.help == ("did you mean `block`?",) and "^^^^" in str(refused.value)
    assert wishful.Grammar.check(wrong, "mine.grammar") == [found]
    assert wishful.Grammar.check('use "marpa" ; block |= <acme> ;') == []
    # Without a path, the check of a text reads no other files.
    assert wishful.Grammar.check('use "./marpa.grammar" ;')[0].code == "undefined"
    with pytest.raises(wishful.GrammarError, match="did you mean"):
        wishful.parse("", "whatwgg")


def test_the_source_is_one_string() -> None:
    # A copy for each span would make programs that slice it quadratic.
    document = wishful.parse("<p>One<p>Two")
    assert document.source is document.source


def test_any_document_is_well_formed_xml() -> None:
    document = wishful.parse('<p "x"=1>a\x01<o:p xlink:href=b><svg xlink:href=c><!-- -- -->')
    xml = document.to_xml()
    root = ElementTree.fromstring(str(xml))
    assert root.tag == "{http://www.w3.org/1999/xhtml}html"
    (link,) = root.iter("{http://www.w3.org/2000/svg}svg")
    assert link.attrib == {"{http://www.w3.org/1999/xlink}href": "c"}
    assert [(one.kind, one.before, one.after) for one in xml.coercions] == [
        ("attribute", '"x"', "U000022xU000022"),
        ("text", "a\x01", "a\ufffd"),
        ("element", "o:p", "oU00003Ap"),
        ("attribute", "xlink:href", "xlinkU00003Ahref"),
        ("comment", " -- ", " - - "),
    ]
    assert str(xml.coercions[2]) == "1:12: the element `o:p` is called `oU00003Ap`"
    for one in xml.coercions:
        assert (
            one.span is not None
            and one.before.strip(" -") in document.source[one.span.start : one.span.end]
        )
    pieces = [
        "<p ",
        "<o:p>",
        '"=1 ',
        "<!-- --",
        "-->",
        "\x0c",
        "\ufffe",
        "<?xml a?>",
        "]]>",
        ">",
        "\r",
    ]
    for first in pieces:
        for second in pieces:
            for third in pieces:
                ElementTree.fromstring(wishful.parse(first + second + third).to_xml().text)
