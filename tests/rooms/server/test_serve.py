"""`lastcard serve` as a command: what stops it from starting is one sentence and exit code 2."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lastcard.server.model.errors import ServerError
from lastcard.server.ops.config import Settings, default_data, settings
from lastcard.server.storage.sqlite_file import FILE_NAME
from tests.rooms.server.conftest import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.tier("default")


def serve(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command, which is expected to give up."""
    command = [sys.executable, "-m", "lastcard", "serve", "--no-browser", *arguments]
    clean = {k: v for k, v in os.environ.items() if not k.startswith("LASTCARD_")}
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=clean | environment
    )


@contextmanager
def serving(data: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run the command, which is expected to start; it is ended in any case."""
    command = [sys.executable, "-m", "lastcard", "serve", "--no-browser", "--port", "0", "--data", str(data)]
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that it wrote."""
    assert done.returncode == 2, done
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


def test_a_port_in_use(tmp_path: Path) -> None:
    """The sentence names the port and the remedy."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        said = complaint(serve("--port", port, "--data", str(tmp_path)))
    assert port in said
    assert "--port" in said


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """A file in its place."""
    (tmp_path / "file").write_text("")
    assert "--data" in complaint(serve("--port", "0", "--data", str(tmp_path / "file")))


def test_a_damaged_and_a_newer_database(tmp_path: Path) -> None:
    """Both are refused with what to do, and left as they are."""
    (tmp_path / FILE_NAME).write_bytes(b"not a database, and long enough to be read as one" * 40)
    assert "damaged" in complaint(serve("--port", "0", "--data", str(tmp_path)))
    assert (tmp_path / FILE_NAME).read_bytes().startswith(b"not a database")


def test_a_setting_that_does_not_exist(tmp_path: Path) -> None:
    """Named with its file."""
    (tmp_path / "lastcard.toml").write_text("colour = 'red'\n")
    assert "lastcard.toml: colour" in complaint(serve("--data", str(tmp_path)))


def test_two_servers_on_one_folder(tmp_path: Path) -> None:
    """The second is told."""
    with serving(tmp_path) as first:
        assert first.stdout is not None
        assert b"http://127.0.0.1:" in first.stdout.readline()
        assert "in use" in complaint(serve("--port", "0", "--data", str(tmp_path)))
        first.send_signal(signal.SIGTERM)
        assert first.wait(PATIENCE) == 0


def test_listening_everywhere_says_the_address_for_others(tmp_path: Path) -> None:
    """With --host 0.0.0.0 the page is served under this machine's own address, and under no other site's name."""
    with serving(tmp_path, "--host", "0.0.0.0") as server:  # noqa: S104 - that is what is tested
        assert server.stdout is not None
        line = server.stdout.readline().decode()
        assert "http://localhost:" in line
        port = line.strip().rstrip("/").rsplit(":", 1)[1]
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/healthz", headers={"Host": f"10.1.2.3:{port}"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            assert answer.status == 200
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0


def test_a_flag_comes_before_the_environment_before_the_file_before_the_default(tmp_path: Path) -> None:
    """One setting, said in three places."""
    (tmp_path / "lastcard.toml").write_text("port = 1\nhost = 'file'\nbot_delay = 0.5\n")
    environment = {"LASTCARD_DATA": str(tmp_path), "LASTCARD_PORT": "2", "LASTCARD_HOST": "variable"}
    found = settings({"port": 3, "host": None}, environment)
    assert found == Settings(tmp_path, port=3, host="variable", bot_delay=0.5)


@pytest.mark.parametrize(
    ("key", "value"), [("LASTCARD_PORT", "x"), ("LASTCARD_PORT", "70000"), ("LASTCARD_BOT_DELAY", "nan")]
)
def test_a_wrong_variable_is_named(tmp_path: Path, key: str, value: str) -> None:
    """ServerError says which."""
    with pytest.raises(ServerError, match=key):
        settings({}, {"LASTCARD_DATA": str(tmp_path), key: value})


def test_the_data_folder_is_the_platform_s() -> None:
    """Linux, macOS and Windows each have a place for it."""
    assert default_data({"XDG_DATA_HOME": "/x"}, "linux") == Path("/x/lastcard")
    assert default_data({}, "linux") == Path.home() / ".local/share/lastcard"
    assert default_data({}, "darwin") == Path.home() / "Library/Application Support/Lastcard"
    assert default_data({"LOCALAPPDATA": "/y"}, "win32") == Path("/y/Lastcard")


def test_it_says_where_it_is_and_ends_when_asked_to(tmp_path: Path) -> None:
    """A line of its address when it can be reached, and exit code 0."""
    with serving(tmp_path) as server:
        assert server.stdout is not None
        assert server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0


def test_a_signal_while_it_starts_is_not_lost(tmp_path: Path) -> None:
    """SIGTERM at any moment of the start ends the process."""
    for wait in (0.2, 0.6, 1.0, 1.4):
        with serving(tmp_path) as server:
            time.sleep(wait)
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) in (0, -signal.SIGTERM)
