"""Finding a Chromium for the tests: the one that is named, the system's, or the one that npm brings."""

from __future__ import annotations

import errno
import os
import platform
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import web_build

HERE = Path(__file__).resolve().parent
UNPACKED = HERE / "chromium"
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome")

FROM_NPM = "npm"
"""As the value of LASTCARD_CHROMIUM: take npm's even where the system has one."""

STILL_BUSY_S = 60.0

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass(frozen=True)
class Chromium:
    """A program that runs, and what its environment must have beside ours."""

    program: Path
    environment: dict[str, str] = field(default_factory=dict)


def find() -> Chromium:
    """The first that is there and starts; RuntimeError says what to do where none can be had."""
    named = os.environ.get("LASTCARD_CHROMIUM")
    if named and named != FROM_NPM:
        return _working(Chromium(Path(named)))
    for name in () if named else SYSTEM_NAMES:
        path = shutil.which(name)
        if path and _runs(Chromium(Path(path))):
            return Chromium(Path(path))
    if sys.platform == "linux" and platform.machine() == "x86_64":
        return _from_npm()
    raise RuntimeError("No Chromium was found: install Chromium or Chrome, or name one in LASTCARD_CHROMIUM.")


def _from_npm() -> Chromium:
    """The one of the package @sparticuz/chromium, unpacked once for each version of the package."""
    with web_build.alone():
        _unpack()
    plain = Chromium(UNPACKED / "chromium", _fonts())
    if _runs(plain):
        return plain
    libraries = os.pathsep.join([str(UNPACKED / "al2023" / "lib"), os.environ.get("LD_LIBRARY_PATH", "")])
    return _working(
        Chromium(plain.program, {**plain.environment, "LD_LIBRARY_PATH": libraries.rstrip(os.pathsep)})
    )


def _unpack() -> None:
    lock = (HERE / "package-lock.json").read_text()
    stamp = UNPACKED / "from"
    if not stamp.is_file() or stamp.read_text() != lock:
        shutil.rmtree(UNPACKED, ignore_errors=True)
        UNPACKED.mkdir()
        _npm("ci", "--no-audit", "--no-fund", "--ignore-scripts")
        _npm("exec", "--offline", "--", "node", "unpack.mjs")
        _write_font_configuration()
        stamp.write_text(lock)


def _npm(*args: str) -> None:
    done = web_build.npm(*args, folder=HERE, environment={"TMPDIR": str(UNPACKED)})
    if done.returncode != 0:
        raise RuntimeError(f"npm {args[0]} failed in tests/e2e:\n{done.stdout}")


def _write_font_configuration() -> None:
    """The package's own file names folders of another system."""
    (UNPACKED / "fonts" / "fonts.conf").write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{UNPACKED / 'fonts'}</dir><cachedir>{UNPACKED / 'fonts-cache'}</cachedir></fontconfig>"
    )


def _fonts() -> dict[str, str]:
    """Bring the package's fonts where the system has none: without a font Chromium draws no letters."""
    return {} if Path("/etc/fonts/fonts.conf").exists() else {"FONTCONFIG_PATH": str(UNPACKED / "fonts")}


def _runs(chromium: Chromium) -> bool:
    """Does it start? A system may hold a file that was just written as busy for a moment longer: wait for that."""
    environment = {**os.environ, **chromium.environment}
    until = time.monotonic() + STILL_BUSY_S
    while True:
        try:
            done = subprocess.run(
                [chromium.program, "--version"], env=environment, capture_output=True, check=False
            )
        except OSError as error:
            if error.errno != errno.ETXTBSY or time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return done.returncode == 0


def _working(chromium: Chromium) -> Chromium:
    if not _runs(chromium):
        raise RuntimeError(
            f"{chromium.program} does not start: install Chromium, or name one in LASTCARD_CHROMIUM."
        )
    return chromium
