"""Leases in PostgreSQL: one owner at a time, and whoever was one before changes and tells nothing any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from lastcard.server.cluster import leases
from lastcard.server.cluster.leases import Leases
from lastcard.server.cluster.ownership import Holding, nothing_lost
from lastcard.server.cluster.postgres_leases import PostgresLeases
from lastcard.server.model.chance import SYSTEM
from lastcard.server.model.errors import ConflictError, LostError
from lastcard.server.storage.interface import Receipt
from lastcard.server.storage.postgres import PostgresLog, open_log
from tests.rooms.server.conftest import PATIENCE, POSTGRES

pytestmark = [
    pytest.mark.tier("all"),
    pytest.mark.skipif(not POSTGRES, reason="LASTCARD_TEST_POSTGRES names no server"),
]


class Two:
    """Two servers over one database, with a table that was opened."""

    def __init__(self, log: PostgresLog) -> None:
        self.log = log
        self.book = PostgresLeases(log)
        self.a = Leases(self.book, SYSTEM)
        self.b = Leases(self.book, SYSTEM)

    async def lapse(self, who: Leases) -> None:
        """The lease runs out without its server knowing, as if it had slept."""
        await self.log.pool.execute(
            "UPDATE servers SET until = clock_timestamp() - interval '1 second' WHERE server = $1", who.server
        )


@pytest.fixture
async def two(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Two]:
    """Both have a lease, which ends and is renewed when a test says so, and not because this machine stood still."""
    monkeypatch.setattr(leases, "SECONDS", 3600.0)
    monkeypatch.setattr(leases, "_EVERY", 3600.0)
    log = await open_log(database)
    found = Two(log)
    await log.append("t", 0, ["opened"])
    await found.a.start()
    await found.b.start()
    yield found
    await found.a.stop()
    await found.b.stop()
    await log.close()


async def taken(who: Leases, on_lost: Callable[[Holding], None] = nothing_lost) -> Holding:
    """The table, which can be had."""
    holding = await who.take("t", on_lost)
    assert holding is not None
    return holding


async def test_a_table_has_one_owner(two: Two) -> None:
    """Of two who want it at once one gets it, and the other not as long as the first has a lease."""
    got = await asyncio.gather(two.a.take("t"), two.b.take("t"))
    assert sorted(holding is None for holding in got) == [False, True]
    assert sorted(holding is None for holding in (await two.a.take("t"), await two.b.take("t"))) == [
        False,
        True,
    ]


async def test_each_owner_has_an_epoch_of_its_own(two: Two) -> None:
    """It grows from owner to owner, also for the same server."""
    first = await taken(two.a)
    await two.a.give_back(first)
    second = await taken(two.b)
    await two.b.give_back(second)
    third = await taken(two.a)
    assert (first.epoch, second.epoch, third.epoch) == (1, 2, 3)


async def test_a_server_that_ends_leaves_its_tables_at_once(two: Two) -> None:
    """Nobody waits for the lease of a server that was stopped."""
    await taken(two.a)
    await two.a.stop()
    assert (await taken(two.b)).epoch == 2


async def test_a_server_that_slept_changes_nothing(two: Two) -> None:
    """Its append is refused by the epoch, although it has not noticed, and although the version would fit."""
    slept = two.a.log(await taken(two.a))
    await slept.append("t", 1, ["a"], Receipt(0, "id", 2, 1))
    await two.lapse(two.a)
    awake = two.b.log(await taken(two.b))
    with pytest.raises(LostError):
        await slept.append("t", 2, ["lost"], Receipt(0, "other", 3, 1))
    await awake.append("t", 2, ["b"])
    saved = await two.log.load("t")
    assert saved is not None
    assert [entry.body for entry in saved.entries] == ["opened", "a", "b"]


async def test_a_server_that_slept_tells_nothing(two: Two) -> None:
    """Neither from memory, which it has to confirm, nor from the log."""
    slept = two.a.log(await taken(two.a))
    await two.lapse(two.a)
    await taken(two.b)
    with pytest.raises(LostError):
        await slept.confirm("t", 1)
    with pytest.raises(LostError):
        await slept.load("t")


async def test_who_lost_a_table_is_told(two: Two) -> None:
    """When it tries to use it, or when its lease turns out to have run out."""
    lost: list[Holding] = []
    holding = await taken(two.a, lost.append)
    await two.lapse(two.a)
    await taken(two.b)
    with pytest.raises(LostError):
        await two.a.log(holding).confirm("t", 1)
    assert lost == [holding]


async def test_a_lease_that_ran_out_is_not_renewed(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has lost everything, and goes on under another name."""
    monkeypatch.setattr(leases, "_EVERY", 0.02)
    await two.b.stop()
    two.b = Leases(two.book, SYSTEM)
    await two.b.start()
    lost = asyncio.Event()
    holding = await taken(two.b, lambda _: lost.set())
    before = two.b.server
    await two.lapse(two.b)
    async with asyncio.timeout(PATIENCE):
        await lost.wait()
    assert two.b.server != before
    with pytest.raises(LostError):
        await two.b.log(holding).confirm("t", 1)
    assert not await two.book.renew(before, 3.0)


async def test_a_server_without_a_lease_owns_nothing(two: Two) -> None:
    """By the book's clock, not only by its own."""
    await two.lapse(two.a)
    assert await two.a.take("t") is None


async def test_an_append_under_way_is_finished_before_the_table_is_taken(two: Two) -> None:
    """Whoever takes it waits for the commit, and then finds it in the log."""
    holding = await taken(two.a)
    async with two.log.pool.acquire() as connection, connection.transaction():
        guard = two.book.fenced(holding)._guard  # type: ignore[attr-defined]
        await guard(connection)
        await connection.execute(
            "INSERT INTO events (table_name, version, body, at) VALUES ('t', 2, 'late', 0)"
        )
        await two.lapse(two.a)
        taking = asyncio.create_task(two.b.take("t"))
        await asyncio.wait((taking,), timeout=0.3)
        assert not taking.done()
    new = await taking
    assert new is not None
    saved = await two.b.log(new).load("t")
    assert saved is not None
    assert [entry.body for entry in saved.entries] == ["opened", "late"]


async def test_memory_that_has_fallen_behind_is_not_confirmed(two: Two) -> None:
    """Also where no lease was lost, but somebody wrote to the log."""
    log = two.a.log(await taken(two.a))
    await two.log.append("t", 1, ["from elsewhere"])
    with pytest.raises(ConflictError):
        await log.confirm("t", 1)


async def test_what_is_deleted_is_owned_by_nobody(two: Two) -> None:
    """A table that grew too old leaves no trace of its owner; one that a server runs does not grow too old."""
    holding = await taken(two.a)
    assert not await two.log.delete("t", 2**62)
    assert await two.log.load("t") is not None
    await two.a.give_back(holding)
    assert await two.log.delete("t", 2**62)
    assert await two.log.pool.fetchval("SELECT count(*) FROM owners") == 0
    assert await two.b.take("t") is None


async def test_a_table_that_a_dead_server_ran_can_be_deleted(two: Two) -> None:
    """Its owner's lease ran out."""
    await taken(two.a)
    await two.lapse(two.a)
    assert await two.log.delete("t", 2**62)


@pytest.mark.parametrize("owned_before", [False, True])
async def test_of_deleting_and_taking_at_once_one_happens(two: Two, owned_before: bool) -> None:
    """Never both, and never neither: who takes the table has it whole, or there is none."""
    for number in range(20):
        table = f"t{number}"
        await two.log.append(table, 0, ["opened"])
        if owned_before:
            holding = await two.b.take(table)
            assert holding is not None
            await two.b.give_back(holding)
        deleted, holding = await asyncio.gather(two.log.delete(table, 2**62), two.a.take(table))
        assert deleted == (holding is None)
        assert (await two.log.load(table) is None) == deleted
