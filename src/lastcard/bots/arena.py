"""Bots play each other: a round, a match, and a command that measures win rates.

    python -m lastcard.bots.arena --rounds 2000 --seed 1

lets the greedy bot play two-handed rounds against the random ones, in alternating seats.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from lastcard.bots.bot import Bot
from lastcard.bots.greedy import Greedy
from lastcard.bots.policy_r import PolicyR
from lastcard.bots.random_legal import RandomLegal
from lastcard.match import Match, new_match, record, round_result
from lastcard.rules.actions import Action
from lastcard.rules.acts import decide
from lastcard.rules.cards import Shuffle
from lastcard.rules.deal import begin
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import awaited, legal_actions
from lastcard.rules.round import Round
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.rules.view import view

MAX_STEPS: Final = 50_000
"""A round between sensible bots ends long before; one that does not is an error in a bot or in the rules."""


def shuffler(random: Random) -> Shuffle:
    """Return a shuffle that uses this generator: for simulations, never for a deal between people."""
    return lambda cards: tuple(random.sample(cards, len(cards)))


def choose_action(player: Bot, state: Round, seat: int) -> Action | None:
    """Return the action that the bot chooses for the seat, given only that seat's view; None to do nothing now."""
    seen = view(state, seat)
    return player.act(seen, seat, legal_actions(seen, seat))


def next_action(players: Sequence[Bot], state: Round) -> tuple[int, Action]:
    """Return the seat and action that come next: first calls and catches out of turn, in turn order, then the awaited seat."""
    waiting = awaited(state)
    first = waiting[0]
    for seat in state.after(first):
        if seat not in waiting and (action := choose_action(players[seat], state, seat)) is not None:
            return seat, action
    action = choose_action(players[first], state, first)
    if action is None:
        raise ValueError(f"the round waits for seat {first}, whose player does nothing")
    return first, action


def play_round(
    players: Sequence[Bot],
    rules: Ruleset,
    shuffle: Shuffle,
    dealer: int = 0,
    seats: tuple[int, ...] | None = None,
) -> Round:
    """Play a round to its end and return it; `players` by seat, `seats` those that take part (all by default).

    ValueError if it does not end.
    """
    state = evolve_all(None, begin(rules, dealer, shuffle(rules.cards), shuffle, seats))
    for _ in range(MAX_STEPS):
        if state.over:
            return state
        seat, action = next_action(players, state)
        state = evolve_all(state, decide(state, seat, action, shuffle))
    raise ValueError(f"the round has not ended after {MAX_STEPS} acts")


def play_match(players: Sequence[Bot], rules: Ruleset, shuffle: Shuffle, dealer: int = 0) -> Match:
    """Play rounds until the match is over (P2–P4)."""
    match = new_match(rules, dealer)
    while not match.over:
        match = record(match, round_result(play_round(players, rules, shuffle, match.dealer, match.seats)))
    return match


OPPONENTS: Final[dict[str, Callable[[Random], Bot]]] = {
    "policy R": PolicyR,
    "random legal play": RandomLegal,
}
"""The bots that the greedy bot is measured against."""


def win_rate(
    rounds: int, seed: int, opponent: Callable[[Random], Bot] = PolicyR, rules: Ruleset | None = None
) -> float:
    """Return the share of two-handed rounds that the greedy bot wins, in alternating seats and with alternating dealers."""
    random = Random(seed)  # noqa: S311 - a measurement, no deal that people play
    shuffle = shuffler(random)
    rules = rules or ruleset("classic", players=2)
    won = 0
    for number in range(rounds):
        own = number % 2
        players: list[Bot] = [opponent(random), opponent(random)]
        players[own] = Greedy(random)
        won += play_round(players, rules, shuffle, dealer=(number // 2) % 2).out == own
    return won / rounds


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command: print a line for each opponent; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m lastcard.bots.arena", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="classic")
    options = parser.parse_args(arguments)
    rules = ruleset(options.edition, players=2)
    for name, opponent in OPPONENTS.items():
        rate = win_rate(options.rounds, options.seed, opponent, rules)
        sys.stdout.write(
            f"greedy wins {rate:.1%} of {options.rounds} two-handed rounds against {name} (seed {options.seed})\n"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
