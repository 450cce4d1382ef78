"""A table as texts: what is the same for several viewers is written once.

Whatever is said here of a round comes from `view` and `seen_by`. A viewer is a seat, or None for a spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from lastcard.rules.encode import encode
from lastcard.rules.events import Event as RoundEvent
from lastcard.rules.legal import awaited, legal_actions
from lastcard.rules.view import seen_by, view, view_at
from lastcard.server.model.events import TableEvent
from lastcard.server.views import visible
from lastcard.server.wire.outbound import dump

if TYPE_CHECKING:
    from lastcard.rules.round import Round
    from lastcard.server.model.events import Event
    from lastcard.server.model.plain import Json
    from lastcard.server.model.state import TableState

LATELY: Final = 60
"""How many of the latest events a viewer is sent who does not say where it left off, or left off too long ago."""


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """What is true at a table now and is in no log.

    `connected` are the seats whose person is connected, `clock` and `grace` what runs out for whom (`{"seat": …,
    "left_ms": …}`, of a clock also `paused`), `autopilot` the seats for which the table acts until their person taps,
    `jumps` how long jumping in goes before the next act (V3), `prompts` what people must judge.
    """

    connected: frozenset[int] = frozenset()
    clock: Json | None = None
    grace: Json | None = None
    autopilot: tuple[int, ...] = ()
    jumps: Json | None = None
    prompts: tuple[Json, ...] = ()


class Rendering:
    """Where a table stands at one time, as each viewer may see it."""

    def __init__(self, name: str, state: TableState, status: LiveStatus) -> None:
        """Nothing is written before somebody wants it."""
        self.state = state
        self._name = name
        self._status = status
        self._bodies: dict[int | None, str] = {}

    @property
    def version(self) -> int:
        """The version of the table that is rendered."""
        return self.state.version

    def state_text(self, seat: int | None, *, control: bool) -> str:
        """The message `state`."""
        return f'{{"t":"state",{self._body(seat)},"control":{_boolean(control)}}}'

    def snap_text(self, seat: int | None, *, control: bool, more: str) -> str:
        """The message `snap`; `more` are further fields as text."""
        return f'{{"t":"snap",{self._body(seat)},"control":{_boolean(control)},{more}}}'

    def _body(self, seat: int | None) -> str:
        found = self._bodies.get(seat)
        if found is None:
            found = self._bodies[seat] = self._write(seat)
        return found

    def _write(self, seat: int | None) -> str:
        seen, legal = "null", "[]"
        if self.state.round is not None:
            mine = None if seat is None else view_at(self._open, self.state.round, seat)
            seen = self._view_text(mine, seat)
            if mine is not None and seat is not None:
                legal = dump([str(action) for action in legal_actions(mine, seat)])
        you = "null" if seat is None else str(seat)
        return f'"v":{self.version},"you":{you},"view":{seen},"legal":{legal},{self._shared}'

    def _view_text(self, mine: Round | None, seat: int | None) -> str:
        """The public view with the viewer's own hand in its place; a view differs from the public one in nothing else."""
        rest, hands = self._public
        if mine is not None and seat is not None:
            hands = (*hands[:seat], dump(encode(mine.hands[seat])), *hands[seat + 1 :])
        return f'{rest},"hands":[{",".join(hands)}]}}'

    @cached_property
    def _open(self) -> Round:
        """What anybody may see of the round."""
        if self.state.round is None:
            raise ValueError("there is no round to be seen")
        return view(self.state.round, None)

    @cached_property
    def _public(self) -> tuple[str, tuple[str, ...]]:
        """The public view: all but the hands as an object still open, and each hand."""
        if self.state.round is None:
            return "{", ()
        seen: Json = encode(self._open)
        hands = seen.pop("hands")
        return dump(seen)[:-1], tuple(dump(hand) for hand in hands)

    @cached_property
    def _shared(self) -> str:
        """The fields that are the same for everybody."""
        state, status = self.state, self._status
        fields = {
            "awaited": list(awaited(self._open)) if state.round is not None else [],
            "table": visible.table_data(self._name, state, status.connected),
            "clock": status.clock,
            "grace": status.grace,
            "autopilot": list(status.autopilot),
            "jumps": status.jumps,
            "prompts": list(status.prompts),
            "deal": visible.deal_data(state),
        }
        return dump(fields)[1:-1]


class EventBatch:
    """Events from version `first` on, as each viewer may see them."""

    def __init__(self, first: int, events: Sequence[Event]) -> None:
        """Nothing is written before somebody wants it."""
        self.first = first
        self.events = tuple(events)
        self._open: dict[int, str] = {}
        self._texts: dict[int | None, list[str]] = {}

    def texts(self, seat: int | None) -> list[str]:
        """A message `ev` for each."""
        found = self._texts.get(seat)
        if found is None:
            found = self._texts[seat] = self._lines(seat, '{"t":"ev","v":')
        return found

    def log(self, seat: int | None) -> str:
        """All of them as the list of a `snap`."""
        lines = ",".join(self._lines(seat, '{"v":'))
        return f"[{lines}]"

    def _lines(self, seat: int | None, opening: str) -> list[str]:
        return [f'{opening}{self.first + i},"e":{self._text(i, seat)}}}' for i in range(len(self.events))]

    def _text(self, at: int, seat: int | None) -> str:
        event = self.events[at]
        if isinstance(event, TableEvent):
            return self._common(at, lambda: dump(visible.event_data(event, None)))
        seen: RoundEvent = seen_by(event, seat)
        if seen is event:
            return self._common(at, lambda: dump(encode(event)))
        return dump(encode(seen))

    def _common(self, at: int, write: Callable[[], str]) -> str:
        """A text that is the same for everybody."""
        found = self._open.get(at)
        if found is None:
            found = self._open[at] = write()
        return found


def missed_events(
    recent: Sequence[tuple[int, Event]], version: int, since: int | None
) -> tuple[EventBatch, bool]:
    """What a viewer is sent who saw the table last at `since`, and whether that is all that it missed.

    Who says no `since`, or one from before the `recent` events, gets the latest of these.
    """
    oldest = recent[0][0] - 1 if recent else version
    resumed = since is not None and oldest <= since <= version
    found = (
        [entry for entry in recent if entry[0] > since]
        if resumed and since is not None
        else list(recent[-LATELY:])
    )
    return EventBatch(found[0][0] if found else 0, [event for _, event in found]), resumed


def _boolean(value: bool) -> str:  # noqa: FBT001 - it is the value to be written
    return "true" if value else "false"
