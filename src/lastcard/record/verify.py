"""Verifies the deals of a record: does the order of the cards follow from the commitments (docs/deals.md)?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from lastcard.dealing import (
    ABSENT,
    BOT,
    Proof,
    Shuffles,
    deal_order,
    dealer_order,
    first_link,
    rules_digest,
)
from lastcard.match import draw_for_dealer
from lastcard.record.errors import RecordError
from lastcard.record.notation import DealEntry, Header, Record, ShuffledOrder, rules_text
from lastcard.record.replay import ReplayStep, order_of_deal, replay
from lastcard.rules.events import RoundBegan

if TYPE_CHECKING:
    from collections.abc import Iterator


class FindingStatus(Enum):
    """The result of a check; a note is for the reader to compare."""

    HOLDS = "holds"
    NOTE = "note"
    WRONG = "does not hold"
    MISSING = "missing"

    @property
    def fails(self) -> bool:
        """Whether the deal is not proven."""
        return self in (FindingStatus.WRONG, FindingStatus.MISSING)


@dataclass(frozen=True, slots=True)
class Finding:
    """A result about round `number` of the record; `line` is the line of the record that it is about."""

    number: int
    verdict: FindingStatus
    text: str
    line: int


def verify(record: Record) -> Iterator[Finding]:
    """Yield what holds of the record's deals, round by round, and of its play; ends at an entry that cannot be played."""
    check: _DealCheck | None = None
    before: Proof | None = None
    number = 0
    try:
        for step in replay(record):
            if isinstance(step.entry, DealEntry):
                number += 1
                before = before if check is None or check.proof is None else check.proof
                check = _DealCheck(number, record.header, step.entry, before)
                yield from check.deal(step)
            if check is not None:
                yield from check.shuffles(step.entry.shuffled)
    except RecordError as error:
        yield Finding(number, FindingStatus.WRONG, f"the rules allow all of it: {error.why}", error.line)
        return
    if number == 0:
        yield Finding(0, FindingStatus.MISSING, "there is no round in this record", record.header.line)
    else:
        yield Finding(
            number, FindingStatus.HOLDS, "the rules allow all of it, up to its end", record.header.line
        )


class _DealCheck:
    """The checks of one round's deal."""

    def __init__(self, number: int, header: Header, entry: DealEntry, before: Proof | None) -> None:
        """`before` is the latest proof of an earlier round in the same record."""
        self.proof = entry.proof
        self._number, self._header, self._entry, self._before = number, header, entry, before
        self._made = 0
        self._shuffles: Shuffles | None = None
        if entry.proof is not None and entry.proof.secret is not None:
            self._shuffles = Shuffles(entry.proof.secret, entry.proof.contributions)

    def _find(self, verdict: FindingStatus, text: str, line: int = 0) -> Finding:
        return Finding(self._number, verdict, text, line or self._entry.line)

    def _check(self, holds: bool, text: str, line: int = 0) -> Finding:  # noqa: FBT001 - the outcome of the check
        return self._find(FindingStatus.HOLDS if holds else FindingStatus.WRONG, text, line)

    def deal(self, step: ReplayStep) -> Iterator[Finding]:
        """Check the commitment, its link to the one before, the contributions, and the order dealt."""
        proof = self.proof
        if proof is None:
            yield self._find(
                FindingStatus.MISSING,
                "this record does not say what the deal was bound to: nothing can be checked",
            )
            return
        yield self._find(FindingStatus.NOTE, f"this is round {proof.number} of the game {proof.game}")
        yield self._link(proof)
        yield from self._contributions(proof)
        if proof.secret is None:
            said = "the secret was not opened, so the deal cannot be checked: such a round counts for nothing"
            yield self._find(FindingStatus.MISSING, said)
            return
        digest = rules_digest(rules_text(self._header.rules))
        yield self._check(
            proof.commits(digest),
            f"the commitment {proof.commitment.hex()} is that to the secret, the game, the round, the rules and "
            "the commitment before",
        )
        yield self._order(proof.contributions, proof.secret, step)
        if self._number == 1 and self._header.draws:
            yield self._drawn(proof.contributions, proof.secret)

    def _link(self, proof: Proof) -> Finding:
        before = self._before
        if proof.number == 1:
            return self._check(proof.previous == first_link(proof.game), "it hangs on the name of the game")
        if before is None or (before.game == proof.game and before.number < proof.number - 1):
            return self._find(
                FindingStatus.NOTE,
                f"it hangs on the commitment {proof.previous.hex()} of round {proof.number - 1}, which is not in "
                "this record: compare it with that round's",
            )
        return self._check(
            (before.game, before.number, before.commitment) == (proof.game, proof.number - 1, proof.previous),
            "it hangs on the commitment of the round before",
        )

    def _contributions(self, proof: Proof) -> Iterator[Finding]:
        given = dict(proof.contributions)
        yield self._check(
            set(given) == set(self._entry.hands), "every seat that got cards has a contribution, and no other"
        )
        people = [seat for seat, value in given.items() if value not in (BOT, ABSENT)]
        if people:
            yield self._find(
                FindingStatus.NOTE,
                f"contributed by {', '.join(f'seat {seat}' for seat in people)}: compare it with theirs",
            )
        else:
            yield self._find(FindingStatus.NOTE, "no person contributed: the server alone made this order")

    def _order(self, given: tuple[tuple[int, bytes], ...], secret: bytes, step: ReplayStep) -> Finding:
        dealt = step.events[0]
        dealer = dealt.dealer if isinstance(dealt, RoundBegan) else 0
        order = order_of_deal(self._entry.hands, self._entry.pile, dealer)
        return self._check(
            deal_order(self._header.rules.cards, secret, given) == order,
            f"the order of the {len(order)} cards dealt follows from the secret and the contributions",
        )

    def _drawn(self, given: tuple[tuple[int, bytes], ...], secret: bytes) -> Finding:
        rules = self._header.rules
        again = Shuffles(secret, given, label="dealer")
        drawing = draw_for_dealer(
            rules, range(rules.players), dealer_order(rules.cards, secret, given), again
        )
        return self._check(
            drawing.draws == self._header.draws, "the cards drawn for the deal follow from them as well"
        )

    def shuffles(self, shuffled: tuple[ShuffledOrder, ...]) -> Iterator[Finding]:
        """Check each shuffle after the deal."""
        if self._shuffles is None:
            return
        for order in shuffled:
            self._made += 1
            cards = len(order.cards)
            yield self._check(
                self._shuffles(order.cards) == order.cards,
                f"shuffle {self._made}, of {cards} {'card' if cards == 1 else 'cards'}, follows from them",
                order.line,
            )
