"""The generated parts of the documentation: options, events and their schema.

    python -m lastcard.record.docs_gen

writes them anew into docs/ of the current folder; a test holds them to the code.
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

Every option of a rule set: its type, its value in each edition, and the rule of the rulebook that it belongs to.
`lastcard rules EDITION` shows the same for one table. This page is generated (`python -m lastcard.record.docs_gen`).

"""

EVENTS_HEAD: Final = """\
# Events

What happens in a round is a sequence of events. `lastcard replay --json FILE` prints those of a record, one JSON
object a line; the table's server sends the same, as each player may see them. The exact shape of every event is in
[events.schema.json](events.schema.json) (JSON Schema 2020-12; `lastcard replay --schema` prints it). This page is
generated (`python -m lastcard.record.docs_gen`).

- `t` is the kind of event. All other fields are always there.
- A seat is its number; a card its token, several cards one string of them (`"R5 W+4"`), a card that one may not
  see `??` (notation.md). Cards in a hand are in no particular order.
- `colour` is `red`, `yellow`, `green`, `blue` or null; `rules` are edition, players and what differs (options.md).
- The round begins with `round-began` (again, if everything had to be dealt anew) and ends with `round-ended`,
  whose `points` are `[seat, points]`, or `[team, points]` where there are teams. A match is several rounds.

| event | fields | meaning |
| --- | --- | --- |
"""


def options_page() -> str:
    """The text of docs/options.md."""
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
    """The text of docs/events.md."""
    lines = []
    for event in get_args(Event):
        names = ", ".join(f"`{f.name}`" for f in fields(event))
        lines.append(f"| `{tag_of(event)}` | {names} | {' '.join((event.__doc__ or '').split())} |")
    return EVENTS_HEAD + "\n".join(lines) + "\n"


def events_schema() -> str:
    """The text of docs/events.schema.json."""
    return json.dumps(schema(Event), indent=2) + "\n"


PAGES: Final = {
    "options.md": options_page,
    "events.md": events_page,
    "events.schema.json": events_schema,
}
"""The generated files in docs/ and what writes them."""


def _type(name: str, option: Field[Any]) -> str:
    """What an option's value may be."""
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
    """Write the pages into docs/."""
    for name, page in PAGES.items():
        Path("docs", name).write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
