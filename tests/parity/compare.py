#!/usr/bin/env python3
"""Compares the element structures of Marpa and of wishful.

    compare.py MARPA OURS [REPLAYED] [--at-least PERCENT] [--show N] [--only PREFIX]

Each file is NDJSON with {"id", "structure"} lines, as marpa.pl and the example
`parity` write them. OURS comes from wishful's own tokens; REPLAYED, if named,
from Marpa's tokens fed to the slippers. So a document that differs in OURS but
not in REPLAYED differs in the tokenizer alone.

For each of the two, the program prints total, equal and percent, also by group
(the part of the id before "/" or "#"). Then it prints the ids that differ with
both structures, cut around their first difference. A document on which Marpa
died is left out and counted; one without a line in OURS counts as different.

Exit status: 0 if every comparison reaches --at-least (95), 1 if one does not,
2 for wrong usage or unreadable files.
"""

import argparse
import collections
import json
import sys


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(2)


def read(path):
    """Reads lines by id, in order; a bad line or a repeated id ends the run."""
    found = {}
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
                name = entry["id"]
            except (ValueError, KeyError, TypeError) as error:
                fail(f"{path}:{number}: {error}")
            if name in found:
                fail(f"{path}:{number}: {name} is there twice")
            found[name] = entry
    return found


def parting(one, other, around=60):
    """Cuts both strings to begin shortly before their first difference."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    start = max(0, same - around)

    def window(text):
        end = same + 2 * around
        return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
    return window(one), window(other)


def group(name):
    return str(name).split("/")[0].split("#")[0]


def compare(title, marpa, ours, show):
    total, equal, died, differing = 0, 0, 0, []
    by_group = collections.defaultdict(lambda: [0, 0])
    for name, theirs in marpa.items():
        if "error" in theirs:
            died += 1
            continue
        entry = ours.get(name, {"error": "no line for it"})
        structure = entry.get("structure") or "error: " + str(entry.get("error"))
        same = structure == theirs["structure"]
        total += 1
        equal += same
        by_group[group(name)][0] += same
        by_group[group(name)][1] += 1
        if not same:
            differing.append((name, theirs["structure"], structure))
    percent = 100 * equal / total if total else 0.0
    print(f"{title}: {total} documents, {equal} equal, {percent:.2f} %"
          + (f" ({died} without an answer of Marpa's)" if died else ""))
    partial = {name: pair for name, pair in by_group.items() if pair[0] != pair[1]}
    for name, (right, of) in sorted(partial.items()):
        print(f"    {name}: {right} of {of}")
    for name, theirs, structure in differing[:show]:
        left, right = parting(theirs, structure)
        print(f"  {name}\n    marpa {left}\n    ours  {right}")
    if len(differing) > show:
        print(f"  and {len(differing) - show} more")
    return percent


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("marpa")
    parser.add_argument("ours")
    parser.add_argument("replayed", nargs="?")
    parser.add_argument("--at-least", type=float, default=95.0)
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--only", default="", help="only ids that begin so")
    options = parser.parse_args()
    try:
        marpa = {name: entry for name, entry in read(options.marpa).items()
                 if str(name).startswith(options.only)}
        percents = [compare("own tokens", marpa, read(options.ours), options.show)]
        if options.replayed:
            percents.append(
                compare("Marpa's tokens", marpa, read(options.replayed), options.show))
    except OSError as error:
        fail(error)
    sys.exit(0 if min(percents) >= options.at_least else 1)


if __name__ == "__main__":
    main()
