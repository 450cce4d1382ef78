"""Deals that can be checked: commitment, contributions, and the orders that follow (docs/deals.md, S3, S6, T5).

Pure functions over bytes and cards; where secrets come from and where they are kept is the server's affair.
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
