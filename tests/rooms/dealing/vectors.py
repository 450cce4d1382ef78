"""Vectors for whoever checks deals in another language: what this implementation gives for some deals.

    python -m tests.rooms.dealing.vectors        writes web/src/fairness/vectors.json

The web client's tests read the same file.
"""

from __future__ import annotations

import hashlib
import json
from itertools import count
from pathlib import Path
from typing import Any

from lastcard.dealing import (
    ABSENT,
    BOT,
    Contributions,
    NumberStream,
    Shuffles,
    commit,
    contribution_text,
    deal_order,
    dealer_order,
    first_link,
    rules_digest,
    shuffled,
)
from lastcard.record import rules_text
from lastcard.rules.cards import Card
from lastcard.rules.ruleset import Ruleset, ruleset

FILE = Path(__file__).resolve().parents[3] / "web" / "src" / "fairness" / "vectors.json"

RULES = (
    ruleset("classic"),
    ruleset("blanks-112", players=2, lost=["Y7"], replace={"Y*": "Y7"}, stacking="same"),
    ruleset("swap-112", players=10, decks=2, teams=[[0, 2, 4, 6, 8], [1, 3, 5, 7, 9]]),
)


def some_bytes(name: str, length: int) -> bytes:
    """Bytes that look like chance and are the same every time."""
    return hashlib.sha256(name.encode()).digest()[:length]


def some_contributions(players: int, number: int) -> Contributions:
    """People, bots and absent people in turn."""
    kinds = (some_bytes(f"contribution {number}", 16), BOT, ABSENT)
    return tuple((seat, kinds[seat % 3]) for seat in range(players))


def words_used(cards: tuple[Card, ...], secret: bytes, given: Contributions) -> int:
    """How many words the deal takes from its stream: one for each card but one, and those passed over."""
    stream = Counting(secret, given, "deal")
    shuffled(cards, stream.below)
    return stream.count


class Counting(NumberStream):
    """Counts its words."""

    count = 0

    def word(self) -> int:
        """See Stream."""
        self.count += 1
        return super().word()


def some_secret(rules: Ruleset, given: Contributions, number: int) -> bytes:
    """A secret whose deal passes over a word: a verifier that forgets to pass over would come to another order."""
    secrets = (some_bytes(f"secret {number} {i}", 32) for i in count())
    return next(s for s in secrets if words_used(rules.cards, s, given) > len(rules.cards) - 1)


def vectors() -> dict[str, Any]:
    """Everything that is in the file."""
    return {
        "deals": [deal(rules, number) for number, rules in enumerate(RULES, 1)],
        "streams": streams(),
        "hashes": hashes(),
    }


def hashes() -> list[dict[str, Any]]:
    """Both hashes at lengths around the ends of their blocks; of SHAKE-256 more output than one block."""
    found = []
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 135, 136, 137, 271, 272, 273):
        data = bytes(7 * i % 256 for i in range(length))
        shake = hashlib.shake_256(data).hexdigest(160)
        found.append({"length": length, "sha256": hashlib.sha256(data).hexdigest(), "shake256": shake})
    return found


def deal(rules: Ruleset, number: int) -> dict[str, Any]:
    """One deal: what goes in, what comes out."""
    game = some_bytes(f"game {number}", 16).hex()
    previous = first_link(game) if number == 1 else some_bytes("previous", 32)
    given = some_contributions(rules.players, number)
    secret = some_secret(rules, given, number)
    text = rules_text(rules)
    again, discards = Shuffles(secret, given), rules.cards[::3]
    return {
        "game": game,
        "number": number,
        "rules": text,
        "previous": previous.hex(),
        "secret": secret.hex(),
        "commitment": commit(secret, game, number, rules_digest(text), previous).hex(),
        "contributions": [{"seat": seat, "value": contribution_text(value)} for seat, value in given],
        "cards": tokens(rules.cards),
        "order": tokens(deal_order(rules.cards, secret, given)),
        "dealer": tokens(dealer_order(rules.cards, secret, given)),
        "shuffles": [
            {"cards": tokens(cards), "order": tokens(again(cards))} for cards in (discards, discards[:7])
        ],
    }


def streams() -> list[dict[str, Any]]:
    """Numbers under a bound, with those passed over; the last bound passes over nearly half of the words."""
    found = []
    for bound in (2, 107, 108, 40_000):
        secret, label = some_bytes(f"stream {bound}", 32), f"bound {bound}"
        stream = NumberStream(secret, ((0, BOT),), label)
        numbers = [stream.below(bound) for _ in range(300)]
        found.append({"secret": secret.hex(), "label": label, "bound": bound, "numbers": numbers})
    return found


def tokens(cards: tuple[Card, ...]) -> str:
    """The cards as they are written."""
    return " ".join(card.token for card in cards)


def text() -> str:
    """The file's text."""
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), encoding="utf-8")
    print(f"{FILE} written")
