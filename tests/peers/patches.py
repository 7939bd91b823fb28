#!/usr/bin/env python3
"""Edits random files, and compares what `patch -p0` and `git apply` make of the printed patch with
what `--in-place` writes, byte for byte.

    tests/peers/patches.py PROGRAM [--files 200000] [--seed 1]

The contents have all kinds of line ends, NUL, malformed bytes, UTF-16 and lines that look like
those of patches; the names have blanks, quotes, backslashes and line breaks.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile

BATCH = 1000
PIECES = [
    b"<p>", b"<b>x</b>", b"<b title=q>y", b"a", b"\n", b"\n", b"\r\n", b"\r", b"\0", b"\xe9", b"\xff\xfe",
    b"\x81", b"--- x\n", b"+++ x\n", b"@@ -1 +1 @@\n", b"\\ No newline at end of file\n",
    b"diff --git a/x b/x\n", b" ", b"\t", b"-- \n", b"GIT binary patch\n", b"Index: x\n", b"\x1b[31m",
    b"<table>\r\n<tr><td>", b"<meta charset=windows-1252>", b"<meta charset=shift_jis>",
    "\u00e9\u6f22".encode(), b"</p>\r",
]
FOLDERS = ["", "", "s/", "my folder/", "t\tb/", '"q/', "a/", "b/", "x/y/"]
LETTERS = list("ab \u00e9\"\\\t\n\r'.-\u65e5\x01%&\x7f$")
ENDS = [".html", "", " ", "\t", '"', "\\"]
EDITS = [
    ["b", "--rename", "strong"],
    ["b", "--set", "title=na\u00efve"],
    ["p", "--remove"],
    ["b", "--text", "\u00ef\r\n"],
    ["b", "--replace", ""],
    ["b, p", "--before", "<i>\n</i>"],
]
PROGRAMS = {"a": ["patch", "-p0", "-s"], "b": ["git", "apply", "-"]}


def content(source):
    text = b"".join(source.choices(PIECES, k=source.choice([1, 3, 10, 40])))
    if source.random() < 0.6:
        text += b"<b>z</b>" + b"".join(source.choices(PIECES, k=source.choice([0, 1, 5])))
    form = source.random()
    if form < 0.1:
        return b"\xff\xfe" + text.decode("latin-1").encode("utf-16-le") + source.choice([b"", b"a"])
    if form < 0.2:
        return b"\xfe\xff" + text.decode("latin-1").encode("utf-16-be")
    return b"\xef\xbb\xbf" + text if form < 0.25 else text


def name(source, number):
    letters = "".join(source.choices(LETTERS, k=source.choice([1, 2, 5])))
    return "./" + source.choice(FOLDERS) + letters + str(number) + source.choice(ENDS)


def batch(program, root, source):
    """Returns the numbers of files, of changed ones, and of differences."""
    files = {name(source, number): content(source) for number in range(BATCH)}
    for folder in "abc":
        for path, text in files.items():
            path = os.path.join(root, folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text)
    edit = [program, "edit", *source.choice(EDITS), *files]
    subprocess.run([*edit, "--in-place"], cwd=f"{root}/c", capture_output=True)
    patch = subprocess.run(edit, cwd=f"{root}/a", capture_output=True).stdout
    wrong = 0
    for folder, command in PROGRAMS.items():
        environment = {**os.environ, "GIT_CEILING_DIRECTORIES": root}
        done = subprocess.run(command, cwd=f"{root}/{folder}", input=patch, capture_output=True, env=environment)
        if done.returncode:
            wrong += 1
            print(command, done.stderr[-300:], file=sys.stderr)
    changed = 0
    for path, text in files.items():
        expected, *found = (open(os.path.join(root, folder, path), "rb").read() for folder in "cab")
        changed += expected != text
        if found != [expected, expected]:
            wrong += 1
            print(repr(path), edit[2:4], text, expected, found, file=sys.stderr)
    return len(files), changed, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--files", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    source = random.Random(arguments.seed)
    files = changed = wrong = 0
    while files < arguments.files:
        with tempfile.TemporaryDirectory() as root:
            counts = batch(arguments.program, root, source)
        files, changed, wrong = files + counts[0], changed + counts[1], wrong + counts[2]
    print(f"{files} files, {changed} of them changed, {wrong} differences")
    return 1 if wrong or not changed else 0


if __name__ == "__main__":
    sys.exit(main())
