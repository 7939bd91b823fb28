"""Fixtures: public suites and pages beside the project, the native program, and mutations.

A test whose input is missing is skipped with a message. If `CI` is set, it fails instead.
"""

from __future__ import annotations

import base64
import json
import os
import random
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def lacking(what: str) -> None:
    """Skips a test whose input is missing; with `CI`, fails it."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


def shared(folder: str) -> Path:
    """Returns a folder of public documents."""
    path = Path(os.environ.get(f"WISHFUL_{folder.upper()}", ROOT.parent / "shared" / folder))
    if not path.is_dir():
        lacking(f"{path} is not there; WISHFUL_{folder.upper()} can point at a copy")
    return path


@pytest.fixture(scope="session")
def suites() -> Path:
    return shared("suites")


@pytest.fixture(scope="session")
def pages() -> dict[str, bytes]:
    """Returns real pages by name."""
    return {path.stem: path.read_bytes() for path in sorted(shared("pages").glob("*.html"))}


@pytest.fixture(scope="session")
def corpus(suites: Path, pages: dict[str, bytes]) -> list[bytes]:
    """Returns all documents of the suites, and the smaller pages."""
    documents = [path.read_bytes() for path in sorted(suites.rglob("*.html"))]
    for path in sorted(suites.glob("wpt/*.dat")):
        cases = path.read_bytes().split(b"#data\n")[1:]
        documents += [case.split(b"\n#errors", 1)[0] for case in cases]
    return documents + [page for page in pages.values() if len(page) < 100_000]


@pytest.fixture(scope="session")
def mutations(corpus: list[bytes]) -> list[bytes]:
    """Returns documents with pieces deleted, doubled, swapped or replaced by noise."""
    chance = random.Random(20)
    small = [document for document in corpus if 0 < len(document) < 20_000]
    return [mutated(chance.choice(small), chance) for _ in range(1500)]


def mutated(document: bytes, chance: random.Random) -> bytes:
    text = bytearray(document)
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.randrange(40))
        noise = bytes(chance.choice(b"<>/!-&'\"= \0\r\n\xff\xc3\xa9bip") for _ in range(5))
        piece = chance.choice([b"", text[start:end] * 2, noise, text[end : end + 20]])
        text[start:end] = piece
    return bytes(text)


@pytest.fixture(scope="session")
def program() -> str:
    """Returns the path of the native program."""
    program = os.environ.get("WISHFUL_PROGRAM")
    if not program:
        lacking("WISHFUL_PROGRAM does not say where the native program is")
    return str(program)


@pytest.fixture(scope="session")
def native(program: str) -> Callable[[Iterable[bytes]], list[str]]:
    """Returns a function that gives the native program's HTML of documents."""

    def html(documents: Iterable[bytes]) -> list[str]:
        lines = (json.dumps({"bytes_base64": base64.b64encode(one).decode()}) for one in documents)
        run = [program, "batch", "-f", "html"]
        done = subprocess.run(
            run, input="\n".join(lines), capture_output=True, text=True, check=True
        )
        return [json.loads(line)["tree"] for line in done.stdout.strip("\n").split("\n")]

    return html
