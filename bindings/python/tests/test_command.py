"""Compares the command of the package with the native program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

MODULE = [sys.executable, "-m", "wishful"]
SCRIPT = [str(Path(sysconfig.get_path("scripts")) / "wishful")]
PAGE = "<ul><li>One<b>two<li>\xe9".encode()


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the folder of the package, whose source `python -m` would find first."""
    monkeypatch.chdir(tmp_path)


def ran(command: list[str], **options: Any) -> tuple[int, bytes, bytes]:
    done = subprocess.run(command, capture_output=True, timeout=60, **options)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", [MODULE, SCRIPT], ids=["module", "script"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ("--version", 0),
        ("", 2),
        ("parse --color always -", 0),
        ("parse -f html - absent.html", 1),
        ("parse --help", 0),
        ("diff -g whatwg -g marpa -", 1),
        ("query li -", 0),
        ("no-command", 2),
    ],
)
def test_the_command_is_that_of_the_program(
    command: list[str], arguments: str, status: int, program: str
) -> None:
    ours = ran([*command, *arguments.split()], input=PAGE)
    assert ours == ran([program, *arguments.split()], input=PAGE)
    assert ours[0] == status and (ours[1] or ours[2])


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are those of POSIX")
def test_a_terminal_has_colours(program: str, tmp_path: Path) -> None:
    import pty

    page = tmp_path / "page.html"
    page.write_bytes(PAGE)
    shown = []
    for command in (MODULE, [program]):
        reader, terminal = pty.openpty()
        environment = {**os.environ, "TERM": "xterm"}
        environment.pop("NO_COLOR", None)
        run = [*command, "parse", str(page)]
        subprocess.run(run, stdout=terminal, env=environment, timeout=60, check=True)
        shown.append(os.read(reader, 65_536))
        os.close(terminal)
        os.close(reader)
    assert shown[0] == shown[1] and b"\x1b[" in shown[0]


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_an_interrupt_ends_the_command() -> None:
    run = subprocess.Popen(
        [*MODULE, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert run.stdin and run.stdout
    run.stdin.write(b'{"html": "<p>x"}\n')
    run.stdin.flush()
    assert run.stdout.readline()  # The command is running, and waits for more.
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert (run.returncode, errors) == (-signal.SIGINT, b"")


@pytest.mark.skipif(os.name != "posix", reason="the status is that of POSIX")
def test_a_closed_pipe_is_quiet(program: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"<p>text" * 50_000)
    for command in (MODULE, [program]):
        run = subprocess.Popen(
            [*command, "parse", str(page)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert run.stdout and run.stderr
        run.stdout.close()
        assert (run.wait(timeout=60), run.stderr.read()) == (141, b"")
        run.stderr.close()


def test_other_threads_run_beside_the_command() -> None:
    # The command waits for input that another thread writes later.
    program = (
        "import os, threading, time, wishful._wishful as native\n"
        "reader, writer = os.pipe(); os.dup2(reader, 0)\n"
        "command = threading.Thread(target=native.run, args=(['parse', '-f', 'html', '-'],))\n"
        "command.start(); time.sleep(0.5)\n"
        "os.write(writer, b'<p>x'); os.close(writer); command.join()\n"
    )
    status, out, _ = ran([sys.executable, "-c", program])
    assert (status, out.strip()) == (0, b"<html><head></head><body><p>x</p></body></html>")
