"""What a client may send, and what it may not."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from lastcard.server.model.errors import RefusedError
from lastcard.server.wire.inbound import read_message, strict_json
from tests.rooms.server.conftest import PATIENT, Client, Server, client

WRITTEN = {
    "WC1": {
        "text": "sit-ups",
        "effects": [{"dare": "three sit-ups", "who": "everyone", "else": [{"draw": 3}]}],
    },
    "WC2": {"text": "charade", "effects": [{"charade": True, "winner": [{"draw": 1}]}]},
    "WC3": {"text": "gift", "effects": [{"give": 1, "who": "self", "to": "chosen"}]},
}
ODD = [
    "null",
    "[]",
    '""',
    "1e999",
    "-1",
    "NaN",
    '"\\ud800"',
    '"' + "x" * 500 + '"',
    "[" * 200,
    "{}",
    "true",
    "9" * 400,
]

PHASES = {"turn", "drawn", "judging", "over"}
ACTS = ("played", "drew", "kept", "said-uno", "caught", "judged", "reported", "report-voted", "round-began")


def mutated(text: str, chance: random.Random) -> str | bytes:
    """A frame that was a command once."""
    at = chance.randrange(len(text))
    end = min(len(text), at + chance.randrange(1, 12))
    odd = chance.choice(ODD)
    sign = chr(chance.choice([0, 7, 34, 92, 0x202E, 0x1F0CF, chance.randrange(32, 0xD7FF)]))
    frames: list[str | bytes] = [
        text[:at] + text[end:],
        text[:at],
        text[:at] + text[at:end] * 3 + text[end:],
        text[:at] + sign + text[at:],
        text[:at] + odd + text[end:],
        text.replace(chance.choice(['"act"', '"cmd"', "1", '"v"', '"id"', '"d"']), odd),
        odd,
        text.encode()[at:],
        text.replace('"t"', '"t":1,"t"', 1),
        json.dumps({**json.loads(text), "v": chance.choice([-1, 2**60, 0.5, None, "1"])}),
    ]
    return chance.choice(frames)


def lawful(frame: str | bytes, state: dict[str, Any]) -> bool:
    """Whether the frame still is a command that may be carried out."""
    try:
        found = json.loads(frame)
        if found["d"]["t"] in ("next", "rematch"):
            return bool(found["t"] == "cmd")  # asked for again, they are acknowledged and nothing happens
        action = " ".join(found["d"]["action"].split())
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False
    return action in state["legal"]


async def hammer(ana: Client, chance: random.Random, count: int) -> int:
    """Send mutated frames; nothing may come of them. How many were sent."""
    v, view, me, before = ana.state["v"], ana.state["view"], ana.state["you"], len(ana.told)
    actions = [
        *ana.state["legal"],
        "play R5",
        "play W red swap 1 uno",
        "catch 0",
        "guessed none",
        "discard R1",
    ]
    sent = 0
    for _ in range(count):
        doing = chance.choice(
            [{"t": "act", "action": chance.choice(actions)}, {"t": "next"}, {"t": "rematch"}]
        )
        frame = mutated(json.dumps({"t": "cmd", "id": "m", "v": v, "d": doing}), chance)
        if lawful(frame, ana.state):
            continue
        await ana.send(frame)
        sent += 1
    answer = await ana.act("nonsense", id_="sync")
    assert answer["code"] == "bad"
    told = ana.told[before:]
    assert not any(m["t"] == "ack" for m in told)
    acts = [m["e"] for m in told if m["t"] == "ev" and m["e"]["t"] in ACTS]
    own = [e for e in acts if me in (e.get("judge"), e.get("by"), e.get("seat"))]
    assert ana.state["view"] == view if ana.state["v"] == v else not own, (
        own
    )  # a bot may judge or catch meanwhile
    assert not any("Traceback" in json.dumps(m) for m in told)
    return sent


def enough(phases: dict[str, int]) -> bool:
    """Whether enough frames were sent, in each phase and in all."""
    return min(phases.get(phase, 0) for phase in PHASES) >= 40 and sum(phases.values()) >= 200


@pytest.mark.tier("default")
async def test_mutated_frames_change_nothing_in_any_phase(server: Server) -> None:
    """Hundreds of broken commands in every phase that a long game by many rules comes to."""
    chance = random.Random(5)
    options = {
        "stacking": "cross",
        "deflect": True,
        "seven_zero": True,
        "multi_play": True,
        "target": 100_000,
    }
    opened = server.open(edition="swap-112", options=options, written=WRITTEN)
    phases: dict[str, int] = {}
    async with client(server, opened["table"], opened["token"]) as ana:
        for _ in range(4000):
            await ana.settled()
            phase = ana.state["view"]["table"]["phase"]["t"]
            if phases.get(phase, 0) < 80:
                phases[phase] = phases.get(phase, 0) + await hammer(ana, chance, 20)
            if ana.over:
                assert (await ana.ask({"t": "next"}))["t"] == "ack"
                await ana.dealt()
            else:
                await ana.play_on()
            if enough(phases):
                break
    assert enough(phases), phases


async def test_a_frame_over_four_kilobytes_ends_the_connection(server: Server) -> None:
    """It is not read."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        await ana.settled()
        await ana.send("x" * 5000)
        with pytest.raises(ConnectionClosed) as closed:
            await ana.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def test_a_command_before_the_hello_is_refused(server: Server) -> None:
    """The first message is a hello; a wrong one may be mended."""
    opened = server.open()
    async with connect(f"ws://127.0.0.1:{server.port}/ws", origin=Origin(server.url), **PATIENT) as socket:
        ana = Client(socket)
        await ana.send({"t": "cmd", "id": "a", "v": 1, "d": {"t": "next"}})
        refused = await ana.next()
        assert (refused["t"], refused["id"], refused["code"]) == ("nak", "a", "bad")
        await ana.send({"t": "hello", "proto": 1, "table": opened["table"], "token": opened["token"]})
        assert (await ana.next())["t"] == "snap"
        await ana.send({"t": "hello", "proto": 1, "table": opened["table"], "token": opened["token"]})
        assert (await ana.until(lambda m: m["t"] == "nak"))["code"] == "bad"


async def test_ping_is_answered(server: Server) -> None:
    """With a pong."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        await ana.send({"t": "ping"})
        assert await ana.until(lambda m: m["t"] == "pong")


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "http://127.0.0.1:1", "null"])
async def test_another_site_s_page_cannot_open_a_socket(server: Server, origin: str) -> None:
    """The handshake is refused before anything is said."""
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{server.port}/ws", origin=Origin(origin), **PATIENT)
    assert refused.value.response.status_code == 403


async def test_without_an_origin_a_token_is_needed(server: Server) -> None:
    """A program that is no browser plays, but does not look on without a seat."""
    opened = server.open()
    for token, expected in ((None, "gone"), (opened["token"], "snap")):
        async with connect(f"ws://127.0.0.1:{server.port}/ws", **PATIENT) as socket:
            ana = Client(socket)
            await ana.send({"t": "hello", "proto": 1, "table": opened["table"], "token": token})
            assert (await ana.next())["t"] == expected


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_json_is_refused_even_where_it_does_not_count(name: str) -> None:
    """Of a key said twice the last counts, but all must be JSON; in a string the same letters are text."""
    written = '{"t":"cmd","id":%s,"id":"a","v":3,"d":{"t":"next"}}'
    with pytest.raises(RefusedError, match="JSON"):
        read_message(written % name)
    with pytest.raises(RefusedError, match="JSON"):
        strict_json((written % name).encode())
    assert read_message(written % '"b"') == read_message(written % f'"{name}"')
