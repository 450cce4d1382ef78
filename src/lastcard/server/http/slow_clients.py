"""Closes connections that do not finish a request in time (slowloris protection).

Every open connection takes one of the files that a process may have open, so that the limits of the process are raised as
far as the system lets them be.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Final

import h11
import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_WITHIN: Final = 20.0
"""Seconds from the first byte of a request, or from the connection, to the last."""
_OWN_FILES: Final = 64
"""Files that the server has open for itself: log, listeners, connections to database and bus."""

_logger = structlog.get_logger("lastcard")


class TimedRequestProtocol(H11Protocol):
    """uvicorn's own, which closes connections on which a request does not come to its end."""

    within = REQUEST_WITHIN
    _deadline: asyncio.TimerHandle | None = None
    _switched = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        """See asyncio."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """See uvicorn; a connection that is kept for another request has its own time there."""
        super().on_response_complete()
        if self.conn.trailing_data[0]:
            self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """See uvicorn; from here on the frames' protocol has the connection."""
        self._switched = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        self._rest()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Wait for the rest of a request, as long as there is some to come."""
        if self._switched or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._rest()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.within, self.transport.close)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def raise_file_limit(sockets: int) -> None:
    """Let the process open as many files as the system allows; a warning if they are too few for that many sockets."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = sockets + _OWN_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
    except (OSError, ValueError):  # macOS has a bound that it does not tell
        raised = soft
    if raised < wanted:
        _logger.warning("fewer files than sockets may be open", files=raised, most_sockets=sockets)
