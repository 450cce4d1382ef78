"""A round: its state, split by who may see it, and its phases as values."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias, TypeVar

from lastcard.rules.cards import Card, Colour
from lastcard.rules.effects import Discard, Effect, Give
from lastcard.rules.ruleset import Ruleset


class Direction(Enum):
    """The direction of play; to the left, seat numbers go up."""

    LEFT = "left"
    RIGHT = "right"

    __hash__ = object.__hash__

    @property
    def turned(self) -> Direction:
        """The other direction (W2)."""
        return Direction.RIGHT if self is Direction.LEFT else Direction.LEFT


# Tasks: what is still to be done within one act. They wait in the phases that interrupt them.


@dataclass(frozen=True, slots=True)
class RuleRun:
    """One run of a written rule: who acts, who set it off, whom the acting player chose (H7, H8).

    `chained` says whether draws in it set off rules tied to drawing (H8); `serial` distinguishes runs.
    """

    serial: int
    actor: int
    source: int
    chained: bool
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class ApplyEffect:
    """Apply an effect; `targets` are the seats it has not applied to yet, None before they are known (H8)."""

    effect: Effect
    run: RuleRun
    targets: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class AfterDrawing:
    """See whether the card just drawn may be played (T3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn of `seat` is over: the next player's begins."""

    seat: int


@dataclass(frozen=True, slots=True)
class BeginTurn:
    """The turn of `seat` itself begins (S7, W6 guilty)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resume:
    """Return to the phase during which a catch or report happened."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class Finish:
    """End the round with `seat` out (O2)."""

    seat: int


Task: TypeAlias = ApplyEffect | AfterDrawing | EndTurn | BeginTurn | Resume | Finish
Agenda: TypeAlias = tuple[Task, ...]


# What the round waits for.

Votes: TypeAlias = tuple[tuple[int, bool | None], ...]
"""Votes of those who judge, each with the seat; how they voted is None in a view (H8, X1)."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The cards are dealt and the first is about to be turned up; nobody acts."""


@dataclass(frozen=True, slots=True)
class Turn:
    """`seat` plays a card or draws (T1, T3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """`seat` drew a card that can be played: plays it, or keeps it unless it must be played (T3, T4).

    Whether it must follows from the hand, because others do not know whether the seat reneged.
    """

    seat: int


@dataclass(frozen=True, slots=True)
class Calling:
    """`seat` calls a colour, and names whom it swaps hands with if `swap` (S7, S11, S12)."""

    seat: int
    swap: bool
    agenda: Agenda


@dataclass(frozen=True, slots=True)
class Answering:
    """`seat` answers the Wild Draw Four of `accused` (W6) for `debt` cards.

    `before` is the colour that was in force before it was played, against which guilt is judged.
    """

    seat: int
    accused: int
    debt: int
    before: Colour | None


@dataclass(frozen=True, slots=True)
class Owing:
    """`seat` draws a debt or adds to it (V1); `kind` is the face of its last draw card's token: +2 or W+4."""

    seat: int
    debt: int
    kind: str


@dataclass(frozen=True, slots=True)
class Judging:
    """The others judge whether `seat` did the dare (H8); how they voted is None in a view."""

    seat: int
    text: str
    otherwise: tuple[Effect, ...]
    run: RuleRun
    agenda: Agenda
    votes: Votes = ()


@dataclass(frozen=True, slots=True)
class Acting:
    """`seat` acts a charade and names who guessed it (H5, H8)."""

    seat: int
    winner: tuple[Effect, ...]
    run: RuleRun
    agenda: Agenda


@dataclass(frozen=True, slots=True)
class Choosing:
    """`seat` chooses the player whom a written rule applies to (H8)."""

    seat: int
    run: RuleRun
    agenda: Agenda


@dataclass(frozen=True, slots=True)
class Picking:
    """`seat` picks a card to discard or to give to `to`, `count` in all (H)."""

    seat: int
    effect: Discard | Give
    count: int
    to: int | None
    run: RuleRun
    agenda: Agenda


@dataclass(frozen=True, slots=True)
class Over:
    """The round has ended; `out` went out, or nobody did (O1, T5, V14)."""

    out: int | None


Phase: TypeAlias = (
    Opening | Turn | Drawn | Calling | Answering | Owing | Judging | Acting | Choosing | Picking | Over
)


def waiting_agenda(phase: Phase) -> Agenda:
    """What is still to be done once the phase is over; nothing where only a turn waits."""
    return phase.agenda if isinstance(phase, Calling | Judging | Acting | Choosing | Picking) else ()


@dataclass(frozen=True, slots=True)
class Window:
    """The catch window (U2–U5): seats left with one card that have not said UNO.

    `old` are those for whom it closes when the turn under way has been taken (U4, `next_done`), `settled`
    those caught or having called in it (V7).
    """

    owing: frozenset[int]
    old: frozenset[int] = frozenset()
    settled: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class OpenReport:
    """A report that a seat suggested a card, and the votes so far (X1), each None in a view."""

    accuser: int
    accused: int
    votes: Votes = ()


_N = TypeVar("_N", bound="NamedTuple")


def _quick_replace(kind: type[_N]) -> type[_N]:
    """Give a NamedTuple a `_replace` that takes a third of the time: the standard one is most of the cost of an event."""
    place = {name: at for at, name in enumerate(kind._fields)}
    new = tuple.__new__

    def replace(self: _N, /, **changes: object) -> _N:
        values = [*self]
        for name, value in changes.items():
            values[place[name]] = value
        return new(kind, values)

    kind._replace = replace  # type: ignore[misc, assignment]
    return kind


@_quick_replace
class Hand(NamedTuple):
    """What one seat may see besides the table.

    `drawn` is the card just drawn, which belongs to `cards` too; `played_from` the hand that a Wild Draw Four
    waiting for its answer was played from (W6); `shown` the hands that this seat has been shown; `reneged` says
    that the card just drawn was drawn while holding a playable one (T4).
    """

    cards: tuple[Card, ...] = ()
    drawn: Card | None = None
    played_from: tuple[Card, ...] | None = None
    shown: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    reneged: bool = False


class Hidden(NamedTuple):
    """What nobody may see: the draw pile, next card first, and the hand set aside by one who left accused (V14)."""

    pile: tuple[Card, ...] = ()
    aside: tuple[Card, ...] | None = None


@_quick_replace
class Table(NamedTuple):
    """What everybody sees.

    `seats` are those in the round; `discard` lies under `top`, oldest first; `colour` is in force (None before
    the first is called); `called` are the seats whose UNO is in force; `jumpable` says that nobody has moved since
    the top card was played (V3); `losing` are seats that lose their next turn; `passes` counts passes in succession
    (T5); `times` how often each card with a counted written rule came up (H7).
    """

    rules: Ruleset
    seats: tuple[int, ...]
    dealer: int
    phase: Phase
    direction: Direction = Direction.LEFT
    top: Card | None = None
    colour: Colour | None = None
    discard: tuple[Card, ...] = ()
    window: Window | None = None
    called: frozenset[int] = frozenset()
    jumpable: bool = False
    losing: frozenset[int] = frozenset()
    passes: int = 0
    report: OpenReport | None = None
    times: tuple[tuple[Card, int], ...] = ()


@_quick_replace
class Round(NamedTuple):
    """A round: what all see, what each seat sees, what nobody sees. `hands` has one entry for each seat of the table.

    A view is a Round as well, in which every card that one may not see is `??` (see `view`).
    """

    table: Table
    hands: tuple[Hand, ...]
    hidden: Hidden

    @property
    def rules(self) -> Ruleset:
        """The rules in force."""
        return self.table.rules

    @property
    def phase(self) -> Phase:
        """What the round waits for."""
        return self.table.phase

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return isinstance(self.table.phase, Over)

    @property
    def out(self) -> int | None:
        """Who went out, if the round is over and somebody did (O1)."""
        return self.table.phase.out if isinstance(self.table.phase, Over) else None

    @property
    def turn(self) -> int | None:
        """The seat on turn: the one that the phase waits for or is about; None when the round is over."""
        phase = self.table.phase
        if isinstance(phase, Over | Opening):
            return None
        return phase.seat

    def step(self, seat: int, direction: Direction | None = None) -> int:
        """The next seat in the round from `seat` in the direction of play (or the one given)."""
        seats = self.table.seats
        left = (direction or self.table.direction) is Direction.LEFT
        if seat in seats:
            at = seats.index(seat)
            return seats[(at + 1) % len(seats) if left else at - 1]
        if left:
            return next((s for s in seats if s > seat), seats[0])
        return next((s for s in reversed(seats) if s < seat), seats[-1])

    def after(self, seat: int) -> tuple[int, ...]:
        """All other seats in the round, in turn order after `seat`."""
        seats = self.table.seats
        at = bisect_left(seats, seat)
        others = seats[at + (seat in seats) :] + seats[:at]
        return others if self.table.direction is Direction.LEFT else others[::-1]

    @property
    def two_handed(self) -> bool:
        """Whether exactly two players are left in the round (N)."""
        return len(self.table.seats) == 2  # noqa: PLR2004
