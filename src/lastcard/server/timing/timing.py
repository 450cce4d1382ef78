"""What happens at a table in its time: races, bots, clocks. The table says what happened and asks what is due.

It takes the time as an argument and decides nothing about the game: what is due is an act like any other, which the table carries
out. While no person is connected bots and clocks stand still; a race that is under way is decided all the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from lastcard.rules import actions as act
from lastcard.rules.autopilot import default_action
from lastcard.rules.uno import owes_uno
from lastcard.server.decisions import acts
from lastcard.server.decisions.checks import stale
from lastcard.server.model.errors import RefusedError
from lastcard.server.timing import races
from lastcard.server.timing.bot_pacing import BotPlan, plan, table_bot
from lastcard.server.timing.clocks import Clocks, Due, DueKind
from lastcard.server.timing.prompts import prompts
from lastcard.server.timing.races import Claim, ClaimVerdict
from lastcard.server.timing.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastcard.rules.cards import Shuffle
    from lastcard.rules.round import Round
    from lastcard.server.decisions.checks import Events
    from lastcard.server.model.chance import Chance
    from lastcard.server.model.events import Event
    from lastcard.server.model.plain import Json
    from lastcard.server.model.state import TableState

NEARLY: Final = 0.002
"""Seconds by which a timer of the loop may fire early."""


@runtime_checkable
class Ticket(Protocol):
    """A person's command, by whatever way it came."""

    @property
    def id(self) -> str:
        """The id that its sender gave it."""


@dataclass(frozen=True, slots=True)
class _Planned:
    """A bot's plan and when it is due; it stands as long as nothing happens and the same seats are busy."""

    version: int
    busy: frozenset[int]
    plan: BotPlan | None
    at: float


class Timing:
    """See the module."""

    def __init__(self, bot_delay: float, chance: Chance) -> None:
        """Call `begin` with where the table stands."""
        self.referee = Referee(chance.bits(16))
        self.clocks = Clocks()
        self._bot_delay = bot_delay
        self._bot = table_bot(bot_delay, chance)
        self._chance = chance
        self._planned: _Planned | None = None
        self._there: frozenset[int] = frozenset()
        self._owed: tuple[int, ...] = ()

    def begin(self, state: TableState, recent: Iterable[tuple[int, Event]], now: float) -> None:
        """The table was read from its log: whatever runs has its full time again."""
        events = [event for _, event in recent]
        self.clocks.follow(events, state.version, now)
        self.referee.begin(events, state, now)

    def follow(self, events: Sequence[Event], state: TableState, now: float) -> tuple[Claim, ...]:
        """The events that led to the state are shown now; gives the claims of those who lost their seat by them."""
        self.clocks.follow(events, state.version, now)
        return self.referee.follow(events, state, now)

    def look(self, state: TableState, there: frozenset[int], now: float) -> None:
        """Who is there now: the seats whose person is connected."""
        self._there = there
        held = self.referee.races
        self.clocks.update(state, there, held.acting, now, held.voting)
        self._owed = owed(state)
        self._plan(state, now)

    def _plan(self, state: TableState, now: float) -> None:
        if not self._there:
            self._planned = None
            return
        busy = frozenset(claim.seat for claim in self.referee.races.claims)
        old = self._planned
        if old is None or (old.version, old.busy) != (state.version, busy):
            found = plan(state, self._bot, self._bot_delay, self._chance, busy)
            self._planned = _Planned(state.version, busy, found, now + (found.delay if found else 0.0))

    # What is due.

    def next(self) -> float | None:
        """When something happens by itself, if nothing else does."""
        due = self.clocks.next()
        times = [self.referee.races.due, due.at if due else None, 0.0 if self._owed else None]
        if self._planned is not None and self._planned.plan is not None:
            times.append(self._planned.at)
        return min((at for at in times if at is not None), default=None)

    def due(self, state: TableState, now: float) -> Claim | None:
        """What is due now: the act of a bot, or one for a person whose time is over; None if there is no such act."""
        if state.round is None:
            return None
        if self._owed:
            return self.claim(self._owed[0], act.SayUno(), state.version, now)
        clock = self.clocks.next()
        if clock is not None and clock.at <= now + NEARLY:
            return self._for_person(state.round, clock, state.version, now)
        planned = self._planned
        if planned is None or planned.plan is None or planned.at > now + NEARLY:
            return None
        # should it be refused, as a second catch within the cool-down is, the bot thinks again after a while
        self._planned = replace(planned, at=now + races.REST)
        return self.claim(planned.plan.seat, planned.plan.action, state.version, now)

    def _for_person(self, round_: Round, due: Due, version: int, now: float) -> Claim | None:
        """What the table does for the person (V12); nothing where a pause is over, but that the autopilot is on."""
        self.clocks.went_off(due, now)
        if due.why is DueKind.AWAY:
            return None
        if due.why is DueKind.VOTE:
            return self.claim(due.seat, act.Dismiss(), version, now)
        turn_only = round_._replace(table=round_.table._replace(report=None))
        return self.claim(due.seat, default_action(turn_only, due.seat), version, now)

    # Acts arrive.

    def claim(
        self,
        seat: int,
        action: act.Action,
        seen: int,
        at: float,
        ticket: object = None,
        key: str | None = None,
    ) -> Claim:
        """An act that arrives at that time; of equal times a fair draw decides.

        A person's command is the `ticket`, `key` what they show to have seen; what the table does itself has seen all.
        """
        proven = seen if ticket is None else self.referee.proven(key)
        return Claim(seat, action, seen, at, self._chance.between(0.0, 1.0), proven, ticket)

    def sent_again(self, seat: int, command: str, ticket: Ticket) -> bool:
        """Whether a command of that id waits already: it is answered to whoever sent it last."""
        held = self.referee.find(seat, lambda t: isinstance(t, Ticket) and t.id == command)
        if held is not None:
            self.referee.hand_on(held, ticket)
        return held is not None

    def judge(self, state: TableState, claim: Claim, shuffle: Shuffle) -> Events | None:
        """The events of an act that arrives; None if it waits for a race. RefusedError says why it may not be.

        Of one seat one act on turn waits at a time: with the next it would answer what it has not seen.
        """
        seat, action, seen = claim.seat, claim.action, claim.seen
        if seen <= state.version or not isinstance(action, act.Catch):
            acts.check_seen(state, action, seen, self.clocks.asked)
            acts.check_lawful(state, seat, action, seen)
            if races.on_turn(action) and seat in self.referee.races.acting:
                raise RefusedError("act-waits")
        match self.referee.offer(claim, state.version):
            case ClaimVerdict.NOW:
                return acts.carry_out(state, seat, action, shuffle)
            case ClaimVerdict.HELD:
                return None
            case ClaimVerdict.AHEAD:
                return acts.without_window(state, seat, action, shuffle)
            case ClaimVerdict.LOST:
                raise acts.lost_race(action)
            case ClaimVerdict.RESTING:
                raise acts.resting()
            case ClaimVerdict.GUESSED:
                raise stale()

    def settle(self, now: float) -> tuple[Claim, ...]:
        """The claims that are decided now, in their order."""
        return self.referee.settle(now + NEARLY)

    def decided(self, state: TableState, claim: Claim, shuffle: Shuffle) -> Events:
        """The events of an act that waited, now that its turn has come; RefusedError if it came too late."""
        played = self.referee.races.window(None)
        if isinstance(claim.action, act.Jump) and played is not None and claim.seen < played.version:
            raise acts.lost_race(claim.action)
        return acts.after_the_race(state, claim.seat, claim.action, claim.seen, self.clocks.asked, shuffle)

    # What is shown of it.

    def fields(self, state: TableState, now: float) -> Json:
        """What runs out for whom, who is on autopilot, and what people must judge: the same for every viewer."""
        return {
            "clock": self.clocks.shown(now),
            "grace": self.referee.grace(now),
            "jumps": self.referee.jumps(now),
            "autopilot": self.clocks.autopilot,
            "prompts": prompts(state, self.clocks, now),
        }


def owed(state: TableState) -> tuple[int, ...]:
    """Whoever owes a call at a table that calls for everybody: a departure has left them with one card (U7, V14)."""
    if not state.room.auto_uno or state.round is None:
        return ()
    return tuple(seat for seat in state.round.table.seats if owes_uno(state.round, seat))
