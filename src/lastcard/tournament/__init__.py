"""Tournaments: who meets whom when more people play than fit at one table (rulebook M2, M3, M5).

Pure functions from players to seatings, and from points to standings. Nothing here knows about cards: a seating says who
sits where and with whom, `lastcard.match` plays it.
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
