"""What people call themselves, write and say: text and nothing else; and what must never be said."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING

import pytest

from tests.proof.reader import read
from tests.proof.rooms import Room, refused
from tests.rooms.server.conftest import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.proof.hosts import Host


ODD_NAMES = {
    "x" * 100: "x" * 24,
    "\u202eevil\u202d": "evil",
    "a\u0000b\u0007c": "abc",
    "\u200b\u2066": "Player",
    "  two   words  ": "two words",
    "line\nbreak\ttab": "line break tab",
    "<script>alert(1)</script>": "<script>alert(1)</script>"[:24],
    "Zalgo" + "\u0301" * 40: None,
    "\U0001f0cf\ufe0f": None,
    "\ufdfa": "\ufdfa",
}


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_a_name_is_a_short_line_of_text(host: Host, name: str) -> None:
    """No control or direction characters, at most 24 signs; what looks like markup stays text."""
    opened = host.open(name=name, bots=False, players=2)
    found = host.http(f"/api/tables/{opened['table']}")[1]["seats"][0]["name"]
    assert 0 < len(found) <= 24
    assert found.isprintable()
    if ODD_NAMES[name] is not None:
        assert found == ODD_NAMES[name]


@pytest.mark.parametrize("name", ["x" * 101, "x" * 10_000, "x" * 60_000, 5, None, ["x"], {"x": 1}])
def test_a_name_that_is_none_is_refused(host: Host, name: object) -> None:
    """Ten thousand signs, and what is no text at all."""
    status, found = host.http("/api/tables", {"name": name, "bots": False})
    assert (status, found["error"]["code"]) == (422, "bad")
    assert len(found["error"]["message"]) < 200


SCRIPT = "<img src=x onerror=alert(1)>"


async def test_markup_in_names_chat_and_written_rules_stays_text(host: Host) -> None:
    """It comes back as it was sent, as JSON that a browser takes for nothing else, under a policy that runs no foreign script."""
    written = {"R5": {"text": SCRIPT, "effects": [{"draw": 1}]}}
    async with Room(host, name="<b>A</b>", written=written) as room:
        await room.dealt()
        assert (await room.ben.ask({"t": "chat", "text": SCRIPT}))["t"] == "ack"
        assert (await room.ana.until(lambda m: m["t"] == "chat"))["text"] == SCRIPT
        assert room.ana.state["table"]["rules"]["written"]["R5"]["text"] == SCRIPT
        for path in (
            f"/api/tables/{room.table}",
            f"/api/tables/{room.table}/history",
            f"/t/{SCRIPT}",
            f"/api/{SCRIPT}",
        ):
            line = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
            line.request("GET", path.replace(" ", "%20").replace("<", "%3C").replace(">", "%3E"))
            answer = line.getresponse()
            body = answer.read().decode()
            assert answer.getheader("x-content-type-options") == "nosniff"
            assert "script-src 'self'" in str(answer.getheader("content-security-policy"))
            if "html" in str(answer.getheader("content-type")):
                assert "onerror" not in body
            line.close()


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u202e", "x" * 201, 5, None])
async def test_chat_that_is_none_is_refused(room: Room, text: object) -> None:
    """Nothing, nothing visible, too much, no text."""
    await refused(room.ana, {"t": "chat", "text": text}, "bad")


async def test_nobody_speaks_without_end(room: Room) -> None:
    """Five things in ten seconds; who is muted says nothing at all, and cannot give themselves the word back."""
    answers = [await room.ben.ask({"t": "say", "phrase": "hello"}) for _ in range(8)]
    assert [a["t"] for a in answers] == ["ack"] * 5 + ["nak"] * 3
    assert answers[-1]["code"] == "often"
    assert (await room.ana.ask({"t": "mute", "seat": 1, "on": True}))["t"] == "ack"
    for d in ({"t": "say", "phrase": "hello"}, {"t": "chat", "text": "hello"}):
        assert (await room.ben.ask(d))["code"] == "muted"
    assert (await room.ben.ask({"t": "mute", "seat": 1, "on": False}))["code"] == "host"


async def test_no_secret_is_told_to_anybody(host: Host, tmp_path: Path) -> None:
    """Tokens are in no message but their own, in no answer, no log line and not on disk; nor is a deal's secret before its end."""
    async with Room(host) as room:
        await room.dealt()
        eve = await room.come(None)
        secrets = {
            room.opened["token"],
            room.ben_joined["token"],
            room.ana.state["token"],
            room.ben.state["token"],
        }
        answers = [
            json.dumps(host.http(f"/api/tables/{room.table}{end}")[1])
            for end in ("", "/history", "/rounds/1/record", "/rounds/1/deal")
        ]
        for token in secrets:
            assert token not in json.dumps(eve.told)
            assert all(token not in answer for answer in answers)
            assert token not in host.errors
        assert room.ben.state["token"] not in json.dumps(room.ana.told)
        on_disk = read(host.data / "lastcard.sqlite3", tmp_path)[room.table]
        assert all(token not in json.dumps(on_disk.events) for token in secrets)
        bound = [e["secret"] for e in on_disk.events if e["t"] == "deal-sealed"]
        assert bound
        told = json.dumps([eve.told, room.ana.told, room.ben.told, answers])
        assert all(secret not in told for secret in bound)
