"""`begin`: the deal and the first card (S3–S12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lastcard.rules import events as ev
from lastcard.rules.acts import run
from lastcard.rules.cards import Card, Face, Shuffle
from lastcard.rules.errors import LastcardError
from lastcard.rules.evolve import evolve
from lastcard.rules.options import StartReverse, StartSkip
from lastcard.rules.piles import draw
from lastcard.rules.resolution import Resolution
from lastcard.rules.round import Agenda, BeginTurn, Calling, Direction, EndTurn
from lastcard.rules.ruleset import Ruleset

MAX_TRIES = 10_000
"""How often cards are turned up and dealt again before the shuffle counts as broken."""


def begin(
    rules: Ruleset, dealer: int, order: Sequence[Card], shuffle: Shuffle, seats: Sequence[int] | None = None
) -> tuple[ev.Event, ...]:
    """Deal the deck in this order and turn up the first card; the events up to the first player's act (S1, S3).

    `order` holds every card of `rules.cards`; `seats` are those in the round (all of them if left out), the dealer
    among them. LastcardError if the cards or seats are not right.
    """
    playing = tuple(range(rules.players)) if seats is None else tuple(sorted(seats))
    if len(playing) < 2 or dealer not in playing or not set(playing) <= set(range(rules.players)):  # noqa: PLR2004
        raise LastcardError(
            f"seats {list(playing)} with dealer {dealer} cannot play a round for {rules.players} (S1)"
        )
    if Counter(order) != Counter(rules.cards):
        raise LastcardError(
            f"the {len(order)} cards to be dealt are not the {len(rules.cards)} cards of the deck (S3)"
        )
    dealt = _dealt(rules, dealer, tuple(order), playing)
    resolution = Resolution(evolve(None, dealt), shuffle)
    _turn_up(resolution, dealer, playing)
    run(resolution, _opening(resolution))
    return (dealt, *resolution.events)


def _dealt(rules: Ruleset, dealer: int, order: tuple[Card, ...], seats: tuple[int, ...]) -> ev.RoundBegan:
    """Cards go out one at a time from the dealer's left (S3, V10)."""
    at = seats.index(dealer)
    turn = seats[at + 1 :] + seats[: at + 1]
    count = len(turn) * rules.hand_size
    hands = tuple(
        order[turn.index(seat) : count : len(turn)] if seat in turn else () for seat in range(rules.players)
    )
    return ev.RoundBegan(rules, seats, dealer, hands, order[count:])


def _turn_up(resolution: Resolution, dealer: int, seats: tuple[int, ...]) -> None:
    """Turn up cards until one may start (S6, S7); deal again if the pile holds none."""
    rules = resolution.round.rules
    for _ in range(MAX_TRIES):
        pile = resolution.round.hidden.pile
        if not any(rules.starts(card) for card in pile):
            resolution.emit(_dealt(rules, dealer, resolution.shuffle(rules.cards), seats))
            continue
        resolution.emit(ev.TurnedUp(pile[0]))
        if rules.starts(pile[0]):
            return
        resolution.emit(ev.PutBack(resolution.shuffle(pile)))
    raise LastcardError("the shuffle never turns up a card that may start (S6)")


def _opening(resolution: Resolution) -> Agenda:
    """Who begins, and what the first card does (S4, S7–S12)."""
    table = resolution.round.table
    rules, card = table.rules, table.top
    first = rules.first_seat
    if first is None or first not in table.seats:
        first = resolution.round.step(table.dealer if first is None else first)
    if card is None or card.kind.value in ("number", "blank"):
        return (BeginTurn(first),)
    if card.wild:
        resolution.wait(Calling(first, card.face is Face.SWAP_HANDS, (BeginTurn(first),)))
        return ()
    if card.face is Face.DRAW_TWO:
        return (*draw(resolution, first, rules.debts[card], ev.DrawReason.START), EndTurn(first))
    if card.face is Face.REVERSE:
        resolution.emit(ev.DirectionTurned(Direction.RIGHT))
        by_dealer = rules.start_reverse is StartReverse.DEALER
        return (BeginTurn(table.dealer if by_dealer else resolution.round.step(table.dealer)),)
    if rules.start_skip is StartSkip.DEALER:
        return (BeginTurn(table.dealer),)
    return (EndTurn(first),)
