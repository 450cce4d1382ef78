"""Errors about what a person gives to Lastcard."""

from __future__ import annotations

from collections.abc import Mapping


class LastcardError(Exception):
    """An error in the input that a person can correct; its text says what, where and why.

    Everything that Lastcard raises on purpose for bad input is of this class, so that a command
    or a server can show the sentence and nothing else.
    """


class NotationError(LastcardError):
    """A card, colour or action that is not written in the notation of docs/notation.md."""


class RulesError(LastcardError):
    """Rules that cannot be made: an unknown key, a value out of range, an impossible combination.

    `where` is the dotted key (or file and dotted key), `rule` the id of the rule that is broken. `code` and
    `params` allow the message to be translated; an error that only a program can make is `malformed` and has `why` alone.
    """

    def __init__(
        self,
        where: str,
        why: str,
        rule: str | None = None,
        code: str = "malformed",
        params: Mapping[str, str | int] | None = None,
    ) -> None:
        self.where = where
        self.why = why
        self.rule = rule
        self.code = code
        self.params = {"why": why} if params is None else params
        super().__init__(f"{where}: {why}" + (f" ({rule})" if rule else ""))
