"""How much lag a seat is credited with in a race: what the server measured, bounded three times.

Measured lag can be feigned, because a client can answer a ping late. So no more than `MAX_CREDIT` counts each way; nothing
counts that the seat's own answers refute; and what races give is drawn from a quota that fills slowly.
Values and explicit times only (docs/decisions/races.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

MAX_CREDIT: Final = 0.25
"""The most seconds of lag that count, each way."""
FLOOR: Final = 0.1
"""Nobody answers sooner than this many seconds after seeing something."""
QUOTA: Final = 1.0
"""The most seconds that a seat can be credited with at once, in one race or several."""
REFILL: Final = 0.01
"""Seconds of credit that come back in a second."""
ANSWERS: Final = 20
"""Of this many latest answers the second fastest bounds the round trip."""


@dataclass(frozen=True, slots=True)
class Lag:
    """What is known of the lag of a seat's connection, and what is left of its quota since `at`.

    `one_way` is half the measured round trip; `answers` are the delays after which the seat's latest commands came
    that answered what had just been shown.
    """

    one_way: float = 0.0
    answers: tuple[float, ...] = ()
    left: float = QUOTA
    at: float = 0.0

    @property
    def round_trip(self) -> float:
        """The round trip that is believed: measured, capped, and not refuted by an answer that came sooner."""
        measured = 2 * min(self.one_way, MAX_CREDIT)
        if len(self.answers) < 2:  # noqa: PLR2004 - a single one can be a coincidence
            return measured
        return max(0.0, min(measured, sorted(self.answers)[1] - FLOOR))

    def quota(self, now: float) -> float:
        """The seconds of credit that the seat has now."""
        return min(QUOTA, self.left + max(0.0, now - self.at) * REFILL)

    def credit(self, now: float) -> float:
        """The seconds by which an act that arrives now is dated back."""
        return min(self.round_trip, self.quota(now))


def measured(lag: Lag, one_way: float) -> Lag:
    """The lag after the server measured it again."""
    return lag if one_way == lag.one_way else replace(lag, one_way=max(0.0, one_way))


def answered(lag: Lag, delay: float) -> Lag:
    """The lag after a command came `delay` seconds after what it answers was shown."""
    return replace(lag, answers=(*lag.answers, max(0.0, delay))[-ANSWERS:])


def spent(lag: Lag, seconds: float, now: float) -> Lag:
    """The lag after a race gave the seat so much credit."""
    return replace(lag, left=max(0.0, lag.quota(now) - seconds), at=now)
