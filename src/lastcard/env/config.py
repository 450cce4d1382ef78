"""How an environment goes about the rounds of its rules: what is asked, what is left to chance, what is seen and what is paid."""

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
    """What every environment may be told beside the rules.

    `calls` asks for UNO, catches and jumps too; otherwise `forget` is how often UNO is not said and `caught` how often that is caught. `dare` is how
    often a dare is done. `points` pays points (P2–P4) instead of 1 and -1. `observation` is `bytes` or a preset (docs/encoding.md).
    """

    calls: bool = False
    forget: float = 0.0
    caught: float = 0.0
    dare: float = 0.5
    points: bool = False
    observation: str = BYTES

    def __post_init__(self) -> None:
        """ValueError for a chance that is none, or an unknown observation."""
        for name in _PROBABILITIES:
            bounds.often(name, getattr(self, name))
        preset_of(self.observation)


class EnvOptions(TypedDict, total=False):
    """The fields of `EnvConfig` as options of a constructor."""

    calls: bool
    forget: float
    caught: float
    dare: float
    points: bool
    observation: str


def checked_render_mode(given: str | None, known: Iterable[str]) -> str | None:
    """How an environment shows itself, if at all; ValueError names the ways it knows."""
    modes = list(known)
    if given is not None and given not in modes:
        raise ValueError(f"render_mode: {given!r} is none of {', '.join([*modes, 'None'])}")
    return given


def dealer_from(options: Any, following: int, players: int) -> int:  # noqa: ANN401 - whatever is given to `reset`
    """The dealer that the options of a reset name, or the one that follows; ValueError for what is no seat, and for options that are no dictionary."""
    if options is not None and not isinstance(options, dict):
        raise ValueError(f"options: a dictionary is needed, such as {{'dealer': 0}}, not {options!r}")
    return bounds.seat("dealer", (options or {}).get("dealer", following), players)
