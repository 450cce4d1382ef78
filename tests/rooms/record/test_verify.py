"""Verifying: deals that were bound pass, and every way to change one afterwards is found."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from lastcard.dealing import (
    BOT,
    Proof,
    Shuffles,
    commit,
    deal_order,
    dealer_order,
    first_link,
    rules_digest,
)
from lastcard.match import draw_for_dealer
from lastcard.record import (
    ActEntry,
    DealEntry,
    Header,
    Record,
    RecordEntry,
    read_record,
    rules_text,
    write_record,
)
from lastcard.record.verify import Finding, FindingStatus, verify
from lastcard.rules.cards import parse_card
from lastcard.rules.deal import begin
from lastcard.rules.events import RoundBegan
from lastcard.rules.ruleset import Ruleset, ruleset
from tests.laws.walker.play import Style
from tests.laws.walker.rules_at_random import rules_at_random
from tests.rooms.record.proven import GAME, Proven
from tests.rooms.record.random_records import Played

QUICK = Style(draw=0.1, uno=0.9, aside=0.1, leave=0, wrong=0)


def failing(record: Record) -> list[Finding]:
    """What does not hold, after the record went through its text."""
    return [found for found in verify(read_record(write_record(record))) if found.verdict.fails]


@cache
def match_record() -> Record:
    """A proven match of three rounds in which discards are shuffled."""
    rules = ruleset("classic", players=3, hand_size=9, target=5000)
    records = (Proven(rules, Random(s), to_the_end=True, style=QUICK).record for s in range(99))
    return next(r for r in records if len(deals(r)) == 3 and any(map(shuffles, r.entries)))


def quick(seed: int) -> Record:
    """A proven round."""
    return Proven(ruleset("classic", players=3), Random(seed), 1, to_the_end=True, style=QUICK).record


def deals(record: Record) -> list[DealEntry]:
    """The rounds of the record."""
    return [entry for entry in record.entries if isinstance(entry, DealEntry)]


def shuffles(entry: RecordEntry) -> int:
    """How often cards were shuffled there."""
    return len(entry.shuffled)


def changed(record: Record, at: int, /, **parts: object) -> Record:
    """The record with other parts in the proof of a round."""
    entry = deals(record)[at - 1]
    assert entry.proof is not None
    other = replace(entry, proof=replace(entry.proof, **parts))
    return Record(record.header, tuple(other if e is entry else e for e in record.entries))


@pytest.mark.rule("S3", "S6", "T5")
@pytest.mark.parametrize("seed", range(12))
def test_a_proven_match_of_any_rules_holds(seed: int) -> None:
    """Deals, reshuffles, piles put back and deals made anew all follow from secret and contributions."""
    random = Random(seed)
    record = Proven(rules_at_random(random, seed), random).record
    assert failing(record) == []


@pytest.mark.parametrize(
    ("number", "parts", "said"),
    [
        (1, {"secret": bytes(32)}, ["the commitment", "the order"]),
        (
            1,
            {"game": "0" * 32},
            ["it hangs on the name", "the commitment", "it hangs on the commitment of the round"],
        ),
        (1, {"commitment": bytes(32)}, ["the commitment", "it hangs on the commitment of the round"]),
        (1, {"previous": bytes(32)}, ["it hangs on the name", "the commitment"]),
        (2, {"previous": bytes(32)}, ["it hangs on the commitment of the round", "the commitment"]),
        (2, {"number": 1}, ["it hangs on the name", "the commitment"]),
        (2, {"secret": None}, ["the secret was not opened"]),
        (3, {"contributions": ((0, BOT), (1, BOT), (2, BOT))}, ["the order"]),
        (3, {"contributions": ()}, ["every seat that got cards", "the order"]),
    ],
)
def test_a_changed_proof_is_found(number: int, parts: dict[str, object], said: list[str]) -> None:
    """Another secret, game, number, commitment, link or contribution does not fit what was dealt."""
    texts = [f.text for f in failing(changed(match_record(), number, **parts))]
    relevant = [text for text in texts if not text.startswith("shuffle ")]
    assert [text[: len(start)] for text, start in zip(relevant, said, strict=True)] == said


def swapped(record: Record) -> Record:
    """The record with two cards of the pile of its last round exchanged, where nobody drew that deep."""
    entry = deals(record)[-1]
    pile = (*entry.pile[:-2], entry.pile[-1], entry.pile[-2])
    assert pile != entry.pile
    other = replace(entry, pile=pile)
    return Record(record.header, tuple(other if e is entry else e for e in record.entries))


def test_two_cards_exchanged_at_the_bottom_of_the_pile_are_found() -> None:
    """The order must follow to its last card, also where nobody saw it."""
    records = map(quick, range(99))
    record = next(
        r for r in records if len(set(deals(r)[0].pile[-2:])) == 2 and not any(map(shuffles, r.entries))
    )
    assert failing(record) == []
    (found,) = failing(swapped(record))
    assert "the order of the 108 cards dealt" in found.text
    assert found.verdict is FindingStatus.WRONG


@pytest.mark.rule("T5")
def test_a_shuffle_that_was_made_otherwise_is_found_at_its_line() -> None:
    """A reshuffle of the same cards in another order is named with its line, and so are its number and size."""
    record = match_record()
    last = max(i for i, entry in enumerate(record.entries) if isinstance(entry, ActEntry) and entry.shuffled)
    entries, act = record.entries[:last], record.entries[last]
    order = act.shuffled[-1]
    other = replace(act, shuffled=(*act.shuffled[:-1], replace(order, cards=order.cards[::-1])))
    text = write_record(Record(record.header, (*entries, other)))
    found = [f for f in verify(read_record(text)) if f.verdict.fails]
    assert len(found) == 1
    assert f", of {len(order.cards)} card" in found[0].text
    assert text.splitlines()[found[0].line - 1].startswith("shuffled:")


def test_rules_that_were_changed_are_found() -> None:
    """The commitment is to the rules as well."""
    record = quick(1)
    other = replace(record.header, rules=ruleset("classic", players=3, target=400))
    (found,) = failing(Record(other, record.entries))
    assert found.text.startswith("the commitment")


def test_an_act_against_the_rules_is_found() -> None:
    """The deal may be right and the play wrong."""
    record = quick(1)
    (found,) = failing(Record(record.header, (*record.entries, record.entries[-1])))
    assert (found.verdict, found.text) == (
        FindingStatus.WRONG,
        "the rules allow all of it: no round is under way",
    )


def test_a_record_without_a_proof_says_so() -> None:
    """For each round, and it counts as not shown; so does a record without any round."""
    record = Played(ruleset("classic"), Random(1), 2, to_the_end=True, style=QUICK).record
    found = failing(record)
    assert [f.verdict for f in found] == [FindingStatus.MISSING] * len(deals(record))
    assert "does not say what the deal was bound to" in found[0].text
    assert [f.text for f in failing(Record(record.header))] == ["there is no round in this record"]


def test_a_later_round_alone_says_what_to_compare() -> None:
    """The commitment before is not in the record: a note names it, and nothing fails for that."""
    entry = deals(match_record())[2]
    assert entry.proof is not None
    header = replace(match_record().header, dealer=_dealer(match_record(), 3))
    found = list(verify(Record(header, (entry,))))
    assert not [f for f in found if f.verdict.fails]
    (link,) = [f for f in found if f.text.startswith("it hangs on")]
    assert link.verdict is FindingStatus.NOTE
    assert entry.proof.previous.hex() in link.text


def _dealer(record: Record, number: int) -> int:
    """Who deals in that round: the deal passes to the left (S5)."""
    return (record.header.dealer + number - 1) % record.header.rules.players


def test_a_deal_without_any_person_s_contribution_is_noted() -> None:
    """Then the server alone chose, and the record says so without failing."""
    record = alone(ruleset("classic", players=2))
    assert failing(record) == []
    assert any("the server alone" in f.text and f.verdict is FindingStatus.NOTE for f in verify(record))


def alone(rules: Ruleset, *, drawn: bool = False, other: bool = False) -> Record:
    """A deal of bots; `drawn` is whether the dealer is drawn from it too, `other` from another secret."""
    secret, given = b"s" * 32, tuple((seat, BOT) for seat in range(rules.players))
    digest, previous = rules_digest(rules_text(rules)), first_link(GAME)
    proof = Proof(GAME, 1, previous, commit(secret, GAME, 1, digest, previous), given, secret)
    source = b"o" * 32 if other else secret
    again = Shuffles(source, given, label="dealer")
    drawing = draw_for_dealer(rules, range(rules.players), dealer_order(rules.cards, source, given), again)
    dealer = drawing.dealer if drawn else 0
    order = deal_order(rules.cards, secret, given)
    dealt = begin(rules, dealer, order, Shuffles(secret, given))[0]
    assert isinstance(dealt, RoundBegan)
    hands = dict(enumerate(dealt.hands))
    header = Header(rules, dealer, drawing.draws if drawn else ())
    return Record(header, (DealEntry(hands, dealt.pile, proof=proof),))


@pytest.mark.rule("S2")
def test_the_draw_for_the_deal_is_verified() -> None:
    """Cards drawn for the deal follow from the first round's secret; drawn from another one, they do not hold."""
    rules = ruleset("classic", players=4, start_wild="call")
    assert failing(alone(rules, drawn=True)) == []
    (found,) = failing(alone(rules, drawn=True, other=True))
    assert found.text.startswith("the cards drawn for the deal")


def test_a_card_of_another_deck_is_no_fault_of_the_program() -> None:
    """A deal with cards that the deck does not hold is refused by the rules, in a finding."""
    record = alone(ruleset("classic", players=2))
    entry = deals(record)[0]
    other = replace(entry, pile=(*entry.pile[:-1], parse_card("WS")))
    (found,) = failing(Record(record.header, (other,)))
    assert found.text.startswith("the rules allow all of it")
