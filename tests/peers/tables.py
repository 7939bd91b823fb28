"""Compares the tables of pandas and of wishful in the same documents: see tables.sh.

pandas reads with html5lib, whose trees are the standard's. Both give texts: the names of columns and
the rows, as pandas finds them. Blanks are left out before the comparison, since pandas joins the
texts of blocks and lines. The program prints the tables that differ, and their number.
"""

import io
import json
import re
import subprocess
import sys
import warnings

import pandas

warnings.simplefilter("ignore")


def bare(text):
    """Returns a text without blanks; a number as pandas reads it."""
    text = "" if text is None else re.sub(r"\s+", "", str(text))
    try:
        return repr(float(text.replace(",", "")))
    except ValueError:
        return text


def of_pandas(html):
    """Returns for each table its rows of texts, names of columns first."""
    read = pandas.read_html(
        io.StringIO(html),
        flavor="bs4",
        keep_default_na=False,
        na_values=[],
        displayed_only=False,
    )
    tables = []
    for frame in read:
        rows = []
        if not all(isinstance(name, int) for name in frame.columns):
            names = [name if isinstance(name, tuple) else (name,) for name in frame.columns]
            rows += [
                # (pandas numbers repeated names, and gives names to columns without one.)
                [
                    re.sub(r"^Unnamed:.*|\.\d+$", "", bare(name))
                    for name in line
                ]
                for line in zip(*names)
            ]
        rows += [[bare(text) for text in row] for row in frame.values.tolist()]
        tables.append(rows)
    return tables


def of_wishful(program, html):
    run = [program, "tables", "-f", "json", "--encoding", "utf-8", "-"]
    done = subprocess.run(run, input=html.encode(), capture_output=True)
    tables = []
    for table in json.loads(done.stdout):
        header = [[re.sub(r"\.\d+$", "", bare(text)) for text in row] for row in table["header"]]
        tables.append(header + [[bare(text) for text in row] for row in table["rows"]])
    return tables


def main(program, paths):
    same = other = documents = 0
    for path in paths:
        with open(path, "rb") as file:
            html = file.read().decode("utf-8", "replace")
        if "<table" not in html.lower():
            continue
        documents += 1
        try:
            theirs = of_pandas(html)
        except ValueError as error:
            theirs = []
            if "No tables found" not in str(error):
                print(f"{path}: pandas fails: {error}")
        except Exception as error:
            print(f"{path}: pandas fails: {type(error).__name__} {error}")
            continue
        # pandas leaves out tables without a text.
        ours = [table for table in of_wishful(program, html) if any(any(row) for row in table)]
        theirs = [table for table in theirs if any(any(row) for row in table)]
        if len(ours) != len(theirs):
            print(f"{path}: {len(ours)} tables, pandas has {len(theirs)}")
            other += abs(len(ours) - len(theirs))
            continue
        for number, (own, their) in enumerate(zip(ours, theirs)):
            # pandas leaves out rows without a text in some places.
            if [row for row in own if any(row)] == [row for row in their if any(row)]:
                same += 1
                continue
            other += 1
            print(f"{path} table {number + 1}: {len(own)} rows, pandas has {len(their)}")
            for left, right in zip(own, their):
                if left != right:
                    print(f"    ours   {str(left)[:160]}\n    theirs {str(right)[:160]}")
                    break
    print(f"{documents} documents: {same} tables are the same, {other} differ")


main(sys.argv[1], sys.argv[2:])
