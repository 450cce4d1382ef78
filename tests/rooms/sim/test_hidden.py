"""What a seat cannot see is dealt anew, any way being as likely; what it sees and knows stays as it is."""

from __future__ import annotations

import copy
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from lastcard.record import replay
from lastcard.rules.errors import LastcardError
from lastcard.rules.ruleset import ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.choices import CHOICES, SIZE
from lastcard.sim.hidden import known_of, redeal_hidden
from lastcard.sim.kernel.codes import ANSWERING, DRAWN, O_QUESTION, PICKING, Q_PLAYER
from tests.rooms.sim.test_history import TABLES, batch_at_random, go_on
from tests.tiers import by_tier

SEEN = ("seat", "words", "observation", "reward", "over")
DRAW = CHOICES.index("draw")


def all_cards(batch: Batch, table: int) -> Counter[int]:
    state = batch.peek(table).state()
    found = Counter([*state["pile"], *state["discard"], state["top"]])
    for hand in state["hands"]:
        found.update(hand)
    return found


def differs(batch: Batch, table: int, was: dict[str, Any]) -> bool:
    """All that must be as it was is so; whether anything is not."""
    now, seat = batch.peek(table).state(), int(batch.seat[table])
    assert all_cards(batch, table) == Counter(card.order for card in batch.rules.cards)
    assert now["size"] == was["size"]
    assert now["hands"][seat] == was["hands"][seat]
    assert now["has"] == [sum(1 << card for card in hand) for hand in now["hands"]]
    return bool(now["hands"] != was["hands"])


@pytest.mark.parametrize("part", by_tier(range(4), default=1))
def test_a_seat_sees_no_difference(part: int) -> None:
    """Its bytes, its mask and what it knows are the same, the cards are all there; and the round goes on to lawful ends."""
    met, moved = Counter[int](), 0
    for number in range(part, 128, 4):
        batch, chance = batch_at_random(number, watched=number % 8 < 4)
        for step in range(12):
            go_on(batch, chance)
            search = copy.deepcopy(batch)
            states = [game.state() for game in map(batch.peek, range(batch.tables))]
            for seed in (step, step + 1):
                search.redeal(range(TABLES), seed)
                for name in SEEN:
                    assert getattr(search, name).tobytes() == getattr(batch, name).tobytes()
            for table, was in enumerate(states):
                moved += differs(search, table, was)
                for other, cards in (search.known(table) if number % 8 < 4 else {}).items():
                    assert not Counter(cards) - Counter(search.peek(table).state()["hands"][other])
                met[was["phase"]] += was["seat"] != batch.seat[table] or was["phase"] == ANSWERING
            search.random_steps(40)
            for table in range(TABLES):
                assert all_cards(search, table) == Counter(card.order for card in batch.rules.cards)
    assert moved > 300
    assert met[ANSWERING]


IN_THE_MIDDLE: dict[int, dict[str, Any]] = {
    DRAWN: {"catch_window": "next_done", "hand_size": 2},
    PICKING: {
        "hand_size": 3,
        "lost": [f"{colour}{number}" for colour in "GBY" for number in range(1, 10) for _ in range(2)],
        "written": {
            f"{colour}*": {
                "when": "play",
                "effects": [{"discard": "red", "count": 1, "who": "others"}],
            }
            for colour in "RGBY"
        },
    },
}


@pytest.mark.parametrize("phase", IN_THE_MIDDLE)
def test_who_is_in_the_middle_of_an_act_holds_what_it_needs(phase: int) -> None:
    """Somebody else has drawn a card that fits, or must pick a discard: so it is in every deal, whatever else they hold (T3, H4)."""
    rules = ruleset("blanks-112", players=3, **IN_THE_MIDDLE[phase])
    batch, chance = Batch(rules, 300, 4, calls=True, watched=True), np.random.default_rng(2)
    met, different = 0, set()
    for _ in range(40):
        worth = chance.random((300, SIZE))
        worth[:, [i for i, text in enumerate(CHOICES) if "*" in text]] += 2
        worth[:, [i for i, text in enumerate(CHOICES) if text.startswith(("uno", "player"))]] = 0
        batch.step(np.where(batch.mask(), worth + 1, 0).argmax(axis=1))
        for table in range(300):
            state = batch.peek(table).state()
            if state["phase"] != phase or state["seat"] == batch.seat[table]:
                continue
            met += 1
            search = Batch(rules, 1, 0, calls=True)
            search.copy([table], [0], source=batch)
            for seed in range(3):
                search.redeal([0], seed)
                now = search.peek(0).state()
                other = now["seat"]
                assert len(search.peek(0).legal(other)) > (phase == DRAWN)
                if phase == DRAWN:
                    assert now["drawn"] in now["hands"][other]
                    different.add(now["drawn"] != state["drawn"])
                else:
                    assert sum(n for card, n in now["hands"][other].items() if card < 14) > now["picks"]
                    different.add(now["hands"][other] != state["hands"][other])
    assert met > 20
    assert True in different


@pytest.mark.tier("default")
def test_knowledge_is_true_and_of_what_was_shown() -> None:
    """Whatever the rules: who is known to hold a card holds it."""
    knew = 0
    for number in range(60):
        batch, chance = batch_at_random(number)
        for _ in range(8):
            go_on(batch, chance)
            table = chance.randrange(TABLES)
            hands = batch.peek(table).state()["hands"]
            for seat in range(batch.rules.players):
                for other, cards in known_of(batch.record(table), seat).items():
                    assert other != seat
                    assert not Counter(cards) - Counter(hands[other])
                    knew += 1
    assert knew > 60


def test_a_hand_given_away_is_known() -> None:
    """After a seven the two who swapped know each other's whole hands, and nobody else does (V4)."""
    batch, swapped = Batch(ruleset(players=3, seven_zero=True), 200, 3, watched=True), 0
    for _ in range(12):
        before, seat = (
            [game.state()["hands"] for game in map(batch.peek, range(batch.tables))],
            batch.seat.copy(),
        )
        sizes, question = (
            [game.state()["size"] for game in map(batch.peek, range(batch.tables))],
            batch.observation[:, O_QUESTION].copy(),
        )
        third = {i: known_of(batch.record(i), 0) for i in map(int, np.flatnonzero(question == Q_PLAYER))}
        chosen = batch.mask().argmax(axis=1)
        batch.step(chosen)
        for table in np.flatnonzero((question == Q_PLAYER) & ~batch.over):
            other = (int(seat[table]) + int(CHOICES[chosen[table]].removeprefix("player "))) % 3
            known = known_of(batch.record(int(table)), other)
            assert known[int(seat[table])] == before[table][other]
            assert sum(known_of(batch.record(int(table)), int(seat[table]))[other].values()) == (
                sizes[table][int(seat[table])] - 1
            )
            if {other, int(seat[table])} == {1, 2} and not third[int(table)]:
                assert known_of(batch.record(int(table)), 0) == {}
            swapped += 1
    assert swapped > 20


def test_a_hand_that_was_shown_stays() -> None:
    """By a written rule (H): dealing anew moves all other cards, time and again, and none of those."""
    rules = ruleset(
        "blanks-112",
        players=3,
        written={"R*": {"when": "play", "effects": [{"show": "others", "to": "self"}]}},
    )
    batch, shown = Batch(rules, 300, 5, watched=True), 0
    for _ in range(15):
        blank = batch.mask()[:, CHOICES.index("play R*")]
        seat = batch.seat.copy()
        batch.step(np.where(blank, CHOICES.index("play R*"), batch.mask().argmax(axis=1)))
        for table in map(int, np.flatnonzero(blank & ~batch.over)):
            hands = batch.peek(table).state()["hands"]
            known = known_of(batch.record(table), int(seat[table]))
            assert known == {other: hands[other] for other in range(3) if other != seat[table]}
            shown += 1
    assert shown > 20


def small_round() -> Batch:
    """Two seats with two of eight different cards each: the one asked cannot see five."""
    tokens = [card.token for card in ruleset().cards]
    kept = ["R1", "R2", "R3", "G4", "B5", "B6", "Y7", "Y8"]
    lost = list((Counter(tokens) - Counter(kept)).elements())
    return Batch(ruleset(players=2, hand_size=2, lost=lost), 1, 0)


def strangeness(batch: Batch, chance: np.random.Generator, known: dict[int, dict[int, int]]) -> float:
    """How far the hands of the other seat are from all being as likely: chi-square."""
    game, seat = batch.peek(0), int(batch.seat[0])
    unseen = Counter([*game.state()["pile"], *game.state()["hands"][1 - seat]])
    stays = sorted(Counter(known.get(1 - seat, {})).elements())
    possible = [
        tuple(sorted([*stays, *others]))
        for others in combinations(sorted((unseen - Counter(stays)).elements()), 2 - len(stays))
    ]
    rounds = 400 * len(possible)
    found = Counter[tuple[int, ...]]()
    for _ in range(rounds):
        redeal_hidden(game, seat, known, chance)
        found[tuple(sorted(game.state()["hands"][1 - seat]))] += 1
    assert set(found) <= set(possible)
    return sum((found[hand] - 400) ** 2 / 400 for hand in possible)


class Lazy:
    """A chance that shuffles badly: the first card changes its place with any, and no other does."""

    def __init__(self) -> None:
        self._chance = np.random.default_rng(1)

    def shuffle(self, cards: list[int]) -> None:
        """Badly."""
        at = int(self._chance.integers(len(cards)))
        cards.sort()
        cards[0], cards[at] = cards[at], cards[0]

    def integers(self, end: int) -> int:
        """Any below the end."""
        return int(self._chance.integers(end))


def test_every_deal_is_as_likely() -> None:
    """Ten hands of two among five unseen cards, or four where one is known; a bad shuffle is found out."""
    batch = small_round()
    seat = int(batch.seat[0])
    held = next(iter(batch.peek(0).state()["hands"][1 - seat]))
    assert strangeness(batch, np.random.default_rng(7), {}) < 27.9  # 1 in 1,000 with 9 degrees of freedom
    batch = small_round()
    assert strangeness(batch, np.random.default_rng(8), {1 - seat: {held: 1}}) < 16.3  # and with 3
    assert strangeness(small_round(), Lazy(), {}) > 100


def test_other_chance_brings_other_cards() -> None:
    """Copies of one round go apart once their chance is other; the same seed gives the same again."""
    first = Batch(ruleset(players=2), 40, 1)
    first.copy([0] * 39, range(1, 40))
    other = Batch(ruleset(players=2), 40, 1)
    other.copy([0] * 39, range(1, 40))
    for batch in (first, other):
        batch.reseed(range(40), 5)
        for _ in range(4):
            batch.step(np.where(batch.mask()[:, DRAW], DRAW, batch.mask().argmax(axis=1)))
    assert len({row.tobytes() for row in first.observation}) > 20
    assert (first.observation == other.observation).all()


def test_playouts_over_deals_anew_do_not_know_the_hands() -> None:
    """Search over deals anew finds the same worth whatever the others hold, within chance."""
    batch = Batch(ruleset(players=2), 2, 3)
    batch.copy([0], [1])
    batch.redeal([1], 9)
    worth = []
    for table in range(2):
        search = Batch(ruleset(players=2), 200, 0)
        search.copy([table] * 200, range(200), source=batch)
        search.redeal(range(200), 17)
        worth.append(search.observation.tobytes())
    assert worth[0] == worth[1]


def test_what_is_not_there_cannot_be_known() -> None:
    """Cards that a hand does not hold, one's own hand, and a batch that is not watched."""
    batch = Batch(ruleset(players=3), 2, 1)
    seat = int(batch.seat[0])
    wrong: list[dict[int, dict[int, int]]] = [{(seat + 1) % 3: {0: 3}}, {seat: {}}, {7: {0: 1}}]
    for known in wrong:
        with pytest.raises(ValueError, match="does not hold"):
            batch.redeal([0], 1, known)
    with pytest.raises(LastcardError, match="watched=True"):
        batch.known(0)
    assert all(replay(Batch(ruleset(players=3), 2, 1, watched=True).record(0)))
