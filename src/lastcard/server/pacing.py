"""When something happens by itself: a bot acts, or a person's clock runs out (V12). Never because of a hidden card.

`plan` looks at a table and says what comes next if nobody does anything; the mailbox sets its alarm by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from lastcard.bots import Greedy, Player
from lastcard.bots.arena import wish
from lastcard.rules import actions
from lastcard.rules.autopilot import default_action
from lastcard.rules.legality import awaited, owes_uno
from lastcard.server.chance import between
from lastcard.server.state import Kind, TableState

if TYPE_CHECKING:
    from lastcard.rules.round import Round

GRACE: Final = 1.0
"""Seconds in which no bot catches anybody: time to remember the call."""

FORGETS: Final = 0.12
"""How often a bot at a table with people forgets to say UNO with its card."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An action that `seat` takes by itself in `delay` seconds, at this version of the table."""

    delay: float
    seat: int
    action: actions.Action
    version: int


def table_bot(delay: float) -> Player:
    """The bot that sits at tables; one that does not think does not forget either."""
    return Greedy(SystemRandom(), FORGETS if delay else 0.0)


def plan(state: TableState, bot: Player, bot_delay: float, waited: float) -> Plan | None:
    """What happens next by itself, the earliest first; None if nothing does.

    `waited` are the seconds for which the person whose act is awaited has had the turn already.
    """
    round_ = state.round
    if round_ is None or round_.over:
        return None
    plans = [_bot_plan(state, round_, seat, bot, bot_delay) for seat in state.seats_of(Kind.BOT)]
    plans += [_clock_plan(state, round_, waited)]
    found = [p for p in plans if p is not None]
    return min(found, key=lambda p: p.delay, default=None)


def _bot_plan(state: TableState, round_: Round, seat: int, bot: Player, bot_delay: float) -> Plan | None:
    if seat not in round_.table.seats:
        return None
    action = wish(bot, round_, seat)
    return None if action is None else Plan(_delay(round_, action, bot_delay), seat, action, state.version)


def _delay(round_: Round, action: actions.Action, bot_delay: float) -> float:
    """How long a bot takes: at a person's pace, and longer while somebody may still remember to say UNO."""
    if isinstance(action, actions.Catch):
        return GRACE + between(0.2, 1.2)
    if isinstance(action, actions.SayUno):
        return bot_delay * between(2.5, 4.0)
    if isinstance(action, actions.Jump | actions.Uphold | actions.Dismiss):
        return bot_delay * between(0.5, 1.0)
    owed = any(owes_uno(round_, seat) for seat in round_.table.seats)
    return bot_delay * (between(0.8, 1.3) + (2.0 if owed else 0.0))


def _clock_plan(state: TableState, round_: Round, waited: float) -> Plan | None:
    people = [seat for seat in awaited(round_) if state.seats[seat].kind is Kind.PERSON]
    if state.clock is None or not people:
        return None
    return Plan(max(0.0, state.clock - waited), people[0], default_action(round_, people[0]), state.version)
