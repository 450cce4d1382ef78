"""Actions as numbers, as the kernel takes and gives them, and back.

    bits 0-4    verb                       bits 18     UNO is said with it
    bits 5-10   card (its order; 63 none)  bits 19-22  seat that is named (15 none)
    bits 11-13  colour (4 none)            bits 23-34  several numbers (V9): how many of each colour lie between
    bits 14-17  seat to swap with (15 none)            the first and the last, three bits each
                                           bits 35-37  colour of the last of several; 7 for a single card

Reports of suggestions (X1) are no actions here: they need people.
"""

from __future__ import annotations

from typing import Final

from lastcard.rules import actions as act
from lastcard.rules.cards import ALL_CARDS, Card, Colour
from lastcard.rules.errors import LastcardError
from lastcard.sim.kernel import codes

_COLOURS: Final = tuple(Colour)
_PLAIN: Final[dict[act.Action, int]] = {
    act.DrawCard(): codes.DRAW,
    act.Pass(): codes.PASS,
    act.Challenge(): codes.CHALLENGE,
    act.Accept(): codes.ACCEPT,
    act.SayUno(): codes.UNO,
    act.Done(): codes.DONE,
    act.Failed(): codes.FAILED,
}
_PLAIN_VERBS: Final = {verb: action for action, verb in _PLAIN.items()}


def _pack(  # noqa: PLR0913 - one parameter for each field
    verb: int,
    card: int = codes.NO_CARD,
    colour: Colour | None = None,
    swap: int | None = None,
    *,
    uno: bool = False,
    seat: int | None = None,
    between: int = 0,
    last: int = codes.NO_MORE,
) -> int:
    hue = codes.NO_COLOUR if colour is None else _COLOURS.index(colour)
    other = codes.NONE if swap is None else swap
    named = codes.NONE if seat is None else seat
    return verb | card << 5 | hue << 11 | other << 14 | uno << 18 | named << 19 | between << 23 | last << 35


def encode_action(action: act.Action) -> int:
    """The number of an action; LastcardError for reports and votes on them, which the kernel does not know."""
    plain = _PLAIN.get(action)
    if plain is not None:
        return _pack(plain)
    match action:
        case act.Play(cards, colour, swap, uno):
            return _play(cards, colour, swap, uno=uno)
        case act.Jump(card, swap, uno):
            return _pack(codes.JUMP, card.order, swap=swap, uno=uno)
        case act.CallColour(colour, swap):
            return _pack(codes.COLOUR, colour=colour, swap=swap)
        case act.Catch(seat):
            return _pack(codes.CATCH, seat=seat)
        case act.Guessed(guesser):
            return _pack(codes.GUESSED, seat=guesser)
        case act.Choose(seat):
            return _pack(codes.CHOOSE, seat=seat)
        case act.DiscardCard(card):
            return _pack(codes.DISCARD, card.order)
        case act.GiveCard(card):
            return _pack(codes.GIVE, card.order)
        case _:
            raise LastcardError(f"the simulator does not know the action {action}")


def _play(cards: tuple[Card, ...], colour: Colour | None, swap: int | None, *, uno: bool) -> int:
    if len(cards) == 1:
        return _pack(codes.PLAY, cards[0].order, colour, swap, uno=uno)
    between, last = 0, cards[-1].colour
    for card in cards[1:-1]:
        if card.colour is not None:
            between += 1 << 3 * _COLOURS.index(card.colour)
    if last is None:
        raise LastcardError("only numbers are played several at once (V9)")
    return _pack(
        codes.PLAY, cards[0].order, colour, swap, uno=uno, between=between, last=_COLOURS.index(last)
    )


def decode_action(number: int) -> act.Action:
    """The action of a number that the kernel gave."""
    verb, card = number & codes.VERB_BITS, number >> 5 & codes.CARD_BITS
    hue, other, named = number >> 11 & 7, number >> 14 & 15, number >> 19 & 15
    colour = None if hue == codes.NO_COLOUR else _COLOURS[hue]
    swap = None if other == codes.NONE else other
    uno = bool(number >> 18 & 1)
    if verb in _PLAIN_VERBS:
        return _PLAIN_VERBS[verb]
    match verb:
        case codes.PLAY:
            return act.Play(_cards(number), colour, swap, uno)
        case codes.JUMP:
            return act.Jump(ALL_CARDS[card], swap, uno)
        case codes.COLOUR if colour is not None:
            return act.CallColour(colour, swap)
        case codes.CATCH:
            return act.Catch(named)
        case codes.GUESSED:
            return act.Guessed(None if named == codes.NONE else named)
        case codes.CHOOSE:
            return act.Choose(named)
        case codes.DISCARD:
            return act.DiscardCard(ALL_CARDS[card])
        case codes.GIVE:
            return act.GiveCard(ALL_CARDS[card])
        case _:
            raise LastcardError(f"{number} is no action of the simulator")


def _cards(number: int) -> tuple[Card, ...]:
    first, last = ALL_CARDS[number >> 5 & 63], number >> 35 & 7
    if last == codes.NO_MORE:
        return (first,)
    between = [
        Card(first.face, colour) for i, colour in enumerate(_COLOURS) for _ in range(number >> 23 + 3 * i & 7)
    ]
    return (first, *between, Card(first.face, _COLOURS[last]))
