"""The entries of the tables, and which of them rules use: the others are not looked at, whatever they say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lastcard.rules.cards import ALL_CARDS
from lastcard.rules.effects import Who
from lastcard.rules.options import DrawnCard, JumpIn, LastCard, Stacking, WildDrawFour
from lastcard.rules.ruleset import Ruleset
from lastcard.sim.kernel import codes

MASKS = {
    *("col", "sym", "meets", "what", "same", "wilds", "fours", "may_be_last", "startable", "jumps"),
    *("numbers", "swapping", "ruled", "has_effect"),
}
"""Entries of which every bit is spoiled by itself."""


@dataclass(frozen=True, order=True)
class Entry:
    """One number of the tables, or one bit of it."""

    name: str
    at: int | None = None
    bit: int | None = None

    def __str__(self) -> str:
        place = "" if self.at is None else f"[{self.at}]"
        return self.name + place + ("" if self.bit is None else f" bit {self.bit}")


def entries(numbers: dict[str, Any]) -> Iterator[Entry]:
    """All there are."""
    for name, value in numbers.items():
        places = range(len(value)) if isinstance(value, list) else [None]
        for at in places:
            if name in MASKS:
                yield from (Entry(name, at, bit) for bit in range(10 if name == "same" else 63))
            else:
                yield Entry(name, at)


def is_used(rules: Ruleset, numbers: dict[str, Any], entry: Entry) -> bool:
    """Whether a round by these rules can depend on the entry."""
    name, at, bit = entry.name, entry.at, entry.bit
    deck = {card.order for card in rules.cards}
    if name in (
        "plain",
        "several_ways",
        "first_to",
    ):  # how policy R goes about, and how a batch rewards: tests/rooms/sim
        return False
    if name in _BY_CARD:
        return at in deck and _card_used(rules, numbers, name, int(at or 0))
    if name in _BY_EFFECT:
        return _effect_used(rules, numbers, name, int(at or 0))
    if name == "same":
        return max(at or 0, bit or 0) < rules.players and at != bit
    if name == "drawn_rules":  # without such rules it only costs time
        return bool(numbers[name])
    if bit is not None:
        return bit in deck and _bit_used(rules, numbers, name, at, bit)
    return name not in _OPTIONS or bool(_OPTIONS[name](rules))


_BY_CARD = {
    *("points", "colour_of", "owe", "skip", "turns", "swaps", "rotates", "start"),
    *("rule_when", "rule_nth", "rule_first", "rule_end", "rule_draws", "rule_draws_two"),
}
_BY_EFFECT = {"op", "amount", "who", "to", "of", "sub_first", "sub_end"}
_OPTIONS = {
    "skip_dealer": lambda rules: rules.players > 2,  # between two it is the dealer in any case
    "challenge_failed": lambda rules: (
        rules.wild_draw_four is WildDrawFour.BLUFF
        and (rules.draw_limit is None or rules.challenge_failed < rules.draw_limit)
    ),
}


def _card_used(rules: Ruleset, numbers: dict[str, Any], name: str, at: int) -> bool:
    special, owes = numbers["has_effect"] >> at & 1, numbers["owe"][at]
    if name in ("rule_nth", "rule_first", "rule_end"):
        first, end = numbers["rule_first"][at], numbers["rule_end"][at]
        most = {"rule_first": range(first, first + 1), "rule_end": range(end - 1, end)}.get(name)
        left_out = [e for e in range(first, end) if most is None or e in most]
        return bool(numbers["rule_when"][at]) and not all(_of_nobody(rules, numbers, e) for e in left_out)
    if name in (
        "rule_draws",
        "rule_draws_two",
    ):  # the last card of a round with two players, or with more (W9)
        apt = rules.players > 2 if name == "rule_draws" else rules.players == 2 or not rules.teams
        return numbers["rule_when"][at] == 1 and apt
    if name == "rule_when":  # no other card is asked whether a rule is written on it
        return bool(numbers["rule_when"][at] or (special and not owes))
    if name == "start":
        return rules.starts(ALL_CARDS[at])
    if name == "swaps":  # nobody names a player to swap with for another card
        return bool(numbers["swaps"][at])
    if name == "rotates":
        return bool(special and not owes)
    if name == "owe":  # other cards are asked only when they are the last
        return bool(owes or special or numbers["may_be_last"] >> at & 1)
    if name == "skip" and rules.players == 2 and numbers["turns"][at]:
        return False  # between two a Reverse skips already (N)
    if name in ("skip", "turns"):  # where a card makes others draw it does nothing else
        return not owes
    return True


def _effect_used(rules: Ruleset, numbers: dict[str, Any], name: str, at: int) -> bool:
    op = numbers["op"][at]
    if not all(_is_done(rules, numbers, dare) for dare in _dares_around(numbers, at)):
        return False
    if _of_nobody(
        rules, numbers, at
    ):  # whose it would be if this were wrong matters, and no other number of it
        wrong = {name: (numbers[name][at] + 1) % len(Who)} if name in ("who", "to") else {}
        return name == "op" or bool(wrong and not _of_nobody(rules, numbers, at, wrong))
    if name in ("sub_first", "sub_end") and op in (codes.E_DARE, codes.E_CHARADE):
        first, end = numbers["sub_first"][at], numbers["sub_end"][at]
        return first < end and not _of_nobody(rules, numbers, first if name == "sub_first" else end - 1)
    if name == "amount":
        return op in (codes.E_DRAW, codes.E_DISCARD, codes.E_GIVE, codes.E_ROTATE)
    if name == "who":
        return op in (codes.E_DRAW, codes.E_DISCARD, codes.E_GIVE, codes.E_SKIP, codes.E_SWAP, codes.E_DARE)
    if name == "to":
        return bool(op == codes.E_GIVE)
    if name == "of":
        return bool(op == codes.E_DISCARD)
    return name == "op" or op in (codes.E_DARE, codes.E_CHARADE)


def _of_nobody(rules: Ruleset, numbers: dict[str, Any], at: int, wrong: dict[str, int] | None = None) -> bool:
    """Whether the effect is for a partner where there are none, or a gift to oneself; `wrong` is what it says otherwise."""
    op, who, to = ((wrong or {}).get(name, numbers[name][at]) for name in ("op", "who", "to"))
    if op == codes.E_GIVE and who == to == codes.W_SELF:
        return True
    with_who = op in (codes.E_DRAW, codes.E_DISCARD, codes.E_GIVE, codes.E_SKIP, codes.E_SWAP, codes.E_DARE)
    return not rules.teams and (
        (with_who and who == codes.W_PARTNER) or (op == codes.E_GIVE and to == codes.W_PARTNER)
    )


def _is_done(rules: Ruleset, numbers: dict[str, Any], at: int) -> bool:
    """Whether somebody carries the effect out, and the dares around it."""
    return not any(_of_nobody(rules, numbers, e) for e in (at, *_dares_around(numbers, at)))


def _dares_around(numbers: dict[str, Any], at: int) -> Iterator[int]:
    """The effects, from the inside out, that carry this one out when they fail or are won."""
    for outer, (first, end) in enumerate(zip(numbers["sub_first"], numbers["sub_end"], strict=True)):
        if first <= at < end:
            yield outer
            yield from _dares_around(numbers, outer)


def _bit_used(rules: Ruleset, numbers: dict[str, Any], name: str, at: int | None, bit: int) -> bool:
    card = ALL_CARDS[bit]
    match name:
        case (
            "col"
        ):  # a wild card fits in any case; its colour is asked for by what forbids a Wild Draw Four, and by H
            forbids = rules.wild_draw_four is not WildDrawFour.FREE
            return at != codes.NO_COLOUR and (not card.wild or forbids or _discards_colour(numbers))
        case "sym":
            top = ALL_CARDS[int(at or 0)] if int(at or 0) < len(ALL_CARDS) else None
            changes = (
                codes.E_CALL in numbers["op"]
            )  # then the colour in force need not be that of the card on top
            return (
                top in rules.cards
                and not card.wild
                and (changes or top is None or top.colour is not card.colour)
                and (top != card or rules.cards.count(card) > 1)
            )
        case "meets":
            return rules.stacking is not Stacking.NONE and at not in (
                codes.NO_COLOUR,
                2 * codes.NO_COLOUR + 1,
            )
        case "what":  # the colour in force is asked of `col`
            return at != codes.CALLED and any(
                op == codes.E_DISCARD and of == at and _is_done(rules, numbers, e)
                for e, (op, of) in enumerate(zip(numbers["op"], numbers["of"], strict=True))
            )
        case "jumps":
            return rules.jump_in is not JumpIn.NONE and rules.cards.count(card) > 1
        case "numbers":
            return rules.multi_play and card.number is not None
        case (
            "ruled"
        ):  # a debt that is sent on by a card with a rule, or the last of several cards played at once
            ruled = numbers["ruled"]
            deflecting = rules.deflect and (numbers["skip"][bit] or numbers["turns"][bit])
            return bool(ruled >> bit & 1 and (deflecting or (rules.multi_play and ruled == 1 << bit)))
        case "fours":  # only cards of debts are asked whether they are Wild Draw Fours, and those that W5 and W7 speak of
            strict = rules.wild_draw_four is WildDrawFour.STRICT
            free = rules.wild_draw_four is WildDrawFour.FREE
            # a wild one that is drawn must be played all the same, unless the hand changes before, or its colours cannot be the last
            changes = (
                rules.false_catch_penalty > 0 or bool(numbers["op"]) or rules.last_card is not LastCard.ANY
            )
            must = rules.drawn_card is DrawnCard.MUST_PLAY and changes
            if free:
                return bool(numbers["owe"][bit]) and rules.stacking is not Stacking.NONE
            return bool(numbers["owe"][bit] or strict or must or not card.wild)
        case "has_effect":  # a card marked for nothing only costs time
            return bool(numbers["has_effect"] >> bit & 1)
        case _:
            return True


def _discards_colour(numbers: dict[str, Any]) -> bool:
    """Whether a written rule makes somebody discard the colour in force."""
    return any(
        op == codes.E_DISCARD and of == codes.CALLED
        for op, of in zip(numbers["op"], numbers["of"], strict=True)
    )
