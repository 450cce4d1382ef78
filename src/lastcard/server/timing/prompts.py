"""What people must judge at the table just now: dares, charades (H5, H8) and reports (X1), as data.

It says how many have voted; how they voted stays secret until it is settled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastcard.rules.legal import awaited
from lastcard.rules.round import Acting, Judging
from lastcard.server.timing.clocks import voting

if TYPE_CHECKING:
    from lastcard.rules.round import OpenReport, Round
    from lastcard.server.model.plain import Json
    from lastcard.server.model.state import TableState
    from lastcard.server.timing.clocks import Clocks


def prompts(state: TableState, clocks: Clocks, now: float) -> tuple[Json, ...]:
    """A dare or a charade if one is open, and a report if one is: who is judged, by whom, and until when."""
    round_ = state.round
    if round_ is None:
        return ()
    found: list[Json] = []
    match round_.phase:
        case Judging():
            found.append(_dare(round_, round_.phase, clocks, now))
        case Acting(seat):
            found.append(
                {
                    "kind": "charade",
                    "seat": seat,
                    "judges": [seat],
                    "guessers": list(round_.after(seat)),
                    "voted": 0,
                    "needed": 1,
                    "left_ms": clocks.left_for((seat,), now),
                }
            )
        case _:
            pass
    if round_.table.report is not None:
        found.append(_report(round_, round_.table.report, clocks, now))
    return tuple(found)


def _dare(round_: Round, phase: Judging, clocks: Clocks, now: float) -> Json:
    judges = [seat for seat in round_.table.seats if seat != phase.seat]
    return {
        "kind": "dare",
        "seat": phase.seat,
        "text": phase.text,
        "judges": judges,
        "voted": len(phase.votes),
        "needed": _majority(len(judges)),
        "left_ms": clocks.left_for(awaited(round_), now),
    }


def _report(round_: Round, report: OpenReport, clocks: Clocks, now: float) -> Json:
    voted = [seat for seat, _ in report.votes]
    judges = sorted((*voted, *voting(round_)))
    return {
        "kind": "report",
        "seat": report.accused,
        "by": report.accuser,
        "judges": judges,
        "voted": len(voted),
        "needed": _majority(len(judges)),
        "left_ms": clocks.left_for_votes(now),
    }


def _majority(voters: int) -> int:
    """How many votes decide against the one judged; a tie is in their favour."""
    return voters // 2 + 1
