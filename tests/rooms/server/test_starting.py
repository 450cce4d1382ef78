"""How matches come about: agreeing to the rules (H9), starting, rematches."""

from __future__ import annotations

from random import Random

import pytest

from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions import deals, rooms, seating, starting
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.events import MatchBegan, Room
from lastcard.server.model.state import SeatKind, TableState
from tests.rooms.server.tables import (
    BITS,
    SHUFFLE,
    grown,
    joined,
    opened,
    over,
    played_round,
    read_back,
    refused,
    waiting,
)

ONE, TWO = ruleset("classic", players=4), ruleset("classic", players=4, stacking="same")


def changed(state: TableState, **room: object) -> TableState:
    """The table after Ana changed its rules."""
    return grown(state, rooms.change_room(state, 0, TWO, Room(**{"autostart": False, "bots": False} | room)))


def ready(state: TableState, seat: int, *, on: bool = True) -> TableState:
    """The table after the seat's person said so."""
    return grown(state, starting.set_ready(state, seat, ready=on, seen=state.version))


# Agreeing (H9)


@pytest.mark.rule("H9")
def test_sitting_down_ready_is_agreeing_to_the_rules_in_force() -> None:
    """Who opens the table agrees to their own rules; who joins says whether they do."""
    state = joined(opened(autostart=False), "Ben")
    state = joined(state, "Cleo", ready=False)
    assert state.ready == (0, 1)


@pytest.mark.rule("H9")
def test_who_was_shown_other_rules_does_not_sit_down_ready() -> None:
    """The rules changed while they looked at them: they have not agreed to these."""
    state = opened(autostart=False)
    shown = state.terms
    state = changed(state)
    assert joined(state, "Ben", terms=shown).seats[1].ready is False
    assert joined(state, "Ben", terms=state.terms).seats[1].ready is True


@pytest.mark.rule("H9")
def test_when_the_rules_are_changed_nobody_is_ready_any_more() -> None:
    """Not even the host who changed them."""
    state = waiting(3)
    assert state.ready == (0, 1, 2)
    assert changed(state).ready == ()


@pytest.mark.rule("H9")
def test_another_room_has_to_be_agreed_to_as_well() -> None:
    """A clock, spectators, chat: what people sat down for has changed."""
    state = waiting(3)
    room = Room(autostart=False, bots=False, clock=30)
    assert grown(state, rooms.change_room(state, 0, state.rules, room)).ready == ()


@pytest.mark.rule("H9")
def test_to_change_nothing_leaves_everybody_ready() -> None:
    """The same rules and the same room are no change."""
    state = waiting(3)
    assert rooms.change_room(state, 0, state.rules, state.room) == ()


@pytest.mark.rule("H9")
def test_no_match_starts_before_everybody_agrees() -> None:
    """The refusal names who does not; once they agree, the host starts it."""
    state = ready(changed(waiting(4)), 1)
    with refused("ready", "H9", "Cleo, Dana"):
        starting.start(state, 0, state.version)
    state = ready(ready(state, 2), 3)
    assert grown(state, starting.start(state, 0, state.version)).match is not None


@pytest.mark.rule("H9")
def test_agreeing_to_rules_that_one_has_not_seen_is_refused() -> None:
    """The answer to rules that were changed meanwhile is stale; taking it back is not."""
    state = waiting(3)
    before = state.version
    state = changed(state)
    with refused("stale"):
        starting.set_ready(state, 1, ready=True, seen=before)
    assert starting.set_ready(state, 1, ready=False, seen=before) == ()


@pytest.mark.rule("H9")
def test_a_start_by_a_host_who_has_not_seen_the_rules_is_refused() -> None:
    """Another window of the host changed them."""
    state = waiting(4)
    before = state.version
    state = changed(state)
    with refused("stale"):
        starting.start(state, 0, before)


@pytest.mark.rule("H9")
def test_rules_are_not_changed_in_a_match() -> None:
    """Neither in a round nor between two; after the match they are."""
    state = waiting(4)
    state = grown(state, starting.start(state, 0, state.version))
    with refused("playing", "H9"):
        rooms.change_room(state, 0, TWO, state.room)
    state = played_round(state, Random(1))
    assert state.between
    with refused("playing", "H9"):
        rooms.change_room(state, 0, TWO, state.room)
    with refused("playing", "H9"):
        starting.set_ready(state, 1, ready=False, seen=state.version)


@pytest.mark.rule("H9")
def test_a_rematch_by_changed_rules_waits_for_everybody() -> None:
    """Between two matches it is the same as before the first."""
    state = over(3, 3)
    rules = ruleset("classic", players=3, stacking="same")
    state = grown(state, rooms.change_room(state, 0, rules, state.room))
    assert (state.ready, state.match) == ((), None)
    with refused("ready", "H9"):
        starting.start(state, 0, state.version)
    state = ready(ready(state, 1), 2)
    state = grown(state, starting.start(state, 0, state.version))
    assert state.round is not None
    assert state.round.rules == rules


@pytest.mark.rule("H9")
def test_starting_counts_as_the_hosts_own_agreement() -> None:
    """Who starts a match plays by its rules."""
    state = changed(waiting(4))
    for seat in (1, 2, 3):
        state = ready(state, seat)
    state = grown(state, starting.start(state, 0, state.version))
    assert state.ready == (0, 1, 2, 3)


# Starting


def test_a_table_starts_by_itself_when_the_last_seat_is_taken_by_somebody_ready() -> None:
    """If it was opened so; the cards are dealt."""
    state = joined(opened(bots=False), "Ben", "Cleo")
    assert state.match is None
    assert joined(state, "Dana").round is not None


def test_a_table_waits_for_the_last_one_to_be_ready() -> None:
    """Who sits down without agreeing holds it up; their agreement starts it."""
    state = joined(joined(opened(bots=False), "Ben", "Cleo"), "Dana", ready=False)
    assert state.match is None
    assert ready(state, 3).round is not None


def test_a_table_that_waits_for_its_host_does_not_start_by_itself() -> None:
    """Everybody is there and ready; the host has the word."""
    assert waiting(4).match is None


def test_a_full_table_of_people_and_bots_starts_when_a_bot_takes_the_last_seat() -> None:
    """The host puts bots on the seats that stay open."""
    state = joined(opened(bots=False), "Ben", "Cleo")
    state = grown(state, seating.set_bot(state, 0, 3, on=True))
    assert state.round is not None


def test_nobody_but_the_host_starts_a_match() -> None:
    """Also by dealing the first round."""
    state = waiting(4)
    with refused("host"):
        starting.start(state, 1, state.version)


def test_open_seats_are_filled_where_the_room_has_bots() -> None:
    """Each has a name of its own."""
    state = waiting(2, bots=True)
    state = grown(state, starting.start(state, 0, state.version))
    assert [seat.kind for seat in state.seats] == [
        SeatKind.PERSON,
        SeatKind.PERSON,
        SeatKind.BOT,
        SeatKind.BOT,
    ]
    assert len({seat.name for seat in state.seats}) == 4


def test_a_match_with_open_seats_is_refused_where_there_are_no_bots() -> None:
    """It says what can be done about it."""
    state = waiting(3)
    with refused("open"):
        starting.start(state, 0, state.version)


def test_start_pressed_twice_deals_once() -> None:
    """The second press, by who has not seen the first one's deal, changes nothing; a later one is refused."""
    state = waiting(4)
    seen = state.version
    state = grown(state, starting.start(state, 0, seen))
    assert starting.start(state, 0, seen) == ()
    with refused("playing", "H9"):
        starting.start(state, 0, state.version)


def test_the_next_round_asked_for_twice_is_dealt_once() -> None:
    """By two people at once; a third, who has seen it, is told that it is being played."""
    state = waiting(4)
    state = played_round(grown(state, starting.start(state, 0, state.version)), Random(2))
    seen = state.version
    state = grown(state, starting.next_round(state, seen))
    assert starting.next_round(state, seen) == ()
    with refused("illegal"):
        starting.next_round(state, state.version)


def test_an_old_wish_for_the_next_round_does_not_deal_the_one_after() -> None:
    """It was for a round that has been played since."""
    state = waiting(4)
    state = played_round(grown(state, starting.start(state, 0, state.version)), Random(2))
    seen = state.version
    state = played_round(grown(state, starting.next_round(state, seen)), Random(3))
    assert state.between
    assert starting.next_round(state, seen) == ()


@pytest.mark.rule("S2")
def test_the_dealer_is_drawn_where_the_room_says_so() -> None:
    """Everybody sees who drew what; the highest number deals."""
    state = waiting(4, draw=True)
    state = read_back(state, starting.start(state, 0, state.version))
    events = deals.settled(state, BITS, wait=False)
    began = next(e for e in events if isinstance(e, MatchBegan))
    assert [seat for seat, _ in began.draws[0]] == [0, 1, 2, 3]
    numbers = {seat: card.number or 0 for seat, card in began.draws[-1]}
    assert numbers[began.dealer] == max(numbers.values())
    state = read_back(state, events)
    assert state.round is not None
    assert state.round.table.dealer == began.dealer


# Rematch


def test_a_rematch_keeps_the_seats_and_begins_without_points() -> None:
    """Anybody may ask for it; who would have dealt next deals."""
    state = over(3, 3)
    assert state.match is not None
    dealer = state.match.dealer
    state = grown(state, starting.rematch(state, 2, state.version))
    assert [seat.name for seat in state.seats] == ["Ana", "Ben", "Cleo"]
    assert state.match is not None
    assert [points for _, points in state.match.scores] == [0, 0, 0]
    assert state.match.dealer == dealer


def test_a_rematch_asked_for_twice_begins_once() -> None:
    """By two people at once, or by one who presses twice."""
    state = over(3, 3)
    seen = state.version
    state = grown(state, starting.rematch(state, 1, seen))
    assert starting.rematch(state, 2, seen) == ()
    with refused("illegal"):
        starting.rematch(state, 2, state.version)


def test_in_a_rematch_bots_have_the_seats_of_those_who_left() -> None:
    """Where the room has bots."""
    state = over(3, 3, bots=True)
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    state = grown(state, starting.rematch(state, 0, state.version))
    assert [seat.kind for seat in state.seats] == [SeatKind.PERSON, SeatKind.BOT, SeatKind.PERSON]


def test_without_bots_a_rematch_waits_for_the_seats_of_those_who_left() -> None:
    """They are open; a newcomer takes one, agrees, and the match can begin."""
    state = over(3, 3)
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    with refused("open"):
        starting.rematch(state, 0, state.version)
    state = joined(state, "Dana")
    assert [seat.name for seat in state.seats] == ["Ana", "Dana", "Cleo"]
    state = grown(state, starting.rematch(state, 0, state.version))
    assert state.round is not None


def test_after_a_match_nobody_is_dealt_to_without_being_asked() -> None:
    """A newcomer on the last free seat does not begin a rematch, also where matches start by themselves."""
    state = over(3, 3, autostart=True)
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    state = joined(state, "Dana")
    assert state.match is not None
    assert state.match.over


def test_ready_for_a_table_that_is_as_it_was_is_nothing_new() -> None:
    """No event for what is so already."""
    state = waiting(3)
    assert starting.set_ready(state, 0, ready=True, seen=state.version) == ()
    assert ready(state, 0, on=False).ready == (1, 2)


def test_a_bot_does_not_take_the_name_of_somebody_who_sits_there() -> None:
    """Two of a name could not be told apart."""
    state = joined(opened(bots=True, autostart=False), "Cleo")
    seat, _, events = seating.join(state, Newcomer("Caro", "x"))
    state = grown(state, events)
    assert starting.bot_name(state, 2 if seat != 2 else 3) != "Caro"
