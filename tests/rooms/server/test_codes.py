"""Codes of rooms, invitations and their QR codes."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from lastcard.server.decisions.requests import NewTable
from lastcard.server.http.codes import NoSuchCodeError, RoomCodes, read_code
from lastcard.server.http.invitations import Invitations, only_here, qr_svg
from lastcard.server.lobby import Lobby
from lastcard.server.model.chance import SIGNS, Chance
from lastcard.server.model.errors import RefusedError
from lastcard.server.ops.config import Settings
from lastcard.server.ops.metrics import Metrics
from lastcard.server.storage.codebook import Codebook, ShortLivedCodebook
from lastcard.server.storage.sqlite import SqliteLog
from tests.rooms.server.conftest import SETTINGS, Server, client

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture(params=["kept", "short-lived"])
async def book(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Codebook]:
    """A codebook; the PostgreSQL one is tested beside its log."""
    if request.param == "short-lived":
        yield ShortLivedCodebook()
        return
    log = SqliteLog(tmp_path / "log.sqlite3")
    yield log
    await log.close()


async def test_a_table_has_one_code_and_a_code_one_table(book: Codebook) -> None:
    """Whoever comes second is told no; a code that was given back may be had again."""
    assert await book.claim_code("abc123", "one")
    assert not await book.claim_code("abc123", "two")
    assert not await book.claim_code("xyz789", "one")
    assert (await book.code_of("one"), await book.table_with("abc123")) == ("abc123", "one")
    assert (await book.code_of("two"), await book.table_with("xyz789")) == (None, None)
    await book.free_code("one")
    assert await book.code_of("one") is None
    assert await book.claim_code("abc123", "two")


async def test_codes_outlive_the_server(tmp_path: Path) -> None:
    """They are in the same file as the tables."""
    log = SqliteLog(tmp_path / "log.sqlite3")
    assert await log.claim_code("abc123", "one")
    await log.close()
    log = SqliteLog(tmp_path / "log.sqlite3")
    assert await log.table_with("abc123") == "one"
    await log.close()


@pytest.mark.parametrize("said", ["k7m2q0", "K7M2Q0", "k7m-2q0", " K7M 2QO ", "k7m2qo"])
def test_a_code_is_read_as_people_say_it(said: str) -> None:
    """Large or small, in groups, and with the letters that are taken for digits."""
    assert read_code(said) == "k7m2q0"


@pytest.mark.parametrize("said", ["", "k7m2q", "k7m2q00", "k7m2qu", "k7m2q!", "../../", "k7m2q\u0660"])
def test_what_cannot_be_a_code_is_answered_as_an_unknown_one(said: str) -> None:
    """Nobody learns more from it."""
    with pytest.raises(NoSuchCodeError):
        read_code(said)


def test_every_sign_of_a_code_is_read_as_itself() -> None:
    """All 32 of them."""
    assert len(set(SIGNS)) == 32
    for sign in SIGNS:
        assert read_code(sign * 6) == sign * 6


class Narrow(Chance):
    """A chance with few codes."""

    def word(self, length: int) -> str:
        """One of two."""
        return self.source.choice(["aaaaaa", "bbbbbb"]) if length == 6 else super().word(length)


async def test_two_rooms_never_have_the_same_code(tmp_path: Path) -> None:
    """Another one is drawn until one is free; where all are taken the link is left."""
    log = SqliteLog(tmp_path / "log.sqlite3")
    chance = Narrow(Random(1))
    codes = RoomCodes(log, chance)
    assert {await codes.of("one"), await codes.of("two")} == {"aaaaaa", "bbbbbb"}
    assert await codes.of("one") == await codes.of("one")
    with pytest.raises(RefusedError, match="Use the link"):
        await codes.of("three")
    await log.close()


async def test_a_table_that_everybody_left_gives_its_code_back(tmp_path: Path) -> None:
    """At once, and also if that was missed, when somebody tries it."""
    log = SqliteLog(tmp_path / "log.sqlite3")
    chance = Chance(Random(1))
    codes = RoomCodes(log, chance)
    lobby = Lobby(log, Settings(tmp_path), Metrics(), chance)
    name, _ = await lobby.open(NewTable(bots=False))
    code = await codes.of(name)
    await log.append(name, 2, ['{"t":"seat-left","seat":0}'])
    codes.release(name)
    await codes.stop()
    assert await log.code_of(name) is None
    await log.claim_code(code, name)
    with pytest.raises(NoSuchCodeError):
        await codes.table(code, lobby.look)
    assert await log.code_of(name) is None
    await lobby.stop()
    await log.close()


async def test_a_code_leads_to_its_table(server: Server) -> None:
    """However it is written; it is six of the 32 signs."""
    opened = server.open(bots=False)
    assert re.fullmatch(f"[{SIGNS}]{{6}}", opened["code"])
    assert server.http(f"/api/codes/{opened['code'].upper()}") == (200, {"table": opened["table"]})
    assert server.http(f"/api/tables/{opened['table']}")[1]["code"] == opened["code"]


async def test_unknown_full_and_ended_rooms_look_the_same(server: Server) -> None:
    """The same status and the same words, whichever it is."""
    full = server.open(bots=False, players=2)
    assert server.http(f"/api/tables/{full['table']}/join", {"name": "Ben"})[0] == 200
    ended = server.open(bots=False, players=2)
    async with client(server, ended["table"], ended["token"]) as ana:
        assert (await ana.ask({"t": "leave"}))["t"] == "ack"
    answers = [server.http(f"/api/codes/{code}") for code in ("zzzzzz", full["code"], ended["code"], "no")]
    assert answers[0][0] == 404
    assert all(answer == answers[0] for answer in answers)
    found = server.http(f"/api/tables/{ended['table']}")[1]
    assert found["ended"]
    assert "code" not in found


@pytest.mark.tier("default")
def test_codes_are_not_tried_without_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    """An address has so many tries, right or wrong; then it waits."""
    limited = Server(
        tmp_path_factory.mktemp("limited") / "data",
        settings=SETTINGS.replace("codes_a_minute = 100000", "codes_a_minute = 3"),
    )
    code = limited.open(bots=False)["code"]
    statuses = [limited.http(f"/api/codes/{c}")[0] for c in ("zzzzzz", code, "yyyyyy", code, "zzzzzz")]
    limited.stop()
    assert statuses == [404, 200, 404, 429, 429]


def test_an_invitation_is_an_address_with_a_picture(server: Server) -> None:
    """The table's link in full; on a server for this machine only it says so."""
    opened = server.open()
    assert opened["invite"] == f"{server.url}/t/{opened['table']}"
    assert opened["local"] is True
    status, picture = server.http(f"/api/tables/{opened['table']}/qr.svg")
    assert status == 200
    assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own server's
    assert server.http("/api/tables/nosuchtable0/qr.svg")[0] == 404


@pytest.mark.tier("default")
def test_the_public_address_goes_into_invitations(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever name the request came under."""
    site = "https://cards.example"
    public = Server(
        tmp_path_factory.mktemp("public") / "data", settings=SETTINGS + f'public_url = "{site}"\n'
    )
    opened = public.open()
    public.stop()
    assert (opened["invite"], opened["local"]) == (f"{site}/t/{opened['table']}", False)


class Asked:
    """A request with a Host."""

    def __init__(self, host: str, scheme: str = "http") -> None:
        self.headers = {"host": host}
        self.url = type("Url", (), {"scheme": scheme})()


@pytest.mark.parametrize(
    ("asked", "base", "found"),
    [
        ("localhost:8420", "http://192.168.1.20:8420/", "http://192.168.1.20:8420"),
        ("127.0.0.1:8420", "http://192.168.1.20:8420/", "http://192.168.1.20:8420"),
        ("[::1]:8420", "http://192.168.1.20:8420/", "http://192.168.1.20:8420"),
        ("ana.local:8420", "http://192.168.1.20:8420/", "http://ana.local:8420"),
        ("10.0.0.7:8420", "http://192.168.1.20:8420/", "http://10.0.0.7:8420"),
        ("localhost:8420", "http://127.0.0.1:8420/", "http://127.0.0.1:8420"),
        ("localhost:8420", "", "http://localhost:8420"),
    ],
)
def test_an_invitation_names_an_address_that_others_can_reach(
    tmp_path: Path, asked: str, base: str, found: str
) -> None:
    """Who opens a table as `localhost` invites to the machine's address on its network."""
    request: Any = Asked(asked)
    assert Invitations(Settings(tmp_path), base).site(request) == found


def test_addresses_that_mean_nothing_elsewhere() -> None:
    """Loopback in all its forms."""
    here = ["http://localhost", "http://127.0.0.1:1", "http://[::1]:1", "http://a.localhost", "http://"]
    assert all(only_here(site) for site in here)
    assert not any(
        only_here(site) for site in ["http://10.0.0.7", "https://cards.example", "http://[fe80::1]"]
    )


def test_the_picture_is_the_code_of_the_address() -> None:
    """Read back module by module, it is what a QR code of that text is; black on white with a quiet border."""
    segno = pytest.importorskip("segno")
    text = "http://192.168.1.20:8420/t/ts8ea3a0zyx4"
    code = segno.make(text, error="m", micro=False)
    size = len(code.matrix) + 8
    root = ET.fromstring(qr_svg(text))  # noqa: S314 - made here
    assert root.attrib["viewBox"] == f"0 0 {size} {size}"
    white, black = root
    assert white.attrib["fill"] == "#fff"
    dark, x, y = set(), 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([^Mmh]*)", black.attrib["d"]):
        given = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        if command == "M":
            x, y = given
        elif command == "m":
            x, y = x + given[0], y + given[1]
        else:
            dark |= {(int(x) + i, int(y)) for i in range(int(given[0]))}
            x += given[0]
    assert dark == {
        (x + 4, y + 4) for y, row in enumerate(code.matrix) for x, module in enumerate(row) if module
    }
