"""Observation spaces for Gymnasium and PettingZoo."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from lastcard.env.presets import preset_of
from lastcard.sim.choices import SIZE
from lastcard.sim.kernel.codes import OBSERVED


def observation_space(observation: str) -> spaces.Box:
    """Return the space of an observation: `bytes`, or a preset's name."""
    preset = preset_of(observation)
    if preset is None:
        return spaces.Box(0, 255, (OBSERVED,), np.uint8)
    return spaces.Box(0.0, preset.high, preset.shape, np.float32)


def masked_observation_space(observation: str) -> spaces.Dict:
    """Return the space of an observation together with its action mask."""
    return spaces.Dict(
        {"observation": observation_space(observation), "action_mask": spaces.Box(0, 1, (SIZE,), np.int8)}
    )
