"""The clocks of a table: for how long it waits for a person's act (V12), for a lost connection, and what then follows.

Explicit times only; the table asks what is due and carries it out. An act is what the round waits for since its latest
question; several judges of a dare are waited for at once. A lost connection stops the clock for a while; then, or after
two time-outs in a row, the seat is on autopilot until its person does anything. How long anything takes depends on
nothing that is hidden from anybody. None of it is in the log: after a restart the running act has its full time
again, everybody their full pause, and nobody is on autopilot (docs/decisions/races.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from lastcard.rules import events as ev
from lastcard.rules.legal import awaited
from lastcard.rules.round import Acting, Judging
from lastcard.server.decisions.acts import QuestionVersions
from lastcard.server.model.events import MatchBegan, SeatLeft, SeatsMoved, SeatTaken
from lastcard.server.model.state import SeatKind

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lastcard.rules.round import Round
    from lastcard.server.model.events import Event
    from lastcard.server.model.plain import Json
    from lastcard.server.model.state import TableState

PAUSE: Final = 20.0
"""Seconds for which a lost connection stops the clock, in one turn."""
PAUSE_IN_MATCH: Final = 60.0
"""The same, in a whole match."""
TIME_OUTS: Final = 2
"""How many time-outs in a row put a seat on autopilot."""
AUTOPILOT_AFTER: Final = 1.0
"""Seconds after which the autopilot acts."""
PERFORMING: Final = 60.0
"""The least seconds for a dare or a charade, however short the clock is (H8)."""


class DueKind(Enum):
    """What is due."""

    TIME_OUT = "time-out"
    AUTOPILOT = "autopilot"
    AWAY = "away"  # the pause for a lost connection is over
    VOTE = "vote"  # nobody waits any longer for this vote on a report


@dataclass(frozen=True, slots=True)
class Due:
    """At that time something happens to the seat by itself."""

    at: float
    seat: int
    why: DueKind


@dataclass(frozen=True, slots=True)
class _SeatClock:
    """What the clocks know of a seat's person.

    `away`: on autopilot because the connection was lost, `outs`: turns in a row in which their time ran out, `missed`
    the latest of them; `paused` in this match and in this turn.
    """

    outs: int = 0
    missed: int | None = None
    away: bool = False
    paused: float = 0.0
    paused_now: float = 0.0

    @property
    def autopilot(self) -> bool:
        return self.away or self.outs >= TIME_OUTS

    @property
    def pause_left(self) -> float:
        return max(0.0, min(PAUSE - self.paused_now, PAUSE_IN_MATCH - self.paused))


@dataclass(frozen=True, slots=True)
class _Running:
    """How an act of a seat's person is waited for: `spent` seconds of its clock had passed at the time `mark`.

    `state` is `run`, `pause` (the connection is lost) or `stop` (nobody is there, or the act is in already).
    """

    asked: int
    spent: float
    mark: float
    state: str = "stop"


@dataclass(slots=True)
class Clocks:
    """See the module. Call `follow` with what happened, then `update` with who is there; then ask."""

    _seats: dict[int, _SeatClock] = field(default_factory=dict)
    _running: dict[int, _Running] = field(default_factory=dict)
    _asked: int = 0
    _turn: int = 0
    _reported: tuple[int, float] = (0, 0.0)
    _clock: float | None = None
    _vote_clock: float | None = None
    _votes: tuple[int, ...] = ()
    _alone: bool = True

    @property
    def asked(self) -> QuestionVersions:
        """With which events the present phase and the report that may be open began."""
        return QuestionVersions(self._asked, self._reported[0])

    # What happens at the table.

    def follow(self, events: Sequence[Event], version: int, now: float) -> None:
        """The events that led to that version; nothing if the table was just read from its log."""
        first = version - len(events) + 1
        for at, event in enumerate(events, first):
            match event:
                case ev.TurnBegan() | ev.RoundBegan():
                    self._asked = self._turn = at
                    self._seats = {s: replace(k, paused_now=0.0) for s, k in self._seats.items()}
                case ev.Waiting():
                    self._asked = at
                case ev.Reported():
                    self._reported = (at, now)
                case MatchBegan():
                    self._seats = {s: replace(k, paused=0.0) for s, k in self._seats.items()}
                case SeatTaken(seat=seat) | SeatLeft(seat=seat):
                    self._seats.pop(seat, None)
                    self._running.pop(seat, None)
                case SeatsMoved():
                    self._seats, self._running = {}, {}
                case _:
                    pass

    def heard(self, seat: int) -> bool:
        """The seat's person did something: the table waits for them again; whether it did not before."""
        before = self._acts_itself(seat)
        self._seats[seat] = replace(self._seat(seat), outs=0, missed=None, away=False)
        return before

    def came(self, seat: int) -> None:
        """The seat's person is connected again: that ends an autopilot that was on for the lost connection alone."""
        self._seats[seat] = replace(self._seat(seat), away=False)

    def went_off(self, due: Due, now: float) -> None:
        """What was due happens now; should the round still wait for the same afterwards, its time begins again."""
        known = self._seat(due.seat)
        run = self._running.get(due.seat)
        if run is not None:
            self._running[due.seat] = replace(run, spent=0.0, mark=now)
        if due.why is DueKind.TIME_OUT:
            self._seats[due.seat] = replace(known, outs=known.outs + 1, missed=self._turn)
        elif due.why is DueKind.AWAY:
            self._seats[due.seat] = replace(known, away=True)

    def update(
        self,
        state: TableState,
        connected: Collection[int],
        busy: Collection[int],
        now: float,
        voted: Collection[int] = (),
    ) -> None:
        """Who is there now: the seats with a connection, and those whose act, or vote, is in and waits to be carried out."""
        self._pass_time(now)
        back = self._alone and bool(connected)
        self._alone = not connected
        self._clock, self._vote_clock = seconds(state), state.room.clock
        waited = _people_awaited(state)
        self._running = {seat: self._run(seat, back, seat in connected, seat in busy, now) for seat in waited}
        self._votes = tuple(seat for seat in _people_voting(state) if seat not in voted)
        if back:
            self._reported = (self._reported[0], now)

    def _pass_time(self, now: float) -> None:
        """Charge the time since the last look to the clocks that ran and to the pauses that lasted."""
        for seat, run in self._running.items():
            passed = max(0.0, now - run.mark)
            if run.state == "pause":
                known = self._seat(seat)
                self._seats[seat] = replace(
                    known, paused=known.paused + passed, paused_now=known.paused_now + passed
                )
            spent = run.spent + passed if run.state == "run" else run.spent
            self._running[seat] = replace(run, spent=spent, mark=now)

    def _run(self, seat: int, back: bool, there: bool, busy: bool, now: float) -> _Running:  # noqa: FBT001
        """How the act of the seat is waited for from now on; from the start if the question is new."""
        before = self._running.get(seat)
        fresh = before is None or back or before.asked != self._asked
        run = _Running(self._asked, 0.0, now) if fresh or before is None else before
        if self._alone or busy:
            state = "stop"
        elif there or self._acts_itself(seat):
            state = "run"
        else:
            state = "pause"
        return replace(run, state=state)

    def _acts_itself(self, seat: int) -> bool:
        """Whether the table does not wait for the seat's person: on autopilot, or when this turn was missed already."""
        return self._seat(seat).autopilot or self._seat(seat).missed == self._turn

    def _seat(self, seat: int) -> _SeatClock:
        return self._seats.get(seat, _SeatClock())

    # What is due.

    def next(self) -> Due | None:
        """What happens next by itself, if nothing else does."""
        found = [due for seat, run in self._running.items() if (due := self._of(seat, run)) is not None]
        if self._votes and not self._alone:
            found += [due for seat in self._votes if (due := self._of_vote(seat)) is not None]
        return min(found, key=lambda due: (due.at, due.seat), default=None)

    def _of(self, seat: int, run: _Running) -> Due | None:
        known = self._seat(seat)
        if run.state == "stop":
            return None
        if self._acts_itself(seat):
            return Due(run.mark + max(0.0, AUTOPILOT_AFTER - run.spent), seat, DueKind.AUTOPILOT)
        if run.state == "pause":
            return Due(run.mark + known.pause_left, seat, DueKind.AWAY)
        if self._clock is None:
            return None
        return Due(run.mark + max(0.0, self._clock - run.spent), seat, DueKind.TIME_OUT)

    def _of_vote(self, seat: int) -> Due | None:
        at = self._reported[1]
        if self._seat(seat).autopilot:
            return Due(at + AUTOPILOT_AFTER, seat, DueKind.VOTE)
        return None if self._vote_clock is None else Due(at + self._vote_clock, seat, DueKind.VOTE)

    # What is shown of it.

    @property
    def autopilot(self) -> tuple[int, ...]:
        """The seats on autopilot."""
        return tuple(sorted(seat for seat, known in self._seats.items() if known.autopilot))

    def shown(self, now: float) -> Json | None:
        """Whose clock runs out when, the first of them; None if none does."""
        runs = [(seat, run) for seat, run in self._running.items() if not self._acts_itself(seat)]
        if not runs or (self._clock is None and all(run.state != "pause" for _, run in runs)):
            return None
        seat, run = runs[0]
        paused = run.state == "pause"
        passed = now - run.mark if run.state == "run" else 0.0
        found: Json = {"seat": seat, "left_ms": None, "total_ms": None, "paused": paused}
        if self._clock is not None:
            found["left_ms"] = round(1000 * max(0.0, self._clock - run.spent - passed))
            found["total_ms"] = round(1000 * self._clock)
        if paused:
            left = self._seat(seat).pause_left - (now - run.mark)
            found["pause_ms"] = round(1000 * max(0.0, left))
        return found

    def left_for(self, seats: Collection[int], now: float) -> int | None:
        """Milliseconds that those of the seats who are waited for still have; None if none of their clocks runs."""
        if self._clock is None:
            return None
        left = [
            self._clock - run.spent - (now - run.mark if run.state == "run" else 0.0)
            for seat, run in self._running.items()
            if seat in seats and not self._acts_itself(seat)
        ]
        return round(1000 * max(0.0, *left)) if left else None

    def left_for_votes(self, now: float) -> int | None:
        """Milliseconds until the missing votes on the report are dismissals; None if nothing makes them so."""
        if self._vote_clock is None or not self._votes:
            return None
        return round(1000 * max(0.0, self._reported[1] + self._vote_clock - now))


def seconds(state: TableState) -> float | None:
    """For how long the round waits for the act that it waits for now; None: for as long as people like (V12)."""
    clock = state.room.clock
    if clock is None:
        return None
    performed = state.round is not None and isinstance(state.round.phase, Judging | Acting)
    return max(clock, PERFORMING) if performed else float(clock)


def _people_awaited(state: TableState) -> tuple[int, ...]:
    if state.round is None or state.round.over:
        return ()
    return tuple(seat for seat in awaited(state.round) if state.seats[seat].kind is SeatKind.PERSON)


def _people_voting(state: TableState) -> tuple[int, ...]:
    """The people who have not voted on the open report (X1)."""
    if state.round is None:
        return ()
    return tuple(seat for seat in voting(state.round) if state.seats[seat].kind is SeatKind.PERSON)


def voting(round_: Round) -> tuple[int, ...]:
    """The seats that may still vote on the open report (X1)."""
    report = round_.table.report
    if report is None:
        return ()
    out = {report.accuser, report.accused, *(seat for seat, _ in report.votes)}
    return tuple(seat for seat in round_.table.seats if seat not in out)
