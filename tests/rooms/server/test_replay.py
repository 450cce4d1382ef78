"""Records played through over HTTP: what each seat saw, what is refused, what a deal is verified with."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from lastcard.record import RecordError, read_record
from lastcard.record.replay import replay
from lastcard.rules.encode import encode
from lastcard.rules.view import seen_by, view
from lastcard.server.decisions import rooms
from lastcard.server.model.events import Room
from lastcard.server.views.deal_chain import deals_from_log, logged_deal_data
from lastcard.server.views.history import match_record, read_history
from lastcard.server.views.replay import replay_data
from lastcard.server.wire.history_models import ReplayData
from tests.rooms.server.test_history import Kept

if TYPE_CHECKING:
    from tests.rooms.server.conftest import Server


@pytest.fixture(scope="module")
def kept() -> Kept:
    """A table at which three rounds of a match were played."""
    table = Kept(target=1000, players=3)
    table.add(rooms.change_room(table.now, 0, table.now.rules, Room(bots=True)))
    table.start()
    for seed in range(3):
        if seed:
            table.next()
        table.play(Random(seed).randrange(100))
    return table


@pytest.fixture(scope="module")
def match(kept: Kept) -> str:
    """Its record, with the proofs of its deals."""
    return match_record(read_history(kept.log), 1)


def test_every_round_is_told_moment_by_moment_as_each_seat_saw_it(match: str) -> None:
    """Events and views are those that the rules show to the seat, in the form of the wire."""
    moments = list(replay(read_record(match)))
    for seat in (None, 0, 2):
        shown = []
        for number in (1, 2, 3):
            data = replay_data(match, number, seat)
            ReplayData.model_validate_json(json.dumps(data))
            assert data["rounds"][number - 1]["moments"] == len(data["moments"])
            shown += data["moments"]
        assert len(shown) == len(moments)
        for found, moment in zip(shown, moments, strict=True):
            assert moment.round is not None
            seen = moment.round if seat is None else view(moment.round, seat)
            assert found["view"] == encode(seen)
            events = [e if seat is None else seen_by(e, seat) for e in moment.events]
            assert found["events"] == [encode(event) for event in events]


def test_a_seat_is_told_no_card_that_it_could_not_see(match: str) -> None:
    """Until the end the other hands and the pile are backs."""
    for moment in replay_data(match, 1, 1)["moments"][:-1]:
        hands = moment["view"]["hands"]
        assert set(f"{hands[0]['cards']} {hands[2]['cards']}".split()) == {"??"}
        assert set(moment["view"]["hidden"]["pile"].split()) <= {"??"}


def test_the_deals_are_verified_with_what_the_table_itself_tells_of_them(kept: Kept, match: str) -> None:
    """The same as `GET /api/tables/{table}/rounds/{number}/deal`."""
    deals = deals_from_log(kept.log)
    for number, found in enumerate(replay_data(match, 1, None)["rounds"], 1):
        assert found["deal"] == logged_deal_data(deals[number])


def test_the_rounds_tell_their_points(match: str) -> None:
    """Scores add up over the rounds."""
    rounds = replay_data(match, 1, None)["rounds"]
    assert [r["over"] for r in rounds] == [True, True, True]
    total = [0, 0, 0]
    for found in rounds:
        for who, points in found["points"].items():
            total[int(who)] += points
        assert found["scores"] == total


def test_a_round_under_way_is_shown_as_far_as_it_goes(match: str) -> None:
    """A record may end at any place."""
    lines = match.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("pile:"))
    data = replay_data("\n".join(lines[: first + 4]), 1, None)
    assert data["rounds"][0]["over"] is False
    assert data["rounds"][0]["out"] is None


@pytest.mark.parametrize(
    ("number", "seat", "why"), [(9, None, "no round 9"), (1, 5, "5 is no seat"), (1, 3, "3 is no seat")]
)
def test_rounds_and_seats_that_there_are_not_are_refused(
    match: str, number: int, seat: int | None, why: str
) -> None:
    """The record has three rounds and three seats."""
    with pytest.raises(RecordError, match=why):
        replay_data(match, number, seat)


def test_a_record_without_a_round_and_an_endless_one_are_refused(
    match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is something to show, and not too much of it."""
    with pytest.raises(RecordError, match="no round"):
        replay_data(match[: match.index("round\n")], 1, None)
    monkeypatch.setattr("lastcard.server.views.replay.MAX_ENTRIES", 30)
    with pytest.raises(RecordError, match="more than 30 acts"):
        replay_data(match, 1, None)


def test_an_unlawful_act_is_refused_over_http_with_its_line_and_rule(server: Server, match: str) -> None:
    """As by `lastcard replay`, but that people are told the seat from 1."""
    lines = match.splitlines()
    at = next(i for i, line in enumerate(lines) if line.endswith((": draw", ": pass")))
    lines.insert(at + 1, f"{lines[at].split(':')[0]}: uphold")
    status, found = server.http("/api/replay", {"record": "\n".join(lines)})
    assert (status, found["error"]["code"], found["error"]["line"]) == (422, "record", at + 2)
    assert found["error"]["rule"]
    seat = int(lines[at].split(":")[0])
    assert found["error"]["params"] == {"seat": seat, "act": "uphold", "why": "No report is open."}
    assert found["error"]["message"] == f"seat {seat + 1} may not uphold: No report is open."


def test_a_record_may_be_larger_than_other_bodies_but_not_endless(server: Server, match: str) -> None:
    """256 KB are read, more are not."""
    status, found = server.http("/api/replay", {"record": match + "#" * 100 + "\n# " + "x\n# " * 30_000})
    assert status == 200, found
    assert server.http("/api/replay", {"record": match + "\n# " + "x\n# " * 60_000})[0] == 413


@pytest.mark.parametrize(
    "wish",
    [{}, {"record": 5}, {"record": "", "round": 0}, {"record": "", "seat": 10}, {"record": "", "who": 1}],
)
def test_a_wish_of_another_form_is_refused(server: Server, wish: dict[str, object]) -> None:
    """Nothing is guessed."""
    status, found = server.http("/api/replay", wish)
    assert (status, found["error"]["code"]) == (422, "bad")
