"""docs/protocol.md and docs/client.md: the examples are carried out, the client plays, nothing is left out."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, get_args

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from lastcard.server.decisions.requests import Request
from lastcard.server.model.refusals import catalogue
from lastcard.server.wire.event_models import TableEventData
from lastcard.server.wire.inbound import FromClient
from lastcard.server.wire.message_models import ServerMessage, Snap
from tests.ports import free_port
from tests.rooms.server.conftest import PATIENCE, PATIENT, Client, Server, client

pytestmark = pytest.mark.tier("default")

TEXT = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(http|socket)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
ANY = "…"


def filled(wanted: Any, known: dict[str, Any]) -> Any:
    """What is sent, with the names known by now put in."""
    if isinstance(wanted, str) and wanted.startswith("$"):
        return known[wanted]
    if isinstance(wanted, dict):
        return {key: filled(value, known) for key, value in wanted.items()}
    return wanted


def check(wanted: Any, found: Any, known: dict[str, Any], where: str = "") -> None:
    """The answer is as the document says; names that are new are remembered."""
    if wanted == ANY:
        return
    if isinstance(wanted, str) and wanted.startswith("$"):
        assert known.setdefault(wanted, found) == found, where
    elif isinstance(wanted, dict):
        assert isinstance(found, dict), where
        assert set(wanted) - {ANY} <= set(found), (where, sorted(found))
        assert ANY in wanted or set(wanted) == set(found), (where, sorted(found))
        for key in set(wanted) - {ANY}:
            check(wanted[key], found[key], known, f"{where}.{key}")
    elif isinstance(wanted, list) and wanted[-1:] == [ANY]:
        for i, entry in enumerate(wanted[:-1]):
            check(entry, found[i], known, f"{where}[{i}]")
    elif isinstance(wanted, list):
        assert len(wanted) == len(found), where
        for i, entry in enumerate(wanted):
            check(entry, found[i], known, f"{where}[{i}]")
    else:
        assert wanted == found, where


def ask(server: Server, example: str, known: dict[str, Any]) -> None:
    """One HTTP example."""
    first, second = example.strip().split("\n")
    method, path, *body = first.split(" ", 2)
    path = re.sub(r"\$\w+", lambda m: str(known[m[0]]), path)
    status, found = server.http(path, json.loads(body[0]) if body else None)
    code, answer = second.split(" ", 1)
    assert (method, status) == ("POST" if body else "GET", int(code)), found
    check(json.loads(answer), found, known, path)


async def talk(example: str, server: Server, socket: Client, known: dict[str, Any]) -> None:
    """One conversation over a socket; what begins with >> and << goes over a second one."""
    async with AsyncExitStack() as open_:
        second = await connected(server, open_) if "\n<<" in example else socket
        for line in example.strip().split("\n"):
            sign, text = line.split(" ", 1)
            here = socket if len(sign) == 1 else second
            if sign[0] == ">":
                await here.send(filled(json.loads(text), known))
            else:
                check(json.loads(text), await here.next(), known, line)


async def connected(server: Server, open_: AsyncExitStack) -> Client:
    """A new connection, as a page of the server opens it."""
    address = f"ws://127.0.0.1:{server.port}/ws"
    return Client(await open_.enter_async_context(connect(address, origin=Origin(server.url), **PATIENT)))


async def nobody_there(server: Server) -> None:
    """The server has noticed that all connections are closed: it tells those who come next nothing of it."""
    while "lastcard_viewers 0.0" not in server.http("/metrics")[1]:  # noqa: ASYNC110 - the server is another process
        await asyncio.sleep(0.01)


async def carry_out(server: Server) -> None:
    """All examples; a conversation that begins with a hello is a new connection."""
    known: dict[str, Any] = {}
    async with AsyncExitStack() as open_:
        socket: Client | None = None
        for kind, example in EXAMPLES:
            if kind == "http":
                ask(server, example, known)
                continue
            if example.startswith('> {"t": "hello"'):
                await open_.aclose()
                await nobody_there(server)
                socket = await connected(server, open_)
            assert socket is not None
            await talk(example, server, socket, known)


async def test_every_example_of_the_document_is_true(tmp_path: Path) -> None:
    """From top to bottom; the bot, whom a Reverse as the first card lets move first (S9), thinks for longer than that takes."""
    assert len(EXAMPLES) >= 10
    server = Server(tmp_path / "data", bot_delay=3600)
    await carry_out(server)
    server.stop()


def words(kind: Any) -> list[str]:
    """The tags of the messages in a union of models."""
    return [get_args(model.model_fields["t"].annotation)[0] for model in get_args(get_args(kind)[0])]


def test_every_message_stands_in_the_document() -> None:
    """Each kind of message both ways, each command, each event of the table, each field of a state, each code."""
    for tag in (*words(FromClient), *words(ServerMessage), *words(Request)):
        assert f'"t": "{tag}"' in TEXT, tag
    missing = {tag for tag in words(TableEventData) if f"`{tag}`" not in TEXT and f'"t": "{tag}"' not in TEXT}
    missing |= {name for name in Snap.model_fields if f"`{name}`" not in TEXT} - {"t"}
    codes = {said.code for said in catalogue().values()} - {"log"}  # a page's own: its table without a server
    missing |= {code for code in codes if f"`{code}`" not in TEXT}
    assert not missing
    assert len(codes) > 25


CLIENT = (Path(__file__).parents[3] / "docs" / "client.md").read_text(encoding="utf-8")


def run_client(server: Server, program: Path, *table: str) -> str:
    """Run the client of the document; what it printed."""
    done = subprocess.run(
        [sys.executable, str(program), server.url, *table],
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_client_of_the_document_plays_a_round(server: Server, tmp_path: Path) -> None:
    """It opens a table, or joins one, plays to the round's end and leaves, and is short enough to be read."""
    (text,) = re.findall(r"^```python\n(.*?)^```$", CLIENT, re.DOTALL | re.MULTILINE)
    assert len([line for line in text.splitlines() if line.strip()]) <= 60
    program = tmp_path / "client.py"
    program.write_text(text)
    assert "'t': 'round-ended'" in run_client(server, program)
    opened = server.open(players=2)
    with ThreadPoolExecutor() as pool:
        joined = pool.submit(run_client, server, program, opened["table"])
        asyncio.run(play_along(server, opened))
        assert "'t': 'round-ended'" in joined.result()
    assert server.http(f"/api/tables/{opened['table']}")[1]["seats"][1]["kind"] == "bot"


def test_the_client_of_the_document_outlives_its_server(tmp_path: Path) -> None:
    """The server is killed while it waits for the other player, and started again: it comes back and plays on."""
    (text,) = re.findall(r"^```python\n(.*?)^```$", CLIENT, re.DOTALL | re.MULTILINE)
    program = tmp_path / "client.py"
    program.write_text(text)
    first = Server(tmp_path / "data", free_port())
    opened = first.open(players=2)
    with ThreadPoolExecutor() as pool:
        joined = pool.submit(run_client, first, program, opened["table"])
        asyncio.run(met(first, opened))
        first.stop(signal.SIGKILL)
        again = Server(tmp_path / "data", first.port)
        asyncio.run(play_along(again, opened))
        assert "'t': 'round-ended'" in joined.result()
    again.stop()


async def met(server: Server, opened: dict[str, Any]) -> None:
    """The one who opened the table has seen the other come."""
    async with client(server, opened["table"], opened["token"]) as ana:
        await other_there(ana)


async def other_there(ana: Client) -> None:
    """Wait until the other is connected, if they are not yet."""
    if not ana.state["table"]["seats"][1]["connected"]:
        await ana.until(lambda m: m["t"] == "state" and m["table"]["seats"][1]["connected"])


async def play_along(server: Server, opened: dict[str, Any]) -> None:
    """The one who opened the table waits for the other, then plays until the round is over."""
    async with client(server, opened["table"], opened["token"]) as ana:
        await other_there(ana)
        while not ana.over:
            await ana.play_on()
