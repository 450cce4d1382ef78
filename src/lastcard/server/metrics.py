"""What can be counted from outside: `/metrics` in the format of Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The counters of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("lastcard_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("lastcard_sockets", "Open sockets", registry=self.registry)
        self.commands = Counter(
            "lastcard_commands", "Commands by outcome", ["outcome"], registry=self.registry
        )
        self.events = Counter("lastcard_events", "Events committed", registry=self.registry)
        self.faults = Counter("lastcard_faults", "Faults of the server itself", registry=self.registry)
        self.commit = Histogram(
            "lastcard_commit_seconds",
            "From handing events to the log until they are safe",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0),
            registry=self.registry,
        )

    def text(self) -> bytes:
        """All of them as text."""
        return generate_latest(self.registry)
