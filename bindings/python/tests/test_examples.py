"""Runs the programs in `examples`, and counts their lines beside those of the best peer."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest
from conftest import ROOT

EXAMPLES = ROOT / "bindings" / "python" / "examples"
PROGRAMS = sorted(path.stem for path in EXAMPLES.glob("*.py") if path.stem != "spark_crawl")
PEERS = sorted(path.stem for path in EXAMPLES.glob("peers/*.py"))
WITHOUT_CODE = {
    tokenize.COMMENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
    tokenize.INDENT,
    tokenize.NEWLINE,
    tokenize.NL,
}


def run(name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a program in a folder, with warnings as errors."""
    command = [sys.executable, "-W", "error", str(EXAMPLES / f"{name}.py")]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    return subprocess.run(
        command, capture_output=True, check=False, cwd=folder, encoding="utf-8", env=environment
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_output(name: str, tmp_path: Path) -> None:
    done = run(name, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (EXAMPLES / "expected" / f"{name}.txt").read_text("utf-8")


def test_edits_keep_all_other_bytes(tmp_path: Path) -> None:
    run("nofollow", tmp_path)
    [saved] = (tmp_path / "nofollow").iterdir()
    page = (ROOT / "corpus" / "legacy" / saved.name).read_bytes()
    assert saved.read_bytes() != page == saved.read_bytes().replace(b' rel="nofollow"', b"")


def test_progress_is_shown(tmp_path: Path) -> None:
    assert run("metadata", tmp_path).stderr.endswith("5 of 5")


def lines_of_code(path: Path) -> int:
    """Counts lines, without blank lines, comments and docstrings."""
    lines: set[int] = set()
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type not in WITHOUT_CODE:
                lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


@pytest.mark.parametrize("name", PEERS)
def test_no_program_is_longer_than_that_of_the_best_peer(name: str) -> None:
    peer = EXAMPLES / "peers" / f"{name}.py"
    assert lines_of_code(EXAMPLES / f"{name}.py") <= lines_of_code(peer)


def test_the_table_counts_the_lines_of_all_programs() -> None:
    table = (EXAMPLES / "README.md").read_text("utf-8")
    assert len(PROGRAMS) == 15 and set(PEERS) < set(PROGRAMS)
    for name in PROGRAMS:
        assert f"| [`{name}.py`]({name}.py) | {lines_of_code(EXAMPLES / f'{name}.py')} |" in table
    for name in PEERS:
        lines = lines_of_code(EXAMPLES / "peers" / f"{name}.py")
        assert f", [{lines}](peers/{name}.py) |" in table
