"""Running a schedule: people play while things go wrong; then all is calm, the match must go on and the log agree."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import structlog

from lastcard.server.model.state import SeatKind
from tests.laws.simulated.loop import VirtualLoop
from tests.laws.simulated.people import Person
from tests.laws.simulated.watch import hold
from tests.laws.simulated.world import World

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jo")
LENGTH = 20
"""The events of the rules after which a schedule calms down, unless told otherwise."""
LONGEST = 40.0
"""The seconds after which it does in any case."""
PATIENCE = 200.0
"""Seconds within which a table must go on once nothing goes wrong any more: longer than any clock or pause."""
FURTHER = 3
"""How many events show that it does."""


@dataclass(slots=True)
class Report:
    """How a schedule went."""

    seed: int
    error: str | None = None
    steps: int = 0
    digest: int = 0
    seconds: float = 0.0
    met: Counter[str] = field(default_factory=Counter)
    last: list[str] = field(default_factory=list)


def run(seed: int, length: int = LENGTH, *, trace: bool = False) -> Report:
    """Run the schedule of a seed; the report says whether something broke, and is the same each time."""
    world = World(seed, length, trace=trace)
    loop = VirtualLoop(Random(f"{seed}:order"))
    report = Report(seed)
    before = structlog.get_config()
    structlog.configure(processors=[world.logged])
    try:
        loop.set_exception_handler(world.exception)
        loop.run_until_complete(_play(world))
    except Exception as error:  # noqa: BLE001 - a schedule that fails is what this is for
        report.error = f"{type(error).__name__}: {error}"
        report.last = world.last()
    finally:
        structlog.configure(**before)
        report.steps, report.digest, report.seconds = world.steps, world.digest, loop.time()
        report.met = world.tally()
        _end(loop)
    return report


def _end(loop: VirtualLoop) -> None:
    """Let go of everything that still runs."""
    loop.set_exception_handler(lambda *_: None)
    for _ in range(20):
        tasks = asyncio.all_tasks(loop)
        if not tasks:
            break
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.wait(tasks, timeout=60))
    loop.close()


async def _play(world: World) -> None:
    """The whole schedule; Broken as soon as something breaks."""
    world.failure = asyncio.get_running_loop().create_future()
    driver = asyncio.create_task(_drive(world), name="driver")
    await asyncio.wait((driver, world.failure), return_when=asyncio.FIRST_COMPLETED)
    if world.failure.done():
        world.failure.result()
    driver.result()
    world.failure.cancel()


async def _drive(world: World) -> None:
    await world.machines.start_all()
    chance = world.chance("people")
    host = Person(world, NAMES[0], chance, host=True)
    world.people.append(host)
    world.start(host.live(), host.name)
    await until(lambda: bool(host.table and world.watch_of(host.table).version), LONGEST)
    trouble = world.start(world.machines.trouble(), "trouble")
    for number in range(1, world.temper.people + world.temper.onlookers):
        person = Person(world, NAMES[number], chance, onlooker=number >= world.temper.people)
        person.table = host.table
        world.people.append(person)
        world.start(person.live(), person.name)
    watch = world.watch_of(host.table)
    await until(lambda: watch.moves >= world.length, LONGEST)
    await _calm(world)
    await trouble
    await _goes_on(world, host.table)
    await _agrees(world)
    world.ended = True


async def _calm(world: World) -> None:
    """Nothing goes wrong any more: everybody closes what is open and comes back."""
    world.note("world", "all is calm")
    world.calm, world.calm_since = True, world.now
    world.weather.lost = 0.0
    world.weather.delay = min(world.weather.delay, 0.1)
    world.machines.calm_down()
    for person in world.people:
        for window in list(person.windows):
            window.socket.cut()


async def _goes_on(world: World, table: str) -> None:
    """The table goes on by those who sit there."""
    watch = world.watch_of(table)
    aim = watch.moves + FURTHER

    def reached() -> bool:
        return watch.moves >= aim or not _somebody(world, table)

    await until(reached, PATIENCE)
    state = watch.state
    seats = [f"{seat.kind.value} {seat.name}" for seat in state.seats]
    hold(
        reached(),
        "the table goes on",
        watch.version,
        aim,
        seats,
        state.host,
        state.ready,
        state.round and state.round.phase,
    )


def _somebody(world: World, table: str) -> bool:
    """Whether one of our people has a seat there."""
    people = world.watch_of(table).state.seats_of(SeatKind.PERSON)
    names = {world.watch_of(table).state.seats[seat].name for seat in people}
    return bool(names & {person.name for person in world.people if person.token})


async def _agrees(world: World) -> None:
    """Nobody does anything any more; the servers are killed once again, and everybody sees where the log ends."""
    world.quiet = True
    await _all_settled(world)
    await world.machines.kill_all()
    await _all_settled(world)
    for person in world.people:
        if person.window() is not None:
            await person.look(None)
    await _all_settled(world)
    await _one_controls(world)
    for person in world.people:
        person.repeats_all()
    await until(lambda: all(not person.pending for person in world.people), PATIENCE)
    for person in world.people:
        hold(not person.pending, "every command is answered in the end", person.name, person.pending)


async def _one_controls(world: World) -> None:
    """Of the windows of a seat one plays, the others only look on."""

    def controls(person: Person) -> tuple[int, int]:
        playing = [window for window in person.windows if window.ready and window.you is not None]
        return sum(window.state["control"] for window in playing), len(playing)

    def one(person: Person) -> bool:
        those, playing = controls(person)
        return those == bool(playing)

    await until(lambda: all(one(person) for person in world.people), PATIENCE)
    for person in world.people:
        hold(one(person), "one window controls a seat", person.name, *controls(person))


async def _all_settled(world: World) -> None:
    """Everybody who may look is shown the table up to where the log ends now; clocks and bots may go on meanwhile."""
    ends = {name: watch.version for name, watch in world.watches.items()}

    def settled(person: Person) -> bool:
        window = person.window()
        if window is None:
            return person.barred or (person.token is None and not person.onlooker)
        return window.eyes.v >= ends[person.table]

    await until(lambda: all(settled(person) for person in world.people), PATIENCE)
    for person in world.people:
        hold(settled(person), "everybody is shown where the log ends", person.name, person.seen)


async def until(holds: Callable[[], bool], seconds: float) -> None:
    """Wait until it holds, so many seconds at most."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not holds() and loop.time() < end:  # noqa: ASYNC110 - it looks at everything at once, and waiting costs nothing
        await asyncio.sleep(0.25)
