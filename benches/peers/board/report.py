"""Writes the board of parser differences as Markdown, from the JSON of the example `board`.

    report.py RESULTS [--standard FOLDER]

A cluster is the differences with the same deciding line of the grammar and the same kind. The
reports are the clusters of the documents in `sentences.txt`, in its order. If the folder of the standard
exists (`../shared/standard`, `WISHFUL_STANDARD`), each sentence must occur in its section there.
"""

import argparse
import difflib
import json
import os
import re
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
REPORTS = 20
CONFIRMATIONS = 2
WIDTH = 100


def sentences():
    """Reads `sentences.txt`: blocks of a title, an input, a section and a sentence."""
    blocks = []
    for block in (HERE / "sentences.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if lines:
            title, document, section, *sentence = lines
            blocks.append((title, document, section, " ".join(sentence)))
    return blocks


def check_sentences(blocks, folder):
    """Requires that each sentence is in its section of the standard.

    `...` stands for a part that is left out, `//` for the end of a line.
    """
    lines = (folder / "13.2-parsing.txt").read_text(encoding="utf-8")
    lines += (folder / "13.3-13.4-serializing-and-fragments.txt").read_text(encoding="utf-8")
    sections = {}
    for part in re.split(r"^#+ (?=13)", lines, flags=re.MULTILINE):
        sections[part.split(" ", 1)[0].rstrip(".")] = " ".join(part.split())
    for title, _, section, sentence in blocks:
        text, at = sections.get(section, ""), 0
        for piece in sentence.replace(" // ", " ").split("..."):
            found = text.find(" ".join(piece.split()), at)
            if found < 0:
                sys.exit(f"{title}: section {section} has no {piece.strip()!r}")
            at = found


def compact(line):
    """Writes an input for a line of text: its document as JSON, and its context."""
    question = json.loads(line)
    out = code(json.dumps(question["text"], ensure_ascii=False))
    if question["fragment"]:
        out += f" in `<{question['fragment']}>`"
    if question["scripting"]:
        out += " with scripting"
    return out


def visible(text):
    """Replaces the control characters that Markdown would lose."""
    return re.sub(r"[\0-\t\v-\x1f\x7f]", lambda one: f"\\u{ord(one[0]):04x}", text)


def code(text):
    ticks = max((len(run) for run in re.findall("`+", text)), default=0) + 1
    blank = " " if ticks > 1 else ""
    return "`" * ticks + blank + text + blank + "`" * ticks


# What would begin a block at the start of a line: a tag one of HTML, a colon a definition, a sign
# with a blank a list, a heading or a quotation.
BLOCK_START = "(?=[<:]|[-+*#>] )"


def wrap(text, first="", rest=""):
    # No-break spaces keep what would begin a block from the start of a line.
    lines = textwrap.wrap(
        re.sub(" " + BLOCK_START, "\u00a0", text), WIDTH, initial_indent=first, subsequent_indent=rest,
        break_long_words=False, break_on_hyphens=False,
    )
    return re.sub("\u00a0" + BLOCK_START, " ", "\n".join(lines)) + "\n"


def names(peers):
    peers = list(peers)
    if len(peers) < 2:
        return "".join(peers) or "none"
    return ", ".join(peers[:-1]) + " and " + peers[-1]


def table(head, rows):
    out = "| " + " | ".join(head) + " |\n"
    out += "| " + " | ".join("---" if at == 0 else "---:" for at in range(len(head))) + " |\n"
    return out + "".join("| " + " | ".join(map(str, row)) + " |\n" for row in rows)


class Cluster:
    """The specimens with the same deciding line and kind, the smallest first.

    Without a line, the same peers differ.
    """

    def __init__(self, decision, kind):
        self.decision, self.kind, self.specimens = decision, kind, []

    def smallest(self):
        """Returns the smallest specimen that enough peers confirm, else the smallest one."""
        confirmed = (one for one in self.specimens if len(with_verdict(one, "equal")) >= CONFIRMATIONS)
        return next(confirmed, self.specimens[0])

    def counts(self):
        """Returns the number of documents, by peer."""
        counts = {}
        for specimen in self.specimens:
            for peer, count in specimen["counts"].items():
                counts[peer] = counts.get(peer, 0) + count
        return dict(sorted(counts.items()))


def with_verdict(specimen, verdict):
    return [peer for peer, own in specimen["verdicts"].items() if own == verdict]


def clusters(specimens):
    found = {}
    for specimen in specimens:
        decision = specimen["decision"]
        if decision:
            cause = decision["file"], decision["part"]
        else:
            cause = tuple(with_verdict(specimen, "differs"))
        key = (cause, specimen["kind"])
        found.setdefault(key, Cluster(decision, specimen["kind"])).specimens.append(specimen)
    return list(found.values())


def decided(decision):
    if decision is None:
        return "no single line of the grammar"
    line = " ".join(decision["line"].split())
    whole = decision["part"].rstrip(" ;") in line
    line = code(line)
    part = "" if whole else f" ({code(decision['part'])})"
    return f"{decision['file']}: {line}{part}"


def trees(specimen, theirs):
    """Writes the trees as a diff. An empty tree has no lines."""
    lines = [visible(tree).rstrip("\n") for tree in (theirs, specimen["ours"])]
    diff = difflib.ndiff(*(tree.split("\n") if tree else [] for tree in lines))
    return "".join(line[0] + line[2:] + "\n" for line in diff if line[0] in " -+")


def report(number, title, section, sentence, cluster, specimen):
    equal, differs = with_verdict(specimen, "equal"), with_verdict(specimen, "differs")
    earlier = [
        f"{peer} ({verdict})" for peer, verdict in specimen["verdicts"].items()
        if verdict not in ("equal", "differs", "unsupported")
    ]
    shown = next(peer for peer in specimen["trees"])
    groups = {}
    for peer, tree in specimen["trees"].items():
        groups.setdefault(tree, []).append(peer)
    out = f"### {number}. {title}\n\n```json\n{specimen['input']}\n```\n\n"
    out += f"```diff\n--- {shown}\n+++ wishful\n{trees(specimen, specimen['trees'][shown])}```\n\n"
    lines = [f"Differ: {names(differs)}."]
    if len(groups) > 1:
        lines[0] += " Their trees differ from one another, too."
    lines.append(f"Agree with wishful: {names(equal)}.")
    if earlier:
        lines.append(f"Earlier standard: {names(earlier)}.")
    verb = "Decided by" if cluster.decision and cluster.decision["gives_theirs"] else "First difference by"
    lines.append(f"{verb} {decided(cluster.decision)}.")
    lines.append(quoted(section, sentence))
    lines.append(f"Documents of the run: {names(f'{count} ({peer})' for peer, count in cluster.counts().items())}.")
    return out + "".join(wrap(line, "* ", "  ") for line in lines) + "\n"


def peers_table(board):
    rows = []
    for peer in board["peers"]:
        package = peer["package"]
        is_same = package.lower() == peer["name"].lower()
        rows.append((peer["name"] if is_same else f"{peer['name']} (of {package})", peer["version"]))
    return table(["peer", "version"], rows)


def standard_table(board):
    rows = []
    for peer in board["peers"]:
        for source, counts in peer["sources"].items() if peer["standard"] else ():
            compared = board["documents"][source] - counts["unsupported"]
            rows.append((
                peer["name"], source, f"{compared:,}", f"{counts['equal']:,}",
                f"{sum(counts['earlier'].values()):,}", f"{sum(counts['kinds'].values()):,}",
            ))
    return table(["peer", "source", "documents", "equal", "an earlier standard's", "other"], rows)


def summary_table(board):
    """Returns the shares of documents on which the peers that follow the standard agree."""
    rows = []
    for peer in board["peers"]:
        if not peer["standard"]:
            continue
        sums = [0, 0, 0, 0]
        for source, counts in peer["sources"].items():
            compared = board["documents"][source] - counts["unsupported"]
            kinds = (counts["earlier"], counts["kinds"])
            found = (compared, counts["equal"], *(sum(kind.values()) for kind in kinds))
            sums = [one + other for one, other in zip(sums, found, strict=True)]
        compared, *found = sums
        rows.append((peer["name"], f"{compared:,}", *(f"{100 * one / compared:.1f} %" for one in found)))
    return table(["peer", "documents", "equal", "an earlier standard's", "other"], rows)


def earlier_table(board):
    rows = []
    versions = list(board["peers"][0]["sources"]["suite"]["earlier"])
    for peer in board["peers"]:
        if peer["standard"]:
            sums = [sum(counts["earlier"][one] for counts in peer["sources"].values()) for one in versions]
            rows.append((peer["name"], *(f"{one:,}" for one in sums)))
    return table(["peer", *(f"`{one}`" for one in versions)], rows)


def others_table(board):
    others = [peer for peer in board["peers"] if not peer["standard"]]
    kinds = sorted({kind for peer in others for counts in peer["sources"].values() for kind in counts["kinds"]})
    rows = []
    for key in ("documents", "equal", *kinds):
        row = [key]
        for peer in others:
            count = 0
            for source, counts in peer["sources"].items():
                if key == "documents":
                    count += board["documents"][source] - counts["unsupported"]
                elif key == "equal":
                    count += counts["equal"] + sum(counts["earlier"].values())
                else:
                    count += counts["kinds"].get(key, 0)
            row.append(f"{count:,}")
        rows.append(row)
    return table(["first difference", *(peer["name"] for peer in others)], rows)


def listed(cluster, specimen, sentences):
    """Writes a cluster as an item of a list, by one of its specimens."""
    agreeing, differing = with_verdict(specimen, "equal"), with_verdict(specimen, "differs")
    out = f"{compact(specimen['input'])}: {cluster.kind}. Differ: {names(differing)}. "
    if len(agreeing) + len(differing) < len(specimen["verdicts"]):
        out += f"Agree: {names(agreeing)}. "
    counts = names(f"{count} ({peer})" for peer, count in cluster.counts().items())
    out += f"Line: {decided(cluster.decision)}. Documents: {counts}."
    if specimen["input"] in sentences:
        out += " " + quoted(*sentences[specimen["input"]])
    return wrap(out, "* ", "  ")


def quoted(section, sentence):
    quotation = sentence.replace(" //", ":").replace("...", "…")
    return f"The standard, {section}: “{quotation}”"


def unconfirmed(clusters, count, sentences):
    """Lists for each cluster the smallest specimen in which so many peers agree with wishful."""
    items = ""
    for cluster in clusters:
        for specimen in cluster.specimens:
            if len(with_verdict(specimen, "equal")) == count:
                items += listed(cluster, specimen, sentences)
                break
    return items or "None.\n"


def page(board, blocks):
    template = (HERE / "page.md").read_text(encoding="utf-8")
    all_clusters = clusters(board["specimens"])
    by_input = {one["input"]: (cluster, one) for cluster in all_clusters for one in cluster.specimens}
    reports, shown = "", []
    for title, document, section, sentence in blocks:
        if document not in by_input:
            print(f"no such report: {title}: {document}", file=sys.stderr)
            continue
        cluster, specimen = by_input[document]
        is_confirmed = len(with_verdict(specimen, "equal")) >= CONFIRMATIONS
        if is_confirmed and len(shown) < REPORTS:
            shown.append(document)
            reports += report(len(shown), title, section, sentence, cluster, specimen)
    cited = {document: (section, sentence) for _, document, section, sentence in blocks}
    rest = ""
    for cluster in all_clusters:
        if not any(one["input"] in shown for one in cluster.specimens):
            named = (one for one in cluster.specimens if one["input"] in cited)
            rest += listed(cluster, next(named, cluster.smallest()), cited)
    examples = ""
    for peer in board["peers"]:
        for example in peer["examples"]:
            examples += wrap(f"{peer['name']}, {example['kind']}: {compact(example['input'])}", "* ", "  ")
    values = {
        "soups": f"{board['soups']:,}",
        "seed": board["seed"],
        "documents": f"{sum(board['documents'].values()):,}",
        "suite": f"{board['documents']['suite']:,}",
        "distinct_soups": f"{board['documents']['soups']:,}",
        "pages": board["documents"]["pages"],
        "peers": peers_table(board),
        "summary": summary_table(board),
        "standard": standard_table(board),
        "earlier": earlier_table(board),
        "others": others_table(board),
        "examples": examples,
        "reports": reports,
        "clusters": len(all_clusters),
        "specimens": f"{len(board['specimens']):,}",
        "alone": unconfirmed(all_clusters, 0, cited),
        "few": unconfirmed(all_clusters, 1, cited),
        "confirmed": rest,
    }
    text = re.sub(r"\{\{(\w+)\}\}\n?", lambda one: value(values[one[1]], one[0]), template)
    return re.sub(r"\n{3,}", "\n\n", text).rstrip("\n") + "\n"


def value(value, place):
    """Returns a value for the template; a multi-line one ends its own line."""
    value = str(value)
    return value if value.endswith("\n") or not place.endswith("\n") else value + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("results")
    shared = os.environ.get("WISHFUL_SHARED", ROOT / "../shared")
    parser.add_argument("--standard", type=Path, default=Path(shared, "standard"))
    arguments = parser.parse_args()
    board = json.loads(Path(arguments.results).read_text(encoding="utf-8"))
    blocks = sentences()
    if arguments.standard.is_dir():
        check_sentences(blocks, arguments.standard)
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(page(board, blocks))


if __name__ == "__main__":
    main()
