"""A hostile client at the door and at the table: seats, tokens and words of others, tried over the wire one by one."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.proof.rooms import Room, refused
from tests.rooms.server.conftest import client

if TYPE_CHECKING:
    from tests.proof.hosts import Host

Json = dict[str, Any]


# Whose seat


async def test_a_token_of_another_table_opens_nothing(room: Room) -> None:
    """Not on a socket and not at the door; it says no more than for a token that never was."""
    other = room.host.open(bots=False)
    stranger = await room.come(other["token"])
    nobody = await room.come("A" * 22)
    assert stranger.told[-1] == nobody.told[-1]
    assert (stranger.told[-1]["t"], stranger.told[-1]["code"]) == ("gone", "unknown")
    status, _ = room.host.http(f"/api/tables/{room.table}/join", {"name": "Eve", "token": other["token"]})
    assert status == 409


@pytest.mark.parametrize("token", ["", " ", "A" * 22, "0", "null", "é" * 20, "a" * 100, "' OR 1=1 --"])
async def test_a_token_that_is_none_is_no_seat(room: Room, token: str) -> None:
    """Whatever is tried."""
    assert (await room.come(token)).told[-1]["code"] == "unknown"


@pytest.mark.parametrize("token", [0, True, [], {}, 1.5])
async def test_a_token_of_another_type_is_refused(room: Room, token: object) -> None:
    """It is not even looked up."""
    found = await room.come(token)
    assert (found.told[-1]["t"], found.told[-1]["code"]) == ("nak", "bad")


async def test_a_stale_token_is_dead_once_the_new_one_was_used(room: Room) -> None:
    """A copied token dies: the first is good until the second was used, then it opens nothing, also after a third."""
    first = room.ben_joined["token"]
    second = room.ben.state["token"]
    assert second != first
    assert (await room.come(first)).state["token"] == second
    third = (await room.come(second)).state["token"]
    assert (await room.come(first)).told[-1]["code"] == "unknown"
    await room.come(third)
    assert (await room.come(second)).told[-1]["code"] == "unknown"


@pytest.mark.parametrize("how", ["kick", "ban"])
async def test_a_token_is_dead_after_its_person_was_sent_away(room: Room, how: str) -> None:
    """Neither the first nor the newest token of theirs opens a seat, and their socket is closed."""
    tokens = [room.ben_joined["token"], room.ben.state["token"]]
    assert (await room.ana.ask({"t": how, "seat": 1}))["t"] == "ack"
    with pytest.raises(ConnectionClosed):
        await room.ben.until(lambda _: False)
    assert room.ben.told[-1]["t"] == "gone"
    for token in tokens:
        assert (await room.come(token)).told[-1]["code"] == "unknown"


async def test_who_left_has_no_seat_and_sees_no_hand(room: Room) -> None:
    """From the moment of leaving the seat's hand is shown to them no more, on no connection."""
    window = await room.come(room.ben.state["token"])
    assert (await window.ask({"t": "leave"}))["t"] == "ack"
    for one in (window, room.ben):
        snap = await one.until(lambda m: m["t"] == "snap" and m["you"] is None)
        assert snap["legal"] == []
        assert set(snap["view"]["hands"][1]["cards"].split()) <= {"??"}
        assert (await one.ask({"t": "act", "action": "draw"}))["code"] == "spectator"


async def test_the_next_person_on_a_seat_is_not_answered_as_the_last(host: Host) -> None:
    """Ids, words and windows of the last person count for nothing with the next one on the seat."""
    async with Room(host, players=3, bots=True) as room:
        await room.ana.ask({"t": "mute", "seat": room.ben.state["you"], "on": True})
        assert (await room.ben.ask({"t": "act", "action": "nothing"}, id_="one"))["t"] == "nak"
        await room.ben.ask({"t": "leave"}, id_="two")
        cleo = await room.come(room.join("Cleo", seat=room.ben_joined["seat"])["token"])
        assert cleo.state["you"] == room.ben_joined["seat"]
        assert (await cleo.ask({"t": "say", "phrase": "hello"}, id_="two"))["t"] == "ack"
        told = await room.ben.until(lambda m: m["t"] == "said")
        assert told["seat"] == cleo.state["you"]
        assert (await room.ben.ask({"t": "act", "action": "draw"}, id_="two"))["code"] == "spectator"


async def test_a_ghost_holds_no_table_up(room: Room) -> None:
    """A connection that dies without a word is not there any more for the others; its seat is still its person's alone."""
    token = room.ben.state["token"]
    room.ben.socket.transport.abort()
    gone = await room.ana.until(lambda m: m["t"] == "state" and not m["table"]["seats"][1]["connected"])
    assert gone["table"]["seats"][1]["kind"] == "person"
    assert room.host.http(f"/api/tables/{room.table}/join", {"name": "Eve"})[0] == 409
    assert (await room.come(token)).state["you"] == 1


# Acting where one may not


async def test_a_read_only_window_may_do_nothing_but_take_control(room: Room) -> None:
    """Every command from the older window is refused; with `control` it plays, and then the other one does not."""
    old, new = room.ana, await room.come(room.ana.state["token"])
    await old.until(lambda m: m["t"] == "state" and not m["control"])
    for d in COMMANDS:
        await refused(old, d, "readonly")
    assert (await old.ask({"t": "control"}))["t"] == "ack"
    await new.until(lambda m: m["t"] == "state" and not m["control"])
    await refused(new, {"t": "say", "phrase": "hello"}, "readonly")
    assert (await old.ask({"t": "say", "phrase": "hello"}))["t"] == "ack"


COMMANDS: list[Json] = [
    {"t": "act", "action": "draw"},
    {"t": "act", "action": "report 1"},
    {"t": "next"},
    {"t": "rematch"},
    {"t": "leave"},
    {"t": "ready", "ready": False},
    {"t": "start"},
    {"t": "sit", "seat": 1},
    {"t": "kick", "seat": 1},
    {"t": "ban", "seat": 1},
    {"t": "host", "seat": 1},
    {"t": "bot", "seat": 1, "on": True},
    {"t": "mute", "seat": 1, "on": True},
    {"t": "say", "phrase": "hello"},
    {"t": "chat", "text": "hello"},
    {"t": "back"},
    {"t": "room", "edition": "classic", "players": 2},
    {"t": "contribute", "number": 1, "value": "00" * 16},
]


async def test_a_spectator_may_do_nothing(room: Room) -> None:
    """Every command of one without a seat is refused, also `control`, and the table does not move."""
    eve = await room.come(None)
    for d in [*COMMANDS, {"t": "control"}]:
        await refused(eve, d, "spectator")


HOST_ONLY: list[Json] = [
    {"t": "kick", "seat": 0},
    {"t": "ban", "seat": 0},
    {"t": "host", "seat": 1},
    {"t": "bot", "seat": 0, "on": True},
    {"t": "mute", "seat": 0, "on": True},
    {"t": "start"},
    {"t": "room", "edition": "classic", "players": 2, "options": {"target": 50}},
    {"t": "sit", "seat": 1, "who": 0},
]


@pytest.mark.parametrize("playing", [True, False])
async def test_a_guest_has_no_say_as_host(host: Host, *, playing: bool) -> None:
    """Before a match and during it what is the host's is refused to others, and nobody becomes host by it."""
    async with Room(host, autostart=playing) as room:
        if playing:
            await room.dealt()
        else:
            await room.level()
        for d in HOST_ONLY:
            await refused(room.ben, d, "host", *(("playing",) if playing else ()))
        assert room.ben.state["table"]["host"] == 0


async def test_nobody_acts_for_another_seat(room: Room) -> None:
    """A seat is not a field of a command, and the lawful actions of the one on turn are not those of the other."""
    mover, other = room.mover
    action = mover.choice()
    await refused(other, {"t": "act", "action": action}, "illegal")
    await refused(other, {"t": "act", "action": action, "seat": mover.state["you"]}, "bad")
    await other.send({"t": "cmd", "id": "s", "v": 1, "d": {"t": "act", "action": action}, "seat": 0})
    assert (await other.until(lambda m: m.get("id") == "s"))["code"] == "bad"
    await other.send(
        {"t": "cmd", "id": "t", "v": 1, "d": {"t": "act", "action": action}, "token": mover.state["token"]}
    )
    assert (await other.until(lambda m: m.get("id") == "t"))["code"] == "bad"


async def test_another_s_id_is_one_s_own_command(room: Room) -> None:
    """An id that somebody else used neither gives their answer nor takes their command away."""
    mover, other = room.mover
    done = await mover.act(mover.choice(), id_="mine")
    assert done["t"] == "ack"
    answer = await other.ask({"t": "act", "action": "nothing"}, id_="mine")
    assert (answer["t"], answer["code"]) == ("nak", "bad")
    assert (await other.ask({"t": "say", "phrase": "hello"}, id_="mine"))["t"] == "ack"
    again = await mover.act("draw", id_="mine", v=0)
    assert (again["t"], again["v"]) == ("ack", done["v"])


async def test_a_version_from_the_future_gains_nothing(room: Room) -> None:
    """To press ahead of what one can have seen is refused."""
    mover, other = room.mover
    v = await room.level()
    for ahead in (1, 5, 2**53):
        await refused(mover, {"t": "act", "action": mover.choice()}, "stale", v=min(v + ahead, 2**53))
        await refused(
            other,
            {"t": "act", "action": f"catch {mover.state['you']}"},
            "stale",
            "resting",
            "illegal",
            v=min(v + ahead, 2**53),
        )


# At once


async def test_however_often_it_is_started_one_match_is_dealt_once(host: Host) -> None:
    """Twenty starts in one breath, of two windows and with ids of their own: one match, one deal, in the log on disk as well."""
    async with Room(host, autostart=False) as room:
        window = await room.come(room.ana.state["token"])
        v = room.ana.state["v"]
        for number in range(10):
            for who in (window, room.ana):
                await who.send({"t": "cmd", "id": f"s{number}", "v": v, "d": {"t": "start"}})
        await room.dealt()
        await window.ask({"t": "act", "action": "nothing"})
        await room.level()
        kinds = [line["e"]["t"] for line in (await room.come(None)).log]
        assert (kinds.count("match-began"), kinds.count("round-began")) == (1, 1)


async def test_of_twenty_who_join_at_once_each_seat_has_one(host: Host) -> None:
    """Three open seats, twenty people at the same moment: three seats, three tokens, seventeen times full."""
    opened = host.open(players=4, bots=False, autostart=False)
    path = f"/api/tables/{opened['table']}/join"
    answers = await asyncio.gather(
        *(asyncio.to_thread(host.http, path, {"name": f"P{i}"}) for i in range(20))
    )
    seats = sorted(found["seat"] for status, found in answers if status == 200)
    assert seats == [1, 2, 3]
    assert {found["error"]["code"] for status, found in answers if status != 200} == {"full"}
    assert len({found["token"] for status, found in answers if status == 200}) == 3


async def test_a_room_that_is_full_or_has_ended_takes_nobody(host: Host) -> None:
    """By link as by code; and a code tells nobody which of the two it is, or whether there is such a room."""
    full = host.open(players=2, bots=False, autostart=False)
    assert host.http(f"/api/codes/{full['code']}") == (200, {"table": full["table"]})
    host.http(f"/api/tables/{full['table']}/join", {"name": "Ben"})
    ended = host.open(players=2, bots=False)
    async with client(host, ended["table"], ended["token"]) as ana:
        await ana.ask({"t": "leave"})
    answers = [host.http(f"/api/codes/{code}") for code in (full["code"], ended["code"], "zzzzzz", "......")]
    assert [status for status, _ in answers] == [404] * 4
    assert all(found == answers[0][1] for _, found in answers)
    for room, code in ((full, "full"), (ended, "ended")):
        status, found = host.http(f"/api/tables/{room['table']}/join", {"name": "Eve"})
        assert (status, found["error"]["code"]) == (409, code)


async def test_ids_that_are_none_are_answered_and_do_nothing(room: Room) -> None:
    """A command without a usable id is refused; the answer names it only if it can be named."""
    mover, _ = room.mover
    for id_ in ("", "a b", "x" * 65, "é", 5, None, {"$ne": 1}):
        await mover.send(
            {"t": "cmd", "id": id_, "v": mover.state["v"], "d": {"t": "act", "action": mover.choice()}}
        )
        assert (await mover.until(lambda m: m["t"] in ("ack", "nak")))["code"] == "bad"
    assert (await mover.act("nothing", id_=str(uuid.uuid4())))["v"] == mover.state["v"]
