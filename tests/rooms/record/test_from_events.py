"""Records made from events: they replay to the same events, whatever people did."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from lastcard.match import new_match
from lastcard.record import Header, LeaveEntry, Record, read_record, replay, write_record
from lastcard.record.from_events import UnexplainedEventsError, entries_from_events
from lastcard.rules import events as ev
from lastcard.rules.acts import decide
from lastcard.rules.deal import begin
from lastcard.rules.evolve import evolve_all
from lastcard.rules.leave import leave
from lastcard.rules.legal import awaited
from tests.laws.walker.play import choose, style_at_random
from tests.laws.walker.rules_at_random import rules_at_random

if TYPE_CHECKING:
    from lastcard.match import Match
    from lastcard.rules.cards import Card

STEPS = 250


def played(match: Match, chance: Random) -> tuple[tuple[ev.Event, ...], int | None]:
    """The events of a round played at random, and who left when the last card was being settled."""

    def shuffle(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(chance.sample(cards, len(cards)))

    style = style_at_random(chance)
    events = begin(match.rules, match.dealer, shuffle(match.rules.cards), shuffle, match.seats)
    round_, gone = evolve_all(None, events), None
    for _ in range(STEPS):
        if round_.over:
            break
        if chance.random() < style.leave:
            seat = chance.choice([*round_.table.seats, *awaited(round_) * 3])
            happened = leave(round_, seat, shuffle)
            gone = seat if isinstance(happened[0], ev.RoundEnded) else gone
        else:
            seat, action = choose(round_, style, chance)
            happened = decide(round_, seat, action, shuffle)
        round_ = evolve_all(round_, happened)
        events += happened
    return events, gone


@pytest.mark.tier("default")
@pytest.mark.parametrize("part", range(4))
def test_a_record_from_events_replays_to_those_events(part: int) -> None:
    """Rounds by rules at random, with people who leave, cut off anywhere; also written down and read again."""
    met: Counter[str] = Counter()
    for seed in range(part, 120, 4):
        chance = Random(seed)
        rules = rules_at_random(chance, seed)
        match = new_match(rules, chance.randrange(rules.players))
        events, gone = played(match, chance)
        record = Record(Header(rules, match.dealer), tuple(entries_from_events(match, events, leaver=gone)))
        again = read_record(write_record(record))
        assert tuple(e for moment in replay(again) for e in moment.events) == events, seed
        met.update("leaving" if isinstance(e, LeaveEntry) else type(e).__name__ for e in record.entries)
        met["shuffled"] += sum(len(e.shuffled) for e in record.entries)
    assert met["ActEntry"] > 1000
    assert met["leaving"]
    assert met["shuffled"]


def test_events_that_nobody_could_bring_about_are_refused() -> None:
    """A card that was not in the hand, an event left out, no deal at the beginning."""
    chance = Random(5)
    rules = rules_at_random(chance, 0)
    match = new_match(rules)
    events, gone = played(match, chance)
    with pytest.raises(UnexplainedEventsError, match="begins with its deal"):
        list(entries_from_events(match, events[1:], leaver=gone))
    with pytest.raises(UnexplainedEventsError, match="begins with its deal"):
        list(entries_from_events(match, ()))
    at = next(i for i, e in enumerate(events) if i > 5 and isinstance(e, ev.Played | ev.Drew))
    with pytest.raises(UnexplainedEventsError, match="nothing that may be done"):
        list(entries_from_events(match, (*events[:at], *events[at + 1 :]), leaver=gone))


def test_a_deal_that_is_not_the_matchs_is_refused() -> None:
    """Another dealer would have dealt otherwise."""
    chance = Random(6)
    rules = rules_at_random(chance, 0)
    events, _ = played(new_match(rules, 0), chance)
    with pytest.raises(UnexplainedEventsError, match="not those of this deal"):
        list(entries_from_events(new_match(rules, 1), events))
