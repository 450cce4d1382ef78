"""D: the deck, its blanks and customizable cards, lost cards, two decks."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from lastcard.rules.cards import Colour, parse_card
from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import EDITIONS, OPTIONS, option_data, ruleset
from lastcard.rules.scoring import hand_points
from tests.rooms.rules.positions import at, play, refused, turn_acts

RULE = {"text": "Everyone else draws one", "effects": [{"draw": 1, "who": "others"}]}


def deck(edition: str = "classic", **options: Any) -> Counter[str]:
    """How often each token is in the deck."""
    return Counter(card.token for card in ruleset(edition, **options).cards)


def wrong(edition: str = "classic", **options: Any) -> tuple[str, str | None]:
    """Key and rule of the refusal."""
    with pytest.raises(RulesError) as error:
        ruleset(edition, **options).cards  # noqa: B018 - the deck is made when it is asked for
    return error.value.where, error.value.rule


# D1-D3: the 108.


@pytest.mark.rule("D1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_one_nought_and_two_of_each_other_number_in_each_colour(edition: str):
    """Each colour has one 0 and two each of 1 to 9."""
    cards = deck(edition)
    for colour in "RYGB":
        assert [cards[f"{colour}{number}"] for number in range(10)] == [1] + [2] * 9


@pytest.mark.rule("D1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_seventy_six_number_cards(edition: str):
    """Nineteen in each of four colours."""
    assert sum(card.number is not None for card in ruleset(edition).cards) == 76


@pytest.mark.rule("D2")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("word", ["S", "R", "+2"])
def test_two_of_each_word_card_in_each_colour(edition: str, word: str):
    """Two Skips, two Reverses, two Draw Twos a colour."""
    assert [deck(edition)[f"{colour}{word}"] for colour in "RYGB"] == [2, 2, 2, 2]


@pytest.mark.rule("D3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_four_wilds_and_four_wild_draw_fours(edition: str):
    """Four of either."""
    assert (deck(edition)["W"], deck(edition)["W+4"]) == (4, 4)


@pytest.mark.rule("D3")
@pytest.mark.parametrize("edition", ["classic", "blanks-112"])
def test_the_classic_deck_has_108_cards(edition: str):
    """Nothing else is in it while nothing is written on."""
    assert len(ruleset(edition).cards) == 108


# D4: blanks.


@pytest.mark.rule("D4")
@pytest.mark.parametrize("edition", ["classic", "blanks-112"])
def test_blanks_with_nothing_written_on_them_stay_out(edition: str):
    """No coloured blank is dealt."""
    assert not [token for token in deck(edition) if token.endswith("*")]


@pytest.mark.rule("D4")
@pytest.mark.parametrize("edition", ["classic", "blanks-112"])
def test_there_is_one_blank_in_each_colour(edition: str):
    """All four written on make 112."""
    cards = deck(edition, written={f"{colour}*": RULE for colour in "RYGB"})
    assert [cards[f"{colour}*"] for colour in "RYGB"] == [1, 1, 1, 1]
    assert cards.total() == 112


@pytest.mark.rule("D4", "D6")
def test_only_the_blank_that_is_written_on_comes_in():
    """The other three stay out."""
    cards = deck(written={"G*": RULE})
    assert (cards["G*"], cards["R*"], cards.total()) == (1, 0, 109)


@pytest.mark.rule("D4")
def test_the_swap_hands_edition_has_no_coloured_blanks():
    """Nothing can be written on a card that the box does not hold."""
    assert wrong("swap-112", written={"R*": RULE}) == ("written.R*", "D6")


# D5: lost cards.


@pytest.mark.rule("D5")
def test_a_deck_with_lost_cards_is_played_as_it_is():
    """Two cards lost, 106 left."""
    cards = deck(lost=["Y7", "W"])
    assert (cards["Y7"], cards["W"], cards.total()) == (1, 3, 106)


@pytest.mark.rule("D5")
def test_a_blank_stands_in_for_a_lost_card():
    """The deck has that card again, and 108 in all."""
    cards = deck(lost=["Y7"], replace={"Y*": "Y7"})
    assert (cards["Y7"], cards["Y*"], cards.total()) == (2, 0, 108)


@pytest.mark.rule("D5")
def test_a_blank_may_stand_in_for_a_card_of_another_colour():
    """What is marked on it counts, not its own colour."""
    assert deck(lost=["W+4"], replace={"Y*": "W+4"})["W+4"] == 4


@pytest.mark.rule("D5")
def test_both_copies_may_be_lost():
    """A card may be gone from the deck altogether."""
    assert deck(lost=["Y7", "Y7"])["Y7"] == 0


@pytest.mark.rule("D5")
def test_a_card_is_not_lost_more_often_than_it_exists():
    """There is only one red nought."""
    assert wrong(lost=["R0", "R0"]) == ("lost", "D5")


@pytest.mark.rule("D5")
def test_a_blank_stands_in_only_for_a_card_that_was_lost():
    """Otherwise the deck would gain a card."""
    assert wrong(replace={"Y*": "Y7"}) == ("replace.Y*", "D5")


@pytest.mark.rule("D5")
def test_only_a_blank_can_stand_in():
    """A number card cannot."""
    assert wrong(lost=["Y7"], replace={"Y6": "Y7"}) == ("replace.Y6", "D5")


@pytest.mark.rule("D5")
def test_the_swap_hands_edition_has_no_blank_to_stand_in():
    """Its blanks are wild."""
    assert wrong("swap-112", lost=["Y7"], replace={"Y*": "Y7"}) == ("replace.Y*", "D5")


@pytest.mark.rule("D5")
def test_a_blank_cannot_stand_in_and_bear_a_rule():
    """There is one blank in each colour."""
    assert wrong(lost=["Y7"], replace={"Y*": "Y7"}, written={"Y*": RULE}) == ("written.Y*", "D5")


@pytest.mark.rule("D5")
def test_with_two_decks_one_blank_stands_in_and_the_other_bears_a_rule():
    """Two boxes hold two yellow blanks."""
    cards = deck(decks=2, lost=["Y7"], replace={"Y*": "Y7"}, written={"Y*": RULE})
    assert (cards["Y7"], cards["Y*"]) == (4, 1)


@pytest.mark.rule("D5")
def test_a_stand_in_is_that_card_in_play():
    """A yellow blank marked 7 matches a seven and counts seven."""
    state = at("Y7 B1", "R1 R2", top="R7", lost=["Y7", "Y7"], replace={"Y*": "Y7"})
    assert "play Y7" in turn_acts(state, 0)
    assert hand_points(state.rules, [parse_card("Y7")]) == 7


# D6: a family's own rule.


@pytest.mark.rule("D6")
def test_a_blank_is_played_on_its_colour():
    """A red blank on a red five."""
    state = play(at("R* B1 B2", "Y1", "Y2", top="R5", written={"R*": RULE}), "0: play R*")
    assert (str(state.table.top), state.table.colour) == ("R*", Colour.RED)


@pytest.mark.rule("D6")
def test_a_blank_is_played_on_another_blank():
    """A red blank on a blue one."""
    state = at("R* B1 B2", "Y1", "Y2", top="B*", written={"R*": RULE, "B*": RULE})
    assert "play R*" in turn_acts(state, 0)


@pytest.mark.rule("D6")
@pytest.mark.parametrize("top", ["B5", "BS", "B+2"])
def test_a_blank_is_not_played_on_another_colour(top: str):
    """Neither numbers nor words of another colour take it."""
    state = at("R* B1 B2", "Y1", "Y2", top=top, written={"R*": RULE})
    assert refused(state, "0: play R*").rule == "T1"


@pytest.mark.rule("D6")
def test_a_blank_is_no_wild():
    """No colour is called with it."""
    state = at("R* B1 B2", "Y1", "Y2", top="R5", written={"R*": RULE})
    assert refused(state, "0: play R* blue").code == "no-colour"


@pytest.mark.rule("D6")
def test_a_blank_on_top_is_matched_by_its_colour():
    """Red goes on a red blank, blue does not."""
    state = at("R1 B1 B2", "Y1", "Y2", top="R*", written={"R*": RULE})
    assert turn_acts(state, 0) == {"play R1", "draw"}


@pytest.mark.rule("D6")
@pytest.mark.parametrize(
    ("options", "points"), [({}, 20), ({"blank_points": 0}, 0), ({"blank_points": 35}, 35)]
)
@pytest.mark.parametrize("edition", ["classic", "blanks-112"])
def test_the_points_of_a_blank_are_the_tables_choice(edition: str, options: dict[str, int], points: int):
    """Twenty unless set."""
    rules = ruleset(edition, written={"R*": RULE}, **options)
    assert hand_points(rules, [parse_card("R*"), parse_card("R1")]) == points + 1


# D7: Swap Hands and Customizable.


@pytest.mark.rule("D7")
def test_with_all_rules_written_swap_112_has_112_cards():
    """One Swap Hands and three Customizable."""
    cards = deck("swap-112", written={"WC1": RULE, "WC2": RULE, "WC3": RULE})
    assert (cards["WS"], cards["WC1"], cards["WC2"], cards["WC3"], cards.total()) == (1, 1, 1, 1, 112)


@pytest.mark.rule("D7")
def test_one_rule_for_all_customizable_cards():
    """Written on WC it stands on all three."""
    assert deck("swap-112", written={"WC": RULE})["WC"] == 3


@pytest.mark.rule("D7")
def test_a_rule_of_its_own_takes_one_of_the_three():
    """One numbered card leaves two of the others."""
    cards = deck("swap-112", written={"WC2": RULE, "WC": RULE})
    assert (cards["WC2"], cards["WC"], cards.total()) == (1, 2, 112)


@pytest.mark.rule("D7")
def test_a_fourth_customizable_rule_finds_no_card():
    """There are three in the box."""
    written = {"WC1": RULE, "WC2": RULE, "WC3": RULE, "WC": RULE}
    assert wrong("swap-112", written=written) == ("written.WC", "D7")


@pytest.mark.rule("D7")
def test_customizable_cards_with_nothing_written_are_left_out():
    """Only the Swap Hands card joins the 108."""
    cards = deck("swap-112")
    assert (cards["WS"], cards.total()) == (1, 109)
    assert not [token for token in cards if token.startswith("WC")]


@pytest.mark.rule("D7")
def test_swap_hands_may_be_left_out():
    """The option `without` takes it away."""
    cards = deck("swap-112", without=["WS"])
    assert (cards["WS"], cards.total()) == (0, 108)


@pytest.mark.rule("D7")
@pytest.mark.parametrize(("without", "left"), [(["WC2"], 111), (["WC"], 109), (["WS", "WC1", "WC3"], 109)])
def test_any_of_the_extra_cards_may_be_left_out(without: list[str], left: int):
    """One, all customizable, or some of both."""
    written = {"WC1": RULE, "WC2": RULE, "WC3": RULE}
    assert deck("swap-112", written=written, without=without).total() == left


@pytest.mark.rule("D7")
@pytest.mark.parametrize("token", ["R5", "W", "W+4"])
def test_no_other_card_may_be_left_out(token: str):
    """The 108 are always played with."""
    assert wrong("swap-112", without=[token]) == ("without", "D7")


@pytest.mark.rule("D7")
@pytest.mark.parametrize("edition", ["classic", "blanks-112"])
@pytest.mark.parametrize("token", ["WS", "WC"])
def test_the_other_editions_have_no_such_cards(edition: str, token: str):
    """Nothing can be left out, or written on, that is not in the box."""
    assert wrong(edition, without=[token]) == ("without", "D7")
    assert wrong(edition, written={token: RULE}) == (f"written.{token}", "D6")


# D8: two decks.


@pytest.mark.rule("D8")
@pytest.mark.parametrize(("edition", "cards"), [("classic", 216), ("blanks-112", 216), ("swap-112", 218)])
def test_two_decks_are_combined(edition: str, cards: int):
    """Every card twice as often."""
    assert deck(edition, decks=2) == deck(edition) + deck(edition)
    assert deck(edition, decks=2).total() == cards


@pytest.mark.rule("D8")
def test_two_decks_bring_two_of_each_written_card():
    """Two blanks of the colour, six customizable cards."""
    assert deck(decks=2, written={"R*": RULE})["R*"] == 2
    assert deck("swap-112", decks=2, written={"WC": RULE})["WC"] == 6
    cards = deck("swap-112", decks=2, written={"WC1": RULE, "WC": RULE})
    assert (cards["WC1"], cards["WC"]) == (2, 4)


@pytest.mark.rule("D8")
@pytest.mark.parametrize("decks", [0, 3])
def test_no_other_number_of_decks(decks: int):
    """One or two."""
    assert wrong(decks=decks) == ("decks", "D8")


@pytest.mark.rule("D8")
def test_more_cards_than_there_are_cannot_be_dealt():
    """Ten hands of eleven and a start card are 111."""
    assert wrong(players=10, hand_size=11) == ("hand_size", "D8")
    assert len(ruleset(players=10, hand_size=11, decks=2).cards) == 216


@pytest.mark.rule("D8")
def test_the_deal_may_use_up_the_deck_to_the_last_card():
    """Nine hands of twelve need 109: a written blank makes it just enough."""
    assert wrong(players=9, hand_size=12) == ("hand_size", "D8")
    assert len(ruleset(players=9, hand_size=12, written={"R*": RULE}).cards) == 109


@pytest.mark.rule("D8")
def test_lost_cards_count_when_the_deal_is_checked():
    """Nine hands of twelve, 109 cards, one of them lost."""
    options = {"players": 9, "hand_size": 12, "written": {"R*": RULE}, "lost": ["R1"]}
    assert wrong(**options) == ("hand_size", "D8")


@pytest.mark.rule("D5")
def test_every_option_reads_back_what_it_is_written_as():
    """The data of each edition's options makes the edition again, that nothing is replaced included."""
    for edition in EDITIONS:
        rules = ruleset(edition)
        data = {name: option_data(getattr(rules, name)) for name in OPTIONS}
        assert ruleset(edition, **data) == rules
