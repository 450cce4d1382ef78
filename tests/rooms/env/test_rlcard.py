"""RLCard's interface: its agents play here, its names and numbers are ours, and with `compatible` a round goes as there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastcard.env.rlcard_env import ACTION_NAMES, FOURS, RLCARD_ACTIONS, RLCardEnv
from lastcard.record import replay
from lastcard.rules.cards import parse_card
from lastcard.sim.choices import CHOICES


class AnyAgent:
    """What an agent of RLCard is."""

    use_raw = False

    def __init__(self, seed: int) -> None:
        self._chance = np.random.default_rng(seed)

    def step(self, state: dict[str, Any]) -> int:
        """While learning."""
        return int(self._chance.choice(list(state["legal_actions"])))

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """While playing."""
        return self.step(state), {}


def test_names_are_those_of_rlcard() -> None:
    """Sixty-one of its own, and ours for the rest."""
    assert ACTION_NAMES[:15] == (
        "r-0",
        "r-1",
        "r-2",
        "r-3",
        "r-4",
        "r-5",
        "r-6",
        "r-7",
        "r-8",
        "r-9",
        "r-skip",
        "r-reverse",
        "r-draw_2",
        "r-wild",
        "r-wild_draw_4",
    )
    assert [ACTION_NAMES[15 * i] for i in range(4)] == ["r-0", "g-0", "b-0", "y-0"]
    assert ACTION_NAMES[60] == "draw"
    assert ACTION_NAMES[61:] == CHOICES[61:]
    assert FOURS == (14, 29, 44, 59)
    assert len(set(ACTION_NAMES)) == len(ACTION_NAMES)


@pytest.mark.parametrize("compatible", [False, True])
@pytest.mark.parametrize("players", [2, 4])
def test_agents_play_a_round(compatible: bool, players: int) -> None:
    """Each seat has its states and choices in turn, all of them open, and one is out."""
    env = RLCardEnv(players, seed=3, compatible=compatible)
    env.set_agents([AnyAgent(i) for i in range(players)])
    for training in (True, False):
        before = env.timestep
        trajectories, payoffs = env.run(training)
        assert sorted(payoffs) == [-1.0] * (players - 1) + [1.0]
        for trajectory in trajectories:
            states, actions = trajectory[0:-1:2], trajectory[1::2]
            assert all(
                action in state["legal_actions"] for state, action in zip(states, actions, strict=True)
            )
            assert all(state["obs"].shape == (4, 4, 15) for state in states)
            assert all(
                [ACTION_NAMES[i] for i in state["legal_actions"]] == state["raw_legal_actions"]
                for state in states
            )
        assert env.timestep - before == len(env.action_recorder) == sum(len(t[1::2]) for t in trajectories)


def test_the_same_seed_gives_the_same_round() -> None:
    """And a raw action is the number of that name."""
    first, second = RLCardEnv(seed=5), RLCardEnv(seed=5)
    a, b = first.reset(), second.reset()
    while not first.is_over():
        assert a[1] == b[1]
        assert (a[0]["obs"] == b[0]["obs"]).all()
        number = next(iter(a[0]["legal_actions"]))
        a, b = first.step(number), second.step(ACTION_NAMES[number], raw_action=True)
    assert second.is_over()


def deal(top: str, first: str, second: str, then: str) -> RLCardEnv:
    """Two players, seat 0 to act: these hands, this card turned up, these to come."""
    env = RLCardEnv(2, compatible=True, seed=1)
    cards = [parse_card(token).order for token in f"{first} {second} {top} {then}".split()]
    hands = [cards[seat * 7 + i] for i in range(7) for seat in range(2)]
    rest = [card.order for card in env.table.rules.cards]
    for card in cards:
        rest.remove(card)
    env.table.deal_deck([*hands, *cards[14:], *rest], 1)
    env.begin()
    return env


BLUES = "B1 B2 B3 B4 B5 B6 B8"


def test_a_drawn_card_of_the_colour_is_played_by_itself() -> None:
    """Another card is kept, even if its number fits."""
    env = deal("R7", BLUES, "G1 G2 G3 G4 G5 G6 G8", "R1 B7")
    env.step("draw", raw_action=True)
    assert (env.get_player_id(), env.table.state()["top"]) == (1, parse_card("R1").order)
    env = deal("R7", BLUES, "G1 G2 G3 G4 G5 G6 G8", "B7 R1")
    env.step("draw", raw_action=True)
    assert (env.get_player_id(), env.table.state()["top"]) == (1, parse_card("R7").order)
    assert env.table.state()["size"][0] == 8


def test_a_wild_draw_four_only_where_nothing_else_fits() -> None:
    """Neither a number of another colour nor a Wild."""
    assert deal(
        "R7",
        "B7 W+4 B1 B2 B3 B4 B5",
        BLUES.replace("B1", "G1")
        .replace("B2", "G2")
        .replace("B3", "G3")
        .replace("B4", "G4")
        .replace("B5", "G5"),
        "Y1",
    ).legal_actions() == [37]
    alone = deal("R7", "W+4 B1 B2 B3 B4 B5 B6", "G1 G2 G3 G4 G5 G6 G8", "Y1")
    assert alone.legal_actions() == list(FOURS)
    assert deal("R7", BLUES, "G1 G2 G3 G4 G5 G6 G8", "Y1").legal_actions() == [60]
    assert alone.num_actions == RLCARD_ACTIONS


def test_what_is_not_open_is_refused() -> None:
    """RLCard would take another number by chance."""
    env = RLCardEnv(seed=1)
    env.reset()
    with pytest.raises(ValueError, match="174 is not open"):
        env.step(174)
    with pytest.raises(ValueError, match="rules of its own"):
        RLCardEnv(compatible=True, edition="swap-112")


def test_rlcard_itself_goes_the_same_way() -> None:
    """Its games and ours with the same cards and choices: hands, pile, legal actions, observations, payoffs."""
    pytest.importorskip("rlcard")
    sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks" / "peers"))
    try:
        from rlcard_lockstep import follow  # type: ignore[import-not-found]
    finally:
        sys.path.pop(0)
    ends = [follow(number, players) for players in (2, 3, 4) for number in range(40)]
    assert sum(reason == "played to the end" for reason, _ in ends) > 40


@pytest.mark.parametrize("action", [-115, 175, 60.7, "draw", None])
def test_what_is_no_number_is_refused(action: object) -> None:
    """It is no bad choice: nothing is rounded, nor counted from the end; names are asked for as such."""
    env = RLCardEnv(seed=1)
    env.reset()
    with pytest.raises(ValueError, match="action: a whole number from 0"):
        env.step(action)
    with pytest.raises(ValueError, match="'jump around' is no action; those open are"):
        env.step("jump around", raw_action=True)


def test_its_round_is_written_down() -> None:
    """What was chosen is in the record."""
    env = RLCardEnv(players=3, seed=1)
    env.reset()
    for _ in range(5):
        env.step(env.legal_actions()[0])
    *_, last = replay(env.record())
    assert last.round is not None
    asked = env.get_player_id()
    assert sorted(map(str, last.round.hands[asked].cards)) == sorted(
        env.hand_tokens(env.table.observation[0])
    )
