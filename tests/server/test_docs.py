"""docs/protocol.md: its examples are carried out."""

from __future__ import annotations

import json
import re
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.server.conftest import Client, Server

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
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


async def talk(example: str, socket: Client, known: dict[str, Any]) -> None:
    """One conversation over a socket."""
    for line in example.strip().split("\n"):
        said = json.loads(line[2:])
        if line.startswith(">"):
            await socket.send(filled(said, known))
        else:
            check(said, await socket.next(), known, line)


async def carry_out(server: Server) -> None:
    """All examples; a conversation that begins with a hello is a new connection."""
    known: dict[str, Any] = {}
    async with AsyncExitStack() as open_:
        socket: Client | None = None
        for kind, example in EXAMPLES:
            if kind == "http":
                ask(server, example, known)
                continue
            if '"hello"' in example.split("\n")[0]:
                await open_.aclose()
                address = f"ws://127.0.0.1:{server.port}/ws"
                socket = Client(await open_.enter_async_context(connect(address, origin=Origin(server.url))))
            assert socket is not None
            await talk(example, socket, known)


async def test_every_example_of_the_document_is_true(server: Server) -> None:
    """From top to bottom; once more where the first card was a Reverse and let the bot move first (S9)."""
    assert len(EXAMPLES) >= 10
    for _ in range(4):
        with suppress(AssertionError):
            return await carry_out(server)
    return await carry_out(server)
