"""The log of a table for a request that may look back at it (`views.access`)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from lastcard.server.model.errors import RefusedError, UnknownTableError
from lastcard.server.views.access import may_look_back

if TYPE_CHECKING:
    from starlette.requests import Request

    from lastcard.server.storage.interface import EventLog


_SCHEME: Final = "Bearer "


async def log_for(request: Request, log: EventLog) -> list[str]:
    """The lines of the log of the table that a request names, if who sent it may look back; RefusedError."""
    saved = await log.load(request.path_params["table"])
    if saved is None:
        raise UnknownTableError
    bodies = [entry.body for entry in saved.entries]
    if not await asyncio.to_thread(may_look_back, bodies, shown_token(request)):
        raise RefusedError("past-private")
    return bodies


def shown_token(request: Request) -> str | None:
    """The seat's token that a request shows."""
    header = request.headers.get("authorization", "")
    return header[len(_SCHEME) :] if header.startswith(_SCHEME) else None
