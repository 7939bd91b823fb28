"""Reads the XML of soups and files with expat and libxml2: both must accept it, and agree.

    python tests/peers/xml_readers.py [--number 1000000] [--seed 1] [FILE|FOLDER…]

It needs the package wishful and lxml. A soup is a few pieces of tags, attributes, comments, names and
characters that XML does not permit. The exit status is 1 if an output is refused, or if the names and
texts of both readers differ. `crates/query/tests/query/xml.rs` reads back what was coerced.
"""
import argparse
import pathlib
import random
import sys
import xml.parsers.expat

import lxml.etree
import wishful

PIECES = [
    "<p ", "<div ", "<svg ", "<math ", "<o:p ", "<a:b:c ", "<x-y ", "<1 ", "<p<q ", "<é ", "<template ",
    '"x"=1 ', "x=1 ", "X=2 ", ":on=3 ", "@click=4 ", "xmlns=u ", "xmlns:a=v ", "xlink:href=w ", "1a=2 ",
    "xml:lang=e ", "a='<&\"' ", "a=\"'\" ", "=x ", "/ ", ">", "/>", "</p>", "</div>", "</svg>", "</o:p>",
    "<!-- a -- b --->", "<!---->", "<!-->", "<!-", "<?php echo ?>", "<?xml version=1?>", "<?x", "<!DOCTYPE",
    "<!doctype html>", "<!doctype a:b public '\"x' \"y\">", "]]>", "<![CDATA[x]]>", "<script>", "</script>",
    "<style>a<b", "<textarea>", "<plaintext>", "<table>", "<tr>", "<title>", "<annotation-xml>",
    "&#1;", "&#12;", "&lt;", "&amp", "&nbsp;", "\0", "\x0b", "\x0c", "\ufffe", "\uffff", "\r", "\n", "\t",
    "x", " ", "é", "\U0001f600", "--", "?>", "<foreignObject>", "<select>", "<option>",
]


def read_by_expat(text):
    """Returns the names, texts and other nodes in order."""
    seen = []
    parser = xml.parsers.expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, attributes: seen.append(("start", name, sorted(attributes.items())))
    parser.EndElementHandler = lambda name: seen.append(("end", name))
    parser.CharacterDataHandler = lambda data: seen.append(("text", data))
    parser.Parse(text.encode(), True)
    return seen


def qualified(name):
    return name[1:].replace("}", " ", 1) if name.startswith("{") else name


def read_by_libxml2(text):
    seen = []

    class Target:
        def start(self, name, attributes):
            pairs = sorted((qualified(key), value) for key, value in attributes.items())
            seen.append(("start", qualified(name), pairs))

        def end(self, name):
            seen.append(("end", qualified(name)))

        def data(self, data):
            if seen and seen[-1][0] == "text":
                seen[-1] = ("text", seen[-1][1] + data)
            else:
                seen.append(("text", data))

        def close(self):
            pass

    parser = lxml.etree.XMLParser(target=Target(), huge_tree=True)
    lxml.etree.fromstring(text.encode(), parser)
    return seen


def joined(seen):
    """Joins texts that only a comment separates."""
    out = []
    for part in seen:
        if part[0] == "text" and out and out[-1][0] == "text":
            out[-1] = ("text", out[-1][1] + part[1])
        else:
            out.append(part)
    return out


def problem(source):
    text = wishful.parse(source).to_xml()
    text = getattr(text, "text", text)
    try:
        one, other = joined(read_by_expat(text)), joined(read_by_libxml2(text))
    except (xml.parsers.expat.ExpatError, lxml.etree.XMLSyntaxError) as error:
        return f"refused: {error}"
    return None if one == other else "the readers differ"


def sources(arguments):
    for name in arguments.files:
        path = pathlib.Path(name)
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                yield file.read_bytes()
    generator = random.Random(arguments.seed)
    for _ in range(arguments.number):
        yield "".join(generator.choices(PIECES, k=generator.randint(1, 12)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--number", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    count = wrong = 0
    for source in sources(arguments):
        count += 1
        message = problem(source)
        if message:
            wrong += 1
            print(f"{source!r}: {message}", file=sys.stderr)
            if wrong == 20:
                break
    print(f"{count} inputs, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
