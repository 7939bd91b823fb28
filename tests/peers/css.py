"""Compares the answers of wishful, scraper and lexbor (selectolax) to random selectors; see css.sh.

    css.py [--show N] < CASES          CASES: the output of `benches/examples/selectors.rs`

A different answer of a peer counts as an error of wishful, unless the peer is known to be wrong:
KNOWN has a test for each class, which css.sh describes. Other differences are shown, and the exit
status is 1. Each pseudo-class must occur in a hundred cases of a peer that supports it.
"""
import argparse
import collections
import json
import re
import sys

import selectolax
from selectolax.lexbor import LexborHTMLParser

LEAST = 100
# The pseudo-classes that a peer supports; `scraper` itself rejects the others.
BOTH = (
    "nth-child nth-last-child nth-of-type nth-last-of-type first-child last-child only-child first-of-type last-of-type only-of-type "
    "root empty is where not has"
).split()
ONLY_LEXBOR = (
    "any-link link checked disabled enabled optional required read-only read-write placeholder-shown contains"
).split()
ONLY_SCRAPER = ["scope"]
STRING = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'""")
PSEUDO = re.compile(r":([a-z-]+)")


def has(*names):
    found = re.compile(":(?:" + "|".join(names) + r")(?![a-z-])")
    return lambda case: found.search(case["selectors"])


def at_root(case):
    """Reports whether a selector tests positions among siblings, which may include the root."""
    return has("nth-child", "nth-last-child", "first-child", "last-child", "only-child")(case)


def found(pattern):
    pattern = re.compile(pattern)
    return lambda case: pattern.search(STRING.sub("", case["selectors"]))


# The peer, its error, and a test for it; css.sh cites the standard for each.
KNOWN = [
    ("lexbor", "`:enabled` is every element that is not disabled", has("enabled")),
    ("lexbor", "`:link` is the element `link`, too", has("link")),
    ("lexbor", "`:optional` is every control that has no `required`", has("optional")),
    ("lexbor", "`:read-only` and `:read-write` go by `readonly` alone", has("read-only", "read-write")),
    ("lexbor", "`:lexbor-contains` looks at the texts directly in an element", has("contains")),
    ("lexbor", "`:checked` is no option unless it says so", has("checked")),
    ("lexbor", "names of SVG and MathML are compared without case", found(r"(?<![\w.#:-])[A-Z]")),
    ("lexbor", "the doctype and comments before the root count as its siblings", at_root),
    ("lexbor", "what begins with a function is not looked for beyond the nearest", found(r"\)[^ ,()]* (~ |(?![>+~]))")),
    ("scraper", "in `:is` and `:where` there is no `of` in `:nth-child`", found(r":(is|where)\(.* of ")),
]


def lexbor_answer(parser, numbers, selectors):
    text = selectors.replace(":contains(", ":lexbor-contains(")
    try:
        found = parser.css(text)
    except Exception:
        return None
    # lexbor returns nodes in the order of the alternatives, some twice.
    return sorted({numbers[node.mem_id] for node in found if node.mem_id in numbers})


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--show", type=int, default=10)
    show = arguments.parse_args().show
    asked = collections.Counter()
    agreed = collections.Counter()
    classes = collections.Counter()
    others = 0
    unknown = []
    parser = numbers = None
    for line in sys.stdin:
        case = json.loads(line)
        if "text" in case:
            parser = LexborHTMLParser(case["text"])
            nodes = list(parser.root.traverse(include_text=False)) if parser.root else []
            nodes = [node for node in nodes if node.tag and node.tag[0] not in "-!"]
            same = [node.tag.lower() for node in nodes] == [name.lower() for name in case["names"]]
            numbers = {node.mem_id: number for number, node in enumerate(nodes)}
            if not same:
                others += 1
                numbers = None
            continue
        names = set(PSEUDO.findall(STRING.sub("", case["selectors"])))
        answers = {}
        if case["scraper"] is not None:
            answers["scraper"] = sorted(set(case["scraper"]))
        if numbers is not None and not names & set(ONLY_SCRAPER):
            answer = lexbor_answer(parser, numbers, case["selectors"])
            if answer is not None:
                answers["lexbor"] = answer
        asked.update(f"{name}" for name in names if answers)
        asked["all"] += 1
        for peer, answer in answers.items():
            if answer == case["ours"]:
                agreed[peer] += 1
                continue
            known = [why for own, why, test in KNOWN if own == peer and test(case)]
            second = [other for name, other in answers.items() if name != peer]
            alone = "alone" if second and second[0] == case["ours"] else "with nobody to ask" if not second else "and so is the other"
            if known:
                classes[(peer, known[0], alone)] += 1
            else:
                classes[(peer, "unknown", alone)] += 1
                unknown.append((peer, alone, case["selectors"], case["ours"][:8], answer[:8]))
    print(f"selectolax {selectolax.__version__}: {asked.pop('all')} selectors; {others} documents are other trees in lexbor")
    for peer, count in agreed.items():
        print(f"{peer}: {count} alike")
    for (peer, why, alone), count in sorted(classes.items()):
        print(f"{peer} is another one, {alone}: {count}: {why}")
    print("asked of a peer:", ", ".join(f"{name} {count}" for name, count in sorted(asked.items())))
    unknown.sort(key=lambda found: (found[1] != "and so is the other", len(found[2])))
    for found in unknown[:show]:
        print(*found)
    few = [name for name in BOTH + ONLY_LEXBOR + ONLY_SCRAPER if asked[name] < LEAST]
    if few:
        print("too few:", *few)
    sys.exit(bool(unknown or few))


main()
