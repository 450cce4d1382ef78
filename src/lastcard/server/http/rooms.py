"""The HTTP addresses of rooms: opening, finding by link or code, joining, the invitation."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lastcard.server.decisions.requests import NewTable
from lastcard.server.http.answers import check_rate, read_body
from lastcard.server.http.invitations import Invitations, only_here, qr_svg
from lastcard.server.model.errors import RefusedError
from lastcard.server.ops.quotas import TableQuota, origin_of
from lastcard.server.ops.rate_limit import RateLimits, loop_time
from lastcard.server.wire.inbound import Joining

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from lastcard.server.http.codes import RoomCodes
    from lastcard.server.lobby import Lobby
    from lastcard.server.model.plain import Json
    from lastcard.server.ops.config import Settings


class RoomRoutes:
    """The addresses under `/api/tables` and `/api/codes`."""

    def __init__(self, lobby: Lobby, codes: RoomCodes, invitations: Invitations, settings: Settings) -> None:
        self._lobby = lobby
        self._codes = codes
        self._invitations = invitations
        self._limits = RateLimits(settings.tables_a_minute / 60, settings.tables_a_minute)
        self._openers = TableQuota(settings.tables_an_address, settings.quiet, lobby.in_memory)
        self._tries = RateLimits(settings.codes_a_minute / 60, settings.codes_a_minute)
        # A link is 130 random bits; the limit is for whoever would try them out.
        self._looks = RateLimits(10, 200)

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        return [
            Route("/api/tables", self.open_table, methods=["POST"]),
            Route("/api/tables/{table}", self.table),
            Route("/api/tables/{table}/join", self.join, methods=["POST"]),
            Route("/api/tables/{table}/qr.svg", self.qr),
            Route("/api/codes/{code}", self.code),
        ]

    async def open_table(self, request: Request) -> Response:
        """`POST /api/tables`."""
        check_rate(request, self._limits)
        wanted = await read_body(request, NewTable)
        before = None if wanted.id is None else await self._lobby.opened(wanted.id)
        table, token = before or await self._opened(request, wanted)
        found = {"table": table, "token": token, "seat": 0, "link": f"/t/{table}"}
        return JSONResponse(found | await self._invitation(request, table), 201)

    async def _opened(self, request: Request, wanted: NewTable) -> tuple[str, str]:
        origin, now = origin_of(request.client.host if request.client else ""), loop_time()
        if not self._openers.may_open(origin, now):
            raise RefusedError("many-tables")
        table, token = await self._lobby.open(wanted)
        self._openers.opened(origin, table, now)
        return table, token

    async def join(self, request: Request) -> Response:
        """`POST /api/tables/{table}/join`."""
        check_rate(request, self._limits)
        person = await read_body(request, Joining)
        seat, token = await self._lobby.join(request.path_params["table"], person)
        return JSONResponse({"token": token, "seat": seat})

    async def table(self, request: Request) -> Response:
        """`GET /api/tables/{table}`."""
        check_rate(request, self._looks)
        table = await self._lobby.find(request.path_params["table"])
        invitation = {} if table.state.ended else await self._invitation(request, table.name)
        return JSONResponse(table.summary() | invitation)

    async def _invitation(self, request: Request, table: str) -> Json:
        """How others come to the table: `local` says that the link works on this machine only."""
        invite = self._invitations.url(request, table)
        return {"code": await self._codes.of(table), "invite": invite, "local": only_here(invite)}

    async def code(self, request: Request) -> Response:
        """`GET /api/codes/{code}`: the table that can be joined with it."""
        check_rate(request, self._tries)
        return JSONResponse({"table": await self._codes.table(request.path_params["code"], self._lobby.look)})

    async def qr(self, request: Request) -> Response:
        """`GET /api/tables/{table}/qr.svg`: the invitation as a svg."""
        check_rate(request, self._looks)
        table = await self._lobby.find(request.path_params["table"])
        svg = await asyncio.to_thread(qr_svg, self._invitations.url(request, table.name))
        return Response(svg, media_type="image/svg+xml")
