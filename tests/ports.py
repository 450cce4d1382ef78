"""Ports for servers that tests start, and start again: none that the system may give to a connection meanwhile."""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress

FIRST, EACH, WORKERS = 20_000, 1_000, 10
"""Below the ports that systems give to outgoing connections; every worker of pytest-xdist has some of its own."""


def free_port() -> int:
    """A port on which nobody listens, and which nobody else takes while a server is down."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for _ in range(EACH):
        port = FIRST + worker % WORKERS * EACH + secrets.randbelow(EACH)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no free port was found")
