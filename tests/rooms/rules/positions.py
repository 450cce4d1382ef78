"""Positions and steps for hand-written rule tests, in the words of the notation.

`at` builds the middle of a round, `start` deals one; `play` takes steps such as `"0: play R1 uno"` and `refused` gives
the reason against one. Each step is checked on the way: the list of legal actions agrees with the reason, no card is
lost or made, and every seat's view follows from what the seat saw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pytest

from lastcard.rules import events as ev
from lastcard.rules.actions import Action, Jump, parse_action
from lastcard.rules.acts import decide
from lastcard.rules.cards import Card, Colour, parse_cards
from lastcard.rules.deal import begin
from lastcard.rules.evolve import evolve, evolve_all
from lastcard.rules.leave import leave
from lastcard.rules.legal import legal_actions, why_illegal
from lastcard.rules.reasons import IllegalAction, Reason
from lastcard.rules.round import Direction, Hand, Hidden, Phase, Round, Table, Turn
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.rules.view import seen_by, view

Cards = tuple[Card, ...]


def backwards(cards: Cards) -> Cards:
    """A shuffle that turns the cards round, so that a test sees that it was asked, and what it was asked for."""
    return cards[::-1]


def at(  # noqa: PLR0913 - a position has as many sides as this
    *hands: str | None,
    top: str = "R5",
    colour: str | None = None,
    turn: int = 0,
    phase: Phase | None = None,
    pile: str = "",
    only: bool = False,
    discard: str = "",
    direction: str = "left",
    dealer: int = 0,
    called: Iterable[int] = (),
    jumpable: bool = True,
    edition: str = "classic",
    teams: Sequence[Sequence[int]] = (),
    written: Mapping[str, object] | None = None,
    **options: Any,
) -> Round:
    """The middle of a round: one hand for each seat, None for a seat that is not in the round.

    `pile` are the next cards to be drawn, first first; the rest of the deck lies under them unless `only`.
    """
    rules = ruleset(edition, players=len(hands), teams=teams, written=written, **options)
    held = [parse_cards(hand or "") for hand in hands]
    (card,) = parse_cards(top)
    drawn, under = parse_cards(pile), parse_cards(discard)
    rest = Counter(rules.cards)
    rest.subtract([card, *drawn, *under, *(c for hand in held for c in hand)])
    assert min(rest.values()) >= 0, (
        f"named more often than the deck has it: {min(rest, key=lambda c: rest[c])}"
    )
    table = Table(
        rules=rules,
        seats=tuple(seat for seat, hand in enumerate(hands) if hand is not None),
        dealer=dealer,
        phase=phase or Turn(turn),
        direction=Direction(direction),
        top=card,
        colour=Colour(colour) if colour else card.colour,
        discard=under,
        called=frozenset(called),
        jumpable=jumpable,
    )
    pile_cards = drawn if only else drawn + tuple(sorted(rest.elements()))
    return Round(table, tuple(Hand(hand) for hand in held), Hidden(pile_cards))


def start(
    turned: str,
    *hands: str,
    pile: str = "",
    dealer: int = 0,
    players: int = 4,
    seats: Sequence[int] | None = None,
    shuffle: Callable[[Cards], Cards] = backwards,
    edition: str = "classic",
    **options: Any,
) -> Round:
    """The start of a round with `turned` turned up first (several cards: one after the other comes up).

    `hands` are those of the seats in the round, in order of their numbers, dealt as far as they are given.
    """
    rules = ruleset(edition, players=players, **options)
    first, *others = begin(rules, dealer, order(rules, turned, hands, pile, dealer, seats), shuffle, seats)
    return follow(evolve(None, first), others)


def order(
    rules: Ruleset,
    turned: str,
    hands: Sequence[str],
    pile: str,
    dealer: int,
    seats: Sequence[int] | None = None,
) -> Cards:
    """The deck in the order that deals these hands, turns these cards up and leaves this pile (S3)."""
    playing = tuple(seats) if seats is not None else tuple(range(rules.players))
    fixed = {seat: list(parse_cards(hand)) for seat, hand in zip(playing, hands, strict=False)}
    rest = Counter(rules.cards)
    rest.subtract([*parse_cards(turned), *parse_cards(pile), *(c for hand in fixed.values() for c in hand)])
    assert min(rest.values()) >= 0
    others = _numbers_outside(sorted(rest.elements()))
    full = {}
    for seat in playing:
        hand = fixed.get(seat, [])
        full[seat] = hand + [others.pop(0) for _ in range(rules.hand_size - len(hand))]
    first = playing.index(dealer) + 1
    turns = playing[first:] + playing[:first]
    dealt = [full[seat][number] for number in range(rules.hand_size) for seat in turns]
    return (*dealt, *parse_cards(turned), *parse_cards(pile), *others)


def _numbers_outside(cards: list[Card]) -> list[Card]:
    """Numbers at both ends, so that a pile turned round starts with a number as well."""
    numbers = [card for card in cards if card.number is not None]
    half = len(numbers) // 2
    return [*numbers[:half], *(card for card in cards if card.number is None), *numbers[half:]]


def play(state: Round, *steps: str, shuffle: Callable[[Cards], Cards] = backwards) -> Round:
    """The round after the steps; the test fails if one is refused."""
    for step in steps:
        state = evolve_all(state, happens(state, step, shuffle=shuffle))
    return state


def happens(state: Round, *steps: str, shuffle: Callable[[Cards], Cards] = backwards) -> tuple[ev.Event, ...]:
    """The events of the last step."""
    *before, last = steps
    state = play(state, *before, shuffle=shuffle)
    seat, action = read_step(last)
    assert why_illegal(state, seat, action) is None, f"{last}: {why_illegal(state, seat, action)}"
    assert action in legal_actions(state, seat), f"{last} is not among the legal actions"
    events = decide(state, seat, action, shuffle)
    follow(state, events)
    return events


def refused(state: Round, *steps: str) -> Reason:
    """The reason against the last step; the test fails if it is allowed."""
    *before, last = steps
    state = play(state, *before)
    seat, action = read_step(last)
    reason = why_illegal(state, seat, action)
    assert reason is not None, f"{last} was allowed"
    assert action not in legal_actions(state, seat), f"{last} is among the legal actions"
    with pytest.raises(IllegalAction) as refusal:
        decide(state, seat, action, backwards)
    assert refusal.value.reason == reason
    return reason


def leaves(state: Round, seat: int, *, shuffle: Callable[[Cards], Cards] = backwards) -> Round:
    """The round after the seat left it (V14)."""
    return follow(state, leave(state, seat, shuffle))


def follow(state: Round, events: Iterable[ev.Event]) -> Round:
    """Write the events down one by one, as all see them; each keeps the cards and the views together."""
    held = cards_of(state)
    views = {seat: view(state, seat) for seat in (*range(state.rules.players), None)}
    for event in events:
        state = evolve(state, event)
        views = {seat: evolve(seen, seen_by(event, seat)) for seat, seen in views.items()}
        assert cards_of(state) == held, f"a card was lost or made by {event}"
    for seat, seen in views.items():
        assert seen == view(state, seat), f"seat {seat} lost sight of the round"
        if seat is not None:
            assert legal_actions(seen, seat) == legal_actions(state, seat)
    return state


def cards_of(state: Round) -> Counter[Card]:
    """All cards that there are, hands and piles together."""
    table, hands, hidden = state
    tops = (table.top,) if table.top else ()
    return Counter([*tops, *table.discard, *hidden.pile, *(card for hand in hands for card in hand.cards)])


def read_step(step: str) -> tuple[int, Action]:
    """`"0: play R1"` as seat and action."""
    seat, _, action = step.partition(": ")
    return int(seat), parse_action(action)


def hand(state: Round, seat: int) -> str:
    """The seat's hand, sorted."""
    return tokens(state.hands[seat].cards)


def tokens(cards: Iterable[Card]) -> str:
    """The cards' tokens, sorted."""
    return " ".join(card.token for card in sorted(cards))


def counts(state: Round) -> tuple[int, ...]:
    """How many cards each seat holds."""
    return tuple(len(hand.cards) for hand in state.hands)


def may(state: Round, seat: int) -> set[str]:
    """All that the seat may do now, reports of suggestions aside."""
    actions = legal_actions(state, seat)
    assert not any(why_illegal(state, seat, action) for action in actions)
    return {str(action) for action in actions if not str(action).startswith("report")}


def turn_acts(state: Round, seat: int) -> set[str]:
    """The plays, draws and answers that the seat may make now, the call of UNO left out."""
    words = ("play", "draw", "pass", "challenge", "accept", "colour", "discard", "give", "guessed", "choose")
    return {text.removesuffix(" uno") for text in may(state, seat) if text.startswith(words)}


def jumps(state: Round, seat: int) -> set[str]:
    """The jumps that the seat may make now."""
    return {str(action) for action in legal_actions(state, seat) if isinstance(action, Jump)}


def ended(state: Round, *steps: str) -> ev.RoundEnded:
    """The end that the last step brings the round to."""
    last = happens(state, *steps)[-1]
    assert isinstance(last, ev.RoundEnded), f"the round goes on after {steps[-1]}: {last}"
    return last


def points(state: Round, *steps: str) -> dict[int, int]:
    """What the round gives, ended by the last step."""
    return dict(ended(state, *steps).points)
