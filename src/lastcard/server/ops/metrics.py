"""What can be counted from outside: `/metrics` in the format of Prometheus; docs/hosting.md says what each means."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from importlib.metadata import version
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    generate_latest,
)

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers by which a proxy says that it asks for somebody else."""


class Metrics:
    """The counters of one server, in a registry of their own."""

    def __init__(self) -> None:
        """All at nothing; what the process itself uses is there where the system tells (Linux)."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        Info("lastcard", "Which Lastcard this is", registry=self.registry).info(
            {"version": version("lastcard")}
        )
        self.tables = self._gauge("tables", "Tables in memory")
        self.viewers = self._gauge("viewers", "Connections that look at a table, spectators included")
        self.sockets = self._gauge("sockets", "Open sockets")
        self.commands = Counter(
            "lastcard_commands",
            "Commands by outcome: done, or the code of the refusal",
            ["outcome"],
            registry=self.registry,
        )
        ack = Histogram(
            "lastcard_ack_seconds",
            "From a command's arrival to its acknowledgement; held: it waited for a race",
            ["held"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._done = self.commands.labels("done")
        self._acks = ack.labels("no"), ack.labels("yes")
        self.commit = self._histogram("commit_seconds", "From handing events to the log until they are safe")
        self.loop_delay = self._histogram("loop_delay_seconds", "How late the server comes to what is due")
        self.events = self._counter("events", "Events committed")
        self.races_held = self._counter("races_held", "Commands that had to wait for a race")
        self.slow_readers = self._counter(
            "slow_readers", "Connections dropped because they did not read fast enough"
        )
        self.turned_away = self._counter("turned_away", "Sockets closed because too many were open")
        self.faults = self._counter("faults", "Faults of the server itself, storage errors included")
        self.storage_errors = self._counter("storage_errors", "Commits and reads of the log that failed")
        self.deleted = self._counter("tables_deleted", "Tables deleted because of their age")

    def acknowledged(self, seconds: float, *, held: bool = False) -> None:
        """A command was carried out and acknowledged after so long."""
        self._done.inc()
        self._acks[held].observe(seconds)

    def text(self) -> bytes:
        """All of them as text."""
        return generate_latest(self.registry)

    def _gauge(self, name: str, doc: str) -> Gauge:
        return Gauge(f"lastcard_{name}", doc, registry=self.registry)

    def _counter(self, name: str, doc: str) -> Counter:
        return Counter(f"lastcard_{name}", doc, registry=self.registry)

    def _histogram(self, name: str, doc: str) -> Histogram:
        return Histogram(f"lastcard_{name}", doc, buckets=_SECONDS, registry=self.registry)


def may_read(who: str, peer: str | None, headers: Mapping[str, str]) -> bool:
    """Whether a client at that address may read the metrics, where the setting `metrics` is `who`.

    `local` is this machine, `network` private addresses as well; through a proxy neither is, whatever it says.
    """
    if who in ("all", "off"):
        return who == "all"
    if peer is None or any(name in headers for name in _FORWARDED):
        return False
    try:
        found = ipaddress.ip_address(peer)
    except ValueError:
        return False
    address = getattr(found, "ipv4_mapped", None) or found
    return address.is_loopback or (who == "network" and address.is_private)
