"""The interface of RLCard's environments, so that its agents can play here (docs/environments.md). RLCard itself is not needed.

With `compatible` the round follows RLCard 1.2.0 as closely as the rules can: see `RLCARD_RULES`, and docs/environments.md
for the remaining differences.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from lastcard.env.act_history import ActHistory
from lastcard.env.config import EnvConfig
from lastcard.env.env_table import EnvTable
from lastcard.env.presets import PRESETS
from lastcard.rules.cards import ALL_CARDS, Colour
from lastcard.rules.ruleset import ruleset
from lastcard.sim import bounds
from lastcard.sim.choices import CHOICES, ORDER, SIZE
from lastcard.sim.kernel import codes

if TYPE_CHECKING:
    from lastcard.record import Record

PRESET: Final = "rlcard-4x4x15"
RLCARD_ACTIONS: Final = 61
"""The number of actions that both have; they have the same numbers."""
RLCARD_RULES: Final = {"wild_draw_four": "free", "renege": False}
"""Options of the classic edition that come closest to RLCard: nobody challenges, and whoever can play must."""
_DRAW, _KEEP = CHOICES.index("draw"), CHOICES.index("pass")
_FACES: Final = {"S": "skip", "R": "reverse", "+2": "draw_2", "W": "wild", "W+4": "wild_draw_4"}

RLCardState = dict[str, Any]


class Agent(Protocol):
    """An agent of RLCard."""

    use_raw: bool

    def step(self, state: RLCardState) -> Any:  # noqa: ANN401 - a number, or its name
        """Choose an action while training."""

    def eval_step(self, state: RLCardState) -> tuple[Any, Any]:
        """Choose an action while evaluating."""


def raw_name(number: int) -> str:
    """Return RLCard's name of an action (`r-wild_draw_4`, `draw`), or ours for actions that it does not have."""
    if number == _DRAW or number >= RLCARD_ACTIONS:
        return CHOICES[number]
    token, *called = CHOICES[number].removeprefix("play ").split()
    letter, face = (called[0][0], token) if called else (token[0].lower(), token[1:])
    return f"{letter}-{_FACES.get(face, face)}"


ACTION_NAMES: Final = tuple(raw_name(number) for number in range(SIZE))
FOURS: Final = tuple(number for number, name in enumerate(ACTION_NAMES) if name.endswith("wild_draw_4"))


class RLCardEnv:
    """An environment with RLCard's methods (`reset`, `step`, `run`, …); observations are `rlcard-4x4x15`."""

    name = "lastcard"

    def __init__(
        self,
        players: int = 2,
        *,
        seed: int | None = None,
        compatible: bool = False,
        edition: str = "classic",
        rules: dict[str, Any] | None = None,
    ) -> None:
        """Raise RulesError for impossible rules, ValueError if rules are given with `compatible`, which has its own."""
        if compatible and (rules or edition != "classic"):
            raise ValueError("compatible has rules of its own")
        self.compatible = compatible
        options = RLCARD_RULES if compatible else rules or {}
        self.table = EnvTable(ruleset(edition, players=players, **options), EnvConfig())
        self.num_players, self.num_actions = players, RLCARD_ACTIONS if compatible else SIZE
        self.state_shape = [list(PRESETS[PRESET].shape) for _ in range(players)]
        self.action_shape: list[None] = [None] * players
        self.agents: list[Agent] = []
        self.timestep = 0
        self.action_recorder: list[tuple[int, str]] = []
        self._past = ActHistory(1, players).rows
        self.seed(seed)

    def seed(self, seed: int | None = None) -> int | None:
        """Seed the generator."""
        self.np_random = np.random.RandomState(seed)
        return seed

    def reset(self) -> tuple[RLCardState, int]:
        """Deal and return the first state and player; if `compatible` the last seat deals, otherwise a random one."""
        dealer = self.num_players - 1 if self.compatible else int(self.np_random.randint(self.num_players))
        self.table.deal(int(self.np_random.randint(2**31)), dealer)
        return self.begin()

    def begin(self) -> tuple[RLCardState, int]:
        """Return the first state and player of a round that has just been dealt."""
        self.action_recorder = []
        self._automatic_choices()
        return self.get_state(self.get_player_id()), self.get_player_id()

    def step(self, action: Any, raw_action: bool = False) -> tuple[RLCardState, int]:  # noqa: ANN401, FBT001, FBT002 - RLCard's
        """Apply an action, given by number or by name, and return the next state and player.

        ValueError if it is not legal, where RLCard would choose another action at random.
        """
        if raw_action and action not in ACTION_NAMES:
            raise ValueError(
                f"{action!r} is no action; those open are {[ACTION_NAMES[number] for number in self.legal_actions()]}"
            )
        number = ACTION_NAMES.index(action) if raw_action else bounds.whole("action", action, 0, SIZE - 1)
        if number not in self.legal_actions():
            raise ValueError(f"{number} is not open to seat {self.get_player_id()}")
        self.timestep += 1
        self.action_recorder.append((self.get_player_id(), ACTION_NAMES[number]))
        self.table.choose(number)
        self._automatic_choices()
        return self.get_state(self.get_player_id()), self.get_player_id()

    def record(self) -> Record:
        """Return the round so far, or the one just over, as a record (docs/notation.md)."""
        return self.table.record()

    def legal_actions(self) -> list[int]:
        """Return the legal actions; if `compatible` as in RLCard, where a Wild Draw Four is legal only if nothing else fits."""
        numbers: list[int] = np.flatnonzero(self.table.action_mask()).tolist()
        if not self.compatible:
            return numbers
        fitting = [number for number in numbers if number not in FOURS and number != _DRAW]
        return fitting or [number for number in numbers if number in FOURS] or [_DRAW]

    def get_state(self, player_id: int) -> RLCardState:
        """Return a state as RLCard has it; for a seat other than the current one it is all zeros, with no legal actions."""
        legal = self.legal_actions() if player_id == self.get_player_id() and not self.is_over() else []
        seen = (
            self.table.observation
            if player_id == self.get_player_id()
            else np.zeros_like(self.table.observation)
        )
        return {
            "obs": PRESETS[PRESET].encode(seen, self._past)[0].astype(int),
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_obs": {
                "hand": self.hand_tokens(seen[0]),
                "current_player": self.get_player_id(),
                "num_players": self.num_players,
            },
            "raw_legal_actions": [ACTION_NAMES[number] for number in legal],
            "action_record": self.action_recorder,
        }

    def set_agents(self, agents: list[Agent]) -> None:
        """Set the agents that `run` uses, by seat."""
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], np.ndarray[Any, Any]]:  # noqa: FBT001, FBT002 - RLCard's
        """Play a whole round with the agents; return each seat's states and actions in order, and the payoffs."""
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, seat = self.reset()
        while not self.is_over():
            agent = self.agents[seat]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            trajectories[seat] += [state, action]
            state, seat = self.step(action, agent.use_raw)
        for player, trajectory in enumerate(trajectories):
            trajectory.append(self.get_state(player))
        return trajectories, self.get_payoffs()

    def is_over(self) -> bool:
        """Whether the round is over."""
        return self.table.over

    def get_player_id(self) -> int:
        """Return the current seat."""
        return self.table.current_seat

    def get_payoffs(self) -> np.ndarray[Any, Any]:
        """Return 1 for the player who went out and -1 for all others; zeros while the round goes on."""
        return np.array(self.table.rewards() if self.is_over() else [0.0] * self.num_players)

    @staticmethod
    def hand_tokens(observation: np.ndarray[Any, Any]) -> list[str]:
        """The tokens of the cards that the observation (uint8[192]) shows in the seat's own hand."""
        return [str(card) for card in ALL_CARDS for _ in range(int(observation[card.order]))]

    def _automatic_choices(self) -> None:
        """Make the choices that RLCard does not offer: a wild card's colour when turned up or drawn, the use of a drawn card."""
        while self.compatible and not self.table.over:
            phase = self.table.observation[0, codes.O_PHASE]
            if phase == codes.CALLING:
                self.table.choose(CHOICES.index(f"colour {self.pick_colour()}"))
            elif phase == codes.DRAWN:
                self.table.choose(self._drawn_card_action())
            else:
                return

    def pick_colour(self) -> Colour:
        """Return a random colour."""
        return ORDER[int(self.np_random.randint(4))]

    def _drawn_card_action(self) -> int:
        """Play a drawn Wild or card of the colour in force, whatever else would match; keep a Wild Draw Four."""
        seen = self.table.observation[0]
        card = ALL_CARDS[int(seen[codes.O_DRAWN]) - 1]
        if card.wild and str(card) == "W":
            return CHOICES.index(f"play W {self.pick_colour()}")
        if not card.wild and card.colour is tuple(Colour)[min(int(seen[codes.O_COLOUR]), 3)]:
            return CHOICES.index(f"play {card}")
        return _KEEP
