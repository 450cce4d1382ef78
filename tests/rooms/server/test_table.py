"""The mailbox of a table, with a log that fails and viewers that only listen."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from lastcard.bots import Greedy
from lastcard.rules import actions
from lastcard.rules.encode import encode
from lastcard.rules.round import Round
from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions import deals, rooms
from lastcard.server.decisions.requests import Act, Leave, NewTable
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.lobby import Lobby
from lastcard.server.model.chance import SYSTEM
from lastcard.server.model.errors import RefusedError, UnknownTableError
from lastcard.server.model.events import Room
from lastcard.server.model.state import SeatKind, fold_all
from lastcard.server.ops.config import Settings
from lastcard.server.ops.metrics import Metrics
from lastcard.server.storage.interface import LogEntry, SavedLog
from lastcard.server.table.messages import Attach, Command, Detach
from lastcard.server.table.projection import read_log
from lastcard.server.table.settings import MAX_SPECTATORS, TableSettings
from lastcard.server.table.table import TableActor
from lastcard.server.wire.inbound import Cmd
from lastcard.server.wire.outbound import dump
from tests.fakes.log import MemoryLog
from tests.rooms.server.tables import grown

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

TOKEN = "the token"  # noqa: S105 - for tests only


class Listener:
    """A viewer that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.ended: str | None = None
        self.one_way = 0.0

    def send(self, text: str) -> None:
        """See Viewer."""
        self.told.append(json.loads(text))

    def end(self, why: RefusedError) -> None:
        """See Viewer."""
        self.ended = why.code

    def drop(self) -> None:
        """See Viewer."""
        self.ended = "dropped"

    def answers(self) -> list[dict[str, Any]]:
        """What commands were answered."""
        return [m for m in self.told if m["t"] in ("ack", "nak")]


def opened(*, bots: bool = True, players: int = 3, **options: Any) -> SavedLog:
    """The log of a new table with a person on seat 0."""
    rules = ruleset("classic", players=players, **options)
    events = rooms.open_table(rules, Room(bots=bots), Newcomer("Ana", TOKEN), now=bots)
    events += deals.settled(grown(None, events), SYSTEM.bits, wait=False)
    return SavedLog(tuple(LogEntry(i, dump(encode(e))) for i, e in enumerate(events, 1)), ())


@pytest.fixture
async def seat() -> AsyncIterator[tuple[TableActor, MemoryLog, Listener]]:
    """A table whose bots think for long, its log, and the person on seat 0."""
    saved = opened()
    log = MemoryLog([entry.body for entry in saved.entries])
    table = TableActor("table", saved, log, TableSettings(1000.0), Metrics(), SYSTEM)
    table.start()
    ana = Listener()
    await table.put(Attach(ana, TOKEN, None))
    yield table, log, ana
    await table.stop()


async def ask(
    table: TableActor, who: Listener, action: str, id_: str = "it", v: int | None = None
) -> dict[str, Any]:
    """A command and its answer."""
    count = len(who.answers())
    seen = table.state.version if v is None else v
    await table.put(Command(who, Cmd(t="cmd", id=id_, v=seen, d=Act(t="act", action=action))))
    while len(who.answers()) == count:  # noqa: ASYNC110 - a mailbox has no event for this
        await asyncio.sleep(0)
    return who.answers()[-1]


def lawful(table: TableActor) -> str:
    """Something that seat 0 may do now."""
    round_ = table.state.round
    assert round_ is not None
    found = Greedy(Random(1)).act(round_, 0, commands_legal(round_))
    return str(found)


def commands_legal(round_: Round) -> tuple[actions.Action, ...]:
    from lastcard.rules.legal import legal_actions

    return legal_actions(round_, 0)


async def test_what_the_log_cannot_keep_did_not_happen(seat: tuple[TableActor, MemoryLog, Listener]) -> None:
    """A failed commit is told as such, changes nothing, and the same command can be sent again."""
    table, log, ana = seat
    await asyncio.sleep(0)
    before = table.state
    log.fail = "before"
    answer = await ask(table, ana, "report 1")
    assert (answer["t"], answer["code"]) == ("nak", "storage")
    assert table.state == before
    answer = await ask(table, ana, "report 1")
    assert answer["t"] == "ack"
    assert table.state.version > before.version


async def test_a_commit_whose_answer_was_lost_is_not_repeated(
    seat: tuple[TableActor, MemoryLog, Listener],
) -> None:
    """Kept but reported as failed: the table asks the log, and the command sent again is only answered."""
    table, log, ana = seat
    await asyncio.sleep(0)
    log.fail = "after"
    assert (await ask(table, ana, "report 1"))["code"] == "storage"
    version = len(log.entries)
    answer = await ask(table, ana, "report 1")
    assert (answer["t"], answer["v"]) == ("ack", version)
    assert len(log.entries) == version == table.state.version


async def test_a_log_that_somebody_else_wrote_to_is_read_again(
    seat: tuple[TableActor, MemoryLog, Listener],
) -> None:
    """A conflict voids what was decided here."""
    table, log, ana = seat
    await asyncio.sleep(0)
    await log.append(
        "table",
        table.state.version,
        [json.dumps({"t": "seat-taken", "seat": 1, "name": "Zoe", "proof": "x"})],
    )
    assert (await ask(table, ana, "report 1"))["code"] == "storage"
    await ask(table, ana, "nonsense", id_="other")
    assert table.state.seats[1].name == "Zoe"


async def test_the_log_tells_the_table(seat: tuple[TableActor, MemoryLog, Listener]) -> None:
    """What is read from the log is the state that the table has."""
    table, log, ana = seat
    await asyncio.sleep(0)
    await ask(table, ana, "report 1")
    state, recent = read_log(SavedLog(tuple(log.entries), tuple(log.receipts)))
    assert state == table.state
    assert fold_all(None, tuple(event for _, event in recent)) == state


async def test_a_command_after_leaving_is_refused(seat: tuple[TableActor, MemoryLog, Listener]) -> None:
    """The connection has no seat any more; a bot has."""
    table, _, ana = seat
    await table.put(Command(ana, Cmd(t="cmd", id="a", v=0, d=Leave(t="leave"))))
    assert (await ask(table, ana, "draw", id_="b"))["code"] in ("spectator", "ended")
    assert table.state.seats[0].kind is SeatKind.BOT


async def test_a_table_has_room_for_so_many_spectators(seat: tuple[TableActor, MemoryLog, Listener]) -> None:
    """One more is told that it is full; the person of a seat always finds room."""
    table, _, _ = seat
    viewers = [Listener() for _ in range(MAX_SPECTATORS + 1)]
    for viewer in viewers:
        await table.put(Attach(viewer, None, None))
    other = Listener()
    await table.put(Attach(other, TOKEN, None))
    await ask(table, other, "nonsense")
    assert [v.ended for v in viewers] == [None] * MAX_SPECTATORS + ["full"]
    assert other.ended is None


async def test_a_table_that_stops_answers_what_waits_and_drops_its_viewers() -> None:
    """Nobody is left without an answer; a message after that is refused."""
    saved = opened()
    log = MemoryLog([entry.body for entry in saved.entries])
    table = TableActor("table", saved, log, TableSettings(1000.0), Metrics(), SYSTEM)
    table.start()
    ana = Listener()
    await table.put(Attach(ana, TOKEN, None))
    joining = asyncio.create_task(table.join(Newcomer("Ben", "another")))
    await asyncio.sleep(0)
    await table.stop()
    assert await joining == (1, "another")
    assert ana.ended == "dropped"
    with pytest.raises(RefusedError):
        await table.put(Detach(ana))


async def test_quiet_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    """The log is what stays."""
    lobby = Lobby(MemoryLog(), Settings(tmp_path), Metrics(), SYSTEM)
    name, _ = await lobby.open(NewTable())
    first = await lobby.find(name)
    assert await lobby.find(name) is first
    lobby.sweep(first.quiet_since + Settings(tmp_path).quiet - 1)
    assert await lobby.find(name) is first
    lobby.sweep(first.quiet_since + Settings(tmp_path).quiet + 1)
    second = await lobby.find(name)
    assert second is not first
    assert second.state == first.state
    await lobby.stop()


async def test_two_who_come_first_at_once_find_the_same_table(tmp_path: Path) -> None:
    """A table is read from its log once."""
    lobby = Lobby(MemoryLog(), Settings(tmp_path), Metrics(), SYSTEM)
    name, _ = await lobby.open(NewTable())
    one, other = await asyncio.gather(lobby.find(name), lobby.find(name))
    assert one is other
    await lobby.stop()


async def test_a_record_that_cannot_be_read_is_no_table(tmp_path: Path) -> None:
    """It is refused, and the server goes on."""
    log = MemoryLog(['{"t": "nonsense"}'], "abcdef")
    lobby = Lobby(log, Settings(tmp_path), Metrics(), SYSTEM)
    with pytest.raises(RefusedError, match="cannot be read"):
        await lobby.find("abcdef")
    with pytest.raises(UnknownTableError):
        await lobby.find("../x")
    await lobby.stop()
