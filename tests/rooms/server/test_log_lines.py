"""What the server says about itself: one JSON object a line, and never a name, a token or a card."""

from __future__ import annotations

import asyncio
import io
import json
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest
import structlog

from lastcard.rules.cards import ALL_CARDS
from lastcard.rules.encode import EncodingError
from lastcard.server.model.errors import StorageError
from lastcard.server.ops import logging
from tests.rooms.server.conftest import Client, Server, client

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.tier("default")

NAMES = ("Xanthippe", "Zebulon", "Nebukadnezar")
KEYS = {"timestamp", "level", "event", "table", "edition", "players", "bots", "exception", "message"}
CARD = re.compile(r"(?<![\w+])(" + "|".join(re.escape(card.token) for card in ALL_CARDS) + r")(?![\w+])")


def lines(text: str) -> list[dict[str, Any]]:
    """The lines, each an object."""
    return [json.loads(line) for line in text.splitlines()]


def tokens_in(told: list[dict[str, Any]]) -> set[str]:
    """The tokens that a client was given."""
    return {m["token"] for m in told if m.get("token")}


async def listen(guest: Client) -> None:
    """Read on, so that the connection stays open."""
    while True:
        await guest.socket.recv()


async def ready(player: Client, v: int = 0) -> None:
    """Read until somebody must act or the round is over, at version `v` or later."""
    while player.state["v"] < v or not (player.state["awaited"] or player.over):
        await player.next()


async def whole_match(ana: Client, ben: Client) -> None:
    """Play until somebody has won the match; what cannot be is tried first."""
    mover = ana if ana.mine else ben
    for wrong in ("play B9 uno uno", "discard R5", "jump R5"):
        assert (await mover.act(wrong))["t"] == "nak"
    while not (ana.state["table"]["match"] and ana.state["table"]["match"]["winner"] is not None):
        if ana.over:
            v = (await ana.ask({"t": "next"}))["v"]
        else:
            mover = ana if ana.mine else ben
            answer = await mover.act(mover.choice())
            v = answer["v"]
        for each in (ana, ben):
            await ready(each, v)


@pytest.mark.timeout(120)
async def test_a_whole_match_leaves_no_name_no_token_and_no_card_in_the_log(tmp_path: Path) -> None:
    """Two people, a spectator, strangers with wrong tokens and nonsense: every line is JSON of known fields."""
    server = Server(tmp_path / "data")
    opened = server.open(name=NAMES[0], bots=False, players=2, options={"target": 30})
    table = opened["table"]
    _, joined = server.http(f"/api/tables/{table}/join", {"name": NAMES[1]})
    server.http(f"/api/tables/{table}/join", {"name": NAMES[2]})
    async with (
        client(server, table, opened["token"]) as ana,
        client(server, table, joined["token"]) as ben,
        client(server, table, None) as guest,
    ):
        async with client(server, table, "no token at all") as stranger:
            assert stranger.told[-1]["t"] == "gone"
        await guest.act("play R5")
        await guest.send("R5 W+4 nonsense")
        await guest.send(b"\xff\xfe")
        for each in (ana, ben):
            await ready(each)
        listening = asyncio.create_task(listen(guest))
        await whole_match(ana, ben)
        listening.cancel()
        secrets = tokens_in([opened, joined, *ana.told, *ben.told])
        assert len(secrets) >= 2
    server.stop()
    found = lines(server.errors)
    assert {line["event"] for line in found} >= {"table opened", "stopped"}
    for line in found:
        assert line.keys() <= KEYS
        said = json.dumps({k: v for k, v in line.items() if k != "timestamp"}, ensure_ascii=False)
        assert not any(name in said for name in NAMES), line
        assert not any(token in said for token in secrets), line
        assert not CARD.search(said), line


def _fail(error: Exception) -> None:
    raise error


def logged(error: Exception, monkeypatch: pytest.MonkeyPatch) -> str:
    """The line that a fault leaves in the log of a service."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    logging.set_up()
    try:
        _fail(error)
    except Exception:  # noqa: BLE001 - that is what is logged
        structlog.get_logger("test").exception("message failed", table="t")
    structlog.reset_defaults()
    return stream.getvalue()


def test_a_fault_is_told_by_its_place_and_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of an error may quote what somebody holds, and so are not told; nor is any value on the way."""
    error = EncodingError("a text is needed, not 'W+4 of Xanthippe'")
    error.__cause__ = KeyError("R5 of Zebulon")
    (line,) = lines(logged(error, monkeypatch))
    assert line["exception"].count("Traceback") == 2
    assert "builtins.KeyError" in line["exception"]
    assert "lastcard.rules.encode.EncodingError" in line["exception"]
    assert "test_log_lines.py" in line["exception"]
    assert not re.search("Xanthippe|Zebulon|W.4|R5", line["exception"])


def test_a_fault_of_the_disk_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host must know what to do: the disk is full, the database is gone; each part of a group is told."""
    both = ExceptionGroup(
        "two", [StorageError("The log could not be written: disk is full"), ValueError("R5")]
    )
    (line,) = lines(logged(both, monkeypatch))
    assert "StorageError: The log could not be written: disk is full" in line["exception"]
    assert "builtins.ValueError" in line["exception"]
    assert "R5" not in line["exception"]
