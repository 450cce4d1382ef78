"""When a vote is settled (H8, X1)."""

from __future__ import annotations

from lastcard.rules.round import Judging, Round, Votes


def majority(votes: Votes, voters: int, *, for_it: bool) -> bool | None:
    """Whether more than half of the voters vote `for_it`; None while that is open (H8, X1)."""
    agreeing = sum(1 for _, word in votes if word is for_it)
    if agreeing * 2 > voters:
        return True
    return False if (agreeing + voters - len(votes)) * 2 <= voters else None


def dare_failed(state: Round, phase: Judging) -> bool | None:
    """Whether the judges find that the dare failed; None while that is open. A tie favours the one judged (H8)."""
    return majority(phase.votes, len(state.table.seats) - 1, for_it=False)
