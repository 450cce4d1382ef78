"""Measures the cost of informing four seats of a move: encoding its events and the state after it, on one core.

    python benchmarks/messages.py [--rounds N]

It compares the server's way, which encodes the common parts once, with encoding each seat's messages separately, and with
validating the texts against the models of the messages, which the server does not do in play. Classic rules, four seats, a
round played by the simple bot; the best of N rounds each.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random

from lastcard.bots import Greedy
from lastcard.bots.arena import choose_action, shuffler
from lastcard.rules.encode import encode
from lastcard.rules.legal import awaited, legal_actions
from lastcard.rules.ruleset import ruleset
from lastcard.rules.view import view
from lastcard.server.decisions import acts, deals, rooms, seating
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.events import Event, Room
from lastcard.server.model.state import TableState, fold_all
from lastcard.server.views import visible
from lastcard.server.views.rendering import EventBatch, LiveStatus, Rendering
from lastcard.server.wire.message_models import check
from lastcard.server.wire.outbound import dump

SEATS = (0, 1, 2, 3)
THERE = frozenset(SEATS)
Move = tuple[tuple[Event, ...], TableState]


def grown(state: TableState | None, events: tuple[Event, ...]) -> TableState:
    """The table after the events."""
    after = fold_all(state, events)
    if after is None:
        raise SystemExit("a table needs an event")
    return after


def played() -> list[Move]:
    """The moves of a round: the events, and the table after them."""
    random = Random(1)
    state = grown(
        None,
        rooms.open_table(ruleset("classic", players=4), Room(bots=False), Newcomer("Ana", "a"), now=False),
    )
    for name in ("Ben", "Cleo", "Dana"):
        state = grown(state, seating.join(state, Newcomer(name, name))[2])
    state = grown(state, deals.settled(state, random.randbytes, wait=False))
    bot, moves = Greedy(random), []
    while state.round is not None and not state.round.over:
        seat = awaited(state.round)[0]
        action = choose_action(bot, state.round, seat)
        if action is None:
            raise SystemExit("the bot does nothing")
        events = acts.carry_out(state, seat, action, shuffler(random))
        state = grown(state, events)
        moves.append((events, state))
    return moves


def together(moves: list[Move]) -> list[str]:
    """Encode the common parts once."""
    texts: list[str] = []
    for events, state in moves:
        batch = EventBatch(state.version - len(events) + 1, events)
        rendering = Rendering("table", state, LiveStatus(THERE))
        for seat in SEATS:
            texts += [*batch.texts(seat), rendering.state_text(seat, control=True)]
    return texts


def apart(moves: list[Move]) -> list[str]:
    """Encode each seat's messages separately."""
    texts: list[str] = []
    for events, state in moves:
        for seat in SEATS:
            texts += [dump({"t": "ev", "v": state.version, "e": visible.event_data(e, seat)}) for e in events]
            texts.append(dump(_state(state, seat)))
    return texts


def _state(state: TableState, seat: int) -> dict[str, object]:
    if state.round is None:
        raise SystemExit("there is no round")
    mine = view(state.round, seat)
    return {
        "t": "state",
        "v": state.version,
        "you": seat,
        "view": encode(mine),
        "legal": [str(action) for action in legal_actions(mine, seat)],
        "awaited": list(awaited(mine)),
        "table": visible.table_data("table", state, THERE),
        "clock": None,
        "grace": None,
        "autopilot": [],
        "jumps": None,
        "prompts": [],
        "deal": visible.deal_data(state),
        "control": True,
    }


def best(work: Callable[[], object], rounds: int) -> float:
    """The seconds of the fastest of this many rounds."""
    found = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        found = min(found, time.perf_counter() - began)
    return found


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=150)
    rounds = parser.parse_args().rounds
    moves = played()
    texts = together(moves)
    works = {
        "written together": lambda: together(moves),
        "each from nothing": lambda: apart(moves),
        "held against the models": lambda: [check(text) for text in texts],
    }
    print(f"{len(moves)} moves, {sum(map(len, texts)) // len(moves)} signs a move for four seats")
    for name, work in works.items():
        print(f"{name:>24}: {best(work, rounds) / len(moves) * 1e6:7.0f} µs a move")


if __name__ == "__main__":
    main()
