"""Times libxml2 on the expressions of expressions.txt for `benches/examples/speed`.

The protocol is that of parsers.py. `run` evaluates each expression on each text; both are parsed
before. With `read` in the argument, it compiles the expressions instead.
"""
import pathlib
import sys
import time

from lxml import etree, html

EXPRESSIONS = pathlib.Path(__file__).with_name("expressions.txt").read_text().splitlines()


def run(queries, documents):
    start = time.process_time()
    for document in documents:
        for query in queries:
            query(document)
    return time.process_time() - start


def read():
    start = time.process_time()
    for expression in EXPRESSIONS:
        etree.XPath(expression)
    return time.process_time() - start


def main():
    version = ".".join(str(part) for part in etree.LIBXML_VERSION)
    print(f"libxml2 {version} (lxml {etree.__version__})", flush=True)
    queries = [etree.XPath(expression) for expression in EXPRESSIONS]
    documents = []
    for line in iter(sys.stdin.buffer.readline, b""):
        match line.split():
            case [b"clear"]:
                documents.clear()
            case [b"text", size]:
                text = sys.stdin.buffer.read(int(size)).decode("utf-8")
                documents.append(html.document_fromstring(text.encode("utf-8"), parser=html.HTMLParser(encoding="utf-8")))
            case [b"run"]:
                print(run(queries, documents), flush=True)
            case [b"peak"]:
                # The time to compile all, in microseconds.
                print(int(read() * 1e6), flush=True)


main()
