"""Drawing for the deal: who draws highest deals, who ties draws again (S2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.match import MatchError, draw_for_dealer
from lastcard.match.dealer import MAX_DRAWS, DealerDrawing
from lastcard.rules.cards import Card, parse_cards
from lastcard.rules.ruleset import EDITIONS, ruleset


def as_it_is(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A shuffle that leaves the order alone."""
    return cards


def drawing(text: str, players: int = 3, edition: str = "classic") -> DealerDrawing:
    """What comes of cards drawn in this order."""
    return draw_for_dealer(ruleset(edition, players=players), range(players), parse_cards(text), as_it_is)


def who_drew(result: DealerDrawing) -> list[list[int]]:
    """The seats of each draw."""
    return [[seat for seat, _ in draw] for draw in result.draws]


@pytest.mark.rule("S2")
def test_the_highest_number_deals() -> None:
    """Nine beats five and nought."""
    assert drawing("R5 B9 G0").dealer == 1


@pytest.mark.rule("S2")
def test_word_cards_do_not_count_against_numbers() -> None:
    """A nought beats a Wild Draw Four and a Skip."""
    assert drawing("W+4 GS R0").dealer == 2


@pytest.mark.rule("S2")
def test_those_who_tie_for_highest_draw_again_among_themselves() -> None:
    """Seats 0 and 2 tie; seat 1 does not draw again, however high."""
    result = drawing("R7 B3 G7 Y1 Y2 Y9")
    assert (result.dealer, who_drew(result)) == (2, [[0, 1, 2], [0, 2]])
    assert [[str(card) for _, card in draw] for draw in result.draws] == [["R7", "B3", "G7"], ["Y1", "Y2"]]


@pytest.mark.rule("S2")
def test_when_nobody_draws_a_number_all_draw_again() -> None:
    """Only word cards: everybody draws once more."""
    result = drawing("W RS B+2 R1 R2 R3")
    assert (result.dealer, who_drew(result)) == (2, [[0, 1, 2], [0, 1, 2]])


@pytest.mark.rule("S2")
def test_two_who_tied_and_draw_words_draw_once_more() -> None:
    """Among those who tied the same holds as among all."""
    result = drawing("R7 B7 G1 W RS Y2 Y3")
    assert (result.dealer, who_drew(result)) == (1, [[0, 1, 2], [0, 1], [0, 1]])


@pytest.mark.rule("S2")
def test_by_points_word_cards_count() -> None:
    """In the edition with four blanks a Wild beats a Skip beats a nine."""
    assert drawing("R9 GS W", edition="blanks-112").dealer == 2
    assert drawing("R9 GS W", edition="classic").dealer == 0


@pytest.mark.rule("S2")
def test_by_points_equal_points_draw_again() -> None:
    """A Skip and a Reverse are twenty each."""
    result = drawing("RS BR G9 R1 R2", edition="blanks-112")
    assert (result.dealer, who_drew(result)) == (1, [[0, 1, 2], [0, 1]])


@pytest.mark.rule("S2")
def test_with_too_few_cards_for_another_draw_all_go_back() -> None:
    """The cards drawn are shuffled in again before the next draw."""
    rules = ruleset(players=2)
    result = draw_for_dealer(rules, (0, 1), parse_cards("R7 B7 G1"), lambda cards: cards[::-1])
    assert [[str(card) for _, card in draw] for draw in result.draws] == [["R7", "B7"], ["G1", "B7"]]
    assert result.dealer == 1


@pytest.mark.rule("S2")
def test_cards_without_a_difference_end_the_drawing() -> None:
    """A deck in which all count the same cannot go on for ever: the first of those tied deals."""
    result = drawing("RS BS GS", edition="blanks-112")
    assert (result.dealer, len(result.draws)) == (0, MAX_DRAWS)


def test_too_few_cards_or_nobody_to_draw_is_refused() -> None:
    """The sentence says how many of each there are."""
    with pytest.raises(MatchError, match="2 cards are too few for 3 players"):
        drawing("R1 R2")
    with pytest.raises(MatchError, match="for 0 players"):
        draw_for_dealer(ruleset(), (), parse_cards("R1"), as_it_is)


@pytest.mark.rule("S2")
@settings(deadline=None)
@given(edition=st.sampled_from(EDITIONS), players=st.integers(2, 10), seed=st.randoms(use_true_random=False))
def test_whoever_deals_drew_the_highest_every_time(edition: str, players: int, seed: object) -> None:
    """In every draw the dealer is among the highest, and each draw is among those who tied before."""
    rules = ruleset(edition, players=players)
    order = list(rules.cards)
    seed.shuffle(order)  # type: ignore[attr-defined]
    result = draw_for_dealer(rules, range(players), order, as_it_is)
    among = list(range(players))
    for draw in result.draws:
        assert [seat for seat, _ in draw] == among
        by_points = edition == "blanks-112"
        values = {s: rules.points[c] if by_points else -1 if c.number is None else c.number for s, c in draw}
        among = [seat for seat in among if values[seat] == max(values.values())]
        assert result.dealer in among
    assert among == [result.dealer]
