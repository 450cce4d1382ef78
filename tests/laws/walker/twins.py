"""Non-interference: a twin of the round in which cards that a viewer has not seen have changed places.

The same actions are played in both. As long as what the act brings to light is the same in both, the viewer must get
the same bytes: events, view, lawful actions, refusals. What comes to light is listed here, fact by fact, from the
events as they are and not as `seen_by` gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeAlias

from lastcard.rules import events as ev
from lastcard.rules.actions import Action
from lastcard.rules.autopilot import default_action
from lastcard.rules.cards import Card
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import awaited, legal_actions, why_illegal
from lastcard.rules.matching import against_card
from lastcard.rules.picking import pickable
from lastcard.rules.round import Drawn, Hand, Hidden, Picking, Round
from lastcard.rules.view import seen_by, view
from tests.laws.walker.laws import bytes_of, hold
from tests.laws.walker.tally import Tally
from tests.laws.walker.universe import universe

Spot: TypeAlias = tuple[int, int]
Act: TypeAlias = Callable[[Round], tuple[ev.Event, ...]]
PILE = -1


def spots(round_: Round, viewer: int | None) -> list[Spot]:
    """The places of the cards that the viewer has not seen, but for a card just drawn, of which it knows something."""
    found = [(PILE, i) for i in range(len(round_.hidden.pile))]
    for seat, hand in enumerate(round_.hands):
        if seat != viewer:
            drawn = hand.cards.index(hand.drawn) if hand.drawn else None
            found += [(seat, i) for i in range(len(hand.cards)) if i != drawn]
    return found


def twin_of(round_: Round, viewer: int | None, chance: Random) -> Round:
    """The round with some, or all, of the cards that the viewer has not seen in each other's places.

    What is known to all of hands that are not seen stays so: that a card drawn may be played (T3), which W7 makes hang on
    the hand, and that one who picks has cards to pick from (H4).
    """
    for _ in range(20):
        twin = _mixed(round_, viewer, chance)
        if _waits_with_reason(twin):
            return twin
    return round_


def _waits_with_reason(round_: Round) -> bool:
    """Whether a card drawn that waits can be played, and one who picks has more cards than are picked: known to all."""
    phase = round_.phase
    if isinstance(phase, Drawn):
        drawn = round_.hands[phase.seat].drawn
        return drawn is not None and against_card(round_, phase.seat, drawn) is None
    if isinstance(phase, Picking):
        able = pickable(round_, phase)
        return sum(card in able for card in round_.hands[phase.seat].cards) > phase.count
    return True


def _mixed(round_: Round, viewer: int | None, chance: Random) -> Round:
    places = spots(round_, viewer)
    chosen = (
        places if chance.random() < 0.3 else chance.sample(places, min(len(places), chance.randint(2, 12)))
    )
    mixed = chance.sample(chosen, len(chosen))
    lying = dict(zip(chosen, (_card(round_, s) for s in mixed), strict=True))
    hands = tuple(_hand(hand, seat, lying) for seat, hand in enumerate(round_.hands))
    pile = tuple(lying.get((PILE, i), card) for i, card in enumerate(round_.hidden.pile))
    return Round(round_.table, hands, Hidden(pile, round_.hidden.aside))


def _card(round_: Round, spot: Spot) -> Card:
    place, index = spot
    return round_.hidden.pile[index] if place == PILE else round_.hands[place].cards[index]


def _hand(hand: Hand, seat: int, lying: dict[Spot, Card]) -> Hand:
    cards = tuple(lying.get((seat, i), card) for i, card in enumerate(hand.cards))
    before = hand.played_from
    if before is not None:
        if before != hand.cards[: len(before)]:
            return hand
        before = cards[: len(before)]
    return hand._replace(cards=cards, played_from=before)


def facts(before: Round, events: Sequence[ev.Event], viewer: int | None) -> list[object]:
    """What an act brings to light for the viewer, by the rules of the game and nothing else."""
    found = [fact for event in events for fact in _facts(event, viewer)]
    phase = before.phase
    if isinstance(phase, Drawn | Picking) and any(
        isinstance(e, ev.Drew) and e.seat == phase.seat for e in events
    ):
        # a penalty may bring the colour for which a Wild Draw Four just drawn cannot be played any more (W7)
        found.append(("still waits", not any(isinstance(e, ev.TurnBegan | ev.Waiting) for e in events)))
    return found


def _facts(event: ev.Event, viewer: int | None) -> Iterator[object]:
    match event:
        case ev.Drew(seat, cards, why):
            yield "drew", seat, why, len(cards), cards if seat == viewer else None
        case ev.Waiting(Drawn(seat)):
            yield "can be played", seat
        case ev.Waiting(Picking() as picking):
            yield "has cards to pick", picking.seat, picking.count
        case ev.Challenged():
            yield "guilt", event.guilty, event.hand if event.by == viewer else None
        case ev.RuleInvoked() | ev.Discarded() | ev.TurnedUp():
            yield event
        case ev.Played() | ev.ColourCalled() | ev.Chose():
            yield event  # what is done for one who leaves depends on that hand (V12)
        case ev.HandsMoved(hands):
            yield "moved", tuple(cards for seat, cards in hands if seat == viewer)
        case ev.Gave():
            mine = viewer in (event.seat, event.to)
            yield "gave", len(event.given), (event.given, event.received) if mine else None
        case ev.Shown():
            yield "shown", event.hand if event.to == viewer else None
        case ev.RoundEnded():
            yield event


class Twins:
    """A few twins that follow a round, each from the place of one viewer, and the comparisons made with them."""

    def __init__(self, chance: Random, tally: Tally, most: int) -> None:
        self._chance = chance
        self._tally = tally
        self._most = most
        self._followed: list[tuple[int | None, Round]] = []

    def shuffle(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """An order of the twin's own: the order of a pile is a secret as well."""
        return tuple(self._chance.sample(cards, len(cards)))

    def renew(self, round_: Round) -> None:
        """Start following from here as many twins as there should be."""
        while len(self._followed) < self._most and not round_.over:
            viewer = self._chance.choice([None, *range(len(round_.hands)), *round_.table.seats])
            twin = twin_of(round_, viewer, self._chance)
            self._compare(round_, twin, viewer)
            self._followed.append((viewer, twin))

    def follow(
        self, before: Round, events: Sequence[ev.Event], after: Round, act: tuple[int, Action] | None, do: Act
    ) -> None:
        """Do in every twin what was done in the round, and compare what its viewer gets."""
        followed, self._followed = self._followed, []
        for viewer, twin in followed:
            if act is not None and why_illegal(twin, *act) is not None:
                hold(act[0] != viewer, "a seat's own actions depend on what it sees", viewer, act)
                self._tally.note("dropped", "another cannot do it")
                continue
            theirs = do(twin)
            if facts(before, events, viewer) != facts(before, theirs, viewer):
                self._tally.note("dropped", "something else comes to light")
                continue
            mine, other = [seen_by(e, viewer) for e in events], [seen_by(e, viewer) for e in theirs]
            self._same(mine, other, "unseen cards do not change events", viewer, act)
            new = evolve_all(twin, theirs)
            self._compare(after, new, viewer)
            if (new.hands, new.hidden) != (after.hands, after.hidden) and not after.over:
                self._tally.note("pairs", f"{before.rules.edition} {type(before.phase).__name__}")
                self._followed.append((viewer, new))

    def forget(self) -> None:
        """Follow nothing any more."""
        self._followed = []

    def _compare(self, a: Round, b: Round, viewer: int | None) -> None:
        """What the viewer gets of the two is the same to the byte."""
        self._same([view(a, viewer)], [view(b, viewer)], "unseen cards do not change the view", viewer)
        hold(awaited(a) == awaited(b), "unseen cards do not change who is waited for", awaited(a), awaited(b))
        if viewer is None:
            return
        mine_legal, other_legal = legal_actions(a, viewer), legal_actions(b, viewer)
        hold(
            mine_legal == other_legal,
            "unseen cards do not change the lawful actions",
            mine_legal,
            other_legal,
        )
        if viewer in awaited(a):
            hold(default_action(a, viewer) == default_action(b, viewer), "nor what the clock takes", viewer)
        if self._chance.random() < 0.01:
            self._compare_refusals(a, b, viewer)

    def _same(self, mine: Sequence[object], other: Sequence[object], law: str, *where: object) -> None:
        """Values that are equal, and often enough to the byte: equal values might still be written differently."""
        if mine != other or self._chance.random() < 0.2:
            one, two = [bytes_of(v).decode() for v in mine], [bytes_of(v).decode() for v in other]
            hold(mine == other and one == two, law, *where, "\n".join(one), "\n".join(two))

    def _compare_refusals(self, a: Round, b: Round, viewer: int) -> None:
        for action in universe(a, viewer, self._chance, 3):
            one, two = why_illegal(a, viewer, action), why_illegal(b, viewer, action)
            hold(one == two, "unseen cards do not change refusals", viewer, action, one, two)
