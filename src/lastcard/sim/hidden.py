"""What a seat knows of cards that it does not hold, and the same round with all that it does not know redealt.

For search with hidden information.

`known_of` follows the events of a record as the seat saw them. It concludes nothing from what others did: who draws may still
have had a card that fits, and after the discards were shuffled all unseen cards count alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from lastcard.record import replay
from lastcard.rules import events as ev
from lastcard.rules.effects import When
from lastcard.rules.errors import LastcardError
from lastcard.sim.kernel import codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from lastcard.record import Record
    from lastcard.rules.cards import Card
    from lastcard.rules.ruleset import Ruleset
    from lastcard.sim.kernel import KernelGame

Known = dict[int, dict[int, int]]
"""Cards that are known to be in hands: for each seat how many of each card, by `order`."""

_TRIES: Final = 20_000


def known_of(record: Record, seat: int) -> Known:
    """The cards that the seat knows to be in others' hands where the record ends: shown, given, or in a hand that moved."""
    knowledge = _Knowledge(record.header.rules, seat)
    for step in replay(record):
        for event in step.events:
            knowledge.follow(event)
    return {
        other: {card.order: n for card, n in held.items()}
        for other, held in enumerate(knowledge.known)
        if held and other != seat
    }


class _Knowledge:
    """What a seat knows to be in each hand, and what is in them; its own is all known."""

    def __init__(self, rules: Ruleset, seat: int) -> None:
        self._seat = seat
        self._drawn_rules = {card for card, rule in rules.written if rule.when is When.DRAW}
        self.known: list[Counter[Card]] = [Counter() for _ in range(rules.players)]
        self._held: list[Counter[Card]] = [Counter() for _ in range(rules.players)]

    def follow(self, event: ev.Event) -> None:
        """Something happened."""
        match event:
            case ev.RoundBegan(hands=hands):
                self._held = [Counter(hand) for hand in hands]
                self.known = [Counter() for _ in hands]
            case ev.Drew(seat=seat, cards=cards):
                self._held[seat] += Counter(cards)
            case ev.Played(seat=seat, cards=cards) | ev.Discarded(seat=seat, cards=cards):
                self._held[seat] -= Counter(cards)
                self.known[seat] -= Counter(cards)
            case ev.Gave():
                self._gave(event)
            case ev.HandsMoved(hands=hands):
                self._moved({seat: Counter(hand) for seat, hand in hands})
            case ev.Shown(seat=seat, to=to) if to == self._seat:
                self.known[seat] = self._held[seat].copy()
            case ev.Challenged(by=by, accused=accused, hand=hand) if by == self._seat:
                self.known[accused] |= Counter(hand) & self._held[accused]
            case ev.RuleInvoked(seat=seat, card=card) if card in self._drawn_rules:
                self.known[seat] = (self.known[seat] + Counter([card])) & self._held[seat]
            case _:
                pass
        self.known[self._seat] = self._held[self._seat].copy()

    def _gave(self, event: ev.Gave) -> None:
        cards, all_of_it = Counter(event.given), Counter(event.given) == self._held[event.seat]
        known = self.known[event.seat]
        self._held[event.seat] -= cards
        self._held[event.to] += cards
        if self._seat in (event.seat, event.to):
            self.known[event.seat] = known - cards
            self.known[event.to] = self.known[event.to] + cards
        else:  # any card of the hand may have gone
            self.known[event.to] = self.known[event.to] + (known if all_of_it else Counter())
            self.known[event.seat] = Counter()

    def _moved(self, hands: Mapping[int, Counter[Card]]) -> None:
        """Each hand is another's of before; of equal hands it does not matter whose."""
        before = {seat: (self._held[seat], self.known[seat]) for seat in hands}
        for seat, hand in hands.items():
            source = next(other for other, (held, _) in before.items() if held == hand)
            self.known[seat] = before.pop(source)[1]
            self._held[seat] = hand


def redeal_hidden(
    game: KernelGame, seat: int, known: Mapping[int, Mapping[int, int]], chance: np.random.Generator
) -> None:
    """Redeal what the seat that is asked cannot see among the other hands and the pile, uniformly at random.

    `known` stays where it is.

    Hands keep their sizes. Of a card that somebody else has just drawn, or of a discard that somebody else must pick, it is
    known that there is one. Other chance follows. ValueError where the hands do not hold what is known; LastcardError where no
    other deal was found.
    """
    state = game.state()
    hands: list[Mapping[int, int]] = state["hands"]
    _check_known(known, hands, seat)
    others = [other for other in range(len(hands)) if other != seat and hands[other]]
    fixed = {other: Counter(known.get(other, {})) for other in others}
    drawer, drawn = state["drawer"], state["drawn"]
    if drawer in fixed and state["phase"] != codes.DRAWN and drawn in hands[drawer]:
        fixed[drawer] |= Counter([drawn])  # its written rule is being carried out, for all to see (H7)
    loose = Counter(state["pile"])
    for other in others:
        loose += Counter(hands[other]) - fixed[other]
    unseen, bound = list(loose.elements()), _may_be(game, state, seat)
    for _ in range(_TRIES):
        chance.shuffle(unseen)
        _hold(game, state, seat, fixed, unseen, chance)
        if not bound or _may_be(game, state, seat):
            game.seed(int(chance.integers(2**63)) << 1)
            return
    game.hold(hands, state["pile"], state["drawn"], state["from_has"])
    raise LastcardError(f"in {_TRIES} deals none could be that of the round")


def _check_known(
    known: Mapping[int, Mapping[int, int]], hands: Sequence[Mapping[int, int]], seat: int
) -> None:
    if not isinstance(known, Mapping) or not all(isinstance(cards, Mapping) for cards in known.values()):
        raise ValueError(f"known: cards and how many of them are needed for each seat, not {known!r}")
    for other, cards in known.items():
        if other == seat or not 0 <= other < len(hands) or Counter(cards) - Counter(hands[other]):
            raise ValueError(f"known: seat {other} does not hold {dict(cards)}, hidden from seat {seat}")


def _hold(
    game: KernelGame,
    state: Mapping[str, Any],
    seat: int,
    fixed: Mapping[int, Counter[int]],
    unseen: Sequence[int],
    chance: np.random.Generator,
) -> None:
    """Give out the unseen cards in this order."""
    hands, at = [dict(hand) for hand in state["hands"]], 0
    for other, cards in fixed.items():
        end = at + sum(hands[other].values()) - cards.total()
        hands[other] = dict(cards + Counter(unseen[at:end]))
        at = end
    drawer, accused = state["drawer"], state["accused"]
    drawn, from_has = state["drawn"], state["from_has"]
    if drawn >= 0 and drawer != seat and state["phase"] == codes.DRAWN and not fixed[drawer][drawn]:
        drawn = _some_of(Counter(hands[drawer]) - fixed[drawer], 1, chance)[0]
    if from_has and accused != seat:
        from_has = _mask(_some_of(Counter(hands[accused]), state["from_size"], chance))
    game.hold(hands, unseen[at:], drawn, from_has)


def _some_of(cards: Counter[int], count: int, chance: np.random.Generator) -> list[int]:
    """Up to this many of the cards."""
    found = list(cards.elements())
    chance.shuffle(found)
    return found[:count]


def _mask(cards: Iterable[int]) -> int:
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def _may_be(game: KernelGame, state: Mapping[str, Any], seat: int) -> bool:
    """Whether somebody else who waits in the middle of an act holds what the round waits for."""
    other = state["seat"]
    if other == seat:
        return True
    if state["phase"] == codes.DRAWN:
        return any(action & codes.VERB_BITS == codes.PLAY for action in game.legal(other))
    if state["phase"] == codes.PICKING and state["taker"] < 0:
        meant = {
            action >> 5 & codes.CARD_BITS
            for action in game.legal(other)
            if action & codes.VERB_BITS == codes.DISCARD
        }
        held: Mapping[int, int] = game.state()["hands"][other]
        picks: int = state["picks"]
        return sum(n for card, n in held.items() if card in meant) > picks
    return True
