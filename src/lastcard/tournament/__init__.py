"""Who meets whom when more than one table's worth of people want to play (rulebook M2, M3, M5).

Everything here is a pure function from players to seatings, or from points to standings. Nothing in
this package knows a card: a seating says who sits where and with whom, `lastcard.match` plays it.
"""

from __future__ import annotations

from lastcard.tournament.knockout import Bracket, Entrant, Placing, knockout
from lastcard.tournament.partners import eight_players, rotating_partners
from lastcard.tournament.seating import (
    Balance,
    Pairing,
    PlayerNumber,
    Schedule,
    Seating,
    TableSeating,
    balance,
)
from lastcard.tournament.standings import Standing, TableResult, leaders, partnership_result, standings
from lastcard.tournament.swiss import Leftover, SwissRound, swiss_round
from lastcard.tournament.whist import whist

__all__ = [
    "Balance",
    "Bracket",
    "Entrant",
    "Leftover",
    "Pairing",
    "Placing",
    "PlayerNumber",
    "Schedule",
    "Seating",
    "Standing",
    "SwissRound",
    "TableResult",
    "TableSeating",
    "balance",
    "eight_players",
    "knockout",
    "leaders",
    "partnership_result",
    "rotating_partners",
    "standings",
    "swiss_round",
    "whist",
]
