"""Compares the findings of `wishful check` with those of Nu (`vnu.jar`).

    npm install vnu-jar
    python benches/peers/nu.py WISHFUL VNU_JAR FOLDER [--mutants N]
    python benches/peers/nu.py WISHFUL VNU_JAR --generate N [--seed S]

Both check the HTML files of a folder. A finding has lines and a kind: `content` (an element or a
text that is not allowed, or is missing), `attribute` (a name or a value), `parse` (a parse error,
or a tag that is missing or out of place) or `other` (style sheets, encodings, levels of
headings). The report has the share of the findings of each side for which the other has one of
the same kind on the same lines, and the most frequent messages that one side has alone. Of Nu's
warnings, those about obsolete or needless markup, dates and fragments count. `--grammar` checks
with another grammar than `conforming`.

Three rules make up for positions and kinds. What an element lacks is a pair at any line if both
name the element, because Nu reports it at the end tag. `content` and `attribute` are a pair if
both name the same element on the same lines. After "Cannot recover after last error", Nu has no
findings; nor has it any if an exception ends it.

With `--mutants`, N copies of the files are checked instead. In each, one tag is deleted, doubled or
renamed, or an attribute is deleted. Files with `novalid` in their names are left out.

With `--generate`, `wishful generate` makes N documents of `nu.grammar`, the variant of `conforming`
beside this file, and the report has the number that Nu accepts, and the messages about the others.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

# By file and kind: the first line, the last line and the message of each finding.
Place = tuple[int, int, str]
Found = dict[tuple[str, str], list[Place]]
# The names of elements in messages of both sides.
ELEMENT = re.compile(r"<(\w+)>|“(\w+)” element|[Ee]lement “(\w+)”")
# Nu's messages about the content of an element, which have the position of its end tag.
LACK = re.compile(
    r"missing a required instance|descendant must not|must not be empty|^The first “"
)
# Nu's warnings that count.
OBSOLETE = re.compile(
    "[Oo]bsolete|unnecessary|not needed|mistyped|time zone|subtag.*deprecated|^Bad value.*Fragment"
)
# A misplaced <meta> is for Nu an attribute that is not allowed there.
CROSSED = {"content": "attribute", "attribute": "content"}

# The words of Nu's messages that tell a kind; the first that fits decides.
NU_KINDS = [
    ("parse", r"Probable cause|^Duplicate attribute"),
    (
        "attribute",
        r"^(Bad value|Attribute|The “[^”]*” attribute)|^Element .* attribute|must not have attribute",
    ),
    (
        "other",
        r"^CSS|byte sequence|code point|U.* in stream|encoding|Cannot recover|[Qq]uirky|standards mode|Obsolete doctype|heading level",
    ),
    (
        "parse",
        r"[Ss]tray|[Uu]nclosed|[Tt]ag .* seen|End of file|nesting|doctype|character reference|Saw|space",
    ),
    ("attribute", r"[Aa]ttribute|Bad value|Duplicate ID|must refer|source-size|role"),
    ("content", r"not allowed|missing|must not|obsolete|must be"),
]
# The codes of `wishful check` that are not parse errors or repairs.
ATTRIBUTE = re.compile(
    r"(unknown|missing|obsolete)-attribute|attribute-value|(duplicate|unknown)-id"
    r"|(img|image|link|meta|input|srcset|sizes|aria|microdata|area|map|source|option|script|language"
    r"|data|button|dialog|textarea|progress|meter|optgroup|select|label|custom|anchor|unlikely)-|old-"
)
CONTENT = re.compile(
    r"misplaced|missing-element|unknown-element|obsolete-|second-|main-|focusable-|iframe-"
)


def kind_of_nu(message: str) -> str:
    for kind, pattern in NU_KINDS:
        if re.search(pattern, message):
            return kind
    return "parse"


def kind_of_code(code: str, message: str) -> str:
    if "document type" in message:
        return "parse"
    if ATTRIBUTE.match(code):
        return "attribute"
    return "content" if CONTENT.match(code) else "parse"


def pages_of(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.htm*"))


def messages_of_nu(jar: str, files: list[Path]) -> list[dict[str, Any]]:
    """Runs Nu. An exception in it ends its output, so then each half of the files is tried. The file
    that is the cause gets a message."""
    command = ["java", "-Xss16m", "-jar", jar, "--format", "json", *map(str, files)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Exception in thread" not in run.stderr:
        messages: list[dict[str, Any]] = json.loads(run.stderr)["messages"]
        return messages
    if len(files) > 1:
        half = len(files) // 2
        return [
            message
            for part in (files[:half], files[half:])
            for message in messages_of_nu(jar, part)
        ]
    cause = run.stderr.split("Exception in thread")[1].split("\n")[0]
    message = f"Cannot recover from an exception in Nu:{cause}"
    return [{"type": "error", "url": files[0].as_uri(), "message": message}]


def by_nu(jar: str, folder: Path) -> Found:
    found: Found = defaultdict(list)
    for message in messages_of_nu(jar, pages_of(folder)):
        is_obsolete = OBSOLETE.search(message["message"])
        if message["type"] == "error" or is_obsolete:
            name = Path(unquote(urlparse(message.get("url", "")).path)).name
            last = message.get("lastLine", 0)
            place = message.get("firstLine", last), last, message["message"]
            found[name, kind_of_nu(message["message"])].append(place)
    return found


def by_wishful(program: str, grammar: str, folder: Path) -> Found:
    command = [program, "check", "-g", grammar, "--format", "json", str(folder)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    found: Found = defaultdict(list)
    for finding in json.loads(run.stdout)["findings"]:
        place = finding["place"]
        line = place["start"]["line"]
        kind = kind_of_code(finding["code"], finding["message"])
        text = f"{finding['code']}: {finding['message']}"
        found[Path(place["file"]).name, kind].append((line, line, text))
    return found


def mutant(text: str, chance: random.Random) -> str:
    """Deletes, doubles or renames a tag, or deletes an attribute."""
    tags = list(re.finditer(r"</?[a-zA-Z][^<>]*>", text))
    if not tags:
        return text
    tag = chance.choice(tags)
    old = tag.group()
    new = chance.choice(
        [
            "",
            old + old,
            re.sub(r"^(</?)[\w-]+", r"\1div", old),
            re.sub(r'\s[\w-]+(="[^"]*")?', "", old, count=1),
        ]
    )
    return text[: tag.start()] + new + text[tag.end() :]


def spelled(message: str) -> str:
    return re.sub(r"“[^”]*”|`[^`]*`|\d+", "…", message)[:110]


def elements_of(message: str) -> set[str]:
    """Returns the names of elements in a message."""
    return {name for names in ELEMENT.findall(message) for name in names if name}


def is_pair(one: Place, other: Place) -> bool:
    """Reports whether two findings are on the same lines, or both about what an element lacks."""
    if one[0] <= other[1] and other[0] <= one[1]:
        return True
    is_lack = any(LACK.search(text) for text in (one[2], other[2]))
    return is_lack and bool(elements_of(one[2]) & elements_of(other[2]))


def alone(one: Found, other: Found) -> list[tuple[tuple[str, str], str]]:
    """Returns the findings of one side without a pair on the other side."""
    lone = []
    for key, places in one.items():
        crossed = other.get((key[0], CROSSED.get(key[1], "")), [])
        for place in places:
            is_paired = any(is_pair(place, pair) for pair in other.get(key, [])) or any(
                place[0] <= pair[1]
                and pair[0] <= place[1]
                and elements_of(place[2]) & elements_of(pair[2])
                for pair in crossed
            )
            if not is_paired:
                lone.append((key, place[2]))
    return lone


def without_unread(ours: Found, theirs: Found) -> Found:
    """Leaves out our findings after the line at which Nu gave up."""
    ends = {
        name: place[1]
        for (name, _), places in theirs.items()
        for place in places
        if place[2].startswith("Cannot recover")
    }
    return defaultdict(
        list,
        {
            key: [place for place in places if place[0] <= ends.get(key[0], place[0])]
            for key, places in ours.items()
        },
    )


def generated(options: argparse.Namespace, folder: Path) -> None:
    """Generates documents of the variant, and prints what Nu says about them."""
    variant = Path(__file__).with_name("nu.grammar")
    command = [options.wishful, "generate", "-g", str(variant), "-n"]
    command += [str(options.generate), "--seed", str(options.seed)]
    subprocess.run([*command, "--size", "120", "-o", str(folder)], check=True)
    messages = messages_of_nu(options.jar, pages_of(folder))
    errors = [message for message in messages if message["type"] != "info"]
    refused = {message.get("url") for message in errors}
    number = sum(1 for _ in folder.iterdir())
    print(f"Nu accepts {number - len(refused)} of {number} documents.")
    for message, count in Counter(spelled(error["message"]) for error in errors).most_common():
        print(f"{count:6} {message}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("wishful")
    parser.add_argument("jar")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--grammar", default="conforming")
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--generate", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not options.folder and not options.generate:
        parser.error("a folder, or --generate")
    with tempfile.TemporaryDirectory() as scratch:
        if options.generate:
            generated(options, Path(scratch))
            return
        folder = options.folder
        if options.mutants:
            files = [
                file
                for file in pages_of(folder)
                if "novalid" not in file.name
            ]
            chance = random.Random(1)
            for number in range(options.mutants):
                text = files[number % len(files)].read_text(
                    encoding="utf-8", errors="replace"
                )
                Path(scratch, f"{number}.html").write_text(
                    mutant(text, chance), encoding="utf-8"
                )
            folder = Path(scratch)
        theirs = by_nu(options.jar, folder)
        ours = by_wishful(options.wishful, options.grammar, folder)
        ours = without_unread(ours, theirs)
    print(
        "| kind | ours | Nu has too | Nu's | we have too |\n|---|---:|---:|---:|---:|"
    )
    for kind in ("content", "attribute", "parse", "other"):
        counts = []
        for one, other in ((ours, theirs), (theirs, ours)):
            total = sum(len(places) for key, places in one.items() if key[1] == kind)
            lone = sum(1 for key, _ in alone(one, other) if key[1] == kind)
            counts += [f"{total}", f"{(total - lone) / max(1, total):.1%}"]
        print(f"| {kind} | {' | '.join(counts)} |")
    for name, one, other in (("only ours", ours, theirs), ("only Nu's", theirs, ours)):
        print(f"\n{name}:")
        messages = Counter(
            f"{key[1]:10} {spelled(text)}" for key, text in alone(one, other)
        )
        for message, count in messages.most_common(25):
            print(f"{count:6} {message}")


if __name__ == "__main__":
    main()
