"""A table played at random on a stage, with all that clients may do besides: windows, resumes, wrong commands, requests.

What was done, and when, is a script that a twin is played by.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from lastcard.rules import actions as act
from lastcard.rules.events import RoundBegan
from lastcard.rules.round import Round
from lastcard.rules.ruleset import Ruleset
from lastcard.server.model.events import Event, TableEvent, read_event
from lastcard.server.model.state import SeatKind, TableState, fold
from tests.laws.walker.play import choose, style_at_random
from tests.laws.walker.universe import universe
from tests.proof.stage import Deed, Stage
from tests.proof.tracks import Tracks, begin, follow

Json = dict[str, Any]
PHRASES = ("hello", "well-played", "oops")


class Folded:
    """The states of a table after each version, and the tracks of its rounds; fed with the log of a stage."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._batches = 0
        self.states: list[TableState] = []
        self.events: list[Event] = []
        self.rounds: list[Tracks] = []
        self.ends: list[int] = []
        self._following = False

    def catch_up(self) -> None:
        """Read what was committed since."""
        for batch in self._stage.log.batches[self._batches :]:
            for body in batch.bodies:
                self._add(read_event(json.loads(body)))
        self._batches = len(self._stage.log.batches)

    def _add(self, event: Event) -> None:
        self.events.append(event)
        self.states.append(fold(self.states[-1] if self.states else None, event))
        version, orders = len(self.states), self._stage.orders
        if isinstance(event, RoundBegan):
            found = begin(event, version, orders)
            self._following = found is not None
            if found is not None:
                self.rounds.append(found)
                self.ends.append(version)
        elif self._following and not isinstance(event, TableEvent):
            after = self.states[-1].round
            assert after is not None
            self._following = follow(self.rounds[-1], event, after, version, orders)
            if self._following:
                self.ends[-1] = version

    @property
    def now(self) -> TableState:
        """The table now."""
        return self.states[-1]


class Elder:
    """Plays the first of the twins."""

    def __init__(self, stage: Stage, rules: Ruleset, chance: Random) -> None:
        self.stage = stage
        self.rules = rules
        self.folded = Folded(stage)
        self.table = ""
        self._chance = chance
        self._style = style_at_random(chance)._replace(leave=0.0)
        self._tokens: dict[int, str] = {}
        self._count = 0

    async def play(self, steps: int) -> bool:
        """Set the table and play so many steps; False if the rules are not taken."""
        if not await self._set_up():
            return False
        for _ in range(steps):
            self.folded.catch_up()
            if self.folded.now.ended:
                break
            await self._step()
        self.folded.catch_up()
        return True

    # Setting up.

    async def _set_up(self) -> bool:
        chance, rules = self._chance, self.rules
        bots = chance.random() < 0.35
        room = {
            "bots": bots,
            "clock": chance.choice((None, None, 5, 30)),
            "spectator_delay": chance.choice((0, 0, 0, 3)),
            "grace_ms": 500,
            "auto_uno": chance.random() < 0.2,
            "chat": True,
        }
        status, opened = await self._ask("/api/tables", {**rules.as_data(), "name": "P0", **room})
        if status != 201:
            return False
        self.table, self._tokens[0] = opened["table"], opened["token"]
        people = chance.randint(2, rules.players) if bots else rules.players
        for number in range(1, people):
            _, joined = await self._ask(f"/api/tables/{self.table}/join", {"name": f"P{number}"})
            self._tokens[joined["seat"]] = joined["token"]
        for seat in self._tokens:
            await self._call(f"p{seat}", seat, None)
        await self._call("eve", None, None)
        self.folded.catch_up()
        if self.folded.now.match is None:
            await self._command(0, {"t": "start"})
        return True

    # One step.

    async def _step(self) -> None:
        await self._aside()
        self.folded.catch_up()
        state = self.folded.now
        if state.round is None or state.round.over:
            await self._between(state)
            return
        if self._chance.random() < 0.004:
            await self._command(self._chance.choice(list(self._tokens)), {"t": "leave"})
            return
        await self._act(state, state.round)

    async def _between(self, state: TableState) -> None:
        """Ask for the next round or match; add to its chance."""
        people = state.seats_of(SeatKind.PERSON)
        if not people:
            return
        seat = self._chance.choice(people)
        deal = state.deal
        if deal is not None and not deal.dealt and not deal.closed:
            value = self._chance.randbytes(16).hex()
            await self._command(seat, {"t": "contribute", "number": deal.number, "value": value})
            await self._wait(2.0)
        elif state.match is not None and state.match.over:
            await self._command(seat, {"t": "rematch"})
        else:
            await self._command(seat, {"t": "next"})

    async def _act(self, state: TableState, round_: Round) -> None:
        seat, action = choose(round_, self._style, self._chance)
        if state.seats[seat].kind is not SeatKind.PERSON:
            await self._wait(6.0)
            return
        if state.room.clock is not None and self._chance.random() < 0.02:
            await self._wait(state.room.clock + 1.0)  # somebody dreams, and the clock acts (V12)
            return
        name = await self._command(seat, {"t": "act", "action": str(action)})
        line = self.stage.lines[f"p{seat}"]
        for _ in range(20):
            if any(f'"id":"{name}"' in heard.text for heard in line.heard[-8:]):
                break
            if not await line.more(1.0):
                break

    async def _wait(self, seconds: float) -> None:
        """Until something is committed, so long at most."""
        before = len(self.stage.log.batches)
        for _ in range(int(seconds / 0.1)):
            await self._until(self.stage.now + 0.1)
            if len(self.stage.log.batches) > before:
                break

    # Besides.

    async def _aside(self) -> None:
        """Now and then something that is no act: each of it may tell too much."""
        dice = self._chance.random()
        seat = self._chance.choice(list(self._tokens))
        if dice < 0.06:
            await self._window(self._chance.choice([None, *self._tokens]))
        elif dice < 0.16:
            for path in self._paths():
                await self._ask(path, None)
        elif dice < 0.26:
            await self._command(seat, {"t": "act", "action": self._wrong(seat)})
        elif dice < 0.27:
            await self._say(seat, self._chance.choice(("{", '{"t":"cmd","id":"x"}', '{"t":"hello"}')))
        elif dice < 0.28:
            await self._command(seat, {"t": "say", "phrase": self._chance.choice(PHRASES)})
        elif dice < 0.29:
            await self._command(seat, {"t": "chat", "text": "well, well"})
        elif dice < 0.31:
            await self._away(seat)

    def _wrong(self, seat: int) -> str:
        """An action that comes to mind, mostly not a lawful one."""
        round_ = self.folded.now.round
        if round_ is None:
            return "draw"
        return str(self._chance.choice(list(universe(round_, seat, self._chance, 2)) or [act.DrawCard()]))

    def _paths(self) -> Iterator[str]:
        """What can be asked about the table by anybody who has its link."""
        table = f"/api/tables/{self.table}"
        match = self.folded.now.match
        number = 1 + len(match.rounds) if match else 1
        yield from (table, f"{table}/history", f"{table}/matches/1/record", f"{table}/qr.svg")
        for of in {1, number}:
            yield from (f"{table}/rounds/{of}/record", f"{table}/rounds/{of}/deal")

    async def _window(self, seat: int | None) -> None:
        """Another window of a seat or spectator looks in, from the beginning, from somewhere, or from nowhere."""
        self._count += 1
        since = self._chance.choice((None, 0, self._chance.randint(0, self.folded.now.version)))
        name = f"eve.{self._count}" if seat is None else f"p{seat}.{self._count}"
        await self._call(name, seat, since)
        await self._do("hang up", name, None)

    async def _away(self, seat: int) -> None:
        """Somebody's connection is lost, and they come back."""
        await self._do("hang up", f"p{seat}", None)
        await self._until(self.stage.now + self._chance.choice((0.2, 3.0, 30.0)) * self._chance.random())
        self.folded.catch_up()
        await self._call(f"p{seat}", seat, self._chance.choice((None, self.folded.now.version, 0)))

    # What is done, noted down.

    async def _until(self, time: float) -> None:
        await until(time)

    async def _do(self, kind: str, who: str, what: Any) -> None:
        await until(self.stage.now + self._chance.uniform(0.001, 0.3))
        await self.stage.do(Deed(self.stage.now, kind, who, what))

    async def _ask(self, path: str, body: object) -> tuple[int, Any]:
        await self._do("ask", "", (path, body))
        head, _, text = self.stage.answers[-1][2].partition("\n")
        return int(head.split()[0]), json.loads(text) if text.startswith("{") else text

    async def _call(self, name: str, seat: int | None, since: int | None) -> None:
        token = None if seat is None else self._token(seat)
        hello = {"t": "hello", "proto": 1, "table": self.table, "token": token, "since": since}
        await self._do("call", name, json.dumps(hello))

    def _token(self, seat: int) -> str:
        """The newest token of the seat."""
        for name, line in self.stage.all_lines.items():
            if person(name) == f"p{seat}":
                for heard in line.heard:
                    if heard.text.startswith('{"t":"snap"'):
                        self._tokens[seat] = json.loads(heard.text).get("token") or self._tokens[seat]
        return self._tokens[seat]

    async def _say(self, seat: int, text: str) -> None:
        await self._do("say", f"p{seat}", text)

    async def _command(self, seat: int, d: Json) -> str:
        self._count += 1
        name = f"c{self._count}"
        v = self.folded.now.version
        await self._say(seat, json.dumps({"t": "cmd", "id": name, "v": v, "d": d}))
        return name


def person(line: str) -> str:
    """Whose connection this is."""
    return line.split(maxsplit=1)[0].partition(".")[0]


async def until(time: float) -> None:
    """Sleep to that very time."""
    loop = asyncio.get_running_loop()
    due = loop.create_future()
    loop.call_at(time, due.set_result, None)
    await due
