"""An OpenSpiel game, registered as `python_lastcard` on import (docs/environments.md). It needs the package `open_spiel`.

Chance deals and draws card by card; each decision is one action of docs/encoding.md. A seat's information state is
everything that it has seen, in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel

from lastcard.env.explicit_chance import EVENT_KINDS, ExplicitChanceRound
from lastcard.env.presets import HISTORY_LENGTH, HISTORY_ROW, PRESETS
from lastcard.record.digits import parse_digits
from lastcard.rules.cards import ALL_CARDS
from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import ruleset
from lastcard.sim.choices import CHOICES, SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAME: Final = "python_lastcard"
MAX_SEEN: Final = 1024
"""How many seen events the information-state tensor has room for; of more it holds the latest."""
_DEFAULTS: Final = {"players": 4, "edition": "classic", "rules": "", "calls": False, "max_choices": 1000}
_WORDS: Final = {"on": True, "off": False, "none": None}
_NONE_IS_A_VALUE: Final = ("stacking", "jump_in")
"""Options for which the word `none` is a value rather than None."""
_CHANCE_BETWEEN_CHOICES: Final = 24
_EMPTY_HISTORY: Final = np.zeros((1, HISTORY_LENGTH, HISTORY_ROW), np.uint8)
_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="UNO by the rules of Lastcard",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=_DEFAULTS,
)


def parse_options(text: str) -> dict[str, Any]:
    """Read options such as `stacking:same;seven_zero:on` (OpenSpiel reserves `,` and `=`); RulesError if a colon is missing."""
    found: dict[str, Any] = {}
    for setting in filter(None, text.split(";")):
        name, sign, value = setting.partition(":")
        if not sign:
            raise RulesError("rules", f"OPTION:VALUE is needed, not {setting!r}")
        number = parse_digits(value)
        known = value if name in _NONE_IS_A_VALUE and value == "none" else _WORDS.get(value, value)
        found[name] = known if number is None else number
    return found


class LastcardGame(pyspiel.Game):
    """A game of one round. Parameters: `players`, `edition`, `rules` (`stacking:same;seven_zero:on`), `calls`, `max_choices`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Raise RulesError for impossible rules."""
        given = {**_DEFAULTS, **(params or {})}
        self.calls, self.max_choices = bool(given["calls"]), int(given["max_choices"])
        self.played = ruleset(given["edition"], players=given["players"], **parse_options(given["rules"]))
        deals = len(self.played.cards)
        info = pyspiel.GameInfo(
            num_distinct_actions=SIZE,
            max_chance_outcomes=len(ALL_CARDS),
            num_players=self.played.players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=self.max_choices,
        )
        self.max_chance_nodes = deals + _CHANCE_BETWEEN_CHOICES * self.max_choices
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> LastcardState:
        """Return the state before the deal; the last seat deals."""
        return LastcardState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound that no round reaches."""
        return self.max_chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LastcardObserver:  # noqa: ANN401 - OpenSpiel's
        """Return an observer of what a seat sees now, or with perfect recall of all it has seen; ValueError for parameters."""
        if params:
            raise ValueError(f"there are no parameters of observations, such as {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return LastcardObserver(self.played.players, recall=recall)


class LastcardState(pyspiel.State):
    """A round with explicit chance."""

    def __init__(self, game: LastcardGame) -> None:
        """Start before the deal."""
        super().__init__(game)
        self.round = ExplicitChanceRound(game.played, calls=game.calls, max_choices=game.max_choices)

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's ids for chance and for the end."""
        if self.round.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.round.chance_cards else self.round.current_seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.round.legal_actions) if player == self.round.current_seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The (card, probability) pairs that may come next, cards by their `order`."""
        return self.round.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        if self.round.chance_cards:
            self.round.apply_chance(action)
        else:
            self.round.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(ALL_CARDS[action]) if player == pyspiel.PlayerId.CHANCE else CHOICES[action]

    def is_terminal(self) -> bool:
        """Whether the round is over or was broken off."""
        return self.round.over

    def returns(self) -> list[float]:
        """1 for the side of the player who went out, -1 for the others; 0 before that."""
        return list(self.round.rewards)

    def __str__(self) -> str:
        """The cards that came and the actions that were chosen."""
        came = " / ".join(" ".join(str(ALL_CARDS[card]) for card in cards) for cards in self.round.drawn)
        return f"{came} | {' '.join(map(str, self.round.chosen))}"


class LastcardObserver:
    """Writes `flat` (docs/encoding.md) and, with perfect recall, seen events as (kind, seat or card, value), each plus one."""

    def __init__(self, players: int, *, recall: bool) -> None:
        """Start with zeros."""
        sizes = {"player": players, "view": PRESETS["flat"].shape[0]} | (
            {"seen": 3 * MAX_SEEN} if recall else {}
        )
        self._recall = recall
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        at = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[at : at + size]
            at += size
        if recall:
            self.dict["seen"] = self.dict["seen"].reshape(MAX_SEEN, 3)

    def set_from(self, state: LastcardState, player: int) -> None:
        """Write what the seat sees, and with perfect recall has seen, into `tensor` and `dict`."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self.dict["view"][:] = PRESETS["flat"].encode(state.round.view(player)[None], _EMPTY_HISTORY)[0]
        if self._recall:
            for row, seen in zip(self.dict["seen"], state.round.seen[player][-MAX_SEEN:], strict=False):
                row[:] = EVENT_KINDS.index(seen.kind) + 1, seen.subject + 1, seen.value + 1

    def string_from(self, state: LastcardState, player: int) -> str:
        """Return the same as text."""
        if self._recall:
            return f"seat {player}; " + "; ".join(map(str, state.round.seen[player]))
        return f"seat {player}; {state.round.view(player).tobytes().hex()}"


pyspiel.register_game(_TYPE, LastcardGame)
