"""A connection's way to a table that another server runs."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.server.cluster.bus import BusError
from lastcard.server.cluster.remote_table import RemoteTable
from lastcard.server.model.errors import ElsewhereError
from lastcard.server.table.messages import Attach

pytestmark = pytest.mark.asyncio


class Viewer:
    """What a connection is told."""

    one_way = 0.0

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.dropped = False

    def send(self, text: str) -> None:
        """A message."""
        self.heard.append(text)

    def drop(self) -> None:
        """The client shall come back."""
        self.dropped = True


class Unanswered:
    """Lines whose question is heard by the owner, but whose answer is lost."""

    server = "here"

    def __init__(self, told: int) -> None:
        self.told = told
        self.open: set[RemoteTable] = set()

    def add(self, line: RemoteTable) -> None:
        """See `RemoteTables`."""
        self.open.add(line)

    def forget(self, line: RemoteTable) -> None:
        """See `RemoteTables`."""
        self.open.discard(line)

    async def ask(self, table: str, asked: dict[str, Any]) -> dict[str, Any]:
        """See `RemoteTables`."""
        for line in list(self.open):
            for number in range(1, self.told + 1):
                line.receive(number, f"{table} {asked['t']} {number}")
        raise BusError("no answer")


async def test_who_was_told_something_comes_back_instead_of_being_told_it_twice() -> None:
    """The owner's answer was lost after its messages had come: the connection is closed, and nobody asks again over it."""
    lines, viewer = Unanswered(2), Viewer()
    await RemoteTable(lines, "t", "c").put(Attach(viewer, None, 3))
    assert (len(viewer.heard), viewer.dropped, lines.open) == (2, True, set())


async def test_who_was_told_nothing_asks_again() -> None:
    """The owner may not have heard the question."""
    lines, viewer = Unanswered(0), Viewer()
    with pytest.raises(ElsewhereError):
        await RemoteTable(lines, "t", "c").put(Attach(viewer, None, 3))
    assert (viewer.heard, viewer.dropped, lines.open) == ([], False, set())
