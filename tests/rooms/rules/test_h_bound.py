"""H8: what one act sets off is bounded, and reaching the bound is seen."""

from __future__ import annotations

import pytest

from lastcard.rules import acts
from lastcard.rules import events as ev
from lastcard.rules.round import Judging, Round, Turn
from lastcard.rules.view import seen_by
from tests.rooms.rules.positions import at, counts, happens, play

TEN = (
    "WC1 R1 R2",
    *(f"{c}1 {c}2" for c in "GBY"),
    *(f"{c}3 {c}4" for c in "GBY"),
    *(f"{c}6 {c}7" for c in "GBY"),
)


def busy(effects: list[dict[str, object]], **more: object) -> Round:
    """Ten players; seat 0 holds a card with the effects."""
    written = {"WC1": {"text": "Busy.", "effects": effects}, **more}
    return at(*TEN, edition="swap-112", written=written)


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound of ten steps, so that a rule reaches it."""
    monkeypatch.setattr(acts, "MAX_STEPS", 10)


@pytest.mark.rule("H8")
def test_the_largest_rule_alone_stays_within_the_bound() -> None:
    """Twelve effects that befall all ten players are carried out to the end."""
    events = happens(busy([{"show": "everyone", "to": "self"}] * 12), "0: play WC1 red")
    assert ev.CutShort() not in events
    assert sum(isinstance(e, ev.Shown) for e in events) == 12 * 9


@pytest.mark.rule("H8")
@pytest.mark.usefixtures("_few")
def test_reaching_the_bound_is_an_event_that_players_see() -> None:
    """It is told once, to everybody."""
    events = happens(busy([{"draw": 1, "who": "everyone"}] * 2), "0: play WC1 red")
    cut = [e for e in events if isinstance(e, ev.CutShort)]
    assert cut == [ev.CutShort()]
    assert seen_by(cut[0], None) == cut[0]


@pytest.mark.rule("H8")
@pytest.mark.usefixtures("_few")
def test_beyond_the_bound_nothing_more_is_carried_out() -> None:
    """The first nine of them draw; then the turn passes as usual."""
    state = play(busy([{"draw": 1, "who": "everyone"}] * 2), "0: play WC1 red")
    assert (counts(state), state.phase) == ((2, *(3,) * 9), Turn(1))


@pytest.mark.rule("H8", "O3")
@pytest.mark.usefixtures("_few")
def test_a_hand_emptied_before_the_bound_goes_out() -> None:
    """The bound falls between the discards of one effect: who has no card is out all the same."""
    state = play(busy([{"discard": "green", "who": "others"}]), "0: play WC1 red")
    assert (state.over, state.out) == (True, 1)


@pytest.mark.rule("H8")
@pytest.mark.usefixtures("_few")
def test_a_dare_begins_a_new_count() -> None:
    """What is left of the rule after a word of the judges is set off by that word."""
    state = busy([{"draw": 1, "who": "next"}, {"dare": "Sing"}, {"draw": 1, "who": "everyone"}])
    state = play(state, "0: play WC1 red")
    assert isinstance(state.phase, Judging)
    events = happens(state, "1: failed")
    assert ev.CutShort() in events
    assert sum(isinstance(e, ev.Drew) for e in events) >= 8


@pytest.mark.rule("H8", "H7")
def test_a_chain_of_draws_ends() -> None:
    """Rules tied to playing and to drawing that draw as much as they can end by themselves."""
    chain = {"when": "draw", "text": "All draw.", "effects": [{"draw": 20, "who": "everyone"}]}
    state = busy([{"draw": 20, "who": "everyone"}], W=chain, B9=chain)
    events = happens(state, "0: play WC1 red")
    assert len(events) < 500


@pytest.mark.rule("H8")
def test_the_bound_is_met_by_many_rules_tied_to_drawing() -> None:
    """A hundred cards drawn, half of them with rules of many effects: the rest does not happen."""
    words = {
        f"{c}{n}": {"when": "draw", "text": "Look.", "effects": [{"show": "self"}] * 6}
        for c in "RYGB"
        for n in (8, 9, 5)
    }
    state = busy([{"draw": 12, "who": "everyone"}], **words)
    events = happens(state, "0: play WC1 red")
    assert ev.CutShort() in events
    assert isinstance(events[-1], ev.TurnBegan)
