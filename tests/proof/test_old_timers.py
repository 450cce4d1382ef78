"""Timers outlive what they were set for: of other programs' faults those in which a clock or a bot acts too late."""

from __future__ import annotations

import asyncio

from lastcard.server.decisions.requests import Act, Leave, Rematch
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.table.messages import Join
from tests.rooms.server.timed import NOBODY_ACTS, after, in_virtual_time, settle
from tests.rooms.server.wired import Window, Wired

CLOCK = 30


async def sits_down(wired: Wired, name: str) -> Window:
    """Somebody joins and connects."""
    answer: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
    await wired.table.put(Join(Newcomer(name, name), answer))
    await answer
    return await wired.come(name)


def happened(window: Window) -> list[str]:
    """The events of the round that were told one by one."""
    return [m["e"]["t"] for m in window.of("ev")]


def over(wired: Wired) -> bool:
    """Whether the round is over."""
    return wired.round.over


@in_virtual_time
async def test_the_clock_of_an_old_round_does_not_act_in_the_new() -> None:
    """A game ended with the clock running; in the next one it ran out and played for whoever was on turn."""
    wired = Wired(people=2, players=2, bots=False, clock=CLOCK, now=False, autostart=True)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    await settle()
    assert not over(wired)
    await after(CLOCK - 5)
    assert (await wired.send(ben, Leave(t="leave")))["t"] == "ack"
    assert over(wired)
    cleo = await sits_down(wired, "Cleo")
    assert (await wired.send(ana, Rematch(t="rematch")))["t"] == "ack"
    await settle()
    assert not over(wired)
    version, began = wired.table.state.version, len(happened(cleo))
    await after(CLOCK - 1)
    assert wired.table.state.version == version
    assert happened(cleo)[began:] == []
    await after(1.5)
    assert wired.table.state.version > version
    await wired.stop()


@in_virtual_time
async def test_a_bot_that_is_thinking_does_not_play_for_who_took_its_seat() -> None:
    """A person took over the seat of a bot on turn; a moment later the bot's card was played."""
    wired = Wired(people=1, players=2)
    ana = await wired.come("Ana")
    while (chosen := wired.choice()) is not None and chosen[0] == 0:
        assert (await wired.send(ana, Act(t="act", action=chosen[1])))["t"] == "ack"
    assert chosen is not None
    await after(NOBODY_ACTS / 10)
    ben = await sits_down(wired, "Ben")
    version = wired.table.state.version
    await after(NOBODY_ACTS * 10)
    assert wired.table.state.version == version
    assert (await wired.send(ben, Act(t="act", action=chosen[1])))["t"] == "ack"
    await wired.stop()


@in_virtual_time
async def test_who_leaves_and_comes_back_has_a_clock_of_their_own() -> None:
    """The clock that ran when a player left ran out when they had come back, and cost them the turn."""
    wired = Wired(people=2, players=2, clock=CLOCK)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    windows = {0: ana, 1: ben}
    while (chosen := wired.choice()) is not None and chosen[0] == 0:
        await wired.step(windows)
    await after(CLOCK - 2)
    assert (await wired.send(ben, Leave(t="leave")))["t"] == "ack"
    await after(0.5)
    answer: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
    await wired.table.put(Join(Newcomer("Ben", "other", back="Ben"), answer))
    assert await answer == (1, "Ben")
    await wired.come("Ben")
    version = wired.table.state.version
    await after(CLOCK - 1)
    assert wired.table.state.version == version
    await after(1.5)
    assert wired.table.state.version > version
    await wired.stop()
