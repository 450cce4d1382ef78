"""A bad line between clients and a server: it delays, crumbles, cuts at any byte, and goes silent without a word."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Self

MOST = 65536


@dataclass
class Weather:
    """How the line is: seconds of delay at most each way, and the most bytes that come in one piece (0: any)."""

    delay: float = 0.0
    crumb: int = 0


class BadLine:
    """Listens on a port of its own and carries everything to the server's, as the weather lets it."""

    def __init__(self, port: int, chance: Random, weather: Weather | None = None) -> None:
        self._to = port
        self._chance = chance
        self.weather = weather or Weather()
        self.port = 0
        self.cuts = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._cut_next = False
        self._heard = asyncio.Event()
        self._heard.set()

    async def __aenter__(self) -> Self:
        """Listen."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Cut everything and listen no more."""
        self._server.close()
        self.cut()
        for task in self._carrying:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def cut(self) -> None:
        """All connections end now, with a reset."""
        for writer in list(self._open):
            writer.transport.abort()

    def cut_within(self) -> None:
        """The next piece that comes is carried in part, and then its connection ends."""
        self._cut_next = True

    def silent(self) -> None:
        """From now on nothing is carried any more, and nobody is told."""
        self._heard.clear()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        ends = [writer]
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
            ends.append(back)
            self._open |= set(ends)
            await asyncio.gather(self._one_way(reader, back), self._one_way(there, writer))
        except OSError:
            pass  # the server is not there, or one end was cut
        finally:
            self._carrying.discard(task)
            self._open -= set(ends)
            for end in ends:
                end.transport.abort()

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(self.weather.crumb or MOST):
            await self._heard.wait()
            if self.weather.delay:
                await asyncio.sleep(self._chance.uniform(0, self.weather.delay))
            if self._cut_next and len(data) > 1:
                self._cut_next = False
                self.cuts += 1
                writer.write(data[: self._chance.randrange(1, len(data))])
                with suppress(OSError):
                    await writer.drain()
                raise ConnectionResetError
            writer.write(data)
            await writer.drain()
        raise ConnectionResetError  # one end has closed: so does the other
