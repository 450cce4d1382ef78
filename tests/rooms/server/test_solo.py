"""A table without a server: the same messages, kept and taken up again, and nothing needed but the standard library."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import web_build
from lastcard.server.decisions.rooms import open_shared_device
from lastcard.server.model.chance import Chance
from lastcard.server.solo.bridge import SoloBridge
from lastcard.server.solo.table import NAME, SoloTable
from lastcard.server.views.rendering import LiveStatus, Rendering
from lastcard.server.wire import message_models

Json = dict[str, Any]


class Page:
    """A page that plays: it asks the door, keeps the log, and holds every message against the wire's models."""

    def __init__(self, seed: int = 1, **wish: object) -> None:
        self.door = SoloBridge(0.5, Chance(Random(seed)))
        self.now = 0.0
        self.log: list[str] = []
        self.heard: list[Json] = []
        self.next: float | None = None
        self.number = 0
        self.wire = 0
        if wish:
            self.take(self.door.open(json.dumps(wish), self.now))

    def take(self, answer: str) -> Json:
        """Keep what is new, and hear what is said."""
        found: Json = json.loads(answer)
        assert "error" not in found, found
        self.log += found["log"]
        self.next = found["next"]
        for wire, text in found["out"]:
            message_models.check(text)
            if wire == self.wire:
                self.heard.append(json.loads(text))
        return found

    def say(self, **message: object) -> Json:
        """By the connection in use."""
        return self.take(self.door.hear(self.wire, json.dumps(message), self.now))

    def hello(self, seat: int = 0, **more: object) -> None:
        """Look from that seat."""
        self.say(t="hello", proto=1, minor=1, table=NAME, token=str(seat), **more)

    def do(self, **wish: object) -> Json:
        """Give a command and wait for its answer."""
        self.number += 1
        self.say(t="cmd", id=f"c{self.number}", v=self.stands["v"], d=wish)
        while not (answers := [m for m in self.heard if m.get("id") == f"c{self.number}"]):
            self.wait()  # a race is under way: the answer comes when it is decided
        return answers[-1]

    def wait(self) -> None:
        """Let the time pass until something happens by itself."""
        assert self.next is not None
        self.now = max(self.now, self.next)
        self.take(self.door.ring(self.now))

    @property
    def stands(self) -> Json:
        """Where the table stands, as it was told last."""
        return next(m for m in reversed(self.heard) if m["t"] in ("snap", "state"))

    def play(self, *, until: str, seats: int = 1, most: int = 3000) -> None:
        """Play the first lawful act whenever a person must act, else wait, until the event happens."""
        for _ in range(most):
            if any(m["t"] == "ev" and m["e"]["t"] == until for m in self.heard):
                return
            waits = [seat for seat in self.stands["awaited"] if seat < seats]
            if not waits:
                self.wait()
                continue
            if self.stands["you"] not in waits:
                self.hello(waits[0])
            wish = next(a for a in self.stands["legal"] if not a.startswith(("catch", "report")))
            assert self.do(t="act", action=wish)["t"] == "ack" or self.stands["awaited"] != waits
        raise AssertionError(f"no {until} within {most} steps")


def test_the_first_card_can_be_played_at_once() -> None:
    """A table is opened, dealt and waits for its person: seat 0 is first where the rules allow."""
    page = Page(people=["Ana"], players=4)
    page.hello()
    snap = page.heard[-1]
    assert (snap["t"], snap["you"], snap["table"]["state"]) == ("snap", 0, "playing")
    assert [seat["kind"] for seat in snap["table"]["seats"]] == ["person", "bot", "bot", "bot"]
    assert snap["awaited"]


def test_a_round_is_played_to_its_end_and_the_next_one_begins() -> None:
    """Bots act in their time, the round ends, its deal is opened, and the next is dealt when asked for."""
    page = Page(seed=3, people=["Ana"], players=3)
    page.hello()
    page.play(until="deal-opened")
    assert page.stands["deal"]["secret"] is not None
    assert page.do(t="next")["t"] == "ack"
    assert page.stands["table"]["match"]["round"] == 2


@pytest.mark.parametrize("options", [{"stacking": "same", "jump_in": "all"}, {"seven_zero": True}])
def test_house_rules_are_played_too(options: Json) -> None:
    """Whatever the rules package knows can be played without a server."""
    page = Page(seed=5, people=["Ana"], players=3, options=options)
    page.hello()
    page.play(until="round-ended")


def test_people_hand_the_device_on() -> None:
    """Several people look from their own seats in turn, and no seat is shown another's cards."""
    page = Page(seed=2, people=["Ana", "Ben"], players=3)
    page.hello(0)
    page.play(until="round-ended", seats=2)
    for message in page.heard:
        if (
            message["t"] in ("snap", "state")
            and message["view"]
            and message["view"]["table"]["phase"]["t"] != "over"
        ):
            hands = [hand["cards"] for hand in message["view"]["hands"]]
            others = [card for i, cards in enumerate(hands) if i != message["you"] for card in cards.split()]
            assert set(others) <= {"??"}


def test_what_all_may_see_is_told_without_a_seat() -> None:
    """A device that is handed on looks from every seat and from none at once; none shows no hand and does nothing."""
    page = Page(people=["Ana", "Ben"], players=2)
    page.hello(0)
    page.wire = 1
    page.say(t="hello", proto=1, token=None)
    snap = page.heard[-1]
    assert (snap["you"], snap["legal"]) == (None, [])
    assert set(snap["view"]["hands"][0]["cards"].split()) == {"??"}
    assert page.do(t="next")["code"] == "spectator"
    page.wire = 2
    page.hello(7)
    assert page.heard[-1]["code"] == "unknown"


def test_a_kept_log_goes_on_where_it_was() -> None:
    """A page that is loaded again reads the log and sees what it saw."""
    page = Page(seed=7, people=["Ana"], players=3)
    page.hello()
    for _ in range(5):
        page.wait() if not page.stands["legal"] else page.do(t="act", action=page.stands["legal"][0])
    again = Page(seed=8)
    again.take(again.door.take_up(json.dumps(page.log), 0.0))
    again.hello()
    assert again.stands["view"] == page.stands["view"]
    assert again.stands["legal"] == page.stands["legal"]
    assert again.stands["v"] == len(page.log)


def test_events_since_are_told_one_by_one() -> None:
    """A page that says what it saw last is sent what came after, and a snap without a log."""
    page = Page(people=["Ana"], players=2)
    page.hello()
    version = page.stands["v"]
    page.heard.clear()
    page.hello(since=version - 2)
    assert [m["t"] for m in page.heard] == ["ev", "ev", "snap"]
    assert page.heard[-1]["log"] is None


def test_the_same_command_is_carried_out_once() -> None:
    """A command that is sent again is acknowledged again and changes nothing."""
    page = Page(people=["Ana"], players=2)
    page.hello()
    wish = {
        "t": "cmd",
        "id": "one",
        "v": page.stands["v"],
        "d": {"t": "act", "action": page.stands["legal"][0]},
    }
    page.say(**wish)
    version = len(page.log)
    page.say(**wish)
    assert [m["v"] for m in page.heard if m["t"] == "ack"] == [version, version]


def test_a_refused_act_names_its_rule() -> None:
    """What may not be done is refused with the reason and the rule, as at a server."""
    page = Page(people=["Ana"], players=2)
    page.hello()
    answer = page.do(t="act", action="discard R5")
    assert (answer["t"], answer["code"], answer["rule"]) == ("nak", "illegal", "H8")
    assert page.do(t="room")["code"] == "bad"
    assert page.do(t="leave", watch=True)["code"] == "private"


def test_nobody_plays_while_the_page_is_away() -> None:
    """After `bye`, as while a device is handed on, nothing happens by itself."""
    page = Page(people=["Ana"], players=4)
    page.hello()
    page.say(t="bye")
    assert page.next is None


def test_a_state_is_what_a_server_would_write() -> None:
    """Word for word the view, lists and table of the server's own picture of the same state."""
    table = SoloTable(
        open_shared_device({"people": ["Ana"], "players": 3}, Chance(Random(4))), Chance(Random(4)), 0.0, 0.0
    )
    table.hear(0, json.dumps({"t": "hello", "proto": 1, "token": "0"}), 0.0)
    snap = json.loads(table.take()[1][-1][1])
    moment = LiveStatus(connected=frozenset({0}))
    there = json.loads(Rendering(NAME, table.state, moment).state_text(0, control=True))
    for name in ("v", "you", "view", "legal", "awaited", "table", "deal", "control"):
        assert snap[name] == there[name], name


def test_what_was_played_can_be_looked_at() -> None:
    """History, records and their replay are answered from the log."""
    page = Page(seed=3, people=["Ana"], players=2)
    page.hello()
    page.play(until="deal-opened")
    told = json.loads(page.door.ask("history", "{}"))["data"]
    assert len(told["matches"][0]["rounds"]) == 1
    record = json.loads(page.door.ask("round", '{"number": 1}'))["data"]
    replayed = json.loads(page.door.ask("replay", json.dumps({"record": record, "seat": 0})))["data"]
    assert replayed["rounds"][0]["over"]
    deal = json.loads(page.door.ask("deal", '{"number": 1}'))["data"]
    assert deal["secret"] == page.stands["deal"]["secret"]
    assert json.loads(page.door.ask("options", "{}"))["data"]["editions"]
    assert json.loads(page.door.ask("nothing", "{}"))["error"]["code"] == "unknown"


def test_rules_that_cannot_be_are_refused() -> None:
    """A wish against the rules is answered with its reason, and there is no table."""
    door = SoloBridge(0.0, Chance(Random(1)))
    refused = json.loads(door.open(json.dumps({"people": ["Ana"], "options": {"deflect": True}}), 0.0))
    assert refused["error"]["code"] == "rules"
    crowd = json.loads(door.open(json.dumps({"people": ["A", "B", "C"], "players": 2}), 0.0))
    assert crowd["error"]["code"] == "full"
    assert json.loads(door.take_up('["nonsense"]', 0.0))["error"]["code"] == "log"


@pytest.mark.tier("default")
def test_it_needs_the_standard_library_alone(tmp_path: Any) -> None:
    """The archive that the page loads plays without any package, and without the rest of Lastcard."""
    archive = tmp_path / "lastcard.zip"
    archive.write_bytes(web_build.rules_archive())
    code = (
        f"import sys; sys.path = [p for p in sys.path if 'site-packages' not in p and 'src' not in p]; sys.path.insert(0, {str(archive)!r})\n"
        "from lastcard.server.solo.bridge import SoloBridge\n"
        'door = SoloBridge(0.0); print(door.open(\'{"people": ["Ana"]}\', 0.0)[:8])'
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.stdout.startswith('{"log"'), done.stderr


@pytest.mark.tier("default")
def test_the_archive_is_the_same_whenever_it_is_made() -> None:
    """Its name on the server is its hash, so it must not change without its contents."""
    assert web_build.rules_archive() == web_build.rules_archive()
