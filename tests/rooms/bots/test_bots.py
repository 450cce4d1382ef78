"""Bots: lawful, deterministic, sensible."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lastcard.bots import Bot, Greedy, RandomLegal
from lastcard.bots.arena import play_match, play_round, shuffler, win_rate
from lastcard.bots.policy_r import PolicyR
from lastcard.rules import actions as act
from lastcard.rules.cards import parse_card, parse_cards
from lastcard.rules.legal import legal_actions
from lastcard.rules.round import Answering, Hand, Hidden, Round, Table, Turn, Window
from lastcard.rules.ruleset import ruleset
from lastcard.rules.view import view

RULES = [
    ("classic", {}),
    ("blanks-112", {}),
    ("swap-112", {"seven_zero": True, "jump_in": "all"}),
    ("classic", {"stacking": "cross", "deflect": True, "multi_play": True, "false_catch_penalty": 2}),
    ("classic", {"draw_to_match": True, "last_card": "number", "wild_draw_four": "strict", "renege": False}),
]
WRITTEN = {
    "WC1": {"text": "sit-ups", "effects": [{"dare": "three sit-ups", "who": "next", "else": [{"draw": 3}]}]},
    "WC2": {
        "text": "charade",
        "effects": [{"call": "colour"}, {"charade": True, "winner": [{"discard": "called-colour"}]}],
    },
    "WC3": {
        "text": "gift",
        "effects": [{"give": 1, "who": "self", "to": "chosen"}, {"discard": "any", "count": 1}],
    },
}


def turn(hands: list[str], top: str, phase: Any = None, **table: Any) -> Round:
    """A position with seat 0 on turn."""
    rules = ruleset("classic", players=len(hands))
    card = parse_card(top)
    found = Table(rules, tuple(range(len(hands))), 0, phase or Turn(0), top=card, colour=card.colour)
    return Round(
        found._replace(**table),
        tuple(Hand(parse_cards(h)) for h in hands),
        Hidden(parse_cards("R1 R2 R3 R4 R6")),
    )


def choice(state: Round, seat: int = 0) -> str:
    """What the greedy bot does."""
    seen = view(state, seat)
    return str(Greedy(Random(1)).act(seen, seat, legal_actions(seen, seat)))


@pytest.mark.parametrize(("edition", "options"), RULES)
@pytest.mark.parametrize("bot", [Greedy, RandomLegal, PolicyR])
def test_bots_finish_rounds_by_all_rules(bot: type[Greedy], edition: str, options: dict[str, Any]) -> None:
    """Each bot plays whole rounds by every edition and house rule without an unlawful act."""
    written = WRITTEN if edition == "swap-112" else {}
    rules = ruleset(edition, players=4, written=written, **options)
    random = Random(3)
    for _ in range(3):
        assert play_round([bot(random)] * 4, rules, shuffler(random)).over


def test_the_same_generator_gives_the_same_match() -> None:
    """A match is a function of rules, players and generator."""

    def once() -> object:
        random = Random(7)
        players: list[Bot] = [Greedy(random), PolicyR(random), Greedy(random)]
        return play_match(players, ruleset("classic", players=3, target=100), shuffler(random))

    assert once() == once()


@pytest.mark.tier("default")
def test_greedy_beats_policy_r() -> None:
    """The greedy bot wins at least 60 % of two-handed rounds against policy R (2,000 rounds: 64 %)."""
    assert win_rate(500, seed=1) >= 0.6


def test_greedy_beats_random_legal_play() -> None:
    """Against uniformly random lawful acts it wins nearly always."""
    assert win_rate(60, seed=1, opponent=RandomLegal) >= 0.9


@pytest.mark.rule("U1")
def test_greedy_says_uno_with_the_card() -> None:
    """The second-to-last card comes with the call."""
    assert choice(turn(["R5 B7", "G1 G2"], "R9")) == "play R5 uno"


def test_greedy_keeps_a_wild_while_another_card_fits() -> None:
    """A wild card is not wasted."""
    assert choice(turn(["R5 B7 W", "G1 G2 G3"], "R9")) == "play R5"


def test_greedy_calls_the_colour_it_holds_most() -> None:
    """A Wild goes to the colour of the hand."""
    assert choice(turn(["B5 B7 Y1 W", "G1 G2 G3"], "R9")) == "play W blue"


@pytest.mark.rule("W5")
def test_greedy_does_not_bluff() -> None:
    """With a card of the colour in force that may not be played any more it draws rather than bluff."""
    state = turn(["R5 B7 W+4", "G1 G2 G3"], "R9")
    assert choice(state) == "play R5"
    assert choice(turn(["B5 B7 W+4", "G1 G2 G3"], "R9")) == "play W+4 blue"


@pytest.mark.rule("U5")
def test_greedy_catches_out_of_turn() -> None:
    """Whoever owes UNO is caught, also when it is not the bot's turn."""
    state = turn(["R5 B7", "G1 G2 G3", "Y4"], "R9", window=Window(frozenset({2})))
    assert choice(state, 1) == "catch 2"


def test_greedy_attacks_who_is_about_to_go_out() -> None:
    """With one card left to the next player a Draw Two is better than a nine."""
    state = turn(["R9 R+2 B1 B2", "G1"], "R5", called=frozenset({1}))
    assert choice(state) == "play R+2"


@pytest.mark.rule("W6")
def test_greedy_challenges_rarely() -> None:
    """Out of two hundred Wild Draw Fours few are challenged."""
    state = turn(["R9 R2", "G1 G2 G3"], "W+4", phase=Answering(0, 1, 4, None))
    seen = view(state, 0)
    greedy = Greedy(Random(1))
    challenged = sum(greedy.act(seen, 0, legal_actions(seen, 0)) == act.Challenge() for _ in range(200))
    assert 0 < challenged < 40
