"""The editions and options that a table can choose, as data for a page (`GET /api/options`)."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any

from lastcard.rules.deck import read_data
from lastcard.rules.ruleset import EDITIONS, OPTIONS, edition_options, option_data
from lastcard.server.model.phrases import phrases_data

if TYPE_CHECKING:
    from dataclasses import Field

    from lastcard.server.model.plain import Json


@cache
def options_data() -> Json:
    """All editions with the value of each option in them, all options with what they may be, what people can say."""
    return {
        "editions": [_edition(name) for name in EDITIONS],
        "options": [_option(f) for f in OPTIONS.values()],
        "phrases": phrases_data(),
    }


def _edition(name: str) -> Json:
    data = read_data("editions", name)
    printed = edition_options(name)
    values = {option: option_data(printed[option]) for option in OPTIONS} | {
        "replace": dict(printed["replace"])
    }
    return {"name": name, "title": data["title"], "summary": data["summary"], "options": values}


def _option(field: Field[Any]) -> Json:
    meta = field.metadata
    found: Json = {"name": field.name, "rule": meta["rule"], "doc": meta["doc"]}
    if isinstance(field.default, Enum):
        return {**found, "type": "choice", "values": [member.value for member in type(field.default)]}
    if isinstance(field.default, bool):
        return {**found, "type": "bool"}
    if field.name == "replace":
        return {**found, "type": "replacements"}
    if isinstance(field.default, tuple):
        return {**found, "type": "cards"}
    found |= {"type": "number", "optional": field.default is None}
    if meta["values"]:
        return {**found, "values": list(meta["values"])}
    return {**found, "least": meta["least"], "most": meta["most"]}
