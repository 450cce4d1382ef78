"""Players that are programs: they see a view and what is lawful, nothing else, and say what they do.

`player` is what a bot must be; `random_legal` and `greedy` are two; `arena` lets them play each other.
"""

from lastcard.bots.bot import Bot
from lastcard.bots.greedy import Greedy
from lastcard.bots.random_legal import RandomLegal

__all__ = ["Bot", "Greedy", "RandomLegal"]
