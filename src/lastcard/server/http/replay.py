"""The HTTP address at which a record is played through for a page that shows it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lastcard.server.http.answers import check_rate, read_body
from lastcard.server.http.security import LARGEST_RECORD
from lastcard.server.ops.rate_limit import RateLimits
from lastcard.server.views.replay import replay_data
from lastcard.server.wire.history_models import ReplayWish

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute


class ReplayRoutes:
    """The address of the replay. Of what is sent there nothing is kept."""

    def __init__(self) -> None:
        self._limits = RateLimits(2, 30)
        # A long record takes the rules seconds; one at a time leaves the rest of the machine to the tables.
        self._one = asyncio.Semaphore(1)

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        return [Route("/api/replay", self.replay, methods=["POST"])]

    async def replay(self, request: Request) -> Response:
        """`POST /api/replay`: a round of the record as a seat saw it."""
        check_rate(request, self._limits)
        asked = await read_body(request, ReplayWish, LARGEST_RECORD)
        async with self._one:
            data = await asyncio.to_thread(replay_data, asked.record, asked.round, asked.seat)
        return JSONResponse(data)
