"""Rotating partners at one table of four (rulebook M2) and at two tables of eight players (M3)."""

from __future__ import annotations

from lastcard.tournament.seating import Schedule, Seating, TableSeating, check_at_least, share_the_deal
from lastcard.tournament.whist import whist

ROUNDS_TOGETHER = 4
GUARANTEE = "everybody partners everybody for four rounds"


def rotating_partners(cycles: int = 1) -> Schedule:
    """Return a schedule for four players (M2): four rounds with each of the others as partner, 12 rounds a cycle.

    In every second cycle the two opponents change seats, so that nobody always plays after the same player. RulesError for
    fewer than one cycle.
    """
    check_at_least("cycles", cycles, 1, "M2")
    rounds = [_turned(seating, cycle) for cycle in range(cycles) for seating in _repeated(whist(4))]
    return Schedule(4, share_the_deal(rounds), exact=True, note=GUARANTEE)


def eight_players(cycles: int = 1) -> Schedule:
    """Return a schedule for eight players at two tables (M3): seven pairings of four rounds, 28 rounds a cycle.

    Everybody partners everybody else for four rounds and, which the sheets do not ask for, opposes them for eight. RulesError
    for fewer than one cycle.
    """
    check_at_least("cycles", cycles, 1, "M3")
    rounds = [_turned(seating, cycle) for cycle in range(cycles) for seating in _repeated(whist(8))]
    return Schedule(8, share_the_deal(rounds), exact=True, note=GUARANTEE)


def _repeated(schedule: Schedule) -> list[Seating]:
    """Every seating of a schedule four times in a row."""
    return [seating for seating in schedule.rounds for _ in range(ROUNDS_TOGETHER)]


def _turned(seating: Seating, cycle: int) -> Seating:
    """Exchange seats 1 and 3 of every table in odd cycles: the same partners in the other order."""
    if cycle % 2 == 0:
        return seating
    return Seating(tuple(_exchanged(table) for table in seating.tables))


def _exchanged(table: TableSeating) -> TableSeating:
    first, second, third, fourth = table.seats
    return TableSeating((first, fourth, third, second), table.partners)
