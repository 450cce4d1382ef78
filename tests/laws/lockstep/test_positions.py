"""In step from the middle of a round as well: positions that came up, starved ones, and those of the scenarios."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from lastcard.record.conformance import build_position, opening_order, seeded_shuffle
from lastcard.record.scenario import Scenario, read_scenarios
from lastcard.rules import actions as act
from lastcard.rules.acts import decide
from lastcard.rules.deal import begin
from lastcard.rules.errors import LastcardError
from lastcard.rules.evolve import evolve_all
from lastcard.rules.round import Answering, Drawn, Hidden, Owing, Round, Turn
from lastcard.rules.ruleset import ruleset, ruleset_from
from lastcard.sim.actions import encode_action
from lastcard.sim.bridge import game_of
from tests.laws.lockstep.lockstep import NOT_IN_KERNEL, Pair
from tests.laws.walker.rules_at_random import rules_at_random

if TYPE_CHECKING:
    from lastcard.rules.ruleset import Ruleset

SCENARIOS = Path(__file__).resolve().parents[2]
ALL = list(read_scenarios([SCENARIOS / "conformance", SCENARIOS / "scenarios"]))
ROUNDS = [scenario for scenario in ALL if scenario.rounds is None]
"""The others say how rounds ended and what a match makes of that: nothing is played in them."""


def pair_from(round_: Round, chance: Random) -> Pair:
    """Both engines at this position."""
    pair = Pair(round_.rules, chance)
    pair.round, pair.game = round_, game_of(round_)
    pair.trail = [f"from {round_}"]
    pair.compare()
    return pair


def somewhere(rules: Ruleset, chance: Random) -> Round:
    """A round that has gone on for a while, at a place from which one can simulate."""

    def shuffle(cards: tuple) -> tuple:  # type: ignore[type-arg]
        return tuple(chance.sample(cards, len(cards)))

    pair = Pair(rules, chance)
    pair.round = evolve_all(None, begin(rules, 0, shuffle(rules.cards), shuffle))
    for _ in range(chance.randint(0, 60)):
        seat, action = pair.choose()
        after = evolve_all(pair.round, decide(pair.round, seat, action, shuffle))
        if after.over:
            break
        pair.round = after
    while not isinstance(pair.round.phase, Turn | Drawn | Answering | Owing):
        seat, action = pair.choose()
        after = evolve_all(pair.round, decide(pair.round, seat, action, shuffle))
        if after.over:
            return somewhere(rules, chance)
        pair.round = after
    return pair.round


def starved(round_: Round, chance: Random) -> Round:
    """The same with few cards or none to draw: the rest is held by a seat that is not asked."""
    keep, under = chance.choice((0, 0, 1, 2, 5)), chance.choice((0, 0, 1, 3))
    table, pile = round_.table, round_.hidden.pile
    rich = next(seat for seat in table.seats if seat != round_.phase.seat)  # type: ignore[union-attr]
    moved = pile[keep:] + table.discard[under:]
    hand = round_.hands[rich]
    if hand.played_from is not None:
        return round_
    hands = (*round_.hands[:rich], hand._replace(cards=hand.cards + moved), *round_.hands[rich + 1 :])
    window, called = table.window, table.called - {rich}
    return Round(
        table._replace(discard=table.discard[:under], window=window, called=called),
        hands,
        Hidden(pile[:keep]),
    )


@pytest.mark.tier("default")
@pytest.mark.parametrize("part", range(4))
def test_positions_that_came_up_and_starved_ones(part: int) -> None:
    """From wherever a random round has come to, both go on the same; also where there is nothing left to draw."""
    for number in range(part, 120, 4):
        chance = Random(f"position:{number}")
        round_ = somewhere(rules_at_random(chance, number), chance)
        pair = pair_from(starved(round_, chance) if number % 3 else round_, chance)
        for _ in range(60):
            if pair.round.over:
                break
            pair.step()


def pair_of(scenario: Scenario) -> Pair:
    """Both engines where the scenario begins: in a position, or with a deal in which its card is turned up."""
    rules, shuffle = ruleset_from(scenario.rules), seeded_shuffle(scenario.name)
    if scenario.given.turned is None:
        return pair_from(build_position(rules, scenario, shuffle), Random(scenario.name))
    pair = Pair(rules, Random(scenario.name))
    pair.begin(scenario.given.dealer, range(rules.players), opening_order(rules, scenario, shuffle))
    return pair


def unknown_from(scenario: Scenario) -> int:
    """The first step of the scenario that the kernel does not know, or how many steps there are."""
    known = (not isinstance(step.action, NOT_IN_KERNEL) for step in scenario.steps)
    return next((at for at, fine in enumerate(known) if not fine), len(scenario.steps))


@pytest.mark.parametrize("scenario", ROUNDS, ids=lambda scenario: scenario.name)
def test_scenarios_are_in_step(scenario: Scenario) -> None:
    """Where each scenario begins, and what it does from there, as far as the kernel knows the acts."""
    pair = pair_of(scenario)
    for step in scenario.steps[: unknown_from(scenario)]:
        if step.action is None:  # words that are no action: nobody can do that
            assert step.refused
        elif step.refused:
            assert encode_action(step.action) not in pair.game.legal(step.seat)
        else:
            pair.do(step.seat, step.action)


def test_only_reports_are_left_out() -> None:
    """No scenario of a round is missing, and none is left before its end but for reports of suggestions (X1)."""
    assert len(ROUNDS) > 600
    for scenario in ALL:
        assert (scenario.rounds is not None) == (scenario not in ROUNDS)
        assert scenario in ROUNDS or not scenario.steps
    cut = [scenario for scenario in ROUNDS if unknown_from(scenario) < len(scenario.steps)]
    assert cut
    for scenario in cut:
        assert isinstance(scenario.steps[unknown_from(scenario)].action, act.Report)


def test_a_round_that_waits_within_a_written_rule_cannot_be_taken_over() -> None:
    """Nor one that is over: the reason is said."""
    rules = ruleset(players=2)
    over = evolve_all(None, begin(rules, 0, rules.cards, lambda cards: cards[::-1]))
    while not over.over:
        pair = Pair(rules, Random(1))
        pair.round = over
        seat, action = pair.choose()
        over = evolve_all(over, decide(over, seat, action, lambda cards: cards))
    with pytest.raises(LastcardError, match="waits for Over"):
        game_of(over)
