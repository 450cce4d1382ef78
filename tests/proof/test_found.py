"""Faults that a proof has found, each shown by itself."""

from __future__ import annotations

import io

import pytest

from lastcard.server.ops.logging import UnfailingStream
from tests.rooms.server.timed import Seated, after, in_virtual_time, seated

ANA, BEN, CLEO, DANA = range(4)
HANDS = ("R1 B9", "R2 Y1 Y2", "R3 Y3 Y4", "R4 Y6 Y7")


@pytest.mark.rule("X1", "V12", "U5")
@in_virtual_time
async def test_a_vote_that_the_clock_gives_while_somebody_may_be_caught_waits_once() -> None:
    """It was given again and again while it waited for the race, until the table took that for a fault of its own."""
    table = Seated(seated(HANDS, rules={"suggestion_penalty": 4}), clock=20)
    await table.sit(ANA, BEN, CLEO, DANA)
    await table.do(CLEO, "report 1")
    await after(19.5)
    await table.do(ANA, "play R1")
    await after(5)
    assert table.table._metrics.faults._value.get() == 0
    assert len(table.people[BEN].events("report-voted")) == 1
    assert table.people[BEN].events("report-settled") == [
        {"t": "report-settled", "seat": BEN, "upheld": False}
    ]
    await table.stop()


class FullStream(io.StringIO):
    """A stream to a disk that is full."""

    def write(self, text: str) -> int:
        """It takes nothing."""
        raise OSError(28, "No space left on device", text)

    def flush(self) -> None:
        """Nor this."""
        raise OSError(28, "No space left on device")


def test_a_line_that_cannot_be_written_stops_nothing() -> None:
    """A table ended for good when the disk was full on which its server's log lay: the fault could not be told."""
    print("a line", file=UnfailingStream(FullStream()), flush=True)
    kept = io.StringIO()
    print("a line", file=UnfailingStream(kept), flush=True)
    assert kept.getvalue() == "a line\n"
