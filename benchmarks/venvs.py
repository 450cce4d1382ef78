"""Virtual environments for the programs measured beside Lastcard, made once in `benchmarks/.environments`."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT = HERE / ".environments"
PINS = HERE / "peers"


class CannotInstall(Exception):  # noqa: N818 - what happened
    """The packages could not be installed; the message is the installer's last line."""


def python_of(name: str) -> Path:
    """Return the Python of the environment pinned in `peers/NAME.txt`, making it if it is missing or its pins have changed."""
    pins = PINS / f"{name}.txt"
    digest = hashlib.sha256(pins.read_bytes() + sys.version.encode()).hexdigest()
    folder = KEPT / name
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "pins.sha256"
    if stamp.exists() and stamp.read_text("utf-8") == digest:
        return python
    print(f"making an environment for {name} (once)", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    _run([sys.executable, "-m", "venv", str(folder)])
    _run([str(python), "-m", "pip", "install", "-q", "-r", str(pins)])
    stamp.write_text(digest, "utf-8")
    return python


def _run(command: list[str]) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - our own arguments
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        raise CannotInstall(lines[-1])
