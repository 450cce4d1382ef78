"""Servers that are killed and started again: always on the same port and data, forked from a warm process or cold."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tests.ports import free_port
from tests.rooms.server.conftest import PATIENCE, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
FAST = """rate = 1000000
tables_a_minute = 100000
tables_an_address = 100000
sockets_an_address = 10000
codes_a_minute = 100000
"""
"""Settings under which a client may say as much as it can."""


class Zygote:
    """The warm process, see `zygote.py`."""

    def __init__(self) -> None:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("LASTCARD_")}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=environment,
            text=True,
        )

    def fork(self, argv: list[str], log: Path, fault: str | None) -> int:
        """Start a server; its process id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"argv": argv, "log": str(log), "fault": fault}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the server cannot be imported"
        return int(answer)

    def end(self) -> None:
        """End it, and all servers that it started."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()


class Host(Server):
    """A server with a port and a data folder of its own that starts, is killed and starts again."""

    def __init__(
        self,
        data: Path,
        zygote: Zygote,
        fault: str | None = None,
        settings: str = FAST,
        bot_delay: float = 0.0,
    ) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.data = data
        self.zygote = zygote
        self.fault = fault
        self.bot_delay = bot_delay
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.pid = 0
        self._cold: subprocess.Popen[bytes] | None = None
        (data / "lastcard.toml").write_text(settings)

    @property
    def argv(self) -> list[str]:
        """The words of the command line."""
        fixed = ["serve", "--no-browser", "--bot-delay", str(self.bot_delay)]
        return [*fixed, "--data", str(self.data), "--port", str(self.port)]

    def start(self, *, cold: bool = False) -> None:
        """Start it; `cold` as anybody starts it, with all imports still to be done."""
        log = self.data / "stderr.log"
        if cold:
            with log.open("ab") as errors:
                self._cold = subprocess.Popen(
                    [sys.executable, "-m", "lastcard", *self.argv],
                    stdout=errors,
                    stderr=errors,
                    stdin=subprocess.DEVNULL,
                    env={k: v for k, v in os.environ.items() if not k.startswith("LASTCARD_")},
                )
            self.pid = self._cold.pid
        else:
            self.pid = self.zygote.fork(self.argv, log, self.fault)

    def wait_until_up(self) -> None:
        """Wait until it answers."""
        for _ in range(PATIENCE * 50):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise AssertionError(f"the server does not come up:\n{self.errors[-2000:]}")

    def kill(self, how: int = signal.SIGKILL) -> None:
        """End the process and wait until it is gone."""
        watched = os.pidfd_open(self.pid)
        try:
            os.kill(self.pid, how)
            assert select.select([watched], [], [], PATIENCE)[0], "the server does not end"
        finally:
            os.close(watched)
        if self._cold is not None:
            self._cold.wait()
            self._cold = None
        self.pid = 0

    def memory(self) -> int:
        """How much of the machine's memory it holds, in bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the system does not say how much memory the server holds")


@contextmanager
def warm() -> Iterator[Zygote]:
    """A warm process for as long as it is needed."""
    found = Zygote()
    try:
        yield found
    finally:
        found.end()


@contextmanager
def hosting(
    zygote: Zygote,
    data: Path,
    fault: str | None = None,
    settings: str = FAST,
    bot_delay: float = 0.0,
) -> Iterator[Host]:
    """A server that runs and answers, and is ended afterwards if it still runs."""
    found = Host(data, zygote, fault, settings, bot_delay)
    found.start()
    found.wait_until_up()
    try:
        yield found
    finally:
        if found.pid:
            found.kill()
