"""What is typed is read as it is meant, and asks for exactly one thing or is asked back."""

from __future__ import annotations

from random import Random

import pytest

from lastcard.record.narration import Narrator
from lastcard.rules import actions as act
from lastcard.rules.acts import decide
from lastcard.rules.cards import Card, Colour, parse_card, parse_cards
from lastcard.rules.deal import begin
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import legal_actions
from lastcard.terminal import prompts
from lastcard.terminal.input_parser import NotUnderstoodError, ParsedInput, matching_actions, parse_line
from tests.laws.walker.play import choose, style_at_random
from tests.laws.walker.rules_at_random import rules_at_random
from tests.tiers import by_tier

NAMES = {1: "Bao", 2: "Caro", 3: "Dov", 4: "Mary Ann"}
RED_7, GREEN_7, WILD, DRAW_FOUR, SWAP = parse_cards("R7 G7 W W+4 WS")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("r7", act.Play((RED_7,))),
        ("R7", act.Play((RED_7,))),
        ("red 7", act.Play((RED_7,))),
        ("7 red", act.Play((RED_7,))),
        ("play the red seven!", act.Play((RED_7,))),
        ("red 7 uno", act.Play((RED_7,), uno=True)),
        ("UNO red 7", act.Play((RED_7,), uno=True)),
        ("red 7 with bao", act.Play((RED_7,), swap=1)),
        ("r7 swap hands with c uno", act.Play((RED_7,), swap=2, uno=True)),
        ("red 7, green 7", act.Play((RED_7, GREEN_7))),
        ("7 red and 7 green", act.Play((RED_7, GREEN_7))),
        ("wild green", act.Play((WILD,), Colour.GREEN)),
        ("w g", act.Play((WILD,), Colour.GREEN)),
        ("wild draw four blue", act.Play((DRAW_FOUR,), Colour.BLUE)),
        ("w4 blue uno", act.Play((DRAW_FOUR,), Colour.BLUE, uno=True)),
        ("+4 yellow", act.Play((DRAW_FOUR,), Colour.YELLOW)),
        ("swap hands red mary ann", act.Play((SWAP,), Colour.RED, 4)),
        ("green draw two", act.Play((parse_card("G+2"),))),
        ("g+2", act.Play((parse_card("G+2"),))),
        ("+2 green", act.Play((parse_card("G+2"),))),
        ("red reverse", act.Play((parse_card("RR"),))),
        ("ys", act.Play((parse_card("YS"),))),
        ("blue blank", act.Play((parse_card("B*"),))),
        ("customizable 2 red", act.Play((parse_card("WC2"),), Colour.RED)),
        ("jump r7", act.Jump(RED_7)),
        ("draw", act.DrawCard()),
        ("d", act.DrawCard()),
        ("draw 4 cards", act.DrawCard()),
        ("keep it", act.Pass()),
        ("green", act.CallColour(Colour.GREEN)),
        ("call green with dov", act.CallColour(Colour.GREEN, 3)),
        ("uno", act.SayUno()),
        ("catch caro", act.Catch(2)),
        ("report ma", act.Report(4)),
        ("nobody", act.Guessed(None)),
        ("guessed bao", act.Guessed(1)),
        ("bao", act.Choose(1)),
        ("give red 7", act.GiveCard(RED_7)),
        ("discard g7", act.DiscardCard(GREEN_7)),
    ],
)
def test_a_line_is_read_as_it_is_meant(line: str, action: act.Action) -> None:
    """Of everything that might be done the line means this."""
    others = (
        act.Play((parse_card("R3"),)),
        act.Catch(3),
        act.Choose(2),
        act.Pass(),
        act.DrawCard(),
        act.SayUno(),
    )
    (wanted, *_) = (w for w in parse_line(line, NAMES) if matching_actions(w, [action]))
    found = matching_actions(wanted, [action, *(other for other in others if other != action)])
    assert found == (action,)


def test_what_is_left_open_fits_several() -> None:
    """A colour that is not called, a face that is in the hand twice: all that may be meant."""
    lawful = [act.Play((WILD,), colour) for colour in Colour] + [act.Play((RED_7,)), act.Play((GREEN_7,))]
    assert matching_actions(parse_line("wild", NAMES)[0], lawful) == tuple(lawful[:4])
    assert matching_actions(parse_line("7", NAMES)[0], lawful) == tuple(lawful[4:])
    assert matching_actions(parse_line("green", NAMES)[1], lawful) == (lawful[5],)


@pytest.mark.parametrize(
    ("line", "word"), [("xyzzy", "xyzzy"), ("red 7 frob", "frob"), ("red green 7 blue", "blue")]
)
def test_a_word_that_means_nothing_is_named(line: str, word: str) -> None:
    """What is not understood is said by its first word."""
    with pytest.raises(NotUnderstoodError) as fault:
        parse_line(line, NAMES)
    assert fault.value.word == word


def test_words_that_say_nothing_ask_for_nothing() -> None:
    """No action fits a line of articles."""
    assert parse_line("the card", NAMES) == (ParsedInput(),)
    assert matching_actions(ParsedInput(), [act.DrawCard(), act.Play((RED_7,))]) == ()


@pytest.mark.parametrize("seed", by_tier(range(20), quick=5, default=20))
def test_every_lawful_act_can_be_typed(seed: int) -> None:
    """What `prompts.typed_form` says of an act is read back as this act alone, by any rules."""
    chance = Random(seed)
    rules = rules_at_random(chance, seed)
    names = {seat: f"Player{chr(65 + seat)}" for seat in range(1, rules.players)}
    words = Narrator(names, 0, aloud=True)

    def shuffled(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(chance.sample(cards, len(cards)))

    state = evolve_all(None, begin(rules, 0, shuffled(rules.cards), shuffled))
    style = style_at_random(chance)
    for _ in range(150):
        if state.over:
            break
        lawful = legal_actions(state, 0)
        for action in lawful[:40]:
            line = prompts.typed_form(action, words)
            assert next(found for w in parse_line(line, names) if (found := matching_actions(w, lawful))) == (
                action,
            ), line
        seat, action = choose(state, style, chance)
        state = evolve_all(state, decide(state, seat, action, shuffled))
