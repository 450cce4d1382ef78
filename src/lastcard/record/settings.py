"""Options of a rule set as text: `stacking: same` in a record's header, `--set stacking=same` on the command line."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from lastcard.record.digits import parse_digits
from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import OPTIONS, option_data

if TYPE_CHECKING:
    from collections.abc import Iterable

_SWITCH = {"on": True, "off": False, "true": True, "false": False}


def read_setting(name: str, text: str) -> object:
    """Return the plain value for `ruleset(**{name: value})`; RulesError if the text is not one.

    A switch is on or off, a number is digits, a choice its word, cards are tokens separated by blanks, replacements `Y*=Y7`.
    Ranges are checked by `ruleset`.
    """
    option = OPTIONS.get(name)
    if option is None:
        raise RulesError(name, f"there is no such option; known: {', '.join(OPTIONS)}")
    text = text.strip()
    if isinstance(option.default, bool):
        if text not in _SWITCH:
            raise RulesError(name, f"on or off is needed, not {text!r}", option.metadata["rule"])
        return _SWITCH[text]
    if isinstance(option.default, Enum):
        return text
    if isinstance(option.default, tuple):
        tokens = text.replace(",", " ").split()
        return _pairs(name, tokens) if name == "replace" else tokens
    return _number(text)


def setting_text(value: object) -> str:
    """Return an option's value as text that `read_setting` reads back."""
    data = option_data(value)
    if isinstance(data, bool):
        return "on" if data else "off"
    if isinstance(data, dict):
        return " ".join(f"{blank}={card}" for blank, card in data.items())
    if isinstance(data, list):
        return " ".join(data)
    return "none" if data is None else str(data)


def read_settings(words: Iterable[str]) -> dict[str, object]:
    """Return the options given as `OPTION=VALUE` on a command line; RulesError for a word without `=` or a repeated option."""
    options: dict[str, object] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise RulesError(word, "write OPTION=VALUE, such as stacking=same")
        if name.strip() in options:
            raise RulesError(name.strip(), "the option is set twice")
        options[name.strip()] = read_setting(name.strip(), text)
    return options


def _pairs(name: str, tokens: list[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for token in tokens:
        blank, equals, card = token.partition("=")
        if not equals or blank in pairs:
            raise RulesError(
                name, f"write BLANK=CARD once for each blank, such as Y*=Y7, not {token!r}", "D5"
            )
        pairs[blank] = card
    return pairs


def _number(text: str) -> int | str:
    """A number, or the text as it is, for which `ruleset` reports the range."""
    return text if parse_digits(text.removeprefix("-")) is None else int(text)
