"""S: players, dealer, deal and the first card turned up."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.match import draw_for_dealer, new_match, record
from lastcard.match.match import RoundResult
from lastcard.rules import events as ev
from lastcard.rules.cards import Card, Colour, parse_cards
from lastcard.rules.deal import begin
from lastcard.rules.errors import LastcardError, RulesError
from lastcard.rules.round import Calling, Direction, Drawn, Round, Turn
from lastcard.rules.ruleset import EDITIONS, ruleset
from tests.rooms.rules.positions import (
    backwards,
    cards_of,
    counts,
    hand,
    may,
    order,
    play,
    refused,
    start,
    turn_acts,
)

RULE = {"text": "Everyone draws three", "effects": [{"draw": 3, "who": "everyone"}]}


def same(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A shuffle that leaves the order alone."""
    return cards


# S1: how many play.


@pytest.mark.rule("S1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 10])
def test_two_to_ten_play(edition: str, players: int):
    """The least and the most, in every edition."""
    state = start("R5", players=players, edition=edition)
    assert counts(state) == (7,) * players


@pytest.mark.rule("S1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [1, 0, 11, -2, True])
def test_fewer_or_more_are_refused(edition: str, players: int):
    """One cannot play alone, eleven are too many."""
    with pytest.raises(RulesError) as error:
        ruleset(edition, players=players)
    assert (error.value.where, error.value.rule) == ("players", "S1")


@pytest.mark.rule("S1")
@pytest.mark.parametrize(("dealer", "seats"), [(0, [0]), (0, [1, 2]), (3, [0, 3]), (0, [])])
def test_a_round_needs_two_seats_of_the_table_with_the_dealer_among_them(dealer: int, seats: list[int]):
    """A seat too few, the dealer out, a seat that is not there."""
    rules = ruleset(players=3)
    with pytest.raises(LastcardError, match="S1"):
        begin(rules, dealer, rules.cards, same, seats)


# S2: who deals.


def dealer(cards: str, edition: str = "classic", **options: Any) -> int:
    """Who deals after three drew these cards."""
    rules = ruleset(edition, players=3, **options)
    return draw_for_dealer(rules, (0, 1, 2), parse_cards(cards), same).dealer


@pytest.mark.rule("S2")
@pytest.mark.parametrize("edition", ["classic", "swap-112"])
def test_the_highest_number_deals_and_words_do_not_count(edition: str):
    """A four beats a Wild and a Skip."""
    assert dealer("W GS R4", edition) == 2


@pytest.mark.rule("S2")
def test_with_four_blanks_the_highest_points_deal():
    """There a Wild counts fifty, a Skip twenty."""
    assert dealer("GS W R9", "blanks-112") == 1


@pytest.mark.rule("S2")
def test_the_option_makes_points_count_in_any_edition():
    """A Draw Two beats a nine."""
    assert dealer("R9 G+2 R4", dealer_draw="points") == 1
    assert dealer("R9 G+2 R4") == 0


@pytest.mark.rule("S2")
def test_points_tie_between_a_skip_and_a_reverse():
    """Both count twenty, so those two draw again."""
    assert dealer("GS R9 BR R1 R2", "blanks-112") == 2


@pytest.mark.rule("S2")
def test_those_who_tie_draw_again_among_themselves():
    """The third is out of it, whatever lies there."""
    assert dealer("R8 G2 B8 Y3 Y4") == 2


@pytest.mark.rule("S2")
def test_when_nobody_drew_a_number_all_draw_again():
    """Three words, then numbers."""
    assert dealer("W GS B+2 R1 R2 R0") == 1


@pytest.mark.rule("S2")
def test_a_rule_tied_to_drawing_does_nothing_in_the_draw_for_the_deal():
    """Only the card's value counts: nothing else comes of it."""
    written = {"W+4": {"text": "Draw one more", "when": "draw", "effects": [{"draw": 1, "who": "self"}]}}
    rules = ruleset(players=3, written=written)
    drawing = draw_for_dealer(rules, (0, 1, 2), parse_cards("W+4 R1 R2"), same)
    assert (drawing.dealer, len(drawing.draws)) == (2, 1)


# S3: the deal.


@pytest.mark.rule("S3")
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    """With dealer 1 of three the first card goes to seat 2, the third to the dealer."""
    rules = ruleset(players=3, hand_size=2)
    deck = order(rules, "", (), "", 1)
    began, turned, *_ = begin(rules, 1, deck, same)
    assert isinstance(began, ev.RoundBegan)
    assert began.hands == ((deck[1], deck[4]), (deck[2], deck[5]), (deck[0], deck[3]))
    assert isinstance(turned, ev.TurnedUp)
    assert (turned.card, began.pile) == (deck[6], deck[6:])


@pytest.mark.rule("S3")
def test_everybody_has_seven_cards_and_the_rest_is_the_pile():
    """Four hands and the first card leave 79."""
    state = start("R5")
    assert counts(state) == (7, 7, 7, 7)
    assert (len(state.hidden.pile), state.table.discard, str(state.table.top)) == (79, (), "R5")


@pytest.mark.rule("S3")
def test_those_out_of_the_match_are_dealt_nothing():
    """Seats 1 and 4 of five have no cards, and the deal passes over them."""
    rules = ruleset(players=5)
    deck = order(rules, "R5", (), "", 3, (0, 2, 3))
    began = begin(rules, 3, deck, same, (0, 2, 3))[0]
    assert isinstance(began, ev.RoundBegan)
    assert [len(cards) for cards in began.hands] == [7, 0, 7, 7, 0]
    assert (began.hands[0][0], began.hands[2][0], began.hands[3][0]) == deck[:3]


@pytest.mark.rule("S3")
def test_the_deck_must_be_dealt_whole():
    """A card short, or one twice, is refused."""
    rules = ruleset(players=2)
    with pytest.raises(LastcardError, match="107 cards"):
        begin(rules, 0, rules.cards[1:], same)
    with pytest.raises(LastcardError, match="are not the 108"):
        begin(rules, 0, (*rules.cards[1:], rules.cards[-1]), same)


@pytest.mark.rule("S3")
def test_nobody_sees_the_pile_or_anothers_hand_in_the_deal():
    """`start` checks every seat's view; a spectator sees no hand at all."""
    state = start("R5", "R1 R2", players=2)
    assert may(state, 0) == set()


# S4: who starts.


@pytest.mark.rule("S4")
@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (3, 0)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_player_to_the_dealers_left_starts(edition: str, dealer: int, first: int):
    """The next seat number, round the table."""
    state = start("R5", dealer=dealer, edition=edition)
    assert (state.phase, state.table.direction) == (Turn(first), Direction.LEFT)


@pytest.mark.rule("S4")
def test_play_goes_on_to_the_left():
    """After seat 1 comes seat 2."""
    state = start("R5", "", "R1")
    assert play(state, "1: play R1").turn == 2


@pytest.mark.rule("S4")
def test_the_left_of_the_dealer_is_found_over_players_who_are_out():
    """Dealer 1, seats 2 and 3 gone: seat 4 starts."""
    assert start("R5", dealer=1, players=5, seats=(0, 1, 4)).turn == 4


@pytest.mark.rule("S4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_table_may_name_who_starts(edition: str):
    """Seat 3 instead of the dealer's left."""
    assert start("R5", first_seat=3, edition=edition).turn == 3


@pytest.mark.rule("S4")
def test_a_first_seat_that_is_out_of_the_match_is_passed_over():
    """The next to its left starts."""
    assert start("R5", first_seat=2, players=4, seats=(0, 1, 3)).turn == 3
    assert start("W", first_seat=2, players=4, seats=(0, 1, 3)).turn == 3
    assert start("RS", first_seat=2, players=4, seats=(0, 1, 3)).turn == 0


@pytest.mark.rule("S4")
def test_a_first_seat_that_the_table_does_not_have_is_refused():
    """Four players have no seat 4."""
    with pytest.raises(RulesError) as error:
        ruleset(players=4, first_seat=4)
    assert (error.value.where, error.value.rule) == ("first_seat", "S4")


# S5: the deal in later rounds.


def match_after(results: list[RoundResult], **options: Any) -> Any:
    """A match after these rounds."""
    match = new_match(ruleset(**options))
    for result in results:
        match = record(match, result)
    return match


@pytest.mark.rule("S5")
def test_seat_nought_deals_first():
    """Unless S2 or the table says otherwise."""
    assert new_match(ruleset()).dealer == 0
    assert new_match(ruleset(), dealer=2).dealer == 2


@pytest.mark.rule("S5")
def test_the_deal_passes_to_the_left():
    """From seat 0 to 1, 2 and on to 0 again."""
    empty = RoundResult((0, 1, 2), 0, ((), parse_cards("R1"), parse_cards("R2")))
    assert [match_after([empty] * rounds, players=3).dealer for rounds in range(4)] == [0, 1, 2, 0]


@pytest.mark.rule("S5")
def test_the_deal_passes_over_players_who_are_out_of_the_match():
    """Seat 1 is eliminated, so seat 2 deals after seat 0."""
    ended = RoundResult((0, 1, 2), 0, ((), parse_cards("W"), parse_cards("R2")))
    match = match_after([ended], players=3, scoring="elimination", target=50)
    assert (match.eliminated, match.dealer) == ((1,), 2)


# S6: Wild Draw Four.


@pytest.mark.rule("S6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wild_draw_four_goes_back_and_another_card_is_turned(edition: str):
    """The pile is shuffled with it: turned backwards, its last card comes up."""
    state = start("W+4", edition=edition)
    rules = state.rules
    last = order(rules, "W+4", (), "", 0)[-1]
    assert state.table.top is last
    assert state.hidden.pile.count(parse_cards("W+4")[0]) == 4 - sum(
        h.cards.count(parse_cards("W+4")[0]) for h in state.hands
    )


@pytest.mark.rule("S6")
def test_what_is_reshuffled_is_the_pile_with_the_card_in_it():
    """No other card goes back, and none is left out."""
    asked: list[tuple[Card, ...]] = []

    def shuffle(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        asked.append(cards)
        return backwards(cards)

    state = start("W+4 R1", shuffle=shuffle)
    assert [len(cards) for cards in asked] == [80]
    assert asked[0][:2] == parse_cards("W+4 R1")
    assert (len(state.hidden.pile), state.hidden.pile[-1]) == (79, parse_cards("W+4")[0])


@pytest.mark.rule("S6")
def test_a_second_wild_draw_four_goes_back_as_well():
    """It is turned until a card may start."""
    turns = iter([parse_cards("W+4"), parse_cards("B9")])

    def bring_up(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        (first,) = next(turns)
        at = cards.index(first)
        return (first, *cards[:at], *cards[at + 1 :])

    assert str(start("W+4", shuffle=bring_up).table.top) == "B9"


@pytest.mark.rule("S6")
def test_everything_is_dealt_again_when_no_card_of_the_pile_may_start():
    """The whole deck is shuffled and dealt anew, from the same dealer's left."""
    rules = ruleset(players=7, hand_size=15)
    draw_fours = parse_cards("W+4 W+4 W+4")
    deck = list(rules.cards)
    for card in draw_fours:
        deck.remove(card)
    asked: list[int] = []

    def shuffle(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        asked.append(len(cards))
        return backwards(cards)

    events = begin(rules, 2, (*deck, *draw_fours), shuffle)
    began = [event for event in events if isinstance(event, ev.RoundBegan)]
    assert (len(began), asked[0]) == (2, 108)
    assert (began[1].dealer, began[1].seats, began[1].hands[3][0]) == (2, tuple(range(7)), rules.cards[-1])


@pytest.mark.rule("S6")
def test_a_deck_in_which_no_card_may_start_is_refused():
    """With every other card lost only Wild Draw Fours are left."""
    rules = ruleset(players=2, hand_size=1)
    lost = [str(card) for card in rules.cards if str(card) != "W+4"]
    with pytest.raises(RulesError, match="start"):
        ruleset(players=2, hand_size=1, lost=lost)


# S7: Wild.


@pytest.mark.rule("S7")
@pytest.mark.parametrize("edition", ["classic", "swap-112"])
def test_a_wild_the_first_player_calls_a_colour_and_plays(edition: str):
    """Seat 1 calls blue, then plays blue."""
    state = start("W", "", "B1 R1", edition=edition)
    assert turn_acts(state, 1) == {"colour red", "colour yellow", "colour green", "colour blue"}
    state = play(state, "1: colour blue")
    assert (state.turn, state.table.colour, "play B1" in turn_acts(state, 1)) == (1, Colour.BLUE, True)


@pytest.mark.rule("S7")
def test_nobody_plays_until_the_colour_is_called():
    """Neither the first player nor another."""
    state = start("W", "R1", "B1")
    assert refused(state, "1: play B1").rule == "S7"
    assert refused(state, "1: draw").rule == "S7"
    assert refused(state, "0: play R1").rule == "S7"
    assert refused(state, "0: colour red").code == "not-your-turn"


@pytest.mark.rule("S7")
def test_no_hands_are_swapped_with_a_wild():
    """`swap` belongs to Swap Hands."""
    assert refused(start("W"), "1: colour red swap 2").code == "no-swap"


@pytest.mark.rule("S7")
@pytest.mark.parametrize(("edition", "options"), [("blanks-112", {}), ("classic", {"start_wild": "redraw"})])
def test_with_redraw_a_wild_goes_back_as_a_wild_draw_four_does(edition: str, options: dict[str, str]):
    """The pile is shuffled and another card turned."""
    state = start("W", edition=edition, **options)
    assert str(state.table.top) != "W"
    assert cards_of(state)[parse_cards("W")[0]] == 4
    assert isinstance(state.phase, Calling | Turn)


@pytest.mark.rule("S7")
def test_the_edition_with_four_blanks_may_call_instead():
    """The option is the table's."""
    assert isinstance(start("W", edition="blanks-112", start_wild="call").phase, Calling)


@pytest.mark.rule("S7", "S4")
def test_the_named_first_player_calls():
    """Seat 3 starts, so seat 3 calls."""
    assert start("W", first_seat=3).turn == 3


# S8: Draw Two.


@pytest.mark.rule("S8")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_draw_two_the_first_player_draws_two_and_is_passed_over(edition: str):
    """Seat 1 holds nine, seat 2 plays."""
    state = start("R+2", "", "B1", pile="G3 G4", edition=edition)
    assert (counts(state), state.phase) == ((7, 9, 7, 7), Turn(2))
    assert {"G3", "G4"} <= set(hand(state, 1).split())


@pytest.mark.rule("S8")
@pytest.mark.parametrize("stacking", ["same", "cross"])
def test_a_start_draw_two_is_never_stacked_on(stacking: str):
    """The first player draws at once although holding a Draw Two; nobody owes afterwards."""
    state = start("R+2", "", "B+2 W+4", stacking=stacking)
    assert (counts(state)[1], state.phase) == (9, Turn(2))


@pytest.mark.rule("S8")
def test_a_draw_two_played_on_the_start_draw_two_counts_two():
    """The start card left no debt."""
    state = start("R+2", "", "", "B+2", stacking="same")
    state = play(state, "2: play B+2", "3: draw")
    assert counts(state) == (7, 9, 6, 9)


@pytest.mark.rule("S8", "S4")
def test_the_named_first_player_draws():
    """Seat 3 starts, draws two, and seat 0 plays."""
    state = start("R+2", first_seat=3)
    assert (counts(state), state.turn) == ((7, 7, 7, 9), 0)


@pytest.mark.rule("S8")
def test_two_players_draw_two_the_dealer_plays():
    """The other draws and is passed over."""
    state = start("R+2", players=2)
    assert (counts(state), state.turn) == ((7, 9), 0)


@pytest.mark.rule("S8")
def test_a_rule_tied_to_drawing_is_carried_out_in_the_first_players_draw():
    """It is neither the deal nor the turn-up (H8)."""
    written = {"G3": {"text": "Another", "when": "draw", "effects": [{"draw": 1, "who": "self"}]}}
    state = start("R+2", "G3", "B1", pile="G3 G4", written=written)
    assert counts(state) == (7, 10, 7, 7)


@pytest.mark.rule("S8")
def test_the_draw_limit_stops_the_first_draw():
    """A hand of fourteen takes one of the two, and the turn is lost all the same."""
    state = start("R+2", hand_size=14, draw_limit=15)
    assert (counts(state)[1], state.turn) == (15, 2)


# S9: Reverse.


@pytest.mark.rule("S9")
@pytest.mark.parametrize("edition", ["classic", "swap-112"])
def test_a_reverse_the_dealer_plays_first_and_play_runs_to_the_right(edition: str):
    """Dealer 1, then seat 0."""
    state = start("RR", "", "R1", dealer=1, edition=edition)
    assert (state.phase, state.table.direction) == (Turn(1), Direction.RIGHT)
    assert play(state, "1: play R1").turn == 0


@pytest.mark.rule("S9")
def test_with_four_blanks_the_player_to_the_dealers_right_plays_first():
    """Dealer 1, so seat 0, then seat 3."""
    state = start("RR", "R1", dealer=1, edition="blanks-112")
    assert (state.phase, state.table.direction) == (Turn(0), Direction.RIGHT)
    assert play(state, "0: play R1").turn == 3


@pytest.mark.rule("S9")
def test_the_right_is_found_over_players_who_are_out():
    """Dealer 2, seats 0 and 1 gone: seat 4 is next to the right."""
    assert start("RR", dealer=2, players=5, seats=(2, 3, 4), start_reverse="right").turn == 4


@pytest.mark.rule("S9")
@pytest.mark.parametrize(("start_reverse", "first"), [("dealer", 0), ("right", 1)])
def test_two_players_reverse(start_reverse: str, first: int):
    """The dealer, or the other who sits to the right as well."""
    assert start("RR", players=2, start_reverse=start_reverse).turn == first


@pytest.mark.rule("S9", "S4")
def test_a_reverse_asks_for_the_dealer_not_for_the_named_first_player():
    """What is printed for the Reverse names the dealer."""
    assert start("RR", first_seat=2).turn == 0


# S10: Skip.


@pytest.mark.rule("S10")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_skip_the_first_player_is_passed_over(edition: str):
    """Seat 2 plays, and play runs to the left."""
    state = start("RS", edition=edition)
    assert (state.phase, state.table.direction, counts(state)) == (Turn(2), Direction.LEFT, (7, 7, 7, 7))


@pytest.mark.rule("S10")
def test_the_literal_reading_lets_the_dealer_play():
    """To the right of the one passed over sits the dealer."""
    state = start("RS", "R1", start_skip="dealer")
    assert state.turn == 0
    assert play(state, "0: play R1").turn == 1


@pytest.mark.rule("S10", "S4")
def test_the_named_first_player_is_passed_over():
    """Seat 3 would start, so seat 0 does."""
    assert start("RS", first_seat=3).turn == 0


@pytest.mark.rule("S10")
@pytest.mark.parametrize("start_skip", ["after", "dealer"])
def test_two_players_skip(start_skip: str):
    """The dealer plays, either way."""
    assert start("RS", players=2, start_skip=start_skip).turn == 0


@pytest.mark.rule("S10")
def test_the_one_passed_over_loses_one_turn_only():
    """Round the table the next time seat 1 plays."""
    state = start("RS", "R1", "R2", "R3", "R4")
    assert play(state, "2: play R3", "3: play R4", "0: play R1").turn == 1


@pytest.mark.rule("S10")
def test_after_a_skip_the_next_is_found_over_players_who_are_out():
    """Dealer 0, seats 1 and 3 gone: seat 2 is passed over, seat 4 plays."""
    assert start("RS", players=5, seats=(0, 2, 4)).turn == 4


# S11: Swap Hands.


def swap_start(*hands: str, **options: Any) -> Round:
    """A round that starts with Swap Hands."""
    return start("WS", *hands, edition="swap-112", **options)


@pytest.mark.rule("S11")
def test_swap_hands_the_first_player_calls_swaps_and_plays():
    """Seat 1 takes seat 3's hand and plays from it."""
    state = swap_start("", "B1 B2 B3 B4 B5 B6 B7", "", "Y1 Y2 Y3 Y4 Y5 Y6 Y7")
    state = play(state, "1: colour yellow swap 3")
    assert (hand(state, 1), hand(state, 3)) == ("Y1 Y2 Y3 Y4 Y5 Y6 Y7", "B1 B2 B3 B4 B5 B6 B7")
    assert (state.turn, state.table.colour) == (1, Colour.YELLOW)
    assert play(state, "1: play Y3").turn == 2


@pytest.mark.rule("S11")
def test_the_swap_is_not_optional():
    """A colour alone is refused, and so is the own hand."""
    assert refused(swap_start(), "1: colour red").code == "needs-swap"
    assert refused(swap_start(), "1: colour red swap 1").code == "bad-swap"


@pytest.mark.rule("S11")
def test_a_swap_at_the_start_is_with_a_player_in_the_round():
    """Neither a seat that is out nor one that is not there."""
    state = swap_start(players=4, seats=(0, 1, 3))
    assert refused(state, "1: colour red swap 2").code == "bad-swap"
    assert refused(state, "1: colour red swap 7").code == "bad-swap"
    assert turn_acts(state, 1) == {f"colour {c} swap {s}" for c in Colour for s in (0, 3)}


@pytest.mark.rule("S11", "S12")
def test_a_swap_at_the_start_opens_no_catch_window():
    """Even where everybody is dealt a single card."""
    state = play(swap_start(players=3, hand_size=1), "1: colour red swap 2")
    assert may(state, 0) == set()
    assert "uno" not in may(state, 1)


@pytest.mark.rule("S11", "S12")
def test_a_swap_at_the_start_is_no_false_catch_window_either():
    """Where wrong catches cost, catching then is a wrong catch."""
    state = play(
        swap_start(players=3, hand_size=1, false_catch_penalty=2), "1: colour red swap 2", "0: catch 2"
    )
    assert counts(state) == (3, 1, 1)


# S12: Customizable, blanks; what no start card does.


@pytest.mark.rule("S12")
@pytest.mark.parametrize("token", ["WC", "WC1"])
def test_a_customizable_card_is_a_wild_at_the_start(token: str):
    """A colour is called, the rule is not carried out."""
    state = start(token, "", "B1", edition="swap-112", written={token: RULE})
    assert turn_acts(state, 1) == {f"colour {colour}" for colour in Colour}
    state = play(state, "1: colour blue")
    assert (counts(state), state.turn) == ((7, 7, 7, 7), 1)


@pytest.mark.rule("S12")
def test_a_start_card_does_not_count_as_a_time_that_its_rule_came_up():
    """The first Customizable card played is the first."""
    written = {"WC": {**RULE, "nth": 1}}
    state = start("WC", "", "WC", edition="swap-112", written=written)
    state = play(state, "1: colour blue", "1: play WC red")
    assert counts(state) == (10, 9, 10, 10)


@pytest.mark.rule("S12")
@pytest.mark.parametrize("edition", ["classic", "blanks-112"])
def test_a_coloured_blank_is_an_ordinary_card_at_the_start(edition: str):
    """Seat 1 matches its colour; its rule is not carried out."""
    state = start("R*", "", "R1 B1", edition=edition, written={"R*": RULE})
    assert (counts(state), state.phase, state.table.colour) == ((7, 7, 7, 7), Turn(1), Colour.RED)


@pytest.mark.rule("S12")
def test_a_written_rule_on_a_start_number_is_not_carried_out():
    """A rule may stand on any card (H7); at the start it does nothing."""
    state = start("R5", written={"R5": RULE})
    assert counts(state) == (7, 7, 7, 7)


@pytest.mark.rule("S12")
def test_a_rule_tied_to_drawing_does_nothing_in_deal_and_turn_up():
    """The card is dealt to one and turned up, and nothing comes of either."""
    written = {"R5": {"text": "Draw three", "when": "draw", "effects": [{"draw": 3, "who": "self"}]}}
    state = start("R5", "R5", written=written)
    assert counts(state) == (7, 7, 7, 7)


@pytest.mark.rule("S12")
def test_no_start_card_opens_a_catch_window():
    """With one card each nobody can be caught, and nobody owes the call."""
    state = start("R5", players=3, hand_size=1)
    assert may(state, 0) == set()
    assert may(state, 2) == set()


@pytest.mark.rule("S12", "V3")
def test_nobody_jumps_on_the_start_card():
    """Seat 3 holds an identical card and may not."""
    state = start("R5", "", "", "", "R5", jump_in="all")
    assert refused(state, "3: jump R5").rule == "V3"


@pytest.mark.rule("S12", "V4")
@pytest.mark.parametrize("card", ["R7", "R0"])
def test_a_start_seven_or_nought_does_nothing(card: str):
    """No hand moves under V4."""
    state = start(card, "B1 B2 B3 B4 B5 B6 B8", "G1 G2 G3 G4 G5 G6 G8", players=2, seven_zero=True)
    assert (hand(state, 0), hand(state, 1)) == ("B1 B2 B3 B4 B5 B6 B8", "G1 G2 G3 G4 G5 G6 G8")
    assert state.phase == Turn(1)


@pytest.mark.rule("S12")
def test_a_start_draw_two_opens_no_window_for_the_one_passed_over():
    """One card each: seat 1 holds three after drawing, the others cannot be caught."""
    state = start("R+2", players=3, hand_size=1)
    assert counts(state) == (1, 3, 1)
    assert may(state, 1) == set()


@pytest.mark.rule("S12")
def test_a_drawn_rule_with_a_dare_holds_up_the_first_turn():
    """Whatever the first draw sets off is settled before seat 2 plays."""
    dare = [{"dare": "sing", "who": "self", "else": {"draw": 1, "who": "self"}}]
    written = {"G3": {"text": "Sing", "when": "draw", "effects": dare}}
    state = start("R+2", "", "B1", "R1", pile="G3 G4", written=written)
    assert refused(state, "2: play R1").rule == "H8"
    state = play(state, "1: failed")
    assert (counts(state), state.phase) == ((7, 10, 7, 7), Turn(2))
    assert not isinstance(state.phase, Drawn)
