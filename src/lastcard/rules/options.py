"""The words of the options whose values are words (rulebook: Editions, V); which option has which is in `ruleset`."""

from __future__ import annotations

from enum import Enum


class DealerDraw(Enum):
    """Which cards count when the dealer is drawn for (S2)."""

    NUMBERS = "numbers"
    POINTS = "points"


class StartWild(Enum):
    """What happens when a Wild is turned up first (S7)."""

    CALL = "call"
    REDRAW = "redraw"


class StartReverse(Enum):
    """Who plays first when a Reverse is turned up first (S9)."""

    DEALER = "dealer"
    RIGHT = "right"


class StartSkip(Enum):
    """Who plays first when a Skip is turned up first (S10)."""

    AFTER = "after"
    DEALER = "dealer"


class DrawnCard(Enum):
    """Whether a playable card just drawn may or must be played (T3)."""

    MAY_PLAY = "may_play"
    MUST_PLAY = "must_play"


class WildDrawFour(Enum):
    """How the condition on a Wild Draw Four is kept (W7)."""

    BLUFF = "bluff"
    STRICT = "strict"
    FREE = "free"


class CatchWindow(Enum):
    """When it is too late to catch a player who forgot UNO (U4)."""

    NEXT_BEGINS = "next_begins"
    NEXT_DONE = "next_done"


class Stacking(Enum):
    """Which draw cards may be added to a debt (V1)."""

    NONE = "none"
    SAME = "same"
    CROSS = "cross"


class JumpIn(Enum):
    """Which cards may be played out of turn on an identical one (V3)."""

    NONE = "none"
    NUMBERS = "numbers"
    ALL = "all"


class LastCard(Enum):
    """Which cards may be a player's last (V8)."""

    ANY = "any"
    NO_WILD = "no_wild"
    NO_ACTION = "no_action"
    NUMBER = "number"


class Scoring(Enum):
    """How rounds add up to a match (P2–P4)."""

    FIRST_TO = "first-to"
    RUNNING_TOTAL = "running-total"
    ELIMINATION = "elimination"
