"""The stream of random numbers behind a deal: SHAKE-256 of secret, contributions and a label (docs/deals.md)."""

from __future__ import annotations

import hashlib
from typing import Final

from lastcard.dealing.commitment import Contributions, framed

_WORDS: Final = 1 << 16
_FIRST_BYTES: Final = 256


class NumberStream:
    """Uniform whole numbers below a bound; equal arguments give equal streams."""

    def __init__(self, secret: bytes, contributions: Contributions, label: str) -> None:
        """`label` distinguishes the streams of one deal."""
        parts = [part for seat, value in sorted(contributions) for part in (str(seat).encode(), value)]
        self._hash = hashlib.shake_256(framed(b"stream", secret, label.encode(), *parts))
        self._bytes = b""
        self._at = 0

    def below(self, bound: int) -> int:
        """Return the next number from 0 to `bound` - 1; ValueError if the bound is not from 1 to 65536.

        Two-byte words at or above the largest multiple of the bound are skipped: their remainders would favour small numbers.
        """
        if not 1 <= bound <= _WORDS:
            raise ValueError(f"a bound from 1 to {_WORDS} is needed, not {bound}")
        limit = _WORDS - _WORDS % bound
        while (word := self.word()) >= limit:
            pass
        return word % bound

    def word(self) -> int:
        """Return the next two bytes as a number, big-endian."""
        at = self._at
        if at == len(self._bytes):
            self._bytes = self._hash.digest(2 * at or _FIRST_BYTES)
        self._at = at + 2
        return self._bytes[at] << 8 | self._bytes[at + 1]
