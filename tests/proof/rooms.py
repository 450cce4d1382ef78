"""A room of two people over the wire, and a door for others."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Self

from tests.rooms.server.conftest import Client, client

if TYPE_CHECKING:
    from tests.proof.hosts import Host

Json = dict[str, Any]


class Room:
    """A room of two people who are connected, and a door for others."""

    def __init__(self, host: Host, **wanted: Any) -> None:
        self.host = host
        self.opened = host.open(**({"players": 2, "bots": False, "chat": True, "grace_ms": 500} | wanted))
        self.table = self.opened["table"]
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        """Ana and Ben sit down."""
        self.ben_joined = self.join("Ben")
        self.ana = await self.come(self.opened["token"])
        self.ben = await self.come(self.ben_joined["token"])
        return self

    async def __aexit__(self, *_: object) -> None:
        """Everybody goes."""
        await self._stack.aclose()

    def join(self, name: str, **more: object) -> Json:
        """Somebody takes a seat."""
        status, found = self.host.http(f"/api/tables/{self.table}/join", {"name": name} | more)
        assert status == 200, found
        return dict(found)

    async def come(self, token: str | None) -> Client:
        """A connection to the table."""
        return await self._stack.enter_async_context(client(self.host, self.table, token))

    async def dealt(self) -> None:
        """Until the cards are dealt and both know it."""
        for one in (self.ana, self.ben):
            while one.state["view"] is None:
                await one.next()
        await self.level()

    async def level(self) -> int:
        """Both have heard everything; the version."""
        v = 0
        for _ in range(2):
            for one in (self.ana, self.ben):
                v = max(v, (await one.ask({"t": "act", "action": "nothing"}))["v"])
                while one.state["v"] < v:
                    await one.next()
        return v

    @property
    def mover(self) -> tuple[Client, Client]:
        """Who is on turn, and who is not."""
        return (self.ana, self.ben) if self.ana.mine else (self.ben, self.ana)


async def refused(who: Client, d: Json, *codes: str, v: int | None = None) -> None:
    """The command is refused with one of the codes, and the table does not move."""
    before = who.state["v"]
    answer = await who.ask(d, v)
    assert (answer["t"], answer["code"] in codes) == ("nak", True), answer
    assert answer.get("v", before) == before
