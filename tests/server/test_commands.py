"""A table as events: whatever people do in whatever order, the log tells it."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from lastcard.bots import Greedy
from lastcard.bots.arena import shuffler, wish
from lastcard.match import new_match
from lastcard.rules.cards import Colour, parse_card, parse_cards
from lastcard.rules.encode import decode, encode
from lastcard.rules.legality import awaited
from lastcard.rules.round import Finish, Hand, Hidden, Judging, Round, Run, Table
from lastcard.rules.ruleset import ruleset
from lastcard.server import commands
from lastcard.server.errors import EndedTableError, FullTableError, RefusedError
from lastcard.server.protocol import dump
from lastcard.server.state import Event, Kind, Seat, TableState, fold_all

RULES: list[dict[str, Any]] = [
    {"players": 2, "target": 60},
    {"players": 4, "target": 60, "scoring": "elimination"},
    {"players": 3, "target": 60, "scoring": "running-total", "stacking": "same"},
    {"players": 4, "target": 100, "teams": [[0, 2], [1, 3]]},
]


def grown(state: TableState | None, events: commands.Events) -> TableState:
    """The table after the events, as they come back from the log."""
    back: tuple[Event, ...] = tuple(decode(Event, json.loads(dump(encode(e)))) for e in events)
    assert back == events
    after = fold_all(state, back)
    assert after is not None
    return after


def step(state: TableState, random: Random) -> commands.Events:
    """Something that somebody may do at the table now."""
    shuffle = shuffler(random)
    people = state.seats_of(Kind.PERSON)
    if random.random() < 0.02 and len(people) > 1:
        return commands.leave(state, random.choice(people), shuffle)
    if random.random() < 0.02 and not state.over and (state.seats_of(Kind.BOT) or state.seats_of(Kind.OPEN)):
        return commands.join(state, "Ben", str(random.random()), shuffle)[1]
    if state.match is not None and state.match.over:
        return commands.rematch(state, state.version, shuffle)
    if state.match is None or state.between:
        return commands.next_round(state, state.version, shuffle)
    assert state.round is not None
    seat = awaited(state.round)[0]
    action = wish(Greedy(random, forget=0.3), state.round, seat)
    return commands.do_action(state, seat, str(action), state.version, shuffle)


@pytest.mark.parametrize("bots", [True, False])
@pytest.mark.parametrize("options", RULES)
def test_whatever_happens_at_a_table_is_told_by_its_log(options: dict[str, Any], bots: bool) -> None:
    """Joining, leaving, rounds, rematches at random: events read back, no card is lost, who is gone is not dealt to."""
    random = Random(4)
    rules = ruleset("classic", **options)
    state = grown(None, commands.open_table(rules, "Ana", "token", shuffler(random), bots=bots))
    seen: Counter[str] = Counter()
    for _ in range(1500):
        state = grown(state, step(state, random))
        seen.update(kind.kind.value for kind in state.seats)
        round_ = state.round
        if round_ is not None and state.match is not None and not round_.over:
            held = [*round_.hidden.pile, *round_.table.discard, *(c for h in round_.hands for c in h.cards)]
            top = [round_.table.top] if round_.table.top else []
            assert sorted([*held, *top]) == sorted(rules.cards)
            gone = set(state.seats_of(Kind.GONE))
            assert not gone & set(round_.table.seats)
    assert seen["person"]


def test_joining_takes_open_seats_then_bots_then_none() -> None:
    """Full when people sit everywhere, ended when the match is over."""
    shuffle = shuffler(Random(1))
    state = grown(None, commands.open_table(ruleset("classic", players=3), "Ana", "a", shuffle, bots=True))
    for seat in (1, 2):
        found, events = commands.join(state, "Ben", f"b{seat}", shuffle)
        assert found == seat
        state = grown(state, events)
    with pytest.raises(FullTableError):
        commands.join(state, "Cleo", "c", shuffle)


def test_nobody_joins_a_table_that_everybody_left() -> None:
    """It has ended."""
    shuffle = shuffler(Random(1))
    state = grown(None, commands.open_table(ruleset("classic", players=3), "Ana", "a", shuffle, bots=True))
    state = grown(state, commands.leave(state, 0, shuffle))
    with pytest.raises(EndedTableError):
        commands.join(state, "Ben", "b", shuffle)


def test_who_leaves_before_the_deal_leaves_an_open_seat() -> None:
    """Somebody else may take it."""
    shuffle = shuffler(Random(1))
    state = grown(None, commands.open_table(ruleset("classic", players=3), "Ana", "a", shuffle, bots=False))
    _, events = commands.join(state, "Ben", "b", shuffle)
    state = grown(state, events)
    state = grown(state, commands.leave(state, 0, shuffle))
    assert [seat.kind for seat in state.seats] == [Kind.OPEN, Kind.PERSON, Kind.OPEN]


def test_a_vote_of_an_earlier_round_is_stale() -> None:
    """A call answers something of this round."""
    shuffle = shuffler(Random(1))
    state = grown(None, commands.open_table(ruleset("classic", players=3), "Ana", "a", shuffle, bots=True))
    with pytest.raises(RefusedError) as refused:
        commands.do_action(state, 0, "catch 1", state.began - 1, shuffle)
    assert refused.value.code == "stale"
    with pytest.raises(RefusedError) as refused:
        commands.do_action(state, 0, "catch 1", state.began, shuffle)
    assert refused.value.code == "illegal"


@pytest.mark.rule("V14")
def test_who_leaves_while_the_last_card_is_settled_is_not_dealt_to_again() -> None:
    """The round ends at once with its winner, before the seat has left it; the match hears of it all the same."""
    rules = ruleset("classic", players=3)
    judging = Judging(1, "sing", (), Run(1, 1, 1, chained=False), (Finish(0),))
    table = Table(rules, (0, 1, 2), 0, judging, top=parse_card("R7"), colour=Colour.RED)
    hands = (Hand(), Hand(parse_cards("R1 R2")), Hand(parse_cards("R3")))
    people = tuple(Seat(Kind.PERSON, name, name) for name in "abc")
    state = TableState(
        rules,
        bots=False,
        clock=None,
        seats=people,
        match=new_match(rules),
        round=Round(table, hands, Hidden()),
    )
    after = fold_all(state, commands.leave(state, 2, shuffler(Random(1))))
    assert after is not None
    assert after.match is not None
    assert (after.round.out if after.round else None, after.match.seats) == (0, (0, 1))
