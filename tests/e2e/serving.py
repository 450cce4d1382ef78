"""A real server in a process of its own, which a test may kill and start again."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tests.ports import free_port

if TYPE_CHECKING:
    from types import TracebackType

ROOT = Path(__file__).resolve().parents[2]
SECONDS_TO_START = 60
WITH_STATIC = """
import dataclasses, pathlib, sys
from lastcard import cli
from lastcard.server import app

read, static = app.settings, pathlib.Path(sys.argv.pop(1))
app.settings = lambda flags: dataclasses.replace(read(flags), static=static)
sys.exit(cli.main(sys.argv[1:]))
"""
"""The command line, but for the page: which folder that is in is no setting."""


class Server:
    """`lastcard serve` on a free port with quick bots and the data folder given."""

    def __init__(self, data: Path, bot_delay: float = 0.02, static: Path | None = None) -> None:
        """Nothing runs before `start`, or before the `with` block is entered; `static` is another page than the built one."""
        self._static = static
        self._data = data
        self._bot_delay = bot_delay
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where the start page is."""
        return f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        """Start, again on the same port; wait until it answers."""
        whole = ["-m", "lastcard"] if self._static is None else ["-c", WITH_STATIC, str(self._static)]
        command = [sys.executable, *whole, "serve", "--no-browser", "--port", str(self._port)]
        command += ["--data", str(self._data), "--bot-delay", str(self._bot_delay)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if self.address in line:
                self._wait()
                return
        raise AssertionError(f"the server ended before it gave its address:\n{said}")

    def kill(self) -> None:
        """End it as a power cut would (SIGKILL)."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None

    def __enter__(self) -> Self:
        """Start it."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self.kill()

    def _wait(self) -> None:
        end = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.address}healthz", timeout=2):  # noqa: S310 - our own address
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError(f"the server did not answer within {SECONDS_TO_START} s")
