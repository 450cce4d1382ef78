"""The state machine of races, by explicit times: who was first, what waits, what lies outside."""

from __future__ import annotations

import pytest

from lastcard.rules import actions as act
from lastcard.rules.cards import parse_card
from lastcard.server.timing import lag, races
from lastcard.server.timing.lag import FLOOR, MAX_CREDIT, QUOTA, REFILL, Lag
from lastcard.server.timing.races import (
    COLLECTING,
    JUMP_RACE,
    JUMP_WINDOW,
    REST,
    Claim,
    ClaimVerdict,
    Races,
    offer,
    settle,
)

OPENED = 40
OWNER, ANA, BEN, CLEO = range(4)
CATCH, CALL, DRAW = act.Catch(OWNER), act.SayUno(), act.DrawCard()
JUMP = act.Jump(parse_card("R5"))
GRACE = 1.0


def window(slowest: float = 0.0) -> Races:
    """The owner owes UNO since the time 0."""
    return races.opened(Races(), OWNER, OPENED, 0.0, GRACE, slowest)


def jumping(already: Races | None = None) -> Races:
    """A card was played at the time 0 that somebody may jump in on."""
    return races.opened(already or Races(), None, OPENED, 0.0, JUMP_WINDOW)


def offered(  # noqa: PLR0913 - what a claim has
    found: Races,
    seat: int,
    action: act.Action,
    arrived: float,
    *,
    credit: float = 0.0,
    seen: int = OPENED,
    lot: float = 0.5,
    proven: int = OPENED,
) -> tuple[Races, ClaimVerdict]:
    """A claim arrives."""
    claim = Claim(seat, action, seen, arrived, lot, proven)
    after, verdict, _ = offer(found, claim, OPENED, credit)
    return after, verdict


def order(found: Races, now: float) -> list[tuple[int, act.Action]]:
    """Who does what, as decided."""
    return [(claim.seat, claim.action) for claim in settle(found, now).order]


# Calls and catches.


@pytest.mark.rule("U2")
def test_a_call_in_the_grace_wins_though_a_catch_came_before_it() -> None:
    """The catch waits; the owner's call does not."""
    found, verdict = offered(window(), ANA, CATCH, 0.3)
    assert verdict is ClaimVerdict.HELD
    assert settle(found, 0.9).order == ()
    assert offered(found, OWNER, CALL, 0.95)[1] is ClaimVerdict.NOW


@pytest.mark.rule("U2")
def test_a_call_from_far_away_is_in_the_grace_if_it_was_said_in_it() -> None:
    """It arrives after the end of the grace, and counts from when its sender could see the window."""
    assert offered(window(), OWNER, CALL, 1.3, credit=0.4)[1] is ClaimVerdict.NOW
    assert offered(window(), OWNER, CALL, 1.3)[1] is ClaimVerdict.HELD


@pytest.mark.rule("U5")
def test_the_earliest_catch_wins_and_not_the_first_to_arrive() -> None:
    """Each is dated back by the lag of its sender; all are held until those far away had their time."""
    found, _ = offered(window(), ANA, CATCH, 0.6, credit=0.02)
    found, _ = offered(found, BEN, CATCH, 0.9, credit=0.4)
    assert found.due == GRACE + COLLECTING
    assert order(found, GRACE + COLLECTING - 0.01) == []
    assert order(found, GRACE + COLLECTING) == [(BEN, CATCH), (ANA, CATCH)]


@pytest.mark.rule("U5")
def test_those_farther_away_than_the_collecting_window_are_waited_for() -> None:
    """It is never shorter than the longest round trip at the table."""
    found, _ = offered(window(slowest=0.4), ANA, CATCH, 0.6)
    assert found.due == GRACE + 0.4


@pytest.mark.rule("U2", "U5")
def test_after_the_grace_a_call_races_with_the_catches() -> None:
    """Whoever was earlier has won, whoever it is."""
    for early, late in ((OWNER, ANA), (ANA, OWNER)):
        acts = {OWNER: CALL, ANA: CATCH}
        found, verdict = offered(window(), late, acts[late], 1.5, credit=0.02)
        assert verdict is ClaimVerdict.HELD
        found, verdict = offered(found, early, acts[early], 1.6, credit=0.4)
        assert verdict is ClaimVerdict.HELD
        assert found.due == pytest.approx(1.2 + COLLECTING)
        assert order(found, 1.73)[0] == (early, acts[early])


@pytest.mark.rule("U5")
def test_nobody_can_have_caught_before_they_could_see_it() -> None:
    """A time before that counts as the earliest that could be, and of equal times the lot decides."""
    found, _ = offered(window(), ANA, CATCH, 0.2, credit=0.5, lot=0.7)
    found, _ = offered(found, BEN, CATCH, 0.3, credit=0.5, lot=0.2)
    assert [claim.time for claim in found.claims] == [FLOOR, FLOOR]
    assert order(found, 9.9) == [(BEN, CATCH), (ANA, CATCH)]


@pytest.mark.rule("U5")
def test_who_arrives_at_once_counts_as_quick_as_anybody_can_be() -> None:
    """A guess that happens to come right after the window opened is no earlier than the quickest answer."""
    found, _ = offered(window(), ANA, CATCH, 0.01)
    assert found.claims[0].time == FLOOR


@pytest.mark.rule("U3", "V7")
def test_a_catch_that_answers_what_was_before_the_window_lies_outside() -> None:
    """It was pressed ahead, not in answer to the window."""
    found, verdict = offered(window(), ANA, CATCH, 0.2, seen=OPENED - 1)
    assert verdict is ClaimVerdict.AHEAD
    assert found.claims == ()


@pytest.mark.rule("U5", "V7")
def test_a_catch_that_answers_a_window_just_closed_is_a_race_lost() -> None:
    """It costs nothing; one that answers what came after the window lies outside."""
    closed = races.shut(window(), OWNER, OPENED + 3)
    assert ClaimVerdict.LOST is offer(closed, Claim(ANA, CATCH, OPENED + 2, 1.0, 0.5), OPENED + 3).verdict
    assert ClaimVerdict.NOW is offer(closed, Claim(ANA, CATCH, OPENED + 3, 1.0, 0.5), OPENED + 3).verdict


@pytest.mark.rule("U5")
def test_a_seat_catches_every_two_seconds_at_most() -> None:
    """Whatever became of the one before; others are not kept from it."""
    found, _ = offered(Races(), ANA, CATCH, 0.0)
    found, verdict = offered(found, ANA, act.Catch(BEN), REST - 0.01)
    assert verdict is ClaimVerdict.RESTING
    assert offered(found, BEN, CATCH, 0.5)[1] is ClaimVerdict.NOW
    assert offered(found, ANA, CATCH, REST)[1] is ClaimVerdict.NOW


@pytest.mark.rule("U5")
def test_a_catch_that_answers_what_has_not_happened_is_a_guess() -> None:
    """It begins the cool-down like any other."""
    found, verdict = offered(Races(), ANA, CATCH, 0.0, seen=OPENED + 1)
    assert verdict is ClaimVerdict.GUESSED
    assert offered(found, ANA, CATCH, 0.5)[1] is ClaimVerdict.RESTING


@pytest.mark.rule("U3", "V3")
def test_who_cannot_show_that_they_saw_the_window_comes_after_all_who_were_in_time() -> None:
    """A version can be guessed, the key of a window cannot: such a catch counts from the end of the grace."""
    found, _ = offered(window(), ANA, CATCH, 0.001, proven=OPENED - 1)
    found, _ = offered(found, BEN, CATCH, 0.99)
    assert order(found, 9.9) == [(BEN, CATCH), (ANA, CATCH)]
    found, _ = offered(jumping(), ANA, JUMP, 0.001, proven=0)
    found, _ = offered(found, BEN, JUMP, JUMP_WINDOW + JUMP_RACE - 0.01)
    assert order(found, 9.9) == [(BEN, JUMP), (ANA, JUMP)]
    assert offered(window(), OWNER, CALL, 0.2, proven=0)[1] is ClaimVerdict.NOW, (
        "one's own call needs no proof"
    )


# What waits.


@pytest.mark.rule("U4")
def test_the_next_player_waits_for_the_grace_and_for_those_far_away() -> None:
    """Not refused but held; a catch within the grace goes before it, however early the act came."""
    found, verdict = offered(window(), ANA, DRAW, 0.1)
    assert verdict is ClaimVerdict.HELD
    assert found.due == GRACE + COLLECTING
    found, _ = offered(found, BEN, CATCH, 1.2, credit=0.4)
    assert order(found, GRACE + COLLECTING) == [(BEN, CATCH), (ANA, DRAW)]


@pytest.mark.rule("U4")
def test_a_catch_after_the_grace_comes_too_late_for_an_act_that_waited() -> None:
    """The act counts from the end of the grace."""
    found, _ = offered(window(), ANA, DRAW, 0.1)
    found, _ = offered(found, BEN, CATCH, 1.1)
    assert order(found, 9.9) == [(ANA, DRAW), (BEN, CATCH)]


@pytest.mark.rule("U4")
def test_the_next_player_does_not_wait_once_the_owner_has_called() -> None:
    """With the window closed what is held is due at once."""
    found, _ = offered(window(), ANA, DRAW, 0.1)
    closed = races.shut(found, OWNER, OPENED + 1)
    assert closed.due == 0.1
    assert order(closed, 0.4) == [(ANA, DRAW)]
    assert offered(closed, BEN, DRAW, 0.4)[1] is ClaimVerdict.HELD, "what came first is answered first"


@pytest.mark.rule("U4")
def test_an_act_long_after_the_grace_waits_for_catches_under_way() -> None:
    """A catch said before it may still arrive."""
    found, verdict = offered(window(), ANA, DRAW, 5.0)
    assert verdict is ClaimVerdict.HELD
    assert found.due == 5.0 + COLLECTING
    found, _ = offered(found, BEN, CATCH, 5.2, credit=0.4)
    assert order(found, 9.9)[0] == (BEN, CATCH)


@pytest.mark.rule("X1")
def test_votes_wait_only_while_a_race_is_undecided() -> None:
    """They might make the owner draw; afterwards they wait for nothing."""
    assert offered(window(), ANA, act.Uphold(), 0.5)[1] is ClaimVerdict.HELD
    assert offered(window(), ANA, act.Uphold(), 2.0)[1] is ClaimVerdict.NOW
    assert offered(Races(), ANA, act.Uphold(), 0.5)[1] is ClaimVerdict.NOW


def test_with_nothing_open_nothing_waits() -> None:
    """An act on turn is carried out as it comes."""
    found, verdict = offered(Races(), ANA, DRAW, 0.1)
    assert verdict is ClaimVerdict.NOW
    assert found.due is None


def test_a_new_window_of_the_same_seat_takes_the_place_of_the_old() -> None:
    """A catch that answers the old one is a race lost no more: it came before the new window."""
    found = races.opened(window(), OWNER, OPENED + 5, 10.0, GRACE)
    assert offer(found, Claim(ANA, CATCH, OPENED + 2, 10.5, 0.5), OPENED + 5).verdict is ClaimVerdict.AHEAD


# Jumping in.


@pytest.mark.rule("V3")
def test_jumps_are_collected_and_go_before_the_next_act() -> None:
    """For a fixed time after a play; the earliest of them goes first."""
    found, verdict = offered(jumping(), ANA, DRAW, 0.05)
    assert verdict is ClaimVerdict.HELD
    found, _ = offered(found, BEN, JUMP, 0.5)
    found, _ = offered(found, CLEO, JUMP, 0.8, credit=0.4)
    assert found.due == JUMP_WINDOW + COLLECTING
    assert order(found, 1.0) == [(CLEO, JUMP), (BEN, JUMP), (ANA, DRAW)]


@pytest.mark.rule("V3")
def test_after_that_time_it_is_raced_for_a_while() -> None:
    """Whatever comes first waits for a jump that was quicker and is farther away; the next act's own time is its arrival."""
    late = JUMP_WINDOW + 0.5
    found, verdict = offered(jumping(), ANA, DRAW, late)
    assert verdict is ClaimVerdict.HELD
    assert found.due == late + COLLECTING
    found, _ = offered(found, BEN, JUMP, late + 0.1, credit=0.05)
    found, _ = offered(found, CLEO, JUMP, late + 0.2, credit=0.4)
    assert order(found, 9.9) == [(CLEO, JUMP), (ANA, DRAW), (BEN, JUMP)]


@pytest.mark.rule("V3")
def test_a_jump_does_not_overtake_one_that_waits() -> None:
    """Though it comes when the race is over: what came before the end is decided first, by its time."""
    over = JUMP_WINDOW + JUMP_RACE
    found, _ = offered(jumping(), ANA, JUMP, over - 0.01)
    found, verdict = offered(found, BEN, JUMP, over + 0.2)
    assert verdict is ClaimVerdict.HELD
    assert order(found, 9.9) == [(ANA, JUMP), (BEN, JUMP)]


@pytest.mark.rule("V3")
def test_a_jump_that_was_guessed_comes_after_the_race() -> None:
    """Without the key of the play it counts from the race's end: after every jump on what could be seen, and the next act."""
    found, _ = offered(jumping(), ANA, JUMP, 0.001, proven=OPENED - 1)
    found, _ = offered(found, BEN, DRAW, 1.5)
    found, _ = offered(found, CLEO, JUMP, 1.6)
    assert order(found, 9.9) == [(BEN, DRAW), (CLEO, JUMP), (ANA, JUMP)]


@pytest.mark.rule("V3")
def test_after_the_race_an_act_goes_as_it_comes() -> None:
    """And so does a jump."""
    over = JUMP_WINDOW + JUMP_RACE
    assert offered(jumping(), ANA, DRAW, over)[1] is ClaimVerdict.NOW
    assert offered(jumping(), ANA, JUMP, over)[1] is ClaimVerdict.NOW


@pytest.mark.rule("V3")
def test_a_jump_names_the_play_that_it_answers() -> None:
    """One that answers an older play has lost, also where the card on top is the same again."""
    assert offered(jumping(), ANA, JUMP, 0.4, seen=OPENED - 1)[1] is ClaimVerdict.LOST


@pytest.mark.rule("U4", "V3")
def test_a_jump_is_a_move_and_waits_for_the_grace() -> None:
    """Catches go before it; it goes before the next player's act."""
    both = jumping(window())
    found, _ = offered(both, ANA, DRAW, 0.1)
    found, _ = offered(found, BEN, JUMP, 0.3)
    found, _ = offered(found, CLEO, CATCH, 0.9)
    assert order(found, 9.9) == [(CLEO, CATCH), (BEN, JUMP), (ANA, DRAW)]


# Lag.


def test_lag_counts_up_to_its_cap() -> None:
    """A quarter of a second each way."""
    assert Lag(one_way=0.1).round_trip == 0.2
    assert Lag(one_way=3.0).round_trip == 2 * MAX_CREDIT


def test_credit_comes_from_a_quota_that_fills_slowly() -> None:
    """What was spent comes back with time, up to the quota."""
    known = lag.spent(Lag(one_way=MAX_CREDIT), QUOTA, 100.0)
    assert known.credit(100.0) == 0.0
    assert known.credit(110.0) == pytest.approx(10 * REFILL)
    assert known.quota(100.0 + 2 * QUOTA / REFILL) == QUOTA


def test_answers_that_come_sooner_refute_a_lag() -> None:
    """Two of them: a single one may be a coincidence; and only the latest count."""
    known = Lag(one_way=MAX_CREDIT)
    once = lag.answered(known, 0.2)
    assert once.round_trip == 2 * MAX_CREDIT
    twice = lag.answered(once, 0.3)
    assert twice.round_trip == pytest.approx(0.3 - FLOOR)
    for _ in range(lag.ANSWERS):
        twice = lag.answered(twice, 2.0)
    assert twice.round_trip == 2 * MAX_CREDIT
