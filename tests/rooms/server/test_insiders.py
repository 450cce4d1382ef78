"""What was played at a table without spectators: only for those who have or had a seat there (trust)."""

from __future__ import annotations

import pytest

from lastcard.rules.encode import encode
from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions import rooms, seating
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.events import Event, Room, RoomChanged, SeatTaken
from lastcard.server.model.state import TableState
from lastcard.server.model.tokens import next_token, renewal
from lastcard.server.views.access import may_look_back
from lastcard.server.wire.outbound import dump
from tests.rooms.server.conftest import Server
from tests.rooms.server.tables import SHUFFLE, grown

RULES = ruleset(players=3)
CLOSED = Room(bots=False, autostart=False, spectators=False)


class Table:
    """A table and its log: Ana (token `a`) opened it, Ben (`b`) and Cleo (`c`) joined."""

    def __init__(self, room: Room = CLOSED) -> None:
        self.events: tuple[Event, ...] = rooms.open_table(RULES, room, Newcomer("Ana", "a"), now=False)
        for name in ("Ben", "Cleo"):
            self.add(seating.join(self.state, Newcomer(name, name[0].lower()))[2])

    def add(self, events: tuple[Event, ...]) -> None:
        """Write them down."""
        self.events += events

    @property
    def state(self) -> TableState:
        """The table now."""
        return grown(None, self.events)

    def renew(self, seat: int, token: str) -> str:
        """The seat is greeted with this token: its next one."""
        found = renewal(self.state.seats[seat], seat, token, "5a")
        assert found is not None
        self.add((found,))
        return next_token(token, "5a")

    def knows(self, token: str | None) -> bool:
        """Whether who shows this token may look back."""
        return may_look_back([dump(encode(event)) for event in self.events], token)


def test_where_spectators_may_look_anybody_may_look_back() -> None:
    """The link is enough."""
    table = Table(Room(bots=False, autostart=False))
    assert table.knows(None)
    assert table.knows("nonsense")


def test_at_a_closed_table_a_seat_is_needed() -> None:
    """Not a link, and not a word that is no token."""
    table = Table()
    assert not table.knows(None)
    assert not table.knows("")
    assert not table.knows("nonsense")
    assert all(table.knows(token) for token in "abc")


def test_who_left_may_still_look_back() -> None:
    """What they played was theirs as well; also when somebody else, or a bot, sits there now."""
    table = Table()
    table.add(seating.leave(table.state, 1, SHUFFLE))
    assert table.knows("b")
    table.add(seating.join(table.state, Newcomer("Dora", "d"))[2])
    assert table.knows("b")
    assert table.knows("d")
    table.add(seating.leave(table.state, 2, SHUFFLE))
    table.add((SeatTaken(2, "Ada"),))
    assert table.knows("c")


def test_who_was_kicked_may_look_back_and_who_was_banned_may_not() -> None:
    """To be sent away once is no ban."""
    table = Table()
    table.add(rooms.kick(table.state, 0, 1, SHUFFLE, banned=False))
    table.add(rooms.kick(table.state, 0, 2, SHUFFLE, banned=True))
    assert table.knows("b")
    assert not table.knows("c")


def test_a_token_that_was_replaced_twice_is_worth_nothing() -> None:
    """As at the table: the newest two of a person count, and those of the end stay."""
    table = Table()
    second = table.renew(1, "b")
    assert table.knows("b")
    third = table.renew(1, second)
    assert not table.knows("b")
    assert table.knows(second)
    assert table.knows(third)
    table.add(seating.leave(table.state, 1, SHUFFLE))
    assert not table.knows("b")
    assert table.knows(second)
    assert table.knows(third)


def test_people_who_change_places_keep_what_they_know() -> None:
    """And who is banned then is who sits there now."""
    table = Table()
    table.add(seating.sit(table.state, 0, 1, who=2))
    assert all(table.knows(token) for token in "abc")
    assert table.renew(1, "c")
    table.add(rooms.kick(table.state, 0, 1, SHUFFLE, banned=True))
    assert table.knows("b")
    assert not table.knows("c")


@pytest.mark.parametrize("spectators", [True, False])
def test_the_setting_that_holds_is_the_latest(*, spectators: bool) -> None:
    """A room that is closed closes its past, one that is opened opens it."""
    table = Table(Room(bots=False, autostart=False, spectators=not spectators))
    table.add((RoomChanged(RULES, Room(bots=False, autostart=False, spectators=spectators)),))
    assert table.knows(None) == spectators


@pytest.mark.parametrize("path", ["history", "rounds/1/record", "matches/1/record", "rounds/1/deal"])
def test_a_real_server_turns_strangers_away(server: Server, path: str) -> None:
    """All addresses that look back; what the table is now is told, as whoever is invited needs it."""
    closed = server.open(players=2, spectators=False)
    address = f"/api/tables/{closed['table']}/{path}"
    here = {"x-forwarded-for": f"10.3.0.{len(path)}"}  # else it is all the tests together that ask too often
    for shown in ({}, {"authorization": "Bearer nonsense"}, {"authorization": closed["token"]}):
        status, told = server.http(address, **here, **shown)
        assert (status, told["error"]["code"], told["error"]["reason"]) == (403, "private", "past-private")
    status, _ = server.http(address, **here, authorization=f"Bearer {closed['token']}")
    assert status in (200, 409)  # of a round that is being played there is no record yet
    assert server.http(f"/api/tables/{closed['table']}")[0] == 200
    opened = server.open(players=2)
    assert server.http(f"/api/tables/{opened['table']}/{path}", **here)[0] in (200, 409)
