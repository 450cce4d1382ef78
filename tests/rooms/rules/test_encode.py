"""Rounds, events and actions as plain data: nothing is lost, and what is wrong is named with its place."""

from __future__ import annotations

import json
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.rules.actions import Action, parse_action
from lastcard.rules.cards import parse_cards
from lastcard.rules.encode import EncodingError, decode, encode, schema, tag_of
from lastcard.rules.errors import RulesError
from lastcard.rules.events import DrawReason, Drew, Event, HandsMoved, Played, RoundBegan
from lastcard.rules.legal import legal_actions
from lastcard.rules.round import Phase, Round, Window
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.rules.view import seen_by, view
from tests.laws.walker.rules_at_random import rules_at_random
from tests.rooms.record.random_records import Played as PlayedMatch


def through_json(value: object) -> Any:
    """The plain data after being written and read as JSON."""
    return json.loads(json.dumps(encode(value)))


@given(st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_what_is_encoded_decodes(seed: int):
    """Every event, round, view and action of random play is the same after a way through JSON."""
    random = Random(seed)
    played = PlayedMatch(rules_at_random(random, seed), random, 1)
    for event in played.events:
        assert decode(Event, through_json(event)) == event
        assert decode(Event, through_json(seen_by(event, None))) == seen_by(event, None)
    state = played.rounds[-1]
    assert decode(Round, through_json(state)) == state
    assert decode(Round, through_json(view(state, 0))) == view(state, 0)
    for action in legal_actions(state, 0):
        assert decode(Action, through_json(action)) == action


def test_an_event_is_an_object_with_its_tag():
    """A dataclass has its name in kebab-case as `t`, cards are one string, an enum is its value, None is null."""
    event = Drew(1, parse_cards("R5 ??"), DrawReason.FALSE_CATCH)
    assert encode(event) | {"reneged": None} == {
        "t": "drew",
        "seat": 1,
        "cards": "R5 ??",
        "why": "false-catch",
        "reneged": None,
    }
    assert encode(HandsMoved(((0, parse_cards("R5")), (1, ()))))["hands"] == [[0, "R5"], [1, ""]]
    assert tag_of(RoundBegan) == "round-began"


def test_sets_are_sorted_lists():
    """A set of seats is a sorted list, so that equal values give equal bytes."""
    assert encode(Window(frozenset({3, 1, 2}))) == {
        "t": "window",
        "owing": [1, 2, 3],
        "old": [],
        "settled": [],
    }


def test_an_action_is_its_notation():
    """An action is the text that one would type."""
    assert encode(parse_action("play W red uno")) == "play W red uno"


def test_rules_are_what_differs():
    """A rule set is its edition and what differs from it; changing the data does not change the next."""
    rules = ruleset("swap-112", players=3, stacking="same")
    encode(rules)["options"]["stacking"] = "cross"
    assert encode(rules) == {"edition": "swap-112", "players": 3, "options": {"stacking": "same"}}


@pytest.mark.parametrize(
    ("kind", "plain", "said"),
    [
        (Event, 3, "an object with t one of round-began"),
        (Event, {"t": "plaid"}, "an object with t one of"),
        (Event, {"t": ["played"]}, "an object with t one of"),
        (Event, {"t": "played", "cards": "R5"}, "seat is missing"),
        (Event, {"t": "played", "seat": "1", "cards": "R5"}, "seat: a number is needed, not '1'"),
        (Event, {"t": "played", "seat": True, "cards": "R5"}, "seat: a number is needed, not True"),
        (Event, {"t": "played", "seat": 1, "cards": "R5 Q"}, "cards: 'Q' is not a card"),
        (
            Event,
            {"t": "played", "seat": 1, "cards": "R5", "colour": "pink"},
            "colour: one of red, yellow, green, blue",
        ),
        (Event, {"t": "played", "seat": 1, "cards": "R5", "x": 1}, "x: unknown key"),
        (Event, {"t": "hands-moved", "hands": [[0, "R1"], [1]]}, r"hands\[1\]: a list of 2 is needed"),
        (Event, {"t": "waiting", "phase": {"t": "turn"}}, "phase.seat is missing|phase: seat is missing"),
        (Action, "play", "'play' takes a card"),
        (Action, 5, "a text is needed"),
        (Window, {"owing": []}, "t must be 'window'"),
        (Round, [], "an object is needed"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(kind: Any, plain: object, said: str):
    """Data that do not decode are refused with the place in them and the reason."""
    with pytest.raises(EncodingError, match=f"^({said})"):
        decode(kind, plain)


def test_rules_that_cannot_be_made_are_refused():
    """The rule set's own complaint comes through."""
    with pytest.raises(RulesError, match="players"):
        decode(Ruleset, {"edition": "classic", "players": 99})


def test_a_strange_type_is_a_mistake_of_the_program():
    """Only types of the rules are encoded."""
    with pytest.raises(TypeError):
        encode(object())


def test_every_event_is_in_the_schema():
    """The schema describes each event with its tag and all its fields, and each phase."""
    described = schema(Event)["$defs"]
    for event in get_args(Event):
        properties = described[event.__name__]["properties"]
        assert properties["t"] == {"const": tag_of(event)}
        assert described[event.__name__]["required"] == list(properties)
    for phase in get_args(Phase):
        assert phase.__name__ in described


def test_the_schema_holds_what_is_encoded():
    """The keys of an encoded event are the properties of its schema."""
    plain = encode(Played(1, parse_cards("R5")))
    assert list(plain) == schema(Event)["$defs"]["Played"]["required"]
