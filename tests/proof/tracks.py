"""Where each card of a deal went, and when each viewer first saw it: to know which may change places unnoticed.

A card is known by its place in the order that chance gave. Equal cards cannot be told apart; which of them moved does not
matter, as long as each is counted once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from lastcard.rules import events as ev
from lastcard.rules.cards import Card
from lastcard.rules.round import Round
from tests.proof.stage import Orders

Label = tuple[int, int]
Viewer = int | None
NEVER = 10**9


@dataclass
class Tracks:
    """The cards of one round from its deal on; `seen` says at which version a viewer saw a card, for all under `ALL`."""

    call: int
    began: int
    hands: list[list[tuple[Label, Card]]]
    pile: list[tuple[Label, Card]]
    seen: dict[Label, dict[Viewer, int]] = field(default_factory=dict)
    shown: dict[Label, int] = field(default_factory=dict)
    calls: set[int] = field(default_factory=set)

    def first_seen(self, label: Label, viewer: Viewer) -> int:
        """The version with which the viewer saw the card; NEVER if it did not."""
        by_viewer = self.seen.get(label, {}).get(viewer, NEVER)
        return min(self.shown.get(label, NEVER), by_viewer)

    def hidden(self, viewer: Viewer, version: int) -> list[Label]:
        """The cards that the viewer has not seen up to that version."""
        labels = {label for place in (self.pile, *self.hands) for label, _ in place} | set(self.seen)
        return sorted(label for label in labels | set(self.shown) if self.first_seen(label, viewer) > version)


def begin(event: ev.RoundBegan, version: int, orders: Orders) -> Tracks | None:
    """The cards as they were dealt; None if no order that was given is the one that was dealt."""
    players = [seat for seat, hand in enumerate(event.hands) if hand]
    if event.dealer not in players:
        return None
    at = players.index(event.dealer)
    turn = players[at + 1 :] + players[: at + 1]
    count = len(turn) * event.rules.hand_size
    for call in range(len(orders.given) - 1, -1, -1):
        given = [((call, i), card) for i, card in enumerate(orders.given[call])]
        hands = [
            given[turn.index(seat) : count : len(turn)] if seat in turn else []
            for seat in range(len(event.hands))
        ]
        if tuple(card for _, card in given[count:]) == event.pile and all(
            tuple(card for _, card in mine) == hand for mine, hand in zip(hands, event.hands, strict=True)
        ):
            found = Tracks(call, version, hands, given[count:], calls={call})
            _look(found, version)
            return found
    return None


def follow(tracks: Tracks, event: ev.Event, after: Round, version: int, orders: Orders) -> bool:
    """Move the cards as the event did; False if it is not known any more where they are."""
    moving = _leave(tracks, event, after)
    if isinstance(event, ev.PutBack | ev.Reshuffled):
        call = next((c for c in range(len(orders.given) - 1, -1, -1) if orders.given[c] == event.pile), None)
        if call is None or call in tracks.calls:
            return False
        tracks.calls.add(call)
        tracks.pile = [((call, i), card) for i, card in enumerate(event.pile)]
        moving = []
    for seat, hand in enumerate(after.hands):
        _arrive(tracks.hands[seat], hand.cards, moving)
    under = after.hidden.pile[len(tracks.pile) :]
    _arrive(tracks.pile, (*(card for _, card in tracks.pile), *under), moving)
    for label, _ in moving:
        tracks.shown.setdefault(label, version)
    _show(tracks, event, version)
    _look(tracks, version)
    held = all(
        sorted(card.token for _, card in mine) == sorted(card.token for card in hand.cards)
        for mine, hand in zip(tracks.hands, after.hands, strict=True)
    )
    return held and tuple(card for _, card in tracks.pile) == after.hidden.pile


def _leave(tracks: Tracks, event: ev.Event, after: Round) -> list[tuple[Label, Card]]:
    """The cards that are not where they were; they are taken from there."""
    moving: list[tuple[Label, Card]] = []
    if isinstance(event, ev.HandsMoved):
        before = {seat: tracks.hands[seat] for seat, _ in event.hands}
        for seat, cards in event.hands:
            owner = next(
                (s for s, mine in before.items() if _tokens(c for _, c in mine) == _tokens(cards)), None
            )
            if owner is not None:
                tracks.hands[seat] = list(before.pop(owner))
    for seat, hand in enumerate(after.hands):
        left = list(hand.cards)
        stay = []
        for label, card in tracks.hands[seat]:
            if card in left:
                left.remove(card)
                stay.append((label, card))
            else:
                moving.append((label, card))
        tracks.hands[seat] = stay
    gone = 0
    while gone < len(tracks.pile) and not _begins(after.hidden.pile, tracks.pile[gone:]):
        gone += 1
    moving += tracks.pile[:gone]
    tracks.pile = tracks.pile[gone:]
    return moving


def _tokens(cards: Iterable[Card]) -> list[str]:
    return sorted(card.token for card in cards)


def _begins(pile: tuple[Card, ...], rest: list[tuple[Label, Card]]) -> bool:
    return pile[: len(rest)] == tuple(card for _, card in rest)


def _arrive(
    place: list[tuple[Label, Card]], cards: tuple[Card, ...], moving: list[tuple[Label, Card]]
) -> None:
    """Put into the place, from among the moving, what it holds now and did not."""
    wanted = list(cards)
    for _, card in place:
        wanted.remove(card)
    for card in wanted:
        found = next((entry for entry in moving if entry[1] is card), None)
        if found is not None:
            moving.remove(found)
            place.append(found)


def _show(tracks: Tracks, event: ev.Event, version: int) -> None:
    """What an event shows to one viewer: a hand in a challenge, a hand by a written rule; a drawn card with a rule to all."""
    if isinstance(event, ev.Challenged):
        _seen(tracks, event.accused, event.by, version)
    elif isinstance(event, ev.Shown):
        _seen(tracks, event.seat, event.to, version)
    elif isinstance(event, ev.RuleInvoked):
        for label, card in tracks.hands[event.seat]:
            if card is event.card:
                tracks.shown.setdefault(label, version)
    elif isinstance(event, ev.RoundEnded):
        for label, _ in (entry for hand in tracks.hands for entry in hand):
            tracks.shown.setdefault(label, version)


def _seen(tracks: Tracks, seat: int, viewer: Viewer, version: int) -> None:
    for label, _ in tracks.hands[seat]:
        tracks.seen.setdefault(label, {}).setdefault(viewer, version)


def _look(tracks: Tracks, version: int) -> None:
    """Every seat sees its own hand."""
    for seat in range(len(tracks.hands)):
        _seen(tracks, seat, seat, version)
