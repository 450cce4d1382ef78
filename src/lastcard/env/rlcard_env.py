"""Lastcard behind the interface of RLCard's environments, so that its agents play here (docs/environments.md). RLCard itself is not needed.

With `compatible` the round follows RLCard 1.2.0 as far as rules can: see `RLCARD_RULES` and `docs/environments.md` for what still differs.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from lastcard.env.manner import Manner
from lastcard.env.memory import Recorder
from lastcard.env.presets import PRESETS
from lastcard.env.seats import Seats
from lastcard.rules.cards import ALL_CARDS, Colour
from lastcard.rules.ruleset import ruleset
from lastcard.sim import bounds
from lastcard.sim.choices import CHOICES, ORDER, SIZE
from lastcard.sim.kernel import codes

if TYPE_CHECKING:
    from lastcard.record import Record

PRESET: Final = "rlcard-4x4x15"
RLCARD_ACTIONS: Final = 61
"""The numbers that mean the same there and here."""
RLCARD_RULES: Final = {"wild_draw_four": "free", "renege": False}
"""Options of the classic edition that come nearest to RLCard: nobody challenges, and who can play must."""
_DRAW, _KEEP = CHOICES.index("draw"), CHOICES.index("pass")
_FACES: Final = {"S": "skip", "R": "reverse", "+2": "draw_2", "W": "wild", "W+4": "wild_draw_4"}

State = dict[str, Any]


class Agent(Protocol):
    """An agent of RLCard."""

    use_raw: bool

    def step(self, state: State) -> Any:  # noqa: ANN401 - a number, or its name
        """Choose while learning."""

    def eval_step(self, state: State) -> tuple[Any, Any]:
        """Choose while playing."""


def raw_name(number: int) -> str:
    """RLCard's name of a number (`r-wild_draw_4`, `draw`); for the numbers that it has not, ours."""
    if number == _DRAW or number >= RLCARD_ACTIONS:
        return CHOICES[number]
    token, *called = CHOICES[number].removeprefix("play ").split()
    letter, face = (called[0][0], token) if called else (token[0].lower(), token[1:])
    return f"{letter}-{_FACES.get(face, face)}"


NAMES: Final = tuple(raw_name(number) for number in range(SIZE))
FOURS: Final = tuple(number for number, name in enumerate(NAMES) if name.endswith("wild_draw_4"))


class RLCardEnv:
    """`reset`, `step`, `run`, `set_agents`, `get_payoffs`, `is_over` … as RLCard has them; observations are `rlcard-4x4x15`."""

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
        """RulesError for rules that cannot be; `compatible` has rules of its own and takes none."""
        if compatible and (rules or edition != "classic"):
            raise ValueError("compatible has rules of its own")
        self.compatible = compatible
        options = RLCARD_RULES if compatible else rules or {}
        self.table = Seats(ruleset(edition, players=players, **options), Manner())
        self.num_players, self.num_actions = players, RLCARD_ACTIONS if compatible else SIZE
        self.state_shape = [list(PRESETS[PRESET].shape) for _ in range(players)]
        self.action_shape: list[None] = [None] * players
        self.agents: list[Agent] = []
        self.timestep = 0
        self.action_recorder: list[tuple[int, str]] = []
        self._past = Recorder(1, players).rows
        self.seed(seed)

    def seed(self, seed: int | None = None) -> int | None:
        """Begin another stream of chance."""
        self.np_random = np.random.RandomState(seed)
        return seed

    def reset(self) -> tuple[State, int]:
        """Deal; the last seat deals if `compatible`, any seat otherwise."""
        dealer = self.num_players - 1 if self.compatible else int(self.np_random.randint(self.num_players))
        self.table.deal(int(self.np_random.randint(2**31)), dealer)
        return self.begin()

    def begin(self) -> tuple[State, int]:
        """What a round that has just been dealt shows."""
        self.action_recorder = []
        self._settle()
        return self.get_state(self.get_player_id()), self.get_player_id()

    def step(self, action: Any, raw_action: bool = False) -> tuple[State, int]:  # noqa: ANN401, FBT001, FBT002 - as RLCard has it
        """Take a number, or its name. ValueError if it is not open: RLCard takes another one by chance instead."""
        if raw_action and action not in NAMES:
            raise ValueError(
                f"{action!r} is no action; those open are {[NAMES[number] for number in self.legal()]}"
            )
        number = NAMES.index(action) if raw_action else bounds.whole("action", action, 0, SIZE - 1)
        if number not in self.legal():
            raise ValueError(f"{number} is not open to seat {self.get_player_id()}")
        self.timestep += 1
        self.action_recorder.append((self.get_player_id(), NAMES[number]))
        self.table.choose(number)
        self._settle()
        return self.get_state(self.get_player_id()), self.get_player_id()

    def record(self) -> Record:
        """The round so far, or the one that is just over, as a record (docs/notation.md)."""
        return self.table.record()

    def legal(self) -> list[int]:
        """The open numbers; RLCard's if `compatible`: a Wild Draw Four only where nothing else fits."""
        numbers: list[int] = np.flatnonzero(self.table.open_numbers()).tolist()
        if not self.compatible:
            return numbers
        fitting = [number for number in numbers if number not in FOURS and number != _DRAW]
        return fitting or [number for number in numbers if number in FOURS] or [_DRAW]

    def get_state(self, player_id: int) -> State:
        """What RLCard's states hold; another seat than the one asked sees zeros and has nothing open."""
        legal = self.legal() if player_id == self.get_player_id() and not self.is_over() else []
        seen = (
            self.table.observation
            if player_id == self.get_player_id()
            else np.zeros_like(self.table.observation)
        )
        return {
            "obs": PRESETS[PRESET].encode(seen, self._past)[0].astype(int),
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_obs": {
                "hand": self._hand(seen[0]),
                "current_player": self.get_player_id(),
                "num_players": self.num_players,
            },
            "raw_legal_actions": [NAMES[number] for number in legal],
            "action_record": self.action_recorder,
        }

    def set_agents(self, agents: list[Agent]) -> None:
        """Who plays `run`."""
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], np.ndarray[Any, Any]]:  # noqa: FBT001, FBT002 - as RLCard has it
        """A whole round by the agents: for each seat its states and choices in turn, and the payoffs."""
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
        """Whether somebody is out."""
        return self.table.over

    def get_player_id(self) -> int:
        """The seat that is asked."""
        return self.table.asked

    def get_payoffs(self) -> np.ndarray[Any, Any]:
        """1 for who is out, -1 for all others (RLCard pays no third player)."""
        return np.array(self.table.rewards() if self.is_over() else [0.0] * self.num_players)

    def _hand(self, seen: np.ndarray[Any, Any]) -> list[str]:
        return [str(card) for card in ALL_CARDS for _ in range(int(seen[card.order]))]

    def _settle(self) -> None:
        """What nobody is asked in RLCard: the colour of a wild card turned up or drawn comes by chance, a card drawn is played or kept by itself."""
        while self.compatible and not self.table.over:
            phase = self.table.observation[0, codes.O_PHASE]
            if phase == codes.CALLING:
                self.table.choose(CHOICES.index(f"colour {self.pick_colour()}"))
            elif phase == codes.DRAWN:
                self.table.choose(self._with_drawn())
            else:
                return

    def pick_colour(self) -> Colour:
        """A colour by chance."""
        return ORDER[int(self.np_random.randint(4))]

    def _with_drawn(self) -> int:
        """A drawn card is played if it is wild or has the colour in force, whatever its symbol; a Wild Draw Four is kept, since nobody would draw there."""
        seen = self.table.observation[0]
        card = ALL_CARDS[int(seen[codes.O_DRAWN]) - 1]
        if card.wild and str(card) == "W":
            return CHOICES.index(f"play W {self.pick_colour()}")
        if not card.wild and card.colour is tuple(Colour)[min(int(seen[codes.O_COLOUR]), 3)]:
            return CHOICES.index(f"play {card}")
        return _KEEP
