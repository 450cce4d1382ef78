"""The spaces of observations, as Gymnasium and PettingZoo want them."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from lastcard.env.presets import preset_of
from lastcard.sim.choices import SIZE
from lastcard.sim.kernel.codes import OBSERVED


def seen_space(observation: str) -> spaces.Box:
    """The space of an observation: `bytes`, or a preset."""
    preset = preset_of(observation)
    if preset is None:
        return spaces.Box(0, 255, (OBSERVED,), np.uint8)
    return spaces.Box(0.0, preset.high, preset.shape, np.float32)


def masked_space(observation: str) -> spaces.Dict:
    """A seat's view and the numbers open to it."""
    return spaces.Dict(
        {"observation": seen_space(observation), "action_mask": spaces.Box(0, 1, (SIZE,), np.int8)}
    )
