"""Trains a network in a virtual environment of its own (docs/training.md), which it makes once for benchmarks/learning.py.

python -m benchmarks.training [--steps N] [--seed S] [--players P] [--rounds R] [--out DIR]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.venvs import CannotInstall, python_of

ROOT = Path(__file__).resolve().parents[1]


def parser() -> argparse.ArgumentParser:
    """The command line, which `benchmarks/learning.py` parses too."""
    found = argparse.ArgumentParser(
        prog="python -m benchmarks.training", description="Trains a network (docs/training.md)."
    )
    found.add_argument(
        "--steps", type=at_least(1), default=1_000_000, help="decisions to learn from (1000000)"
    )
    found.add_argument("--seed", type=int, default=1, help="decides everything (1)")
    found.add_argument("--players", type=at_least(2, 10), default=2, help="how many play (2)")
    found.add_argument(
        "--rounds", type=at_least(1), default=10_000, help="rounds played at the end against each (10000)"
    )
    found.add_argument("--threads", type=at_least(1), default=1, help="threads of the network (1)")
    found.add_argument(
        "--out", type=Path, default=Path("training"), help="where curve and network go (training)"
    )
    return found


def at_least(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a parser of whole numbers within these bounds."""

    def read(word: str) -> int:
        number = int(word) if word.isdecimal() else least - 1
        if number < least or (most is not None and number > most):
            bounds = f"from {least}" if most is None else f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"a whole number {bounds} is needed, not {word!r}")
        return number

    return read


def main() -> int:
    """Check the arguments first, since making the environment takes minutes and 300 MB, then pass them on."""
    parser().parse_args()
    try:
        python = python_of("training")
    except CannotInstall as error:
        print(f"the packages of benchmarks/peers/training.txt cannot be installed: {error}", file=sys.stderr)
        return 1
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    command = [str(python), str(ROOT / "benchmarks" / "learning.py"), *sys.argv[1:]]
    return subprocess.run(command, check=False, env=environment).returncode  # noqa: S603 - our own program


if __name__ == "__main__":
    sys.exit(main())
