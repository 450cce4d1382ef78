"""A table without a server: one person against bots, or several who hand one device on, in the page itself.

What is decided, timed, folded and shown is what a server's table does, by the same modules; here is only what takes the
place of mailbox, log and sockets. Whoever holds a `SoloTable` tells it the time and what the page sent, keeps the lines
that it gives (`log`), and then hands its messages on. It needs the standard library alone (tests/rooms/server/test_solo.py).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lastcard.rules.encode import encode
from lastcard.rules.legal import awaited, legal_actions
from lastcard.rules.ruleset import ruleset_from
from lastcard.rules.view import view
from lastcard.server.decisions import acts, deals, seating, starting
from lastcard.server.decisions.checks import after_events
from lastcard.server.decisions.rooms import open_table
from lastcard.server.model import tokens
from lastcard.server.model.chance import Chance
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import Event, Room, SeatTaken
from lastcard.server.model.phrases import Phrase
from lastcard.server.model.state import SeatKind, TableState, fold
from lastcard.server.timing.timing import Timing
from lastcard.server.views import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lastcard.rules.cards import Shuffle
    from lastcard.server.decisions.checks import Events
    from lastcard.server.timing.races import Claim

    Json = dict[str, Any]

NAME: Final = "solo"
"""What the table is called; no server's table can be."""
LATELY: Final = 60
"""How many of the latest events a page is told that does not say where it left off."""
_LONGEST_NAME: Final = 24
_SERVER: Final = {"proto": 1, "minor": 0, "build": ""}
"""What a server says of itself; here it is what the page is, since both come in one build."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A command of the page, for its answer; `wire` is the connection by which it came."""

    wire: int
    id: str


class SoloTable:
    """The table: see the module. `bot_delay` is how long bots think, in seconds."""

    def __init__(self, events: Iterable[Event], chance: Chance, bot_delay: float, now: float) -> None:
        """Take up the table where its events end; bots and clocks stand still until a page says hello."""
        self._messages: list[tuple[int, str]] = []
        self._log: list[str] = []
        self._wires: dict[int, int | None] = {}
        self._events: list[Event] = list(events)
        self._state = after_events(None, tuple(self._events))
        self._chance = chance
        self._timing = Timing(bot_delay, chance)
        first = max(1, self._state.version - LATELY + 1)
        self._timing.begin(self._state, enumerate(self._events[first - 1 :], first), now)
        self._answered: dict[str, int] = {}

    @property
    def state(self) -> TableState:
        """The table now."""
        return self._state

    # From the page.

    def hear(self, wire: int, text: str, now: float) -> None:
        """A message of the page, as it would send it to a server by that connection; `bye` when it closes."""
        message: Json = json.loads(text)
        match message.get("t"):
            case "hello":
                self._greet(wire, message, now)
            case "cmd":
                self._command(wire, message, now)
            case "ping":
                self._send(wire, {"t": "pong", "n": message.get("n")})
            case "bye":
                self._wires.pop(wire, None)
            case _:
                pass
        self.go_on(now)

    def ring(self, now: float) -> None:
        """What is due by then happens: a race is decided, a bot acts, a person's time is over."""
        before = self._timing.clocks.autopilot
        self._timing.look(self._state, self._there, now)
        claim = self._timing.due(self._state, now)
        if claim is not None:
            self._attempt(claim, lambda c: self._timing.judge(self._state, c, self._shuffle), now)
        elif self._timing.clocks.autopilot != before:
            self._show((), now)
        self.go_on(now)

    def next(self) -> float | None:
        """When something happens by itself, if nothing else does."""
        return self._timing.next()

    def take(self) -> tuple[list[str], list[tuple[int, str]]]:
        """The lines of the log that are new, to be kept first, and the messages for each connection."""
        log, messages, self._log, self._messages = self._log, self._messages, [], []
        return log, messages

    # The page comes and goes.

    def _greet(self, wire: int, hello: Json, now: float) -> None:
        """A connection looks from the seat that it names as its token, or without one; and the table goes on."""
        token, people = hello.get("token"), self._state.seats_of(SeatKind.PERSON)
        seat = next((seat for seat in people if str(seat) == token), None)
        if token is not None and seat is None:
            self._send(wire, {"t": "gone"} | RefusedError("seat-lost").data())
            return
        since, version = hello.get("since"), self._state.version
        self._wires[wire] = seat
        self._timing.look(self._state, self._there, now)
        log = None
        if isinstance(since, int) and version - LATELY <= since <= version:
            self._tell(wire, since + 1)
        else:
            first = max(1, version - LATELY + 1)
            log = [{"v": v, "e": self._seen(v, seat)} for v in range(first, version + 1)]
        server = {name: hello.get(name) or default for name, default in _SERVER.items()}
        snap = {"t": "snap", **self._standing(seat, now), "log": log, "token": None, "server": server}
        self._send(wire, snap)

    @property
    def _there(self) -> frozenset[int]:
        """Who holds a device that all share is there as much as the others."""
        return frozenset(self._state.seats_of(SeatKind.PERSON)) if self._wires else frozenset()

    # Commands.

    def _command(self, wire: int, message: Json, now: float) -> None:
        asked = _Asked(wire, str(message.get("id", "")))
        if asked.id in self._answered:
            self._send(wire, {"t": "ack", "id": asked.id, "v": self._answered[asked.id]})
            return
        try:
            seat = self._seat_of(wire)
            wish = message.get("d") or {}
            self._timing.clocks.heard(seat)
            if wish.get("t") == "act":
                self._act(asked, seat, wish, int(message["v"]), now)
            else:
                self._accept(asked, self._decide(seat, wish, int(message["v"])), now)
                self._after(seat, wish, now)
        except RefusedError as refusal:
            self._refuse(asked, refusal)

    def _seat_of(self, wire: int) -> int:
        seat = self._wires.get(wire)
        if seat is None:
            raise RefusedError("no-seat")
        return seat

    def _act(self, asked: _Asked, seat: int, wish: Json, seen: int, now: float) -> None:
        """Somebody acts in the round: at once, or when the race that is under way has been decided."""
        claim = self._timing.claim(seat, acts.parse(str(wish["action"])), seen, now, asked, wish.get("key"))
        events = self._timing.judge(self._state, claim, self._shuffle)
        if events is not None:
            self._accept(asked, events, now)

    def _decide(self, seat: int, wish: Json, seen: int) -> Events:
        """What follows from a command that is no act."""
        match wish.get("t"):
            case "next":
                return starting.next_round(self._state, seen)
            case "rematch":
                return starting.rematch(self._state, seat, seen)
            case "leave" if wish.get("watch"):
                return seating.leave_to_watch(self._state, seat, self._shuffle)
            case "leave":
                return seating.leave(self._state, seat, self._shuffle)
            case "contribute":
                return deals.contribute(self._state, seat, int(wish["number"]), str(wish["value"]))
            case "say" if wish.get("phrase") in [phrase.value for phrase in Phrase]:
                return ()
            case "back" | "control":
                return ()
            case other:
                raise RefusedError("needs-server", {"act": str(other)})

    def _after(self, seat: int, wish: Json, now: float) -> None:
        """What is to be told besides."""
        if wish["t"] == "say":
            for wire in self._wires:
                self._send(wire, {"t": "said", "seat": seat, "phrase": wish["phrase"]})
        elif wish["t"] == "leave":
            self._wires = {wire: at for wire, at in self._wires.items() if at != seat}
        elif wish["t"] in ("back", "control"):
            self._show((), now)

    def _accept(self, asked: object, events: Sequence[Event], now: float) -> None:
        """Write down what follows, answer, show it."""
        for event in events:
            self._state = fold(self._state, event)
            self._events.append(event)
            self._log.append(dump(encode(event)))
        if isinstance(asked, _Asked):
            self._answered[asked.id] = self._state.version
            self._send(asked.wire, {"t": "ack", "id": asked.id, "v": self._state.version})
        if events:
            self._show(events, now)

    def _refuse(self, asked: object, refusal: RefusedError) -> None:
        """Answer a command with the reason against it; what happened by itself needs no answer."""
        if isinstance(asked, _Asked):
            answer = {"t": "nak", "id": asked.id} | refusal.data()
            self._send(asked.wire, answer | {"v": self._state.version})

    # What comes by itself.

    @property
    def _shuffle(self) -> Shuffle:
        return deals.shuffle(self._state, self._chance.shuffle)

    def go_on(self, now: float) -> None:
        """What is due at once: races that are decided, a deal."""
        for claim in self._timing.settle(now):
            self._attempt(claim, lambda c: self._timing.decided(self._state, c, self._shuffle), now)
        while events := deals.due(self._state, self._chance.bits, wait=False):
            self._accept(None, events, now)
        self._timing.look(self._state, self._there, now)

    def _attempt(self, claim: Claim, judge: Callable[[Claim], Events | None], now: float) -> None:
        try:
            events = judge(claim)
        except RefusedError as refusal:
            self._refuse(claim.ticket, refusal)
        else:
            if events is not None:
                self._accept(claim.ticket, events, now)

    # To the page.

    def _show(self, events: Sequence[Event], now: float) -> None:
        for claim in self._timing.follow(events, self._state, now):
            self._refuse(claim.ticket, RefusedError("no-seat"))
        self._timing.look(self._state, self._there, now)
        for wire, seat in self._wires.items():
            self._tell(wire, self._state.version - len(events) + 1)
            self._send(wire, {"t": "state", **self._standing(seat, now)})

    def _tell(self, wire: int, first: int) -> None:
        """The events from that version on."""
        for v in range(first, self._state.version + 1):
            self._send(wire, {"t": "ev", "v": v, "e": self._seen(v, self._wires[wire])})

    def _seen(self, version: int, seat: int | None) -> Json:
        return visible.event_data(self._events[version - 1], seat)

    def _standing(self, you: int | None, now: float) -> Json:
        """Where the table stands, as the seat may see it."""
        state = self._state
        mine = None if state.round is None else view(state.round, you)
        legal = [] if mine is None or you is None else legal_actions(mine, you)
        running = self._timing.fields(state, now)
        return {
            "v": state.version,
            "you": you,
            "view": None if mine is None else encode(mine),
            "legal": [str(action) for action in legal],
            "awaited": [] if mine is None else list(awaited(mine)),
            "table": visible.table_data(NAME, state, self._there),
            **running,
            "autopilot": list(running["autopilot"]),
            "prompts": list(running["prompts"]),
            "deal": visible.deal_data(state),
            "control": you is not None,
        }

    def _send(self, wire: int, message: Json) -> None:
        self._messages.append((wire, dump(message)))


def opened(wish: Json, chance: Chance) -> tuple[Event, ...]:
    """A new table: `people` are the names of those who play, bots have the other seats. RulesError."""
    given = ("edition", "players", "options", "teams", "written")
    rules = ruleset_from({name: wish[name] for name in given if wish.get(name)})
    people = [_name(name) for name in wish.get("people") or [""]]
    if len(people) > rules.players:
        raise RefusedError("too-many-people", {"people": len(people), "players": rules.players})
    room = Room(spectators=False, auto_uno=bool(wish.get("auto_uno")))
    first, *others = people
    events: tuple[Event, ...] = open_table(
        rules, room, seating.Newcomer(first, chance.token()), now=False, game=chance.bits(16).hex()
    )
    events += tuple(
        SeatTaken(seat, name, tokens.proof_of(chance.token())) for seat, name in enumerate(others, 1)
    )
    state = after_events(None, events)
    return events + starting.start(state, 0, state.version, fill=True)


def _name(name: object) -> str:
    return " ".join(str(name).split())[:_LONGEST_NAME].strip() or "Player"


def dump(message: object) -> str:
    """A message as one line of JSON, by the standard library."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
