"""A resolution gathers what one act leads to: its events, each applied at once, so that the next step sees the round they led to.

The chapters of the rules (`playing`, `drawing`, `uno`, `going_out`, `written`, `reports`) are functions over it. Each
emits events and returns an agenda: the tasks that are still to be carried out, which `acts` then runs.
"""

from __future__ import annotations

from typing import TypeVar

from lastcard.rules import events as ev
from lastcard.rules.cards import Shuffle
from lastcard.rules.errors import LastcardError
from lastcard.rules.evolve import evolve
from lastcard.rules.round import Acting, Answering, Calling, Choosing, Judging, Phase, Picking, Round

_P = TypeVar("_P", Answering, Calling, Judging, Acting, Choosing, Picking)


class Resolution:
    """The events of one act so far; `round` is where they have led."""

    __slots__ = ("events", "out", "round", "shuffle", "steps")

    def __init__(self, state: Round, shuffle: Shuffle) -> None:
        self.round = state
        self.events: list[ev.Event] = []
        self.shuffle = shuffle
        self.steps = 0
        self.out: int | None = None
        """Who has gone out already, while what the last card sets off is still carried out (O2)."""

    def emit(self, event: ev.Event) -> None:
        """Add the event and apply it to the round."""
        self.events.append(event)
        self.round = evolve(self.round, event)

    def wait(self, phase: Phase) -> None:
        """Let the round wait for the players in this phase."""
        self.emit(ev.Waiting(phase))


def expected(state: Round, kind: type[_P]) -> _P:
    """The phase, which `legal` has made sure to be of this kind."""
    if not isinstance(state.table.phase, kind):
        raise LastcardError(f"the round waits for {state.table.phase}")
    return state.table.phase
