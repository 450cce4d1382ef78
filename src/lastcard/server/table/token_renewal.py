"""How often the seats of a table get new tokens: each greeting gives one, but not many in a short time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lastcard.server.model import tokens
from lastcard.server.ops.rate_limit import TokenBucket

if TYPE_CHECKING:
    from lastcard.server.model.chance import Chance
    from lastcard.server.model.events import Event
    from lastcard.server.model.state import TableState

RENEWALS: Final = 10
"""How many new tokens a seat gets in succession; then one in RENEWED_EVERY seconds, and the newest stays in between."""
RENEWED_EVERY: Final = 30.0


class TokenRenewals:
    """The renewals of one table."""

    def __init__(self, chance: Chance) -> None:
        """No seat has had a new token."""
        self._chance = chance
        self._buckets: dict[int, TokenBucket] = {}

    def due(self, state: TableState, seat: int, token: str) -> tuple[Event, ...]:
        """The event by which the seat gets a new token, if it used its newest and did not get many lately."""
        salt = self._chance.bits(tokens.SALT_BYTES).hex()
        renewed = tokens.renewal(state.seats[seat], seat, token, salt)
        bucket = self._buckets.setdefault(seat, TokenBucket(1 / RENEWED_EVERY, RENEWALS))
        return (renewed,) if renewed is not None and bucket.allows() else ()
