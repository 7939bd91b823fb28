"""Random JSON-LD with inline contexts: the triples of PyLD and of wishful. See json-ld.sh.

Both graphs are made canonical (RDF Dataset Canonicalization, by PyLD) and compared. wishful has one
graph: the triples of named graphs count as triples of the default graph.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from pyld import jsonld

ENCODED = re.compile(r"<[^<>\"]*(%|[^\x21-\x7e])[^<>\"]*>")
DOUBLE = re.compile(r"\"(-?[0-9.]+(?:[eE][-+]?[0-9]+)?)\"(?=\^\^<\S+> \.$)")
LANGUAGE = re.compile(r"\"@[A-Za-z-]+(?= \.$)")
BASE = "https://base.example/folder/page"
XSD = "http://www.w3.org/2001/XMLSchema#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
NAMES = ["name", "note", "link", "when", "ex:p", "other:q", "http://full.example/p", "unknown"]
TEXTS = ["a", "", "Tea time", "ex:x", "x/y", "#z", "http://full.example/v", "2026-05-01", "é \" \\ \n"]


def address(r):
    return r.choice(["#a", "b/c", "ex:thing", "http://full.example/i", "_:b", "_:c", "", "//h.example/"])


def definition(r, needs_id):
    found = {}
    if needs_id or r.random() < 0.6:
        iri = ["http://v.example/t", "ex:t", "other:t", "name"]
        found["@id"] = r.choice(iri)
    if r.random() < 0.6:
        found["@type"] = r.choice(["@id", "@vocab", XSD + "date", "xsd:double", "ex:kind", XSD + "integer"])
    elif r.random() < 0.5:
        found["@language"] = r.choice(["de", "en", None])
    return found


def context(r):
    found = {}
    if r.random() < 0.6:
        found["@vocab"] = r.choice(["http://vocab.example/", "http://vocab.example/#", "https://schema.org/"])
    if r.random() < 0.3:
        found["@language"] = r.choice(["en", "fr"])
    if r.random() < 0.7:
        found["ex"] = r.choice(["http://ex.example/", "http://ex.example/ns#"])
    if r.random() < 0.4:
        found["other"] = r.choice(["ex:deep/", "http://other.example/", "http://other.example/word"])
    if r.random() < 0.4:
        found["xsd"] = XSD
    for name in ["name", "note", "link", "when"]:
        if r.random() < 0.4:
            simple = ["http://s.example/" + name, "ex:" + name, "later:" + name, None]
            found[name] = r.choice(simple) if r.random() < 0.5 else definition(r, "@vocab" not in found)
    if r.random() < 0.15:
        found["id"] = "@id"
    if r.random() < 0.15:
        found["kind"] = "@type"
    if r.random() < 0.2:
        found["later"] = "http://later.example/"
    items = list(found.items())
    r.shuffle(items)
    return dict(items)


def contexts(r):
    if r.random() < 0.3:
        return [context(r) for _ in range(r.randint(1, 3))] + ([None, context(r)] if r.random() < 0.2 else [])
    return context(r)


def scalar(r):
    kind = r.random()
    if kind < 0.5:
        return r.choice(TEXTS)
    if kind < 0.75:
        return r.choice([0, 1, -5, 10.0, 2.5, -0.0, 1e21, 1e-7, 123456789012, 5.30, 1e2])
    return r.choice([True, False, None])


def value(r, depth):
    kind = r.random()
    if kind < 0.5 or depth == 0:
        return scalar(r)
    if kind < 0.6:
        return [value(r, depth - 1) for _ in range(r.randint(0, 3))]
    if kind < 0.72:
        literal = {"@value": scalar(r)}
        if r.random() < 0.3:
            literal["@type"] = r.choice([XSD + "date", "xsd:double", "ex:kind", "Kind"])
        elif isinstance(literal["@value"], str) and r.random() < 0.4:
            literal["@language"] = r.choice(["en", "de-AT"])
        return literal
    if kind < 0.8:
        return {"@list": [value(r, depth - 1) for _ in range(r.randint(0, 3))]}
    if kind < 0.84:
        return {"@set": [value(r, depth - 1) for _ in range(r.randint(0, 2))]}
    if kind < 0.88:
        return {"@graph": [node(r, depth - 1)]}
    return node(r, depth - 1)


def node(r, depth):
    found = {}
    if r.random() < 0.2:
        found["@context"] = contexts(r)
    if r.random() < 0.5:
        found[r.choice(["@id", "@id", "@id", "id"])] = address(r)
    if r.random() < 0.4:
        types = r.choice(["Thing", "ex:Thing", "http://full.example/T", ["Thing", "Other"], "_:t"])
        found[r.choice(["@type", "@type", "kind"])] = types
    for _ in range(r.randint(0, 4)):
        found[r.choice(NAMES)] = value(r, depth)
    if r.random() < 0.05:
        found["@graph"] = [node(r, depth - 1) for _ in range(r.randint(1, 2))] if depth else []
    if r.random() < 0.04:
        found["@included"] = [node(r, 0)]
    return found


def document(seed):
    r = random.Random(seed)
    found = {"@context": contexts(r)} if r.random() < 0.95 else {}
    if r.random() < 0.2:
        found["@graph"] = [node(r, 2) for _ in range(r.randint(1, 3))]
    else:
        found |= {key: value for key, value in node(r, 3).items() if key != "@context"}
    return found


def quoted(text):
    for plain, escape in [("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r")]:
        text = text.replace(plain, escape)
    return f'"{text}"'


def name(text):
    if text.startswith("_:"):
        return text
    # (PyLD leaves such an address out; `canonical` leaves out what has a `%`.)
    return f"<{re.sub(r'[^!#-;=?-~]', '%20', text)}>"


def lines(graph):
    """Writes a graph of `wishful data -f json` as N-Quads."""
    for subject in graph:
        own = name(subject["id"])
        for kind in subject["type"]:
            yield f"{own} <{TYPE}> {name(kind)} ."
        for key, values in subject["properties"].items():
            for value in values:
                if isinstance(value, str):
                    yield f"{own} <{key}> {quoted(value)} ."
                elif "id" in value:
                    yield f"{own} <{key}> {name(value['id'])} ."
                elif "lang" in value:
                    yield f"{own} <{key}> {quoted(value['value'])}@{value['lang']} ."
                else:
                    yield f"{own} <{key}> {quoted(value['value'])}^^<{value['type']}> ."


def canonical(quads):
    """Makes quads canonical. Left out are those with an address that is no URL as written: wishful
    encodes its characters, and PyLD leaves most of them out. Language tags have no case, and doubles
    are compared as numbers."""
    quads = [DOUBLE.sub(lambda number: f'"{float(number[1])}"', quad) for quad in quads]
    quads = [LANGUAGE.sub(lambda tag: tag[0].lower(), quad) for quad in quads if not ENCODED.search(quad)]
    options = {"algorithm": "URDNA2015", "inputFormat": "application/n-quads", "format": "application/n-quads"}
    return jsonld.normalize("".join(f"{line}\n" for line in sorted(set(quads))), options)


def of_pyld(found):
    dataset = jsonld.to_rdf(found, {"base": BASE})
    quads = []
    for triples in dataset.values():
        for triple in triples:
            quads += jsonld.JsonLdProcessor.to_nquads({"@default": [triple]}).splitlines()
    return canonical(quads)


def main():
    program, number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    counts, shown = Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        documents = {}
        for seed in range(first, first + number):
            found = document(seed)
            try:
                documents[seed] = (found, of_pyld(found))
            except TypeError:
                counts["PyLD fails: a null in a list"] += 1
                continue
            except jsonld.JsonLdError as error:
                cause = getattr(error.__cause__, "code", None) or error.code
                counts[f"refused by PyLD: {cause}"] += 1
                continue
            text = json.dumps(found).replace("<", "\\u003c")
            page = f"<script type=application/ld+json>{text}</script>"
            Path(folder, f"{seed}.html").write_text(page, encoding="utf-8")
        pages = [f"{folder}/{seed}.html" for seed in documents] + ["/dev/null"]
        command = [program, "data", "--syntax", "json-ld", "--base", BASE, *pages]
        out = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        for line in out.splitlines():
            answer = json.loads(line)
            if answer["file"] == "/dev/null":
                continue
            seed = int(Path(answer["file"]).stem)
            found, theirs = documents[seed]
            try:
                ours = canonical(lines(answer["data"]["graph"]))
            except jsonld.JsonLdError as error:
                ours = f"not N-Quads: {error}\n" + "\n".join(lines(answer["data"]["graph"]))
            counts["equal" if ours == theirs else "different"] += 1
            if ours != theirs and shown < 5:
                shown += 1
                print(f"--- {seed}: {json.dumps(found)}\n-- PyLD\n{theirs}-- wishful\n{ours}")
    print(dict(counts))
    return 1 if counts["different"] else 0


sys.exit(main())
