"""A real server in a process of its own, which a test may kill and start again."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

ROOT = Path(__file__).resolve().parents[2]
SECONDS_TO_START = 60


class Server:
    """`lastcard serve` on a free port with quick bots and the data folder given."""

    def __init__(self, data: Path, bot_delay: float = 0.02) -> None:
        """Nothing runs before `start`, or before the `with` block is entered."""
        self._data = data
        self._bot_delay = bot_delay
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where the start page is."""
        return f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        """Start on the port used before, if there was one; wait until it answers."""
        command = [sys.executable, "-m", "lastcard", "serve", "--no-browser", "--port", str(self._port)]
        command += ["--data", str(self._data), "--bot-delay", str(self._bot_delay)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self._port = int(found.group(1))
                break
        self._wait()

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
