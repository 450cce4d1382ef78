"""What a schedule is like: how many people, what goes wrong how often."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True, slots=True)
class Temper:
    """What a schedule is like."""

    people: int
    onlookers: int
    room: dict[str, Any]
    bot_delay: float
    think: float
    delay: float
    lost: float
    window: int
    slow_reader: float
    crashes: float
    restarts: float
    trouble: float
    second_window: float
    leaves: float
    away: float
    servers: int
    cut_off: float
    lapses: float


def room_at_random(chance: Random) -> dict[str, Any]:
    """How the table is run."""
    return {
        "bots": chance.random() < 0.5,
        "clock": chance.choice((None, None, 5, 30)),
        "autostart": chance.random() < 0.5,
        "draw": chance.random() < 0.2,
        "spectators": chance.random() < 0.9,
        "spectator_delay": chance.choice((0, 0, 0, 2, 20)),
        "grace_ms": chance.choice((500, 1000, 3000)),
        "auto_uno": chance.random() < 0.2,
        "chat": chance.random() < 0.5,
        "now": chance.choice((None, True, False)),
    }


def temper_at_random(chance: Random, players: int) -> Temper:
    """Some things go wrong in each schedule, seldom all of them."""

    def some(*values: float) -> float:
        return chance.choice((0.0, *values))

    return Temper(
        people=chance.randint(1, min(players, 4)),
        onlookers=chance.choice((0, 0, 1, 2)),
        room=room_at_random(chance),
        bot_delay=chance.choice((0.0, 0.3, 0.9)),
        think=chance.choice((0.1, 0.5, 2.0)),
        delay=chance.choice((0.001, 0.02, 0.2, 1.0)),
        lost=some(0.0, 0.01, 0.05),
        window=chance.choice((1, 4, 32)),
        slow_reader=some(0.0, 0.02, 0.1),
        crashes=some(0.02, 0.1),
        restarts=some(0.0, 0.03),
        trouble=some(0.0, 0.05, 0.3),
        second_window=some(0.05, 0.2),
        leaves=some(0.0, 0.02),
        away=some(0.0, 0.03),
        servers=chance.choice((1, 1, 2)),
        cut_off=some(0.05),
        lapses=some(0.05),
    )
