"""What a bot is: a view in, an action out."""

from __future__ import annotations

from typing import Protocol

from lastcard.rules.actions import Action
from lastcard.rules.round import Round


class Bot(Protocol):
    """A player of one seat, or of several: it remembers nothing that the view does not show."""

    def act(self, view: Round, seat: int, legal: tuple[Action, ...]) -> Action | None:
        """One of the `legal` actions of `seat`, or None to do nothing now.

        `view` is the round as the seat may see it. Where the round waits for the seat (`awaited`), None is
        no answer; otherwise it is the usual one, and an action is a call, a catch, a jump or a vote.
        """
