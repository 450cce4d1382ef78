"""How fast the simulator is: playouts, batches with observations and masks, threads, one step from Python, what house rules cost.

    python -m benchmarks.simulator [--seconds S]

Times are processor time of one core, which a busy machine changes less than the clock. Policy R never draws while a card
fits, always says UNO and never challenges; R+ is R that forgets UNO, catches and challenges. Batches choose any legal
number except a draw that is not needed. Ratios are to the reference library, measured in the same run with the same
policy. Threads are measured by the clock, so they need as many idle cores.
"""

from __future__ import annotations

import argparse
import math
import time
from random import Random

import numpy as np

import lastcard.sim
from benchmarks.house_rules import RULES
from benchmarks.reference import play, rate
from lastcard.bots.policy_r import PolicyR
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.kernel import KernelGame, KernelTable, playouts
from lastcard.sim.play import RANDOM, SENSIBLE, Policy, play_rounds
from lastcard.sim.tables import compile_rules

BATCH = 1024
R_PLUS = Policy(forget=0.1, catch=0.5, challenge=0.08, challenge_many=0.25)

POLICIES = (("R", RANDOM), ("R+", R_PLUS), ("greedy", SENSIBLE))


def main() -> None:
    """Measure one after the other and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measurement takes (3)")
    seconds = parser.parse_args().seconds
    if not 0 < seconds < math.inf:
        parser.error(f"--seconds: a measurement takes some time, not {seconds}")
    print(
        f"kernel: {'compiled' if lastcard.sim.COMPILED else 'plain Python'}; four players, classic, policy R"
    )
    classic = ruleset("classic", players=4)
    decisions, games = in_playouts(classic, seconds)
    reference = in_library(classic, seconds)
    print(f"playouts: {decisions / 1e6:.1f} million decisions a second, {games / 1e3:.0f} thousand games")
    print(
        f"library:  {reference:,.0f} steps a second; the simulator makes {decisions / reference:,.0f} times as many"
    )
    print("rounds with all their figures, policy by policy")
    for name, policy in POLICIES:
        made, rounds = with_figures(classic, policy, seconds / 3)
        print(f"  {name:8} {made / 1e6:6.1f} million decisions a second, {rounds / 1e3:.0f} thousand rounds")
    print(f"batch of {BATCH} with observations and masks, a step being")
    print(f"  a call with numbers given: {in_batches(classic, seconds) / 1e6:.1f} million a second")
    print(f"  one of many in a call:     {stepping(classic, seconds) / 1e6:.1f} million a second")
    print(f"  two threads: {threads_gain(classic, seconds):.2f} times as many by the clock as one")
    step, call = one_step(classic, seconds)
    print(f"one number at a table from Python: {step:.0f} ns, {call:.0f} ns of it the interpreter's call")
    print("rounds played on from a batch, policy by policy")
    for name, policy in POLICIES:
        print(f"  {name:30} {rounds_on(classic, policy, seconds / 3) / 1e3:6.0f} thousand rounds a second")
    print("house rules and written rules, policy R")
    for name, differing in RULES.items():
        found, _ = in_playouts(ruleset(**{"players": 4, **differing}), seconds / 3)
        print(
            f"  {name:32} {found / 1e6:6.1f} million decisions a second, {found / decisions:.2f} of as printed"
        )


def in_playouts(rules: Ruleset, seconds: float) -> tuple[float, float]:
    """Decisions and games a second in the kernel's own loop; the best of three."""
    tables, best = compile_rules(rules), (0.0, 0.0)
    playouts(tables, 0, 100)
    for seed in range(3):
        began, decisions, games = time.process_time(), 0, 0
        while (used := time.process_time() - began) < seconds / 3:
            decisions += playouts(tables, seed * 1000 + games, 2000)[0]
            games += 2000
        best = max(best, (decisions / used, games / used))
    return best


def with_figures(rules: Ruleset, policy: Policy, seconds: float) -> tuple[float, float]:
    """Decisions and rounds a second of `play_rounds`, which notes a row of figures for each round."""
    began, decisions, rounds = time.process_time(), 0, 0
    while (used := time.process_time() - began) < seconds:
        decisions += int(play_rounds(rules, 1, 2000, policy, first=rounds).column("decisions").sum())
        rounds += 2000
    return decisions / used, rounds / used


def in_library(rules: Ruleset, seconds: float) -> float:
    """Steps a second of `lastcard.rules`, as benchmarks/reference.py counts them."""
    chance = Random(1)
    policy = PolicyR(chance)
    rounds = [
        play(rules, lambda r, s, legal: policy.act(r, s, legal) or legal[0], seed) for seed in range(40)
    ]
    began, rates = time.perf_counter(), []
    while time.perf_counter() - began < seconds:
        rates.append(rate(rounds))
    return max(rates)


def in_batches(rules: Ruleset, seconds: float) -> float:
    """Numbers a second, chosen at random within the kernel, each followed by mask and observation of who is asked next."""
    batch = Batch(rules, BATCH, 1)
    chosen = np.zeros(BATCH, np.int16)
    began, steps = time.process_time(), 0
    while time.process_time() - began < seconds:
        for _ in range(20):
            batch.choose(chosen)
            batch.step_trusted(chosen)
        steps += 20 * BATCH
    return steps / (time.process_time() - began)


def stepping(rules: Ruleset, seconds: float) -> float:
    """The same where the kernel makes twenty steps in a call."""
    batch = Batch(rules, BATCH, 1)
    began, steps = time.process_time(), 0
    while time.process_time() - began < seconds:
        batch.random_steps(20)
        steps += 20 * BATCH
    return steps / (time.process_time() - began)


def threads_gain(rules: Ruleset, seconds: float) -> float:
    """How many times as many steps two threads make in the same time as one, the best of five turns each."""
    rates: dict[int, float] = {}
    for threads in (1, 2) * 5:
        batch = Batch(rules, BATCH, 1, threads=threads)
        began, steps = time.perf_counter(), 0
        while time.perf_counter() - began < seconds / 10:
            batch.random_steps(200)
            steps += 200
        rates[threads] = max(rates.get(threads, 0.0), steps / (time.perf_counter() - began))
    return rates[2] / rates[1]


def rounds_on(rules: Ruleset, policy: Policy, seconds: float) -> float:
    """Rounds a second, played to their end from the beginning of each table's round."""
    batch, rounds = Batch(rules, 64, 1), 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        batch.playouts(policy, 20, seed=rounds)
        rounds += 20 * batch.tables
    return rounds / (time.process_time() - began)


def one_step(rules: Ruleset, seconds: float) -> tuple[float, float]:
    """Nanoseconds of one `KernelTable.take` called from Python, and of a call with a number that does nothing.

    The numbers are chosen beforehand and taken again in a bare loop, whose own time is taken off.
    """
    game = KernelGame(compile_rules(rules), 1)
    game.seat_players(range(rules.players))
    table, found = KernelTable(game), []
    for seed in range(300):
        found.append(-1 - seed)
        game.seed(seed)
        table.start(0)
        while table.asked_of() >= 0:
            low, middle, _ = table.mask()
            found.append((low & -low).bit_length() - 1 if low else 63 + (middle & -middle).bit_length())
            table.take(found[-1])
    spent = {"loop": 0.0, "call": 0.0, "take": 0.0}
    began, turns = time.process_time(), 0
    while time.process_time() - began < seconds:
        for name, work in (("loop", _nothing), ("call", _calling), ("take", _taking)):
            at = time.process_time()
            work(game, table, found)
            spent[name] += time.process_time() - at
        turns += sum(number >= 0 for number in found)
    loop = spent["loop"] / turns
    return (spent["take"] / turns - loop) * 1e9, (spent["call"] / turns - loop) * 1e9


def _nothing(game: KernelGame, table: KernelTable, numbers: list[int]) -> None:
    for number in numbers:
        if number < 0:
            game.seed(-1 - number)
            table.start(0)


def _calling(game: KernelGame, table: KernelTable, numbers: list[int]) -> None:
    points = game.points
    for number in numbers:
        if number < 0:
            game.seed(-1 - number)
            table.start(0)
        else:
            points(9)


def _taking(game: KernelGame, table: KernelTable, numbers: list[int]) -> None:
    take = table.take
    for number in numbers:
        if number < 0:
            game.seed(-1 - number)
            table.start(0)
        else:
            take(number)


if __name__ == "__main__":
    main()
