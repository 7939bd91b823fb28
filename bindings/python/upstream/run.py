"""Runs the tests of Beautiful Soup, mf2py, parsel and pandas, with wishful as their parser.

    python upstream/run.py WHEEL [SUITE ...]

The tests come from the registries of Python and Debian. They are unpacked in a temporary folder,
where the wheel is installed, too. `plugin.py` puts wishful in place of each suite's parser. The
table in `README.md` lists the tests that fail.

A suite whose tests cannot be downloaded is skipped with a message.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class DebianSource:
    """An upstream archive of a Debian package; the files on PyPI lack tests or their data."""

    package: str
    archive: str
    sha256: str


@dataclass(frozen=True)
class Suite:
    """The tests of a package."""

    name: str
    tests: Sequence[str]
    """The tests, in the source or in the installed package."""
    sdist: str | None = None
    """The requirement whose source distribution has the tests."""
    debian: DebianSource | None = None
    has_data_only: bool = False
    """The archive has only data for the tests of the installed package."""


SUITES = [
    Suite("bs4", ["bs4/tests/test_html5lib.py"], sdist="beautifulsoup4==4.15.0"),
    Suite(
        "mf2py",
        ["test"],
        debian=DebianSource(
            "mf2py",
            "mf2py_2.0.1.orig.tar.gz",
            "4f6146ee6b05ea7206cd4b3ffb2428576281d0921c36a1243748feb001904f1c",
        ),
    ),
    Suite("parsel", ["tests"], sdist="parsel==1.12.1"),
    Suite(
        "pandas",
        ["tests/io/test_html.py"],
        debian=DebianSource(
            "pandas",
            "pandas_2.2.3+dfsg.orig.tar.xz",
            "3aea680c0953fb61ad11d5fb75023b84ff3c0f8bb7faa03a2bf538635a1dcbbe",
        ),
        has_data_only=True,
    ),
]


def main(wheel: str, *names: str) -> int:
    """Runs the named suites, or all. Returns the number of suites that failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = environment(folder / "venv", wheel)
        for suite in SUITES:
            if not names or suite.name in names:
                failed += not passes(suite, folder / suite.name, python)
    return failed


def environment(folder: Path, wheel: str) -> Path:
    """Creates an environment with the wheel, and returns its interpreter."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    requirements = ["--requirement", str(HERE / "requirements.txt")]
    pip(python, "install", wheel, *requirements)
    return python


def pip(python: Path, *arguments: str) -> None:
    options = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([python, "-m", "pip", *arguments, *options], check=True)


def passes(suite: Suite, folder: Path, python: Path) -> bool:
    """Runs a suite. Returns false if a test failed that is not listed, or a listed one passed."""
    print(f"== {suite.name}", flush=True)
    folder.mkdir()
    if suite.sdist:
        only = ["--no-deps", "--no-binary", suite.sdist.partition("=")[0]]
        pip(python, "download", *only, "--dest", str(folder), suite.sdist)
    if suite.debian and not downloads(suite.debian, folder):
        print(f"skipped: apt-get did not download {suite.debian.archive}", flush=True)
        return True
    for archive in folder.glob("*.tar.*"):
        with tarfile.open(archive) as files:
            files.extractall(folder, filter="data")
    source = next(path for path in folder.iterdir() if path.is_dir() and path.name != "apt")
    tests = [str(source / path) for path in suite.tests]
    if suite.has_data_only:
        package = package_folder(suite.name, python)
        add_data(source / suite.name / "tests", package / "tests")
        tests, source = [str(package / path) for path in suite.tests], folder
    path = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "WISHFUL_SUITE": suite.name}
    options = ["-p", "plugin", "-p", "no:cacheprovider", "--quiet", "--no-header", "--tb=line"]
    run = [str(python), "-m", "pytest", *options, "-r", "fEX", *tests]
    return subprocess.run(run, cwd=source, env=environment).returncode == 0


def downloads(source: DebianSource, folder: Path) -> bool:
    """Downloads an archive of Debian's stable release; reports whether it is complete."""
    state = folder / "apt"
    (state / "lists" / "partial").mkdir(parents=True)
    sources = state / "sources.list"
    key = "/usr/share/keyrings/debian-archive-keyring.gpg"
    sources.write_text(f"deb-src [signed-by={key}] https://deb.debian.org/debian trixie main\n")
    options = [
        "--quiet=2",
        f"--option=Dir::Etc::SourceList={sources}",
        "--option=Dir::Etc::SourceParts=-",
        f"--option=Dir::State::Lists={state / 'lists'}",
        "--option=APT::Sandbox::User=",
    ]
    for command in (["update"], ["source", "--download-only", source.package]):
        try:
            # A mirror may lack the other files of the package, so the hash decides.
            subprocess.run(["apt-get", *options, *command], cwd=folder, stderr=subprocess.DEVNULL)
        except FileNotFoundError:
            return False
    archive = folder / source.archive
    for other in folder.glob("*.debian.tar.*"):
        other.unlink()
    return archive.exists() and hashlib.sha256(archive.read_bytes()).hexdigest() == source.sha256


def package_folder(package: str, python: Path) -> Path:
    """Returns the folder of a package in the environment."""
    code = f"import {package}; print({package}.__path__[0])"
    run = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return Path(run.stdout.strip())


def add_data(source: Path, target: Path) -> None:
    """Moves data of tests to an installed package that lacks them."""
    for file in (source / "io" / "data").rglob("*"):
        new = target / file.relative_to(source)
        if file.is_file() and not new.exists():
            new.parent.mkdir(parents=True, exist_ok=True)
            file.rename(new)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
