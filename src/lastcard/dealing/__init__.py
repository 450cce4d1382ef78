"""Verifiable deals: commitments, contributions, and the orders of cards that follow (docs/deals.md, S3, S6, T5).

Pure functions over bytes and cards; the server makes and keeps the secrets.
"""

from lastcard.dealing.commitment import (
    ABSENT,
    BOT,
    CONTRIBUTION_BYTES,
    HASH_BYTES,
    SECRET_BYTES,
    Contributions,
    Proof,
    commit,
    contribution_text,
    first_link,
    read_contribution,
    read_hash,
    rules_digest,
)
from lastcard.dealing.order import Shuffles, deal_order, dealer_order, shuffled
from lastcard.dealing.stream import NumberStream

__all__ = [
    "ABSENT",
    "BOT",
    "CONTRIBUTION_BYTES",
    "HASH_BYTES",
    "SECRET_BYTES",
    "Contributions",
    "NumberStream",
    "Proof",
    "Shuffles",
    "commit",
    "contribution_text",
    "deal_order",
    "dealer_order",
    "first_link",
    "read_contribution",
    "read_hash",
    "rules_digest",
    "shuffled",
]
