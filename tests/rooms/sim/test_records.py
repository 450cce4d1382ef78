"""What the kernel plays can be written down: the rules replay it, and so does a replayer that shares no code."""

from __future__ import annotations

from random import Random

import pytest

from lastcard.record import ActEntry, DealEntry, read_record, replay, write_record
from lastcard.rules.errors import LastcardError
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.sim.kernel import KernelGame, KernelTable
from lastcard.sim.play import SENSIBLE, Policy, play_rounds
from lastcard.sim.records import record_of, record_round, watched_game
from lastcard.sim.tables import compile_rules
from tests.laws.lockstep.picture import differences, of_game, of_round
from tests.laws.walker.rules_at_random import rules_at_random
from tests.rooms.record.test_second_replayer import compare, rules_without_written

pytestmark = pytest.mark.tier("default")

CLUMSY = Policy(forget=0.5, catch=0.5, challenge=0.5, challenge_many=0.5, jump=0.7)


def holds(game: KernelGame, rules: Ruleset) -> int:
    """The record reads back, and its replay ends where the game is; how many orders chance gave after the deal."""
    record = record_of(game, rules)
    assert read_record(write_record(record)) == record
    *_, last = replay(record)
    assert last.round is not None
    mine, kernel = of_round(last.round), of_game(game.state(), rules.players)
    if not last.round.over:  # in what order the cards lie that nobody has drawn, nobody knows
        mine["pile"], kernel["pile"] = sorted(mine["pile"]), sorted(kernel["pile"])
    assert differences(mine, kernel) == []
    return sum(len(entry.shuffled) for entry in record.entries if isinstance(entry, ActEntry | DealEntry))


@pytest.mark.parametrize("part", range(4))
def test_rounds_by_any_rules_are_written_down(part: int) -> None:
    """Whatever the rules, seats and policies, to the end or broken off: the rules replay the record to the same end."""
    shuffles = 0
    for number in range(part, 120, 4):
        chance = Random(f"records:{number}")
        rules = rules_at_random(chance, number)
        game = watched_game(rules, number)
        seats = sorted(chance.sample(range(rules.players), chance.randint(2, rules.players)))
        seats = list(range(rules.players)) if rules.teams else seats
        game.deal(chance.choice(seats), seats)
        game.play_out(chance.choice((0, 5, 50, 600)))
        shuffles += holds(game, rules)
    assert shuffles


def test_watching_changes_nothing() -> None:
    """A watched game is the same game, whichever way policy R is worked out."""
    for number in range(30):
        rules = rules_at_random(Random(f"watched:{number}"), number)
        watched, other = watched_game(rules, number), KernelGame(compile_rules(rules), number)
        for game in (watched, other):
            game.deal(0)
            game.play_out(300)
        assert watched.state() == other.state()


@pytest.mark.parametrize("policy", [SENSIBLE, CLUMSY], ids=["sensible", "clumsy"])
def test_a_round_of_the_laboratory_is_written_down(policy: Policy) -> None:
    """Round k of a seed, with those who forget, catch, challenge and jump in: its record ends as its figures say."""
    said = ""
    for number in range(25):
        rules = rules_at_random(Random(f"laboratory:{number}"), number)
        rounds = play_rounds(rules, 5, 1, policy, first=number)
        record = record_round(rules, 5, number, policy)
        *_, last = replay(record)
        assert last.round is not None
        assert rounds.column("dealer")[0] == record.header.dealer
        if last.round.over:
            assert rounds.column("out")[0] == (-1 if last.round.out is None else last.round.out)
        said += write_record(record)
    assert (": catch" in said and ": jump" in said and ": challenge" in said) == (policy is CLUMSY)


@pytest.mark.parametrize("part", range(3))
def test_another_replayer_comes_to_the_same_end(part: int) -> None:
    """The second replayer, which shares no code with the rules or the kernel, agrees with them at every entry."""
    rounds = 0
    for number in range(part, 90, 3):
        rules = rules_without_written(Random(f"second:{number}"), number)
        rounds += compare(write_record(record_round(rules, 9, number, CLUMSY)))
    assert rounds >= 25


def test_a_round_at_a_desk_is_written_down() -> None:
    """What is chosen by numbers (docs/encoding.md), with dares judged and UNO called for."""
    for number in range(12):
        rules = rules_at_random(Random(f"desk:{number}"), number)
        game = watched_game(rules, number)
        game.seat_players(range(rules.players))
        desk = KernelTable(game, calls=1, judges=1)
        desk.start(1)
        chance = Random(number)
        for _ in range(200):
            if game.state()["phase"] == 10:
                break
            words = desk.mask()
            open_ = [i for i in range(192) if words[i // 64] >> i % 64 & 1]
            desk.take(chance.choice(open_))
        holds(game, rules)


def test_a_card_put_back_and_a_deal_made_anew_are_in_the_record() -> None:
    """Where hardly a card may start, the deck is shuffled often before the first turn (S6)."""
    tokens = [card.token for card in ruleset().cards]
    numbers = [token for token in tokens if not token.startswith("W")]
    rules = ruleset(players=2, hand_size=2, lost=numbers[2:], start_wild="redraw")
    met: set[int] = set()
    for seed in range(60):
        game = watched_game(rules, seed)
        game.deal(0)
        met.update(game.noted())
        assert holds(game, rules) == sum(game.noted().count(kind) for kind in (-2, -3))
    assert {-2, -3} <= met


def test_a_round_too_long_is_said_to_be() -> None:
    """A game notes so much and no more."""
    rules = ruleset(players=2)
    game = watched_game(rules)
    game.deal(0)
    for _ in range(70_000):
        game.act(game.state()["seat"], 2 | 63 << 5 | 4 << 11 | 15 << 14 | 15 << 19 | 7 << 35)
        if game.state()["phase"] == 10:
            game.deal(0)
    with pytest.raises(LastcardError, match="too long"):
        record_of(game, rules)
