"""Compares the trees of wishful with those of lexbor (by selectolax) and parse5.

    judge.py [--number 300000] [--seed 4711] [--show 10] [--groups 40]

Every difference must be an error of the peer. That is the case if html5ever, with its known bugs
fixed, has the tree of wishful, and if the difference disappears with its cause: see `classes.py`.
Other differences are shrunk and printed, and the exit status is 1.
"""

import argparse
import json
import re
import subprocess
import sys
import threading
from collections import Counter

from classes import CLASSES
from selectolax.lexbor import LexborHTMLParser, SelectolaxError

BATCH = 1000
TRIES = 400
HTML5EVER = "html5ever: see benches/examples/differential"
FORMAT = dict(
    html5test=True, raw=True, tag_with_ns=True, full_doctype=True,
    without_closing=True, without_text_indent=True,
)


class Answerer:
    """A program that answers each input line with a line."""

    def __init__(self, *command):
        pipe = subprocess.PIPE
        self.program = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")

    def ask(self, inputs):
        def write():
            for question in inputs:
                self.program.stdin.write(json.dumps(question) + "\n")
            self.program.stdin.flush()

        writer = threading.Thread(target=write)
        writer.start()
        answers = [json.loads(self.program.stdout.readline()) for _ in inputs]
        writer.join()
        return answers


def lexbor(question):
    """Returns lexbor's tree; None if selectolax does not support the input."""
    options = {"scripting": question["scripting"]}
    if question["fragment"]:
        namespace, _, name = question["fragment"].rpartition(" ")
        options |= dict(is_fragment=True, fragment_tag=name, fragment_namespace=namespace or "html")
    try:
        tree = LexborHTMLParser(question["text"], **options).html_pretty(**FORMAT)
    except (SelectolaxError, ValueError):
        return None
    return tree or ""


def bare(tree):
    """Removes the differences between the peers' formats from a tree.

    These are bars, empty or missing identifiers, and the namespace of the attribute `xmlns`.
    """
    tree = re.sub(r"^\| ", "", tree, flags=re.MULTILINE).strip("\n")
    tree = tree.replace(' "" "">', ">").replace('xmlns xmlns="', 'xmlns="')
    order = r'^( *)(xmlns="[^\n]*)\n\1(xmlns xlink="[^\n]*)$'
    return re.sub(order, r"\1\3\n\1\2", tree, flags=re.MULTILINE)


class Court:
    """The parsers, and the results of the comparison."""

    def __init__(self, ours, parse5):
        self.ours, self.parse5 = Answerer(*ours), Answerer(*parse5)
        self.counts, self.unnamed, self.unreachable = Counter(), {}, 0

    def trees(self, questions):
        """Yields for each input the trees of wishful, html5ever, and the peers that support it."""
        ours, parse5 = self.ours.ask(questions), self.parse5.ask(questions)
        for question, our, five in zip(questions, ours, parse5):
            trees = {"lexbor": lexbor(question), "parse5": five["tree"]}
            peers = {name: bare(tree) for name, tree in trees.items() if tree is not None}
            yield bare(our["ours"] or ""), bare(our["html5ever"] or ""), peers

    def differs(self, question, peer):
        """Reports whether wishful and html5ever agree on a tree, and the peer has another one."""
        [(ours, html5ever, peers)] = self.trees([question])
        return peer in peers and ours == html5ever != peers[peer]

    def agrees(self, question, peer):
        [(ours, html5ever, peers)] = self.trees([question])
        return ours == html5ever == peers.get(peer)

    def judge(self, questions):
        for question, (ours, html5ever, peers) in zip(questions, self.trees(questions)):
            self.counts["compared"] += 1
            self.counts["lexbor not asked"] += "lexbor" not in peers
            if ours != html5ever:
                self.counts[HTML5EVER] += 1
                continue
            for peer in (peer for peer, tree in peers.items() if tree != ours):
                self.counts[self.name(question, peer)] += 1

    def name(self, question, peer):
        """Returns the class of a difference: that of the input, else that of the shrunk input."""
        for candidate in (question, None):
            candidate = candidate or self.shrunk(question, peer)
            for known in CLASSES[peer]:
                without = known.without(candidate)
                if without != candidate and self.agrees(without, peer):
                    return f"{peer}: {known.name}"
        key = (peer, candidate["text"], candidate["fragment"], candidate["scripting"])
        self.unnamed[key] = self.unnamed.get(key, 0) + 1
        return f"{peer}: UNNAMED"

    def shrunk(self, question, peer):
        """Shrinks an input as long as it still differs."""
        pieces = re.findall(r"<[^<>]*>?|[^<]+", question["text"], flags=re.DOTALL)
        tries, run = TRIES, len(pieces)
        while run and tries:
            at = 0
            while at < len(pieces) and tries:
                fewer = pieces[:at] + pieces[at + run:]
                tries -= 1
                if self.differs(question | {"text": "".join(fewer)}, peer):
                    pieces = fewer
                else:
                    at += run
            run //= 2
        question = question | {"text": "".join(pieces)}
        for plain in ({"fragment": None}, {"scripting": False}):
            if self.differs(question | plain, peer):
                question = question | plain
        return question


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--number", default="300000")
    parser.add_argument("--seed", default="4711")
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--groups", type=int, default=40)
    parser.add_argument("--ours", required=True, help="the example `peers`")
    parser.add_argument("--parse5", required=True, help="parse5.mjs")
    arguments = parser.parse_args()
    court = Court([arguments.ours, "trees"], ["node", arguments.parse5])
    command = [arguments.ours, "inputs", arguments.number, arguments.seed]
    batch = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as inputs:
        for line in inputs.stdout:
            batch.append(json.loads(line))
            if len(batch) == BATCH:
                court.judge(batch)
                batch = []
            if len(court.unnamed) >= arguments.groups:
                inputs.kill()
                break
    court.judge(batch)
    for (peer, text, fragment, scripting), count in sorted(court.unnamed.items(), key=lambda one: -one[1])[: arguments.show]:
        print(f"== {peer}: {count} shrink to this, in <{fragment}>, scripting {scripting}\n{text!r}")
        [(ours, _, peers)] = court.trees([dict(text=text, fragment=fragment, scripting=scripting)])
        print(f"-- ours\n{ours}\n-- {peer}\n{peers[peer]}")
    for name, count in sorted(court.counts.items()):
        print(f"{count:8} {name}")
    return 1 if court.unnamed or court.counts[HTML5EVER] else 0


if __name__ == "__main__":
    sys.exit(main())
