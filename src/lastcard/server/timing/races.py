"""Races: who was first to call UNO, to catch, to jump in (U2–U5, V3, V7), decided from explicit times alone.

Each claim counts as if its sender sat beside the server: its time is its arrival, less the round trip that the seat is
credited with (`lag`). Only a client that shows that it has seen the window can be early. A claim that arrives while
others may have been quicker is held and answered when the race is decided. A catch window begins with the grace period,
in which the owner's own call wins and nobody else moves; a chance to jump in begins with a window in which jumps go
before the next player's act. How long anything takes depends on nothing that is hidden from anybody.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from lastcard.rules import actions as act
from lastcard.server.timing.lag import FLOOR

COLLECTING: Final = 0.25
"""Seconds for which it is waited for those who were quicker and are farther away, at least."""
JUMP_WINDOW: Final = 0.75
"""Seconds after a play in which a jump goes before the next player's act (V3)."""
JUMP_RACE: Final = 1.5
"""Seconds after that window in which whatever comes still waits for jumps of those who were quicker and are farther away."""
REST: Final = 2.0
"""Seconds between two catches of a seat."""

_Aside: TypeAlias = act.Report | act.Uphold | act.Dismiss | act.Done | act.Failed


@dataclass(frozen=True, slots=True)
class RaceWindow:
    """A chance that people race for: to catch `seat`, which owes UNO, or, where that is None, to jump in.

    The event `version` opened it, everybody was sent that at the time `shown`; `until` is the end of the grace, or
    of the time that belongs to jumps.
    """

    seat: int | None
    version: int
    shown: float
    until: float


@dataclass(frozen=True, slots=True)
class ClosedWindow:
    """A catch window that is over: it could be seen open from version `opened` until `closed`."""

    seat: int
    opened: int
    closed: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a seat wants to do, having seen version `seen`.

    It `arrived` at that time; `time` is that, dated back. Of equal times the smaller `lot` goes first. Versions can be
    guessed; `proven` is one that its sender showed to have seen, by what could not be known before. `ticket` is whatever its
    giver knows it by.
    """

    seat: int
    action: act.Action
    seen: int
    arrived: float
    lot: float
    proven: int = 0
    ticket: object = None
    time: float = 0.0


class ClaimVerdict(Enum):
    """What becomes of a claim when it arrives."""

    NOW = "now"  # nobody can have been quicker: carry it out
    HELD = "held"  # it is answered when the race is decided
    AHEAD = "ahead"  # a catch that answers something older than the window: it fell outside
    GUESSED = "guessed"  # it answers something that has not happened yet
    LOST = "lost"  # the window that it answers has closed: a race lost
    RESTING = "resting"  # the seat caught or tried to a moment ago


class Offered(NamedTuple):
    """The races after a claim arrived, what becomes of it, and how much credit it was given."""

    races: Races
    verdict: ClaimVerdict
    used: float = 0.0


class Settled(NamedTuple):
    """The races after a decision, and the claims in the order in which they count."""

    races: Races
    order: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Races:
    """The windows that are open, what is held, and the latest closed window of each seat.

    `caught` says when each seat caught last. `collecting` are the seconds for which it is waited for those farther away:
    no shorter than the longest round trip that anybody could be credited with when the window opened.
    """

    windows: tuple[RaceWindow, ...] = ()
    claims: tuple[Claim, ...] = ()
    closed: tuple[ClosedWindow, ...] = ()
    caught: tuple[tuple[int, float], ...] = ()
    collecting: float = COLLECTING

    def window(self, seat: int | None) -> RaceWindow | None:
        """The chance to catch the seat, or to jump in (None)."""
        return next((w for w in self.windows if w.seat == seat), None)

    @property
    def catches(self) -> tuple[RaceWindow, ...]:
        """The catch windows."""
        return tuple(w for w in self.windows if w.seat is not None)

    @property
    def due(self) -> float | None:
        """When the claims that are held are decided; None if there are none."""
        if not self.claims:
            return None
        if not self.windows:
            return min(claim.arrived for claim in self.claims)
        first = min(claim.time for claim in self.claims)
        return max(first, *(w.until for w in self.windows)) + self.collecting

    @property
    def acting(self) -> frozenset[int]:
        """The seats of which an act that the round waits for is held."""
        return frozenset(claim.seat for claim in self.claims if on_turn(claim.action))

    @property
    def voting(self) -> frozenset[int]:
        """The seats of which a vote on a report is held."""
        return frozenset(c.seat for c in self.claims if isinstance(c.action, act.Uphold | act.Dismiss))


# Windows open and close.


def opened(
    races: Races, seat: int | None, version: int, now: float, lasts: float, slowest: float = 0.0
) -> Races:
    """A window opens with this event; one of the same kind before it is over.

    It is protected for `lasts` seconds; `slowest` is the longest round trip at the table.
    """
    races = shut(races, seat, version)
    others = bool(races.windows)
    window = RaceWindow(seat, version, now, now + lasts)
    collecting = max(COLLECTING, slowest, races.collecting if others else 0.0)
    return replace(races, windows=(*races.windows, window), collecting=collecting)


def shut(races: Races, seat: int | None, version: int) -> Races:
    """The window is over since that version; for a catch that still answers it, the race is lost."""
    window = races.window(seat)
    if window is None:
        return races
    windows = tuple(w for w in races.windows if w.seat != seat)
    if seat is None:
        return replace(races, windows=windows)
    kept = tuple(c for c in races.closed if c.seat != seat)
    return replace(races, windows=windows, closed=(*kept, ClosedWindow(seat, window.version, version)))


# Claims arrive.


def offer(races: Races, claim: Claim, version: int, credit: float = 0.0) -> Offered:
    """A claim arrives at that version of the table, of a seat that may be credited with `credit` seconds."""
    match claim.action:
        case act.Catch(seat):
            return _catch(races, claim, seat, version, credit)
        case act.SayUno():
            return _call(races, claim, credit)
        case act.Jump():
            return _jump(races, claim, credit)
        case _:
            return _other(races, replace(claim, time=claim.arrived))


def _catch(races: Races, claim: Claim, seat: int, version: int, credit: float) -> Offered:
    if any(who == claim.seat and claim.arrived - time < REST for who, time in races.caught):
        return Offered(races, ClaimVerdict.RESTING)
    others = tuple(pair for pair in races.caught if pair[0] != claim.seat)
    races = replace(races, caught=(*others, (claim.seat, claim.arrived)))
    if claim.seen > version:
        return Offered(races, ClaimVerdict.GUESSED)
    window = races.window(seat)
    if window is None:
        over = next((c for c in races.closed if c.seat == seat), None)
        late = over is not None and over.opened <= claim.seen < over.closed
        return Offered(races, ClaimVerdict.LOST if late else ClaimVerdict.NOW)
    if claim.seen < window.version:
        return Offered(races, ClaimVerdict.AHEAD)
    return _hold(races, _dated(claim, window, credit))


def _call(races: Races, claim: Claim, credit: float) -> Offered:
    """In the grace one's own call wins, whatever is held; after it, it races with the catches (U2)."""
    window = races.window(claim.seat)
    if window is None:
        return Offered(races, ClaimVerdict.NOW)
    dated = _dated(claim, window, credit)
    if dated.time <= window.until:
        return Offered(races, ClaimVerdict.NOW, max(0.0, dated.arrived - dated.time))
    return _hold(races, dated)


def _jump(races: Races, claim: Claim, credit: float) -> Offered:
    window = races.window(None)
    if window is None:
        return _other(races, replace(claim, time=claim.arrived))
    if claim.seen < window.version:
        return Offered(races, ClaimVerdict.LOST)
    dated = _dated(claim, window, credit)
    if races.catches or races.claims or _jumps_race(races, claim.arrived):
        return _hold(races, dated)
    return Offered(races, ClaimVerdict.NOW)


def _other(races: Races, claim: Claim) -> Offered:
    """An act on turn waits while somebody may be caught or jump in; votes wait only while a race is undecided."""
    waits = _jumps_race(races, claim.arrived) or bool(races.claims)
    if isinstance(claim.action, _Aside):
        waits = waits or any(claim.arrived < w.until + races.collecting for w in races.catches)
    else:
        waits = waits or bool(races.catches)
    return _hold(races, claim) if waits else Offered(races, ClaimVerdict.NOW)


def _jumps_race(races: Races, now: float) -> bool:
    window = races.window(None)
    return window is not None and now < window.until + JUMP_RACE


def _dated(claim: Claim, window: RaceWindow, credit: float) -> Claim:
    """Dated back by the credit, but no earlier than anybody can answer what the window shows.

    Who cannot show that they have seen it comes after all who were in time (their own call needs no proof).
    """
    proven = claim.proven >= window.version or window.seat == claim.seat
    in_time = window.until + (JUMP_RACE if window.seat is None else 0.0)
    earliest = window.shown + FLOOR if proven else in_time
    return replace(claim, time=max(claim.arrived - credit, earliest))


def _hold(races: Races, claim: Claim) -> Offered:
    held = replace(races, claims=(*races.claims, claim))
    return Offered(held, ClaimVerdict.HELD, max(0.0, claim.arrived - claim.time))


# Decisions.


def settle(races: Races, now: float) -> Settled:
    """Decide what is due: the claims in the order in which they count, each still to be held against the rules."""
    due = races.due
    if due is None or now < due:
        return Settled(races, ())
    order = sorted(races.claims, key=lambda claim: _rank(races, claim))
    return Settled(replace(races, claims=()), tuple(order))


def _rank(races: Races, claim: Claim) -> tuple[float, int, float, float]:
    """When it counts: a call or catch at its own time; whatever would close a window not before its grace is over."""
    if isinstance(claim.action, act.Catch | act.SayUno):
        return (claim.time, 0, claim.time, claim.lot)
    if isinstance(claim.action, act.Jump):
        return (max([claim.time, *(w.until for w in races.catches)]), 1, claim.time, claim.lot)
    return (max([claim.time, *(w.until for w in races.windows)]), 2, claim.time, claim.lot)


def on_turn(action: act.Action) -> bool:
    """Whether it answers what the round waits for: no call, catch, jump, report or vote."""
    beside = act.Catch | act.SayUno | act.Jump | act.Report | act.Uphold | act.Dismiss
    return not isinstance(action, beside)
