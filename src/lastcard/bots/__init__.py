"""Bots: programs that see a seat's view and its legal actions, and choose one.

`bot` is the protocol; `random_legal`, `policy_r` and `greedy` implement it; `arena` lets bots play each other.
"""

from lastcard.bots.bot import Bot
from lastcard.bots.greedy import Greedy
from lastcard.bots.random_legal import RandomLegal

__all__ = ["Bot", "Greedy", "RandomLegal"]
