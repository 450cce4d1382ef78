"""Deals as a server tells of them, for the page's tests: a short match of bots and people, with a draw for the deal.

`python -m tests.rooms.dealing.told` writes web/src/fairness/served-deals.json
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from lastcard.bots import Greedy
from lastcard.bots.arena import choose_action
from lastcard.rules.encode import encode
from lastcard.rules.legal import awaited
from lastcard.rules.ruleset import ruleset
from lastcard.server.decisions import acts, deals, rooms, starting
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.events import Event, Room
from lastcard.server.model.state import TableState, fold_all
from lastcard.server.views.deal_chain import deals_from_log, logged_deal_data
from lastcard.server.wire.outbound import dump

FILE = Path(__file__).resolve().parents[3] / "web" / "src" / "fairness" / "served-deals.json"
ROUNDS = 3


class Game:
    """A table, its log, and chance from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.log: list[Event] = []
        self.state: TableState | None = None

    def do(self, events: tuple[Event, ...]) -> TableState:
        """Write the events down."""
        self.log += events
        self.state = fold_all(self.state, events)
        assert self.state is not None
        return self.state

    def settle(self) -> TableState:
        """What comes by itself, after the person on seat 0 contributed."""
        assert self.state is not None
        state = self.do(deals.settled(self.state, self.random.randbytes, wait=True))
        if deals.missing(state):
            assert state.deal is not None
            state = self.do(deals.contribute(state, 0, state.deal.number, self.random.randbytes(16).hex()))
        return self.do(deals.settled(state, self.random.randbytes, wait=False))

    def round(self) -> TableState:
        """Play the round."""
        state = self.settle()
        bot = Greedy(self.random)
        while state.round is not None and not state.round.over:
            seat = awaited(state.round)[0]
            action = choose_action(bot, state.round, seat)
            assert action is not None
            state = self.do(acts.carry_out(state, seat, action, deals.shuffle(state, _never)))
        return self.settle()


def _never(cards: Any) -> Any:
    raise AssertionError(cards)


def play(seed: int) -> list[dict[str, Any]]:
    """What a server tells of the deals of such a match."""
    game = Game(seed)
    rules = ruleset("classic", players=3, hand_size=12, target=2000)
    who = Newcomer("Ana", "Ana")
    game.do(rooms.open_table(rules, Room(draw=True), who, now=False, game=game.random.randbytes(16).hex()))
    assert game.state is not None
    game.do(starting.start(game.state, 0, game.state.version, fill=True))
    for _ in range(ROUNDS):
        state = game.round()
        game.do(starting.next_round(state, state.version))
    game.settle()
    return [
        logged_deal_data(deal) for deal in deals_from_log(dump(encode(event)) for event in game.log).values()
    ]


def example() -> list[dict[str, Any]]:
    """A match in which the dealer is drawn more than once and the discards are shuffled again."""
    matches = (play(seed) for seed in range(1000))
    return next(m for m in matches if len(m[0]["draws"]) > 1 and any(deal["shuffles"] for deal in m))


if __name__ == "__main__":
    FILE.write_text(json.dumps(example(), indent=1) + "\n", encoding="utf-8")
    print(f"{FILE} written")
