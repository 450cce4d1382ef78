"""docs/hosting.md and deploy/: every command of the page is run, the unit and the proxies' settings are checked."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

import run
from lastcard.server.ops.config import settings_table
from lastcard.server.storage.sqlite_file import FILE_NAME
from tests.ports import free_port
from tests.rooms.server.conftest import PATIENCE, PATIENT, POSTGRES, SETTINGS, Client, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.tier("default")

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNIT = ROOT / "deploy" / "lastcard.service"
SITE = "https://cards.example"


def blocks(kind: str) -> list[str]:
    """The blocks of the page in that language."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def commands() -> list[tuple[str, str]]:
    """Each command of the page, in order, with what it is said to print."""
    found: list[tuple[str, str]] = []
    for block in blocks("console"):
        for line in block.splitlines():
            if line[:2] in ("$ ", "# "):
                found.append((line[2:], ""))
            else:
                command, printed = found[-1]
                found[-1] = (command, f"{printed}{line}\n")
    return found


class Box:
    """A machine in a folder: the places of the page are folders in it, and its service is a server of this test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("var/lib", "var/backups", "etc/systemd/system"):
            (folder / name).mkdir(parents=True)
        self.data = folder / "var" / "lib" / "lastcard"
        self.server: Server | None = Server(self.data)
        self.table = self.server.open()["table"]

    @property
    def port(self) -> int:
        """Where the service listens."""
        assert self.server is not None
        return self.server.port

    def service(self, verb: str) -> None:
        """What systemd does."""
        if verb in ("stop", "restart"):
            assert self.server is not None
            assert self.server.stop() == 0
            self.server = None
        if verb in ("start", "restart"):
            self.server = Server(self.data)
        if verb in ("daemon-reload", "enable"):
            assert (self.folder / "etc/systemd/system/lastcard.service").read_text() == UNIT.read_text()

    def shell(self, command: str) -> str:
        """Run the command in the box; what it prints."""
        words = {
            "/opt/lastcard/.venv/bin/lastcard": f"{sys.executable} -m lastcard",
            "/opt/lastcard": str(self.folder / "opt"),
            "/var/": f"{self.folder}/var/",
            "/etc/": f"{self.folder}/etc/",
            "REPOSITORY": f"file://{ROOT}",
            "'TABLE'": f"'{self.table}'",
            "journalctl -u lastcard -o cat": f"cat {self.data / 'stderr.log'}",
            ":8420": f":{self.port if self.server else 0}",
        }
        for word, other in words.items():
            command = command.replace(word, other)
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT)
        allowed = (0, 1) if "grep" in command else (0,)  # nothing to complain about is found by nobody
        assert done.returncode in allowed, (command, done.stderr)
        return done.stdout.replace(str(self.folder), "")


def as_said(printed: str, said: str) -> None:
    """The output is what the page says, `…` for anything, ports as they are."""
    pattern = re.escape(said.strip()).replace("…", ".*").replace("8420", r"\d+")
    assert not said or re.fullmatch(pattern, printed.strip()), (printed, said)


def evening(arguments: str, said: str, folder: Path) -> None:
    """`run.py` with these arguments starts a server that says where it is."""
    module = run.command_for(arguments.split())
    command = [sys.executable, *module, "--no-browser", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        printed = process.stdout.readline() + process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    as_said(printed, said)


def carry_out(box: Box, command: str, said: str) -> None:
    """Run one command of the page in the box."""
    match command.split():
        case ["python3", "run.py", *_]:
            evening(command.removeprefix("python3 run.py "), said, box.folder / "evening")
        case ["python3", "/opt/lastcard/run.py", "--version"]:
            assert (box.folder / "opt" / "run.py").is_file()
            assert run.command_for(["--version"]) == ["-m", "lastcard", "--version"]
        case ["git", "clone", *_]:
            box.shell(command.replace("clone", "clone -q --depth 1"))
        case ["systemctl", verb, *_]:
            box.service(verb)
        case [("pg_dump" | "pg_restore"), *_]:
            pass  # test_a_dump_of_postgres_is_a_database_again
        case _:
            as_said(box.shell(command), said)


@pytest.mark.tier("all")
@pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "git", "curl", "sqlite3"))), reason="the page's tools are not there"
)
def test_every_command_of_the_page_is_run(tmp_path: Path) -> None:
    """In order, on one machine; at the end the table that was to be deleted is gone, from the file as well."""
    box = Box(tmp_path)
    found = commands()
    assert len(found) >= 18
    for command, said in found:
        carry_out(box, command, said)
    assert box.server is not None
    box.service("restart")
    assert box.server.http(f"/api/tables/{box.table}")[0] == 404
    box.server.stop()
    assert box.table.encode() not in (box.data / FILE_NAME).read_bytes()


@pytest.mark.tier("all")
def test_a_copy_brings_back_what_was_there(tmp_path: Path) -> None:
    """The page's way back: what was opened before the copy is there, and what came after it is not."""
    box = Box(tmp_path)
    assert box.server is not None
    back = [c for c, _ in commands() if "backup" in c or "systemctl st" in c or "lastcard.sqlite3-wal" in c]
    assert len(back) == 5, back
    carry_out(box, back[0], "")
    later = box.server.open()["table"]
    for command in back[1:]:
        carry_out(box, command, "")
    assert box.server.http(f"/api/tables/{box.table}")[0] == 200
    assert box.server.http(f"/api/tables/{later}")[0] == 404
    box.server.stop()


@pytest.mark.skipif(
    not (POSTGRES and shutil.which("pg_dump") and shutil.which("pg_restore")),
    reason="no PostgreSQL, or not its tools",
)
async def test_a_dump_of_postgres_is_a_database_again(tmp_path: Path) -> None:
    """The page's two commands: what was dumped is there again after everything was deleted."""
    import secrets

    import asyncpg

    from lastcard.server.storage.postgres import open_log

    name = f"lastcard_{secrets.token_hex(6)}"
    admin = await asyncpg.connect(POSTGRES)
    await admin.execute(f"CREATE DATABASE {name}")
    address = POSTGRES.rsplit("/", 1)[0] + "/" + name
    dump, restore = (c for c, _ in commands() if c.startswith("pg_"))
    log = await open_log(address)
    await log.append("t", 0, ["a", "b"])

    def shell(command: str) -> None:
        subprocess.run(
            ["bash", "-c", command], check=True, cwd=tmp_path, env=os.environ | {"LASTCARD_DATABASE": address}
        )

    await asyncio.to_thread(shell, dump)
    await log.append("t", 2, ["c"])
    await log.close()
    await asyncio.to_thread(shell, restore)
    log = await open_log(address)
    saved = await log.load("t")
    assert saved is not None
    assert [e.body for e in saved.entries] == ["a", "b"]
    await log.close()
    await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await admin.close()


def test_the_page_has_all_settings() -> None:
    """The table is the one that the settings themselves make; put this one there."""
    assert settings_table() in PAGE, settings_table()


# The unit


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not there")
def test_the_unit_is_what_systemd_understands_and_hardened(tmp_path: Path) -> None:
    """Systemd has nothing to say against it, and by its own measure little is exposed (below 2 of 10)."""
    unit = tmp_path / UNIT.name
    program = Path(sys.executable).with_name("lastcard")
    unit.write_text(UNIT.read_text().replace("/opt/lastcard/.venv/bin/lastcard", str(program)))
    said = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stdout + said.stderr) == (0, "")
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", "--no-pager", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def allowed_calls(*groups: str) -> set[str]:
    """The system calls in systemd's groups."""
    found: set[str] = set()
    for group in groups:
        said = subprocess.run(
            ["systemd-analyze", "syscall-filter", group], capture_output=True, text=True, check=True
        )
        names = [w for line in said.stdout.splitlines()[1:] if (w := line.strip()) and not w.startswith("#")]
        found |= {n for n in names if not n.startswith("@")}
        found |= allowed_calls(*(n for n in names if n.startswith("@")))
    return found


@pytest.mark.skipif(
    not (shutil.which("strace") and shutil.which("systemd-analyze")), reason="strace or systemd is not there"
)
async def test_the_unit_lets_through_what_the_server_calls(tmp_path: Path) -> None:
    """A server that starts, plays and stops makes no system call that the unit's filter refuses."""
    trace = tmp_path / "trace"
    server = Server(tmp_path / "data", prefix=["strace", "-D", "-f", "-qq", "-o", str(trace)])
    opened = server.open()
    for path in ("/healthz", "/metrics", "/api/options", "/"):
        server.http(path)
    async with connect(f"ws://127.0.0.1:{server.port}/ws", origin=Origin(server.url), **PATIENT) as socket_:
        player = Client(socket_)
        await player.send({"t": "hello", "proto": 1, "table": opened["table"], "token": opened["token"]})
        await player.until(lambda m: m["t"] == "snap")
        await player.settled()
        await player.play_on()
    server.stop()
    called = set(re.findall(r"^\d+ +(\w+)\(", trace.read_text(errors="replace"), re.MULTILINE))
    assert len(called) > 30
    fine = allowed_calls("@system-service") - allowed_calls("@privileged", "@resources")
    as_root = {"fchown"} if os.geteuid() == 0 else set()  # SQLite gives its files the owner of the first
    assert called - fine - as_root == set()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has it")
def test_the_server_runs_where_memory_may_not_be_written_and_executed(tmp_path: Path) -> None:
    """As the unit demands (MemoryDenyWriteExecute), where the kernel can be asked for it."""
    code = (
        "import ctypes, runpy, sys\n"
        "ctypes.CDLL(None).prctl(65, 1, 0, 0, 0)\n"
        "runpy.run_module('lastcard', run_name='__main__', alter_sys=True)\n"
    )
    command = [sys.executable, "-c", code, "serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    assert "http://127.0.0.1:" in line


# Behind a proxy


def proxied(tmp_path: Path, **more: str) -> Server:
    """A server that is known by its public address."""
    lines = "".join(f"{key} = {value}\n" for key, value in more.items())
    return Server(tmp_path / "data", settings=f"{SETTINGS}public_url = '{SITE}'\n{lines}")


def test_the_server_is_known_by_its_public_address(tmp_path: Path) -> None:
    """As Host and as Origin, and invitations are made with it; a name beside it is turned away."""
    server = proxied(tmp_path)
    assert server.http("/api/options", Host="cards.example", Origin=SITE)[0] == 200
    assert server.http("/api/options", Host="cards.example", Origin="https://cards.example.evil")[0] == 403
    assert server.http("/api/options", Host="example")[0] == 421
    status, found = server.http("/api/tables", {"name": "Ana"}, Host="cards.example", Origin=SITE)
    assert status == 201
    assert found["invite"] == f"{SITE}/t/{found['table']}"
    assert not found["local"]
    server.stop()


@pytest.mark.parametrize(("proxies", "statuses"), [("127.0.0.1", [201, 201]), ("10.0.0.7", [201, 429])])
def test_forwarded_addresses_are_believed_from_the_proxy_only(
    proxies: str, statuses: list[int], tmp_path: Path
) -> None:
    """With two addresses behind a known proxy each has its own limit; from others the header says nothing."""
    server = Server(tmp_path / "data", settings=f"tables_a_minute = 1\nproxies = '{proxies}'\n")
    found = [
        server.http("/api/tables", {"name": "Ana"}, X_Forwarded_For=address)[0]
        for address in ("203.0.113.1", "203.0.113.2")
    ]
    assert found == statuses
    server.stop()


@contextmanager
def running(command: list[str], port: int) -> Iterator[None]:
    """A proxy, from when it listens."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            for _ in range(20 * PATIENCE):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                    break
                assert process.poll() is None, process.stderr and process.stderr.read()
                time.sleep(0.05)
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


async def played_through(port: int, server: Server, **tls: Any) -> None:
    """A person plays a card through the proxy, and strangers' addresses are told apart by it."""
    opened = server.open()
    scheme = "wss" if tls else "ws"
    async with connect(
        f"{scheme}://cards.example/ws", host="127.0.0.1", port=port, origin=Origin(SITE), **PATIENT, **tls
    ) as socket_:
        player = Client(socket_)
        await player.send({"t": "hello", "proto": 1, "table": opened["table"], "token": opened["token"]})
        snap = await player.until(lambda m: m["t"] in ("snap", "gone"))
        assert snap["t"] == "snap", snap
        await player.settled()
        await player.play_on()


@pytest.mark.skipif(
    not (shutil.which("nginx") and shutil.which("openssl")), reason="nginx or openssl is not there"
)
async def test_the_page_s_nginx_serves_a_table(tmp_path: Path) -> None:
    """Its settings as they stand on the page, with a certificate of our own: a move goes through over TLS."""
    server, port = proxied(tmp_path), free_port()
    key, pem = tmp_path / "key", tmp_path / "pem"
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=cards.example"]
    subprocess.run([*request, "-keyout", str(key), "-out", str(pem)], check=True, capture_output=True)  # noqa: ASYNC221
    text = (
        blocks("nginx")[0]
        .replace("listen 443", f"listen 127.0.0.1:{port}")
        .replace(":8420", f":{server.port}")
    )
    text = text.replace("/etc/ssl/cards.example.key", str(key)).replace(
        "/etc/ssl/cards.example.pem", str(pem)
    )
    folders = "".join(
        f"{name}_temp_path {tmp_path};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"daemon off;\npid {tmp_path}/pid;\nerror_log stderr warn;\nevents {{}}\nhttp {{\naccess_log off;\n{folders}{text}}}\n"
    )
    command = ["nginx", "-e", "stderr", "-p", str(tmp_path), "-c", str(config)]
    trusting = ssl.create_default_context(cafile=str(pem))
    with running(command, port):
        await played_through(port, server, ssl=trusting, server_hostname="cards.example")
    server.stop()


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not there")
async def test_the_page_s_caddy_serves_a_table(tmp_path: Path) -> None:
    """Its settings as they stand on the page, but without TLS, for which it would ask the world: a move goes through."""
    server, port = proxied(tmp_path), free_port()
    text = blocks("caddy")[0].replace("cards.example {", f"http://cards.example:{port} {{")
    config = tmp_path / "Caddyfile"
    config.write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text.replace(":8420", f":{server.port}"))
    command = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
    with running(command, port):
        await played_through(port, server)
    server.stop()
