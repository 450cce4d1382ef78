"""The bus over NATS (`nats` in the settings), for servers that share tables through PostgreSQL."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import nats
import structlog
from nats.errors import Error, NoRespondersError

from lastcard.server.cluster.bus import Answer, BusError, Handler, NobodyError, Stop
from lastcard.server.model.errors import ServerError

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

_FAULTS: Final = (Error, OSError, TimeoutError)
_CONNECT_WITHIN: Final = 5
_HEARD_WITHIN: Final = 10
"""Seconds for the bus to hear who listens."""
_FLUSH_WITHIN: Final = 1
"""Seconds for a message to reach the bus; one that is down does not hold up whoever stops."""
_RECONNECT_EVERY: Final = 1
_PING_EVERY: Final = 2
_PINGS_LOST: Final = 2

_logger = structlog.get_logger("lastcard.bus")


class NatsBus:
    """A `Bus` over a connection to NATS; make one with `open_bus`."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._answering: set[asyncio.Task[None]] = set()

    async def publish(self, subject: str, message: bytes) -> None:
        """See `Bus.publish`; nothing is kept for a connection that is not there."""
        if not self._client.is_connected:
            raise BusError("NATS cannot be reached")
        try:
            await self._client.publish(subject, message)
        except _FAULTS as error:
            raise BusError(f"NATS: {error}") from error

    async def ask(self, subject: str, message: bytes, within: float) -> bytes:
        """See `Bus.ask`."""
        if not self._client.is_connected:
            raise BusError("NATS cannot be reached")
        try:
            answer = await self._client.request(subject, message, timeout=within)
        except NoRespondersError:
            raise NobodyError(f"nobody listens to {subject}") from None
        except _FAULTS as error:
            raise BusError(f"NATS: {str(error) or 'no answer in time'}") from error
        return answer.data

    async def listen(self, subject: str, handler: Handler) -> Stop:
        """See `Bus.listen`."""

        async def handle(message: Msg) -> None:
            try:
                await handler(message.data)
            except Exception:
                _logger.exception("a message of another server failed", subject=subject)

        return await self._subscribe(subject, handle)

    async def answer(self, subject: str, answer: Answer) -> Stop:
        """See `Bus.answer`."""

        async def respond(message: Msg) -> None:
            try:
                await message.respond(await answer(message.data))
            except _FAULTS as error:
                _logger.warning("an answer to another server was lost", subject=subject, error=str(error))
            except Exception:
                _logger.exception("a question of another server failed", subject=subject)

        async def handle(message: Msg) -> None:
            task = asyncio.create_task(respond(message))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

        return await self._subscribe(subject, handle)

    async def close(self) -> None:
        """See `Bus.close`."""
        await asyncio.gather(*self._answering, return_exceptions=True)
        with suppress(*_FAULTS):
            await self._client.close()

    async def _subscribe(self, subject: str, handle: object) -> Stop:
        try:
            subscription: Subscription = await self._client.subscribe(subject, cb=handle)  # type: ignore[arg-type]
            await self._arrived(_HEARD_WITHIN)
        except _FAULTS as error:
            raise BusError(f"NATS: {error}") from error

        async def stop() -> None:
            with suppress(*_FAULTS):
                await subscription.unsubscribe()
                await self._arrived(_FLUSH_WITHIN)  # what is asked from now on finds nobody here

        return stop

    async def _arrived(self, within: int) -> None:
        """Until the server has what was written before: a first ping may overtake that, a second one cannot."""
        for _ in range(2):
            await self._client.flush(within)


async def open_bus(address: str) -> NatsBus:
    """Connect to `nats://…`; ServerError says in one sentence what is wrong, without the address, which may hold a password."""
    try:
        async with asyncio.timeout(_CONNECT_WITHIN):
            client = await nats.connect(
                address,
                error_cb=_warn,
                max_reconnect_attempts=-1,
                reconnect_time_wait=_RECONNECT_EVERY,
                ping_interval=_PING_EVERY,
                max_outstanding_pings=_PINGS_LOST,
            )
    except (*_FAULTS, ValueError) as error:
        raise ServerError(
            f"NATS in LASTCARD_NATS cannot be reached ({str(error) or 'no answer'}): see that it runs and that the address is right."
        ) from None
    return NatsBus(client)


async def _warn(error: Exception) -> None:
    _logger.warning("NATS", error=str(error))
