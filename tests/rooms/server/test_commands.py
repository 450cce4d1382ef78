"""A table as events: whatever people do in whatever order, the log tells it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from lastcard.bots import Greedy
from lastcard.bots.arena import choose_action, shuffler
from lastcard.match import new_match
from lastcard.rules.actions import Catch
from lastcard.rules.cards import Colour, parse_card, parse_cards
from lastcard.rules.legal import awaited
from lastcard.rules.round import Finish, Hand, Hidden, Judging, Round, RuleRun, Table
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.server.decisions import acts, rooms, seating, starting
from lastcard.server.decisions.acts import QuestionVersions
from lastcard.server.decisions.checks import Events
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.errors import EndedTableError, FullTableError, RefusedError
from lastcard.server.model.events import Room
from lastcard.server.model.state import Seat, SeatKind, TableState, fold_all
from tests.rooms.server.tables import grown

RULES: list[dict[str, Any]] = [
    {"players": 2, "target": 60},
    {"players": 4, "target": 60, "scoring": "elimination"},
    {"players": 3, "target": 60, "scoring": "running-total", "stacking": "same"},
    {"players": 4, "target": 100, "teams": [[0, 2], [1, 3]]},
]


def opened(rules: Ruleset, room: Room | None = None, *, now: bool = False) -> TableState:
    """A new table with Ana on seat 0."""
    return grown(None, rooms.open_table(rules, room or Room(), Newcomer("Ana", "a"), now=now))


def step(state: TableState, random: Random) -> Events:
    """Something that somebody may do at the table now."""
    shuffle = shuffler(random)
    people = state.seats_of(SeatKind.PERSON)
    if random.random() < 0.02 and len(people) > 1:
        return seating.leave(state, random.choice(people), shuffle)
    if random.random() < 0.02 and (state.seats_of(SeatKind.BOT) or state.free):
        return seating.join(state, Newcomer("Ben", str(random.random())))[2]
    if state.match is None or state.match.over:
        host = state.host
        assert host is not None
        return starting.start(state, host, state.version, fill=True)
    if state.between:
        return starting.next_round(state, state.version)
    assert state.round is not None
    seat = awaited(state.round)[0]
    action = choose_action(Greedy(random, forget=0.3), state.round, seat)
    return acts.carry_out(state, seat, action, shuffle)


@pytest.mark.tier("default")
@pytest.mark.parametrize("bots", [True, False])
@pytest.mark.parametrize("options", RULES)
def test_whatever_happens_at_a_table_is_told_by_its_log(options: dict[str, Any], bots: bool) -> None:
    """Joining, leaving, rounds, rematches at random: events read back, no card is lost, who is gone is not dealt to."""
    random = Random(4)
    rules = ruleset("classic", **options)
    state = opened(rules, Room(bots=bots), now=bots)
    seen: Counter[str] = Counter()
    for _ in range(1500):
        state = grown(state, step(state, random))
        seen.update(kind.kind.value for kind in state.seats)
        round_ = state.round
        if round_ is not None and state.match is not None and not round_.over:
            held = [*round_.hidden.pile, *round_.table.discard, *(c for h in round_.hands for c in h.cards)]
            top = [round_.table.top] if round_.table.top else []
            assert sorted([*held, *top]) == sorted(rules.cards)
            gone = set(state.seats_of(SeatKind.GONE))
            assert not gone & set(round_.table.seats)
    assert seen["person"]


def test_joining_takes_open_seats_then_bots_then_none() -> None:
    """Full when people sit everywhere, ended when the match is over."""
    state = opened(ruleset("classic", players=3), now=True)
    for seat in (1, 2):
        found, _, events = seating.join(state, Newcomer("Ben", f"b{seat}"))
        assert found == seat
        state = grown(state, events)
    with pytest.raises(FullTableError):
        seating.join(state, Newcomer("Cleo", "c"))


def test_nobody_joins_a_table_that_everybody_left() -> None:
    """It has ended."""
    shuffle = shuffler(Random(1))
    state = opened(ruleset("classic", players=3), now=True)
    state = grown(state, seating.leave(state, 0, shuffle))
    with pytest.raises(EndedTableError):
        seating.join(state, Newcomer("Ben", "b"))


def test_who_leaves_before_the_deal_leaves_an_open_seat() -> None:
    """Somebody else may take it."""
    shuffle = shuffler(Random(1))
    state = opened(ruleset("classic", players=3))
    _, _, events = seating.join(state, Newcomer("Ben", "b"))
    state = grown(state, events)
    state = grown(state, seating.leave(state, 0, shuffle))
    assert [seat.kind for seat in state.seats] == [SeatKind.OPEN, SeatKind.PERSON, SeatKind.OPEN]


def test_a_vote_of_an_earlier_round_is_stale() -> None:
    """A call answers something of this round."""
    state = opened(ruleset("classic", players=3), now=True)
    with pytest.raises(RefusedError) as refused:
        acts.check_seen(state, Catch(1), state.began - 1, QuestionVersions())
    assert refused.value.code == "stale"
    acts.check_seen(state, Catch(1), state.began, QuestionVersions())


@pytest.mark.rule("V14")
def test_who_leaves_while_the_last_card_is_settled_is_not_dealt_to_again() -> None:
    """The round ends at once with its winner, before the seat has left it; the match hears of it all the same."""
    rules = ruleset("classic", players=3)
    judging = Judging(1, "sing", (), RuleRun(1, 1, 1, chained=False), (Finish(0),))
    table = Table(rules, (0, 1, 2), 0, judging, top=parse_card("R7"), colour=Colour.RED)
    hands = (Hand(), Hand(parse_cards("R1 R2")), Hand(parse_cards("R3")))
    people = tuple(Seat(SeatKind.PERSON, name, name) for name in "abc")
    state = TableState(
        rules,
        Room(bots=False),
        seats=people,
        match=new_match(rules),
        round=Round(table, hands, Hidden()),
    )
    after = fold_all(state, seating.leave(state, 2, shuffler(Random(1))))
    assert after is not None
    assert after.match is not None
    assert (after.round.out if after.round else None, after.match.seats) == (0, (0, 1))
