"""Nobody is sent what they may not see: every byte that two people and a spectator get, held against the log."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from lastcard.rules.encode import decode, encode
from lastcard.rules.view import seen_by, view
from lastcard.server.model.events import Event, TableEvent
from lastcard.server.model.state import TableState, fold
from lastcard.server.storage.sqlite_file import FILE_NAME
from tests.rooms.server.conftest import Client, Server, client

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.tier("default")

WRITTEN = {
    "WC1": {
        "text": "look",
        "effects": [{"show": "next", "to": "self"}, {"give": 1, "who": "self", "to": "next"}],
    },
    "WC2": {"text": "swap", "effects": [{"swap": "previous"}]},
    "WC3": {"text": "all draw", "when": "draw", "effects": [{"draw": 1, "who": "everyone"}]},
}


async def watch(server: Server, opened: dict[str, Any], rounds: int) -> list[Client]:
    """Two people play rounds while somebody looks on; all that they were told."""
    _, joined = server.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    table = opened["table"]
    async with (
        client(server, table, opened["token"]) as ana,
        client(server, table, joined["token"]) as ben,
        client(server, table, None) as eve,
    ):
        for _ in range(rounds):
            while not ana.over:
                mover = ana if ana.mine else ben
                await mover.until(lambda m: m["t"] == "state") if not mover.mine else None
                if mover.mine:
                    await mover.act(mover.choice())
                v = max(ana.state["v"], ben.state["v"])
                for other in (ana, ben):
                    while other.state["v"] < v:
                        await other.next()
                if not (ana.mine or ben.mine or ana.over):
                    await ana.next()
            await ana.ask({"t": "next"})
            await ana.until(lambda m: m["t"] == "state")
        final = ana.state["v"]
        while eve.state["v"] < final or ben.state["v"] < final:
            await (eve if eve.state["v"] < final else ben).next()
        return [ana, ben, eve]


def truth(path: Path, table: str) -> tuple[list[Event], list[TableState]]:
    """All events of the log, and the state after each."""
    with sqlite3.connect(path) as database:
        rows = database.execute(
            "SELECT body FROM events WHERE table_name = ? ORDER BY version", (table,)
        ).fetchall()
    database.close()
    events = [decode(Event, json.loads(body)) for (body,) in rows]
    states: list[TableState] = []
    for event in events:
        states.append(fold(states[-1] if states else None, event))
    return events, states


def check_told(
    told: list[dict[str, Any]], viewer: int | None, events: list[Event], states: list[TableState]
) -> int:
    """Each message is exactly what the viewer may see at that version."""
    checked = 0
    for message in told:
        for line in message.get("log", []) + ([message] if message["t"] == "ev" else []):
            event = events[line["v"] - 1]
            if not isinstance(event, TableEvent):
                assert line["e"] == encode(seen_by(event, viewer))
            checked += 1
        if message["t"] in ("snap", "state"):
            round_ = states[message["v"] - 1].round
            assert message["view"] == (None if round_ is None else encode(view(round_, viewer)))
            assert message["view"] is None or others_hidden(message["view"], viewer)
            checked += 1
    return checked


def others_hidden(shown: dict[str, Any], viewer: int | None) -> bool:
    """Said without the code that is tested: another's hand and the pile are nothing but ??, until the round is over."""
    over = shown["table"]["phase"]["t"] == "over"
    hands = all(
        over or seat == viewer or set(h["cards"].split()) <= {"??"} for seat, h in enumerate(shown["hands"])
    )
    return hands and set(shown["hidden"]["pile"].split()) <= {"??"}


@pytest.mark.parametrize(
    ("edition", "options"), [("classic", {}), ("swap-112", {"seven_zero": True, "stacking": "same"})]
)
async def test_a_socket_never_receives_a_card_it_may_not_see(
    tmp_path: Path, edition: str, options: dict[str, Any]
) -> None:
    """Whole rounds: what each socket was sent is `view` and `seen_by` of what the log says, and nothing else."""
    server = Server(tmp_path / "data")
    written = WRITTEN if edition == "swap-112" else None
    opened = server.open(edition=edition, options=options, written=written)
    clients = await watch(server, opened, 3)
    server.stop()
    events, states = truth(tmp_path / "data" / FILE_NAME, opened["table"])
    for viewer, told in zip((0, 1, None), (c.told for c in clients), strict=True):
        assert check_told(told, viewer, events, states) > 100
        text = json.dumps(told)
        assert opened["token"] not in text
        assert "proof" not in text
    assert opened["token"] not in server.errors
    assert opened["token"].encode() not in (tmp_path / "data" / FILE_NAME).read_bytes()
