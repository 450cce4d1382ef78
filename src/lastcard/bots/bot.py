"""The protocol of bots: a view in, an action out."""

from __future__ import annotations

from typing import Protocol

from lastcard.rules.actions import Action
from lastcard.rules.round import Round


class Bot(Protocol):
    """A bot for one seat or several. It keeps no memory of its own: everything it knows is in the view."""

    def act(self, view: Round, seat: int, legal: tuple[Action, ...]) -> Action | None:
        """Return one of the `legal` actions of `seat`, or None to do nothing now.

        `view` is the round as the seat may see it. If the round waits for the seat (`awaited`), None is not allowed; otherwise
        None is the usual answer, and an action is a call, a catch, a jump or a vote.
        """
