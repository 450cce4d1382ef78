"""`kill -9` at random moments of live play: `python -m tests.proof.kill --kills 1000 --state FILE` goes on where it stopped.

Several tables are played at by several people each, as fast as the server lets them. At a random moment the process is
killed; the log is copied and held against the people's ledgers; the server is started again; everybody comes back, sends
anew what was not answered, and plays on. Every life has a data folder of its own and a number of kills.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.proof.audit import audit
from tests.proof.hosts import Host, Zygote, warm
from tests.proof.ledger import Counts, Player, hold
from tests.proof.reader import read

if TYPE_CHECKING:
    from collections.abc import Iterator

KILLS_IN_A_LIFE = 20
PLAYABLE = 3.0
"""Seconds within which a table should be playable again."""
PATIENCE = 240.0
IN_STARTING = 0.1
"""How often the server is killed while it is still starting or its people are coming back."""

TABLES: tuple[dict[str, object], ...] = (
    {"players": 3, "bots": False, "options": {"target": 100_000}},
    {"players": 2, "bots": False, "options": {"target": 100, "stacking": "cross"}},
    {"players": 4, "bots": False, "edition": "swap-112", "options": {"target": 100_000, "seven_zero": True}},
    {"players": 4, "bots": True, "options": {"target": 100_000}},
)
"""What is played at: people alone, a short match for two, hands that move, and bots among people."""
RACES: tuple[dict[str, object], ...] = (
    {"players": 3, "bots": False, "options": {"target": 100_000, "jump_in": "all"}, "grace_ms": 500},
)
"""Tables where acts are held while others may be quicker: they are killed as well, but not waited for each time."""


@dataclass
class Report:
    """What was done and found, over all lives."""

    kills: int = 0
    lives: int = 0
    events: int = 0
    counts: Counts = field(default_factory=Counts)
    back: list[float] = field(default_factory=list)
    """Seconds from each start after a kill until a new act was acknowledged, for each table."""

    def __str__(self) -> str:
        """A few lines of figures."""
        back = sorted(self.back) or [0.0]
        at = lambda share: back[min(len(back) - 1, int(len(back) * share))]  # noqa: E731
        c = self.counts
        return (
            f"{self.kills} kills in {self.lives} lives: nothing acknowledged was lost, nothing was applied twice\n"
            f"commands sent {c.sent}, acknowledged {c.acked}, repeated {c.repeated}; unanswered at a kill {c.in_flight}, "
            f"of which {c.kept_unanswered} had been committed\n"
            f"events in the logs {self.events}\n"
            f"playable again after p50 {at(0.5):.2f} s, p95 {at(0.95):.2f} s, at most {back[-1]:.2f} s; "
            f"longer than {PLAYABLE:.0f} s {sum(b > PLAYABLE for b in back)} of {len(self.back)}"
        )


class Life:
    """One data folder, its server, its players, and a number of kills."""

    def __init__(self, host: Host, chance: Random, report: Report, *, cold: bool = False) -> None:
        self._host = host
        self._chance = chance
        self._report = report
        self._cold = cold
        self._players: list[Player] = []
        self._waited: set[str] = set()
        self._began = 0.0

    async def live(self, kills: int) -> None:
        """Play, be killed so many times, and be found right each time; ProofBroken."""
        self._host.start()
        self._host.wait_until_up()
        for wanted in TABLES:
            self._players += self._seated(wanted)
        self._waited = {player.table for player in self._players}
        for wanted in RACES:
            self._players += self._seated(wanted)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.live()) for player in self._players]
            for _ in range(kills):
                if self._chance.random() < IN_STARTING:
                    await asyncio.sleep(self._chance.uniform(0.0, 0.2))
                else:
                    await self._until_played()
                    await asyncio.sleep(self._chance.uniform(0.0, 0.25))
                await self._kill()
            await self._until_played()
            for task in tasks:
                task.cancel()
        self._report.lives += 1
        self._report.events += sum(len(log.events) for log in self._logs().values())

    def _seated(self, wanted: dict[str, object]) -> Iterator[Player]:
        opened = self._host.open(**wanted)
        people = 2 if wanted["bots"] else int(str(wanted["players"]))
        tokens = [opened["token"]]
        for number in range(1, people):
            status, joined = self._host.http(f"/api/tables/{opened['table']}/join", {"name": f"P{number}"})
            hold(status == 200, "a seat is free", joined)
            tokens.append(joined["token"])
        fresh = asyncio.Event()
        for seat, token in enumerate(tokens):
            chance = Random(self._chance.getrandbits(32))
            yield Player(self._host, opened["table"], seat, token, chance, self._report.counts, fresh)

    async def _until_played(self) -> None:
        """Until at every table something new was acknowledged; how long that took after a kill is noted."""
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for table in self._waited:
                group.create_task(self._back(table))

    async def _back(self, table: str) -> None:
        await next(p.fresh for p in self._players if p.table == table).wait()
        if self._began:
            self._report.back.append(time.perf_counter() - self._began)

    async def _kill(self) -> None:
        self._host.kill()
        self._report.kills += 1
        await asyncio.gather(*(player.down.wait() for player in self._players))
        for table, log in self._logs().items():
            audit(log, (p for p in self._players if p.table == table), self._report.counts)
        for player in self._players:
            player.fresh.clear()
        self._began = time.perf_counter()
        self._host.start(cold=self._cold)

    def _logs(self):
        return read(self._host.data / "lastcard.sqlite3", self._host.data / "copy")


async def one_life(
    zygote: Zygote,
    folder: Path,
    seed: str,
    kills: int,
    report: Report,
    *,
    fault: str | None = None,
    cold: bool = False,
) -> None:
    """A life in a folder of its own; ProofBroken (in a group, from a player) if a law does not hold."""
    host = Host(folder, zygote, fault)
    try:
        await Life(host, Random(seed), report, cold=cold).live(kills)
    finally:
        if host.pid:
            host.kill()


def broken_laws(error: BaseException) -> list[str]:
    """The texts of all ProofBroken in an error or group of errors."""
    if isinstance(error, BaseExceptionGroup):
        return [text for inner in error.exceptions for text in broken_laws(inner)]
    return [str(error)] if isinstance(error, AssertionError) else []


def main() -> int:
    """Run the command; 1 if a law was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.kill", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000, help="how many in all (1,000)")
    parser.add_argument("--seed", type=int, default=1, help="which run")
    parser.add_argument("--state", type=Path, help="a file in which the run is kept, to go on after a stop")
    parser.add_argument(
        "--cold", action="store_true", help="start the server as from a shell, imports and all"
    )
    options = parser.parse_args()
    report = load(options.state)
    with warm() as zygote:
        try:
            while report.kills < options.kills:
                _life(options, report, zygote)
        except KeyboardInterrupt:
            print("\nstopped; the life under way does not count", file=sys.stderr)
            return 130
    print(f"\n{report}")
    return 0


def _life(options: argparse.Namespace, report: Report, zygote: Zygote) -> None:
    kills = min(KILLS_IN_A_LIFE, options.kills - report.kills)
    found = Report()
    with tempfile.TemporaryDirectory() as folder:
        seed = f"{options.seed}:{report.lives}"
        asyncio.run(one_life(zygote, Path(folder) / "data", seed, kills, found, cold=options.cold))
    report.kills += found.kills
    report.lives += found.lives
    report.events += found.events
    report.counts.add(found.counts)
    report.back += found.back
    if options.state:
        options.state.write_text(json.dumps(asdict(report)))
    print(
        f"\r{report.kills} of {options.kills} kills, {report.counts.acked} acknowledged ",
        end="",
        file=sys.stderr,
    )


def load(state: Path | None) -> Report:
    """The report of a run that was stopped, or an empty one."""
    if state is None or not state.exists():
        return Report()
    data = json.loads(state.read_text())
    return Report(**{**data, "counts": Counts(**data["counts"])})


if __name__ == "__main__":
    sys.exit(main())
