"""Commitments, streams and orders are what docs/deals.md says, byte by byte."""

from __future__ import annotations

import ast
import hashlib
import json
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

import lastcard.dealing
from lastcard.dealing import (
    ABSENT,
    BOT,
    NumberStream,
    Proof,
    Shuffles,
    commit,
    contribution_text,
    deal_order,
    dealer_order,
    first_link,
    read_contribution,
    read_hash,
    rules_digest,
    shuffled,
)
from lastcard.rules.cards import parse_cards
from lastcard.rules.ruleset import ruleset
from tests.rooms.dealing import told, vectors

SECRET = bytes(range(32))
RULES = bytes(32)
GIVEN = ((0, bytes(16)), (1, BOT), (2, ABSENT))
CARDS = ruleset("classic").cards


def field(part: bytes) -> bytes:
    """A part after its length, written down a second time."""
    return bytes([0, 0, len(part) >> 8, len(part) & 255]) + part


# What is hashed


def test_a_commitment_is_the_hash_of_its_parts_after_their_lengths() -> None:
    """Domain, kind, secret, game, number, rules and previous commitment go into SHA-256, each after its length."""
    parts = (b"lastcard deal 1", b"commit", SECRET, b"ab", b"12", RULES, b"p" * 32)
    by_hand = hashlib.sha256(b"".join(map(field, parts))).digest()
    assert commit(SECRET, "ab", 12, RULES, b"p" * 32) == by_hand


def test_links_and_digests_are_hashes_of_their_own_kind() -> None:
    """The first link and the digest of rules are told apart by their kinds."""
    domain = field(b"lastcard deal 1")
    assert first_link("ab") == hashlib.sha256(domain + field(b"first") + field(b"ab")).digest()
    assert rules_digest("x\n") == hashlib.sha256(domain + field(b"rules") + field(b"x\n")).digest()


@pytest.mark.parametrize("changed", range(5))
def test_a_commitment_binds_every_part(changed: int) -> None:
    """Another secret, game, round, rules or previous commitment is another commitment."""
    parts = [SECRET, "game", 3, RULES, bytes(32)]
    others = [bytes(32), "gamf", 4, b"\1" * 32, b"\1" * 32]
    other = [*parts[:changed], others[changed], *parts[changed + 1 :]]
    assert commit(*parts) != commit(*other)


@pytest.mark.parametrize("wrong", [(31, 32, 32), (32, 31, 32), (32, 32, 33), (0, 32, 32)])
def test_parts_of_a_wrong_length_are_refused(wrong: tuple[int, int, int]) -> None:
    """A secret, digest or link that is not of 32 bytes is no part of a commitment."""
    secret, rules, previous = map(bytes, wrong)
    with pytest.raises(ValueError, match="32 bytes"):
        commit(secret, "game", 1, rules, previous)


def test_a_proof_commits_to_its_secret_only() -> None:
    """A proof holds with the secret, and neither with another one nor without any."""
    made = commit(SECRET, "ab", 1, RULES, bytes(32))
    assert Proof("ab", 1, bytes(32), made, GIVEN, SECRET).commits(RULES)
    assert not Proof("ab", 1, bytes(32), made, GIVEN, bytes(32)).commits(RULES)
    assert not Proof("ab", 1, bytes(32), made, GIVEN).commits(RULES)


@pytest.mark.parametrize("value", [bytes(range(16)), BOT, ABSENT])
def test_contributions_are_written_and_read(value: bytes) -> None:
    """What is written of a contribution reads back as the same."""
    assert read_contribution(contribution_text(value)) == value


@pytest.mark.parametrize(
    "text", ["", "0" * 31, "0" * 33, "g" * 32, "A" * 32, "Bot", " bot", "0" * 5000, "٣" * 32]
)
def test_other_contributions_are_refused(text: str) -> None:
    """A contribution is 32 small hex digits or one of two words; what is said about another one is short."""
    with pytest.raises(ValueError, match="32 hex digits") as caught:
        read_contribution(text)
    assert len(str(caught.value)) < 200


def test_hashes_are_read() -> None:
    """A hash is 64 hex digits and nothing else."""
    assert read_hash("0f" * 32) == b"\x0f" * 32
    with pytest.raises(ValueError, match="64 hex digits"):
        read_hash("0f" * 31)


# The stream


def test_a_stream_is_shake_256_of_secret_label_and_contributions() -> None:
    """Words of two bytes are taken from SHAKE-256 over secret, label, and seat and contribution of each seat."""
    parts = (b"lastcard deal 1", b"stream", SECRET, b"deal", b"0", bytes(16), b"1", b"bot", b"2", b"absent")
    out = hashlib.shake_256(b"".join(map(field, parts))).digest(2000)
    stream = NumberStream(SECRET, GIVEN, "deal")
    assert [stream.word() for _ in range(1000)] == [
        int.from_bytes(out[i : i + 2], "big") for i in range(0, 2000, 2)
    ]


def test_seats_are_told_in_their_order() -> None:
    """The order in which contributions came plays no part."""
    one, other = NumberStream(SECRET, GIVEN, "deal"), NumberStream(SECRET, GIVEN[::-1], "deal")
    assert [one.word() for _ in range(9)] == [other.word() for _ in range(9)]


class Words(NumberStream):
    """A stream of given words."""

    def __init__(self, *words: int) -> None:
        self.words = list(words)

    def word(self) -> int:
        """See Stream."""
        return self.words.pop(0)


@pytest.mark.parametrize(
    ("bound", "words", "number"),
    [
        (3, [65535, 65534], 2),
        (3, [65534], 2),
        (108, [65448, 65447], 107),
        (65536, [65535], 65535),
        (1, [7], 0),
    ],
)
def test_words_that_would_favour_small_numbers_are_passed_over(
    bound: int, words: list[int], number: int
) -> None:
    """Only words below the largest multiple of the bound count, and their remainder is the number."""
    stream = Words(*words)
    assert stream.below(bound) == number
    assert stream.words == []


@pytest.mark.tier("default")
def test_every_number_has_as_many_words() -> None:
    """Over all words, each number under a bound comes equally often."""
    for bound in (2, 3, 5, 108, 224):
        stream = Words(*range(65536), 0)
        counts = Counter(stream.below(bound) for _ in range(65536 - 65536 % bound))
        assert set(counts.values()) == {65536 // bound}


@pytest.mark.parametrize("bound", [0, -1, 65537])
def test_bounds_out_of_range_are_refused(bound: int) -> None:
    """There is no number below 0, and none beyond a word."""
    with pytest.raises(ValueError, match="a bound from 1 to 65536"):
        NumberStream(SECRET, GIVEN, "deal").below(bound)


# Orders


@pytest.mark.rule("S3")
def test_every_order_of_the_cards_comes_from_exactly_one_row_of_numbers() -> None:
    """Fisher–Yates: the 120 rows of numbers for five cards give the 120 orders, each once."""
    cards = parse_cards("B1 G1 R1 W Y1")
    rows = product(range(5), range(4), range(3), range(2))
    orders = [shuffled(cards, lambda bound, row=row: row[len(cards) - bound]) for row in rows]  # type: ignore[misc]
    assert sorted(orders) == sorted(permutations(cards))


def test_the_numbers_are_asked_for_from_the_deck_s_size_down() -> None:
    """The bounds are n, n - 1, … 2: the last place is filled first."""
    bounds: list[int] = []

    def below(bound: int) -> int:
        bounds.append(bound)
        return 0

    shuffled(CARDS, below)
    assert bounds == list(range(108, 1, -1))


@pytest.mark.rule("S3", "S6", "T5")
def test_the_order_before_plays_no_part() -> None:
    """Cards are sorted by their tokens before they are shuffled."""
    assert deal_order(CARDS, SECRET, GIVEN) == deal_order(CARDS[::-1], SECRET, GIVEN)
    assert shuffled(parse_cards("Y1 W R1 B1 W+4"), lambda bound: bound - 1) == parse_cards("B1 R1 W W+4 Y1")


@pytest.mark.rule("S3")
def test_a_deal_holds_the_same_cards() -> None:
    """No card is lost or added."""
    assert Counter(deal_order(CARDS, SECRET, GIVEN)) == Counter(CARDS)


def test_secret_and_every_contribution_make_the_order() -> None:
    """Another secret, another contribution of any seat, or another mark is another order."""
    order = deal_order(CARDS, SECRET, GIVEN)
    others = [
        deal_order(CARDS, bytes(32), GIVEN),
        deal_order(CARDS, SECRET, ((0, b"\1" * 16), *GIVEN[1:])),
        deal_order(CARDS, SECRET, ((0, BOT), *GIVEN[1:])),
        deal_order(CARDS, SECRET, ((0, ABSENT), *GIVEN[1:])),
        deal_order(CARDS, SECRET, GIVEN[:2]),
        dealer_order(CARDS, SECRET, GIVEN),
    ]
    assert len({order, *others}) == 7


@pytest.mark.rule("S6", "T5")
def test_each_shuffle_of_a_round_has_a_stream_of_its_own() -> None:
    """The k-th shuffle after the deal uses the label `shuffle k`, also when a server takes the round up in between."""
    shuffle = Shuffles(SECRET, GIVEN)
    rows = [shuffle(CARDS) for _ in range(4)]
    assert rows[2] == shuffled(CARDS, NumberStream(SECRET, GIVEN, "shuffle 3").below)
    assert Shuffles(SECRET, GIVEN, so_far=3)(CARDS) == rows[3]
    assert len({*rows, deal_order(CARDS, SECRET, GIVEN)}) == 5


# Vectors, and what the room may know


def test_the_vectors_are_what_this_implementation_gives() -> None:
    """The file that the web client is tested with is the one that is made now."""
    assert vectors.FILE.read_text(encoding="utf-8") == vectors.text()


def test_the_vectors_pass_over_words() -> None:
    """A verifier that forgets to pass over words fails at each of the deals."""
    for deal in vectors.vectors()["deals"]:
        given = tuple((c["seat"], read_contribution(c["value"])) for c in deal["contributions"])
        stream = NumberStream(bytes.fromhex(deal["secret"]), given, "deal")
        careless = shuffled(parse_cards(deal["cards"]), lambda bound, stream=stream: stream.word() % bound)  # type: ignore[misc]
        assert vectors.tokens(careless) != deal["order"]


@pytest.mark.parametrize("deal", [d for d in json.loads(told.FILE.read_text("utf-8")) if d["secret"]])
def test_what_the_page_is_tested_with_holds_here_too(deal: dict[str, Any]) -> None:
    """Each deal that a server told of, in the file that the page's tests read, is what its secret makes of it."""
    secret, game = bytes.fromhex(deal["secret"]), deal["game"]
    given = tuple((c["seat"], read_contribution(c["value"])) for c in deal["contributions"])
    made = commit(secret, game, deal["number"], rules_digest(deal["rules"]), bytes.fromhex(deal["previous"]))
    assert made.hex() == deal["commitment"]
    assert (deal["number"] == 1) == (deal["previous"] == first_link(game).hex())
    order = parse_cards(deal["order"])
    assert deal_order(order, secret, given) == order
    again = Shuffles(secret, given)
    for text in deal["shuffles"]:
        assert vectors.tokens(again(parse_cards(text))) == text
    drawn = [card for draw in deal["draws"] for _, card in draw]
    assert drawn == [card.token for card in dealer_order(order, secret, given)[: len(drawn)]]


def test_dealing_knows_cards_and_nothing_else() -> None:
    """The room imports of Lastcard only the cards, and from outside only what hashes and describes."""
    folder = Path(lastcard.dealing.__file__).parent
    found = set()
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add(node.module or "")
    inside = {name for name in found if name.startswith("lastcard.") and "dealing" not in name}
    assert inside == {"lastcard.rules.cards"}
    outside = {name for name in found if not name.startswith("lastcard")}
    assert outside <= {"__future__", "collections.abc", "dataclasses", "hashlib", "re", "typing"}
