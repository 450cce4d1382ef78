"""`lastcard backup`: one moment of the log, whole and checked, while the server runs; and the way back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from lastcard.cli import main
from lastcard.server.model.errors import ServerError
from lastcard.server.storage.backup import back_up
from lastcard.server.storage.sqlite import SqliteLog
from lastcard.server.storage.sqlite_file import FILE_NAME, open_database
from tests.rooms.server.conftest import Server, client

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.tier("default")


async def test_a_copy_of_a_running_server_is_a_server_s_data_folder(tmp_path: Path) -> None:
    """A move acknowledged before the copy is in it, one made afterwards is not, and the seat's token works there."""
    server = Server(tmp_path / "data")
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        await ana.settled()
        answer = await ana.act(ana.choice())
        said = subprocess.run(  # noqa: ASYNC221 - nothing else is to happen meanwhile
            [
                sys.executable,
                "-m",
                "lastcard",
                "backup",
                str(tmp_path / "copy"),
                "--data",
                str(tmp_path / "data"),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (said.returncode, said.stderr) == (0, "")
        assert said.stdout.startswith(f"{tmp_path / 'copy'}: 1 tables, ")
        later = await ana.act("nothing")
        token = next((m["token"] for m in ana.told if m.get("token")), opened["token"])
    server.stop()
    restored = tmp_path / "restored"
    restored.mkdir()
    (tmp_path / "copy").rename(restored / FILE_NAME)
    with closing(sqlite3.connect(restored / FILE_NAME)) as copy:
        (copied,) = copy.execute("SELECT max(version) FROM events").fetchone()
    assert answer["v"] <= copied <= later["v"]
    other = Server(restored)
    async with client(other, opened["table"], token) as ana:
        assert ana.state["v"] >= copied
        assert ana.state["you"] == 0
    other.stop()


def test_a_copy_is_of_one_moment_and_nobody_else_s_to_read(tmp_path: Path) -> None:
    """While tables append, each copy holds whole appends only; it is one file, readable by its owner alone."""

    async def use() -> None:
        log = SqliteLog(tmp_path / "log")
        stop = asyncio.Event()
        begun: set[str] = set()

        async def write(table: str) -> None:
            after = 0
            while not stop.is_set():
                await log.append(table, after, ["a", "b", "c"])
                after += 3
                begun.add(table)

        writers = [asyncio.create_task(write(f"t{i}")) for i in range(5)]
        while len(begun) < len(writers):  # noqa: ASYNC110 - what counts is that all are at it
            await asyncio.sleep(0.01)
        for number in range(5):
            copy = tmp_path / f"copy{number}"
            copied = await asyncio.to_thread(back_up, tmp_path / "log", copy)
            with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as found:
                rows = found.execute(
                    "SELECT count(*), max(version) FROM events GROUP BY table_name"
                ).fetchall()
            assert copied == (5, sum(count for count, _ in rows))
            assert all(count == last and count % 3 == 0 for count, last in rows)
            if os.name == "posix":
                assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        stop.set()
        await asyncio.gather(*writers)
        await log.close()

    asyncio.run(use())
    assert sorted(p.name for p in tmp_path.iterdir() if p.name.startswith("copy")) == [
        f"copy{i}" for i in range(5)
    ]


def test_a_copy_after_kill_has_what_was_committed(tmp_path: Path) -> None:
    """What lay in the write-ahead log only is in it, and the lock of the dead server is no hindrance."""
    code = (
        "import asyncio, os, sys\nfrom pathlib import Path\nfrom lastcard.server.storage.sqlite import SqliteLog\n"
        "async def main():\n    log = SqliteLog(Path(sys.argv[1]))\n    await log.append('t', 0, ['a', 'b'])\n    os._exit(9)\n"
        "asyncio.run(main())"
    )
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path / "log")], check=False).returncode == 9
    assert (tmp_path / "log-wal").stat().st_size > 0
    assert back_up(tmp_path / "log", tmp_path / "copy") == (1, 2)
    open_database(tmp_path / "log").close()


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is there stays as it is; the sentence names it."""
    open_database(tmp_path / FILE_NAME).close()
    (tmp_path / "copy").write_text("mine")
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "copy").read_text() == "mine"


def test_what_cannot_be_copied_is_said(tmp_path: Path) -> None:
    """No data, another program's file, no such folder: a sentence each, and no half a copy is left."""
    with pytest.raises(ServerError, match=r"not there.*--data"):
        back_up(tmp_path / "nothing", tmp_path / "copy")
    (tmp_path / "text").write_bytes(b"not a database, and long enough to be read as one" * 40)
    with pytest.raises(ServerError, match="could not be copied"):
        back_up(tmp_path / "text", tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE mine (x)")
    with pytest.raises(ServerError, match="not a Lastcard database"):
        back_up(tmp_path / "other", tmp_path / "copy")
    open_database(tmp_path / "log").close()
    with pytest.raises(ServerError, match="cannot be written"):
        back_up(tmp_path / "log", tmp_path / "no" / "copy")
    assert not [p for p in tmp_path.iterdir() if p.name.startswith("copy")]


def test_postgres_has_its_own_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the settings name a database, the sentence names pg_dump."""
    monkeypatch.setenv("LASTCARD_DATABASE", "postgresql://u:hush@host/db")
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "pg_dump" in said
    assert "hush" not in said
