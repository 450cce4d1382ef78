"""Non-interference of all bytes: `python -m tests.proof.interference --pairs 100000 --state FILE` goes on where it stopped.

A table is played at random by the real server in virtual time; then twins of it, in which cards that one viewer had not seen
lie in each other's places, and to which the same is done at the same times. As long as what comes to light is the same for
that viewer, it and all spectators must get the very same bytes at the very same times: events, states, legal lists,
refusals, snapshots, resumes, answers over HTTP. Each act before which the two tables differed unnoticed is a kept pair.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, get_args

from lastcard.rules import events as ev
from lastcard.rules.round import Opening, Over, Phase
from lastcard.rules.ruleset import EDITIONS
from lastcard.server.model.events import TableEvent
from tests.laws.simulated.loop import VirtualLoop
from tests.laws.walker.rules_at_random import rules_at_random
from tests.laws.walker.twins import _facts, facts
from tests.proof.elder import Elder, Folded, person, until
from tests.proof.eventful import eventful
from tests.proof.ledger import ProofBroken
from tests.proof.stage import Batch, Stage, acting
from tests.proof.tracks import Viewer

STEPS = (40, 80, 160)
TWINS = 6
HAIR = 1e-6
"""Seconds by which times may differ that were reckoned in another order of sums."""
PHASES = [kind.__name__ for kind in get_args(Phase) if kind not in (Opening, Over)]
Pairs = Counter[tuple[str, str]]


class Twin:
    """A stage that follows the elder's script, until something else comes to light."""

    def __init__(self, elder: Elder, viewer: Viewer, stage: Stage) -> None:
        self.elder = elder
        self.viewer = viewer
        self.stage = stage
        self.folded = Folded(stage)
        self.parted = float("inf")
        """When something else came to light."""
        self.ended = 0.0
        """How far the script was followed, and then how far the two were alike."""
        self.same = 0
        """How many batches of the two logs brought the same to light."""
        self.late: Batch | None = None
        """What should have come by itself by now, and did not."""

    async def play(self) -> None:
        """Do all that was done to the elder."""
        for deed in self.elder.stage.deeds:
            await until(deed.time)
            self._compare()
            self.ended = deed.time
            if self.parted < deed.time or self.late:
                break
            await self.stage.do(deed)

    def _compare(self) -> None:
        self.folded.catch_up()
        while self.parted == float("inf"):
            mine, other = self._next(self.stage), self._next(self.elder.stage)
            first = min((batch.time for batch in (mine, other) if batch), default=float("inf"))
            if first >= min(self.stage.now, self.stage.wishes.parted):
                break
            if mine is None and other is not None and other.by_itself:
                self.late = other
                break
            if mine is None or other is None or not self._agree(mine, other):
                self.parted = first
            else:
                self.same += 1
        self.parted = min(self.parted, self.stage.wishes.parted)

    def _next(self, stage: Stage) -> Batch | None:
        """What was committed after all that brought the same to light, up to now."""
        batches = stage.log.batches[self.same : self.same + 1]
        return batches[0] if batches and batches[0].time < self.stage.now else None

    def _agree(self, mine: Batch, other: Batch) -> bool:
        """Whether the two bring the same to light; what comes by itself may not come at another time either."""
        if abs(mine.time - other.time) > HAIR and not (mine.by_itself and other.by_itself):
            return False
        here = shown_by(self.folded, mine, self.viewer)
        return here == shown_by(self.elder.folded, other, self.viewer)


def shown_by(folded: Folded, batch: Batch, viewer: Viewer) -> list[object]:
    """What a batch of events brings to light for a viewer."""
    found: list[object] = []
    events = folded.events[batch.after : batch.after + len(batch.bodies)]
    for body, event in zip(batch.bodies, events, strict=True):
        if isinstance(event, TableEvent):
            data = json.loads(body)
            if data["t"] == "deal-sealed":
                del data["secret"]
            found.append(data)
        elif isinstance(event, ev.RoundBegan):
            found.append(event.hands[viewer] if viewer is not None else None)
    round_ = folded.states[batch.after - 1].round if batch.after else None
    played = [event for event in events if not isinstance(event, TableEvent)]
    if round_ is None or round_.over:
        return found + [fact for event in played for fact in _facts(event, viewer)]
    return found + facts(round_, played, viewer)


def heard_by(stage: Stage, viewer: Viewer, before: float) -> dict[str, list[tuple[float, str]]]:
    """All that a viewer and the spectators were told before that time, by connection, and all answers over HTTP."""
    found = {
        name: [(heard.time, heard.text) for heard in line.heard if heard.time < before - HAIR]
        for name, line in stage.all_lines.items()
        if person(name) in ("eve", f"p{viewer}")
    }
    found["http"] = [(at, f"{deed.what[0]} {text}") for deed, at, text in stage.answers if at < before - HAIR]
    return {name: told for name, told in found.items() if told}


def answered_apart(twin: Twin) -> float:
    """When somebody else's command was first answered otherwise: what they may do depends on cards that they hold."""

    def answers(stage: Stage) -> set[tuple[float, str, str]]:
        return {
            (heard.time, name, heard.text[: heard.text.index(",", 14)])
            for name, line in stage.all_lines.items()
            if person(name) not in ("eve", f"p{twin.viewer}")
            for heard in line.heard
            if heard.text.startswith(('{"t":"ack"', '{"t":"nak"')) and heard.time < twin.ended - HAIR
        }

    return min((time for time, _, _ in answers(twin.stage) ^ answers(twin.elder.stage)), default=float("inf"))


def hold_same(twin: Twin) -> None:
    """Raise ProofBroken if the viewer of a twin got anything else than the elder's viewer."""
    apart = answered_apart(twin)
    if twin.late is not None and twin.late.time < apart:
        raise ProofBroken(f"what comes by itself comes at the same time: {twin.late}")
    end = twin.ended = min(twin.parted, twin.ended, apart)
    mine, other = (heard_by(s, twin.viewer, end) for s in (twin.stage, twin.elder.stage))
    for name in sorted(mine.keys() | other.keys()):
        here, there = mine.get(name, []), other.get(name, [])
        pairs = zip_longest(here, there)
        different = next((pair for pair in pairs if not _alike(*pair)), None)
        if different is not None:
            at = here.index(different[0]) if different[0] else len(here)
            raise ProofBroken(
                f"unseen cards change nothing: viewer {twin.viewer}, connection {name}, message {at}\n"
                f"{different[0]}\n{different[1]}"
            )


def _alike(one: tuple[float, str] | None, two: tuple[float, str] | None) -> bool:
    """The same bytes at the same time."""
    return one is not None and two is not None and one[1] == two[1] and abs(one[0] - two[0]) <= HAIR


def pairs_of(twin: Twin) -> Iterator[tuple[str, str]]:
    """Edition and phase of each act before which the twins differed unnoticed."""
    for batch in twin.stage.log.batches[: twin.same]:
        if not batch.after or batch.time >= twin.ended:
            continue
        mine = twin.folded.states[batch.after - 1].round
        other = twin.elder.folded.states[batch.after - 1].round
        if mine is None or other is None or mine.over:
            continue
        if (mine.hands, mine.hidden) != (other.hands, other.hidden):
            yield mine.rules.edition, type(mine.phase).__name__


def exchanged(elder: Elder, stage: Stage, chance: Random) -> Viewer | bool:
    """Choose a viewer and cards that it does not see for a while, and exchange them on the stage; False if there are none."""
    folded = elder.folded
    if not folded.rounds:
        return False
    number = chance.randrange(len(folded.rounds))
    tracks, end = folded.rounds[number], folded.ends[number]
    viewer: Viewer = chance.choice([None, *range(len(tracks.hands))])
    version = round(tracks.began + (end - tracks.began) * (1 - chance.random() ** 2))
    hidden = tracks.hidden(viewer, version)
    call = chance.choice(hidden)[0] if hidden else tracks.call
    places = [place for of, place in hidden if of == call]
    if len(places) < 2:
        return False
    if chance.random() < 0.7:
        places = chance.sample(places, min(len(places), chance.randint(2, 12)))
    stage.orders.exchanges = {call: dict(zip(places, chance.sample(places, len(places)), strict=True))}
    drawn = stage.orders.elder.drawn_before[tracks.call] if stage.orders.elder else 0
    stage.orders.other_from = drawn - 1 if drawn else None
    return viewer


@dataclass
class Found:
    """What some tables and their twins came to."""

    tables: int = 0
    twins: int = 0
    pairs: Pairs = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        """Nothing yet."""
        self.pairs = Counter() if self.pairs is None else self.pairs

    def add(self, other: Found) -> None:
        """Count all that another has counted."""
        self.tables += other.tables
        self.twins += other.twins
        self.pairs.update(other.pairs)

    @property
    def kept(self) -> int:
        """How many pairs were kept."""
        return sum(self.pairs.values())

    def missing(self) -> list[str]:
        """Editions and phases of which no pair was kept."""
        met = {name for pair in self.pairs for name in pair}
        return [name for name in (*EDITIONS, *PHASES) if name not in met]

    def __str__(self) -> str:
        """A few lines of figures."""
        lines = [f"{self.kept} kept pairs of {self.twins} twins of {self.tables} tables: the same bytes"]
        for edition in EDITIONS:
            by = {phase: self.pairs[edition, phase] for phase in PHASES}
            words = ", ".join(f"{phase} {n}" for phase, n in by.items())
            lines.append(f"{edition} {sum(by.values())}: {words}")
        return "\n".join(lines)


def on_stage(stage: Stage, play: Callable[[], Any]) -> Any:
    """Play on a stage in a time of its own."""

    async def all_of_it() -> Any:
        await stage.start()
        try:
            return await play()
        finally:
            await stage.stop()

    loop = VirtualLoop()
    try:
        with acting(stage):
            asyncio.set_event_loop(loop)
            found = loop.run_until_complete(all_of_it())
    finally:
        asyncio.set_event_loop(None)
        loop.close()
    if stage.faults:
        raise ProofBroken(f"the server failed: {stage.faults[0]}")
    return found


def one_table(seed: object, number: int) -> Found:
    """Play one table and its twins; ProofBroken if a viewer of a twin got anything else."""
    chance = Random(f"{seed}:{number}")
    rules = eventful(chance, number // 3) if number % 3 == 0 else rules_at_random(chance, number)
    stage = Stage(f"{seed}:{number}")
    elder = Elder(stage, rules, chance)
    steps = chance.choice(STEPS)
    found = Found(tables=1)
    try:
        if not on_stage(stage, lambda: elder.play(steps)):
            return found
        for _ in range(TWINS):
            younger = Stage(f"{seed}:{number}", stage)
            viewer = exchanged(elder, younger, chance)
            if viewer is False:
                continue
            twin = Twin(elder, viewer, younger)
            on_stage(younger, twin.play)
            hold_same(twin)
            found.twins += 1
            found.pairs.update(pairs_of(twin))
    except Exception as error:
        again = f"python -m tests.proof.interference --seed {seed} --table {number}"
        raise ProofBroken(
            f"{type(error).__name__}: {error}\n{json.dumps(rules.as_data())}\nagain: {again}"
        ) from error
    return found


def main() -> int:
    """Run the command; 1 if a law was broken, 2 if an edition or phase was never met."""
    options = _options()
    if options.table is not None:
        print(one_table(options.seed, options.table))
        return 0
    found, number = _load(options.state)
    began = time.perf_counter()
    try:
        for one in _tables(options, number):
            found.add(one)
            number += 1
            _keep(options, found, number, began)
            if found.kept >= options.pairs:
                break
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    except ProofBroken as broken:
        print(f"\n{broken}", file=sys.stderr)
        return 1
    missing = found.missing()
    print(f"\n{found}\nnever met: {', '.join(missing) or 'nothing'}")
    return 2 if missing and found.kept >= options.pairs else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.proof.interference", description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000, help="how many pairs to keep (100,000)")
    parser.add_argument("--seed", default="1", help="which run")
    parser.add_argument("--table", type=int, help="only this table of the run, to see a failure again")
    parser.add_argument("--state", type=Path, help="a file in which the run is kept, to go on after a stop")
    parser.add_argument("--jobs", type=int, default=1, help="processes to play with")
    return parser.parse_args()


def _tables(options: argparse.Namespace, number: int) -> Iterator[Found]:
    """What each table came to, one after the other, without end."""
    if options.jobs == 1:
        while True:
            yield one_table(options.seed, number)
            number += 1
    with ProcessPoolExecutor(options.jobs) as pool:
        while True:
            batch = [pool.submit(one_table, options.seed, number + i) for i in range(options.jobs * 4)]
            number += len(batch)
            yield from (job.result() for job in batch)


def _load(state: Path | None) -> tuple[Found, int]:
    if state is None or not state.exists():
        return Found(), 0
    data = json.loads(state.read_text())
    pairs: Pairs = Counter({tuple(key.split()): n for key, n in data["pairs"].items()})
    return Found(data["tables"], data["twins"], pairs), data["number"]


def _keep(options: argparse.Namespace, found: Found, number: int, began: float) -> None:
    if options.state:
        pairs = {" ".join(key): n for key, n in found.pairs.items()}
        data = {"tables": found.tables, "twins": found.twins, "pairs": pairs, "number": number}
        options.state.write_text(json.dumps(data))
    seconds = time.perf_counter() - began
    text = f"\r{found.kept:,} of {options.pairs:,} pairs, {found.tables:,} tables, {seconds:.0f} s "
    print(text, end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
