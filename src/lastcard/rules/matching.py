"""Which cards may go on which: predicates that `legal` and the chapters share (T1, T2, T6, W4, W5, W7, D6, V1, V2, V6, V8)."""

from __future__ import annotations

from collections.abc import Iterable

from lastcard.rules.cards import Card, Colour, Face, Kind
from lastcard.rules.options import DrawnCard, LastCard, Stacking, WildDrawFour
from lastcard.rules.reasons import Reason, about_seat
from lastcard.rules.round import Answering, Calling, Drawn, Owing, Round, Table, Turn
from lastcard.rules.ruleset import Ruleset


def matches(table: Table, card: Card) -> bool:
    """Whether the card matches by colour in force, number or word, or is wild (T1, T2, T6, W4, W8, D6)."""
    if card.wild or card.colour is table.colour:
        return True
    top = table.top
    if top is None:
        return False
    if card.number is not None:
        return card.number == top.number
    return card.face is top.face


def lawful_draw_four(cards: Iterable[Card], colour: Colour | None) -> bool:
    """Whether a Wild Draw Four may be played from these cards: none is of the colour in force (W5)."""
    return all(card.colour is not colour for card in cards)


def is_honest(state: Round, seat: int, card: Card) -> bool:
    """Whether the card is no Wild Draw Four, or one that the seat's hand allows (W5); `wild_draw_four` plays no part."""
    return card.face is not Face.WILD_DRAW_FOUR or lawful_draw_four(
        state.hands[seat].cards, state.table.colour
    )


def may_be_last(rules: Ruleset, card: Card) -> bool:
    """Whether the card may be a player's last (V8)."""
    match rules.last_card:
        case LastCard.ANY:
            return True
        case LastCard.NO_WILD:
            return not card.wild
        case LastCard.NO_ACTION:
            return card.kind is Kind.NUMBER or card.face is Face.WILD
        case LastCard.NUMBER:
            return card.kind is Kind.NUMBER


def meets_debt(state: Round, phase: Answering | Owing, card: Card) -> bool:
    """Whether the card may be added to the debt or send it on (V1, V2)."""
    rules = state.rules
    if rules.stacking is Stacking.NONE:
        return False
    kind = Face.WILD_DRAW_FOUR if isinstance(phase, Answering) else Face(phase.kind)
    cross = rules.stacking is Stacking.CROSS
    if card.face is Face.DRAW_TWO:
        return kind is Face.DRAW_TWO or (cross and card.colour is state.table.colour)
    if card.face is Face.WILD_DRAW_FOUR:
        return kind is Face.WILD_DRAW_FOUR or cross
    return rules.deflect and card.face in (Face.REVERSE, Face.SKIP) and card.colour is state.table.colour


def playable(state: Round, seat: int) -> list[Card]:
    """The distinct cards of the seat's hand that may be played on its turn: those with nothing `against_card`.

    `matches` is written out here, because most of the time of a round goes into this list.
    """
    table = state.table
    rules, colour, top = table.rules, table.colour, table.top
    hand = state.hands[seat].cards
    cards = dict.fromkeys(hand)
    if isinstance(table.phase, Answering | Owing):
        fitting = [c for c in cards if meets_debt(state, table.phase, c)]
    else:
        number, face = (top.number, top.face) if top else (None, None)
        fitting = [
            c
            for c in cards
            if c.colour is colour
            or c.wild
            or (c.number == number if c.number is not None else c.face is face)
        ]
    if len(hand) == 1 and rules.last_card is not LastCard.ANY:
        fitting = [c for c in fitting if may_be_last(rules, c)]
    if rules.wild_draw_four is WildDrawFour.STRICT and not lawful_draw_four(hand, colour):
        fitting = [c for c in fitting if c.face is not Face.WILD_DRAW_FOUR]
    return fitting


def against_turn(state: Round, seat: int) -> Reason | None:
    """The reason against the seat's playing or drawing anything at all (T1, S7, H8)."""
    phase = state.table.phase
    if isinstance(phase, (Turn, Drawn, Owing, Answering)):
        return None if phase.seat == seat else Reason("not-your-turn", "T1", about_seat(seat))
    if isinstance(phase, Calling):
        return Reason("colour-due", "S7", about_seat(phase.seat))
    return Reason("written-due", "H8")


def against_last(state: Round, seat: int, card: Card) -> Reason | None:
    """The reason against the card as the seat's last; None if it holds others, or the card may be the last (V8)."""
    if len(state.hands[seat].cards) != 1 or may_be_last(state.table.rules, card):
        return None
    return Reason("last-card", "V8", (("card", card.token),))


def against_card(state: Round, seat: int, card: Card) -> Reason | None:
    """The reason against playing the card now from the seat's hand, on its turn; None if it may be played (T1, W7, V1, V8)."""
    last = against_last(state, seat, card)
    if last:
        return last
    table, rules = state.table, state.table.rules
    phase = table.phase
    if isinstance(phase, Answering | Owing):
        if not meets_debt(state, phase, card):
            if isinstance(phase, Answering) and rules.stacking is Stacking.NONE:
                return Reason("answer-first", "W6")
            return Reason("debt-unmet", "V1", (("card", card.token), ("debt", phase.debt)))
    elif not matches(table, card):
        return _unmatched(table, card)
    if rules.wild_draw_four is WildDrawFour.STRICT and not is_honest(state, seat, card):
        return Reason("holds-colour", "W7", (("colour", str(table.colour)),))
    return None


def _unmatched(table: Table, card: Card) -> Reason:
    colour = str(table.colour)
    if table.top is None:
        return Reason("no-match-colour", "T1", (("card", card.token), ("colour", colour)))
    return Reason("no-match", "T1", (("card", card.token), ("top", str(table.top)), ("colour", colour)))


def holds_playable(state: Round, seat: int) -> bool:
    """Whether the seat holds a card that T1, T2 or W5 let it play: to draw is then reneging (T4, V6)."""
    return any(_is_lawful(state, seat, card) for card in playable(state, seat))


def _is_lawful(state: Round, seat: int, card: Card) -> bool:
    """Whether W5 and W7 let the seat play the card without bluffing."""
    return state.rules.wild_draw_four is WildDrawFour.FREE or is_honest(state, seat, card)


def is_forced(state: Round, seat: int, card: Card) -> bool:
    """Whether forced play includes the card: playable, and no unlawful Wild Draw Four (V6)."""
    return against_card(state, seat, card) is None and _is_lawful(state, seat, card)


def must_play(state: Round, seat: int) -> bool:
    """Whether the card that the seat has just drawn must be played: it did not renege, and the card is forced (T3, T4)."""
    hand = state.hands[seat]
    if hand.drawn is None or hand.reneged or state.rules.drawn_card is not DrawnCard.MUST_PLAY:
        return False
    return is_forced(state, seat, hand.drawn)
