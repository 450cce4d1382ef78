"""A kill cannot show a missing fsync; a trace of the system calls can."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.server.conftest import Server, client

if TYPE_CHECKING:
    from pathlib import Path

MOVES = 6
STRACE = shutil.which("strace") or ""


def can_trace() -> bool:
    """Whether this machine lets a process be traced."""
    return (
        bool(STRACE)
        and subprocess.run([STRACE, "-o", "/dev/null", "true"], capture_output=True, check=False).returncode
        == 0
    )


@pytest.mark.skipif(sys.platform != "linux" or not can_trace(), reason="strace is not there or not allowed")
async def test_the_disk_is_told_before_the_player(tmp_path: Path) -> None:
    """Between two acknowledgements the log is written and synced: write, fdatasync, then the acknowledgement."""
    server = Server(tmp_path / "data")
    opened = server.open(bots=False, players=2)
    _, joined = server.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    trace = tmp_path / "trace"
    calls = "trace=pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg"
    tracer = subprocess.Popen(  # noqa: ASYNC220 - it starts at once
        [STRACE, "-f", "-s", "400", "-e", calls, "-o", str(trace), "-p", str(server.process.pid)],
        stderr=subprocess.PIPE,
    )
    assert tracer.stderr is not None
    assert b"attached" in tracer.stderr.readline()
    table = opened["table"]
    async with client(server, table, opened["token"]) as ana, client(server, table, joined["token"]) as ben:
        for _ in range(MOVES):
            mover = ana if ana.mine else ben
            v = (await mover.act(mover.choice()))["v"]
            for each in (ana, ben):
                while each.state["v"] < v:
                    await each.next()
    server.stop()
    tracer.wait(20)
    tracer.stderr.close()
    written = synced = False
    acknowledged = 0
    for line in trace.read_text(errors="replace").splitlines():
        if "pwrite64(" in line:
            written, synced = True, False
        elif re.search(r"fdatasync\(|fsync\(|fdatasync resumed|fsync resumed", line) and line.endswith("= 0"):
            synced = written
        elif re.search(r'\\"t\\":\\"ack\\"', line):
            assert written, line
            assert synced, line
            acknowledged += 1
            written = synced = False
    assert acknowledged == MOVES
