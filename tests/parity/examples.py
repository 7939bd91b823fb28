#!/usr/bin/env python3
"""Runs Marpa on every case of corpus/marpa, and prints the differences.

    examples.py [--bless]

A case is a text file: the story on the first line, then sections, each under a
line `--- NAME`. The newline before the next heading (or at the end of the file)
does not belong to the section. Sections:

    input           the document
    configuration   (optional) lines added to Marpa's default configuration;
                    one that begins with "- " is taken out of it instead
    structure       the elements, in the form of marpa.pl
    virtual         the structure with marks for absent tags

--bless writes Marpa's answer into the cases. Exit status 1 if one differs.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parents[1] / "corpus" / "marpa"
NAMES = ["input", "configuration", "grammar", "structure", "virtual"]


def read(path):
    """Splits a case into its story and its sections."""
    story, *lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    sections, name = {}, None
    for line in lines:
        if line.startswith("--- "):
            name = line[4:]
            if name not in NAMES or name in sections:
                sys.exit(f"{path}: section {name} is unknown or there twice")
            sections[name] = []
        elif name is None:
            sys.exit(f"{path}: text before the first section")
        else:
            sections[name].append(line)
    return story, {name: "\n".join(lines) for name, lines in sections.items()}


def written(story, sections):
    parts = [f"--- {name}\n{sections[name]}\n" for name in NAMES if name in sections]
    return story + "\n" + "".join(parts)


def perl(program, *arguments, stdin=""):
    done = subprocess.run(["perl", HERE / program, *arguments], input=stdin,
                          capture_output=True, text=True, encoding="utf-8", check=True)
    return done.stdout


def configured(default, changes):
    lines = default.splitlines()
    for change in changes.splitlines():
        if change.startswith("- "):
            lines.remove(change[2:])
        else:
            lines.append(change)
    return "".join(line + "\n" for line in lines)


def answer(html, configuration):
    question = json.dumps({"id": None, "html": html}) + "\n"
    if configuration is None:
        return json.loads(perl("marpa.pl", stdin=question))
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(configuration)
        file.flush()
        return json.loads(perl("marpa.pl", "--config", file.name, stdin=question))


def main():
    bless = "--bless" in sys.argv[1:]
    default = perl("configuration.pl")
    paths, wrong = sorted(CASES.glob("*.txt")), 0
    for path in paths:
        story, sections = read(path)
        changes = sections.get("configuration")
        reply = answer(sections["input"],
                       None if changes is None else configured(default, changes))
        right = {name: reply.get(name, reply.get("error")) for name in ("structure", "virtual")}
        if all(sections.get(name) == text for name, text in right.items()):
            continue
        if bless:
            path.write_text(written(story, sections | right), encoding="utf-8")
            print(f"{path.name}: written")
            continue
        wrong += 1
        print(f"{path.name}: {story}")
        for name, text in right.items():
            print(f"    {name}\n      here  {sections.get(name)}\n      marpa {text}")
    print(f"{len(paths)} cases, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
