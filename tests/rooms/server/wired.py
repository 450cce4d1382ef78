"""A table with a log that can be read again, and viewers who come, go and come back, in virtual time."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import TYPE_CHECKING, Any

from lastcard.bots import Greedy
from lastcard.bots.arena import choose_action
from lastcard.rules.encode import encode
from lastcard.rules.legal import awaited
from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions import deals, rooms, seating
from lastcard.server.decisions.requests import Act, Request
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.chance import Chance
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import Room
from lastcard.server.ops.metrics import Metrics
from lastcard.server.table.messages import Attach, Command, Detach
from lastcard.server.table.settings import TableSettings
from lastcard.server.table.table import TableActor
from lastcard.server.wire.inbound import Cmd
from lastcard.server.wire.message_models import check
from lastcard.server.wire.outbound import dump, gone
from tests.fakes.log import MemoryLog
from tests.rooms.server.tables import NAMES, read_back
from tests.rooms.server.timed import NOBODY_ACTS, settle

if TYPE_CHECKING:
    from lastcard.rules.round import Round

Json = dict[str, Any]


class Window:
    """A connection of somebody: keeps what it is told, and holds every message against the protocol."""

    def __init__(self) -> None:
        self.told: list[Json] = []
        self.ended: str | None = None
        self.one_way = 0.0

    def send(self, text: str) -> None:
        """See Viewer."""
        check(text)
        self.told.append(json.loads(text))

    def end(self, why: RefusedError) -> None:
        """See Viewer."""
        check(dump(gone(why)))
        self.ended = why.code

    def drop(self) -> None:
        """See Viewer."""
        self.ended = "dropped"

    def of(self, *kinds: str) -> list[Json]:
        """The messages of these kinds."""
        return [m for m in self.told if m["t"] in kinds]

    @property
    def snap(self) -> Json:
        """The latest snapshot."""
        return self.of("snap")[-1]

    @property
    def state(self) -> Json:
        """Where the table stood when it was last told."""
        return self.of("snap", "state")[-1]

    @property
    def versions(self) -> list[int]:
        """The versions of the events that came one by one."""
        return [m["v"] for m in self.of("ev")]

    def answer(self, id_: str) -> Json:
        """The latest answer to a command."""
        return [m for m in self.of("ack", "nak") if m["id"] == id_][-1]


BOTS_IDLE = TableSettings(NOBODY_ACTS)
"""Bots think for longer than any test takes."""


class Wired:
    """A table for so many people, whose tokens are their names, with bots on the other seats, dealt at once."""

    def __init__(
        self,
        people: int = 2,
        players: int = 3,
        *,
        now: bool = True,
        settings: TableSettings = BOTS_IDLE,
        **room: Any,
    ) -> None:
        rules = ruleset("classic", players=players, target=10_000)
        opened = Room(**({"autostart": False} | room))
        events = rooms.open_table(rules, opened, Newcomer("Ana", "Ana"), now=now)
        events += deals.settled(read_back(None, events), Random(2).randbytes, wait=False)
        for name in NAMES[1:people]:
            events += seating.join(read_back(None, events), Newcomer(name, name))[2]
        self.log = MemoryLog([dump(encode(event)) for event in events])
        self.random = Random(3)
        self._counted = 0
        self._settings = settings
        self.table = self._read()

    def _read(self) -> TableActor:
        table = TableActor("table", self.log.saved, self.log, self._settings, Metrics(), Chance(self.random))
        table.start()
        return table

    async def restart(self) -> None:
        """Another process takes the table up from its log."""
        await self.table.stop()
        self.table = self._read()

    async def come(self, token: str | None, since: int | None = None, browser: str | None = None) -> Window:
        """Somebody connects."""
        window = Window()
        await self.table.put(Attach(window, token, since, browser))
        await settle()
        return window

    async def go(self, window: Window) -> None:
        """A connection is gone."""
        await self.table.put(Detach(window))
        await settle()

    async def send(self, window: Window, wish: Request, id_: str | None = None, v: int | None = None) -> Json:
        """A command and its answer."""
        self._counted += 1
        name = id_ or f"c{self._counted}"
        seen = self.table.state.version if v is None else v
        await self.table.put(Command(window, Cmd(t="cmd", id=name, v=seen, d=wish)))
        await settle()
        return window.answer(name)

    def choice(self) -> tuple[int, str] | None:
        """Whose turn it is and what they would do; None when the round is over."""
        round_ = self.round
        if round_.over:
            return None
        seat = awaited(round_)[0]
        action = choose_action(Greedy(self.random), round_, seat)
        assert action is not None
        return seat, str(action)

    async def step(self, windows: dict[int, Window]) -> bool:
        """Whoever's turn it is acts: a person from their window, a bot by the clock; whether the round goes on."""
        chosen = self.choice()
        if chosen is None:
            return False
        seat, action = chosen
        if seat in windows:
            assert (await self.send(windows[seat], Act(t="act", action=action)))["t"] == "ack"
        else:
            await asyncio.sleep(NOBODY_ACTS * 5)
            await settle()
        return True

    @property
    def round(self) -> Round:
        """The round at the table."""
        assert self.table.state.round is not None
        return self.table.state.round

    async def stop(self) -> None:
        """Put the table away."""
        await self.table.stop()
