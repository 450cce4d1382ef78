"""The rules of the game: cards, rule sets, rounds, actions and events; standard library only.

The whole game is six functions over frozen values: `ruleset` makes the rules, `begin` deals, `actors` and `legal_actions`
say who may do what, `decide` says what follows as events, `evolve` applies them; `view` and `seen_by` give what a seat may see.
docs/library.md is a quickstart.
"""

from lastcard.rules.actions import Action, parse_action
from lastcard.rules.acts import decide
from lastcard.rules.autopilot import default_action
from lastcard.rules.cards import Card, Colour, Face, Kind, Shuffle, parse_card, parse_cards
from lastcard.rules.deal import begin
from lastcard.rules.errors import LastcardError, NotationError, RulesError
from lastcard.rules.events import Event
from lastcard.rules.evolve import evolve, evolve_all
from lastcard.rules.leave import leave
from lastcard.rules.legal import actors, awaited, legal_actions, why_illegal
from lastcard.rules.reasons import IllegalAction, Reason, sentence
from lastcard.rules.round import Direction, Hand, Hidden, Phase, Round, Table
from lastcard.rules.ruleset import EDITIONS, OPTIONS, Ruleset, ruleset, ruleset_from
from lastcard.rules.scoring import hand_points, round_points
from lastcard.rules.uno import owes_uno
from lastcard.rules.view import seen_by, view

__all__ = [
    "EDITIONS",
    "OPTIONS",
    "Action",
    "Card",
    "Colour",
    "Direction",
    "Event",
    "Face",
    "Hand",
    "Hidden",
    "IllegalAction",
    "Kind",
    "LastcardError",
    "NotationError",
    "Phase",
    "Reason",
    "Round",
    "RulesError",
    "Ruleset",
    "Shuffle",
    "Table",
    "actors",
    "awaited",
    "begin",
    "decide",
    "default_action",
    "evolve",
    "evolve_all",
    "hand_points",
    "leave",
    "legal_actions",
    "owes_uno",
    "parse_action",
    "parse_card",
    "parse_cards",
    "round_points",
    "ruleset",
    "ruleset_from",
    "seen_by",
    "sentence",
    "view",
    "why_illegal",
]
