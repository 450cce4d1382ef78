"""Trains a network with sb3-contrib's MaskablePPO and measures its win rate (docs/training.md).

    python -m benchmarks.training [--steps N] [--seed S] [--players P] [--out DIR]

`benchmarks.training` runs this file in a virtual environment of its own. It trains seat 0 against sensible opponents,
writes the curve as CSV and as a plot, and at the end plays the network against random and sensible opponents, always
choosing its best action.
"""

from __future__ import annotations

import csv
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

from benchmarks.training import parser
from lastcard.env.opponents import Opponents, random_opponents, sensible_opponents
from lastcard.env.vector_env import LastcardVectorEnv

TABLES: Final = 512
RULES: Final = {"renege": False}
"""Whoever can play must play: a network that always draws would hold the whole deck and never end its round."""
AGAINST: Final[dict[str, Opponents]] = {"random": random_opponents, "sensible": sensible_opponents}
COLUMNS: Final = ("steps", "seconds", "won_against_random", "won_against_sensible")


class Tables(VecEnv):
    """The vectorised environment with the interface of stable-baselines3."""

    def __init__(self, env: LastcardVectorEnv, seed: int) -> None:
        """`seed` is the seed of the first reset."""
        self._env = env
        self._first: int | None = seed
        self._actions = np.zeros(env.num_envs, np.int64)
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def reset(self) -> np.ndarray:
        """Deal everywhere."""
        seen, _ = self._env.reset(seed=self._first)
        self._first = None
        return seen

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions until `step_wait`."""
        self._actions = actions

    def step_wait(self) -> Any:  # noqa: ANN401 - as VecEnv says
        """Apply the actions."""
        seen, rewards, over, _, info = self._env.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over):
            infos[i]["terminal_observation"] = info["final_obs"][i]
        return seen, rewards.astype(np.float32), over, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:  # noqa: ANN401, ARG002 - as VecEnv says
        """Only `action_masks` exists."""
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return list(self._env.action_masks())

    def has_attr(self, attr_name: str) -> bool:
        """Whether the tables have this attribute."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:  # noqa: ANN401, ARG002 - as VecEnv says
        """The same value for every table."""
        return [getattr(self._env, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ANN401, ARG002 - as VecEnv says
        """Attributes cannot be set."""
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ANN401, ARG002 - as VecEnv says
        """No table is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """There is nothing to close."""


def tables(opponents: Opponents, seed: int, players: int, count: int = TABLES) -> Tables:
    """Return this many tables against these opponents."""
    env = LastcardVectorEnv(count, players=players, rules=RULES, opponents=opponents, observation="flat")
    return Tables(env, seed)


def win_rate(model: MaskablePPO, opponents: Opponents, rounds: int, seed: int, players: int) -> float:
    """Return the share of rounds that the network wins; each table counts the same number of rounds, short or long."""
    count = min(rounds, 100)
    env, each = tables(opponents, seed, players, count), rounds // count
    seen, played, won = env.reset(), np.zeros(count, int), 0
    while (played < each).any():
        chosen, _ = model.predict(
            seen, action_masks=np.stack(env.env_method("action_masks")), deterministic=True
        )
        env.step_async(chosen)
        seen, rewards, over, _ = env.step_wait()
        won += int(((rewards > 0) & over & (played < each)).sum())
        played += over
    return won / (each * count)


class Curve(BaseCallback):
    """Evaluates the network at regular intervals and writes a line each time."""

    def __init__(self, path: Path, every: int, rounds: int, seed: int, players: int) -> None:
        """Start a new file."""
        super().__init__()
        self._path, self._every, self._rounds, self._seed, self._players = path, every, rounds, seed, players
        self._next, self._began = 0, time.process_time()
        self._spent = 0.0
        path.write_text(",".join(COLUMNS) + "\n", "utf-8")

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self._next:
            self._next = self.num_timesteps + self._every
            self.look()

    def look(self) -> None:
        """Evaluate and write a line; this does not count as training."""
        began = time.process_time()
        trained = began - self._began - self._spent
        rates = [
            win_rate(self.model, who, self._rounds, self._seed + 1000, self._players)
            for who in AGAINST.values()
        ]
        line = [str(self.num_timesteps), f"{trained:.0f}", *(f"{rate:.4f}" for rate in rates)]
        with self._path.open("a", encoding="utf-8") as file:
            file.write(",".join(line) + "\n")
        print("  ".join(f"{name} {value}" for name, value in zip(COLUMNS, line, strict=True)), flush=True)
        self._spent += time.process_time() - began


def plot(path: Path, to: Path, chance: float) -> None:
    """Plot the curve."""
    import matplotlib as mpl  # noqa: PLC0415 - training itself does not need it

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    figure, axes = plt.subplots(figsize=(6, 3.4), dpi=90)
    for name, colour in (("random", "#1d4ed8"), ("sensible", "#d0021b")):
        axes.plot(
            [int(row["steps"]) for row in rows],
            [100 * float(row[f"won_against_{name}"]) for row in rows],
            color=colour, label=f"against {name} opponents",
        )  # fmt: skip
    axes.axhline(100 * chance, color="#999999", linewidth=1, linestyle=":")
    axes.set(xlabel="decisions learned from", ylabel="rounds won, %")
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(to, metadata={"Software": None})


def main() -> None:
    """Train, then evaluate."""
    options = parser().parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    env = VecMonitor(tables(sensible_opponents, options.seed, options.players))
    model = MaskablePPO(
        "MlpPolicy", env, seed=options.seed, n_steps=32, batch_size=2048, n_epochs=2, learning_rate=2e-3,
        gamma=1.0, gae_lambda=0.95, ent_coef=0.003, policy_kwargs={"net_arch": [64, 64]}, device="cpu",
    )  # fmt: skip
    curve = Curve(
        options.out / "curve.csv",
        max(options.steps // 10, 1),
        min(options.rounds, 500),
        options.seed,
        options.players,
    )
    model.learn(options.steps, callback=curve)
    curve.look()
    model.save(options.out / "network.zip")
    plot(options.out / "curve.csv", options.out / "curve.png", 1 / options.players)
    for name, who in AGAINST.items():
        rounds = options.rounds
        share = win_rate(model, who, rounds, options.seed + 2000, options.players)
        half = 1.96 * (share * (1 - share) / rounds) ** 0.5
        print(f"wins {100 * share:.2f} ± {100 * half:.2f} % of {rounds} rounds against {name} opponents")


if __name__ == "__main__":
    main()
