"""The numbers that may be chosen at a table (docs/encoding.md): one table for all rules, editions and numbers of players.

The first 61 mean what they mean in RLCard's UNO. What belongs to one action beyond its card is asked for by a question of
its own: with whom hands are swapped, whether UNO is said, which further cards are laid.
"""

from __future__ import annotations

from typing import Final

from lastcard.rules.cards import ALL_CARDS, Colour
from lastcard.sim.kernel.codes import SEATS

ORDER: Final = (Colour.RED, Colour.GREEN, Colour.BLUE, Colour.YELLOW)
"""The colours in the order of the numbers."""
PLAYERS: Final = SEATS


def _names() -> tuple[str, ...]:
    faces = [*"0123456789", "S", "R", "+2"]
    found = []
    for colour in ORDER:
        found += [f"play {colour.letter}{face}" for face in faces]
        found += [f"play W {colour}", f"play W+4 {colour}"]
    found += ["draw", "pass", "challenge", "accept"]
    found += [f"play {colour.letter}*" for colour in ORDER]
    for card in ("WS", "WC", "WC1", "WC2", "WC3"):
        found += [f"play {card} {colour}" for colour in ORDER]
    found += [f"colour {colour}" for colour in ORDER]
    found += ["uno", "nothing"]
    found += [f"player {steps}" for steps in range(1, PLAYERS)]
    found += ["nobody", "done", "failed"]
    found += [f"card {card}" for card in ALL_CARDS]
    found += ["jump"]
    found += [f"and {colour}" for colour in ORDER]
    return (*found, "lay")


CHOICES: Final = _names()
"""What each number says; `player 2` is the second seat to the left of the one that is asked."""
SIZE: Final = len(CHOICES)
"""How many numbers there are."""
