"""What is hashed, byte by byte, and what a deal is proven with (docs/deals.md)."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final, TypeAlias

DOMAIN: Final = b"lastcard deal 1"
"""Stands before all that is hashed here, so that no hash of another use, or of a later version, can be one of these."""

SECRET_BYTES: Final = 32
"""How long a secret is."""

CONTRIBUTION_BYTES: Final = 16
"""How long a person's contribution is."""

HASH_BYTES: Final = 32
"""How long a commitment is."""

BOT: Final = b"bot"
"""What stands for the contribution of a bot's seat."""

ABSENT: Final = b"absent"
"""What stands for the contribution of a person who gave none in time."""

Contributions: TypeAlias = tuple[tuple[int, bytes], ...]
"""Seat and contribution of each seat that is dealt cards."""

_HEX: Final = re.compile(r"[0-9a-f]*")


def framed(*parts: bytes) -> bytes:
    """The domain and the parts, each after its length as four bytes, the most significant first."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in (DOMAIN, *parts))


def rules_digest(text: str) -> bytes:
    """The hash of the rules: of the lines of a record's header that say them (`lastcard.record.rules_text`)."""
    return hashlib.sha256(framed(b"rules", text.encode())).digest()


def first_link(game: str) -> bytes:
    """What the first commitment of a game has before it."""
    return hashlib.sha256(framed(b"first", game.encode())).digest()


def commit(secret: bytes, game: str, number: int, rules: bytes, previous: bytes) -> bytes:
    """The commitment to a secret for round `number` of the game, under these rules, after the commitment `previous`.

    ValueError if a part does not have its length.
    """
    if (len(secret), len(rules), len(previous)) != (SECRET_BYTES, HASH_BYTES, HASH_BYTES):
        raise ValueError("secret, rules and previous commitment have 32 bytes each")
    return hashlib.sha256(
        framed(b"commit", secret, game.encode(), str(number).encode(), rules, previous)
    ).digest()


@dataclass(frozen=True, slots=True)
class Proof:
    """What a round's deal is proven with; `secret` is None where it has not been opened.

    `contributions` are sorted by seat.
    """

    game: str
    number: int
    previous: bytes
    commitment: bytes
    contributions: Contributions
    secret: bytes | None = None

    def commits(self, rules: bytes) -> bool:
        """Whether the commitment is to this secret, game, round, rules and previous commitment."""
        return (
            self.secret is not None
            and commit(self.secret, self.game, self.number, rules, self.previous) == self.commitment
        )


def contribution_text(value: bytes) -> str:
    """A contribution as it is written: 32 hex digits, `bot` or `absent`."""
    return value.decode() if value in (BOT, ABSENT) else value.hex()


def read_contribution(text: str) -> bytes:
    """Read what `contribution_text` wrote; ValueError says what is needed."""
    if text.encode() in (BOT, ABSENT):
        return text.encode()
    return _read_hex(text, CONTRIBUTION_BYTES, " or one of the words bot and absent")


def read_hash(text: str) -> bytes:
    """A hash or secret from its 64 hex digits; ValueError says what is needed."""
    return _read_hex(text, HASH_BYTES, "")


def _read_hex(text: str, length: int, otherwise: str) -> bytes:
    if len(text) != 2 * length or not _HEX.fullmatch(text):
        said = text if len(text) <= 80 else text[:77] + "..."  # noqa: PLR2004
        raise ValueError(f"{2 * length} hex digits (0-9, a-f) are needed{otherwise}, not {said!r}")
    return bytes.fromhex(text)
