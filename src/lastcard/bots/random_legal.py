"""A bot that plays at random."""

from __future__ import annotations

from random import Random

from lastcard.rules import actions
from lastcard.rules.legal import awaited
from lastcard.rules.round import Round
from lastcard.rules.uno import owes_uno


class RandomLegal:
    """Uniform over its legal actions when the round waits for it, except reports and false catches.

    Out of turn it only votes on a report, at random.
    """

    def __init__(self, random: Random) -> None:
        """`random` is the source of its choices; the same generator in the same state gives the same game."""
        self._random = random

    def act(self, view: Round, seat: int, legal: tuple[actions.Action, ...]) -> actions.Action | None:
        """See `Bot.act`."""
        sensible = [a for a in legal if not isinstance(a, actions.Report) and not self._false_catch(view, a)]
        if seat not in awaited(view):
            sensible = [a for a in sensible if isinstance(a, actions.Uphold | actions.Dismiss)]
        return self._random.choice(sensible) if sensible else None

    @staticmethod
    def _false_catch(view: Round, action: actions.Action) -> bool:
        return isinstance(action, actions.Catch) and not owes_uno(view, action.seat)
