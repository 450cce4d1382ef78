"""Deals over real sockets and HTTP: contributed to, played, fetched, verified; and what hostile clients get."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from lastcard import dealing
from lastcard.cli import main
from lastcard.rules.cards import parse_cards
from lastcard.server.storage.sqlite_file import FILE_NAME
from tests.rooms.server.conftest import PATIENCE, SETTINGS, Client, Server, client

MINE = "0123456789abcdef" * 2
WAITS = SETTINGS.replace("contribution_wait = 0", "contribution_wait = 30")


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for contributions far longer than any test."""
    found = Server(tmp_path_factory.mktemp("patient") / "data", settings=WAITS)
    yield found
    found.stop()
    assert "Traceback" not in found.errors
    assert '"level": "error"' not in found.errors


async def contribute(who: Client, number: int, value: str = MINE) -> dict[str, Any]:
    """Add a value to a round's deal; the answer."""
    return await who.ask({"t": "contribute", "number": number, "value": value})


def deal_of(server: Server, table: str, number: int) -> dict[str, Any]:
    """What the server tells of a round's deal."""
    status, found = server.http(f"/api/tables/{table}/rounds/{number}/deal")
    assert status == 200, found
    return dict(found)


async def dealt(who: Client) -> None:
    """Read until cards lie on the table and the deal is not open for contributions."""
    while not (who.state["view"] and who.state["deal"]["dealt"]):
        await who.until(lambda m: m["t"] in ("snap", "state"))


async def play(who: Client) -> None:
    """Play the round to its end, and see its deal opened."""
    await who.settled()
    while not who.over:
        await who.play_on()
    while who.state["deal"]["secret"] is None:
        await who.until(lambda m: m["t"] in ("snap", "state"))


@pytest.mark.tier("default")
async def test_a_deal_is_contributed_to_played_and_verified(patient: Server) -> None:
    """The commitment comes with the first snapshot, the cards with my contribution, the secret with the round's end."""
    opened = patient.open(players=2, options={"target": 2000})
    table = opened["table"]
    async with client(patient, table, opened["token"]) as ana:
        bound = ana.state["deal"]
        assert (bound["number"], bound["dealt"], bound["secret"], ana.state["view"]) == (1, False, None, None)
        before = deal_of(patient, table, 1)
        assert (before["stage"], before["secret"], before["order"]) == ("sealed", None, "")
        assert (await contribute(ana, 1))["t"] == "ack"
        await dealt(ana)
        assert deal_of(patient, table, 1)["secret"] is None
        await play(ana)
        await ana.ask({"t": "next"})
        while ana.state["deal"]["number"] != 2:
            await ana.until(lambda m: m["t"] in ("snap", "state"))
    told = deal_of(patient, table, 1)
    assert told["commitment"] == bound["commitment"] == before["commitment"]
    assert told["contributions"] == [{"seat": 0, "value": MINE}, {"seat": 1, "value": "bot"}]
    secret, given = bytes.fromhex(told["secret"]), ((0, bytes.fromhex(MINE)), (1, dealing.BOT))
    digest, previous = dealing.rules_digest(told["rules"]), dealing.first_link(told["game"])
    assert dealing.commit(secret, told["game"], 1, digest, previous).hex() == told["commitment"]
    order = parse_cards(told["order"])
    assert dealing.deal_order(order, secret, given) == order
    assert deal_of(patient, table, 2)["previous"] == told["commitment"]


async def test_a_record_from_the_server_verifies(
    server: Server, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the server gives out after the round passes `lastcard verify`; before its end it gives nothing out."""
    opened = server.open(players=3, options={"target": 2000})
    path = f"/api/tables/{opened['table']}/rounds/1/record"
    async with client(server, opened["table"], opened["token"]) as ana:
        assert server.http(path)[0] == 409
        await play(ana)
    status, text = server.http(path)
    assert status == 200
    (tmp_path / "round").write_text(text, "utf-8")
    assert main(["verify", str(tmp_path / "round")]) == 0, capsys.readouterr().out
    assert "holds: the order of the 108 cards dealt" in capsys.readouterr().out


async def test_a_match_with_a_draw_for_the_deal_verifies(
    server: Server, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """The match's record has the cards drawn, two rounds and their chain, and all of it holds."""
    opened = server.open(players=3, options={"target": 5000}, draw=True)
    async with client(server, opened["table"], opened["token"]) as ana:
        await play(ana)
        await ana.ask({"t": "next"})
        while ana.state["deal"]["number"] != 2 or ana.over:
            await ana.until(lambda m: m["t"] in ("snap", "state"))
        await play(ana)
    status, text = server.http(f"/api/tables/{opened['table']}/matches/1/record")
    assert status == 200
    assert "\ndraw: " in text
    (tmp_path / "match").write_text(text, "utf-8")
    assert main(["verify", str(tmp_path / "match")]) == 0, capsys.readouterr().out
    said = capsys.readouterr().out
    assert said.count("holds: the cards drawn for the deal follow") == 1
    assert "holds: it hangs on the commitment of the round before" in said


async def test_cards_come_within_the_second_of_the_contribution(patient: Server) -> None:
    """A client that contributes at once has its cards at once: the server waits for nobody else."""
    opened = patient.open()
    async with client(patient, opened["table"], opened["token"]) as ana:
        await contribute(ana, ana.state["deal"]["number"])
        await asyncio.wait_for(dealt(ana), PATIENCE)
        assert ana.state["view"]["hands"][0]["cards"].count("?") == 0


async def test_two_people_are_both_waited_for(patient: Server) -> None:
    """The first contribution deals nothing; the second one does, and both are among those used."""
    opened = patient.open(players=2, bots=False)
    table = opened["table"]
    async with client(patient, table, opened["token"]) as ana:
        ben = patient.http(f"/api/tables/{table}/join", {"name": "Ben"})[1]
        async with client(patient, table, ben["token"]) as other:
            assert (await contribute(ana, 1, "a" * 32))["t"] == "ack"
            assert deal_of(patient, table, 1)["stage"] == "sealed"
            assert (await contribute(other, 1, "b" * 32))["t"] == "ack"
            await dealt(other)
    assert [c["value"] for c in deal_of(patient, table, 1)["contributions"]] == ["a" * 32, "b" * 32]


@pytest.mark.parametrize(
    "wrong",
    [
        {"value": "a" * 33},
        {"value": "a" * 31},
        {"value": "A" * 32},
        {"value": "bot"},
        {"value": "absent"},
        {"value": 7},
        {"value": None},
        {"value": "a" * 3000},
        {"number": 0},
        {"number": -1},
        {"number": "1"},
        {"number": 2**40},
        {"seat": 1},
    ],
    ids=str,
)
async def test_what_is_no_contribution_is_refused(patient: Server, wrong: dict[str, object]) -> None:
    """Too long, too short, a bot's mark, for another seat: not understood, and nothing is added."""
    opened = patient.open()
    async with client(patient, opened["table"], opened["token"]) as ana:
        answer = await ana.ask({"t": "contribute", "number": 1, "value": MINE} | wrong)
        assert (answer["t"], answer["code"]) == ("nak", "bad")
    assert deal_of(patient, opened["table"], 1)["contributions"] == []


async def test_late_and_foreign_contributions_change_nothing(patient: Server) -> None:
    """For another round, a second time, after the deal, by an onlooker: refused, each with its sentence."""
    opened = patient.open(players=2)
    table = opened["table"]
    async with client(patient, table, opened["token"]) as ana, client(patient, table, None) as onlooker:
        assert (await contribute(onlooker, 1))["code"] == "spectator"
        assert (await contribute(ana, 2))["code"] == "stale"
        assert (await contribute(ana, 1))["t"] == "ack"
        for number in (1, 2):
            answer = await contribute(ana, number, "f" * 32)
            assert (answer["t"], answer["code"]) == ("nak", "illegal" if number == 1 else "stale")
            assert answer["message"].endswith(".")
    assert [c["value"] for c in deal_of(patient, table, 1)["contributions"]] == [MINE, "bot"]


async def test_the_log_holds_the_commitment_before_each_contribution(patient: Server) -> None:
    """Read from the database by a program that shares no code: sealed, contributed, dealt, in versions one after the other."""
    opened = patient.open(players=2)
    async with client(patient, opened["table"], opened["token"]) as ana:
        await contribute(ana, 1)
        await dealt(ana)
    with sqlite3.connect(f"file:{patient.data / FILE_NAME}?mode=ro", uri=True) as database:
        tables = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        assert "events" in tables
        rows = database.execute(
            "select version, json_extract(body, '$.t') from events where table_name = ? order by version",
            (opened["table"],),
        ).fetchall()
    order = {kind: version for version, kind in reversed(rows)}
    assert order["deal-sealed"] < order["contributed"] < order["round-began"]


@pytest.mark.parametrize(
    ("path", "status"),
    [("rounds/1/deal", 200), ("rounds/2/deal", 404), ("rounds/0/deal", 404), ("rounds/x/deal", 404)],
)
def test_deals_that_are_not_there_are_not_found(server: Server, path: str, status: int) -> None:
    """Another number than that of a deal of this table is 404, as is another table."""
    opened = server.open()
    assert server.http(f"/api/tables/{opened['table']}/{path}")[0] == status
    assert server.http(f"/api/tables/nosuchtable0/{path}")[0] == 404
