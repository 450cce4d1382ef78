"""Who sits where: joining, coming back, moving, leaving, bots on seats."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions import rooms, seating, starting
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.errors import EndedTableError, FullTableError
from lastcard.server.model.events import Room, SeatLeft
from lastcard.server.model.state import SeatKind
from lastcard.server.model.tokens import first_token, next_token, proof_of, renewal
from tests.rooms.server.tables import (
    SHUFFLE,
    grown,
    joined,
    opened,
    over,
    played_match,
    played_round,
    refused,
    waiting,
)

# Joining


def test_a_person_may_choose_an_open_seat() -> None:
    """Before the match, where partners sit opposite each other, it matters."""
    state = opened(bots=False)
    seat, token, events = seating.join(state, Newcomer("Ben", "b", seat=2))
    assert (seat, token) == (2, "b")
    assert [s.kind for s in grown(state, events).seats] == [
        SeatKind.PERSON,
        SeatKind.OPEN,
        SeatKind.PERSON,
        SeatKind.OPEN,
    ]


def test_a_seat_that_a_person_has_cannot_be_joined() -> None:
    """Nor one that there is not."""
    state = waiting(2)
    with refused("taken"):
        seating.join(state, Newcomer("Cleo", "c", seat=1))
    with refused("nobody"):
        seating.join(state, Newcomer("Cleo", "c", seat=7))


def test_two_who_want_the_same_seat_do_not_both_get_it() -> None:
    """The second one is told that it is taken; without a wish they get another."""
    state = opened(bots=False)
    _, _, events = seating.join(state, Newcomer("Ben", "b", seat=1))
    state = grown(state, events)
    with refused("taken"):
        seating.join(state, Newcomer("Cleo", "c", seat=1))
    assert seating.join(state, Newcomer("Cleo", "c"))[0] == 2


@pytest.mark.rule("V14")
def test_a_bots_seat_can_be_taken_in_the_middle_of_a_round_with_its_hand() -> None:
    """The hand is as it was."""
    state = opened(now=True)
    assert state.round is not None
    hand = state.round.hands[2]
    seat, _, events = seating.join(state, Newcomer("Ben", "b", seat=2))
    state = grown(state, events)
    assert seat == 2
    assert state.round is not None
    assert state.round.hands[2] == hand
    assert state.seats[2].kind is SeatKind.PERSON


def test_a_full_table_takes_nobody() -> None:
    """Whichever seat they want."""
    state = waiting(4)
    for seat in (None, 0):
        with pytest.raises(FullTableError):
            seating.join(state, Newcomer("Emil", "e", seat=seat))


@pytest.mark.parametrize("back", [None, "Ana"])
def test_a_table_that_everybody_left_has_ended(back: str | None) -> None:
    """Nobody joins any more, also not who was there."""
    state = opened(now=True)
    state = grown(state, seating.leave(state, 0, SHUFFLE))
    assert state.ended
    with pytest.raises(EndedTableError):
        seating.join(state, Newcomer("Ana", "new", back=back))


def test_between_two_matches_a_newcomer_may_sit_down() -> None:
    """On the seat of somebody who left, or of a bot."""
    state = over(2, 3)
    assert joined(state, "Cleo").seats[2].name == "Cleo"


# Leaving and coming back (V14)


@pytest.mark.rule("V14")
def test_who_left_comes_back_with_the_same_token_while_a_bot_plays_for_them() -> None:
    """The same seat, the hand as the bot left it, the same token."""
    state = waiting(4, bots=True)
    state = grown(state, starting.start(state, 0, state.version))
    state = grown(state, seating.leave(state, 2, SHUFFLE))
    assert state.seats[2].kind is SeatKind.BOT
    assert state.holder(proof_of("Cleo")) is None
    seat, token, events = seating.join(state, Newcomer("Cleo", "new", back="Cleo"))
    state = grown(state, events)
    assert (seat, token) == (2, "Cleo")
    assert state.holder(proof_of("Cleo")) == 2


@pytest.mark.rule("V14")
def test_who_left_is_known_by_the_newest_token_and_by_the_one_before_it() -> None:
    """The newest may have been lost on its way; older ones prove nothing."""
    state = waiting(4, bots=True)
    state = grown(state, starting.start(state, 0, state.version))
    before = next_token("Cleo", "s1")
    newest = next_token(before, "s2")
    for token, salt in (("Cleo", "s1"), (before, "s2")):
        renewed = renewal(state.seats[2], 2, token, salt)
        assert renewed is not None
        state = grown(state, (renewed,))
    state = grown(state, seating.leave(state, 2, SHUFFLE))
    assert [seating.left_by(state, token) for token in ("Cleo", before, newest)] == [None, 2, 2]


@pytest.mark.rule("V14")
def test_who_left_does_not_push_out_who_has_the_seat_now() -> None:
    """Somebody else took it over: they get another when the round is over, with a new token, and no second hand before."""
    state = waiting(4, bots=True)
    state = grown(state, starting.start(state, 0, state.version))
    state = grown(state, seating.leave(state, 2, SHUFFLE))
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    state = joined(state, "Emil", seat=2)
    cleo = Newcomer("Cleo", "new", back="Cleo")
    with refused("taken", says="seat 3"):
        seating.join(state, cleo)
    seat, token, _ = seating.join(played_round(state, Random(1)), cleo)
    assert (seat, token) == (1, "new")


@pytest.mark.parametrize(
    "again",
    [
        Newcomer("Somebody", "new", browser="browser of Ben"),
        Newcomer("Ben", "new", back="Ben"),
        Newcomer("Ben", "Ben"),
    ],
)
def test_nobody_sees_two_hands_of_a_round_by_leaving_one(again: Newcomer) -> None:
    """Whoever is known by browser or token has the seat that they left, or none until the next round is dealt."""
    state = waiting(2, bots=True)
    state = grown(state, starting.start(state, 0, state.version))
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    with refused("taken", says="You know the cards of seat 2"):
        seating.join(state, replace(again, seat=3))
    assert seating.join(state, again)[0] == 1
    assert seating.join(played_round(state, Random(1)), replace(again, seat=3))[0] == 3


def test_who_was_sent_away_sees_no_second_hand() -> None:
    """Not banned, they may come back, to the cards that they know."""
    state = waiting(3, bots=True)
    state = grown(state, starting.start(state, 0, state.version))
    state = grown(state, rooms.kick(state, 1, 0, SHUFFLE, banned=False)) if state.host == 1 else state
    state = grown(state, rooms.kick(state, 0, 1, SHUFFLE, banned=False))
    ben = Newcomer("Eve", "eve", browser="browser of Ben")
    with refused("taken"):
        seating.join(state, replace(ben, seat=3))
    assert seating.join(state, ben)[0] == 1


def test_a_new_deal_is_known_to_nobody_who_left_before() -> None:
    """What somebody saw of a round says nothing about the next."""
    state = waiting(2, bots=True)
    state = grown(state, starting.start(state, 0, state.version))
    state = played_round(grown(state, seating.leave(state, 1, SHUFFLE)), Random(1))
    state = grown(state, starting.next_round(state, state.version))
    assert seating.join(state, Newcomer("Ben", "new", seat=3, browser="browser of Ben"))[0] == 3


def test_who_has_the_name_of_another_is_told_apart() -> None:
    """Also from bots and whatever the case; who comes back has their own name."""
    state = opened(bots=False)
    for token in ("b", "c"):
        state = grown(state, seating.join(state, Newcomer("ana", token))[2])
    assert [seat.name for seat in state.seats] == ["Ana", "ana 2", "ana 3", ""]
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    state = grown(state, seating.join(state, Newcomer("Ana", "d", seat=1))[2])
    assert state.seats[1].name == "Ana 2"


def test_nobody_has_two_seats() -> None:
    """Known by their browser, also before the match; by their token they are told which seat they have."""
    state = waiting(2)
    with refused("taken", says="already: seat 2"):
        seating.join(state, Newcomer("Twin", "new", browser="browser of Ben"))


@pytest.mark.rule("V14")
def test_a_newcomer_gets_a_bots_seat_that_waits_for_nobody_first() -> None:
    """Who went away for a moment finds their seat."""
    state = waiting(3, bots=True)
    state = grown(state, starting.start(state, 0, state.version))
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    assert seating.join(state, Newcomer("Emil", "e"))[0] == 3


@pytest.mark.rule("V14")
def test_without_bots_the_seat_of_who_left_stays_empty_until_the_match_is_over() -> None:
    """Then they, or somebody else, may have it."""
    state = over(1, 3)
    state = joined(state, "Ben", "Cleo")
    state = grown(state, starting.rematch(state, 0, state.version))
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    assert state.seats[1].kind is SeatKind.GONE
    with pytest.raises(FullTableError):
        seating.join(state, Newcomer("Ben", "new", back="Ben"))
    state = played_match(state, Random(3))
    assert seating.join(state, Newcomer("Ben", "new", back="Ben"))[:2] == (1, "Ben")


def test_who_leaves_before_the_match_leaves_an_open_seat_without_a_trace() -> None:
    """No name, no token, no hand for whoever comes next."""
    state = waiting(3)
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    assert state.seats[1].kind is SeatKind.OPEN
    assert state.seats[1].name == ""
    assert state.holder(proof_of("Ben")) is None
    assert seating.left_by(state, "Ben") is None


def test_the_seat_of_who_leaves_after_a_match_is_free() -> None:
    """Its name stays beside the score."""
    state = over(3, 3, bots=True)
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    assert state.free == (1,)
    assert state.seats[1].name == "Ben"


@pytest.mark.rule("P4")
def test_an_eliminated_player_keeps_the_seat_and_watches() -> None:
    """They are dealt no cards, leaving costs nobody anything, and a newcomer gets a seat with cards."""
    state = opened(ruleset("classic", players=4, target=40, scoring="elimination"), now=True)
    state = played_round(state, Random(1))
    while not (eliminated := state.match.eliminated if state.match else ()):
        state = played_round(grown(state, starting.next_round(state, state.version)), Random(2))
    assert state.between
    out = eliminated[0]
    state = grown(state, starting.next_round(state, state.version))
    assert state.round is not None
    assert out not in state.round.table.seats
    assert state.round.hands[out].cards == ()
    assert seating.join(state, Newcomer("Ben", "b"))[0] in state.round.table.seats
    person = replace(state.seats[out], kind=SeatKind.PERSON, proof="somebody")
    state = replace(state, seats=(*state.seats[:out], person, *state.seats[out + 1 :]))
    assert seating.leave(state, out, SHUFFLE) == (SeatLeft(out),)


# Moving


def test_a_person_moves_to_an_open_seat() -> None:
    """Being ready and the seniority go along."""
    state = waiting(2)
    state = grown(state, seating.sit(state, 0, 3))
    assert [seat.name for seat in state.seats] == ["", "Ben", "", "Ana"]
    assert (state.host, state.ready) == (3, (1, 3))
    assert state.holder(proof_of("Ana")) == 3


def test_a_person_changes_places_with_a_bot() -> None:
    """The bot sits where they sat."""
    state = waiting(1)
    state = grown(state, seating.set_bot(state, 0, 2, on=True))
    state = grown(state, seating.sit(state, 0, 2))
    assert [seat.kind for seat in state.seats] == [
        SeatKind.BOT,
        SeatKind.OPEN,
        SeatKind.PERSON,
        SeatKind.OPEN,
    ]


def test_nobody_but_the_host_moves_others() -> None:
    """Nor sits down where somebody sits; the host lets two change places, for sides."""
    state = waiting(3)
    with refused("host"):
        seating.sit(state, 1, 3, who=2)
    with refused("taken"):
        seating.sit(state, 1, 2)
    state = grown(state, seating.sit(state, 0, 2, who=1))
    assert [seat.name for seat in state.seats] == ["Ana", "Cleo", "Ben", ""]


def test_nobody_moves_in_a_match() -> None:
    """Hands and scores belong to seats."""
    state = opened(now=True)
    with refused("playing", "H9"):
        seating.sit(state, 0, 1)


def test_moving_to_where_one_sits_or_to_no_seat() -> None:
    """The one is nothing, the other refused; an empty seat cannot be moved."""
    state = waiting(2)
    assert seating.sit(state, 0, 0) == ()
    with refused("nobody"):
        seating.sit(state, 0, 9)
    with refused("nobody"):
        seating.sit(state, 0, 1, who=3)


def test_after_a_match_moving_puts_it_away() -> None:
    """Its scores belong to seats; the history keeps them."""
    state = over(2, 3)
    state = grown(state, seating.sit(state, 0, 2))
    assert (state.match, state.round) == (None, None)


# Bots


def test_the_host_puts_bots_on_seats_and_takes_them_away() -> None:
    """One by one; a second time changes nothing."""
    state = waiting(2)
    state = grown(state, seating.set_bot(state, 0, 3, on=True))
    assert state.seats[3].kind is SeatKind.BOT
    assert seating.set_bot(state, 0, 3, on=True) == ()
    state = grown(state, seating.set_bot(state, 0, 3, on=False))
    assert state.seats[3].kind is SeatKind.OPEN
    assert seating.set_bot(state, 0, 3, on=False) == ()


def test_bots_are_the_hosts_affair_and_take_no_persons_seat() -> None:
    """And only while no match is played."""
    state = waiting(2)
    with refused("host"):
        seating.set_bot(state, 1, 3, on=True)
    with refused("taken"):
        seating.set_bot(state, 0, 1, on=True)
    with refused("nobody"):
        seating.set_bot(state, 0, 9, on=True)
    state = opened(now=True)
    with refused("playing", "H9"):
        seating.set_bot(state, 0, 1, on=False)


@pytest.mark.rule("S1")
@pytest.mark.parametrize("players", range(2, 11))
def test_two_to_ten_people_sit_at_a_table(players: int) -> None:
    """The last one to sit down starts the match."""
    rules = ruleset("classic", players=players)
    state = opened(rules, bots=False)
    assert state.room == Room(bots=False)
    state = joined(state, *(f"P{i}" for i in range(1, players)))
    assert state.round is not None
    assert len(state.seats_of(SeatKind.PERSON)) == players


def test_who_did_not_hear_the_answer_asks_again_and_has_one_seat() -> None:
    """The same token is known again, also when it has been renewed since, and nothing happens a second time."""
    state = joined(opened(), "Ben")
    assert seating.join(state, Newcomer("Ben", "Ben")) == (1, "Ben", ())
    renewed = renewal(state.seats[1], 1, "Ben", "salt")
    assert renewed is not None
    assert seating.join(grown(state, (renewed,)), Newcomer("Ben", "Ben")) == (1, "Ben", ())


def test_the_first_token_comes_from_the_askers_secret() -> None:
    """The same for the same wish at the same table, and no other."""
    token = first_token("table", "0123456789abcdef")
    assert token == first_token("table", "0123456789abcdef")
    assert (
        len({token, first_token("other", "0123456789abcdef"), first_token("table", "0123456789abcdeg")}) == 3
    )
    assert len(token) == 22


def test_who_came_back_and_did_not_hear_it_asks_again_and_has_one_seat() -> None:
    """The token of before is the seat's again."""
    state = joined(opened(now=True, bots=True), "Ben")
    state = grown(state, seating.leave(state, 1, SHUFFLE))
    back = Newcomer("Ben", "new", back="Ben")
    seat, token, events = seating.join(state, back)
    assert (seat, token) == (1, "Ben")
    assert seating.join(grown(state, events), back) == (1, "Ben", ())
