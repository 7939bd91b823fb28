"""Evaluates expressions with libxml2.

Reads the lines of benches/examples/expressions.rs, and prints each expression with another value.
With a file name, it writes libxml2's other values there: page, expression and value, separated by
tabs. See xpath.sh.
"""

import json
import math
import os
import re
import select
import sys

from lxml import etree

SECONDS = float(os.environ.get("SECONDS_EACH", "2"))
EXPONENT = re.compile(r"\s*-?(\d+\.?\d*|\.\d+)[eE]")
NAMES = {"html": "http://www.w3.org/1999/xhtml"}


def places(root):
    """Returns the numbers of elements and comments, and those of the texts in and after them."""
    own, inside, behind, count = {}, {}, {}, 0

    def number():
        nonlocal count
        count += 1
        return count

    stack = [(root, False)]
    while stack:
        node, left = stack.pop()
        if left:
            if node.tail and node is not root:
                behind[node] = number()
            continue
        own[node] = number()
        stack.append((node, True))
        if isinstance(node.tag, str):
            if node.text:
                inside[node] = number()
            stack.extend((child, False) for child in reversed(node))
    return own, inside, behind


class Peer:
    """A document. Expressions run in a child process, since they may take too long."""

    def __init__(self, xml):
        parser = etree.XMLParser(huge_tree=True, resolve_entities=False, recover=True)
        self.tree = etree.fromstring(xml.encode(), parser).getroottree()
        root = self.tree.getroot()
        said = root.xpath("//@* | //text()")
        self.has_exponent = any(EXPONENT.match(text) for text in said)
        before = list(root.itersiblings(preceding=True))[::-1]
        after = list(root.itersiblings())
        self.own, self.inside, self.behind = {}, {}, {}
        count = 0
        for top in [*before, root, *after]:
            for kept, found in zip((self.own, self.inside, self.behind), places(top)):
                kept.update((node, number + count) for node, number in found.items())
            count = max([0, *self.own.values(), *self.inside.values(), *self.behind.values()])

    def place(self, node):
        if isinstance(node, tuple):
            return "#"
        if isinstance(node, str):
            parent = node.getparent()
            if node.is_attribute:
                return f"{self.own[parent]}@{node.attrname}"
            return str((self.inside if node.is_text else self.behind)[parent])
        return str(self.own[node])

    def ask(self, expression):
        value = self.tree.xpath(expression, namespaces=NAMES)
        if isinstance(value, list):
            return [self.place(node) for node in value]
        if isinstance(value, bool):
            return value
        if isinstance(value, float):
            return {"number": value}
        return str(value)

    def answers(self, expressions):
        """Yields an answer for each expression; None for one that takes too long."""
        done = 0
        while done < len(expressions):
            readable, writable = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(readable)
                with os.fdopen(writable, "w") as out:
                    for expression in expressions[done:]:
                        try:
                            line = json.dumps({"value": self.ask(expression)})
                        except etree.XPathError as error:
                            line = json.dumps({"error": str(error)})
                        out.write(line + "\n")
                        out.flush()
                os._exit(0)
            os.close(writable)
            rest = b""
            while done < len(expressions):
                if not select.select([readable], [], [], SECONDS)[0]:
                    yield None
                    done += 1
                    break
                piece = os.read(readable, 1 << 16)
                if not piece:
                    break
                *lines, rest = (rest + piece).split(b"\n")
                for line in lines:
                    yield json.loads(line)
                    done += 1
            os.kill(child, 9)
            os.waitpid(child, 0)
            os.close(readable)


# libxml2 writes fifteen digits; XPath 1.0 (section 4.2) writes enough to identify the number.
DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+")


def number(text):
    return {"Infinity": math.inf, "-Infinity": -math.inf, "NaN": math.nan}.get(text) if not text[-1].isdigit() else float(text)


def same(ours, theirs):
    if isinstance(ours, dict) and isinstance(theirs, dict):
        a, b = number(ours["number"]), theirs["number"]
        return a == b or math.isnan(a) and math.isnan(b) or math.isclose(a, b, rel_tol=1e-13)
    if isinstance(ours, list) and isinstance(theirs, list):
        # lxml has no node for the root, and no parent of a namespace.
        mine = [place for place in ours if place != "0"]
        aside = [place for place in mine if "#" in place]
        if aside:
            return len(mine) == len(theirs)
        return mine == theirs
    if isinstance(ours, str) and isinstance(theirs, str) and DECIMAL.fullmatch(ours) and DECIMAL.fullmatch(theirs):
        return math.isclose(float(ours), float(theirs), rel_tol=1e-13)
    return type(ours) is type(theirs) and ours == theirs


def excuse(expression, answer, peer):
    """Returns the reason that a different answer is excused; see xpath.sh."""
    if "Invalid context" in answer.get("error", ""):
        return "position"
    if "following::" in expression and ("@" in expression or "attribute::" in expression):
        return "following"
    if "namespace::" in expression:
        return "namespace"
    if peer.has_exponent:
        return "exponent"
    return None


def written(value):
    return value if isinstance(value, list) else []


def recorded(value):
    """Formats a number as XPath does."""
    if not isinstance(value, dict):
        return value
    number = value["number"]
    special = {math.inf: "Infinity", -math.inf: "-Infinity"}
    if math.isnan(number) or number in special:
        return {"number": special.get(number, "NaN")}
    return {"number": str(int(number)) if number == int(number) else repr(number)}


def main():
    compared = differ = slow = cut = documents = 0
    block, asked, excused = None, {}, {}
    record = open(sys.argv[1], "w") if len(sys.argv) > 1 else None

    def compare(block):
        nonlocal compared, differ, slow, cut, documents
        if block is None:
            return
        documents += 1
        file, xml, lines = block
        peer = Peer(xml)
        asking = []
        for line in lines:
            if line.get("cut"):
                cut += 1
            elif "lang(" in line["expression"]:
                excused["lang"] = excused.get("lang", 0) + 1
            else:
                asking.append(line)
        for line, answer in zip(asking, peer.answers([line["expression"] for line in asking])):
            if answer is None:
                slow += 1
                continue
            compared += 1
            if "refused" in line or "error" in answer or not same(line["value"], answer["value"]):
                why = excuse(line["expression"], answer, peer)
                if why:
                    excused[why] = excused.get(why, 0) + 1
                    continue
                differ += 1
                print(json.dumps({"file": file, **line, "theirs": answer}, ensure_ascii=False))
            elif record and "namespace::" not in line["expression"] and "0" not in written(line["value"]):
                told = [os.path.basename(file), line["expression"], json.dumps(recorded(answer["value"]))]
                record.write("\t".join(told) + "\n")

    for line in sys.stdin:
        line = json.loads(line)
        if "xml" in line:
            compare(block)
            block = (line["file"], line["xml"], [])
        elif "asked" in line:
            asked = line["asked"]
        else:
            block[2].append(line)
    compare(block)
    rare = {what: times for what, times in asked.items() if times < 100}
    print(f"{documents} documents, {compared} compared, {differ} differ, excused {excused}, "
          f"{slow} too slow there, {cut} cut here; asked for less than 100 times: {rare or 'nothing'}", file=sys.stderr)
    sys.exit(1 if differ else 0)


main()
