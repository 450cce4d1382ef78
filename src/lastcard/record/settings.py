"""Options of a rule set as words: `stacking: same` in a record's header, `--set stacking=same` on the command line."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import OPTIONS, option_data

if TYPE_CHECKING:
    from collections.abc import Iterable

_SWITCH = {"on": True, "off": False, "true": True, "false": False}


def read_setting(name: str, text: str) -> object:
    """The plain value that `ruleset(**{name: value})` takes; RulesError if the words do not say one.

    A switch is on or off, a number its digits, a choice its word, cards tokens with blanks between them, a
    stand-in `Y*=Y7`. Whether the value is in range `ruleset` sees.
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
    """The words for a value of an option that `read_setting` reads back."""
    data = option_data(value)
    if isinstance(data, bool):
        return "on" if data else "off"
    if isinstance(data, dict):
        return " ".join(f"{blank}={card}" for blank, card in data.items())
    if isinstance(data, list):
        return " ".join(data)
    return "none" if data is None else str(data)


def read_settings(words: Iterable[str]) -> dict[str, object]:
    """The options of `OPTION=VALUE` words, as the command line gives them; RulesError for a word without `=`."""
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
    """A number, or the text as it is, which `ruleset` refuses with the range or takes as none."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text  # noqa: PLR2004
