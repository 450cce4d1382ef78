"""Observation presets are exact, and nothing in them hangs on a card that the seat has not seen."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from lastcard.env import lastcard_v0
from lastcard.env.act_history import ActHistory, public_action
from lastcard.env.config import EnvConfig
from lastcard.env.env_table import EnvTable
from lastcard.env.presets import FLAT, HISTORY_LENGTH, PRESETS, decode_hand, flat_slices
from lastcard.rules.cards import ALL_CARDS, Face
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.choices import CHOICES, ORDER

HOUSE = {"stacking": "cross", "jump_in": "all", "seven_zero": True, "multi_play": True}
RULES = [
    ruleset(players=3),
    ruleset("blanks-112", players=2),
    ruleset("swap-112", players=4),
    ruleset(players=10, decks=2),
    ruleset(players=4, **HOUSE),
]


def played(rules: Ruleset, steps: int, tables: int = 40) -> tuple[Batch, np.ndarray]:
    """Tables some way into their rounds, and the past as the seats that are asked know it."""
    batch, history = Batch(rules, tables, 3, calls=True), ActHistory(tables, rules.players)
    chosen = np.zeros(tables, np.int16)
    for _ in range(steps):
        question, seat = batch.observation[:, 152].copy(), batch.seat.copy()
        batch.choose(chosen)
        batch.step_trusted(chosen)
        history.append(np.arange(tables), question, seat, chosen, batch)
        history.clear(batch.over)
    return batch, history.relative_to(batch.seat)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("name", ["flat", "planes", "history"])
def test_the_hand_can_be_read_back(name: str, rules: Ruleset) -> None:
    """Every card and how many there are of it."""
    batch, past = played(rules, 37)
    encoded = PRESETS[name].encode(batch.observation, past)
    assert encoded.shape[1:] == PRESETS[name].shape
    assert encoded.dtype == np.float32
    assert 0 <= encoded.min() <= encoded.max() <= PRESETS[name].high
    for one, seen in zip(encoded, batch.observation, strict=True):
        assert decode_hand(name, one).tolist() == seen[: len(ALL_CARDS)].tolist()


def test_the_hand_as_rlcard_writes_it() -> None:
    """Coloured cards come back exactly from one deck, wild cards as held or not."""
    batch, past = played(ruleset(players=3), 37)
    encoded = PRESETS["rlcard-4x4x15"].encode(batch.observation, past)
    for one, seen in zip(encoded, batch.observation, strict=True):
        wild = np.array([card.wild for card in ALL_CARDS])
        hand = seen[: len(ALL_CARDS)].astype(int)
        assert decode_hand("rlcard-4x4x15", one).tolist() == np.where(wild, hand > 0, hand).tolist()
        assert (one[:3].sum(axis=0) == 1).all()
        assert one[3].sum() == (seen[149] != 4)


def test_the_fields_of_flat_say_what_the_bytes_say() -> None:
    """Counts come back by their scale, the rest as the place of its only one."""
    batch, past = played(ruleset(players=4, **HOUSE), 61)
    encoded = PRESETS["flat"].encode(batch.observation, past)
    where = flat_slices()
    for field in FLAT:
        part, bytes_ = (
            encoded[:, where[field.name]],
            batch.observation[:, field.first : field.first + field.count],
        )
        if field.size:
            assert (part.sum(axis=1) == 1).all()
            assert (part.argmax(axis=1) == bytes_[:, 0]).all()
        elif field.bits:
            bits = part.reshape(len(part), field.count, field.bits) @ (1 << np.arange(field.bits))
            assert (bits == bytes_).all()
        else:
            assert (part * field.scale == bytes_).all()


def test_a_plane_is_laid_out_as_the_numbers_are() -> None:
    """Rows are red, green, blue, yellow; a wild card stands in all of them; the top card is one plane, the colour in force another."""
    batch, past = played(ruleset(players=3), 20)
    faces = list(dict.fromkeys(card.face for card in ALL_CARDS))
    for one, seen in zip(PRESETS["planes"].encode(batch.observation, past), batch.observation, strict=True):
        top = ALL_CARDS[int(seen[148])]
        rows = range(4) if top.colour is None else [ORDER.index(top.colour)]
        assert one[2].nonzero()[0].tolist() == list(rows)
        assert set(one[2].nonzero()[1].tolist()) == {faces.index(top.face)}
        assert one[0, :, faces.index(Face.WILD)].tolist() == [seen[56] / 4] * 4
        assert (one[5] == one[5][:, :1]).all()


def test_what_happened_is_remembered_latest_first() -> None:
    """Each act with its number, the place of who did it, and the hands after it."""
    table = EnvTable(ruleset(players=3), EnvConfig(dare=0, observation="history"))
    table.deal(5, 0)
    done: list[tuple[int, int, list[int]]] = []
    while not table.over and len(done) < 50:
        seen = table.observe(table.current_seat)["observation"]
        rows = seen[164:].reshape(HISTORY_LENGTH, -1)
        for row, (number, seat, sizes) in zip(rows, reversed(done), strict=False):
            turned = [sizes[(table.current_seat + i) % 3] for i in range(3)]
            assert row[:5].tolist() == [number + 1, (seat - table.current_seat) % 3 + 1, *turned]
        assert not rows[len(done) :].any()
        seat, number = table.current_seat, int(np.flatnonzero(table.action_mask())[0])
        table.choose(number)
        done.append((number, seat, table.state()["size"][:3]))
    assert len(done) > HISTORY_LENGTH


def test_silence_votes_and_gifts_are_not_told() -> None:
    """To be asked for a jump is to hold the card; votes are secret; which card is given is known to two."""
    assert public_action(4, CHOICES.index("nothing")) is None
    assert public_action(3, CHOICES.index("nothing")) == CHOICES.index("nothing")
    assert public_action(0, CHOICES.index("done")) is None
    assert {public_action(0, i) for i in range(106, 169)} == {106}
    assert public_action(4, CHOICES.index("jump")) == CHOICES.index("jump")


class Replay:
    """A round whose deck and choices are given, to be played again with other cards where nobody has looked."""

    def __init__(self, rules: Ruleset, deck: list[int], calls: bool) -> None:
        self.table = EnvTable(rules, EnvConfig(calls=calls, dare=0, observation="history"))
        self.table.deal_deck(deck, 0)

    def take(self, numbers: list[int]) -> bool:
        """Choose them all; whether each was open."""
        for number in numbers:
            if self.table.over or not self.table.action_mask()[number]:
                return False
            self.table.choose(number)
        return not self.table.over

    def seen(self) -> dict[str, np.ndarray]:
        """What the seat that is asked sees, in every preset."""
        table = self.table
        past = table.history.relative_to(table.seat)
        found = {name: preset.encode(table.observation, past) for name, preset in PRESETS.items()}
        return {**found, "bytes": table.observation.copy(), "open": table.action_mask()}


@pytest.mark.tier("default")
@pytest.mark.parametrize("rules", [RULES[0], RULES[2], RULES[4]])
@pytest.mark.parametrize("calls", [False, True])
def test_cards_that_a_seat_has_not_seen_change_nothing(rules: Ruleset, calls: bool) -> None:
    """Two cards of other hands or of the pile change places: what the seat that is asked sees stays the same to the last byte."""
    same = 0
    for number in range(60):
        chance = Random(f"hidden:{number}")
        deck = chance.sample(cards := [card.order for card in rules.cards], len(cards))
        first = Replay(rules, deck, calls)
        if first.table.state()["broken"]:
            continue
        numbers: list[int] = []
        for _ in range(chance.randrange(1, 30)):
            if first.table.over:
                break
            numbers.append(chance.choice(np.flatnonzero(first.table.action_mask()).tolist()))
            first.table.choose(numbers[-1])
        if first.table.over or first.table.state()["broken"]:
            continue
        before = first.seen()
        for _ in range(12):
            other = deck.copy()
            a, b = chance.sample(range(len(deck)), 2)
            other[a], other[b] = other[b], other[a]
            again = Replay(rules, other, calls)
            if not again.take(numbers) or again.table.state()["broken"]:
                continue
            if (
                again.table.current_seat != first.table.current_seat
                or own(again) != own(first)
                or public_state(again) != public_state(first)
            ):
                continue
            after = again.seen()
            same += other != deck
            assert all((after[name] == before[name]).all() for name in before)
    assert same > 60


def own(replay: Replay) -> dict[int, int]:
    """The hand of the seat that is asked."""
    hands: list[dict[int, int]] = replay.table.state()["hands"]
    return hands[replay.table.current_seat]


def public_state(replay: Replay) -> list[object]:
    """What every player can see."""
    state = replay.table.state()
    drawn = state["drawn"] if state["drawer"] == replay.table.current_seat else None
    return [state["top"], state["colour"], state["size"], sorted(state["discard"]), drawn]


def test_an_unknown_preset_is_refused() -> None:
    """The names are listed."""
    with pytest.raises(ValueError, match="bytes, flat, planes, history, rlcard-4x4x15"):
        lastcard_v0.raw_env(observation="pictures")


@pytest.mark.parametrize("name", PRESETS)
def test_the_environment_shows_the_preset(name: str) -> None:
    """The observation of the agent that is asked lies in its space; the others see nothing."""
    env = lastcard_v0.raw_env(players=3, observation=name)
    env.reset(seed=2)
    for _ in range(20):
        agent = env.agent_selection
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert seen["observation"].any()
        other = env.possible_agents[(env.possible_agents.index(agent) + 1) % 3]
        assert not env.observe(other)["observation"].any()
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))


def test_what_has_no_hand_to_decode_is_refused() -> None:
    """An unknown preset, and the bytes as they are."""
    with pytest.raises(ValueError, match="an observation is one of"):
        decode_hand("flatt", np.zeros(430, np.float32))
    with pytest.raises(ValueError, match="bytes need no decoding"):
        decode_hand("bytes", np.zeros(192, np.float32))
