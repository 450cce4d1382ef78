"""Spectators: the public view, as late as the room says, and not at all where it says so."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from lastcard.rules.encode import decode, encode
from lastcard.rules.view import seen_by, view
from lastcard.server.decisions.requests import Act, Ban, ChangeRoom, Kick, Leave, Mute, Say
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.events import Event, Room, TableEvent, read_event
from lastcard.server.model.phrases import Phrase
from lastcard.server.model.state import TableState, fold
from tests.rooms.server.timed import after, in_virtual_time
from tests.rooms.server.wired import BOTS_IDLE, Window, Wired

DELAY = 30
BROWSER = "b" * 16
OTHER = "o" * 16


def states(wired: Wired) -> dict[int, TableState]:
    """The table after each version, by the log."""
    found: dict[int, TableState] = {}
    state: TableState | None = None
    for entry in wired.log.entries:
        event: Event = read_event(json.loads(entry.body))
        state = fold(state, event)
        found[entry.version] = state
    return found


def public(wired: Wired, version: int) -> Any:
    """What anybody may see of the round at that version."""
    round_ = states(wired)[version].round
    return None if round_ is None else encode(view(round_, None))


async def one_play(wired: Wired, windows: dict[int, Window]) -> int:
    """Somebody acts; the version that it led to."""
    assert await wired.step(windows)
    return wired.table.state.version


@in_virtual_time
async def test_spectators_see_the_public_view_late_and_whole() -> None:
    """Nothing before its time, then every event and state of the log in order."""
    wired = Wired(players=2, spectator_delay=DELAY)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    await after(DELAY)
    began = wired.table.state.version
    eve = await wired.come(None)
    assert eve.snap["v"] == began
    for _ in range(4):
        before = len(eve.told)
        v = await one_play(wired, {0: ana, 1: ben})
        assert ana.state["v"] == v
        await after(DELAY - 1)
        assert len(eve.told) == before
        await after(1)
        assert eve.state["v"] == v
        assert eve.state["view"] == public(wired, v)
    assert eve.versions == list(range(began + 1, wired.table.state.version + 1))
    for line in eve.of("ev"):
        event = read_event(json.loads(wired.log.entries[line["v"] - 1].body))
        if not isinstance(event, TableEvent):
            assert decode(Event, line["e"]) == seen_by(event, None)
    await wired.stop()


@in_virtual_time
async def test_who_comes_to_a_late_table_sees_what_the_others_see() -> None:
    """The snapshot is as late as everything else, and so are the events in it and those that were missed."""
    wired = Wired(players=2, spectator_delay=DELAY)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    await after(DELAY)
    early = await wired.come(None)
    v = early.snap["v"]
    await one_play(wired, {0: ana, 1: ben})
    await after(DELAY / 2)
    late, back = await wired.come(None), await wired.come(None, v - 3)
    assert late.snap["v"] == back.snap["v"] == v
    assert late.snap["view"] == public(wired, v)
    assert max(line["v"] for line in late.snap["log"]) == v
    assert back.versions == [v - 2, v - 1, v]
    await after(DELAY / 2)
    assert late.state == back.state == early.state
    assert late.state["v"] == wired.table.state.version
    await wired.stop()


@in_virtual_time
async def test_a_round_taken_up_from_the_log_is_shown_after_the_whole_delay() -> None:
    """Nobody knows when its events happened: until then spectators are told how long it takes."""
    wired = Wired(players=2, spectator_delay=DELAY)
    eve = await wired.come(None)
    assert [m["t"] for m in eve.told] == ["wait"]
    assert eve.told[0]["left_ms"] == DELAY * 1000
    v = wired.table.state.version
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    await one_play(wired, {0: ana, 1: ben})
    await after(DELAY - 1)
    later = await wired.come(None)
    assert later.told == [{"t": "wait", "left_ms": 1000}]
    await after(1)
    for window in (eve, later):
        assert window.of("snap")[0]["v"] == v
        assert window.versions == list(range(v + 1, wired.table.state.version + 1))
    await wired.stop()


@in_virtual_time
async def test_a_table_that_waits_is_shown_at_once() -> None:
    """Without cards there is nothing to keep from anybody."""
    wired = Wired(now=False, spectator_delay=DELAY)
    assert (await wired.come(None)).snap["view"] is None
    await wired.stop()


@in_virtual_time
async def test_a_shorter_delay_overtakes_nothing() -> None:
    """What happened under the longer one comes first, in its time."""
    wired = Wired(people=2, players=2, now=False, spectator_delay=DELAY)
    ana, ben, eve = await wired.come("Ana"), await wired.come("Ben"), await wired.come(None)
    v = eve.snap["v"]
    wish = ChangeRoom(t="room", players=2, autostart=False, spectator_delay=0)
    assert (await wired.send(ana, wish))["t"] == "ack"
    assert (await wired.send(ana, Mute(t="mute", seat=1, on=True)))["t"] == "ack"
    await after(DELAY)
    assert eve.versions == list(range(v + 1, wired.table.state.version + 1))
    assert (await wired.send(ana, Mute(t="mute", seat=1, on=False)))["t"] == "ack"
    assert eve.versions[-1] == wired.table.state.version == ben.versions[-1]
    await wired.stop()


@in_virtual_time
async def test_a_private_table_takes_no_spectators() -> None:
    """Nobody comes in without a seat; whoever leaves goes altogether; other windows of a seat are no spectators."""
    wired = Wired(spectators=False)
    assert (await wired.come(None)).ended == "private"
    first, second = windows = await wired.come("Ana"), await wired.come("Ana")
    assert [window.ended for window in windows] == [None, None]
    await wired.send(second, Leave(t="leave"))
    assert [window.ended for window in windows] == ["left", "left"]
    assert first.of("ev")[-1]["e"]["t"] == "seat-taken"
    await wired.stop()


@in_virtual_time
async def test_spectators_go_when_the_host_turns_them_away() -> None:
    """People with a seat stay."""
    wired = Wired(people=2, players=2, now=False)
    ana, eve = await wired.come("Ana"), await wired.come(None)
    wish = ChangeRoom(t="room", players=2, autostart=False, spectators=False)
    assert (await wired.send(ana, wish))["t"] == "ack"
    assert (eve.ended, ana.ended) == ("private", None)
    assert not ana.state["table"]["room"]["spectators"]
    await wired.stop()


@in_virtual_time
async def test_who_is_banned_may_not_look_on_with_that_browser() -> None:
    """Windows of the browser that look on are closed, and it may not come back to look on; others may."""
    wired = Wired(people=1, players=2, now=False)
    ana = await wired.come("Ana")
    await wired.table.join(Newcomer("Ben", "Ben", browser=BROWSER))
    ben, beside, other = (
        await wired.come("Ben"),
        await wired.come(None, browser=BROWSER),
        await wired.come(None, browser=OTHER),
    )
    assert (await wired.send(ana, Ban(t="ban", seat=1)))["t"] == "ack"
    assert (ben.ended, beside.ended, other.ended) == ("banned", "banned", None)
    assert beside.told[-1]["t"] in ("snap", "state")
    assert (await wired.come(None, browser=BROWSER)).ended == "banned"
    assert (await wired.come(None, browser=OTHER)).ended is None
    assert (await wired.come(None)).ended is None
    await wired.stop()


@in_virtual_time
async def test_a_ban_reaches_a_window_that_left_its_seat_to_look_on() -> None:
    """Somebody leaves to watch, sits down again elsewhere and is banned: the window that stayed is closed as well."""
    wired = Wired(people=1, players=3, now=False)
    ana = await wired.come("Ana")
    await wired.table.join(Newcomer("Ben", "Ben", browser=BROWSER))
    ben = await wired.come("Ben")
    assert (await wired.send(ben, Leave(t="leave", watch=True)))["t"] == "ack"
    seat, _ = await wired.table.join(Newcomer("Ben", "again", browser=BROWSER))
    assert (ben.ended,) == (None,)
    assert (await wired.send(ana, Ban(t="ban", seat=seat)))["t"] == "ack"
    assert ben.ended == "banned"
    await wired.stop()


@in_virtual_time
async def test_who_is_sent_away_sees_nothing_that_comes_after() -> None:
    """The last that the seat's windows are told is that they were."""
    wired = Wired()
    ana = await wired.come("Ana")
    windows = [await wired.come("Ben"), await wired.come("Ben")]
    assert (await wired.send(ana, Kick(t="kick", seat=1)))["t"] == "ack"
    for window in windows:
        assert window.ended == "kicked"
        assert window.of("ev")[-1]["e"]["t"] == "kicked"
        assert window.told[-1]["t"] == "ev"
    assert (await wired.come(windows[0].snap["token"])).ended == "unknown"
    await wired.stop()


@in_virtual_time
async def test_a_leaver_at_a_late_table_goes_back_to_what_spectators_see() -> None:
    """From then on they learn of the others' plays as late as everybody without a seat."""
    wired = Wired(people=2, players=3, spectator_delay=DELAY)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    await after(DELAY)
    seen = wired.table.state.version
    assert (await wired.send(ben, Leave(t="leave")))["t"] == "ack"
    assert ben.snap["you"] is None
    assert ben.snap["v"] == seen
    chosen = wired.choice()
    assert chosen is not None
    if chosen[0] == 0:
        assert (await wired.send(ana, Act(t="act", action=chosen[1])))["t"] == "ack"
    await after(DELAY)
    assert ben.versions[-1] == wired.table.state.version
    await wired.stop()


WATCH = Leave(t="leave", watch=True)


@in_virtual_time
async def test_who_gives_up_the_seat_to_watch_goes_on_on_the_same_connections() -> None:
    """V14 in one act in the middle of a round: told of the leaving, then greeted as a spectator, then shown every play."""
    wired = Wired(people=2, players=2)
    ana = await wired.come("Ana")
    windows = [await wired.come("Ben"), await wired.come("Ben")]
    assert (await wired.send(windows[1], WATCH))["t"] == "ack"
    left = wired.table.state.version
    for window in windows:
        assert window.ended is None
        assert window.of("ev")[-1]["e"] == {"t": "seat-taken", "seat": 1, "name": "Bao", "kind": "bot"}
        assert (window.snap["you"], window.snap["token"], window.snap["legal"]) == (None, None, [])
        assert window.snap["view"] == public(wired, left)
    for _ in range(4):
        v = await one_play(wired, {0: ana})
        for window in windows:
            assert window.versions[-1] == v
            assert window.state["view"] == public(wired, v)
    assert (await wired.send(windows[0], Say(t="say", phrase=Phrase.HELLO)))["code"] == "spectator"
    await wired.stop()


@in_virtual_time
async def test_who_watches_may_have_the_seat_again() -> None:
    """V14: by the token of before."""
    wired = Wired(people=2, players=2)
    await wired.come("Ana")
    ben = await wired.come("Ben")
    token = ben.snap["token"]
    assert (await wired.send(ben, WATCH))["t"] == "ack"
    seat, again = await wired.table.join(Newcomer("Ben", "another", back=token))
    assert (seat, again) == (1, token)
    await wired.stop()


@in_virtual_time
async def test_the_seat_is_kept_where_one_could_not_watch() -> None:
    """A private table; one with room for one window and not for two; one that would end. Then there is room, and it works."""
    private, lonely = Wired(people=2, spectators=False), Wired(people=1, players=2)
    full = Wired(people=2, settings=replace(BOTS_IDLE, max_spectators=2))
    eve = await full.come(None)
    windows: list[Window] = []
    for wired, name, code in ((private, "Ben", "private"), (lonely, "Ana", "nobody"), (full, "Ben", "full")):
        windows = [await wired.come(name), await wired.come(name)]
        version = wired.table.state.version
        answer = await wired.send(windows[1], WATCH)
        assert (answer["t"], answer["code"]) == ("nak", code)
        assert wired.table.state.version == version
        assert [window.ended for window in windows] == [None, None]
    await full.go(eve)
    assert (await full.send(windows[1], WATCH))["t"] == "ack"
    for wired in (private, lonely, full):
        await wired.stop()


@in_virtual_time
async def test_what_is_said_is_heard_by_spectators_at_once() -> None:
    """Words tell nothing of the cards that the table would hide."""
    wired = Wired(players=2, spectator_delay=DELAY)
    ana, eve = await wired.come("Ana"), await wired.come(None)
    assert (await wired.send(ana, Say(t="say", phrase=Phrase.HELLO)))["t"] == "ack"
    assert eve.told[-1] == {"t": "said", "seat": 0, "phrase": "hello"}
    await wired.stop()


def test_a_room_lets_spectators_in_at_once_unless_told_otherwise() -> None:
    """The delay is an option."""
    assert Room().spectators
    assert Room().spectator_delay == 0
