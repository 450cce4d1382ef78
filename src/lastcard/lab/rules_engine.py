"""The same rounds and matches by `lastcard.rules` and the library's bots: slow, and independent of the simulator, to check it.

The deals differ from the simulator's, so figures agree within their intervals and not to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from lastcard.bots.arena import MAX_STEPS, choose_action, next_action, shuffler
from lastcard.bots.bot import Bot
from lastcard.bots.greedy import Greedy
from lastcard.bots.policy_r import PolicyR
from lastcard.lab.matches import Matches
from lastcard.match import new_match, record, round_result
from lastcard.rules import events as ev
from lastcard.rules.actions import Action, Jump
from lastcard.rules.acts import decide
from lastcard.rules.cards import Card
from lastcard.rules.deal import begin
from lastcard.rules.events import DrawReason, Event
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import awaited
from lastcard.rules.round import Round
from lastcard.rules.uno import owes_uno
from lastcard.sim.play import CARD_COUNTS, COLUMNS, RANDOM, SENSIBLE, Policy, Rounds

if TYPE_CHECKING:
    from lastcard.rules.ruleset import Ruleset

BOTS: Final[Mapping[Policy, Callable[[Random], Bot]]] = {RANDOM: PolicyR, SENSIBLE: Greedy}
"""The bot that plays the simulator's policy."""


def play_rounds_by_rules(
    rules: Ruleset, seed: int, numbers: Iterable[int], policies: Policy | Sequence[Policy]
) -> Rounds:
    """Play the rounds of these numbers; the result has the form of `lastcard.sim.play.play_rounds`."""
    played = []
    cards = np.zeros((len(CARD_COUNTS), 64), np.int64)
    for number in numbers:
        statistics = _RoundStatistics()
        _play(rules, f"{seed}:{number}", number % rules.players, None, policies, statistics)
        played.append(statistics)
        statistics.count_cards(cards)
    return Rounds(
        np.array([[statistics.figures[name] for name in COLUMNS] for statistics in played], np.int32),
        np.array([statistics.points for statistics in played], np.int32),
        np.array([statistics.behind for statistics in played], np.int32),
        cards,
    )


def play_matches_by_rules(
    rules: Ruleset, seed: int, matches: Iterable[int], policies: Policy | Sequence[Policy]
) -> Matches:
    """Play these matches with `lastcard.match`."""
    found = []
    for number in matches:
        match, turns = new_match(rules, number % rules.players), 0
        while not match.over:
            statistics = _RoundStatistics()
            name = f"match:{seed}:{number}:{len(match.rounds)}"
            over = _play(rules, name, match.dealer, match.seats, policies, statistics)
            match = record(match, round_result(over))
            turns += statistics.figures["turns"]
        found.append((match.winner, len(match.rounds), turns))
    table = np.array(found, np.int64).reshape(-1, 3)
    return Matches(table[:, 0], table[:, 1], table[:, 2])


def _play(
    rules: Ruleset,
    name: str,
    dealer: int,
    seats: tuple[int, ...] | None,
    policies: Policy | Sequence[Policy],
    statistics: _RoundStatistics,
) -> Round:
    """Play a round to its end; `name` seeds the cards and, independently of them, the players."""
    shuffle = shuffler(Random(f"cards:{name}"))  # noqa: S311 - nobody plays for this deal
    chance = Random(f"players:{name}")  # noqa: S311
    each = [policies] * rules.players if isinstance(policies, Policy) else policies
    players = [BOTS[policy](chance) for policy in each]
    events = begin(rules, dealer, shuffle(rules.cards), shuffle, seats)
    state = evolve_all(None, events)
    statistics.begin(state, events)
    for _ in range(MAX_STEPS):
        if state.over:
            break
        waiting = awaited(state)
        seat, action = _next_action(players, state)
        events = decide(state, seat, action, shuffle)
        state = evolve_all(state, events)
        statistics.note(state, events, decided=seat in waiting, jumped=isinstance(action, Jump))
    statistics.end(state)
    return state


def _next_action(players: Sequence[Bot], state: Round) -> tuple[int, Action]:
    """Who acts next and how; as in the simulator, a player who owes UNO says it before anybody can catch them."""
    for seat in state.table.seats:
        if owes_uno(state, seat) and (action := choose_action(players[seat], state, seat)) is not None:
            return seat, action
    return next_action(players, state)


class _RoundStatistics:
    """The statistics of a round, from its events and hand sizes."""

    def __init__(self) -> None:
        self.figures = dict.fromkeys(COLUMNS, 0)
        self.points: list[int] = []
        self.behind: list[int] = []
        self._leader: int | None = None
        self._held: list[tuple[Card, ...]] = []
        self._played: list[Card] = []
        self._last: Card | None = None

    def begin(self, state: Round, events: Sequence[Event]) -> None:
        """Start when the first player is about to act."""
        self.figures |= {"first": awaited(state)[0], "dealer": state.table.dealer, "first_to_one": -1}
        self.behind = [0] * state.rules.players
        self._held = [hand.cards for hand in state.hands]
        self._count(state, events)

    def note(self, state: Round, events: Sequence[Event], *, decided: bool, jumped: bool) -> None:
        """Count an action: one that the round waited for (`decided`), or one out of turn."""
        self.figures["decisions"] += decided
        self._count(state, events)
        if decided or jumped:
            self._update_lead(state)

    def _count(self, state: Round, events: Sequence[Event]) -> None:
        figures = self.figures
        self._last = None
        for event in events:
            if isinstance(event, ev.TurnBegan):
                figures["turns"] += not state.over
            elif isinstance(event, ev.Drew):
                figures["drawn"] += len(event.cards)
                figures["forced"] += len(event.cards) * (event.why is not DrawReason.TURN)
            elif isinstance(event, ev.Caught):
                figures["caught"] += 1
            elif isinstance(event, ev.Challenged):
                figures["challenged"] += 1
            elif isinstance(event, ev.Played):
                self._played += event.cards
                self._last = event.cards[-1]

    def _update_lead(self, state: Round) -> None:
        """Update who leads: the player with the fewest cards; on a tie, whoever led before."""
        sizes = {seat: len(state.hands[seat].cards) for seat in state.table.seats}
        fewest = min(sizes.values())
        ahead = min(seat for seat, size in sizes.items() if size == fewest)
        if self._leader is None or sizes[self._leader] > fewest:
            self.figures["lead_changes"] += self._leader is not None
            self._leader = ahead
        if fewest == 1 and self.figures["first_to_one"] < 0:
            self.figures["first_to_one"] = self._leader if sizes[self._leader] == 1 else ahead
        for seat, size in sizes.items():
            self.behind[seat] = max(self.behind[seat], size - fewest)

    def end(self, state: Round) -> None:
        """Finish when the round is over or was broken off."""
        out = state.out if state.over else None
        value = state.rules.points
        self.points = [sum(value[card] for card in hand.cards) for hand in state.hands]
        self.figures["out"] = -1 if out is None else out
        if out is not None:
            others = [seat for seat in state.table.seats if not state.rules.same_side(seat, out)]
            self.figures["won"] = sum(self.points[seat] for seat in others)

    def count_cards(self, cards: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> None:
        """Add this round to the counts of cards (CARD_COUNTS)."""
        for card in self._played:
            cards[0, card.order] += 1
        out = self.figures["out"]
        if out < 0:
            return
        if self._last is not None:
            cards[1, self._last.order] += 1
        held, won = np.zeros(64, np.int64), np.zeros(64, np.int64)
        for seat, hand in enumerate(self._held):
            for card in hand:
                face = card.order - 42 if card.wild else card.order % 14
                held[face] += 1
                won[face] += seat == out
        for row, counts in enumerate((held, won, held * held, held * won, won * won), start=2):
            cards[row] += counts
