"""People at a simulated table: each a small client that plays what is lawful, and keeps a ledger of what was acknowledged."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from tests.laws.simulated.network import Gone, Socket
from tests.laws.simulated.watch import Eyes, Seat, hold
from tests.laws.simulated.wishes import wish

if TYPE_CHECKING:
    from tests.laws.simulated.world import World

Json = dict[str, Any]
AGAIN_AFTER = 4.0
"""Seconds without an answer after which a command is sent again, under the same id."""
LOST_SEAT = {"unknown", "kicked", "banned", "left"}
MAX_PENDING = 2
MAX_WINDOWS = 3
UNLOGGED = {"say", "chat", "control", "back"}
"""What may be acknowledged without a trace in the log."""
STORAGE = {"storage", "fault", "busy"}
"""Refusals after which nobody knows whether the command was carried out."""


@dataclass(slots=True)
class Wish:
    """A command: what was sent under its id, since when, and through which windows it is still unanswered."""

    id: str
    d: Json
    v: int
    at: float
    copies: list[tuple[Window, bool]] = field(default_factory=list)
    """Each copy under way: its window, and whether the log held the command already when it was sent."""


class Window:
    """One page of a person: a connection and what it was told."""

    def __init__(self, person: Person, socket: Socket, token: str | None, since: int | None) -> None:
        self.person = person
        self.socket = socket
        self.eyes = Eyes(person.world.watch_of(person.table), person.known, since)
        self.state: Json = {}
        self.over = False
        self.why = ""
        self.token = token
        """With which it said hello: a seat may have got newer ones since."""
        self.sitting = person.sittings
        self._since = since

    @property
    def ready(self) -> bool:
        """Whether it was told where the table stands, and is still there."""
        return bool(self.state) and self.open

    @property
    def open(self) -> bool:
        """Whether its connection is there, as far as the person can tell."""
        return not self.over and not self.socket.cut_off

    @property
    def you(self) -> Seat:
        """The seat that it looks from."""
        return self.eyes.you

    async def run(self) -> None:
        """Say hello and listen until it is over."""
        person, chance = self.person, self.person.chance
        hello: Json = {"t": "hello", "proto": 1, "table": person.table, "token": self.token}
        try:
            self.socket.send(hello | ({} if self._since is None else {"since": self._since}))
            while True:
                if not person.world.calm and chance.random() < person.world.temper.slow_reader:
                    await asyncio.sleep(chance.choice((0.5, 5.0, 60.0)))
                self.told(await self.socket.receive())
        except Gone:
            pass
        finally:
            self.over = True
            person.lost(self)

    def told(self, text: str) -> None:
        """A message came."""
        message: Json = json.loads(text)
        self.person.news.set()
        self.person.world.note(self.person.name, "<", text)
        if message.get("token"):
            self.person.renewed(self.token, message["token"])
        self.eyes.told(message, text)
        match message["t"]:
            case "snap" | "state":
                self.state = {**self.state, **message}
                if self.token is not None and self.you is None and self.sitting == self.person.sittings:
                    self.person.stands_up(self)
            case "ack" | "nak":
                self.person.answered(self, message)
            case "gone":
                self.why = message["code"]
            case "ping":
                self.socket.send({"t": "pong", "n": message["n"]})

    def send(self, message: Json) -> None:
        """Send a message."""
        self.person.world.note(self.person.name, ">", message)
        self.socket.send(message)


class Person:
    """See the module."""

    def __init__(
        self, world: World, name: str, chance: Random, *, host: bool = False, onlooker: bool = False
    ) -> None:
        self.world = world
        self.name = name
        self.chance = chance
        self.host = host
        self.onlooker = onlooker
        self.address = f"10.0.{chance.randrange(256)}.{chance.randrange(256)}"
        self.table = ""
        self.token: str | None = None
        self.sittings = 0
        """How often the person sat down."""
        self.sitting = ""
        """The id under which a seat is asked for, until it is had."""
        self.tokens: set[str] = set()
        self.windows: list[Window] = []
        self.pending: dict[str, Wish] = {}
        self.ledger: dict[str, Json] = {}
        """What was acknowledged."""
        self.seen: int | None = None
        self.barred = False
        self.news = asyncio.Event()
        self.met: Counter[str] = Counter()
        self._count = 0

    def known(self) -> set[str]:
        """The secrets that are this person's own."""
        return self.tokens

    async def live(self) -> None:
        """Come, play, go, come back, until all is calm; then play on."""
        world, chance = self.world, self.chance
        while not world.ended:
            if self.token is None and not self.onlooker:
                await self._sit_down()
            if self.barred or (self.token is None and not self.onlooker):
                await asyncio.sleep(1.0)
                continue
            await self._look_after_windows()
            await asyncio.sleep(chance.expovariate(1 / world.temper.think) if not world.calm else 0.2)
            if not self.acts():
                await self._news()

    async def _news(self) -> None:
        """Wait until there is something new, or for a while."""
        self.news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(AGAIN_AFTER):
                await self.news.wait()

    async def _sit_down(self) -> None:
        """Open the table, or take a seat at it."""
        world = self.world
        self.sitting = self.sitting or self.chance.randbytes(16).hex()
        mine = {"name": self.name, "id": self.sitting}
        try:
            if self.host and not self.table:
                status, found = await world.http("/api/tables", world.wanted(self.name) | mine, self.address)
            else:
                status, found = await world.http(f"/api/tables/{self.table}/join", mine, self.address)
        except Gone:
            await asyncio.sleep(1.0)
            return
        self.met[f"sit {status}"] += 1
        if status in (200, 201):
            self.table = found.get("table", self.table)
            self.renewed(self.token, found["token"])
            self.sitting = ""
            self.sittings += 1
            self.pending.clear()
            self.ledger.clear()
            self.seen = None
            if self.host:
                world.opened(self.table)
        elif status not in (429, 503):
            self.onlooker = True

    async def _look_after_windows(self) -> None:
        """Open a page where there is none, at times a second one; at times break one."""
        temper, chance = self.world.temper, self.chance
        if not any(window.open for window in self.windows):
            since = chance.choice((self.seen, self.seen, None))
            await self.look(since)
        elif not self.world.calm:
            if chance.random() < temper.second_window and len(self.windows) < MAX_WINDOWS:
                await self.look(None)
            if chance.random() < temper.away:
                chance.choice(self.windows).socket.cut(quietly=chance.random() < 0.5)

    def renewed(self, shown: str | None, token: str) -> None:
        """The seat has a new token, in exchange for the one shown; an answer that comes late changes nothing."""
        if self.token == shown:
            self.token = token
        self.tokens.add(token)
        self.world.watch_of(self.table).secrets.add(token)

    # Connections.

    def window(self) -> Window | None:
        """The page that the person looks at: the latest that works."""
        return next((w for w in reversed(self.windows) if w.ready), None)

    async def look(self, since: int | None) -> None:
        """Open a page."""
        socket = await self.world.connect(self)
        window = Window(self, socket, self.token, since)
        self.windows.append(window)
        self.world.start(window.run(), f"{self.name}'s window")

    def stands_up(self, window: Window) -> None:
        """The seat was given up, or taken away: look on, or come back another time."""
        self.token = None
        self.pending.clear()
        if self.chance.random() < 0.5:
            self.onlooker = True
        else:
            window.socket.cut()

    def lost(self, window: Window) -> None:
        """A page is over; what it had not been answered is sent again through another."""
        self.windows.remove(window)
        self.seen = max(self.seen or 0, window.eyes.v)
        for given in self.pending.values():
            given.copies = [copy for copy in given.copies if copy[0] is not window]
        stale = window.token != self.token if window.why == "unknown" else window.sitting != self.sittings
        if window.why in LOST_SEAT and not stale:
            self.token = None  # the seat is somebody else's now
        if window.why in ("banned", "private"):
            self.barred = True
        self.news.set()

    # Commands.

    def command(self, window: Window, d: Json, v: int | None = None) -> None:
        """Give a new command."""
        self._count += 1
        name = f"{self.name}-{self._count}"
        wish = Wish(name, d, window.eyes.v if v is None else v, self.world.now)
        self.pending[name] = wish
        self.give(window, wish)

    def give(self, window: Window, wish: Wish) -> None:
        """Send a command, perhaps not for the first time."""
        there = wish.id in self.world.watch_of(self.table).receipts
        wish.copies.append((window, there))
        wish.at = self.world.now
        window.send({"t": "cmd", "id": wish.id, "v": wish.v, "d": wish.d})

    def answered(self, window: Window, message: Json) -> None:
        """An ack or nak came: what is acknowledged is in the log, and stays answered so."""
        name, kind = message["id"], str(message.get("code", "ack"))
        wish = self.pending.get(name) or self._again(name)
        if wish is None:
            return
        mine = [copy for copy in wish.copies if copy[0] is window]
        if mine:
            wish.copies.remove(mine[0])
        self.met[f"{wish.d['t']} {kind}"] += 1
        if kind in STORAGE:
            return  # it stays pending, and is sent again
        receipt = self.world.watch_of(self.table).receipts.get(name)
        if mine and mine[0][1] and window.you is not None:
            hold(kind == "ack", "what was carried out is answered so, however often", wish, message)
        if kind == "ack" and wish.d["t"] not in UNLOGGED:
            hold(receipt == message["v"], "what is acknowledged is in the log, once", wish, message, receipt)
            self.ledger[name] = wish.d
        self.pending.pop(name, None)

    def _again(self, name: str) -> Wish | None:
        """A command of the ledger that was given again."""
        d = self.ledger.get(name)
        return None if d is None else Wish(name, d, 0, 0.0)

    # What a person does.

    def acts(self) -> bool:
        """Do something, if there is anything to do."""
        window = self.window()
        if window is None or window.you is None:
            return False
        if self._resend(window):
            return True
        if self.world.quiet or len(self.pending) >= MAX_PENDING:
            return False
        if not window.state.get("control", True):
            d: Json | None = {"t": "control"} if self.world.calm or self.chance.random() < 0.3 else None
        elif not self.world.calm and self.ledger and self.chance.random() < 0.05:
            return self._once_more(window)
        else:
            d = self._kick(window.state) or wish(window.state, self.chance, purpose=self.world.calm)
        if d is not None:
            self.command(window, d)
        return d is not None

    def _once_more(self, window: Window) -> bool:
        """Send again what was acknowledged long ago."""
        name = self.chance.choice(list(self.ledger))
        found = Wish(name, self.ledger[name], window.eyes.v, self.world.now)
        self.pending.setdefault(name, found)
        self.give(window, self.pending[name])
        return True

    def repeats_all(self) -> None:
        """Send everything again that was ever acknowledged to who sits here now."""
        window = self.window()
        if window is None or window.you is None:
            self.pending.clear()
            return
        for name, d in self.ledger.items():
            self.pending[name] = Wish(name, d, window.eyes.v, self.world.now)
            self.give(window, self.pending[name])

    def _kick(self, state: Json) -> Json | None:
        """As the host send away who has not been there for long, once all is calm."""
        table = state["table"]
        if not self.world.calm_for(20.0) or table.get("host") != state["you"]:
            return None
        gone = [s["seat"] for s in table["seats"] if s["kind"] == "person" and not s["connected"]]
        return {"t": "kick", "seat": gone[0]} if gone else None

    def _resend(self, window: Window) -> bool:
        """Send again what has not been answered for long."""
        for given in self.pending.values():
            if not given.copies or self.world.now - given.at > AGAIN_AFTER:
                self.give(window, given)
                return True
        return False
