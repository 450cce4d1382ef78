"""A table without a server: one person against bots, or several who hand one device on, in the page itself.

What is decided, timed, folded and rendered is what a server's table does, by the same modules; here is only what takes the
place of mailbox, log and connections. It needs the standard library alone (tests/rooms/server/test_solo.py).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lastcard.rules.encode import encode
from lastcard.server.decisions import acts, commands, deals, requests
from lastcard.server.decisions.checks import after_events
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import Event
from lastcard.server.model.state import SeatKind, TableState, fold
from lastcard.server.timing.timing import Timing
from lastcard.server.views.rendering import LATELY, EventBatch, LiveStatus, Rendering, missed_events
from lastcard.server.wire.outbound import ack, dump, gone, nak

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lastcard.rules.cards import Shuffle
    from lastcard.server.decisions.checks import Events
    from lastcard.server.model.chance import Chance
    from lastcard.server.model.plain import Json
    from lastcard.server.timing.races import Claim

    Judge = Callable[[TableState, Claim, Shuffle], Events | None]

NAME: Final = "solo"
"""What the table is called; no server's table can be."""
_OWN_VERSION: Final = {"proto": 1, "minor": 0, "build": ""}


@dataclass(frozen=True, slots=True)
class _Command:
    """A command, for its answer; `wire` is the connection by which it came."""

    wire: int
    id: str


class SoloTable:
    """The table. Whoever holds it gives it the time and the page's messages, and keeps the log before handing messages on."""

    def __init__(self, events: Iterable[Event], chance: Chance, bot_delay: float, now: float) -> None:
        """Take up the table where its events end; bots and clocks stand still until a page says hello."""
        self._messages: list[tuple[int, str]] = []
        self._log: list[str] = []
        self._wires: dict[int, int | None] = {}
        self._events = list(events)
        self.state: TableState = after_events(None, tuple(self._events))
        self._chance = chance
        self._timing = Timing(bot_delay, chance)
        self._timing.begin(self.state, self._recent, now)
        self._answered: dict[str, int] = {}

    def hear(self, wire: int, text: str, now: float) -> None:
        """A message of the page, as it would send it to a server by that connection; `bye` when it closes."""
        message: Json = json.loads(text)
        match message.get("t"):
            case "hello":
                self._greet(wire, message, now)
            case "cmd":
                self._command(_Command(wire, str(message.get("id", ""))), message, now)
            case "ping":
                self._send(wire, {"t": "pong", "n": message.get("n")})
            case "bye":
                self._wires.pop(wire, None)
        self.go_on(now)

    def ring(self, now: float) -> None:
        """What is due by then happens: a race is decided, a bot acts, a person's time is over."""
        before = self._timing.clocks.autopilot
        self._timing.look(self.state, self._connected, now)
        claim = self._timing.due(self.state, now)
        if claim is not None:
            self._attempt(claim, self._timing.judge, now)
        elif self._timing.clocks.autopilot != before:
            self._show((), now)
        self.go_on(now)

    def go_on(self, now: float) -> None:
        """What is due at once: races that are decided, a deal."""
        for claim in self._timing.settle(now):
            self._attempt(claim, self._timing.decided, now)
        while events := deals.due(self.state, self._chance.bits, wait=False):
            self._accept(None, events, now)
        self._timing.look(self.state, self._connected, now)

    def next(self) -> float | None:
        """When something happens by itself, if nothing else does."""
        return self._timing.next()

    def take(self) -> tuple[list[str], list[tuple[int, str]]]:
        """The lines of the log that are new, to be kept first, and the messages for each connection."""
        log, messages, self._log, self._messages = self._log, self._messages, [], []
        return log, messages

    @property
    def _recent(self) -> list[tuple[int, Event]]:
        """The latest events, each with its version."""
        return list(enumerate(self._events, 1))[-LATELY:]

    @property
    def _connected(self) -> frozenset[int]:
        """Who holds a device that all share is there as much as the others."""
        return frozenset(self.state.seats_of(SeatKind.PERSON)) if self._wires else frozenset()

    def _greet(self, wire: int, hello: Json, now: float) -> None:
        """A connection looks from the seat that it names as its token, or without one; and the table goes on."""
        token = hello.get("token")
        seat = next((seat for seat in self.state.seats_of(SeatKind.PERSON) if str(seat) == token), None)
        if token is not None and seat is None:
            self._send(wire, gone(RefusedError("seat-lost")))
            return
        missed, resumed = missed_events(self._recent, self.state.version, hello.get("since"))
        self._wires[wire] = seat
        self._timing.look(self.state, self._connected, now)
        self._messages += [(wire, text) for text in missed.texts(seat)] if resumed else []
        server = {name: hello.get(name) or ours for name, ours in _OWN_VERSION.items()}
        more = f'"log":{"null" if resumed else missed.log(seat)},"token":null,"server":{dump(server)}'
        self._messages.append(
            (wire, self._rendering(now).snap_text(seat, control=seat is not None, more=more))
        )

    def _command(self, command: _Command, message: Json, now: float) -> None:
        if command.id in self._answered:
            self._send(command.wire, ack(command.id, self._answered[command.id]))
            return
        seat = self._wires.get(command.wire)
        if seat is None:
            self._refuse(command, RefusedError("no-seat"))
            return
        try:
            self._timing.clocks.heard(seat)
            self._do(command, seat, requests.from_plain(message["d"]), int(message["v"]), now)
        except RefusedError as refusal:
            self._refuse(command, refusal)

    def _do(self, command: _Command, seat: int, request: requests.Request, seen: int, now: float) -> None:
        match request:
            case requests.Act(action=text, key=key):
                claim = self._timing.claim(seat, acts.parse(text), seen, now, command, key)
                self._attempt(claim, self._timing.judge, now)
            case requests.Say(phrase=phrase):
                self._accept(command, (), now)
                for wire in self._wires:
                    self._send(wire, {"t": "said", "seat": seat, "phrase": phrase.value})
            case requests.Back() | requests.Control():
                self._accept(command, (), now)
                self._show((), now)
            case requests.Next() | requests.Rematch() | requests.Leave() | requests.Contribute():
                shuffle = deals.shuffle(self.state, self._chance.shuffle)
                self._accept(command, commands.decide(self.state, seat, request, seen, shuffle), now)
            case _:
                raise RefusedError("needs-server", {"act": request.t})
        if isinstance(request, requests.Leave):
            self._wires = {wire: at for wire, at in self._wires.items() if at != seat}

    def _attempt(self, claim: Claim, judge: Judge, now: float) -> None:
        try:
            events = judge(self.state, claim, deals.shuffle(self.state, self._chance.shuffle))
        except RefusedError as refusal:
            self._refuse(claim.ticket, refusal)
            return
        if events is not None:
            self._accept(claim.ticket, events, now)

    def _accept(self, command: object, events: Events, now: float) -> None:
        """Write down what follows, answer, show it."""
        for event in events:
            self.state = fold(self.state, event)
            self._events.append(event)
            self._log.append(dump(encode(event)))
        if isinstance(command, _Command):
            self._answered[command.id] = self.state.version
            self._send(command.wire, ack(command.id, self.state.version))
        if events:
            self._show(events, now)

    def _refuse(self, command: object, refusal: RefusedError) -> None:
        """Answer a command with the reason against it; what happened by itself needs no answer."""
        if isinstance(command, _Command):
            self._send(command.wire, nak(command.id, refusal, self.state.version))

    def _show(self, events: Events, now: float) -> None:
        for claim in self._timing.follow(events, self.state, now):
            self._refuse(claim.ticket, RefusedError("no-seat"))
        self._timing.look(self.state, self._connected, now)
        batch = EventBatch(self.state.version - len(events) + 1, events)
        rendering = self._rendering(now)
        for wire, seat in self._wires.items():
            self._messages += [(wire, text) for text in batch.texts(seat)]
            self._messages.append((wire, rendering.state_text(seat, control=seat is not None)))

    def _rendering(self, now: float) -> Rendering:
        status = LiveStatus(self._connected, **self._timing.fields(self.state, now))
        return Rendering(NAME, self.state, status)

    def _send(self, wire: int, message: Json) -> None:
        self._messages.append((wire, dump(message)))
