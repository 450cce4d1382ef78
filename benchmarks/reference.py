"""How fast the reference is: steps a second of `lastcard.rules`, on one core.

    python benchmarks/reference.py [--seconds S] [--policy R|any]

One step is what a table does for one act: `actors`, `legal_actions` of the seat that acts, `decide`, `evolve` of
every event. Four seats, classic. Rounds are played once to know the actions, then again against the clock, so that
choosing is not counted, nor are deals. Policy R never draws while a card fits, and says UNO with the card; reports
are left out. The goal is 20,000 steps a second.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from lastcard.bots.policy_r import PolicyR
from lastcard.rules.actions import Action, Report
from lastcard.rules.acts import decide
from lastcard.rules.cards import Card
from lastcard.rules.deal import begin
from lastcard.rules.evolve import evolve, evolve_all
from lastcard.rules.legal import actors, awaited, legal_actions
from lastcard.rules.round import Round
from lastcard.rules.ruleset import Ruleset, ruleset

Choose = Callable[[Round, int, tuple[Action, ...]], Action]
MAX_STEPS = 5000


class Played(NamedTuple):
    """A round that was played: how it began, and who did what."""

    start: Round
    acts: list[tuple[int, Action]]
    seed: int


def main() -> None:
    """Play rounds, then time them until the time is up, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure (5)")
    parser.add_argument(
        "--policy", choices=["R", "any"], default="R", help="policy R, or any lawful turn action"
    )
    parser.add_argument("--seed", type=int, default=1, help="which rounds")
    options = parser.parse_args()
    chance = Random(options.seed)
    choose = _policy_r(chance) if options.policy == "R" else _any_lawful(chance)
    rules = ruleset("classic", players=4)
    rounds = [play(rules, choose, seed) for seed in range(options.seed, options.seed + 100)]
    rates = []
    began = time.perf_counter()
    while time.perf_counter() - began < options.seconds:
        rates.append(rate(rounds))
    steps = sum(len(r.acts) for r in rounds)
    middle = sorted(rates)[len(rates) // 2]
    print(f"policy {options.policy}: {middle:,.0f} steps a second and core (best {max(rates):,.0f})")
    print(f"{len(rates)} times {len(rounds)} rounds of {steps / len(rounds):.0f} steps on the average")


def play(rules: Ruleset, choose: Choose, seed: int) -> Played:
    """Play one round."""
    shuffle = shuffler(seed)
    start = round_ = evolve_all(None, begin(rules, 0, shuffle(rules.cards), shuffle))
    shuffle = shuffler(seed)
    acts: list[tuple[int, Action]] = []
    while not round_.over and len(acts) < MAX_STEPS:
        seat = awaited(round_)[0]
        action = choose(round_, seat, tuple(a for a in legal_actions(round_, seat) if type(a) is not Report))
        acts.append((seat, action))
        round_ = evolve_all(round_, decide(round_, seat, action, shuffle))
    return Played(start, acts, seed)


def rate(rounds: list[Played]) -> float:
    """Do every step of the rounds again; how many a second of processor time."""
    began = time.process_time()
    for start, acts, seed in rounds:
        round_, shuffle = start, shuffler(seed)
        for seat, action in acts:
            actors(round_)
            legal_actions(round_, seat)
            for event in decide(round_, seat, action, shuffle):
                round_ = evolve(round_, event)
    return sum(len(r.acts) for r in rounds) / (time.process_time() - began)


def shuffler(seed: int) -> Callable[[tuple[Card, ...]], tuple[Card, ...]]:
    """A shuffle that is the same each time."""
    chance = Random(seed)
    return lambda cards: tuple(chance.sample(cards, len(cards)))


def _policy_r(chance: Random) -> Choose:
    policy = PolicyR(chance)

    def choose(round_: Round, seat: int, legal: tuple[Action, ...]) -> Action:
        action = policy.act(round_, seat, legal)
        if action is None:
            raise AssertionError(f"policy R found nothing to do among {legal}")
        return action

    return choose


def _any_lawful(chance: Random) -> Choose:
    return lambda _round, _seat, legal: chance.choice(legal)


if __name__ == "__main__":
    main()
