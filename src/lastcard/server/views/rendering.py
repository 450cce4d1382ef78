"""A moment of a table as texts: what is the same for several viewers is written once.

Whatever is said here of a round comes from `view` and `seen_by`. A viewer is a seat, or None for a spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

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


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """What is true at a table now and stands in no log.

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
    """Where a table stands at a moment, as each viewer may see it."""

    def __init__(self, name: str, state: TableState, moment: LiveStatus) -> None:
        """Nothing is written before somebody wants it."""
        self.state = state
        self._name = name
        self._moment = moment
        self._bodies: dict[int | None, str] = {}

    @property
    def version(self) -> int:
        """The version of the table that this is a picture of."""
        return self.state.version

    def state_text(self, seat: int | None, *, control: bool) -> str:
        """The message `state`."""
        return f'{{"t":"state",{self._body(seat)},"control":{_word(control)}}}'

    def snap_text(self, seat: int | None, *, control: bool, more: str) -> str:
        """The message `snap`; `more` are further fields as text."""
        return f'{{"t":"snap",{self._body(seat)},"control":{_word(control)},{more}}}'

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
        state, moment = self.state, self._moment
        fields = {
            "awaited": list(awaited(self._open)) if state.round is not None else [],
            "table": visible.table_data(self._name, state, moment.connected),
            "clock": moment.clock,
            "grace": moment.grace,
            "autopilot": list(moment.autopilot),
            "jumps": moment.jumps,
            "prompts": list(moment.prompts),
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
        self._told: dict[int | None, list[str]] = {}

    def texts(self, seat: int | None) -> list[str]:
        """A message `ev` for each."""
        found = self._told.get(seat)
        if found is None:
            found = self._told[seat] = self._lines(seat, '{"t":"ev","v":')
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
        """What everybody is told in the same words."""
        found = self._open.get(at)
        if found is None:
            found = self._open[at] = write()
        return found


def _word(value: bool) -> str:  # noqa: FBT001 - it is the value to be written
    return "true" if value else "false"
