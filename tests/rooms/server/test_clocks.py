"""The clocks of a table, in virtual time: time-outs, autopilot, the pause for a lost connection (V12)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from lastcard.rules.cards import parse_cards
from lastcard.rules.effects import Draw, Who
from lastcard.rules.events import TurnBegan
from lastcard.rules.round import (
    Acting,
    Answering,
    Calling,
    Choosing,
    Drawn,
    EndTurn,
    Hand,
    Judging,
    Owing,
    Phase,
    RuleRun,
    Turn,
    Window,
)
from lastcard.server.decisions.requests import Act
from lastcard.server.model.events import MatchBegan
from lastcard.server.timing.clocks import (
    AUTOPILOT_AFTER,
    PAUSE,
    PAUSE_IN_MATCH,
    PERFORMING,
    Clocks,
    Due,
    DueKind,
)
from tests.rooms.server.timed import Seated, after, in_virtual_time, now, seated

if TYPE_CHECKING:
    from lastcard.server.model.state import TableState

ANA, BEN, CLEO = range(3)
HANDS = ("R1 R7 B9", "R2 R6 Y2", "R3 Y3 Y4")
CLOCK = 30
NEAR = pytest.approx


async def at_table(state: TableState | None = None, clock: int | None = CLOCK, **more: Any) -> Seated:
    """Ana, Ben and Cleo are connected, Ana is on turn, at the time 0."""
    table = Seated(state or seated(HANDS), clock=clock, **more)
    await table.sit(ANA, BEN, CLEO)
    return table


def with_pile(cards: str) -> TableState:
    """The same table, where these are the next cards of the pile."""
    state = seated(HANDS)
    assert state.round is not None
    hidden = state.round.hidden._replace(pile=parse_cards(cards) + state.round.hidden.pile)
    return replace(state, round=state.round._replace(hidden=hidden))


# The turn clock.


@pytest.mark.rule("V12")
@in_virtual_time
async def test_when_the_clock_runs_out_the_table_acts() -> None:
    """Not sooner, and with the first lawful act of the list: here a card is drawn and kept."""
    table = await at_table()
    await after(CLOCK - 0.1)
    assert table.people[BEN].events("drew") == []
    await after(0.2)
    assert table.people[BEN].when("drew") == [NEAR(CLOCK)]
    await table.stop()


@pytest.mark.rule("V12")
@in_virtual_time
async def test_without_a_clock_people_take_their_time() -> None:
    """Nothing happens by itself."""
    table = await at_table(clock=None)
    await after(3600)
    assert table.round.phase == Turn(ANA)
    assert table.people[ANA].state["clock"] is None
    await table.stop()


@pytest.mark.rule("V12")
@in_virtual_time
async def test_each_act_has_its_own_time() -> None:
    """A card drawn is a new question; the next player's time begins with the turn."""
    table = await at_table()
    await after(20)
    await table.do(ANA, "play R1")
    await after(CLOCK - 1)
    assert table.people[ANA].events("drew") == []
    await after(2)
    assert table.people[ANA].when("drew") == [NEAR(20 + CLOCK)]
    await table.stop()


@pytest.mark.rule("V12", "U5")
@in_virtual_time
async def test_calls_and_refusals_do_not_turn_the_clock_back() -> None:
    """What others say, and what is refused, leaves the time of the one on turn as it is."""
    table = await at_table()
    await after(20)
    await table.do(BEN, "catch 0")
    await table.do(ANA, "play B9")
    await after(11)
    assert table.people[BEN].when("drew") == [NEAR(CLOCK)]
    await table.stop()


@pytest.mark.rule("V12")
@in_virtual_time
async def test_the_clock_is_shown_with_what_is_left_of_it() -> None:
    """To everybody, with the whole time, so that a page can warn."""
    table = await at_table()
    assert table.people[BEN].state["clock"] == {
        "seat": ANA,
        "left_ms": 30_000,
        "total_ms": 30_000,
        "paused": False,
    }
    await after(12)
    eve = await table.watch()
    assert eve.state["clock"]["left_ms"] == 18_000
    await table.stop()


END = (EndTurn(ANA),)
PHASES: dict[str, tuple[Phase, str]] = {
    "debt": (Owing(ANA, 2, "+2"), "drew"),
    "answer": (Answering(ANA, CLEO, 4, None), "accepted"),
    "colour": (Calling(ANA, swap=False, agenda=END), "colour-called"),
    "choice": (Choosing(ANA, RuleRun(1, ANA, ANA, chained=False), END), "chose"),
}


@pytest.mark.rule("V12", "W6", "S7", "H8")
@pytest.mark.parametrize("name", PHASES)
@in_virtual_time
async def test_every_question_has_its_clock(name: str) -> None:
    """Debts, answers, colours and choices are answered for whoever does not."""
    phase, event = PHASES[name]
    table = await at_table(seated(HANDS, phase))
    await after(CLOCK + 0.1)
    assert table.people[BEN].when(event) == [NEAR(CLOCK)]
    await table.stop()


# Autopilot.


async def turn_of(table: Seated, seat: int) -> None:
    """The seat draws, and keeps what it drew."""
    await table.do(seat, "draw")
    if table.round.turn == seat:
        await table.do(seat, "pass")


async def asleep() -> Seated:
    """Ana let her clock run out until she was on autopilot; Ben is on turn."""
    table = await at_table(clock=10)
    while table.people[BEN].state["autopilot"] != [ANA]:
        if table.round.turn == ANA:
            await after(10.1)
        else:
            await turn_of(table, table.round.turn or BEN)
    while table.round.turn != BEN:
        if table.round.turn == ANA:
            await after(AUTOPILOT_AFTER + 0.01)
        else:
            await turn_of(table, CLEO)
    return table


@pytest.mark.rule("V12")
@in_virtual_time
async def test_after_two_time_outs_in_a_row_the_seat_is_on_autopilot() -> None:
    """From then on its acts come a second after they are asked for, and no clock is shown for it."""
    table = await asleep()
    acts = len(table.people[BEN].when("drew"))
    await turn_of(table, BEN)
    await turn_of(table, CLEO)
    began = now()
    assert table.round.turn == ANA
    assert table.people[BEN].state["clock"] is None
    await after(AUTOPILOT_AFTER - 0.01)
    assert len(table.people[BEN].when("drew")) == acts + 2
    await after(0.02)
    assert table.people[BEN].when("drew")[acts + 2] == NEAR(began + AUTOPILOT_AFTER)
    assert table.people[BEN].state["autopilot"] == [ANA]
    await table.stop()


@pytest.mark.rule("V12", "T3")
@in_virtual_time
async def test_a_turn_is_missed_once() -> None:
    """Who let the time run out has drawn; the card drawn, which could be played, is kept a second later, and it is one time-out."""
    table = await at_table(with_pile("R9"))
    await after(CLOCK + 0.1)
    assert table.round.phase == Drawn(ANA)
    assert table.people[BEN].state["clock"] is None
    assert table.people[BEN].state["autopilot"] == []
    await after(AUTOPILOT_AFTER)
    assert table.people[BEN].when("kept") == [NEAR(CLOCK + AUTOPILOT_AFTER)]
    assert table.people[BEN].state["autopilot"] == []
    await table.stop()


@pytest.mark.rule("V12", "T3")
@in_virtual_time
async def test_who_is_back_within_the_turn_has_their_time() -> None:
    """Anything that they do takes the turn back."""
    table = await at_table(with_pile("R9"))
    await after(CLOCK + 0.1)
    await table.back(ANA)
    assert table.people[BEN].state["clock"]["seat"] == ANA
    await after(CLOCK - 1)
    assert table.round.phase == Drawn(ANA)
    await table.stop()


@pytest.mark.rule("V12")
@in_virtual_time
async def test_back_ends_the_autopilot() -> None:
    """It is acknowledged, and everybody is told; it says nothing where none was on."""
    table = await asleep()
    name = await table.back(ANA)
    assert table.people[ANA].answer(name) == {"t": "ack", "id": name, "v": table.version}
    assert table.people[BEN].state["autopilot"] == []
    again = await table.back(ANA)
    assert table.people[ANA].answer(again)["t"] == "ack"
    await table.stop()


@pytest.mark.rule("V12")
@in_virtual_time
async def test_whatever_a_person_does_ends_the_autopilot() -> None:
    """Even something that is refused: they are there."""
    table = await asleep()
    await table.do(ANA, "catch 1")
    assert table.people[BEN].state["autopilot"] == []
    await table.stop()


@pytest.mark.rule("V12")
@in_virtual_time
async def test_an_act_between_time_outs_begins_the_count_anew() -> None:
    """Only two in a row put a seat on autopilot."""
    table = await at_table(clock=10)
    await after(10.1)
    await table.do(ANA, "catch 1")
    for seat in (ANA, BEN, CLEO):
        while table.round.turn == seat and seat != ANA:
            await table.do(seat, "draw" if table.round.phase == Turn(seat) else "pass")
    await after(10.1)
    assert table.people[BEN].state["autopilot"] == []
    await table.stop()


# A lost connection.


@pytest.mark.rule("V12")
@in_virtual_time
async def test_a_lost_connection_stops_the_clock() -> None:
    """Who comes back within twenty seconds has the time that was left."""
    table = await at_table()
    await after(10)
    await table.lose(ANA)
    shown = table.people[BEN].state["clock"]
    assert (shown["paused"], shown["left_ms"], shown["pause_ms"]) == (True, 20_000, 1000 * PAUSE)
    await after(15)
    assert table.people[BEN].events("drew") == []
    await table.sit(ANA)
    assert table.people[ANA].state["clock"]["left_ms"] == 20_000
    await after(21)
    assert table.people[BEN].when("drew") == [NEAR(10 + 15 + 20)]
    await table.stop()


@pytest.mark.rule("V12")
@pytest.mark.parametrize("clock", [None, 300])
@in_virtual_time
async def test_who_does_not_come_back_is_on_autopilot(clock: int | None) -> None:
    """With or without a clock the others wait for twenty seconds and no longer; the seat is kept."""
    table = await at_table(clock=clock)
    await table.lose(ANA)
    await after(PAUSE - 0.1)
    assert table.people[BEN].events("drew") == []
    await after(0.2 + AUTOPILOT_AFTER)
    assert table.people[BEN].state["autopilot"] == [ANA]
    assert len(table.people[BEN].when("drew")) == 1
    assert table.table.state.seats[ANA].name == "Ana"
    await table.sit(ANA)
    assert table.people[BEN].state["autopilot"] == []
    await table.stop()


@pytest.mark.rule("V12")
@in_virtual_time
async def test_the_pause_is_twenty_seconds_in_a_turn() -> None:
    """However often the connection goes and comes."""
    table = await at_table(clock=300)
    for _ in range(2):
        await table.lose(ANA)
        await after(8)
        await table.sit(ANA)
    await table.lose(ANA)
    await after(PAUSE - 16 - 0.1)
    assert table.people[BEN].state["autopilot"] == []
    await after(0.2)
    assert table.people[BEN].state["autopilot"] == [ANA]
    await table.stop()


@pytest.mark.rule("V12")
def test_the_pause_is_sixty_seconds_in_a_match() -> None:
    """A new turn gives another pause while anything is left of them; a new match gives all of them."""
    clocks, state, time = Clocks(), seated(HANDS), 0.0
    for number in range(3):
        clocks.follow((TurnBegan(ANA),), number + 1, time)
        clocks.update(state, (BEN, CLEO), (), time)
        assert clocks.next() == Due(time + PAUSE, ANA, DueKind.AWAY)
        time += PAUSE
        clocks.update(state, (BEN, CLEO), (), time)
    assert time == PAUSE_IN_MATCH
    clocks.follow((TurnBegan(ANA),), 4, time)
    clocks.update(state, (BEN, CLEO), (), time)
    assert clocks.next() == Due(time, ANA, DueKind.AWAY)
    clocks.follow((MatchBegan(0), TurnBegan(ANA)), 6, time)
    clocks.update(state, (BEN, CLEO), (), time)
    assert clocks.next() == Due(time + PAUSE, ANA, DueKind.AWAY)


@pytest.mark.rule("V12")
@in_virtual_time
async def test_while_nobody_is_there_everything_stands_still() -> None:
    """The first to come back finds the running act with its full time."""
    table = await at_table()
    await after(20)
    for seat in (ANA, BEN, CLEO):
        await table.lose(seat)
    await after(3600)
    assert table.round.phase == Turn(ANA)
    await table.sit(BEN, ANA)
    assert table.people[ANA].state["clock"]["left_ms"] == 1000 * CLOCK
    await table.stop()


@pytest.mark.rule("V12", "U4")
@in_virtual_time
async def test_an_act_that_waits_for_a_race_is_no_time_out() -> None:
    """The clock of whoever has acted stands still until the act is carried out."""
    hands = ("R1 B9", "R2 R6 Y2", "R3 Y3 Y4")
    table = await at_table(seated(hands), clock=5, grace_ms=3000)
    await table.do(ANA, "play R1")
    await after(2)
    await table.do(BEN, "play R2", id_="in-time")
    await after(3)
    assert table.people[BEN].answer("in-time")["t"] == "ack"
    assert table.round.turn == CLEO
    await table.stop()


@pytest.mark.rule("V12")
@pytest.mark.parametrize("hand", ["R1 R7 B9", "B1 B7 B9", "W R7 W+4"])
@in_virtual_time
async def test_when_the_table_acts_tells_nothing_of_the_hand(hand: str) -> None:
    """Playable or not: time-outs and autopilot come at the same moments."""
    table = await at_table(seated((hand, *HANDS[1:])), clock=10)
    await after(10.1)
    assert table.people[BEN].when("drew") == [NEAR(10)]
    await table.stop()


# Judging.


def dare() -> TableState:
    """Cleo has to sing, or draws two."""
    phase = Judging(CLEO, "sing", (Draw(2, Who.SELF),), RuleRun(1, CLEO, CLEO, chained=False), END)
    return seated((*HANDS, "Y8 Y9"), phase)


async def at_dare(clock: int | None = 10) -> Seated:
    """Ana, Ben and Dana judge whether Cleo sings."""
    table = Seated(dare(), clock=clock)
    await table.sit(ANA, BEN, CLEO, 3)
    return table


@pytest.mark.rule("H8", "V12")
@in_virtual_time
async def test_a_dare_has_a_minute_and_silence_favours_the_one_judged() -> None:
    """However short the clock of acts is; a vote of one judge gives the others no more time."""
    table = await at_dare()
    await after(40)
    await table.do(ANA, "failed")
    await after(PERFORMING - 40 - 0.1)
    assert table.people[CLEO].events("dare-settled") == []
    await after(0.2)
    assert table.people[CLEO].events("dare-settled") == [{"t": "dare-settled", "seat": CLEO, "done": True}]
    assert table.people[CLEO].when("dare-settled") == [NEAR(PERFORMING)]
    await table.stop()


@pytest.mark.rule("H8")
@in_virtual_time
async def test_a_judge_who_is_gone_blocks_nobody() -> None:
    """Without a clock, too: after the pause the autopilot gives the word that silence means."""
    table = await at_dare(clock=None)
    await table.do(ANA, "failed")
    await table.lose(BEN)
    await table.lose(3)
    await after(PAUSE + AUTOPILOT_AFTER + 0.1)
    assert table.people[CLEO].events("dare-settled")[0]["done"] is True
    await table.stop()


@pytest.mark.rule("H8", "U5")
@in_virtual_time
async def test_a_word_that_waits_for_a_race_is_given_once() -> None:
    """While somebody may be caught the autopilot's word is held; it is not said again every second."""
    state = dare()
    assert state.round is not None
    owing = state.round.table._replace(window=Window(frozenset({CLEO})))
    hands = (*state.round.hands[:CLEO], Hand(parse_cards("R3")), *state.round.hands[CLEO + 1 :])
    table = Seated(replace(state, round=state.round._replace(table=owing, hands=hands)), grace_ms=3000)
    await table.sit(ANA, 3, CLEO)
    await after(PAUSE - 0.5)
    table.table._timing.begin(table.table.state, [], now())  # the grace begins
    held = []
    for _ in range(6):
        await after(1)
        held.append(len(table.table._timing.referee.races.claims))
    assert held == [0, 1, 1, 0, 0, 0]
    assert table.people[CLEO].events("judged") == [{"t": "judged", "judge": BEN, "done": None}]
    await table.stop()


@pytest.mark.rule("H8")
@in_virtual_time
async def test_what_is_judged_is_shown_to_everybody() -> None:
    """Who is judged by whom, how many have spoken, how many words decide, and until when."""
    table = await at_dare()
    await after(10)
    await table.do(BEN, "failed")
    eve = await table.watch()
    for who in (*table.people.values(), eve):
        assert who.state["prompts"] == [
            {
                "kind": "dare",
                "seat": CLEO,
                "text": "sing",
                "judges": [ANA, BEN, 3],
                "voted": 1,
                "needed": 2,
                "left_ms": 50_000,
            }
        ]
    await table.do(ANA, "failed")
    assert eve.events("dare-settled") == [{"t": "dare-settled", "seat": CLEO, "done": False}]
    assert len(table.round.hands[CLEO].cards) == 5
    assert eve.state["prompts"] == []
    await table.stop()


@pytest.mark.rule("H8", "X1")
@in_virtual_time
async def test_only_those_in_the_round_judge() -> None:
    """Neither who looks on nor who is out of the match has a word, and nobody waits for them."""
    state = dare()
    assert state.round is not None
    out = state.round._replace(table=state.round.table._replace(seats=(ANA, BEN, CLEO)))
    table = Seated(replace(state, round=out), clock=10)
    await table.sit(ANA, BEN, CLEO, 3)
    eve = await table.watch()
    await table.send(eve, Act(t="act", action="done"), id_="eve")
    assert eve.answer("eve")["code"] == "spectator"
    await table.do(3, "done", id_="out")
    assert (table.people[3].answer("out")["code"], table.people[3].answer("out")["rule"]) == ("illegal", "S1")
    assert table.people[ANA].state["prompts"][0]["judges"] == [ANA, BEN]
    await table.stop()


@pytest.mark.rule("H8", "V12")
@in_virtual_time
async def test_a_charade_has_a_minute_and_then_nobody_guessed_it() -> None:
    """The one who acts it names who did."""
    phase = Acting(ANA, (), RuleRun(1, ANA, ANA, chained=False), END)
    table = await at_table(seated(HANDS, phase), clock=10)
    assert table.people[BEN].state["prompts"] == [
        {
            "kind": "charade",
            "seat": ANA,
            "judges": [ANA],
            "guessers": [BEN, CLEO],
            "voted": 0,
            "needed": 1,
            "left_ms": 60_000,
        }
    ]
    await after(PERFORMING + 0.1)
    assert table.people[BEN].events("charade-settled") == [
        {"t": "charade-settled", "actor": ANA, "winner": None}
    ]
    await table.stop()


@pytest.mark.rule("X1", "V12")
@in_virtual_time
async def test_votes_that_do_not_come_dismiss_a_report() -> None:
    """Play goes on meanwhile; how many have voted is shown, and until when the others may."""
    table = Seated(seated((*HANDS, "Y8 Y9"), rules={"suggestion_penalty": 4}), clock=20)
    await table.sit(ANA, BEN, CLEO, 3)
    await table.do(ANA, "report 1")
    await after(5)
    await table.do(CLEO, "uphold")
    assert table.people[BEN].state["prompts"] == [
        {
            "kind": "report",
            "seat": BEN,
            "by": ANA,
            "judges": [CLEO, 3],
            "voted": 1,
            "needed": 2,
            "left_ms": 15_000,
        }
    ]
    await table.do(ANA, "play R1")
    assert table.round.turn == BEN
    await after(15.1)
    assert table.people[BEN].events("report-settled") == [
        {"t": "report-settled", "seat": BEN, "upheld": False}
    ]
    assert table.people[BEN].when("report-settled") == [NEAR(20)]
    await table.stop()


@pytest.mark.rule("X1")
@in_virtual_time
async def test_a_vote_answers_its_own_report() -> None:
    """One that was meant for the report before is stale."""
    table = Seated(seated((*HANDS, "Y8 Y9"), rules={"suggestion_penalty": 4}), clock=20)
    await table.sit(ANA, BEN, CLEO, 3)
    await table.do(ANA, "report 1")
    seen = table.version
    await table.do(CLEO, "dismiss")
    assert table.round.table.report is None
    await table.do(ANA, "report 2")
    await table.do(3, "uphold", v=seen, id_="old")
    assert table.people[3].answer("old")["code"] == "stale"
    await table.stop()
