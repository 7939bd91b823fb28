"""A plugin of pytest that puts wishful in place of the parser of a suite.

The suite is named by `WISHFUL_SUITE`. A test that the table in `README.md` lists must fail. At the
end, the tests that parsed with wishful are counted.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wishful
from wishful import _wishful

SUITE = os.environ["WISHFUL_SUITE"]


def replace_html5lib() -> None:
    """Beautiful Soup and pandas: the builder in place of html5lib's."""
    import bs4.builder

    import wishful.bs4

    wishful.bs4.register("html5lib")
    bs4.builder.HTML5TreeBuilder = wishful.bs4.WishfulTreeBuilder  # type: ignore[attr-defined]


def replace_mf2py() -> None:
    import wishful.mf2

    for name in ("mf2py", "mf2py.parser"):
        sys.modules[name] = wishful.mf2


def replace_lxml() -> None:
    """parsel: the trees of `wishful.lxml` in place of those of lxml's HTML parser."""
    import lxml.html
    import parsel.selector

    import wishful.lxml

    theirs = parsel.selector.create_root_node

    def create_root_node(
        text: str,
        parser_cls: type,
        base_url: str | None = None,
        huge_tree: bool = True,
        body: bytes = b"",
        encoding: str = "utf-8",
    ) -> Any:
        if not issubclass(parser_cls, lxml.html.HTMLParser):
            return theirs(text, parser_cls, base_url, huge_tree, body, encoding)
        text = text or body.decode(encoding, errors="replace")
        return wishful.lxml.fromstring(text.strip().replace("\0", ""), url=base_url)

    parsel.selector.create_root_node = create_root_node


REPLACEMENTS = {
    "bs4": replace_html5lib,
    "mf2py": replace_mf2py,
    "pandas": replace_html5lib,
    "parsel": replace_lxml,
}

parse = _wishful.parse
parsing: set[str] = set()
"""The tests that parsed with wishful."""
results: dict[str, str] = {}


def listed() -> dict[str, str]:
    """Returns the reasons for the failures of this suite, by test."""
    text = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| `([^`]+)` \| (.+) \|$", text, re.MULTILINE)
    return {test: reason for suite, test, reason in rows if suite == SUITE}


def name(item: pytest.Item) -> str:
    """Returns the name of a test: its class, if any, and its function with the parameters."""
    return item.nodeid.partition("::")[2]


def pytest_configure() -> None:
    REPLACEMENTS[SUITE]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reasons = listed()
    unknown = reasons.keys() - {name(item) for item in items}
    assert not unknown, f"README.md lists tests that do not exist: {sorted(unknown)}"
    for item in items:
        if name(item) in reasons:
            item.add_marker(pytest.mark.xfail(reason=reasons[name(item)], strict=True))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    def counted(*arguments: Any, **options: Any) -> wishful.Document:
        parsing.add(item.nodeid)
        return parse(*arguments, **options)

    _wishful.parse = counted
    result = yield
    _wishful.parse = parse
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    is_skipped = report.skipped and not hasattr(report, "wasxfail")
    if report.failed or (report.when == "call" and not is_skipped):
        results[report.nodeid] = report.outcome


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for kind, tests in (
        ("all", results.keys()),
        ("parsing with wishful", parsing & results.keys()),
    ):
        passed = sum(results[test] == "passed" for test in tests)
        share = f"{passed / max(len(tests), 1):.1%}"
        terminalreporter.write_line(f"{SUITE}, {kind}: {passed} of {len(tests)} pass ({share})")
