"""Compares the structured data of extruct and of wishful in the same documents: see extruct.sh.

The outputs have different shapes. So the program compares pairs of a property's last word and a
value, for each syntax: texts without spaces, items by their types. It prints the documents whose
pairs differ, and their number.
"""

import collections
import json
import logging
import re
import subprocess
import sys
import tempfile
import warnings

import extruct

logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")

BASE = "http://example.com/"
SYNTAXES = ("microdata", "opengraph", "rdfa", "json-ld")

# Open Graph as extruct reads it: `property` only, with these prefixes and unresolved URLs.
OPENGRAPH = """
replace syntax opengraph "Open Graph" by page ;
  marks property "property" of <meta> ;
  reads text content of <meta> ;
""" + "".join(
    f'  prefix {name} "http://ogp.me/{path}#" ;\n'
    for name, path in {"og": "ns", **{it: f"ns/{it}" for it in "music video article book profile product".split()}}.items()
)


def word(name):
    return re.split(r"[/#]", name.rstrip("/#"))[-1]


def text(value):
    if isinstance(value, bool):
        value = "true" if value else "false"
    return re.sub(r"\s+", "", str(value))


def listed(value):
    return value if isinstance(value, list) else [value]


def of_microdata(items, pairs):
    for item in items:
        for name, values in item.get("properties", {}).items():
            for value in listed(values):
                if isinstance(value, dict):
                    types = " ".join(sorted(word(it) for it in listed(value.get("type") or [])))
                    pairs[(word(name), "item " + types)] += 1
                    of_microdata([value], pairs)
                else:
                    pairs[(word(name), text(value))] += 1


def of_opengraph(found, pairs):
    for one in found:
        for name, value in one["properties"]:
            pairs[(name.split(":")[-1], text(value))] += 1


def of_rdfa(nodes, pairs):
    for node in nodes:
        for name, values in node.items():
            if name.startswith("@"):
                continue
            for value in values:
                said = value.get("@value", value.get("@id", ""))
                pairs[(word(name).split(":")[-1], "item" if str(said).startswith("_:") else text(said))] += 1


def of_json_ld(value, pairs, name=None):
    if isinstance(value, list):
        for one in value:
            of_json_ld(one, pairs, name)
    elif isinstance(value, dict):
        if "@value" in value:
            pairs[(name, text(value["@value"]))] += 1
            return
        if name and not name.startswith("@") and "@id" in value:
            pairs[(name, text(value["@id"]))] += 1
        elif name and not name.startswith("@"):
            pairs[(name, "item")] += 1
        for key, one in value.items():
            if key in ("@graph", "@set", "@list"):
                of_json_ld(one, pairs, name)
            elif not key.startswith("@"):
                of_json_ld(one, pairs, word(key).split(":")[-1])
    elif value is not None and name and not name.startswith("@"):
        pairs[(name, text(value))] += 1


def pages(files):
    """Yields the pages in files; a file of cases gives the input of each case."""
    for path in files:
        with open(path, "rb") as file:
            page = file.read()
        if not path.endswith(".txt"):
            yield path, page
            continue
        for title, case in re.findall(rb"^=== (.*?)\n.*?^--- input\n(.*?)^--- expected", page, re.M | re.S):
            yield f"{path}: {title.decode()}", case


def ours(program, syntax, page):
    command = [program, "data", "--syntax", syntax, "--base", BASE, "-"]
    with tempfile.NamedTemporaryFile("w", suffix=".vocabulary") as vocabulary:
        vocabulary.write(OPENGRAPH)
        vocabulary.flush()
        if syntax == "opengraph":
            command += ["--vocabulary", vocabulary.name]
        ran = subprocess.run(command, input=page, capture_output=True, check=False)
    graph = json.loads(ran.stdout)["graph"]
    types = {node["id"]: " ".join(sorted(word(it) for it in node["type"])) for node in graph}
    pairs = collections.Counter()
    for node in graph:
        for name, values in node["properties"].items():
            name = word(name).split(":")[-1]
            for value in values:
                if not isinstance(value, dict):
                    pairs[(name, text(value))] += 1
                elif "value" in value:
                    pairs[(name, text(value["value"]))] += 1
                elif syntax == "microdata" and value["id"] in types:
                    pairs[(name, "item " + types[value["id"]])] += 1
                elif value["id"].startswith("_:"):
                    pairs[(name, "item")] += 1
                else:
                    pairs[(name, text(value["id"]))] += 1
    return pairs


def theirs(syntax, page):
    pairs = collections.Counter()
    if syntax == "json-ld":
        # extruct does not read scripts within a CDATA section.
        page = page.replace(b"<![CDATA[", b"").replace(b"]]>", b"")
    found = extruct.extract(page, base_url=BASE, syntaxes=[syntax], errors="strict")[syntax]
    if syntax == "microdata":
        of_microdata(found, pairs)
    elif syntax == "opengraph":
        of_opengraph(found, pairs)
    elif syntax == "rdfa":
        of_rdfa(found, pairs)
    else:
        of_json_ld(found, pairs)
    return pairs


def main():
    program, *files = sys.argv[1:]
    for syntax in SYNTAXES:
        same = with_data = differ = 0
        for path, page in pages(files):
            mine = ours(program, syntax, page)
            try:
                its = theirs(syntax, page)
            except Exception as error:  # noqa: BLE001
                print(f"{syntax} {path}: theirs fails: {type(error).__name__} {str(error)[:100]}; ours has {sum(mine.values())}")
                differ += 1
                continue
            if mine == its:
                same += 1
                with_data += bool(mine)
                continue
            differ += 1
            print(f"{syntax} {path}")
            for label, left in (("ours", mine - its), ("theirs", its - mine)):
                shown = [f"{name}={value[:60]}" for name, value in sorted(map(lambda it: (str(it[0]), it[1]), left))]
                print(f"    {label} only ({sum(left.values())}): {'; '.join(shown[:6])}")
        print(f"{syntax}: {same} the same, {with_data} of them with data; {differ} other")


main()
