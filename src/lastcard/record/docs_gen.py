"""Generates docs/options.md, docs/events.md and docs/events.schema.json.

    python -m lastcard.record.docs_gen

writes them into docs/ of the current folder; a test compares them with the code.
"""

from __future__ import annotations

import json
from dataclasses import Field, fields
from enum import Enum
from pathlib import Path
from typing import Any, Final, get_args

from lastcard.record.settings import setting_text
from lastcard.rules.encode import schema, tag_of
from lastcard.rules.events import Event
from lastcard.rules.ruleset import EDITIONS, OPTIONS, edition_options

OPTIONS_HEAD: Final = """\
# Options

Every option of a rule set: its type, its value in each edition, and its rule in the rulebook.
`lastcard rules EDITION` shows the options of one edition. This page is generated (`python -m lastcard.record.docs_gen`).

"""

EVENTS_HEAD: Final = """\
# Events

A round is a sequence of events. `lastcard replay --json FILE` prints those of a record, one JSON
object per line; the server sends the same events, as each player may see them. The exact shape of every event is in
[events.schema.json](events.schema.json) (JSON Schema 2020-12; `lastcard replay --schema` prints it). This page is
generated (`python -m lastcard.record.docs_gen`).

- `t` is the kind of event. All other fields are always present.
- A seat is its number; a card its token, several cards one string of them (`"R5 W+4"`), a hidden card
  `??` (notation.md). Cards in a hand are in no particular order.
- `colour` is `red`, `yellow`, `green`, `blue` or null; `rules` has edition, players and the options that differ (options.md).
- The round begins with `round-began` (again, if the whole deal had to be repeated) and ends with `round-ended`,
  whose `points` are `[seat, points]`, or `[team, points]` where there are teams. A match is several rounds.

| event | fields | meaning |
| --- | --- | --- |
"""


def options_page() -> str:
    """Return the text of docs/options.md."""
    names = " | ".join(EDITIONS)
    lines = [
        f"| option | type | {names} | rule | meaning |",
        f"| --- | --- |{' --- |' * len(EDITIONS)} --- | --- |",
    ]
    for name, option in OPTIONS.items():
        values = " | ".join(setting_text(edition_options(edition)[name]) or "nothing" for edition in EDITIONS)
        meta = option.metadata
        lines.append(f"| `{name}` | {_type(name, option)} | {values} | {meta['rule']} | {meta['doc']} |")
    return OPTIONS_HEAD + "\n".join(lines) + "\n"


def events_page() -> str:
    """Return the text of docs/events.md."""
    lines = []
    for event in get_args(Event):
        names = ", ".join(f"`{f.name}`" for f in fields(event))
        lines.append(f"| `{tag_of(event)}` | {names} | {' '.join((event.__doc__ or '').split())} |")
    return EVENTS_HEAD + "\n".join(lines) + "\n"


def events_schema() -> str:
    """Return the text of docs/events.schema.json."""
    return json.dumps(schema(Event), indent=2) + "\n"


PAGES: Final = {
    "options.md": options_page,
    "events.md": events_page,
    "events.schema.json": events_schema,
}
"""The generated files in docs/ and the function that generates each."""


def _type(name: str, option: Field[Any]) -> str:
    """The values that an option may have."""
    default, meta = option.default, option.metadata
    if isinstance(default, Enum):
        return ", ".join(str(member.value) for member in type(default))
    if isinstance(default, bool):
        return "on, off"
    if isinstance(default, tuple):
        return "blank=card pairs" if name == "replace" else "cards"
    number = ", ".join(map(str, meta["values"])) or f"{meta['least']}…{meta['most']}"
    return f"none, {number}" if default is None else number


def main() -> None:
    """Write the files into docs/."""
    for name, page in PAGES.items():
        Path("docs", name).write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
