"""Commitments, hashed byte by byte, and the proof of a deal (docs/deals.md)."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final, TypeAlias

DOMAIN: Final = b"lastcard deal 1"
"""The prefix of everything hashed here, so that no hash made for another use or by a later version equals one of these."""

SECRET_BYTES: Final = 32
"""The length of a secret."""

CONTRIBUTION_BYTES: Final = 16
"""The length of a person's contribution."""

HASH_BYTES: Final = 32
"""The length of a commitment."""

BOT: Final = b"bot"
"""The contribution of a bot's seat."""

ABSENT: Final = b"absent"
"""The contribution of a person who gave none in time."""

Contributions: TypeAlias = tuple[tuple[int, bytes], ...]
"""(seat, contribution) of each seat that is dealt cards."""

_HEX: Final = re.compile(r"[0-9a-f]*")


def framed(*parts: bytes) -> bytes:
    """Return the domain and the parts, each preceded by its length as four bytes, big-endian."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in (DOMAIN, *parts))


def rules_digest(text: str) -> bytes:
    """Return the hash of the rules, given as the header lines of `lastcard.record.rules_text`."""
    return hashlib.sha256(framed(b"rules", text.encode())).digest()


def first_link(game: str) -> bytes:
    """Return the value that the first commitment of a game has as its predecessor."""
    return hashlib.sha256(framed(b"first", game.encode())).digest()


def commit(secret: bytes, game: str, number: int, rules: bytes, previous: bytes) -> bytes:
    """Return the commitment to a secret for round `number` of the game, under these rules, after the commitment `previous`.

    ValueError if a part has the wrong length.
    """
    if (len(secret), len(rules), len(previous)) != (SECRET_BYTES, HASH_BYTES, HASH_BYTES):
        raise ValueError("secret, rules and previous commitment have 32 bytes each")
    return hashlib.sha256(
        framed(b"commit", secret, game.encode(), str(number).encode(), rules, previous)
    ).digest()


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a round's deal; `secret` is None until it is revealed. `contributions` are sorted by seat."""

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
    """Return a contribution as text: 32 hex digits, `bot` or `absent`."""
    return value.decode() if value in (BOT, ABSENT) else value.hex()


def read_contribution(text: str) -> bytes:
    """Read what `contribution_text` wrote; ValueError says what is needed."""
    if text.encode() in (BOT, ABSENT):
        return text.encode()
    return _read_hex(text, CONTRIBUTION_BYTES, " or one of the words bot and absent")


def read_hash(text: str) -> bytes:
    """Read a hash or secret from its 64 hex digits; ValueError says what is needed."""
    return _read_hex(text, HASH_BYTES, "")


def _read_hex(text: str, length: int, otherwise: str) -> bytes:
    if len(text) != 2 * length or not _HEX.fullmatch(text):
        said = text if len(text) <= 80 else text[:77] + "..."  # noqa: PLR2004
        raise ValueError(f"{2 * length} hex digits (0-9, a-f) are needed{otherwise}, not {said!r}")
    return bytes.fromhex(text)
