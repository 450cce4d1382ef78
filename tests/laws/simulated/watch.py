"""What must hold at each step: of the log, of what each viewer is told, of what was acknowledged.

The log is read as a program that knows nothing of the server would read it, event by event at the moment it is safe;
everything that people are told is held against that.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from lastcard.rules.cards import Card
from lastcard.rules.encode import encode
from lastcard.rules.legal import awaited, legal_actions
from lastcard.rules.round import Round
from lastcard.rules.view import view
from lastcard.server.model.events import (
    Event,
    Kicked,
    SeatLeft,
    SeatsMoved,
    SeatTaken,
    TableEvent,
    read_event,
)
from lastcard.server.model.state import SeatKind, TableState, fold
from lastcard.server.storage.interface import Receipt
from lastcard.server.views import visible
from tests.laws.walker.laws import LawBroken, state_holds, whole

Json = dict[str, Any]
Seat = int | None
MAX_LATELY = 256
"""The events that a viewer who comes back may at most ask for; an older gap is told by a state alone."""


class Broken(AssertionError):  # noqa: N818
    """An invariant that did not hold; the text says which, and what was the case instead."""


def hold(condition: object, law: str, *found: object) -> None:
    """Raise Broken unless the condition is true."""
    if not condition:
        raise Broken(f"{law}: {'; '.join(map(str, found))}")


class Watch:
    """One table: its log as far as it is safe, folded, and what follows from it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.events: list[Event] = []
        self.moves = 0
        """How many of them are of the rules, and not of the table."""
        self.states: list[TableState] = []
        self.receipts: dict[str, int] = {}
        """The commands that were carried out, each with the version it led to; people's ids are all different."""
        self.secrets: set[str] = set()
        """Texts that nobody but their owner may be sent: hashes of tokens, the secrets of deals."""
        self._shown: dict[tuple[int, Seat], Json] = {}
        self._seen: dict[tuple[int, Seat], Json] = {}

    @property
    def version(self) -> int:
        """The last version that is safe."""
        return len(self.events)

    @property
    def state(self) -> TableState:
        """The table as the log tells it."""
        return self.states[-1]

    def written(self, after: int, bodies: Sequence[str], receipt: Receipt | None) -> None:
        """Events were appended: versions are contiguous, each can be read, cards are conserved, somebody can go on."""
        hold(after == self.version, "versions are contiguous", after, self.version)
        for body in bodies:
            event = read_event(json.loads(body))
            before = self.states[-1] if self.states else None
            self.events.append(event)
            self.moves += not isinstance(event, TableEvent)
            self.states.append(fold(before, event))
            self._note_secrets(event)
        if receipt is not None:
            hold(receipt.version == self.version, "a receipt names the version it led to", receipt)
            hold(receipt.command not in self.receipts, "a command is applied once", receipt)
            self.receipts[receipt.command] = receipt.version
        names = [self.state.seats[seat].name for seat in self.state.seats_of(SeatKind.PERSON)]
        hold(len(set(names)) == len(names), "a person has one seat, however often they ask for it", names)
        if self.state.round is not None:
            round_holds(self.state.round)

    def _note_secrets(self, event: Event) -> None:
        for name in ("proof", "browser", "secret", "salt"):
            found = getattr(event, name, None)
            if isinstance(found, str):
                self.secrets.add(found)
        if type(event).__name__ == "DealOpened":
            self.secrets.discard(str(getattr(event, "secret", "")))

    def expected_event(self, version: int, seat: Seat) -> Json:
        """What a seat is to be shown of an event."""
        key = version, seat
        if key not in self._shown:
            self._shown[key] = visible.event_data(self.events[version - 1], seat)
        return self._shown[key]

    def expected_view(self, version: int, seat: Seat) -> Json:
        """What a seat is to be shown of the table at that version."""
        key = version, seat
        if key not in self._seen:
            self._seen[key] = _view_of(self.states[version - 1], seat)
        return self._seen[key]


def _view_of(state: TableState, seat: Seat) -> Json:
    if state.round is None:
        return {"view": None, "legal": [], "awaited": []}
    seen = view(state.round, seat)
    legal = [] if seat is None else [str(action) for action in legal_actions(seen, seat)]
    return {"view": encode(seen), "legal": legal, "awaited": list(awaited(seen))}


def round_holds(round_: Round) -> None:
    """Cards are conserved, each identity; until the round is over it waits for somebody who can do something."""
    deck: Counter[Card] = Counter(round_.rules.cards)
    hold(whole(round_) == deck, "cards are conserved", round_)
    try:
        state_holds(round_, deck)
    except LawBroken as broken:
        raise Broken(str(broken)) from None
    waited = awaited(round_)
    hold(bool(waited) != round_.over, "the round waits for somebody until it is over", waited, round_.phase)
    for seat in waited:
        hold(legal_actions(round_, seat), "some act is possible", seat, round_.phase)


class Eyes:
    """What one connection is told, held against the log."""

    def __init__(self, watch: Watch, own: Callable[[], set[str]], since: int | None) -> None:
        """`own` are the texts that this very client may be sent although they are secrets."""
        self._watch = watch
        self._own = own
        self._since = since
        self._early: list[tuple[int, Json]] = []
        """What it missed, told before the snapshot says from which seat it looks."""
        self._told = False
        self._sent_away = False
        self.v = since or 0
        self.you: Seat = None

    def told(self, message: Json, text: str) -> None:
        """A message came: Broken if it is not what it must be."""
        self._no_secret(text)
        match message["t"]:
            case "snap":
                self._snap(message)
            case "ev" if not self._told:
                self._early.append((message["v"], message["e"]))
            case "ev":
                hold(not self._sent_away, "who lost the seat is told no more as a player", message)
                self._event(message["v"], message["e"])
            case "state":
                hold(self._told, "the first thing told is a snapshot", message)
                hold(
                    message["v"] == self.v,
                    "a state comes after the events that led to it",
                    message["v"],
                    self.v,
                )
                hold(message["you"] == self.you, "the seat is the one it was", message["you"], self.you)
                self._state(message)

    def _no_secret(self, text: str) -> None:
        own = self._own()
        for secret in self._watch.secrets:
            hold(secret not in text or secret in own, "no secret is sent", secret, text)

    def _snap(self, message: Json) -> None:
        v, log = message["v"], message["log"]
        hold(v <= self._watch.version, "nothing is shown before it is safe", v, self._watch.version)
        self.you = message["you"]
        if log is None:
            hold(
                not self._told and self._since is not None,
                "who asks for the rest has said since when",
                message,
            )
            for version, event in self._early:
                self._event(version, event)
            hold(self.v == v, "what was missed leads to the snapshot", self.v, v)
        else:
            hold(not self._early, "events come before the snapshot or in it", self._early)
            self._lately(v, log)
        self._told, self._sent_away = True, False
        self._state(message)

    def _lately(self, v: int, log: list[Json]) -> None:
        versions = [entry["v"] for entry in log]
        hold(versions == list(range(v - len(log) + 1, v + 1)), "a snapshot's events lead to it", versions, v)
        if not self._told and self._since is not None:
            old = v - self._since > MAX_LATELY or self.you is None  # spectators may have to wait for theirs
            hold(old, "what is at hand is told to who comes back", self._since, v)
        for entry in log:
            self._shown(entry["v"], entry["e"])
        self.v = v

    def _event(self, v: int, event: Json) -> None:
        hold(v == self.v + 1, "events come in order, none missing and none twice", v, self.v)
        hold(v <= self._watch.version, "nothing is shown before it is safe", v, self._watch.version)
        self.v = v
        self._shown(v, event)
        if self._told:
            self._follow(self._watch.events[v - 1])

    def _follow(self, event: Event) -> None:
        """The seat goes where the event puts it."""
        if self.you is None:
            return
        if isinstance(event, SeatsMoved):
            self.you = event.order.index(self.you)
        elif isinstance(event, SeatTaken | SeatLeft | Kicked) and event.seat == self.you:
            self.you, self._sent_away = None, True

    def _shown(self, v: int, event: Json) -> None:
        hidden_event_holds(event, self.you)
        expected = self._watch.expected_event(v, self.you)
        hold(
            event == expected, "an event is the log's, as this seat may see it", v, self.you, event, expected
        )

    def _state(self, message: Json) -> None:
        hidden_holds(message["view"], self.you)
        expected = self._watch.expected_view(self.v, self.you)
        for part, wanted in expected.items():
            hold(
                message[part] == wanted, f"{part} is that of the log", self.v, self.you, message[part], wanted
            )


def hidden_event_holds(event: Json, you: Seat) -> None:
    """No event tells of another's cards what only they may know; said once more, without the server's own words."""
    match event["t"]:
        case "round-began":
            secret = [cards for seat, cards in enumerate(event["hands"]) if seat != you] + [event["pile"]]
        case "put-back" | "reshuffled":
            secret = [event["pile"]]
        case "drew":
            secret = [] if event["seat"] == you else [event["cards"]]
        case "challenged":
            secret = [] if event["by"] == you else [event["hand"]]
        case "shown":
            secret = [] if event["to"] == you else [event["hand"]]
        case "hands-moved":
            secret = [cards for seat, cards in event["hands"] if seat != you]
        case "gave":
            secret = [event["given"]] * (event["seat"] != you) + [event["received"]] * (event["to"] != you)
        case "left":
            secret = [event["cards"]]
        case _:
            secret = []
    for cards in secret:
        hold(not cards.replace("??", "").strip(), "no seat is told another's cards", you, event)


def hidden_holds(seen: Json | None, you: Seat) -> None:
    """No card of another hand or of the pile, unless the round is over."""
    if seen is None or seen["table"]["phase"]["t"] == "over":
        return
    for seat, hand in enumerate(seen["hands"]):
        hold(
            seat == you or not hand["cards"].replace("??", "").strip(),
            "no seat is shown another's cards",
            you,
            hand,
        )
    hold(
        not seen["hidden"]["pile"].replace("??", "").strip(), "nobody is shown the pile", you, seen["hidden"]
    )
