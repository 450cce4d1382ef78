"""What goes wrong in other programs when people come, go, press twice or at once: none of it happens here."""

from __future__ import annotations

import asyncio
import json
import secrets
import signal
from typing import TYPE_CHECKING

import pytest

from lastcard.rules.events import RoundBegan
from lastcard.server.decisions.requests import (
    Act,
    Ban,
    HandOver,
    Kick,
    Leave,
    Mute,
    Next,
    Ready,
    Rematch,
    Sit,
    Start,
)
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.events import HostChanged, Kicked, MatchBegan, SeatTaken, read_event
from lastcard.server.model.state import SeatKind
from lastcard.server.table.host_succession import HOST_AWAY
from lastcard.server.table.messages import Command, Join
from lastcard.server.wire.inbound import Cmd
from tests.fakes.log import MemoryLog
from tests.rooms.server.conftest import Client, Server, client
from tests.rooms.server.timed import after, in_virtual_time, settle
from tests.rooms.server.wired import Window, Wired

if TYPE_CHECKING:
    from pathlib import Path

    from lastcard.server.decisions.requests import Request

START, LEAVE, REMATCH, NEXT = Start(t="start"), Leave(t="leave"), Rematch(t="rematch"), Next(t="next")


def happened(log: MemoryLog, kind: type) -> int:
    """How often that stands in the log."""
    return sum(isinstance(read_event(json.loads(entry.body)), kind) for entry in log.entries)


async def at_once(wired: Wired, *wishes: tuple[Window, str, Request]) -> list[str]:
    """Commands that wait in the mailbox together, all from who saw the same version; how each was answered."""
    v = wired.table.state.version
    for window, id_, wish in wishes:
        await wired.table.put(Command(window, Cmd(t="cmd", id=id_, v=v, d=wish)))
    await settle()
    return [str(window.answer(id_).get("code", "ack")) for window, id_, _ in wishes]


async def seen(who: Client, v: int) -> None:
    """Read until the table is at that version, and there is something to do at it."""
    while who.state["v"] < v or not (who.state["awaited"] or who.over):
        await who.until(lambda m: m["t"] in ("state", "snap"))


# Pressing twice


@in_virtual_time
async def test_a_double_click_on_start_deals_once() -> None:
    """Two commands with ids of their own: both are acknowledged, one match begins, one round is dealt."""
    wired = Wired(people=2, players=2, now=False, bots=False)
    ana = await wired.come("Ana")
    assert await at_once(wired, (ana, "a", START), (ana, "b", START)) == ["ack", "ack"]
    assert (happened(wired.log, MatchBegan), happened(wired.log, RoundBegan)) == (1, 1)
    await wired.stop()


@in_virtual_time
async def test_starting_in_two_windows_deals_once() -> None:
    """The older window only looks on."""
    wired = Wired(people=2, players=2, now=False, bots=False)
    old, new = await wired.come("Ana"), await wired.come("Ana")
    assert await at_once(wired, (old, "a", START), (new, "b", START)) == ["readonly", "ack"]
    assert happened(wired.log, MatchBegan) == 1
    await wired.stop()


@in_virtual_time
async def test_the_next_round_is_dealt_once_whoever_asks_at_once() -> None:
    """Everybody presses when the round is over."""
    wired = Wired(people=2, players=2)
    windows = {0: await wired.come("Ana"), 1: await wired.come("Ben")}
    while await wired.step(windows):
        pass
    answers = await at_once(wired, (windows[0], "a", NEXT), (windows[1], "b", NEXT), (windows[0], "c", NEXT))
    assert answers == ["ack", "ack", "ack"]
    assert happened(wired.log, RoundBegan) == 2
    await wired.stop()


async def test_a_rematch_that_everybody_wants_at_once_begins_once(server: Server) -> None:
    """Two people press at the same moment; both are acknowledged, one match begins, its first round is one."""
    opened = server.open(players=2, bots=False, options={"target": 50, "hand_size": 2})
    _, joined = server.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    async with (
        client(server, opened["table"], opened["token"]) as ana,
        client(server, opened["table"], joined["token"]) as ben,
    ):
        for one in (ana, ben):
            await seen(one, 0)
        while ana.state["table"]["match"]["winner"] is None:
            who = ben if ben.mine and not ana.mine else ana
            answer = await (who.ask({"t": "next"}) if who.over else who.act(who.choice()))
            for one in (ana, ben):
                await seen(one, answer["v"])
        answers = await asyncio.gather(ana.ask({"t": "rematch"}), ben.ask({"t": "rematch"}))
        assert [answer["t"] for answer in answers] == ["ack", "ack"]
        await ana.until(lambda m: m["t"] == "state" and m["table"]["match"]["winner"] is None)
    history = server.http(f"/api/tables/{opened['table']}/history")[1]
    assert len(history["matches"]) == 2


async def test_a_double_click_on_join_takes_one_seat(server: Server) -> None:
    """The same id is answered with the same seat and token, also at the same moment; another id is another person."""
    opened = server.open(players=4, bots=False)
    path, id_ = f"/api/tables/{opened['table']}/join", secrets.token_urlsafe(16)
    answers = await asyncio.gather(
        *(asyncio.to_thread(server.http, path, {"name": "Ben", "id": id_}) for _ in range(5))
    )
    assert len({found["token"] for _, found in answers}) == 1
    assert [s["kind"] for s in server.http(path.removesuffix("/join"))[1]["seats"]] == [
        "person", "person", "open", "open",
    ]  # fmt: skip
    other = server.http(path, {"name": "Ben", "id": secrets.token_urlsafe(16)})[1]
    assert other["seat"] == 2


async def test_who_was_sent_away_may_ask_with_the_same_id_again(server: Server) -> None:
    """They sit down anew; the answer of before would lead nowhere."""
    opened = server.open(players=4, bots=False)
    path, id_ = f"/api/tables/{opened['table']}/join", secrets.token_urlsafe(16)
    seat = server.http(path, {"name": "Ben", "id": id_})[1]["seat"]
    async with client(server, opened["table"], opened["token"]) as ana:
        assert (await ana.ask({"t": "kick", "seat": seat}))["t"] == "ack"
        again = server.http(path, {"name": "Ben", "id": id_})[1]
        async with client(server, opened["table"], again["token"]) as ben:
            assert ben.state["you"] == seat
            assert (await ana.ask({"t": "ban", "seat": seat}))["t"] == "ack"
    assert server.http(path, {"name": "Ben", "id": id_})[0] == 403


async def test_a_double_click_on_open_opens_one_table(server: Server) -> None:
    """And one code."""
    body = {"name": "Ana", "bots": False, "id": secrets.token_urlsafe(16)}
    answers = await asyncio.gather(*(asyncio.to_thread(server.http, "/api/tables", body) for _ in range(3)))
    assert [status for status, _ in answers] == [201] * 3
    assert len({(found["table"], found["token"], found["code"]) for _, found in answers}) == 1


def test_a_secret_that_can_be_guessed_is_none(server: Server) -> None:
    """Its answer is a token, so it has to be long."""
    opened = server.open(bots=False)
    assert server.http(f"/api/tables/{opened['table']}/join", {"name": "Ben", "id": "1"})[0] == 422


@pytest.mark.tier("default")
async def test_an_opening_asked_for_again_after_a_crash_is_the_same_table(tmp_path: Path) -> None:
    """Whoever got no answer asks again: also the next server knows what was opened under the id."""
    body = {"name": "Ana", "bots": False, "id": secrets.token_urlsafe(16)}
    answers = []
    for _ in range(2):
        running = Server(tmp_path / "data")
        answers.append(running.http("/api/tables", body)[1])
        async with client(running, answers[0]["table"], answers[0]["token"]) as ana:
            assert ana.state["you"] == 0
        running.stop(signal.SIGKILL)
    assert [answers[0][name] for name in ("table", "token", "code")] == [
        answers[1][name] for name in ("table", "token", "code")
    ]


# At once


async def test_of_two_who_join_for_one_seat_one_gets_it(server: Server) -> None:
    """At the same moment, for the last seat or for the same one."""
    opened = server.open(players=2, bots=False)
    path = f"/api/tables/{opened['table']}/join"
    answers = await asyncio.gather(
        *(asyncio.to_thread(server.http, path, {"name": f"P{i}", "seat": 1}) for i in range(6))
    )
    assert sorted(status for status, _ in answers) == [200] + [409] * 5
    (token,) = [found["token"] for status, found in answers if status == 200]
    async with client(server, opened["table"], token) as winner:
        assert winner.state["you"] == 1


async def test_of_two_who_take_over_a_bot_at_once_both_get_one_of_their_own(server: Server) -> None:
    """No two people ever hold the same hand."""
    opened = server.open(players=4)
    path = f"/api/tables/{opened['table']}/join"
    answers = await asyncio.gather(
        *(asyncio.to_thread(server.http, path, {"name": f"P{i}"}) for i in range(5))
    )
    assert sorted(found["seat"] for status, found in answers if status == 200) == [1, 2, 3]


@in_virtual_time
async def test_a_host_who_leaves_while_starting() -> None:
    """Either the match has begun and the next person is host, or it has not and the leaver cannot start it any more."""
    wired = Wired(people=3, now=False)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    assert await at_once(wired, (ana, "s", START), (ana, "l", LEAVE)) == ["ack", "ack"]
    assert wired.table.state.match is not None
    assert (wired.table.state.host, wired.table.state.seats[0].kind) == (1, SeatKind.BOT)
    await wired.stop()
    wired = Wired(people=3, now=False)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    assert await at_once(wired, (ana, "l", LEAVE), (ana, "s", START), (ben, "b", START)) == [
        "ack", "spectator", "ack",
    ]  # fmt: skip
    assert happened(wired.log, MatchBegan) == 1
    await wired.stop()


@in_virtual_time
async def test_a_host_who_hands_over_has_no_say_in_the_same_moment() -> None:
    """What they asked for afterwards is refused."""
    wired = Wired(people=3, now=False)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    wishes = ((ana, "h", HandOver(t="host", seat=1)), (ana, "k", Kick(t="kick", seat=1)), (ben, "s", START))
    assert await at_once(wired, *wishes) == ["ack", "host", "ack"]
    await wired.stop()


@in_virtual_time
async def test_two_people_who_want_the_same_seat_do_not_both_move_there() -> None:
    """The second is told that somebody sits there; everybody has exactly one seat."""
    wired = Wired(people=3, players=4, now=False)
    ben, cleo = await wired.come("Ben"), await wired.come("Cleo")
    wish = Sit(t="sit", seat=3)
    assert await at_once(wired, (ben, "b", wish), (cleo, "c", wish)) == ["ack", "taken"]
    assert [seat.name for seat in wired.table.state.seats] == ["Ana", "", "Cleo", "Ben"]
    assert (ben.state["you"], cleo.state["you"]) == (3, 2)
    await wired.stop()


# Being sent away


@in_virtual_time
async def test_who_is_kicked_during_their_own_act_has_not_acted() -> None:
    """The act that waits behind the kick is refused; a bot has the hand as it was."""
    wired = Wired(people=2, players=2)
    windows = {0: await wired.come("Ana"), 1: await wired.come("Ben")}
    while (chosen := wired.choice()) is None or chosen[0] != 1:
        assert await wired.step(windows)
    hand = wired.round.hands[1]
    act = Act(t="act", action=chosen[1])
    wishes = ((windows[0], "k", Kick(t="kick", seat=1)), (windows[1], "x", act))
    assert await at_once(wired, *wishes) == ["ack", "spectator"]
    assert wired.round.hands[1] == hand
    assert wired.table.state.seats[1].kind is SeatKind.BOT
    assert windows[1].ended == "kicked"
    await wired.stop()


@in_virtual_time
async def test_an_act_before_the_kick_counts() -> None:
    """What was accepted is not taken back."""
    wired = Wired(people=2, players=2)
    windows = {0: await wired.come("Ana"), 1: await wired.come("Ben")}
    while (chosen := wired.choice()) is None or chosen[0] != 1:
        assert await wired.step(windows)
    act = Act(t="act", action=chosen[1])
    wishes = ((windows[1], "x", act), (windows[0], "k", Kick(t="kick", seat=1)))
    assert await at_once(wired, *wishes) == ["ack", "ack"]
    await wired.stop()


@in_virtual_time
async def test_whose_seat_was_taken_over_is_shown_no_hand_of_it() -> None:
    """Neither who left nor who was sent away gets another card to see, and their token opens nothing."""
    for wish, by in ((LEAVE, 1), (Kick(t="kick", seat=1), 0)):
        wired = Wired(people=2, players=3)
        windows = [await wired.come("Ana"), await wired.come("Ben")]
        token = windows[1].snap["token"]
        assert (await wired.send(windows[by], wish))["t"] == "ack"
        answer: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        await wired.table.put(Join(Newcomer("Cleo", "Cleo", seat=1), answer))
        await settle()
        cleo = await wired.come("Cleo")
        before = len(windows[1].told)
        people = {0: windows[0], 1: cleo}
        for _ in range(8):
            if not await wired.step(people):
                break
        hand = str(cleo.state["view"]["hands"][1]["cards"])
        assert set(hand.split()) != {"??"}
        for message in windows[1].told[before:]:
            assert message["t"] not in ("snap", "state") or "??" in message["view"]["hands"][1]["cards"]
        assert (await wired.come(token)).ended == "unknown"
        await wired.stop()


@in_virtual_time
async def test_a_banned_person_comes_in_by_no_door() -> None:
    """Not with the token on a socket, not with it or the same browser as a newcomer; also after a restart."""
    wired = Wired(people=1, players=3, now=False, bots=False)
    ana = await wired.come("Ana")
    for number, browser in enumerate((None, "b" * 16)):
        name = f"Ben{number}"
        first: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        await wired.table.put(Join(Newcomer(name, name, browser=browser), first))
        seat, _ = await first
        ben = await wired.come(name)
        token = ben.snap["token"]
        assert (await wired.send(ana, Ban(t="ban", seat=seat)))["t"] == "ack"
        assert ben.ended == "banned"
        await wired.restart()
        ana = await wired.come("Ana" if number == 0 else ana.snap["token"])
        for known in (name, token):
            assert (await wired.come(known)).ended == "unknown"
            again: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
            await wired.table.put(Join(Newcomer("Eve", "e", browser=browser, back=known), again))
            await settle()
            assert again.exception() is not None
    await wired.stop()


def test_a_banned_person_is_told_so_over_http(server: Server) -> None:
    """403, and a sentence."""
    opened = server.open(bots=False)
    path = f"/api/tables/{opened['table']}/join"
    _, ben = server.http(path, {"name": "Ben", "browser": "browser-of-ben-01"})

    async def ban() -> None:
        async with client(server, opened["table"], opened["token"]) as ana:
            assert (await ana.ask({"t": "ban", "seat": ben["seat"]}))["t"] == "ack"

    asyncio.run(ban())
    for again in ({"token": ben["token"]}, {"browser": "browser-of-ben-01"}):
        status, found = server.http(path, {"name": "B"} | again)
        assert (status, found["error"]["code"]) == (403, "banned")
    assert server.http(path, {"name": "Cleo"})[0] == 200


# Ids and seats


@in_virtual_time
async def test_an_id_is_its_persons_also_after_they_moved() -> None:
    """Sent again it is applied once; whoever sits on the old seat now may use the same id for something else."""
    wired = Wired(people=2, players=4, now=False)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    assert (await wired.send(ana, Sit(t="sit", seat=3), "one"))["t"] == "ack"
    assert (await wired.send(ben, Sit(t="sit", seat=0), "two"))["t"] == "ack"
    v = wired.table.state.version
    assert (await wired.send(ana, Sit(t="sit", seat=3), "one"))["t"] == "ack"
    assert wired.table.state.version == v
    assert (await wired.send(ben, Ready(t="ready", ready=False), "one"))["t"] == "ack"
    assert wired.table.state.version == v + 1
    await wired.restart()
    ana = await wired.come(ana.snap["token"])
    v = wired.table.state.version
    assert (await wired.send(ana, Sit(t="sit", seat=1), "one"))["t"] == "ack"
    assert wired.table.state.version == v
    await wired.stop()


@in_virtual_time
async def test_a_newcomer_is_not_answered_with_what_their_predecessor_did() -> None:
    """The same id from somebody else on the same seat is another command."""
    wired = Wired(people=2, players=2, now=False, bots=False)
    ben = await wired.come("Ben")
    assert (await wired.send(ben, Ready(t="ready", ready=False), "one"))["t"] == "ack"
    assert (await wired.send(ben, LEAVE))["t"] == "ack"
    answer: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
    await wired.table.put(Join(Newcomer("Cleo", "Cleo"), answer))
    cleo = await wired.come("Cleo")
    assert list(wired.table.state.ready) == [0, 1]
    assert (await wired.send(cleo, Ready(t="ready", ready=False), "one"))["t"] == "ack"
    assert list(wired.table.state.ready) == [0]
    await wired.stop()


# Ends and restarts


async def test_nobody_joins_a_table_that_has_ended(server: Server) -> None:
    """409, by the link as by a token of it; the page still finds what it was."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        assert (await ana.ask({"t": "leave"}))["t"] == "ack"
    path = f"/api/tables/{opened['table']}"
    for body in ({"name": "Ben"}, {"name": "Ana", "token": opened["token"]}):
        status, found = server.http(f"{path}/join", body)
        assert (status, found["error"]["code"]) == (409, "ended")
    found = server.http(path)[1]
    assert (found["state"], found["open"], found["ended"]) == ("over", 0, True)


@in_virtual_time
async def test_a_restart_forgets_nothing_of_the_room() -> None:
    """Host, readiness, words taken, bans and the rules are as they were."""
    wired = Wired(people=3, players=4, now=False)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    await wired.send(ana, Ban(t="ban", seat=2))
    await wired.send(ana, Mute(t="mute", seat=1, on=True))
    await wired.send(ben, Ready(t="ready", ready=False))
    await wired.send(ana, HandOver(t="host", seat=1))
    before = wired.table.state
    await wired.restart()
    assert wired.table.state == before
    assert (before.host, before.ready, before.seats[1].muted) == (1, (0,), True)
    await wired.stop()


# A host who is gone


@in_virtual_time
async def test_a_room_whose_host_is_gone_gets_another() -> None:
    """A minute after the connection was lost the person who has sat there longest, and is there, has the say."""
    wired = Wired(people=3, now=False)
    ana, cleo = await wired.come("Ana"), await wired.come("Cleo")
    await wired.go(ana)
    await after(HOST_AWAY - 1)
    assert wired.table.state.host == 0
    await after(2)
    assert wired.table.state.host == 2
    assert cleo.of("ev")[-1]["e"] == {"t": "host-changed", "seat": 2}
    assert (await wired.send(cleo, START))["t"] == "ack"
    assert happened(wired.log, HostChanged) == 1
    await wired.stop()


@in_virtual_time
async def test_a_host_who_comes_back_in_time_stays_host() -> None:
    """And where nobody else is there, nobody is made host."""
    wired = Wired(people=2, now=False)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    await wired.go(ana)
    await after(HOST_AWAY / 2)
    ana = await wired.come(ana.snap["token"])
    await after(HOST_AWAY)
    assert wired.table.state.host == 0
    await wired.go(ben)
    await wired.go(ana)
    await after(2 * HOST_AWAY)
    assert wired.table.state.host == 0
    assert not happened(wired.log, HostChanged)
    await wired.stop()


@in_virtual_time
async def test_people_who_never_came_can_be_sent_away() -> None:
    """A seat that somebody took and never played from is no ghost for ever."""
    wired = Wired(people=2, players=2, now=False, bots=False)
    ana = await wired.come("Ana")
    assert (await wired.send(ana, Kick(t="kick", seat=1)))["t"] == "ack"
    assert happened(wired.log, Kicked) == 1
    assert wired.table.state.seats[1].kind is SeatKind.OPEN
    assert happened(wired.log, SeatTaken) == 2
    await wired.stop()


@in_virtual_time
async def test_a_rematch_in_the_moment_of_leaving_keeps_nobody_s_seat() -> None:
    """Who leaves first is not dealt to; who asks afterwards is told that a seat is open."""
    wired = Wired(people=2, players=2, bots=False)
    windows = {0: await wired.come("Ana"), 1: await wired.come("Ben")}
    assert (await wired.send(windows[1], LEAVE))["t"] == "ack"
    assert wired.table.state.match is not None
    assert wired.table.state.match.over
    assert await at_once(wired, (windows[0], "r", REMATCH), (windows[0], "s", REMATCH)) == ["open", "open"]
    await wired.stop()


@in_virtual_time
async def test_who_sits_down_and_never_comes_starts_no_match() -> None:
    """The table begins by itself when the last one is there, whoever of them it is, and then once."""
    wired = Wired(people=1, players=3, bots=False, now=False, autostart=True)
    ana = await wired.come("Ana")
    for name in ("Ben", "Cleo"):
        await wired.table.join(Newcomer(name, name))
    await settle()
    assert happened(wired.log, MatchBegan) == 0
    await wired.come("Cleo")
    await wired.go(ana)
    await wired.come("Ben")
    assert happened(wired.log, MatchBegan) == 0
    await wired.come("Ana")
    assert happened(wired.log, MatchBegan) == 1
    await wired.come("Ben")
    assert happened(wired.log, MatchBegan) == 1
    await wired.stop()
