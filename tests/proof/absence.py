"""Coming back after up to two minutes, in virtual time: `python -m tests.proof.absence --count 10000 --state FILE`.

At a table of the real server a person is lost again and again, for nothing to two minutes, and comes back saying what they
saw last; at every other table somebody watches from another window of the seat, else the table waits and then acts for
them (V12). Who is back has the same seat, and sees and may do what the log and the rules say, and what the witness sees.
The time of dialling is not measured here, where all takes no time: `tests.proof.reconnect` does that.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from lastcard.rules.encode import encode
from lastcard.rules.legal import legal_actions
from lastcard.rules.view import view
from tests.proof.elder import Folded, until
from tests.proof.follow import Follower, compare
from tests.proof.interference import on_stage
from tests.proof.ledger import hold
from tests.proof.stage import Deed, Stage

Json = dict[str, Any]
TIMES = 24
"""How often somebody comes back at one table."""


@dataclass
class Found:
    """What some tables came to."""

    tables: int = 0
    back: int = 0
    seconds: float = 0.0
    """Of absence, together."""
    missed: int = 0
    compared: int = 0

    def add(self, other: Found) -> None:
        """Count all that another has counted."""
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)

    def __str__(self) -> str:
        """A few lines of figures."""
        return (
            f"{self.back} times somebody came back at {self.tables} tables, after {self.seconds / max(1, self.back):.0f} s on average: the "
            f"same seat, the same view\n{self.missed} events missed and told; {self.compared} comparisons with one who never left"
        )


ABSENCES = (0.0, 0.3, 5.0, 21.0, 60.0, 120.0)


class Absence:
    """A table in virtual time at which the person on seat 0 is lost and comes back, with a witness on the seat or without."""

    def __init__(self, stage: Stage, chance: Random, *, witness: bool) -> None:
        self.stage = stage
        self.folded = Folded(stage)
        self._chance = chance
        self._witness = witness
        self._heard: dict[str, int] = {}
        self.found = Found(tables=1)
        self.back, self.stayed = Follower(), Follower()

    async def play(self, times: int) -> None:
        """Be lost and come back so many times, for longer and longer."""
        await self._open()
        for number in range(times):
            await self._act(3)
            await self._do("hang up", "main", "")
            seen = self.back.v
            gone = ABSENCES[number % len(ABSENCES)] * self._chance.uniform(0.8, 1.0)
            end = self.stage.now + gone
            while self.stage.now < end:
                await until(min(end, self.stage.now + 0.5))
                await self._act(1, absent=True)
            await self._call("main", self.back.token, self.back.v or None)
            self._take("main", self.back)
            self._check()
            self.found.back += 1
            self.found.seconds += gone
            self.found.missed += self.back.v - seen

    async def _open(self) -> None:
        room = {
            "name": "Ana",
            "edition": "classic",
            "players": 3,
            "bots": True,
            "options": {"target": 100_000},
        }
        opened = await self._ask("/api/tables", room)
        joined = await self._ask(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
        self._table = opened["table"]
        if self._witness:
            await self._call("witness", opened["token"], None)
            self._take("witness", self.stayed)
            self.back.token = self.stayed.token
        await self._call("partner", joined["token"], None)
        await self._call("main", self.back.token or opened["token"], None)
        await until(self.stage.now + 3.0)  # the cards are dealt
        self._take("main", self.back)

    async def _act(self, times: int, *, absent: bool = False) -> None:
        """Ben acts when it is his turn; so does Ana while she is there, and otherwise the witness for her."""
        for _ in range(times):
            await until(self.stage.now + 0.4)
            self.folded.catch_up()
            round_ = self.folded.now.round
            if round_ is None:
                continue
            ana = "witness" if absent and self._witness else None if absent else "main"
            for seat, who in ((0, ana), (1, "partner")):
                legal = legal_actions(round_, seat)
                waited = round_.over or seat in self.folded.now.round.table.seats  # type: ignore[union-attr]
                if who is None or not waited or not (legal or round_.over):
                    continue
                wish = (
                    {"t": "next"} if round_.over else {"t": "act", "action": str(self._chance.choice(legal))}
                )
                name = f"{who}{len(self.stage.deeds)}"
                command = {"t": "cmd", "id": name, "v": self.folded.now.version, "d": wish}
                await self._do("say", who, json.dumps(command))
        self._take("main", self.back)
        if self._witness:
            self._take("witness", self.stayed)

    def _check(self) -> None:
        """Against the witness, and against what the log says of seat 0."""
        self.folded.catch_up()
        now, round_ = self.folded.now.version, self.folded.now.round
        hold(self.back.seat == 0, "it is the same seat", self.back.seat)
        hold(self.back.v == now, "who is back is told everything", self.back.v, now)
        hold(round_ is not None, "a round is played", now)
        assert round_ is not None
        shown = self.back.states[self.back.v]
        seen = json.loads(json.dumps(encode(view(round_, 0))))
        hold(shown["view"] == seen, "who is back sees what the log says", shown["view"], seen)
        legal = [str(action) for action in legal_actions(round_, 0)]
        hold(shown["legal"] == legal, "who is back may do what the rules say", shown["legal"], legal)
        if self._witness:
            self._take("witness", self.stayed)
            compared = compare(self.back, self.stayed)
            hold(compared > 0, "there is something to compare", self.back.v, self.stayed.v)
            self.found.compared += compared

    def _take(self, line: str, follower: Follower) -> None:
        """Let the follower hear what came on the line since."""
        name = next(n for n in reversed(self.stage.all_lines) if n.split(maxsplit=1)[0] == line)
        heard = self.stage.all_lines[name].heard
        for entry in heard[self._heard.get(name, 0) :]:
            if entry.text.startswith("{"):
                follower.hear(json.loads(entry.text))
        self._heard[name] = len(heard)

    async def _do(self, kind: str, who: str, what: Any) -> None:
        await until(self.stage.now + 0.01)
        await self.stage.do(Deed(self.stage.now, kind, who, what))

    async def _ask(self, path: str, body: object) -> Json:
        await self._do("ask", "", (path, body))
        found: Json = json.loads(self.stage.answers[-1][2].partition("\n")[2])
        return found

    async def _call(self, name: str, token: str | None, since: int | None) -> None:
        hello = {"t": "hello", "proto": 1, "table": self._table, "token": token, "since": since}
        await self._do("call", name, json.dumps(hello))


def one_table(seed: object, times: int, *, witness: bool) -> Found:
    """Be lost and come back so many times at a table of that seed; ProofBroken."""
    stage = Stage(f"absence:{seed}")
    absence = Absence(stage, Random(f"{seed}:absence"), witness=witness)
    on_stage(stage, lambda: absence.play(times))
    return absence.found


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.absence", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="how many returns (10,000)")
    parser.add_argument("--seed", default="1", help="which run")
    parser.add_argument("--state", type=Path, help="a file in which the run is kept, to go on after a stop")
    options = parser.parse_args()
    found = Found()
    if options.state and options.state.exists():
        found = Found(**json.loads(options.state.read_text()))
    try:
        while found.back < options.count:
            found.add(one_table(f"{options.seed}:{found.tables}", TIMES, witness=found.tables % 2 == 0))
            if options.state:
                options.state.write_text(json.dumps(asdict(found)))
            print(f"\r{found.back} of {options.count} ", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("\nstopped; the table under way does not count", file=sys.stderr)
        return 130
    print(f"\n{found}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
