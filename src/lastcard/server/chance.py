"""Chance at the table: the operating system's, never a seeded generator's."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lastcard.rules.cards import Card

_SYSTEM: Final = secrets.SystemRandom()

_SIGNS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""32 signs that are hard to mistake for each other."""

_NAME_LENGTH: Final = 12


def shuffle(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards in an order of the operating system's choosing (S3, S6, T5)."""
    order = list(cards)
    _SYSTEM.shuffle(order)
    return tuple(order)


def new_table_name() -> str:
    """A name for a table that nobody can guess: 60 bits."""
    return "".join(secrets.choice(_SIGNS) for _ in range(_NAME_LENGTH))


def new_token() -> str:
    """A token that proves a seat: 128 bits."""
    return secrets.token_urlsafe(16)


def between(least: float, most: float) -> float:
    """A length of time, so that bots do not act like clockwork."""
    return _SYSTEM.uniform(least, most)
