"""Learning environments over the simulator: PettingZoo, Gymnasium, OpenSpiel and RLCard (docs/environments.md; the extra `env`).

Where Gymnasium is installed, importing this package registers `lastcard/Round-v0` for `gymnasium.make` and `make_vec`.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

ROUND: Final = "lastcard/Round-v0"
"""The id under which Gymnasium knows `LastcardEnv` and, for many rounds at once, `LastcardVectorEnv`."""


def _register() -> None:
    from gymnasium.envs.registration import register, registry  # noqa: PLC0415 - not always there

    if ROUND not in registry:
        register(
            ROUND,
            entry_point="lastcard.env.gymnasium_env:LastcardEnv",
            vector_entry_point="lastcard.env.vector_env:LastcardVectorEnv",
        )


if find_spec("gymnasium") is not None:
    _register()
