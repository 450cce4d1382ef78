"""Faults that other programs for cards and boards have published, tried one by one over the wire: none of their kinds is here.

Each test's first sentence is the fault.
"""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.proof.rooms import Room, refused
from tests.rooms.server.conftest import Client

if TYPE_CHECKING:
    from tests.proof.hosts import Host

Json = dict[str, Any]


LOOKS = itertools.count()


def looked(room: Room) -> Json:
    """The room as anybody may see it, each time somebody else: nobody asks too often."""
    look = next(LOOKS)
    stranger = f"10.4.{look // 256 % 256}.{look % 256}"
    status, found = room.host.http(f"/api/tables/{room.table}", x_forwarded_for=stranger)
    assert status == 200, found
    return dict(found)


def kinds(room: Room) -> list[str]:
    """Who sits on each seat."""
    return [seat["kind"] for seat in looked(room)["seats"]]


async def heard(who: Client) -> Json:
    """The state once the connection has heard all that there was to hear."""
    v = (await who.ask({"t": "act", "action": "nothing"}))["v"]
    while who.state["v"] < v:
        await who.next()
    return who.state


def hand(who: Client) -> str:
    """The cards on one's own seat."""
    cards: str = who.state["view"]["hands"][who.state["you"]]["cards"]
    return cards


async def third(room: Room) -> Client:
    """Cleo takes the last seat, and the match begins."""
    cleo = await room.come(room.join("Cleo")["token"])
    for one in (room.ana, room.ben, cleo):
        while one.state["view"] is None:
            await one.next()
        await heard(one)
    return cleo


# Seats


async def test_who_leaves_before_the_start_leaves_a_seat_for_another(host: Host) -> None:
    """The seat of who left a lobby stayed taken: nobody could join, and the game could not be started."""
    async with Room(host, players=2, autostart=False) as room:
        assert (await room.ben.ask({"t": "leave"}))["t"] == "ack"
        assert kinds(room) == ["person", "open"]
        cleo = await room.come(room.join("Cleo")["token"])
        assert (await room.ana.ask({"t": "start"}))["t"] == "ack"
        while cleo.state["view"] is None:
            await cleo.next()
        assert [seat["name"] for seat in looked(room)["seats"]] == ["Ana", "Cleo"]


async def test_leaving_and_joining_in_one_breath_makes_no_double(host: Host) -> None:
    """Who left and joined again quickly sat on two seats, had two votes, or was shown twice."""
    async with Room(host, players=4, autostart=False) as room:
        token = room.ben.state["token"]
        for _ in range(5):
            leaving = asyncio.create_task(room.ben.ask({"t": "leave"}))
            again = await asyncio.to_thread(room.join, "Ben", token=token)
            await leaving
            if [s["name"] for s in looked(room)["seats"]].count("Ben") == 0:  # the join came first
                again = room.join("Ben", token=token)
            assert [s["name"] for s in looked(room)["seats"]].count("Ben") == 1
            room.ben = await room.come(again["token"])
            token = room.ben.state["token"]
            assert looked(room)["seats"][room.ben.state["you"]]["name"] == "Ben"


async def test_two_who_lost_their_browsers_at_once_come_back_as_themselves(room: Room) -> None:
    """Both restarted their browsers, and one was taken for both players."""
    hands = [hand(room.ana), hand(room.ben)]
    tokens = [room.ana.state["token"], room.ben.state["token"]]
    for one in (room.ana, room.ben):
        one.socket.transport.abort()
    back = await asyncio.gather(*(room.come(token) for token in tokens))
    assert [one.state["you"] for one in back] == [0, 1]
    assert [hand(one) for one in back] == hands
    assert [one.state["control"] for one in back] == [True, True]


@pytest.mark.parametrize("name", ["Ben", " ben ", "", "\u202eneB", None])
async def test_a_name_is_no_key_to_a_seat(host: Host, name: str | None) -> None:
    """Whoever gave the name of a player, or none, was given that player's seat and secret."""
    async with Room(host, players=3, autostart=False) as room:
        wish = {} if name is None else {"name": name}
        status, found = host.http(f"/api/tables/{room.table}/join", wish)
        assert (status, found["seat"]) == (200, 2)
        assert found["token"] not in (room.ben_joined["token"], room.ben.state["token"])
        assert kinds(room) == ["person"] * 3
        assert (await room.come(found["token"])).state["you"] == 2


async def test_a_link_to_look_on_takes_no_seat(host: Host) -> None:
    """Who only wanted to look on was put on the open seat, and the game began."""
    async with Room(host, players=3) as room:
        eve = await room.come(None)
        assert eve.state["you"] is None
        assert kinds(room) == ["person", "person", "open"]
        assert looked(room)["state"] == "waiting"


async def test_the_next_one_at_the_same_screen_sees_no_hand_of_the_last(host: Host) -> None:
    """After signing out and in as somebody else the page showed the hand of the account before."""
    async with Room(host, players=3) as room:
        cleo = await third(room)
        before = hand(cleo)
        await cleo.send(
            {"t": "hello", "proto": 1, "table": room.table, "token": room.ben.state["token"], "since": 1}
        )
        assert (await cleo.until(lambda m: m["t"] in ("nak", "gone", "snap")))["code"] == "bad"
        ben = await room.come(room.ben.state["token"])
        assert ben.state["you"] == 1
        assert [h["cards"] == before for h in ben.state["view"]["hands"]] == [False] * 3
        assert set(ben.state["view"]["hands"][2]["cards"].split()) == {"??"}


# Doing things twice


async def test_a_card_that_is_clicked_twice_is_played_once(room: Room) -> None:
    """A double click played the card twice, or the next player's turn was taken by it."""
    mover, _ = room.mover
    action, v, before = mover.choice(), mover.state["v"], len(hand(mover).split())
    answers = await together(mover, [{"t": "act", "action": action}] * 5, v)
    assert [a["t"] for a in answers].count("ack") == 1
    await heard(mover)
    if action.startswith("play"):
        assert len(hand(mover).split()) == before - 1 or mover.over


async def test_a_pile_that_is_clicked_twice_gives_one_card(room: Room) -> None:
    """Clicking the pile quickly drew a card for each click."""
    mover = await on_turn(room)
    before = len(hand(mover).split())
    answers = await together(mover, [{"t": "act", "action": "draw"}] * 10, mover.state["v"])
    assert [a["t"] for a in answers].count("ack") == 1
    await heard(mover)
    assert len(hand(mover).split()) == before + 1


async def on_turn(room: Room) -> Client:
    """Who may draw or play: a first card that is a Wild asks for a colour before that (S8)."""
    while "draw" not in room.mover[0].state["legal"]:
        mover, _ = room.mover
        assert (await mover.act(mover.choice()))["t"] == "ack"
        await room.level()
    return room.mover[0]


async def together(who: Client, wishes: list[Json], v: int) -> list[Json]:
    """Send several commands at once, each with an id of its own; their answers."""
    for number, wish in enumerate(wishes):
        await who.send({"t": "cmd", "id": f"twice-{v}-{number}", "v": v, "d": wish})
    answers: list[Json] = []
    while len(answers) < len(wishes):
        answers.append(await who.until(lambda m: str(m.get("id")).startswith(f"twice-{v}-")))
    return answers


async def test_a_rematch_that_all_press_begins_once(host: Host) -> None:
    """Pressed by everybody, and twice, the next game was begun twice: two deals, or one was dealt over."""
    async with Room(host, options={"hand_size": 1, "target": 50}, auto_uno=True) as room:
        await room.dealt()
        while looked(room)["state"] == "playing":
            await one_act(room)
        for one in (room.ana, room.ben):
            await heard(one)
        ana, ben = await asyncio.gather(
            *(together(one, [{"t": "rematch"}] * 5, one.state["v"]) for one in (room.ana, room.ben))
        )
        assert "ack" in [a["t"] for a in (*ana, *ben)]
        await room.level()
        began = [line["e"]["t"] for line in room.ana.log].count("match-began")
        assert began == 2
        assert looked(room)["state"] == "playing"


async def one_act(room: Room) -> None:
    """Whoever is on turn acts, or the next round is dealt."""
    for one in (room.ana, room.ben):
        await heard(one)
        if one.over:
            if looked(room)["state"] == "playing":
                await one.ask({"t": "next"})
                await heard(room.ana)
                await heard(room.ben)
            return
        if one.mine:
            await one.act(one.choice())
            return


# Going


async def test_who_leaves_on_turn_holds_nobody_up(host: Host) -> None:
    """A player left in the middle of their turn, and the game waited for them for ever."""
    async with Room(host, players=3) as room:
        people = [room.ana, room.ben, await third(room)]
        gone = next(one for one in people if one.mine)
        rest = [one for one in people if one is not gone]
        assert (await gone.ask({"t": "leave"}))["t"] == "ack"
        for one in rest:
            await heard(one)
            assert gone.state["you"] not in one.state["awaited"]
        mover = next(one for one in rest if one.mine)
        assert (await mover.act(mover.choice()))["t"] == "ack"


async def test_who_leaves_out_of_turn_takes_nobody_s_turn(host: Host) -> None:
    """A player left who was not on turn, and the turn went to a wrong one."""
    async with Room(host, players=3) as room:
        people = [room.ana, room.ben, await third(room)]
        mover = next(one for one in people if one.mine)
        awaited = mover.state["awaited"]
        gone = next(one for one in people if not one.mine)
        assert (await gone.ask({"t": "leave"}))["t"] == "ack"
        assert (await heard(mover))["awaited"] == awaited
        assert (await mover.act(mover.choice()))["t"] == "ack"


async def test_the_one_who_is_left_over_is_not_in_a_game_for_ever(room: Room) -> None:
    """Of two the guest left: the game ran on, could not be ended, and nobody else could join."""
    assert (await room.ben.ask({"t": "leave"}))["t"] == "ack"
    await heard(room.ana)
    assert room.ana.over
    assert looked(room)["state"] == "over"
    cleo = await room.come(room.join("Cleo")["token"])
    assert (await cleo.ask({"t": "rematch"}))["t"] == "ack"
    while cleo.state["view"] is None or cleo.over:
        await cleo.next()
    assert looked(room)["state"] == "playing"


async def test_a_host_who_leaves_leaves_a_host(host: Host) -> None:
    """The host left the lobby, or was sent away: nobody could start, send away or change anything any more."""
    async with Room(host, players=3, autostart=False) as room:
        assert (await room.ana.ask({"t": "kick", "seat": 0}))["code"] == "illegal"
        assert (await room.ana.ask({"t": "leave"}))["t"] == "ack"
        assert looked(room)["host"] == 1
        for name in ("Cleo", "Dan"):
            room.join(name)
        assert (await room.ben.ask({"t": "start"}))["t"] == "ack"
        while room.ben.state["view"] is None:
            await room.ben.next()
        assert (await room.ana.ask({"t": "start"}))["code"] == "spectator"


async def test_where_everybody_left_nobody_plays_on(host: Host) -> None:
    """The bots played on by themselves after the last person had gone; the room and its code were never freed."""
    async with Room(host, players=4, bots=True) as room:
        code = looked(room)["code"]
        eve = await room.come(None)
        assert (await room.ben.ask({"t": "leave"}))["t"] == "ack"
        assert (await room.ana.ask({"t": "leave"}))["t"] == "ack"
        ended = looked(room)
        assert (ended["ended"], ended["host"]) == (True, None)
        await eve.until(lambda m: m["t"] == "state" and m["table"]["ended"])
        told = len(eve.told)
        with suppress(TimeoutError):
            async with asyncio.timeout(1.5):
                await eve.until(lambda _: False)
        after = [m["e"]["t"] for m in eve.told[told:] if m["t"] == "ev"]
        assert after in ([], ["deal-opened"]), after
        assert host.http(f"/api/codes/{code}")[0] == 404
        assert host.http(f"/api/tables/{room.table}/join", {"name": "Fay"})[0] == 409


async def test_who_came_back_is_not_played_for(host: Host) -> None:
    """A player came back, and the bot that had taken over went on playing their cards."""
    async with Room(host, players=4, bots=True, options={"hand_size": 15}, auto_uno=True) as room:
        token = room.ben.state["token"]
        assert (await room.ben.ask({"t": "leave"}))["t"] == "ack"
        await play_some(room.ana, 2)
        back = await room.come(room.join("Ben", token=token)["token"])
        assert back.state["you"] == 1
        while not (back.mine or back.over):
            await ana_acts(room.ana)
            await heard(back)
        before, v = hand(back), back.state["v"]
        await asyncio.sleep(1.5)
        await heard(back)
        assert (hand(back), back.state["v"]) == (before, v)
        assert back.over or (await back.act(back.choice()))["t"] == "ack"


async def play_some(who: Client, times: int) -> None:
    """So many acts of a person among bots."""
    for _ in range(times):
        await who.settled()
        await ana_acts(who)


async def ana_acts(who: Client) -> None:
    """Act if it is one's turn."""
    await heard(who)
    if who.mine and not who.over:
        await who.act(who.choice())


# Powers


async def test_what_was_sent_before_one_is_sent_away_is_not_done_after_it(room: Room) -> None:
    """A player who had been sent away went on playing over the open connection."""
    ben = room.ben
    assert (await room.ana.ask({"t": "kick", "seat": 1}))["t"] == "ack"
    ended = looked(room)
    with suppress(ConnectionClosed):
        for number in range(20):
            await ben.send(
                {
                    "t": "cmd",
                    "id": f"late-{number}",
                    "v": ben.state["v"],
                    "d": {"t": "act", "action": "draw"},
                }
            )
    with suppress(ConnectionClosed):
        while True:
            assert (await ben.next())["t"] != "ack"
    assert looked(room) == ended


@pytest.mark.parametrize(
    "wish",
    [
        {"t": "bot", "seat": 2, "on": False},
        {"t": "bot", "seat": 1, "on": True},
        {"t": "sit", "seat": 2},
        {"t": "sit", "seat": 0, "who": 1},
        {"t": "room", "edition": "classic", "players": 2},
        {"t": "start"},
        {"t": "rematch"},
    ],
)
async def test_a_host_changes_no_match_with_frames_of_their_own_making(host: Host, wish: Json) -> None:
    """The page hid the buttons during a game, but frames made by hand took the bots out: the host won."""
    async with Room(host, players=3, bots=True) as room:
        await heard(room.ana)
        seats = kinds(room)
        answer = await room.ana.ask(wish)
        assert answer["t"] == "nak" or wish["t"] == "start", answer
        assert kinds(room) == seats == ["person", "person", "bot"]
        assert looked(room)["state"] == "playing"


async def test_nobody_starts_alone_by_accident(host: Host) -> None:
    """A start with too few players began a game that could not go on."""
    async with Room(host, players=3, autostart=False) as room:
        assert (await room.ben.ask({"t": "leave"}))["t"] == "ack"
        await heard(room.ana)
        await refused(room.ana, {"t": "start"}, "open")
        assert looked(room)["state"] == "waiting"


async def test_leaving_is_no_way_out_of_a_debt(room: Room) -> None:
    """Who had to draw or to judge retired and joined again, and was free of it."""
    mover, other = room.mover
    token, seat = mover.state["token"], mover.state["you"]
    assert (await mover.ask({"t": "leave"}))["t"] == "ack"
    await heard(other)
    again = room.join("Again", token=token)
    assert again["seat"] == seat
    back = await room.come(again["token"])
    assert back.over, "the round was given up with the seat: nothing of it can be played on"
    await refused(back, {"t": "act", "action": "draw"}, "illegal", "stale", "ended")
