"""A table that wrote on a Customizable card: for tests of written rules."""

from __future__ import annotations

from typing import Any

from lastcard.rules.round import Round
from tests.rooms.rules.positions import at, counts, play

FOUR = [[0, 2], [1, 3]]
HANDS = ("WC1 R1 R2", "G1 G2 G3", "B1 B2 B3", "Y1 Y2 Y3")


def written(*effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The effects written on WC1, tied to playing it unless `more` says something else."""
    return {"WC1": {"text": "As agreed.", "effects": list(effects), **more}}


def after(*effects: dict[str, Any], hands: tuple[str | None, ...] = HANDS, **more: Any) -> Round:
    """The round after seat 0 played WC1, calling red."""
    return play(at(*hands, edition="swap-112", written=written(*effects), **more), "0: play WC1 red")


def drew(state: Round, hands: tuple[str | None, ...] = HANDS) -> tuple[int, ...]:
    """How many cards each seat has more than before, seat 0 having played one since."""
    held = [len((text or "").split()) - (seat == 0) for seat, text in enumerate(hands)]
    return tuple(now - before for now, before in zip(counts(state), held, strict=True))
