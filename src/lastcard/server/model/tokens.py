"""The tokens of seats: each greeting gives a new one, and the old one dies when the new one has been used.

A token is known by its hash alone. The next one is made from the one that the client shows and from a salt that is in the
log and is never sent: so it can be said again after a crash, no token is ever stored, and whoever once saw one token
cannot make those after it.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Final

from lastcard.server.model.chance import NAME_LENGTH, SIGNS, TOKEN_BYTES, token_text
from lastcard.server.model.events import TokenRenewed

if TYPE_CHECKING:
    from lastcard.server.model.state import Seat

SALT_BYTES: Final = 16


def proof_of(token: str) -> str:
    """The hash by which a token is known again."""
    return hashlib.sha256(token.encode()).hexdigest()


def table_of(request_id: str) -> str:
    """The name of the table that is opened under this id, the opener's own secret: the same however often, and wherever."""
    made = hmac.new(request_id.encode(), b"table", hashlib.sha256).digest()[:NAME_LENGTH]
    return "".join([SIGNS[byte % len(SIGNS)] for byte in made])


def first_token(table: str, request_id: str) -> str:
    """The token of a seat that is asked for under this id, the asker's own secret: the same however often, and wherever."""
    made = hmac.new(request_id.encode(), f"seat at {table}".encode(), hashlib.sha256).digest()[:TOKEN_BYTES]
    return token_text(made)


def next_token(token: str, salt: str) -> str:
    """The token after this one: 128 bits that only the server, which has the salt, can make."""
    made = hmac.new(token.encode(), salt.encode(), hashlib.sha256).digest()[:TOKEN_BYTES]
    return token_text(made)


def renewal(seat: Seat, at: int, token: str, salt: str) -> TokenRenewed | None:
    """What is written down when the seat `at` is greeted with this token of its: with the newest one it gets a new one.

    With the one before, the newest has not been used yet and stays: None, so that a seat never has more than two.
    """
    if seat.proof != proof_of(token):
        return None
    return TokenRenewed(at, proof_of(next_token(token, salt)), salt)


def newest(seat: Seat, token: str) -> str:
    """The seat's newest token, for who shows it or the one before it."""
    return token if seat.proof == proof_of(token) or seat.salt is None else next_token(token, seat.salt)
