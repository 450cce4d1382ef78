"""What can be wrong with what a match is told."""

from __future__ import annotations

from lastcard.rules.errors import LastcardError


class MatchError(LastcardError):
    """A result that cannot be of this match, a seat that is not in it, a match that is over."""
