"""Reasons against an action: a code, the rulebook id and parameters; the words are made here, at the edge."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from lastcard.rules.errors import LastcardError


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is refused: `code` names the sentence, `rule` the rulebook id, `params` fill the sentence in."""

    code: str
    rule: str
    params: tuple[tuple[str, str | int], ...] = ()


class IllegalAction(LastcardError):  # noqa: N818
    """An action that the rules refuse; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(f"{sentence(reason)} ({reason.rule})")


def sentence(reason: Reason) -> str:
    """The reason in English words."""
    return _words()[reason.code].format(**dict(reason.params))


@cache
def _words() -> dict[str, str]:
    text = (
        resources.files("lastcard.rules")
        .joinpath("data")
        .joinpath("words")
        .joinpath("en.toml")
        .read_text("utf-8")
    )
    words: dict[str, str] = tomllib.loads(text)["reasons"]
    return words
