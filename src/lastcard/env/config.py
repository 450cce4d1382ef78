"""The options that every environment accepts, apart from the rules of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypedDict

from lastcard.env.presets import BYTES, preset_of
from lastcard.sim import bounds

if TYPE_CHECKING:
    from collections.abc import Iterable

_PROBABILITIES: Final = ("forget", "caught", "dare")


@dataclass(frozen=True)
class EnvConfig:
    """The options of an environment, apart from the rules.

    `calls`: whether agents are asked to say UNO, to catch and to jump in. Otherwise these happen by chance: UNO is forgotten
    with probability `forget`, and that is caught with probability `caught`. `dare` is the probability that a dare is carried
    out. `points`: rewards are points (P2–P4) instead of 1 and -1. `observation`: `bytes` or the name of a preset
    (docs/encoding.md).
    """

    calls: bool = False
    forget: float = 0.0
    caught: float = 0.0
    dare: float = 0.5
    points: bool = False
    observation: str = BYTES

    def __post_init__(self) -> None:
        """Raise ValueError for a probability outside 0 to 1, or an unknown observation."""
        for name in _PROBABILITIES:
            bounds.often(name, getattr(self, name))
        preset_of(self.observation)


class EnvOptions(TypedDict, total=False):
    """The fields of `EnvConfig` as keyword arguments of an environment's constructor."""

    calls: bool
    forget: float
    caught: float
    dare: float
    points: bool
    observation: str


def checked_render_mode(given: str | None, known: Iterable[str]) -> str | None:
    """Return `given`, a render mode or None; ValueError lists the `known` modes if it is not one of them."""
    modes = list(known)
    if given is not None and given not in modes:
        raise ValueError(f"render_mode: {given!r} is none of {', '.join([*modes, 'None'])}")
    return given


def dealer_from(options: Any, following: int, players: int) -> int:  # noqa: ANN401 - whatever is given to `reset`
    """Return the dealer's seat from the `options` of a reset, or `following` if they name none.

    ValueError for a dealer that is not a seat, and for options that are not a dictionary.
    """
    if options is not None and not isinstance(options, dict):
        raise ValueError(f"options: a dictionary is needed, such as {{'dealer': 0}}, not {options!r}")
    return bounds.seat("dealer", (options or {}).get("dealer", following), players)
