"""Who comes back has the same seat and the same view as one who never left: over real sockets, and after minutes in virtual time."""

from __future__ import annotations

import asyncio
import json
import signal
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from lastcard.server.model.events import RING
from tests.proof import absence, reconnect
from tests.proof.absence import one_table
from tests.proof.follow import Follower, compare
from tests.proof.hosts import Host
from tests.proof.ledger import ProofBroken
from tests.proof.reconnect import Report, come_and_go, run
from tests.rooms.server.conftest import PATIENCE
from tests.tiers import by_tier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

Json = dict[str, Any]


@pytest.mark.tier("all")
async def test_hundreds_come_back_to_the_same_seat_and_view(host: Host) -> None:
    """After up to half a second, in which the table is played on by one who never left."""
    report = Report()
    await run(host, 300, 15, 0.5, 0.05, "ci", report)
    print(f"\n{report}")
    assert len(report.took) == 300
    assert report.missed > 300
    assert report.compared > 3000


async def test_who_missed_too_much_comes_back_to_a_snapshot(host: Host) -> None:
    """More events than are kept at hand: a snapshot, which is the view of those who never left."""
    report = Report()
    await come_and_go(host, 3, 0.0, 0.0, "gaps", report, RING + 1)
    print(f"\n{report}")
    assert report.gaps == 2


@pytest.mark.parametrize("witness", [True, False])
@pytest.mark.parametrize("seed", by_tier(range(5), default=1))
def test_after_up_to_two_minutes_the_seat_and_its_view_are_there(seed: int, *, witness: bool) -> None:
    """With somebody in another window of the seat, or nobody, so that the table waits and then acts for them (V12)."""
    found = one_table(seed, 24, witness=witness)
    assert found.back == 24
    assert found.seconds > 24 * 20
    assert found.missed > 24


@pytest.fixture
def _heeding() -> Iterator[None]:
    """Ctrl-C is heeded, also where the tests were started in the background by a shell, which makes them deaf to it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.tier("all")
@pytest.mark.usefixtures("_heeding")
def test_a_stopped_run_over_sockets_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C keeps what was compared; the same command does the rest, at other tables."""
    state = tmp_path / "state"
    quick = ["--tables", "2", "--longest", "0.01", "--think", "0.01", "--state", str(state)]
    monkeypatch.setattr("sys.argv", ["reconnect", "--count", "4", *quick])
    monkeypatch.setattr(reconnect, "come_and_go", interrupted_after(reconnect.come_and_go))
    assert reconnect.main() == 130
    assert "goes on" in capsys.readouterr().err
    done = reconnect.load(state)
    assert len(done.took) == 2
    monkeypatch.setattr(reconnect, "come_and_go", come_and_go)
    assert reconnect.main() == 0
    assert "4 reconnections" in capsys.readouterr().out
    assert reconnect.load(state).took[:2] == done.took


def interrupted_after(whole: Callable[..., Any]) -> Callable[..., Any]:
    """One table is played at to its end, at the other one Ctrl-C is pressed."""
    tables: list[object] = []

    async def come_and_go_once(*given: Any) -> None:
        tables.append(given)
        if len(tables) == 1:
            await whole(*given)
            signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(PATIENCE)

    return come_and_go_once


def test_a_run_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    """The codes with which connections were closed are numbers again."""
    report = Report([0.25, 0.5], 7, 3, Counter({1012: 2}), 1)
    reconnect.save(report, tmp_path / "state")
    assert reconnect.load(tmp_path / "state") == report
    assert reconnect.load(tmp_path / "none") == Report()


def test_a_stopped_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was counted is read back, and no table is played twice."""
    state = tmp_path / "state"
    monkeypatch.setattr(absence, "TIMES", 2)
    for count, tables in ((2, 1), (3, 2), (3, 2)):
        monkeypatch.setattr("sys.argv", ["absence", "--count", str(count), "--state", str(state)])
        assert absence.main() == 0
        assert f"at {tables} tables" in capsys.readouterr().out
    assert json.loads(state.read_text())["back"] == 4


# Controls.


def told(*messages: Json) -> Follower:
    """One who was told this."""
    found = Follower()
    for message in messages:
        found.hear(message)
    return found


def state(v: int, kind: str = "snap", view_: str = "x", **more: object) -> Json:
    """Where a table stands."""
    log: list[Json] | None = [] if kind == "snap" else None
    found = {"t": kind, "v": v, "you": 0, "view": view_, "legal": [], "awaited": [], "table": {}, "log": log}
    return found | more


@pytest.mark.parametrize(
    ("wrong", "law"),
    [
        (lambda: told(state(3), {"t": "ev", "v": 5, "e": {}}), "without a gap"),
        (lambda: told(state(3), state(2, "state")), "no state is older"),
        (lambda: told(state(3), state(4, "state")), "comes after its events"),
        (lambda: told(state(3), state(3, you=1)), "the same seat"),
        (lambda: told(state(3), {"t": "gone", "code": "unknown", "message": ""}), "the seat is there"),
        (lambda: compare(told(state(3)), told(state(3, view_="y"))), "sees what the others see"),
        (
            lambda: compare(
                told(state(3), {"t": "ev", "v": 4, "e": {"t": "a"}}),
                told(state(3), {"t": "ev", "v": 4, "e": {"t": "b"}}),
            ),
            "told what the others were",
        ),
    ],
)
async def test_a_wrong_way_back_is_seen(wrong: Callable[[], object], law: str) -> None:
    """Each kind of fault breaks a law."""
    with pytest.raises(ProofBroken, match=law):
        wrong()
