"""Reads a trace of system calls (strace) and finds out, for each acknowledgement, whether the disk was told before.

For each command: a write to the log's file with the command's id in it ended; a sync of that file began after that and
ended well; and only then was the acknowledgement with that id handed to a socket.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.rooms.server.conftest import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STRACE = shutil.which("strace") or ""
CALLS = "trace=pwrite64,pwritev,fsync,fdatasync,write,writev,sendto,sendmsg"
_LINE = re.compile(r"(\d+) +(?:<\.\.\. )?(\w+)(.*)\Z", re.DOTALL)
_FILE = re.compile(r"\A\(\d+<(?P<path>[^>]*)>")
_ACK = re.compile(r'\\"t\\":\\"ack\\",\\"id\\":\\"([\w-]+)\\"')
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def can_trace() -> bool:
    """Whether this machine lets a process be traced."""
    if not STRACE:
        return False
    done = subprocess.run([STRACE, "-o", "/dev/null", "true"], capture_output=True, check=False)
    return done.returncode == 0


@contextmanager
def traced(pid: int, trace: Path) -> Iterator[None]:
    """The system calls of a process and all its threads are written to the file, until it ends."""
    command = [STRACE, "-f", "-y", "-s", "20000", "-e", CALLS, "-o", str(trace), "-p", str(pid)]
    tracer = subprocess.Popen(command, stderr=subprocess.PIPE)
    assert tracer.stderr is not None
    assert b"attached" in tracer.stderr.readline()
    try:
        yield
    finally:
        tracer.wait(PATIENCE)
        tracer.stderr.close()


@dataclass
class Call:
    """A system call, with the numbers of the lines on which it began and ended."""

    name: str
    said: str
    began: int
    ended: int = -1
    fine: bool = False

    @property
    def path(self) -> str:
        """The file that it was about."""
        found = _FILE.match(self.said)
        return found["path"] if found else ""


@dataclass
class Verdict:
    """What a trace shows: for each acknowledged id the sync before it; and the ids acknowledged without one."""

    synced: dict[str, int] = field(default_factory=dict)
    unsafe: list[str] = field(default_factory=list)


def calls(text: str) -> list[Call]:
    """The system calls of a trace, in the order in which they began."""
    found: list[Call] = []
    open_: dict[str, Call] = {}
    for number, line in enumerate(text.splitlines()):
        parts = _LINE.match(line)
        if parts is None:
            continue
        thread, name, rest = parts.groups()
        if "<unfinished ...>" in rest:
            open_[thread] = Call(name, rest, number)
            found.append(open_[thread])
            continue
        call = open_.pop(thread) if "resumed>" in rest and thread in open_ else None
        if call is None:
            call = Call(name, rest, number)
            found.append(call)
        call.ended = number
        call.fine = re.search(r"\) += \d+\Z", rest) is not None
    return found


def judge(text: str, log: str) -> Verdict:
    """Hold each acknowledgement against the writes to `log` (the end of a path) and its syncs."""
    found = calls(text)
    verdict = Verdict()
    writes = [c for c in found if c.name.startswith("pwrite") and c.path.endswith(log) and c.fine]
    syncs = [c for c in found if c.name in ("fsync", "fdatasync") and c.path.endswith(log) and c.fine]
    written: dict[str, list[Call]] = {}
    for call in writes:
        for name in set(_ID.findall(call.said)):
            written.setdefault(name, []).append(call)
    for call in found:
        if call.name.startswith("pwrite") or call.path.endswith(log):
            continue
        for name in _ACK.findall(call.said):
            before = [
                s
                for s in syncs
                if s.ended < call.began and any(w.ended < s.began for w in written.get(name, []))
            ]
            if before:
                verdict.synced[name] = before[0].began
            else:
                verdict.unsafe.append(name)
    return verdict
