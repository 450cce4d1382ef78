"""When a bot acts, and what it does. Never sooner or later because of a hidden card.

`plan` looks at a table and says which bot comes next if nobody does anything; the table's alarm is set by it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lastcard.bots import Bot, Greedy
from lastcard.bots.arena import choose_action
from lastcard.rules import actions
from lastcard.rules.legal import awaited
from lastcard.rules.round import Judging
from lastcard.rules.uno import owes_uno
from lastcard.server.model.state import SeatKind, TableState
from lastcard.server.timing.clocks import voting

if TYPE_CHECKING:
    from lastcard.rules.round import Round
    from lastcard.server.model.chance import Chance

FORGETS: Final = 0.12
"""How often a bot at a table with people forgets to say UNO with its card."""
_VOTES: Final = (actions.Done, actions.Dismiss)


@dataclass(frozen=True, slots=True)
class BotPlan:
    """An action that the bot on `seat` takes in `delay` seconds, at this version of the table."""

    delay: float
    seat: int
    action: actions.Action
    version: int


def table_bot(delay: float, chance: Chance) -> Bot:
    """The bot that sits at tables; one that does not think does not forget either."""
    return Greedy(chance.source, FORGETS if delay else 0.0)


def plan(
    state: TableState, bot: Bot, bot_delay: float, chance: Chance, busy: Collection[int] = ()
) -> BotPlan | None:
    """What a bot does next, the earliest first; None if none does anything. The act of a seat that is `busy` is in."""
    round_ = state.round
    if round_ is None or round_.over:
        return None
    seats = [seat for seat in state.seats_of(SeatKind.BOT) if seat in round_.table.seats and seat not in busy]
    plans = [_plan(state, round_, seat, bot, bot_delay, chance) for seat in seats]
    return min((p for p in plans if p is not None), key=lambda p: p.delay, default=None)


def _plan(
    state: TableState, round_: Round, seat: int, bot: Bot, bot_delay: float, chance: Chance
) -> BotPlan | None:
    action = choose_action(bot, round_, seat)
    if isinstance(action, _VOTES):
        action = _word(state, round_, action)
    if action is None:
        return None
    return BotPlan(_delay(state, round_, action, bot_delay, chance), seat, action, state.version)


def _word(state: TableState, round_: Round, action: actions.Action) -> actions.Action | None:
    """A bot has not seen what people judge: it waits for their words, and joins the more of them (H8, X1)."""
    people = set(state.seats_of(SeatKind.PERSON))
    if isinstance(action, actions.Done) and isinstance(round_.phase, Judging):
        votes, waiting = round_.phase.votes, awaited(round_)
        against: actions.Action = actions.Failed()
        is_against = False
    else:
        votes = round_.table.report.votes if round_.table.report else ()
        waiting, against, is_against = voting(round_), actions.Uphold(), True
    if people.intersection(waiting):
        return None
    words = [word for seat, word in votes if seat in people]
    return against if 2 * sum(word is is_against for word in words) > len(words) else action


def _delay(
    state: TableState, round_: Round, action: actions.Action, bot_delay: float, chance: Chance
) -> float:
    """How long a bot takes: at a person's pace, and longer while somebody may still remember to say UNO."""
    if isinstance(action, actions.Catch):
        return state.room.grace_ms / 1000 + chance.between(0.2, 1.2)
    if isinstance(action, actions.SayUno):
        return bot_delay * chance.between(2.5, 4.0)
    if isinstance(action, actions.Jump | actions.Uphold | actions.Dismiss):
        return bot_delay * chance.between(0.5, 1.0)
    owed = any(owes_uno(round_, seat) for seat in round_.table.seats)
    return bot_delay * (chance.between(0.8, 1.3) + (2.0 if owed else 0.0))
