"""What every event log promises, whoever owns the table: SQLite alone, PostgreSQL alone, PostgreSQL with leases."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from lastcard.server.cluster import leases
from lastcard.server.cluster.leases import Leases
from lastcard.server.cluster.ownership import AlwaysOwner, Ownership
from lastcard.server.cluster.postgres_leases import PostgresLeases
from lastcard.server.model.chance import SYSTEM
from lastcard.server.model.errors import ConflictError, StorageError
from lastcard.server.storage.codebook import Codebook
from lastcard.server.storage.interface import EventLog, Receipt, TableLog
from lastcard.server.storage.postgres import PostgresLog, open_log
from lastcard.server.storage.sqlite import SqliteLog
from tests.rooms.server.conftest import POSTGRES
from tests.tiers import by_tier

KINDS = by_tier(["sqlite", "postgres", "leased"], quick=1)


@dataclass
class Kept:
    """A log and who owns its tables; `opened` opens the same log another time, once this one is closed."""

    log: EventLog
    ownership: Ownership
    opened: Callable[[], Awaitable[Kept]]

    async def owned(self, table: str = "t") -> TableLog:
        """The log as the owner of a table has it; the table is opened first."""
        await self.log.append(table, 0, ["opened"])
        return await self.taken(table)

    async def taken(self, table: str = "t") -> TableLog:
        """The log as the owner of a table that there is has it."""
        holding = await self.ownership.take(table)
        assert holding is not None
        return self.ownership.log(holding)

    async def close(self) -> None:
        """Own nothing, and let go of the log."""
        await self.ownership.stop()
        await self.log.close()


async def opened_file(path: Path) -> Kept:
    """The log in a file."""
    log = SqliteLog(path)
    return Kept(log, AlwaysOwner(log), lambda: opened_file(path))


async def opened_database(address: str, *, leased: bool) -> Kept:
    """The log in a database, owned alone or by leases."""
    log = await open_log(address)
    ownership: Ownership = Leases(PostgresLeases(log), SYSTEM) if leased else AlwaysOwner(log)
    await ownership.start()
    return Kept(log, ownership, lambda: opened_database(address, leased=leased))


@pytest.fixture(params=KINDS)
async def kept(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Kept]:
    """Each kind of log with its ownership; no lease ends because this machine stood still."""
    monkeypatch.setattr(leases, "SECONDS", 3600.0)
    if request.param == "sqlite":
        small = await opened_file(tmp_path / "log.sqlite3")
        yield small
        await small.close()
        return
    if not POSTGRES:
        pytest.skip("LASTCARD_TEST_POSTGRES names no server")
    name = f"lastcard_{secrets.token_hex(6)}"
    admin = await asyncpg.connect(POSTGRES)
    await admin.execute(f"CREATE DATABASE {name}")
    shared = await opened_database(POSTGRES.rsplit("/", 1)[0] + "/" + name, leased=request.param == "leased")
    yield shared
    await shared.close()
    await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await admin.close()


async def bodies_of(log: TableLog, table: str = "t") -> list[str]:
    """The events that are kept of a table, in their order; their versions are 1, 2, …"""
    saved = await log.load(table)
    entries = saved.entries if saved else ()
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    return [entry.body for entry in entries]


async def test_what_was_appended_is_there_when_the_log_is_opened_again(kept: Kept) -> None:
    """Events, receipts and codes of a table outlive the server."""
    log = await kept.owned()
    await log.append("t", 1, ["b", "c"], Receipt(1, "id", 3, 1))
    assert await book_of(kept).claim_code("abc123", "t")
    await kept.close()
    again = await kept.opened()
    saved = await (await again.taken()).load("t")
    assert saved is not None
    assert [(e.version, e.body) for e in saved.entries] == [(1, "opened"), (2, "b"), (3, "c")]
    assert saved.receipts == (Receipt(1, "id", 3, 1),)
    assert await book_of(again).table_with("abc123") == "t"
    await again.close()


def book_of(kept: Kept) -> Codebook:
    """The same store, which keeps the codes as well."""
    assert isinstance(kept.log, SqliteLog | PostgresLog)
    return kept.log


async def test_of_many_who_claim_a_code_at_once_one_has_it(kept: Kept) -> None:
    """A code has one table, a table one code, and a code that was given back can be had again."""
    book = book_of(kept)
    had = await asyncio.gather(*(book.claim_code("abc123", f"t{i}") for i in range(8)))
    assert sum(had) == 1
    table = f"t{had.index(True)}"
    assert (await book.table_with("abc123"), await book.code_of(table)) == (table, "abc123")
    assert not await book.claim_code("xyz789", table)
    await book.free_code(table)
    assert (await book.table_with("abc123"), await book.code_of(table)) == (None, None)
    assert await book.claim_code("abc123", "other")


async def test_events_are_kept_in_order_with_their_receipts(kept: Kept) -> None:
    """Versions 1, 2, …, and the command that led to them."""
    log = await kept.owned()
    await log.append("t", 1, ["b", "c"], Receipt(1, "id", 3, 1))
    await log.append("t", 3, ["d"])
    saved = await log.load("t")
    assert saved is not None
    assert [(e.version, e.body) for e in saved.entries] == [(1, "opened"), (2, "b"), (3, "c"), (4, "d")]
    assert saved.receipts == (Receipt(1, "id", 3, 1),)


async def test_a_table_that_nobody_opened_has_no_log(kept: Kept) -> None:
    """And nobody can own it, where ownership is written down."""
    assert await kept.log.load("nobody") is None
    assert isinstance(kept.ownership, AlwaysOwner) or await kept.ownership.take("nobody") is None


async def test_an_append_must_know_where_the_log_ends(kept: Kept) -> None:
    """An older version, and one that is not there yet, are refused and leave nothing."""
    log = await kept.owned()
    for after in (0, 2):
        with pytest.raises(ConflictError):
            await log.append("t", after, ["x"], Receipt(0, str(after), after + 1, 1))
    saved = await log.load("t")
    assert saved is not None
    assert (len(saved.entries), saved.receipts) == (1, ())


async def test_a_command_is_kept_once(kept: Kept) -> None:
    """The same id of the same person is refused with all its events; another person may use it."""
    log = await kept.owned()
    await log.append("t", 1, ["b"], Receipt(0, "id", 2, 1))
    with pytest.raises(ConflictError, match="carried out before"):
        await log.append("t", 2, ["c"], Receipt(0, "id", 3, 1))
    await log.append("t", 2, ["c"], Receipt(0, "id", 3, 2))
    saved = await log.load("t")
    assert saved is not None
    assert len(saved.entries) == 3
    assert {r.version for r in saved.receipts} == {2, 3}


async def test_of_appends_at_once_one_is_kept(kept: Kept) -> None:
    """All the others conflict."""
    log = await kept.owned()
    asked = [log.append("t", 1, [str(i)], Receipt(0, str(i), 2, 1)) for i in range(8)]
    done: list[Any] = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(d) for d in done if d is not None] == [ConflictError] * 7
    saved = await log.load("t")
    assert saved is not None
    assert (len(saved.entries), len(saved.receipts)) == (2, 1)


async def test_tables_do_not_hinder_each_other(kept: Kept) -> None:
    """A hundred at once are all kept."""
    names = [f"t{number}" for number in range(100)]
    logs = await asyncio.gather(*(kept.owned(name) for name in names))
    await asyncio.gather(*(log.append(name, 1, ["x"]) for name, log in zip(names, logs, strict=True)))
    found = await asyncio.gather(*(kept.log.load(name) for name in names))
    assert all(saved is not None and len(saved.entries) == 2 for saved in found)


async def test_what_is_remembered_can_be_confirmed(kept: Kept) -> None:
    """As long as the log ends where it is remembered to end."""
    log = await kept.owned()
    await log.confirm("t", 1)
    await log.append("t", 1, ["b"])
    await log.confirm("t", 2)


async def test_a_table_that_was_given_back_can_be_had_again(kept: Kept) -> None:
    """And goes on where its log ends."""
    await kept.owned()
    for version in (1, 2, 3):
        holding = await kept.ownership.take("t")
        assert holding is not None
        await kept.ownership.log(holding).append("t", version, ["more"])
        await kept.ownership.give_back(holding)
    saved = await kept.log.load("t")
    assert saved is not None
    assert len(saved.entries) == 4


async def test_many_events_in_one_append_keep_their_order(kept: Kept) -> None:
    """More than one statement takes."""
    log = await kept.owned()
    bodies = [str(i) for i in range(250)]
    await log.append("t", 1, bodies)
    assert await bodies_of(log) == ["opened", *bodies]


async def test_nobody_s_log_is_none(kept: Kept) -> None:
    """Whatever the name that is asked for, as it may stand in an address."""
    for name in ("nobody", "", "a\0b", "é", "x" * 10_000):
        assert await kept.log.load(name) is None


async def test_whose_command_it_was_tells_it_from_others(kept: Kept) -> None:
    """Who sits there later may use its id as well; the same person may not, from any version of the table."""
    log = await kept.owned()
    await log.append("t", 1, ["b"], Receipt(1, "id", 2, 2))
    await log.append("t", 2, ["c"], Receipt(1, "id", 3, 7))
    for sitting in (2, 7):
        with pytest.raises(ConflictError, match="carried out before"):
            await log.append("t", 3, ["d"], Receipt(1, "id", 4, sitting))
    assert await bodies_of(log) == ["opened", "b", "c"]
    await log.append("t", 3, ["d"], Receipt(1, "another", 4, 7))


async def test_of_many_appends_at_once_only_what_stands_against_the_log_is_refused(kept: Kept) -> None:
    """A command that was carried out, a version that is over, a version to come, signs that cannot be kept: the rest is kept whole."""
    logs = {name: await kept.owned(name) for name in "abcdef"}
    await logs["a"].append("a", 1, ["2"], Receipt(0, "id", 2, 1))
    asked = [
        logs["a"].append("a", 2, ["x"], Receipt(0, "id", 3, 1)),
        logs["b"].append("b", 1, ["2", "3"], Receipt(0, "id", 3, 1)),
        logs["c"].append("c", 0, ["x"], Receipt(0, "id", 1, 1)),
        logs["d"].append("d", 1, ["2"], Receipt(0, "id", 2, 1)),
        logs["e"].append("e", 9, ["x"], Receipt(0, "id", 10, 1)),
        logs["f"].append("f", 1, ["2", "\ud800"], Receipt(0, "id", 3, 1)),
        logs["c"].append("c", 1, ["2"], Receipt(0, "id", 2, 1)),
    ]
    done = await asyncio.gather(*asked, return_exceptions=True)
    kinds = [ConflictError, None, ConflictError, None, ConflictError, StorageError, None]
    assert [None if d is None else type(d) for d in done] == kinds
    found = ["".join((await bodies_of(log, name))[1:]) for name, log in logs.items()]
    assert found == ["2", "23", "2", "2", "", ""]


async def test_a_sign_that_not_every_store_keeps_is_refused_by_all(kept: Kept) -> None:
    """Nothing of the append is kept, and the next one follows what was there; all other signs are kept."""
    log = await kept.owned()
    for sign in "\0\ud800\udbff\udc00\udfff":
        with pytest.raises(StorageError, match="cannot be kept"):
            await log.append("t", 1, ["b", f"c{sign}"], Receipt(0, "id", 3, 1))
    signs = "\x01\x7f\x80é漢🂡\ud7ff\ue000\ufffe\U0010ffff"
    await log.append("t", 1, [signs], Receipt(0, "id", 2, 1))
    assert await bodies_of(log) == ["opened", signs]


async def test_an_append_that_cannot_be_written_takes_nothing_with_it(kept: Kept) -> None:
    """A number that is too large: nothing of it is kept, and where the log ends is read anew."""
    log = await kept.owned()
    with pytest.raises(StorageError):
        await log.append("t", 1, ["b", "c"], Receipt(0, "id", 2**63, 1))
    with pytest.raises(ConflictError):
        await log.append("t", 3, ["d"])
    await log.append("t", 1, ["b"], Receipt(0, "id", 2, 1))
    assert await bodies_of(log) == ["opened", "b"]


async def test_who_gives_up_waiting_does_not_undo_the_append(kept: Kept) -> None:
    """However far it has come: what is asked next of the table finds it there, whole, with its receipt."""
    for turns in (1, 2, 3, 5, 8, 13, 21, 34):
        names = [f"{turns}-{number}" for number in range(4)]
        logs = dict(zip(names, [await kept.owned(name) for name in names], strict=True))
        await given_up(logs, turns)
        await found_whole(logs)


async def given_up(logs: dict[str, TableLog], turns: int) -> None:
    """An append to each log for which nobody waits any more after so many turns of the loop."""
    receipt = Receipt(0, "id", 3, 1)
    tasks = [asyncio.create_task(log.append(name, 1, ["b", "c"], receipt)) for name, log in logs.items()]
    for _ in range(turns):
        await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def found_whole(logs: dict[str, TableLog]) -> None:
    """Whatever is asked of the log first."""
    read, confirmed, longer, again = logs
    assert await bodies_of(logs[read], read) == ["opened", "b", "c"]
    await logs[confirmed].confirm(confirmed, 3)
    await logs[longer].append(longer, 3, ["d"])
    with pytest.raises(ConflictError, match="ends at 3"):
        await logs[again].append(again, 1, ["b", "c"], Receipt(0, "id", 3, 1))
    for name, log in logs.items():
        saved = await log.load(name)
        assert saved is not None
        assert (len(saved.entries), saved.receipts) == (3 + (name == longer), (Receipt(0, "id", 3, 1),))


async def test_what_nobody_waits_for_is_kept_before_the_log_is_closed(kept: Kept) -> None:
    """Also with many on their way at once."""
    names = [f"t{number}" for number in range(30)]
    tasks = [asyncio.create_task(kept.log.append(name, 0, ["a", "b"])) for name in names]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await kept.close()
    again = await kept.opened()
    assert [await bodies_of(again.log, name) for name in names] == [["a", "b"]] * 30
    await again.close()


async def test_a_closed_log_says_so(kept: Kept) -> None:
    """It is not healthy, refuses everything, and can be closed again."""
    log = await kept.owned()
    assert await kept.log.healthy()
    await kept.close()
    await kept.log.close()
    assert not await kept.log.healthy()
    refused = [
        lambda: kept.log.append("t", 1, ["x"]),
        lambda: log.append("t", 1, ["x"]),
        lambda: kept.log.load("t"),
        lambda: kept.log.aged(2**62, "", 10),
        lambda: kept.log.delete("t", 2**62),
        lambda: book_of(kept).claim_code("abc123", "t"),
        lambda: book_of(kept).code_of("t"),
        lambda: book_of(kept).table_with("abc123"),
        lambda: book_of(kept).free_code("t"),
    ]
    for ask in refused:
        with pytest.raises(StorageError):
            await ask()
