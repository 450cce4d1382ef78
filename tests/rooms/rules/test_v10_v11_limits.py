"""V10, V11: cards dealt, decks, and the size beyond which no hand grows by drawing."""

from __future__ import annotations

from collections import Counter

import pytest

from lastcard.rules import events as ev
from lastcard.rules.errors import RulesError
from lastcard.rules.round import Turn
from lastcard.rules.ruleset import ruleset
from tests.rooms.rules.positions import at, counts, happens, play, start

TWELVE = "G1 G1 G2 G2 G3 G3 G4 G4 G6 G6 G7 G7"


@pytest.mark.rule("V10")
@pytest.mark.parametrize("size", [1, 2, 5, 7, 10, 15])
def test_as_many_cards_are_dealt_as_the_table_says(size: int) -> None:
    """One to fifteen."""
    state = start("R5", players=3, hand_size=size)
    assert (counts(state), len(state.hidden.pile)) == ((size,) * 3, 108 - 3 * size - 1)


@pytest.mark.rule("V10")
@pytest.mark.parametrize("size", [0, 16, -1, "7", 7.0, True])
def test_other_sizes_are_refused(size: object) -> None:
    """Neither none nor more than fifteen."""
    with pytest.raises(RulesError, match="hand_size"):
        ruleset(hand_size=size)


@pytest.mark.rule("V10", "D8")
def test_more_cards_than_the_deck_has_are_refused() -> None:
    """Ten players with eleven cards need more than 108; two decks have enough."""
    assert ruleset(players=10, hand_size=10)
    with pytest.raises(RulesError, match="111 cards are dealt"):
        ruleset(players=10, hand_size=11)
    assert ruleset(players=10, hand_size=11, decks=2)


@pytest.mark.rule("V10", "D8")
def test_cards_and_start_card_may_fill_the_deck_exactly() -> None:
    """Nine players with twelve cards each need 109."""
    with pytest.raises(RulesError, match="109"):
        ruleset(players=9, hand_size=12)
    rules = ruleset(players=9, hand_size=12, edition="swap-112", written={"WC": {"text": "", "effects": []}})
    assert len(rules.cards) == 112


@pytest.mark.rule("V10", "D8")
def test_two_decks_double_every_card() -> None:
    """Every card twice as often."""
    one, two = Counter(ruleset().cards), Counter(ruleset(decks=2).cards)
    assert two == {card: 2 * count for card, count in one.items()}


@pytest.mark.rule("V10")
@pytest.mark.parametrize("decks", [0, 3, True, "2"])
def test_one_deck_or_two(decks: object) -> None:
    """No other number."""
    with pytest.raises(RulesError, match="decks"):
        ruleset(decks=decks)


@pytest.mark.rule("V10", "U1")
def test_one_card_dealt_owes_no_call() -> None:
    """With `hand_size` 1 no window is open at the start: nobody has played."""
    state = start("R5", "G1", "G2", "G3", players=3, hand_size=1)
    assert (state.table.window, state.table.called) == (None, frozenset())


@pytest.mark.rule("V10", "O1")
def test_with_one_card_dealt_the_first_that_fits_wins() -> None:
    """The round may be over with the first play."""
    state = start("R5", "G1", "R2", "G3", players=3, hand_size=1)
    assert play(state, "1: play R2").out == 1


@pytest.mark.rule("V11")
@pytest.mark.parametrize("limit", [14, 41, 0, True, "20"])
def test_other_limits_are_refused(limit: object) -> None:
    """None, or fifteen to forty."""
    with pytest.raises(RulesError, match="draw_limit"):
        ruleset(draw_limit=limit)


@pytest.mark.rule("V11")
@pytest.mark.parametrize("limit", [None, "none", 15, 40])
def test_limits_that_may_be_set(limit: object) -> None:
    """No limit may be said in both ways."""
    assert ruleset(draw_limit=limit).draw_limit == (limit if isinstance(limit, int) else None)


@pytest.mark.rule("V11")
def test_a_voluntary_draw_stops_at_the_limit() -> None:
    """Fourteen cards become fifteen, and no more."""
    state = play(at(f"{TWELVE} B1 B2", "Y1", draw_limit=15, pile="B3 Y9 B4"), "0: draw")
    assert (counts(state)[0], state.phase) == (15, Turn(1))
    assert counts(play(state, "1: draw", "0: draw"))[0] == 15


@pytest.mark.rule("V11")
@pytest.mark.parametrize(("steps", "seat"), [(["1: play R+2"], 0), (["1: play W+4 red", "0: accept"], 0)])
def test_a_forced_draw_stops_at_the_limit(steps: list[str], seat: int) -> None:
    """The rest lapses, and the turn is lost all the same."""
    state = play(at(f"{TWELVE} B1 B2", "R+2 W+4 Y1 Y2", turn=1, draw_limit=15), *steps)
    assert (counts(state)[seat], state.phase) == (15, Turn(1))


@pytest.mark.rule("V11", "W1")
def test_at_the_limit_a_forced_draw_is_none_and_the_turn_is_lost() -> None:
    """Everybody sees that nothing was drawn."""
    events = happens(at(f"{TWELVE} B1 B2 B3", "R+2 Y1 Y2", turn=1, draw_limit=15), "1: play R+2")
    assert [e for e in events if isinstance(e, ev.Drew)] == [ev.Drew(0, (), ev.DrawReason.DEBT)]
    assert events[-1] == ev.TurnBegan(1)


@pytest.mark.rule("V11", "V1")
def test_a_debt_cut_short_is_gone() -> None:
    """What could not be drawn is not owed any more."""
    state = at(f"{TWELVE} B1 B2", "R+2 Y1 Y2", turn=1, draw_limit=15, stacking="same")
    state = play(state, "1: play R+2", "0: draw")
    assert (counts(state)[0], state.phase) == (15, Turn(1))


@pytest.mark.rule("V11", "W6")
def test_a_failed_challenge_stops_at_the_limit() -> None:
    """Six become one."""
    state = at(f"{TWELVE} B1 B2", "W+4 Y1 Y2", turn=1, draw_limit=15)
    assert counts(play(state, "1: play W+4 red", "0: challenge")) == (15, 2)


@pytest.mark.rule("V11", "V4")
def test_a_hand_beyond_the_limit_draws_nothing() -> None:
    """More cards than the limit can come by a gift, never by a draw."""
    written = {
        "WC1": {
            "text": "Take.",
            "effects": [{"give": 2, "who": "self", "to": "next"}, {"draw": 1, "who": "next"}],
        }
    }
    hands = ("WC1 R1 R2 R3", f"{TWELVE} B1 B2 B3")
    state = at(*hands, edition="swap-112", written=written, draw_limit=15)
    state = play(state, "0: play WC1 red", "0: give R1", "0: give R2")
    assert counts(state) == (1, 17)


@pytest.mark.rule("V11", "T5")
def test_a_round_in_which_nobody_can_move_ends() -> None:
    """Both are full and neither can play: all pass in succession, nobody is out."""
    state = at(f"{TWELVE} B1 B2 B3", "G8 G8 G9 G9 GS GS GR GR Y1 Y2 Y3 Y4 Y6 Y7 Y8", draw_limit=15)
    over = play(state, "0: draw", "1: draw")
    assert (over.over, over.out) == (True, None)


@pytest.mark.rule("V11", "T5")
def test_the_deal_counts_as_full_too() -> None:
    """With fifteen dealt and a limit of fifteen the first draw is a pass."""
    state = start("R5", f"{TWELVE} B1 B2 B3", players=2, dealer=1, hand_size=15, draw_limit=15)
    assert counts(play(state, "0: draw"))[0] == 15
