"""Tables for tests: people at them, and how one goes on."""

from __future__ import annotations

import json
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from lastcard.bots import Greedy
from lastcard.bots.arena import choose_action, shuffler
from lastcard.rules.encode import encode
from lastcard.rules.legal import awaited
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.server.decisions import acts, deals, rooms, seating, starting
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import Event, Room, read_event
from lastcard.server.model.state import TableState, fold_all
from lastcard.server.wire.outbound import dump

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastcard.server.decisions.checks import Events

_CHANCE, _BITS = Random(1), Random(1)
SHUFFLE = shuffler(_CHANCE)
BITS = _BITS.randbytes
NAMES = ("Ana", "Ben", "Cleo", "Dana", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jan")


def same_chance() -> None:
    """From here on SHUFFLE and BITS bring what they brought at first: no test depends on which ran before it."""
    _CHANCE.seed(1)
    _BITS.seed(1)


def grown(state: TableState | None, events: Events) -> TableState:
    """The table after the events, as they come back from the log, and after the deal that they called for."""
    after = read_back(state, events)
    return read_back(after, deals.settled(after, BITS, wait=False))


def read_back(state: TableState | None, events: Events) -> TableState:
    """The table after the events, as they come back from the log."""
    back: tuple[Event, ...] = tuple(read_event(json.loads(dump(encode(e)))) for e in events)
    assert back == events
    after = fold_all(state, back)
    assert after is not None
    return after


def opened(rules: Ruleset | None = None, *, now: bool = False, **room: Any) -> TableState:
    """A new table with Ana on seat 0, whose token is "Ana"."""
    who = Newcomer("Ana", "Ana", browser="browser of Ana")
    found = rooms.open_table(rules or ruleset("classic", players=4), Room(**room), who, now=now)
    return grown(None, found)


def joined(state: TableState, *names: str, **more: Any) -> TableState:
    """The table after these people joined; the token of each is their name."""
    for name in names:
        who = Newcomer(name, name, browser=f"browser of {name}", **more)
        state = grown(state, seating.join(state, who)[2])
    return state


def waiting(people: int = 3, players: int = 4, **room: Any) -> TableState:
    """A table that waits: Ana, the host, and others; it starts when the host says so."""
    room = {"autostart": False, "bots": False} | room
    state = opened(ruleset("classic", players=players), **room)
    return joined(state, *NAMES[1:people])


def played_round(state: TableState, random: Random) -> TableState:
    """The table after its round."""
    bot = Greedy(random, forget=0.2)
    while state.round is not None and not state.round.over:
        seat = awaited(state.round)[0]
        action = choose_action(bot, state.round, seat)
        assert action is not None
        state = grown(state, acts.carry_out(state, seat, action, SHUFFLE))
    return state


def played_match(state: TableState, random: Random) -> TableState:
    """The table after its match."""
    while True:
        state = played_round(state, random)
        assert state.match is not None
        if state.match.over:
            return state
        state = grown(state, starting.next_round(state, state.version))


def over(people: int = 2, players: int = 3, **room: Any) -> TableState:
    """A table whose match was won just now."""
    room = {"bots": False, "autostart": False} | room
    rules = ruleset("classic", players=players, target=60)
    state = joined(opened(rules, **room), *NAMES[1:people])
    if state.match is None:
        state = grown(state, starting.start(state, 0, state.version, fill=True))
    return played_match(state, Random(1))


@contextmanager
def refused(code: str, rule: str | None = None, says: str = "") -> Iterator[None]:
    """What happens within is refused with this code, this rule and a sentence with these words."""
    with pytest.raises(RefusedError) as found:
        yield
    assert (found.value.code, found.value.rule) == (code, rule)
    assert says in str(found.value)
    assert str(found.value).endswith(".")
