"""Whole matches played at random, with the laws held at every step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from lastcard.match import Match, new_match, record, round_result
from lastcard.rules import events as ev
from lastcard.rules.actions import Action, Jump, Play
from lastcard.rules.acts import decide
from lastcard.rules.cards import Card
from lastcard.rules.deal import begin
from lastcard.rules.evolve import evolve
from lastcard.rules.leave import leave
from lastcard.rules.legal import awaited, why_illegal
from lastcard.rules.round import Round, Turn
from lastcard.rules.ruleset import Ruleset, ruleset_from
from tests.laws.walker.laws import (
    LawBroken,
    commutes,
    encodes,
    events_hold,
    hold,
    list_is_exact,
    lists_hold,
    refusal_changes_nothing,
    someone_can_act,
    state_holds,
)
from tests.laws.walker.play import Style, choose, style_at_random
from tests.laws.walker.rules_at_random import rules_at_random
from tests.laws.walker.tally import Tally
from tests.laws.walker.twins import Twins
from tests.laws.walker.universe import universe

MAX_STEPS = 400
"""A round is left alone after so many steps: when everybody draws all the time it has no end."""
MAX_ROUNDS = 6
MATCH_STEPS = (60, 150, 150, 300, 1200)
"""How long a match is followed: mostly not long, so that many rule sets are met."""


@dataclass(frozen=True)
class Checks:
    """How often the laws that take long are looked at: once in so many steps."""

    exact: int = 80
    codes: int = 25
    twins: int = 2


@dataclass
class Walk:
    """One walk: its chance, what it has met, and what was done in the round under way."""

    chance: Random
    tally: Tally
    checks: Checks = field(default_factory=Checks)
    trail: list[str] = field(default_factory=list)
    known: set[Action] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Give the twins a chance of their own, so that the walk is the same without them."""
        self.twins = Twins(Random(self.chance.getrandbits(32)), self.tally, self.checks.twins)

    def shuffle(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in an order at random."""
        return tuple(self.chance.sample(cards, len(cards)))

    def match(self, rules: Ruleset, steps: int) -> Match:
        """Play rounds of one match for about so many steps, or until it is over; the match so far."""
        hold(ruleset_from(rules.as_data()) == rules, "rules read back", rules.as_data())
        self.tally.note_rules(rules)
        self.tally.matches += 1
        match = new_match(rules, self.chance.randrange(rules.players))
        last = self.tally.steps + steps
        for _ in range(MAX_ROUNDS):
            if match.over or self.tally.steps >= last:
                break
            round_ = self.round(match, min(MAX_STEPS, last - self.tally.steps))
            if not round_.over:
                break
            match = record(match, round_result(round_))
        return match

    def round(self, match: Match, steps: int) -> Round:
        """Play one round for at most so many steps."""
        self.trail = [json.dumps(match.rules.as_data()), f"seats {match.seats}, dealer {match.dealer}"]
        self.twins.forget()
        style = style_at_random(self.chance)
        deck = Counter(match.rules.cards)
        round_ = self._begin(match)
        self.tally.rounds += 1
        self._look(round_, deck)
        for _ in range(steps):
            if round_.over:
                break
            round_ = self._step(round_, style)
            self._look(round_, deck)
        return round_

    def _begin(self, match: Match) -> Round:
        order = self.shuffle(match.rules.cards)
        self.trail.append("order " + " ".join(card.token for card in order))
        round_, seen = None, None
        for event in begin(match.rules, match.dealer, order, self.shuffle, match.seats):
            self.tally.note("event", type(event).__name__)
            round_ = evolve(round_, event)
            seen = commutes(seen, event, round_)
        assert round_ is not None
        return round_

    def _step(self, round_: Round, style: Style) -> Round:
        self.tally.steps += 1
        self.tally.note("phase", type(round_.phase).__name__)
        self.twins.renew(round_)
        seldom = 1 if isinstance(round_.phase, Turn) else 5
        if self.chance.random() < style.leave * seldom:
            return self._leave(round_)
        if self.chance.random() < style.wrong:
            self._refused(round_)
        seat, action = choose(round_, style, self.chance)
        self.trail.append(f"{seat}: {action}")
        self.tally.note("action", type(action).__name__)
        if isinstance(action, Play | Jump):
            self.tally.note_play(round_, action)
        events = decide(round_, seat, action, self.shuffle)
        after = self._happened(round_, events)
        theirs = self.twins.shuffle
        self.twins.follow(
            round_, events, after, (seat, action), lambda twin: decide(twin, seat, action, theirs)
        )
        if self._now_and_then(self.checks.codes):
            encodes(after, events, [action])
        return after

    def _leave(self, round_: Round) -> Round:
        seat = self.chance.choice([*round_.table.seats, *awaited(round_) * 3])
        self.trail.append(f"{seat}: leave")
        self.tally.note("left", type(round_.phase).__name__)
        events = leave(round_, seat, self.shuffle)
        after = self._happened(round_, events)
        self.twins.follow(round_, events, after, None, lambda twin: leave(twin, seat, self.twins.shuffle))
        return after

    def _happened(self, round_: Round, events: Sequence[ev.Event]) -> Round:
        for event in events:
            self.tally.note("event", type(event).__name__)
            if isinstance(event, ev.RoundEnded):
                self.tally.note_end(event)
        self.tally.met["law", "events commuting"] += len(events)
        return events_hold(round_, events)

    def _refused(self, round_: Round) -> None:
        seat = self.chance.randrange(len(round_.hands))
        thought_of = list(universe(round_, seat, self.chance, 2))
        for action in self.chance.sample(thought_of, 20):
            if reason := why_illegal(round_, seat, action):
                self.tally.note("refused", reason.code)
                refusal_changes_nothing(round_, seat, action)
                break

    def _look(self, round_: Round, deck: Counter[Card]) -> None:
        """Hold the laws of a state."""
        state_holds(round_, deck)
        someone_can_act(round_)
        if round_.over:
            self.tally.note("phase", "Over")
        for seat in range(len(round_.hands)):
            lists_hold(round_, seat, self.known)
        if self._now_and_then(self.checks.exact):
            self.tally.note("law", "exact lists")
            for seat in {*awaited(round_)[:1], self.chance.randrange(len(round_.hands))}:
                list_is_exact(round_, seat, self.chance, 3)

    def _now_and_then(self, once_in: int) -> bool:
        return self.chance.random() * once_in < 1


def walk_match(seed: int, number: int, tally: Tally, checks: Checks | None = None) -> None:
    """Play match `number` of the walk `seed`; LawBroken with the trail that led there if a law does not hold."""
    walk = Walk(Random(f"{seed}:{number}"), tally, checks or Checks())
    try:
        walk.match(rules_at_random(walk.chance, number), walk.chance.choice(MATCH_STEPS))
    except Exception as error:
        trail = "\n".join(walk.trail)
        again = f"python -m tests.laws.walker --seed {seed} --match {number}"
        raise LawBroken(f"walked so:\n{trail}\n{type(error).__name__}: {error}\nagain: {again}") from error


def walk(seed: int, steps: int, tally: Tally, meet: Sequence[str] = (), but: Sequence[str] = ()) -> list[str]:
    """Play matches of the walk `seed` until so many steps are done, and whatever is of the sorts `meet` was met.

    It walks three times as far at most; what was never met comes back, except `but`.
    """
    number = 0
    missing = ["a first step"]
    while tally.steps < steps or (missing and tally.steps < 3 * steps):
        walk_match(seed, number, tally)
        number += 1
        missing = [name for name in tally.missing(*meet) if name not in but] if meet else []
    return missing
