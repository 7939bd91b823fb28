#!/usr/bin/env python3
"""Checks vCards and calendars with vobject and icalendar (pip install vobject icalendar).

The pages are those of crates/microformats/tests/microformats/formats/pages.rs. Each text of each card and event must occur in
the parsed output.

    python3 tests/peers/microformats-round-trip.py
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import icalendar
import vobject

EVENTS = {"h-event": "VEVENT", "h-todo": "VTODO", "h-freebusy": "VFREEBUSY"}


def items(item):
    """Yields an item and all items in it."""
    open_items = [item]
    while open_items:
        item = open_items.pop()
        yield item
        values = [value for values in item["properties"].values() for value in values]
        open_items += [value for value in values if isinstance(value, dict) and "type" in value]
        open_items += item.get("children", [])


def squeezed(text):
    """Normalises a text to the part that all formats preserve: no spaces, punctuation or scheme."""
    text = re.sub(r"^(mailto|tel|geo):", "", text.strip()).split("?")[0].replace("%2B", "+")
    return re.sub(r"[\W_]", "", text).casefold()


def texts(item):
    """Yields the required texts of an item, or those of its parts; `cargo test` compares dates."""
    for name, values in item["properties"].items():
        for value in values:
            if isinstance(value, dict):
                parts = {key: texts for key, texts in value.get("properties", {}).items() if key != "name"}
                is_whole = "h-card" in value.get("type", []) and "organization-name" not in parts
                if parts and name != "agent" and not is_whole:
                    yield from texts_of_part(parts)
                    continue
                value = value.get("value", "")
                value = value.get("value", "") if isinstance(value, dict) else value
            # vobject takes the first of comma-separated texts, even of a URL with a comma.
            value = value.split(",")[0] if name == "url" else value
            is_date = re.match(r"-?-?\d{2,4}-?\d", value) or re.match(r"[+-]\d{4}$", value)
            if name not in ("adr", "agent", "geo", "location") and not is_date:
                yield name, squeezed(value)


def texts_of_part(parts):
    yield from (pair for pair in texts({"properties": parts}) if pair[1] != "pref")


def said_by_card(card):
    """Returns all texts of a card of vobject and of its parameters."""
    said = []
    for line in card.getChildren():
        value = line.value
        fields = vars(value).values() if hasattr(value, "__dict__") else [value]
        for field in fields:
            said += field if isinstance(field, list) else [field]
        for values in line.params.values():
            # vobject does not decode carets.
            said += [value.replace("^n", "\n").replace("^'", '"').replace("^^", "^") for value in values]
    # Coordinates are a single value.
    pieces = [piece for text in map(str, said) for piece in [text, *re.split("[;,]", text)]]
    return {squeezed(piece) for piece in pieces}


def said_by_component(component):
    said = []
    for name, values in component.property_items(recursive=False, sorted=False):
        if name in ("BEGIN", "END"):
            continue
        written = values.to_ical()
        said.append(written.decode() if isinstance(written, bytes) else written)
        said.append(str(values))
        said += [str(value) for value in getattr(values, "params", {}).values()]
        said += [str(cat) for cat in getattr(values, "cats", [])]
    pieces = [piece for text in said for piece in [text, *text.split(", "), *text.split("\\, ")]]
    return {squeezed(piece.replace("\\n", "\n").replace("\\", "")) for piece in pieces}


def lost(name, wanted, all_said):
    """Returns the wanted texts that no card or component contains."""
    for said in all_said:
        if all(text in said for _, text in wanted):
            return []
    missing = [[pair for pair in wanted if pair[1] not in said] for said in all_said]
    return [f"{name}: {min(missing, key=len, default=wanted)} is not said"]


def compare(folder, index):
    page = json.loads((folder / f"{index}.json").read_text())
    found = [item for root in page["items"] for item in items(root)]
    cards = [item for item in found if "h-card" in item["type"]]
    events = [item for item in found if EVENTS.keys() & set(item["type"])]
    wrong = []
    for version in "34":
        text = (folder / f"{index}.{version}.vcf").read_bytes().decode()
        read = list(vobject.readComponents(text))
        said = [said_by_card(card) for card in read]
        for card in cards:
            wrong += lost(f"{index}: vCard {version}", list(texts(card)), said)
    text = (folder / f"{index}.ics").read_bytes()
    calendars = icalendar.Calendar.from_ical(text, multiple=True) if text else []
    components = [it for calendar in calendars for it in calendar.walk() if it.name in EVENTS.values()]
    errors = [error for it in components for error in it.errors]
    wrong += [f"{index}: {error}" for error in errors]
    said = [said_by_component(it) for it in components]
    for event in events:
        wrong += lost(f"{index}: iCalendar", list(texts(event)), said)
    if len(components) < len(events):
        wrong.append(f"{index}: {len(components)} components of {len(events)} events")
    return len(cards), len(events), wrong


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = ["cargo", "test", "--test", "microformats_formats", *sys.argv[1:], "--", "--ignored", "written_for_peers"]
        subprocess.run(command, check=True, env={**os.environ, "WISHFUL_FORMATS": name}, stdout=subprocess.DEVNULL)
        results = [compare(folder, path.stem) for path in sorted(folder.glob("*.json"))]
    wrong = [line for _, _, lines in results for line in lines]
    print(*wrong, sep="\n")
    cards, events = (sum(result[at] for result in results) for at in (0, 1))
    print(f"{len(results)} pages, {cards} cards, {events} events: {len(wrong)} lost")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
