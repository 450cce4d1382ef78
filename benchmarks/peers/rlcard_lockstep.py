"""RLCard's UNO and `RLCardEnv(compatible=True)` in lockstep: the same cards and choices, every state compared.

    python -m benchmarks.peers.check rlcard [GAMES]

A game is followed to its end, or until RLCard does something that none of our rules allows; these reasons are counted.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import numpy as np
from rlcard.games.uno import Game
from rlcard.games.uno.card import UnoCard
from rlcard.games.uno.utils import ACTION_SPACE, encode_hand, encode_target

from lastcard.env.rlcard_env import ACTION_NAMES, RLCARD_ACTIONS, RLCardEnv
from lastcard.rules.cards import Colour, parse_card
from lastcard.sim.choices import ORDER

LETTERS = {"skip": "S", "reverse": "R", "draw_2": "+2"}
COLOURS = {colour.letter.lower(): colour for colour in ORDER}


class Coloured(RLCardEnv):
    """Uses RLCard's random colour where ours would be random."""

    called: Colour

    def pick_colour(self) -> Colour:
        """The colour that RLCard has called at random."""
        return self.called


def order_of(card: UnoCard) -> int:
    """Our number of an RLCard card."""
    if card.type == "wild":
        return parse_card("W" if card.trait == "wild" else "W+4").order
    return parse_card(card.color.upper() + LETTERS.get(card.trait, card.trait)).order


def compare(game: Game, ours: Coloured) -> None:
    """Raise AssertionError for the first difference."""
    round_ = game.round
    state = ours.table._game.state()
    for seat, player in enumerate(game.players):
        assert Counter(map(order_of, player.hand)) == Counter(state["hands"][seat]), "hands"
    assert state["pile"] == [order_of(card) for card in reversed(game.dealer.deck)], "pile"
    assert order_of(round_.target) == state["top"], "top card"
    assert ours.is_over() == round_.is_over, "end"
    if round_.is_over:
        payoffs = ours.get_payoffs()
        assert payoffs.argmax() == round_.winner[0], "who is out"
        assert payoffs.sum() == 2 - len(payoffs), "payoffs"
        if len(payoffs) == 2:
            assert payoffs.tolist() == list(game.get_payoffs()), "payoffs"
        return
    assert COLOURS[round_.target.color] is list(Colour)[state["colour"]], "colour in force"
    assert ours.get_player_id() == round_.current_player, "who acts"
    legal = {ACTION_SPACE[action] for action in game.get_legal_actions()}
    assert set(ours.legal_actions()) == legal, "legal actions"
    shown = ours.get_state(ours.get_player_id())
    planes = (
        3 if round_.target.type == "wild" else 4
    )  # RLCard shows a wild card in the colour of its deck, not the one called
    assert (shown["obs"][:planes] == encoded(game)[:planes]).all(), "observation"
    assert set(shown["raw_legal_actions"]) == set(game.get_legal_actions()), "names"


def encoded(game: Game) -> np.ndarray:
    """RLCard's own encoding of the state."""
    found = np.zeros((4, 4, 15), int)
    state = game.get_state(game.round.current_player)
    encode_hand(found[:3], state["hand"])
    encode_target(found[3], state["target"])
    return found


def follow(number: int, players: int) -> tuple[str, int]:
    """Play one game in lockstep; return why it ended, and how many states were compared."""
    chance = Random(number)
    game = Game(num_players=players)
    game.np_random = np.random.RandomState(number)
    game.init_game()
    top = game.round.target
    if top.trait == "draw_2":
        return "opening Draw Two: RLCard's first player draws and plays", 0
    ours = Coloured(players, compatible=True)
    ours.called = COLOURS[top.color]
    hands = [[order_of(card) for card in player.hand] for player in game.players]
    deck = [hand[i] for i in range(7) for hand in hands] + [order_of(top)]
    ours.table.deal_deck([*deck, *(order_of(card) for card in reversed(game.dealer.deck))], players - 1)
    ours.begin()
    steps = 0
    while True:
        compare(game, ours)
        steps += 1
        if game.round.is_over:
            return "played to the end", steps
        action = chance.choice(game.get_legal_actions())
        drawn = game.dealer.deck[-1] if action == "draw" and game.dealer.deck else None
        reason = why_not(action, drawn, game)
        if reason:
            return reason, steps
        game.step(action)
        ours.called = COLOURS[game.round.target.color]
        ours.step(ACTION_NAMES.index(action))


def why_not(action: str, drawn: UnoCard | None, game: Game) -> str:
    """Why our rules cannot follow RLCard's next step, if so."""
    trait = action.rsplit("-", maxsplit=1)[-1]
    played = (
        drawn.trait if drawn and (drawn.type == "wild" or drawn.color == game.round.target.color) else trait
    )
    if played == "reverse" and game.num_players == 2:
        return "Reverse between two: RLCard's does nothing"
    if drawn and drawn.trait == "wild_draw_4":
        return "drawn Wild Draw Four: RLCard plays it and nobody draws"
    needed = {"draw_2": 2, "wild_draw_4": 4}.get(played, 0) + (action == "draw")
    return "empty pile: RLCard shuffles the top card as well" if len(game.dealer.deck) < needed else ""


def main() -> None:
    """Follow games of two, three and four players, and count."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    assert [ACTION_NAMES[i] for i in range(RLCARD_ACTIONS)] == list(ACTION_SPACE)
    for players in (2, 3, 4):
        reasons: Counter[str] = Counter()
        steps = 0
        for number in range(games):
            reason, compared = follow(number, players)
            reasons[reason] += 1
            steps += compared
        print(f"{players} players: {steps} states of {games} games compared, no difference")
        for reason, count in reasons.most_common():
            print(f"  {count:5} {reason}")


if __name__ == "__main__":
    main()
