"""Events: what happened, small frozen facts that carry their outcomes; `evolve` applies them.

Whatever a viewer may not see is `??` in the event as `seen_by` gives it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from lastcard.rules.cards import Card, Cards, Colour
from lastcard.rules.round import Direction, Phase
from lastcard.rules.ruleset import Ruleset


class DrawReason(Enum):
    """Why cards were drawn."""

    TURN = "turn"
    START = "start"
    DEBT = "debt"
    CHALLENGE = "challenge"
    UNO = "uno"
    FALSE_CATCH = "false-catch"
    SUGGESTION = "suggestion"
    WRITTEN = "written"


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """The cards were dealt (S3); again, if no card of the pile could start (S6)."""

    rules: Ruleset
    seats: tuple[int, ...]
    dealer: int
    hands: tuple[Cards, ...]
    pile: Cards


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The first card of the discard pile (S3)."""

    card: Card


@dataclass(frozen=True, slots=True)
class PutBack:
    """The card turned up went back and the pile was shuffled to this order (S6, S7)."""

    pile: Cards


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards but the top one became the draw pile in this order (T5)."""

    pile: Cards


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """The turn of `seat`; those in `over` lost theirs (W3, H6)."""

    seat: int
    over: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """The round waits for this, where it is not simply a turn."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class Played:
    """Cards were played, out of turn if `jump`; `uno` was said with them, `colour` called."""

    seat: int
    cards: Cards
    colour: Colour | None = None
    swap: int | None = None
    uno: bool = False
    jump: bool = False


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew these cards, perhaps none; `reneged`, which it alone knows, while holding a playable one (T4)."""

    seat: int
    cards: Cards
    why: DrawReason
    reneged: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """The card just drawn was kept (T3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A voluntary draw found no card (T5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ColourCalled:
    """A colour was called without playing a card (S7, H)."""

    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class DirectionTurned:
    """Play now runs this way (W2)."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class MustSkip:
    """These seats lose their next turn (W3, H6)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SaidUno:
    """A seat said UNO apart from a play (U1, U2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """These seats have one card and have not said UNO (U1, U7)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WindowAged:
    """Who may be caught now may be caught until the turn just begun is taken (U4)."""


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """Nobody but these may be caught any more (U4)."""

    still: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Caught:
    """A seat was caught without UNO (U5)."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True)
class FalselyCaught:
    """A seat caught another wrongly (V7)."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """A Wild Draw Four was challenged; `hand`, as played from, is shown to the challenger alone (W6)."""

    by: int
    accused: int
    guilty: bool
    hand: Cards


@dataclass(frozen=True, slots=True)
class Accepted:
    """A Wild Draw Four was not challenged (W5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandsMoved:
    """Hands changed owner: seat and the hand it now holds (W8, V4, H)."""

    hands: tuple[tuple[int, Cards], ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    """Cards went under the top card by a written rule (H4)."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Gave:
    """Cards went from one seat to another by a written rule (H).

    `given` and `received` are the same cards; the giver sees the one, the taker the other.
    """

    seat: int
    to: int
    given: Cards
    received: Cards


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat showed its hand to another by a written rule (H)."""

    seat: int
    to: int
    hand: Cards


@dataclass(frozen=True, slots=True)
class RuleInvoked:
    """The written rule of a card is carried out or counted; a card drawn is shown by this (H7)."""

    seat: int
    card: Card
    carried_out: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A judge's vote on a dare (H8), None in a view, which does not show how anybody votes."""

    judge: int
    done: bool | None


@dataclass(frozen=True, slots=True)
class DareSettled:
    """A dare was done or not (H8)."""

    seat: int
    done: bool


@dataclass(frozen=True, slots=True)
class CharadeSettled:
    """Somebody guessed the charade, or nobody (H8)."""

    actor: int
    winner: int | None


@dataclass(frozen=True, slots=True)
class Chose:
    """A seat chose the player whom a written rule applies to (H8)."""

    seat: int
    chosen: int


@dataclass(frozen=True, slots=True)
class CutShort:
    """One act set off more than the bound allows; the rest does not happen (H8)."""


@dataclass(frozen=True, slots=True)
class Reported:
    """A seat reported a card suggestion (X1)."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True)
class ReportVoted:
    """A vote on the open report (X1), None in a view, which does not show how anybody votes."""

    seat: int
    upheld: bool | None


@dataclass(frozen=True, slots=True)
class ReportSettled:
    """The open report was upheld or dismissed (X1)."""

    seat: int
    upheld: bool


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left the round (V14); its cards, in this order, went under the draw pile."""

    seat: int
    cards: Cards
    aside: Cards | None = None


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over and the hands lie open.

    `points` are what it gives: (seat, points), or (team, points) where there are teams; `scored` is false when
    it ends unscored (V14).
    """

    out: int | None
    hands: tuple[Cards, ...]
    points: tuple[tuple[int, int], ...]
    scored: bool = True


Event: TypeAlias = (
    RoundBegan
    | TurnedUp
    | PutBack
    | Reshuffled
    | TurnBegan
    | Waiting
    | Played
    | Drew
    | Kept
    | Passed
    | ColourCalled
    | DirectionTurned
    | MustSkip
    | SaidUno
    | WindowOpened
    | WindowAged
    | WindowClosed
    | Caught
    | FalselyCaught
    | Challenged
    | Accepted
    | HandsMoved
    | Discarded
    | Gave
    | Shown
    | RuleInvoked
    | Judged
    | DareSettled
    | CharadeSettled
    | Chose
    | CutShort
    | Reported
    | ReportVoted
    | ReportSettled
    | Left
    | RoundEnded
)
