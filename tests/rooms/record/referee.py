"""A referee for the classic sheet: whether each act of a record was allowed, by the rulebook alone; it shares no code with `lastcard`.

The second replayer believes what was done and works out what followed. The referee stands behind it and looks at each act before it is done.

    python -m tests.rooms.record.referee FILE…        prints what was not allowed
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.rooms.record.second_replayer import COLOURS, Match, face, wild


class Foul(AssertionError):  # noqa: N818 - what it is, not what went wrong
    """An act that the rules do not allow."""


def referee(text):
    """Replay a record of classic rounds, act by act; gives the match. Foul names the first act that was not allowed."""
    match = Match(text)
    for round_ in match.play():
        if not match.lines or match.lines[0][0] == "round":
            continue
        seat, said = match.lines[0]
        reason = objection(round_, int(seat), said.split())
        if reason:
            raise Foul(f"{seat}: {said}: {reason}")
    return match


def objection(round_, seat, words):
    """Why the act is not allowed, or nothing."""
    if round_.over:
        return "the round is over (O1)"
    verb, *rest = words
    if verb == "catch":
        return None if int(rest[0]) in round_.owing - {seat} else "nobody to be caught (U3, U4, U5)"
    if verb == "uno":
        return None if may_call(round_, seat) else "a call outside the window (U1, U2)"
    if seat != round_.turn:
        return "it is another's turn (T1, W6)"
    if verb not in OPEN[round_.phase]:
        return f"not while the round waits for {round_.phase}"
    return play(round_, seat, rest) if verb == "play" else None


OPEN = {
    "turn": ("play", "draw"),
    "drawn": ("play", "pass"),
    "answer": ("challenge", "accept"),
    "colour": ("colour",),
}
"""What may be done on one's turn, by what the round waits for: T1, T3, T4; W6; S7."""


def may_call(round_, seat):
    """U1, U2: whoever owes a call, or has two cards and the turn, and has not called already."""
    if seat in round_.called:
        return False
    early = seat == round_.turn and round_.phase in ("turn", "drawn") and len(round_.hands[seat]) == 2
    return seat in round_.owing or early


def play(round_, seat, words):
    """Why the play is not allowed: T1 to T4, T6, W5, U1."""
    card, *said = words
    uno = said[-1:] == ["uno"]
    called = said[:-1] if uno else said
    if card not in round_.hands[seat]:
        return "not in the hand"
    if round_.phase == "drawn" and card != round_.drawn:
        return "only the card drawn may be played (T3, T4)"
    if wild(card) != (len(called) == 1) or not set(called) <= set(COLOURS):
        return "a wild card calls one colour, no other card does (T2)"
    if uno and len(round_.hands[seat]) != 2:
        return "the play leaves more or fewer than one card (U1)"
    same = not wild(round_.top) and not wild(card) and face(card) == face(round_.top)
    if not (wild(card) or card[0] == round_.colour or same):
        return f"it does not match {round_.top} in {round_.colour} (T1, T6)"
    return None


def main(names):
    """Look at each record."""
    for name in names:
        try:
            print(f"{name}: {referee(Path(name).read_text('utf-8')).scores}")
        except Foul as foul:
            print(f"{name}: {foul}")


if __name__ == "__main__":
    main(sys.argv[1:])
