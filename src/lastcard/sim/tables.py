"""Rules as the numbers that the kernel works with: `compile_rules` turns a `Ruleset` into `Tables`.

Whatever the rules say of single cards is asked of `lastcard.rules` here, once, and never again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from lastcard.rules.cards import ALL_CARDS, UNSEEN, Card, Colour, Face, Kind
from lastcard.rules.effects import (
    Call,
    Charade,
    Dare,
    Discard,
    Draw,
    Effect,
    Give,
    Owe,
    Reverse,
    Rotate,
    Show,
    Skip,
    Swap,
    Way,
    What,
    When,
    Who,
    WrittenRule,
)
from lastcard.rules.errors import RulesError
from lastcard.rules.matching import matches, may_be_last, meets_debt
from lastcard.rules.options import (
    CatchWindow,
    DrawnCard,
    JumpIn,
    Scoring,
    Stacking,
    StartReverse,
    StartSkip,
    WildDrawFour,
)
from lastcard.rules.round import Hidden, Opening, Owing, Round, Table
from lastcard.sim.kernel import Tables, codes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lastcard.rules.ruleset import Ruleset


_WHO: Final = (Who.NEXT, Who.PREVIOUS, Who.OTHERS, Who.EVERYONE, Who.CHOSEN, Who.SELF, Who.PARTNER)
_WHAT: Final = (
    What.RED,
    What.YELLOW,
    What.GREEN,
    What.BLUE,
    What.CALLED_COLOUR,
    What.WILD,
    What.NUMBER,
    What.WORD,
    What.ANY,
)
_OPS: Final = (Draw, Discard, Give, Skip, Reverse, Swap, Rotate, Show, Call, Dare, Charade)
"""In the order of the kernel's numbers for effects, of which `codes.E_DRAW` is the first."""
COLOURS: Final = tuple(Colour)
"""The kernel's number of a colour is its place here; `codes.NO_COLOUR` is none."""


PRINTED_OTHERWISE: Final = "an effect printed on a card that no edition prints"
TOO_MUCH_WRITTEN: Final = f"more than {codes.MAX_EFFECTS} written effects"
REFUSED: Final = (PRINTED_OTHERWISE, TOO_MUCH_WRITTEN)
"""All for which `compile_rules` raises UnsupportedRules."""
LEFT_OUT: Final = {
    "V14": "leaving: seats are in a round from the deal to its end",
    "X1": "reports of suggestions",
    "V12": "clocks: no time passes",
}
"""What the kernel does not have, by the ids of the rulebook.

None of it changes what a seat may do on its turn, so it is no reason to refuse rules.
"""


class UnsupportedRules(RulesError):  # noqa: N818 - what they are, not what went wrong
    """Rules that the kernel does not know; `features` lists them."""

    def __init__(self, features: Iterable[str]) -> None:
        self.features = tuple(features)
        super().__init__("rules", f"the simulator does not know {', '.join(self.features)}")


def mask_of(cards: Iterable[Card]) -> int:
    """The cards as a mask: bit `order` for each."""
    found = 0
    for card in cards:
        found |= 1 << card.order
    return found


def _mask(keep: Callable[[Card], bool]) -> int:
    return mask_of(card for card in ALL_CARDS if keep(card))


@lru_cache(maxsize=256)
def compile_rules(rules: Ruleset) -> Tables:
    """The tables of the rules; UnsupportedRules lists what the kernel cannot do."""
    return Tables(numbers_of(rules))


def numbers_of(rules: Ruleset) -> dict[str, Any]:
    """The tables as plain numbers, by the names of the kernel."""
    return _masks(rules) | _printed(rules) | _written(rules) | _options(rules)


def _is_number(card: Card) -> bool:
    return card.number is not None


def _asked(rules: Ruleset, top: Card, colour: Colour | None) -> Table:
    return Table(rules, tuple(range(rules.players)), 0, Opening(), top=top, colour=colour)


def _masks(rules: Ruleset) -> dict[str, Any]:
    wilds = _mask(lambda card: card.wild)
    sym = [_mask(lambda card, top=top: matches(_asked(rules, top, None), card)) & ~wilds for top in ALL_CARDS]  # type: ignore[misc]
    meets = []
    for kind in (Face.DRAW_TWO, Face.WILD_DRAW_FOUR):
        for colour in (*COLOURS, None):
            state = Round(_asked(rules, Card(Face.WILD), colour), (), Hidden())
            phase = Owing(0, 2, kind.value)
            meets.append(_mask(lambda card, s=state, p=phase: meets_debt(s, p, card)))  # type: ignore[misc]
    jumps = _mask(
        lambda card: (
            not card.wild
            and card.kind is not Kind.BLANK
            and (rules.jump_in is JumpIn.ALL or card.number is not None)
        )
    )
    return {
        "col": [*(_mask(lambda card, c=c: card.colour is c) for c in COLOURS), 0],  # type: ignore[misc]
        "sym": sym + [0] * (codes.KINDS - len(sym)),
        "meets": meets,
        "what": [_meant(what) for what in _WHAT],
        "same": [
            sum(1 << b for b in range(rules.players) if a < rules.players and rules.same_side(a, b))
            for a in range(10)
        ],
        "wilds": wilds,
        "fours": mask_of([Card(Face.WILD_DRAW_FOUR)]),
        "may_be_last": _mask(lambda card: may_be_last(rules, card)),
        "startable": _mask(rules.starts),
        "jumps": jumps,
        "numbers": _mask(_is_number),
        "swapping": mask_of(rules.swapping),
        "several_ways": mask_of(rules.swapping) | (_mask(_is_number) if rules.multi_play else 0),
    }


def _meant(what: What) -> int:
    if what is What.ANY:
        return mask_of(ALL_CARDS)
    if what in (What.WILD, What.NUMBER, What.WORD):
        return _mask(lambda card: card.kind is Kind(what.value))
    if what is What.CALLED_COLOUR:
        return 0
    return _mask(lambda card: card.colour is Colour(what.value))


def _printed(rules: Ruleset) -> dict[str, Any]:
    """What each card is and does as printed, and what it does when it is turned up first."""
    names = ("points", "owe", "skip", "turns", "swaps", "rotates", "start")
    found: dict[str, Any] = {name: [0] * codes.KINDS for name in names}
    found["colour_of"] = [COLOURS.index(c.colour) if c.colour else codes.NO_COLOUR for c in ALL_CARDS]
    found["colour_of"] += [codes.NO_COLOUR] * (codes.KINDS - len(ALL_CARDS))
    for card, effects in rules.effects.items():
        found["points"][card.order] = rules.points[card]
        for effect in effects:
            _print(found, card, effect)
        found["start"][card.order] = _start(card)
    found["deck"] = [card.order for card in rules.cards]
    return found


def _print(found: dict[str, Any], card: Card, effect: Effect) -> None:
    match effect:
        case Owe(count):
            found["owe"][card.order] = count
        case Skip(Who.NEXT):
            found["skip"][card.order] = 1
        case Reverse():
            found["turns"][card.order] = 1
        case Swap(Who.CHOSEN):
            found["swaps"][card.order] = 1
        case Rotate(way):
            found["rotates"][card.order] = 1 + tuple(Way).index(way)
        case _:
            raise UnsupportedRules([f"{PRINTED_OTHERWISE} ({card}: {effect})"])


def _start(card: Card) -> int:
    """The number of what the card does when it is turned up first (S7-S12)."""
    if card.wild:
        return codes.S_CALL_SWAP if card.face is Face.SWAP_HANDS else codes.S_CALL
    starts = {Face.DRAW_TWO: codes.S_DRAW, Face.REVERSE: codes.S_REVERSE, Face.SKIP: codes.S_SKIP}
    return starts.get(card.face, codes.S_PLAIN)


class _Writer:
    """Gathers written effects, one after the other, those inside dares and charades behind all others."""

    def __init__(self) -> None:
        self.rows: dict[str, list[int]] = {
            name: [] for name in ("op", "amount", "who", "to", "of", "sub_first", "sub_end")
        }

    def write(self, effects: tuple[Effect, ...]) -> tuple[int, int]:
        """Where the effects begin and end."""
        first = len(self.rows["op"])
        for effect in effects:
            self._row(effect)
        end = len(self.rows["op"])
        for at, effect in enumerate(effects, first):
            inner = getattr(effect, "otherwise", ()) + getattr(effect, "winner", ())
            if inner:
                self.rows["sub_first"][at], self.rows["sub_end"][at] = self.write(inner)
        return first, end

    def _row(self, effect: Effect) -> None:
        count = getattr(effect, "count", None)
        amount = -1 if count is None else count
        if isinstance(effect, Rotate):
            amount = tuple(Way).index(effect.way)
        row = {
            "op": codes.E_DRAW + _OPS.index(type(effect)),
            "amount": amount,
            "who": _who(getattr(effect, "who", None)),
            "to": _who(getattr(effect, "to", None)),
            "of": _WHAT.index(effect.what) if isinstance(effect, Discard) else 0,
            "sub_first": 0,
            "sub_end": 0,
        }
        for name, value in row.items():
            self.rows[name].append(value)


def _who(who: Who | None) -> int:
    return codes.W_NOBODY if who is None else _WHO.index(who)


def _written(rules: Ruleset) -> dict[str, Any]:
    names = ("rule_when", "rule_nth", "rule_first", "rule_end", "rule_draws", "rule_draws_two")
    found: dict[str, Any] = {name: [0] * codes.KINDS for name in names}
    writer = _Writer()
    for card, rule in rules.written:
        at = card.order
        found["rule_when"][at] = codes.RULE_ON_PLAY if rule.when is When.PLAY else codes.RULE_ON_DRAW
        found["rule_nth"][at] = rule.nth or 0
        found["rule_first"][at], found["rule_end"][at] = writer.write(rule.effects)
        found["rule_draws"][at] = _draws(rule, {Who.NEXT, Who.OTHERS, Who.EVERYONE})
        found["rule_draws_two"][at] = _draws(rule, {Who.NEXT, Who.OTHERS, Who.EVERYONE, Who.PREVIOUS})
    if len(writer.rows["op"]) > codes.MAX_EFFECTS:
        raise UnsupportedRules([TOO_MUCH_WRITTEN])
    played = mask_of(card for card, rule in rules.written if rule.when is When.PLAY)
    moving = {
        card for card, effects in rules.effects.items() if any(isinstance(e, Swap | Rotate) for e in effects)
    }
    return (
        found
        | writer.rows
        | {
            "ruled": played,
            "has_effect": played | mask_of(rules.debts) | mask_of(moving),
            "drawn_rules": int(any(rule.when is When.DRAW for _, rule in rules.written)),
            "plain": int(
                not rules.written and not (rules.multi_play and any(map(_is_number, rules.swapping)))
            ),
        }
    )


def _draws(rule: WrittenRule, including: set[Who]) -> int:
    """How many cards the rule makes the next player draw unconditionally (W9)."""
    return sum(e.count for e in rule.effects if isinstance(e, Draw) and e.who in including)


def _options(rules: Ruleset) -> dict[str, Any]:
    return {
        "players": rules.players,
        "four_mode": (WildDrawFour.BLUFF, WildDrawFour.STRICT, WildDrawFour.FREE).index(rules.wild_draw_four),
        "stacking": int(rules.stacking is not Stacking.NONE),
        "uno_penalty": rules.uno_penalty,
        "false_catch": rules.false_catch_penalty,
        "challenge_failed": rules.challenge_failed,
        "closes_late": int(rules.catch_window is CatchWindow.NEXT_DONE),
        "must_play": int(rules.drawn_card is DrawnCard.MUST_PLAY),
        "renege": int(rules.renege),
        "draw_to_match": int(rules.draw_to_match),
        "multi_play": int(rules.multi_play),
        "hand_size": rules.hand_size,
        "draw_limit": codes.NO_LIMIT if rules.draw_limit is None else rules.draw_limit,
        "first_seat": -1 if rules.first_seat is None else rules.first_seat,
        "reverse_dealer": int(rules.start_reverse is StartReverse.DEALER),
        "skip_dealer": int(rules.start_skip is StartSkip.DEALER),
        "jump_in": int(rules.jump_in is not JumpIn.NONE),
        "first_to": int(rules.scoring is Scoring.FIRST_TO),
    }


assert UNSEEN.order == codes.KINDS - 1  # noqa: S101 - the kernel's numbers of cards are their orders
