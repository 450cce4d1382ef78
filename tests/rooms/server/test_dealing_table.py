"""Deals at a table in virtual time: who is waited for and how long, and that nothing that stops it changes a card."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from lastcard.rules.cards import Card
from lastcard.rules.encode import encode
from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions import rooms, starting
from lastcard.server.decisions.requests import Act, Contribute, Leave, Next, Request
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.chance import Chance
from lastcard.server.model.events import Room
from lastcard.server.ops.metrics import Metrics
from lastcard.server.storage.interface import Receipt
from lastcard.server.table.messages import Attach, Command, Detach
from lastcard.server.table.settings import TableSettings
from lastcard.server.table.table import TableActor
from lastcard.server.wire.inbound import Cmd
from lastcard.server.wire.outbound import dump
from tests.fakes.log import MemoryLog
from tests.rooms.server.tables import NAMES, joined, read_back
from tests.rooms.server.timed import Person, in_virtual_time, now

WAIT = 1.5
LONG = 1000.0
MINE = "0123456789abcdef" * 2


class Log(MemoryLog):
    """A log that remembers where each commit ended; the append that `fails` counts down to is refused."""

    def __init__(self, bodies: Sequence[str] = ()) -> None:
        super().__init__(bodies)
        self.commits: list[int] = []
        self.fails = -1

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """See EventLog."""
        self.fails -= 1
        self.fail = "before" if self.fails == 0 else None
        await super().append(table, after, bodies, receipt)
        self.commits.append(len(self.entries))

    async def confirm(self, table: str, version: int) -> None:
        """See EventLog."""
        self.tables[table].check(version)


class Bound(Chance):
    """Chance that shuffles nothing itself: whoever wants cards in an order asks the deal."""

    def shuffle(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """See Chance."""
        raise AssertionError(f"{len(cards)} cards shuffled by a chance that nobody can check")


class House:
    """A table over a log, and people at it."""

    def __init__(self, log: Log, wait: float = WAIT, seed: int = 1) -> None:
        self.log, self._wait, self._seed = log, wait, seed
        self.people: dict[int, Person] = {}
        self._count = 0

    async def open(self) -> None:
        """Take the table up from its log."""
        saved = await self.log.load("table")
        assert saved is not None
        self.table = TableActor(
            "table", saved, self.log, TableSettings(LONG, self._wait), Metrics(), Bound(Random(self._seed))
        )
        self.table.start()
        await settled()

    async def sit(self, *seats: int) -> None:
        """People come to their seats."""
        for seat in seats:
            self.people[seat] = Person(seat)
            await self.table.put(Attach(self.people[seat], NAMES[seat], None))
            await settled()

    async def send(self, who: Person, d: Request) -> dict[str, Any]:
        """A command, and its answer."""
        self._count += 1
        name = f"{id(self)}-{self._count}"
        cmd = Cmd(t="cmd", id=name, v=self.table.state.version, d=d)
        await self.table.put(Command(who, cmd, now()))
        await settled()
        return who.answer(name)

    async def give(self, *seats: int, number: int = 1) -> None:
        """People contribute."""
        for seat in seats:
            answer = await self.send(self.people[seat], share(seat, number))
            assert answer["t"] == "ack", answer

    def dealt(self) -> bool:
        """Whether cards lie on the table."""
        return bool(self.log.of("round-began"))


def share(seat: int, number: int = 1, value: str = "") -> Contribute:
    """A seat's contribution."""
    return Contribute(t="contribute", number=number, value=value or f"{seat:032x}")


async def settled() -> None:
    """Everything that can happen now has happened."""
    for _ in range(60):
        await asyncio.sleep(0)


def called(people: int = 3, players: int = 4, **room: Any) -> Log:
    """The log of a table at which cards were called for."""
    rules = ruleset("classic", players=players)
    events = rooms.open_table(
        rules, Room(autostart=False, **room), Newcomer("Ana", "Ana"), now=False, game="ab" * 16
    )
    state = read_back(None, events)
    bodies = [dump(encode(event)) for event in events]
    for seat in range(1, people):
        version = state.version
        state = joined(state, NAMES[seat])
        bodies += [dump(encode(e)) for e in _taken(state, seat)] if state.version == version + 1 else []
    bodies += [dump(encode(event)) for event in starting.start(state, 0, state.version)]
    return Log(bodies)


def _taken(state: Any, seat: int) -> list[Any]:
    from lastcard.server.model.events import SeatTaken

    person = state.seats[seat]
    return [SeatTaken(seat, person.name, person.proof, person.ready, person.browser)]


async def house(log: Log | None = None, *seats: int, wait: float = WAIT) -> House:
    """A table whose people are connected."""
    found = House(log or called(), wait)
    await found.open()
    await found.sit(*seats)
    return found


# Waiting


@in_virtual_time
async def test_cards_are_dealt_as_soon_as_everybody_who_is_there_has_contributed() -> None:
    """Nobody waits a moment longer; who is not connected is not waited for."""
    it = await house(None, 0, 1)
    await it.give(1)
    assert not it.dealt()
    await it.give(0)
    assert (it.dealt(), now()) == (True, 0.0)
    given = [(e["seat"], e["value"]) for e in it.log.of("contributed")]
    assert given == [(1, f"{1:032x}"), (0, f"{0:032x}"), (2, "absent"), (3, "bot")]


@in_virtual_time
async def test_who_does_not_contribute_is_waited_for_so_long_and_no_longer() -> None:
    """After the wait the cards are dealt without their share, which the log says."""
    it = await house(None, 0, 1, 2)
    await it.give(0)
    await asyncio.sleep(WAIT - 0.01)
    assert not it.dealt()
    await asyncio.sleep(0.02)
    assert it.dealt()
    assert [e["value"] for e in it.log.of("contributed")] == [f"{0:032x}", "absent", "absent", "bot"]


@in_virtual_time
async def test_without_a_wait_cards_are_dealt_at_once() -> None:
    """With the setting at 0 nobody is asked, and nobody need be there."""
    it = await house(None, wait=0)
    assert it.dealt()
    assert [e["value"] for e in it.log.of("contributed")] == ["absent", "absent", "absent", "bot"]


@in_virtual_time
async def test_a_deal_waits_for_the_first_person_to_come() -> None:
    """While nobody is connected nothing is dealt; the first one's contribution then is enough."""
    it = await house()
    await asyncio.sleep(LONG)
    assert not it.dealt()
    await it.sit(0)
    deal = it.people[0].state["deal"]
    assert (deal["number"], deal["dealt"], deal["secret"]) == (1, False, None)
    await it.give(0)
    assert it.dealt()
    assert now() == LONG


@in_virtual_time
async def test_who_just_took_a_seat_is_waited_for() -> None:
    """They are not connected yet, but will be any moment; if they never come the wait is over as usual."""
    for comes in (True, False):
        it = await house(called(2, 3, bots=True), 0, 1)
        start = now()
        seat, token = await it.table.join(Newcomer("Cleo", "Cleo"))
        await settled()
        await it.give(0, 1)
        assert not it.dealt()
        if comes:
            await it.sit(seat)
            await it.give(seat)
            assert (it.dealt(), now(), token) == (True, start, "Cleo")
        else:
            await asyncio.sleep(WAIT + 0.01)
            assert it.dealt()


@in_virtual_time
async def test_who_goes_is_not_waited_for_any_more() -> None:
    """The connection of the only one who had not contributed is lost: the cards are dealt."""
    it = await house(None, 0, 1)
    await it.give(0)
    await it.table.put(Detach(it.people[1]))
    await settled()
    assert (it.dealt(), now()) == (True, 0.0)


@in_virtual_time
async def test_the_next_round_is_bound_and_waited_for_like_the_first() -> None:
    """Each round has its own commitment, which hangs on the one before, and its own contributions."""
    it = await house(called(2, 2), 0, 1)
    await it.give(0, 1)
    await play(it)
    assert it.log.of("deal-opened")[0]["secret"] == it.log.of("deal-sealed")[0]["secret"]
    assert (await it.send(it.people[0], Next(t="next")))["t"] == "ack"
    first, second = it.log.of("deal-sealed")
    assert (second["number"], second["previous"]) == (2, first["commitment"])
    before = it.people[1].state["deal"]
    await it.give(1, 0, number=2)
    assert (before["dealt"], it.people[1].state["deal"]["dealt"]) == (False, True)
    assert it.people[0].state["deal"]["contributions"] == [[0, f"{0:032x}"], [1, f"{1:032x}"]]


async def play(it: House) -> None:
    """Play the round to its end."""
    for _ in range(2000):
        if it.table.state.round is None or it.table.state.round.over:
            return
        await one_act(it)
    raise AssertionError("the round does not end")


# What is told


@in_virtual_time
async def test_the_secret_is_told_to_nobody_before_the_end_of_the_round() -> None:
    """In no message to anybody; after the end everybody has it."""
    it = await house(called(2, 2), 0, 1)
    onlooker = Person(None)
    await it.table.put(Attach(onlooker, None, None))
    await it.give(0, 1)
    (sealed,) = it.log.of("deal-sealed")
    viewers = [*it.people.values(), onlooker]
    for _ in range(2000):
        if it.log.of("deal-opened"):
            break
        assert all(sealed["secret"] not in dump(m) for v in viewers for _, m in v.told[-20:])
        await one_act(it)
    for viewer in viewers:
        assert viewer.events("deal-opened") == [{"t": "deal-opened", "number": 1, "secret": sealed["secret"]}]
        assert viewer.state["deal"]["secret"] == sealed["secret"]


async def one_act(it: House) -> None:
    """Who is awaited plays or draws, and the time goes by in which others may call or catch."""
    seat = it.people[0].state["awaited"][0]
    legal = it.people[seat].state["legal"]
    plays = [a for a in legal if a.startswith("play") and a.endswith("uno")]
    plays += [a for a in legal if a.startswith(("play", "draw", "pass", "accept", "colour"))]
    await it.send(it.people[seat], Act(t="act", action=plays[0]))
    await asyncio.sleep(1.5)


@in_virtual_time
async def test_everybody_sees_commitment_and_contributions_in_the_order_of_the_log() -> None:
    """The commitment reaches each viewer before the first contribution, as it stands in the log before it."""
    it = await house(None, 0, 1)
    await it.give(0, 1)
    kinds = [e["t"] for e in it.log.of("deal-called", "deal-sealed", "contributed", "round-began")]
    assert kinds == ["deal-called", "deal-sealed", *["contributed"] * 4, "round-began"]
    for person in it.people.values():
        seen = [m["e"]["t"] for _, m in person.told if m["t"] == "ev"]
        told = [kind for kind in seen if kind in ("contributed", "round-began")]
        assert told == ["contributed"] * 4 + ["round-began"]
        first = next(m for _, m in person.told if m["t"] == "snap")
        assert first["deal"]["commitment"] == it.log.of("deal-sealed")[0]["commitment"]


# Hostile contributions


@in_virtual_time
async def test_nobody_contributes_twice_late_or_for_another_round() -> None:
    """Refused with a sentence, and the log has not grown."""
    it = await house(None, 0, 1)
    await it.give(0)
    size = len(it.log.bodies)
    for wish, code in ((share(0, value=MINE), "illegal"), (share(0, 2), "stale")):
        answer = await it.send(it.people[0], wish)
        assert (answer["t"], answer["code"]) == ("nak", code)
    assert len(it.log.bodies) == size
    await it.give(1)
    answer = await it.send(it.people[1], share(1, value=MINE))
    assert (answer["t"], answer["code"]) == ("nak", "illegal")
    assert [e["value"] for e in it.log.of("contributed")][:2] == [f"{0:032x}", f"{1:032x}"]


@in_virtual_time
async def test_a_spectator_contributes_nothing() -> None:
    """Who has no seat gives no share."""
    it = await house(None, 0)
    onlooker = Person(None)
    await it.table.put(Attach(onlooker, None, None))
    answer = await it.send(onlooker, share(0))
    assert (answer["t"], answer["code"]) == ("nak", "spectator")
    assert it.log.of("contributed") == []


@in_virtual_time
async def test_the_same_contribution_sent_again_is_answered_again() -> None:
    """A client that was cut off sends its command once more: one contribution, two acknowledgements."""
    it = await house(None, 0, 1)
    for _ in range(2):
        cmd = Cmd(t="cmd", id="once", v=0, d=share(0))
        await it.table.put(Command(it.people[0], cmd, now()))
        await settled()
    assert [m["t"] for _, m in it.people[0].answers("once")] == ["ack", "ack"]
    assert len(it.log.of("contributed")) == 1


# Stopping and failing


def kept(log: Log, commits: int) -> Log:
    """The log after so many commits of a table's life."""
    begun = log.commits[commits - 1] if commits else log.begun  # type: ignore[attr-defined]
    after = Log(log.bodies[:begun])
    after.receipts[:] = [r for r in log.receipts if r.version <= begun]
    return after


@in_virtual_time
async def test_a_table_that_is_stopped_between_any_two_steps_deals_the_same_cards() -> None:
    """Killed after any commit from the call to the opening and taken up by another server: the same deal goes on."""
    whole = called(2, 2)
    whole.begun = len(whole.bodies)  # type: ignore[attr-defined]
    it = await house(whole, 0, 1)
    await it.give(0, 1)
    await play(it)
    assert it.table.state.deal is not None
    assert it.table.state.deal.opened
    (began,) = it.log.of("round-began")
    for commits in range(1, len(whole.commits)):
        again = House(kept(whole, commits), seed=99)
        await again.open()
        await again.sit(0, 1)
        lacking = {0, 1} - {e["seat"] for e in again.log.of("contributed")}
        await again.give(*sorted(lacking))
        assert again.log.of("round-began") == [began], commits
        assert len(again.log.of("deal-sealed")) == 1
    opened = House(kept(whole, len(whole.commits) - 1), seed=99)
    await opened.open()
    assert opened.log.of("deal-opened") == whole.of("deal-opened")


@in_virtual_time
async def test_a_commit_that_fails_anywhere_is_made_up_for() -> None:
    """Whichever write of the deal fails, the table comes back to it by itself and the deal is as it was bound."""
    for fails in range(1, 6):
        log = called(2, 2)
        it = House(log)
        log.fails = fails
        await it.open()
        await it.sit(0, 1)
        await asyncio.sleep(1.1)
        for seat in (0, 1):
            if it.people[seat].ended:
                await it.sit(seat)
            answer = await it.send(it.people[seat], share(seat))
            if answer["t"] == "nak" and answer["code"] == "storage":
                answer = await it.send(it.people[seat], share(seat))
            assert answer["t"] == "ack" or it.dealt(), (fails, answer)
        await asyncio.sleep(1.1 + WAIT)
        kinds = [e["t"] for e in log.of("deal-sealed", "round-began")]
        assert kinds == ["deal-sealed", "round-began"], fails


@in_virtual_time
@pytest.mark.parametrize("secret", ["", "0" * 64])
async def test_a_log_that_lost_the_secret_voids_the_round_before_everybody(secret: str) -> None:
    """Everybody is shown that the round is void, and another deal is bound and dealt; play goes on."""
    it = await house(called(2, 2), 0, 1)
    await it.give(0, 1)
    (sealed,) = it.log.of("deal-sealed")
    bodies = [body.replace(sealed["secret"], secret) for body in it.log.bodies]
    again = House(Log(bodies), seed=5)
    await again.open()
    await again.sit(0, 1)
    assert again.log.of("deal-voided") == [{"t": "deal-voided", "number": 1}]
    first, second = again.log.of("deal-sealed")
    assert (second["number"], second["previous"]) == (2, first["commitment"])
    assert again.people[0].state["view"] is None
    assert {"t": "deal-voided", "number": 1} in [entry["e"] for entry in again.people[0].told[0][1]["log"]]
    await again.give(0, 1, number=2)
    assert again.dealt()
    assert again.table.state.deal is not None
    assert again.table.state.deal.number == 2


@in_virtual_time
async def test_everybody_leaving_opens_the_deal() -> None:
    """The last person goes in the middle of the round: nothing is played any more, and the secret is published."""
    it = await house(called(1, 2), 0)
    await it.give(0)
    await it.send(it.people[0], Leave(t="leave"))
    assert it.table.state.ended
    assert it.log.of("deal-opened")[0]["secret"] == it.log.of("deal-sealed")[0]["secret"]
