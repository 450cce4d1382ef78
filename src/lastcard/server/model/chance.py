"""Chance at the table, handed in where the server is put together: the operating system's where people play."""

from __future__ import annotations

import base64
import secrets
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

    from lastcard.rules.cards import Card

SIGNS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""32 characters that are hard to mistake for each other."""

NAME_LENGTH: Final = 26
"""Characters of the name of a table: 130 bits."""
TOKEN_BYTES: Final = 16
"""Bytes of a token that proves a seat: 128 bits."""


class Chance:
    """Everything that the server leaves to chance, from one source.

    Only the operating system's source (`SYSTEM`) is for deals that people play; a seeded one makes a simulation that can be
    had again.
    """

    def __init__(self, source: Random) -> None:
        """`source` is also handed to bots."""
        self.source = source

    def shuffle(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in an order of the source's choosing (S3, S6, T5)."""
        order = list(cards)
        self.source.shuffle(order)
        return tuple(order)

    def word(self, length: int) -> str:
        """A word of `length` characters, five bits each; the source is asked once for all of them."""
        return "".join([SIGNS[byte % len(SIGNS)] for byte in self.bits(length)])

    def table_name(self) -> str:
        """A name for a table that nobody can guess: 130 bits."""
        return self.word(NAME_LENGTH)

    def bits(self, count: int) -> bytes:
        """`count` random bytes."""
        return self.source.randbytes(count)

    def token(self) -> str:
        """A token that proves a seat: 128 bits."""
        return token_text(self.bits(TOKEN_BYTES))

    def between(self, least: float, most: float) -> float:
        """A length of time, so that bots do not act like clockwork."""
        return self.source.uniform(least, most)


def token_text(made: bytes) -> str:
    """A token as text: base64 with the characters that URLs allow, without padding."""
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()


SYSTEM: Final = Chance(secrets.SystemRandom())
"""The operating system's chance."""
