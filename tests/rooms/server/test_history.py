"""The history of a table and its records: all that is over, and nothing of what is being played."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from lastcard.bots import Greedy
from lastcard.bots.arena import choose_action
from lastcard.record import DealEntry, LeaveEntry, Record, read_record, replay
from lastcard.record.from_events import entries_from_events
from lastcard.record.verify import FindingStatus, verify
from lastcard.rules.encode import encode
from lastcard.rules.legal import awaited
from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions import acts, deals, rooms, seating, starting
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.events import DealCalled, DealVoided, Room, read_event
from lastcard.server.model.state import fold
from lastcard.server.views import history
from lastcard.server.views.history import (
    HistoryReader,
    history_data,
    match_record,
    read_history,
    round_record,
)
from lastcard.server.wire.history_models import HistoryData
from lastcard.server.wire.outbound import dump
from tests.rooms.server.conftest import Server, client
from tests.rooms.server.tables import BITS, SHUFFLE, refused
from tests.rooms.server.test_deals import GAME, something

if TYPE_CHECKING:
    from lastcard.server.decisions.checks import Events
    from lastcard.server.model.events import Event
    from lastcard.server.model.state import TableState
    from lastcard.server.views.history import TableHistory

RULES: list[dict[str, Any]] = [
    {"players": 2, "target": 60},
    {"players": 4, "target": 60, "scoring": "elimination"},
    {"players": 3, "target": 60, "scoring": "running-total", "stacking": "same", "jump_in": "all"},
    {"players": 4, "target": 100, "teams": [[0, 2], [1, 3]]},
]


class Kept:
    """A table with its log as text."""

    def __init__(self, **options: Any) -> None:
        self.log: list[str] = []
        self.state: TableState | None = None
        rules = ruleset("classic", **{"players": 3, "target": 60} | options)
        who = Newcomer("Ana", "a")
        self.add(rooms.open_table(rules, Room(bots=False, autostart=False), who, now=False, game=GAME))

    @property
    def now(self) -> TableState:
        """The table."""
        assert self.state is not None
        return self.state

    def add(self, events: Events) -> None:
        """Write events down."""
        for event in events:
            self.state = fold(self.state, event)
            self.log.append(dump(encode(event)))

    def settle(self) -> None:
        """Deal."""
        self.add(deals.settled(self.now, BITS, wait=False))

    def start(self) -> None:
        """Begin a match."""
        self.add(starting.start(self.now, self.now.host or 0, self.now.version, fill=True))
        self.settle()

    def play(self, seed: int = 1) -> None:
        """Play the round to its end."""
        random = Random(seed)
        bot = Greedy(random, forget=0.2)
        while self.now.round is not None and not self.now.round.over:
            seat = awaited(self.now.round)[0]
            action = choose_action(bot, self.now.round, seat)
            assert action is not None
            self.add(acts.carry_out(self.now, seat, action, deals.shuffle(self.now, SHUFFLE)))
        self.settle()

    def next(self) -> None:
        """Deal the next round."""
        self.add(starting.next_round(self.now, self.now.version))
        self.settle()


def scores(record: Record) -> list[int]:
    """The totals after the record is played."""
    last = list(replay(record))[-1]
    return [points for _, points in last.match.scores]


@pytest.mark.tier("default")
@pytest.mark.parametrize("bots", [True, False])
@pytest.mark.parametrize("options", RULES)
def test_every_match_and_round_is_a_record_that_plays(options: dict[str, Any], bots: bool) -> None:
    """Whoever came and went: totals, points and deals are those of the table, and every deal holds."""
    random = Random(7)
    table = Kept(**options)
    table.add(rooms.change_room(table.now, 0, table.now.rules, Room(bots=bots, draw=bots)))
    for _ in range(1200):
        table.add(something(table.now, random))
    history = read_history(table.log)
    data = history_data(history)
    HistoryData.model_validate_json(dump(data))
    assert len(data["matches"]) == len(history.matches) > 1
    for told, match in zip(history.matches, data["matches"], strict=True):
        if not told.rounds:
            continue
        record = read_record(match_record(history, told.number))
        assert sum(isinstance(e, DealEntry) for e in record.entries) == len(match["rounds"])
        assert scores(record) == match["rounds"][-1]["scores"]
        assert [found for found in verify(record) if found.verdict.fails] == []
    for match in data["matches"]:
        for round_ in match["rounds"]:
            single = read_record(round_record(history, round_["number"]))
            moment = list(replay(single))[-1]
            assert {str(who): n for who, n in moment.match.rounds[-1]} == round_["points"]
            assert moment.round is not None
            assert moment.round.out == round_["out"]
            assert any(found.verdict is FindingStatus.HOLDS for found in verify(single))


def test_reading_on_tells_what_reading_anew_does() -> None:
    """However much of the log was told before, with records in between; a shorter log of the same table changes nothing."""
    table = Kept(players=2)
    table.add(seating.join(table.now, Newcomer("Ben", "b"))[2])
    table.start()
    table.play()
    reading = HistoryReader()

    def told(history: TableHistory) -> tuple[object, str]:
        over = [round_.number for match in history.matches for round_ in match.rounds]
        return history_data(history), "".join(round_record(history, number) for number in over)

    for end in (*range(1, len(table.log), 7), len(table.log)):
        assert reading.query(table.log[:end], told) == told(read_history(table.log[:end]))
    assert reading.query(table.log[:3], told) == told(read_history(table.log))


def test_each_line_of_a_log_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at a table often costs no more than looking at it once; a round is retold once its deal is open."""
    table = Kept(players=2)
    table.add(seating.join(table.now, Newcomer("Ben", "b"))[2])
    table.start()
    table.play()
    read: list[object] = []
    retold: list[object] = []
    reading = HistoryReader()

    def reads(data: object) -> Event:
        read.append(data)
        return read_event(data)

    def retells(*given: Any) -> Any:
        retold.append(given)
        return entries_from_events(*given)

    monkeypatch.setattr(history, "read_event", reads)
    monkeypatch.setattr(history, "entries_from_events", retells)
    for _ in range(3):
        reading.query(table.log, lambda found: (history_data(found), round_record(found, 1)))
    assert len(read) == len(table.log)
    assert len(retold) == 1


def test_a_round_that_is_played_is_not_told() -> None:
    """Not in the history, not as a record; once it is over, both."""
    table = Kept()
    table.start()
    before = read_history(table.log)
    assert history_data(before)["playing"] == 1
    assert history_data(before)["matches"][0]["rounds"] == []
    with refused("playing"):
        round_record(before, 1)
    with refused("playing"):
        match_record(before, 1)
    table.play()
    after = read_history(table.log)
    assert history_data(after)["playing"] is None
    assert "round" in round_record(after, 1)


def test_the_record_of_a_match_being_played_ends_with_the_last_round_that_is_over() -> None:
    """The cards of the running one stay where they are."""
    table = Kept(target=500)
    table.start()
    table.play()
    table.next()
    history = read_history(table.log)
    record = read_record(match_record(history, 1))
    assert sum(isinstance(e, DealEntry) for e in record.entries) == 1
    assert round_record(history, 1)
    with refused("playing"):
        round_record(history, 2)


def test_nothing_of_a_running_round_is_in_the_history() -> None:
    """Two tables whose hands and piles differ, and nothing else, have the same history."""
    told = set()
    for seed in range(2):
        table = Kept(players=3)
        table.add(seating.join(table.now, Newcomer("Ben", "b"))[2])
        table.add(starting.start(table.now, 0, table.now.version, fill=True))
        table.add(deals.settled(table.now, Random(seed).randbytes, wait=False))
        data = history_data(read_history(table.log))
        assert table.now.round is not None
        told.add(dump(data))
    assert len(told) == 1


def test_what_there_is_not_has_no_record() -> None:
    """Neither a round nor a match of that number."""
    table = Kept()
    for write in (round_record, match_record):
        for number in (0, 1, 99):
            with refused("unknown"):
                write(read_history(table.log), number)


@pytest.mark.rule("V14")
def test_who_left_between_two_rounds_leaves_in_the_record_as_well() -> None:
    """The next round is dealt to the others."""
    table = Kept(players=3, target=500)
    table.add(seating.join(table.now, Newcomer("Ben", "b"))[2])
    table.add(seating.join(table.now, Newcomer("Cleo", "c"))[2])
    table.start()
    table.play()
    table.add(seating.leave(table.now, 1, SHUFFLE))
    table.next()
    table.play()
    record = read_record(match_record(read_history(table.log), 1))
    assert LeaveEntry(1) in record.entries
    single = read_record(round_record(read_history(table.log), 2))
    assert isinstance(single.entries[0], LeaveEntry)
    assert [set(e.hands) for e in single.entries if isinstance(e, DealEntry)] == [{0, 2}]


def test_a_void_round_is_no_round() -> None:
    """It is dealt anew under the next number: the first of a match with the match, a later one in it."""
    table = Kept(target=5000)
    table.start()
    void(table)
    table.play()
    table.next()
    void(table)
    table.play()
    history = read_history(table.log)
    assert [[r.number for r in match.rounds] for match in history.matches] == [[2, 4]]
    for number in (1, 3):
        with refused("unknown"):
            round_record(history, number)
    assert sum(isinstance(e, DealEntry) for e in read_record(match_record(history, 1)).entries) == 2


def void(table: Kept) -> None:
    """The log has lost the secret of the round that is being played."""
    assert table.now.deal is not None
    assert table.now.round is not None
    table.add((DealVoided(table.now.deal.number), DealCalled()))
    table.settle()


def test_names_in_a_record_are_those_of_who_played() -> None:
    """Newcomers after the match are not in it."""
    table = Kept(players=2, target=60)
    table.add(seating.join(table.now, Newcomer("Ben", "b"))[2])
    table.start()
    while True:
        table.play()
        assert table.now.match is not None
        if table.now.match.over:
            break
        table.next()
    table.add(seating.leave(table.now, 1, SHUFFLE))
    table.add(seating.join(table.now, Newcomer("Zoë", "z"))[2])
    assert read_record(match_record(read_history(table.log), 1)).header.names == {0: "Ana", 1: "Ben"}


def test_what_people_did_at_the_table_is_in_the_history_without_their_tokens() -> None:
    """Who came, who was sent away; no proof, no secret."""
    table = Kept(players=3)
    table.add(seating.join(table.now, Newcomer("Ben", "b"))[2])
    table.add(rooms.kick(table.now, 0, 1, SHUFFLE, banned=True))
    table.start()
    data = history_data(read_history(table.log))
    told = [entry["e"]["t"] for entry in data["table"]]
    assert told[:4] == ["seat-taken", "seat-taken", "kicked", "seat-left"]
    assert "match-began" in told
    assert not {"deal-sealed", "contributed", "token-renewed"} & set(told)
    text = dump(data)
    assert not any(str(getattr(seat, "proof", None)) in text for seat in table.now.seats if seat.proof)
    assert table.now.deal is not None
    assert table.now.deal.secret not in text


async def test_history_and_records_of_a_real_server(server: Server) -> None:
    """Over HTTP: 409 before the round is over, a text that replays after it, 404 for what there is not."""
    table = server.open(players=2, options={"hand_size": 3})
    path = f"/api/tables/{table['table']}"
    async with client(server, table["table"], table["token"]) as ana:
        await ana.settled()
        if not ana.over:
            status, found = server.http(f"{path}/rounds/1/record")
            assert (status, found["error"]["code"]) == (409, "playing")
            assert server.http(f"{path}/history")[1]["playing"] == 1
        while not ana.over:
            await ana.play_on()
        status, text = server.http(f"{path}/rounds/1/record")
        assert status == 200
        assert list(replay(read_record(text)))[-1].round is not None
        assert server.http(f"{path}/matches/1/record")[0] == 200
        history = server.http(f"{path}/history")[1]
        HistoryData.model_validate(history)
        assert [r["number"] for r in history["matches"][0]["rounds"]] == [1]
        assert history["matches"][0]["scores"] == ana.state["table"]["match"]["scores"]
    assert server.http(f"{path}/rounds/9/record")[0] == 404
    assert server.http(f"{path}/matches/9/record")[0] == 404
    assert server.http("/api/tables/nosuchtable0/history")[0] == 404
