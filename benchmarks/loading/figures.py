"""The figures of a load test and their output."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_NEARLY: Final = 0.95
"""The share of the due moves that must have been made."""
_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def at(share: float, values: list[float]) -> float:
    """The quantile of these values for this share."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


@dataclass
class Tally:
    """What happened during an interval; all times in seconds."""

    acks: list[float] = field(default_factory=list)
    """From when a move was due to its acknowledgement."""
    late: list[float] = field(default_factory=list)
    """From when a move was due to when the generator handled it: the generator's own delay."""
    overdue: list[float] = field(default_factory=list)
    """The ages of due moves without an acknowledgement so far."""
    messages: int = 0
    events: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally, overdue: float | None) -> None:
        """Add another table's tally; a move still without an acknowledgement counts with its present age."""
        self.acks += other.acks
        self.late += other.late
        self.messages += other.messages
        self.events += other.events
        self.errors += other.errors
        if overdue is not None:
            self.overdue.append(overdue)


@dataclass(frozen=True)
class Use:
    """What a process has used: seconds of processor time and bytes of memory, if the system reports them."""

    cpu: float
    rss: int

    @staticmethod
    def of(pid: int) -> Use:
        """The use so far."""
        try:
            words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        except OSError:
            return Use(float("nan"), 0)
        return Use((int(words[11]) + int(words[12])) / _TICKS, pages * os.sysconf("SC_PAGE_SIZE"))


def bound(share: float, counts: dict[float, float]) -> float:
    """The lowest bound of a histogram that covers this share."""
    whole = max(counts.values(), default=0.0)
    return next((at for at, count in sorted(counts.items()) if count >= share * whole), float("nan"))


@dataclass(frozen=True)
class Figures:
    """One measurement; `due` is how many moves should have been made."""

    tables: int
    seconds: float
    tally: Tally
    server_cpu: float
    server_rss: int
    own_cpu: float
    stuck: int
    due: float
    commits: dict[float, float]
    """How many commits took at most this many seconds."""

    @property
    def times(self) -> list[float]:
        """The times of acknowledgements, and the ages of those still missing."""
        return self.tally.acks + self.tally.overdue

    @property
    def p99(self) -> float:
        """The 99th percentile of the acknowledgements."""
        return at(0.99, self.times)

    @property
    def a_move(self) -> float:
        """The server's processor time per move in seconds, everything else it does included."""
        return self.server_cpu / max(1, len(self.tally.acks))

    @property
    def well(self) -> bool:
        """No errors, nothing stuck, and nearly as many moves as were due."""
        return not self.tally.errors and not self.stuck and len(self.tally.acks) > _NEARLY * self.due

    def row(self) -> str:
        """The figures in one line."""
        s, late, times = self.seconds, self.tally.late, self.times
        return (
            f"{self.tables:5} tables {len(self.tally.acks) / s:6.1f} moves/s  ack ms p50 {at(0.5, times) * 1000:6.1f}"
            f" p90 {at(0.9, times) * 1000:6.1f} p99 {self.p99 * 1000:6.1f} max {max(times, default=0) * 1000:7.1f}"
            f"  99% of commits within {bound(0.99, self.commits) * 1000:g} ms"
            f"  server {self.server_cpu / s:4.0%} {self.a_move * 1e6:5.0f} µs/move {self.server_rss / 2**20:5.0f} MiB  generator {self.own_cpu / s:4.0%}"
            f" late p99 {at(0.99, late) * 1000:5.1f}  errors {self.tally.errors.total()} stuck {self.stuck}"
        )

    def lines(self) -> list[str]:
        """The figures in a few lines."""
        tally, s, times = self.tally, self.seconds, self.times
        errors = ", ".join(f"{count} {name}" for name, count in tally.errors.most_common()) or "none"
        return [
            (
                f"tables        {self.tables}, {len(tally.acks)} moves in {s:.1f} s ({len(tally.acks) / s:.1f}/s, "
                f"{self.due / s:.1f}/s were due), {len(tally.overdue)} not acknowledged yet, {self.stuck} stuck"
            ),
            f"acknowledged  ms from when it was due: {_spread(times)}",
            f"told          {tally.events / s:.0f} events/s, {tally.messages / s:.0f} messages/s, all clients together",
            (
                f"server        {self.server_cpu / s:.0%} of a core, {self.a_move * 1e6:.0f} µs of it a move, "
                f"{self.server_rss / 2**20:.0f} MiB"
            ),
            (
                f"commits       half within {bound(0.5, self.commits) * 1000:g} ms, "
                f"99% within {bound(0.99, self.commits) * 1000:g} ms"
            ),
            f"generator     {self.own_cpu / s:.0%} of a core, own delay ms: {_spread(tally.late)}",
            f"errors        {errors}",
        ]


def _spread(times: list[float]) -> str:
    shares = (("p50", 0.5), ("p90", 0.9), ("p99", 0.99))
    words = [f"{name} {at(share, times) * 1000:.1f}" for name, share in shares]
    return "  ".join([*words, f"max {max(times, default=float('nan')) * 1000:.1f}"])
