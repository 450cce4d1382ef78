"""The wiring: settings and a store in, an ASGI application out; and the process around it."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import webbrowser
from contextlib import asynccontextmanager, suppress
from threading import Event
from typing import TYPE_CHECKING, Any, Final

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from lastcard.rules.errors import LastcardError
from lastcard.server.cluster.leases import Leases
from lastcard.server.http import slow_clients
from lastcard.server.http.answers import refused
from lastcard.server.http.codes import RoomCodes
from lastcard.server.http.deals import DealRoutes
from lastcard.server.http.history import HistoryRoutes
from lastcard.server.http.invitations import Invitations
from lastcard.server.http.replay import ReplayRoutes
from lastcard.server.http.rooms import RoomRoutes
from lastcard.server.http.routes import Routes
from lastcard.server.http.security import SecurityGate
from lastcard.server.lobby import Lobby
from lastcard.server.model.chance import SYSTEM, Chance
from lastcard.server.model.errors import ServerError
from lastcard.server.ops import gc_pauses, logging
from lastcard.server.ops.config import Settings, settings
from lastcard.server.ops.metrics import Metrics
from lastcard.server.ops.network import own_address
from lastcard.server.sharing import Sharing, alone
from lastcard.server.storage import sqlite, sqlite_file
from lastcard.server.storage.codebook import ShortLivedCodebook
from lastcard.server.storage.retention import keep_for
from lastcard.server.websocket import frame_batching
from lastcard.server.websocket.connection import Connections
from lastcard.server.wire.protocol import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from starlette.types import ASGIApp, Receive, Scope, Send

    from lastcard.server.storage.codebook import Codebook, Store
    from lastcard.server.storage.interface import EventLog

_LISTENERS: Final = 1024
_SHUTDOWN_TIMEOUT: Final = 3
"""Seconds that open connections get to end when the server stops."""
_FLUSH_TIME: Final = 0.1
"""Seconds in which connections send what their tables have queued, before they are closed from this side."""

_signals_taken_over: Final = Event()
"""Whether uvicorn has taken the signals over in this process."""

_logger = structlog.get_logger("lastcard")


def create_app(
    chosen: Settings,
    log: EventLog,
    chance: Chance = SYSTEM,
    codebook: Codebook | None = None,
    base: str = "",
    shared: Sharing | None = None,
    metrics: Metrics | None = None,
) -> ASGIApp:
    """The application over an open log; it closes the log when it ends. Time is the running loop's.

    Codes of rooms are kept in `codebook`, or else as long as the application runs; `base` is the server's own address for
    invitations (`Invitations`). `shared` is how the server shares its tables with others; without it, it is alone.
    """
    metrics = metrics or Metrics()
    sharing = shared or alone(log, chance)
    codes = RoomCodes(codebook or ShortLivedCodebook(), chance)
    lobby = Lobby(log, chosen, metrics, chance, sharing, codes.release)
    rooms = RoomRoutes(lobby, codes, Invitations(chosen, base), chosen)
    addresses = Routes(rooms, log, chosen, metrics)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await sharing.start()
        sharing.serve(app)
        lobby.start()
        keeper = asyncio.create_task(keep_for(chosen.keep_days, log, lobby.delete, metrics))
        yield
        keeper.cancel()
        await lobby.stop()
        await sharing.stop()
        await codes.stop()
        await log.close()

    wire = WebSocketRoute("/ws", Connections(lobby, chosen, metrics, chance).serve)
    inner = Starlette(
        routes=[
            wire,
            *DealRoutes(log).routes(),
            *HistoryRoutes(log).routes(),
            *ReplayRoutes().routes(),
            *addresses.routes(),
        ],
        exception_handlers={LastcardError: refused, Exception: refused},
        lifespan=lifespan,
    )
    return SecurityGate(sharing.forwarding(inner, lobby), chosen)


def run(flags: Mapping[str, object], *, open_browser: bool = True) -> None:
    """Serve until stopped by SIGTERM or SIGINT; `flags` are settings as given on the command line.

    ServerError says in one sentence why it cannot start, and the remedy.
    """
    chosen = settings(flags)
    logging.set_up()
    slow_clients.raise_file_limit(chosen.most_sockets)
    listener = listen(chosen)
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, _stop)
    with asyncio.Runner(loop_factory=_config(_nothing, chosen).get_loop_factory()) as runner:
        runner.run(_serve(chosen, listener, open_browser=open_browser))
    _logger.info("stopped")


def _stop(number: int, frame: object) -> None:
    """While starting, stop at once. Later uvicorn has these signals, and raises them again when all is at its end."""
    del number, frame
    if not _signals_taken_over.is_set():
        raise SystemExit(0)


async def _serve(chosen: Settings, listener: socket.socket, *, open_browser: bool) -> None:
    log = await open_log(chosen)
    urls = addresses_of(chosen, listener.getsockname()[1])
    shared, metrics = await open_sharing(chosen, log), Metrics()
    app = create_app(chosen, log, codebook=log, base=urls[-1], shared=shared, metrics=metrics)
    server = _Server(_config(app, chosen), urls, open_browser=open_browser)
    async with gc_pauses.tuned(metrics):
        await server.serve(sockets=[listener])


async def open_log(chosen: Settings) -> Store:
    """The store that the settings name; ServerError says why it cannot be opened."""
    if not chosen.database:
        return sqlite.SqliteLog(chosen.data / sqlite_file.FILE_NAME)
    from lastcard.server.storage import postgres  # noqa: PLC0415 - most servers need no driver

    return await postgres.open_log(chosen.database)


async def open_sharing(chosen: Settings, log: Store) -> Sharing | None:
    """How the settings say that tables are shared with other servers, None if they are not; ServerError says why it cannot be."""
    if not chosen.nats:
        return None
    from lastcard.server.cluster import nats, postgres_leases  # noqa: PLC0415 - most servers are alone
    from lastcard.server.storage import postgres  # noqa: PLC0415 - most servers are alone

    if not isinstance(log, postgres.PostgresLog):
        raise ServerError("servers that share tables through `nats` keep them in one `database`: set both.")
    leases = Leases(postgres_leases.PostgresLeases(log), SYSTEM)
    found = Sharing(leases, await nats.open_bus(chosen.nats), SYSTEM)
    await found.start()  # here, so that a failure is reported in a sentence
    return found


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """In place of the application while the loop is chosen."""


def listen(chosen: Settings) -> socket.socket:
    """A socket that listens where the settings say; ServerError says why not."""
    try:
        found = socket.getaddrinfo(
            chosen.host or None, chosen.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise ServerError(
            f"{chosen.host} is no address of this machine ({error.strerror}): choose another with --host."
        ) from None
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_LISTENERS)
    except OSError as error:
        listener.close()
        raise _cannot_listen(chosen, error) from None
    return listener


def _cannot_listen(chosen: Settings, error: OSError) -> ServerError:
    import errno  # noqa: PLC0415 - for this sentence only

    where = f"port {chosen.port} of {chosen.host}"
    if error.errno == errno.EADDRINUSE:
        return ServerError(
            f"{where} is in use by another program: choose another with --port N, or any free one with --port 0."
        )
    if error.errno == errno.EACCES:
        return ServerError(f"{where} may not be used by this user: choose one from 1024 up with --port N.")
    return ServerError(
        f"{where} cannot be listened on ({error.strerror}): choose another address with --host."
    )


def addresses_of(chosen: Settings, port: int) -> list[str]:
    """Where a browser finds the server: on this machine first, then from others of the same network."""
    if not chosen.everywhere:
        host = f"[{chosen.host}]" if ":" in chosen.host else chosen.host
        return [f"http://{host}:{port}/"]
    lan = own_address()
    return [f"http://localhost:{port}/"] + ([f"http://{lan}:{port}/"] if lan else [])


def _config(app: ASGIApp, chosen: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=slow_clients.TimedRequestProtocol,
        ws=frame_batching.BatchingProtocol,
        ws_max_size=MAX_BYTES,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        # a connection that is dead without saying so is noticed within twenty seconds (V12's pause begins then)
        ws_ping_interval=10.0,
        ws_ping_timeout=10.0,
        server_header=False,
        proxy_headers=bool(chosen.proxies),
        forwarded_allow_ips=list(chosen.proxies),
        timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT,
    )


class _Server(uvicorn.Server):
    """Says where it is once it listens, and opens a browser where there is one."""

    def __init__(self, config: uvicorn.Config, urls: list[str], *, open_browser: bool) -> None:
        super().__init__(config)
        self._urls = urls
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        _signals_taken_over.set()
        await super().startup(sockets)
        if not self.started:
            return
        sys.stdout.write(f"Lastcard is at {self._urls[0]}\n")
        for url in self._urls[1:]:
            sys.stdout.write(f"and for others on your network at {url}\n")
        sys.stdout.flush()
        if self._open_browser:
            await asyncio.to_thread(_browse, self._urls[0])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Nobody comes in any more, the tables answer what they have, and only then connections are closed."""
        for server in self.servers:
            server.close()
        await self.lifespan.shutdown()
        await asyncio.sleep(_FLUSH_TIME)
        await super().shutdown(sockets)


def _browse(url: str) -> None:
    """Open a browser, unless there is none or it would be one in this terminal."""
    quiet: Any = (webbrowser.Error, OSError)
    with suppress(*quiet):
        found = webbrowser.get()
        if not isinstance(found, webbrowser.GenericBrowser) or isinstance(
            found, webbrowser.BackgroundBrowser
        ):
            found.open(url)
