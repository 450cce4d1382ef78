"""What people say to each other: phrases, emotes, chat; how much of it, and who may not."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

import pytest

from lastcard.server.decisions import rooms, seating, starting
from lastcard.server.decisions.requests import Chat, Kick, Leave, Mute, Say
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.phrases import EMOTES, Phrase
from lastcard.server.model.state import SeatKind
from lastcard.server.table.chat import MAX_SAID, SAID_WITHIN
from lastcard.server.table.messages import Join
from lastcard.server.views.options import options_data
from lastcard.server.wire.inbound import read_message
from tests.rooms.server.tables import SHUFFLE, grown, joined, played_round, waiting
from tests.rooms.server.timed import after, in_virtual_time
from tests.rooms.server.wired import Wired

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastcard.server.model.state import TableState

HELLO = Say(t="say", phrase=Phrase.HELLO)


def chat(text: str) -> Chat:
    """A line of chat as it comes from the wire."""
    found = read_message(f'{{"t":"cmd","id":"x","v":1,"d":{{"t":"chat","text":"{text}"}}}}')
    assert found.t == "cmd"
    assert isinstance(found.d, Chat)
    return found.d


@in_virtual_time
async def test_a_phrase_is_told_to_everybody_and_stands_in_no_log() -> None:
    """Its speaker included, who is acknowledged first; no version comes of it."""
    wired = Wired(people=2)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    v = wired.table.state.version
    assert (await wired.send(ana, HELLO))["v"] == v
    for window in (ana, ben):
        assert window.of("said") == [{"t": "said", "seat": 0, "phrase": "hello"}]
    assert wired.table.state.version == v == len(wired.log.entries)
    await wired.stop()


@in_virtual_time
async def test_a_phrase_sent_again_is_said_once() -> None:
    """The same id is answered again."""
    wired = Wired(people=2)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    for _ in range(2):
        assert (await wired.send(ana, HELLO, "one"))["t"] == "ack"
    assert len(ben.of("said")) == 1
    await wired.stop()


@in_virtual_time
async def test_five_things_in_ten_seconds_are_enough() -> None:
    """The sixth is refused; each is forgotten ten seconds later. Others may still speak."""
    wired = Wired(people=2)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    for _ in range(MAX_SAID):
        assert (await wired.send(ana, HELLO))["t"] == "ack"
        await after(1)
    assert (await wired.send(ana, HELLO))["code"] == "often"
    assert (await wired.send(ben, HELLO))["t"] == "ack"
    await after(SAID_WITHIN - MAX_SAID)
    assert (await wired.send(ana, HELLO))["t"] == "ack"
    assert (await wired.send(ana, HELLO))["code"] == "often"
    assert len(ben.of("said")) == MAX_SAID + 2
    await wired.stop()


@in_virtual_time
async def test_who_leaves_and_comes_back_has_not_said_less() -> None:
    """Leaving and joining again after every five things was a way to say as much as one liked."""
    wired = Wired(people=1, players=3, now=False, bots=False)
    await wired.come("Ana")
    for number in range(3):
        answer: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        await wired.table.put(Join(Newcomer("Ben", f"Ben{number}", browser="browser of Ben"), answer))
        seat, _ = await answer
        ben = await wired.come(f"Ben{number}")
        for _ in range(MAX_SAID):
            assert (await wired.send(ben, HELLO))["t"] == ("ack" if number in (0, 2) else "nak")
        assert (await wired.send(ben, HELLO))["code"] == "often"
        assert (await wired.send(ben, Leave(t="leave")))["t"] == "ack"
        await after(SAID_WITHIN * number)
        assert wired.table.state.seats[seat].kind is SeatKind.OPEN
    await wired.stop()


@in_virtual_time
async def test_what_was_said_long_ago_is_not_kept() -> None:
    """However many come and go, and however often tokens are renewed."""
    wired = Wired(people=2)
    for _ in range(20):
        ana = await wired.come("Ana")
        assert (await wired.send(ana, HELLO))["t"] == "ack"
        await after(SAID_WITHIN)
        await wired.go(ana)
    assert len(wired.table._chat._said) <= 3
    await wired.stop()


@in_virtual_time
async def test_chat_is_off_unless_the_room_has_it() -> None:
    """Phrases are there all the same."""
    wired = Wired(people=2)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    assert (await wired.send(ana, chat("hello")))["code"] == "chat"
    assert (await wired.send(ana, HELLO))["t"] == "ack"
    assert ben.of("chat") == []
    await wired.stop()


@in_virtual_time
async def test_where_the_room_has_chat_a_line_comes_with_its_speaker() -> None:
    """It counts with the phrases."""
    wired = Wired(people=2, chat=True)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    assert (await wired.send(ana, chat("well, well")))["t"] == "ack"
    assert ben.of("chat") == [{"t": "chat", "seat": 0, "name": "Ana", "text": "well, well"}]
    for _ in range(MAX_SAID - 1):
        await wired.send(ana, HELLO)
    assert (await wired.send(ana, chat("again")))["code"] == "often"
    await wired.stop()


@in_virtual_time
async def test_who_has_no_word_says_nothing() -> None:
    """Neither phrases nor text, until the host gives it back; everybody sees who it is."""
    wired = Wired(people=2, chat=True)
    ana, ben = await wired.come("Ana"), await wired.come("Ben")
    assert (await wired.send(ana, Mute(t="mute", seat=1, on=True)))["t"] == "ack"
    assert ben.state["table"]["muted"] == [1]
    assert (await wired.send(ben, HELLO))["code"] == "muted"
    assert (await wired.send(ben, chat("but")))["code"] == "muted"
    assert (await wired.send(ana, Mute(t="mute", seat=1, on=False)))["t"] == "ack"
    assert (await wired.send(ben, HELLO))["t"] == "ack"
    await wired.stop()


def wordless(playing: bool = False, **room: bool) -> TableState:
    """A table at which Ben, on seat 1, has no word."""
    state = waiting(3, 4, **room)
    state = grown(state, rooms.mute(state, 0, 1, on=True))
    return grown(state, starting.start(state, 0, state.version, fill=True)) if playing else state


def left(state: TableState) -> TableState:
    """Ben has left."""
    return grown(state, seating.leave(state, 1, SHUFFLE))


def kicked(state: TableState) -> TableState:
    """Ben was sent away."""
    return grown(state, rooms.kick(state, 0, 1, SHUFFLE, banned=False))


def replaced(state: TableState) -> TableState:
    """Ben has left and somebody else sits there."""
    return joined(left(state), "Dana", seat=1)


AGAIN: list[dict[str, str | None]] = [
    {"token": "Ben"},
    {"token": "another", "back": "Ben"},
    {"token": "another", "browser": "browser of Ben"},
]


@pytest.mark.parametrize("playing", [False, True])
@pytest.mark.parametrize("gone", [left, kicked, replaced])
@pytest.mark.parametrize("known", AGAIN)
def test_who_has_no_word_does_not_get_it_by_coming_back(
    known: dict[str, str], gone: Callable[[TableState], TableState], playing: bool
) -> None:
    """Whichever way they went, by whatever they are known, also before the first is noticed and a third time."""
    state = gone(wordless(playing, bots=True))
    if gone is replaced and playing:  # somebody has the hand that Ben knows: he waits for the next deal
        state = played_round(state, Random(1))
    for _ in range(2):
        seat, _, events = seating.join(state, Newcomer("Benno", **known))
        state = grown(state, events)
        assert state.seats[seat].muted
        state = grown(state, seating.leave(state, seat, SHUFFLE))


def test_newcomers_and_those_who_got_it_back_have_the_word() -> None:
    """Nobody else is silenced by it, and what the host gave back is not taken at the next coming."""
    state = joined(left(wordless()), "Dana")
    assert not any(seat.muted for seat in state.seats)
    state = wordless()
    state = left(grown(state, rooms.mute(state, 0, 1, on=False)))
    assert not joined(state, "Ben").seats[1].muted
    state = joined(left(wordless()), "Ben")
    state = left(grown(state, rooms.mute(state, 0, 1, on=False)))
    assert not joined(state, "Ben").seats[1].muted


def test_a_match_that_begins_with_who_has_no_word_begins_once() -> None:
    """Their coming starts it where a table starts by itself."""
    state = left(wordless(autostart=True))
    for name in ("Ben", "Dana"):
        state = joined(state, name)
    assert state.match is not None
    assert [seat.muted for seat in state.seats] == [False, True, False, False]


@in_virtual_time
async def test_without_a_seat_one_says_nothing() -> None:
    """Spectators and those who were sent away only hear."""
    wired = Wired(people=2)
    ana, ben, eve = await wired.come("Ana"), await wired.come("Ben"), await wired.come(None)
    assert (await wired.send(eve, HELLO))["code"] == "spectator"
    await wired.send(ana, Kick(t="kick", seat=1))
    assert (await wired.send(ben, HELLO))["code"] == "spectator"
    await wired.stop()


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("<b>bold</b>", "<b>bold</b>"),
        ("a\\u202eb\\u0000c", "abc"),
        ("  many   blanks\\n and lines ", "many blanks and lines"),
        ("x" * 200, "x" * 200),
    ],
)
def test_a_line_is_cleaned_like_a_name(said: str, heard: str) -> None:
    """No control or direction characters; what looks like markup stays text."""
    assert chat(said).text == heard


@pytest.mark.parametrize("said", ["", "   ", "\\u200b\\u202e", "x" * 201])
def test_a_line_that_says_nothing_or_too_much_is_refused(said: str) -> None:
    """Before it comes to the table."""
    with pytest.raises(RefusedError):
        chat(said)


def test_a_phrase_that_there_is_not_is_refused() -> None:
    """Only those on the list can be said."""
    with pytest.raises(RefusedError):
        read_message('{"t":"cmd","id":"x","v":1,"d":{"t":"say","phrase":"insult"}}')


def test_the_phrases_are_told_with_the_options() -> None:
    """Each once, with whether it is a picture."""
    told = options_data()["phrases"]
    assert [entry["id"] for entry in told] == [p.value for p in Phrase]
    assert {entry["id"] for entry in told if entry["kind"] == "emote"} == {p.value for p in EMOTES}
    assert 0 < len(EMOTES) < len(Phrase)
