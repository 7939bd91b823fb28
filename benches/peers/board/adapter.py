"""Parses with a peer of Python: lexbor, turbohtml, justhtml, html.parser or lxml.

    adapter.py PEER

Reads lines {"text", "fragment", "scripting"}, and writes lines {"tree"} in the format of the public
suite. The tree is null if the peer does not support the input, for instance the context of a
fragment. A peer that raises an exception has the line {"tree", "error"}.
"""

import json
import sys
from pathlib import Path

PREFIXES = {"svg": "svg ", "math": "math ", "mathml": "math "}
ATTRIBUTES = {
    "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title",
    "xlink:type", "xml:lang", "xml:space", "xmlns:xlink",
}


class Dump:
    """The lines of a tree."""

    def __init__(self):
        self.lines = []

    def line(self, depth, text):
        self.lines.append("  " * depth + text)

    def doctype(self, depth, name, public, system):
        identifiers = f' "{public or ""}" "{system or ""}"' if public or system else ""
        self.line(depth, f"<!DOCTYPE {name or ''}{identifiers}>")

    def instruction(self, depth, target, data):
        self.line(depth, f"<?{target} {data}?>")

    def element(self, depth, name, namespace, attributes):
        """Writes a start tag; `attributes` are pairs of a qualified name and a value."""
        prefix = PREFIXES.get(namespace, "")
        self.line(depth, f"<{prefix}{name}>")
        named = []
        for key, value in attributes:
            is_foreign = prefix and key in ATTRIBUTES
            named.append((key.replace(":", " ", 1) if is_foreign else key, value or ""))
        for key, value in sorted(named, key=lambda pair: pair[0].encode("utf-16-be", "replace")):
            self.line(depth + 1, f'{key}="{value}"')

    def text(self, depth, data):
        self.line(depth, f'"{data}"')

    def comment(self, depth, data):
        self.line(depth, f"<!-- {data} -->")


def context(fragment):
    """Returns the namespace and the name of a fragment's context."""
    namespace, _, name = fragment.rpartition(" ")
    return namespace, name


def lexbor():
    sys.path.insert(0, str(Path(__file__).parents[3] / "tests/peers"))
    from judge import lexbor as tree

    return tree


def turbohtml():
    from turbohtml import (
        Comment, Doctype, DocumentFragment, Element, ProcessingInstruction, Text, parse, parse_fragment,
    )

    def write(dump, node, depth):
        if isinstance(node, Element):
            attributes = [(key, node.attr(key)) for key in node.attrs]
            dump.element(depth, node.tag, node.namespace.name.lower(), attributes)
            below = depth + 1
        elif isinstance(node, DocumentFragment):
            dump.line(depth, "content")
            below = depth + 1
        elif isinstance(node, Text):
            return dump.text(depth, node.data)
        elif isinstance(node, Comment):
            return dump.comment(depth, node.data)
        elif isinstance(node, ProcessingInstruction):
            return dump.instruction(depth, node.target, node.data)
        elif isinstance(node, Doctype):
            return dump.doctype(depth, node.name, node.public_id, node.system_id)
        for child in node.children:
            write(dump, child, below)

    def tree(question):
        options = dict(
            positions=False, scripting=question["scripting"], allow_declarative_shadow_roots=False
        )
        if question["fragment"]:
            try:
                root = parse_fragment(question["text"], question["fragment"], **options)
            except ValueError as error:
                if "context must be" in str(error):
                    return None
                raise
        else:
            root = parse(question["text"], **options)
        dump = Dump()
        for child in root.children:
            write(dump, child, 0)
        return "\n".join(dump.lines)

    return tree


def justhtml():
    from justhtml import JustHTML
    from justhtml.parser import FragmentContext

    def write(dump, node, depth):
        if node.name == "#text":
            return dump.text(depth, node.data)
        if node.name == "#comment":
            return dump.comment(depth, node.data)
        if node.name == "#processing-instruction":
            target, _, data = node.data.partition(" ")
            return dump.instruction(depth, target, data)
        if node.name == "!doctype":
            kind = node.data
            return dump.doctype(depth, kind.name, kind.public_id, kind.system_id)
        dump.element(depth, node.name, node.namespace, (node.attrs or {}).items())
        content = getattr(node, "template_content", None)
        if content is not None:
            dump.line(depth + 1, "content")
            for child in content.children or ():
                write(dump, child, depth + 2)
        for child in node.children or ():
            write(dump, child, depth + 1)

    def tree(question):
        options = dict(sanitize=False, scripting_enabled=question["scripting"])
        if question["fragment"]:
            namespace, name = context(question["fragment"])
            options["fragment_context"] = FragmentContext(name, namespace or None)
        dump = Dump()
        for child in JustHTML(question["text"], **options).root.children:
            write(dump, child, 0)
        return "\n".join(dump.lines)

    return tree


def html_parser():
    import warnings

    from bs4 import BeautifulSoup, Comment, Doctype, NavigableString, Tag
    from bs4.element import CData, Declaration, ProcessingInstruction

    warnings.simplefilter("ignore")

    def write(dump, node, depth):
        if isinstance(node, Tag):
            dump.element(depth, node.name, None, node.attrs.items())
            for child in node.children:
                write(dump, child, depth + 1)
        elif isinstance(node, Doctype):
            dump.line(depth, f"<!DOCTYPE {node}>")
        elif isinstance(node, ProcessingInstruction):
            dump.line(depth, f"<?{node}>")
        elif isinstance(node, (Comment, CData, Declaration)):
            dump.comment(depth, str(node))
        elif isinstance(node, NavigableString):
            dump.text(depth, str(node))

    def tree(question):
        if question["fragment"] or question["scripting"]:
            return None
        # Without this option, the values of `class` and others are lists.
        soup = BeautifulSoup(question["text"], "html.parser", multi_valued_attributes=None)
        dump = Dump()
        for child in soup.children:
            write(dump, child, 0)
        return "\n".join(dump.lines)

    return tree


def lxml():
    from lxml import etree

    def write(dump, node, depth):
        if node.tag is etree.Comment:
            dump.comment(depth, node.text or "")
        elif node.tag is etree.ProcessingInstruction:
            dump.instruction(depth, node.target, node.text or "")
        elif isinstance(node.tag, str):
            dump.element(depth, node.tag, None, node.attrib.items())
            if node.text:
                dump.text(depth + 1, node.text)
            for child in node:
                write(dump, child, depth + 1)
        if node.tail:
            dump.text(depth, node.tail)

    def tree(question):
        if question["fragment"] or question["scripting"]:
            return None
        dump = Dump()
        parser = etree.HTMLParser(huge_tree=True, encoding="utf-8")
        data = question["text"].encode("utf-8", "replace")
        root = etree.fromstring(data, parser) if data.strip() else None
        if root is None:
            return ""
        kind = root.getroottree().docinfo
        if kind.doctype:
            dump.doctype(0, kind.root_name or "", kind.public_id, kind.system_url)
        before = list(root.itersiblings(preceding=True))[::-1]
        for node in [*before, root, *root.itersiblings()]:
            write(dump, node, 0)
        return "\n".join(dump.lines)

    return tree


PEERS = {
    "lexbor": lexbor, "turbohtml": turbohtml, "justhtml": justhtml, "html.parser": html_parser, "lxml": lxml,
}


def main():
    sys.setrecursionlimit(100_000)
    tree = PEERS[sys.argv[1]]()
    for line in sys.stdin.buffer:
        try:
            answer = {"tree": tree(json.loads(line))}
        except Exception as error:
            answer = {"tree": None, "error": type(error).__name__}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
