"""The chain of a table's deals: each step follows from the log, people add their share, nobody can undo it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from lastcard import dealing
from lastcard.bots import Greedy
from lastcard.bots.arena import choose_action
from lastcard.record import rules_text
from lastcard.rules import events as ev
from lastcard.rules.cards import parse_cards
from lastcard.rules.encode import encode
from lastcard.rules.legal import awaited
from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions import acts, deals, rooms, seating, starting
from lastcard.server.decisions.checks import Events
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.events import (
    Contributed,
    DealCalled,
    DealEvent,
    DealOpened,
    DealSealed,
    DealVoided,
    Event,
    MatchBegan,
    Room,
    SeatLeft,
)
from lastcard.server.model.state import SeatKind, TableDeal, TableState, fold_all
from lastcard.server.views.deal_chain import deals_from_log, logged_deal_data
from lastcard.server.views.visible import deal_data, event_data
from lastcard.server.wire.outbound import dump
from tests.rooms.server.tables import joined, over, played_round, read_back, refused, waiting

GAME = "ab" * 16
MINE = "0123456789abcdef" * 2


def called(people: int = 3, players: int = 4, **room: Any) -> TableState:
    """A table at which the host asked for the match."""
    state = waiting(people, players, **{"bots": True} | room)
    return read_back(state, starting.start(state, 0, state.version))


def sealed(people: int = 3, players: int = 4, **room: Any) -> TableState:
    """A table whose deal is bound, and waits for contributions."""
    state = called(people, players, **room)
    return read_back(state, deals.settled(state, Random(7).randbytes, wait=True))


def dealt(state: TableState) -> TableState:
    """The table after its cards were dealt."""
    return read_back(state, deals.settled(state, Random(8).randbytes, wait=False))


def finished(state: TableState, random: Random) -> TableState:
    """The table after its round, before anything comes of that by itself."""
    bot = Greedy(random)
    while state.round is not None and not state.round.over:
        seat = awaited(state.round)[0]
        action = choose_action(bot, state.round, seat)
        assert action is not None
        events = acts.carry_out(state, seat, action, deals.shuffle(state, no_shuffle))
        state = read_back(state, events)
    return state


def latest(state: TableState) -> TableDeal:
    """The table's deal."""
    assert state.deal is not None
    return state.deal


# The steps


def test_a_deal_is_bound_before_anybody_contributes_and_dealt_after() -> None:
    """Called, sealed, contributed by each seat, dealt, opened: in the log in this order."""
    state = called()
    log: list[Event] = list(deals.settled(state, Random(7).randbytes, wait=True))
    state = read_back(state, tuple(log))
    for seat in (2, 0):
        log += (share := deals.contribute(state, seat, 1, MINE))
        state = read_back(state, share)
    log += (rest := deals.settled(state, Random(7).randbytes, wait=False))
    state = finished(read_back(state, rest), Random(1))
    log += deals.settled(state, Random(7).randbytes, wait=True)
    steps = [type(e) for e in log if isinstance(e, DealEvent | MatchBegan | ev.RoundBegan)]
    assert steps == [DealSealed, *[Contributed] * 4, MatchBegan, ev.RoundBegan, DealOpened]
    given = [(e.seat, e.value) for e in log if isinstance(e, Contributed)]
    assert given == [(2, MINE), (0, MINE), (1, "absent"), (3, "bot")]


def test_nothing_comes_of_a_deal_while_it_waits() -> None:
    """As long as contributions may come no cards are dealt, however often one asks."""
    state = sealed()
    assert deals.due(state, Random(1).randbytes, wait=True) == ()
    assert deals.missing(state) == {0, 1, 2}


@pytest.mark.rule("S3")
def test_the_cards_follow_from_secret_and_contributions() -> None:
    """The order that is dealt is the one of `lastcard.dealing`, with the contributions by seat."""
    state = sealed()
    state = read_back(state, deals.contribute(state, 1, 1, MINE))
    deal = latest(state)
    (began,) = (
        e for e in deals.settled(state, Random(1).randbytes, wait=False) if isinstance(e, ev.RoundBegan)
    )
    given = ((0, dealing.ABSENT), (1, bytes.fromhex(MINE)), (2, dealing.ABSENT), (3, dealing.BOT))
    order = dealing.deal_order(state.rules.cards, bytes.fromhex(deal.secret), given)
    assert began.pile == order[28:]
    assert began.hands[0] == order[0:28:4]


@pytest.mark.rule("S2")
def test_the_draw_for_the_deal_follows_from_them_too() -> None:
    """Where the dealer is drawn, the cards come from the first round's secret under a label of their own."""
    state = sealed(draw=True)
    (began,) = (e for e in deals.settled(state, Random(1).randbytes, wait=False) if isinstance(e, MatchBegan))
    given = tuple((seat, dealing.BOT if seat == 3 else dealing.ABSENT) for seat in range(4))
    order = dealing.dealer_order(state.rules.cards, bytes.fromhex(latest(state).secret), given)
    assert [card for _, card in began.draws[0]] == list(order[:4])


def test_the_commitment_is_to_secret_game_round_and_rules_and_hangs_on_the_one_before() -> None:
    """Over two rounds and another match the chain goes on; the first link is the name of the game."""
    state = dealt(sealed())
    before = dealing.first_link(state.game)
    for number in range(1, 4):
        deal = latest(state)
        made = dealing.commit(
            bytes.fromhex(deal.secret),
            state.game,
            number,
            dealing.rules_digest(rules_text(state.rules)),
            before,
        )
        assert (deal.number, deal.commitment, deal.previous) == (number, made.hex(), before.hex())
        before = made
        state = dealt(played_round(state, Random(number)))
        assert latest(state).opened
        state = dealt(read_back(state, starting.next_round(state, state.version)))


def test_a_rematch_hangs_on_the_match_before() -> None:
    """Numbers and commitments go on; the new match begins when its cards are dealt."""
    state = over(2, 2)
    last = latest(state)
    state = read_back(state, starting.rematch(state, 0, state.version))
    assert (state.over, state.open_to_change) == (False, False)
    state = dealt(state)
    deal = latest(state)
    assert (deal.number, deal.previous) == (last.number + 1, last.commitment)
    assert state.match is not None
    assert not state.match.over


def test_asking_twice_calls_once() -> None:
    """Start, next round and rematch pressed again while cards are being dealt do nothing."""
    state = called()
    assert starting.start(state, 0, state.version) == ()
    state = sealed()
    assert starting.start(state, 0, state.version) == ()
    state = dealt(played_round(dealt(state), Random(1)))
    state = read_back(state, starting.next_round(state, state.version))
    assert starting.next_round(state, state.version) == ()
    state = over(2, 2)
    state = read_back(state, starting.rematch(state, 0, state.version))
    assert starting.rematch(state, 1, state.version) == ()


def test_rules_and_seats_stay_while_cards_are_dealt() -> None:
    """The commitment is to the rules: they cannot be changed after it, and nobody changes seats."""
    state = sealed()
    for change in (
        lambda: rooms.change_room(state, 0, ruleset("classic", players=4, target=100), state.room),
        lambda: seating.sit(state, 0, 3),
        lambda: seating.set_bot(state, 0, 3, on=False),
    ):
        with refused("playing", "H9"):
            change()


# Contributions


def test_a_contribution_changes_no_other_seat_s() -> None:
    """Each seat's value stays what it gave, whatever others give."""
    state = sealed()
    state = read_back(state, deals.contribute(state, 0, 1, MINE))
    state = read_back(state, deals.contribute(state, 2, 1, "f" * 32))
    assert dict(latest(state).contributions) == {0: MINE, 2: "f" * 32}
    state = dealt(state)
    assert dict(latest(state).contributions) == {0: MINE, 1: "absent", 2: "f" * 32, 3: "bot"}


@pytest.mark.parametrize(
    ("make", "seat", "number", "code", "says"),
    [
        (lambda: waiting(3), 0, 1, "stale", "Round 1 is not being dealt"),
        (lambda: called(), 0, 1, "stale", "Round 1 is not being dealt"),  # noqa: PLW0108 - as its neighbours
        (lambda: sealed(), 0, 2, "stale", "Round 2 is not being dealt"),  # noqa: PLW0108
        (lambda: dealt(sealed()), 0, 1, "illegal", "have been dealt already"),
        (
            lambda: dealt(played_round(dealt(sealed()), Random(1))),
            0,
            1,
            "stale",
            "Round 1 is not being dealt",
        ),
        (
            lambda: read_back(s := sealed(), deals.contribute(s, 0, 1, MINE)),
            0,
            1,
            "illegal",
            "contributed to round 1 already",
        ),
    ],
    ids=["before", "called", "wrong round", "dealt", "opened", "twice"],
)
def test_a_contribution_out_of_place_is_refused(
    make: Callable[[], TableState], seat: int, number: int, code: str, says: str
) -> None:
    """Before the commitment, for another round, after the deal, after the end, twice: refused, and nothing changed."""
    with refused(code, None, says):
        deals.contribute(make(), seat, number, MINE)


def with_one_out() -> tuple[TableState, int]:
    """A match between two rounds that goes on without one of its four; no two tables are dealt alike, so one is looked for."""
    rules = ruleset("classic", players=4, scoring="elimination", target=150)
    for _ in range(40):
        events = rooms.open_table(rules, Room(autostart=False), Newcomer("Ana", "Ana"), now=True)
        state = dealt(joined(read_back(None, events), "Ben", "Cleo", "Dana"))
        random = Random(1)
        while (match := state.match) is not None and not match.over and len(match.eliminated) < 2:
            state = finished(state, random)
            match = state.match
            if match is not None and len(match.eliminated) == 1 and not match.over:
                return state, next(iter(match.eliminated))
            if match is None or match.over:
                break
            state = dealt(read_back(state, starting.next_round(state, state.version)))
    raise AssertionError("no match had one player out")


def test_who_gets_no_cards_contributes_nothing() -> None:
    """A player who is out of the match has no part in the chance of its next round."""
    state, out = with_one_out()
    state = read_back(state, starting.next_round(state, state.version))
    state = read_back(state, deals.settled(state, Random(7).randbytes, wait=True))
    assert out not in deals.missing(state)
    with refused("illegal", None, "gets no cards"):
        deals.contribute(state, out, latest(state).number, MINE)


# What may be written down


@pytest.mark.rule("S3", "S6", "T5")
def test_cards_in_another_order_than_the_bound_one_are_not_written_down() -> None:
    """Whatever a fault elsewhere might do: the table refuses a deal or a shuffle that does not follow from its chance."""
    state = sealed()
    state = read_back(
        state, tuple(e for e in deals.settled(state, no_bits, wait=False) if not isinstance(e, ev.Event))
    )
    began = next(e for e in deals.settled(sealed(), no_bits, wait=False) if isinstance(e, ev.RoundBegan))
    deals.check(state, began)
    with pytest.raises(ValueError, match="an order that was not bound"):
        deals.check(state, replace(began, pile=began.pile[::-1]))
    state = read_back(state, (began,))
    cards = state.rules.cards[:20]
    (first, second) = (again := deals.shuffle(state, no_shuffle))(cards), again(cards)
    deals.check(state, ev.Reshuffled(first))
    for wrong in (second, first[::-1], cards):
        with pytest.raises(ValueError, match="an order that was not bound"):
            deals.check(state, ev.Reshuffled(wrong))
        with pytest.raises(ValueError, match="an order that was not bound"):
            deals.check(state, ev.PutBack(wrong))


def no_bits(count: int) -> bytes:
    """Where nothing is drawn."""
    raise AssertionError(f"{count} bytes were drawn")


# Leaving in the middle


def test_who_takes_a_seat_while_cards_are_dealt_may_contribute_for_it() -> None:
    """The bot's seat is a person's now, and so is its share."""
    state = sealed(2, 3)
    assert state.seats_of(SeatKind.BOT) == (2,)
    seat, _, events = seating.join(state, Newcomer("Cleo", "Cleo"))
    state = read_back(state, events)
    assert deals.missing(state) == {0, 1, seat}
    state = dealt(read_back(state, deals.contribute(state, seat, 1, MINE)))
    assert dict(latest(state).contributions)[seat] == MINE


def test_what_somebody_gave_stays_when_they_leave() -> None:
    """A bot takes the seat; the contribution was made before anybody could know what it does."""
    state = sealed(3, 3)
    state = read_back(state, deals.contribute(state, 1, 1, MINE))
    state = dealt(read_back(state, seating.leave(state, 1, lambda cards: cards)))
    assert state.seats[1].kind is SeatKind.BOT
    assert dict(latest(state).contributions) == {0: "absent", 1: MINE, 2: "absent"}


def test_a_deal_that_nobody_can_be_dealt_is_called_off_and_opened() -> None:
    """Where bots are off and somebody leaves before the match, its secret is published and no match begins."""
    state = sealed(3, 3, bots=False)
    state = read_back(state, seating.leave(state, 1, lambda cards: cards))
    (opened,) = deals.settled(state, Random(1).randbytes, wait=True)
    assert opened == DealOpened(1, latest(state).secret)
    state = read_back(state, (opened,))
    assert (state.match, state.dealing, state.open_to_change) == (None, False, True)


def test_when_everybody_leaves_the_secret_is_published() -> None:
    """In the middle of a round or before it was dealt: nothing is played any more, so it is opened."""
    for state in (sealed(1, 3), dealt(sealed(1, 3))):
        state = read_back(state, seating.leave(state, 0, lambda cards: cards))  # noqa: PLW2901
        assert state.ended
        (opened,) = deals.settled(state, Random(1).randbytes, wait=True)
        assert isinstance(opened, DealOpened)
        assert deals.settled(read_back(state, (opened,)), Random(1).randbytes, wait=False) == ()


@pytest.mark.rule("V14")
def test_a_round_that_ends_because_people_leave_is_opened() -> None:
    """The last but one leaves: the round is over, and its deal is opened like any other."""
    state = dealt(sealed(2, 2, bots=False))
    state = read_back(state, seating.leave(state, 1, deals.shuffle(state, lambda cards: cards)))
    assert isinstance(deals.settled(state, Random(1).randbytes, wait=True)[0], DealOpened)


# A secret that the log does not give


def broken(state: TableState, **parts: Any) -> TableState:
    """The table as its log would tell it with other things in the deal."""
    return replace(state, deal=replace(latest(state), **parts))


@pytest.mark.parametrize(
    "parts", [{"secret": ""}, {"secret": "0" * 64}, {"secret": "x"}, {"previous": "1" * 64}]
)
def test_a_secret_that_was_not_bound_voids_the_round_and_it_is_dealt_anew(parts: dict[str, str]) -> None:
    """The round counts for nothing, everybody sees it, and the next number's deal follows the same commitment."""
    state = broken(dealt(sealed()), **parts)
    dealer = state.round.table.dealer if state.round else None
    events = deals.voided(state)
    assert events == (DealVoided(1), DealCalled())
    state = read_back(state, events)
    assert (state.match, state.round) == (None, None)
    before = latest(state).commitment
    state = dealt(state)
    assert (latest(state).number, latest(state).previous) == (2, before)
    assert state.round is not None
    assert state.round.table.dealer == dealer


def test_a_whole_secret_voids_nothing() -> None:
    """In no step of a deal."""
    assert deals.voided(waiting()) == ()
    for state in (called(), sealed(), dealt(sealed()), dealt(played_round(dealt(sealed()), Random(1)))):
        assert deals.voided(state) == ()


def test_a_bound_deal_without_its_secret_is_bound_anew_before_the_match() -> None:
    """Nobody has seen a card: another secret takes its place, the number is used up."""
    state = read_back(s := broken(sealed(), secret=""), deals.voided(s))
    state = dealt(state)
    assert latest(state).number == 2
    assert state.round is not None


def test_a_round_that_was_over_counts_for_nothing_without_its_secret() -> None:
    """Its points go, those of earlier rounds stay, and who left meanwhile is not dealt to (V14)."""
    state = dealt(finished(dealt(sealed(4, 4, bots=False)), Random(1)))
    before = state.match
    state = dealt(read_back(state, starting.next_round(state, state.version)))
    state = finished(state, Random(2))
    assert state.match != before
    state = read_back(state, seating.leave(state, 2, no_shuffle))
    state = read_back(s := broken(state, secret=""), deals.voided(s))
    assert state.match is not None
    assert before is not None
    assert (state.match.scores, state.match.rounds) == (before.scores, before.rounds)
    assert state.match.seats == (0, 1, 3)
    state = dealt(state)
    assert state.round is not None
    assert state.round.table.seats == (0, 1, 3)


@pytest.mark.rule("S2")
def test_a_match_whose_first_round_is_void_begins_anew() -> None:
    """Also the draw for the deal, which came from the same secret, is made again."""
    state = dealt(sealed(draw=True))
    state = read_back(s := broken(state, secret="0" * 64), deals.voided(s))
    assert state.match is None
    state = read_back(state, deals.settled(state, Random(9).randbytes, wait=True))
    events = deals.settled(state, Random(9).randbytes, wait=False)
    assert [e for e in events if isinstance(e, MatchBegan)]


def test_a_match_that_ends_because_a_round_is_void_does_not_begin_another() -> None:
    """Two play, one leaves in the round that turns out to be void: nobody is left to play with."""
    state = dealt(finished(dealt(sealed(2, 2, bots=False)), Random(1)))
    state = dealt(read_back(state, starting.next_round(state, state.version)))
    state = read_back(state, seating.leave(state, 1, deals.shuffle(state, no_shuffle)))
    s = broken(state, secret="")
    assert deals.voided(s) == (DealVoided(2),)
    assert read_back(s, deals.voided(s)).over


# Everything at random


class Chain:
    """Watches a log, and holds it against what docs/deals.md promises."""

    def __init__(self) -> None:
        self.previous = dealing.first_link(GAME)
        self.number = 0
        self.secret: bytes | None = None
        self.given: dict[int, bytes] = {}
        self.dealt = False
        self.made = 0
        self.rounds = 0
        self.opened = 0

    def see(self, before: TableState, event: Event) -> None:
        """One event, on the table before it."""
        match event:
            case DealSealed(number, commitment, secret, previous):
                assert self.secret is None, "two deals at once"
                digest = dealing.rules_digest(rules_text(before.rules))
                made = dealing.commit(bytes.fromhex(secret), GAME, number, digest, self.previous)
                assert (number, commitment, previous) == (self.number + 1, made.hex(), self.previous.hex())
                self.number, self.previous, self.secret = number, made, bytes.fromhex(secret)
                self.given, self.dealt, self.made = {}, False, 0
            case Contributed(seat, number, value):
                assert number == self.number
                assert self.secret is not None
                assert not self.dealt
                assert seat not in self.given
                self.given[seat] = dealing.read_contribution(value)
            case DealOpened(number, secret):
                assert (number, bytes.fromhex(secret)) == (self.number, self.secret)
                self.secret = None
                self.opened += 1
            case ev.RoundBegan(seats=seats) if not self.dealt:
                assert set(seats) <= set(self.given)
                self.given = {seat: self.given[seat] for seat in seats}
                self.dealt = True
                self.rounds += 1
                self.order(before, event)
            case ev.RoundBegan():
                self.order(before, event)
            case ev.PutBack(cards) | ev.Reshuffled(cards):
                assert cards == self.shuffled(cards)

    def order(self, before: TableState, event: ev.RoundBegan) -> None:
        """The deck that was dealt, or dealt anew."""
        cards = before.rules.cards
        given = tuple(self.given.items())
        assert self.secret is not None
        again = before.round is not None and not before.round.over
        order = self.shuffled(cards) if again else dealing.deal_order(cards, self.secret, given)
        assert event.pile == order[len(order) - len(event.pile) :]

    def shuffled(self, cards: Any) -> Any:
        """The next shuffle of the round."""
        assert self.secret is not None
        self.made += 1
        return dealing.Shuffles(self.secret, tuple(self.given.items()), self.made - 1)(cards)


def something(state: TableState, random: Random) -> Events:
    """What people may do at any moment: contribute, leave, join, ask for cards, act."""
    people = state.seats_of(SeatKind.PERSON)
    lacking = sorted(deals.missing(state))
    if lacking and random.random() < 0.5:
        return deals.contribute(
            state, random.choice(lacking), latest(state).number, random.randbytes(16).hex()
        )
    if random.random() < 0.03 and len(people) > 1:
        return seating.leave(state, random.choice(people), deals.shuffle(state, no_shuffle))
    if random.random() < 0.06 and (state.seats_of(SeatKind.BOT) or state.free):
        return seating.join(state, Newcomer("Ben", str(random.random())))[2]
    if state.dealing or random.random() < 0.1:
        return deals.settled(state, random.randbytes, wait=random.random() < 0.5)
    host = state.host
    assert host is not None
    if state.open_to_change:
        return starting.start(state, host, state.version, fill=True)
    if state.between:
        return starting.next_round(state, state.version)
    assert state.round is not None
    seat = awaited(state.round)[0]
    action = choose_action(Greedy(random, forget=0.3), state.round, seat)
    assert action is not None
    return acts.carry_out(state, seat, action, deals.shuffle(state, no_shuffle))


def no_shuffle(cards: Any) -> Any:
    """Stands for the system's chance, which no deal of today uses."""
    raise AssertionError(f"{len(cards)} cards were shuffled by a chance that nobody can check")


def holds_as_told(log: list[str], chain: Chain) -> None:
    """What the log tells of each deal is what follows from its secret; an open one tells no secret and no card."""
    found = deals_from_log(log)
    assert list(found) == list(range(1, chain.number + 1))
    for number, deal in found.items():
        data = logged_deal_data(deal)
        if deal.end != "opened":
            assert number == chain.number
            assert (data["secret"], data["order"], data["shuffles"], data["dealer"]) == (None, "", [], None)
            assert deal.sealed.secret not in dump(data)
            continue
        secret = bytes.fromhex(data["secret"])
        given = tuple((c["seat"], dealing.read_contribution(c["value"])) for c in data["contributions"])
        made = dealing.commit(
            secret, GAME, number, dealing.rules_digest(data["rules"]), bytes.fromhex(data["previous"])
        )
        assert made.hex() == data["commitment"]
        again = dealing.Shuffles(secret, given)
        for text in data["shuffles"]:
            assert again(parse_cards(text)) == parse_cards(text)
        assert deal.order == (
            dealing.deal_order(deal.order, secret, given) if deal.dealer is not None else ()
        )


RULES: list[dict[str, Any]] = [
    {"players": 2, "target": 60, "start_wild": "redraw"},
    {"players": 4, "target": 60, "scoring": "elimination", "hand_size": 3},
    {"players": 3, "target": 60, "edition": "blanks-112", "draw_to_match": True},
]


@pytest.mark.tier("default")
@pytest.mark.rule("S3", "S6", "T5")
@pytest.mark.parametrize("bots", [True, False])
@pytest.mark.parametrize("options", RULES, ids=lambda options: str(options["players"]))
def test_whatever_people_do_every_deal_is_what_was_bound(options: dict[str, Any], bots: bool) -> None:
    """People come, go, contribute and play at random; the table is stopped between any two steps; the chain holds."""
    random = Random(5)
    rest = {key: value for key, value in options.items() if key != "edition"}
    rules = ruleset(options.get("edition", "classic"), **rest)
    events = rooms.open_table(rules, Room(bots=bots, draw=bots), Newcomer("Ana", "a"), now=False, game=GAME)
    state, chain = read_back(None, events), Chain()
    secrets: set[str] = set()
    log = [dump(encode(event)) for event in events]
    for _ in range(1500):
        for event in something(state, random):
            before = state
            chain.see(before, event)
            deals.check(before, event)
            state = read_back(state, (event,))
            log.append(dump(encode(event)))
            if isinstance(event, DealSealed):
                secrets.add(event.secret)
            if isinstance(event, DealOpened):
                secrets.discard(event.secret)
            deals_from_log = dump(event_data(event, None)) + dump({"deal": deal_data(state)})
            assert not any(secret in deals_from_log for secret in secrets)
        assert deals.voided(state) == ()
    assert chain.rounds > 5
    assert chain.number - 1 <= chain.opened <= chain.number
    holds_as_told(log, chain)


def test_rounds_dealt_before_deals_were_bound_go_on() -> None:
    """An older log has no deal: its round shuffles as it did, its next one is bound, with the next number."""
    state = dealt(sealed())
    assert state.round is not None
    dealt_events = [
        e for e in deals.settled(sealed(), Random(8).randbytes, wait=False) if not isinstance(e, DealEvent)
    ]
    before = replace(waiting(3), deal=None)
    old = fold_all(before, (*dealt_events,))
    assert old is not None
    assert (old.deal, old.numbered) == (None, 1)
    mark = (object(),)
    assert deals.shuffle(old, lambda _: mark)(()) is mark  # type: ignore[return-value]
    assert deals.voided(old) == deals.settled(old, Random(1).randbytes, wait=False) == ()
    old = played_round(old, Random(1))
    old = dealt(read_back(old, starting.next_round(old, old.version)))
    assert latest(old).number == 2
    assert latest(old).previous == dealing.first_link(old.game).hex()


def test_seats_left_before_the_match_stay_open() -> None:
    """Who leaves while the first cards are dealt leaves an open seat, not one that is gone for the match."""
    state = sealed(3, 3, bots=False)
    assert seating.leave(state, 2, no_shuffle) == (SeatLeft(2),)
    assert read_back(state, (SeatLeft(2),)).seats[2].kind is SeatKind.OPEN
