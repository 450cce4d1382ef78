"""An act in a round, step by step: read, held against what its sender has seen, judged, carried out.

Between the steps it may have to wait for a race (`races`); what it leads to is decided on the state of that moment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from lastcard.rules import actions as act
from lastcard.rules.acts import decide
from lastcard.rules.errors import NotationError
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import why_illegal
from lastcard.rules.reasons import IllegalAction
from lastcard.rules.uno import owes_uno
from lastcard.server.decisions.checks import stale
from lastcard.server.model.errors import RefusedError, against_act

if TYPE_CHECKING:
    from lastcard.rules.cards import Shuffle
    from lastcard.rules.events import Event
    from lastcard.rules.round import Round
    from lastcard.server.decisions.checks import Events
    from lastcard.server.model.state import TableState

OF_THE_ROUND: Final = (act.Catch, act.SayUno, act.Jump, act.Report)
"""Calls: they may have seen any version of the round; to which window they belong is for `races`."""
VERDICTS: Final = (act.Done, act.Failed)
VOTES: Final = (act.Uphold, act.Dismiss)
_NEVER: Final = ("self-catch", "not-in-round", "over")
"""What stands against a catch whoever is first."""


@dataclass(frozen=True, slots=True)
class QuestionVersions:
    """The versions with which the present phase and the report that is open began."""

    phase: int = 0
    report: int = 0


def parse(text: str) -> act.Action:
    """The action in the notation; RefusedError `bad`."""
    try:
        return act.parse_action(text)
    except NotationError as error:
        raise RefusedError("bad-notation", {"why": str(error)}) from None


def current_round(state: TableState) -> Round:
    """The round in which something is to be done; RefusedError `illegal` before the first deal."""
    if state.round is None:
        raise RefusedError("not-dealt")
    return state.round


def check_seen(state: TableState, action: act.Action, seen: int, asked: QuestionVersions) -> None:
    """RefusedError `stale` if its sender has not seen what the action answers.

    A turn action answers the latest event of the round, a verdict its dare, a vote its report, a call something in this
    round.
    """
    least = _least(state, action, asked, turn=state.moved)
    if not least <= seen <= state.version:
        raise stale()


def _least(state: TableState, action: act.Action, asked: QuestionVersions, *, turn: int) -> int:
    """The version that its sender must have seen; `turn` for an act on turn."""
    if isinstance(action, OF_THE_ROUND):
        return state.began
    if isinstance(action, VERDICTS):
        return max(state.began, asked.phase)
    return max(state.began, asked.report) if isinstance(action, VOTES) else turn


def check_lawful(state: TableState, seat: int, action: act.Action, seen: int) -> None:
    """RefusedError `illegal` if the seat may not do it, whoever is quicker; `lost-race` if somebody was.

    A catch is left to the race, but for one of oneself or of somebody who is not in the round.
    """
    reason = why_illegal(current_round(state), seat, action)
    if reason is None or (isinstance(action, act.Catch) and reason.code not in _NEVER):
        return
    if isinstance(action, act.Jump | act.SayUno) and seen < state.moved:
        raise lost_race(action)
    raise against_act(reason)


def carry_out(state: TableState, seat: int, action: act.Action, shuffle: Shuffle) -> Events:
    """The events of an action; RefusedError `illegal` with the rule that stands against it.

    Where the table calls UNO for everybody, whoever is left with one card by it has called.
    """
    decides = _with_calls if state.room.auto_uno else _decide
    return decides(current_round(state), seat, action, shuffle)


def _with_calls(round_: Round, seat: int, action: act.Action, shuffle: Shuffle) -> Events:
    held = len(round_.hands[seat].cards) if seat < len(round_.hands) else 0
    played = len(action.cards) if isinstance(action, act.Play) else 1
    if isinstance(action, act.Play | act.Jump) and held - played == 1:
        action = replace(action, uno=True)
    events: tuple[Event, ...] = _decide(round_, seat, action, shuffle)
    after = evolve_all(round_, events)
    for owner in after.table.seats:
        if owes_uno(after, owner):
            events += decide(after, owner, act.SayUno(), shuffle)
    return events


def without_window(state: TableState, seat: int, action: act.Action, shuffle: Shuffle) -> Events:
    """A catch that answers something older than the window: refused, or a false one (U3, V7)."""
    round_ = current_round(state)
    before = round_._replace(table=round_.table._replace(window=None))
    return _decide(before, seat, action, shuffle)


def after_the_race(
    state: TableState, seat: int, action: act.Action, seen: int, asked: QuestionVersions, shuffle: Shuffle
) -> Events:
    """What an act that was held leads to, when its turn has come.

    RefusedError `lost-race` if somebody was first, `stale` if it does not answer what is asked any more.
    """
    round_ = state.round
    if round_ is None or round_.over or seen < _least(state, action, asked, turn=asked.phase):
        raise lost_race(action)
    if isinstance(action, act.Catch) and not owes_uno(round_, action.seat):
        raise lost_race(action)
    if isinstance(action, act.SayUno | act.Jump) and why_illegal(round_, seat, action) is not None:
        raise lost_race(action)
    return carry_out(state, seat, action, shuffle)


def lost_race(action: act.Action) -> RefusedError:
    """Somebody was first (U5, U4, V3), or the table has moved on."""
    match action:
        case act.Catch():
            return RefusedError("catch-late")
        case act.SayUno():
            return RefusedError("call-late")
        case act.Jump():
            return RefusedError("jump-late")
        case _:
            return stale()


def resting() -> RefusedError:
    """The seat caught, or tried to, a moment ago."""
    return RefusedError("resting")


def _decide(round_: Round, seat: int, action: act.Action, shuffle: Shuffle) -> tuple[Event, ...]:
    try:
        return decide(round_, seat, action, shuffle)
    except IllegalAction as error:
        raise against_act(error.reason) from None
