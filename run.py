#!/usr/bin/env python3
"""Install Lastcard and run it, from a fresh clone, with nothing but Python 3.11 and git.

python3 run.py                     play: start the server and print its address
python3 run.py --port 9000         the same with `lastcard serve`'s options (--host, --no-browser, --data DIR)
python3 run.py test                install the test tools too and run the tests that an ordinary change can break
python3 run.py test --quick        those that one runs before each commit; --all: every test, as CI does
python3 run.py test ARGUMENTS      whatever pytest is asked for, for example a file of tests
python3 run.py COMMAND …           any other command of `lastcard`, for example `python3 run.py --version`

Everything is installed into .venv beside this file, from lock files with hashes, and installed again only
when these files, the package's description or web/ change. To start over, delete .venv.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  (an old Python reads as far as here, and must say so)
    sys.exit(
        f"Lastcard needs Python 3.11 or newer, and this is {sys.version_info[0]}.{sys.version_info[1]}. "
        "Install a newer one and start run.py with it, for example: python3.12 run.py"
    )

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import sim_build
import web_build

BEGAN = time.time()
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
UV = VENV / ("Scripts/uv.exe" if os.name == "nt" else "bin/uv")
STATE = VENV / ".lastcard-installed.json"
"""What is installed: the name of each lock file, and of the project itself, with its digest."""
UNFINISHED = VENV / ".lastcard-unfinished"
"""This file exists while dependencies are being installed; if it is there at the start, an install was interrupted."""
PROJECT = "the project"

IN_PARALLEL = ("-n", "auto", "--maxprocesses", "4", "--dist", "loadgroup")
"""How pytest runs a tier: in one process for each core, up to four."""
TIERS = {"--quick": "quick", "--all": "all"}
"""The words that choose a tier other than the default one (tests/tiers.py)."""

REMEDIES = {
    "no space left on device": "The disk is full. Make room and run this again.",
    "permission denied|read-only file system|access is denied|eacces": (
        f"Something cannot be written. Check that you own {ROOT} and your caches, and run this again."
    ),
    "name resolution|name or service not known|getaddrinfo|enotfound|eai_again|dns error|failed to lookup address|"
    "network is unreachable|econnrefused|connection refused|econnreset|etimedout|timed out|newconnectionerror|"
    "proxyerror|error sending request|failed to fetch|max retries": (
        "The package registries cannot be reached. The first run needs the network (later ones do not): "
        "check the connection, or the proxy in HTTPS_PROXY, and run this again."
    ),
    "the web client was not built": (
        "The web client could not be built; the reason stands above. If you changed web/, mend it; "
        "if not, delete web/node_modules and run this again."
    ),
}
"""Words that a failed step may have printed, and what to do then. The first that matches is shown."""


class Fault(Exception):  # noqa: N818  (it is no error of the program)
    """Something went wrong that the person at the keyboard can mend; the text says how."""


def main(argv: Sequence[str]) -> int:
    """Install what is missing, then hand over to the program or to pytest; returns the exit code."""
    first = argv[0] if argv else "play"
    if first in {"-h", "--help", "help"}:
        print(__doc__)
        return 0
    try:
        prepare(for_tests=first == "test")
    except Fault as fault:
        print(f"\n{fault}", file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"\n{explain_os_error(fault)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nInterrupted. Run the same command again and it goes on.", file=sys.stderr)
        return 130
    return start(command_for(argv))


def command_for(argv: Sequence[str]) -> list[str]:
    """The arguments for Python that do what `argv` asks for."""
    if not argv:
        return ["-m", "lastcard", "serve"]
    first, *rest = argv
    if first == "test":
        return ["-m", "pytest", *test_arguments(rest)]
    if first == "play":
        return ["-m", "lastcard", "serve", *rest]
    if first.startswith("-") and first != "--version":
        return ["-m", "lastcard", "serve", *argv]
    return ["-m", "lastcard", *argv]


def test_arguments(rest: Sequence[str]) -> list[str]:
    """What pytest gets: a tier in parallel, and what else was asked for; or, without a tier, that alone."""
    tier, more = ("default", rest) if not rest else (TIERS.get(rest[0]), rest[1:])
    return list(rest) if tier is None else ["--tier", tier, *IN_PARALLEL, *more]


def start(command: Sequence[str]) -> int:
    """Run the installed Python in the foreground; where the system allows it, in place of this process."""
    if command[1] == "pytest":
        os.chdir(ROOT)
        os.environ["LASTCARD_TEST_BEGAN"] = str(BEGAN)
        # servers are started hundreds of times: byte code is kept, and not beside the source
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "bytecode"))
    sys.stdout.flush()
    whole = [str(PYTHON), *command]
    if os.name != "nt":
        os.execv(PYTHON, whole)  # noqa: S606  (no shell is wanted)
    try:
        return subprocess.call(whole)
    except KeyboardInterrupt:
        return 130


# What is installed, and what should be


def lock_files(*, for_tests: bool) -> list[str]:
    """The lock files whose packages are needed; the test set contains all the others."""
    zig = [] if sim_build.is_fresh() or sim_build.compiler() else ["requirements-zig.lock"]
    if for_tests:
        return ["requirements-test.lock", *zig]
    node = [] if web_build.is_fresh() or web_build.system_npm() else ["requirements-node.lock"]
    return ["requirements.lock", "requirements-build.lock", *node, *zig]


def wanted(*, for_tests: bool) -> dict[str, str]:
    """What should be installed: each part with the digest of all that it is made from."""
    parts = {name: digest((ROOT / name).read_bytes()) for name in lock_files(for_tests=for_tests)}
    builders = ("pyproject.toml", "hatch_build.py", "web_build.py", "sim_build.py")
    sources = [(ROOT / name).read_bytes() for name in builders]
    client = "" if os.environ.get("LASTCARD_SKIP_WEB") else web_build.digest()
    kernel = "" if os.environ.get("LASTCARD_SKIP_KERNEL") else sim_build.digest()
    parts[PROJECT] = digest(*sources, client.encode(), kernel.encode(), str(ROOT).encode())
    return parts


def installed() -> dict[str, str]:
    """What is installed, as far as it was finished; nothing if that cannot be read."""
    if UNFINISHED.exists() or not PYTHON.exists():
        return {}
    try:
        found = json.loads(STATE.read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def missing(*, for_tests: bool) -> dict[str, str]:
    """The parts that must be installed, with their digests. The order is the order of installing."""
    have = installed()
    need = wanted(for_tests=for_tests)
    if not for_tests and have.get("requirements-test.lock") == digest(
        (ROOT / "requirements-test.lock").read_bytes()
    ):
        need = {PROJECT: need[PROJECT]}
    lacking = {part: value for part, value in need.items() if have.get(part) != value}
    if not web_build.is_fresh() or (not sim_build.is_fresh() and sim_build.compiler()):
        lacking[PROJECT] = need[PROJECT]
    return lacking


def digest(*parts: bytes) -> str:
    """One hash over several pieces."""
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


# Installing


def prepare(*, for_tests: bool) -> None:
    """Bring .venv up to date. Does nothing, quickly, when it is."""
    if not missing(for_tests=for_tests):
        return
    check_folder()
    with one_at_a_time():
        began = time.monotonic()
        if UNFINISHED.exists() or not PYTHON.exists():
            make_environment()
        for part, value in missing(for_tests=for_tests).items():
            install(part)
            STATE.write_text(json.dumps({**installed(), part: value}))
        say(f"ready after {time.monotonic() - began:.0f} s")


def check_folder() -> None:
    """Fail early, and plainly, where nothing can be written."""
    if not os.access(ROOT, os.W_OK):
        raise Fault(
            f"{ROOT} cannot be written, and the first run installs into it. Clone Lastcard into a folder of yours."
        )


def make_environment() -> None:
    """Make a new .venv with the pinned uv in it, and delete what an interrupted run left."""
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise Fault(
                f"This Python ({sys.executable}) lacks its module {module!r}, which makes virtual environments. "
                "On Debian and Ubuntu: sudo apt install python3-venv. Elsewhere, install a complete Python."
            )
    say("making a virtual environment in .venv")
    if VENV.exists():
        shutil.rmtree(VENV)
    VENV.mkdir()
    UNFINISHED.touch()
    step([sys.executable, "-m", "venv", str(VENV)])
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--retries", "2", "--timeout", "20"]
    step([*pip, "install", "--require-hashes", "-r", str(ROOT / "requirements-uv.lock")])
    UNFINISHED.unlink()


def install(part: str) -> None:
    """Install the packages of a lock file, or the project itself in place (which builds the web client)."""
    uv = [str(UV), "pip", "install", "--python", str(PYTHON), "--no-progress"]
    if part == PROJECT:
        building = [] if web_build.is_fresh() else ["building the web client"]
        building += [] if sim_build.is_fresh() else ["compiling the simulator"]
        say(", ".join([*building, "installing Lastcard"]))
        step(
            [
                *uv,
                "--no-deps",
                "--no-build-isolation",
                "--reinstall-package",
                "lastcard",
                "--editable",
                str(ROOT),
            ]
        )
        if not sim_build.is_fresh():
            say(
                "the simulator's kernel was not compiled, so it runs slowly: install a C compiler and run this again"
            )
        return
    say(f"installing the packages of {part}")
    UNFINISHED.touch()
    step([*uv, "--require-hashes", "-r", str(ROOT / part)])
    UNFINISHED.unlink()


def step(command: Sequence[str]) -> None:
    """Run a program quietly; if it fails, show the end of what it said and the remedy."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise Fault(explain(done.stdout))


def explain(output: str) -> str:
    """The end of a failed step's output, and below it what to do."""
    lowered = output.lower()
    fitting = (remedy for words, remedy in REMEDIES.items() if re.search(rf"\b({words})\b", lowered))
    remedy = next(
        fitting, "Delete .venv and run this again. If it fails in the same way, report what stands above."
    )
    tail = "\n".join(f"  | {line}" for line in output.strip().splitlines()[-25:])
    return f"{tail}\n\n{remedy}"


def explain_os_error(fault: OSError) -> str:
    """What to do about a file or program that the system refuses."""
    what = f"{fault.filename}: {fault.strerror}" if fault.filename else str(fault)
    return explain(what)


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let one process install at a time; a second one waits. (Windows has no flock: there, do not start two.)"""
    try:
        import fcntl  # noqa: PLC0415  (POSIX only)
    except ImportError:
        yield
        return
    with (ROOT / ".venv.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another run is installing; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def say(what: str) -> None:
    """One quiet line of progress."""
    print(f"lastcard: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
