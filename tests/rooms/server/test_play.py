"""Playing over real sockets."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.rooms.server.conftest import Client, Server, client


async def test_play_now_deals_at_once_and_the_person_acts_first(server: Server) -> None:
    """A table with bots is dealt when it is opened, and the dealer sits to the person's right (S4)."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        snap = ana.told[0]
        assert snap["t"] == "snap"
        assert snap["you"] == 0
        assert snap["table"]["match"]["dealer"] == 3
        assert [s["kind"] for s in snap["table"]["seats"]] == ["person", "bot", "bot", "bot"]
        assert snap["view"]["hands"][0]["cards"].count("?") == 0
        assert snap["view"]["hands"][1]["cards"].split() == ["??"] * len(
            snap["view"]["hands"][1]["cards"].split()
        )


async def play_match(ana: Client) -> None:
    """Play rounds until the match is over."""
    while ana.state["table"]["match"]["winner"] is None:
        await ana.settled()
        while not ana.over:
            await ana.play_on()
        if ana.state["table"]["match"]["winner"] is None:
            answer = await ana.ask({"t": "next"})
            assert answer["t"] == "ack"
            await ana.settled(answer["v"])


@pytest.mark.parametrize("edition", ["classic", "blanks-112", "swap-112"])
async def test_a_match_is_played_to_its_end_and_again(server: Server, edition: str) -> None:
    """Round after round by each edition's rules, then a rematch."""
    opened = server.open(edition=edition, options={"target": 100}, players=3)
    async with client(server, opened["table"], opened["token"]) as ana:
        await play_match(ana)
        assert ana.state["table"]["state"] == "over"
        assert max(ana.state["table"]["match"]["scores"]) >= 100
        answer = await ana.ask({"t": "rematch"})
        assert answer["t"] == "ack"
        await ana.until(lambda m: m["t"] == "state" and m["table"]["match"]["winner"] is None)
        assert ana.state["table"]["match"]["scores"] == [0, 0, 0]
        assert ana.state["table"]["state"] == "playing"


async def test_an_eliminated_person_can_still_ask_for_the_next_round(server: Server) -> None:
    """Under P4 only those still in the match are dealt to, and the match comes to its end."""
    opened = server.open(options={"target": 60, "scoring": "elimination"}, players=4)
    async with client(server, opened["table"], opened["token"]) as ana:
        await play_match(ana)
        assert ana.state["table"]["match"]["eliminated"]


async def test_versions_are_contiguous(server: Server) -> None:
    """Every event comes once, in order, without a gap."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        first = ana.told[0]["v"]
        await ana.settled()
        for _ in range(5):
            if not ana.over:
                await ana.play_on()
        versions = [m["v"] for m in ana.told if m["t"] == "ev"]
        assert versions == list(range(first + 1, first + 1 + len(versions)))


async def test_a_repeated_command_is_answered_again_and_applied_once(server: Server) -> None:
    """The same id gets the same version."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        await ana.settled()
        action = ana.choice()
        first = await ana.act(action, id_="same")
        await ana.settled(first["v"])
        again = await ana.act(action, id_="same", v=0)
        assert again == first


async def test_a_turn_action_with_an_old_version_is_stale(server: Server) -> None:
    """Who has not seen the last event of the round does not move; what happened beside the round makes nothing stale."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        await ana.settled()
        moved = max(line["v"] for line in ana.log if line["e"]["t"] not in ("hidden", "seat-taken"))
        answer = await ana.act(ana.choice(), v=moved - 1)
        assert (answer["t"], answer["code"]) == ("nak", "stale")
        answer = await ana.act(ana.choice(), v=ana.state["v"] + 5)
        assert answer["code"] == "stale"


async def test_an_unlawful_action_is_refused_with_its_rule(server: Server) -> None:
    """A refusal says why in a sentence and names the rule."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        await ana.settled()
        answer = await ana.act("discard R5")
        assert answer["code"] == "illegal"
        assert answer["rule"]
        assert answer["message"].endswith(".") or " " in answer["message"]
        assert answer["v"] == ana.state["v"]


async def test_a_friend_takes_over_a_bot_s_seat_with_its_hand(server: Server) -> None:
    """Joining by link at a table of bots."""
    opened = server.open()
    status, joined = server.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    assert status == 200
    async with client(server, opened["table"], joined["token"]) as ben:
        assert ben.state["you"] == joined["seat"] == 1
        assert "??" not in ben.state["view"]["hands"][1]["cards"]
        assert ben.state["view"]["hands"][0]["cards"].startswith("??")
        seats = ben.state["table"]["seats"]
        assert (seats[1]["name"], seats[1]["kind"], seats[1]["connected"]) == ("Ben", "person", True)


async def test_leaving_hands_the_seat_to_a_bot(server: Server) -> None:
    """V14 at a table with bots: the others play on, the token is worth nothing any more."""
    opened = server.open()
    _, joined = server.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    async with client(server, opened["table"], joined["token"]) as ben:
        answer = await ben.ask({"t": "leave"})
        assert answer["t"] == "ack"
        snap = await ben.until(lambda m: m["t"] == "snap")
        assert snap["you"] is None
        assert snap["table"]["seats"][1]["kind"] == "bot"
    async with client(server, opened["table"], joined["token"]) as ben:
        assert ben.told[-1]["code"] == "unknown"


async def test_a_table_without_bots_deals_when_the_last_seat_is_taken(server: Server) -> None:
    """Until then it waits, and until who took it is there."""
    opened = server.open(bots=False, players=2)
    async with client(server, opened["table"], opened["token"]) as ana:
        assert ana.state["view"] is None
        assert ana.state["table"]["state"] == "waiting"
        status, joined = server.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
        assert status == 200
        assert server.http(f"/api/tables/{opened['table']}/join", {"name": "Cleo"})[0] == 409
        async with client(server, opened["table"], joined["token"]):
            await ana.until(lambda m: m["t"] == "state" and m["view"] is not None)


@pytest.mark.rule("V14")
async def test_leaving_where_bots_are_off_ends_a_round_of_two(server: Server) -> None:
    """The one who is left has won the match."""
    opened = server.open(bots=False, players=2)
    _, joined = server.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    async with client(server, opened["table"], opened["token"]) as ana:
        async with client(server, opened["table"], joined["token"]) as ben:
            assert (await ben.ask({"t": "leave"}))["t"] == "ack"
        await ana.until(lambda m: m["t"] == "state" and m["table"]["state"] == "over")
        assert ana.state["table"]["match"]["winner"] == 0
        assert (await ana.ask({"t": "rematch"}))["code"] == "open"


async def test_a_person_may_start_before_all_seats_are_taken(server: Server) -> None:
    """Bots fill the seats that are open, and a second start is no second deal."""
    opened = server.open(bots=False, players=3)
    async with client(server, opened["table"], opened["token"]) as ana:
        v = ana.state["v"]
        assert (await ana.ask({"t": "next"}, v=v))["t"] == "ack"
        await ana.settled()
        dealt = ana.state["v"]
        again = await ana.ask({"t": "next"}, v=v)
        assert (again["t"], again["v"]) == ("ack", dealt)
        assert [s["kind"] for s in ana.state["table"]["seats"]] == ["person", "bot", "bot"]


async def test_a_new_connection_takes_the_seat_over(server: Server) -> None:
    """The old one looks on; the new one plays."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as old:
        await old.settled()
        async with client(server, opened["table"], opened["token"]) as new:
            await old.until(lambda m: m["t"] == "state" and not m["control"])
            assert (await old.act(old.choice()))["code"] == "readonly"
            await new.settled()
            assert (await new.act(new.choice()))["t"] == "ack"


async def test_a_spectator_sees_no_hand_and_may_do_nothing(server: Server) -> None:
    """Without a token one only looks."""
    opened = server.open()
    async with client(server, opened["table"], None) as eve:
        assert eve.state["you"] is None
        assert eve.state["legal"] == []
        assert all(set(h["cards"].split()) <= {"??"} for h in eve.state["view"]["hands"])
        assert (await eve.act("draw"))["code"] == "spectator"
        assert (await eve.ask({"t": "next"}))["code"] == "spectator"


async def test_reload_keeps_the_seat_and_tells_what_was_missed(server: Server) -> None:
    """The same token gives the same view, and the log since the version that was seen."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        await ana.settled()
        before = ana.state
    async with client(server, opened["table"], opened["token"], since=before["v"] - 2) as ana:
        assert ana.state["view"] == before["view"]
        assert ana.state["legal"] == before["legal"]
        assert [line["v"] for line in ana.log] == list(range(before["v"] - 1, ana.state["v"] + 1))


async def test_bots_wait_while_nobody_is_connected(server: Server) -> None:
    """A table that nobody looks at stands still."""
    opened = server.open()
    _, joined = server.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    async with client(server, opened["table"], None) as eve:
        before = eve.state["v"]
        await asyncio.sleep(0.3)
    async with client(server, opened["table"], joined["token"]) as ben:
        assert [line["e"]["t"] for line in ben.log if line["v"] > before] == ["hidden"]


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"table": "nosuchtable0"}, "unknown"),
        ({"table": "../../etc"}, "unknown"),
        ({"proto": 2}, "version"),
        ({"token": "wrong"}, "unknown"),
    ],
)
async def test_a_hello_that_leads_nowhere_is_told_why(
    server: Server, hello: dict[str, Any], code: str
) -> None:
    """Unknown table, other version, a token of no seat."""
    opened = server.open()
    async with client(server, opened["table"], opened["token"], **hello) as ana:
        assert ana.told[-1]["t"] == "gone"
        assert ana.told[-1]["code"] == code
        assert ana.told[-1]["message"]
