"""Measures the server's processor time per move: one table of four, all connected, without network or disk.

    python benchmarks/moves.py [--moves N] [--profile]

The table is the server's own, with a log that stores nothing and viewers that only count messages; people play any legal
card as fast as they can. Processor time is hardly affected by other programs, so this shows the effect of a change where
`load.py` needs a quiet machine.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import sys
import time
from collections.abc import Sequence
from random import Random

from lastcard.rules.encode import encode
from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions.rooms import open_table
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.chance import SYSTEM
from lastcard.server.model.events import Room
from lastcard.server.ops.metrics import Metrics
from lastcard.server.storage.interface import LogEntry, Receipt, SavedLog
from lastcard.server.table.messages import Attach, Command
from lastcard.server.table.settings import TableSettings
from lastcard.server.table.table import TableActor
from lastcard.server.wire.inbound import Cmd, read_message
from lastcard.server.wire.outbound import dump


class Nowhere:
    """A log that stores nothing."""

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """Report the event as stored at once."""

    async def load(self, table: str) -> SavedLog | None:
        """There is nothing to load."""

    async def confirm(self, table: str, version: int) -> None:
        """There is no other writer."""


class Viewer:
    """A connection without a network."""

    one_way = 0.0

    def __init__(self) -> None:
        self.state = ""
        self.texts = self.signs = 0

    def send(self, text: str) -> None:
        """Count the message, and remember the table's state."""
        self.texts += 1
        self.signs += len(text)
        if text.startswith(('{"t":"state"', '{"t":"snap"')):
            self.state = text
        elif text.startswith('{"t":"nak"'):
            raise AssertionError(text)

    def end(self, code: str, message: str) -> None:
        """Never called: nobody is disconnected."""
        raise AssertionError(code, message)

    def drop(self) -> None:
        """The connection is closed."""


async def seated() -> tuple[TableActor, list[Viewer]]:
    """A table with four connected people."""
    room = Room(bots=False)
    opened = open_table(
        ruleset("classic", players=4), room, Newcomer("Ana", "token-0"), now=False, game="00" * 16
    )
    entries = tuple(LogEntry(i, dump(encode(event))) for i, event in enumerate(opened, 1))
    table = TableActor("table", SavedLog(entries, ()), Nowhere(), TableSettings(), Metrics(), SYSTEM)
    table.start()
    viewers = [Viewer() for _ in range(4)]
    tokens = ["token-0"]
    for number in range(1, 4):
        _, token = await table.join(Newcomer("Ben", f"token-{number}", ready=True))
        tokens.append(token)
    for viewer, token in zip(viewers, tokens, strict=True):
        await table.put(Attach(viewer, token, None))
    await settled(table)
    return table, viewers


async def settled(table: TableActor) -> None:
    """Let the table finish what it is doing."""
    for _ in range(100):
        await asyncio.sleep(0)
        if table._mailbox._waiting.empty():  # noqa: SLF001 - that is what is asked
            break
    for _ in range(5):
        await asyncio.sleep(0)


async def play(table: TableActor, viewers: list[Viewer], moves: int, chance: Random) -> float:
    """Make this many moves; return the seconds of processor time that the table used."""
    spent = 0.0
    for number in range(moves):
        text = viewers[0].state
        state = json.loads(text)
        seat = state["awaited"][0] if state["awaited"] else 0
        wish: dict[str, object] = {
            "t": "rematch" if state["table"]["match"]["winner"] is not None else "next"
        }
        if state["awaited"]:
            legal = [
                a
                for a in json.loads(viewers[seat].state)["legal"]
                if not a.startswith(("report", "catch", "jump"))
            ]
            plays = [a for a in legal if a.startswith("play")]
            called = [a for a in plays if a.endswith("uno")]
            wish = {"t": "act", "action": chance.choice(called or plays or legal)}
        message = json.dumps({"t": "cmd", "id": f"m{number}", "v": state["v"], "d": wish})
        began = time.process_time()
        cmd = read_message(message)
        assert isinstance(cmd, Cmd)  # noqa: S101 - it is one
        await table.put(Command(viewers[seat], cmd))
        await settled(table)
        spent += time.process_time() - began
    return spent


async def measure(moves: int, *, profile: bool) -> None:
    """Measure and print."""
    table, viewers = await seated()
    await play(table, viewers, 200, Random(1))
    before = sum(v.texts for v in viewers), sum(v.signs for v in viewers)
    profiler = cProfile.Profile()
    if profile:
        profiler.enable()
    spent = await play(table, viewers, moves, Random(2))
    profiler.disable()
    texts, signs = sum(v.texts for v in viewers) - before[0], sum(v.signs for v in viewers) - before[1]
    print(f"{spent / moves * 1e6:.0f} µs of processor time a move, {moves} moves")
    print(f"{texts / moves:.1f} messages and {signs / moves:.0f} signs a move to four people")
    if profile:
        pstats.Stats(profiler, stream=sys.stdout).strip_dirs().sort_stats("tottime").print_stats(45)
    await table.stop()


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    asyncio.run(measure(options.moves, profile=options.profile))


if __name__ == "__main__":
    main()
