"""Policy R within the kernel takes each of its plays equally often, however many ways there are to play a card."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lastcard.rules.cards import Card, Face
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.sim.kernel import KernelGame, Tables
from lastcard.sim.tables import compile_rules, numbers_of
from tests.rooms.record.test_second_replayer import rules_without_written

SAID = 1 << 18
PLAY, PASS = 0, 3
TURN, DRAWN = 1, 2
FOUR = Card(Face.WILD_DRAW_FOUR).order
TRIALS = 400

RULES = {
    "classic": ruleset(players=4),
    "several numbers": ruleset(players=3, multi_play=True),
    "seven and zero": ruleset(players=5, seven_zero=True),
    "both": ruleset(players=4, seven_zero=True, multi_play=True),
    "swap hands": ruleset("swap-112", players=4),
    "swap hands, several": ruleset("swap-112", players=4, multi_play=True, decks=2),
    "stacking": ruleset(players=4, stacking="cross", deflect=True),
}


def seen(game: KernelGame, seat: int) -> tuple[object, ...]:
    """What tells one play from another, whatever is drawn because of it."""
    state = game.state()
    return (
        state["top"],
        state["colour"],
        tuple(state["discard"]),
        tuple(state["size"]),
        tuple(sorted(state["hands"][seat].items())),
    )


def plays_of_r(game: KernelGame, seat: int) -> list[int]:
    """The lawful actions among which policy R chooses; none if it must draw, accept or the like."""
    state = game.state()
    lawful = game.legal(seat)
    colour_held = any(card < 56 and card // 14 == state["colour"] for card in state["hands"][seat])
    found = []
    for action in lawful:
        honest = action >> 5 & 63 != FOUR or not colour_held or state["size"][seat] == 1
        if action & 31 == PLAY and honest and (action & SAID or action | SAID not in lawful):
            found.append(action)
    if found and state["phase"] == DRAWN:
        found += [action for action in lawful if action & 31 == PASS]
    return found


@pytest.mark.parametrize("name", RULES)
def test_each_play_is_taken_equally_often(name: str) -> None:
    """At several positions of a round the results of one step of policy R are those of its plays, each as often."""
    equally_often(name, compile_rules(RULES[name]))


@pytest.mark.parametrize(
    ("name", "entry"),
    [("several numbers", "several_ways"), ("seven and zero", "several_ways"), ("both", "plain")],
)
def test_the_entries_that_say_how_it_goes_about_are_needed(name: str, entry: str) -> None:
    """Control: where the tables say that each card has one way to be played, the plays are taken otherwise."""
    numbers = numbers_of(RULES[name])
    with pytest.raises(AssertionError):
        equally_often(name, Tables(numbers | {entry: 1 if entry == "plain" else 0}))


def equally_often(name: str, tables: Tables) -> None:
    """AssertionError if policy R by these tables takes a play too often, too seldom, or one that is none."""
    game, copy = KernelGame(tables, 3), KernelGame(tables, 0)
    looked_at = 0
    for deal in range(40):
        game.deal(deal % RULES[name].players)
        game.play_out(4 + 7 * (deal % 5))
        state = game.state()
        plays = plays_of_r(game, state["seat"]) if state["phase"] in {TURN, DRAWN} else []
        if len(plays) < 3:
            continue
        looked_at += 1
        expected: Counter[object] = Counter()
        for action in plays:
            copy.copy_from(game)
            copy.act(state["seat"], action)
            expected[seen(copy, state["seat"])] += 1
        observed: Counter[object] = Counter()
        trials = TRIALS if len(plays) < TRIALS // 20 else 20 * len(plays)
        for seed in range(trials):
            copy.copy_from(game)
            copy.seed(seed)
            assert copy.play_out(1) == 1
            observed[seen(copy, state["seat"])] += 1
        assert set(observed) == set(expected)
        for key, ways in expected.items():
            chance = ways / len(plays)
            spread = (trials * chance * (1 - chance)) ** 0.5
            assert abs(observed[key] - trials * chance) < 5.5 * spread, (name, deal)
        if looked_at == 8:
            break
    assert looked_at >= 5


@pytest.mark.tier("default")
@pytest.mark.parametrize("part", range(4))
def test_turns_go_the_swift_way_where_the_long_one_leads(part: int) -> None:
    """However many decisions at a time, a round that nobody watches is in the same state as the same one watched, by any rules."""
    swift = 0
    for number in range(part, 240, 4):
        chance = Random(f"swift turns:{number}")
        tables = compile_rules(rules_without_written(chance, number) if number % 2 else swift_rules(chance))
        game, watched = KernelGame(tables, number), KernelGame(tables, number)
        watched.watch(on=True)
        for deal in range(3):
            game.deal(deal % 2)
            watched.deal(deal % 2)
            for _ in range(60):
                at_a_time = chance.choice((1, 2, 3, 5, 40))
                made = game.play_out(at_a_time)
                assert made == watched.play_out(at_a_time), number
                assert game.state() == watched.state(), number
                swift += made
                if made < at_a_time:
                    break
    assert swift > 1000


def swift_rules(chance: Random) -> Ruleset:
    """Rules by which most turns go the swift way."""
    return ruleset(
        players=chance.randint(2, 10),
        decks=2,
        wild_draw_four=chance.choice(("bluff", "strict", "free")),
        drawn_card=chance.choice(("may_play", "must_play")),
    )
