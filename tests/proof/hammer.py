"""Mutated frames from everybody, in every phase: `python -m tests.proof.hammer --frames 1000000 --state FILE` goes on where it stopped.

Those who sit at a table, who look on from a second window, spectators, and strangers that have said no hello send frames
that were valid once. Nothing may come of one that is not a lawful command: no crash, no fault, no change of the table, no
traceback; and the server may not grow.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.proof.callers import AT_ONCE, Caller, Tally
from tests.proof.eventful import eventful
from tests.proof.frames import mutated
from tests.proof.hosts import Host, hosting, warm
from tests.proof.interference import PHASES
from tests.proof.ledger import hold

Json = dict[str, Any]
SEATS = 3
GROWTH = 1.25
"""How much the server may have grown when the last frame was sent, at most; the goal is 1.05."""
WAITS_FOR_OTHERS = ("judging",)
"""Phases in which time alone moves a table on."""
A_SERVER = 100_000
"""Frames after which the next server is started."""
RESTLESS = ("leave", "kick", "ban", "host", "sit", "room", "mute", "rematch")


class Table:
    """A table with people, windows, spectators and strangers, who all throw frames."""

    def __init__(self, host: Host, chance: Random, tally: Tally, number: int) -> None:
        self._host = host
        self._chance = chance
        self._tally = tally
        self._number = number
        self._stack = AsyncExitStack()
        self.full = True
        self.seated: list[Caller] = []
        self.others: list[Caller] = []
        self._done: dict[int, dict[str, int]] = {}

    async def open(self, *, full: bool) -> None:
        """Open it, with a person on every seat or with one seat left open."""
        self._tally.tables += 1
        self.full = full
        rules = eventful(self._chance, self._number, SEATS)
        # without a clock: on a machine that stands still for half a minute it would move the table as well
        opened = self._host.open(**rules.as_data(), bots=False, chat=True, grace_ms=500, clock=None)
        self.name, tokens = opened["table"], [opened["token"]]
        for number in range(1, SEATS if full else SEATS - 1):
            _, joined = self._host.http(f"/api/tables/{self.name}/join", {"name": f"P{number}"})
            tokens.append(joined["token"])
        window = await self._call("window", 0, tokens[0])
        for seat, token in enumerate(tokens):
            self.seated.append(await self._call("seat", seat, window.state["token"] if seat == 0 else token))
        self._tokens = [caller.state["token"] for caller in self.seated]
        self.others = [
            window,
            await self._call("spectator", None, None),
            await self._call("stranger", None, None),
        ]

    async def _call(self, kind: str, seat: int | None, token: str | None) -> Caller:
        address = f"ws://127.0.0.1:{self._host.port}/ws"
        origin = Origin(self._host.url)
        # the connection is left at the end of the table
        socket = await self._stack.enter_async_context(
            connect(
                address, origin=origin, compression=None, max_queue=None, max_size=2**24, ping_interval=None
            )
        )
        done = {} if seat is None else self._done.setdefault(seat, {})
        found = Caller(socket, kind, seat, self._tally, done)
        if kind != "stranger":
            await found.hello(self.name, token)
        return found

    async def close(self) -> None:
        """Everybody goes."""
        await self._stack.aclose()

    @property
    def whole(self) -> bool:
        """Whether everybody still has the seat that they took."""
        return not any(c.gone or c.seat != i for i, c in enumerate(self.seated)) and not self.others[0].gone

    @property
    def phase(self) -> str:
        """What the table waits for."""
        state = self.seated[0].state
        if state["view"] is None:
            return "waiting"
        return str(state["view"]["table"]["phase"]["t"])

    async def throw(self, count: int) -> None:
        """Everybody throws about so many frames in all; the table is as it was, but for what was lawful."""
        await self._quiet()
        phase, before = self.phase, await self._seen()
        callers = [*self.seated, *self.others]
        for caller in callers:
            bases = self._bases(caller)
            frames = [
                mutated(self._chance.choice(bases), self._chance, bases)
                for _ in range(max(1, count // len(callers)))
            ]
            self._tally.by_phase[phase] += len(frames)
            await caller.throw(frames)
        await self._quiet()
        await self._stranger()
        if self.whole:
            after = await self._seen()
            self._explained(before, after, phase)

    async def _stranger(self) -> None:
        """One who was sent away for a wrong hello comes again; one whose hello was taken is another spectator."""
        if self.others[2].gone or self.others[2].state:
            self.others[2] = await self._call("stranger", None, None)

    async def _quiet(self) -> None:
        for caller in (*self.seated, self.others[0], self.others[1]):
            if not caller.gone:
                await caller.sync()

    async def _seen(self) -> Json:
        """The table as anybody may see it, asked for anew."""
        fresh = await self._call("spectator", None, None)
        await fresh.socket.close()
        return {k: v for k, v in fresh.state.items() if k in ("v", "view", "awaited", "table")}

    def _explained(self, before: Json, after: Json, phase: str) -> None:
        """The table moved on only by what was acknowledged; what it is while it did not move is the same."""
        acked = [v for caller in self.seated for v in caller.done.values()]
        report = (before["view"] or {}).get("table", {}).get("report")
        waits = phase in (*WAITS_FOR_OTHERS, "waiting", "over") or report
        moved = after["v"] != before["v"]
        reached = max(acked, default=0)
        hold(
            not moved or reached >= after["v"] or waits,
            "the table moves by what is lawful",
            before["v"],
            after["v"],
            acked,
        )
        if not moved:
            hold(before == after, "a table that did not move is the same", before, after)

    def _bases(self, caller: Caller) -> list[Json]:
        """Valid messages: lawful actions of all seats, other commands, hellos with everybody's token."""
        chance, v = self._chance, self.seated[0].state["v"]
        legal = [a for c in self.seated for a in c.state["legal"]] or ["draw"]
        actions = [*chance.sample(legal, min(4, len(legal))), "draw", "catch 1", "play R5", "uno", "report 2"]
        doings: list[Json] = [{"t": "act", "action": action} for action in actions]
        quiet = {"seat": chance.randrange(SEATS), "on": False}
        doings += [
            {"t": "next"},
            {"t": "start"},
            {"t": "ready", "ready": True},
            {"t": "say", "phrase": "hello"},
            {"t": "chat", "text": "well"},
            {"t": "back"},
            {"t": "contribute", "number": 1, "value": "ab" * 16},
            {"t": "bot"} | quiet,
        ]
        if chance.random() < 0.02:
            doings += [{"t": name, "seat": 1, "on": True} for name in RESTLESS]
        names = ["own-1", "sync-1", *(f"m{chance.getrandbits(40):x}" for _ in range(20))]
        found: list[Json] = [{"t": "cmd", "id": chance.choice(names), "v": v, "d": d} for d in doings]
        token = chance.choice([None, "", "x" * 22])
        found.append({"t": "hello", "proto": 1, "table": self.name, "token": token, "since": v})
        found += [{"t": "ping"}, {"t": "pong", "n": "abcdefgh"}]
        if caller.kind != "stranger":
            found.append({"t": "hello", "proto": 1, "table": self.name, "token": self._tokens[0]})
        return found

    async def go_on(self) -> None:
        """Something lawful happens."""
        v = self.seated[0].state["v"]
        if self.phase in ("waiting", "over"):
            await self._deal()
        else:
            for caller in self.seated:
                if caller.seat in caller.state["awaited"] and caller.state["legal"]:
                    await caller.ask({"t": "act", "action": self._pick(caller.state["legal"])})
                    break
        for caller in self.seated:
            await caller.sync()
        if self.seated[0].state["v"] == v:
            await asyncio.sleep(0.02)

    async def _deal(self) -> None:
        state = self.seated[0].state
        deal = state.get("deal")
        if deal and deal["secret"] is None:
            for caller in self.seated:
                await caller.ask({"t": "contribute", "number": deal["number"], "value": "0f" * 16})
        elif self.phase == "over":
            await self.seated[0].ask({"t": "rematch" if state["table"]["state"] == "over" else "next"})
        else:
            await self.seated[0].ask({"t": "start"})

    def _pick(self, legal: list[str]) -> str:
        """First a verb, then one of its actions, so that every phase comes."""
        verbs = sorted({a.split()[0] for a in legal} - {"report", "catch"}) or ["report"]
        weights = [4 if verb == "play" else 1 for verb in verbs]
        verb = self._chance.choices(verbs, weights)[0]
        return self._chance.choice([a for a in legal if a.split()[0] == verb])


async def hammer(host: Host, frames: int, seed: object, tally: Tally) -> None:
    """Throw so many frames, in all phases alike, and more until every phase was met; ProofBroken says what came of it."""
    chance = Random(f"{seed}:hammer")
    wanted = [name.lower() for name in PHASES] + ["over"]
    number = 0
    while not _enough(frames, wanted, tally):
        table = Table(host, chance, tally, number)
        await table.open(full=number % 4 != 3)
        number += 1
        try:
            await _at(table, frames, wanted, tally)
        finally:
            await table.close()
        if not tally.memory and tally.frames > frames / 5:
            tally.memory.append(host.memory())
    tally.memory.append(host.memory())


def _enough(frames: int, wanted: list[str], tally: Tally) -> bool:
    """Whether so many were thrown, in every phase; after half as many more a phase that never came is not waited for."""
    met = all(tally.by_phase[phase] for phase in wanted)
    return tally.frames >= (frames if met else frames * 3 // 2)


async def _at(table: Table, frames: int, wanted: list[str], tally: Tally) -> None:
    """Throw at one table for a while: more in phases that were seldom met."""
    for _ in range(120 if tally.by_phase["over"] else 600):
        if not table.whole or _enough(frames, wanted, tally):
            return
        share = frames / (len(wanted) + 1)
        missing = share - tally.by_phase[table.phase]
        await table.throw(AT_ONCE * 6 if missing > 0 else 6)
        if not table.full and tally.by_phase["waiting"] > share / 3:
            return
        if table.whole:
            await table.go_on()


async def run(frames: int, seed: object, folder: Path) -> Tally:
    """Start a server and throw frames at it."""
    tally = Tally()
    with warm() as zygote, hosting(zygote, folder) as host:
        await hammer(host, frames, seed, tally)
        assert host.http("/healthz")[0] == 200
    errors = (folder / "stderr.log").read_text()
    hold(
        "Traceback" not in errors and '"level": "error"' not in errors, "no fault in the log", errors[-2000:]
    )
    return tally


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.hammer", description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000, help="how many frames in all (a million)")
    parser.add_argument("--seed", default="1", help="which run")
    parser.add_argument("--state", type=Path, help="a file in which the run is kept, to go on after a stop")
    options = parser.parse_args()
    tally = load(options.state)
    try:
        while tally.frames < options.frames:
            _portion(options, tally)
    except KeyboardInterrupt:
        print("\nstopped; the frames of this server do not count", file=sys.stderr)
        return 130
    print(f"\n{tally}")
    return 0


def _portion(options: argparse.Namespace, tally: Tally) -> None:
    """A server of its own, and some of the frames."""
    frames = min(A_SERVER, options.frames - tally.frames)
    with tempfile.TemporaryDirectory() as folder:
        seed = f"{options.seed}:{tally.frames}"
        tally.add(asyncio.run(run(frames, seed, Path(folder) / "data")))
    if options.state:
        options.state.write_text(json.dumps(vars(tally)))
    print(f"\r{tally.frames:,} of {options.frames:,} frames ", end="", file=sys.stderr, flush=True)


def load(state: Path | None) -> Tally:
    """What a run that was stopped had counted, or nothing."""
    if state is None or not state.exists():
        return Tally()
    data = json.loads(state.read_text())
    counters = {name: Counter(data[name]) for name in ("by_phase", "by_sender", "answers")}
    return Tally(**data | counters)


if __name__ == "__main__":
    sys.exit(main())
