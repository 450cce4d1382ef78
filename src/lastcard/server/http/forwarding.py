"""Requests for a table that another server runs: handed to that server, and its answer handed on."""

from __future__ import annotations

import asyncio
import base64
import re
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import Response

from lastcard.rules.errors import LastcardError
from lastcard.server.cluster.bus import BusError, NobodyError
from lastcard.server.http.answers import error_answer
from lastcard.server.http.security import LARGEST_BODY
from lastcard.server.model.errors import ElsewhereError, RefusedError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from lastcard.server.cluster.remote_table import RemoteTables
    from lastcard.server.lobby import Lobby
    from lastcard.server.model.plain import Json

_RETRY_DELAYS: Final = (0.1, 0.2, 0.4, 0.8, 0.8, 0.8, 0.8, 0.8)
"""How long is waited each time that a table has no owner; together longer than a lease runs."""
_OF_A_TABLE: Final = re.compile(r"/api/tables/([0-9a-z]+)(/.*)?\Z")


class Forwarding:
    """Answers requests for tables here by `app`, and has all others of a table answered by its owner."""

    def __init__(self, app: ASGIApp, lobby: Lobby, tables: RemoteTables) -> None:
        self._app = app
        self._lobby = lobby
        self._tables = tables

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        found = _OF_A_TABLE.match(scope["path"]) if scope["type"] == "http" else None
        if found is None or await self._is_here(found[1]):
            await self._app(scope, receive, send)
            return
        read = await _read(receive)
        if read is None:
            await error_answer(RefusedError("too-large"))(scope, receive, send)
        else:
            await self._hand_on(found[1], scope, read, send)

    async def _hand_on(self, table: str, scope: Scope, body: bytes, send: Send) -> None:
        """Ask the owner; where there is none just now, wait for the next one, which may be this server."""
        again = _once(body)
        for delay in _RETRY_DELAYS:
            try:
                answer = await self._tables.ask(table, _asked(scope, body))
            except NobodyError:
                await asyncio.sleep(delay)
                if await self._is_here(table):
                    return await self._app(scope, again, send)
            except BusError:
                break  # nobody knows whether it was carried out: that is for the client to find out
            else:
                return await _response(answer)(scope, again, send)
        return await error_answer(ElsewhereError())(scope, again, send)

    async def _is_here(self, table: str) -> bool:
        """Whether this server runs the table; a table that cannot be read is refused here."""
        try:
            await self._lobby.find(table)
        except ElsewhereError:
            return False
        except LastcardError:
            return True
        return True


class ForwardedRequests:
    """Answers what other servers hand on, by the application itself."""

    def __init__(self, app: ASGIApp) -> None:
        """The gate of the other server has let it through."""
        self._app = app

    async def __call__(self, asked: Json) -> Json:
        """Status, headers and body of the answer."""
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": asked["method"],
            "scheme": asked["scheme"],
            "path": asked["path"],
            "raw_path": asked["path"].encode(),
            "root_path": "",
            "query_string": asked["query"].encode(),
            "headers": [
                (name.encode("latin-1"), value.encode("latin-1")) for name, value in asked["headers"]
            ],
            "client": (asked["client"], 0),
            "server": None,
        }
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app(scope, _once(base64.b64decode(asked["body"])), send)
        body = b"".join(message.get("body", b"") for message in sent[1:])
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in sent[0]["headers"]]
        return {
            "status": sent[0]["status"],
            "headers": headers,
            "body": base64.b64encode(body).decode(),
        }


def _asked(scope: Scope, body: bytes) -> Json:
    """A request as it is handed on."""
    client: Any = scope.get("client")
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
    return {
        "t": "http",
        "method": scope["method"],
        "scheme": scope.get("scheme", "http"),
        "path": scope["path"],
        "query": scope["query_string"].decode("latin-1"),
        "headers": headers,
        "client": client[0] if client else "?",
        "body": base64.b64encode(body).decode(),
    }


def _response(answer: Json) -> Response:
    """The owner's answer."""
    headers = {name: value for name, value in answer["headers"] if name != "content-length"}
    return Response(base64.b64decode(answer["body"]), answer["status"], headers)


def _once(body: bytes) -> Receive:
    """What was read already, to be read once more."""
    waiting: list[Message] = [{"type": "http.request", "body": body}]

    async def receive() -> Message:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    return receive


async def _read(receive: Receive) -> bytes | None:
    """The body of a request; None if it is too large."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return body
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            return None
    return body
