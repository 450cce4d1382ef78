"""The same picture of a round from both engines: everything that decides how it goes on, as plain values."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lastcard.rules.cards import Colour
from lastcard.rules.round import (
    Answering,
    Calling,
    Choosing,
    Direction,
    Judging,
    Over,
    Owing,
    Phase,
    Picking,
    Round,
    RuleRun,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastcard.rules.cards import Card

COLOURS = tuple(Colour)
PHASES = (
    "Opening",
    "Turn",
    "Drawn",
    "Calling",
    "Answering",
    "Owing",
    "Judging",
    "Acting",
    "Choosing",
    "Picking",
    "Over",
)

Picture = dict[str, Any]


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _counts(cards: Iterable[Card]) -> dict[int, int]:
    return dict(sorted(Counter(card.order for card in cards).items()))


def _colour(colour: Colour | None) -> int:
    return 4 if colour is None else COLOURS.index(colour)


def of_round(round_: Round) -> Picture:
    """The picture of a round of `lastcard.rules`."""
    table = round_.table
    window = table.window
    drawn = next(((s, h.drawn.order, h.reneged) for s, h in enumerate(round_.hands) if h.drawn), None)
    found: Picture = {
        "hands": [_counts(hand.cards) for hand in round_.hands],
        "phase": _phase(round_, table.phase),
        "out": round_.out,
    }
    if round_.over:
        return found
    return found | {
        "pile": [card.order for card in round_.hidden.pile],
        "discard": _counts(table.discard),
        "top": table.top.order if table.top else None,
        "colour": _colour(table.colour),
        "backwards": table.direction is Direction.RIGHT,
        "drawn": drawn,
        "window": window and (_bits(window.owing), _bits(window.old), _bits(window.settled)),
        "called": _bits(table.called),
        "jumpable": table.jumpable,
        "losing": _bits(table.losing),
        "passes": table.passes,
        "times": {card.order: n for card, n in table.times},
    }


def _phase(round_: Round, phase: Phase) -> tuple[object, ...]:
    name = type(phase).__name__
    match phase:
        case Over():
            return (name,)
        case Calling():
            return name, phase.seat, phase.swap
        case Answering():
            before = round_.hands[phase.accused].played_from or ()
            mask = _bits({card.order for card in before})
            return name, phase.seat, phase.accused, phase.debt, _colour(phase.before), mask
        case Owing():
            return name, phase.seat, phase.debt, phase.kind
        case Judging():
            said = _bits(s for s, _ in phase.votes), _bits(s for s, done in phase.votes if done)
            return name, phase.seat, *said, _run(phase.run)
        case Picking():
            return name, phase.seat, phase.count, phase.to, _run(phase.run)
        case Choosing():
            return name, phase.seat, _run(phase.run)
        case _:
            return name, phase.seat  # type: ignore[union-attr]


def _run(run: RuleRun) -> tuple[object, ...]:
    return run.actor, run.source, run.chained, run.chosen


def of_game(state: Picture, players: int) -> Picture:
    """The picture of a round of the kernel, from its `state()`."""
    over = PHASES[state["phase"]] == "Over"
    found: Picture = {
        "hands": state["hands"][:players],
        "phase": _kernel_phase(state),
        "out": state["out"] if over and state["out"] >= 0 else None,
    }
    if over:
        return found
    window = (state["owing"], state["old"], state["settled"]) if state["window"] else None
    drawn = (state["drawer"], state["drawn"], bool(state["reneged"])) if state["drawn"] >= 0 else None
    return found | {
        "pile": state["pile"],
        "discard": dict(sorted(Counter(state["discard"]).items())),
        "top": state["top"],
        "colour": state["colour"],
        "backwards": bool(state["backwards"]),
        "drawn": drawn,
        "window": window,
        "called": state["called"],
        "jumpable": bool(state["jumpable"]),
        "losing": state["losing"],
        "passes": state["passes"],
        "times": state["times"],
    }


def _kernel_phase(state: Picture) -> tuple[object, ...]:
    name, seat, run = PHASES[state["phase"]], state["seat"], state["run"]
    chosen = run >> 25 & 15
    who = (run >> 16 & 15, run >> 20 & 15, bool(run >> 24 & 1), None if chosen == 15 else chosen)
    match name:
        case "Over":
            return (name,)
        case "Calling":
            return name, seat, bool(state["swap_called"])
        case "Answering":
            return name, seat, state["accused"], state["debt"], state["before"], state["from_has"]
        case "Owing":
            return name, seat, state["debt"], "W+4" if state["four_debt"] else "+2"
        case "Judging":
            return name, seat, state["voted"], state["done"], who
        case "Picking":
            return name, seat, state["picks"], None if state["taker"] < 0 else state["taker"], who
        case "Choosing":
            return name, seat, who
        case _:
            return name, seat


def differences(mine: Picture, other: Picture) -> list[str]:
    """What is not the same in both, a line each."""
    keys = [*mine, *(key for key in other if key not in mine)]
    return [
        f"{key}: rules {mine.get(key)}, kernel {other.get(key)}"
        for key in keys
        if mine.get(key) != other.get(key)
    ]
