"""Policy R, the random policy of all published figures: it never draws while a card fits, and always says UNO."""

from __future__ import annotations

from random import Random

from lastcard.bots.random_legal import RandomLegal
from lastcard.rules import actions
from lastcard.rules.matching import is_honest
from lastcard.rules.round import Drawn, Round


class PolicyR:
    """Uniform over the lawful plays, a wild card once for each colour; a Wild Draw Four only if it is no bluff.

    It draws only when nothing fits, then chooses at random between playing the drawn card and keeping it. It never challenges,
    never catches, and says UNO with the card. Anything else it answers at random.
    """

    def __init__(self, random: Random) -> None:
        """`random` is the source of its choices."""
        self._random = random
        self._otherwise = RandomLegal(random)

    def act(self, view: Round, seat: int, legal: tuple[actions.Action, ...]) -> actions.Action | None:
        """See `Bot.act`."""
        plays = [a for a in legal if isinstance(a, actions.Play) and self._plays(view, seat, a, legal)]
        if plays:
            keep: list[actions.Action] = (
                [actions.Pass()] if isinstance(view.phase, Drawn) and actions.Pass() in legal else []
            )
            return self._random.choice([*plays, *keep])
        for plain in (actions.Accept(), actions.DrawCard(), actions.Pass()):
            if plain in legal:
                return plain
        return self._otherwise.act(view, seat, legal)

    @staticmethod
    def _plays(view: Round, seat: int, play: actions.Play, legal: tuple[actions.Action, ...]) -> bool:
        if not play.uno and actions.Play(play.cards, play.colour, play.swap, uno=True) in legal:
            return False
        return is_honest(view, seat, play.cards[0])
