"""What viewers are told: each version once and in order, what was missed on coming back, one controlling window a seat."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from lastcard.rules.encode import encode
from lastcard.rules.legal import legal_actions
from lastcard.rules.view import view
from lastcard.server.decisions.requests import Act, Control, Leave, Mute
from lastcard.server.model.events import RING
from lastcard.server.storage.interface import LogEntry
from lastcard.server.views.audience import MAX_WINDOWS
from lastcard.server.views.rendering import LATELY, LiveStatus, Rendering
from lastcard.server.wire.message_models import check
from tests.rooms.server.timed import in_virtual_time
from tests.rooms.server.wired import Window, Wired

Json = dict[str, Any]


def history(*windows: Window) -> list[Json]:
    """All events that connections after each other were told one by one, with the versions."""
    return [{"v": m["v"], "e": m["e"]} for window in windows for m in window.of("ev")]


async def played(wired: Wired, windows: dict[int, Window], steps: int) -> None:
    """People and bots act so many times, or until the round is over."""
    for _ in range(steps):
        if not await wired.step(windows):
            return


async def muted(wired: Wired, host: Window, times: int) -> None:
    """Something that happens beside the round, so many times."""
    for i in range(times):
        assert (await wired.send(host, Mute(t="mute", seat=1, on=i % 2 == 0)))["t"] == "ack"


@in_virtual_time
async def test_every_version_reaches_every_viewer_once_and_in_order() -> None:
    """Seats with two windows and spectators; versions without a gap, hidden events under their own version."""
    wired = Wired()
    ana, eve = await wired.come("Ana"), await wired.come(None)
    second, ben = await wired.come("Ana"), await wired.come("Ben")
    await played(wired, {0: second, 1: ben}, 12)
    for window in (ana, second, ben, eve):
        first = window.snap["v"]
        assert window.versions == list(range(first + 1, wired.table.state.version + 1))
        assert window.state["v"] == wired.table.state.version
    hidden = [m["v"] for m in ana.of("ev") if m["e"] == {"t": "hidden"}]
    assert hidden == [m["v"] for m in eve.of("ev") if m["e"] == {"t": "hidden"}]
    assert len(hidden) == 1  # Ana's second window showed the old token, so only Ben got a new one
    await wired.stop()


@in_virtual_time
async def test_windows_of_a_seat_are_told_the_same() -> None:
    """Byte for byte, but for who is in control and what answers their own commands."""
    wired = Wired()
    first, second = await wired.come("Ana"), await wired.come("Ana")
    ben = await wired.come("Ben")
    first.told.clear()
    second.told.clear()
    await played(wired, {0: second, 1: ben}, 12)
    plain = [[{**m, "control": None} for m in window.of("ev", "state")] for window in (first, second)]
    assert plain[0] == plain[1]
    assert all(not m["control"] for m in first.of("state"))
    assert all(m["control"] for m in second.of("state"))
    await wired.stop()


@in_virtual_time
async def test_who_comes_back_has_what_one_who_never_left_has() -> None:
    """Cut at any moment: what came before, what is sent on coming back and the state are those of the other window."""
    chance = Random(5)
    wired = Wired()
    ben, stays = await wired.come("Ben"), await wired.come("Ana")
    parts = [await wired.come("Ana")]
    begins = parts[0].snap["v"]
    for _ in range(25):
        await played(wired, {0: parts[-1], 1: ben}, chance.randrange(3))
        await wired.go(parts[-1])
        await played(wired, {0: stays, 1: ben}, chance.randrange(4))
        told = history(*parts)
        since = told[-1]["v"] if told else begins
        parts.append(await wired.come(parts[-1].snap["token"], since))
        assert parts[-1].snap["log"] is None
        assert history(*parts) == [line for line in history(stays) if line["v"] > begins]
        assert {**parts[-1].snap, "t": "state", "control": False} == {
            **stays.state,
            **{key: parts[-1].snap[key] for key in ("log", "token", "server")},
        }
    assert len(history(*parts)) > 40
    await wired.stop()


@in_virtual_time
async def test_a_gap_older_than_the_ring_gets_a_snapshot() -> None:
    """The oldest version at hand is sent as an event; one older, and the snapshot holds the latest events."""
    wired = Wired()
    ana, _ben = await wired.come("Ana"), await wired.come("Ben")
    await muted(wired, ana, RING)
    v = wired.table.state.version
    inside = await wired.come(None, v - RING)
    assert inside.versions == list(range(v - RING + 1, v + 1))
    assert inside.snap["log"] is None
    for since in (v - RING - 1, None, v + 1):
        outside = await wired.come(None, since)
        assert outside.versions == []
        assert [line["v"] for line in outside.snap["log"]] == list(range(v - LATELY + 1, v + 1))
    await wired.stop()


@in_virtual_time
async def test_resuming_works_across_a_restart() -> None:
    """The ring is read back from the log."""
    wired = Wired()
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    await played(wired, {0: ana, 1: ben}, 6)
    seen = ana.state["v"]
    await wired.restart()
    ben = await wired.come("Ben")
    again = await wired.come(ana.snap["token"], seen)
    assert again.versions == list(range(seen + 1, wired.table.state.version + 1))
    assert again.state["view"] == encode(view(wired.round, 0))
    await wired.stop()


@in_virtual_time
async def test_a_commit_whose_answer_was_lost_leaves_no_gap_in_the_versions() -> None:
    """What the log is found to hold is told like anything else, once."""
    wired = Wired()
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    wired.log.fail = "after"
    assert (await wired.send(ana, Mute(t="mute", seat=1, on=True), "lost"))["code"] == "storage"
    assert (await wired.send(ana, Mute(t="mute", seat=1, on=True), "lost"))["t"] == "ack"
    for window in (ana, ben):
        assert window.versions == list(range(window.snap["v"] + 1, wired.table.state.version + 1))
    assert [m["e"]["t"] for m in ben.of("ev")][-1] == "muted"
    await wired.stop()


@in_virtual_time
async def test_who_cannot_be_told_what_was_missed_comes_back_to_a_snapshot() -> None:
    """Another server wrote more than the ring holds: everybody is dropped, and what is at hand then has no gap."""
    wired = Wired()
    ana, eve = await wired.come("Ana"), await wired.come(None)
    seen = wired.table.state.version
    for i in range(RING + 5):
        body = json.dumps({"t": "muted", "seat": 1, "on": i % 2 == 0})
        wired.log.entries.append(LogEntry(seen + 1 + i, body))
    wired.log.fail = "before"
    assert (await wired.send(ana, Mute(t="mute", seat=1, on=True)))["code"] == "storage"
    assert (await wired.come(None, seen)).snap["log"]
    assert (ana.ended, eve.ended) == ("dropped", "dropped")
    v = wired.table.state.version
    assert v >= seen + RING + 5
    again = await wired.come(None, v - RING)
    assert again.versions == list(range(v - RING + 1, v + 1))
    await wired.stop()


@in_virtual_time
async def test_the_latest_window_of_a_seat_controls_it() -> None:
    """The others are told so, and their commands are refused; `control` takes it back; closing gives it on."""
    wired = Wired()
    first = await wired.come("Ana")
    assert first.snap["control"]
    second = await wired.come("Ana")
    assert second.snap["control"]
    assert not first.state["control"]
    act = Mute(t="mute", seat=1, on=True)
    assert (await wired.send(first, act))["code"] == "readonly"
    assert (await wired.send(first, Control(t="control")))["t"] == "ack"
    assert first.state["control"]
    assert not second.state["control"]
    assert (await wired.send(first, act))["t"] == "ack"
    assert (await wired.send(second, act))["code"] == "readonly"
    await wired.go(first)
    assert second.state["control"]
    assert second.state["table"]["seats"][0]["connected"]
    await wired.go(second)
    assert wired.table.audience.connected == frozenset()
    await wired.stop()


@in_virtual_time
async def test_a_seat_has_so_many_windows() -> None:
    """One more ends the oldest; a spectator takes no control."""
    wired = Wired()
    eve = await wired.come(None)
    windows = [await wired.come("Ana") for _ in range(MAX_WINDOWS + 1)]
    assert [w.ended for w in windows] == ["replaced"] + [None] * MAX_WINDOWS
    assert not eve.snap["control"]
    assert (await wired.send(eve, Control(t="control")))["code"] == "spectator"
    await wired.stop()


@in_virtual_time
async def test_a_command_is_applied_once_across_windows_renewals_and_restarts() -> None:
    """Sent again from a window that only looks on, after a new token, after a restart: the same answer, nothing new."""
    wired = Wired()
    ana = await wired.come("Ana")
    act = Mute(t="mute", seat=1, on=True)
    first = await wired.send(ana, act, "once")
    version = wired.table.state.version
    second = await wired.come(ana.snap["token"])
    assert await wired.send(ana, act, "once", v=0) == first
    assert await wired.send(second, act, "once") == first
    await wired.restart()
    again = await wired.come(second.snap["token"])
    assert await wired.send(again, act, "once") == first
    kinds = [entry.body for entry in wired.log.entries[version:]]
    assert all("token-renewed" in body for body in kinds)
    await wired.stop()


@in_virtual_time
async def test_a_refused_command_is_judged_anew() -> None:
    """It changed nothing, so its id is free: what was refused for a reason that is gone is done."""
    wired = Wired()
    first, second = await wired.come("Ana"), await wired.come("Ana")
    act = Mute(t="mute", seat=1, on=True)
    assert (await wired.send(first, act, "again"))["code"] == "readonly"
    await wired.go(second)
    assert (await wired.send(first, act, "again"))["t"] == "ack"
    await wired.stop()


@in_virtual_time
async def test_events_beside_the_round_make_no_turn_stale() -> None:
    """Somebody who reconnects again and again does not keep the others from playing."""
    wired = Wired()
    ana = await wired.come("Ana")
    chosen = wired.choice()
    assert chosen is not None
    assert chosen[0] == 0
    seen = ana.state["v"]
    await wired.come("Ben")
    assert wired.table.state.version > seen
    assert (await wired.send(ana, Act(t="act", action=chosen[1]), v=seen))["t"] == "ack"
    await wired.stop()


@in_virtual_time
async def test_who_leaves_looks_on_from_all_windows() -> None:
    """Each of them is told the event by which the seat changed hands, then sees as a spectator."""
    wired = Wired()
    first, second = await wired.come("Ana"), await wired.come("Ana")
    ben = await wired.come("Ben")
    assert (await wired.send(second, Leave(t="leave")))["t"] == "ack"
    for window in (first, second):
        assert window.of("ev")[-1]["e"]["t"] == "seat-taken"
        assert window.told[-1]["t"] == "snap"
        assert window.snap["you"] is None
        assert window.snap["token"] is None
        assert set(window.snap["view"]["hands"][0]["cards"].split()) <= {"??"}
    assert ben.state["table"]["seats"][0]["kind"] == "bot"
    assert (await wired.send(second, Control(t="control")))["code"] == "spectator"
    await wired.stop()


@in_virtual_time
async def test_a_picture_is_the_view_of_each_seat() -> None:
    """What is put together from common parts is, for each viewer, the encoded view and its lawful actions."""
    wired = Wired(people=3, players=4)
    people = {i: await wired.come(name) for i, name in enumerate(("Ana", "Ben", "Cleo"))}
    for _ in range(30):
        if not await wired.step(people):
            break
        picture = Rendering("table", wired.table.state, LiveStatus(frozenset({0, 2})))
        for seat in (None, 0, 1, 2, 3):
            text = picture.state_text(seat, control=seat == 0)
            check(text)
            found = json.loads(text)
            seen = view(wired.round, seat)
            assert found["view"] == encode(seen)
            assert found["you"] == seat
            assert found["control"] == (seat == 0)
            legal = [] if seat is None else [str(a) for a in legal_actions(seen, seat)]
            assert found["legal"] == legal
    await wired.stop()


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_before_the_first_deal_there_is_nothing_to_view(seat: int | None) -> None:
    """The view is null, and nothing is lawful."""

    @in_virtual_time
    async def look() -> None:
        wired = Wired(people=2, players=3, now=False)
        window = await wired.come(None if seat is None else ("Ana", "Ben")[seat])
        assert window.snap["view"] is None
        assert window.snap["legal"] == window.snap["awaited"] == []
        assert window.snap["you"] == seat
        await wired.stop()

    look()
