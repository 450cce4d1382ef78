"""What bots do at a table, and when."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from lastcard.bots import Greedy
from lastcard.rules import actions
from lastcard.rules.round import Judging, OpenReport, RuleRun, Turn, Window
from lastcard.server.model.chance import SYSTEM
from lastcard.server.timing.bot_pacing import plan
from tests.rooms.server.timed import seated

if TYPE_CHECKING:
    from lastcard.server.model.state import TableState
    from lastcard.server.timing.bot_pacing import BotPlan

HANDS = ("B1", "R1 R2 G3", "Y4 Y5 Y6", "G3 G4 B5")
ANA, BEN, CLEO, DANA = range(4)


def planned(state: TableState, bot_delay: float = 1.0, busy: tuple[int, ...] = ()) -> BotPlan | None:
    """What a bot that forgets nothing does next."""
    return plan(state, Greedy(Random(1)), bot_delay, SYSTEM, busy)


@pytest.mark.rule("U5")
@pytest.mark.parametrize("bot_delay", [0.0, 0.9])
@pytest.mark.parametrize("grace_ms", [500, 3000])
def test_bots_never_catch_within_the_grace(bot_delay: float, grace_ms: int) -> None:
    """Whatever else is set, they come after it."""
    state = seated(HANDS, Turn(DANA), bots=(BEN, CLEO), window=Window(frozenset({ANA})))
    state = replace(state, room=replace(state.room, grace_ms=grace_ms))
    plans = [planned(state, bot_delay) for _ in range(50)]
    assert all(p is not None and p.action == actions.Catch(ANA) and p.delay > grace_ms / 1000 for p in plans)


def test_a_bot_thinks_for_as_long_as_is_set() -> None:
    """Not like clockwork, and not at all where it is 0."""
    state = seated(HANDS, Turn(BEN), bots=(BEN, CLEO, DANA))
    delays = {found.delay for _ in range(20) if (found := planned(state))}
    assert len(delays) > 1
    assert all(0.7 <= delay <= 1.4 for delay in delays)
    found = planned(state, 0.0)
    assert found is not None
    assert found.delay == 0


def test_a_bot_whose_act_waits_plans_nothing() -> None:
    """It has said what it does."""
    state = seated(HANDS, Turn(BEN), bots=(BEN, CLEO, DANA))
    assert planned(state, busy=(BEN,)) is None


def judged(who: int, votes: tuple[tuple[int, bool], ...], bots: tuple[int, ...]) -> TableState:
    """A dare of somebody."""
    return seated(HANDS, Judging(who, "sing", (), RuleRun(1, who, who, chained=False), (), votes), bots=bots)


@pytest.mark.rule("H8")
def test_bots_alone_judge_in_favour() -> None:
    """They have seen nothing that speaks against it."""
    found = planned(judged(ANA, (), (BEN, CLEO, DANA)))
    assert found is not None
    assert found.action == actions.Done()


@pytest.mark.rule("H8")
@pytest.mark.parametrize(("done", "action"), [(True, actions.Done()), (False, actions.Failed())])
def test_bots_join_the_people_who_saw_it(done: bool, action: actions.Action) -> None:
    """While a person has not judged they wait; then they say the same."""
    assert planned(judged(ANA, (), (CLEO, DANA))) is None
    found = planned(judged(ANA, ((BEN, done),), (CLEO, DANA)))
    assert found is not None
    assert (found.seat in (CLEO, DANA), found.action) == (True, action)


@pytest.mark.rule("H8")
def test_where_people_differ_a_bot_favours_the_one_judged() -> None:
    """As a tie does."""
    found = planned(judged(ANA, ((BEN, True), (CLEO, False)), (DANA,)))
    assert found is not None
    assert found.action == actions.Done()


@pytest.mark.rule("X1")
@pytest.mark.parametrize(("upheld", "action"), [(True, actions.Uphold()), (False, actions.Dismiss())])
def test_bots_join_the_people_in_a_report(upheld: bool, action: actions.Action) -> None:
    """They wait for the people's votes; where no person votes they dismiss it."""
    hands = (*HANDS, "B2 B3 B4")
    state = seated(hands, bots=(DANA, 4), report=OpenReport(ANA, BEN))
    assert planned(state) is None
    state = seated(hands, bots=(DANA, 4), report=OpenReport(ANA, BEN, ((CLEO, upheld),)))
    found = planned(state)
    assert found is not None
    assert found.action == action
    alone = planned(seated(HANDS, bots=(CLEO, DANA), report=OpenReport(ANA, BEN)))
    assert alone is not None
    assert alone.action == actions.Dismiss()
