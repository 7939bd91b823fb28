"""Compares the trees of lxml and Beautiful Soup with the documents."""

from __future__ import annotations

import copy
import io
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bs4
import html5lib
import lxml.html
import pytest
from bs4.element import (
    Comment,
    Doctype,
    NamespacedAttribute,
    PageElement,
    ProcessingInstruction,
    Tag,
)
from bs4.filter import SoupStrainer
from lxml import etree

import wishful
import wishful.bs4
import wishful.lxml

HTML = "http://www.w3.org/1999/xhtml"
XML = "{http://www.w3.org/XML/1998/namespace}"
NO_CHARACTER = r"[^\t\n\r\x20-\ufffd\U00010000-\U0010ffff]"


def of_soup(tag: Tag) -> Iterator[Any]:
    """Yields the steps of a tree of Beautiful Soup, in the format of a document's steps."""
    for node in tag.contents:
        if isinstance(node, Tag):
            pairs = [
                (str(name), getattr(name, "namespace", None), value)
                for name, value in node.attrs.items()
            ]
            place = (
                (None, None)
                if node.sourceline is None
                else (node.sourceline, (node.sourcepos or 0) + 1)
            )
            yield (0, node.name, node.namespace, pairs, *place)
            yield from of_soup(node)
            yield (4,)
        else:
            yield of_text(node)


def of_text(node: PageElement) -> tuple[int, str]:
    kinds = ((Comment, 2), (Doctype, 3), (ProcessingInstruction, 5))
    kind = next((kind for of, kind in kinds if isinstance(node, of)), 1)
    return kind, str(node)


def of_document(document: wishful.Document) -> Iterator[Any]:
    """Yields the steps of a document."""
    for step in document._flat():
        if step[0] == 0:
            _, name, namespace, _, attributes, line, column = step
            yield (0, name, namespace, attributes, line, column)
        elif step[0] == 3:
            yield (3, str(Doctype.for_name_and_ids(*step[1:])))
        elif step[0] == 5:
            yield (5, " ".join(step[1:]).rstrip())
        else:
            yield step


def soup_of(html: bytes | str, **options: Any) -> bs4.BeautifulSoup:
    # Beautiful Soup itself splits classes into lists.
    return bs4.BeautifulSoup(html, "wishful", multi_valued_attributes=None, **options)


@pytest.mark.filterwarnings("ignore::bs4.XMLParsedAsHTMLWarning")
def test_a_soup_equals_the_document(corpus: list[bytes], mutations: list[bytes]) -> None:
    for one in corpus[::4] + mutations[::4]:
        # Beautiful Soup itself inserts a placeholder for the declared encoding.
        one = one.replace(b"charset", b"chorset")
        if b"<meta" not in one.lower():
            assert list(of_soup(soup_of(one))) == list(of_document(wishful.parse(one)))


def test_a_soup_of_a_document_and_its_tags(corpus: list[bytes], mutations: list[bytes]) -> None:
    for at, one in enumerate(corpus[::10] + mutations[::10]):
        document = wishful.parse(one, ["whatwg", "keep-cruft"][at % 2])
        soup = wishful.bs4.soup_of(document)
        # Beautiful Soup itself changes charsets and splits classes.
        named = [(tag.name, tag.namespace, tag.sourceline) for tag in soup.find_all(True)]
        steps = [step for step in document._flat() if step[0] == 0]
        assert named == [(step[1], step[2], step[5]) for step in steps]
        tags = wishful.bs4.tags_of(document)
        elements = [node for node in document if node.kind == "element"]
        assert [tags[node.index].name for node in elements] == [node.name for node in elements]


def test_a_soup_can_be_copied() -> None:
    html = b"<!doctype html><p class='a b'>\xe9<table><td>x<!--c-->"
    for soup in (bs4.BeautifulSoup(html, "wishful"), wishful.bs4.soup_of(wishful.parse(html))):
        assert soup.td is not None
        for again in (copy.copy(soup), copy.deepcopy(soup), pickle.loads(pickle.dumps(soup))):
            assert str(again) == str(soup) and again == soup
            assert again.original_encoding == soup.original_encoding
            assert again.td is not soup.td
    builder = wishful.bs4.WishfulTreeBuilder()
    again = [str(bs4.BeautifulSoup(f"<p>{number}", builder=builder)) for number in range(2)]
    assert again == [f"<html><head></head><body><p>{number}</p></body></html>" for number in (0, 1)]
    assert str(bs4.BeautifulSoup("", "wishful")) == "<html><head></head><body></body></html>"


@pytest.mark.filterwarnings("ignore::bs4.XMLParsedAsHTMLWarning")
def test_links_between_nodes_match_the_nesting(mutations: list[bytes]) -> None:
    for one in mutations[::40]:
        soup = soup_of(one)
        # No builder links the soup object itself.
        walked: list[PageElement] = list(soup.descendants)
        linked: list[PageElement] = walked[:1]
        while (following := linked[-1].next_element) is not None:
            linked.append(following)
        assert [id(node) for node in linked] == [id(node) for node in walked]


@pytest.mark.parametrize(
    "imports", ["wishful, bs4", "bs4, wishful", "wishful, wishful, bs4.builder", "wishful.bs4, bs4"]
)
def test_the_builder_is_registered_in_any_order_of_imports(imports: str, tmp_path: Path) -> None:
    program = (
        f"import {imports}; print(bs4.BeautifulSoup('<td>x', 'wishful'))\n"
        "import sys; assert not any('wishful' in type(one).__module__ for one in sys.meta_path)"
    )
    run = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "<html><head></head><body>x</body></html>"


def test_the_builder_replaces_others_by_name(tmp_path: Path) -> None:
    program = (
        "import bs4, pickle, wishful.bs4; wishful.bs4.register('html5lib')\n"
        "soup = bs4.BeautifulSoup('<p><b>x', 'html5lib')\n"
        "again = pickle.loads(pickle.dumps(soup))\n"
        "print(soup.builder.NAME, soup.b.sourcepos, again == soup)"
    )
    run = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["wishful", "3", "True"]


def test_attributes_have_the_class_of_the_builder() -> None:
    class Upper(dict[str, str]):
        def __setitem__(self, name: str, value: str) -> None:
            super().__setitem__(name, value.upper())

    tag = bs4.BeautifulSoup("<p a=b>", "wishful").p
    assert tag is not None and type(tag.attrs) is bs4.element.AttributeDict
    builder = wishful.bs4.WishfulTreeBuilder(attribute_dict_class=Upper)
    tag = bs4.BeautifulSoup("<p a=b>", builder=builder).p
    assert tag is not None and isinstance(tag.attrs, Upper) and tag["a"] == "B"


def test_ignored_options_of_beautiful_soup_cause_a_warning() -> None:
    with pytest.warns(UserWarning, match="ignores exclude_encodings"):
        bs4.BeautifulSoup(b"<p>", "wishful", exclude_encodings=["utf-8"])


def test_options_of_beautiful_soup() -> None:
    html = b"<!doctype html><p class='a b'>\n\n  <b id=x>\xe9</b><svg xlink:href=u></svg><script>s</script>"
    soup = bs4.BeautifulSoup(html, "wishful")
    assert (
        soup.p is not None and soup.p["class"] == ["a", "b"] and str(soup.p.contents[0]) == "\n\n  "
    )
    assert (soup.original_encoding, soup.contains_replacement_characters) == ("windows-1252", False)
    found = soup.find(id="x")
    assert (
        isinstance(found, Tag)
        and (found.sourceline, found.sourcepos) == (3, 2)
        and found.text == "é"
    )
    assert soup.html is not None and soup.html.sourceline is None
    assert soup.svg is not None and soup.svg.namespace == "http://www.w3.org/2000/svg"
    assert isinstance(next(iter(soup.svg.attrs)), NamespacedAttribute)
    assert soup.script is not None and type(soup.script.string) is bs4.element.Script
    assert soup.select_one("p > b#x") is found
    assert (
        bs4.BeautifulSoup(html, "wishful", from_encoding="latin_1").original_encoding
        == "windows-1252"
    )
    for encoding in ("nope", "rot13", "utf_8_sig"):
        unknown = bs4.BeautifulSoup(html, "wishful", from_encoding=encoding)
        assert unknown.original_encoding == "windows-1252"
    marpa = bs4.BeautifulSoup("<td>x", "wishful", grammar="marpa")
    assert marpa.tbody is not None
    bare = bs4.BeautifulSoup(html, "wishful", store_line_numbers=False)
    assert bare.p is not None and bare.p.sourceline is None
    only = bs4.BeautifulSoup(html, "wishful", parse_only=SoupStrainer("b"))
    assert str(only) == '<b id="x">é</b>'


def of_lxml(root: Any) -> Iterator[Any]:
    """Yields the steps of a tree of lxml."""
    for element in [*reversed(list(root.itersiblings(preceding=True))), root, *root.itersiblings()]:
        yield from of_element(element)


def of_leaf(leaf: Any) -> Any:
    text = leaf.text or ""
    return (2, text) if leaf.tag is etree.Comment else (5, leaf.target, text)


def of_element(top: Any) -> Iterator[Any]:
    if top.tag in (etree.Comment, etree.PI):
        yield of_leaf(top)
        return
    for event, node in etree.iterwalk(top, events=("start", "end", "comment", "pi")):
        if event in ("comment", "pi"):
            yield of_leaf(node)
        elif event == "start":
            yield (0, node.tag, dict(node.attrib), node.sourceline)
            if node.text:
                yield (1, node.text)
        else:
            yield (4,)
        if event != "start" and node is not top and node.tail:
            yield (1, node.tail)


def coerced(document: wishful.Document, namespaces: bool) -> Iterator[Any]:
    """Yields the steps of a document with names and characters coerced to XML, as in lxml.

    Without namespaces, names of attributes stay those of the document.
    """
    depth = 0
    named = (step[4] for step in document._flat() if step[0] == 0)
    text = ""
    for step in document._flat(coerced=True):
        if step[0] == 1:
            text += step[1] if depth else ""
            continue
        if text:
            yield (1, text)
            text = ""
        if step[0] == 0:
            depth += 1
            _, name, namespace, is_foreign, attributes, line, _ = step
            tag = f"{{{namespace}}}{name}" if namespace and (is_foreign or namespaces) else name
            own = {
                f"{{{address}}}{name}" if address else name: value
                for name, address, value in attributes
            }
            names = [name for name, *_ in next(named) if not re.match("xmlns(:|$)", name)]
            if not namespaces:
                own = {
                    re.sub(NO_CHARACTER, "\ufffd", name.replace("\f", " "))
                    if name[0] != "{"
                    else coerced_name: value
                    for name, (coerced_name, _, value) in zip(names, attributes, strict=True)
                }
            yield (0, tag, own, line)
        elif step[0] != 3:
            depth -= step[0] == 4
            yield step


def test_a_tree_of_lxml_equals_the_document(corpus: list[bytes], mutations: list[bytes]) -> None:
    for at, one in enumerate(corpus[::2] + mutations):
        document = wishful.parse(one)
        namespaces = at % 2 == 0
        tree = wishful.lxml.tree_of(document, namespaces=namespaces)
        assert list(of_lxml(tree.getroot())) == list(coerced(document, namespaces))


def test_both_ways_to_build_a_tree_of_lxml_agree(
    corpus: list[bytes], mutations: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = [wishful.parse(one) for one in corpus[::3] + mutations[::3]]
    for namespaces in (False, True):
        trees = [wishful.lxml.tree_of(document, namespaces=namespaces) for document in documents]
        with monkeypatch.context() as patch:
            patch.setattr(wishful.lxml, "DEEPEST", -1)
            built = [
                wishful.lxml.tree_of(document, namespaces=namespaces) for document in documents
            ]
        for one, other in zip(trees, built, strict=True):
            assert list(of_lxml(one.getroot())) == list(of_lxml(other.getroot()))
            assert one.docinfo.doctype == other.docinfo.doctype


@pytest.mark.parametrize("depth", [1_500, 1_990, 2_100, 20_000])
def test_deep_trees(depth: int) -> None:
    root = wishful.lxml.fromstring("<div>" * depth + "x")
    # A list keeps all elements alive: lxml searches for the root of each element that it frees.
    assert len(list(root.iter("div"))) == depth
    assert len(etree.tostring(root)) > depth * 11


@pytest.mark.filterwarnings("ignore::html5lib.constants.DataLossWarning")
def test_trees_equal_those_of_html5lib(pages: dict[str, bytes]) -> None:
    """Uses pages without features that changed after the version of the standard in html5lib."""
    for name in ("google-sre-book-1", "iab-1", "v8-blog", "wordpress", "normalize-spaces"):
        theirs = html5lib.parse(pages[name], treebuilder="lxml", namespaceHTMLElements=True)
        ours = wishful.lxml.parse(io.BytesIO(pages[name]), namespaces=True)
        for one, other in zip(
            list(ours.iter(etree.Element)), list(theirs.iter(etree.Element)), strict=True
        ):
            # html5lib writes five digits instead of six, keeps attributes named `xmlns`, and
            # knows no `xml:lang` outside of SVG and MathML.
            own = {
                key.replace("xmlU0003A", XML).replace("U0003A", "U00003A"): value
                for key, value in other.attrib.items()
            }
            own = {key: value for key, value in own.items() if "xmlns" not in key}
            expected = (other.tag, own, other.text, other.tail)
            assert (one.tag, dict(one.attrib), one.text, one.tail) == expected, name


def test_coercion_to_xml() -> None:
    html = '<p a"="1" xmlns="x" xmlns:y="z" {a}=2><x<y>\f\1\ufffe<!--a--b--->'
    root = wishful.lxml.fromstring(html)
    (paragraph,) = root.iter("p")
    assert dict(paragraph.attrib) == {'a"': "1", "U00007BaU00007D": "2"}
    root = wishful.lxml.fromstring(html, namespaces=True)
    (paragraph,) = root.iter("{*}p")
    assert dict(paragraph.attrib) == {"aU000022": "1", "U00007BaU00007D": "2"}
    (odd,) = paragraph
    assert odd.tag == f"{{{HTML}}}xU00003Cy" and odd.text == " \ufffd\ufffd"
    assert odd[0].text == "a- -b- "


def test_names_of_attributes_are_those_of_lxml_html() -> None:
    html = (
        "<p xml:lang=en lang=de xml:space=preserve o:p=1 @click=f>x"
        "<svg xml:lang=fr xlink:href=u></svg><i :class=c xml:lang=nl>"
    )
    ours, theirs = wishful.lxml.fromstring(html), lxml.html.document_fromstring(html)
    elements = list(zip(ours.iter("p", "{*}svg", "i"), theirs.iter("p", "svg", "i"), strict=True))
    for one, other in elements:
        assert one.items() == other.items()
        native = wishful.parse(html).find(other.tag)
        assert native is not None and list(native.attributes.items()) == other.items()
        assert native.get("xml:lang") == native["xml:lang"] == other.get("xml:lang")
        for path in ("@xml:lang", "@*[name()='xml:lang']", "lang('en')", "lang('fr')"):
            assert one.xpath(path) == other.xpath(path), path
        assert one.get("xml:lang") == other.get("xml:lang") is not None
        assert one.get(f"{XML}lang") is other.get(f"{XML}lang") is None
        one.set("xml:lang", "it")
        other.set("xml:lang", "it")
        assert one.get("xml:lang") == other.get("xml:lang") == "it"
        assert one.items() == other.items()
    assert ours.cssselect("[xml\\:lang]") == [one for one, _ in elements]
    assert lxml.html.tostring(elements[0][0]).startswith(
        b'<p xml:lang="it" lang="de" xml:space="preserve" o:p="1" @click="f">'
    )


def test_attributes_of_xml_have_namespaces_beside_those_of_elements() -> None:
    html = "<p xml:lang=en lang=de xml:space=preserve>x<svg xml:lang=fr></svg></p>"
    root = wishful.lxml.fromstring(html, namespaces=True)
    paragraph, svg = root.iter("{*}p", "{*}svg")
    assert root.xpath("//@xml:lang") == ["en", "fr"] and paragraph.get("lang") == "de"
    assert (paragraph.get(f"{XML}lang"), svg.get(f"{XML}lang")) == ("en", "fr")


def test_files_and_fragments(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"<!doctype html><p>\n<b>x")
    for source in (page, str(page), page.open("rb")):
        tree = wishful.lxml.parse(source, url="http://e.org/")
        assert tree.docinfo.doctype == "<!DOCTYPE html>" and tree.docinfo.URL == "http://e.org/"
        assert [(node.tag, node.sourceline) for node in tree.getroot().iter()] == [
            ("html", None),
            ("head", None),
            ("body", None),
            ("p", 1),
            ("b", 2),
        ]
        assert isinstance(tree.getroot(), lxml.html.HtmlElement)
        if not isinstance(source, (str, Path)):
            source.close()
    odd = os.path.join(os.fsencode(tmp_path), b"\xff.html")
    with open(odd, "wb") as written:
        written.write(b"<p>x")
    with open(odd, "rb") as by_bytes, open(os.fsdecode(odd)) as by_text:
        for odd_source in (odd, os.fsdecode(odd), by_bytes, by_text):
            assert wishful.lxml.parse(odd_source).getroot().text_content() == "x"
    # A file descriptor is not a name.
    with pytest.raises(TypeError, match="not int"):
        wishful.lxml.parse(0)
    parts = wishful.lxml.fragments_fromstring("<td>b</td><td>", context="tr")
    assert [part if isinstance(part, str) else part.tag for part in parts] == ["td", "td"]
    parts = wishful.lxml.fragments_fromstring("a<b>b</b>c")
    assert parts[0] == "a" and (parts[1].tag, parts[1].tail) == ("b", "c")
    with pytest.raises(ValueError, match="has 0"):
        wishful.lxml.fromstring("text", fragment="p")
    declared = (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
    )
    assert wishful.lxml.fromstring(declared).getroottree().docinfo.doctype == declared


def test_processing_instructions_in_every_tree() -> None:
    """A processing instruction is a node with a target and data (HTML, 13.1.7)."""
    page = "<?top?><p>x<?marker name=a?>y"
    document = wishful.parse(page)
    found = [node for node in document if node.kind == "processing-instruction"]
    assert [(node.target, node.text_content) for node in found] == [
        ("top", ""),
        ("marker", "name=a"),
    ]
    assert [node.target for node in document if node.kind == "element"] == [None] * 4
    assert document.to_html().startswith("<?top ?><html>")

    soup = soup_of(page)
    marker = soup.find_all("p")[0].contents[1]
    assert isinstance(marker, ProcessingInstruction) and marker == "marker name=a"
    assert wishful.parse(str(soup)).to_html() == document.to_html()

    root = wishful.lxml.fromstring(page)
    (marker,) = root.xpath("//processing-instruction('marker')")
    assert (marker.target, marker.text, marker.tail) == ("marker", "name=a", "y")
    assert root.getprevious().target == "top"
    deep = wishful.lxml.fromstring("<div>" * 3000 + page)
    assert [node.target for node in deep.iter(etree.PI)] == ["top", "marker"]
