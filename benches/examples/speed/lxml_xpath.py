"""Times the expressions of expressions.txt by libxml2 for `benches/examples/speed`, with the protocol of lexbor.py: `run` asks each of each text,
which is parsed before, as is each expression; with `read` in the argument it reads the expressions instead.
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
                # (Microseconds that it takes to read all.)
                print(int(read() * 1e6), flush=True)


main()
