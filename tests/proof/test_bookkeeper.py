"""The server's file, read by a program that knows only the format and docs/events.md: cards, hands and points are right, and as shown."""

from __future__ import annotations

import signal
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.proof.bookkeeper import Books
from tests.proof.hosts import Host, Zygote, hosting
from tests.proof.ledger import ProofBroken
from tests.proof.reader import read
from tests.proof.test_network import QUICK, Party, playing
from tests.rooms.server.conftest import client

if TYPE_CHECKING:
    from pathlib import Path

Json = dict[str, Any]
OPTIONS: tuple[Json, ...] = (
    {"uno_penalty": 2, "hand_size": 2},
    {"seven_zero": True, "hand_size": 5},
    {"stacking": "cross", "draw_to_match": True, "hand_size": 2},
)


async def test_the_file_tells_where_every_card_is_and_people_are_shown_that(
    zygote: Zygote, tmp_path: Path
) -> None:
    """Rounds of three kinds of rules; at the end everybody's view is held against the books."""
    with hosting(zygote, tmp_path / "data", settings=QUICK) as host:
        async with playing(host, host, 6, *OPTIONS) as party:
            await party.on(250)
            await party.end()
        host.start()
        host.wait_until_up()
        shown = [await seen(host, p.table, p.token) for p in party.players]
        host.kill(signal.SIGTERM)
        logs = read(host.data / "lastcard.sqlite3", host.data / "copy")
    entered: Counter[str] = Counter()
    for player, state in zip(party.players, shown, strict=True):
        books = Books()
        books.enter_all(logs[player.table].events[: state["v"]])
        entered += books.entered
        held_against(books, player.seat, state)
    for kind in ("round-began", "played", "drew", "round-ended"):
        assert entered[kind], kind
    print(dict(entered))


def went_on(party: Party) -> bool:
    """Whether somebody's wish for the next round was granted: one has ended."""
    return any(sent.acked and sent.d["t"] == "next" for p in party.players for sent in p.ledger.values())


async def seen(host: Host, table: str, token: str) -> Json:
    """What somebody is shown who comes back."""
    async with client(host, table, token) as who:
        return who.state


def held_against(books: Books, seat: int, state: Json) -> None:
    """One's own hand is the one in the books, of the others as many cards, and the pile is as high."""
    view = state["view"]
    if view["table"]["phase"]["t"] == "over":
        return
    hands = [hand["cards"].split() for hand in view["hands"]]
    assert Counter(hands[seat]) == books.hands[seat]
    assert [len(hand) for hand in hands] == [books.hands[s].total() for s in range(len(hands))]
    for other, hand in enumerate(hands):
        assert other == seat or set(hand) <= {"??"}


BEGAN = {
    "t": "round-began",
    "seats": [0, 1],
    "hands": ["R1 W", "B2 B3"],
    "pile": "R5 G1 G2 G3",
}
UP = {"t": "turned-up", "card": "R5"}
PLAY = {"t": "played", "seat": 0, "cards": "R1"}
DRAW = {"t": "drew", "seat": 1, "cards": "G1"}
END = {"t": "round-ended", "out": 0, "hands": ["", "B2 B3 G1"], "points": [[0, 6], [1, 0]], "scored": True}
CAUGHT = {"t": "drew", "seat": 0, "cards": "G2"}
SHOWN = {"t": "challenged", "by": 1, "accused": 0}
LAST = {"t": "played", "seat": 0, "cards": "W"}


def test_right_books_are_right() -> None:
    """A short round from the deal to the points."""
    books = Books()
    books.enter_all([BEGAN, UP, PLAY, DRAW, LAST, END])
    assert books.hands == {0: Counter(), 1: Counter(["B2", "B3", "G1"])}


@pytest.mark.rule("W6")
def test_a_challenge_shows_the_hand_played_from_whatever_was_drawn_since() -> None:
    """Caught without UNO before the answer, the accused has more cards than are shown."""
    Books().enter_all([BEGAN, UP, LAST, DRAW, CAUGHT, {**SHOWN, "hand": "R1"}])


@pytest.mark.parametrize(
    ("wrong", "law"),
    [
        ([BEGAN, {**UP, "card": "G1"}], "turned up"),
        ([BEGAN, UP, {**PLAY, "cards": "B2"}], "holds it"),
        ([BEGAN, UP, PLAY, PLAY], "holds it"),
        ([BEGAN, UP, {**DRAW, "cards": "G2"}], "top of the pile"),
        ([BEGAN, UP, DRAW, DRAW], "top of the pile"),
        ([BEGAN, UP, PLAY, {"t": "reshuffled", "pile": "G1 G2 G3 R1"}], "one place"),
        ([BEGAN, UP, {"t": "hands-moved", "hands": [[0, "B2"], [1, "R1 W B3"]]}], "move whole"),
        ([BEGAN, UP, {"t": "left", "seat": 1, "cards": "B2", "aside": ""}], "whole hand"),
        ([BEGAN, UP, PLAY, {**SHOWN, "hand": "R1"}], "hand played from"),
        ([BEGAN, UP, LAST, DRAW, CAUGHT, {**SHOWN, "hand": "R1 G2"}], "hand played from"),
        ([BEGAN, UP, PLAY, DRAW, LAST, {**END, "hands": ["", "B2 B3"]}], "lie open"),
        ([BEGAN, UP, PLAY, DRAW, LAST, {**END, "points": [[0, 7], [1, 0]]}], "what the others hold"),
    ],
)
def test_wrong_books_are_seen(wrong: list[Json], law: str) -> None:
    """Controls: each with one thing wrong."""
    with pytest.raises(ProofBroken, match=law):
        Books().enter_all(wrong)
