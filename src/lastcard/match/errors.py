"""Errors in the use of a match."""

from __future__ import annotations

from lastcard.rules.errors import LastcardError


class MatchError(LastcardError):
    """A result that cannot be of this match, a seat that is not in it, a match that is over."""
