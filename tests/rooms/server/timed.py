"""A table of people in virtual time: each sits at a connection with a lag, and cards are as the test wants them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import wraps
from random import Random
from typing import TYPE_CHECKING, Any

from lastcard.rules.cards import parse_card, parse_cards
from lastcard.rules.encode import encode
from lastcard.rules.round import Hand, Hidden, Phase, Round, Turn
from lastcard.rules.round import Table as RoundTable
from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions.requests import Act, Back, Leave, Request
from lastcard.server.model.chance import Chance
from lastcard.server.model.errors import RefusedError, StorageError
from lastcard.server.model.events import Room, TableOpened
from lastcard.server.model.state import SeatKind
from lastcard.server.ops.metrics import Metrics
from lastcard.server.storage.interface import LogEntry, SavedLog
from lastcard.server.table.messages import Attach, Command, Detach
from lastcard.server.table.settings import TableSettings
from lastcard.server.table.table import TableActor
from lastcard.server.wire.inbound import Cmd
from lastcard.server.wire.outbound import dump
from tests.fakes.log import MemoryLog
from tests.laws.simulated.loop import VirtualLoop
from tests.rooms.server.tables import NAMES, joined, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastcard.server.model.state import TableState

PILE = "G1 G2 G4 G6 G7 G8 B2 B3 B4 B6 B7 B8"
NOBODY_ACTS = 1000.0
"""Seconds that bots think in tests that are not about them."""


def in_virtual_time(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """The test runs in a loop whose time jumps from one thing that is due to the next."""

    @wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        loop = VirtualLoop()
        try:
            loop.run_until_complete(test(*arguments, **named))
        finally:
            left = asyncio.all_tasks(loop)
            for task in left:
                task.cancel()
            if left:
                loop.run_until_complete(asyncio.wait(left))
            loop.close()

    return run


class UnreadableLog(MemoryLog):
    """A log that keeps what it is given, and from which nothing can be read."""

    async def load(self, table: str) -> SavedLog | None:
        """See EventLog."""
        del table
        raise StorageError("this log cannot be read")


class Person:
    """Somebody at a connection; keeps what they are told, and when."""

    def __init__(self, seat: int | None, one_way: float = 0.0) -> None:
        self.seat = seat
        self.one_way = one_way
        self.told: list[tuple[float, dict[str, Any]]] = []
        self.ended: str | None = None

    def send(self, text: str) -> None:
        """See Viewer."""
        self.told.append((now(), json.loads(text)))

    def end(self, why: RefusedError) -> None:
        """See Viewer."""
        self.ended = why.code

    def drop(self) -> None:
        """See Viewer."""
        self.ended = "dropped"

    def answers(self, command: str) -> list[tuple[float, dict[str, Any]]]:
        """When the command was answered, and how."""
        return [(at, m) for at, m in self.told if m["t"] in ("ack", "nak") and m["id"] == command]

    def answer(self, command: str) -> dict[str, Any]:
        """The only answer to the command."""
        ((_, found),) = self.answers(command)
        return found

    def answered_at(self, command: str) -> float:
        """When the command was answered."""
        ((at, _),) = self.answers(command)
        return at

    def events(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind that they were shown."""
        return [m["e"] for _, m in self.told if m["t"] == "ev" and m["e"]["t"] == kind]

    def when(self, kind: str) -> list[float]:
        """When they were shown events of a kind."""
        return [at for at, m in self.told if m["t"] == "ev" and m["e"]["t"] == kind]

    @property
    def key(self) -> str | None:
        """What shows that they have seen the race that is on."""
        found = self.state.get("grace") or self.state.get("jumps") or {}
        return found.get("key")

    @property
    def state(self) -> dict[str, Any]:
        """Where the table stood when they were last told."""
        return next(m for _, m in reversed(self.told) if m["t"] in ("snap", "state"))


def now() -> float:
    """The virtual time."""
    return asyncio.get_running_loop().time()


def seated(
    hands: Sequence[str],
    phase: Phase | None = None,
    *,
    top: str = "R5",
    bots: Sequence[int] = (),
    rules: dict[str, Any] | None = None,
    room: dict[str, Any] | None = None,
    **table: Any,
) -> TableState:
    """A table of people, with bots on the seats named, at a position of this round."""
    wanted = ruleset("classic", players=len(hands), **(rules or {}))
    state = joined(opened(wanted, **({"bots": False} | (room or {}))), *NAMES[1 : len(hands)])
    assert state.match is not None
    card = parse_card(top)
    found = RoundTable(wanted, state.match.seats, 0, phase or Turn(0), top=card, colour=card.colour)
    round_ = Round(
        found._replace(**table), tuple(Hand(parse_cards(h)) for h in hands), Hidden(parse_cards(PILE))
    )
    seats = tuple(
        replace(seat, kind=SeatKind.BOT, proof=None) if i in bots else seat
        for i, seat in enumerate(state.seats)
    )
    return replace(state, round=round_, seats=seats, began=state.version, moved=state.version, deal=None)


class Seated:
    """The table of `seated` in play."""

    def __init__(self, state: TableState, bot_delay: float = NOBODY_ACTS, **room: Any) -> None:
        self.log = UnreadableLog(strict=False)
        self.people: dict[int, Person] = {}
        self._state = replace(state, room=replace(state.room, **room))
        self._bot_delay = bot_delay
        self._counted = 0
        self.table = self._new()

    def _new(self) -> TableActor:
        saved = _saved_start()
        table = TableActor(
            "table", saved, self.log, TableSettings(self._bot_delay), Metrics(), Chance(Random(1))
        )
        table._log.projection.advance(self._state)
        table._unchecked = False
        table.start()
        return table

    async def sit(self, *seats: int, one_way: float = 0.0) -> None:
        """People take their connections."""
        for seat in seats:
            person = self.people[seat] = Person(seat, one_way)
            await self.table.put(Attach(person, NAMES[seat], None))
        await settle()

    async def watch(self) -> Person:
        """Somebody looks on."""
        person = Person(None)
        await self.table.put(Attach(person, None, None))
        await settle()
        return person

    async def lose(self, seat: int) -> None:
        """The connection of the seat is lost."""
        await self.table.put(Detach(self.people[seat]))
        await settle()

    async def do(
        self, seat: int, action: str, *, v: int | None = None, id_: str | None = None, blind: bool = False
    ) -> str:
        """A person acts, and shows what they have seen unless `blind`; the command's id."""
        person = self.people[seat]
        key = None if blind else person.key
        return await self.send(person, Act(t="act", action=action, key=key), v, id_)

    async def back(self, seat: int) -> str:
        """A person takes the hand back from the autopilot."""
        return await self.send(self.people[seat], Back(t="back"))

    async def leave(self, seat: int) -> str:
        """A person goes."""
        return await self.send(self.people[seat], Leave(t="leave"))

    async def send(self, person: Person, wish: Request, v: int | None = None, id_: str | None = None) -> str:
        """A command arrives."""
        self._counted += 1
        name = id_ or f"c{self._counted}"
        seen = self.version if v is None else v
        await self.table.put(Command(person, Cmd(t="cmd", id=name, v=seen, d=wish)))
        await settle()
        return name

    @property
    def version(self) -> int:
        """The version of the table."""
        return self.table.state.version

    @property
    def round(self) -> Round:
        """The round at the table."""
        assert self.table.state.round is not None
        return self.table.state.round

    async def stop(self) -> None:
        """Put the table away."""
        await self.table.stop()


def _saved_start() -> SavedLog:
    """A log that a table can be read from, before the test puts it into its position."""
    opening = TableOpened(ruleset("classic", players=2), Room())
    return SavedLog((LogEntry(1, dump(encode(opening))),), ())


async def settle() -> None:
    """Let everything happen that happens at this moment."""
    for _ in range(20):
        await asyncio.sleep(0)


async def after(seconds: float) -> None:
    """So much later, with everything done that was due by then."""
    await asyncio.sleep(seconds)
    await settle()
