"""The room around a table: who its host is, what the host may do, and that nobody else may."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import TypeAdapter

from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions import requests, rooms, seating, starting
from lastcard.server.decisions.commands import decide
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.events import Room
from lastcard.server.model.state import SeatKind
from lastcard.server.model.tokens import proof_of
from tests.rooms.server.tables import SHUFFLE, grown, joined, opened, over, refused, waiting

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastcard.server.decisions.checks import Events
    from lastcard.server.model.state import TableState

RULES = ruleset("classic", players=4, stacking="same")

HOSTS: dict[str, Callable[[TableState, int], Events]] = {
    "start": lambda s, by: starting.start(s, by, s.version),
    "room": lambda s, by: rooms.change_room(s, by, RULES, Room()),
    "kick": lambda s, by: rooms.kick(s, by, 2, SHUFFLE, banned=False),
    "ban": lambda s, by: rooms.kick(s, by, 2, SHUFFLE, banned=True),
    "host": lambda s, by: rooms.hand_over(s, by, 2),
    "bot": lambda s, by: seating.set_bot(s, by, 3, on=True),
    "mute": lambda s, by: rooms.mute(s, by, 2, on=True),
    "sit": lambda s, by: seating.sit(s, by, 3, who=2),
}
"""What only the host may do."""


@pytest.mark.parametrize("act", HOSTS.values(), ids=HOSTS)
def test_only_the_host_has_the_hosts_powers(act: Callable[[TableState, int], Events]) -> None:
    """Somebody else is refused, with the host's name; the host is not."""
    state = waiting(3, bots=True)
    with refused("host", says="That is Ana"):
        act(state, 1)
    assert act(state, 0)


def test_the_host_is_who_has_sat_there_longest() -> None:
    """When they leave, the next one is; who comes back begins at the end."""
    state = waiting(3)
    assert state.host == 0
    state = grown(state, seating.leave(state, 0, SHUFFLE))
    assert state.host == 1
    state = joined(state, "Ana")
    assert (state.seats[0].name, state.host) == ("Ana", 1)


def test_a_host_who_leaves_in_a_match_is_followed_by_the_next_person() -> None:
    """Never by a bot."""
    state = joined(opened(now=True), "Ben")
    assert state.seats[1].kind is SeatKind.PERSON
    state = grown(state, seating.leave(state, 0, SHUFFLE))
    assert state.host == 1


def test_the_host_hands_the_room_over() -> None:
    """Then they have no say any more; when the new one leaves, who has sat there longest is host."""
    state = waiting(3)
    state = grown(state, rooms.hand_over(state, 0, 2))
    assert state.host == 2
    with refused("host"):
        rooms.mute(state, 0, 1, on=True)
    state = grown(state, seating.leave(state, 2, SHUFFLE))
    assert state.host == 0


def test_a_seat_that_somebody_else_takes_is_not_the_hosts() -> None:
    """Being host is the person's, not the seat's."""
    state = waiting(3)
    state = grown(state, rooms.hand_over(state, 0, 2))
    state = grown(state, seating.leave(state, 2, SHUFFLE))
    state = joined(state, "Dana", seat=2)
    assert state.host == 0


def test_a_host_who_moves_stays_host() -> None:
    """Also one to whom it was handed over."""
    state = waiting(3)
    state = grown(state, rooms.hand_over(state, 0, 2))
    state = grown(state, seating.sit(state, 2, 3))
    assert state.host == 3


@pytest.mark.parametrize("who", [3, 9])
def test_what_is_done_to_nobody_is_refused(who: int) -> None:
    """To an open seat or to none."""
    state = waiting(3)
    for act in (
        lambda: rooms.kick(state, 0, who, SHUFFLE, banned=False),
        lambda: rooms.hand_over(state, 0, who),
        lambda: rooms.mute(state, 0, who, on=True),
    ):
        with refused("nobody"):
            act()


def test_a_kicked_person_has_no_seat_and_may_join_again() -> None:
    """As anybody; the old token proves nothing."""
    state = waiting(3)
    state = grown(state, rooms.kick(state, 0, 1, SHUFFLE, banned=False))
    assert state.seats[1].kind is SeatKind.OPEN
    assert state.holder(proof_of("Ben")) is None
    assert seating.join(state, Newcomer("Ben", "new", back="Ben"))[:2] == (1, "new")


@pytest.mark.rule("V14")
def test_who_is_kicked_in_a_match_goes_as_if_they_had_left() -> None:
    """A bot has the seat, and it does not wait for them."""
    state = joined(opened(now=True), "Ben")
    seat = state.holder(proof_of("Ben"))
    assert seat is not None
    state = grown(state, rooms.kick(state, 0, seat, SHUFFLE, banned=False))
    assert state.seats[seat].kind is SeatKind.BOT
    assert seating.left_by(state, "Ben") is None


@pytest.mark.rule("V14")
def test_who_is_kicked_where_there_are_no_bots_leaves_the_round() -> None:
    """Their cards go under the pile."""
    state = waiting(4)
    state = grown(state, starting.start(state, 0, state.version))
    state = grown(state, rooms.kick(state, 0, 2, SHUFFLE, banned=True))
    assert state.seats[2].kind is SeatKind.GONE
    assert state.round is not None
    assert 2 not in state.round.table.seats


@pytest.mark.parametrize(
    "again",
    [
        Newcomer("Ben", "Ben"),
        Newcomer("Ben", "new", back="Ben"),
        Newcomer("Somebody", "new", browser="browser of Ben"),
        Newcomer("Ben", "new", seat=3, back="Ben", browser="another"),
    ],
)
def test_a_banned_person_does_not_come_back(again: Newcomer) -> None:
    """Known by the token that they had, or by their browser."""
    state = waiting(3)
    state = grown(state, rooms.kick(state, 0, 1, SHUFFLE, banned=True))
    with refused("banned"):
        seating.join(state, again)


def test_others_join_where_somebody_was_banned() -> None:
    """A ban is for one person."""
    state = waiting(3)
    state = grown(state, rooms.kick(state, 0, 1, SHUFFLE, banned=True))
    assert joined(state, "Dana").seats[1].name == "Dana"


def test_nobody_sends_themselves_away() -> None:
    """They can leave."""
    state = waiting(3)
    with refused("illegal"):
        rooms.kick(state, 0, 0, SHUFFLE, banned=False)


def test_the_host_takes_the_word_from_somebody_and_gives_it_back() -> None:
    """Twice is once."""
    state = waiting(3)
    state = grown(state, rooms.mute(state, 0, 1, on=True))
    assert state.seats[1].muted
    assert rooms.mute(state, 0, 1, on=True) == ()
    assert not grown(state, rooms.mute(state, 0, 1, on=False)).seats[1].muted


# Another room


def test_a_smaller_table_moves_people_to_seats_that_stay() -> None:
    """Those who sit there already stay where they are."""
    state = waiting(2, players=5)
    state = grown(state, seating.sit(state, 0, 4))
    three = ruleset("classic", players=3)
    state = grown(state, rooms.change_room(state, 4, three, state.room))
    assert [seat.name for seat in state.seats] == ["Ana", "Ben", ""]
    assert (state.host, state.holder(proof_of("Ana"))) == (0, 0)


def test_a_table_too_small_for_its_people_is_refused() -> None:
    """Nobody is put out by it."""
    state = waiting(4)
    with refused("full", "S1"):
        rooms.change_room(state, 0, ruleset("classic", players=3), state.room)


def test_a_larger_table_has_further_open_seats() -> None:
    """At the end."""
    state = waiting(4)
    state = grown(state, rooms.change_room(state, 0, ruleset("classic", players=6), state.room))
    assert [seat.kind for seat in state.seats[4:]] == [SeatKind.OPEN, SeatKind.OPEN]


def test_another_room_after_a_match_puts_the_match_away() -> None:
    """Seats of people who left are open then."""
    state = over(3, 3)
    state = grown(state, seating.leave(state, 2, SHUFFLE))
    state = grown(state, rooms.change_room(state, 0, ruleset("classic", players=2), state.room))
    assert state.match is None
    assert [seat.name for seat in state.seats] == ["Ana", "Ben"]


def test_rules_that_cannot_be_are_refused_with_their_reason() -> None:
    """By the command as by the opening."""
    wish = requests.ChangeRoom(t="room", options={"deflect": True})
    state = waiting(2)
    with refused("rules", "V2"):
        decide(state, 0, wish, state.version, SHUFFLE)


@pytest.mark.rule("M1")
def test_partners_choose_their_seats_before_the_match() -> None:
    """Four players, two teams: who moves changes sides."""
    rules = ruleset("classic", players=4, teams=[[0, 2], [1, 3]])
    state = joined(opened(rules, bots=False, autostart=False), "Ben", "Cleo", "Dana")
    state = grown(state, seating.sit(state, 0, 2, who=1))
    assert [seat.name for seat in state.seats] == ["Ana", "Cleo", "Ben", "Dana"]
    state = grown(state, starting.start(state, 0, state.version))
    assert state.match is not None
    assert len(state.match.scores) == 2


@pytest.mark.parametrize(
    ("wanted", "clock"),
    [
        ({"bots": False}, 30),
        ({"bots": True, "now": False}, 30),
        ({"bots": False, "clock": None}, None),
        ({"bots": False, "clock": 90}, 90),
        ({}, None),
        ({"clock": 15}, 15),
    ],
)
def test_where_people_wait_for_people_the_clock_is_half_a_minute(
    wanted: dict[str, Any], clock: int | None
) -> None:
    """V12: unless somebody says otherwise; a table that is dealt to one person and bots has none unasked."""
    assert (
        rooms.initial_room_of(TypeAdapter(requests.NewTable).validate_json(json.dumps(wanted))).clock == clock
    )


def test_a_room_named_anew_without_a_clock_has_the_usual_one() -> None:
    """V12, H9."""
    assert rooms.room_of(requests.ChangeRoom(t="room")).clock == 30
    assert rooms.room_of(requests.ChangeRoom(t="room", clock=None)).clock is None
