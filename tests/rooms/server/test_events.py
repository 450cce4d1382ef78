"""The events of a table: they read back, also as older versions wrote them."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from lastcard.rules.cards import parse_card
from lastcard.rules.encode import EncodingError, encode
from lastcard.rules.ruleset import ruleset
from lastcard.server.model.events import (
    Contributed,
    DealCalled,
    DealOpened,
    DealSealed,
    DealVoided,
    HostChanged,
    Kicked,
    MatchBegan,
    Muted,
    ReadySet,
    Room,
    RoomChanged,
    SeatLeft,
    SeatsMoved,
    SeatTaken,
    TableEvent,
    TableOpened,
    TokenRenewed,
    read_event,
)
from lastcard.server.views.visible import event_data
from lastcard.server.wire.outbound import dump

RULES = ruleset("classic", players=3, target=200)
EVENTS: list[TableEvent] = [
    TableOpened(RULES, Room(chat=True, clock=30)),
    SeatTaken(0, "Ana", "proof-of-token", ready=False, browser="proof-of-browser"),
    SeatTaken(1, "Ada"),
    SeatLeft(2),
    SeatsMoved((1, 0, 2)),
    ReadySet(0, ready=True),
    RoomChanged(RULES, Room()),
    HostChanged(1),
    Kicked(1, banned=True),
    Muted(1, on=True),
    MatchBegan(1, (((0, parse_card("R5")), (1, parse_card("W"))),)),
    TokenRenewed(0, "proof-of-token", "salt-of-token"),
    DealCalled(),
    DealSealed(1, "commitment", "the-secret", "previous"),
    Contributed(0, 1, "00"),
    DealOpened(1, "opened"),
    DealVoided(2),
]


def test_every_event_of_a_table_is_here() -> None:
    """So that none is forgotten below."""
    assert {type(event) for event in EVENTS} == set(get_args(TableEvent))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_reads_back_from_the_log(event: TableEvent) -> None:
    """Written as JSON and read again it is the same."""
    assert read_event(json.loads(dump(encode(event)))) == event


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_nobody_is_shown_a_proof_or_a_secret(event: TableEvent, viewer: int | None) -> None:
    """Not even the seat that it is about."""
    told = dump(event_data(event, viewer))
    assert "proof" not in told
    assert "the-secret" not in told


def test_tables_of_the_first_version_are_still_read() -> None:
    """Their opening had bots and clock, and who took a seat agreed by that."""
    rules = encode(RULES)
    opened = read_event({"t": "table-opened", "rules": rules, "bots": False, "clock": 30})
    assert opened == TableOpened(RULES, Room(bots=False, clock=30))
    assert read_event({"t": "table-opened", "rules": rules, "bots": True}) == TableOpened(RULES, Room())
    taken = read_event({"t": "seat-taken", "seat": 1, "name": "Ben", "proof": "p"})
    assert taken == SeatTaken(1, "Ben", "p", ready=True)
    assert read_event({"t": "match-began", "dealer": 2}) == MatchBegan(2)


def test_what_is_no_event_is_refused() -> None:
    """With the place and the reason."""
    with pytest.raises(EncodingError, match="an object with t"):
        read_event({"t": "table-burnt"})
    with pytest.raises(EncodingError, match="rules"):
        read_event({"t": "table-opened"})
