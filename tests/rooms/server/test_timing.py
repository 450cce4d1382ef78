"""Races at a table, in virtual time: what waits, who wins, what everybody is answered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lastcard.rules.round import Turn, Window
from lastcard.server.timing.races import COLLECTING, JUMP_RACE, JUMP_WINDOW, REST
from tests.rooms.server.timed import Seated, after, in_virtual_time, now, seated

GRACE = 1.0
ANA, BEN, CLEO, DANA = range(4)
HANDS = ("R1 B9", "R2 Y1 Y2", "R3 Y3 Y4", "R4 Y6 Y7")


async def forgot(*, lags: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0), **more: object) -> Seated:
    """Ana has played her second-to-last card at the time 0 and said nothing; Ben is next."""
    table = Seated(seated(HANDS, **more))
    for seat, lag in enumerate(lags):
        await table.sit(seat, one_way=lag)
    await table.do(ANA, "play R1", id_="play")
    assert table.people[ANA].answer("play")["t"] == "ack"
    return table


@pytest.mark.rule("U2", "U5")
@in_virtual_time
async def test_a_call_in_the_grace_wins_and_the_catch_is_a_race_lost() -> None:
    """The catch waits without an answer; then it is answered once, and nobody draws."""
    table = await forgot()
    await after(0.4)
    await table.do(CLEO, "catch 0", id_="catch")
    assert table.people[CLEO].answers("catch") == []
    await after(0.5)
    await table.do(ANA, "uno", id_="call")
    assert table.people[ANA].answer("call")["t"] == "ack"
    lost = table.people[CLEO].answer("catch")
    assert (lost["t"], lost["code"], lost["rule"]) == ("nak", "lost-race", "U5")
    await after(5)
    assert len(table.people[CLEO].answers("catch")) == 1
    assert len(table.round.hands[ANA].cards) == 1
    await table.stop()


@pytest.mark.rule("U5")
@in_virtual_time
async def test_the_earliest_catch_wins_by_lag_corrected_time() -> None:
    """Dana, far away, saw it later and was quicker; the others learn that they lost."""
    table = await forgot(lags=(0.01, 0.01, 0.01, 0.2))
    await after(0.5)
    await table.do(CLEO, "catch 0", id_="near")
    await after(0.3)
    await table.do(DANA, "catch 0", id_="far")
    await after(GRACE)
    assert table.people[CLEO].events("caught") == [{"t": "caught", "by": DANA, "seat": ANA}]
    assert table.people[DANA].answer("far")["t"] == "ack"
    assert table.people[CLEO].answer("near")["code"] == "lost-race"
    assert table.people[DANA].answered_at("far") == pytest.approx(GRACE + 0.4, abs=0.01)
    assert len(table.round.hands[ANA].cards) == 3
    await table.stop()


@pytest.mark.rule("U4")
@in_virtual_time
async def test_the_next_player_is_held_and_not_refused() -> None:
    """The act is carried out when the race is over; a catch in the grace goes before it."""
    table = await forgot()
    await after(0.1)
    await table.do(BEN, "play R2", id_="next")
    await after(0.8)
    await table.do(CLEO, "catch 0", id_="catch")
    assert table.people[BEN].answers("next") == []
    await after(1)
    assert table.people[CLEO].answer("catch")["t"] == "ack"
    assert table.people[BEN].answer("next")["t"] == "ack"
    assert table.people[BEN].answered_at("next") == pytest.approx(GRACE + COLLECTING, abs=0.01)
    assert table.round.phase == Turn(CLEO)
    await table.stop()


@pytest.mark.rule("U4")
@in_virtual_time
async def test_the_next_player_goes_on_as_soon_as_the_owner_has_called() -> None:
    """Nothing is left to wait for."""
    table = await forgot()
    await table.do(BEN, "draw", id_="next")
    await after(0.3)
    await table.do(ANA, "uno")
    assert table.people[BEN].answered_at("next") == pytest.approx(0.3)
    await table.stop()


@pytest.mark.rule("U5")
@in_virtual_time
async def test_what_is_held_counts_though_its_sender_is_gone() -> None:
    """The connection was lost after the catch; it is carried out all the same, and known when asked again."""
    table = await forgot()
    v = table.version
    await after(0.2)
    await table.do(CLEO, "catch 0", id_="catch")
    await table.lose(CLEO)
    await after(2)
    assert table.people[ANA].events("caught") == [{"t": "caught", "by": CLEO, "seat": ANA}]
    await table.sit(CLEO)
    await table.do(CLEO, "catch 0", v=v, id_="catch")
    assert table.people[CLEO].answer("catch")["t"] == "ack"
    assert len(table.people[ANA].events("caught")) == 1
    await table.stop()


@pytest.mark.rule("U5")
@in_virtual_time
async def test_a_command_sent_again_while_it_is_held_waits_once() -> None:
    """The answer goes to the connection that asked last."""
    table = await forgot()
    v = table.version
    await table.do(CLEO, "catch 0", id_="catch")
    first = table.people[CLEO]
    await table.lose(CLEO)
    await table.sit(CLEO)
    await table.do(CLEO, "catch 0", v=v, id_="catch")
    await after(2)
    assert first.answers("catch") == []
    assert table.people[CLEO].answer("catch")["t"] == "ack"
    await table.stop()


@pytest.mark.rule("U3", "V7")
@pytest.mark.parametrize("penalty", [0, 2])
@in_virtual_time
async def test_a_catch_that_saw_nothing_yet_lies_outside(penalty: int) -> None:
    """It is refused, or costs what the table has set, though the owner may be caught by others."""
    table = await forgot(rules={"false_catch_penalty": penalty})
    await table.do(CLEO, "catch 0", v=table.version - 3, id_="ahead")
    answer = table.people[CLEO].answer("ahead")
    if penalty:
        assert answer["t"] == "ack"
        assert table.people[ANA].events("falsely-caught") == [
            {"t": "falsely-caught", "by": CLEO, "seat": ANA}
        ]
        assert len(table.round.hands[CLEO].cards) == 3 + penalty
    else:
        assert (answer["code"], answer["rule"]) == ("illegal", "U4")
    await table.do(DANA, "catch 0", id_="catch")
    await after(2)
    assert table.people[DANA].answer("catch")["t"] == "ack"
    await table.stop()


@pytest.mark.rule("U3", "U5")
@in_virtual_time
async def test_a_catch_that_guessed_comes_after_those_who_looked() -> None:
    """Without the key, which nobody knows before the window is shown, it counts from the end of the grace."""
    table = await forgot()
    await table.do(CLEO, "catch 0", blind=True, id_="guess")
    await after(0.9)
    await table.do(DANA, "catch 0", id_="looked")
    await after(2)
    assert table.people[DANA].answer("looked")["t"] == "ack"
    assert table.people[CLEO].answer("guess")["code"] == "lost-race"
    await table.stop()


@pytest.mark.rule("U5")
@in_virtual_time
async def test_a_key_is_good_for_its_own_window() -> None:
    """That of an earlier one shows nothing, and no two are the same."""
    table = await forgot()
    old = table.people[CLEO].key
    await table.do(ANA, "uno")
    await table.do(BEN, "draw")
    referee = table.table._timing.referee
    assert referee.proven(old) < table.version
    assert referee.proven("nonsense") == referee.proven(None) == 0
    assert len({referee.key(version) for version in range(100)}) == 100
    await table.stop()


@pytest.mark.rule("U5", "V7")
@in_virtual_time
async def test_losing_the_race_costs_nothing() -> None:
    """Where false catches cost cards, a catch that answers the window and comes too late costs none."""
    table = await forgot(rules={"false_catch_penalty": 2})
    v = table.version
    await table.do(CLEO, "catch 0")
    await after(0.1)
    await table.do(DANA, "catch 0", id_="second")
    await after(2)
    await table.do(BEN, "catch 0", v=v, id_="late")
    for seat, command in ((DANA, "second"), (BEN, "late")):
        assert table.people[seat].answer(command)["code"] == "lost-race"
        assert len(table.round.hands[seat].cards) == 3
    await table.stop()


@pytest.mark.rule("U5")
@in_virtual_time
async def test_a_seat_rests_between_catches() -> None:
    """A catch within two seconds of the last one is refused as such; a guess counts as one."""
    table = Seated(seated(HANDS))
    await table.sit(ANA, BEN, CLEO)
    await table.do(CLEO, "catch 1", id_="one")
    assert table.people[CLEO].answer("one")["code"] == "illegal"
    await after(REST - 0.1)
    await table.do(CLEO, "catch 1", id_="two")
    assert table.people[CLEO].answer("two")["code"] == "resting"
    await after(0.2)
    await table.do(CLEO, "catch 1", v=table.version + 3, id_="guess")
    assert table.people[CLEO].answer("guess")["code"] == "stale"
    await after(REST - 0.1)
    await table.do(CLEO, "catch 1", id_="three")
    assert table.people[CLEO].answer("three")["code"] == "resting"
    await table.stop()


@pytest.mark.rule("U2", "U5")
@in_virtual_time
async def test_the_grace_is_shown_to_everybody() -> None:
    """Whose it is and how long it still runs; afterwards nothing."""
    table = await forgot()
    eve = await table.watch()
    for who in (*table.people.values(), eve):
        assert who.state["grace"] == {"seat": ANA, "left_ms": 1000, "key": eve.key}
    await after(0.25)
    await table.sit(BEN)
    assert table.people[BEN].state["grace"] == {"seat": ANA, "left_ms": 750, "key": eve.key}
    await after(GRACE)
    await table.lose(BEN)
    assert table.people[CLEO].state["grace"] is None
    await table.stop()


@pytest.mark.rule("U2")
@in_virtual_time
async def test_the_grace_is_as_long_as_the_room_says() -> None:
    """Three seconds here."""
    table = Seated(seated(HANDS), grace_ms=3000)
    await table.sit(ANA, BEN, CLEO, DANA)
    await table.do(ANA, "play R1")
    await table.do(CLEO, "catch 0", id_="catch")
    await after(2.9)
    await table.do(ANA, "uno", id_="call")
    assert table.people[ANA].answer("call")["t"] == "ack"
    assert table.people[CLEO].answer("catch")["code"] == "lost-race"
    await table.stop()


@pytest.mark.rule("U7")
@in_virtual_time
async def test_hands_that_move_open_a_race_for_each_owner() -> None:
    """After a swap two seats owe a call; each race is decided by itself."""
    hands = ("R7 B9", "R2", "R3 Y3 Y4", "R4 Y6 Y7")
    table = Seated(seated(hands, rules={"seven_zero": True}))
    await table.sit(ANA, BEN, CLEO, DANA)
    await table.do(ANA, "play R7 swap 1")
    await table.do(CLEO, "catch 0", id_="zero")
    await table.do(DANA, "catch 1", id_="one")
    await after(0.5)
    await table.do(ANA, "uno")
    await after(2)
    assert table.people[CLEO].answer("zero")["code"] == "lost-race"
    assert table.people[DANA].answer("one")["t"] == "ack"
    await table.stop()


# Bots.


@pytest.mark.rule("U5")
@in_virtual_time
async def test_bots_keep_the_grace() -> None:
    """However quick they are, a person who calls within it is safe, and one who catches is first."""
    table = Seated(seated(HANDS, bots=(BEN, CLEO)), bot_delay=0.0)
    await table.sit(ANA, DANA)
    await table.do(ANA, "play R1")
    await after(0.9)
    assert table.people[ANA].events("caught") == []
    assert table.round.phase == Turn(BEN), "the bot on turn waits, too"
    await table.do(DANA, "catch 0")
    await after(1)
    assert [e["by"] for e in table.people[ANA].events("caught")] == [DANA]
    await table.stop()


@pytest.mark.rule("U5")
@in_virtual_time
async def test_a_bot_catches_after_the_grace() -> None:
    """If the next player takes their time and nobody else was awake."""
    table = Seated(seated(HANDS, bots=(CLEO,)), bot_delay=0.5)
    await table.sit(ANA, BEN)
    await table.do(ANA, "play R1")
    await after(GRACE + COLLECTING)
    assert table.people[ANA].events("caught") == []
    await after(2)
    assert [e["by"] for e in table.people[ANA].events("caught")] == [CLEO]
    assert table.people[ANA].when("caught")[0] >= GRACE + COLLECTING
    await table.stop()


@pytest.mark.rule("U5")
@in_virtual_time
async def test_a_bot_rests_between_catches_and_thinks_again() -> None:
    """Two owe a call after a swap; one bot catches both, with the cool-down in between."""
    hands = ("R7 B9", "R2", "R3 Y3 Y4", "R4 Y6 Y7")
    table = Seated(seated(hands, bots=(CLEO,), rules={"seven_zero": True}), bot_delay=0.5)
    await table.sit(ANA, BEN, DANA)
    await table.do(ANA, "play R7 swap 1")
    await after(12)
    caught = table.people[ANA].when("caught")
    assert [e["by"] for e in table.people[ANA].events("caught")] == [CLEO, CLEO]
    assert caught[1] - caught[0] >= REST
    await table.stop()


# Jumping in.

JUMPS = ("R5 B1 B2", "R9 Y1 Y2", "R5 Y3 Y4", "R5 Y6 Y7")


async def jumpable(bot_delay: float = 1000.0, **more: object) -> Seated:
    """Ana has played a red five at the time 0; Ben is next, Cleo and Dana hold one, too."""
    table = Seated(seated(JUMPS, top="R1", rules={"jump_in": "all", "decks": 2}, **more), bot_delay)
    await table.sit(ANA, BEN, CLEO, DANA)
    await table.do(ANA, "play R5")
    return table


@pytest.mark.rule("V3")
@in_virtual_time
async def test_jumps_are_collected_and_the_next_act_waits() -> None:
    """One jump counts, the other card stays in its hand, and the turn goes on from the jumper."""
    table = await jumpable()
    assert table.people[BEN].state["jumps"]["left_ms"] == round(1000 * JUMP_WINDOW)
    await table.do(BEN, "play R9", id_="next")
    await after(0.4)
    await table.do(DANA, "jump R5", id_="dana")
    await after(0.2)
    await table.do(CLEO, "jump R5", id_="cleo")
    assert table.people[DANA].answers("dana") == []
    await after(1)
    assert table.people[DANA].answer("dana")["t"] == "ack"
    lost = table.people[CLEO].answer("cleo")
    assert (lost["code"], lost["rule"]) == ("lost-race", "V3")
    assert table.people[BEN].answer("next")["code"] == "stale"
    assert table.round.phase == Turn(ANA)
    await table.stop()


@pytest.mark.rule("V3")
@in_virtual_time
async def test_a_jump_from_far_away_counts_by_when_it_was_made() -> None:
    """After the time that jumps have for themselves, the next act waits for it; who looks only now can race as well."""
    table = await jumpable()
    await table.sit(CLEO, one_way=0.2)
    await after(JUMP_WINDOW + 0.3)
    await table.sit(DANA)
    assert table.people[DANA].state["jumps"]["left_ms"] == 0
    assert table.people[DANA].key is not None
    await table.do(BEN, "play R9", id_="next")
    await after(0.2)
    await table.do(CLEO, "jump R5", id_="jump")
    await after(1)
    assert table.people[CLEO].answer("jump")["t"] == "ack"
    assert table.people[BEN].answer("next")["code"] == "stale"
    await table.stop()


@pytest.mark.rule("V3")
@in_virtual_time
async def test_once_the_race_is_over_nothing_waits() -> None:
    """The next act is carried out when it comes, and who looks is shown no key."""
    table = await jumpable()
    await after(JUMP_WINDOW + JUMP_RACE)
    await table.sit(DANA)
    assert table.people[DANA].state["jumps"] is None
    await table.do(BEN, "play R9", id_="next")
    assert table.people[BEN].answer("next")["t"] == "ack"
    await table.stop()


@pytest.mark.rule("V3")
@pytest.mark.parametrize("hand", ["R5 Y3 Y4", "B5 Y3 Y4"])
@in_virtual_time
async def test_how_long_the_next_act_waits_tells_nothing_of_the_hands(hand: str) -> None:
    """Whether or not anybody could jump in."""
    hands = (JUMPS[0], JUMPS[1], hand, "G9 Y6 Y7")
    table = Seated(seated(hands, top="R1", rules={"jump_in": "all", "decks": 2}))
    await table.sit(ANA, BEN, CLEO, DANA)
    await table.do(ANA, "play R5")
    await table.do(BEN, "play R9", id_="next")
    await after(5)
    assert table.people[BEN].answered_at("next") == pytest.approx(JUMP_WINDOW + COLLECTING, abs=0.01)
    await table.stop()


@pytest.mark.rule("V3")
@in_virtual_time
async def test_a_jump_that_answers_an_older_play_has_lost() -> None:
    """Though the card on top is the same again."""
    table = await jumpable()
    v = table.version
    await table.do(DANA, "jump R5")
    await after(1.1)
    assert table.round.phase == Turn(ANA)
    await table.do(CLEO, "jump R5", v=v, id_="late")
    assert table.people[CLEO].answer("late")["code"] == "lost-race"
    await table.stop()


@pytest.mark.rule("V3")
@in_virtual_time
async def test_without_jumping_in_nothing_waits() -> None:
    """The next act is carried out as it comes, also after a card that nobody may jump in on."""
    for rules, card in (({}, "play R5"), ({"jump_in": "numbers"}, "play R+2")):
        hands = ("R5 R+2 B1", *JUMPS[1:])
        table = Seated(seated(hands, top="R1", rules=rules))
        await table.sit(ANA, BEN, CLEO, DANA)
        await table.do(ANA, card)
        await table.do(table.round.turn or 0, "draw", id_="next")
        answered = [a for person in table.people.values() for a in person.answers("next")]
        assert [a["t"] for _, a in answered] == ["ack"]
        await table.stop()


# Automatic UNO.


@pytest.mark.rule("U1")
@in_virtual_time
async def test_a_table_may_call_for_everybody() -> None:
    """The call is part of the play, of people and bots alike, and nobody can be caught."""
    table = Seated(seated(HANDS), auto_uno=True)
    await table.sit(ANA, BEN, CLEO, DANA)
    await table.do(ANA, "play R1")
    assert table.people[BEN].events("played")[0]["uno"] is True
    assert table.round.table.window is None
    await table.do(BEN, "draw", id_="next")
    assert table.people[BEN].answer("next")["t"] == "ack"
    await table.stop()


@pytest.mark.rule("U7")
@in_virtual_time
async def test_it_calls_for_those_whose_hand_moved_as_well() -> None:
    """Both of a swap are safe with the act that made it."""
    hands = ("R7 B9", "R2", "R3 Y3 Y4")
    table = Seated(seated(hands, rules={"seven_zero": True}), auto_uno=True)
    await table.sit(ANA, BEN, CLEO)
    await table.do(ANA, "play R7 swap 1")
    assert table.round.table.called == {ANA, BEN}
    await table.stop()


# What goes wrong.


@in_virtual_time
async def test_what_the_log_cannot_keep_is_told_to_whoever_waited() -> None:
    """The claim is refused as `storage`, to be sent again; nothing is held any more."""
    table = await forgot()
    await table.do(CLEO, "catch 0", id_="catch")
    table.log.fail = "before"
    await after(2)
    assert table.people[CLEO].answer("catch")["code"] == "storage"
    assert table.people[ANA].events("caught") == []
    await table.stop()


@in_virtual_time
async def test_who_leaves_takes_their_claims_along() -> None:
    """A catch of somebody who has no seat any more is answered so, and catches nobody."""
    table = await forgot()
    await table.do(CLEO, "catch 0", id_="catch")
    await table.leave(CLEO)
    assert table.people[CLEO].answer("catch")["code"] == "spectator"
    await after(2)
    assert table.people[ANA].events("caught") == []
    await table.stop()


@in_virtual_time
async def test_of_one_seat_one_act_on_turn_waits() -> None:
    """With a second one it would answer what it has not seen."""
    table = await forgot()
    await table.do(BEN, "play R2", id_="one")
    await table.do(BEN, "draw", id_="two")
    assert table.people[BEN].answer("two")["code"] == "busy"
    await after(2)
    assert table.people[BEN].answer("one")["t"] == "ack"
    await table.stop()


@pytest.mark.rule("U5")
@in_virtual_time
async def test_after_a_restart_the_grace_runs_anew() -> None:
    """Whoever owed a call gets the time to say it; a claim that was not acknowledged is made again."""
    state = seated(HANDS, Turn(BEN), window=Window(frozenset({ANA})))
    hands = state.round.hands if state.round else ()
    one = (hands[ANA]._replace(cards=hands[ANA].cards[:1]), *hands[1:])
    assert state.round is not None
    table = Seated(replace(state, round=state.round._replace(hands=one)))
    table.table._timing.begin(table.table.state, [], now())
    await table.sit(ANA, BEN, CLEO, DANA)
    await table.do(CLEO, "catch 0", id_="catch")
    assert table.people[CLEO].answers("catch") == []
    await after(0.5)
    await table.do(ANA, "uno", id_="call")
    assert table.people[ANA].answer("call")["t"] == "ack"
    await table.stop()
