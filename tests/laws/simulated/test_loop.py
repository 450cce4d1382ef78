"""The loop whose time is a number."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from tests.laws.simulated.loop import Process, Stuck, VirtualLoop
from tests.laws.simulated.network import in_process


def run(work, chance: Random | None = None):
    """What the coroutine gives back, in a loop of its own."""
    loop = VirtualLoop(chance)
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


def test_waiting_takes_no_time_and_time_goes_on_exactly():
    """A day's sleep ends at the very second, together with whatever was due before it."""

    async def work() -> list[float]:
        loop = asyncio.get_running_loop()
        seen: list[float] = []
        loop.call_later(0.1, lambda: seen.append(loop.time()))
        loop.call_later(0.1 + 0.2, lambda: seen.append(loop.time()))
        await asyncio.sleep(86_400)
        return [*seen, loop.time()]

    assert run(work()) == [0.1, 0.1 + 0.2, 86_400.0]


def test_timeouts_run_in_virtual_time():
    """What takes longer than it may is given up, at that moment."""

    async def work() -> float:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(3.5):
                await asyncio.Event().wait()
        return asyncio.get_running_loop().time()

    assert run(work()) == 3.5


def order(seed: int | None) -> list[int]:
    """In which order ten tasks run that are ready at once."""
    seen: list[int] = []

    async def note(number: int) -> None:
        seen.append(number)

    async def work() -> None:
        await asyncio.gather(*(note(number) for number in range(10)))

    run(work(), None if seed is None else Random(seed))
    return seen


def test_the_seed_chooses_the_order_of_what_is_ready_at_once():
    """The same order for the same seed, others for others, and the order of coming without one."""
    assert order(None) == list(range(10))
    assert order(1) == order(1)
    assert len({tuple(order(seed)) for seed in range(10)}) > 5
    assert sorted(order(1)) == list(range(10))


def test_who_waits_for_nothing_is_told():
    """A program that can never go on is no endless test."""

    async def work() -> None:
        await asyncio.Event().wait()

    with pytest.raises(Stuck, match="nothing is due"):
        run(work())


def test_who_never_waits_is_told(monkeypatch: pytest.MonkeyPatch):
    """Nor is one that spins."""
    monkeypatch.setattr("tests.laws.simulated.loop.MAX_AT_ONCE", 100)

    async def work() -> None:
        while True:  # noqa: ASYNC110 - that is the fault
            await asyncio.sleep(0)

    with pytest.raises(Stuck, match="time does not go on"):
        run(work())


def test_a_simulated_loop_has_no_threads():
    """A server that needs one is told so."""

    async def work() -> None:
        await asyncio.to_thread(print)

    with pytest.raises(RuntimeError, match="wants a thread"):
        run(work())


def test_a_killed_process_does_nothing_more():
    """Its tasks end where they stand, and so does what they have started."""
    done: list[str] = []

    async def child() -> None:
        await asyncio.sleep(1)
        done.append("child")

    async def parent() -> None:
        task = asyncio.create_task(child())
        await asyncio.sleep(2)
        done.append("parent")
        await task

    async def work() -> None:
        process = Process("one")
        in_process(process, parent())
        await asyncio.sleep(0.5)
        process.kill()
        await asyncio.sleep(5)
        assert not process.tasks

    run(work())
    assert done == []
