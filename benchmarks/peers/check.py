"""Compares Lastcard with a peer, in the peer's own virtual environment.

python -m benchmarks.peers.check rlcard|open_spiel [GAMES]
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.venvs import CannotInstall, python_of

HERE = Path(__file__).resolve().parent
CHECKS = {"rlcard": "rlcard_lockstep.py", "open_spiel": "open_spiel_checks.py"}


def main() -> int:
    """Make the environment if it is missing, and run the check in it."""
    if len(sys.argv) < 2 or sys.argv[1] not in CHECKS:  # noqa: PLR2004 - a name is needed
        print(f"say which: {' or '.join(CHECKS)}", file=sys.stderr)
        return 2
    try:
        python = python_of(sys.argv[1])
    except CannotInstall as error:
        print(f"{sys.argv[1]} cannot be installed: {error}", file=sys.stderr)
        return 1
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "src")}
    command = [str(python), str(HERE / CHECKS[sys.argv[1]]), *sys.argv[2:]]
    return subprocess.run(command, check=False, env=environment).returncode  # noqa: S603 - our own program


if __name__ == "__main__":
    sys.exit(main())
