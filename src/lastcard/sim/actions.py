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

_COLOURS: Final = tuple(Colour)
_NO_CARD: Final = 63
_NO_COLOUR: Final = 4
_NOBODY: Final = 15
_SINGLE: Final = 7
_PLAIN: Final[dict[act.Action, int]] = {
    act.DrawCard(): 2,
    act.Pass(): 3,
    act.Challenge(): 5,
    act.Accept(): 6,
    act.SayUno(): 7,
    act.Done(): 9,
    act.Failed(): 10,
}
_PLAIN_VERBS: Final = {verb: action for action, verb in _PLAIN.items()}
_PLAY, _JUMP, _COLOUR, _CATCH, _GUESSED, _CHOOSE, _DISCARD, _GIVE = 0, 1, 4, 8, 11, 12, 13, 14


def _pack(  # noqa: PLR0913 - one parameter for each field
    verb: int,
    card: int = _NO_CARD,
    colour: Colour | None = None,
    swap: int | None = None,
    *,
    uno: bool = False,
    seat: int | None = None,
    between: int = 0,
    last: int = _SINGLE,
) -> int:
    hue = _NO_COLOUR if colour is None else _COLOURS.index(colour)
    other = _NOBODY if swap is None else swap
    named = _NOBODY if seat is None else seat
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
            return _pack(_JUMP, card.order, swap=swap, uno=uno)
        case act.CallColour(colour, swap):
            return _pack(_COLOUR, colour=colour, swap=swap)
        case act.Catch(seat):
            return _pack(_CATCH, seat=seat)
        case act.Guessed(guesser):
            return _pack(_GUESSED, seat=guesser)
        case act.Choose(seat):
            return _pack(_CHOOSE, seat=seat)
        case act.DiscardCard(card):
            return _pack(_DISCARD, card.order)
        case act.GiveCard(card):
            return _pack(_GIVE, card.order)
        case _:
            raise LastcardError(f"the simulator does not know the action {action}")


def _play(cards: tuple[Card, ...], colour: Colour | None, swap: int | None, *, uno: bool) -> int:
    if len(cards) == 1:
        return _pack(_PLAY, cards[0].order, colour, swap, uno=uno)
    between, last = 0, cards[-1].colour
    for card in cards[1:-1]:
        if card.colour is not None:
            between += 1 << 3 * _COLOURS.index(card.colour)
    if last is None:
        raise LastcardError("only numbers are played several at once (V9)")
    return _pack(_PLAY, cards[0].order, colour, swap, uno=uno, between=between, last=_COLOURS.index(last))


def decode_action(number: int) -> act.Action:
    """The action of a number that the kernel gave."""
    verb, card = number & 31, number >> 5 & 63
    hue, other, named = number >> 11 & 7, number >> 14 & 15, number >> 19 & 15
    colour = None if hue == _NO_COLOUR else _COLOURS[hue]
    swap = None if other == _NOBODY else other
    uno = bool(number >> 18 & 1)
    if verb in _PLAIN_VERBS:
        return _PLAIN_VERBS[verb]
    match verb:
        case 0:
            return act.Play(_cards(number), colour, swap, uno)
        case 1:
            return act.Jump(ALL_CARDS[card], swap, uno)
        case 4 if colour is not None:
            return act.CallColour(colour, swap)
        case 8:
            return act.Catch(named)
        case 11:
            return act.Guessed(None if named == _NOBODY else named)
        case 12:
            return act.Choose(named)
        case 13:
            return act.DiscardCard(ALL_CARDS[card])
        case 14:
            return act.GiveCard(ALL_CARDS[card])
        case _:
            raise LastcardError(f"{number} is no action of the simulator")


def _cards(number: int) -> tuple[Card, ...]:
    first, last = ALL_CARDS[number >> 5 & 63], number >> 35 & 7
    if last == _SINGLE:
        return (first,)
    between = [
        Card(first.face, colour) for i, colour in enumerate(_COLOURS) for _ in range(number >> 23 + 3 * i & 7)
    ]
    return (first, *between, Card(first.face, _COLOURS[last]))
