"""The acts of `bindings/front-ends.json` by this package and by the command: there is no difference.

The tests of the npm package read the same file. Results are compared as JSON, byte by byte. Places
are offsets of bytes.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from conftest import ROOT

import wishful

DATA = json.loads((ROOT / "bindings" / "front-ends.json").read_text("utf-8"))
DOCUMENTS: dict[str, str] = DATA["documents"]
ACTS: list[dict[str, Any]] = DATA["acts"]

_Act = Callable[[wishful.Document, str], Any]


def place(span: wishful.Span | None) -> list[int]:
    assert span is not None
    return [span.byte_start, span.byte_end]


def selected(found: wishful.Node) -> dict[str, Any]:
    """Returns a line of `wishful query -f json --markup`."""
    spans = [place(span) for span in found.spans]
    line: dict[str, Any] = {"kind": found.kind, "name": found.name}
    line |= {"text": found.text_content, "spans": spans}
    if found.kind == "element":
        line["attributes"] = dict(found.attributes)
    return {**line, "html": found.to_html()}


def value(document: wishful.Document, expression: str) -> Any:
    """Returns a value of XPath as the command writes it."""
    found = document.xpath(expression)
    return document.xpath_texts(expression)[0] if isinstance(found, float) else found


def table(one: wishful.Table) -> dict[str, Any]:
    """Returns a table of `wishful tables -f json --cells`."""
    rows, start = one.to_lists(), one.node.start_span
    assert start is not None
    number = {id(cell): index for index, cell in enumerate(one.cells)}
    cells = []
    for cell in one.cells:
        about: dict[str, Any] = {
            "x": cell.x,
            "y": cell.y,
            "width": cell.width,
            "height": cell.height,
        }
        headers = [number[id(header)] for header in one.headers(cell)]
        about |= {"header": cell.is_header, "headers": headers, "text": cell.text}
        cells.append({**about, "span": place(cell.node.start_span)})
    return {
        **{"caption": one.caption, "line": start.line, "column": start.column},
        **{"header": rows[: one.header_rows], "rows": rows[one.header_rows :]},
        **{"errors": list(one.errors), "cells": cells},
    }


def run_of(run: wishful.TextRun) -> dict[str, Any]:
    """Returns a line of `wishful text --map`."""
    line: dict[str, Any] = {"text": run.text, "kind": run.kind}
    if run.span is not None:
        line |= {"span": place(run.span), "line": run.span.line, "column": run.span.column}
    return {**line, "moved": True} if run.moved else line


def finding(one: wishful.Diagnostic) -> list[Any]:
    at = [one.place.line, one.place.column] if one.place else None
    return [one.severity, one.code, one.message, at]


def checked(page: wishful.Document, template: str) -> list[Any]:
    found = wishful.check(page.source.encode(), template=template or "none")
    return [finding(one) for one in found]


BY_PACKAGE: dict[str, _Act] = {
    "css": lambda page, text: [selected(node) for node in page.select(text)],
    "xpath": lambda page, text: [selected(node) for node in page.xpath(text)],
    "css texts": lambda page, text: page.css_texts(text),
    "xpath texts": lambda page, text: page.xpath_texts(text),
    "xpath value": value,
    "microformats": lambda page, base: page.microformats(base),
    "structured data": lambda page, base: page.structured_data(base).to_dict(),
    "JSON-LD": lambda page, base: page.structured_data(base).to_json_ld(),
    "Turtle": lambda page, base: page.structured_data(base).to_turtle(),
    "tables": lambda page, _: [table(one) for one in page.tables()],
    "CSV": lambda page, _: "\n".join(one.to_csv() for one in page.tables()),
    "text": lambda page, _: page.text() + "\n",
    "text map": lambda page, _: [run_of(run) for run in page.text(map=True).runs],
    "XML": lambda page, _: page.to_xml().text + "\n",
    "HTML": lambda page, _: page.to_html() + "\n",
    "tree": lambda page, _: page.to_tree(),
    "fix": lambda page, _: page.fix().decode(),
    "check": checked,
}


def by_command(act: dict[str, Any], out: str) -> Any:
    """Reads the output of the command."""
    lines = [line for line in out.split("\n") if line]
    match act["do"]:
        case "microformats" | "structured data" | "tables":
            return json.loads(out)
        case "css" | "xpath" | "text map":
            found = [json.loads(line) for line in lines]
            return [{name: one[name] for name in one if name != "file"} for one in found]
        case "css texts" | "xpath texts":
            return [json.loads(line)["text"] for line in lines]
        case "xpath value":
            found = json.loads(out)["value"]
            return found if isinstance(found, bool | str) else f"{found}"
        case "check":
            findings = []
            for one in json.loads(out)["findings"]:
                start = one["place"] and one["place"]["start"]
                at = [start["line"], start["column"]] if start else None
                findings.append([one["severity"], one["code"], one["message"], at])
            return findings
    return out


@pytest.mark.parametrize("act", ACTS, ids=lambda act: f"{act['do']} {act.get('argument', '')}")
def test_there_is_no_difference_from_the_command(program: str, act: dict[str, Any]) -> None:
    for name, text in DOCUMENTS.items():
        page = text.encode()
        run = [program, *act["command"], "-"]
        done = subprocess.run(run, input=page, capture_output=True)
        assert done.returncode < 2, done.stderr
        expected = by_command(act, done.stdout.decode())
        found = BY_PACKAGE[act["do"]](wishful.parse(page), act.get("argument", ""))
        ours, native = (json.dumps(one, ensure_ascii=False) for one in (found, expected))
        assert ours == native, name
