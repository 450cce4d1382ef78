"""The server under load, in a process of its own, and a few HTTP requests to it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Final

from benchmarks.loading.wire import Json

_MANY: Final = "100000000"
_LIMITS: Final = (
    "rate",
    "most-sockets",
    "sockets-an-address",
    "most-tables",
    "tables-an-address",
    "tables-a-minute",
)
"""Limits that a load from a single address would reach."""


class Server:
    """`lastcard serve` on a free port, with its data in `folder`."""

    def __init__(self, folder: Path, database: str, cpus: str, profile: str) -> None:
        self._errors = folder / "stderr.log"
        command = [
            sys.executable,
            "-m",
            "lastcard",
            "serve",
            "--no-browser",
            "--port",
            "0",
            "--data",
            str(folder),
        ]
        if profile:
            command[1:3] = ["-m", "cProfile", "-o", profile, "-m", "lastcard"]
        for name in _LIMITS:
            command += [f"--{name}", _MANY]
        kept = {k: v for k, v in os.environ.items() if not k.startswith("LASTCARD_")}
        chosen = {int(word) for word in cpus.split(",")} if cpus else None
        before = os.sched_getaffinity(0) if chosen else set()
        if chosen:
            os.sched_setaffinity(0, chosen)  # what is started inherits it
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(  # noqa: S603 - our own server
                command,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=kept | ({"LASTCARD_DATABASE": database} if database else {}),
            )
        if chosen:
            os.sched_setaffinity(0, before)
        line = self._process.stdout.readline().decode() if self._process.stdout else ""
        found = re.search(r":(\d+)/", line)
        if found is None:
            raise SystemExit(f"the server did not start: {line}{self._errors.read_text()}")
        self.port = int(found[1])
        self.pid = self._process.pid

    def stop(self) -> None:
        """End it; SystemExit if it does not end cleanly or has logged errors."""
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(60)
        said = self._errors.read_text()
        if code != 0 or '"level": "error"' in said:
            raise SystemExit(f"the server ended with {code}: {said[-2000:]}")

    def count(self, name: str) -> float:
        """The value of one of the server's metrics."""
        found = re.search(rf"^{name} (\S+)$", self._metrics(), re.MULTILINE)
        return float(found[1]) if found else float("nan")

    def histogram(self, name: str) -> dict[float, float]:
        """Cumulative counts by upper bound in seconds, since the server started."""
        found = re.findall(rf'^{name}_bucket{{le="([^"]+)"}} (\S+)$', self._metrics(), re.MULTILINE)
        return {float(le): float(count) for le, count in found}

    def _metrics(self) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=10) as answer:
            text: str = answer.read().decode()
        return text


async def opened(port: int, people: int) -> tuple[str, list[str]]:
    """Open a table of four with this many people and deal; return its name and their tokens."""
    table = await _post(port, "/api/tables", {"name": "Ana", "players": 4, "bots": people < 4})  # noqa: PLR2004
    address = f"/api/tables/{table['table']}/join"
    joined = [await _post(port, address, {"name": name}) for name in ("Ben", "Cleo", "Dan")[: people - 1]]
    return table["table"], [found["token"] for found in (table, *joined)]


async def _post(port: int, path: str, body: object) -> Json:
    text = json.dumps(body).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(text)}\r\nConnection: close\r\n\r\n".encode() + text)
    answer = await reader.read()
    writer.close()
    top, _, rest = answer.partition(b"\r\n\r\n")
    if b" 20" not in top.split(b"\r\n")[0]:
        raise SystemExit(f"{path}: {answer.decode()}")
    found: Json = json.loads(rest)
    return found
