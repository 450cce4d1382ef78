"""Reasons against an action or a rule set: a code, the rulebook id and parameters; they become sentences here, at the edge."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from string import Formatter
from typing import Final

from lastcard.rules.errors import LastcardError, RulesError

_FORMATTER: Final = Formatter()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is refused: `code` names the sentence, `rule` the rulebook id, `params` fill the sentence in."""

    code: str
    rule: str
    params: tuple[tuple[str, str | int], ...] = ()


def about_seat(seat: int) -> tuple[tuple[str, str | int], ...]:
    """The parameters of a reason that is about a seat."""
    return (("seat", seat),)


class IllegalAction(LastcardError):  # noqa: N818
    """An action that the rules refuse; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(f"{sentence(reason)} ({reason.rule})")


def _words() -> dict[str, dict[str, str]]:
    folder = resources.files("lastcard.rules").joinpath("data").joinpath("words")
    return tomllib.loads(folder.joinpath("en.toml").read_text("utf-8"))


_WORDS: Final = _words()
REASONS: Final[Mapping[str, str]] = _WORDS["reasons"]
"""The English sentence for each reason against an action, by code."""
RULES: Final[Mapping[str, str]] = _WORDS["rules"]
"""The same for each reason against a rule set; the place of the fault precedes it."""
PARAMS: Final[Mapping[str, str]] = _WORDS["params"]
"""What each parameter of a reason is: `seat`, `card` (its notation), `colour`, `number`, `word` or `text`."""


def sentence(reason: Reason, first_seat: int = 0) -> str:
    """The reason in English words; seats are counted from `first_seat`, which is 0 in the notation."""
    return filled(REASONS[reason.code], dict(reason.params), first_seat)


def filled(template: str, params: Mapping[str, str | int], first_seat: int = 0) -> str:
    """The sentence with its parameters."""
    values = {
        name: int(value) + first_seat if PARAMS.get(name) == "seat" else value
        for name, value in params.items()
    }
    return template.format(**values)


def fields_of(template: str) -> tuple[str, ...]:
    """The names of the parameters in a sentence, in their order."""
    return tuple(dict.fromkeys(name for _, name, _, _ in _FORMATTER.parse(template) if name))


def impossible(where: str, code: str, rule: str, **params: str | int) -> RulesError:
    """The error for a rule set that cannot be played, with the sentence of its reason."""
    return RulesError(where, filled(RULES[code], params), rule, code, params)
